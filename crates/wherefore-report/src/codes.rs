//! The diagnostics about models that do not make sense: one per kind of obligation.

use wherefore_diag::Code;
use wherefore_ir::ObligationKind;

wherefore_diag::declare_codes! {
    /// A value outside the range of its variable.
    OUT_OF_RANGE = Error "model-out-of-range": "a value that does not fit its variable is assigned in some run",
        "Some run of the model assigns a variable a value that its type does not have, such as 8 to a variable of type \
         0..7. What the model means from there on is not defined, so no property is checked. The run that leads there is \
         shown. Give the variable a larger range, or guard the assignment.";
    /// No branch applies.
    CASE_NOT_EXHAUSTIVE = Error "model-case-not-exhaustive": "a case distinction in which no branch applies in some run",
        "In some run none of the conditions of a case distinction is true, so that it has no value. No property is checked. \
         Add a last branch with the condition TRUE, or cover the missing situation.";
    /// A division by zero.
    DIVISION_BY_ZERO = Error "model-division-by-zero": "a division by zero in some run",
        "In some run the divisor of / or mod is zero. The result is not defined, so no property is checked. Guard the \
         division with a case distinction.";
    /// An index outside its array.
    INDEX_OUT_OF_BOUNDS = Error "model-index-out-of-bounds": "an array index outside its bounds in some run",
        "In some run an array is read or written at an index that it does not have. No property is checked. Bound the index \
         by its type, or guard the access.";
}

/// The diagnostic of a broken obligation.
pub fn of(kind: ObligationKind) -> &'static Code {
    match kind {
        ObligationKind::OutOfRange => OUT_OF_RANGE,
        ObligationKind::CaseNotExhaustive => CASE_NOT_EXHAUSTIVE,
        ObligationKind::DivisionByZero => DIVISION_BY_ZERO,
        ObligationKind::IndexOutOfBounds => INDEX_OUT_OF_BOUNDS,
    }
}
