//! Promises of the contract of [`Solver`] beyond single operators.

use super::{Make, check, holds, var};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Lit, SolveError, Solver, Stop, StopReason, Undecided, default_value};

/// All values of a small variable, found by asking for another until none is left.
fn values_of(solver: &mut dyn Solver, terms: &mut Terms, var: VarId) -> Vec<Value> {
    let mut found = Vec::new();
    let now = terms.now(var);
    let constant = terms.mk_const(default_value(terms.var(var).sort));
    let first = terms.eq(now, constant);
    solver.literal(terms, first, 0).expect("supported");
    while check(solver, &[]) == Answer::Sat {
        let value = solver.value(terms, var, 0).expect("a model");
        let constant = terms.mk_const(value.clone());
        let equal = terms.eq(now, constant);
        let again = solver.literal(terms, equal, 0).expect("supported");
        solver.clause(&[!again]).expect("supported");
        found.push(value);
        assert!(found.len() < 20, "{found:?}");
    }
    found.sort();
    found
}

pub fn ranges(make: Make) {
    let mut terms = Terms::new();
    let three = terms.intern_enum(["a", "b", "c"].map(str::to_owned).to_vec());
    let one = terms.intern_enum(vec!["only".to_owned()]);
    let cases = [
        (Sort::Bool, [false, true].map(Value::Bool).to_vec()),
        (Sort::Enum(three), (0..3).map(|i| Value::Enum(three, i)).collect()),
        (Sort::Enum(one), vec![Value::Enum(one, 0)]),
        (Sort::Range { lo: -2, hi: 4 }, (-2..=4).map(Value::int).collect()),
        (Sort::Range { lo: 5, hi: 5 }, vec![Value::int(5)]),
        (Sort::BitVec(2), (0..4u8).map(|n| Value::bits(2, n)).collect()),
    ];
    for (i, (sort, expected)) in cases.into_iter().enumerate() {
        let var = terms.declare(format!("x{i}"), sort).expect("new");
        assert_eq!(values_of(&mut *make(), &mut terms, var), expected, "{sort:?}");
    }
}

pub fn ticks(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let (n, now) = var(&mut terms, "n", Sort::Range { lo: 0, hi: 20 });
    let (next, zero, two) = (terms.next(n), terms.int(0), terms.int(2));
    let more = terms.add(now, two);
    let (init, step) = (terms.eq(now, zero), terms.eq(next, more));
    solver.assert(&terms, init, 3).expect("supported");
    for tick in 3..8 {
        solver.assert(&terms, step, tick).expect("supported");
    }
    assert_eq!(check(&mut *solver, &[]), Answer::Sat);
    let values: Vec<Value> = (3..9).map(|t| solver.value(&terms, n, t).expect("a model")).collect();
    assert_eq!(values, [0, 2, 4, 6, 8, 10].map(Value::int));
    assert_eq!(solver.value(&terms, n, 2), Ok(default_value(Sort::Range { lo: 0, hi: 20 })));
    // One copy under both of its names.
    let four = terms.int(4);
    let (here, there) = (terms.eq(now, four), terms.eq(next, four));
    let (here, there) = (solver.literal(&terms, here, 5).expect("ok"), solver.literal(&terms, there, 4).expect("ok"));
    assert_eq!(check(&mut *solver, &[here, !there]), Answer::Unsat);
    assert_eq!(check(&mut *solver, &[here, there]), Answer::Sat);
}

pub fn incremental(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let (n, now) = var(&mut terms, "n", Sort::Range { lo: 0, hi: 9 });
    for bound in 0..9 {
        let constant = terms.int(bound);
        let above = terms.lt(constant, now);
        solver.assert(&terms, above, 0).expect("supported");
        assert_eq!(check(&mut *solver, &[]), Answer::Sat);
        let Ok(Value::Int(value)) = solver.value(&terms, n, 0) else { panic!("an integer") };
        assert!(value > bound.into() && value < 10.into(), "{value} after {bound}");
    }
    let (five, literal) = (terms.int(5), solver.fresh().expect("fresh"));
    let small = terms.le(now, five);
    let small = solver.literal(&terms, small, 0).expect("supported");
    solver.clause(&[!literal, small]).expect("supported");
    assert_eq!(check(&mut *solver, &[literal]), Answer::Unsat);
    assert_eq!(check(&mut *solver, &[]), Answer::Sat);
    assert_eq!(solver.truth(literal), Ok(false));
    solver.clause(&[literal]).expect("supported");
    assert_eq!(check(&mut *solver, &[]), Answer::Unsat);
    assert_eq!(solver.core(), Ok(vec![]));
    assert_eq!(check(&mut *solver, &[small]), Answer::Unsat);
}

pub fn clauses(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let (_, a) = var(&mut terms, "a", Sort::Bool);
    let (_, b) = var(&mut terms, "b", Sort::Bool);
    let not_a = terms.not(a);
    let both = terms.and([a, b]);
    let [yes, no] = [true, false].map(|value| terms.bool(value));
    let mut literal = |term: TermId| solver.literal(&terms, term, 0).expect("supported");
    let (a, not_a, b, both, yes, no) =
        (literal(a), literal(not_a), literal(b), literal(both), literal(yes), literal(no));
    assert_eq!(!!a, a);
    let fresh = [solver.fresh().expect("fresh"), solver.fresh().expect("fresh")];
    solver.clause(&[a, b]).expect("ok");
    solver.clause(&[both, !b, no]).expect("ok");
    solver.clause(&[fresh[0], !fresh[1]]).expect("ok");
    let table: [(&[Lit], Answer); 11] = [
        (&[], Answer::Sat),
        (&[a], Answer::Sat),
        (&[!a], Answer::Unsat),
        (&[not_a], Answer::Unsat),
        (&[b, !both], Answer::Unsat),
        (&[!b, a, a, a], Answer::Sat),
        (&[yes, !no, a], Answer::Sat),
        (&[no], Answer::Unsat),
        (&[fresh[1], !fresh[0]], Answer::Unsat),
        (&[fresh[0], !fresh[1]], Answer::Sat),
        (&[fresh[0], !fresh[0]], Answer::Unsat),
    ];
    for (assumptions, answer) in table {
        assert_eq!(check(&mut *solver, assumptions), answer, "{assumptions:?}");
        for literal in assumptions.iter().filter(|_| answer == Answer::Sat) {
            assert_eq!((solver.truth(*literal), solver.truth(!*literal)), (Ok(true), Ok(false)));
        }
    }
    solver.clause(&[]).expect("ok");
    assert_eq!(check(&mut *solver, &[]), Answer::Unsat);
}

/// x0 < x1 < ... < x4 in 0..3 with some comparisons that do not matter between them.
fn chain(solver: &mut dyn Solver) -> Vec<Lit> {
    let mut terms = Terms::new();
    let sort = Sort::Range { lo: 0, hi: 3 };
    let now: Vec<TermId> = (0..5).map(|i| var(&mut terms, &format!("x{i}"), sort).1).collect();
    let mut literals = Vec::new();
    for pair in now.windows(2) {
        let (less, equal) = (terms.lt(pair[0], pair[1]), terms.le(pair[0], pair[1]));
        literals.extend([less, equal].map(|t| solver.literal(&terms, t, 0).expect("supported")));
    }
    literals
}

pub fn cores(make: Make) {
    let mut solver = make();
    let mut assumptions = chain(&mut *solver);
    assumptions.push(solver.fresh().expect("fresh"));
    assumptions.push(assumptions[2]);
    for _ in 0..2 {
        assert_eq!(check(&mut *solver, &assumptions), Answer::Unsat);
        let core = solver.core().expect("a core");
        let mut rest = assumptions.iter();
        assert!(core.iter().all(|l| rest.any(|a| a == l)), "{core:?} of {assumptions:?}");
        assert!([0, 2, 4, 6].iter().all(|i| core.contains(&assumptions[*i])), "{core:?} is not enough");
        assert_eq!(solver.core().as_ref(), Ok(&core));
        // Literals are numbered alike in a solver that is sent the same.
        let mut again = make();
        chain(&mut *again);
        assert_eq!(check(&mut *again, &core), Answer::Unsat);
        assert_eq!(check(&mut *again, &core[1..]), Answer::Sat);
        assert!(again.core().is_err());
        assumptions.pop();
    }
}

pub fn defaults(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let three = terms.intern_enum(["a", "b", "c"].map(str::to_owned).to_vec());
    let (low, high) = (Sort::Range { lo: -9, hi: -4 }, Sort::Range { lo: 4, hi: 9 });
    let float = Sort::Float(wherefore_ir::FloatFormat::Double);
    let sorts = [Sort::Bool, Sort::Enum(three), low, high, Sort::BitVec(5), Sort::Int, Sort::Real, float];
    let vars: Vec<VarId> =
        sorts.iter().enumerate().map(|(i, s)| terms.declare(format!("x{i}"), *s).expect("new")).collect();
    let yes = terms.bool(true);
    solver.assert(&terms, yes, 0).expect("supported");
    assert_eq!(check(&mut *solver, &[]), Answer::Sat);
    for (var, sort) in vars.iter().zip(sorts) {
        assert_eq!(solver.value(&terms, *var, 7), Ok(default_value(sort)));
        assert!(default_value(sort).fits(sort));
    }
}

pub fn no_model(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let (x, now) = var(&mut terms, "x", Sort::Bool);
    let literal = solver.literal(&terms, now, 0).expect("supported");
    assert!(solver.value(&terms, x, 0).is_err() && solver.truth(literal).is_err() && solver.core().is_err());
    assert_eq!(check(&mut *solver, &[literal, !literal]), Answer::Unsat);
    assert!(solver.value(&terms, x, 0).is_err() && solver.truth(literal).is_err() && solver.core().is_ok());
    assert_eq!(check(&mut *solver, &[literal]), Answer::Sat);
    assert!(solver.value(&terms, x, 0).is_ok() && solver.truth(literal).is_ok() && solver.core().is_err());
}

pub fn unsupported(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let float = Sort::Float(wherefore_ir::FloatFormat::Single);
    let (zero, third) = (terms.int(0), terms.mk_const(Value::Real(num_rational::BigRational::new(1.into(), 3.into()))));
    let (_, b) = var(&mut terms, "b", Sort::Bool);
    let always = terms.apply(Op::G, &[b]);
    let unbounded = var(&mut terms, "i", Sort::Int).1;
    let real = var(&mut terms, "r", Sort::Real).1;
    let [f, g] = ["f", "g"].map(|n| var(&mut terms, n, float).1);
    let formulas = [
        (Some(Sort::Int), terms.lt(zero, unbounded)),
        (Some(Sort::Real), terms.apply(Op::Lt, &[third, real])),
        (Some(float), terms.eq(f, g)),
        (None, always),
    ];
    for (sort, formula) in formulas {
        let handled = sort.is_some_and(|s| solver.capabilities().handles(s));
        match solver.literal(&terms, formula, 0) {
            Ok(_) => assert!(handled),
            Err(SolveError::Unsupported(_)) => assert!(!handled),
            Err(other) => panic!("{other}"),
        }
    }
    // A refused term has left nothing behind.
    let b = solver.literal(&terms, b, 0).expect("supported");
    assert_eq!(check(&mut *solver, &[b]), Answer::Sat);
}

pub fn stopped(make: Make) {
    let mut solver = make();
    let assumptions = chain(&mut *solver);
    let stop = Stop::new();
    stop.fire(StopReason::AnotherWasFaster);
    let answer = solver.check(&assumptions, None, &stop);
    assert_eq!(answer, Ok(Answer::Unknown(Undecided::Stopped(StopReason::AnotherWasFaster))));
    assert!(solver.core().is_err());
    assert_eq!(check(&mut *solver, &assumptions), Answer::Unsat);
}

/// Seven pigeons do not fit into six holes, and it takes a while to see.
pub fn effort(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let holes: Vec<Vec<TermId>> =
        (0..7).map(|p| (0..6).map(|h| var(&mut terms, &format!("p{p}h{h}"), Sort::Bool).1).collect()).collect();
    let mut parts: Vec<TermId> = holes.iter().map(|row| terms.or(row.iter().copied())).collect();
    for (first, second) in (0..7).flat_map(|a| (0..a).map(move |b| (b, a))) {
        for (one, other) in holes[first].iter().zip(&holes[second]) {
            let both = terms.and([*one, *other]);
            parts.push(terms.not(both));
        }
    }
    let assumptions: Vec<Lit> = parts.iter().map(|t| solver.literal(&terms, *t, 0).expect("supported")).collect();
    let limited = solver.check(&assumptions, Some(3), &Stop::new()).expect("the solver works");
    assert_eq!(limited, Answer::Unknown(Undecided::Effort));
    assert!(solver.core().is_err());
    assert_eq!(check(&mut *solver, &assumptions), Answer::Unsat);
    let easy = solver.check(&assumptions[..1], Some(1_000_000), &Stop::new());
    assert_eq!(easy, Ok(Answer::Sat));
}

pub fn deterministic(make: Make) {
    let run = || {
        let (mut terms, mut solver) = (Terms::new(), make());
        let vars: Vec<(VarId, TermId)> =
            (0..8).map(|i| var(&mut terms, &format!("x{i}"), Sort::Range { lo: 0, hi: 7 })).collect();
        let mut seen = Vec::new();
        for pair in vars.windows(2) {
            let equal = terms.eq(pair[0].1, pair[1].1);
            let differ = terms.not(equal);
            solver.assert(&terms, differ, 0).expect("supported");
            assert_eq!(check(&mut *solver, &[]), Answer::Sat);
            seen.push(vars.iter().map(|v| solver.value(&terms, v.0, 0).expect("a model")).collect::<Vec<_>>());
        }
        let assumptions = chain(&mut *make());
        let mut other = make();
        chain(&mut *other);
        assert_eq!(check(&mut *other, &assumptions), Answer::Unsat);
        (seen, other.core())
    };
    assert_eq!(run(), run());
}

/// Parity of a long chain: nothing recurses, and the answer is right.
pub fn deep(make: Make) {
    let (mut terms, mut solver) = (Terms::new(), make());
    let (_, x) = var(&mut terms, "x", Sort::Bool);
    let (_, y) = var(&mut terms, "y", Sort::Bool);
    let mut term = x;
    for level in 0..20_000 {
        let operand = if level % 2 == 0 { y } else { x };
        term = terms.apply(if level % 3 == 0 { Op::Xor } else { Op::And }, &[term, operand]);
    }
    let found = solver.literal(&terms, term, 0).expect("supported");
    // The slow evaluator recurses; a loop does here.
    let value = |x: bool, y: bool| {
        (0..20_000).fold(x, |value, level| {
            let operand = if level % 2 == 0 { y } else { x };
            if level % 3 == 0 { value != operand } else { value && operand }
        })
    };
    let [x, y] = [x, y].map(|t| solver.literal(&terms, t, 0).expect("supported"));
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let signed = |literal: Lit, value: bool| if value { literal } else { !literal };
        let assumptions = [signed(x, a), signed(y, b), signed(found, !value(a, b))];
        assert_eq!(check(&mut *solver, &assumptions), Answer::Unsat, "{a} {b}");
        assert_eq!(check(&mut *solver, &assumptions[..2]), Answer::Sat);
        assert!(holds(&mut *solver, &terms, terms.ids().next().expect("x"), 0) == a);
    }
}
