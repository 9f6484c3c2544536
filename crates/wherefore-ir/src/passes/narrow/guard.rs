//! Memories whose first value is free and never read.
//!
//! The memory of a `pre` has no initial value: at the first tick it is any integer. To give it a range would cut runs off,
//! unless it is never read. It is not if each place where it occurs lies in the branch of a case distinction that is not
//! taken as long as its value is the first one:
//!
//! ```text
//! first   init first, next first = false          n = 0 -> pre n + 1    is    (ite first 0 (+ m 1))
//! ```
//!
//! A memory on a slower clock keeps its first value until the clock ticks for the first time. The flag of that clock is
//! recognised by its shape; while it is true the memory may only be copied to itself:
//!
//! ```text
//! g = (ite first true w),  next w = (and g (not c)),  next m = (ite c e m)
//! c     then next m is the value of e
//! not c and g      then next w is true, and so is g at the next tick
//! not c and not g  then m had its value from e already
//! ```
//!
//! Definitions and the values of blocks may read such a memory: they are shown, and decide nothing.

use crate::{Op, Role, Sort, System, TermId, Terms, Value, VarId, walk};
use std::collections::BTreeSet;

/// How many clocks are looked at; each takes a walk over the system.
const MOST_CLOCKS: usize = 64;

/// The flag of a clock, and the condition under which the clock ticks.
struct Clock {
    flag: TermId,
    ticks: TermId,
}

/// The variables whose first value is never read.
pub(super) fn unread(system: &System) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for first in first_flags(system) {
        let implied = implied(&system.terms, first);
        let read = read_unless(system, &implied, None);
        found.extend(system.next.keys().filter(|v| !read.contains(v)));
        for clock in clocks(system, &implied).into_iter().take(MOST_CLOCKS) {
            let implied = self::implied(&system.terms, clock.flag);
            let read = read_unless(system, &implied, Some(&clock));
            let holds = |v: &&VarId| kept(system, **v, clock.ticks).is_some();
            found.extend(system.next.keys().filter(holds).filter(|v| !read.contains(v)));
        }
    }
    found
}

/// Flags that are true at the first tick and never again.
fn first_flags(system: &System) -> BTreeSet<TermId> {
    let is_flag = |term: &TermId| match system.terms.op(*term) {
        Op::Var(v) if system.role(v) == Role::State && system.terms.sort(*term) == Sort::Bool => {
            system.next.get(&v).is_some_and(|u| is_constant(&system.terms, u.term, false))
        }
        _ => false,
    };
    let conjuncts = system.init.iter().flat_map(|c| walk::conjuncts(&system.terms, c.term));
    conjuncts.filter(is_flag).collect()
}

fn is_constant(terms: &Terms, term: TermId, value: bool) -> bool {
    terms.constant(term) == Some(&Value::Bool(value))
}

/// For each term whether it is plainly true when the flag is.
fn implied(terms: &Terms, flag: TermId) -> Vec<bool> {
    let mut implied = vec![false; terms.len()];
    for term in terms.ids() {
        implied[term.index()] = term == flag
            || match (terms.op(term), terms.operands(term)) {
                (Op::Or, list) => list.iter().any(|t| implied[t.index()]),
                (Op::Ite, [condition, then, _]) => implied[condition.index()] && is_constant(terms, *then, true),
                _ => false,
            };
    }
    implied
}

/// The clocks that begin with the first tick.
fn clocks(system: &System, at_first: &[bool]) -> Vec<Clock> {
    let terms = &system.terms;
    let mut clocks = Vec::new();
    for (waiting, update) in &system.next {
        let (Op::And, [a, b]) = (terms.op(update.term), terms.operands(update.term)) else { continue };
        for (flag, idle) in [(*a, *b), (*b, *a)] {
            let (Op::Ite, [begin, then, other]) = (terms.op(flag), terms.operands(flag)) else { continue };
            let (Op::Not, [ticks]) = (terms.op(idle), terms.operands(idle)) else { continue };
            let is_flag =
                at_first[begin.index()] && is_constant(terms, *then, true) && terms.op(*other) == Op::Var(*waiting);
            if is_flag {
                clocks.push(Clock { flag, ticks: *ticks });
            }
        }
    }
    clocks
}

/// Next value of a variable when the clock ticks, if it keeps its value otherwise.
fn kept(system: &System, var: VarId, ticks: TermId) -> Option<TermId> {
    let terms = &system.terms;
    let update = system.next.get(&var)?.term;
    match (terms.op(update), terms.operands(update)) {
        (Op::Ite, [c, e, old]) if *c == ticks && terms.op(*old) == Op::Var(var) => Some(*e),
        _ => None,
    }
}

/// The variables that are read at a tick at which the implied terms are true; for a clock, apart from those that it keeps
/// being copied to themselves.
fn read_unless(system: &System, implied: &[bool], clock: Option<&Clock>) -> BTreeSet<VarId> {
    let terms = &system.terms;
    let mut stack = roots(system);
    for (var, update) in &system.next {
        match clock.and_then(|c| kept(system, *var, c.ticks).map(|e| [c.ticks, e])) {
            Some(parts) => stack.extend(parts),
            None => stack.push(update.term),
        }
    }
    let mut seen = vec![false; terms.len()];
    let mut read = BTreeSet::new();
    while let Some(term) = stack.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match (terms.op(term), terms.operands(term)) {
            (Op::Var(v), _) => {
                read.insert(v);
            }
            (Op::Ite, [c, then, _]) if implied[c.index()] => stack.extend([*c, *then]),
            (Op::Ite, [c, _, other]) if is_negation(terms, *c, implied) => stack.extend([*c, *other]),
            (_, operands) => stack.extend(operands),
        }
    }
    read
}

fn is_negation(terms: &Terms, term: TermId, implied: &[bool]) -> bool {
    matches!((terms.op(term), terms.operands(term)), (Op::Not, [a]) if implied[a.index()])
}

/// Every formula that decides about runs or verdicts, apart from updates.
fn roots(system: &System) -> Vec<TermId> {
    let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).chain(&system.justice);
    let mut roots: Vec<TermId> = constraints.map(|c| c.term).collect();
    roots.extend(system.compassion.iter().flat_map(|c| [c.premise, c.consequence]));
    roots.extend(system.obligations.iter().map(|o| o.term));
    roots.extend(system.properties.iter().map(|p| p.term));
    roots.extend(system.annexes.rest);
    if let Some(graph) = &system.annexes.control {
        roots.extend(graph.states.iter().map(|s| s.active));
        roots.extend(graph.transitions.iter().flat_map(|t| [t.enabled, t.taken]));
    }
    roots
}
