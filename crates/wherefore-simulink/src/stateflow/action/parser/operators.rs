//! Operators with two operands.

use super::super::syntax::BinaryOp;
use super::Dialect;
use crate::stateflow::document::Language;

/// An operator with two operands and how tight it is.
pub(in crate::stateflow::action) fn operator(sign: &str, dialect: Dialect) -> Option<(BinaryOp, u8)> {
    let c = dialect.language == Language::C;
    let bits = c && dialect.bits;
    Some(match sign {
        "||" => (BinaryOp::ShortOr, 1),
        "&&" => (BinaryOp::ShortAnd, 2),
        "|" => (if c && !bits { BinaryOp::ShortOr } else { BinaryOp::Or }, 3),
        "^" if bits => (BinaryOp::Xor, 4),
        "&" => (if c && !bits { BinaryOp::ShortAnd } else { BinaryOp::And }, 5),
        "==" => (BinaryOp::Equal, 6),
        "~=" | "!=" | "<>" => (BinaryOp::NotEqual, 6),
        "<" => (BinaryOp::Less, if c { 7 } else { 6 }),
        "<=" => (BinaryOp::LessEqual, if c { 7 } else { 6 }),
        ">" => (BinaryOp::Greater, if c { 7 } else { 6 }),
        ">=" => (BinaryOp::GreaterEqual, if c { 7 } else { 6 }),
        "<<" => (BinaryOp::ShiftLeft, 8),
        ">>" => (BinaryOp::ShiftRight, 8),
        "+" => (BinaryOp::Add, 9),
        "-" => (BinaryOp::Subtract, 9),
        "*" => (BinaryOp::Multiply, 10),
        "/" => (BinaryOp::Divide, 10),
        "%%" => (BinaryOp::Remainder, 10),
        ".*" => (BinaryOp::ElementMultiply, 10),
        "./" => (BinaryOp::ElementDivide, 10),
        _ => return None,
    })
}
