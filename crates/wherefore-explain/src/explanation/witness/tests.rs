//! Random formulas on random lassos: a witness is enough, and none of its cells can be spared.

use super::*;
use wherefore_test::{Random, cases, counted, say, seed};

const UNARY: [Op; 9] = [Op::Not, Op::X, Op::F, Op::G, Op::Y, Op::Z, Op::O, Op::H, Op::Not];
const BINARY: [Op; 8] = [Op::And, Op::Or, Op::Implies, Op::U, Op::R, Op::S, Op::T, Op::Eq];

fn formula(terms: &mut Terms, vars: &[VarId], depth: usize, random: &mut Random) -> TermId {
    if depth == 0 || random.below(6) == 0 {
        return terms.now(vars[random.below(vars.len())]);
    }
    if random.below(2) == 0 {
        let a = formula(terms, vars, depth - 1, random);
        let op = UNARY[random.below(UNARY.len())];
        return if op == Op::Not { terms.not(a) } else { terms.apply(op, &[a]) };
    }
    let (a, b) = (formula(terms, vars, depth - 1, random), formula(terms, vars, depth - 1, random));
    match BINARY[random.below(BINARY.len())] {
        Op::And => terms.and([a, b]),
        Op::Or => terms.or([a, b]),
        Op::Implies => terms.implies(a, b),
        Op::Eq => terms.eq(a, b),
        op => terms.apply(op, &[a, b]),
    }
}

fn lasso(vars: &[VarId], random: &mut Random) -> Trace {
    let count = 1 + random.below(5);
    let step = |random: &mut Random| {
        let values = vars.iter().map(|_| Some(Value::Bool(random.below(2) == 0))).collect();
        Step { values, element: None }
    };
    let steps = (0..count).map(|_| step(random)).collect();
    Trace::lasso(steps, random.below(count))
}

#[test]
fn witnesses_are_sufficient_and_minimal() {
    let seed = seed(6);
    let (mut checked, mut largest) = (0, 0);
    for case in 0..cases(3000) {
        let mut random = Random::new(seed + case);
        let mut terms = Terms::new();
        let vars: Vec<VarId> = ["a", "b", "c"].iter().filter_map(|n| terms.declare(*n, Sort::Bool)).collect();
        let formula = formula(&mut terms, &vars, 4, &mut random);
        let trace = lasso(&vars, &mut random);
        let Ok(truths) = Truths::new(&terms, &trace, formula) else { panic!("case {case} cannot be evaluated") };
        if truths.at(formula, 0) != Some(false) {
            assert!(witness(&truths, &trace, formula).is_none(), "a witness for a true formula, case {case}");
            continue;
        }
        let Some(found) = witness(&truths, &trace, formula) else { panic!("no witness in case {case}") };
        let sieve = Sieve::new(&truths, &trace, formula);
        assert!(sieve.shows(|c| found.cells.contains_key(c)), "not sufficient: case {case}");
        for cell in found.cells.keys() {
            let spared = sieve.shows(|c| c != cell && found.cells.contains_key(c));
            assert!(!spared, "{cell:?} can be spared in case {case}");
        }
        checked += 1;
        largest = largest.max(found.cells.len());
    }
    say(&format!("{checked} witnesses, the largest of {largest} cells"));
    assert!(checked > 500 || cases(3000) < 3000);
}

/// The descent alone nearly always finds enough: going over to all cells is for pasts that go round a loop.
#[test]
fn the_descent_is_rarely_not_enough() {
    let seed = seed(60);
    let (mut checked, mut short) = (0u32, 0u32);
    for case in 0..cases(2000) {
        let mut random = Random::new(seed + case);
        let mut terms = Terms::new();
        let vars: Vec<VarId> = ["a", "b", "c"].iter().filter_map(|n| terms.declare(*n, Sort::Bool)).collect();
        let formula = formula(&mut terms, &vars, 4, &mut random);
        let trace = lasso(&vars, &mut random);
        let Ok(truths) = Truths::new(&terms, &trace, formula) else { continue };
        if let (Some(false), Some(found)) = (truths.at(formula, 0), descend(&truths, formula, 0)) {
            let sieve = Sieve::new(&truths, &trace, formula);
            checked += 1;
            short += u32::from(!sieve.shows(|c| found.cells.contains_key(c)));
        }
    }
    say(&format!("{short} of {checked} descents were not enough"));
    counted(checked, "descents");
    assert!(short * 20 <= checked, "{short} of {checked}");
}

/// `G (a -> b | X b | X X b)` is broken where the last chance has passed.
#[test]
fn a_disjunction_fails_at_its_latest_part() {
    let mut terms = Terms::new();
    let vars: Vec<VarId> = ["a", "b"].iter().filter_map(|n| terms.declare(*n, Sort::Bool)).collect();
    let [a, b] = [terms.now(vars[0]), terms.now(vars[1])];
    let next = terms.apply(Op::X, &[b]);
    let second = terms.apply(Op::X, &[next]);
    let (response, turned) = (terms.or([b, next, second]), terms.or([second, b, next]));
    let step = |a: bool, b: bool| Step { values: vec![Some(Value::Bool(a)), Some(Value::Bool(b))], element: None };
    let (never, once) = (step(false, false), step(true, false));
    let trace = Trace::lasso(vec![step(false, true), once, never.clone(), never.clone(), never], 4);
    for response in [response, turned] {
        let body = terms.implies(a, response);
        let formula = terms.apply(Op::G, &[body]);
        let truths = Truths::new(&terms, &trace, formula).unwrap_or_else(|e| panic!("{e}"));
        let found = witness(&truths, &trace, formula).unwrap_or_default();
        assert_eq!(positions(&truths, &trace, formula, &found), [3]);
    }
}
