//! Solvers that lie: one of z3, cvc5 and Bitwuzla, in every way, on every example.
//!
//! A liar (`liar.py`) asks the real solver and changes its answers; a knowing one is truthful where it is tried. Whatever it says,
//! a verdict is the one of honest solvers or none, a list that is called complete is the whole list, models that are called
//! equivalent are, and a cause is the one that honest solvers find. Solvers that are not there lie about nothing, and are part of
//! the table too.
//!
//! A few of the combinations by default; all of them by
//! `WHEREFORE_CASES=10000 cargo test --features cadical -p wherefore --test behaviour liars -- --nocapture`.

use super::solvers::real;
use super::{PATIENCE, program};
use crate::support::watched::{Ran, Room};
use crate::support::{files, repository};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use wherefore_test::{below, cases, say, seed};

/// The ways to lie, and whether the liar knows the questions that it is tried with.
const LIES: [(&str, &str); 6] = [
    ("unsat", "knowing"),
    ("flip", "knowing"),
    ("sat", "knowing"),
    ("unsat", "plain"),
    ("sat", "plain"),
    ("missing", "plain"),
];

/// Combinations that once went wrong, and are tried always.
const ALWAYS: [(&str, &str, &str, &str); 4] = [
    (
        "diff examples/equivalence/turn_indicator.scxml examples/equivalence/turn_indicator_other.scxml --numbers float32",
        "cvc5",
        "unsat",
        "knowing",
    ),
    ("why examples/ac_integer.smv --no-fix", "z3", "unsat", "knowing"),
    ("why examples/account.smv --no-fix", "z3", "flip", "knowing"),
    ("check examples/door.smv --engine bitwuzla", BITWUZLA, "unsat", "knowing"),
];

/// Bitwuzla, which is asked only by name and where another gives up.
const BITWUZLA: &str = "wherefore-bitwuzla";

/// A folder in which one solver lies and the other is honest.
struct Liars {
    folder: PathBuf,
}

impl Liars {
    fn new(liar: &str, mode: &str, knowing: &str) -> Liars {
        let folder = crate::temporary(&format!("liars-{liar}-{mode}-{knowing}"));
        let python = real("python3");
        let script = repository().join("crates/wherefore/tests/faults/liar.py");
        for solver in ["z3", "cvc5", BITWUZLA] {
            let real = real(solver);
            let real = real.display();
            let text = match (solver == liar, mode) {
                (true, "missing") => continue,
                (true, _) => format!(
                    "#!/bin/sh\nexec '{}' '{}' {mode} {knowing} '{real}' \"$@\"\n",
                    python.display(),
                    script.display()
                ),
                (false, _) => format!("#!/bin/sh\nexec '{real}' \"$@\"\n"),
            };
            let path = folder.join(solver);
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        Liars { folder }
    }

    fn run(&self, line: &str) -> Ran {
        let room = Room::new();
        let mut command = program(&room, line);
        // Only what the scripts need, so that a missing solver is missing.
        room.run(
            command.env("PATH", format!("{}:/nowhere", self.folder.display())).env("PYTHONDONTWRITEBYTECODE", "1"),
            PATIENCE * 2,
            |_, _| (),
        )
    }
}

impl Drop for Liars {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Every example, asked everything.
fn lines() -> Vec<String> {
    let root = repository().join("examples");
    let mut lines = Vec::new();
    for ending in ["smv", "scxml", "lus", "oss"] {
        for path in files(&root, ending) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            lines.push(format!("why examples/{name} --no-fix"));
        }
        for path in files(&root.join("equivalence"), ending) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let Some(reference) = name.strip_suffix(&format!("_other.{ending}")) else { continue };
            let pair = format!("examples/equivalence/{reference}.{ending} examples/equivalence/{name}");
            let same = format!("examples/equivalence/{reference}.{ending} examples/equivalence/{reference}.{ending}");
            for numbers in ["real", "float32"] {
                lines.push(format!("diff {pair} --numbers {numbers}"));
                lines.push(format!("diff {same} --numbers {numbers}"));
            }
        }
    }
    lines
}

/// The statements of a report, by what they are about.
type Statements = BTreeMap<String, Value>;

fn statements(document: &Value) -> Statements {
    let mut said = BTreeMap::new();
    if document["equivalent"].is_boolean() {
        said.insert("equivalent".to_owned(), document["equivalent"].clone());
    }
    for property in document["properties"].as_array().into_iter().flatten() {
        let name = property["name"].as_str().unwrap_or_default();
        if property["verdict"] != "undetermined" {
            said.insert(format!("{name}: verdict"), property["verdict"].clone());
        }
        let classes = property["classes"].as_array().map_or(&[][..], Vec::as_slice);
        if property["enumeration"]["complete"] == true {
            // Their order hangs on what else is known of them.
            let ids: BTreeSet<&str> = classes.iter().filter_map(|c| c["id"].as_str()).collect();
            said.insert(format!("{name}: complete"), serde_json::json!(ids));
        }
        if property["alternative_search"]["causes"]["known"] == "all" {
            said.insert(format!("{name}: causes"), property["alternative_search"]["causes"]["count"].clone());
        }
        for class in classes {
            let (id, cause) = (class["id"].as_str().unwrap_or_default(), &class["explanation"]["cause"]["kept"]);
            if cause.is_array() {
                said.insert(format!("{name}: cause of {id} over {}", class["length"]), cause.clone());
            }
        }
    }
    said
}

fn document(ran: &Ran, what: &str) -> Value {
    assert!(!ran.hung, "hangs: {what}");
    assert!(!ran.stderr.contains("panicked"), "{what}: {ran:?}");
    assert!(ran.left.is_empty(), "left behind: {what}: {ran:?}");
    serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{what}: {e}: {ran:?}"))
}

/// Statements with a liar that are not made, or made otherwise, without.
fn falsehoods(lying: &Statements, honest: &Statements) -> Vec<String> {
    let is_false = |(what, said): &(&String, &Value)| honest.get(*what) != Some(said);
    let told = lying.iter().filter(is_false);
    told.map(|(what, said)| format!("{what} is said to be {said}, not {:?}", honest.get(what))).collect()
}

#[test]
fn liars_are_not_believed() {
    let (first, lines) = (seed(1), lines());
    let mut table: Vec<(String, &str, &str, &str)> = Vec::new();
    for line in &lines {
        for liar in ["z3", "cvc5"] {
            table.extend(LIES.iter().map(|(mode, knowing)| (line.clone(), liar, *mode, *knowing)));
        }
        if line.contains(".smv") && line.starts_with("why") {
            let chosen = format!("{line} --engine bitwuzla");
            table.extend(LIES.iter().map(|(mode, knowing)| (chosen.clone(), BITWUZLA, *mode, *knowing)));
        }
    }
    let count = cases(3) as usize;
    let mut random = first;
    let mut chosen: Vec<(String, &str, &str, &str)> =
        ALWAYS.iter().map(|(line, liar, mode, knowing)| ((*line).to_owned(), *liar, *mode, *knowing)).collect();
    if count >= table.len() {
        chosen = table;
    } else {
        (0..count).for_each(|_| chosen.push(table[below(&mut random, table.len())].clone()));
    }
    let mut honest: BTreeMap<String, Statements> = BTreeMap::new();
    let (mut silenced, mut false_ones) = (0, Vec::new());
    for (line, liar, mode, knowing) in &chosen {
        let asked = format!("{line} --timeout 20s --format json --quiet");
        let what = format!("{asked} with {liar}: {mode}, {knowing}; WHEREFORE_SEED={first}");
        let truth = honest.entry(asked.clone()).or_insert_with(|| {
            let ran = Liars::new("nobody", "honest", "plain").run(&asked);
            statements(&document(&ran, &asked))
        });
        let ran = Liars::new(liar, mode, knowing).run(&asked);
        let said = statements(&document(&ran, &what));
        silenced += usize::from(said.len() < truth.len());
        false_ones.extend(falsehoods(&said, truth).into_iter().map(|f| format!("{what}: {f}")));
    }
    say(&format!("{} runs with a liar, {silenced} of them say less", chosen.len()));
    assert!(silenced > 0, "no lie had any effect");
    assert!(false_ones.is_empty(), "{}", false_ones.join("\n"));
}
