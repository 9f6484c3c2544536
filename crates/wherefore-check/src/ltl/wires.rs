//! Runs of a system without wires, shown with them: the values of replaced variables are computed from the others.

use crate::NoAnswer;
use wherefore_ir::passes::unwire::Wires;
use wherefore_ir::{TermId, Terms};
use wherefore_trace::{Evaluator, Trace};

/// Gives the variables that were replaced their values in a run. Terms are those of the system without wires.
pub(super) fn restore(wires: &Wires, terms: &Terms, trace: &mut Trace) -> Result<(), NoAnswer> {
    let refuted = |_| NoAnswer::Refuted("a wire that looks ahead".to_owned());
    let roots: Vec<TermId> = wires.pairs().iter().map(|(_, term)| *term).collect();
    let evaluator = Evaluator::new(terms, &roots).map_err(refuted)?;
    for step in &mut trace.steps {
        let values = evaluator.evaluate(&step.values, None);
        for ((var, _), value) in wires.pairs().iter().zip(values) {
            value.into_iter().for_each(|value| step.set(*var, value));
        }
    }
    Ok(())
}
