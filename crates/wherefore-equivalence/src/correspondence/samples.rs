//! Runs of both machines on the same inputs, for a first guess at which cells correspond.
//!
//! Inputs are drawn by chance, the same ones every time. The runs prove nothing: a class that they suggest is an assumption.

use super::super::CompareError;
use super::super::joint::Joint;
use super::super::oracle::{Oracle, internal};
use super::super::valuation::{Valuation, holds};
use super::classes::Classes;
use super::coupled::Coupled;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use wherefore_ir::{Sort, TermId, Terms, Value, VarId};
use wherefore_solve::default_value;
use wherefore_trace::Evaluator;

/// How many runs are made, and how long they are.
const RUNS: usize = 24;
const TICKS: usize = 12;
/// How often inputs are drawn again that the machines do not take.
const ATTEMPTS: usize = 20;
/// Numbers with more digits than this, in bits, end a run.
const MOST_BITS: u64 = 4096;

/// Cells that have the same values after every step of some runs.
pub(super) fn classes(
    both: &mut Coupled,
    oracle: &mut Oracle,
    cells: &[(VarId, TermId)],
) -> Result<Classes, CompareError> {
    let mut init = both.equal_starts();
    let joint = &mut both.joint;
    init.extend(joint.machines.iter().flat_map(|m| m.init.iter().copied()));
    let Some(first) = oracle.model(&mut joint.terms, &init)? else {
        return Err(internal("a machine without a first state"));
    };
    let walker = Walker::new(joint, cells)?;
    let mut rows = Vec::new();
    for run in 0..RUNS {
        rows.extend(walker.run(run, &first));
    }
    let cells: Vec<VarId> = cells.iter().map(|(var, _)| *var).collect();
    Ok(Classes::of(&joint.terms, &cells, &rows))
}

/// Makes runs.
struct Walker<'a> {
    joint: &'a Joint,
    cells: Vec<VarId>,
    next: Evaluator,
    /// Restrictions on inputs and choices.
    taken: Evaluator,
}

impl<'a> Walker<'a> {
    fn new(joint: &'a Joint, cells: &[(VarId, TermId)]) -> Result<Walker<'a>, CompareError> {
        let compile = |roots: &[TermId]| Evaluator::new(&joint.terms, roots).map_err(|e| internal(&e.to_string()));
        let restrictions =
            joint.domain.iter().chain(joint.machines.iter().flat_map(|m| m.invar.iter().chain(&m.steps)));
        let taken = compile(&restrictions.copied().collect::<Vec<_>>())?;
        let (cells, next): (Vec<VarId>, Vec<TermId>) = cells.iter().copied().unzip();
        Ok(Walker { joint, cells, next: compile(&next)?, taken })
    }

    /// The values of all cells after every step of a run; it ends where no inputs are found that are taken.
    fn run(&self, run: usize, first: &Valuation) -> Vec<Vec<Value>> {
        let mut rows = Vec::new();
        let mut now = first.clone();
        for tick in 0..TICKS {
            let is_drawn = (0..ATTEMPTS).any(|attempt| {
                self.draw(&mut now, (run, tick, attempt));
                holds(&self.taken, &now)
            });
            let next: Option<Vec<Value>> = self.next.evaluate(&now, None).into_iter().collect();
            let Some(next) = next.filter(|n| is_drawn && n.iter().all(is_short)) else { break };
            for (var, value) in self.cells.iter().zip(&next) {
                now[var.index()] = Some(value.clone());
            }
            rows.push(next);
        }
        rows
    }

    fn draw(&self, now: &mut Valuation, place: (usize, usize, usize)) {
        for (index, var) in self.joint.inputs.iter().enumerate() {
            let mut hasher = FxHasher::default();
            (place, index).hash(&mut hasher);
            now[var.index()] = Some(value(&self.joint.terms, self.joint.terms.var(*var).sort, hasher.finish()));
        }
    }
}

fn is_short(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.bits() <= MOST_BITS,
        Value::Real(n) => n.numer().bits() + n.denom().bits() <= MOST_BITS,
        _ => true,
    }
}

/// A value of a sort, by chance: mostly one that is near zero.
fn value(terms: &Terms, sort: Sort, chance: u64) -> Value {
    // The high bits of a product are the ones that are spread best.
    let below = |n: u64| ((u128::from(chance) * u128::from(n)) >> 64) as u64;
    let near = |most: u64| BigInt::from(below(2 * most + 1)) - BigInt::from(most);
    match sort {
        Sort::Bool => Value::Bool(below(2) == 1),
        Sort::Enum(id) => Value::Enum(id, below(terms.enumeration(id).values.len() as u64) as u32),
        Sort::Range { lo, hi } => {
            let width = hi.abs_diff(lo).saturating_add(1);
            let (lo, width) = if width > 64 && lo < 0 && hi > 0 { (-8.max(lo), 17) } else { (lo, width.min(64)) };
            Value::Int(BigInt::from(lo) + BigInt::from(below(width)))
        }
        Sort::Int => Value::Int(near(6)),
        Sort::Real => Value::Real(BigRational::new(near(40), 4.into())),
        Sort::BitVec(width) => Value::bits(width, BigUint::from(chance) % (BigUint::from(1u8) << width)),
        Sort::Float(_) => default_value(sort),
    }
}
