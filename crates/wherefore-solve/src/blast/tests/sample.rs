//! Variables, assignments and comparison with any solver.

use super::eval::{Small, eval};
use super::simulator::{Row, simulate};
use crate::{Answer, Lit, Solver, Stop};
use std::collections::BTreeMap;
use wherefore_ir::{Sort, TermId, Terms, Value, VarId, walk};

/// All values of a sort.
pub fn values(terms: &Terms, sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(id) => (0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::BitVec(width) => (0..1u32 << width).map(|n| Value::bits(width, n)).collect(),
        other => panic!("{other:?} has no list of values"),
    }
}

/// Every assignment of the variables of a term, now and next as it needs them.
pub fn all_rows(terms: &Terms, term: TermId) -> Vec<Row> {
    let mut rows = vec![Row::default()];
    let leaves = walk::postorder(terms, [term]).into_iter().filter_map(|t| match terms.op(t) {
        wherefore_ir::Op::Var(v) => Some((v, 0)),
        wherefore_ir::Op::Next(v) => Some((v, 1)),
        _ => None,
    });
    for key in leaves {
        let choices = values(terms, terms.var(key.0).sort);
        let extend = |row: &Row| -> Vec<Row> {
            let with = |value: &Value| {
                let mut row = row.clone();
                row.insert(key, Small::of(value));
                row
            };
            choices.iter().map(with).collect()
        };
        rows = rows.iter().flat_map(extend).collect();
    }
    rows
}

/// Value by the evaluator.
pub fn expected(terms: &Terms, term: TermId, row: &Row) -> Small {
    eval(terms, term, &|var, tick| row[&(var, tick)])
}

/// The blaster on the simulator agrees with the evaluator on these rows; `Err` is the first disagreement.
pub fn compare(terms: &Terms, term: TermId, rows: &[Row], wrong: Option<usize>) -> Result<(), String> {
    for chunk in rows.chunks(64) {
        for (row, found) in chunk.iter().zip(simulate(terms, term, chunk, wrong)) {
            let expected = expected(terms, term, row);
            if found != expected {
                return Err(format!("{:?} at {row:?}: {found:?}, expected {expected:?}", terms.op(term)));
            }
        }
    }
    Ok(())
}

fn value_of(sort: Sort, small: Small) -> Value {
    match (sort, small) {
        (_, Small::Bool(b)) => Value::Bool(b),
        (Sort::Enum(id), Small::Index(i)) => Value::Enum(id, i),
        (_, Small::Int(n)) => Value::Int(n.into()),
        (_, Small::Vector(width, n)) => Value::bits(width, n),
        other => panic!("ill-sorted {other:?}"),
    }
}

/// A literal that says that a term has a value.
fn is(solver: &mut dyn Solver, terms: &mut Terms, term: TermId, tick: u32, small: Small) -> Lit {
    let value = terms.mk_const(value_of(terms.sort(term), small));
    let equation = terms.mk(wherefore_ir::Op::Eq, &[term, value]).expect("of one sort");
    solver.literal(terms, equation, tick).expect("finite")
}

/// What a solver may assume agrees with the evaluator on these rows: a formula, or its negation, whichever is true.
pub fn compare_premises(solver: &mut dyn Solver, terms: &mut Terms, term: TermId, rows: &[Row]) {
    let denied = terms.not(term);
    for row in rows {
        let mut assumptions: Vec<Lit> = Vec::new();
        for ((var, tick), small) in row.iter().collect::<BTreeMap<_, _>>() {
            let now = terms.now(*var);
            assumptions.push(is(solver, terms, now, *tick, *small));
        }
        let truth = expected(terms, term, row) == Small::Bool(true);
        for (formula, possible) in [(term, truth), (denied, !truth)] {
            let premise = solver.premise(terms, formula, 0).expect("finite");
            let all: Vec<Lit> = assumptions.iter().copied().chain([premise]).collect();
            let answer = if possible { Answer::Sat } else { Answer::Unsat };
            assert_eq!(solver.check(&all, None, &Stop::new()), Ok(answer), "{:?} {row:?}", terms.op(formula));
        }
    }
}

/// A solver agrees with the evaluator on these rows: the term can have the right value and no other.
pub fn compare_solver(solver: &mut dyn Solver, terms: &mut Terms, term: TermId, rows: &[Row]) {
    let mut known: BTreeMap<(VarId, u32, Small), Lit> = BTreeMap::new();
    for row in rows {
        let mut keys: Vec<(VarId, u32)> = row.keys().copied().collect();
        keys.sort_unstable();
        let mut assumptions: Vec<Lit> = Vec::new();
        for (var, tick) in keys {
            let (now, small) = (terms.now(var), row[&(var, tick)]);
            let made = known.entry((var, tick, small)).or_insert_with(|| is(solver, terms, now, tick, small));
            assumptions.push(*made);
        }
        let right = is(solver, terms, term, 0, expected(terms, term, row));
        assert_eq!(solver.check(&assumptions, None, &Stop::new()), Ok(Answer::Sat), "{row:?}");
        assert_eq!(solver.truth(right), Ok(true), "{row:?}");
        assumptions.push(!right);
        assert_eq!(solver.check(&assumptions, None, &Stop::new()), Ok(Answer::Unsat), "{row:?}");
    }
}

/// Every solver that uses the blaster.
pub fn solvers() -> Vec<Box<dyn Solver>> {
    let sat = |engine| Box::new(crate::SatSolver::new(engine).expect("built in")) as Box<dyn Solver>;
    let bdd = crate::BddSolver::new(crate::BddOptions { nodes: 1 << 20, ..Default::default() }).expect("room");
    crate::Engine::built().into_iter().map(sat).chain([Box::new(bdd) as Box<dyn Solver>]).collect()
}
