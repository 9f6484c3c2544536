//! Why a formula is false on a run: a minimal set of atoms at ticks that shows it.
//!
//! The descent starts at the formula, which is false, and asks at each operator what makes it so, taking the earliest reason
//! there is: a conjunction is false because of its first false operand, `G f` because of the first position at which `f` is
//! false, `f U g` because `g` stays false up to a position at which `f` is false too. What is left at the end are atoms at
//! positions.
//!
//! ```text
//! G (a -> X b)        position   0  1  2     a is true and X b is false at 0, so b is false at 1:
//!                     a          t  f  t     the witness is a at 0 (what makes the promise due: a trigger)
//!                     b          t  f  f     and b at 1 (what breaks it: a response)
//! ```
//!
//! Positions are folded to ticks, since a further round of a loop shows the same values. Whether the cells are enough is
//! checked on its own: the formula is evaluated on a run that knows nothing but them, with Kleene's truth values, and must
//! still be false. Then cells are left out one by one as long as it stays so. The result is minimal: none can be spared.

use super::MarkKind;
use super::truths::Truths;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId, walk};
use wherefore_trace::{Labels, Step, Trace};

/// An atom at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    /// The tick.
    pub(crate) tick: usize,
    /// The atom.
    pub(crate) atom: TermId,
}

/// Evidence that a formula is false.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    /// The cells, each with what it does.
    pub(crate) cells: BTreeMap<Cell, MarkKind>,
    /// The terms that break the promise, outermost first, each with its value: below a negation it is true.
    pub(crate) failing: Vec<(TermId, bool)>,
}

/// A term that has its Boolean value at a position, and what it does for the failure.
type Fact = (TermId, usize, MarkKind);

/// A minimal witness for a formula that is false at the start of a run; none if it is not, or if a value is missing.
pub(crate) fn witness(truths: &Truths<'_>, trace: &Trace, formula: TermId) -> Option<Witness> {
    if truths.at(formula, 0) != Some(false) {
        return None;
    }
    let mut found = descend(truths, formula, 0)?;
    minimise(truths, trace, formula, &mut found.cells);
    Some(found)
}

/// The reasons for the Boolean value of a formula at a position, not yet minimal.
pub(crate) fn descend(truths: &Truths<'_>, formula: TermId, position: usize) -> Option<Witness> {
    let mut found = Witness::default();
    let (mut seen, mut listed) = (BTreeSet::new(), BTreeSet::new());
    let mut queue = VecDeque::from([(formula, position, MarkKind::Response)]);
    while let Some((term, position, kind)) = queue.pop_front() {
        if !seen.insert((term, position, kind)) {
            continue;
        }
        let value = truths.at(term, position)?;
        if kind == MarkKind::Response && listed.insert(term) {
            found.failing.push((term, value));
        }
        match reasons(truths, (term, position, kind), value)? {
            Some(facts) => queue.extend(facts),
            None => note(&mut found.cells, Cell { tick: truths.tick(position), atom: term }, kind),
        }
    }
    found.failing = responses(truths.terms, formula, found.failing, &listed);
    Some(found)
}

/// A cell that both triggers and breaks counts as breaking.
fn note(cells: &mut BTreeMap<Cell, MarkKind>, cell: Cell, kind: MarkKind) {
    let known = cells.entry(cell).or_insert(kind);
    *known = (*known).max(kind);
}

/// Failing terms below the outermost implication or operator `G`: the promise itself.
fn responses(
    terms: &Terms,
    formula: TermId,
    failing: Vec<(TermId, bool)>,
    listed: &BTreeSet<TermId>,
) -> Vec<(TermId, bool)> {
    let mut promise = formula;
    loop {
        promise = match (terms.op(promise), terms.operands(promise)) {
            (Op::G, [body]) => *body,
            (Op::Implies, [_, response]) => *response,
            (Op::And, list) => match list.iter().find(|t| listed.contains(t)) {
                Some(part) => *part,
                None => break,
            },
            _ => break,
        };
    }
    let inside: BTreeSet<TermId> = walk::postorder(terms, [promise]).into_iter().collect();
    failing.into_iter().filter(|(t, _)| inside.contains(t)).collect()
}

/// Why a term has its value at a position: the facts below it; the inner none for an atom, the outer if a value is missing.
fn reasons(truths: &Truths<'_>, (term, at, kind): Fact, value: bool) -> Option<Option<Vec<Fact>>> {
    let terms = truths.terms;
    if truths.stops.contains(&term) {
        return Some(None);
    }
    let (op, list) = (terms.op(term), terms.operands(term));
    let same = |t: &TermId| (*t, at, kind);
    let first = |wanted: bool| list.iter().find(|t| truths.at(**t, at) == Some(wanted)).map(same);
    let facts = match (op, list) {
        (Op::Const(_), _) => Vec::new(),
        (Op::Not, [a]) => vec![same(a)],
        (Op::And, _) if !value => vec![first(false)?],
        (Op::Or, _) if value => vec![first(true)?],
        (Op::And | Op::Or, _) => list.iter().map(same).collect(),
        (Op::Implies, [a, b]) if !value => vec![(*a, at, MarkKind::Trigger), same(b)],
        (Op::Implies, [a, b]) => match truths.at(*b, at) {
            Some(true) => vec![same(b)],
            _ => vec![same(a)],
        },
        (Op::Xor, [a, b]) => vec![same(a), same(b)],
        (Op::Eq, [a, b]) if terms.sort(*a) == Sort::Bool => vec![same(a), same(b)],
        (Op::Ite, [c, a, b]) if terms.sort(*a) == Sort::Bool => {
            vec![same(c), same(if truths.at(*c, at)? { a } else { b })]
        }
        (op, _) if op.is_ltl() => temporal(truths, (term, at, kind), value)?,
        _ => return Some(None),
    };
    Some(Some(facts))
}

/// Facts that show the value of a temporal operator.
fn temporal(truths: &Truths<'_>, (term, at, kind): Fact, value: bool) -> Option<Vec<Fact>> {
    let (op, list) = (truths.terms.op(term), truths.terms.operands(term));
    let all = |t: TermId, places: &[usize]| places.iter().map(|p| (t, *p, kind)).collect::<Vec<Fact>>();
    let later = || truths.onward(at);
    // Going back in time; in a loop the rounds before are the whole of it.
    let earlier = || (0..=at).rev().collect::<Vec<usize>>();
    Some(match (op, list) {
        (Op::X, [a]) => vec![(*a, truths.successor(at)?, kind)],
        (Op::Y | Op::Z, [a]) => at.checked_sub(1).map(|before| vec![(*a, before, kind)]).unwrap_or_default(),
        (Op::F, [a]) => all(*a, &until(truths, *a, &later(), true, value)),
        (Op::G, [a]) => all(*a, &until(truths, *a, &later(), false, !value)),
        (Op::O, [a]) => all(*a, &until(truths, *a, &earlier(), true, value)),
        (Op::H, [a]) => all(*a, &until(truths, *a, &earlier(), false, !value)),
        (Op::U, [a, b]) => chain(truths, (*a, *b, kind), &later(), true, value),
        (Op::R, [a, b]) => chain(truths, (*a, *b, kind), &later(), false, !value),
        (Op::S, [a, b]) => chain(truths, (*a, *b, kind), &earlier(), true, value),
        (Op::T, [a, b]) => chain(truths, (*a, *b, kind), &earlier(), false, !value),
        _ => return None,
    })
}

/// Where an operand decides: the first place with this value, if there is to be one; else all places.
fn until(truths: &Truths<'_>, a: TermId, places: &[usize], wanted: bool, exists: bool) -> Vec<usize> {
    match places.iter().find(|p| truths.at(a, **p) == Some(wanted)) {
        Some(place) if exists => vec![*place],
        _ => places.to_vec(),
    }
}

/// `a until b` along places, or its dual with all values turned round: what fulfils it, or what breaks it.
fn chain(
    truths: &Truths<'_>,
    (a, b, kind): (TermId, TermId, MarkKind),
    places: &[usize],
    sense: bool,
    fulfilled: bool,
) -> Vec<Fact> {
    let is = |t: TermId, p: usize, value: bool| truths.at(t, p) == Some(value == sense);
    let fact = |t: TermId| move |p: &usize| (t, *p, kind);
    if fulfilled {
        let end = places.iter().position(|p| is(b, *p, true)).unwrap_or(places.len());
        let holds = places[..end].iter().map(fact(a));
        return holds.chain(places.iter().skip(end).take(1).map(fact(b))).collect();
    }
    match places.iter().position(|p| is(a, *p, false) && is(b, *p, false)) {
        Some(end) => places[..=end].iter().map(fact(b)).chain(places[end..=end].iter().map(fact(a))).collect(),
        None => places.iter().map(fact(b)).collect(),
    }
}

/// A formula whose atoms are Boolean variables, to be evaluated where most of them are missing.
struct Sieve {
    terms: Terms,
    formula: TermId,
    atoms: Vec<(TermId, VarId)>,
    /// The truth of each atom by tick.
    values: Vec<Vec<Option<bool>>>,
    loop_start: Option<usize>,
    ticks: usize,
}

impl Sieve {
    fn new(truths: &Truths<'_>, trace: &Trace, formula: TermId) -> Sieve {
        let mut terms = truths.terms.clone();
        let mut names: FxHashMap<TermId, VarId> = FxHashMap::default();
        let list = truths.atoms(formula);
        for atom in &list {
            names.insert(*atom, terms.declare_stand_in(&format!("atom{}", atom.0), Sort::Bool));
        }
        let replace = |terms: &mut Terms, term: TermId| names.get(&term).map(|var| terms.now(*var));
        let formula = walk::rewrite(&mut terms, &[formula], &mut FxHashMap::default(), replace)[0];
        let values = list.iter().map(|a| (0..trace.len()).map(|tick| truths.at(*a, tick)).collect()).collect();
        let atoms = list.iter().map(|a| (*a, names[a])).collect();
        Sieve { terms, formula, atoms, values, loop_start: trace.loop_start, ticks: trace.len() }
    }

    /// Whether the formula is false given these cells and no others.
    fn shows(&self, known: impl Fn(&Cell) -> bool) -> bool {
        let step = |tick: usize| {
            let mut step = Step { values: vec![None; self.terms.var_count()], element: None };
            for ((atom, var), values) in self.atoms.iter().zip(&self.values) {
                if let Some(value) = values[tick].filter(|_| known(&Cell { tick, atom: *atom })) {
                    step.set(*var, Value::Bool(value));
                }
            }
            step
        };
        let trace = Trace { steps: (0..self.ticks).map(step).collect(), loop_start: self.loop_start };
        Labels::new(&self.terms, &trace, self.formula).is_ok_and(|l| l.at(self.formula, 0) == Some(false))
    }
}

/// Cells are not thinned out if they are more than this, or if the formula would have to be evaluated at more places
/// than below.
const MOST_CELLS: usize = 3000;
const MOST_VALUES: usize = 50_000_000;

/// Leaves out every cell that can be spared, latest first. If the cells are not enough, as when the past of a loop decides,
/// all cells of the run are taken to begin with.
fn minimise(truths: &Truths<'_>, trace: &Trace, formula: TermId, cells: &mut BTreeMap<Cell, MarkKind>) {
    let sieve = Sieve::new(truths, trace, formula);
    if !sieve.shows(|c| cells.contains_key(c)) {
        let all = sieve.atoms.iter().flat_map(|(atom, _)| (0..trace.len()).map(|tick| Cell { tick, atom: *atom }));
        all.for_each(|cell| note(cells, cell, MarkKind::Response));
    }
    let size = walk::postorder(&sieve.terms, [sieve.formula]).len().saturating_mul(truths.count());
    if cells.len() > MOST_CELLS || cells.len().saturating_mul(size) > MOST_VALUES {
        return;
    }
    for cell in cells.keys().copied().rev().collect::<Vec<_>>() {
        if sieve.shows(|c| *c != cell && cells.contains_key(c)) {
            cells.remove(&cell);
        }
    }
}

/// The ticks at which the body of the formula fails, moved to where what it promises is due: `G (a -> X b)` fails at the tick
/// after `a`. A formula that does not begin with `G` fails where its witness does.
pub(crate) fn positions(truths: &Truths<'_>, trace: &Trace, formula: TermId, witness: &Witness) -> Vec<usize> {
    let terms = truths.terms;
    let ticks: BTreeSet<usize> = match (terms.op(formula), terms.operands(formula)) {
        (Op::G, [body]) => (0..truths.count())
            .filter(|p| truths.at(*body, *p) == Some(false))
            .filter_map(|p| due(truths, trace, *body, p))
            .collect(),
        _ => {
            let responses = witness.cells.iter().filter(|(_, kind)| **kind == MarkKind::Response);
            responses.filter_map(|(cell, _)| shown_at(terms, trace, cell)).collect()
        }
    };
    ticks.into_iter().collect()
}

/// The tick whose values an atom speaks of: the next one if it is about next values.
pub(crate) fn shown_at(terms: &Terms, trace: &Trace, cell: &Cell) -> Option<usize> {
    if terms.has_next(cell.atom) { trace.successor(cell.tick) } else { Some(cell.tick) }
}

/// Where the promise that fails at a position is due: as many steps later as `X` stand before it. Of several ways to keep it
/// the latest counts: `b | X b | X X b` fails two steps later, not sooner.
fn due(truths: &Truths<'_>, trace: &Trace, body: TermId, position: usize) -> Option<usize> {
    let terms = truths.terms;
    let (mut latest, mut seen): (Option<(usize, Cell)>, _) = (None, BTreeSet::new());
    let mut stack = vec![(body, position, 0)];
    while let Some((term, at, steps)) = stack.pop() {
        if !seen.insert((term, at, steps)) {
            continue;
        }
        match (terms.op(term), terms.operands(term)) {
            (Op::Implies, [_, b]) => stack.push((*b, at, steps)),
            (Op::X, [a]) => stack.push((*a, truths.successor(at)?, steps + 1)),
            (Op::Not, [a]) if !terms.has_ltl(*a) => stack.push((*a, at, steps)),
            (Op::And, list) => {
                let broken = list.iter().find(|t| truths.at(**t, at) == Some(false)).or(list.first())?;
                stack.push((*broken, at, steps));
            }
            (Op::Or, list) if terms.has_ltl(term) => stack.extend(list.iter().rev().map(|t| (*t, at, steps))),
            _ if latest.is_none_or(|(most, _)| most < steps) => {
                latest = Some((steps, Cell { tick: truths.tick(at), atom: term }));
            }
            _ => {}
        }
    }
    latest.and_then(|(_, cell)| shown_at(terms, trace, &cell))
}

#[cfg(test)]
mod tests;
