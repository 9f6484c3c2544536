//! Three-valued connectives: `false < missing < true`.

use crate::Truth;

/// Conjunction: the smaller value.
pub(super) fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Disjunction: the larger value.
pub(super) fn or(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// The order turned round.
pub(super) fn not(a: Truth) -> Truth {
    a.map(|v| !v)
}
