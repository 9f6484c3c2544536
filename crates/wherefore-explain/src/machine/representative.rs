//! The run of a class to show: shortest, without control loops, with the fewest changes of inputs, with the simplest values.
//!
//! The length is known from the enumeration. The system gets some more memory: the inputs of the tick before, and the
//! control states seen so far, so that "this input changed" and "this step closes a loop" are formulas of one tick. What is
//! left open after those wishes is settled variable by variable, so that the run does not depend on the solver as long as data
//! is finite; of unbounded numbers the simplest that the model speaks of are tried.

use super::enumerate::MachineProblem;
use super::history::History;
use super::path_class::{Level, PathKey};
use super::run::{Path, PathReader};
use crate::lexmin::{LexMin, landmarks};
use wherefore_check::{Cone, NoAnswer, Unroller};
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Terms, Update, Value, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Trace, replay, replay_invariant};

/// Runs of classes, in their order.
pub struct Runs {
    /// Each replayed, with its control path.
    pub found: Vec<(Trace, Path)>,
    /// Whether all classes have one.
    pub end: Shown,
}

/// How far the search for representatives came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Every class has its run.
    All,
    /// The class after the last run has none of its length in the whole system.
    Missing,
    /// The search ended early.
    Stopped(NoAnswer),
}

/// Finds representatives of the classes of one machine.
pub struct Representatives<'a> {
    question: &'a MachineProblem<'a>,
    level: Level,
    history: History,
    /// Formulas, one per input: the tick has another value of the input than the one before.
    changes: Vec<TermId>,
    /// Formula: the step closes a control loop.
    closes_loop: TermId,
    /// Numbers that the model speaks of, simplest first, for variables without bits.
    landmarks: Vec<Value>,
}

impl<'a> Representatives<'a> {
    /// Prepares for classes of a level.
    pub fn new(question: &'a MachineProblem<'a>, level: Level) -> Representatives<'a> {
        let mut history = question.history(level);
        let system = &mut history.system;
        let landmarks = landmarks(&system.terms);
        let changes = remember_inputs(system);
        let closes_loop = remember_states(system, question.graph);
        Representatives { question, level, history, changes, closes_loop, landmarks }
    }

    /// A run of each class with this many steps, over the variables of the system, as far as it gets.
    pub fn runs(&mut self, classes: &[(PathKey, u32)], stop: &Stop) -> Runs {
        let formulas: Vec<TermId> =
            classes.iter().map(|(key, _)| self.history.class(self.question.graph, key)).collect();
        let model = Cone::whole(&self.history.system);
        let mut found = Vec::new();
        let end = self.each(&model, classes, &formulas, stop, &mut found).unwrap_or_else(Shown::Stopped);
        Runs { found, end }
    }

    fn each(
        &mut self,
        model: &Cone,
        classes: &[(PathKey, u32)],
        formulas: &[TermId],
        stop: &Stop,
        runs: &mut Vec<(Trace, Path)>,
    ) -> Result<Shown, NoAnswer> {
        let make = self.question.options.solvers().bounded(model.is_finite());
        let mut unroller = Unroller::new(model, make()?)?;
        unroller.assert_init()?;
        // One arena for all runs: the solver knows terms by their ids.
        let mut terms = model.system.terms.clone();
        for ((key, length), formula) in classes.iter().zip(formulas) {
            match self.run(&mut unroller, &mut terms, (*formula, *length), stop)? {
                Some(trace) => runs.push(self.replayed(trace, key)?),
                None => return Ok(Shown::Missing),
            }
        }
        Ok(Shown::All)
    }

    fn run(
        &mut self,
        unroller: &mut Unroller<'_>,
        terms: &mut Terms,
        (class, length): (TermId, u32),
        stop: &Stop,
    ) -> Result<Option<Trace>, NoAnswer> {
        unroller.reach(length)?;
        let inside = unroller.solver.literal(terms, class, length)?;
        let bad = !unroller.solver.literal(terms, self.question.good, length)?;
        let mut lex = LexMin::new(unroller, terms, vec![inside, bad], stop);
        if !lex.is_possible()? {
            return Ok(None);
        }
        let loops = (0..length.saturating_sub(1)).map(|k| Ok(!lex.literal(self.closes_loop, k)?));
        let loops = loops.collect::<Result<Vec<_>, NoAnswer>>()?;
        lex.prefer(&loops)?;
        let mut changes = Vec::new();
        for tick in 1..=self.last_input(length) {
            for change in &self.changes {
                changes.push(lex.literal(*change, tick)?);
            }
        }
        lex.fewest(&changes)?;
        lex.minimise(&self.choices(length), &self.landmarks)?;
        if !lex.is_possible()? {
            return Ok(None);
        }
        unroller.trace(length).map(Some)
    }

    /// The last tick whose inputs matter.
    fn last_input(&self, length: u32) -> u32 {
        if self.question.reads_inputs() { length } else { length.saturating_sub(1) }
    }

    /// The values that nothing else settles: first states, inputs, and what has no update; tick by tick.
    fn choices(&self, length: u32) -> Vec<(VarId, u32)> {
        let system = self.question.system;
        let mut choices = Vec::new();
        for tick in 0..=length {
            let open = |v: &VarId| match system.role(*v) {
                Role::Input => true,
                Role::Frozen => tick == 0,
                Role::State => tick == 0 || !system.next.contains_key(v),
            };
            choices.extend(system.vars().map(|(v, _)| v).filter(open).map(|v| (v, tick)));
        }
        choices
    }

    /// The run without the memory, replayed; its path has the key.
    fn replayed(&self, trace: Trace, key: &PathKey) -> Result<(Trace, Path), NoAnswer> {
        let (system, graph) = (self.question.system, self.question.graph);
        let trace = trace.of_first(system.terms.var_count());
        replay(system, &trace).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
        replay_invariant(system, &trace, self.question.good).map_err(|e| NoAnswer::Refuted(e.to_string()))?;
        let path = PathReader::new(system, graph)?.path(&trace);
        if path.key(graph, self.level) != *key {
            return Err(NoAnswer::Refuted("a representative is of another class".to_owned()));
        }
        Ok((trace, path))
    }
}

/// Adds a copy of each input one tick later; gives the formulas that an input differs from its copy.
fn remember_inputs(system: &mut System) -> Vec<TermId> {
    let inputs: Vec<VarId> = system.input_vars().collect();
    let mut changes = Vec::new();
    for input in inputs {
        let (name, sort) = (format!("before.{}", system.terms.var(input).name), system.terms.var(input).sort);
        let copy = system.add_auxiliary(&name, sort, Role::State, Purpose::Memory);
        let (now, before) = (system.terms.now(input), system.terms.now(copy));
        system.next.insert(copy, Update { term: now, element: None });
        let same = system.terms.eq(now, before);
        changes.push(system.terms.not(same));
    }
    changes
}

/// Adds a flag for each control state that a run has been in; gives the formula that a step comes back to one.
fn remember_states(system: &mut System, graph: &ControlGraph) -> TermId {
    let mut seen = Vec::new();
    for (place, state) in graph.states.iter().enumerate() {
        let flag = system.add_auxiliary(&format!("seen.{place}"), Sort::Bool, Role::State, Purpose::Monitor);
        let terms = &mut system.terms;
        let now = terms.now(flag);
        let (first, ever) = (terms.not(now), terms.or([now, state.active]));
        system.init.push(Constraint { term: first, element: None });
        system.next.insert(flag, Update { term: ever, element: None });
        seen.push(ever);
    }
    let terms = &mut system.terms;
    let back = graph.transitions.iter().map(|t| terms.and([t.taken, seen[t.target.0 as usize]]));
    let closing: Vec<TermId> = back.collect();
    terms.or(closing)
}
