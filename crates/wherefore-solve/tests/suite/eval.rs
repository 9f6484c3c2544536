//! The evaluator to measure by: recursion over small terms, exact numbers, the text of each operator's comment and no
//! more. It shares nothing with any back end.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use wherefore_ir::{FloatFormat, Op, Rounding, TermId, Terms, Value, VarId};

/// The value of a variable now (0) or next (1).
pub type Read<'a> = &'a mut dyn FnMut(VarId, u32) -> Value;

pub fn eval(terms: &Terms, term: TermId, read: Read<'_>) -> Value {
    let args: Vec<Value> = terms.operands(term).iter().map(|t| eval(terms, *t, read)).collect();
    match (terms.op(term), args.as_slice()) {
        (Op::Const(id), _) => terms.value(id).clone(),
        (Op::Var(v), _) => read(v, 0),
        (Op::Next(v), _) => read(v, 1),
        (Op::Ite, [c, a, b]) => {
            if *c == Value::Bool(true) {
                a.clone()
            } else {
                b.clone()
            }
        }
        (Op::Eq, [a, b]) => Value::Bool(a == b),
        (op, args) => match args.first() {
            None | Some(Value::Bool(_)) => boolean(op, args),
            Some(Value::Int(_)) => integer(op, args),
            Some(Value::Real(_)) => real(op, args),
            Some(Value::BitVec(..)) => vector(op, args),
            Some(Value::Float(FloatFormat::Single, _)) => single(op, args),
            Some(Value::Float(FloatFormat::Double, _)) => double(op, args),
            other => panic!("no rule for {op:?} on {other:?}"),
        },
    }
}

fn boolean(op: Op, args: &[Value]) -> Value {
    let bits: Vec<bool> = args.iter().map(|v| v.as_bool().expect("Boolean")).collect();
    Value::Bool(match (op, bits.as_slice()) {
        (Op::Not, [a]) => !a,
        (Op::And, all) => all.iter().all(|b| *b),
        (Op::Or, all) => all.iter().any(|b| *b),
        (Op::Xor, [a, b]) => a != b,
        (Op::Implies, [a, b]) => !a || *b,
        _ => panic!("no rule for {op:?}"),
    })
}

fn integer(op: Op, args: &[Value]) -> Value {
    let numbers = args.iter().map(|v| if let Value::Int(n) = v { n.clone() } else { panic!("not an integer") });
    let numbers: Vec<BigInt> = numbers.collect();
    Value::Int(match (op, numbers.as_slice()) {
        (Op::Lt, [a, b]) => return Value::Bool(a < b),
        (Op::Le, [a, b]) => return Value::Bool(a <= b),
        (Op::ToReal, [a]) => return Value::Real(a.clone().into()),
        (Op::ToFloat(FloatFormat::Single), [a]) => return Value::single(a.to_string().parse().expect("a number")),
        (Op::ToFloat(FloatFormat::Double), [a]) => return Value::double(a.to_string().parse().expect("a number")),
        (Op::IntToBv(width), [a]) => {
            let modulus = BigInt::one() << width;
            let rest = ((a % &modulus) + &modulus) % &modulus;
            return Value::bits(width, rest.to_biguint().expect("not negative"));
        }
        (Op::Neg, [a]) => -a,
        (Op::Add, all) => all.iter().sum(),
        (Op::Sub, [a, b]) => a - b,
        (Op::Mul, [a, b]) => a * b,
        (Op::Div(_), [_, b]) if b.is_zero() => BigInt::zero(),
        (Op::Mod(_), [a, b]) if b.is_zero() => a.clone(),
        (Op::Div(rounding), [a, b]) => divided(rounding, a, b).0,
        (Op::Mod(rounding), [a, b]) => divided(rounding, a, b).1,
        _ => panic!("no rule for {op:?}"),
    })
}

/// Quotient and remainder.
fn divided(rounding: Rounding, a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    // Rust's operators round toward zero.
    let (quotient, rest) = (a / b, a % b);
    if rounding == Rounding::Truncate || !rest.is_negative() {
        return (quotient, rest);
    }
    (quotient - b.signum(), rest + b.abs())
}

fn real(op: Op, args: &[Value]) -> Value {
    let numbers = args.iter().map(|v| if let Value::Real(r) = v { r.clone() } else { panic!("not a real") });
    let numbers: Vec<BigRational> = numbers.collect();
    Value::Real(match (op, numbers.as_slice()) {
        (Op::Lt, [a, b]) => return Value::Bool(a < b),
        (Op::Le, [a, b]) => return Value::Bool(a <= b),
        (Op::Floor, [a]) => return Value::Int(a.floor().to_integer()),
        (Op::Neg, [a]) => -a,
        (Op::Add, all) => all.iter().sum(),
        (Op::Sub, [a, b]) => a - b,
        (Op::Mul, [a, b]) => a * b,
        (Op::RealDiv, [_, b]) if b.is_zero() => BigRational::zero(),
        (Op::RealDiv, [a, b]) => a / b,
        _ => panic!("no rule for {op:?}"),
    })
}

/// Double precision has more than twice the digits of single: a result that is rounded to double and then to single is the
/// result rounded to single (Figueroa, "When is double rounding innocuous?", 1995).
fn single(op: Op, args: &[Value]) -> Value {
    let wide = |v: &Value| match v {
        Value::Float(_, bits) => Value::double(f32::from_bits(*bits as u32).into()),
        _ => panic!("not a float"),
    };
    match double(op, &args.iter().map(wide).collect::<Vec<_>>()) {
        Value::Float(_, bits) => Value::single(f64::from_bits(bits) as f32),
        truth => truth,
    }
}

fn double(op: Op, args: &[Value]) -> Value {
    let numbers = args.iter().map(|v| if let Value::Float(_, b) = v { f64::from_bits(*b) } else { panic!("no float") });
    let numbers: Vec<f64> = numbers.collect();
    Value::double(match (op, numbers.as_slice()) {
        (Op::Lt, [a, b]) => return Value::Bool(a < b),
        (Op::Le, [a, b]) => return Value::Bool(a <= b),
        (Op::FpEq, [a, b]) => return Value::Bool(a == b),
        (Op::FpFinite, [a]) => return Value::Bool(a.is_finite()),
        (Op::Neg, [a]) => -a,
        (Op::Add, [a, b]) => a + b,
        (Op::Sub, [a, b]) => a - b,
        (Op::Mul, [a, b]) => a * b,
        (Op::RealDiv, [a, b]) => a / b,
        _ => panic!("no rule for {op:?}"),
    })
}

fn vector(op: Op, args: &[Value]) -> Value {
    let vectors = args.iter().map(|v| if let Value::BitVec(w, n) = v { (*w, n.clone()) } else { panic!("no vector") });
    let vectors: Vec<(u32, BigUint)> = vectors.collect();
    let (width, a) = vectors[0].clone();
    let signed = |i: usize| Value::signed(vectors[i].0, &vectors[i].1);
    let wrap = |n: BigInt| integer(Op::IntToBv(width), &[Value::Int(n)]);
    let big = |i: usize| BigInt::from(vectors[i].1.clone());
    if let [_] = args {
        return unary_vector(op, width, &a);
    }
    let b = vectors[1].1.clone();
    let truncated = |euclid: fn(&BigInt, &BigInt) -> BigInt| wrap(euclid(&signed(0), &signed(1)));
    let amount = b.to_u32().map_or(width, |n| n.min(width));
    match op {
        Op::BvAnd => Value::bits(width, a & b),
        Op::BvOr => Value::bits(width, a | b),
        Op::BvXor => Value::bits(width, a ^ b),
        Op::BvAdd => wrap(big(0) + big(1)),
        Op::BvSub => wrap(big(0) - big(1)),
        Op::BvMul => wrap(big(0) * big(1)),
        Op::BvUdiv if b.is_zero() => wrap(BigInt::from(-1)),
        Op::BvUdiv => Value::bits(width, a / b),
        Op::BvUrem | Op::BvSrem if b.is_zero() => Value::bits(width, a),
        Op::BvUrem => Value::bits(width, a % b),
        // SMT-LIB: minus one for a dividend that is not negative, one otherwise.
        Op::BvSdiv if b.is_zero() => wrap(BigInt::from(if signed(0).is_negative() { 1 } else { -1 })),
        Op::BvSdiv => truncated(|x, y| x / y),
        Op::BvSrem => truncated(|x, y| x % y),
        Op::BvShl => Value::bits(width, a << amount),
        Op::BvLshr => Value::bits(width, a >> amount),
        Op::BvAshr => wrap(signed(0) >> amount),
        Op::BvConcat => Value::bits(width + vectors[1].0, (a << vectors[1].0) | b),
        Op::BvUlt => Value::Bool(a < b),
        Op::BvUle => Value::Bool(a <= b),
        Op::BvSlt => Value::Bool(signed(0) < signed(1)),
        Op::BvSle => Value::Bool(signed(0) <= signed(1)),
        _ => panic!("no rule for {op:?}"),
    }
}

fn unary_vector(op: Op, width: u32, a: &BigUint) -> Value {
    let wrap = |width: u32, n: BigInt| integer(Op::IntToBv(width), &[Value::Int(n)]);
    let (natural, signed) = (BigInt::from(a.clone()), Value::signed(width, a));
    match op {
        Op::BvNot => wrap(width, -natural - 1),
        Op::BvNeg => wrap(width, -natural),
        Op::BvExtract { hi, lo } => Value::bits(hi - lo + 1, a >> lo),
        Op::BvZeroExtend(n) => Value::bits(width + n, a.clone()),
        Op::BvSignExtend(n) => wrap(width + n, signed),
        Op::BvToNat => Value::Int(natural),
        Op::BvToInt => Value::Int(signed),
        _ => panic!("no rule for {op:?}"),
    }
}
