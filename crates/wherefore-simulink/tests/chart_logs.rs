//! Charts as transition systems against the sequences that come with the charts of the corpus: what a chart says, tick by tick.
//!
//! The sequences were made by a tool that initialises all charts before the first step.

mod equal {
    pub mod machine;
    pub mod says;
}

use equal::machine::Machine;
use equal::says;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_ir::System;
use wherefore_simulink::document::Model;
use wherefore_simulink::stateflow::Seen;
use wherefore_simulink::{Options, container};
use wherefore_syntax::Reporter;

const CORPUS: &str = "simulink/mars-stateflow";
/// How many of the sequences are reproduced.
const LEAST: usize = 93;

fn read(path: &Path) -> Model {
    let text = container::unpack(&wherefore_test::bytes(path)).expect("an archive");
    let mut model = wherefore_simulink::parse(FileId(0), &text, &mut Reporter::default()).expect("a model");
    model.charts.iter_mut().for_each(|chart| chart.executes_at_initialization = true);
    model
}

fn lowered(model: &Model) -> Result<(System, Vec<Seen>), String> {
    let mut report = Reporter::default();
    let options = Options::default();
    let found = wherefore_simulink::meaning_with_charts(model, "m", &options, &mut report).filter(|_| !report.failed());
    let errors = |report: Reporter| {
        let list = report.into_diagnostics();
        list.iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect::<Vec<_>>().join("; ")
    };
    found.ok_or_else(|| errors(report))
}

/// What is said at each tick.
fn run(system: &System, seen: &[Seen], ticks: usize) -> Vec<Vec<String>> {
    let lines = says::lines(seen);
    let mut machine = Machine::watching(system, &says::terms(&lines));
    let inputs = machine.input_kinds();
    let skipped = system.annexes.outputs.len() + system.properties.len();
    let mut tick = || {
        let values = machine.tick(&inputs).expect("values");
        says::said(&lines, &mut values.into_iter().skip(skipped))
    };
    (0..ticks).map(|_| tick()).collect()
}

/// The sequence that is expected, tick by tick.
fn expected(list: &serde_json::Value) -> Vec<Vec<String>> {
    let (mut ticks, mut now) = (Vec::new(), Vec::new());
    for entry in list.as_array().into_iter().flatten().filter_map(|e| e.as_str()) {
        match entry.strip_prefix("log ") {
            Some(text) => now.push(text.to_owned()),
            None if entry.starts_with("delay") => ticks.push(std::mem::take(&mut now)),
            None => now.push(entry.to_owned()),
        }
    }
    ticks
}

fn judged(path: &Path, wanted: &[Vec<String>]) -> Result<(), String> {
    let (system, seen) = lowered(&read(path))?;
    let problems = wherefore_ir::validate(&system);
    assert!(problems.is_empty(), "{}: {problems:?}", path.display());
    let found = run(&system, &seen, wanted.len());
    match wanted.iter().zip(&found).position(|(a, b)| a != b) {
        None => Ok(()),
        Some(tick) => Err(format!("tick {tick}: wanted {:?}, found {:?}", wanted[tick], found[tick])),
    }
}

#[test]
fn charts_say_what_is_expected() {
    let Some(folder) = wherefore_test::corpus(CORPUS) else { return };
    let text = wherefore_test::read(&folder.join("expected.json"));
    let all: serde_json::Value = serde_json::from_str(&text).expect("a list");
    let (mut equal, mut others) = (0, Vec::new());
    for case in all.as_array().into_iter().flatten() {
        let file = case["file"].as_str().expect("a file").trim_end_matches(".xml").to_owned();
        let wanted = expected(&case["expected"]);
        let results: Vec<Result<(), String>> = ["", "_2018a"]
            .iter()
            .map(|year| folder.join(format!("{file}{year}.slx")))
            .filter(|path| path.exists())
            .map(|path| judged(&path, &wanted))
            .collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{file}: the containers differ: {results:?}");
        match results.into_iter().find(Result::is_err) {
            Some(Err(why)) => others.push(format!("{file}: {why}")),
            _ => equal += 1,
        }
    }
    wherefore_test::say(&format!("{} others:\n{}", others.len(), others.join("\n")));
    wherefore_test::counted(equal, "sequences reproduced");
    assert!(equal >= LEAST, "only {equal}");
}
