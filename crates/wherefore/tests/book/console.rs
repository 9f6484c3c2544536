//! The runs that pages show.

use crate::support::*;
use crate::{below, text_of};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// How a block with runs begins.
pub const OPENING: &str = "```console";

/// The line that stands for any number of lines.
const LEFT_OUT: &str = "...";

/// Runs the commands of these pages and compares; with `WHEREFORE_BLESS` in the environment, writes what was found.
pub fn replay(pages: &[&str]) {
    let bless = std::env::var_os("WHEREFORE_BLESS").is_some();
    let mut wrong = Vec::new();
    for page in pages {
        let text = text_of(page);
        let mut desk = Desk::new();
        let found = renewed(&text, &mut |command| desk.run(command));
        if bless && found.text != text {
            std::fs::write(repository().join(page), &found.text).unwrap();
        }
        let left = if bless { &found.to_be_cut } else { &found.differences };
        wrong.extend(left.iter().map(|d| format!("=== {page}\n{d}")));
    }
    let advice =
        "WHEREFORE_BLESS=1 writes outputs anew, except those in which lines are left out: these are cut by hand";
    assert!(wrong.is_empty(), "{}\n{advice}", wrong.join("\n"));
}

/// A folder with the examples in which the commands of one page run, one after the other.
struct Desk {
    folder: TempDir,
    /// Output of commands since a file was last changed: a page may show an output in pieces.
    said: BTreeMap<String, String>,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        for part in ["examples", "docs/models"] {
            copy(&repository().join(part), &folder.path().join(part));
        }
        Desk { folder, said: BTreeMap::new() }
    }

    /// The standard output of a command.
    fn run(&mut self, command: &str) -> String {
        if let Some(known) = self.said.get(command) {
            return known.clone();
        }
        let said = shell(command, self.folder.path());
        let writes = !command.starts_with("wherefore ") || command.contains(" -o ") || command.contains(" > ");
        match writes {
            true => self.said.clear(),
            false => drop(self.said.insert(command.to_owned(), said.clone())),
        }
        said
    }
}

/// The program is the one that was built for these tests; all else is what the system has.
fn shell(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_wherefore")).parent().unwrap().to_owned();
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([program].into_iter().chain(std::env::split_paths(&inherited))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null()).env("PATH", path);
    for name in ["RUST_BACKTRACE", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        shell.env_remove(name);
    }
    stdout(&shell.output().unwrap())
}

fn copy(from: &Path, to: &Path) {
    for path in below(from) {
        let target = to.join(path.strip_prefix(from).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&path, target).unwrap();
    }
}

/// A page after its commands were run.
#[derive(Default)]
struct Renewed {
    /// The page; an output that still fits stays as it is.
    text: String,
    /// Blocks that did not fit.
    differences: Vec<String>,
    /// Differences in which lines are left out: which ones a person has to say.
    to_be_cut: Vec<String>,
}

fn renewed(page: &str, run: &mut dyn FnMut(&str) -> String) -> Renewed {
    let mut out = Renewed::default();
    let mut lines = page.lines().peekable();
    let mut is_inside = false;
    while let Some(line) = lines.next() {
        is_inside = line == OPENING || (is_inside && line != "```");
        out.text.push_str(&format!("{line}\n"));
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_inside) else { continue };
        let mut expected = Vec::new();
        while let Some(next) = lines.next_if(|next| *next != "```" && !next.starts_with("$ ")) {
            expected.push(next);
        }
        let found = run(command);
        let shown: String = found.trim_end().lines().map(|line| format!("{}\n", line.trim_end())).collect();
        let as_it_is: String = expected.iter().map(|line| format!("{line}\n")).collect();
        if fits(&expected, &found) {
            out.text.push_str(&as_it_is);
            continue;
        }
        let is_cut = expected.contains(&LEFT_OUT);
        out.text.push_str(if is_cut { &as_it_is } else { &shown });
        out.differences.push(format!("$ {command}\n{shown}=== is not what the page shows:\n{as_it_is}"));
        out.to_be_cut.extend(out.differences.last().filter(|_| is_cut).cloned());
    }
    out
}

/// Whether an output is what a page shows.
fn fits(expected: &[&str], found: &str) -> bool {
    let (expected, found) = (without_measurements(&expected.join("\n")), without_measurements(found));
    let [expected, found] = [&expected, &found].map(|text| text.trim_end().lines().collect::<Vec<&str>>());
    match_lines(&expected, &found)
}

/// Whether the lines are those found, where `...` stands for any of them.
fn match_lines(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&LEFT_OUT, rest)) => (0..=found.len()).any(|skipped| match_lines(rest, &found[skipped..])),
        Some((first, rest)) => found.split_first().is_some_and(|(line, more)| line == first && match_lines(rest, more)),
    }
}

/// The comparison itself must be able to fail.
#[test]
fn a_changed_word_is_noticed() {
    let page = "text\n```console\n$ wherefore check a.smv\nviolated  p  x < 3      bdd   0.01 s\nstate 1\n```\nmore\n";
    let check = |said: &str| renewed(page, &mut |_| said.to_owned());
    let same = check("violated  p  x < 3   sat  2.00 s\nstate 1\n");
    assert_eq!((same.text.as_str(), same.differences.len()), (page, 0), "only measurements differ");
    let other = check("violated  p  x < 3   sat  2.00 s\nstate 2\n");
    assert_eq!(other.differences.len(), 1);
    assert!(other.text.contains("state 2\n```\nmore\n"));
    assert_eq!(check("").differences.len(), 1);
    assert!(check("").to_be_cut.is_empty());
    let cut = page.replace("state 1", "...\nstate 1");
    let other = renewed(&cut, &mut |_| "state 2\n".to_owned());
    assert_eq!((other.text == cut, other.to_be_cut.len()), (true, 1), "what is cut is left to a person");
}

#[test]
fn what_is_left_out_stands_for_any_lines() {
    let found = "one\ntwo\nthree\nfour\n";
    assert!(fits(&["one", "...", "four"], found));
    assert!(fits(&["...", "three", "four", ""], found));
    assert!(!fits(&["one", "...", "three"], found));
    assert!(!fits(&["two", "..."], found));
}
