//! Floating point in SMT-LIB: sorts, literals, operators, and the values in a solver's answer.
//!
//! A literal is written by its fields, `(fp sign exponent fraction)`, so that nothing is rounded on the way. Arithmetic names
//! its rounding mode, RNE: to nearest, ties to even.
//!
//! An integer becomes a float by a case distinction over its values if they are few. Otherwise it passes through a bit-vector
//! just wide enough: the conversion of a real that is not known is something that solvers give up on.

use super::sexp::{NodeId, Sexp, Tree};
use super::{print, value};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use wherefore_ir::{FloatFormat, Op, Sort, TermId, Terms, Value};

/// The most values of an integer that are listed one by one.
const FEW: i128 = 64;

/// A float sort.
pub(super) fn sort(format: FloatFormat) -> String {
    format!("(_ FloatingPoint {} {})", format.exponent_bits(), format.precision())
}

/// A literal.
pub(super) fn constant(format: FloatFormat, bits: u64) -> String {
    let (exponent_bits, fraction_bits) = (format.exponent_bits() as usize, format.precision() as usize - 1);
    let exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    let fraction = bits & ((1 << fraction_bits) - 1);
    let sign = (bits >> (exponent_bits + fraction_bits)) & 1;
    if exponent == (1 << exponent_bits) - 1 && fraction != 0 {
        return format!("(_ NaN {} {})", format.exponent_bits(), format.precision());
    }
    format!("(fp #b{sign} #b{exponent:0exponent_bits$b} #b{fraction:0fraction_bits$b})")
}

/// A term with a float operand or result, over the names of its operands; `None` if it is written as any other.
pub(super) fn application(terms: &Terms, term: TermId, names: &[String]) -> Option<String> {
    let first = terms.sort(*terms.operands(term).first()?);
    match (terms.op(term), names) {
        (Op::ToFloat(format), [number]) => conversion(format, first, number),
        _ if !first.is_float() => None,
        (Op::Add, [first, rest @ ..]) => {
            Some(rest.iter().fold(first.clone(), |sum, next| format!("(fp.add RNE {sum} {next})")))
        }
        (Op::FpFinite, [a]) => Some(format!("(not (or (fp.isInfinite {a}) (fp.isNaN {a})))")),
        (Op::Neg, [a]) => Some(format!("(fp.neg {a})")),
        (op, [a, b]) => word(op).map(|word| format!("({word} {a} {b})")),
        _ => None,
    }
}

fn word(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Lt => "fp.lt",
        Op::Le => "fp.leq",
        Op::FpEq => "fp.eq",
        Op::Sub => "fp.sub RNE",
        Op::Mul => "fp.mul RNE",
        Op::RealDiv => "fp.div RNE",
        _ => return None,
    })
}

/// The float nearest to an integer of a range.
fn conversion(format: FloatFormat, sort: Sort, number: &str) -> Option<String> {
    let Sort::Range { lo, hi } = sort else { return None };
    let literal = |n: i64| match format {
        FloatFormat::Single => constant(format, u64::from((n as f32).to_bits())),
        FloatFormat::Double => constant(format, (n as f64).to_bits()),
    };
    if i128::from(hi) - i128::from(lo) < FEW {
        let case =
            |rest: String, n: i64| format!("(ite (= {number} {}) {} {rest})", print::integer(&n.into()), literal(n));
        return Some((lo..hi).rev().fold(literal(hi), case));
    }
    // Two's complement: one bit more than the larger of the two has without its sign.
    let width = 65 - lo.unsigned_abs().max(hi.unsigned_abs()).leading_zeros();
    let (exponent, precision) = (format.exponent_bits(), format.precision());
    Some(format!("((_ to_fp {exponent} {precision}) RNE ((_ int2bv {width}) {number}))"))
}

/// The float at a node.
pub(super) fn read(tree: &Tree, node: NodeId, format: FloatFormat) -> Option<Value> {
    let (exponent_bits, precision) = (format.exponent_bits(), format.precision());
    let Sexp::List(parts) = tree.get(node) else { return None };
    let bits = match parts {
        [head, sign, exponent, fraction] if tree.atom(*head) == "fp" => {
            let fields = [(*sign, 1), (*exponent, exponent_bits), (*fraction, precision - 1)];
            fields.iter().try_fold(BigUint::ZERO, |bits, (node, width)| {
                let (found, field) = value::bits(tree, *node)?;
                (found == *width).then(|| (bits << *width) | field)
            })?
        }
        [head, name, e, s] if tree.atom(*head) == "_" => {
            let fits = |node: NodeId, n: u32| tree.atom(node).parse() == Ok(n);
            if !fits(*e, exponent_bits) || !fits(*s, precision) {
                return None;
            }
            special(tree.atom(*name), exponent_bits, precision)?
        }
        _ => return None,
    };
    Some(Value::float(format, bits.to_u64()?))
}

/// The bits of a value that has a name.
fn special(name: &str, exponent_bits: u32, precision: u32) -> Option<BigUint> {
    let one = || BigUint::from(1u8);
    let sign = one() << (exponent_bits + precision - 1);
    let infinity = ((one() << exponent_bits) - 1u8) << (precision - 1);
    Some(match name {
        "+zero" => BigUint::ZERO,
        "-zero" => sign,
        "+oo" => infinity,
        "-oo" => sign | infinity,
        "NaN" => infinity | one(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, format: FloatFormat) -> Option<Value> {
        let tree = Tree::parse(text)?;
        read(&tree, tree.root(), format)
    }

    #[test]
    fn floats_in_every_spelling() {
        let single = |text: &str| parsed(text, FloatFormat::Single);
        assert_eq!(single("(fp #b0 #x7f #b00000000000000000000000)"), Some(Value::single(1.0)));
        assert_eq!(single("(fp #b1 #b10000000 #b10000000000000000000000)"), Some(Value::single(-3.0)));
        assert_eq!(single("(_ -zero 8 24)"), Some(Value::single(-0.0)));
        assert_eq!(single("(_ +zero 8 24)"), Some(Value::single(0.0)));
        assert_eq!(single("(_ +oo 8 24)"), Some(Value::single(f32::INFINITY)));
        assert_eq!(parsed("(_ -oo 11 53)", FloatFormat::Double), Some(Value::double(f64::NEG_INFINITY)));
        assert_eq!(single("(_ NaN 8 24)"), Some(Value::single(f32::NAN)));
        assert_eq!(single("(fp #b1 #xff #b00000000000000000000001)"), Some(Value::single(f32::NAN)));
        for bad in ["1.5", "(_ NaN 11 53)", "(fp #b0 #x7f #b0)", "(_ zero 8 24)", "()", "(fp)"] {
            assert_eq!(single(bad), None, "{bad}");
        }
    }

    #[test]
    fn literals_are_read_back() {
        for number in [0.0, -0.0, 1.0, -1.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NAN] {
            let Value::Float(format, bits) = Value::double(number) else { panic!("a float") };
            assert_eq!(parsed(&constant(format, bits), format), Some(Value::double(number)), "{number}");
        }
    }
}
