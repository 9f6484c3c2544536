//! The help of every command, as `wherefore COMMAND --help` prints it; and the commands that pages name without running them.

use crate::args::Arguments;
use clap::{CommandFactory, Parser};

/// A heading and the help for each command, the program itself first.
pub fn help() -> String {
    let mut program = Arguments::command().term_width(100);
    program.build();
    let mut out = entry("wherefore", &mut program);
    let names: Vec<String> = program.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    for name in names.iter().filter(|name| *name != "help") {
        let command = program.find_subcommand_mut(name).expect("it has just been listed");
        out.push_str(&entry(&format!("wherefore {name}"), command));
    }
    out
}

fn entry(title: &str, command: &mut clap::Command) -> String {
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("## {title}\n\n```text\n{}\n```\n\n", lines.join("\n").trim())
}

/// The lines of `sh` blocks that call the program.
fn named(page: &str) -> Vec<&str> {
    let mut is_inside = false;
    let lines = page.lines().filter(move |line| {
        is_inside = *line == "```sh" || (is_inside && *line != "```");
        is_inside
    });
    lines.filter(|line| line.starts_with("wherefore ")).collect()
}

/// The words of a line up to a comment, a pipe or a file to write to, without their quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for sign in line.chars() {
        match (sign, quote) {
            ('\'' | '"', None) => quote = Some(sign),
            (_, Some(open)) if sign == open => quote = None,
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().expect("there is always a word").push(sign),
        }
    }
    words.into_iter().filter(|w| !w.is_empty()).take_while(|w| !["#", "|", ">"].contains(&w.as_str())).collect()
}

#[test]
fn the_commands_that_pages_name_can_be_given() {
    let readme = super::folder().join("../../README.md");
    let mut count = 0;
    for path in super::pages().into_iter().chain([readme]) {
        for line in named(&std::fs::read_to_string(&path).unwrap()) {
            count += 1;
            let parsed = Arguments::try_parse_from(words(line));
            assert!(parsed.is_ok(), "{}: {line}\n{}", path.display(), parsed.unwrap_err());
        }
    }
    assert!(count > 10, "pages name only {count} commands");
    assert!(Arguments::try_parse_from(words("wherefore check a.smv --no-such-option # really")).is_err());
    assert_eq!(words("wherefore why a 'b c' > d # e"), ["wherefore", "why", "a", "b c"]);
}
