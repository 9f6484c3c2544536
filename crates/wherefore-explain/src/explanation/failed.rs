//! Which part of a property is false on a run, and which cells of the run show it.
//!
//! A property is mostly a conjunction under `G`, and one conjunct is enough to break it. It is found by going down from the
//! outside as long as what is asserted is a conjunction in disguise: `G`, `&`, a negated `|`, a negated `->`. What is left is
//! the smallest part that the property asserts and the run refutes; inside it the witness says what was to come true and did
//! not. An invariant is looked at in the last tick alone, because the run ends where it is broken.
//!
//! ```text
//! G (a & (b -> c) & d[2] < 5)    a, b, c true and d[2] = 7 at tick 3     the part `d[2] < 5` at tick 3
//! G (a & (b -> c) & d[2] < 5)    a, b true and c false at tick 2         the part `b -> c` at tick 2, and in it `c`
//! ```

use super::spelling::Spelling;
use super::truths::{Truths, leaves};
use super::witness::{Witness, positions, witness};
use super::{Claim, Failed, FailedPart, Mark, MarkKind, Subject, Why};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{ElementId, Op, Property, Role, System, TermId};
use wherefore_trace::Trace;

/// The most parts that are listed.
const MOST_PARTS: usize = 6;

/// Part of a claim that is false on a run that breaks it. `asked` is the property that the claim comes from: its text
/// and place.
pub fn failed(subject: &Subject<'_>, asked: &Property, run: &Trace) -> Result<Failed, Why> {
    Ok(Reading::new(subject, asked, run)?.failed(subject.system, asked))
}

/// Facts that can be read off a failing run without a solver.
pub(crate) struct Reading {
    /// The terms that break the promise, outermost first, each with its value.
    pub(crate) failing: Vec<(TermId, bool)>,
    /// The smallest part that the formula asserts and the run refutes, and whether it is asserted or its negation is.
    conjunct: (TermId, bool),
    /// The terms from the formula to it.
    way: BTreeSet<TermId>,
    formula: TermId,
    positions: Vec<usize>,
    marks: Vec<Mark>,
    spelling: Spelling,
}

impl Reading {
    /// Reads a run that breaks a claim.
    pub(crate) fn new(subject: &Subject<'_>, asked: &Property, run: &Trace) -> Result<Reading, Why> {
        let system = subject.system;
        match subject.claim {
            Claim::Path { formula, .. } => Reading::of(system, asked, formula, run),
            Claim::Always(good) if system.terms.has_next(good) => Err(Why::TwoTicks),
            Claim::Always(good) => {
                // A claim that is behind by a tick speaks of the tick before.
                let (formula, back) = if subject.is_behind() { (asked.term, 2) } else { (good, 1) };
                let tick = run.len().checked_sub(back).ok_or(Why::EmptyRun)?;
                if system.terms.has_next(formula) {
                    return Err(Why::TwoTicks);
                }
                let mut reading = Reading::of(system, asked, formula, &Trace::finite(vec![run.steps[tick].clone()]))?;
                reading.positions = if back == 1 { subject.broken(run) } else { vec![tick] };
                reading.marks.iter_mut().for_each(|mark| mark.tick = tick);
                Ok(reading)
            }
        }
    }

    fn of(system: &System, asked: &Property, formula: TermId, run: &Trace) -> Result<Reading, Why> {
        let mut truths = Truths::new(&system.terms, run, formula).map_err(Why::Unreadable)?;
        let spelling = Spelling::new(system, &asked.text);
        let (conjunct, way) = conjunct(&truths, formula);
        if system.annexes.network.is_some() {
            // The streams of a program are what people know; what they are made of is the matter of the cause.
            truths.stops = spelling.named().filter(|t| !way.contains(t)).collect();
        }
        let witness = witness(&truths, run, formula).ok_or(Why::NotShown)?;
        let positions = positions(&truths, run, formula, &witness);
        let marks = marks(system, &spelling, run, &witness);
        Ok(Reading { failing: witness.failing, conjunct, way, formula, positions, marks, spelling })
    }

    /// The failed part in words.
    pub(crate) fn failed(mut self, system: &System, asked: &Property) -> Failed {
        let mut parts = vec![self.outermost(system, asked)];
        let inner = self.failing.iter().filter(|(term, value)| !value && !self.way.contains(term));
        for (term, _) in inner {
            if parts.len() >= MOST_PARTS {
                break;
            }
            let element = element(system, asked, &self.spelling, *term);
            let text = quoted(system, element).or_else(|| self.spelling.text(*term, true));
            let part = text.map(|text| FailedPart { text, element });
            parts.extend(part.filter(|part| parts.iter().all(|p| p.text != part.text)));
        }
        Failed { parts, ticks: self.positions, marks: self.marks }
    }

    /// The conjunct that is broken; as the source has it if it is all there is.
    fn outermost(&mut self, system: &System, asked: &Property) -> FailedPart {
        let (term, is_asserted) = self.conjunct;
        if is_asserted && term == self.formula && term == asked.term {
            return FailedPart { text: asked.text.clone(), element: asked.element };
        }
        let element = element(system, asked, &self.spelling, term).filter(|_| is_asserted);
        let text = quoted(system, element).or_else(|| self.spelling.text(term, is_asserted));
        FailedPart { text: text.unwrap_or_else(|| asked.text.clone()), element: element.or(asked.element) }
    }
}

/// The smallest part that a formula which is false at the start asserts and the run refutes; whether it is asserted, or its
/// negation is; and all terms on the way to it.
fn conjunct(truths: &Truths<'_>, formula: TermId) -> ((TermId, bool), BTreeSet<TermId>) {
    let terms = truths.terms;
    let (mut term, mut asserted, mut at) = (formula, true, 0);
    let mut way = BTreeSet::new();
    loop {
        way.insert(term);
        let list = terms.operands(term);
        let broken = |t: &&TermId| truths.at(**t, at) == Some(!asserted);
        let next = match (terms.op(term), list, asserted) {
            (Op::And, list, true) | (Op::Or, list, false) => list.iter().find(broken).map(|t| (*t, asserted, at)),
            (Op::G, [a], true) | (Op::F, [a], false) => {
                let when = truths.onward(at).into_iter().find(|p| truths.at(*a, *p) == Some(!asserted));
                when.map(|when| (*a, asserted, when))
            }
            (Op::Not, [a], _) => Some((*a, !asserted, at)),
            (Op::Implies, [a, b], false) => match truths.at(*a, at) {
                Some(false) => Some((*a, true, at)),
                _ => Some((*b, false, at)),
            },
            _ => None,
        };
        match next {
            Some(next) => (term, asserted, at) = next,
            None => return ((term, asserted), way),
        }
    }
}

/// The place of a term inside the property, or of the definition that it is.
fn element(system: &System, asked: &Property, spelling: &Spelling, term: TermId) -> Option<ElementId> {
    let inside = |id: &ElementId| is_inside(system, *id, asked.element);
    system.elements.of(term).iter().copied().find(inside).or_else(|| spelling.definition(term))
}

/// Source text of an element that is part of a formula.
fn quoted(system: &System, element: Option<ElementId>) -> Option<String> {
    let element = system.elements.get(element?);
    let is_part = element.kind == wherefore_ir::ElementKind::Operator && !element.name.is_empty();
    is_part.then(|| element.name.clone())
}

/// Whether an element is part of another, at any depth up to a sane one.
pub(crate) fn is_inside(system: &System, id: ElementId, whole: Option<ElementId>) -> bool {
    const DEEPEST: usize = 1000;
    let parents = std::iter::successors(Some(id), |e| system.elements.get(*e).parent);
    whole.is_some_and(|whole| parents.skip(1).take(DEEPEST).any(|p| p == whole))
}

/// The cells of the variables in the atoms of a witness. A parameter is marked only where nothing else is.
fn marks(system: &System, spelling: &Spelling, run: &Trace, witness: &Witness) -> Vec<Mark> {
    let mut kinds: BTreeMap<(usize, &str), MarkKind> = BTreeMap::new();
    let mut order: Vec<(usize, &str)> = Vec::new();
    let mut note = |tick: usize, name, kind: MarkKind| {
        let known = kinds.entry((tick, name)).or_insert_with(|| {
            order.push((tick, name));
            kind
        });
        *known = (*known).max(kind);
    };
    for (cell, kind) in &witness.cells {
        if let Some(name) = spelling.name(cell.atom).filter(|_| system.annexes.network.is_some()) {
            note(cell.tick, name, *kind);
            continue;
        }
        let mut leaves = leaves(&system.terms, cell.atom);
        if leaves.iter().any(|(v, _)| system.role(*v) != Role::Frozen) {
            leaves.retain(|(v, _)| system.role(*v) != Role::Frozen);
        }
        for (var, is_next) in leaves {
            let Some(tick) = (if is_next { run.successor(cell.tick) } else { Some(cell.tick) }) else { continue };
            let var = system.terms.var(var);
            // Variables that the source does not show have no cells.
            if !var.is_hidden() {
                note(tick, var.name.as_str(), *kind);
            }
        }
    }
    let mark = |place: &(usize, &str)| Mark { tick: place.0, variable: place.1.to_owned(), kind: kinds[place] };
    let mut marks: Vec<Mark> = order.iter().map(mark).collect();
    marks.sort_by_key(|m| (m.tick, m.kind));
    marks
}

#[cfg(test)]
mod tests;
