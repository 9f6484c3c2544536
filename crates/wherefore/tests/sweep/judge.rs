//! Objections to a run.
//!
//! An ending that the user must never see (a signal, a panic, a code that is not ours), a limit that was not kept, a code
//! that is not what the report says, formats that do not agree, and things left behind. Runs that a limit ended need not
//! agree: how far they came is a measurement.

use super::{Bounds, Case};
use crate::support::watched::Ran;
use crate::support::{exit_code_of, repository};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory is watched, not capped: this much more, in bytes, may be seen before a search that is too large has ended.
const MEMORY_SLACK: u64 = 256 << 20;
/// One JSON report in this number is held against the schema.
const SCHEMA_SHARE: usize = 5;
/// Texts of a panic, caught or not.
const PANICS: &[&str] = &["panicked", "internal error", "internal-error", "stack backtrace", "overflowed its stack"];

/// Judges runs.
pub struct Judge {
    bounds: Bounds,
    schema: jsonschema::Validator,
    reports: AtomicUsize,
}

impl Judge {
    pub fn new(bounds: Bounds) -> Judge {
        let text = std::fs::read_to_string(repository().join("schema/wherefore-1.schema.json")).unwrap();
        let schema = jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap();
        Judge { bounds, schema, reports: AtomicUsize::new(0) }
    }

    /// All that is wrong with the runs of one file, by their place.
    pub fn offences(&self, runs: &[(Case, Ran)]) -> Vec<(usize, String)> {
        let alone = runs.iter().enumerate().flat_map(|(i, (case, ran))| {
            let found = self.conduct(ran).into_iter().chain(self.content(case, ran));
            found.map(move |words| (i, words))
        });
        alone.chain(self.disagreements(runs)).collect()
    }

    /// How it behaved.
    fn conduct(&self, ran: &Ran) -> Vec<String> {
        let mut found = Vec::new();
        match ran.code {
            _ if ran.hung => found.push("hangs".to_owned()),
            Some(0..=3) => {}
            other => found.push(format!("ends with {other:?}: {}", first_line(&ran.stderr))),
        }
        let limit = self.bounds.deadline + self.bounds.slack;
        if ran.wall.saturating_sub(ran.waited) > limit && !ran.hung {
            found.push(format!(
                "late: {:.1} s, {:.1} s of the processor",
                ran.wall.as_secs_f64(),
                ran.cpu.as_secs_f64()
            ));
        }
        if ran.peak > self.bounds.memory + MEMORY_SLACK {
            found.push(format!("takes {} MB", ran.peak >> 20));
        }
        if !ran.left.is_empty() {
            found.push(format!("leaves {}", ran.left.join(", ")));
        }
        found
    }

    /// Objections to its output.
    fn content(&self, case: &Case, ran: &Ran) -> Vec<String> {
        let mut found = Vec::new();
        // A page shows the source of the model, which may say anything.
        let texts = if case.format == "html" { vec![&ran.stderr] } else { vec![&ran.stderr, &ran.stdout] };
        for line in texts.iter().flat_map(|t| t.lines()).filter(|l| PANICS.iter().any(|p| l.contains(p))).take(1) {
            found.push(format!("an error of the program: {}", line.trim().chars().take(300).collect::<String>()));
        }
        if ran.code == Some(2) && !says_error(case, ran) {
            found.push("exit code 2 without an error".to_owned());
        }
        if case.language() == "other" && ran.code != Some(2) {
            found.push(format!("is no model and ends with {:?}", ran.code));
        }
        if matches!(ran.code, Some(0 | 1)) && ran.stdout.is_empty() && ["text", "json", "html"].contains(&&*case.format)
        {
            found.push("says nothing".to_owned());
        }
        if case.format == "json" && ran.code.is_some() {
            found.extend(self.document(case, ran));
        }
        found
    }

    fn document(&self, case: &Case, ran: &Ran) -> Option<String> {
        let document: Value = match serde_json::from_str(&ran.stdout) {
            Ok(document) => document,
            Err(error) => return Some(format!("no JSON: {error}: {}", first_line(&ran.stderr))),
        };
        // Other commands have results of their own.
        let decides = ["check", "why"].contains(&case.command);
        let meant = exit_code_of(&document);
        if decides && ran.code != Some(meant) {
            return Some(format!("exit code {:?} where the report means {meant}", ran.code));
        }
        if self.reports.fetch_add(1, Ordering::Relaxed).is_multiple_of(SCHEMA_SHARE) {
            return self.schema.iter_errors(&document).next().map(|e| format!("schema: {}: {e}", e.instance_path()));
        }
        None
    }

    /// Codes that differ between the formats of a command, verdicts that differ between commands.
    fn disagreements(&self, runs: &[(Case, Ran)]) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let whole = || runs.iter().enumerate().filter(|(_, (_, ran))| !self.is_cut(ran) && !is_refused(ran));
        for command in runs.iter().map(|(case, _)| case.command).collect::<BTreeSet<_>>() {
            let codes: BTreeSet<Option<i32>> =
                whole().filter(|(_, (case, _))| case.command == command).map(|(_, (_, ran))| ran.code).collect();
            let first = runs.iter().position(|(case, _)| case.command == command).unwrap_or(0);
            if codes.len() > 1 {
                found.push((first, format!("formats of {command} end with {codes:?}")));
            }
        }
        let mut verdicts = BTreeMap::<String, String>::new();
        for (index, (_, ran)) in whole().filter(|(_, (case, _))| case.format == "json") {
            for (name, verdict) in verdicts_of(ran) {
                let earlier = verdicts.entry(name.clone()).or_insert_with(|| verdict.clone());
                if *earlier != verdict && verdict != "undetermined" && earlier != "undetermined" {
                    found.push((index, format!("{name} is {earlier} and {verdict}")));
                }
            }
        }
        found
    }

    /// Whether a limit ended it, or may nearly have.
    fn is_cut(&self, ran: &Ran) -> bool {
        let says_so = |text: &String| text.contains("deadline of ") || text.contains("memory limit of ");
        ran.wall > self.bounds.deadline.mul_f64(0.7) || says_so(&ran.stdout) || says_so(&ran.stderr)
    }
}

/// Whether an error is said. One that comes with a run belongs to the results; what a program reads has it in its own form.
fn says_error(case: &Case, ran: &Ran) -> bool {
    let is_plain = ["text", "autx", "dot"].contains(&&*case.format);
    [&ran.stderr, &ran.stdout].iter().any(|t| t.contains("error[")) || !is_plain && !ran.stdout.is_empty()
}

/// Whether the model cannot be reported in this form.
fn is_refused(ran: &Ran) -> bool {
    ran.stderr.contains("error[unusable-format]")
}

fn verdicts_of(ran: &Ran) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
    let properties = document["properties"].as_array().cloned().unwrap_or_default();
    let word = |p: &Value, field: &str| p[field].as_str().unwrap_or_default().to_owned();
    properties.iter().map(|p| (word(p, "name"), word(p, "verdict"))).collect()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}

/// The judge must be able to condemn: each of these is a run with one thing wrong.
#[test]
fn the_judge_sees_what_is_wrong() {
    use std::path::PathBuf;
    use std::time::Duration;
    let bounds = Bounds { deadline: Duration::from_secs(10), slack: Duration::from_secs(3), memory: 512 << 20 };
    let judge = Judge::new(bounds);
    let report = |verdict: &str| {
        format!(
            r#"{{"obligations":{{"verdict":"met"}},"properties":[{{"name":"p","verdict":"{verdict}"}}],"diagnostics":[]}}"#
        )
    };
    let good = || Ran {
        code: Some(0),
        stdout: report("holds"),
        stderr: String::new(),
        wall: Duration::from_secs(1),
        cpu: Duration::from_secs(1),
        waited: Duration::ZERO,
        peak: 1 << 20,
        hung: false,
        left: Vec::new(),
    };
    // The first report would be held against the schema, which this one does not follow.
    judge.reports.store(1, Ordering::Relaxed);
    let case = |command, format: &str| Case {
        name: "a.smv".to_owned(),
        path: PathBuf::from("a.smv"),
        command,
        format: format.to_owned(),
    };
    let words = |ran: Ran| {
        judge.reports.store(1, Ordering::Relaxed);
        judge.offences(&[(case("check", "json"), ran)]).into_iter().map(|(_, w)| w).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(words(good()), "");
    let error = || "error[x]: y".to_owned();
    let wrong = [
        (Ran { code: None, ..good() }, "ends with None"),
        (Ran { code: Some(101), ..good() }, "ends with Some(101)"),
        (Ran { hung: true, ..good() }, "hangs"),
        (Ran { wall: Duration::from_secs(14), waited: Duration::from_millis(900), ..good() }, "late: 14.0 s"),
        (Ran { peak: 800 << 20, ..good() }, "takes 800 MB"),
        (Ran { left: vec![".wherefore-x".to_owned()], ..good() }, "leaves .wherefore-x"),
        (Ran { stderr: "internal error: index out of bounds".to_owned(), ..good() }, "an error of the program"),
        (Ran { stdout: report("violated"), ..good() }, "the report means 1"),
        (Ran { stdout: report("undetermined"), ..good() }, "the report means 3"),
        (Ran { code: Some(2), stderr: error(), ..good() }, "the report means 0"),
        (Ran { code: Some(2), stdout: String::new(), ..good() }, "exit code 2 without an error"),
        (Ran { stdout: "{".to_owned(), ..good() }, "no JSON"),
        (Ran { code: Some(2), stdout: String::new(), stderr: error(), ..good() }, "no JSON"),
    ];
    for (ran, expected) in wrong {
        let said = words(ran);
        assert!(said.contains(expected), "{expected} is not in {said:?}");
    }
    assert_eq!(words(Ran { wall: Duration::from_secs(14), waited: Duration::from_secs(2), ..good() }), "");
    let pair =
        |one: Ran, two: Ran, format: &str| judge.offences(&[(case("check", "json"), one), (case("why", format), two)]);
    let violated = || Ran { code: Some(1), stdout: report("violated"), ..good() };
    assert!(format!("{:?}", pair(good(), violated(), "json")).contains("p is holds and violated"));
    let both = judge.offences(&[(case("check", "json"), good()), (case("check", "text"), violated())]);
    assert!(format!("{both:?}").contains("formats of check end with"), "{both:?}");
}
