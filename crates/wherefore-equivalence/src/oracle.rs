//! Questions about inputs: is there one that satisfies all of these, and which values can terms have together?
//!
//! Inputs that were found before are tried first, by evaluation; the solver is asked only for what they do not show. So most
//! questions are the last one, whether there is anything else. What is found is a set of values, the same whichever solver
//! finds it and in whatever order.

use super::CompareError;
use super::joint::Joint;
use super::rounding::{Guess, Relaxation, RoundingQuery};
use super::simplify::Simplifier;
use super::valuation::{Valuation, holds};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_check::solvers::{self, Solvers};
use wherefore_ir::{Sort, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Solver, SolverPrograms, Stop};
use wherefore_trace::Evaluator;

/// Inputs that are kept to be tried.
const POOL: usize = 192;
/// More combinations of values than this are not listed.
const MOST_VALUES: usize = 20_000;

/// A path, and the terms whose values along it were asked for.
type Asked = (Vec<TermId>, Vec<TermId>);

/// Answers questions about the variables of one arena.
pub(super) struct Oracle {
    solver: Box<dyn Solver>,
    /// For floats: a solver for reals that is asked first.
    floats: Option<Relaxation>,
    /// Constraints that always hold: domains of inputs, values of parameters.
    always: Vec<TermId>,
    stop: Stop,
    pool: Vec<Valuation>,
    /// The variables that have values in a model.
    unknowns: Vec<VarId>,
    parameters: FxHashMap<VarId, Value>,
    /// Sets of values that were asked for before.
    known: FxHashMap<Asked, BTreeSet<Vec<Value>>>,
    pub questions: usize,
    /// Limit of each question, in units of the solver.
    pub effort: Option<u64>,
}

/// Whether all values of an arena are words of bits.
pub(super) fn is_finite(joint: &Joint) -> bool {
    joint.terms.vars().all(|(_, v)| v.sort.is_finite()) && !joint.terms.has_reals()
}

impl Oracle {
    pub fn new(joint: &mut Joint, programs: &SolverPrograms, stop: &Stop) -> Result<Oracle, CompareError> {
        let solvers = Solvers { programs: programs.clone(), ..Solvers::default() };
        let (maker, floats) = (solvers.bounded(is_finite(joint)), solvers.floats());
        Oracle::with(joint, &maker, &floats, stop).map_err(CompareError::NoAnswer)
    }

    /// An oracle with solvers of other makes: one for everything, and one for the floats of a question that is left.
    pub fn with(
        joint: &mut Joint,
        maker: &solvers::Maker,
        precise: &solvers::Maker,
        stop: &Stop,
    ) -> Result<Oracle, NoAnswer> {
        let mut always = joint.domain.clone();
        let mut simplifier = Simplifier::default();
        for (var, value) in sorted(&joint.parameters) {
            let var = joint.terms.now(var);
            always.push(simplifier.equals(&mut joint.terms, var, &value));
        }
        let has_floats = joint.terms.vars().any(|(_, v)| v.sort.is_float());
        let (solver, floats) = match has_floats {
            true => {
                let reals = maker()?;
                (precise()?, reals.capabilities().handles(Sort::Real).then(|| Relaxation::new(reals)))
            }
            false => (maker()?, None),
        };
        Ok(Oracle {
            solver,
            floats,
            always,
            stop: stop.clone(),
            pool: Vec::new(),
            unknowns: joint.terms.vars().map(|(v, _)| v).collect(),
            parameters: joint.parameters.clone(),
            known: FxHashMap::default(),
            questions: 0,
            effort: None,
        })
    }

    /// Values that satisfy all of these, if any exist.
    pub fn model(&mut self, terms: &mut Terms, all: &[TermId]) -> Result<Option<Valuation>, CompareError> {
        if let Some(known) = self.pooled(terms, all) {
            return Ok(Some(known));
        }
        self.ask(terms, all)
    }

    fn pooled(&self, terms: &Terms, all: &[TermId]) -> Option<Valuation> {
        let evaluator = Evaluator::new(terms, all).ok()?;
        self.pool.iter().rev().find(|v| holds(&evaluator, v)).cloned()
    }

    fn ask(&mut self, terms: &mut Terms, all: &[TermId]) -> Result<Option<Valuation>, CompareError> {
        self.questions += 1;
        let found = match self.asked_in_reals(terms, all)? {
            Guess::Impossible => None,
            Guess::Found(values) => Some(values),
            Guess::Open => self.solved(terms, all).map_err(CompareError::NoAnswer)?,
        };
        if let Some(values) = &found {
            self.pool.push(values.clone());
            if self.pool.len() > POOL {
                self.pool.remove(0);
            }
        }
        Ok(found)
    }

    fn asked_in_reals(&mut self, terms: &mut Terms, all: &[TermId]) -> Result<Guess, CompareError> {
        let Some(floats) = &mut self.floats else { return Ok(Guess::Open) };
        let question =
            RoundingQuery { always: &self.always, all, unknowns: &self.unknowns, parameters: &self.parameters };
        floats.ask(terms, &question, &self.stop).map_err(CompareError::NoAnswer)
    }

    fn solved(&mut self, terms: &Terms, all: &[TermId]) -> Result<Option<Valuation>, NoAnswer> {
        let mut assumed = Vec::new();
        for term in self.always.iter().chain(all) {
            assumed.push(self.solver.literal(terms, *term, 0)?);
        }
        match self.solver.check(&assumed, self.effort, &self.stop)? {
            Answer::Unsat => Ok(None),
            Answer::Unknown(why) => Err(NoAnswer::from(why)),
            Answer::Sat => {
                let mut found: Valuation = vec![None; terms.var_count()];
                for var in &self.unknowns {
                    found[var.index()] = Some(match self.parameters.get(var) {
                        Some(value) => value.clone(),
                        None => self.solver.value(terms, *var, 0)?,
                    });
                }
                Ok(Some(found))
            }
        }
    }

    /// All values that terms can have together where `path` holds.
    pub fn values(
        &mut self,
        terms: &mut Terms,
        simplifier: &mut Simplifier,
        path: &[TermId],
        vector: &[TermId],
    ) -> Result<BTreeSet<Vec<Value>>, CompareError> {
        let found = self.values_within(terms, simplifier, path, vector, MOST_VALUES)?;
        found.ok_or(CompareError::NoAnswer(NoAnswer::Classes(MOST_VALUES)))
    }

    /// Values that terms can have together; `None` if there are more than `most`.
    pub fn values_within(
        &mut self,
        terms: &mut Terms,
        simplifier: &mut Simplifier,
        path: &[TermId],
        vector: &[TermId],
        most: usize,
    ) -> Result<Option<BTreeSet<Vec<Value>>>, CompareError> {
        let key = (path.to_vec(), vector.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(known.clone()));
        }
        let mut found = self.pooled_values(terms, path, vector);
        let mut question = path.to_vec();
        for values in &found {
            question.push(other(terms, simplifier, vector, values));
        }
        let evaluator = Evaluator::new(terms, vector).map_err(|e| internal(&e.to_string()))?;
        while let Some(model) = self.ask(terms, &question)? {
            let values: Option<Vec<Value>> = evaluator.evaluate(&model, None).into_iter().collect();
            let values = values.ok_or_else(|| internal("a model without values"))?;
            question.push(other(terms, simplifier, vector, &values));
            if !found.insert(values) {
                return Err(internal("the same values were found twice"));
            }
            if found.len() > most {
                return Ok(None);
            }
        }
        self.known.insert(key, found.clone());
        Ok(Some(found))
    }

    fn pooled_values(&self, terms: &Terms, path: &[TermId], vector: &[TermId]) -> BTreeSet<Vec<Value>> {
        let (Ok(path), Ok(vector)) = (Evaluator::new(terms, path), Evaluator::new(terms, vector)) else {
            return BTreeSet::new();
        };
        let values = |v: &Valuation| vector.evaluate(v, None).into_iter().collect::<Option<Vec<Value>>>();
        self.pool.iter().filter(|v| holds(&path, v)).filter_map(values).collect()
    }
}

/// Formula: not all terms have these values.
fn other(terms: &mut Terms, simplifier: &mut Simplifier, vector: &[TermId], values: &[Value]) -> TermId {
    let same: Vec<TermId> = vector.iter().zip(values).map(|(t, v)| simplifier.equals(terms, *t, v)).collect();
    let same = terms.and(same);
    terms.not(same)
}

/// Variables with their values in order.
pub(super) fn sorted(values: &FxHashMap<VarId, Value>) -> Vec<(VarId, Value)> {
    let mut list: Vec<(VarId, Value)> = values.iter().map(|(v, x)| (*v, x.clone())).collect();
    list.sort_by_key(|(v, _)| *v);
    list
}

/// All values of a sort, if they are few.
pub(super) fn listed(terms: &Terms, sort: Sort) -> Option<Vec<Value>> {
    match sort {
        Sort::Bool => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Sort::Enum(id) => Some((0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect()),
        Sort::Range { lo, hi } if hi.checked_sub(lo).is_some_and(|n| n < 4096) => {
            Some((lo..=hi).map(Value::int).collect())
        }
        Sort::BitVec(width) if width <= 12 => Some((0..1u32 << width).map(|i| Value::bits(width, i)).collect()),
        _ => None,
    }
}

/// An answer that cannot be right.
pub(super) fn internal(what: &str) -> CompareError {
    CompareError::NoAnswer(NoAnswer::Refuted(what.to_owned()))
}
