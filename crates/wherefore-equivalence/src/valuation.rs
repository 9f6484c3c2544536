//! Values of variables, and whether they satisfy formulas.

use wherefore_ir::Value;
use wherefore_trace::Evaluator;

/// Values of all variables of an arena; those that were not asked about are missing.
pub(super) type Valuation = Vec<Option<Value>>;

/// Whether values satisfy all roots.
pub(super) fn holds(roots: &Evaluator, values: &Valuation) -> bool {
    roots.truths(values, None).iter().all(|t| *t == Some(true))
}
