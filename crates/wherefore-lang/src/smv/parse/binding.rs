//! Which operators bind tighter than which.
//!
//! From loose to tight: `->` (to the right), `<->`, `?:`, `| xor xnor`, `&`, `U V S T`, the temporal prefix operators,
//! comparisons, `in`, `union`, `..`, shifts, `+ -`, `* / mod`, `::`, and then `!` and unary `-`. Everything but `->`
//! groups to the left.

use crate::smv::ast::{Binary, Unary};
use crate::smv::token::Kind;

/// A binding level; a larger one binds tighter.
pub(super) type Level = u8;

pub(super) const LOOSEST: Level = 1;
pub(super) const CHOICE: Level = 3;
pub(super) const TEMPORAL: Level = 7;
pub(super) const RANGE: Level = 11;

/// The infix operator that a token is, with its level.
pub(super) fn infix(kind: Kind) -> Option<(Binary, Level)> {
    use Binary as B;
    Some(match kind {
        Kind::Implies => (B::Implies, LOOSEST),
        Kind::Iff => (B::Iff, 2),
        Kind::Or => (B::Or, 4),
        Kind::Xor => (B::Xor, 4),
        Kind::Xnor => (B::Xnor, 4),
        Kind::And => (B::And, 5),
        Kind::U => (B::Until, 6),
        Kind::V => (B::Release, 6),
        Kind::S => (B::Since, 6),
        Kind::T => (B::Triggered, 6),
        Kind::Eq => (B::Eq, 8),
        Kind::Ne => (B::Ne, 8),
        Kind::Lt => (B::Lt, 8),
        Kind::Le => (B::Le, 8),
        Kind::Gt => (B::Gt, 8),
        Kind::Ge => (B::Ge, 8),
        Kind::Member => (B::In, 9),
        Kind::Union => (B::Union, 10),
        Kind::DotDot => (B::Range, RANGE),
        Kind::ShiftLeft => (B::ShiftLeft, 12),
        Kind::ShiftRight => (B::ShiftRight, 12),
        Kind::Plus => (B::Add, 13),
        Kind::Minus => (B::Sub, 13),
        Kind::Star => (B::Mul, 14),
        Kind::Slash => (B::Div, 14),
        Kind::Mod => (B::Mod, 14),
        Kind::Concat => (B::Concat, 15),
        _ => return None,
    })
}

/// The temporal prefix operator that a token is.
pub(super) fn temporal(kind: Kind) -> Option<Unary> {
    use Unary as U;
    Some(match kind {
        Kind::X => U::X,
        Kind::F => U::F,
        Kind::G => U::G,
        Kind::Y => U::Y,
        Kind::Z => U::Z,
        Kind::O => U::O,
        Kind::H => U::H,
        Kind::Ex => U::Ex,
        Kind::Ax => U::Ax,
        Kind::Ef => U::Ef,
        Kind::Af => U::Af,
        Kind::Eg => U::Eg,
        Kind::Ag => U::Ag,
        _ => return None,
    })
}
