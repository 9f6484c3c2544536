//! A failing machine made smaller before it is shown: whatever the failure does not need is dropped.

use super::lower::lower;
use super::machine::{Expr, Plan};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Arc;
use wherefore_test::{shrink, without_one};

/// More machines than this are not tried.
const MOST: usize = 300;

/// The smallest machine found on which a check fails as it does on the given one.
pub fn smallest(plan: &Plan, check: impl Fn(&Plan)) -> Plan {
    let mut tried = 0;
    let fails = |plan: &Plan| {
        tried += 1;
        let passes = |f: &dyn Fn()| catch_unwind(AssertUnwindSafe(f)).is_ok();
        // A machine that cannot be written as a system is no smaller form of the same failure.
        tried <= MOST && passes(&|| drop(lower(plan))) && !passes(&|| check(plan))
    };
    in_silence(|| shrink(plan.clone(), smaller, fails))
}

/// Failures of this thread are expected, and not printed.
fn in_silence<T>(work: impl FnOnce() -> T) -> T {
    let (here, usual) = (std::thread::current().id(), Arc::new(take_hook()));
    let others = usual.clone();
    set_hook(Box::new(move |info| {
        if std::thread::current().id() != here {
            others(info);
        }
    }));
    let result = work();
    drop(take_hook());
    set_hook(Box::new(move |info| usual(info)));
    result
}

/// The machines that have one part less. Every region keeps a transition, and so every state its name.
fn smaller(plan: &Plan) -> Vec<Plan> {
    let mut found: Vec<Plan> = Vec::new();
    let mut with = |change: &dyn Fn(&mut Plan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        found.push(plan);
    };
    for place in 0..plan.transitions.len() {
        if plan.transitions_of(plan.region_of(place)).len() > 1 {
            with(&|p| drop(p.transitions.remove(place)));
        }
    }
    without_one(&plan.invar).iter().for_each(|rest| with(&|p| p.invar.clone_from(rest)));
    without_one(&plan.init).iter().for_each(|rest| with(&|p| p.init.clone_from(rest)));
    for (place, transition) in plan.transitions.iter().enumerate() {
        without_one(&transition.actions).iter().for_each(|a| with(&|p| p.transitions[place].actions.clone_from(a)));
        weaker(&transition.guard).iter().for_each(|g| with(&|p| p.transitions[place].guard.clone_from(g)));
    }
    weaker(&plan.good).iter().for_each(|good| with(&|p| p.good.clone_from(good)));
    found
}

/// A condition without one of its conjuncts.
fn weaker(condition: &Expr) -> Vec<Expr> {
    match condition {
        Expr::Yes => Vec::new(),
        Expr::And(list) if list.len() > 1 => without_one(list).into_iter().map(Expr::And).collect(),
        _ => vec![Expr::Yes],
    }
}

/// A failure that needs one transition alone is shown with that one in its region, and nothing else of what can be dropped.
#[test]
fn a_planted_failure_is_shown_small() {
    let plan = super::ask::machine(5);
    let needed = plan.transitions.last().expect("a machine that moves").name.clone();
    let check = |plan: &Plan| assert!(plan.transitions.iter().all(|t| t.name != needed), "planted");
    let small = smallest(&plan, check);
    assert!(small.transitions.iter().any(|t| t.name == needed), "{small:#?}");
    assert_eq!(small.transitions.len(), plan.regions.len(), "{small:#?}");
    assert!(small.transitions.iter().all(|t| t.guard == Expr::Yes && t.actions.is_empty()), "{small:#?}");
    assert!(small.invar.is_empty() && small.init.is_empty() && small.good == Expr::Yes, "{small:#?}");
}
