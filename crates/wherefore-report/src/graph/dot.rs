//! A diagram for Graphviz.
//!
//! Colours say what a transition means, green that it avoids the failure, red that it seals it; the run that is shown is
//! drawn bold. Shapes distinguish the kinds of neighbourhoods without colours: cn is a box, in a diamond, ci a hexagon, cin
//! an octagon. A violated node has a double line, one where the failure cannot happen any more a dashed one. Transitions
//! between the same nodes that look the same are one line with their labels stacked.

use crate::document::{Diagram, Node, Tint};
use crate::text::fit::{shorten_middle, visible};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Labels on one line of the picture, and the columns of each.
const MOST_LABELS: usize = 4;
const WIDEST_LABEL: usize = 36;
/// Columns of the title.
const WIDEST_TITLE: usize = 100;

const GREEN: &str = "#2e7d32";
const RED: &str = "#c62828";
const BLACK: &str = "#424242";
const LIGHT_GREEN: &str = "#c8e6c9";
const LIGHT_RED: &str = "#ffcdd2";

/// Short lines: a title does not make a narrow picture wider.
const LEGEND: &str = "green avoids the failure, red seals it,\\ngrey leaves it open; bold: the run shown\\n\
                      box: some avoid (cn), diamond: some seal (in)\\nhexagon: both (ci), octagon: all three (cin)";

/// The picture as text.
pub fn dot(diagram: &Diagram) -> String {
    let title = quoted(&diagram.title, WIDEST_TITLE);
    let mut out = format!(
        "digraph wherefore {{\n  label=\"{title}\\n{LEGEND}\\n \";\n  labelloc=t;\n  fontname=\"Helvetica\";\n  \
         fontsize=12;\n  node [shape=circle, fontname=\"Helvetica\", fontsize=11, color=\"{BLACK}\", \
         margin=\"0.04,0.03\", width=0.4, height=0.3];\n  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n"
    );
    if !diagram.nodes.is_empty() {
        out.push_str("  start [shape=point, width=0.1, tooltip=\"start\"];\n  start -> n0 [tooltip=\"start\"];\n");
    }
    for (index, node) in diagram.nodes.iter().enumerate() {
        let _ = writeln!(out, "  n{index} [label=\"{}\"{}];", node.state, look(node));
    }
    edges(diagram, &mut out);
    out.push_str("}\n");
    out
}

/// How a node looks.
fn look(node: &Node) -> String {
    if node.violated {
        return format!(", shape=doublecircle, color=\"{RED}\", fontcolor=\"{RED}\", tooltip=\"violated\"");
    }
    if node.safe {
        return format!(", style=dashed, color=\"{GREEN}\", fontcolor=\"{GREEN}\", tooltip=\"avoided\"");
    }
    let filled = |shape: &str, fill: String, kind: &str| {
        format!(", shape={shape}, style=filled, fillcolor=\"{fill}\", tooltip=\"{kind}\"")
    };
    match node.kind {
        Some("cn") => filled("box", LIGHT_GREEN.to_owned(), "cn"),
        Some("in") => filled("diamond", LIGHT_RED.to_owned(), "in"),
        Some("ci") => filled("hexagon", format!("{LIGHT_GREEN}:{LIGHT_RED}"), "ci"),
        Some("cin") => filled("octagon", format!("{LIGHT_GREEN}:{LIGHT_RED}"), "cin"),
        _ => String::new(),
    }
}

/// Bundles of arrows that look the same: the ends, the colour and whether the run takes it, with the labels, each once.
type Bundles<'a> = BTreeMap<(usize, Option<usize>, &'static str, bool), BTreeSet<&'a str>>;

fn edges(diagram: &Diagram, out: &mut String) {
    let mut bundles = Bundles::new();
    for arrow in &diagram.arrows {
        let key = (arrow.source, arrow.target, colour(arrow.tint), arrow.taken);
        bundles.entry(key).or_default().insert(&arrow.label);
    }
    let mut out_of_sight = None;
    for ((source, target, colour, taken), labels) in bundles {
        if target.is_none() && out_of_sight != Some(source) {
            out_of_sight = Some(source);
            let _ = writeln!(out, "  x{source} [shape=point, width=0.1, color=\"{GREEN}\", tooltip=\"avoided\"];");
        }
        let end = target.map_or_else(|| format!("x{source}"), |node| format!("n{node}"));
        let bold = if taken { ", penwidth=3" } else { "" };
        let label = stacked(&labels);
        let _ = writeln!(
            out,
            "  n{source} -> {end} [label=\" {label} \", color=\"{colour}\", fontcolor=\"{colour}\"{bold}];"
        );
    }
}

fn colour(tint: Tint) -> &'static str {
    match tint {
        Tint::Green => GREEN,
        Tint::Red => RED,
        Tint::Black => BLACK,
    }
}

/// Labels one above the other, the rest counted.
fn stacked(labels: &BTreeSet<&str>) -> String {
    let mut lines: Vec<String> = labels.iter().take(MOST_LABELS).map(|l| quoted(l, WIDEST_LABEL)).collect();
    if labels.len() > MOST_LABELS {
        lines.push(format!("and {} more", labels.len() - MOST_LABELS));
    }
    lines.join("\\n")
}

/// Text for a string of Graphviz, which gives a meaning to quotes, backslashes and, as HTML does, to ampersands.
pub(super) fn quoted(text: &str, columns: usize) -> String {
    let text = shorten_middle(&visible(text), columns);
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}
