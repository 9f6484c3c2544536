//! Runs that show why a CTL formula is false, as far as one run can.
//!
//! A false AG or AX, A[f U g] or AF, and dually a true EF, EX, E[f U g] or EG, is shown by a path: a shortest way along the
//! layers of the fixpoint, or a loop through everything that fairness asks for. Where the reason is that something exists
//! on no path, one run cannot show it: the run ends there, and replay says what remains a claim.

use super::Machine;
use super::ctl::Sets;
use crate::certify::fixpoint::Fixpoints;
use crate::observe::within;
use crate::{EngineId, NoAnswer, Observer, Stage};
use wherefore_ir::{Op, TermId, Value, VarId};
use wherefore_solve::Bdd;
use wherefore_trace::{Step, Trace};

/// A run over the variables of the model. What it does not show, replay will find out.
pub(crate) struct Witness {
    pub(crate) trace: Trace,
}

/// The outcome of a CTL check.
pub(crate) enum Outcome {
    /// Every first state that begins a fair path satisfies the formula.
    Holds {
        /// The certificate, or the reason for its absence.
        certificate: Result<Box<Fixpoints>, NoAnswer>,
        /// Whether some first state begins a fair path.
        lives: bool,
    },
    /// A first state does not.
    Violated(Witness),
}

/// Whether a sub-formula is to be shown true or false.
type Goal = (TermId, bool);

impl Machine {
    /// Checks a CTL formula at the first states.
    pub(crate) fn check_ctl(&mut self, formula: TermId, observer: &dyn Observer) -> Result<Outcome, NoAnswer> {
        self.ways.forget();
        let sets = self.ctl_sets(formula, observer)?;
        let good = sets.get(formula).cloned().ok_or_else(|| NoAnswer::Unsupported("formula".to_owned()))?;
        let bad = self.space.minus(&self.init, &good)?;
        let bad = self.space.and(&bad, &sets.fair)?;
        if bad.is_false() {
            let certificate =
                within(observer, EngineId::CERTIFICATE, Stage::Encode, || self.certificate(formula, &sets, observer));
            return match certificate {
                Err(cause @ (NoAnswer::Refuted(_) | NoAnswer::Stopped(_))) => Err(cause),
                certificate => {
                    let lives = !self.space.and(&self.init, &sets.fair)?.is_false();
                    Ok(Outcome::Holds { certificate: certificate.map(Box::new), lives })
                }
            };
        }
        let start = self.pick_state(&bad)?;
        let mut path = Path { states: vec![start], loop_start: None };
        self.show(&sets, (formula, false), &mut path)?;
        Ok(Outcome::Violated(Witness { trace: self.with_inputs(path)? }))
    }

    /// Extends the path until the goal is seen, or nothing more of it can be seen on one path.
    fn show(&mut self, sets: &Sets, goal: Goal, path: &mut Path) -> Result<(), NoAnswer> {
        let mut goal = goal;
        loop {
            let terms = &self.model.clone().system.terms;
            let (term, truth) = goal;
            if !terms.has_ctl(term) {
                return Ok(());
            }
            let operands = terms.operands(term).to_vec();
            let next = match (terms.op(term), truth) {
                (Op::Not, _) => Some((operands[0], !truth)),
                (Op::AX, false) | (Op::EX, true) => self.step_to(sets, (operands[0], truth), path)?,
                (Op::AG, false) | (Op::EF, true) => self.walk_to(sets, None, (operands[0], truth), path)?,
                (Op::EU, true) => self.walk_to(sets, Some(operands[0]), (operands[1], true), path)?,
                (Op::AF, false) | (Op::EG, true) => {
                    return self.stay_in(sets, (operands[0], truth), path);
                }
                (Op::AU, false) => return self.show_until_fails(sets, operands[0], operands[1], path),
                (Op::And | Op::Or | Op::Implies | Op::Eq | Op::Xor | Op::Ite, _) => self.choose(sets, goal, path)?,
                _ => None,
            };
            match next {
                Some(next) => goal = next,
                None => return Ok(()),
            }
        }
    }

    /// The set where a sub-formula has a Boolean value.
    pub(super) fn set_of(&mut self, sets: &Sets, (term, truth): Goal) -> Result<Bdd, NoAnswer> {
        let set = sets.get(term).cloned().ok_or_else(|| NoAnswer::Unsupported("sub-formula".to_owned()))?;
        if truth { Ok(set) } else { self.outside(sets, &set) }
    }

    /// One step to a state with the goal on a fair path.
    fn step_to(&mut self, sets: &Sets, goal: Goal, path: &mut Path) -> Result<Option<Goal>, NoAnswer> {
        let target = self.set_of(sets, goal)?;
        let target = self.space.and(&target, &sets.fair)?;
        let found = self.advance(path, &target)?;
        Ok(found.then_some(goal))
    }

    /// A shortest walk, inside `along` if given, to a state with the goal on a fair path.
    fn walk_to(
        &mut self,
        sets: &Sets,
        along: Option<TermId>,
        goal: Goal,
        path: &mut Path,
    ) -> Result<Option<Goal>, NoAnswer> {
        let target = self.set_of(sets, goal)?;
        let target = self.space.and(&target, &sets.fair)?;
        let along = match along {
            Some(term) => self.set_of(sets, (term, true))?,
            None => sets.universe.clone(),
        };
        Ok(self.walk(path, &along, &target)?.then_some(goal))
    }

    /// Which part of a connective to follow: the first that decides it and has something to show.
    fn choose(&mut self, sets: &Sets, (term, truth): Goal, path: &Path) -> Result<Option<Goal>, NoAnswer> {
        let model = self.model.clone();
        let terms = &model.system.terms;
        let operands = terms.operands(term);
        let candidates: Vec<Goal> = match terms.op(term) {
            Op::And | Op::Or => operands.iter().map(|t| (*t, truth)).collect(),
            Op::Implies => vec![(operands[1], truth), (operands[0], !truth)],
            Op::Ite => operands[1..].iter().map(|t| (*t, truth)).collect(),
            _ => operands.iter().flat_map(|t| [(*t, true), (*t, false)]).collect(),
        };
        let here = self.point(path.last(), 0)?;
        let mut fallback = None;
        for goal in candidates {
            let set = self.set_of(sets, goal)?;
            let meets = self.space.and(&here, &set)?;
            if !meets.is_false() {
                if terms.has_ctl(goal.0) && shows(terms.op(goal.0), goal.1) {
                    return Ok(Some(goal));
                }
                fallback = fallback.or(Some(goal));
            }
        }
        Ok(fallback)
    }

    /// A[f U g] is false: either g stays away for ever, or f ends before g comes.
    fn show_until_fails(&mut self, sets: &Sets, f: TermId, g: TermId, path: &mut Path) -> Result<(), NoAnswer> {
        let not_g = self.set_of(sets, (g, false))?;
        let not_f = self.set_of(sets, (f, false))?;
        let neither = self.space.and(&not_g, &not_f)?;
        let target = self.space.and(&neither, &sets.fair)?;
        if self.walk(path, &not_g, &target)? {
            return Ok(());
        }
        self.stay_in(sets, (g, false), path)
    }

    /// A fair loop inside the states where the goal holds, reached inside them.
    fn stay_in(&mut self, sets: &Sets, goal: Goal, path: &mut Path) -> Result<(), NoAnswer> {
        let inside = self.set_of(sets, goal)?;
        let core = self.fair_core(sets, &inside)?;
        self.walk(path, &inside, &core)?;
        let (justice, compassion) = sets.goals();
        // From the head, visit what fairness asks for and try to come back; a head that cannot be met again lies outside
        // every loop, and the search starts anew from where the walk ended, strictly deeper in the graph of loops.
        loop {
            let head = path.states.len() - 1;
            for goal in justice {
                let target = self.space.and(goal, &core)?;
                self.walk(path, &core, &target)?;
            }
            for (premise, consequence) in compassion {
                let target = self.space.and(consequence, &core)?;
                let here = self.point(path.last(), 0)?;
                let met = self.space.and(premise, &core)?;
                let (_, able) = self.until_layers(&core, &met)?;
                let relevant = self.space.and(&here, &able)?;
                if !relevant.is_false() {
                    self.walk(path, &core, &target)?;
                }
            }
            let start = self.point(&path.states[head], 0)?;
            let (_, able) = self.until_layers(&core, &start)?;
            let home = self.space.and(&core, &able)?;
            if self.advance(path, &home)? && self.walk(path, &core, &start)? {
                path.states.pop();
                path.loop_start = Some(head);
                return Ok(());
            }
            let anywhere = core.clone();
            self.advance(path, &anywhere)?;
        }
    }

    /// Appends a shortest walk through `along` to `target`; nothing if the path already ends there. False if no walk
    /// exists.
    fn walk(&mut self, path: &mut Path, along: &Bdd, target: &Bdd) -> Result<bool, NoAnswer> {
        let here = self.point(path.last(), 0)?;
        let (layers, _) = self.layers_up_to(along, target, Some(&here))?;
        let Some((last, between)) = layers.split_last() else { return Ok(false) };
        if self.space.and(&here, last)?.is_false() {
            return Ok(false);
        }
        for layer in between.iter().rev() {
            if !self.advance(path, layer)? {
                return Err(NoAnswer::Refuted("a layer of a fixpoint has no step to the next".to_owned()));
            }
        }
        Ok(true)
    }

    /// Appends a successor of the last state that lies in `target`.
    fn advance(&mut self, path: &mut Path, target: &Bdd) -> Result<bool, NoAnswer> {
        let here = self.point(path.last(), 0)?;
        let successors = self.image(&here)?;
        let choice = self.space.and(&successors, target)?;
        if choice.is_false() {
            return Ok(false);
        }
        let state = self.pick_state(&choice)?;
        path.states.push(state);
        Ok(true)
    }

    fn pick_state(&mut self, set: &Bdd) -> Result<State, NoAnswer> {
        let vars: Vec<VarId> = self.model.state_vars().collect();
        self.pick(set, &vars)?.ok_or_else(|| NoAnswer::Refuted("picked from an empty set".to_owned()))
    }

    /// The least values of some variables in a set.
    fn pick(&mut self, set: &Bdd, vars: &[VarId]) -> Result<Option<State>, NoAnswer> {
        let copies: Vec<(VarId, u32)> = vars.iter().map(|v| (*v, 0)).collect();
        let values = self.space.least_values(&self.model.system.terms, set, &copies)?;
        Ok(values.map(|values| vars.iter().copied().zip(values).collect()))
    }

    /// Chooses inputs for each step of a path.
    fn with_inputs(&mut self, path: Path) -> Result<Trace, NoAnswer> {
        let model = self.model.clone();
        let inputs: Vec<VarId> = model.input_vars().collect();
        let mut steps = Vec::new();
        for (index, state) in path.states.iter().enumerate() {
            let mut step = Step::empty(&model.system);
            state.iter().for_each(|(var, value)| step.set(*var, value.clone()));
            let next = path.states.get(index + 1).or(path.loop_start.map(|l| &path.states[l]));
            if let (Some(next), false) = (next, inputs.is_empty()) {
                let from = self.point(state, 0)?;
                let to = self.point(next, 1)?;
                let steps_between = self.relation.between(&self.space, &from, &to)?;
                let chosen = self.pick(&steps_between, &inputs)?;
                chosen.into_iter().flatten().for_each(|(var, value)| step.set(var, value));
            }
            steps.push(step);
        }
        Ok(Trace { steps, loop_start: path.loop_start })
    }
}

type State = Vec<(VarId, Value)>;

struct Path {
    states: Vec<State>,
    loop_start: Option<usize>,
}

impl Path {
    fn last(&self) -> &State {
        &self.states[self.states.len() - 1]
    }
}

/// Whether one run can show that an operator has this Boolean value.
fn shows(op: Op, truth: bool) -> bool {
    match op {
        Op::AX | Op::AG | Op::AF | Op::AU => !truth,
        Op::EX | Op::EF | Op::EG | Op::EU => truth,
        _ => true,
    }
}
