//! Random float terms: what a solver computes and what the evaluator of traces computes are the same, in both directions.
//!
//! From values to results: a term over constants is equal to what the evaluator makes of it, and to nothing else. From
//! formulas to values: a model satisfies the formula as the evaluator sees it.

use super::{Make, check};
use wherefore_ir::{FloatFormat, Op, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Stop};
use wherefore_test::{below, cases, seed};
use wherefore_trace::Evaluator;

const FORMATS: [FloatFormat; 2] = [FloatFormat::Single, FloatFormat::Double];

/// A float of any kind: special ones, numbers of everyday size, and any bits at all.
pub fn value(state: &mut u64, format: FloatFormat) -> Value {
    let (single, double) = match below(state, 14) {
        0 => (0.0, 0.0),
        1 => (-0.0, -0.0),
        2 => (f32::INFINITY, f64::INFINITY),
        3 => (f32::NEG_INFINITY, f64::NEG_INFINITY),
        4 => (f32::NAN, f64::NAN),
        5 => (f32::MAX, f64::MAX),
        6 => (f32::MIN_POSITIVE, f64::MIN_POSITIVE),
        7 => (f32::from_bits(1 + below(state, 9) as u32), f64::from_bits(1 + below(state, 9) as u64)),
        8..=10 => {
            let number = (below(state, 2001) as f64 - 1000.0) / (1 + below(state, 30)) as f64;
            (number as f32, number)
        }
        _ => {
            let bits = (below(state, 1 << 31) as u64) << 33 | (below(state, 1 << 31) as u64) << 2;
            (f32::from_bits((bits >> 32) as u32), f64::from_bits(bits))
        }
    };
    if format == FloatFormat::Single { Value::single(single) } else { Value::double(double) }
}

/// Grows pools of numbers and formulas by one operator after another.
pub fn grow(terms: &mut Terms, state: &mut u64, numbers: &mut Vec<TermId>, formulas: &mut Vec<TermId>, ops: &[Op]) {
    let op = ops[below(state, ops.len())];
    let [a, b, c] = [0; 3].map(|_| numbers[below(state, numbers.len())]);
    match op {
        Op::Neg => numbers.push(terms.apply(op, &[a])),
        Op::FpFinite => formulas.push(terms.apply(op, &[a])),
        Op::Add if below(state, 3) == 0 => numbers.push(terms.apply(op, &[a, b, c])),
        Op::Add | Op::Sub | Op::Mul | Op::RealDiv => numbers.push(terms.apply(op, &[a, b])),
        Op::Ite => {
            let condition = formulas[below(state, formulas.len())];
            numbers.push(terms.apply(op, &[condition, a, b]));
        }
        op => formulas.push(terms.apply(op, &[a, b])),
    }
}

const OPERATORS: [Op; 11] =
    [Op::Lt, Op::Le, Op::Eq, Op::FpEq, Op::FpFinite, Op::Neg, Op::Add, Op::Sub, Op::Mul, Op::RealDiv, Op::Ite];

/// Values of terms over constants.
pub fn values(make: Make) {
    let mut state = seed(20_261_117);
    for format in FORMATS {
        let (mut terms, mut solver) = (Terms::new(), make());
        for case in 0..cases(30) {
            let mut numbers: Vec<TermId> = (0..5).map(|_| terms.mk_const(value(&mut state, format))).collect();
            let mut formulas = vec![terms.bool(true)];
            for _ in 0..12 {
                grow(&mut terms, &mut state, &mut numbers, &mut formulas, &OPERATORS);
            }
            let roots: Vec<TermId> = numbers.into_iter().chain(formulas).collect();
            let results = Evaluator::new(&terms, &roots).expect("no time").evaluate(&[], None);
            let right = roots.iter().zip(results).map(|(term, result)| {
                let result = terms.mk_const(result.expect("all values are known"));
                terms.apply(Op::Eq, &[*term, result])
            });
            let right: Vec<TermId> = right.collect();
            let right = terms.and(right);
            let right = solver.literal(&terms, right, 0).expect("supported");
            assert_eq!(check(&mut *solver, &[right]), Answer::Sat, "case {case} in {format:?}");
            assert_eq!(check(&mut *solver, &[!right]), Answer::Unsat, "case {case} in {format:?}");
        }
    }
}

/// Integers of wide ranges as floats.
pub fn conversions(make: Make) {
    let mut state = seed(20_261_120);
    for (case, format) in (0..cases(16)).map(|case| (case, FORMATS[case as usize % 2])) {
        let (mut terms, mut solver) = (Terms::new(), make());
        let size = [1_000, 1 << 40, i64::MAX][below(&mut state, 3)];
        let integer = ((below(&mut state, 1 << 31) as i64) << below(&mut state, 32)) % size - size / 3;
        let n = terms.declare("n", Sort::Range { lo: -size, hi: size }).expect("new");
        let (now, constant) = (terms.now(n), terms.int(integer));
        let float = terms.apply(Op::ToFloat(format), &[now]);
        let evaluator = Evaluator::new(&terms, &[float]).expect("no time");
        let result = evaluator.evaluate(&[Some(Value::int(integer))], None).remove(0).expect("a value");
        let result = terms.mk_const(result);
        let (given, right) = (terms.eq(now, constant), terms.eq(float, result));
        solver.assert(&terms, given, 0).expect("supported");
        let right = solver.literal(&terms, right, 0).expect("supported");
        assert_eq!(check(&mut *solver, &[right]), Answer::Sat, "case {case}: {integer} in {format:?}");
        assert_eq!(check(&mut *solver, &[!right]), Answer::Unsat, "case {case}: {integer} in {format:?}");
    }
}

/// Models of formulas over variables. Products and quotients of unknowns are left out: a question takes minutes.
pub fn models(make: Make) {
    let mut state = seed(20_261_118);
    let mut satisfied = 0;
    for (case, format) in (0..cases(12)).map(|case| (case, FORMATS[case as usize % 2])) {
        let mut terms = Terms::new();
        let vars: Vec<VarId> =
            (0..3).map(|i| terms.declare(format!("x{i}"), Sort::Float(format)).expect("new")).collect();
        let mut numbers: Vec<TermId> = vars.iter().map(|v| terms.now(*v)).collect();
        numbers.extend((0..2).map(|_| terms.mk_const(value(&mut state, format))));
        let mut formulas = vec![terms.bool(true)];
        for _ in 0..7 {
            grow(&mut terms, &mut state, &mut numbers, &mut formulas, &OPERATORS[..8]);
        }
        let parts = formulas.iter().skip(1).map(|f| if below(&mut state, 2) == 0 { *f } else { terms.not(*f) });
        let mut parts: Vec<TermId> = parts.collect();
        let rest = parts.split_off(parts.len().min(2));
        parts.extend((!rest.is_empty()).then(|| terms.or(rest)));
        let formula = terms.and(parts);
        let mut solver = make();
        let literal = solver.literal(&terms, formula, 0).expect("supported");
        if solver.check(&[literal], None, &Stop::new()) == Ok(Answer::Sat) {
            let found: Vec<Option<Value>> = vars.iter().map(|v| solver.value(&terms, *v, 0).ok()).collect();
            let evaluator = Evaluator::new(&terms, &[formula]).expect("no time");
            assert_eq!(evaluator.truths(&found, None), [Some(true)], "model {case}: {found:?}");
            satisfied += 1;
        }
    }
    assert!(satisfied > 0, "no formula has a model");
}
