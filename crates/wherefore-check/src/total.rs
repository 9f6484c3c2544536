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
//! All states that satisfy the restrictions are looked at, reachable or not, but for those that no step leads into: what a relation
//! says of the next state alone, as `TRANS !(next(x) & next(y))` does, is true of every state that is reached, if it is true of the
//! first ones. From the start, the same moves find a run into a dead end if a short one exists.

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
    moves.promise(&make, stop)?;
    let mut seeker = Unroller::new(&model, make()?)?;
    moves.assume_promises(&mut seeker)?;
    for place in 0..MOST_MOVES {
        if !seeker.is_sat(&[], Some(EFFORT), stop)? {
            let recheck = judges(Family::Sat, true, &session.options).review(|make| moves.recheck(make, stop))?;
            return recheck.confirmed().map(|_| true);
        }
        let state = seeker.trace(0)?.steps.remove(0);
        let Some(taken) = moves.successor(&state, stop)? else { return Ok(false) };
        let rest = (place == 0).then(|| moves.rest(&taken));
        for enabled in [Some(moves.learn(&taken)), rest].into_iter().flatten() {
            let enabled = seeker.solver.literal(&moves.terms, enabled, 0)?;
            seeker.solver.clause(&[!enabled])?;
        }
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
    /// Formulas that are true of every state that is reached.
    promises: Vec<TermId>,
    /// Holds two ticks of the model and the step between them.
    step: Unroller<'a>,
}

impl<'a> Moves<'a> {
    fn new(model: &'a Cone, make: &Maker) -> Result<Moves<'a>, NoAnswer> {
        let mut step = Unroller::new(model, make()?)?;
        step.reach(1)?;
        let offers = offers(model);
        Ok(Moves { model, terms: model.system.terms.clone(), enabled: Vec::new(), offers, promises: Vec::new(), step })
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

    /// Finds what relations say of the next state alone and first states satisfy too.
    fn promise(&mut self, make: &Maker, stop: &Stop) -> Result<(), NoAnswer> {
        let asked = promises(self.model, &mut self.terms);
        if !asked.is_empty() && self.is_first(&asked, make, stop)? {
            self.promises = asked;
        }
        Ok(())
    }

    /// Whether all first states satisfy all these formulas.
    fn is_first(&self, formulas: &[TermId], make: &Maker, stop: &Stop) -> Result<bool, NoAnswer> {
        let mut first = Unroller::new(self.model, make()?)?;
        first.assert_init()?;
        let mut broken = Vec::new();
        for formula in formulas {
            broken.push(!first.solver.literal(&self.terms, *formula, 0)?);
        }
        first.solver.clause(&broken)?;
        Ok(!first.is_sat(&[], None, stop)?)
    }

    fn assume_promises(&self, state: &mut Unroller<'_>) -> Result<(), NoAnswer> {
        for promise in &self.promises {
            let promise = state.solver.literal(&self.terms, *promise, 0)?;
            state.solver.clause(&[promise])?;
        }
        Ok(())
    }

    /// Makes a step a move; when it is one.
    fn learn(&mut self, taken: &Trace) -> TermId {
        let (now, then) = (&taken.steps[0], &taken.steps[1]);
        let chosen = self.model.state_vars().map(|var| (var, self.choice(var, now, then))).collect();
        self.add(chosen, now, then)
    }

    /// Makes a move of keeping all values that no update gives, with the inputs of a step; when it is a step.
    fn rest(&mut self, taken: &Trace) -> TermId {
        let (now, then) = (&taken.steps[0], &taken.steps[1]);
        let system = &self.model.system;
        let kept = |moves: &mut Self, var: VarId| match system.next.contains_key(&var) {
            true => moves.choice(var, now, then),
            false => moves.terms.now(var),
        };
        let chosen = self.model.state_vars().map(|var| (var, kept(self, var))).collect();
        self.add(chosen, now, then)
    }

    /// Adds a move, given by the next values of all variables; when it is a step.
    fn add(&mut self, chosen: BTreeMap<VarId, TermId>, now: &Step, then: &Step) -> TermId {
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

    /// Checks with another solver that some move is a step in every state that may be reached.
    fn recheck(&self, make: &Maker, stop: &Stop) -> Result<(), NoAnswer> {
        if !self.promises.is_empty() && !self.is_first(&self.promises, make, stop)? {
            return Err(NoAnswer::Refuted("a first state that no step would lead into".to_owned()));
        }
        let mut state = Unroller::new(self.model, make()?)?;
        self.assume_promises(&mut state)?;
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

/// What relations say of the next state alone, as formulas about the present one.
fn promises(model: &Cone, terms: &mut Terms) -> Vec<TermId> {
    let relations = model.step.iter().flat_map(|term| walk::conjuncts(terms, *term)).collect::<Vec<_>>();
    let is_next = |terms: &Terms, term: TermId| {
        let mut parts = walk::postorder(terms, [term]).into_iter();
        terms.has_next(term)
            && parts.all(|part| match terms.op(part) {
                Op::Var(var) => model.system.role(var) == Role::Frozen,
                Op::Next(var) => model.system.role(var) == Role::State,
                _ => true,
            })
    };
    let asked: Vec<TermId> = relations.into_iter().filter(|term| is_next(terms, *term)).collect();
    let earlier = |terms: &mut Terms, term: TermId| match terms.op(term) {
        Op::Next(var) => Some(terms.now(var)),
        _ => None,
    };
    walk::rewrite(terms, &asked, &mut FxHashMap::default(), earlier)
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

    /// `x` may go on where `y` does not: `TRANS !(next(x) & next(y))`, `TRANS x & y -> next(x)`, `TRANS x & y -> next(y)`.
    fn excluded(first: bool) -> System {
        let mut system = System::new("excluded");
        let [x, y] = ["x", "y"].map(|name| system.add_var(name, Sort::Bool, Role::State, None).expect("a new name"));
        let terms = &mut system.terms;
        let now = [terms.now(x), terms.now(y)];
        let (next, both) = ([terms.next(x), terms.next(y)], terms.and(now));
        let later = terms.and(next);
        let apart = terms.not(later);
        let stay = next.map(|next| terms.implies(both, next));
        let one = terms.not(both);
        system.trans.extend([apart, stay[0], stay[1]].map(|term| Constraint { term, element: None }));
        if first {
            system.init.push(Constraint { term: one, element: None });
        }
        system
    }

    /// States that no step leads into count only if a run may begin there.
    #[test]
    fn what_steps_promise_is_true_of_all_states_but_first_ones() {
        for first in [false, true] {
            let system = excluded(first);
            let session = Session::new(&system, crate::Options::default());
            assert_eq!(is_total(&session, &Stop::new()), Ok(first));
        }
        let (system, stop) = (excluded(false), Stop::new());
        let (model, make) = (Cone::whole(&system), crate::solvers::Solvers::default().bounded(true));
        let mut moves = Moves::new(&model, &make).expect("a small system");
        moves.promises = promises(&model, &mut moves.terms);
        assert!(matches!(moves.recheck(&make, &stop), Err(NoAnswer::Refuted(why)) if why.contains("first state")));
    }

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
