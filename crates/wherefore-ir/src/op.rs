//! Operators, without their operands.
//!
//! Every operator is total: where mathematics leaves a value open, the comment at the operator fixes it, so that all
//! engines agree. Arithmetic on floats is that of IEEE 754, the exact result rounded to the nearest float of the format,
//! ties to even. Temporal operators are operators like any other, of sort Bool; the validator sees to it that they occur
//! only in properties.

use crate::{ConstId, FloatFormat, VarId};

/// How integer division rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// Toward zero, as C and SMV do; the remainder has the sign of the dividend.
    Truncate,
    /// So that the remainder is not negative, as SMT-LIB and Kind 2 do.
    Euclid,
}

/// Operator of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// A constant.
    Const(ConstId),
    /// The value of a variable now.
    Var(VarId),
    /// The value of a state variable in the next state.
    Next(VarId),

    /// Negation.
    Not,
    /// Conjunction of any number of operands; of none, true.
    And,
    /// Disjunction of any number of operands; of none, false.
    Or,
    /// Exclusive or of two.
    Xor,
    /// Implication.
    Implies,
    /// If-then-else on any sort.
    Ite,
    /// Equality on any sort; on Bool, equivalence. On floats it is identity: there is one NaN, equal to itself, and the two
    /// zeros differ.
    Eq,

    /// Less, on integers, reals or floats; with a NaN, false.
    Lt,
    /// Less or equal, on integers, reals or floats; with a NaN, false. The two zeros are less or equal to each other.
    Le,
    /// Negation of an integer, real or float; a float changes its sign, zeros and infinities too. NaN stays.
    Neg,
    /// Sum of two or more integers, reals or floats. Of floats from left to right, each sum rounded.
    Add,
    /// Difference.
    Sub,
    /// Product of two.
    Mul,
    /// Integer division; by zero it is 0.
    Div(Rounding),
    /// Integer remainder; by zero it is the dividend.
    Mod(Rounding),
    /// Real division; by zero it is 0. Of floats it is the IEEE quotient, by zero too.
    RealDiv,
    /// An integer as a real.
    ToReal,
    /// The largest integer not above a real.
    Floor,

    /// IEEE equality of two floats: the zeros are equal, a NaN equals nothing.
    FpEq,
    /// Whether a float is a number: neither infinite nor NaN.
    FpFinite,
    /// An integer of a bounded sort as the nearest float of this format, ties to even; zero is +0.
    ToFloat(FloatFormat),

    /// Bitwise complement.
    BvNot,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Two's complement negation.
    BvNeg,
    /// Sum modulo 2^width.
    BvAdd,
    /// Difference modulo 2^width.
    BvSub,
    /// Product modulo 2^width.
    BvMul,
    /// Unsigned quotient; by zero all ones, as SMT-LIB.
    BvUdiv,
    /// Unsigned remainder; by zero the dividend, as SMT-LIB.
    BvUrem,
    /// Signed quotient, truncating, as SMT-LIB.
    BvSdiv,
    /// Signed remainder with the sign of the dividend, as SMT-LIB.
    BvSrem,
    /// Shift left; the amount is the unsigned reading of the second operand, of the same width.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Concatenation, the first operand on the left.
    BvConcat,
    /// Bits `hi` down to `lo`.
    BvExtract {
        /// Highest bit kept.
        hi: u32,
        /// Lowest bit kept.
        lo: u32,
    },
    /// This many zero bits added on the left.
    BvZeroExtend(u32),
    /// The sign bit repeated this many times on the left.
    BvSignExtend(u32),
    /// Unsigned less.
    BvUlt,
    /// Unsigned less or equal.
    BvUle,
    /// Signed less.
    BvSlt,
    /// Signed less or equal.
    BvSle,
    /// The unsigned reading as an integer.
    BvToNat,
    /// The two's complement reading as an integer.
    BvToInt,
    /// An integer modulo 2^width as a bit-vector of this width.
    IntToBv(u32),

    /// LTL: in the next state.
    X,
    /// LTL: at some time from now on.
    F,
    /// LTL: always from now on.
    G,
    /// LTL: the first until the second, which does happen.
    U,
    /// LTL: the second up to and including the first, or for ever (release; SMV writes V).
    R,
    /// Past: in the previous state; false at the first.
    Y,
    /// Past: in the previous state; true at the first.
    Z,
    /// Past: at some time so far.
    O,
    /// Past: always so far.
    H,
    /// Past: the first since the second.
    S,
    /// Past: the dual of `S` (triggered).
    T,

    /// CTL: on some path, in the next state.
    EX,
    /// CTL: on every path, in the next state.
    AX,
    /// CTL: on some path, at some time.
    EF,
    /// CTL: on every path, at some time.
    AF,
    /// CTL: on some path, always.
    EG,
    /// CTL: on every path, always.
    AG,
    /// CTL: on some path, the first until the second.
    EU,
    /// CTL: on every path, the first until the second.
    AU,
}

impl Op {
    /// Whether it is an LTL operator, past or future.
    pub fn is_ltl(self) -> bool {
        use Op::*;
        matches!(self, X | F | G | U | R | Y | Z | O | H | S | T)
    }

    /// Whether it is a CTL operator.
    pub fn is_ctl(self) -> bool {
        use Op::*;
        matches!(self, EX | AX | EF | AF | EG | AG | EU | AU)
    }
}
