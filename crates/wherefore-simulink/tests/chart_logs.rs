//! Charts as transition systems against the sequences that come with the charts of the corpus: what a chart says, tick by tick.
//!
//! The sequences were made by a tool that initialises all charts before the first step.

mod equal {
    pub mod machine;
}

use equal::machine::Machine;
use num_traits::ToPrimitive;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_ir::{System, TermId, Value};
use wherefore_simulink::document::Model;
use wherefore_simulink::stateflow::{Line, Seen, Word};
use wherefore_simulink::{Options, container};
use wherefore_syntax::Reporter;

const CORPUS: &str = "simulink/mars-stateflow";
/// How many of the sequences are reproduced.
const LEAST: usize = 90;

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

/// All terms that lines speak of, in order.
fn terms(line: &Line) -> Vec<TermId> {
    let numbers = line.words.iter().filter_map(|w| if let Word::Number(term, _) = w { Some(*term) } else { None });
    std::iter::once(line.when).chain(numbers).collect()
}

fn shown(value: &Value, format: &str) -> String {
    let number = match value {
        Value::Bool(b) => f64::from(u8::from(*b)),
        Value::Int(n) => n.to_f64().unwrap_or(f64::NAN),
        Value::Real(r) => r.to_f64().unwrap_or(f64::NAN),
        other => panic!("{other:?}"),
    };
    let digits = format.split_once('.').map_or("", |(_, d)| d).trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match digits.parse::<usize>() {
        Ok(digits) if format.ends_with('f') => format!("{number:.digits$}"),
        _ if format.ends_with('f') => format!("{number:.6}"),
        _ => format!("{number}"),
    }
}

/// What is said at each tick.
fn run(system: &System, seen: &[Seen], ticks: usize) -> Vec<Vec<String>> {
    let lines: Vec<&Line> =
        seen.iter().flat_map(|s| &s.first_lines).chain(seen.iter().flat_map(|s| &s.lines)).collect();
    let watched: Vec<TermId> = lines.iter().flat_map(|l| terms(l)).collect();
    let mut machine = Machine::watching(system, &watched);
    let inputs = machine.input_kinds();
    let skipped = system.annexes.outputs.len() + system.properties.len();
    let mut found = Vec::new();
    for _ in 0..ticks {
        let values = machine.tick(&inputs).expect("values");
        let mut values = values.into_iter().skip(skipped);
        let mut said = Vec::new();
        for line in &lines {
            let when = values.next() == Some(Value::Bool(true));
            let mut text = String::new();
            for word in &line.words {
                match word {
                    Word::Text(part) => text.push_str(part),
                    Word::Number(_, format) => text.push_str(&shown(&values.next().expect("a value"), format)),
                }
            }
            if when {
                said.push(text);
            }
        }
        found.push(said);
    }
    found
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
