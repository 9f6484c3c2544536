//! Random LTL formulas on random systems, and all lassos of a shape.

use super::random;
use wherefore_ir::{Compassion, Constraint, Op, Property, PropertyKind, System, TermId, Terms};
use wherefore_test::below;
use wherefore_trace::{Fault, Labels, Trace, replay, replay_property};

/// A failing lasso and all good lassos of the same shape.
pub struct Case {
    pub system: System,
    pub formula: TermId,
    pub assuming: Option<TermId>,
    pub trace: Trace,
    pub good_runs: Vec<Trace>,
}

pub fn show(case: &Case) -> String {
    let mut system = case.system.clone();
    let formulas = [Some(case.formula), case.assuming].into_iter().flatten();
    system.properties = formulas.enumerate().map(|(n, t)| property(&format!("p{n}"), t)).collect();
    format!("{}\n{:?}", wherefore_ir::text::print(&system), case.trace)
}

fn property(name: &str, term: TermId) -> Property {
    Property { name: name.to_owned(), kind: PropertyKind::Ltl, term, text: String::new(), element: None }
}

/// The case of a seed; none if no lasso of its shape violates the formula.
pub fn case(seed: u64) -> Option<Case> {
    let mut dice = seed ^ 0x1A55_0000;
    let mut system = random::system(&mut dice);
    let term = |system: &mut System, dice: &mut u64| random::truth(&mut system.terms, dice, 1);
    if below(&mut dice, 3) == 0 {
        let term = term(&mut system, &mut dice);
        system.justice.push(Constraint { term, element: None });
    }
    if below(&mut dice, 6) == 0 {
        let (premise, consequence) = (term(&mut system, &mut dice), term(&mut system, &mut dice));
        system.compassion.push(Compassion { premise, consequence, element: None });
    }
    let formula = temporal(&mut system.terms, &mut dice, 3);
    let assuming = (below(&mut dice, 3) == 0).then(|| temporal(&mut system.terms, &mut dice, 2));
    let ticks = 1 + below(&mut dice, 3);
    let start = below(&mut dice, ticks);
    let lassos = random::runs(&system, ticks)?.into_iter().map(|run| Trace::lasso(run.steps, start));
    let counts = |run: &Trace| replay(&system, run).is_ok() && is_fair(&system, run) && has(&system, run, assuming);
    let (good_runs, bad): (Vec<Trace>, Vec<Trace>) =
        lassos.filter(counts).partition(|run| has(&system, run, Some(formula)));
    let trace = if bad.is_empty() { None } else { Some(bad[below(&mut dice, bad.len())].clone()) }?;
    Some(Case { system, formula, assuming, trace, good_runs })
}

/// Whether a formula, if there is one, holds on a run.
fn has(system: &System, run: &Trace, formula: Option<TermId>) -> bool {
    formula.is_none_or(|f| Labels::new(&system.terms, run, f).expect("a plain formula").at(f, 0) == Some(true))
}

/// Replay complains about fairness before it looks at the property.
pub fn is_fair(system: &System, run: &Trace) -> bool {
    let mut system = system.clone();
    let nothing = system.terms.bool(false);
    let nothing = system.terms.apply(Op::G, &[nothing]);
    let error = replay_property(&system, run, &property("p", nothing)).err();
    !error.is_some_and(|e| matches!(e.fault, Fault::Justice | Fault::Compassion))
}

/// A formula with future and past operators, now and then with a next value.
fn temporal(terms: &mut Terms, dice: &mut u64, depth: u32) -> TermId {
    if depth == 0 {
        return random::truth(terms, dice, 1);
    }
    let (a, b) = (temporal(terms, dice, depth - 1), temporal(terms, dice, depth - 1));
    let unary = [Op::X, Op::F, Op::G, Op::Y, Op::Z, Op::O, Op::H, Op::F, Op::G];
    let binary = [Op::U, Op::R, Op::S, Op::T];
    match below(dice, 5) {
        0 => terms.not(a),
        1 => terms.and([a, b]),
        2 => terms.or([a, b]),
        3 => terms.apply(binary[below(dice, binary.len())], &[a, b]),
        _ => terms.apply(unary[below(dice, unary.len())], &[a]),
    }
}
