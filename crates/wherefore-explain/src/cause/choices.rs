//! Choices of a run that can be kept, and the order in which they are given up.
//!
//! A choice is a variable at a tick whose value nothing before it settles: an input; the first value of a state variable,
//! unless `init` says it; a later value of a state variable without a next function. A variable that a restriction on all
//! ticks computes from others, as a wire does, is no choice.
//!
//! *Order.* What is tried first is given up first. Old ticks go before new ones, numbers before the rest, later declared
//! variables before earlier ones: so what is kept is near the failure and short to say. A state variable whose next value
//! a relation restricts is both: where the relation leaves one value it is an effect, where it leaves several a choice. Such
//! values go before all others, the last ones first, so that what is kept of them is the moment of the choice and not what
//! came of it.
//!
//! ```text
//! next(x) = x | next(x) = x + 1,  x = 0 0 1 1      kept of x: x(2) = 1, not x(3) = 1
//! ```

use super::bound::{self, is_numeric};
use super::soft::Soft;
use super::{Bound, Kept};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Role, System, Terms, VarId, walk};
use wherefore_trace::Trace;

/// Choices in a run whose last tick is `last`: by tick, then by order of declaration.
pub fn choices(system: &System, last: u32) -> Vec<(VarId, u32)> {
    let vars: Vec<VarId> = system.vars().map(|(v, _)| v).collect();
    let (computed, settled) = (computed(system), settled(system));
    let open = |var: VarId, tick: u32| match system.role(var) {
        Role::Input => true,
        _ if computed.contains(&var) => false,
        _ if tick == 0 => !settled.contains(&var),
        Role::Frozen => false,
        Role::State => !system.next.contains_key(&var),
    };
    let at = |tick: u32| vars.iter().copied().filter(move |v| open(*v, tick)).map(move |v| (v, tick));
    (0..=last).flat_map(at).collect()
}

/// The state variables that a restriction on all ticks `v = e` computes from others and that nothing else says anything about.
/// Where either side could be the one, it is the later declared: a port of a part, not that of the whole.
fn computed(system: &System) -> BTreeSet<VarId> {
    let (terms, effects) = (&system.terms, effects(system));
    let mut sources: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    for conjunct in system.invar.iter().flat_map(|c| walk::conjuncts(terms, c.term)) {
        let (Op::Eq, [a, b]) = (terms.op(conjunct), terms.operands(conjunct)) else { continue };
        let side = |(side, other)| match terms.op(side) {
            Op::Var(v) => Some((v, walk::variables(terms, [other]))),
            _ => None,
        };
        let is_free = |v: VarId| {
            let is_moved = system.next.contains_key(&v) || effects.contains(&v) || sources.contains_key(&v);
            system.role(v) == Role::State && !is_moved
        };
        let fits = |(v, read): &(VarId, BTreeSet<VarId>)| is_free(*v) && !walk::reaches(&sources, read, *v);
        let sides = [(*a, *b), (*b, *a)].into_iter().filter_map(side).filter(fits);
        if let Some((var, read)) = sides.max_by_key(|(v, _)| *v) {
            sources.insert(var, read);
        }
    }
    sources.into_keys().collect()
}

/// The state variables whose first value `init` states explicitly.
fn settled(system: &System) -> BTreeSet<VarId> {
    let terms = &system.terms;
    let conjuncts = system.init.iter().flat_map(|c| walk::conjuncts(terms, c.term));
    let var = |t| if let Op::Var(v) = terms.op(t) { Some(v) } else { None };
    let said = |t| match (terms.op(t), terms.operands(t)) {
        (Op::Var(v), _) => Some(v),
        (Op::Not, [a]) => var(*a),
        (Op::Eq, [a, b]) if terms.constant(*b).is_some() => var(*a),
        (Op::Eq, [a, b]) if terms.constant(*a).is_some() => var(*b),
        _ => None,
    };
    conjuncts.filter_map(said).filter(|v| system.role(*v) != Role::Input).collect()
}

/// Everything that can be kept of a run, what is given up first at the front.
pub(super) fn softs(system: &System, trace: &Trace, counts: impl Fn(VarId) -> bool) -> Vec<Soft> {
    let last = trace.len().saturating_sub(1) as u32;
    let mut list: Vec<Soft> = Vec::new();
    for (var, tick) in choices(system, last).into_iter().filter(|(v, _)| counts(*v)) {
        let Some(value) = trace.value(tick as usize, var) else { continue };
        let mut add = |bound| list.push(Soft { var, tick, bound });
        if is_numeric(system.terms.var(var).sort) {
            add(Bound::AtLeast(value.clone()));
            add(Bound::AtMost(value.clone()));
        } else {
            add(Bound::Is(value.clone()));
        }
    }
    let effects = effects(system);
    list.sort_by_key(|s| {
        let is_effect = effects.contains(&s.var) && s.tick > 0;
        let tick = if is_effect { u32::MAX - s.tick } else { s.tick };
        let is_plain = !is_numeric(system.terms.var(s.var).sort);
        (!is_effect, tick, is_plain, Reverse(s.var), matches!(s.bound, Bound::AtLeast(_)))
    });
    list.retain(|s| !says_nothing(system, s));
    list
}

/// How many choices these literals are about. The initial value of a hidden variable counts only if it is kept: most are never
/// read.
pub(super) fn count(terms: &Terms, softs: &[Soft], kept: &[Kept]) -> usize {
    let is_kept = |s: &Soft| kept.iter().any(|k| (k.var, k.tick) == (s.var, s.tick));
    let counts = |s: &&Soft| !terms.var(s.var).is_hidden() || is_kept(s);
    softs.iter().filter(counts).map(|s| (s.tick, s.var)).collect::<BTreeSet<_>>().len()
}

/// State variables without a next function whose next value a relation speaks of.
fn effects(system: &System) -> BTreeSet<VarId> {
    let terms = &system.terms;
    let steps = walk::postorder(terms, system.trans.iter().map(|c| c.term));
    let next = steps.into_iter().filter_map(|t| if let Op::Next(v) = terms.op(t) { Some(v) } else { None });
    next.filter(|v| !system.next.contains_key(v)).collect()
}

/// Whether a bound is the end of what the variable can be.
fn says_nothing(system: &System, soft: &Soft) -> bool {
    let (least, greatest) = bound::limits(&system.terms, soft.var);
    let is = |value, limit: Option<_>| limit.is_some() && bound::number(&system.terms, soft.var, value) == limit;
    match &soft.bound {
        Bound::AtLeast(value) => is(value, least),
        Bound::AtMost(value) => is(value, greatest),
        Bound::Is(_) => false,
    }
}
