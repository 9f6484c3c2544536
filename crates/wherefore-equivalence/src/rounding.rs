//! Questions about floats, asked in reals first.
//!
//! If no reals satisfy a question, with every operation rounded anyhow within its error, no floats do: a solver for reals
//! says so in milliseconds where one for floats needs a minute. And where reals can, the nearest floats, or their
//! neighbours, usually can too, which the evaluator says: above all where every comparison is clear, which is asked before
//! anything else (`margin`). Only what is left is a question for a solver that computes with every bit.

mod margin;

use super::simplify::{choices, over_choices};
use super::valuation::{Valuation, holds};
use rustc_hash::FxHashMap;
use wherefore_check::NoAnswer;
use wherefore_ir::float::{nearest, relaxed};
use wherefore_ir::{FloatFormat, Op, Sort, TermId, Terms, Value, VarId, walk};
use wherefore_solve::{Answer, Solver, Stop};
use wherefore_trace::Evaluator;

/// The most variables whose neighbours are tried together.
const MOST_MOVED: usize = 4;

/// A question about floats.
pub(super) struct RoundingQuery<'a> {
    pub always: &'a [TermId],
    pub all: &'a [TermId],
    pub unknowns: &'a [VarId],
    pub parameters: &'a FxHashMap<VarId, Value>,
}

/// Answer of reals about floats.
pub(super) enum Guess {
    /// No floats satisfy the question.
    Impossible,
    /// These floats satisfy the question.
    Found(Valuation),
    /// Reals do not decide the question.
    Open,
}

/// A solver for reals in which variables stand for floats.
pub(super) struct Relaxation {
    solver: Box<dyn Solver>,
    reals: FxHashMap<VarId, VarId>,
}

impl Relaxation {
    pub fn new(solver: Box<dyn Solver>) -> Relaxation {
        Relaxation { solver, reals: FxHashMap::default() }
    }

    pub fn ask(&mut self, terms: &mut Terms, question: &RoundingQuery, stop: &Stop) -> Result<Guess, NoAnswer> {
        let roots: Vec<TermId> = question.always.iter().chain(question.all).copied().collect();
        let roots = distributed(terms, &roots);
        let reals = &mut self.reals;
        let mut named = |terms: &mut Terms, var: VarId| *reals.entry(var).or_insert_with(|| fresh(terms, var));
        if let Some(clear) = margin::clear(terms, &roots, &mut named)
            && self.check(terms, &clear, stop)? == Answer::Sat
            && let Guess::Found(values) = self.near(terms, question)?
        {
            return Ok(Guess::Found(values));
        }
        let reals = &mut self.reals;
        let mut named = |terms: &mut Terms, var: VarId| *reals.entry(var).or_insert_with(|| fresh(terms, var));
        let Some(relaxed) = relaxed(terms, &roots, &mut named) else { return Ok(Guess::Open) };
        let (always, all) = relaxed.roots.split_at(question.always.len());
        let bounds: Vec<TermId> = always.iter().copied().chain([relaxed.rounding]).collect();
        let whole: Vec<TermId> = bounds.iter().chain(all).copied().collect();
        match self.check(terms, &whole, stop)? {
            Answer::Unsat => {
                let overflows: Vec<TermId> = bounds.into_iter().chain([relaxed.overflow]).collect();
                let is_safe = self.check(terms, &overflows, stop)? == Answer::Unsat;
                Ok(if is_safe { Guess::Impossible } else { Guess::Open })
            }
            Answer::Sat => self.near(terms, question),
            Answer::Unknown(_) => Ok(Guess::Open),
        }
    }

    fn check(&mut self, terms: &Terms, all: &[TermId], stop: &Stop) -> Result<Answer, NoAnswer> {
        let mut assumed = Vec::new();
        for term in all {
            assumed.push(self.solver.literal(terms, *term, 0)?);
        }
        Ok(self.solver.check(&assumed, None, stop)?)
    }

    /// Floats next to the reals of the last model that satisfy the question.
    fn near(&mut self, terms: &Terms, question: &RoundingQuery) -> Result<Guess, NoAnswer> {
        let mut values: Valuation = vec![None; terms.var_count()];
        let mut moved = Vec::new();
        for var in question.unknowns {
            let value = match (question.parameters.get(var), terms.var(*var).sort) {
                (Some(value), _) => value.clone(),
                (None, Sort::Float(format)) => {
                    let real = self.reals.get(var).map(|r| self.solver.value(terms, *r, 0)).transpose()?;
                    let Some(Value::Real(number)) = real else { continue };
                    moved.push((*var, format));
                    nearest(format, &number)
                }
                (None, _) => self.solver.value(terms, *var, 0)?,
            };
            values[var.index()] = Some(value);
        }
        for var in question.unknowns.iter().filter(|v| values[v.index()].is_none()).collect::<Vec<_>>() {
            values[var.index()] = Some(wherefore_solve::default_value(terms.var(*var).sort));
        }
        let roots: Vec<TermId> = question.always.iter().chain(question.all).copied().collect();
        let Ok(evaluator) = Evaluator::new(terms, &roots) else { return Ok(Guess::Open) };
        moved.truncate(MOST_MOVED);
        let found = neighbours(&values, &moved).into_iter().find(|v| holds(&evaluator, v));
        Ok(found.map_or(Guess::Open, Guess::Found))
    }
}

/// Formulas in which no choice between floats is computed with or compared: the same operation on the same operands is then
/// one term, and rounded in one way, however the choices around it are written.
fn distributed(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in walk::postorder(terms, roots.iter().copied()) {
        let operands: Vec<TermId> = terms.operands(term).iter().map(|t| done[t]).collect();
        let is_float = operands.first().is_some_and(|t| terms.sort(*t).is_float());
        let built = match (terms.op(term), operands.as_slice()) {
            (op, operands) if is_float && !matches!(op, Op::Ite) => distribute(terms, op, operands),
            (Op::Not, [a]) => terms.not(*a),
            (Op::And, list) => terms.and(list.iter().copied()),
            (Op::Or, list) => terms.or(list.iter().copied()),
            (Op::Ite, [c, a, b]) => terms.ite(*c, *a, *b),
            (_, []) => term,
            (op, list) => terms.apply(op, list),
        };
        done.insert(term, built);
    }
    roots.iter().map(|t| done[t]).collect()
}

/// An operation, moved into the choices that it is done on.
fn distribute(terms: &mut Terms, op: Op, operands: &[TermId]) -> TermId {
    let chosen = operands.iter().position(|t| terms.op(*t) == Op::Ite);
    let Some((place, parts)) = chosen.and_then(|p| Some((p, choices(terms, operands[p])?))) else {
        return terms.apply(op, operands);
    };
    over_choices(terms, &parts, |terms, part| {
        let mut operands = operands.to_vec();
        operands[place] = part;
        distribute(terms, op, &operands)
    })
}

/// A real variable that stands for a float.
fn fresh(terms: &mut Terms, var: VarId) -> VarId {
    let name = format!("real.{}", terms.var(var).name);
    terms.declare_stand_in(&name, Sort::Real)
}

/// The values, and those with some floats moved to the next one on either side.
fn neighbours(values: &Valuation, moved: &[(VarId, FloatFormat)]) -> Vec<Valuation> {
    let mut all = vec![values.clone()];
    for (var, _) in moved {
        let mut more = Vec::new();
        for values in &all {
            for step in [-1, 1] {
                let mut other = values.clone();
                if let Some(Value::Float(format, bits)) = &values[var.index()] {
                    other[var.index()] = Some(beside(*format, *bits, step));
                    more.push(other);
                }
            }
        }
        all.extend(more);
    }
    all
}

/// The next float above or below.
fn beside(format: FloatFormat, bits: u64, step: i64) -> Value {
    let bits = match (format, step > 0) {
        (FloatFormat::Double, true) => f64::from_bits(bits).next_up().to_bits(),
        (FloatFormat::Double, false) => f64::from_bits(bits).next_down().to_bits(),
        (FloatFormat::Single, true) => u64::from(f32::from_bits(bits as u32).next_up().to_bits()),
        (FloatFormat::Single, false) => u64::from(f32::from_bits(bits as u32).next_down().to_bits()),
    };
    Value::float(format, bits)
}
