//! A system that repeats a run in some of its variables.
//!
//! A hidden counter `$at` says where on the run we are: it walks over the ticks and then round the loop for ever. At each of
//! its values the variables of choice have the values of the run there; the others are free. To fix a variable for the first
//! ticks only, the loop is laid out twice more behind the run, so that the second visit of a tick has a number of its own, and
//! what is fixed there does not hold in later rounds.
//!
//! ```text
//! run      0 1 2, back to 1            $at   0 1 2 3 4 5 6, back to 5    ticks shown   0 1 2 1 2 1 2
//! x fixed up to tick 1                 $at = 0 -> x = x_0,  $at = 1 -> x = x_1
//! y fixed for ever                     the same, and for 2 to 6
//! ```
//!
//! Nothing is fixed behind the end of a finite run.

use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Update, Value, VarId};
use wherefore_trace::Trace;

/// Part of a run that is repeated: variables for ever, and variables up to and including a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed {
    /// Variables that are repeated for ever.
    pub(crate) always: Vec<VarId>,
    /// Up to a tick.
    pub(crate) until: Option<Beginning>,
}

/// The beginning of a run, up to the state of a tick.
#[derive(Clone, Debug)]
pub(crate) struct Beginning {
    /// The tick, by its place in the layout.
    pub(crate) tick: usize,
    /// Variables that are kept up to and including it.
    pub(crate) states: Vec<VarId>,
    /// Variables that are kept before it.
    pub(crate) inputs: Vec<VarId>,
}

/// Restricts the system to runs that repeat what is fixed.
pub(crate) fn follow(system: &mut System, trace: &Trace, fixed: &Fixed) {
    let again = fixed.until.is_some();
    let mut ticks = layout(trace, again);
    let told = ticks.len();
    ticks.extend(trace.loop_start.filter(|_| again).into_iter().flat_map(|start| start..trace.len()));
    let rows = |vars: &[VarId], most: usize| -> Vec<(VarId, usize)> {
        vars.iter().map(|v| (*v, most.min(ticks.len()))).filter(|(_, most)| *most > 0).collect()
    };
    let mut list = rows(&fixed.always, ticks.len());
    if let Some(Beginning { tick, states, inputs }) = &fixed.until {
        list.extend(rows(states, tick + 1));
        list.extend(rows(inputs, *tick));
    }
    let endless = trace.loop_start.is_some();
    let constant = |(var, most): &(VarId, usize)| {
        endless && *most == ticks.len() && is_constant(trace, *var) || is_frozen(system, *var)
    };
    let (constant, moving): (Vec<_>, Vec<_>) = list.into_iter().partition(constant);
    for (var, _) in constant {
        if let Some(value) = trace.value(0, var) {
            let equal = equals(system, var, value.clone());
            system.invar.push(Constraint { term: equal, element: None });
        }
    }
    if moving.is_empty() {
        return;
    }
    let back = trace.loop_start.map(|start| if again { told } else { start });
    let at = counter(system, ticks.len(), back);
    for (place, tick) in ticks.iter().enumerate() {
        restrict(system, trace, at, (place, *tick), &moving);
    }
}

/// The ticks of the run, and once more those of its loop if the two rounds are to be distinguished.
pub(crate) fn layout(trace: &Trace, again: bool) -> Vec<usize> {
    let start = trace.loop_start.filter(|_| again).unwrap_or(trace.len());
    (0..trace.len()).chain(start..trace.len()).collect()
}

fn is_frozen(system: &System, var: VarId) -> bool {
    system.role(var) == Role::Frozen
}

fn is_constant(trace: &Trace, var: VarId) -> bool {
    let first = trace.value(0, var);
    (1..trace.len()).all(|tick| trace.value(tick, var) == first)
}

fn equals(system: &mut System, var: VarId, value: Value) -> TermId {
    let (now, value) = (system.terms.now(var), system.terms.mk_const(value));
    system.terms.eq(now, value)
}

/// A counter over `0..count` that goes on at `back`; without it there is one place more, in which it stays.
pub(crate) fn counter(system: &mut System, count: usize, back: Option<usize>) -> TermId {
    let last = count as i64 - i64::from(back.is_some());
    let at = system.add_auxiliary("at", Sort::Range { lo: 0, hi: last }, Role::State, Purpose::Monitor);
    let terms = &mut system.terms;
    let (now, one, end) = (terms.now(at), terms.int(1), terms.int(last));
    let (first, goal) = (terms.int(0), terms.int(back.map_or(last, |b| b as i64)));
    let (is_end, later) = (terms.eq(now, end), terms.add(now, one));
    let next = terms.ite(is_end, goal, later);
    let start = terms.eq(now, first);
    system.next.insert(at, Update { term: next, element: None });
    system.init.push(Constraint { term: start, element: None });
    now
}

/// At this place the moving variables have their values.
fn restrict(system: &mut System, trace: &Trace, at: TermId, (place, tick): (usize, usize), moving: &[(VarId, usize)]) {
    let mut equations = Vec::new();
    for (var, most) in moving.iter().filter(|(_, most)| place < *most) {
        debug_assert!(*most > 0);
        if let Some(value) = trace.value(tick, *var) {
            equations.push(equals(system, *var, value.clone()));
        }
    }
    let terms = &mut system.terms;
    let number = terms.int(place as i64);
    let (here, equations) = (terms.eq(at, number), terms.and(equations));
    let term = terms.implies(here, equations);
    system.invar.push(Constraint { term, element: None });
}
