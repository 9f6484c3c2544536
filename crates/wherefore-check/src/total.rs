//! Has every state a successor?
//!
//! The question has two quantifiers: is there a state that *no* step leaves? It is answered by guesses that are mended. A
//! *move* is a step as a function of the state: variables with an update get that, others what an equation of a relation
//! gives them, or what they have, or a constant; inputs are constants. A state is looked for in which none of the moves
//! found so far is a step. If it has a successor, that becomes a move; if not, it is a dead end. When no such state is
//! left, every state has a successor, and another solver finds that again.
//!
//! Example: `TRANS next(x) = y | next(x) = 0`, `INVAR x < 3`. The first state found is left by the move "x := y", the next one,
//! with y = 3, by "x := 0"; no third one exists.
//!
//! All states that satisfy the restrictions are looked at, reachable or not. From the start, the same moves find a run into a
//! dead end if a short one exists.

use crate::context::Session;
use crate::solvers::Maker;
use crate::unroll::Unroller;
use crate::{Cone, Family, NoAnswer, judges};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wherefore_ir::{Op, Role, Sort, TermId, Terms, VarId, walk};
use wherefore_solve::{Lit, Stop};
use wherefore_trace::{Step, Trace, evaluate};

/// States that are looked at before the question is given up.
const MOST_MOVES: usize = 128;
/// Steps within which a dead end is looked for.
const NEAR: u32 = 12;
/// Conflicts that one question may cost.
const EFFORT: u64 = 20_000;

/// Whether every state that satisfies the restrictions has a successor, as far as that is found out.
fn is_total(session: &Session, stop: &Stop) -> Result<bool, NoAnswer> {
    let model = Cone::whole(&session.system);
    if !model.is_finite() {
        return Ok(false);
    }
    let make = session.options.solvers().bounded(true);
    let mut moves = Moves::new(&model, &make)?;
    let mut seeker = Unroller::new(&model, make()?)?;
    for _ in 0..MOST_MOVES {
        if !seeker.is_sat(&[], Some(EFFORT), stop)? {
            let recheck = judges(Family::Sat, true, &session.options).review(|make| moves.recheck(make, stop))?;
            return recheck.confirmed().map(|_| true);
        }
        let state = seeker.trace(0)?.steps.remove(0);
        let Some(taken) = moves.successor(&state, stop)? else { return Ok(false) };
        let enabled = moves.learn(&taken);
        let enabled = seeker.solver.literal(&moves.terms, enabled, 0)?;
        seeker.solver.clause(&[!enabled])?;
    }
    Ok(false)
}

/// A run into a state without a successor, if a short one is found without much work.
pub(crate) fn ending(session: &Session, stop: &Stop) -> Result<Option<Trace>, NoAnswer> {
    let model = Cone::whole(&session.system);
    if !model.is_finite() {
        return Ok(None);
    }
    let make = session.options.solvers().bounded(true);
    let mut moves = Moves::new(&model, &make)?;
    let mut run = Unroller::new(&model, make()?)?;
    run.assert_init()?;
    let mut depth = 0;
    for _ in 0..MOST_MOVES {
        run.reach(depth)?;
        let mut stuck = Vec::new();
        for enabled in &moves.enabled {
            stuck.push(!run.solver.literal(&moves.terms, *enabled, depth)?);
        }
        if !run.is_sat(&stuck, Some(EFFORT), stop)? {
            depth += 1;
            if depth > NEAR || !run.is_sat(&[], Some(EFFORT), stop)? {
                return Ok(None);
            }
            continue;
        }
        let trace = run.trace(depth)?;
        match moves.successor(&trace.steps[depth as usize], stop)? {
            None => return Ok(Some(trace)),
            Some(taken) => drop(moves.learn(&taken)),
        }
    }
    Ok(None)
}

impl Session {
    /// Whether every state has a successor and nothing is asked of fair runs, by form or by a question to a solver: a state that
    /// is reached then begins an infinite run, and nothing more is asked of that.
    pub(crate) fn goes_on(&self, stop: &Stop) -> bool {
        let system = self.system.as_ref();
        let is_plain = system.justice.is_empty() && system.compassion.is_empty();
        is_plain && (Cone::whole(system).is_total() || self.is_total(stop))
    }

    pub(crate) fn is_total(&self, stop: &Stop) -> bool {
        self.known.ask(|k| &k.total, stop, || is_total(self, stop))
    }
}

/// Steps as functions of the state.
struct Moves<'a> {
    model: &'a Cone,
    /// The arena of the conditions.
    terms: Terms,
    /// When each move is a step, over the present state.
    enabled: Vec<TermId>,
    /// Next values that equations of relations offer.
    offers: BTreeMap<VarId, Vec<TermId>>,
    /// Holds two ticks of the model and the step between them.
    step: Unroller<'a>,
}

impl<'a> Moves<'a> {
    fn new(model: &'a Cone, make: &Maker) -> Result<Moves<'a>, NoAnswer> {
        let mut step = Unroller::new(model, make()?)?;
        step.reach(1)?;
        let offers = offers(model);
        Ok(Moves { model, terms: model.system.terms.clone(), enabled: Vec::new(), offers, step })
    }

    /// A step that leaves a state, as its two ticks; none if the state is a dead end.
    fn successor(&mut self, state: &Step, stop: &Stop) -> Result<Option<Trace>, NoAnswer> {
        let mut same: Vec<Lit> = Vec::new();
        for var in self.model.state_vars() {
            let Some(value) = state.get(var) else { continue };
            let (now, value) = (self.terms.now(var), self.terms.mk_const(value.clone()));
            let equal = self.terms.eq(now, value);
            same.push(self.step.solver.literal(&self.terms, equal, 0)?);
        }
        if self.step.is_sat(&same, None, stop)? { self.step.trace(1).map(Some) } else { Ok(None) }
    }

    /// Makes a step a move; when it is one.
    fn learn(&mut self, taken: &Trace) -> TermId {
        let (now, then) = (&taken.steps[0], &taken.steps[1]);
        let chosen: BTreeMap<VarId, TermId> =
            self.model.state_vars().map(|var| (var, self.choice(var, now, then))).collect();
        let mut parts = Vec::new();
        for (var, term) in &chosen {
            if let sort @ Sort::Range { .. } = self.model.system.terms.var(*var).sort {
                parts.push(self.terms.within(*term, sort));
            }
        }
        let is_input = |v: VarId| self.model.system.role(v) == Role::Input;
        let functions: Vec<TermId> = self.model.updates.iter().map(|(_, t)| *t).collect();
        let relations: Vec<TermId> = self.model.step.iter().copied().filter(|t| !functions.contains(t)).collect();
        let present = relations.into_iter().chain(self.model.invar.iter().copied()).collect::<Vec<_>>();
        let on_step = |terms: &mut Terms, term: TermId| match terms.op(term) {
            Op::Next(v) => chosen.get(&v).copied(),
            Op::Var(v) if is_input(v) => now.get(v).map(|value| terms.mk_const(value.clone())),
            _ => None,
        };
        parts.extend(walk::rewrite(&mut self.terms, &present, &mut FxHashMap::default(), on_step));
        let on_next = |terms: &mut Terms, term: TermId| match terms.op(term) {
            Op::Var(v) if is_input(v) => then.get(v).map(|value| terms.mk_const(value.clone())),
            Op::Var(v) => chosen.get(&v).copied(),
            _ => None,
        };
        parts.extend(walk::rewrite(&mut self.terms, &self.model.invar, &mut FxHashMap::default(), on_next));
        let enabled = self.terms.and(parts);
        self.enabled.push(enabled);
        enabled
    }

    /// Next value of a variable by a move that is made from a step.
    fn choice(&mut self, var: VarId, now: &Step, then: &Step) -> TermId {
        let system = &self.model.system;
        if system.role(var) == Role::Frozen {
            return self.terms.now(var);
        }
        if let Some(update) = system.next.get(&var) {
            let constant = |terms: &mut Terms, term: TermId| match terms.op(term) {
                Op::Var(v) if system.role(v) == Role::Input => now.get(v).map(|value| terms.mk_const(value.clone())),
                _ => None,
            };
            return walk::rewrite(&mut self.terms, &[update.term], &mut FxHashMap::default(), constant)[0];
        }
        let Some(value) = then.get(var).cloned() else { return self.terms.now(var) };
        let fits =
            |term: &TermId| evaluate(&system.terms, *term, &now.values, None).ok().flatten().as_ref() == Some(&value);
        let offered = self.offers.get(&var).into_iter().flatten().copied().find(fits);
        if let Some(term) = offered {
            return term;
        }
        if now.get(var) == Some(&value) { self.terms.now(var) } else { self.terms.mk_const(value) }
    }

    /// Checks with another solver that some move is a step in every state.
    fn recheck(&self, make: &Maker, stop: &Stop) -> Result<(), NoAnswer> {
        let mut state = Unroller::new(self.model, make()?)?;
        for enabled in &self.enabled {
            let enabled = state.solver.literal(&self.terms, *enabled, 0)?;
            state.solver.clause(&[!enabled])?;
        }
        match state.is_sat(&[], None, stop)? {
            true => Err(NoAnswer::Refuted("a state that no known move leaves".to_owned())),
            false => Ok(()),
        }
    }
}

/// For each variable, the terms over the present state, without inputs, that an equation offers for its next value.
fn offers(model: &Cone) -> BTreeMap<VarId, Vec<TermId>> {
    let terms = &model.system.terms;
    let mut found: BTreeMap<VarId, Vec<TermId>> = BTreeMap::new();
    let is_plain = |term: TermId| {
        let inputs = || walk::variables(terms, [term]).iter().any(|v| model.system.role(*v) == Role::Input);
        !terms.has_next(term) && terms.constant(term).is_none() && !inputs()
    };
    let is_number = |term: TermId| matches!(terms.sort(term), Sort::Int | Sort::Range { .. });
    for term in walk::postorder(terms, model.step.iter().copied()) {
        if let (Op::Eq, [a, b]) = (terms.op(term), terms.operands(term)) {
            for (side, other) in [(*a, *b), (*b, *a)] {
                if let Op::Next(var) = terms.op(side)
                    && (terms.sort(other) == terms.sort(side) || (is_number(other) && is_number(side)))
                    && is_plain(other)
                {
                    found.entry(var).or_default().push(other);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Constraint, System};

    /// A proof that forgets a move does not pass: some state is left that none of the others leaves.
    #[test]
    fn a_forgotten_move_is_noticed() {
        let mut system = System::new("bits");
        let x = system.add_var("x", Sort::Bool, Role::State, None).expect("a new name");
        let (now, next) = (system.terms.now(x), system.terms.next(x));
        let term = system.terms.xor(now, next);
        system.trans.push(Constraint { term, element: None });
        let (model, stop) = (Cone::whole(&system), Stop::new());
        let make = crate::solvers::Solvers::default().bounded(true);
        let mut moves = Moves::new(&model, &make).expect("a small system");
        let refused = |moves: &Moves<'_>| matches!(moves.recheck(&make, &stop), Err(NoAnswer::Refuted(_)));
        assert!(refused(&moves));
        for value in [false, true] {
            let mut state = Step::empty(&system);
            state.set(x, wherefore_ir::Value::Bool(value));
            let taken = moves.successor(&state, &stop).expect("a small system").expect("every state goes on");
            moves.learn(&taken);
            assert_eq!(refused(&moves), !value);
        }
    }
}
