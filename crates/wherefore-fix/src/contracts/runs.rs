//! A run in a changed specification: the environment and the parts do the same, and the wires bring what they bring then.

use wherefore_ir::TermId;
use wherefore_ir::refinement::Refinement;
use wherefore_trace::{Evaluator, Labels, Trace, replay};

/// The run with the values that come over the wires of a refinement; none if one of them is not known.
pub(crate) fn rewired(refinement: &Refinement, run: &Trace) -> Option<Trace> {
    let sources: Vec<TermId> = refinement.wires.iter().map(|w| w.source).collect();
    let evaluator = Evaluator::new(&refinement.system.terms, &sources).ok()?;
    let mut run = run.clone();
    for step in &mut run.steps {
        // A wire may bring what another one has brought.
        for _ in 0..=refinement.wires.len() {
            let values = evaluator.evaluate(&step.values, None);
            let mut is_settled = true;
            for (wire, value) in refinement.wires.iter().zip(values) {
                let var = refinement.port(wire.target).var;
                let value = value?;
                if step.get(var) != Some(&value) {
                    step.set(var, value);
                    is_settled = false;
                }
            }
            if is_settled {
                break;
            }
        }
    }
    Some(run)
}

/// Whether a run shows that a check of a changed refinement fails.
pub(crate) fn refutes(refinement: &Refinement, property: &str, run: &Trace) -> bool {
    let Some(asked) = refinement.system.property(property) else { return false };
    let Some(run) = rewired(refinement, run) else { return false };
    truth(refinement, &run, asked.term) == Some(false) && replay(&refinement.system, &run).is_ok()
}

/// Whether a formula is true of a run.
pub(crate) fn truth(refinement: &Refinement, run: &Trace, formula: TermId) -> Option<bool> {
    Labels::new(&refinement.system.terms, run, formula).ok().and_then(|labels| labels.at(formula, 0))
}
