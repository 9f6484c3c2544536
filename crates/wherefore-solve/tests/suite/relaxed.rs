//! Float formulas relaxed to reals: what is refuted there is false for all floats, as the evaluator sees it.

use super::floats::grow;
use super::{Make, check, var};
use num_rational::BigRational;
use wherefore_ir::float::{Relaxed, nearest, relaxed};
use wherefore_ir::{FloatFormat, Op, Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Solver, Stop};
use wherefore_test::{below, cases, say, seed};
use wherefore_trace::Evaluator;

const EFFORT: u64 = 300_000;

/// A formula over bounded floats, and its relaxation.
struct Question {
    terms: Terms,
    vars: Vec<VarId>,
    /// The bounds of the variables, and the formula.
    bounds: TermId,
    formula: TermId,
    relaxed: Relaxed,
    relaxed_bounds: TermId,
}

impl Question {
    fn new(mut terms: Terms, vars: Vec<VarId>, bounds: TermId, formula: TermId) -> Question {
        let mut reals = |terms: &mut Terms, v: VarId| {
            let name = format!("{}.real", terms.var(v).name);
            terms.declare(name, Sort::Real).expect("asked for once")
        };
        let mut relaxed = relaxed(&mut terms, &[formula, bounds], &mut reals).expect("no identity");
        let relaxed_bounds = relaxed.roots.pop().expect("the second root");
        Question { terms, vars, bounds, formula, relaxed, relaxed_bounds }
    }

    /// Whether the formula is refuted in reals: no overflow within the bounds, and then no solution.
    fn is_refuted(&self, solver: &mut dyn Solver) -> bool {
        let mut literal = |term| solver.literal(&self.terms, term, 0).expect("supported");
        let (bounds, rounding) = (literal(self.relaxed_bounds), literal(self.relaxed.rounding));
        let (overflow, formula) = (literal(self.relaxed.overflow), literal(self.relaxed.roots[0]));
        let mut refutes = |last| {
            solver.check(&[bounds, rounding, last], Some(EFFORT), &Stop::new()).expect("the solver works")
                == Answer::Unsat
        };
        refutes(overflow) && refutes(formula)
    }
}

fn float(format: FloatFormat, number: f64) -> Value {
    nearest(format, &BigRational::from_float(number).expect("finite"))
}

/// The bounds that a case gives a variable, with some numbers inside: the bounds, what is next to them, and anything.
struct Bounds {
    lo: f64,
    hi: f64,
}

impl Bounds {
    fn draw(state: &mut u64) -> Bounds {
        let sizes = [0.0, 1e-310, 0.1, 1.0, 3.0, 110.0, 1e6, 1e30];
        let mut bound = || {
            let size = sizes[below(state, sizes.len())] * (1.0 + below(state, 5) as f64 / 7.0);
            if below(state, 3) == 0 { -size } else { size }
        };
        let (a, b) = (bound(), bound());
        Bounds { lo: a.min(b), hi: a.max(b) }
    }

    fn inside(&self, state: &mut u64, format: FloatFormat) -> Value {
        let step = |value: Value, up: bool| match value {
            Value::Float(FloatFormat::Single, bits) => {
                let number = f32::from_bits(bits as u32);
                Value::single(if up { number.next_up() } else { number.next_down() })
            }
            Value::Float(FloatFormat::Double, bits) => {
                let number = f64::from_bits(bits);
                Value::double(if up { number.next_up() } else { number.next_down() })
            }
            other => other,
        };
        let share = below(state, 1001) as f64 / 1000.0;
        let specials = [0.0, -0.0, 1.0, 1e-40, 5e-324, 1.0 / 3.0];
        match below(state, 8) {
            0 => float(format, self.lo),
            1 => float(format, self.hi),
            2 => step(float(format, self.lo), true),
            3 => step(float(format, self.hi), false),
            4 => float(format, specials[below(state, specials.len())]),
            _ => float(format, self.lo + share * (self.hi - self.lo)),
        }
    }
}

fn within(terms: &mut Terms, format: FloatFormat, number: TermId, bounds: &Bounds) -> TermId {
    let [lo, hi] = [bounds.lo, bounds.hi].map(|b| terms.mk_const(float(format, b)));
    let sides = [terms.le(lo, number), terms.le(number, hi)];
    terms.and(sides)
}

/// A random formula: sums, differences, products and quotients by constants, now and then of two unknowns, compared.
fn question(state: &mut u64, format: FloatFormat) -> (Question, Vec<Bounds>) {
    let mut terms = Terms::new();
    let sort = Sort::Float(format);
    let vars: Vec<VarId> = ["x", "y", "z"].map(|n| var(&mut terms, n, sort).0).to_vec();
    let bounds: Vec<Bounds> = vars.iter().map(|_| Bounds::draw(state)).collect();
    let mut numbers: Vec<TermId> = vars.iter().map(|v| terms.now(*v)).collect();
    let limits: Vec<TermId> = numbers.iter().zip(&bounds).map(|(n, b)| within(&mut terms, format, *n, b)).collect();
    let all_bounds = terms.and(limits);
    let constants = [0.1, 30.0, 2.0, -3.0, 0.5, 1.0, 1e-3];
    for _ in 0..2 {
        let constant = constants[below(state, constants.len())];
        numbers.push(terms.mk_const(float(format, constant)));
    }
    let mut formulas = vec![terms.bool(true)];
    for _ in 0..3 {
        let constant = numbers[3 + below(state, 2)];
        let number = numbers[below(state, 3)];
        let op = [Op::Mul, Op::RealDiv][below(state, 2)];
        numbers.push(terms.apply(op, &[number, constant]));
        grow(&mut terms, state, &mut numbers, &mut formulas, &[Op::Add, Op::Sub, Op::Neg, Op::Ite, Op::Lt, Op::Mul]);
    }
    for _ in 0..4 {
        grow(&mut terms, state, &mut numbers, &mut formulas, &[Op::Lt, Op::Le, Op::FpEq, Op::FpFinite]);
    }
    let parts: Vec<TermId> = (0..2).map(|_| formulas[below(state, formulas.len())]).collect();
    let parts: Vec<TermId> = parts.into_iter().map(|f| if below(state, 2) == 0 { f } else { terms.not(f) }).collect();
    let formula = terms.and(parts);
    (Question::new(terms, vars, all_bounds, formula), bounds)
}

/// Formulas refuted in reals are false for every float that is tried.
pub fn sound(make: Make) {
    let mut state = seed(20_261_119);
    let (mut refuted, mut tried) = (0, 0);
    for case in 0..cases(80) {
        let format = [FloatFormat::Single, FloatFormat::Double][case as usize % 2];
        let (question, bounds) = question(&mut state, format);
        if !question.is_refuted(&mut *make()) {
            continue;
        }
        refuted += 1;
        let roots = [question.bounds, question.formula];
        let evaluator = Evaluator::new(&question.terms, &roots).expect("no time");
        for _ in 0..500 {
            let values: Vec<Option<Value>> = bounds.iter().map(|b| Some(b.inside(&mut state, format))).collect();
            let truths = evaluator.truths(&values, None);
            assert_ne!(truths, [Some(true); 2], "case {case} of {format:?}: {values:?} of {:?}", question.vars);
            tried += usize::from(truths[0] == Some(true));
        }
    }
    say(&format!("{refuted} formulas refuted, {tried} inputs tried on them"));
    assert!(refuted > 0 && tried > 1_000, "{refuted} refuted, {tried} tried");
}

/// A speed below the limit is not above the limit and a margin.
pub fn example(make: Make) {
    let mut terms = Terms::new();
    let format = FloatFormat::Double;
    let [(v, speed), (m, limit)] = ["v", "m"].map(|n| var(&mut terms, n, Sort::Float(format)));
    let [zero, most, low, high, thirty] = [0.0, 500.0, 110.0, 140.0, 30.0].map(|n| terms.mk_const(Value::double(n)));
    let third = terms.mk_const(Value::double(1.0 / 3.0));
    let bounds = [terms.le(zero, speed), terms.le(speed, most), terms.lt(low, limit), terms.le(limit, high)];
    let bounds = terms.and(bounds);
    let part = terms.apply(Op::RealDiv, &[limit, thirty]);
    let margin = terms.add(part, third);
    let above = terms.add(limit, margin);
    let claims = [terms.le(speed, limit), terms.lt(above, speed)];
    let formula = terms.and(claims);
    let question = Question::new(terms, vec![v, m], bounds, formula);
    assert!(question.is_refuted(&mut *make()));
    // The other side of the margin is not refuted.
    let mut solver = make();
    let bounds = solver.literal(&question.terms, question.relaxed_bounds, 0).expect("supported");
    let rounding = solver.literal(&question.terms, question.relaxed.rounding, 0).expect("supported");
    assert_eq!(check(&mut *solver, &[bounds, rounding]), Answer::Sat);
}

/// One operation at a time: with the number that is computed for the variable of the result, all that is said of it is
/// true, and the comparison means the same, unless something overflows.
pub fn facts() {
    let mut state = seed(20_261_121);
    let mut compared = 0;
    for case in 0..cases(6_000) {
        let format = [FloatFormat::Single, FloatFormat::Double][case as usize % 2];
        let op = [Op::Add, Op::Sub, Op::Mul, Op::RealDiv][below(&mut state, 4)];
        let [a, b, c] = [0; 3].map(|_| operand(&mut state, format));
        let mut terms = Terms::new();
        let vars = ["a", "b", "c"].map(|n| var(&mut terms, n, Sort::Float(format)).0);
        let [x, mut y, z] = vars.map(|v| terms.now(v));
        if below(&mut state, 2) == 0 {
            y = terms.mk_const(b.clone());
        }
        let result = terms.apply(op, &[x, y]);
        let root = terms.apply([Op::Lt, Op::Le, Op::FpEq][below(&mut state, 3)], &[result, z]);
        let floats = [a, b, c].map(Some);
        let evaluator = Evaluator::new(&terms, &[root, result]).expect("no time");
        let computed = evaluator.evaluate(&floats, None);
        let question = Question::new(terms, vars.to_vec(), root, root);
        let Some(found) = facts_at(&question, &floats, &computed[1]) else { continue };
        let [rounding, overflow, relaxed_root] = found;
        assert!(rounding, "case {case}: {op:?} of {floats:?} is {:?}", computed[1]);
        assert!(overflow || Some(Value::Bool(relaxed_root)) == computed[0], "case {case}: {op:?} of {floats:?}");
        compared += usize::from(!overflow);
    }
    assert!(compared > 1_000, "{compared} compared");
}

/// Finite numbers, among them neighbours of powers of two: there the error is largest.
fn operand(state: &mut u64, format: FloatFormat) -> Value {
    let found = match below(state, 3) {
        0 => {
            let power = 2f64.powi(below(state, 120) as i32 - 60);
            let near = [power, power.next_up(), power.next_down(), -power][below(state, 4)];
            float(format, near)
        }
        _ => super::floats::value(state, format),
    };
    match found {
        Value::Float(f, bits) if wherefore_ir::float::exact(f, bits).is_none() => float(format, 1.0),
        finite => finite,
    }
}

/// Whether the facts about rounding, overflow and the formula are true of these floats as reals.
fn facts_at(question: &Question, floats: &[Option<Value>], result: &Option<Value>) -> Option<[bool; 3]> {
    let real = |value: &Option<Value>| match value {
        Some(Value::Float(format, bits)) => wherefore_ir::float::exact(*format, *bits).map(Value::Real),
        _ => None,
    };
    let terms = &question.terms;
    let value = |(_, declared): (VarId, &wherefore_ir::Var)| match declared.name.as_str() {
        "a.real" => real(&floats[0]),
        "b.real" => real(&floats[1]),
        "c.real" => real(&floats[2]),
        name if name.starts_with('$') => real(result),
        _ => None,
    };
    let values: Vec<Option<Value>> = terms.vars().map(value).collect();
    let roots = [question.relaxed.rounding, question.relaxed.overflow, question.relaxed.roots[0]];
    let truths = Evaluator::new(terms, &roots).expect("no time").truths(&values, None);
    Some([truths[0]?, truths[1]?, truths[2]?])
}
