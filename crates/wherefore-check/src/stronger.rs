//! What is left of a vacuous formula without the part that never matters, in the words of its author.
//!
//! `G (asked -> F answered)` where nothing is ever asked: `F answered` never matters, and `G !asked` holds too. A definition that the
//! author wrote by its name is shown by its name. A formula that nobody would read is not shown.

use crate::{Evidence, Recheck, Stronger};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Property, System, TermId, Terms, walk};
use wherefore_trace::formula;

/// Different parts of a formula that is shown, and how deep they are nested; deeper ones are cut off when they are written.
const MOST_PARTS: usize = 100;
const DEEPEST: usize = 11;

/// The formula that is left, of which this is the proof; none if it is too long to be read.
pub(crate) fn stronger(
    system: &System,
    property: &Property,
    (terms, left): (&mut Terms, TermId),
    idle: TermId,
    (evidence, recheck): (Evidence, Recheck),
) -> Option<Box<Stronger>> {
    let named = with_names(system, property, terms, [idle, left]);
    let [idle, left] = named.map(|term| is_readable(terms, term).then(|| formula(terms, term)));
    Some(Box::new(Stronger { idle: idle?, formula: left?, evidence, recheck }))
}

/// Formulas in which a definition that the text of a property names is a variable of that name: only to be shown.
fn with_names<const N: usize>(
    system: &System,
    property: &Property,
    terms: &mut Terms,
    formulas: [TermId; N],
) -> [TermId; N] {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '.');
    let words: BTreeSet<&str> = property.text.split(|c| !is_name(c)).collect();
    let mut names: BTreeMap<TermId, TermId> = BTreeMap::new();
    for define in system.defines.iter().filter(|d| words.contains(d.name.as_str())) {
        let sort = terms.sort(define.term);
        if !terms.operands(define.term).is_empty()
            && let Some(var) = terms.declare(define.name.clone(), sort)
        {
            names.insert(define.term, terms.now(var));
        }
    }
    let mut done = FxHashMap::default();
    formulas.map(|formula| {
        let named = walk::rewrite(terms, &[formula], &mut done, |_, term| names.get(&term).copied());
        named.first().copied().unwrap_or(formula)
    })
}

fn is_readable(terms: &Terms, formula: TermId) -> bool {
    let parts = walk::postorder(terms, [formula]);
    if parts.len() > MOST_PARTS {
        return false;
    }
    let mut depths: BTreeMap<TermId, usize> = BTreeMap::new();
    for part in parts {
        let below = terms.operands(part).iter().filter_map(|t| depths.get(t)).max();
        depths.insert(part, below.map_or(0, |depth| depth + 1));
    }
    depths.get(&formula).is_some_and(|depth| *depth < DEEPEST)
}
