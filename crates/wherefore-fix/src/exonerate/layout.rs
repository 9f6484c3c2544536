//! A system with open places, laid out along a run: the environment does what it did there.
//!
//! Each run has ticks of its own in one solver. `intact` says that nothing rigid was broken so far; beyond a tick at which it
//! is false nothing is required, because the sequence of states is no run from there on.

use super::clauses::{Clauses, Literal};
use super::parts::{Equation, Parts, Time};
use super::run::Translation;
use rustc_hash::FxHashMap;
use wherefore_ir::{System, TermId, Value, VarId, When, walk};
use wherefore_trace::Trace;

/// Runs laid out side by side.
pub(super) struct Layout<'a> {
    pub(super) system: System,
    pub(super) parts: &'a Parts,
    original: &'a System,
    translation: Translation,
    /// Formulas that must hold at every tick, and at the first one only.
    always: Vec<TermId>,
    initially: Vec<TermId>,
    /// The steps that are functions.
    steps: Vec<TermId>,
    pub(super) clauses: Clauses,
    ticks: u32,
}

impl<'a> Layout<'a> {
    pub(super) fn new(mut system: System, parts: &'a Parts, original: &'a System, goals: &[TermId]) -> Layout<'a> {
        let translation = Translation::new(original, &system);
        let mut steps = Vec::new();
        let kept: Vec<(VarId, TermId)> = parts.frozen.iter().map(|v| (*v, system.terms.now(*v))).collect();
        for (var, term) in parts.updates.iter().copied().chain(kept) {
            let next = system.terms.next(var);
            steps.push(system.terms.eq(next, term));
        }
        // An obligation on which no open place has an influence is kept on the run as it was.
        let matters = |t: &TermId| !walk::variables(&system.terms, [*t]).is_disjoint(&parts.influenced);
        let obliged = |when: When| {
            let terms = system.obligations.iter().filter(move |o| o.when == when).map(|o| o.term);
            terms.filter(|t| matters(t)).collect::<Vec<_>>()
        };
        let always = goals.iter().copied().chain(obliged(When::Always)).collect();
        let initially = obliged(When::Initially);
        Layout { system, parts, original, translation, always, initially, steps, clauses: Clauses::default(), ticks: 0 }
    }

    /// Forgets all runs.
    pub(super) fn start(&mut self) {
        (self.clauses, self.ticks) = (Clauses::default(), 0);
    }

    /// Lays out a run after those that are there; its first tick in the solver.
    pub(super) fn lay(&mut self, run: &Trace) -> u32 {
        let base = self.ticks;
        let parts = self.parts;
        let last = run.len().saturating_sub(1);
        self.fix(run, 0, base, &parts.first.free);
        for equation in parts.first.equations.iter().chain(&parts.tick.equations) {
            self.choose(run, 0, base, equation, None);
        }
        let mut intact = self.intact(None, &[(&parts.first.rigid, base), (&parts.tick.rigid, base)]);
        self.require(&self.initially.clone(), base, intact);
        self.require(&self.always.clone(), base, intact);
        for tick in 0..last {
            let now = base + tick as u32;
            self.require(&self.steps.clone(), now, intact);
            self.fix(run, tick + 1, now + 1, &parts.step.free);
            for equation in &parts.step.equations {
                self.choose(run, tick + 1, now, equation, intact);
            }
            for equation in &parts.tick.equations {
                self.choose(run, tick + 1, now + 1, equation, intact);
            }
            intact = self.intact(intact, &[(&parts.step.rigid, now), (&parts.tick.rigid, now + 1)]);
            self.require(&self.always.clone(), now + 1, intact);
        }
        // The last tick of one run and the first tick of another one are not neighbours.
        self.ticks = base + last as u32 + 2;
        base
    }

    /// Requires of a run that is laid out that its states stay as they are, but for the last.
    pub(super) fn keep_states(&mut self, run: &Trace, base: u32) {
        let state: Vec<VarId> = self.system.state_vars().collect();
        for tick in 0..run.len().saturating_sub(1) {
            for var in &state {
                if let Some(value) = self.value(run, tick, *var) {
                    let term = self.equals(*var, value);
                    self.clauses.clause([Literal::placed(term, base + tick as u32)]);
                }
            }
        }
    }

    /// The value of a variable on a run.
    pub(super) fn value(&self, run: &Trace, tick: usize, var: VarId) -> Option<Value> {
        self.translation.value((&self.original.terms, run), &self.system.terms, tick, var)
    }

    /// Formula: a variable has a value now.
    pub(super) fn equals(&mut self, var: VarId, value: Value) -> TermId {
        let (now, value) = (self.system.terms.now(var), self.system.terms.mk_const(value));
        self.system.terms.eq(now, value)
    }

    /// Gives inputs and the given variables the values of the run.
    fn fix(&mut self, run: &Trace, tick: usize, place: u32, free: &[VarId]) {
        let inputs: Vec<VarId> = self.system.input_vars().collect();
        for var in inputs.iter().chain(free) {
            if let Some(value) = self.value(run, tick, *var) {
                let term = self.equals(*var, value);
                self.clauses.clause([Literal::placed(term, place)]);
            }
        }
    }

    /// Requires an equation, and the value that the run has at `tick` if the equation permits it. The equation stands at `place`,
    /// its variable there or one tick later.
    fn choose(&mut self, run: &Trace, tick: usize, place: u32, equation: &Equation, intact: Option<Literal>) {
        let Equation { var, relation, time, .. } = *equation;
        self.require(&[relation], place, intact);
        let Some(value) = self.value(run, tick, var) else { return };
        let terms = &mut self.system.terms;
        let value = terms.mk_const(value);
        let (now, next) = (terms.now(var), terms.next(var));
        let target = if time == Time::Step { next } else { now };
        let replaced = |_: &mut wherefore_ir::Terms, t: TermId| (t == target).then_some(value);
        let permitted = walk::rewrite(terms, &[relation], &mut FxHashMap::default(), replaced);
        let chosen = terms.eq(target, value);
        let premises: Vec<Literal> = permitted.iter().map(|t| !Literal::placed(*t, place)).collect();
        let intact = intact.map(|i| !i);
        self.clauses.clause(premises.into_iter().chain(intact).chain([Literal::placed(chosen, place)]));
    }

    /// Formulas that hold at a tick if nothing rigid was broken before.
    fn require(&mut self, terms: &[TermId], place: u32, intact: Option<Literal>) {
        for term in terms {
            if self.system.terms.constant(*term).and_then(Value::as_bool) != Some(true) {
                self.clauses.clause([Literal::placed(*term, place)].into_iter().chain(intact.map(|i| !i)));
            }
        }
    }

    /// Whether nothing rigid is broken: it was not before, and none of these is. Nothing stands for "certainly not".
    fn intact(&mut self, before: Option<Literal>, rigid: &[(&Vec<TermId>, u32)]) -> Option<Literal> {
        let terms = rigid.iter().flat_map(|(list, place)| list.iter().map(|t| Literal::placed(*t, *place)));
        let mut premises: Vec<Literal> = terms.map(|l| !l).collect();
        if premises.is_empty() {
            return before;
        }
        let intact = self.clauses.fresh();
        premises.extend(before.map(|b| !b));
        premises.push(intact);
        self.clauses.clause(premises);
        Some(intact)
    }
}
