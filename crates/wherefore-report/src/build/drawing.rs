//! The diagram of a model in the document: the systems that violated properties depend on, and the values on their lines.

use crate::document::drawing::{DrawnBlock, DrawnLine, DrawnNote, DrawnPart, DrawnSystem};
use crate::document::{self, Document, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_explain::dataflow::blocks::text;
use wherefore_ir::drawing::{Block, Drawing, Line, Part, Sheet};
use wherefore_ir::network::{BlockId, Network};
use wherefore_ir::{ElementId, System, TermId};
use wherefore_trace::{Evaluator, Trace};

/// What stands before a fraction in the tables of runs; on a line it would be in the way.
const FRACTION: &str = "f'";
/// Elements of a signal that are written; the others are dots.
const MOST_ELEMENTS: usize = 6;
/// Lines whose values are written, and values of one run.
const MOST_LINES: usize = 3_000;
const MOST_VALUES: usize = 300_000;

/// Puts the diagram into a report whose properties are decided, if the model is one and something is violated.
pub fn draw(report: &mut Document, system: &System) {
    let violated = report.properties.iter().filter(|p| matches!(p.verdict, Verdict::Violated(_)));
    let names: Vec<&str> = violated.map(|p| p.name.as_str()).collect();
    report.drawing = drawing(system, &names);
}

/// The systems of a diagram that these properties depend on; none if the model is no diagram or no property is given.
fn drawing(system: &System, properties: &[&str]) -> Option<document::drawing::Drawing> {
    let (drawing, network) = (system.annexes.drawing.as_deref()?, system.annexes.network.as_deref()?);
    let mut shown = BTreeSet::new();
    for property in properties {
        shown.extend(sheets(drawing, &elements(network, &cone(network, property))));
    }
    if shown.is_empty() {
        return None;
    }
    let places: BTreeMap<usize, usize> = shown.iter().enumerate().map(|(place, sheet)| (*sheet, place)).collect();
    let first_line = |sheet: usize| drawing.sheets.iter().take(sheet).map(|s| s.lines.len()).sum();
    let systems = shown.iter().filter_map(|s| Some(drawn_system(drawing.sheets.get(*s)?, first_line(*s), &places)));
    Some(document::drawing::Drawing {
        model: drawing.name.clone(),
        step: drawing.step.clone(),
        systems: systems.collect(),
        left_out: drawing.left_out,
    })
}

/// The blocks that a property depends on.
fn cone(network: &Network, property: &str) -> BTreeSet<BlockId> {
    let mut open: Vec<BlockId> = network.sink(property).into_iter().collect();
    let mut seen: BTreeSet<BlockId> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        for input in &network.block(id).inputs {
            if seen.insert(*input) {
                open.push(*input);
            }
        }
    }
    seen
}

fn elements(network: &Network, blocks: &BTreeSet<BlockId>) -> BTreeSet<ElementId> {
    blocks.iter().filter_map(|b| network.block(*b).element).collect()
}

/// The sheets with one of these elements, and those around them.
fn sheets(drawing: &Drawing, elements: &BTreeSet<ElementId>) -> BTreeSet<usize> {
    let has_part = |block: &Block| block.element.is_some_and(|e| elements.contains(&e));
    let own = drawing.blocks().filter(|(_, block)| has_part(block)).map(|(sheet, _)| sheet);
    let own: BTreeSet<usize> = own.collect();
    own.into_iter().flat_map(|sheet| drawing.around(sheet)).collect()
}

fn drawn_system(sheet: &Sheet, first_line: usize, places: &BTreeMap<usize, usize>) -> DrawnSystem {
    let block = |b: &Block| DrawnBlock {
        path: b.path.clone(),
        sid: b.sid.clone(),
        full_path: b.full_path.clone(),
        name: b.title.clone(),
        unnamed: !b.is_titled,
        kind: b.kind.clone(),
        symbol: b.symbol.clone(),
        round: b.is_round,
        position: b.position,
        facing: b.facing.word(),
        inputs: b.inputs,
        outputs: b.outputs,
        inside: b.inside.and_then(|sheet| places.get(&sheet).copied()),
    };
    let part = |p: &Part| DrawnPart { points: p.points.clone(), to: p.target };
    let line = |(index, l): (usize, &Line)| DrawnLine {
        signal: first_line + index,
        name: l.name.clone(),
        from: l.source,
        parts: l.parts.iter().map(part).collect(),
    };
    DrawnSystem {
        name: sheet.title.clone(),
        parent: sheet.owner.and_then(|(around, _)| places.get(&around).copied()),
        owner: sheet.owner.map(|(_, block)| block),
        blocks: sheet.blocks.iter().map(block).collect(),
        lines: sheet.lines.iter().enumerate().map(line).collect(),
        notes: sheet.notes.iter().map(|n| DrawnNote { text: n.text.clone(), at: n.at }).collect(),
    }
}

/// The values on the lines that a property depends on, by the numbers of the lines.
pub fn signals(system: &System, property: &str, trace: &Trace) -> BTreeMap<usize, Vec<(usize, String)>> {
    let annexes = (system.annexes.drawing.as_deref(), system.annexes.network.as_deref());
    let (Some(drawing), Some(network)) = annexes else { return BTreeMap::new() };
    let cone = cone(network, property);
    let lines = drawing.lines().enumerate().map(|(number, (_, line))| (number, line.streams.as_slice()));
    let lines: Vec<(usize, &[BlockId])> =
        lines.filter(|(_, streams)| streams.iter().any(|s| cone.contains(s))).take(MOST_LINES).collect();
    let terms: Vec<TermId> = lines.iter().flat_map(|(_, s)| *s).map(|b| network.block(*b).value).collect();
    let Ok(evaluator) = Evaluator::new(&system.terms, &terms) else { return BTreeMap::new() };
    let mut found: BTreeMap<usize, Vec<(usize, String)>> = BTreeMap::new();
    let most = MOST_VALUES / terms.len().max(1);
    for (tick, step) in trace.steps.iter().take(most).enumerate() {
        let values = evaluator.evaluate(&step.values, None);
        let mut rest = values.as_slice();
        for (number, streams) in &lines {
            let (own, others) = rest.split_at(streams.len().min(rest.len()));
            rest = others;
            let words: Option<Vec<String>> = streams
                .iter()
                .zip(own)
                .take(MOST_ELEMENTS + 1)
                .map(|(block, value)| Some(text(system, *block, value.as_ref()?).replace(FRACTION, "")))
                .collect();
            let words = words.map_or_else(String::new, |list| in_brackets(&list));
            let changes = found.entry(*number).or_default();
            if changes.last().map_or("", |(_, before)| before.as_str()) != words {
                changes.push((tick, words));
            }
        }
    }
    found.retain(|_, changes| !changes.is_empty());
    found
}

/// The elements of a signal as one text.
fn in_brackets(elements: &[String]) -> String {
    match elements {
        [one] => one.clone(),
        all if all.len() > MOST_ELEMENTS => format!("[{} ...]", all[..MOST_ELEMENTS].join(" ")),
        all => format!("[{}]", all.join(" ")),
    }
}
