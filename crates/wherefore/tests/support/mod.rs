//! Runs the program and makes what it says comparable.
//!
//! Engines and times are measurements: they are replaced by words, and the columns that depend on their width shrink to two
//! blanks. All the rest of an output is compared as it is.

#![allow(dead_code, reason = "each test file uses its part")]

#[cfg(target_os = "linux")]
pub mod watched;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program, in a folder, with nothing inherited that could change what it says.
pub fn wherefore(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wherefore"));
    command.current_dir(folder).stdin(Stdio::null()).env_remove("RUST_BACKTRACE");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

/// The folder of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The folder of the command-line models.
pub fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli")
}

/// The files of a folder with this ending, in order.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == ending)).collect();
    files.sort();
    files
}

/// Runs a line such as `wherefore check x.smv -p safe`; words are separated by blanks.
pub fn run_line(line: &str, folder: &Path) -> Output {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("wherefore"), "{line}");
    wherefore(folder).args(words).output().unwrap()
}

/// The standard output of a run as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The standard error of a run as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The forms in which a command reports, as its help lists them: one that is new is known here.
pub fn formats(command: &str) -> Vec<String> {
    let help = stdout(&run_line(&format!("wherefore {command} --help"), &models()));
    let (_, rest) = help.split_once("--format <FORMAT>").expect("a command with a format");
    let (_, values) = rest.split_once("Possible values:").expect("its values");
    let words = values.lines().skip(1).map_while(|line| line.trim().strip_prefix("- ")?.split(':').next());
    words.map(str::to_owned).collect()
}

/// The exit code that a JSON report stands for.
pub fn exit_code_of(document: &serde_json::Value) -> i32 {
    let all = |list: &str| document[list].as_array().into_iter().flatten();
    let is = |list: &str, field: &str, word: &str| all(list).any(|p| p[field] == word);
    let causes = || all("properties").chain([&document["obligations"]]).map(|p| &p["cause"]["kind"]);
    match () {
        () if is("diagnostics", "severity", "error") => 2,
        () if is("properties", "verdict", "violated") => 1,
        () if causes().any(|kind| kind == "missing-solver") => 2,
        () if is("properties", "verdict", "undetermined") || document["obligations"]["verdict"] == "undetermined" => 3,
        () if document["runs"] == "none" => 3,
        // Nothing was asked of a model that states no property.
        () if document["properties"] == serde_json::json!([]) => 3,
        () if ["all-end", "none-fair"].iter().any(|word| document["runs"] == *word)
            && all("properties").any(says_nothing) =>
        {
            3
        }
        () => 0,
    }
}

/// Whether a property is about infinite runs and true because none exist.
fn says_nothing(property: &serde_json::Value) -> bool {
    property["verdict"] == "vacuous" && property["kind"] != "invariant"
}

/// The text without its measurements.
pub fn without_measurements(text: &str) -> String {
    let mut out = String::new();
    let mut proofs = false;
    for line in text.lines() {
        let is_proof = line.starts_with("proof of ");
        if is_proof && proofs {
            continue;
        }
        proofs = is_proof;
        match line.split_whitespace().next() {
            _ if is_proof => out.push_str("proof of PROPERTIES: CERTIFICATES"),
            _ if line.starts_with("proof: ") => out.push_str("proof: CERTIFICATE"),
            _ if line.starts_with("  proof: ") => out.push_str("  proof: CERTIFICATE"),
            _ if line.contains(NOTED) => {
                out.push_str(line.split_inclusive(NOTED).next().unwrap_or_default());
                out.push_str("CERTIFICATE");
            }
            Some("equivalent" | "different") => out.push_str(&comparison_line(line)),
            Some("undetermined") if line.split("  ").count() == 2 => out.push_str(&comparison_line(line)),
            Some("holds" | "violated" | "vacuous" | "undetermined") => out.push_str(&verdict_line(line)),
            _ if line.contains(VIOLATED) => out.push_str(line.split_inclusive(VIOLATED).next().unwrap_or_default()),
            _ if line.contains(" time=\"") => out.push_str(&timed_line(line)),
            _ => out.push_str(&completeness_line(line.trim_end())),
        }
        out.push('\n');
    }
    out
}

/// The note of a finding that rests on a proof.
const NOTED: &str = " = note: proof: ";

/// The end of the first line of a report on a violated property, before the time.
const VIOLATED: &str = " VIOLATED";

/// "complete (...)", "there is no other (...)": another engine gives another proof.
fn completeness_line(line: &str) -> String {
    let proved = [", complete (", "; there is no other ("];
    match proved.iter().find_map(|words| Some((line.split_once(words)?.0, words))) {
        Some((front, words)) => format!("{front}{words}CERTIFICATE)"),
        None => line.to_owned(),
    }
}

/// `<testcase name="small" time="0.012">`
fn timed_line(line: &str) -> String {
    let Some((front, rest)) = line.split_once(" time=\"") else { return line.to_owned() };
    let rest = rest.split_once('"').map_or("", |(_, rest)| rest);
    format!("{front} time=\"TIME\"{rest}")
}

/// "equivalent for all inputs  0.12 s"
fn comparison_line(line: &str) -> String {
    match line.rsplit_once("  ") {
        Some((front, time)) if time.ends_with(" s") => format!("{front}  TIME"),
        _ => line.to_owned(),
    }
}

fn verdict_line(line: &str) -> String {
    let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|c| !c.is_empty()).collect();
    match cells.as_slice() {
        [front @ .., _, time] if time.ends_with(" s") => format!("{}  ENGINE  TIME", front.join("  ")),
        _ => line.to_owned(),
    }
}
