//! The help of every command, as `wherefore COMMAND --help` prints it.

use crate::args::Arguments;
use clap::CommandFactory;

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
