//! A system with open places along a run that never ends, or beside it, as a system of its own.
//!
//! [`layout`](super::layout) puts the ticks of a finite run into a solver one by one. A run that goes on for ever has no last one, and
//! the run of a changed model need not come back to the state in which a lasso does. So what the environment does becomes a small
//! automaton, its *place* on the lasso, and the open system beside it a system like any other: its runs are those that some values in
//! the open places give, and a formula about them is a question for the engines.
//!
//! ```text
//! place    0 1 2 3 2 3 2 3 ...      the tick of the lasso whose inputs and choices are taken
//! ok       true until something rigid is broken: from then on the sequence is no run, and nothing is required of it
//! follows  for questions about branching: false once the sequence has left the lasso, where every choice is free; the step that leaves
//!          it takes any input, and has values of its own in the open places
//! ```
//!
//! What no open place has an influence on has the values of the lasso, so nothing has to be computed for it.

use super::parts::{Equation, Parts, Time};
use super::run::Translation;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Update, Value, VarId, walk};
use wherefore_trace::Trace;

/// What may follow the lasso.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branches {
    /// Nothing.
    None,
    /// At every tick, anything that the open system can do.
    All,
}

/// A system whose runs follow a run as far as open places let them.
pub(super) struct Course {
    pub(super) system: System,
    /// Nothing rigid is broken so far, this tick included.
    pub(super) ok: TermId,
    /// The sequence follows the run.
    pub(super) follows: TermId,
    /// The place is the last one of a run that ends.
    pub(super) is_last: Option<TermId>,
}

/// The variables that the course needs beside those of the system.
struct Extra {
    place: VarId,
    follows: Option<VarId>,
    /// Nothing rigid was broken at earlier ticks, and: nor by the step to this one.
    unbroken: Option<(VarId, VarId)>,
}

struct Builder<'a> {
    system: System,
    parts: &'a Parts,
    translation: Translation,
    original: &'a System,
    run: &'a Trace,
    /// Variables with the values of the run.
    known: BTreeSet<VarId>,
    /// Restrictions that are rigid and depend on an open place, at the first tick and between ticks.
    first: Vec<TermId>,
    step: Vec<TermId>,
    extra: Extra,
    ok: TermId,
}

impl Course {
    /// The course of a run of the original system.
    pub(super) fn new(open: &System, parts: &Parts, original: &System, run: &Trace, branches: Branches) -> Course {
        let mut builder = Builder::new(open, parts, original, run, branches);
        builder.begin();
        builder.follow();
        builder.go_on();
        if branches == Branches::All {
            builder.leave();
        }
        let follows = builder.follows(false);
        let is_last = run.loop_start.is_none().then(|| builder.at(run.len().saturating_sub(1)));
        Course { ok: builder.ok, follows, is_last, system: builder.system }
    }

    /// Whether something rigid can be broken.
    pub(super) fn can_break(&self) -> bool {
        self.system.terms.constant(self.ok).is_none()
    }
}

/// A restriction without a place in the source.
fn said(term: TermId) -> Constraint {
    Constraint { term, element: None }
}

/// The variables of a system, about which nothing is said.
fn bare(open: &System) -> System {
    let mut system = open.clone();
    system.next.clear();
    for list in [&mut system.init, &mut system.invar, &mut system.trans, &mut system.justice] {
        list.clear();
    }
    system.compassion.clear();
    system.obligations.clear();
    system.properties.clear();
    system.defines.clear();
    system.annexes = wherefore_ir::Annexes::default();
    system
}

impl<'a> Builder<'a> {
    fn new(open: &System, parts: &'a Parts, original: &'a System, run: &'a Trace, branches: Branches) -> Builder<'a> {
        let matters = |t: &&TermId| !walk::variables(&open.terms, [**t]).is_disjoint(&parts.influenced);
        let rigid = |list: &[TermId]| list.iter().filter(matters).copied().collect::<Vec<TermId>>();
        let (first, tick, step) = (rigid(&parts.first.rigid), rigid(&parts.tick.rigid), rigid(&parts.step.rigid));
        let mut system = bare(open);
        let hi = run.len().saturating_sub(1).max(1) as i64;
        let state = Role::State;
        let place = system.add_auxiliary("place", Sort::Range { lo: 0, hi }, state, Purpose::Bookkeeping);
        let mut flag = |name: &str| system.add_auxiliary(name, Sort::Bool, state, Purpose::Bookkeeping);
        let follows = (branches == Branches::All).then(|| flag("follows"));
        let can_break = !first.is_empty() || !tick.is_empty() || !step.is_empty();
        let unbroken = can_break.then(|| (flag("before"), flag("intact")));
        let terms = &mut system.terms;
        let intact = unbroken.map(|(_, intact)| terms.now(intact));
        let ok = terms.and(intact.into_iter().chain(tick));
        let translation = Translation::new(original, open);
        let extra = Extra { place, follows, unbroken };
        let known = BTreeSet::new();
        let mut builder = Builder { system, parts, translation, original, run, known, first, step, extra, ok };
        builder.known = builder.known();
        builder
    }

    /// Variables on which no open place has an influence, if the run has all their values.
    fn known(&self) -> BTreeSet<VarId> {
        let own = self.extra.place.index();
        let all = self.system.vars().map(|(v, _)| v).filter(|v| v.index() < own && !self.parts.influenced.contains(v));
        all.filter(|v| (0..self.run.len()).all(|tick| self.value(tick, *v).is_some())).collect()
    }

    fn value(&self, tick: usize, var: VarId) -> Option<Value> {
        self.translation.value((&self.original.terms, self.run), &self.system.terms, tick, var)
    }

    /// The place of the run that comes after one.
    fn after(&self, tick: usize) -> Option<usize> {
        if tick + 1 < self.run.len() { Some(tick + 1) } else { self.run.loop_start }
    }

    /// Formula: the place is this one.
    fn at(&mut self, tick: usize) -> TermId {
        let (place, number) = (self.system.terms.now(self.extra.place), self.system.terms.int(tick as i64));
        self.system.terms.eq(place, number)
    }

    /// Formula: the sequence follows the run now, or next.
    fn follows(&mut self, next: bool) -> TermId {
        let terms = &mut self.system.terms;
        match self.extra.follows {
            Some(var) if next => terms.next(var),
            Some(var) => terms.now(var),
            None => terms.bool(true),
        }
    }

    /// Formula: a variable has a value, now or next.
    fn equals(&mut self, var: VarId, value: Value, next: bool) -> TermId {
        let terms = &mut self.system.terms;
        let value = terms.mk_const(value);
        let var = if next { terms.next(var) } else { terms.now(var) };
        terms.eq(var, value)
    }

    /// Formula: variables have these values now.
    fn equal(&mut self, values: Vec<(VarId, Value)>) -> TermId {
        let values: Vec<TermId> = values.into_iter().map(|(var, value)| self.equals(var, value, false)).collect();
        self.system.terms.and(values)
    }

    /// What holds at the first tick.
    fn begin(&mut self) {
        let at_start = self.at(0);
        let follows = self.follows(false);
        let mut said_first = vec![at_start, follows];
        if let Some((before, intact)) = self.extra.unbroken {
            let terms = &mut self.system.terms;
            let (before, intact) = (terms.now(before), terms.now(intact));
            let unbroken = terms.and(self.first.iter().copied());
            said_first.extend([before, terms.eq(intact, unbroken)]);
        }
        for var in self.unknown(&self.parts.first.free) {
            said_first.extend(self.value(0, var).map(|value| self.equals(var, value, false)));
        }
        let always = self.system.terms.bool(true);
        for equation in &self.parts.first.equations {
            if !self.known.contains(&equation.var) {
                said_first.push(equation.relation);
                said_first.extend(self.choice(equation, 0, always));
            }
        }
        self.system.init.extend(said_first.into_iter().map(said));
    }

    /// What holds at every tick at which the run is followed.
    fn follow(&mut self) {
        let follows = self.follows(false);
        let known: Vec<VarId> = self.known.iter().copied().collect();
        for tick in 0..self.run.len() {
            let here = self.at(tick);
            let here = self.system.terms.and([follows, here]);
            let values: Vec<(VarId, Value)> = known.iter().filter_map(|v| Some((*v, self.value(tick, *v)?))).collect();
            let (inputs, states): (Vec<_>, Vec<_>) =
                values.into_iter().partition(|(v, _)| self.system.role(*v) == Role::Input);
            let states = self.equal(states);
            let term = self.system.terms.implies(here, states);
            self.system.invar.push(said(term));
            // A step that leaves the run may do so by another input.
            let stays = self.follows(true);
            let stays = self.system.terms.and([here, stays]);
            let inputs = self.equal(inputs);
            match self.extra.follows {
                Some(_) => self.demand(stays, inputs, Time::Step),
                None => self.demand(stays, inputs, Time::Tick),
            }
        }
        let before = self.extra.unbroken.map(|(before, _)| self.system.terms.now(before));
        let required = self.system.terms.and(before.into_iter().chain([follows]));
        for equation in &self.parts.tick.equations {
            if self.known.contains(&equation.var) {
                continue;
            }
            self.demand(required, equation.relation, Time::Tick);
            for tick in 0..self.run.len() {
                let here = self.at(tick);
                let here = self.system.terms.and([required, here]);
                let choice = self.choice(equation, tick, here);
                self.system.invar.extend(choice.map(said));
            }
        }
    }

    /// The steps from one place of the run to the next one.
    fn go_on(&mut self) {
        self.count();
        let (ok, follows) = (self.ok, self.follows(true));
        let required = self.system.terms.and([ok, follows]);
        for (var, update) in &self.parts.updates {
            if !self.known.contains(var) {
                let next = self.system.terms.next(*var);
                let term = self.system.terms.eq(next, *update);
                self.demand(required, term, Time::Step);
            }
        }
        let free = self.unknown(&self.parts.step.free);
        for equation in &self.parts.step.equations {
            if !self.known.contains(&equation.var) {
                self.demand(required, equation.relation, Time::Step);
            }
        }
        for from in 0..self.run.len() {
            let Some(to) = self.after(from) else { continue };
            let here = self.at(from);
            let here = self.system.terms.and([required, here]);
            for equation in &self.parts.step.equations {
                if !self.known.contains(&equation.var) {
                    let choice = self.choice(equation, to, here);
                    self.system.trans.extend(choice.map(said));
                }
            }
            for var in &free {
                if let Some(value) = self.value(to, *var) {
                    let same = self.equals(*var, value, true);
                    self.demand(here, same, Time::Step);
                }
            }
        }
        if let Some((before, intact)) = self.extra.unbroken {
            let terms = &mut self.system.terms;
            let (before, intact) = (terms.next(before), terms.next(intact));
            let kept = terms.and(self.step.iter().copied().chain([ok]));
            let both = [terms.eq(before, ok), terms.eq(intact, kept)];
            self.system.trans.extend(both.map(said));
        }
    }

    /// The place moves on.
    fn count(&mut self) {
        let last = self.run.len().saturating_sub(1);
        let mut term = self.system.terms.int(self.after(last).unwrap_or(last) as i64);
        for tick in (0..last).rev() {
            let (here, to) = (self.at(tick), self.system.terms.int(tick as i64 + 1));
            term = self.system.terms.ite(here, to, term);
        }
        self.system.next.insert(self.extra.place, Update { term, element: None });
    }

    /// Sequences that leave the run: what the open system says holds there, and they do not come back.
    fn leave(&mut self) {
        let (now, next) = (self.follows(false), self.follows(true));
        let (left, leaves) = (self.system.terms.not(now), self.system.terms.not(next));
        self.demand(left, leaves, Time::Step);
        if self.run.loop_start.is_none() {
            let last = self.at(self.run.len().saturating_sub(1));
            self.demand(last, leaves, Time::Step);
        }
        let relations = |r: &super::parts::Relations| -> Vec<TermId> {
            r.equations.iter().map(|e| e.relation).chain(r.rigid.iter().copied()).collect()
        };
        for term in relations(&self.parts.tick) {
            self.demand(left, term, Time::Tick);
        }
        let mut steps = relations(&self.parts.step);
        for (var, update) in &self.parts.updates {
            let next = self.system.terms.next(*var);
            steps.push(self.system.terms.eq(next, *update));
        }
        for term in self.with_other_values(steps) {
            self.demand(leaves, term, Time::Step);
        }
    }

    /// These formulas about a step with values of their own in the open places: with another input an expression may have another value
    /// than on the run.
    fn with_other_values(&mut self, terms: Vec<TermId>) -> Vec<TermId> {
        let mut others: FxHashMap<VarId, TermId> = FxHashMap::default();
        for hole in super::holes(&self.system) {
            let sort = self.system.terms.var(hole).sort;
            let other = self.system.add_auxiliary("other", sort, Role::Input, Purpose::Bookkeeping);
            others.insert(hole, self.system.terms.now(other));
        }
        let replaced = |arena: &mut wherefore_ir::Terms, term: TermId| match arena.op(term) {
            wherefore_ir::Op::Var(var) => others.get(&var).copied(),
            _ => None,
        };
        walk::rewrite(&mut self.system.terms, &terms, &mut FxHashMap::default(), replaced)
    }

    /// Of these variables those that do not have the values of the run anyway.
    fn unknown(&self, vars: &[VarId]) -> Vec<VarId> {
        vars.iter().copied().filter(|v| !self.known.contains(v)).collect()
    }

    /// If one formula holds, so does the other.
    fn demand(&mut self, condition: TermId, term: TermId, time: Time) {
        let term = self.system.terms.implies(condition, term);
        match time {
            Time::Step => self.system.trans.push(said(term)),
            Time::First | Time::Tick => self.system.invar.push(said(term)),
        }
    }

    /// Under a condition, the variable of an equation has the value of the run at `to`, if the equation permits it.
    fn choice(&mut self, equation: &Equation, to: usize, condition: TermId) -> Option<TermId> {
        let Equation { var, relation, time, .. } = *equation;
        let value = self.value(to, var)?;
        let chosen = self.equals(var, value.clone(), time == Time::Step);
        let terms = &mut self.system.terms;
        let value = terms.mk_const(value);
        let target = if time == Time::Step { terms.next(var) } else { terms.now(var) };
        let replaced = |_: &mut wherefore_ir::Terms, t: TermId| (t == target).then_some(value);
        let permitted = walk::rewrite(terms, &[relation], &mut FxHashMap::default(), replaced);
        let condition = terms.and(permitted.into_iter().chain([condition]));
        Some(terms.implies(condition, chosen))
    }
}
