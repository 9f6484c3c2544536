//! An expression has one value for equal values of what it can read: at two ticks with the same state and input, in one run or
//! in two, the value in an open place is the same.
//!
//! The source may also let it read next values. Those that follow from state and input need no mention, and an assignment
//! cannot read what it assigns; so the next values that remain are those that the environment chooses, and they have to agree
//! as well. Variables on which no open place has an influence have the values of the runs, so most pairs of ticks are told apart
//! before any clause is made.

use super::clauses::Literal;
use super::holes;
use super::layout::Layout;
use super::parts::{Origin, Parts};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Sort, System, Value, VarId, walk};
use wherefore_trace::Trace;

/// Sorts with more values are not compared.
const MOST_VALUES: i64 = 32;
/// With more ticks in all runs together, no pairs of them are compared.
const MOST_TICKS: usize = 400;
/// The most pairs of ticks that are compared by clauses.
const MOST_PAIRS: usize = 4_000;

/// A tick of a run.
#[derive(Clone, Copy, Debug)]
struct Place<'t> {
    run: &'t Trace,
    tick: usize,
    /// Its number in the solver.
    placed: u32,
}

impl<'t> Place<'t> {
    /// The ticks of a run that begins at a tick of the solver.
    fn all((base, run): (&u32, &'t Trace)) -> impl Iterator<Item = Place<'t>> + use<'t> {
        let base = *base;
        (0..run.len()).map(move |tick| Place { run, tick, placed: base + tick as u32 })
    }

    fn is_last(&self) -> bool {
        self.tick + 1 >= self.run.len()
    }
}

/// What an expression in an open place can read.
struct Scope {
    /// Variables with the values of the runs, now and next.
    given: Vec<VarId>,
    given_next: Vec<VarId>,
    /// Variables that depend on the open place, now and next.
    open: Vec<VarId>,
    open_next: Vec<VarId>,
}

/// Makes the value in each open place depend on its scope alone; on how many pairs of ticks.
pub(super) fn bind(layout: &mut Layout<'_>, bases: &[u32], runs: &[&Trace]) -> usize {
    let scope = Scope::new(&layout.system, layout.parts);
    let holes = holes(&layout.system);
    let compared = scope.open.iter().chain(&scope.open_next).chain(&holes);
    let domains: Option<FxHashMap<VarId, Vec<Value>>> =
        compared.map(|v| Some((*v, values(&layout.system, *v)?))).collect();
    let Some(domains) = domains else { return 0 };
    let places: Vec<Place<'_>> = bases.iter().zip(runs.iter().copied()).flat_map(Place::all).collect();
    if places.len() > MOST_TICKS {
        return 0;
    }
    let mut pairs = Vec::new();
    for (index, a) in places.iter().enumerate() {
        let alike = places.iter().take(index).filter(|b| scope.may_agree(layout, a, b));
        pairs.extend(alike.map(|b| (*b, *a)));
    }
    pairs.truncate(MOST_PAIRS);
    for (a, b) in &pairs {
        tie(layout, &scope, &domains, &holes, a, b);
    }
    pairs.len()
}

impl Scope {
    fn new(system: &System, parts: &Parts) -> Scope {
        let holes: BTreeSet<VarId> = holes(system).into_iter().collect();
        let (open, given) = system
            .vars()
            .map(|(var, _)| var)
            .filter(|v| !holes.contains(v))
            .partition(|v| parts.influenced.contains(v));
        let mentions_hole = |term| !walk::variables(&system.terms, [term]).is_disjoint(&holes);
        let chosen = parts.step.equations.iter();
        let readable = chosen.filter(|e| e.origin != Origin::Assignment || !mentions_hole(e.relation)).map(|e| e.var);
        let at_ticks = parts.tick.equations.iter().map(|e| e.var);
        let (open_next, given_next) =
            readable.chain(at_ticks).chain(parts.step.free.iter().copied()).partition(|v| parts.influenced.contains(v));
        Scope { given, given_next, open, open_next }
    }

    /// Whether the runs allow that everything in scope is the same at two ticks.
    fn may_agree(&self, layout: &Layout<'_>, a: &Place<'_>, b: &Place<'_>) -> bool {
        let same = |var: &VarId, later: usize| {
            let values = (layout.value(a.run, a.tick + later, *var), layout.value(b.run, b.tick + later, *var));
            matches!(values, (Some(x), Some(y)) if x == y)
        };
        let reads_next = !self.given_next.is_empty() || !self.open_next.is_empty();
        if reads_next && (a.is_last() || b.is_last()) {
            return false;
        }
        self.given.iter().all(|v| same(v, 0)) && self.given_next.iter().all(|v| same(v, 1))
    }
}

/// The values of a variable, if they are few.
fn values(system: &System, var: VarId) -> Option<Vec<Value>> {
    match system.terms.var(var).sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::Enum(id) => {
            let count = system.terms.enumeration(id).values.len() as u32;
            (i64::from(count) <= MOST_VALUES).then(|| (0..count).map(|n| Value::Enum(id, n)).collect())
        }
        Sort::Range { lo, hi } => {
            let few = hi.checked_sub(lo).is_some_and(|d| d < MOST_VALUES);
            few.then(|| (lo..=hi).map(Value::int).collect())
        }
        _ => None,
    }
}

/// If everything in scope is the same at two ticks, so is the value in each open place.
fn tie(
    layout: &mut Layout<'_>,
    scope: &Scope,
    domains: &FxHashMap<VarId, Vec<Value>>,
    holes: &[VarId],
    a: &Place<'_>,
    b: &Place<'_>,
) {
    let mut differ = Vec::new();
    let now = scope.open.iter().map(|v| (*v, 0));
    for (var, later) in now.chain(scope.open_next.iter().map(|v| (*v, 1))) {
        let equal = layout.clauses.fresh();
        for value in domains.get(&var).into_iter().flatten() {
            let has = layout.equals(var, value.clone());
            let [x, y] = [a, b].map(|place| Literal::placed(has, place.placed + later));
            layout.clauses.clause([!x, !y, equal]);
        }
        differ.push(!equal);
    }
    for hole in holes {
        for value in domains.get(hole).into_iter().flatten() {
            let has = layout.equals(*hole, value.clone());
            let [x, y] = [a, b].map(|place| Literal::placed(has, place.placed));
            layout.clauses.clause(differ.iter().copied().chain([!x, y]));
            layout.clauses.clause(differ.iter().copied().chain([x, !y]));
        }
    }
}
