//! How many runs a class has: the failing runs without detours, counted one by one as long as there are few.
//!
//! Counted are runs whose steps all progress, save perhaps the last, that never come back to the same control state by the
//! same transition with the same data, and of which no later part is itself a run of the same class. Two runs differ if any
//! value differs, inputs included; inputs of the last tick count only if the property reads them. The number of such runs is
//! that of self-avoiding walks, for which there is no better way than to walk them; the walk has a budget, and a machine that
//! exceeds it has no count. On the reduced air conditioner this gives the 45 paths of Juarez Dominguez and Day (2013), Table 1.

use super::enumerate::MachineProblem;
use super::path_class::{Level, Move, PathKey};
use super::run::PathReader;
use std::collections::BTreeMap;
use wherefore_check::Cone;
use wherefore_ir::{Role, Sort, System, TermId, Value, VarId, walk};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Step};

/// Evaluations of the step function before the count is given up.
const BUDGET: u32 = 30_000;
/// The most combinations of values that are tried for the inputs of a tick, or for the first state.
const WIDEST: usize = 5_000;

type Values = Vec<Option<Value>>;

/// The number of runs of each class at this level; nothing if they are too many, or the machine is not a function.
pub fn count(question: &MachineProblem<'_>, level: Level, stop: &Stop) -> Option<BTreeMap<PathKey, u64>> {
    let mut walk = Walk::new(question, level)?;
    let first = walk.first_states()?;
    for state in first {
        let location = walk.reader.location(&state);
        let key = PathKey::initial(walk.finest, &location);
        walk.from(state, key, stop)?;
    }
    let graph = question.graph;
    let mut counts = BTreeMap::new();
    for (key, count) in walk.counts {
        *counts.entry(key.at_level(graph, level)).or_insert(0) += count;
    }
    Some(counts)
}

struct Walk<'a> {
    question: &'a MachineProblem<'a>,
    finest: Level,
    reader: PathReader<'a>,
    /// The variables that matter, those of the state first.
    state_vars: Vec<VarId>,
    /// Next values, then whether the tick breaks the property, is legal, is initial.
    evaluator: Evaluator,
    inputs: Vec<Values>,
    last_inputs_matter: bool,
    counts: BTreeMap<PathKey, u64>,
    budget: u32,
}

/// One place on the current walk: a state, how it was entered, and the inputs not tried yet.
struct WalkPlace {
    state: Values,
    incoming: Option<Move>,
    key: PathKey,
    /// The keys of those later parts of the walk that begin in a first state.
    parts: Vec<PathKey>,
    next_input: usize,
}

impl WalkPlace {
    /// Whether it was entered without a transition: the walk ends here or not at all.
    fn rests(&self) -> bool {
        self.incoming.as_ref().is_some_and(|step| !progresses(step))
    }
}

fn progresses(step: &Move) -> bool {
    step.taken.iter().any(Option::is_some)
}

enum Ahead {
    Nothing,
    /// The tick breaks the property.
    Failure(PathKey),
    /// The walk may go there.
    WalkPlace(WalkPlace),
}

impl<'a> Walk<'a> {
    fn new(question: &'a MachineProblem<'a>, level: Level) -> Option<Walk<'a>> {
        let system = question.system;
        let model = Cone::of(system, &question.goals());
        let taken_later = question.graph.transitions.iter().any(|t| system.terms.has_next(t.taken));
        let settled = |v: VarId| system.role(v) == Role::Frozen || system.next.contains_key(&v);
        let is_function = model.step.len() == model.updates.len() && model.state_vars().all(settled);
        if taken_later || !model.is_finite() || !is_function {
            return None;
        }
        let state_vars: Vec<VarId> = model.state_vars().collect();
        let mut terms = system.terms.clone();
        let update = |v: &VarId| system.next.get(v).map(|u| u.term);
        let mut roots: Vec<TermId> = Vec::new();
        for var in &state_vars {
            roots.push(update(var).unwrap_or_else(|| terms.now(*var)));
        }
        let (legal, initial) = (terms.and(model.invar.clone()), terms.and(model.init.clone()));
        roots.extend([question.good, legal, initial]);
        let evaluator = Evaluator::new(&terms, &roots).ok()?;
        let inputs: Vec<VarId> = model.input_vars().collect();
        Some(Walk {
            question,
            finest: level.stepwise(),
            reader: PathReader::new(system, question.graph).ok()?,
            inputs: combinations(system, &inputs, &Step::empty(system).values)?,
            last_inputs_matter: question.reads_inputs(),
            state_vars,
            evaluator,
            counts: BTreeMap::new(),
            budget: BUDGET,
        })
    }

    /// Every first state: values that `init` names are taken as they are, the others tried.
    fn first_states(&mut self) -> Option<Vec<Values>> {
        let system = self.question.system;
        let mut known = Step::empty(system).values;
        for constraint in &system.init {
            for term in walk::conjuncts(&system.terms, constraint.term) {
                if let Some((var, value)) = pinned(system, term) {
                    known[var.index()] = Some(value);
                }
            }
        }
        let open: Vec<VarId> = self.state_vars.iter().copied().filter(|v| known[v.index()].is_none()).collect();
        let candidates = combinations(system, &open, &known)?;
        let initial = |v: &Values| self.evaluator.truths(v, None).last() == Some(&Some(true));
        // A first state that inputs restrict has no place here: its inputs would have to be distinguished.
        let told_by_inputs = system
            .init
            .iter()
            .any(|c| walk::variables(&system.terms, [c.term]).iter().any(|v| system.role(*v) == Role::Input));
        (!told_by_inputs).then(|| candidates.into_iter().filter(initial).collect())
    }

    /// Walks all ways on from a first state; nothing if the budget runs out.
    fn from(&mut self, state: Values, key: PathKey, stop: &Stop) -> Option<()> {
        let mut path = vec![WalkPlace { state, incoming: None, key, parts: Vec::new(), next_input: 0 }];
        while let Some(place) = path.last_mut() {
            let Some(input) = self.inputs.get(place.next_input) else {
                path.pop();
                continue;
            };
            place.next_input += 1;
            self.budget = self.budget.checked_sub(1)?;
            if stop.is_fired() {
                return None;
            }
            let now: Values = place.state.iter().zip(input).map(|(s, i)| s.clone().or_else(|| i.clone())).collect();
            match self.proceed(&now, &path) {
                Ahead::Nothing => {}
                Ahead::Failure(key) => {
                    *self.counts.entry(key).or_insert(0) += 1;
                    // Without a say in it, the inputs of the last tick are all one.
                    if let (false, Some(place)) = (self.last_inputs_matter, path.last_mut()) {
                        place.next_input = self.inputs.len();
                    }
                }
                Ahead::WalkPlace(next) => path.push(next),
            }
        }
        Some(())
    }

    /// Continuation after a tick.
    fn proceed(&self, now: &Values, path: &[WalkPlace]) -> Ahead {
        let results = self.evaluator.evaluate(now, None);
        let Some(place) = path.last() else { return Ahead::Nothing };
        let truth = |i: usize| results[self.state_vars.len() + i].as_ref().and_then(Value::as_bool) == Some(true);
        let (good, legal) = (truth(0), truth(1));
        if !legal {
            return Ahead::Nothing;
        }
        if !good {
            return Ahead::Failure(place.key.clone());
        }
        if place.rests() {
            return Ahead::Nothing;
        }
        let mut state = Step::empty(self.question.system).values;
        for (var, value) in self.state_vars.iter().zip(&results) {
            state[var.index()] = value.clone();
        }
        let step = self.reader.step(now, &state);
        let been_here = path.iter().any(|p| p.state == state && p.incoming.as_ref() == Some(&step));
        if been_here { Ahead::Nothing } else { self.enter(place, state, step) }
    }

    /// A place further, unless a later part of the walk has come to have the same key: it has all that follows, too.
    fn enter(&self, before: &WalkPlace, state: Values, step: Move) -> Ahead {
        let stepped = |key: &PathKey| key.step(self.question.graph, self.finest, &step);
        let key = stepped(&before.key);
        let mut parts: Vec<PathKey> = before.parts.iter().map(stepped).collect();
        if self.evaluator.truths(&state, None).last() == Some(&Some(true)) {
            parts.push(PathKey::initial(self.finest, &self.reader.location(&state)));
        }
        if parts.contains(&key) {
            return Ahead::Nothing;
        }
        Ahead::WalkPlace(WalkPlace { state, incoming: Some(step), key, parts, next_input: 0 })
    }
}

/// The variable and value of `x = constant`, `b` or `!b`.
fn pinned(system: &System, term: TermId) -> Option<(VarId, Value)> {
    use wherefore_ir::Op;
    let terms = &system.terms;
    let variable = |t: TermId| if let Op::Var(v) = terms.op(t) { Some(v) } else { None };
    match (terms.op(term), terms.operands(term)) {
        (Op::Var(v), _) => Some((v, Value::Bool(true))),
        (Op::Not, [a]) => Some((variable(*a)?, Value::Bool(false))),
        (Op::Eq, [a, b]) => {
            let side = |x: TermId, y: TermId| Some((variable(x)?, terms.constant(y)?.clone()));
            side(*a, *b).or_else(|| side(*b, *a))
        }
        _ => None,
    }
}

/// All values of some variables, on top of those known.
fn combinations(system: &System, vars: &[VarId], known: &Values) -> Option<Vec<Values>> {
    let mut all = vec![known.clone()];
    for var in vars {
        let values = values_of(system, system.terms.var(*var).sort)?;
        if all.len().saturating_mul(values.len()) > WIDEST {
            return None;
        }
        let with = |base: &Values, value: &Value| {
            let mut copy = base.clone();
            copy[var.index()] = Some(value.clone());
            copy
        };
        all = all.iter().flat_map(|base| values.iter().map(move |v| with(base, v))).collect();
    }
    Some(all)
}

fn values_of(system: &System, sort: Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::Enum(id) => {
            let count = system.terms.enumeration(id).values.len() as u32;
            Some((0..count).map(|i| Value::Enum(id, i)).collect())
        }
        Sort::Range { lo, hi } if hi.saturating_sub(lo) < WIDEST as i64 => {
            Some((lo..=hi).map(|n| Value::Int(n.into())).collect())
        }
        _ => None,
    }
}
