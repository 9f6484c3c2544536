//! Readable values, in the order in which to try them.
//!
//! First come numbers that the model compares with, then their neighbours and what lies between two of them, nearest to
//! zero first: a boundary shows best why an input belongs to its class.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use wherefore_ir::float::{exact, nearest};
use wherefore_ir::{Sort, Terms, Value};

/// The most values to try.
const MOST: usize = 64;

/// Values of a sort to try, in order, given the numbers that the model has.
pub(super) fn candidates(terms: &Terms, sort: Sort, landmarks: &[Value]) -> Vec<Value> {
    let mut found = match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(id) => (0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        Sort::Range { .. } | Sort::Int => integers(landmarks).into_iter().map(Value::Int).collect(),
        Sort::Real => reals(landmarks).into_iter().map(Value::Real).collect(),
        Sort::Float(format) => reals(landmarks).iter().map(|r| nearest(format, r)).collect(),
        Sort::BitVec(width) => vec![Value::bits(width, 0u8), Value::bits(width, 1u8)],
    };
    found.retain(|v| v.fits(sort));
    found.truncate(MOST);
    found
}

fn integers(landmarks: &[Value]) -> Vec<BigInt> {
    let whole = landmarks.iter().filter_map(|v| match v {
        Value::Int(n) => Some(n.clone()),
        _ => None,
    });
    let mut whole: Vec<BigInt> = whole.collect();
    whole.push(BigInt::from(0));
    whole.sort_by_key(|n| (n.abs(), n.is_negative()));
    whole.dedup();
    let near = [0, 1, -1].into_iter().flat_map(|d| whole.iter().map(move |n| n + d)).collect::<Vec<_>>();
    unique(near)
}

fn reals(landmarks: &[Value]) -> Vec<BigRational> {
    let exact = landmarks.iter().filter_map(|v| match v {
        Value::Real(n) => Some(n.clone()),
        Value::Int(n) => Some(BigRational::from(n.clone())),
        Value::Float(format, bits) => exact(*format, *bits),
        _ => None,
    });
    let mut marks: Vec<BigRational> = exact.chain([BigRational::from(BigInt::from(0))]).collect();
    marks.sort();
    marks.dedup();
    let two = BigRational::from(BigInt::from(2));
    let between: Vec<BigRational> = marks.windows(2).map(|pair| (&pair[0] + &pair[1]) / &two).collect();
    let nearest = |n: &BigRational| (n.abs(), n.is_negative());
    marks.sort_by_key(nearest);
    let steps = [1, -1].map(|d| BigRational::from(BigInt::from(d)));
    let near: Vec<BigRational> = steps.iter().flat_map(|d| marks.iter().map(move |n| n + d)).collect();
    unique(marks.iter().cloned().chain(near).chain(between).collect())
}

fn unique<T: Clone + Ord>(list: Vec<T>) -> Vec<T> {
    let mut seen = std::collections::BTreeSet::new();
    list.into_iter().filter(|v| seen.insert(v.clone())).collect()
}
