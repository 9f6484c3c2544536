//! Values of variables, and whether they satisfy formulas.

use super::joint::Joint;
use super::oracle::sorted;
use wherefore_ir::Value;
use wherefore_trace::Evaluator;

/// Values of all variables of an arena; those that were not asked about are missing.
pub(super) type Valuation = Vec<Option<Value>>;

/// Values of inputs, in the order of the machines, and of parameters.
pub(super) fn with_inputs(joint: &Joint, inputs: &[Value]) -> Valuation {
    let mut values = vec![None; joint.terms.var_count()];
    let given = joint.inputs.iter().copied().zip(inputs.iter().cloned());
    for (var, value) in given.chain(sorted(&joint.parameters)) {
        values[var.index()] = Some(value);
    }
    values
}

/// Whether values satisfy all roots.
pub(super) fn holds(roots: &Evaluator, values: &Valuation) -> bool {
    roots.truths(values, None).iter().all(|t| *t == Some(true))
}
