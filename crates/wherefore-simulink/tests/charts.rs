//! Charts: all of the corpus are read, and every label of theirs is understood.

use indexmap::IndexMap;
use serde_json::Value as Json;
use wherefore_diag::FileId;
use wherefore_simulink::container;
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{Interpreter, Options};
use wherefore_simulink::stateflow::Chart;
use wherefore_syntax::Reporter;

fn read(path: &std::path::Path) -> (String, Model) {
    let text = container::unpack(&wherefore_test::bytes(path)).expect("an archive");
    let model = wherefore_simulink::parse(FileId(0), &text, &mut Reporter::default()).expect("a model");
    (text, model)
}

#[test]
fn every_label_is_understood() {
    let Some(folder) = wherefore_test::corpus("simulink/mars-stateflow") else { return };
    let (mut charts, mut labels, mut wrong) = (0, 0, Vec::new());
    for path in wherefore_test::files(&folder, &["slx"]) {
        let (text, model) = read(&path);
        assert!(!model.charts.is_empty(), "{}", path.display());
        for chart in &model.charts {
            charts += 1;
            labels += chart.states.len() + chart.transitions.len();
            for mistake in &chart.mistakes {
                let shown = text.get(mistake.span.start as usize..mistake.span.end as usize).unwrap_or("");
                wrong.push(format!("{}: {} at `{shown}`", path.display(), mistake.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    wherefore_test::say(&format!("{labels} labels"));
    wherefore_test::counted(charts, "charts read");
}

/// The sequences of the corpus: name, file, lines.
fn sequences(folder: &std::path::Path) -> Vec<(String, String, Vec<String>)> {
    let text = wherefore_test::read(&folder.join("expected.json"));
    let list: Vec<Json> = serde_json::from_str(&text).expect("JSON");
    let line = |l: &Json| l.as_str().expect("a line").to_owned();
    let one = |t: &Json| {
        let expected = t["expected"].as_array().expect("lines").iter().map(line).collect();
        let file = line(&t["file"]).trim_end_matches(".xml").to_owned();
        (line(&t["test"]), file, expected)
    };
    list.iter().map(one).collect()
}

/// Runs a model whose charts are entered before the first tick.
fn run(model: &Model, cycles: usize, delay: &str) -> Result<Vec<String>, String> {
    let options = Options { enter_charts: true, ..Options::default() };
    let mut interpreter = Interpreter::new(model, &IndexMap::new(), &options).map_err(|p| p.to_string())?;
    let mut lines = Vec::new();
    for _ in 0..cycles {
        let tick = interpreter.step(&[]).map_err(|p| p.to_string())?;
        lines.extend(tick.log.into_iter().map(|l| format!("log {l}")));
        lines.push(delay.to_owned());
    }
    Ok(lines)
}

/// How many sequences must be right; the others have their reason printed.
const RIGHT: usize = 96;

#[test]
fn charts_log_what_is_expected() {
    let Some(folder) = wherefore_test::corpus("simulink/mars-stateflow") else { return };
    let (mut right, mut wrong) = (0, 0);
    for (name, file, expected) in sequences(&folder) {
        let (_, model) = read(&folder.join(format!("{file}.slx")));
        let delay = expected.iter().find(|l| l.starts_with("delay")).cloned().unwrap_or_default();
        let cycles = expected.iter().filter(|l| l.starts_with("delay")).count();
        match run(&model, cycles, &delay) {
            Ok(lines) if lines == expected => right += 1,
            Ok(lines) => {
                wrong += 1;
                wherefore_test::say(&format!("{name}:\n   {}\n   {}", expected.join(" "), lines.join(" ")));
            }
            Err(message) => {
                wrong += 1;
                wherefore_test::say(&format!("{name}: {message}"));
            }
        }
    }
    wherefore_test::say(&format!("{right} sequences are right, {wrong} are not"));
    assert!(right >= RIGHT);
}

/// A chart as text, without the places in the file and without its number there.
fn without_places(chart: &Chart) -> String {
    let mut chart = chart.clone();
    chart.id = 0;
    let text = format!("{chart:?}");
    let parts = text.split("Span {").enumerate().map(|(i, part)| match i {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, rest)| rest),
    });
    parts.collect::<Vec<_>>().join("Span")
}

/// The same chart in two containers.
#[test]
fn both_containers_hold_the_same_chart() {
    let Some(folder) = wherefore_test::corpus("simulink/mars-stateflow") else { return };
    let mut pairs = 0;
    for path in wherefore_test::files(&folder, &["slx"]) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(name) = stem.strip_suffix("_2018a") else { continue };
        let other = path.with_file_name(format!("{name}.slx"));
        let ((_, old), (_, new)) = (read(&path), read(&other));
        let charts = |model: &Model| {
            let mut texts: Vec<String> = model.charts.iter().map(without_places).collect();
            texts.sort();
            texts
        };
        assert_eq!(charts(&old), charts(&new), "{name}");
        assert_eq!(run(&old, 10, "delay"), run(&new, 10, "delay"), "{name}");
        pairs += 1;
    }
    wherefore_test::counted(pairs, "charts in two containers");
}

/// The older text form lists everything and names parents by number.
#[test]
fn the_older_form_holds_charts_too() {
    let text = include_str!("charts/lamp.mdl");
    let model = wherefore_simulink::parse(FileId(0), text, &mut Reporter::default()).expect("a model");
    let chart = &model.charts[0];
    assert_eq!(chart.mistakes, []);
    let names: Vec<String> = (0..chart.states.len()).map(|s| chart.path(s)).collect();
    assert_eq!(names, ["off", "on", "on.dim", "on.bright"]);
    let statement = &chart.states[2].sections[0].statements[1];
    assert_eq!(&text[statement.span.start as usize..statement.span.end as usize], "f(\\\"dim\\\")");
    let log = run(&model, 4, "|").expect("a run");
    assert_eq!(log, ["log off", "log dim", "|", "log bright", "|", "log off", "|", "log dim", "|"]);
}

/// Every model of the corpus runs, or says why not.
#[test]
fn every_model_runs_or_says_why_not() {
    let Some(folder) = wherefore_test::corpus("simulink/mars-stateflow") else { return };
    let (mut ran, mut reasons) = (0, Vec::new());
    for path in wherefore_test::files(&folder, &["slx"]) {
        match run(&read(&path).1, 50, "|") {
            Ok(_) => ran += 1,
            Err(reason) => {
                reasons.push(format!("{}: {reason}", path.file_name().unwrap_or_default().to_string_lossy()))
            }
        }
    }
    wherefore_test::say(&reasons.join("\n"));
    wherefore_test::counted(ran, "models run");
}
