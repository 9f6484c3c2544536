//! Every operator on every combination of small operands.
//!
//! Each combination has a tick of its own, so one operator costs two questions. At tick k the operands are fixed and a
//! variable is equal to the result: the model must show what the evaluator computed. And no other model exists: that the
//! result differs at some tick is unsatisfiable.

use super::eval::eval;
use super::{Make, check};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use wherefore_ir::{EnumId, FloatFormat, Op, Rounding, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::Answer;

const RANGE: Sort = Sort::Range { lo: -3, hi: 3 };
/// Floats of every kind: zeros, the smallest, numbers that do not fit together, the largest, infinities, none.
const SPECIAL: [f32; 10] = [0.0, -0.0, 1e-45, 1.0, -0.1, 3.0, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];

const SMALL: Sort = Sort::Range { lo: 0, hi: 4 };

fn operands(terms: &Terms, sort: Sort) -> Vec<Value> {
    let real = |n: i64, d: i64| Value::Real(BigRational::new(n.into(), d.into()));
    match sort {
        Sort::Bool => [false, true].map(Value::Bool).to_vec(),
        Sort::Enum(id) => (0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::Int => [-7, -2, -1, 0, 1, 3, 7].map(Value::int).to_vec(),
        Sort::Real => vec![real(-2, 1), real(-1, 2), real(0, 1), real(1, 3), real(5, 1)],
        Sort::BitVec(width) => (0..1u32 << width).map(|n| Value::bits(width, n)).collect(),
        Sort::Float(FloatFormat::Single) => SPECIAL.iter().map(|f| Value::single(*f)).collect(),
        Sort::Float(FloatFormat::Double) => SPECIAL.iter().map(|f| Value::double((*f).into())).collect(),
    }
}

fn combinations(terms: &Terms, sorts: &[Sort]) -> Vec<Vec<Value>> {
    let extend = |found: Vec<Vec<Value>>, sort: &Sort| {
        let values = operands(terms, *sort);
        let longer =
            |row: &Vec<Value>| values.iter().map(|v| [row.as_slice(), std::slice::from_ref(v)].concat()).collect();
        found.iter().flat_map(|row| -> Vec<Vec<Value>> { longer(row) }).collect()
    };
    sorts.iter().fold(vec![Vec::new()], extend)
}

/// A sort that holds all the results: integers get a range, so that finite back ends can have it.
fn result_sort(sort: Sort, results: &[Value]) -> Sort {
    let numbers = results.iter().filter_map(|v| if let Value::Int(n) = v { n.to_i64() } else { None });
    match (sort.is_integer(), numbers.clone().min(), numbers.max()) {
        (true, Some(lo), Some(hi)) => Sort::Range { lo: lo - 2, hi: hi + 2 },
        _ => sort,
    }
}

/// Checks one operator; `build` makes the term from the operands. Left out where the back end lacks a sort.
fn case(make: Make, name: &str, sorts: &[Sort], build: impl Fn(&mut Terms, &[TermId]) -> TermId) {
    let mut terms = Terms::new();
    terms.intern_enum(["a", "b", "c"].map(str::to_owned).to_vec());
    terms.intern_enum(vec!["only".to_owned()]);
    let vars: Vec<VarId> =
        sorts.iter().enumerate().map(|(i, s)| terms.declare(format!("x{i}"), *s).expect("new")).collect();
    let now: Vec<TermId> = vars.iter().map(|v| terms.now(*v)).collect();
    let term = build(&mut terms, &now);
    let rows = combinations(&terms, sorts);
    let value = |row: &Vec<Value>| eval(&terms, term, &mut |v, _| row[v.index()].clone());
    let expected: Vec<Value> = rows.iter().map(value).collect();
    let sort = result_sort(terms.sort(term), &expected);
    let mut solver = make();
    if sorts.iter().chain([&sort]).any(|s| !solver.capabilities().handles(*s)) {
        return;
    }
    let result = terms.declare("result", sort).expect("new");
    let (now_result, mut wrong) = (terms.now(result), Vec::new());
    let link = terms.eq(now_result, term);
    for (tick, (row, expected)) in (0..).zip(rows.iter().zip(&expected)) {
        let mut fixed = vec![link];
        for (now, value) in now.iter().zip(row) {
            let value = terms.mk_const(value.clone());
            fixed.push(terms.eq(*now, value));
        }
        let all = terms.and(fixed);
        solver.assert(&terms, all, tick).expect(name);
        let expected = terms.mk_const(expected.clone());
        let right = terms.eq(now_result, expected);
        wrong.push(!solver.literal(&terms, right, tick).expect(name));
    }
    assert_eq!(check(&mut *solver, &[]), Answer::Sat, "{name} {sorts:?}");
    for (tick, (row, expected)) in (0..).zip(rows.iter().zip(&expected)) {
        let found = solver.value(&terms, result, tick).expect(name);
        assert_eq!(found, *expected, "{name} {row:?}");
    }
    solver.clause(&wrong).expect(name);
    assert_eq!(check(&mut *solver, &[]), Answer::Unsat, "{name} {sorts:?} has a second result");
}

/// An operator on operands of these sorts.
fn plain(make: Make, op: Op, sorts: &[Sort]) {
    case(make, &format!("{op:?}"), sorts, |terms, now| terms.mk(op, now).expect("well-sorted"));
}

pub fn truth_values(make: Make) {
    use Sort::Bool;
    plain(make, Op::Not, &[Bool]);
    for op in [Op::Xor, Op::Implies, Op::Eq] {
        plain(make, op, &[Bool; 2]);
    }
    plain(make, Op::Ite, &[Bool; 3]);
    for count in 0..4 {
        plain(make, Op::And, &[Bool; 3][..count]);
        plain(make, Op::Or, &[Bool; 3][..count]);
    }
}

pub fn enumerations(make: Make) {
    for sort in [0, 1].map(|id| Sort::Enum(EnumId(id))) {
        plain(make, Op::Eq, &[sort; 2]);
        plain(make, Op::Ite, &[Sort::Bool, sort, sort]);
        let last = |terms: &Terms| operands(terms, sort).pop().expect("a value");
        case(make, "equal to a constant", &[sort], |terms, now| {
            let constant = terms.mk_const(last(terms));
            terms.mk(Op::Eq, &[now[0], constant]).expect("well-sorted")
        });
    }
}

const ARITHMETIC: [Op; 8] =
    [Op::Eq, Op::Lt, Op::Le, Op::Add, Op::Sub, Op::Mul, Op::Div(Rounding::Euclid), Op::Mod(Rounding::Euclid)];

fn integers(make: Make, sort: Sort, other: Sort) {
    for op in ARITHMETIC.into_iter().chain([Op::Div(Rounding::Truncate), Op::Mod(Rounding::Truncate)]) {
        plain(make, op, &[sort, other]);
    }
    plain(make, Op::Neg, &[sort]);
    plain(make, Op::Add, &[sort, other, SMALL]);
    plain(make, Op::Ite, &[Sort::Bool, sort, other]);
    for divisor in [-3, -1, 0, 1, 2] {
        for rounding in [Rounding::Euclid, Rounding::Truncate] {
            for op in [Op::Div(rounding), Op::Mod(rounding)] {
                case(make, &format!("{op:?} by {divisor}"), &[sort], |terms, now| {
                    let divisor = terms.int(divisor);
                    terms.mk(op, &[now[0], divisor]).expect("well-sorted")
                });
            }
        }
    }
}

pub fn bounded_integers(make: Make) {
    integers(make, RANGE, SMALL);
    integers(make, SMALL, RANGE);
}

pub fn unbounded_integers(make: Make) {
    integers(make, Sort::Int, Sort::Int);
    integers(make, Sort::Int, RANGE);
}

pub fn reals(make: Make) {
    for op in [Op::Eq, Op::Lt, Op::Le, Op::Add, Op::Sub, Op::Mul, Op::RealDiv] {
        plain(make, op, &[Sort::Real; 2]);
    }
    plain(make, Op::Neg, &[Sort::Real]);
    plain(make, Op::Add, &[Sort::Real; 3]);
    plain(make, Op::Ite, &[Sort::Bool, Sort::Real, Sort::Real]);
    plain(make, Op::Floor, &[Sort::Real]);
    for divisor in [-3, 0, 2] {
        case(make, &format!("RealDiv by {divisor}/7"), &[Sort::Real], |terms, now| {
            let divisor = terms.mk_const(Value::Real(BigRational::new(divisor.into(), 7.into())));
            terms.mk(Op::RealDiv, &[now[0], divisor]).expect("well-sorted")
        });
    }
}

pub fn floats(make: Make) {
    let single = Sort::Float(FloatFormat::Single);
    for op in [Op::Eq, Op::FpEq, Op::Lt, Op::Le, Op::Add, Op::Sub, Op::Mul, Op::RealDiv] {
        plain(make, op, &[single; 2]);
    }
    for op in [Op::Neg, Op::FpFinite] {
        plain(make, op, &[single]);
        plain(make, op, &[Sort::Float(FloatFormat::Double)]);
    }
    plain(make, Op::Ite, &[Sort::Bool, single, single]);
    for format in [FloatFormat::Single, FloatFormat::Double] {
        plain(make, Op::ToFloat(format), &[RANGE]);
    }
    plain(make, Op::Add, &[Sort::Float(FloatFormat::Double); 2]);
}

pub fn bit_vectors(make: Make) {
    use Op::*;
    for width in [1, 3] {
        let sort = Sort::BitVec(width);
        for op in [BvNot, BvNeg, BvZeroExtend(0), BvZeroExtend(2), BvSignExtend(0), BvSignExtend(2)] {
            plain(make, op, &[sort]);
        }
        for op in [BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr] {
            plain(make, op, &[sort; 2]);
        }
        for op in [Eq, BvUlt, BvUle, BvSlt, BvSle, BvConcat] {
            plain(make, op, &[sort; 2]);
        }
        for (hi, lo) in (0..width).flat_map(|hi| (0..=hi).map(move |lo| (hi, lo))) {
            plain(make, BvExtract { hi, lo }, &[sort]);
        }
    }
    plain(make, BvConcat, &[Sort::BitVec(1), Sort::BitVec(3)]);
    plain(make, Ite, &[Sort::Bool, Sort::BitVec(2), Sort::BitVec(2)]);
}

pub fn conversions(make: Make) {
    for width in [1, 3] {
        plain(make, Op::BvToNat, &[Sort::BitVec(width)]);
        plain(make, Op::BvToInt, &[Sort::BitVec(width)]);
        plain(make, Op::IntToBv(width), &[Sort::Range { lo: -10, hi: 10 }]);
        plain(make, Op::IntToBv(width), &[Sort::Int]);
    }
    plain(make, Op::ToReal, &[RANGE]);
    plain(make, Op::ToReal, &[Sort::Int]);
}
