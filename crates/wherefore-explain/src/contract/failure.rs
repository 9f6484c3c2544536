//! What can be read off the failing run itself, without asking anybody: cells, ticks, pieces of the formula, events.

use super::diagnosis::{Failure, KeyEvent, Mark, MarkKind, Part};
use super::truths::{Truths, truth, variables};
use super::witness::{Witness, positions, witness};
use wherefore_ir::refinement::{Check, Conjunct, Refinement};
use wherefore_ir::{Element, ElementId, Op, Role, TermId, VarId};
use wherefore_trace::{Trace, show};

/// What the run shows of the conjunct that fails; the witness too. None if the run does not show it false.
pub(super) fn read(refinement: &Refinement, check: &Check, run: &Trace) -> Option<(Failure, Witness)> {
    let conjunct = refinement.consequent(check);
    let terms = &refinement.system.terms;
    let truths = Truths::new(terms, run, conjunct.term).ok()?;
    let witness = witness(&truths, run, conjunct.term)?;
    let positions = positions(&truths, run, conjunct.term, &witness);
    let marks = marks(refinement, run, &witness);
    let failing = failing(refinement, conjunct, &witness);
    let name = |v: VarId| terms.var(v).name.clone();
    let ports = variables(terms, conjunct.term);
    let mut causes: Vec<String> = Vec::new();
    marks.iter().for_each(|m| {
        if !causes.contains(&m.variable) {
            causes.push(m.variable.clone())
        }
    });
    let order = |v: &String| ports.iter().position(|p| name(*p) == *v);
    causes.sort_by_key(order);
    let failure = Failure {
        also: also(refinement, check, run),
        pieces: pieces(refinement, conjunct, &failing),
        events: events(refinement, run, (conjunct, &positions), &marks),
        variables: ports.into_iter().map(name).collect(),
        positions,
        marks,
        failing,
        causes,
        ..Failure::default()
    };
    Some((failure, witness))
}

/// Other conjuncts of the same side of the same contract that the run violates.
fn also(refinement: &Refinement, check: &Check, run: &Trace) -> Vec<String> {
    let contract = refinement.contract(check.contract);
    let others = contract.side(check.side).iter().enumerate().filter(|(place, _)| *place != check.conjunct);
    let broken = others.filter(|(_, c)| truth(&refinement.system.terms, run, c.term) == Some(false));
    broken.map(|(_, c)| refinement.qualified(contract.owner, &c.name)).collect()
}

/// The cells of the variables in the atoms of a witness. A parameter is marked only where nothing else is.
fn marks(refinement: &Refinement, run: &Trace, witness: &Witness) -> Vec<Mark> {
    let system = &refinement.system;
    let mut marks: Vec<Mark> = Vec::new();
    for (cell, kind) in &witness.cells {
        let mut leaves = leaves(refinement, cell.atom);
        if leaves.iter().any(|(v, _)| system.role(*v) != Role::Frozen) {
            leaves.retain(|(v, _)| system.role(*v) != Role::Frozen);
        }
        for (var, is_next) in leaves {
            let Some(tick) = (if is_next { run.successor(cell.tick) } else { Some(cell.tick) }) else { continue };
            let variable = system.terms.var(var).name.clone();
            match marks.iter_mut().find(|m| m.tick == tick && m.variable == variable) {
                Some(mark) => mark.kind = mark.kind.max(*kind),
                None => marks.push(Mark { tick, variable, kind: *kind }),
            }
        }
    }
    marks.sort_by_key(|m| (m.tick, m.kind));
    marks
}

/// The variables of an atom in the order of reading, and whether their next values are meant.
fn leaves(refinement: &Refinement, atom: TermId) -> Vec<(VarId, bool)> {
    let terms = &refinement.system.terms;
    let (mut found, mut stack) = (Vec::new(), vec![atom]);
    let mut seen = std::collections::BTreeSet::new();
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            _ if !seen.insert(term) => {}
            Op::Var(v) => found.push((v, false)),
            Op::Next(v) => found.push((v, true)),
            _ => stack.extend(terms.operands(term).iter().rev()),
        }
    }
    found
}

/// The elements of the conjunct that stand for its failing terms, outermost first.
fn failing(refinement: &Refinement, conjunct: &Conjunct, witness: &Witness) -> Vec<ElementId> {
    let elements = &refinement.system.elements;
    let inside = |id: &ElementId| is_inside(refinement, *id, conjunct.element);
    let mut list: Vec<ElementId> = Vec::new();
    for term in &witness.failing {
        list.extend(
            elements.of(*term).iter().copied().filter(inside).filter(|e| !list.contains(e)).collect::<Vec<_>>(),
        );
    }
    list
}

/// Whether an element is part of another, at any depth up to a sane one.
fn is_inside(refinement: &Refinement, id: ElementId, whole: Option<ElementId>) -> bool {
    const DEEPEST: usize = 1000;
    let parents = std::iter::successors(Some(id), |e| refinement.system.elements.get(*e).parent);
    whole.is_some_and(|whole| parents.skip(1).take(DEEPEST).any(|p| p == whole))
}

/// The text of the conjunct, the outermost failing part apart.
fn pieces(refinement: &Refinement, conjunct: &Conjunct, failing: &[ElementId]) -> Vec<Part> {
    let text = conjunct.text.as_str();
    let whole = |fails: bool| vec![Part { text: text.to_owned(), fails }];
    let Some(element) = failing.first() else { return whole(true) };
    let Element { name, .. } = refinement.system.elements.get(*element);
    // What is promised stands behind what it waits for, so that the last occurrence is meant.
    let Some(at) = text.rfind(name.as_str()).filter(|_| !name.is_empty()) else { return whole(true) };
    let cut = [(&text[..at], false), (name.as_str(), true), (&text[at + name.len()..], false)];
    let kept = cut.into_iter().filter(|(text, _)| !text.is_empty());
    kept.map(|(text, fails)| Part { text: text.to_owned(), fails }).collect()
}

/// What happened on the run: the marked variables change, the promise becomes due, it is broken.
fn events(
    refinement: &Refinement,
    run: &Trace,
    (conjunct, positions): (&Conjunct, &[usize]),
    marks: &[Mark],
) -> Vec<KeyEvent> {
    let terms = &refinement.system.terms;
    let mut events = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    marks.iter().for_each(|m| {
        if !names.contains(&m.variable.as_str()) {
            names.push(&m.variable)
        }
    });
    let due = marks.iter().filter(|m| m.kind == MarkKind::Trigger).map(|m| m.tick).max();
    for tick in 0..run.len() {
        for name in &names {
            let Some(var) = terms.find_var(name) else { continue };
            let (now, before) = (run.value(tick, var), tick.checked_sub(1).and_then(|t| run.value(t, var)));
            if let Some(value) = now.filter(|_| now != before) {
                let verb = if tick == 0 { "is" } else { "becomes" };
                events.push(KeyEvent { tick, what: format!("{name} {verb} {}", show(terms, var, value)) });
            }
        }
        if due == Some(tick) {
            events.push(KeyEvent { tick, what: format!("{} becomes due", conjunct.name) });
        }
        if positions.contains(&tick) {
            events.push(KeyEvent { tick, what: format!("{} fails", conjunct.name) });
        }
    }
    events
}
