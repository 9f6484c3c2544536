//! Random terms with shared parts.

use super::eval::Small;
use super::sample::{compare, compare_premises, compare_solver, solvers, values};
use super::simulator::Row;
use crate::{bit_count, bit_term};
use wherefore_ir::{Op, Rounding, Sort, TermId, Terms, VarId};
use wherefore_test::Random;

/// Seed unless another one is set.
const SEED: u64 = 20_240_229;

/// A pool of terms that grows by applying operators to its members.
struct Pool {
    terms: Terms,
    vars: Vec<VarId>,
    booleans: Vec<TermId>,
    integers: Vec<TermId>,
    vectors: Vec<TermId>,
    colours: Vec<TermId>,
}

impl Pool {
    fn new(random: &mut Random) -> Pool {
        let mut terms = Terms::new();
        let colour = terms.intern_enum((0..5).map(|i| format!("c{i}")).collect());
        let lo = random.below(9) as i64 - 6;
        let ranges = [Sort::Range { lo, hi: lo + random.below(7) as i64 }, Sort::Range { lo: 0, hi: 3 }];
        let sorts = [Sort::Bool, Sort::Bool, Sort::Enum(colour), ranges[0], ranges[1], Sort::BitVec(3)];
        let vars: Vec<VarId> =
            sorts.iter().enumerate().map(|(i, s)| terms.declare(format!("v{i}"), *s).unwrap()).collect();
        let mut pool = Pool { terms, vars, booleans: vec![], integers: vec![], vectors: vec![], colours: vec![] };
        for var in pool.vars.clone() {
            for leaf in [pool.terms.now(var), pool.terms.next(var)] {
                pool.keep(leaf);
            }
        }
        let constants = [-2, 1, 3].map(|n| pool.terms.int(n));
        constants.into_iter().for_each(|c| pool.keep(c));
        pool
    }

    fn keep(&mut self, term: TermId) {
        match self.terms.sort(term) {
            Sort::Bool => self.booleans.push(term),
            Sort::Enum(_) => self.colours.push(term),
            Sort::BitVec(3) => self.vectors.push(term),
            Sort::BitVec(_) => {
                let low = self.terms.mk(Op::BvExtract { hi: 2, lo: 0 }, &[term]).unwrap();
                self.vectors.push(low);
            }
            _ => self.integers.push(term),
        }
    }

    fn grow(&mut self, random: &mut Random) -> TermId {
        use Op::*;
        let rounding = random.pick(&[Rounding::Truncate, Rounding::Euclid]);
        let [b, c, d] = [0; 3].map(|_| random.pick(&self.booleans));
        let [i, j] = [0; 2].map(|_| random.pick(&self.integers));
        let [v, w] = [0; 2].map(|_| random.pick(&self.vectors));
        let [e, f] = [0; 2].map(|_| random.pick(&self.colours));
        let (op, operands) = match random.below(9) {
            0 => (random.pick(&[And, Or]), vec![b, c, d]),
            1 => (random.pick(&[Xor, Implies, Eq]), vec![b, c]),
            2 => (random.pick(&[Lt, Le, Eq]), vec![i, j]),
            3 => (random.pick(&[Add, Sub, Mul, Div(rounding), Mod(rounding)]), vec![i, j]),
            4 => (Ite, random.pick(&[[b, i, j], [b, v, w], [b, e, f], [b, c, d]]).to_vec()),
            5 => (random.pick(&[BvAdd, BvSub, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvXor]), vec![v, w]),
            6 => (random.pick(&[BvShl, BvLshr, BvAshr, BvConcat, BvUlt, BvUle, BvSlt, BvSle, Eq]), vec![v, w]),
            7 => (random.pick(&[BvNot, BvNeg, BvToNat, BvToInt, BvSignExtend(1)]), vec![v]),
            _ => random.pick(&[(IntToBv(3), vec![i]), (Neg, vec![i]), (Not, vec![b]), (Eq, vec![e, f])]),
        };
        let term = self.terms.mk(op, &operands).unwrap();
        self.keep(term);
        term
    }

    fn row(&self, random: &mut Random) -> Row {
        let mut row = Row::default();
        for var in &self.vars {
            let choices = values(&self.terms, self.terms.var(*var).sort);
            for tick in 0..2 {
                row.insert((*var, tick), Small::of(&random.pick(&choices)));
            }
        }
        row
    }
}

/// Products of products outgrow the machine integers of the evaluator: integers that nest too many are not compared.
fn is_small(terms: &Terms, term: TermId) -> bool {
    let order = wherefore_ir::walk::postorder(terms, [term]);
    order.iter().filter(|t| matches!(terms.op(**t), Op::Mul)).count() <= 6 && order.len() < 60
}

#[test]
fn random_terms_on_the_simulator() {
    let seed = wherefore_test::seed(SEED);
    let mut random = Random::new(seed);
    let mut compared = 0;
    while compared < 5000 {
        let mut pool = Pool::new(&mut random);
        let rows: Vec<Row> = (0..64).map(|_| pool.row(&mut random)).collect();
        for _ in 0..50 {
            let term = pool.grow(&mut random);
            if is_small(&pool.terms, term) {
                compare(&pool.terms, term, &rows, None).unwrap_or_else(|e| panic!("WHEREFORE_SEED={seed}: {e}"));
                compared += 1;
            }
        }
    }
}

#[test]
fn random_terms_on_every_solver() {
    let mut random = Random::new(wherefore_test::seed(SEED));
    for _ in 0..30 {
        let mut pool = Pool::new(&mut random);
        let rows: Vec<Row> = (0..4).map(|_| pool.row(&mut random)).collect();
        for mut solver in solvers() {
            for term in (0..40).map(|_| pool.grow(&mut random)).collect::<Vec<_>>() {
                if is_small(&pool.terms, term) {
                    compare_solver(&mut *solver, &mut pool.terms, term, &rows);
                }
            }
        }
    }
}

/// Formulas over bits of variables and of numbers that are computed, assumed and denied.
#[test]
fn premises_of_random_formulas_on_every_solver() {
    let mut random = Random::new(wherefore_test::seed(SEED));
    let mut compared = 0;
    for _ in 0..20 {
        let mut pool = Pool::new(&mut random);
        for var in pool.vars.clone() {
            for bit in 0..bit_count(&pool.terms, var).unwrap_or(0) {
                let bit = bit_term(&mut pool.terms, var, bit);
                pool.booleans.extend([bit; 3]);
            }
        }
        let rows: Vec<Row> = (0..4).map(|_| pool.row(&mut random)).collect();
        for mut solver in solvers() {
            for _ in 0..40 {
                let grown = pool.grow(&mut random);
                let term = match pool.terms.sort(grown) {
                    Sort::Range { .. } | Sort::Int | Sort::Enum(_) => one_of(&mut pool.terms, grown, &mut random),
                    _ => grown,
                };
                pool.keep(term);
                if pool.terms.sort(term) == Sort::Bool && is_small(&pool.terms, term) {
                    compare_premises(&mut *solver, &mut pool.terms, term, &rows);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

/// Formula that is true if a term has one of some values.
fn one_of(terms: &mut Terms, term: TermId, random: &mut Random) -> TermId {
    let constants = match terms.sort(term) {
        Sort::Enum(id) => (0..5).map(|i| wherefore_ir::Value::Enum(id, i)).collect::<Vec<_>>(),
        _ => (-4..5).map(wherefore_ir::Value::int).collect(),
    };
    let mut equations = Vec::new();
    for value in constants {
        if random.chance(40) {
            let value = terms.mk_const(value);
            equations.push(terms.eq(term, value));
        }
    }
    terms.or(equations)
}
