//! The class and the size of what blocks give, learned by running the first tick.
//!
//! The output of a delay has the class and the size of its input, but in a loop it is needed before the input is. So the
//! first tick is tried out: at first a delay gives its initial condition as it is written, of no particular class, and then
//! the class and size of what arrived at its input, until nothing changes any more. All regions count as active meanwhile,
//! so that the outputs of those that start later are known as well, and numbers do not matter: an operation without a value
//! gives zero.

use super::diagram::Diagram;
use super::fault::Problem;
use super::memory::Memory;
use super::role::Role;
use super::run::Run;
use super::signal::{Array, Signal, UNKNOWN};
use crate::matlab::Class;
use num_rational::BigRational;

/// Zeros of the class and size of the outputs of each node, or of the first input for nodes with a state.
pub(super) type Templates = Vec<Option<Vec<Signal>>>;

/// How often the first tick is tried out at most.
const MAX_ROUNDS: usize = 1000;

/// Learns what the blocks give.
pub(super) fn learn(diagram: &Diagram<'_>, given: &[Signal], step: Option<&BigRational>) -> Result<Templates, Problem> {
    let mut templates: Templates = vec![None; diagram.nodes.len()];
    for _ in 0..MAX_ROUNDS {
        let mut memory = Memory::new(diagram.nodes.len(), diagram.regions.len());
        let mut run = Run::new(diagram, &mut memory, &templates, given, step);
        run.learning = true;
        run.all()?;
        // What cannot be computed in this round stays as it was.
        let known = |index: usize| shape(&run, index).or_else(|| templates.get(index).cloned().flatten());
        let learned: Templates = (0..diagram.nodes.len()).map(known).collect();
        if learned == templates {
            return match first_problem(&run) {
                Some(problem) => Err(problem),
                None => Ok(decided(templates)),
            };
        }
        templates = learned;
    }
    let message = "the classes and sizes of signals do not settle".to_owned();
    Err(Problem::Size { block: String::new(), sid: String::new(), message })
}

/// What there is to learn about a node.
fn shape(run: &Run<'_, '_>, index: usize) -> Option<Vec<Signal>> {
    let node = run.diagram.nodes.get(index)?;
    if matches!(node.role, Role::State(_)) {
        return Some(vec![run.input(node, 0).ok()?.zeros()]);
    }
    let outputs = run.result(index)?.as_ref().ok()?;
    Some(outputs.iter().map(Signal::zeros).collect())
}

/// A problem that will stay, whatever the numbers are.
fn first_problem(run: &Run<'_, '_>) -> Option<Problem> {
    let mut results = (0..run.diagram.nodes.len()).filter_map(|index| run.result(index)?.as_ref().err());
    results.find(|problem| !matches!(problem, Problem::Undefined { .. })).cloned()
}

/// Whatever has no class after all is a double.
fn decided(templates: Templates) -> Templates {
    let double = |array: &Array| match array.class {
        UNKNOWN => Array { class: Class::Double, ..array.clone() },
        _ => array.clone(),
    };
    let decide = |outputs: Vec<Signal>| outputs.iter().map(|signal| signal.map(&double)).collect();
    templates.into_iter().map(|outputs| outputs.map(decide)).collect()
}
