//! A script for MATLAB: it opens the diagram, highlights what a failure passes through, and sets inputs that show the failure.
//!
//! Every violated property is a case of a `switch`, with the run of its first class. Nothing of the model is saved. Names of the
//! model stand in quoted strings or, on one line, in comments.

use crate::document::drawing::{Drawing, DrawnBlock};
use crate::document::{Cell, Class, Column, Datum, Document, Place, Property, Role, Trace, Verdict};
use std::collections::BTreeSet;

/// Properties that are written, and blocks that are highlighted for one of them.
const MOST_PROPERTIES: usize = 100;
const MOST_BLOCKS: usize = 500;

/// The classes of integers by the range that a run writes.
const INTEGERS: [(&str, &str); 6] = [
    ("-128..127", "int8"),
    ("0..255", "uint8"),
    ("-32768..32767", "int16"),
    ("0..65535", "uint16"),
    ("-2147483648..2147483647", "int32"),
    ("0..4294967295", "uint32"),
];

/// The script for a report about a diagram; nothing for a model that is none.
pub fn render(report: &Document) -> String {
    if report.model.language != Some("simulink") {
        return String::new();
    }
    let mut script = format!("% wherefore {}: {}\n", report.command.word(), comment(&report.model.path));
    let violated: Vec<&Property> =
        report.properties.iter().filter(|p| matches!(p.verdict, Verdict::Violated(_))).collect();
    if violated.is_empty() {
        return script + "% No property was found to be violated: there is nothing to highlight.\n";
    }
    let Some(drawing) = &report.drawing else {
        return script + "% Where the blocks of the violated properties are is not known.\n";
    };
    script.push_str("% Run it in the folder of the model. It changes the open model, and saves nothing.\n");
    script.push_str("% To take the highlighting away: set_param(model, 'HiliteAncestors', 'none')\n\n");
    script.push_str(&format!("model = {};\nfailure = 1;\n", quoted(&drawing.model)));
    for (index, property) in violated.iter().take(MOST_PROPERTIES).enumerate() {
        script.push_str(&format!("%   {}: {}\n", index + 1, comment(&property.name)));
    }
    if violated.len() > MOST_PROPERTIES {
        script.push_str(&format!("%   {} more are not written\n", violated.len() - MOST_PROPERTIES));
    }
    script.push_str("\nopen_system(model);\nset_param(model, 'HiliteAncestors', 'none');\nswitch failure\n");
    for (index, property) in violated.iter().take(MOST_PROPERTIES).enumerate() {
        script.push_str(&case(report, drawing, index + 1, property));
    }
    script + "end\n"
}

fn case(report: &Document, drawing: &Drawing, number: usize, property: &Property) -> String {
    let class = property.inquiry().and_then(|i| i.classes.first());
    let trace = class.map(|c| &c.trace).or(property.verdict.trace());
    let mut out = format!("    case {number} % {}\n", comment(&property.name));
    out.push_str(&highlighted(report, drawing, property, class));
    if let Some(trace) = trace {
        out.push_str(&harness(drawing, trace));
    }
    out
}

/// What is highlighted: the cause, then what is to be told apart from it.
fn highlighted(report: &Document, drawing: &Drawing, property: &Property, class: Option<&Class>) -> String {
    let marked = class.and_then(|c| c.explanation.flow.as_ref()).map_or(&[][..], |f| f.marked.as_slice());
    let suspects = property.inquiry().map_or(&[][..], |i| i.suspects.as_slice());
    let suspects = suspects.iter().filter(|s| s.rank <= 3).filter_map(|s| s.span.as_ref().or(s.element.as_ref()));
    let first = report.fixes.as_ref().and_then(|found| found.ranked.first());
    let edits = first.into_iter().flat_map(|f| &f.edits).filter_map(|e| e.place.as_ref());
    let kinds: [(&str, &str, Vec<&Place>); 4] = [
        ("the cause passes through these", "find", marked.iter().collect()),
        ("first suspects", "different", suspects.collect()),
        ("edited by the first fix", "unique", edits.collect()),
        ("what fails", "error", property.span.iter().collect()),
    ];
    let mut out = String::new();
    for (words, scheme, places) in kinds {
        let mut seen = BTreeSet::new();
        let paths = places.into_iter().filter_map(|p| Some(p.block.as_ref()?.path.as_str()));
        let blocks: Vec<&DrawnBlock> =
            paths.filter(|p| seen.insert(*p)).filter_map(|p| Some(drawing.find(p)?.1)).take(MOST_BLOCKS).collect();
        if !blocks.is_empty() {
            out.push_str(&format!("        % {words}\n"));
        }
        for block in blocks {
            out.push_str(&format!("        {} % {}\n", highlight(drawing, block, scheme), comment(&block.path)));
        }
    }
    out
}

/// A block is found by its identifier, which does not change with names; old files have none.
fn highlight(drawing: &Drawing, block: &DrawnBlock, scheme: &str) -> String {
    if block.sid.is_empty() {
        return format!("hilite_system({}, '{scheme}');", path(block));
    }
    format!("Simulink.ID.hilite({}, '{scheme}');", quoted(&format!("{}:{}", drawing.model, block.sid)))
}

/// A block for commands that set its parameters.
fn handle(drawing: &Drawing, block: &DrawnBlock) -> String {
    if block.sid.is_empty() {
        return path(block);
    }
    format!("Simulink.ID.getHandle({})", quoted(&format!("{}:{}", drawing.model, block.sid)))
}

/// The path of a block; line breaks in names are part of it.
fn path(block: &DrawnBlock) -> String {
    let lines: Vec<String> = block.full_path.split('\n').map(quoted).collect();
    if lines.len() == 1 { lines.concat() } else { format!("[{}]", lines.join(" newline ")) }
}

/// The inputs of a run as what the model reads from the workspace.
fn harness(drawing: &Drawing, trace: &Trace) -> String {
    let mut ports: Vec<&DrawnBlock> =
        drawing.systems.first().map_or_else(Vec::new, |s| s.blocks.iter().filter(|b| b.kind == "Inport").collect());
    ports.sort_by_key(|b| b.symbol.parse::<usize>().unwrap_or(usize::MAX));
    if ports.is_empty() {
        return "        % the model has no inputs\n".to_owned();
    }
    let step = drawing.step.clone().unwrap_or_else(|| "1".to_owned());
    let mut out = "        % inputs of the failing run\n".to_owned();
    if drawing.step.is_none() {
        out.push_str("        % The model does not say the length of its step: put it here.\n");
    }
    let last = trace.rows.len().saturating_sub(1);
    out.push_str(&format!("        step = {step};\n        time = (0:{last})' * step;\n"));
    out.push_str("        wherefore_inputs = Simulink.SimulationData.Dataset;\n");
    for port in &ports {
        let values = data(port, trace);
        let name = quoted(&port.name);
        out.push_str(&format!("        signal = timeseries({values}, time);\n"));
        out.push_str(&format!("        wherefore_inputs = wherefore_inputs.addElement(signal, {name});\n"));
        out.push_str(&format!("        set_param({}, 'Interpolate', 'off');\n", handle(drawing, port)));
    }
    out.push_str("        set_param(model, 'LoadExternalInput', 'on', 'ExternalInput', 'wherefore_inputs', ...\n");
    out.push_str("            'StopTime', num2str(time(end), 17));\n");
    for name in free_outputs(&ports, trace) {
        out.push_str(&format!("        % not set: {}, which was taken as free\n", comment(name)));
    }
    out + "        % now: sim(model)\n"
}

/// The columns of a port: one, or one for each element.
fn columns(port: &DrawnBlock, trace: &Trace) -> Vec<usize> {
    let is_own = |c: &Column| {
        let rest = c.name.strip_prefix(port.path.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('[') && rest.ends_with(']'))
    };
    let all = trace.columns.iter().enumerate();
    all.filter(|(_, c)| c.role == Role::Input && is_own(c)).map(|(index, _)| index).collect()
}

/// Inputs of the run that are no inputs of the model.
fn free_outputs<'t>(ports: &[&DrawnBlock], trace: &'t Trace) -> Vec<&'t str> {
    let own: BTreeSet<usize> = ports.iter().flat_map(|port| columns(port, trace)).collect();
    let all = trace.columns.iter().enumerate();
    all.filter(|(index, c)| c.role == Role::Input && !own.contains(index)).map(|(_, c)| c.name.as_str()).collect()
}

/// The values of a port, a row for each step. What has no part in the run is zero.
fn data(port: &DrawnBlock, trace: &Trace) -> String {
    let columns = columns(port, trace);
    let row = |cells: &[Option<std::sync::Arc<Cell>>]| {
        let value = |index: &usize| cells.get(*index).and_then(Option::as_deref).map_or("0".to_owned(), number);
        let values: Vec<String> = columns.iter().map(value).collect();
        if values.is_empty() { "0".to_owned() } else { values.join(", ") }
    };
    let rows: Vec<String> = trace.rows.iter().map(|r| row(&r.cells)).collect();
    let matrix = format!("[{}]", rows.join("; "));
    match columns.first().and_then(|index| trace.columns.get(*index)).map(|c| c.sort.as_str()) {
        Some("boolean") => format!("logical({matrix})"),
        Some(sort) => match INTEGERS.iter().find(|(range, _)| *range == sort) {
            Some((_, class)) => format!("{class}({matrix})"),
            None => matrix,
        },
        None => matrix,
    }
}

/// A value as MATLAB writes it. A fraction is an expression there, too.
fn number(cell: &Cell) -> String {
    match &cell.datum {
        Datum::Bool(b) => u8::from(*b).to_string(),
        Datum::Int(n) => n.to_string(),
        Datum::Text => {
            let text = cell.text.replace("f'", "");
            let is_plain = text.chars().all(|c| c.is_ascii_digit() || "+-./".contains(c));
            if is_plain && !text.is_empty() { text } else { "0".to_owned() }
        }
    }
}

/// A text between quotes: what would end it is doubled, and control characters are blanks.
fn quoted(text: &str) -> String {
    format!("'{}'", one_line(text).replace('\'', "''"))
}

/// A text for the rest of a line.
fn comment(text: &str) -> String {
    one_line(text)
}

fn one_line(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}');
    text.chars().map(|c| if is_break(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_quotes() {
        assert_eq!(quoted("it's\nhere"), "'it''s here'");
        assert_eq!(comment("a\r\ndelete('x')"), "a  delete('x')");
        let cell = |text: &str| Cell { text: text.to_owned(), datum: Datum::Text };
        let block = DrawnBlock { full_path: "m/it's\nhere".to_owned(), ..DrawnBlock::default() };
        assert_eq!(path(&block), "['m/it''s' newline 'here']");
        assert_eq!((number(&cell("-f'1/3")), number(&cell("1; quit"))), ("-1/3".to_owned(), "0".to_owned()));
    }

    #[test]
    fn without_a_violation_there_is_nothing_to_show() {
        let mut report = Document::new(crate::document::Command::Check, "m.slx");
        assert_eq!(render(&report), "");
        report.model.language = Some("simulink");
        let script = render(&report);
        assert!(script.starts_with("% wherefore check: m.slx\n") && script.contains("nothing to highlight"));
    }
}
