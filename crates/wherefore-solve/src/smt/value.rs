//! Reads the values in a solver's answer.
//!
//! Solvers spell numbers in several ways: `(- 4)`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`, `(/ (- 1) 3)`, `2.5`; bit-vectors as
//! `#b`, `#x` or `(_ bv5 8)`; floats are read in `float.rs`. Irrational reals, which z3 writes `root-obj`, have no [`Value`] and are refused.

use super::sexp::{NodeId, Sexp, Tree};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Num, One, Zero};
use wherefore_ir::{Sort, Terms, Value};

/// No solver writes a number with more signs and quotients than this.
const LARGEST_NUMBER: usize = 16;

/// The value of this sort at a node; `None` if it is something else.
pub(super) fn read(terms: &Terms, tree: &Tree, node: NodeId, sort: Sort) -> Option<Value> {
    match sort {
        Sort::Bool => truth(tree, node).map(Value::Bool),
        Sort::Enum(id) => {
            let (_, index) = bits(tree, node)?;
            let index = u32::try_from(index).ok()?;
            ((index as usize) < terms.enumeration(id).values.len()).then_some(Value::Enum(id, index))
        }
        Sort::Range { .. } | Sort::Int => {
            let number = rational(tree, node)?;
            let value = Value::Int(number.is_integer().then(|| number.to_integer())?);
            value.fits(sort).then_some(value)
        }
        Sort::Real => rational(tree, node).map(Value::Real),
        Sort::BitVec(width) => {
            let (found, value) = bits(tree, node)?;
            (found == width).then(|| Value::bits(width, value))
        }
        Sort::Float(format) => super::float::read(tree, node, format),
    }
}

/// A Boolean.
pub(super) fn truth(tree: &Tree, node: NodeId) -> Option<bool> {
    match tree.atom(node) {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The width and the value of a bit-vector.
pub(super) fn bits(tree: &Tree, node: NodeId) -> Option<(u32, BigUint)> {
    match tree.get(node) {
        Sexp::Atom(text) if text.starts_with("#b") => digits(&text[2..], 2, 1),
        Sexp::Atom(text) if text.starts_with("#x") => digits(&text[2..], 16, 4),
        Sexp::List([underscore, value, width]) if tree.atom(*underscore) == "_" => {
            let value = tree.atom(*value).strip_prefix("bv")?.parse().ok()?;
            let width = tree.atom(*width).parse().ok().filter(|w| *w > 0)?;
            Some((width, value))
        }
        _ => None,
    }
}

fn digits(text: &str, radix: u32, bits_each: usize) -> Option<(u32, BigUint)> {
    let width = u32::try_from(text.len().checked_mul(bits_each)?).ok().filter(|w| *w > 0)?;
    Some((width, BigUint::from_str_radix(text, radix).ok()?))
}

/// A number: signs and quotients around an unsigned number.
pub(super) fn rational(tree: &Tree, node: NodeId) -> Option<BigRational> {
    let (mut numerator, mut denominator) = (BigRational::one(), BigRational::one());
    // Left to do: a node and whether it stands below the line.
    let mut open = vec![(node, false)];
    for _ in 0..LARGEST_NUMBER {
        let Some((node, below)) = open.pop() else { break };
        match tree.get(node) {
            Sexp::Atom(text) if below => denominator *= unsigned(text)?,
            Sexp::Atom(text) => numerator *= unsigned(text)?,
            Sexp::List(children) => match (tree.atom(*children.first()?), &children[1..]) {
                ("-", [a]) => {
                    numerator = -numerator;
                    open.push((*a, below));
                }
                ("/", [a, b]) => open.extend([(*a, below), (*b, !below)]),
                ("to_real", [a]) => open.push((*a, below)),
                _ => return None,
            },
        }
    }
    (open.is_empty() && !denominator.is_zero()).then(|| numerator / denominator)
}

/// A numeral or decimal; some solvers sign it in place.
fn unsigned(text: &str) -> Option<BigRational> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !whole.trim_start_matches('-').bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) || whole.is_empty() {
        return None;
    }
    let number: BigInt = format!("{whole}{fraction}").parse().ok()?;
    let scale = num_traits::pow(BigInt::from(10), fraction.len());
    Some(BigRational::new(number, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<String> {
        let tree = Tree::parse(text)?;
        rational(&tree, tree.root()).map(|n| n.to_string())
    }

    #[test]
    fn numbers_in_every_spelling() {
        let cases = [
            ("7", "7"),
            ("(- 7)", "-7"),
            ("-7", "-7"),
            ("2.50", "5/2"),
            ("(- (/ 1.0 3.0))", "-1/3"),
            ("(/ (- 1) 3)", "-1/3"),
            ("(/ 1 (/ 2 3))", "3/2"),
            ("(to_real (- 2))", "-2"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
        ];
        for (text, value) in cases {
            assert_eq!(number(text).as_deref(), Some(value), "{text}");
        }
        for bad in ["x", "()", "(- 1 2)", "(/ 1 0)", "1.4142?", "(root-obj (+ (^ x 2) (- 2)) 1)", ".5", "-", "+5"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }

    #[test]
    fn bit_vectors_in_every_spelling() {
        for (text, value) in [("#b0101", Some((4, 5u8))), ("#x0f", Some((8, 15))), ("(_ bv5 8)", Some((8, 5)))] {
            let tree = Tree::parse(text).expect("an expression");
            assert_eq!(bits(&tree, tree.root()), value.map(|(w, v)| (w, BigUint::from(v))));
        }
        for bad in ["#b", "#b2", "(_ bv5 0)", "(_ x 8)", "5"] {
            let tree = Tree::parse(bad).expect("an expression");
            assert_eq!(bits(&tree, tree.root()), None, "{bad}");
        }
    }
}
