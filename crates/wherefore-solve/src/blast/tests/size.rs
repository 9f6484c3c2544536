//! Terms of extreme size.

use crate::{Answer, Engine, SatSolver, Solver, Stop};
use wherefore_ir::{Op, Sort, TermId, Terms, Value};

fn bool_var(terms: &mut Terms) -> TermId {
    let var = terms.declare(format!("b{}", terms.var_count()), Sort::Bool).expect("new name");
    terms.now(var)
}

#[test]
fn a_term_three_hundred_thousand_deep() {
    let mut terms = Terms::new();
    let leaves: Vec<TermId> = (0..8).map(|_| bool_var(&mut terms)).collect();
    let mut term = leaves[0];
    for i in 0..300_000 {
        let op = if i % 3 == 0 { Op::Xor } else { Op::Implies };
        term = terms.mk(op, &[term, leaves[i % 8]]).unwrap();
    }
    for engine in Engine::built() {
        let mut solver = SatSolver::new(engine).unwrap();
        let literal = solver.literal(&terms, term, 3).unwrap();
        let answers = [literal, !literal].map(|l| solver.check(&[l], None, &Stop::new()).unwrap());
        assert!(answers.contains(&Answer::Sat));
    }
}

#[test]
fn a_hundred_thousand_variables() {
    let mut terms = Terms::new();
    let leaves: Vec<TermId> = (0..100_000).map(|_| bool_var(&mut terms)).collect();
    let all = terms.and(leaves.iter().copied());
    let mut solver = SatSolver::new(Engine::Batsat).unwrap();
    solver.assert(&terms, all, 0).unwrap();
    assert_eq!(solver.check(&[], None, &Stop::new()), Ok(Answer::Sat));
    for (var, _) in terms.vars().step_by(997) {
        assert_eq!(solver.value(&terms, var, 0), Ok(Value::Bool(true)));
        assert_eq!(solver.value(&terms, var, 1), Ok(Value::Bool(false)));
    }
}
