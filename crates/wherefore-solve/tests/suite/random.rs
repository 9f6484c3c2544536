//! Random formulas. Over small sorts the truth is found by counting through all values; over unbounded numbers two
//! solvers must agree and models must satisfy what was asked. The seed stands in every message; `WHEREFORE_SEED` sets it.

use super::eval::eval;
use super::{Make, check, holds, var};
use wherefore_ir::{Op, Rounding, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Lit, Solver};
use wherefore_test::{Random, seed};

const FORMULAS: usize = 60;

/// Pools of terms that grow, by sort: a new term takes its operands from them.
struct Pools {
    booleans: Vec<TermId>,
    enums: Vec<TermId>,
    vectors: Vec<TermId>,
    numbers: Vec<TermId>,
    reals: Vec<TermId>,
}

struct World {
    terms: Terms,
    vars: Vec<(VarId, Vec<Value>)>,
    pools: Pools,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let three = terms.intern_enum(["a", "b", "c"].map(str::to_owned).to_vec());
        let (b, now_b) = var(&mut terms, "b", Sort::Bool);
        let (e, now_e) = var(&mut terms, "e", Sort::Enum(three));
        let (n, now_n) = var(&mut terms, "n", Sort::Range { lo: -2, hi: 2 });
        let (w, now_w) = var(&mut terms, "w", Sort::BitVec(2));
        let vars = vec![
            (b, [false, true].map(Value::Bool).to_vec()),
            (e, (0..3).map(|i| Value::Enum(three, i)).collect()),
            (n, (-2..=2).map(Value::int).collect()),
            (w, (0..4u8).map(|v| Value::bits(2, v)).collect()),
        ];
        let next = [b, e, n, w].map(|v| terms.next(v));
        let constants = [Value::Enum(three, 1), Value::int(1), Value::bits(2, 2u8)].map(|v| terms.mk_const(v));
        let pools = Pools {
            booleans: vec![now_b, next[0]],
            enums: vec![now_e, next[1], constants[0]],
            numbers: vec![now_n, next[2], constants[1]],
            vectors: vec![now_w, next[3], constants[2]],
            reals: Vec::new(),
        };
        World { terms, vars, pools }
    }

    /// Unbounded integers and reals, linear.
    fn unbounded() -> World {
        let mut world = World::new();
        world.pools.numbers.clear();
        for name in ["i", "j"] {
            world.pools.numbers.push(var(&mut world.terms, name, Sort::Int).1);
        }
        world.pools.reals.push(var(&mut world.terms, "r", Sort::Real).1);
        world
    }

    /// Adds one term to one pool.
    fn grow(&mut self, random: &mut Random) {
        use Op::*;
        let (terms, pools) = (&mut self.terms, &mut self.pools);
        let linear = !pools.reals.is_empty();
        let condition = random.pick(&pools.booleans);
        let [a, b] = [0; 2].map(|_| random.pick(&pools.numbers));
        let [x, y] = [0; 2].map(|_| random.pick(&pools.vectors));
        match random.below(if linear { 8 } else { 6 }) {
            0 => {
                let [p, q] = [0; 2].map(|_| random.pick(&pools.booleans));
                let op = random.pick(&[And, Or, Xor, Implies, Eq]);
                pools.booleans.push(terms.apply(op, &[p, q]));
            }
            1 => pools.booleans.push(terms.apply(random.pick(&[Lt, Le, Eq]), &[a, b])),
            2 => pools.booleans.push(terms.apply(random.pick(&[BvUlt, BvSle, Eq]), &[x, y])),
            3 => {
                let [e, f] = [0; 2].map(|_| random.pick(&pools.enums));
                pools.booleans.push(terms.apply(Eq, &[e, f]));
                pools.enums.push(terms.apply(Ite, &[condition, e, f]));
            }
            4 => {
                let ops = [BvAdd, BvMul, BvSub, BvXor, BvUdiv, BvSrem, BvShl, BvAshr];
                pools.vectors.push(terms.apply(random.pick(&ops), &[x, y]));
            }
            5 => {
                let ops = [Add, Sub, Mul, Div(Rounding::Truncate), Mod(Rounding::Euclid)];
                let op = random.pick(if linear { &ops[..2] } else { &ops });
                let new = terms.apply(op, &[a, b]);
                let new = terms.apply(Ite, &[condition, a, new]);
                // A product of products would leave the numbers that can be counted through.
                if linear || self.pools.numbers.len() < 12 {
                    self.pools.numbers.push(new);
                }
            }
            _ => self.grow_reals(random, a),
        }
    }

    /// Adds terms that pass between integers and reals.
    fn grow_reals(&mut self, random: &mut Random, number: TermId) {
        let (terms, pools) = (&mut self.terms, &mut self.pools);
        let [r, s] = [0; 2].map(|_| random.pick(&pools.reals));
        let half = terms.mk_const(Value::Real(num_rational::BigRational::new(1.into(), 2.into())));
        let (converted, scaled) = (terms.apply(Op::ToReal, &[number]), terms.apply(Op::Mul, &[half, r]));
        pools.booleans.push(terms.apply(random.pick(&[Op::Lt, Op::Le, Op::Eq]), &[r, s]));
        pools.reals.push(terms.apply(random.pick(&[Op::Add, Op::Sub]), &[r, converted]));
        pools.numbers.push(terms.apply(Op::Floor, &[scaled]));
    }

    /// The conjunction of a few random formulas, some negated.
    fn formula(&mut self, random: &mut Random) -> TermId {
        (0..4).for_each(|_| self.grow(random));
        let parts: Vec<TermId> = (0..2 + random.below(4))
            .map(|_| {
                let part = random.pick(&self.pools.booleans);
                if random.below(2) == 0 { part } else { self.terms.not(part) }
            })
            .collect();
        self.terms.and(parts)
    }

    /// Every assignment now and next: 120 times 120 of them.
    fn truths(&self, formula: TermId) -> Vec<bool> {
        let states = self.vars.iter().fold(vec![Vec::new()], |rows: Vec<Vec<Value>>, (_, values)| {
            rows.iter().flat_map(|row| values.iter().map(move |v| [row.clone(), vec![v.clone()]].concat())).collect()
        });
        let mentioned = wherefore_ir::walk::variables(&self.terms, [formula]);
        let keep = |s: &&Vec<Value>| {
            let fixed = |(i, (v, values)): (usize, &(VarId, Vec<Value>))| mentioned.contains(v) || s[i] == values[0];
            self.vars.iter().enumerate().all(fixed)
        };
        let states: Vec<&Vec<Value>> = states.iter().filter(keep).collect();
        let nexts = if self.terms.has_next(formula) { states.as_slice() } else { &states[..1] };
        let mut truths = Vec::new();
        for now in &states {
            for next in nexts {
                let mut read = |v: VarId, t: u32| if t == 0 { now[v.index()].clone() } else { next[v.index()].clone() };
                truths.push(eval(&self.terms, formula, &mut read) == Value::Bool(true));
                if truths.last() == Some(&true) {
                    return truths;
                }
            }
        }
        truths
    }
}

fn seeded(what: &str) -> (Random, String) {
    let seed = seed(20_250_301);
    (Random::new(seed), format!("{what}; to repeat: WHEREFORE_SEED={seed}"))
}

pub fn finite(make: Make) {
    let (mut random, repeat) = seeded("a random formula");
    let (mut world, mut solver) = (World::new(), make());
    for number in 0..FORMULAS {
        if number % 20 == 0 {
            world = World::new();
            solver = make();
        }
        let formula = world.formula(&mut random);
        let literal = solver.literal(&world.terms, formula, 0).expect("supported");
        let expected = if world.truths(formula).contains(&true) { Answer::Sat } else { Answer::Unsat };
        assert_eq!(check(&mut *solver, &[literal]), expected, "formula {number}, {repeat}");
        if expected == Answer::Sat {
            assert!(holds(&mut *solver, &world.terms, formula, 0), "the model of formula {number}, {repeat}");
        }
    }
}

/// Several formulas at once: a model satisfies all of them, or the core is unsatisfiable by count.
pub fn assumptions(make: Make) {
    let (mut random, repeat) = seeded("random assumptions");
    for number in 0..12 {
        let (mut world, mut solver) = (World::new(), make());
        let formulas: Vec<TermId> = (0..6).map(|_| world.formula(&mut random)).collect();
        let literals: Vec<Lit> =
            formulas.iter().map(|f| solver.literal(&world.terms, *f, 0).expect("supported")).collect();
        let answer = check(&mut *solver, &literals);
        let chosen: Vec<TermId> = match answer {
            Answer::Sat => formulas.clone(),
            _ => {
                let core = solver.core().expect("a core");
                formulas.iter().zip(&literals).filter(|(_, l)| core.contains(l)).map(|(f, _)| *f).collect()
            }
        };
        let all = world.terms.and(chosen.iter().copied());
        match answer {
            Answer::Sat => assert!(holds(&mut *solver, &world.terms, all, 0), "model {number}, {repeat}"),
            _ => assert!(!world.truths(all).contains(&true), "core {number}, {repeat}"),
        }
    }
}

pub fn unbounded(first: impl Fn() -> Box<dyn Solver>, second: impl Fn() -> Box<dyn Solver>) {
    let (mut random, repeat) = seeded("a formula over unbounded numbers");
    for round in 0..8 {
        let mut world = World::unbounded();
        let mut solvers = [first(), second()];
        for number in 0..10 {
            let formula = world.formula(&mut random);
            let answers = solvers.each_mut().map(|solver| {
                let literal = solver.literal(&world.terms, formula, 0).expect("supported");
                let answer = check(&mut **solver, &[literal]);
                assert!(
                    answer != Answer::Sat || holds(&mut **solver, &world.terms, formula, 0),
                    "{round}.{number}, {repeat}"
                );
                answer
            });
            assert_eq!(answers[0], answers[1], "formula {round}.{number}, {repeat}");
        }
    }
}
