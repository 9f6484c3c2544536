//! The operators of Lustre; how tightly they bind is the parser's matter.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    Minus,
    Pre,
    /// `current e`.
    Current,
    /// `last x`.
    Last,
    /// Bitwise complement `!`.
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    And,
    /// Kind 2's lazy `and then`, `or else`, `==>` have the values of the plain ones.
    Or,
    Xor,
    Implies,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Times,
    /// `/`.
    Divide,
    /// `div`.
    IntDivide,
    Mod,
    Arrow,
    /// `a fby b`.
    Fby,
    /// Bitwise `&&`, `||`, shifts.
    BitAnd,
    BitOr,
    ShiftLeft,
    ShiftRight,
}
