//! The class and the size of what blocks give, learned by running the first tick.
//!
//! The output of a delay has the class and the size of its input, but in a loop it is needed before the input is. So the
//! first tick is tried out: at first a delay gives a number of no particular class and size, and then the class and size of
//! what arrived at its input, until nothing changes any more. All regions count as active meanwhile,
//! so that the outputs of those that start later are known as well, and numbers do not matter: an operation without a value
//! gives zero.

use super::diagram::Diagram;
use super::fault::Problem;
use super::memory::Memory;
use super::role::Role;
use super::run::Run;
use super::signal::{ANY, Array, Shape, Signal, UNKNOWN};
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
        let mut memory = Memory::new(diagram.nodes.len(), diagram.regions.len(), diagram.charts.machine.clone());
        let mut run = Run::new(diagram, &mut memory, &templates, given, step);
        run.learning = true;
        run.all()?;
        // What cannot be computed in this round stays as it was.
        let known = |index: usize| shape(&run, index).or_else(|| templates.get(index).cloned().flatten());
        let learned: Templates = (0..diagram.nodes.len()).map(known).collect();
        if let Some(problem) = problem(&run, |p| matches!(p, Problem::Parameter { .. })) {
            return Err(problem);
        }
        if learned == templates {
            // What nothing says anything about is decided, which may say something about the rest.
            let decided = decided(&templates);
            if decided == templates {
                // Whatever the numbers are, a problem of another kind will stay.
                let stays = problem(&run, |p| !matches!(p, Problem::Undefined { .. }));
                return stays.map_or(Ok(templates), Err);
            }
            templates = decided;
            continue;
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

/// The first problem of some kind.
fn problem(run: &Run<'_, '_>, is_it: impl Fn(&Problem) -> bool) -> Option<Problem> {
    let mut problems = (0..run.diagram.nodes.len()).filter_map(|index| run.result(index)?.as_ref().err());
    problems.find(|problem| is_it(problem)).cloned()
}

/// Whatever has no class or size after all is a double or a scalar.
fn decided(templates: &Templates) -> Templates {
    let decide = |array: &Array| Array {
        class: if array.class == UNKNOWN { Class::Double } else { array.class },
        shape: if array.shape == ANY { Shape::Vector(1) } else { array.shape },
        elements: array.elements.clone(),
    };
    let outputs = |outputs: &Vec<Signal>| outputs.iter().map(|signal| signal.map(&decide)).collect();
    templates.iter().map(|template| template.as_ref().map(outputs)).collect()
}
