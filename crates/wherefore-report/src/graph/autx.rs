//! A diagram as a tagged graph in the form of the CLEAR tools, `.autx`.
//!
//! ```text
//! des (0, 3, 4)
//! (0, "Send":BLACK, 1)
//! (1:N:GR, "Exit":GREEN, -1)
//! (1:N:GR, "Send":RED, 2)
//! ```
//!
//! The format is Aldebaran text with a colour behind each label, and behind the source if it is a neighbourhood the colours
//! of its kind. Whatever avoids the failure leads to -1, which counts as one state, however many there are: what is safe is
//! no part of the counterexamples. Labels are written as they are, as in Aldebaran text, where the last quote of a line
//! ends them; only what cannot be seen is escaped (control characters, changes of direction), so that a line stays a line.

use crate::document::{Arrow, Diagram, Tint};
use crate::text::fit::visible;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The text of a diagram. Nodes have the numbers that they have in it.
pub fn autx(diagram: &Diagram) -> String {
    let is_safe = |node: usize| diagram.nodes.get(node).is_some_and(|n| n.safe);
    let arrows: Vec<&Arrow> = diagram.arrows.iter().filter(|a| !is_safe(a.source)).collect();
    let sources = arrows.iter().map(|a| a.source as i64);
    let ends: BTreeSet<i64> = sources.chain(arrows.iter().map(|a| target(a))).chain([0]).collect();
    let mut out = format!("des (0, {}, {})\n", arrows.len(), ends.len());
    for arrow in arrows {
        let tag = diagram.nodes.get(arrow.source).and_then(|n| n.kind).map_or("", tag);
        let (source, colour, target) = (arrow.source, colour(arrow.tint), target(arrow));
        // Writing to a string does not fail.
        let _ = writeln!(out, "({source}{tag}, \"{}\":{colour}, {target})", visible(&arrow.label));
    }
    out
}

fn target(arrow: &Arrow) -> i64 {
    match arrow.target {
        Some(node) if arrow.tint != Tint::Green => node as i64,
        _ => -1,
    }
}

fn tag(kind: &str) -> &'static str {
    match kind {
        "cn" => ":N:G",
        "in" => ":N:R",
        "ci" => ":N:GR",
        "cin" => ":N:GRB",
        _ => "",
    }
}

fn colour(tint: Tint) -> &'static str {
    match tint {
        Tint::Green => "GREEN",
        Tint::Red => "RED",
        Tint::Black => "BLACK",
    }
}
