//! Temporal operators that become others: what is promised some time is promised in the next step, or always.
//!
//! ```text
//! in the future a      always a      then a      a      (a or then a)
//! b implies a          b implies then a          b implies in the future a
//! ```

use crate::rewrite::insertion;
use crate::{Edit, Finder, Infix, Kind, Node, Operator, Site, Tree};
use wherefore_diag::Span;

/// Operators, each as a word and as a letter.
type Family = [(&'static str, &'static str); 3];

/// Operators that can stand for each other, as words and as letters: now and later, now and before. The weaker come first.
const FAMILIES: [Family; 2] = [
    [("in the future", "F"), ("then", "X"), ("always", "G")],
    [("in the past", "O"), ("previously", "Y"), ("historically", "H")],
];

/// Other spellings of operators.
const SYNONYMS: [(&str, &str); 2] = [("eventually", "in the future"), ("next", "then")];

/// How much more it costs to say when something holds, or to say it no longer, than to change the time.
const ADDED: u8 = 1;

/// Adds all changes of temporal operators.
pub(super) fn changes(finder: &mut Finder<'_>, tree: &Tree, site: &Site) {
    for node in &tree.nodes {
        match (&node.kind, tree.parts(node)) {
            (Kind::Temporal { .. }, [operand]) => replaced(finder, node, operand, site),
            (Kind::Infix { operator: Some(Infix::Implies), .. }, [_, response]) => added(finder, response, site),
            _ => {}
        }
    }
}

/// The operator that is written somewhere: its family, its place in it, and whether it is a letter.
fn known(written: &str) -> Option<(&'static Family, usize, bool)> {
    let words: Vec<&str> = written.split_whitespace().collect();
    let words = words.join(" ");
    let plain = SYNONYMS.iter().find(|(other, _)| *other == words).map_or(words.as_str(), |(_, plain)| *plain);
    FAMILIES.iter().find_map(|family| {
        let place = family.iter().position(|(word, letter)| *word == plain || *letter == plain)?;
        Some((family, place, family.iter().any(|(_, letter)| *letter == plain)))
    })
}

fn replaced(finder: &mut Finder<'_>, node: &Node, operand: &Node, site: &Site) {
    let whole = Span { end: operand.outer.start, ..node.inner };
    let written = finder.slice(whole).trim_end();
    let sign = Span { end: whole.start + written.len() as u32, ..whole };
    let Some((family, own, is_letter)) = known(written) else { return };
    let spelt = |(word, letter): &(&'static str, &'static str)| if is_letter { *letter } else { *word };
    let shown = finder.quote(node.inner);
    for (_, other) in family.iter().enumerate().filter(|(at, _)| *at != own) {
        let what = format!("{} becomes `{}` in {}", finder.quote(sign), spelt(other), site.words);
        finder.replace(Operator::Rt, sign, spelt(other), what, site);
    }
    let what = format!("{shown} holds at once in {}", site.words);
    finder.replace(Operator::Rt, whole, "", what, site);
    finder.dearer(ADDED);
    let is_some_time = FAMILIES.first().is_some_and(|future| future == family) && own == 0;
    if is_some_time {
        let (or, then) = if is_letter { ("|", "X") } else { ("or", "then") };
        let text = finder.slice(operand.outer).to_owned();
        let edits = vec![
            Edit { span: whole, text: "(".to_owned() },
            insertion(operand.outer.end, operand.outer, format!(" {or} {then} {text})")),
        ];
        let what = format!("{shown} holds within a step in {}", site.words);
        finder.add(Operator::Rt, edits, sign, what, site);
        finder.dearer(ADDED);
    }
}

/// What follows from something holds later.
fn added(finder: &mut Finder<'_>, response: &Node, site: &Site) {
    if matches!(response.kind, Kind::Temporal { .. } | Kind::Truth(_)) {
        return;
    }
    let needs_brackets = !response.is_bracketed() && !matches!(response.kind, Kind::Atom);
    let (open, close) = if needs_brackets { ("(", ")") } else { ("", "") };
    for (word, when) in [("then", "a step later"), ("in the future", "some time later")] {
        let mut edits = vec![insertion(response.outer.start, response.outer, format!("{word} {open}"))];
        if needs_brackets {
            edits.push(insertion(response.outer.end, response.outer, close));
        }
        let what = format!("{} holds {when} in {}", finder.quote(response.inner), site.words);
        finder.add(Operator::Rt, edits, response.inner, what, site);
        finder.dearer(ADDED);
    }
}
