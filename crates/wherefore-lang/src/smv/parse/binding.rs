//! Which operators bind tighter than which.
//!
//! From loose to tight: `->` (to the right), `<->`, `?:`, `| xor xnor`, `&`, `U V S T`, the temporal prefix operators,
//! comparisons, `in`, `union`, `..`, shifts, `+ -`, `* / mod`, `::`, and then `!` and unary `-`. Everything but `->`
//! groups to the left.

use crate::smv::ast::{Binary, Unary};
use crate::smv::token::Kind;

/// A binding level; a larger one binds tighter.
pub(crate) type Level = u8;

/// How tightly the loosest operator binds.
pub(crate) const LOOSEST: Level = 1;
/// How tightly `? :` binds.
pub const CHOICE: u8 = 3;
/// How tightly the temporal prefix operators bind.
pub(crate) const TEMPORAL: Level = 7;
/// How tightly `U V S T` bind.
pub(super) const UNTIL: Level = 6;
pub(super) const RANGE: Level = 11;

/// The infix operator that a token is, with its level.
pub(super) fn infix(kind: Kind) -> Option<(Binary, Level)> {
    use Binary as B;
    let operator = match kind {
        Kind::Implies => B::Implies,
        Kind::Iff => B::Iff,
        Kind::Or => B::Or,
        Kind::Xor => B::Xor,
        Kind::Xnor => B::Xnor,
        Kind::And => B::And,
        Kind::U => B::Until,
        Kind::V => B::Release,
        Kind::S => B::Since,
        Kind::T => B::Triggered,
        Kind::Eq => B::Eq,
        Kind::Ne => B::Ne,
        Kind::Lt => B::Lt,
        Kind::Le => B::Le,
        Kind::Gt => B::Gt,
        Kind::Ge => B::Ge,
        Kind::Member => B::In,
        Kind::Union => B::Union,
        Kind::DotDot => B::Range,
        Kind::ShiftLeft => B::ShiftLeft,
        Kind::ShiftRight => B::ShiftRight,
        Kind::Plus => B::Add,
        Kind::Minus => B::Sub,
        Kind::Star => B::Mul,
        Kind::Slash => B::Div,
        Kind::Mod => B::Mod,
        Kind::Concat => B::Concat,
        _ => return None,
    };
    Some((operator, level(operator)))
}

/// How tightly an operator binds.
pub fn level(operator: Binary) -> u8 {
    use Binary as B;
    match operator {
        B::Implies => LOOSEST,
        B::Iff => 2,
        B::Or | B::Xor | B::Xnor => 4,
        B::And => 5,
        B::Until | B::Release | B::Since | B::Triggered => UNTIL,
        B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => 8,
        B::In => 9,
        B::Union => 10,
        B::Range => RANGE,
        B::ShiftLeft | B::ShiftRight => 12,
        B::Add | B::Sub => 13,
        B::Mul | B::Div | B::Mod => 14,
        B::Concat => 15,
    }
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
