//! The obvious evaluator: recursion over small terms, with machine integers. Shares nothing with the blaster.

use num_traits::ToPrimitive;
use wherefore_ir::{Op, Rounding, TermId, Terms, Value, VarId};

/// A small value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Small {
    Bool(bool),
    Index(u32),
    Int(i128),
    /// Width and unsigned reading.
    Vector(u32, u128),
}

impl Small {
    pub fn of(value: &Value) -> Small {
        match value {
            Value::Bool(b) => Small::Bool(*b),
            Value::Enum(_, index) => Small::Index(*index),
            Value::Int(n) => Small::Int(n.to_i128().expect("small")),
            Value::BitVec(width, n) => Small::Vector(*width, n.to_u128().expect("small")),
            other => panic!("no small value: {other:?}"),
        }
    }

    fn bool(self) -> bool {
        matches!(self, Small::Bool(true))
    }

    fn int(self) -> i128 {
        let Small::Int(n) = self else { panic!("not an integer: {self:?}") };
        n
    }

    fn vector(self) -> (u32, u128) {
        let Small::Vector(width, n) = self else { panic!("not a bit-vector: {self:?}") };
        (width, n)
    }
}

/// The values of variables now and next.
pub type Assignment<'a> = &'a dyn Fn(VarId, u32) -> Small;

pub fn eval(terms: &Terms, term: TermId, at: Assignment<'_>) -> Small {
    let args: Vec<Small> = terms.operands(term).iter().map(|t| eval(terms, *t, at)).collect();
    let truth = |b: bool| Small::Bool(b);
    match terms.op(term) {
        Op::Const(id) => Small::of(terms.value(id)),
        Op::Var(v) => at(v, 0),
        Op::Next(v) => at(v, 1),
        Op::Not => truth(!args[0].bool()),
        Op::And => truth(args.iter().all(|a| a.bool())),
        Op::Or => truth(args.iter().any(|a| a.bool())),
        Op::Xor => truth(args[0].bool() != args[1].bool()),
        Op::Implies => truth(!args[0].bool() || args[1].bool()),
        Op::Ite => args[if args[0].bool() { 1 } else { 2 }],
        Op::Eq => truth(args[0] == args[1]),
        Op::Lt => truth(args[0].int() < args[1].int()),
        Op::Le => truth(args[0].int() <= args[1].int()),
        Op::Neg => Small::Int(-args[0].int()),
        Op::Add => Small::Int(args.iter().map(|a| a.int()).sum()),
        Op::Sub => Small::Int(args[0].int() - args[1].int()),
        Op::Mul => Small::Int(args[0].int() * args[1].int()),
        Op::Div(rounding) => Small::Int(divide(rounding, args[0].int(), args[1].int()).0),
        Op::Mod(rounding) => Small::Int(divide(rounding, args[0].int(), args[1].int()).1),
        Op::IntToBv(width) => Small::Vector(width, args[0].int().rem_euclid(1 << width) as u128),
        op => vector(op, &args),
    }
}

fn divide(rounding: Rounding, a: i128, b: i128) -> (i128, i128) {
    match rounding {
        _ if b == 0 => (0, a),
        Rounding::Truncate => (a / b, a % b),
        Rounding::Euclid => (a.div_euclid(b), a.rem_euclid(b)),
    }
}

/// Two's complement reading.
fn signed((width, n): (u32, u128)) -> i128 {
    let n = n as i128;
    if n >= 1 << (width - 1) { n - (1 << width) } else { n }
}

fn vector(op: Op, args: &[Small]) -> Small {
    let (width, a) = args[0].vector();
    let (width_b, b) = args.get(1).map_or((0, 0), |x| x.vector());
    let wrap = |n: i128| Small::Vector(width, n.rem_euclid(1 << width) as u128);
    let (x, y) = (a as i128, b as i128);
    let (s, t) = (signed((width, a)), if width_b > 0 { signed((width_b, b)) } else { 0 });
    let ones = (1 << width) - 1;
    let big = b >= u128::from(width);
    match op {
        Op::BvNot => wrap(!x),
        Op::BvAnd => wrap(x & y),
        Op::BvOr => wrap(x | y),
        Op::BvXor => wrap(x ^ y),
        Op::BvNeg => wrap(-x),
        Op::BvAdd => wrap(x + y),
        Op::BvSub => wrap(x - y),
        Op::BvMul => wrap(x * y),
        Op::BvUdiv => wrap(if y == 0 { ones } else { x / y }),
        Op::BvUrem => wrap(if y == 0 { x } else { x % y }),
        // SMT-LIB: the unsigned quotient of the absolute values, negated if the signs differ; zero counts as positive.
        Op::BvSdiv if t == 0 => wrap(if s < 0 { 1 } else { ones }),
        Op::BvSdiv => wrap(s / t),
        Op::BvSrem => wrap(if t == 0 { s } else { s % t }),
        Op::BvShl => wrap(if big { 0 } else { x << y }),
        Op::BvLshr => wrap(if big { 0 } else { x >> y }),
        Op::BvAshr => wrap(if big { if s < 0 { ones } else { 0 } } else { s >> y }),
        Op::BvConcat => Small::Vector(width + width_b, (a << width_b) | b),
        Op::BvExtract { hi, lo } => Small::Vector(hi - lo + 1, (a >> lo) & ((1 << (hi - lo + 1)) - 1)),
        Op::BvZeroExtend(by) => Small::Vector(width + by, a),
        Op::BvSignExtend(by) => Small::Vector(width + by, s.rem_euclid(1 << (width + by)) as u128),
        Op::BvUlt => Small::Bool(x < y),
        Op::BvUle => Small::Bool(x <= y),
        Op::BvSlt => Small::Bool(s < t),
        Op::BvSle => Small::Bool(s <= t),
        Op::BvToNat => Small::Int(x),
        Op::BvToInt => Small::Int(s),
        other => panic!("operator {other:?} is not evaluated"),
    }
}
