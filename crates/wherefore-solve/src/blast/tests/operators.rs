//! Every operator over all values of small operands.

use super::sample::{all_rows, compare, compare_solver, solvers};
use super::simulator::{Simulator, simulate};
use crate::blast::{Blaster, EncodeError, bit_count, word_value};
use wherefore_ir::{Op, Rounding, Sort, TermId, Terms, Value, VarId};

const ROUNDINGS: [Rounding; 2] = [Rounding::Truncate, Rounding::Euclid];

fn declare(terms: &mut Terms, sort: Sort) -> TermId {
    let var = terms.declare(format!("v{}", terms.var_count()), sort).expect("new name");
    terms.now(var)
}

/// Terms that use every operator on operands of these kinds.
fn catalogue(terms: &mut Terms) -> Vec<TermId> {
    let mut found = booleans(terms);
    let ranges = [(0, 5), (-3, 4), (-6, -2), (3, 9), (-1, 0), (0, 0), (7, 7), (-8, 7)];
    for (i, (lo, hi)) in ranges.into_iter().enumerate() {
        let a = declare(terms, Sort::Range { lo, hi });
        for (lo, hi) in ranges.into_iter().skip(i) {
            let b = declare(terms, Sort::Range { lo, hi });
            found.extend(integers(terms, a, b));
            found.extend(integers(terms, b, a));
        }
    }
    for width in 1..=4 {
        let (a, b) = (declare(terms, Sort::BitVec(width)), declare(terms, Sort::BitVec(width)));
        found.extend(vectors(terms, width, a, b));
    }
    found
}

fn booleans(terms: &mut Terms) -> Vec<TermId> {
    let colour = terms.intern_enum(["red", "green", "blue"].map(String::from).to_vec());
    let single = terms.intern_enum(vec!["only".into()]);
    let mut found = Vec::new();
    for sort in [Sort::Bool, Sort::Enum(colour), Sort::Enum(single)] {
        let [a, b, c] = [sort, sort, Sort::Bool].map(|s| declare(terms, s));
        found.extend([a, terms.mk(Op::Eq, &[a, b]).unwrap(), terms.mk(Op::Ite, &[c, a, b]).unwrap()]);
    }
    let [a, b, c] = [Sort::Bool; 3].map(|s| declare(terms, s));
    for (op, operands) in [
        (Op::Not, vec![a]),
        (Op::And, vec![]),
        (Op::And, vec![a]),
        (Op::And, vec![a, b, c]),
        (Op::And, vec![a, a, b]),
        (Op::Or, vec![]),
        (Op::Or, vec![a, b]),
        (Op::Or, vec![a, b, c]),
        (Op::Xor, vec![a, b]),
        (Op::Xor, vec![a, a]),
        (Op::Implies, vec![a, b]),
        (Op::Ite, vec![a, a, b]),
        (Op::Ite, vec![a, b, a]),
        (Op::Ite, vec![a, b, b]),
    ] {
        found.push(terms.mk(op, &operands).unwrap());
    }
    found
}

fn integers(terms: &mut Terms, a: TermId, b: TermId) -> Vec<TermId> {
    let mut ops = vec![Op::Eq, Op::Lt, Op::Le, Op::Add, Op::Sub, Op::Mul];
    ops.extend(ROUNDINGS.iter().flat_map(|r| [Op::Div(*r), Op::Mod(*r)]));
    let mut found: Vec<TermId> = ops.iter().map(|op| terms.mk(*op, &[a, b]).unwrap()).collect();
    let less = terms.lt(a, b);
    found.push(terms.mk(Op::Ite, &[less, a, b]).unwrap());
    found.push(terms.mk(Op::Neg, &[a]).unwrap());
    found.push(terms.mk(Op::Add, &[a, b, a]).unwrap());
    found.extend([1, 3, 6].map(|width| terms.mk(Op::IntToBv(width), &[a]).unwrap()));
    for divisor in [-4, -3, -1, 0, 1, 2, 3, 4, 64] {
        let divisor = terms.int(divisor);
        let by = ROUNDINGS.iter().flat_map(|r| [Op::Div(*r), Op::Mod(*r)]);
        found.extend(by.map(|op| terms.mk(op, &[a, divisor]).unwrap()).collect::<Vec<_>>());
    }
    found
}

fn vectors(terms: &mut Terms, width: u32, a: TermId, b: TermId) -> Vec<TermId> {
    use Op::*;
    let binary = [
        BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr, BvConcat,
        BvUlt, BvUle, BvSlt, BvSle, Eq,
    ];
    let unary = [BvNot, BvNeg, BvZeroExtend(2), BvSignExtend(3), BvZeroExtend(0), BvToNat, BvToInt];
    let mut found: Vec<TermId> = binary.iter().map(|op| terms.mk(*op, &[a, b]).unwrap()).collect();
    found.extend(unary.iter().map(|op| terms.mk(*op, &[a]).unwrap()));
    let parts = (0..width).flat_map(|lo| (lo..width).map(move |hi| BvExtract { hi, lo }));
    found.extend(parts.map(|op| terms.mk(op, &[a]).unwrap()));
    let less = terms.mk(BvUlt, &[a, b]).unwrap();
    found.push(terms.mk(Ite, &[less, a, b]).unwrap());
    found
}

#[test]
fn every_operator_on_the_simulator() {
    let mut terms = Terms::new();
    for term in catalogue(&mut terms) {
        let rows = all_rows(&terms, term);
        compare(&terms, term, &rows, None).unwrap();
    }
}

#[test]
fn every_operator_on_every_solver() {
    for mut solver in solvers() {
        let mut terms = Terms::new();
        for (i, term) in catalogue(&mut terms).into_iter().enumerate() {
            let rows = all_rows(&terms, term);
            // The simulator has seen all; here every operator comes by, on some ranges and widths.
            if rows.len() < 100 && i % 7 == 0 || matches!(terms.sort(term), Sort::BitVec(3)) {
                compare_solver(&mut *solver, &mut terms, term, &rows);
            }
        }
    }
}

#[test]
fn next_values_are_read_one_tick_later() {
    let mut terms = Terms::new();
    let var = terms.declare("x", Sort::Range { lo: -2, hi: 3 }).unwrap();
    let (now, next) = (terms.now(var), terms.next(var));
    let step = terms.sub(next, now);
    let rows = all_rows(&terms, step);
    assert_eq!(rows.len(), 36);
    compare(&terms, step, &rows, None).unwrap();
    for mut solver in solvers() {
        compare_solver(&mut *solver, &mut terms, step, &rows);
    }
}

#[test]
fn a_wrong_gate_is_seen() {
    let mut terms = Terms::new();
    let (a, b) = (declare(&mut terms, Sort::BitVec(3)), declare(&mut terms, Sort::BitVec(3)));
    let sum = terms.mk(Op::BvAdd, &[a, b]).unwrap();
    let rows = all_rows(&terms, sum);
    for gate in 0..6 {
        assert!(compare(&terms, sum, &rows, Some(gate)).is_err(), "gate {gate}");
    }
    assert_eq!(compare(&terms, sum, &rows, Some(1000)), Ok(()));
}

/// Exactly the patterns of bits that are values satisfy the domain constraint.
#[test]
fn domains_are_exact() {
    let mut terms = Terms::new();
    let five = terms.intern_enum((0..5).map(|i| format!("e{i}")).collect());
    let ranges = [(0, 5), (-3, 4), (-6, -2), (3, 9), (0, 7), (-8, 7), (5, 5), (-1, -1), (0, 0), (2, 1)];
    let mut sorts: Vec<Sort> = ranges.iter().map(|(lo, hi)| Sort::Range { lo: *lo, hi: *hi }).collect();
    sorts.extend([Sort::Enum(five), Sort::Bool, Sort::BitVec(3)]);
    for sort in sorts {
        let var = terms.declare(format!("{sort:?}"), sort).unwrap();
        let count = bit_count(&terms, var).unwrap();
        for pattern in 0..1u32 << count {
            let bits: Vec<bool> = (0..count).map(|i| pattern >> i & 1 == 1).collect();
            let value = word_value(sort, &bits);
            let row = [((var, 0), super::eval::Small::of(&value))].into_iter().collect();
            let mut blaster = Blaster::new(Simulator::new(&[row], None));
            blaster.copy(&terms, var, 0).unwrap();
            let legal = blaster.circuit.legal & 1 == 1;
            let proper = value.fits(sort) && !matches!(value, Value::Enum(_, i) if i >= 5);
            assert_eq!(legal, proper, "{value:?} in {sort:?}");
        }
    }
}

#[test]
fn the_infinite_is_refused_by_name() {
    let mut terms = Terms::new();
    let mut fails = |make: &dyn Fn(&mut Terms) -> TermId| {
        let term = make(&mut terms);
        let mut blaster = Blaster::new(Simulator::new(&[], None));
        match blaster.word(&terms, term, 0) {
            Err(EncodeError::Unsupported(what)) => what,
            other => panic!("{:?}", other.map(|_| ())),
        }
    };
    let count = fails(&|t| {
        let var: VarId = t.declare("count", Sort::Int).unwrap();
        let (now, zero) = (t.now(var), t.int(0));
        t.lt(now, zero)
    });
    assert_eq!(count, "variable `count`: its sort Int is not finite");
    let globally = fails(&|t| {
        let truth = t.bool(true);
        t.mk(Op::G, &[truth]).unwrap()
    });
    assert_eq!(globally, "operator G");
    let square = fails(&|t| {
        let mut n = declare(t, Sort::Range { lo: 0, hi: 3 });
        for _ in 0..40 {
            n = t.mul(n, n);
        }
        n
    });
    assert_eq!(square, "a product or quotient of 3247 by 6493 bits");
}

#[test]
fn widths_follow_values() {
    let mut terms = Terms::new();
    let (zero, one) = (terms.int(0), terms.int(1));
    let bits: Vec<TermId> = (0..100)
        .map(|_| {
            let bit = declare(&mut terms, Sort::Bool);
            terms.ite(bit, one, zero)
        })
        .collect();
    let flat = terms.mk(Op::Add, &bits).unwrap();
    let chain = bits.iter().copied().reduce(|a, b| terms.add(a, b)).unwrap();
    let row = terms.vars().map(|(v, _)| ((v, 0), super::eval::Small::Bool(true))).collect();
    for sum in [flat, chain] {
        let mut blaster = Blaster::new(Simulator::new(std::slice::from_ref(&row), None));
        assert_eq!(blaster.word(&terms, sum, 0).unwrap().raw().len(), 7);
        assert_eq!(simulate(&terms, sum, std::slice::from_ref(&row), None), [super::eval::Small::Int(100)]);
    }
}
