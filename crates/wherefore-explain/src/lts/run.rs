//! Runs of an LTS as the traces of all lenses: a state, and the action that is done in it.

#[cfg(test)]
mod tests;

use wherefore_ir::actions::Formula;
use wherefore_ir::actions::{End, Numbered, violates_numbered};
use wherefore_ir::{EnumId, Property, PropertyKind, Role, Sort, System, Value, VarId};
use wherefore_lts::Labels;
use wherefore_lts::moves::Direction;
use wherefore_lts::path::Path;
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::row::Edge;
use wherefore_trace::{Step, Trace};

/// A run: a path, and how it goes on behind its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The path.
    pub path: Path,
    /// How it goes on; a loop leads from its last state, which is also the state at this place, on from there.
    pub end: End,
}

/// Steps of runs whose transitions are looked up at once.
const PIECE: usize = 1 << 16;

/// Replays runs; refuses if one of them is no counterexample.
pub fn replay(route: &impl Route, formula: &Formula, runs: &[&Run]) -> Result<(), Interrupted> {
    if are_runs(route, runs)? && runs.iter().all(|run| run.violates(route, formula)) {
        return Ok(());
    }
    Err(Interrupted::Refuted("a run that should fail does not when replayed".to_owned()))
}

/// Replays a run that should not fail; whether it does not.
pub fn passes(route: &impl Route, formula: &Formula, run: &Run) -> Result<bool, Interrupted> {
    Ok(are_runs(route, &[run])? && !run.violates(route, formula))
}

/// Whether they are runs of the graph: that they begin where it does, that each step is one of its transitions, and that the end is as
/// it says. Transitions are looked up for many steps at once, of short runs together, and never for all steps of long ones.
pub fn are_runs(route: &impl Route, runs: &[&Run]) -> Result<bool, Interrupted> {
    let mut waiting: Vec<(u32, Option<Edge>)> = Vec::new();
    for run in runs {
        if !run.begins_and_ends(route) {
            return Ok(false);
        }
        let mut state = run.path.start.0;
        for step in &run.path.steps {
            waiting.push((state, Some(Edge { label: step.label, end: step.state })));
            state = step.state;
            if waiting.len() >= PIECE && !are_steps(route, std::mem::take(&mut waiting))? {
                return Ok(false);
            }
        }
        // Behind the last step of a run that is stuck there is none.
        if run.end == End::Deadlock {
            waiting.push((state, None));
        }
    }
    are_steps(route, waiting)
}

/// Whether states have these transitions, or none at all. A state that occurs often is looked up once.
fn are_steps(route: &impl Route, mut steps: Vec<(u32, Option<Edge>)>) -> Result<bool, Interrupted> {
    steps.sort_unstable();
    steps.dedup();
    let mut states: Vec<u32> = steps.iter().map(|(state, _)| *state).collect();
    states.dedup();
    let (mut left, mut are_all) = (steps.as_slice(), true);
    route.each(Direction::Forward, &states, &mut |state, row| {
        while let Some(((at, step), rest)) = left.split_first()
            && *at == state
        {
            left = rest;
            are_all &= match step {
                Some(edge) => row.binary_search(edge).is_ok(),
                None => row.is_empty(),
            };
        }
    })?;
    Ok(are_all && left.is_empty())
}

impl Run {
    /// Whether the formula judges it a violation.
    pub fn violates(&self, route: &impl Route, formula: &Formula) -> bool {
        let labels: Vec<u32> = self.path.steps.iter().map(|s| s.label).collect();
        let name = |label: u32| route.labels().name(label);
        violates_numbered(formula, Numbered { labels: &labels, name: &name, end: self.end })
    }

    /// Whether it begins where the graph does, and its loop leads back to a state on it.
    fn begins_and_ends(&self, route: &impl Route) -> bool {
        let closes = match self.end {
            End::Open | End::Deadlock => true,
            End::Loop(place) => self.path.at(place).map(|(s, _)| s) == Some(self.path.end().0),
        };
        self.path.start.0 == route.size().initial && closes
    }
}

/// The system that traces of an LTS speak of: a variable for the action, and one for the state.
#[derive(Debug)]
pub struct Frame {
    /// The system.
    pub system: System,
    actions: EnumId,
    action: VarId,
    state: VarId,
    /// The labels that occur, ascending: the values of the action.
    known: Vec<u32>,
}

impl Frame {
    /// A frame for these runs of a graph with `states` states.
    pub fn new<'r>(labels: &Labels, states: u32, runs: impl Iterator<Item = &'r Run>) -> Frame {
        let mut occurs = vec![false; labels.len()];
        for step in runs.flat_map(|run| &run.path.steps) {
            if let Some(mark) = occurs.get_mut(step.label as usize) {
                *mark = true;
            }
        }
        let known: Vec<u32> = (0..labels.len() as u32).filter(|label| occurs[*label as usize]).collect();
        let mut system = System::new("lts");
        let names = known.iter().map(|l| labels.name(*l).to_owned()).collect();
        let actions = system.terms.intern_enum(names);
        let declare = |system: &mut System, name, sort, role| system.add_var(name, sort, role, None);
        let action = declare(&mut system, "action", Sort::Enum(actions), Role::Input);
        let range = Sort::Range { lo: 0, hi: i64::from(states) - 1 };
        let state = declare(&mut system, "state", range, Role::State);
        let (Some(action), Some(state)) = (action, state) else { unreachable!("two names that differ") };
        Frame { system, actions, action, state, known }
    }

    /// States what was asked, so that reports can quote it.
    pub fn ask(&mut self, name: &str, text: String) {
        let term = self.system.terms.bool(true);
        let property = Property { name: name.to_owned(), kind: PropertyKind::Invariant, term, text, element: None };
        self.system.properties.push(property);
    }

    /// The variable that has the action.
    pub fn action(&self) -> VarId {
        self.action
    }

    /// The trace of a run, and how many ticks at its end are left out of it: it shows `most` steps at most. The loop of
    /// one that is cut may begin behind what is shown.
    pub fn trace(&self, run: &Run, most: usize) -> (Trace, usize) {
        let all = run.path.steps.len() + usize::from(!matches!(run.end, End::Loop(_)));
        let shown = if run.path.steps.len() > most { most } else { all };
        let states = run.path.states().map(|(s, _)| s);
        let actions = run.path.steps.iter().map(|s| Some(s.label)).chain([None]);
        let ticks = states.zip(actions).take(shown);
        let steps: Vec<Step> = ticks.map(|(state, label)| self.step(state, label)).collect();
        let trace = match run.end {
            End::Loop(place) => Trace::lasso(steps, place),
            End::Open | End::Deadlock => Trace::finite(steps),
        };
        (trace, all - shown)
    }

    fn step(&self, state: u32, label: Option<u32>) -> Step {
        let mut step = Step::empty(&self.system);
        step.set(self.state, Value::int(i64::from(state)));
        if let Some(place) = label.and_then(|l| self.known.binary_search(&l).ok()) {
            step.set(self.action, Value::Enum(self.actions, place as u32));
        }
        step
    }
}
