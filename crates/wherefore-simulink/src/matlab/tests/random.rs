//! Random trees, written as text, against an evaluation of the tree that shares nothing with the evaluator but exact fractions.

use super::super::{Class, Number, evaluate, parse};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use wherefore_test::{Random, cases, counted, seed};

/// A tree over scalars and matrices.
#[derive(Clone, Debug)]
enum Tree {
    Number(String, BigRational),
    Matrix(Vec<Vec<Tree>>),
    Prefix(char, Box<Tree>),
    Transpose(Box<Tree>),
    Infix(&'static str, Box<Tree>, Box<Tree>),
    Call(&'static str, Vec<Tree>),
    Index(Vec<BigRational>, usize),
}

/// Rows of exact numbers; `None` where there is no value, or one that is not finite.
type Rows = Vec<Vec<BigRational>>;

const INFIX: [(&str, u8); 18] = [
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("&", 4),
    ("==", 5),
    ("~=", 5),
    ("<", 5),
    ("<=", 5),
    (">", 5),
    (">=", 5),
    ("+", 7),
    ("-", 7),
    ("*", 8),
    ("/", 8),
    (".*", 8),
    ("./", 8),
    ("^", 10),
    (".^", 10),
];

fn number(random: &mut Random) -> Tree {
    let (whole, fraction) = (random.below(6), random.below(10));
    let tenth = BigRational::new(BigInt::from(whole * 10 + fraction), BigInt::from(10));
    if random.chance(70) {
        return Tree::Number(whole.to_string(), BigRational::from_integer(BigInt::from(whole)));
    }
    Tree::Number(format!("{whole}.{fraction}"), tenth)
}

fn tree(random: &mut Random, depth: usize) -> Tree {
    if depth == 0 {
        return number(random);
    }
    let part = |random: &mut Random| {
        let depth = random.below(depth);
        tree(random, depth)
    };
    let below = |random: &mut Random| Box::new(part(random));
    match random.below(12) {
        0 => number(random),
        1 => Tree::Prefix(random.pick(&['-', '+', '~']), below(random)),
        2 => Tree::Transpose(below(random)),
        3 | 4 => {
            let (rows, columns) = (random.between(1, 2), random.between(1, 3));
            let row = |random: &mut Random| (0..columns).map(|_| part(random)).collect();
            Tree::Matrix((0..rows).map(|_| row(random)).collect())
        }
        5 => Tree::Call(random.pick(&["abs", "floor", "sum", "numel", "fliplr"]), vec![*below(random)]),
        6 => Tree::Call(random.pick(&["max", "min", "mod"]), vec![*below(random), *below(random)]),
        7 => {
            let vector: Vec<BigRational> =
                (0..random.between(1, 4)).map(|_| BigRational::from_integer(BigInt::from(random.below(9)))).collect();
            let index = random.between(1, vector.len());
            Tree::Index(vector, index)
        }
        _ => Tree::Infix(random.pick(&INFIX.map(|(sign, _)| sign)), below(random), below(random)),
    }
}

fn tightness(tree: &Tree) -> u8 {
    match tree {
        Tree::Infix(sign, ..) => INFIX.iter().find(|(name, _)| name == sign).unwrap().1,
        Tree::Prefix(..) => 9,
        Tree::Transpose(_) => 10,
        _ => 11,
    }
}

/// The text of a tree with no more parentheses than it needs, except by chance, and with blanks by chance.
fn text(tree: &Tree, random: &mut Random, in_matrix: bool) -> String {
    match tree {
        Tree::Number(text, _) => text.clone(),
        Tree::Matrix(rows) => {
            let separator = random.pick(&[" ", ", ", ",", "  "]);
            let row = |row: &Vec<Tree>, random: &mut Random| {
                row.iter().map(|part| operand(part, 0, random, true)).collect::<Vec<_>>().join(separator)
            };
            let rows: Vec<String> = rows.iter().map(|r| row(r, random)).collect();
            format!("[{}]", rows.join(random.pick(&[";", "; ", "\n"])))
        }
        Tree::Prefix(sign, inner) => format!("{sign}{}", operand(inner, 9, random, in_matrix)),
        Tree::Transpose(inner) => format!("{}{}", operand(inner, 10, random, in_matrix), random.pick(&["'", ".'"])),
        Tree::Infix(sign, left, right) => {
            let own = tightness(tree);
            let blank = if random.chance(50) { " " } else { "" };
            let left = operand(left, own, random, in_matrix);
            // After `1.` the sign of an operator on elements would be part of the number, and a sign may not follow its like.
            let right = operand(right, own + 1, random, in_matrix);
            format!("{left}{blank}{sign}{blank}{right}")
        }
        Tree::Call(name, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(|a| text(a, random, false)).collect();
            format!("{name}({})", arguments.join(random.pick(&[",", ", "])))
        }
        Tree::Index(vector, index) => format!("v{}({index})", vector.len()),
    }
}

/// An operand, in parentheses if it is looser than its place or by chance.
fn operand(tree: &Tree, least: u8, random: &mut Random, in_matrix: bool) -> String {
    if tightness(tree) < least || random.chance(10) {
        return format!("({})", text(tree, random, false));
    }
    text(tree, random, in_matrix)
}

fn truth(value: bool) -> BigRational {
    BigRational::from_integer(BigInt::from(i32::from(value)))
}

fn size(rows: &Rows) -> (usize, usize) {
    (rows.len(), rows.first().map_or(0, Vec::len))
}

fn each(a: &Rows, b: &Rows, f: impl Fn(&BigRational, &BigRational) -> Option<BigRational>) -> Option<Rows> {
    let length = |x: usize, y: usize| (x == y || x == 1 || y == 1).then_some(x.max(y));
    let ((ar, ac), (br, bc)) = (size(a), size(b));
    let (rows, columns) = (length(ar, br)?, length(ac, bc)?);
    let at = |m: &Rows, r: usize, c: usize| m[r.min(m.len() - 1)][c.min(m[0].len() - 1)].clone();
    (0..rows).map(|r| (0..columns).map(|c| f(&at(a, r, c), &at(b, r, c))).collect()).collect()
}

fn power(base: &BigRational, exponent: &BigRational) -> Option<BigRational> {
    if !exponent.is_integer() || exponent.abs() > BigRational::from_integer(BigInt::from(20)) {
        return None;
    }
    let count: i32 = exponent.to_integer().try_into().unwrap();
    if base.is_zero() && count < 0 {
        return None;
    }
    let product = (0..count.abs()).fold(truth(true), |product, _| product * base);
    Some(if count < 0 { product.recip() } else { product })
}

fn infix(sign: &str, a: &Rows, b: &Rows) -> Option<Rows> {
    let single = |m: &Rows| size(m) == (1, 1);
    let is_true = |x: &BigRational| !x.is_zero();
    match sign {
        "*" if !single(a) && !single(b) => return product(a, b),
        "/" if !single(b) => return None,
        "^" if !(single(a) && single(b)) => return None,
        "&&" | "||" if !single(a) || !single(b) => return None,
        _ => {}
    }
    each(a, b, |x, y| {
        Some(match sign {
            "||" | "|" => truth(is_true(x) || is_true(y)),
            "&&" | "&" => truth(is_true(x) && is_true(y)),
            "==" => truth(x == y),
            "~=" => truth(x != y),
            "<" => truth(x < y),
            "<=" => truth(x <= y),
            ">" => truth(x > y),
            ">=" => truth(x >= y),
            "+" => x + y,
            "-" => x - y,
            "*" | ".*" => x * y,
            "/" | "./" if y.is_zero() => return None,
            "/" | "./" => x / y,
            _ => return power(x, y),
        })
    })
}

fn product(a: &Rows, b: &Rows) -> Option<Rows> {
    let ((rows, inner), (other, columns)) = (size(a), size(b));
    let cell = |r: usize, c: usize| (0..inner).fold(BigRational::zero(), |sum, k| sum + &a[r][k] * &b[k][c]);
    (inner == other).then(|| (0..rows).map(|r| (0..columns).map(|c| cell(r, c)).collect()).collect())
}

fn transposed(a: &Rows) -> Rows {
    (0..size(a).1).map(|c| a.iter().map(|row| row[c].clone()).collect()).collect()
}

fn matrix(rows: &[Vec<Tree>]) -> Option<Rows> {
    let mut all: Rows = Vec::new();
    for row in rows {
        let parts = row.iter().map(naive).collect::<Option<Vec<Rows>>>()?;
        let height = parts[0].len();
        if parts.iter().any(|part| part.len() != height) {
            return None;
        }
        let joined: Rows = (0..height).map(|r| parts.iter().flat_map(|part| part[r].clone()).collect()).collect();
        if !all.is_empty() && size(&all).1 != size(&joined).1 {
            return None;
        }
        all.extend(joined);
    }
    Some(all)
}

fn call(name: &str, values: &[Rows]) -> Option<Rows> {
    let value = &values[0];
    let map = |f: fn(&BigRational) -> BigRational| Some(value.iter().map(|row| row.iter().map(f).collect()).collect());
    match name {
        "abs" => map(Signed::abs),
        "floor" => map(BigRational::floor),
        "fliplr" => Some(value.iter().map(|row| row.iter().rev().cloned().collect()).collect()),
        "numel" => Some(vec![vec![BigRational::from_integer(BigInt::from(size(value).0 * size(value).1))]]),
        "sum" if size(value).0 == 1 => Some(vec![vec![value[0].iter().sum()]]),
        "sum" => Some(vec![transposed(value).iter().map(|column| column.iter().sum()).collect()]),
        "max" => each(value, &values[1], |x, y| Some(x.max(y).clone())),
        "min" => each(value, &values[1], |x, y| Some(x.min(y).clone())),
        _ => each(value, &values[1], |x, y| (!y.is_zero()).then(|| x - y * (x / y).floor())),
    }
}

/// The value of a tree, if it has one that is exact, finite, and made of operators that are asked about here.
fn naive(tree: &Tree) -> Option<Rows> {
    match tree {
        Tree::Number(_, exact) => Some(vec![vec![exact.clone()]]),
        Tree::Matrix(rows) => matrix(rows),
        Tree::Prefix(sign, inner) => {
            let inner = naive(inner)?;
            let change = |x: &BigRational| match sign {
                '-' => -x,
                '+' => x.clone(),
                _ => truth(x.is_zero()),
            };
            Some(inner.iter().map(|row| row.iter().map(change).collect()).collect())
        }
        Tree::Transpose(inner) => naive(inner).map(|inner| transposed(&inner)),
        Tree::Infix(sign, left, right) => infix(sign, &naive(left)?, &naive(right)?),
        Tree::Call(name, arguments) => call(name, &arguments.iter().map(naive).collect::<Option<Vec<_>>>()?),
        Tree::Index(vector, index) => Some(vec![vec![vector[index - 1].clone()]]),
    }
}

/// The vectors that the indexed names of a tree stand for; two of one length are given one value.
fn vectors(tree: &mut Tree, found: &mut Vec<Vec<BigRational>>) {
    match tree {
        Tree::Index(vector, _) => match found.iter().find(|other| other.len() == vector.len()) {
            Some(other) => vector.clone_from(other),
            None => found.push(vector.clone()),
        },
        Tree::Matrix(rows) => rows.iter_mut().flatten().for_each(|part| vectors(part, found)),
        Tree::Call(_, parts) => parts.iter_mut().for_each(|part| vectors(part, found)),
        Tree::Prefix(_, inner) | Tree::Transpose(inner) => vectors(inner, found),
        Tree::Infix(_, left, right) => {
            vectors(left, found);
            vectors(right, found);
        }
        Tree::Number(..) => {}
    }
}

#[test]
fn random_trees_have_the_values_of_a_naive_evaluation() {
    let mut random = Random::new(seed(3));
    let (mut agreed, mut matrices) = (0u64, 0u64);
    for _ in 0..cases(20_000) {
        let mut case = tree(&mut random, 5);
        let mut known = Vec::new();
        vectors(&mut case, &mut known);
        let written = text(&case, &mut random, false);
        let lookup = |name: &str| {
            let length: usize = name.strip_prefix('v')?.parse().ok()?;
            let vector = known.iter().find(|vector| vector.len() == length)?;
            Some(super::super::Value::row(vector.iter().cloned().map(Number::Finite).collect()))
        };
        let expr = parse(&written).unwrap_or_else(|mistake| panic!("{written}: {mistake}"));
        let found = evaluate(&expr, &lookup);
        let Some(expected) = naive(&case) else { continue };
        let found = found.unwrap_or_else(|mistake| panic!("{written}: {mistake}"));
        assert!(matches!(found.class, Class::Double | Class::Boolean), "{written}");
        let rows = |r: usize| (0..found.columns).map(|c| found.get(r, c).unwrap().finite().unwrap().clone()).collect();
        let found: Rows = (0..found.rows).map(rows).collect();
        assert_eq!(found, expected, "{written}");
        agreed += 1;
        matrices += u64::from(size(&expected) != (1, 1));
    }
    counted(agreed, "trees with equal values");
    counted(matrices, "of them matrices");
}
