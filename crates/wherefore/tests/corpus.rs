//! The verdicts of NuSMV on public files, against ours.
//!
//! `VERDICTS.tsv` of the corpora lists formulas as NuSMV prints them. Each is written into its model as one more named
//! property and checked by the command, as a user would. Long formulas are cut off in the list; those are found among the
//! model's own properties by their beginning. The table is printed by
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --release --features cadical -p wherefore --test corpus -- --nocapture
//! ```
//!
//! which gives each property 60 s. Without `WHEREFORE_CORPUS=full` a bounded share runs: what is known to be quick, 20 s
//! each. A disagreement fails in either case.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::print_stdout,
    reason = "a test reads files and prints its table"
)]

#[cfg(target_os = "linux")]
mod support;
#[cfg(target_os = "linux")]
mod sweep;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A formula with NuSMV's verdict.
struct Row {
    formula: String,
    holds: bool,
}

/// Our answer for a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Agrees,
    Disagrees,
    Undetermined(String),
    Refused(String),
}

/// The folder of the models that NuSMV has judged.
fn corpus() -> Option<PathBuf> {
    let verdicts = wherefore_test::corpus("smv/VERDICTS.tsv")?;
    verdicts.parent().map(Path::to_path_buf)
}

/// Rows by file, and the files that NuSMV rejected or did not finish.
fn verdicts(folder: &Path) -> (BTreeMap<String, Vec<Row>>, Vec<String>) {
    let text = std::fs::read_to_string(folder.join("VERDICTS.tsv")).expect("VERDICTS.tsv");
    let (mut rows, mut others) = (BTreeMap::<String, Vec<Row>>::new(), Vec::new());
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[1] {
            "file" => others.push(cells[0].to_owned()),
            _ => rows
                .entry(cells[0].to_owned())
                .or_default()
                .push(Row { formula: cells[3].trim().to_owned(), holds: cells[2] == "true" }),
        }
    }
    (rows, others)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').any(|w| w == word)
}

impl Row {
    /// The section that the formula belongs in: PSL by its words, CTL unless an LTL operator stands in it alone.
    fn section(&self) -> &'static str {
        let branching = ["AG", "AF", "AX", "EG", "EF", "EX", "A", "E"].iter().any(|w| has_word(&self.formula, w));
        let linear = ["G", "F", "X", "U", "V", "O", "H", "Y", "Z", "S", "T"].iter().any(|w| has_word(&self.formula, w));
        let psl = ["always", "never"].iter().any(|w| has_word(&self.formula, w));
        match (psl, linear && !branching) {
            (true, _) => "PSLSPEC",
            (false, true) => "LTLSPEC",
            (false, false) => "CTLSPEC",
        }
    }

    /// Whether the list cut the formula off.
    fn is_cut(&self) -> bool {
        self.formula.matches('(').count() != self.formula.matches(')').count()
    }

    /// The name under which the formula is put into the model: that of its context comes first.
    fn name(&self, index: usize) -> String {
        let context = self.formula.rsplit_once(" IN ").map_or(String::new(), |(_, context)| format!("{context}."));
        format!("{context}nusmv_{index}")
    }

    /// Whether a property of the model is this formula, by its beginning without spaces and parentheses.
    fn begins(&self, text: &str) -> bool {
        let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect::<String>();
        bare(text).starts_with(&bare(&self.formula)[..150])
    }
}

/// The model with the formulas as further properties of `main`, called `nusmv_0`, `nusmv_1`, ...
fn with_formulas(text: &str, rows: &[Row]) -> String {
    let mut out = String::new();
    let mut done = false;
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        let mut words = line.split_whitespace();
        if !done && words.next() == Some("MODULE") && words.next().is_some_and(|w| w.trim_end_matches("()") == "main") {
            done = true;
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_cut()) {
                out.push_str(&format!("{} NAME nusmv_{index} := {};\n", row.section(), row.formula));
            }
        }
    }
    out
}

/// One run of the command: its exit code, its JSON, what it said besides.
struct Run {
    code: Option<i32>,
    json: serde_json::Value,
    errors: String,
}

fn run(model: &Path, properties: &[String], seconds: u32) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wherefore"));
    command.args(["check", "--format", "json", "--timeout", &format!("{seconds}s"), "--quiet"]);
    for name in properties {
        command.args(["-p", name]);
    }
    let output = command.arg(model).output().expect("the command starts");
    let json = serde_json::from_slice(&output.stdout).unwrap_or(serde_json::Value::Null);
    Run { code: output.status.code(), json, errors: String::from_utf8_lossy(&output.stderr).into_owned() }
}

impl Run {
    /// Our answer for a row, and the seconds it took.
    fn said(&self, index: usize, row: &Row) -> (Said, f64) {
        let none = Vec::new();
        let list = self.json["properties"].as_array().unwrap_or(&none);
        let is_it = |p: &&serde_json::Value| match row.is_cut() {
            true => p["text"].as_str().is_some_and(|text| row.begins(text)),
            false => p["name"] == row.name(index).as_str(),
        };
        let Some(property) = list.iter().find(is_it) else {
            let first = self.json["diagnostics"][0]["message"].as_str().map(str::to_owned);
            let words = format!("exit {:?} {}", self.code, self.errors.lines().next().unwrap_or(""));
            return (Said::Refused(first.unwrap_or(words)), 0.0);
        };
        let said = match property["verdict"].as_str() {
            Some("holds" | "vacuous") if row.holds => Said::Agrees,
            Some("violated") if !row.holds => Said::Agrees,
            Some("holds" | "vacuous" | "violated") => Said::Disagrees,
            _ => Said::Undetermined(property["cause"].to_string()),
        };
        (said, property["seconds"].as_f64().unwrap_or(0.0))
    }
}

/// Files too slow for the bounded share.
fn is_heavy(file: &str) -> bool {
    ["guidance", "msi", "dp4", "psl-samples/syncarb", "psl-samples/gigamax", "abp", "prod-cons"]
        .iter()
        .any(|w| file.contains(w))
}

#[test]
fn verdicts_agree_with_nusmv() {
    let Some(folder) = corpus() else { return };
    let full = wherefore_test::is_full();
    let seconds = if full { 60 } else { 20 };
    let scratch = std::env::temp_dir().join(format!("wherefore-corpus-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a scratch folder");
    let (files, _) = verdicts(&folder);
    let mut tally = BTreeMap::<&str, u32>::new();
    let mut disagreements = Vec::new();
    println!("{:<12} {:>8}  property", "verdict", "seconds");
    // Every second file by default.
    for (file, rows) in files.iter().step_by(if full { 1 } else { 2 }) {
        let text = String::from_utf8_lossy(&std::fs::read(folder.join(file)).expect("a corpus file")).into_owned();
        if !full && is_heavy(file) {
            continue;
        }
        let model = scratch.join("model.smv");
        std::fs::write(&model, with_formulas(&text, rows)).expect("a scratch file");
        // A formula that was cut off has to be looked for among all properties.
        let names: Vec<String> = match rows.iter().any(Row::is_cut) {
            true => Vec::new(),
            false => rows.iter().enumerate().map(|(index, row)| row.name(index)).collect(),
        };
        let run = run(&model, &names, seconds);
        for (index, row) in rows.iter().enumerate() {
            let (said, seconds) = run.said(index, row);
            let (word, cause) = match &said {
                Said::Agrees => ("agrees", ""),
                Said::Disagrees => ("DISAGREES", ""),
                Said::Undetermined(cause) => ("undetermined", cause.as_str()),
                Said::Refused(cause) => ("refused", cause.as_str()),
            };
            *tally.entry(word).or_default() += 1;
            println!("{word:<12} {seconds:>8.2}  {file} [{index}] {} {cause}", row.formula);
            if said == Said::Disagrees {
                disagreements.push(format!("{file}: {}", row.formula));
            }
        }
    }
    std::fs::remove_dir_all(&scratch).expect("the scratch folder goes");
    println!("{tally:?}");
    let decided = tally.get("agrees").copied().unwrap_or(0);
    let asked = decided + ["undetermined", "refused"].iter().filter_map(|w| tally.get(w)).sum::<u32>();
    println!("{decided} of {asked} decided");
    assert_eq!(disagreements, Vec::<String>::new());
    assert!(decided * 100 >= asked * 95, "fewer than 95% decided");
}

/// Files that NuSMV rejects or does not finish end in a verdict or a message, not in a crash.
#[test]
fn files_that_nusmv_rejects_do_not_crash() {
    let Some(folder) = corpus() else { return };
    let (_, files) = verdicts(&folder);
    // A few by default: each may take its whole second, and the sweep asks about others.
    for file in files.into_iter().step_by(if wherefore_test::is_full() { 1 } else { 30 }) {
        let run = run(&folder.join(&file), &[], 1);
        println!("{file}: exit {:?}", run.code);
        let sound = run.code.is_some_and(|c| c <= 3) && !run.errors.contains("panicked");
        assert!(sound, "{file}: {:?} {}", run.code, run.errors);
    }
}

/// Unbounded integers: NuSMV does not read these two, nuXmv does.
#[test]
fn models_with_unbounded_integers_are_decided() {
    let Some(folder) = corpus() else { return };
    for file in ["pono/samples", "pono/tests/encoders/inputs/smv"] {
        let run = run(&folder.join(file).join("simple_counter_integer.smv"), &[], 60);
        assert_eq!((run.code, run.json["properties"][0]["verdict"].as_str()), (Some(0), Some("holds")), "{file}");
    }
}
