//! The blocks of a program for Graphviz, with a cause coloured.
//!
//! Every call is a frame with its blocks inside, data flows from left to right. Shapes distinguish the kinds of blocks: an
//! input is an ellipse, a constant bare text, a delay a box with a double line, an initialisation a hexagon, a switch a
//! trapezium, a latch a box with tabs, a port of a call a rounded box. What is on the cause is filled, with its values and
//! ticks in the label (`0 @ 2`: false at the second tick), and the arcs between are bold. Ticks count from 1.

use super::dot::quoted;
use crate::document::flow::{Block, BlockKind, Diagram};
use std::fmt::Write;

/// Columns of a name and of the title.
const WIDEST_NAME: usize = 32;
const WIDEST_TITLE: usize = 100;
/// Values in one label.
const MOST_VALUES: usize = 4;

const DARK: &str = "#424242";
const PALE: &str = "#9e9e9e";
const RED: &str = "#c62828";
const LIGHT_RED: &str = "#ffcdd2";
const FRAME: &str = "#bdbdbd";

const LEGEND: &str = "filled and bold: on the cause, with value @ tick\\nellipse: input, bare: constant, double line: delay, \
                      hexagon: first value,\\ntrapezium: switch, tabs: latch, rounded: port";

/// The picture as text.
pub fn blocks(diagram: &Diagram) -> String {
    let title = quoted(&diagram.title, WIDEST_TITLE);
    let left_out = match diagram.left_out {
        0 => String::new(),
        n => format!("\\n{n} more blocks, further from the property, are not drawn"),
    };
    let mut out = format!(
        "digraph wherefore {{\n  label=\"{title}\\n{LEGEND}{left_out}\\n \";\n  labelloc=t;\n  rankdir=LR;\n  \
         nodesep=0.2;\n  ranksep=0.35;\n  fontname=\"Helvetica\";\n  fontsize=12;\n  node [shape=box, \
         fontname=\"Helvetica\", fontsize=11, color=\"{DARK}\", margin=\"0.06,0.03\", width=0.3, height=0.3];\n  edge \
         [fontname=\"Helvetica\", fontsize=8, fontcolor=\"{PALE}\", labeldistance=1.4, arrowsize=0.6];\n"
    );
    frames(diagram, &mut out);
    for arc in &diagram.arcs {
        let (Some(source), Some(target)) = (diagram.blocks.get(arc.source), diagram.blocks.get(arc.target)) else {
            continue;
        };
        let label = if arc.port.is_empty() { String::new() } else { format!("headlabel=\"{}\", ", arc.port) };
        let look = if arc.active { format!("color=\"{RED}\", penwidth=2.5") } else { format!("color=\"{PALE}\"") };
        // Writing to a string does not fail.
        let _ = writeln!(out, "  b{} -> b{} [{label}{look}];", source.id, target.id);
    }
    out.push_str("}\n");
    out
}

/// The frames of all calls with their blocks inside. Calls are walked by their nesting on a stack of what is left to be
/// written: calls may be nested to any depth.
fn frames(diagram: &Diagram, out: &mut String) {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); diagram.calls.len()];
    let mut own: Vec<Vec<&Block>> = vec![Vec::new(); diagram.calls.len()];
    for (call, parent) in diagram.calls.iter().enumerate().filter_map(|(i, c)| Some((i, c.parent?))) {
        inside.get_mut(parent).into_iter().for_each(|list| list.push(call));
    }
    for block in &diagram.blocks {
        own.get_mut(block.call).into_iter().for_each(|list| list.push(block));
    }
    let roots = diagram.calls.iter().enumerate().rev().filter(|(_, c)| c.parent.is_none());
    let mut open: Vec<Step> = roots.map(|(call, _)| Step::Open(call)).collect();
    while let Some(step) = open.pop() {
        let Step::Open(call) = step else {
            out.push_str("  }\n");
            continue;
        };
        // The main node is the picture itself.
        if !diagram.calls[call].name.is_empty() {
            // The frames around it show the rest of its path.
            let name = diagram.calls[call].name.rsplit('/').next().unwrap_or_default();
            let name = quoted(name, WIDEST_NAME);
            let _ = writeln!(out, "  subgraph cluster_{call} {{\n  label=\"{name}\"; color=\"{FRAME}\"; labeljust=l;");
            open.push(Step::Close);
        }
        own[call].iter().for_each(|block| node(block, out));
        open.extend(inside[call].iter().rev().map(|call| Step::Open(*call)));
    }
}

/// Steps left to be written.
enum Step {
    Open(usize),
    Close,
}

fn node(block: &Block, out: &mut String) {
    let mut looks = vec![shape(block.kind).to_owned()];
    let mut styles = Vec::new();
    if block.kind == BlockKind::Wire {
        styles.push("rounded");
    }
    if !block.values.is_empty() {
        styles.push("filled");
        looks.push(format!("fillcolor=\"{LIGHT_RED}\", color=\"{RED}\""));
    }
    if !styles.is_empty() {
        looks.push(format!("style=\"{}\"", styles.join(",")));
    }
    if block.is_sink {
        looks.push("penwidth=3".to_owned());
    }
    let _ = writeln!(out, "  b{} [label=\"{}\", {}];", block.id, label(block), looks.join(", "));
}

fn shape(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Input => "shape=ellipse",
        BlockKind::Constant => "shape=plaintext",
        BlockKind::Delay => "shape=box, peripheries=2",
        BlockKind::Init => "shape=hexagon",
        BlockKind::Switch => "shape=trapezium, orientation=-90",
        BlockKind::Latch => "shape=component, margin=\"0.16,0.05\"",
        BlockKind::Wire | BlockKind::Operator => "shape=box",
    }
}

/// Symbol and name on a line, below them the values on the cause.
fn label(block: &Block) -> String {
    let (symbol, name) = (quoted(&block.symbol, WIDEST_NAME), block.name.as_ref().map(|n| quoted(n, WIDEST_NAME)));
    let mut lines: Vec<String> = [Some(symbol), name].into_iter().flatten().filter(|l| !l.is_empty()).collect();
    let value = |(tick, value): &(u32, String)| format!("{} @ {}", quoted(value, WIDEST_NAME), u64::from(*tick) + 1);
    lines.extend(block.values.iter().take(MOST_VALUES).map(value));
    if block.values.len() > MOST_VALUES {
        lines.push(format!("and {} more", block.values.len() - MOST_VALUES));
    }
    lines.join("\\n")
}
