//! The diagram of a model in a report: what is drawn of it, the values on its lines, blocks as places.

use std::sync::Arc;
use wherefore_check::{Observer, Session, Silent};
use wherefore_diag::{FileId, Landmark, SourceMap};
use wherefore_lang::simulink;
use wherefore_report::build::{self, Context, Defines};
use wherefore_report::document::{Command, Document};
use wherefore_report::{html, matlab};

const TANK: &str = include_str!("../../wherefore/tests/cli/diagram_tank.mdl");

/// A report about the tank, as `wherefore check` makes it.
fn report() -> Document {
    let system = simulink::load(FileId(0), TANK, "tank", &simulink::Options::default()).system.unwrap();
    let mut sources = SourceMap::single("tank.mdl", TANK);
    let drawing = system.annexes.drawing.clone().unwrap();
    let mark =
        |b: &wherefore_ir::drawing::Block| Landmark { span: b.span.unwrap(), name: b.path.clone(), id: b.sid.clone() };
    sources.set_landmarks(FileId(0), drawing.blocks().map(|(_, b)| mark(b)).collect());
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let finding = Session::new(&system, Default::default()).check(
        &system.properties[0],
        &wherefore_solve::Stop::new(),
        &observer,
    );
    let context = Context { command: Command::Check, system: &system, sources: &sources, defines: Defines::Declared };
    let mut report = Document::new(Command::Check, "tank.mdl");
    report.model.language = Some("simulink");
    report.properties.push(build::property(&context, &finding, None, 0.0));
    build::draw(&mut report, &system);
    report.sources = Arc::new(sources);
    report
}

#[test]
fn the_diagram_and_the_values_on_its_lines_are_in_the_document() {
    let report = report();
    let drawing = report.drawing.as_ref().unwrap();
    assert_eq!(
        drawing.systems.iter().map(|s| (s.name.as_str(), s.parent)).collect::<Vec<_>>(),
        [("", None), ("Controller", Some(0))]
    );
    let (root, safe) = drawing.find("Safe").unwrap();
    let place = root.blocks.iter().position(|b| b.path == "Safe");
    let line = root.lines.iter().find(|l| l.from.map(|(block, _)| block) == place).unwrap();
    let trace = report.properties[0].verdict.trace().unwrap();
    let last = trace.rows.len() - 1;
    let value = trace.signals[&line.signal].iter().rfind(|(tick, _)| *tick <= last);
    assert_eq!((safe.symbol.as_str(), value.map(|(_, v)| v.as_str())), ("OR", Some("FALSE")));
}

#[test]
fn a_place_in_a_diagram_is_a_block() {
    let report = report();
    let place = report.properties[0].span.as_ref().unwrap();
    assert_eq!(place.words(), "Drained (SID 13)");
    assert_eq!(place.block.as_ref().map(|b| b.path.as_str()), Some("Drained"));
}

#[test]
fn the_page_has_the_diagram_and_not_the_text_of_the_file() {
    let page = html::render(&report());
    assert!(page.contains("\"drawing\"") && page.contains("Open or pump"));
    assert!(!page.contains("RelationalOperator {") && page.contains("\"sources\":[]"));
}

#[test]
fn the_script_highlights_what_fails_and_sets_the_inputs() {
    let script = matlab::render(&report());
    assert!(script.contains("model = 'tank';\n"));
    assert!(script.contains("Simulink.ID.hilite('tank:13', 'error'); % Drained\n"));
    assert!(script.contains("step = 0.1;\n") && script.contains("timeseries(uint8(["));
    assert!(script.contains("addElement(signal, 'pump on');"));
}
