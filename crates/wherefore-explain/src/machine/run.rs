//! The control path of a concrete run, read off its values by the evaluator, without any engine.

use super::path_class::{Level, Move, PathKey, is_alive, is_reset};
use wherefore_check::NoAnswer;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{System, TermId, Value};
use wherefore_trace::{Evaluator, Trace};

/// Reads control paths of one machine.
pub struct PathReader<'a> {
    graph: &'a ControlGraph,
    active: Evaluator,
    taken: Evaluator,
}

/// The control path of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The control state of each active region at the first tick.
    pub start: Vec<Option<StateId>>,
    /// Move of each step.
    pub moves: Vec<Move>,
}

impl<'a> PathReader<'a> {
    /// Prepares the terms of a machine.
    pub fn new(system: &System, graph: &'a ControlGraph) -> Result<PathReader<'a>, NoAnswer> {
        let active: Vec<_> = graph.states.iter().map(|s| s.active).collect();
        let taken: Vec<_> = graph.transitions.iter().map(|t| t.taken).collect();
        let compile =
            |roots: &[TermId]| Evaluator::new(&system.terms, roots).map_err(|e| NoAnswer::Refuted(e.to_string()));
        Ok(PathReader { graph, active: compile(&active)?, taken: compile(&taken)? })
    }

    /// The path of a finite run.
    pub fn path(&self, trace: &Trace) -> Path {
        let start = trace.steps.first().map_or_else(Vec::new, |s| self.location(&s.values));
        let moves = trace.steps.windows(2).map(|pair| self.step(&pair[0].values, &pair[1].values)).collect();
        Path { start, moves }
    }

    /// Move of the step between two ticks.
    pub fn step(&self, before: &[Option<Value>], after: &[Option<Value>]) -> Move {
        let truths = self.taken.truths(before, Some(after));
        let chosen = |at: Option<StateId>| at.and_then(|at| self.chosen(at, &truths));
        let taken = self.location(before).into_iter().map(chosen).collect();
        let mut step = Move { taken, entered: Vec::new() };
        let after = self.location(after);
        let entered = |r: RegionId| after[r.0 as usize].filter(|_| is_reset(self.graph, r, &step));
        step.entered = self.graph.region_ids().map(entered).collect();
        step
    }

    /// The transitions that the step out of a tick takes, of machines that decide it by the tick alone.
    pub fn leaving(&self, values: &[Option<Value>]) -> Vec<TransitionId> {
        let truths = self.taken.truths(values, None);
        self.location(values).into_iter().flatten().filter_map(|at| self.chosen(at, &truths)).collect()
    }

    fn chosen(&self, at: StateId, truths: &[Option<bool>]) -> Option<TransitionId> {
        self.graph.exits(at).find(|t| truths[t.0 as usize] == Some(true))
    }

    /// The control state of each active region at a tick.
    pub fn location(&self, values: &[Option<Value>]) -> Vec<Option<StateId>> {
        let truths = self.active.truths(values, None);
        let mut location = Vec::new();
        for region in self.graph.region_ids() {
            let active = self.graph.states_of(region).find(|s| truths[s.0 as usize] == Some(true));
            let alive = is_alive(self.graph, region, &location);
            location.push(active.filter(|_| alive));
        }
        location
    }

    /// The active regions at a tick, each with its control state.
    pub fn active(&self, values: &[Option<Value>]) -> Vec<(RegionId, StateId)> {
        self.graph.region_ids().zip(self.location(values)).filter_map(|(region, at)| Some((region, at?))).collect()
    }
}

impl Path {
    /// The key of the path.
    pub fn key(&self, graph: &ControlGraph, level: Level) -> PathKey {
        let finest = level.stepwise();
        let first = PathKey::initial(finest, &self.start);
        self.moves.iter().fold(first, |key, step| key.step(graph, finest, step)).at_level(graph, level)
    }

    /// All transitions taken, in order.
    pub fn transitions(&self) -> impl Iterator<Item = TransitionId> + '_ {
        self.moves.iter().flat_map(|m| m.taken.iter().flatten().copied())
    }

    /// Something about the transitions taken into each tick; nothing for the first.
    pub(super) fn per_tick<T, I: IntoIterator<Item = T>>(&self, of: impl Fn(TransitionId) -> I) -> Vec<Vec<T>> {
        let steps = self.moves.iter().map(|m| m.taken.iter().flatten().copied().flat_map(&of).collect());
        std::iter::once(Vec::new()).chain(steps).collect()
    }

    /// The run with the element of the transition taken into each tick, where it is a single one.
    pub(super) fn with_elements(&self, mut trace: Trace, graph: &ControlGraph) -> Trace {
        for (step, taken) in trace.steps.iter_mut().zip(self.per_tick(|t| [t])) {
            if let [only] = taken.as_slice() {
                step.element = graph.transition(*only).element;
            }
        }
        trace
    }
}
