//! Values that a file leaves out, found by a solver.
//!
//! Other tools print less than a run has: a witness has the first state and the inputs, a print-out no inputs at its end, and
//! no tool prints memories that a front end adds. The model is laid out over the length of the run, with the way back if the
//! run goes round for ever, and everything that the file says is asserted: values of variables, and values of definitions, which
//! say something about variables that are not printed. A model of that is a run with the missing values.
//!
//! ```text
//! file    n = 0 . 2       model   next(n) in {n, n + 1}      completed   n = 0 1 2
//! ```
//!
//! There may be several. One that violates a property is preferred, since that is why the run was printed: at its last step
//! if it can be so, else at the earliest. Whether all of them violate it, is another question ([`is_forced`]). For a run
//! that goes round for ever, one is preferred that does so fairly; as in replay, only LTL properties need that.
//!
//! Among these the simplest values are taken (`lex`), so that the outcome does not depend on the solver: as long as data is
//! finite, and no more is missing than [`MOST_BITS`] and [`MOST_NUMBERS`] say. Beyond that the values are those of the
//! solver. What comes out is replayed.

use super::contradiction::{Contradiction, contradiction};
use super::layout::{Facts, go_on};
use crate::cause::lasso::Loop;
use crate::cause::unrolling::{Unrolling, unfinished};
use crate::lexmin::{LexMin, landmarks};
use wherefore_check::{Cone, NoAnswer, Options, Session, Unroller};
use wherefore_ir::{Op, Property, PropertyKind, System, TermId, Terms, VarId};
use wherefore_solve::{Lit, Stop, bit_count};
use wherefore_trace::format::BoundTrace;
use wherefore_trace::{Step, Trace, replay};

/// More bits than this are not settled one by one, and no more unbounded numbers than that.
const MOST_BITS: u32 = 4_000;
const MOST_NUMBERS: usize = 60;

/// A run with all its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The run, replayed.
    pub trace: Trace,
    /// How many values of variables that people see were not in the file.
    pub filled: usize,
}

/// Completion of a run that lacks values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// Runs of the model that have everything the file says: one for each property that can be violated so, or one that
    /// violates none of them.
    Runs(Vec<Completed>),
    /// No run has the given values.
    Impossible(Contradiction),
}

/// Completes a run so that it violates these properties, one at a time, if that can be.
pub fn complete(
    system: &System,
    bound: &BoundTrace,
    properties: &[&Property],
    options: &Options,
    stop: &Stop,
) -> Result<Completion, NoAnswer> {
    let sheet = Sheet::new(system, bound, options, stop);
    let mut runs: Vec<Completed> = Vec::new();
    let session = Session::new(system, options.clone());
    for property in properties {
        let found = match (session.as_invariant(property), bound.trace.loop_start) {
            (_, Some(_)) if is_path(system, property) => sheet.lasso(property.term),
            (Some(good), _) if !system.terms.has_next(good) => match sheet.breaking(good) {
                Ok(None) if is_memory(system, good) => {
                    Sheet::new(system, &longer(system, bound), options, stop).breaking(good)
                }
                found => found,
            },
            _ => Ok(None),
        };
        match found {
            Ok(found) => runs.extend(found.filter(|run| !runs.contains(run))),
            // Whether the run violates a formula that cannot be laid out is seen once it has its values.
            Err(NoAnswer::Unsupported(_) | NoAnswer::GaveUp(_)) => {}
            Err(cause) => return Err(cause),
        }
    }
    if runs.is_empty() {
        runs.extend(sheet.any()?);
    }
    if !runs.is_empty() {
        return Ok(Completion::Runs(runs));
    }
    match contradiction(system, bound, options, stop)? {
        Some(why) => Ok(Completion::Impossible(why)),
        None => Err(NoAnswer::Refuted("a run that cannot be completed contradicts nothing".to_owned())),
    }
}

/// Whether every run that has what the file says violates a property; none if that cannot be decided for such a
/// property.
pub fn is_forced(
    system: &System,
    bound: &BoundTrace,
    property: &Property,
    options: &Options,
    stop: &Stop,
) -> Result<Option<bool>, NoAnswer> {
    let good = Session::new(system, options.clone()).as_invariant(property);
    let possible = match (good, bound.trace.loop_start) {
        (_, Some(_)) if is_path(system, property) => Sheet::new(system, bound, options, stop).can_hold(property.term),
        (Some(good), _) if system.terms.has_next(good) => return Ok(None),
        (Some(good), _) if is_memory(system, good) => {
            Sheet::new(system, &longer(system, bound), options, stop).can_keep(good)
        }
        (Some(good), _) => Sheet::new(system, bound, options, stop).can_keep(good),
        _ => return Ok(None),
    };
    match possible {
        Ok(possible) => Ok(Some(!possible)),
        Err(NoAnswer::Unsupported(_) | NoAnswer::GaveUp(_)) => Ok(None),
        Err(cause) => Err(cause),
    }
}

/// Whether a property speaks of whole runs, be it only of their first tick.
fn is_path(system: &System, property: &Property) -> bool {
    property.kind == PropertyKind::Ltl || system.terms.has_ltl(property.term)
}

/// Whether a formula is a memory of whether a property was kept so far: it is behind by a tick.
fn is_memory(system: &System, good: TermId) -> bool {
    matches!(system.terms.op(good), Op::Var(var) if system.terms.var(var).is_monitor())
}

/// The run with one tick more, about which the file says nothing; a lasso as it is.
fn longer(system: &System, bound: &BoundTrace) -> BoundTrace {
    let mut longer = bound.clone();
    if longer.trace.loop_start.is_none() {
        longer.trace.steps.push(Step::empty(system));
    }
    longer
}

/// Wishes to a solver, the best first: literals that are to hold together.
type Wishes<'w> = dyn Fn(&mut Unroller<'_>) -> Result<Vec<Vec<Lit>>, NoAnswer> + 'w;

/// A run that lacks values, and everything needed to find them.
struct Sheet<'a> {
    system: &'a System,
    bound: &'a BoundTrace,
    facts: Facts<'a>,
    options: &'a Options,
    stop: &'a Stop,
}

/// How a run may go round for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounds {
    Fair,
    Any,
}

impl<'a> Sheet<'a> {
    fn new(system: &'a System, bound: &'a BoundTrace, options: &'a Options, stop: &'a Stop) -> Sheet<'a> {
        Sheet { system, bound, facts: Facts::new(system, bound), options, stop }
    }

    /// Any run that has what the file says.
    fn any(&self) -> Result<Option<Completed>, NoAnswer> {
        self.shaped(&|_| Ok(vec![Vec::new()]))
    }

    /// One on which a formula about single ticks is false: at the last tick, or else as early as possible. For a lasso that
    /// is to be so in its first round.
    fn breaking(&self, good: TermId) -> Result<Option<Completed>, NoAnswer> {
        let last = self.last();
        self.shaped(&|unroller| {
            let bad = |tick| Ok(vec![!unroller.literal(good, tick)?]);
            std::iter::once(last).chain(0..last).map(bad).collect()
        })
    }

    /// A fair lasso on which an LTL formula is false.
    fn lasso(&self, formula: TermId) -> Result<Option<Completed>, NoAnswer> {
        let shape = unfinished(self.system, &self.bound.trace, formula)?;
        let mut unroller = self.unrolled(&shape.model)?;
        let holds = way_back(&shape)?.close(&mut unroller, shape.last, shape.good)?;
        unroller.solver.clause(&[!holds])?;
        self.solved(unroller, vec![Vec::new()])
    }

    /// Whether an LTL formula holds on a fair lasso that has what the file says.
    fn can_hold(&self, formula: TermId) -> Result<bool, NoAnswer> {
        let shape = unfinished(self.system, &self.bound.trace, formula)?;
        let mut unroller = self.unrolled(&shape.model)?;
        let holds = way_back(&shape)?.close(&mut unroller, shape.last, shape.good)?;
        self.assert_facts(&mut unroller)?;
        unroller.is_sat(&[holds], None, self.stop)
    }

    /// Whether a formula about single ticks is true at all of them on a run that has what the file says.
    fn can_keep(&self, good: TermId) -> Result<bool, NoAnswer> {
        let mut system = self.system.clone();
        let truth = system.terms.bool(true);
        let back = self.bound.trace.loop_start.map(|_| unfinished(&system, &self.bound.trace, truth)).transpose()?;
        let whole = Cone::whole(self.system);
        let mut unroller = self.unrolled(back.as_ref().map_or(&whole, |shape| &shape.model))?;
        if let Some(shape) = &back {
            way_back(shape)?.go_back(&mut unroller, shape.last)?;
        }
        self.assert_facts(&mut unroller)?;
        let kept =
            (0..=self.last()).map(|tick| unroller.literal(good, tick)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
        unroller.is_sat(&kept, None, self.stop)
    }

    fn last(&self) -> u32 {
        self.bound.trace.len().saturating_sub(1) as u32
    }

    /// A run of the shape that the file has. A lasso is fair if it can be.
    fn shaped(&self, wishes: &Wishes<'_>) -> Result<Option<Completed>, NoAnswer> {
        if self.bound.trace.loop_start.is_none() {
            let model = Cone::whole(self.system);
            let mut unroller = self.unrolled(&model)?;
            let wishes = wishes(&mut unroller)?;
            return self.solved(unroller, wishes);
        }
        let is_restricted = !self.system.justice.is_empty() || !self.system.compassion.is_empty();
        match self.closed(Rounds::Fair, wishes)? {
            None if is_restricted => self.closed(Rounds::Any, wishes),
            found => Ok(found),
        }
    }

    fn closed(&self, rounds: Rounds, wishes: &Wishes<'_>) -> Result<Option<Completed>, NoAnswer> {
        let mut system = self.system.clone();
        let truth = system.terms.bool(true);
        let shape = unfinished(&system, &self.bound.trace, truth)?;
        let mut unroller = self.unrolled(&shape.model)?;
        match rounds {
            Rounds::Fair => way_back(&shape)?.close(&mut unroller, shape.last, shape.good).map(|_| ())?,
            Rounds::Any => way_back(&shape)?.go_back(&mut unroller, shape.last)?,
        }
        let wishes = wishes(&mut unroller)?;
        self.solved(unroller, wishes)
    }

    /// The model over the length of the run, whose last tick has no successor yet.
    fn unrolled<'m>(&self, model: &'m Cone) -> Result<Unroller<'m>, NoAnswer> {
        let solver = self.options.solvers().bounded(model.is_finite())()?;
        let mut unroller = Unroller::new(model, solver)?;
        unroller.assert_init()?;
        unroller.reach(self.last())?;
        Ok(unroller)
    }

    /// The simplest run that has what the file says and grants the first of the wishes that can be granted.
    fn solved(&self, mut unroller: Unroller<'_>, wishes: Vec<Vec<Lit>>) -> Result<Option<Completed>, NoAnswer> {
        let mut terms = self.assert_facts(&mut unroller)?;
        for wish in wishes {
            let mut lex = LexMin::new(&mut unroller, &mut terms, wish, self.stop);
            if !lex.is_possible()? {
                continue;
            }
            let missing = self.missing();
            if is_small(self.system, &missing) {
                lex.minimise(&missing, &landmarks(&self.system.terms))?;
                lex.is_possible()?;
            }
            return self.checked(unroller.trace(self.last())?, &missing).map(Some);
        }
        Ok(None)
    }

    /// Asserts everything that the file says; gives the arena that was extended for it.
    fn assert_facts(&self, unroller: &mut Unroller<'_>) -> Result<Terms, NoAnswer> {
        let mut terms = unroller.model.system.terms.clone();
        for step in 0..self.bound.trace.len() {
            go_on(self.stop)?;
            for fact in self.facts.at(step) {
                let literal = fact.literal(self.system, &mut terms, unroller)?;
                unroller.solver.clause(&[literal])?;
            }
        }
        Ok(terms)
    }

    /// The values that are not in the file, tick by tick.
    fn missing(&self) -> Vec<(VarId, u32)> {
        let trace = &self.bound.trace;
        let at = |tick: usize| {
            let vars = self.system.vars().map(|(v, _)| v).filter(move |v| trace.value(tick, *v).is_none());
            vars.map(move |v| (v, tick as u32))
        };
        (0..trace.len()).flat_map(at).collect()
    }

    /// The run of a solver as one of the system, with what the file said about its steps. It is replayed.
    fn checked(&self, found: Trace, missing: &[(VarId, u32)]) -> Result<Completed, NoAnswer> {
        let said = &self.bound.trace;
        let mut trace = found.of_first(self.system.terms.var_count());
        trace.loop_start = said.loop_start;
        for (step, given) in trace.steps.iter_mut().zip(&said.steps) {
            step.element = given.element;
            let differs = given.values.iter().zip(&step.values).any(|(given, value)| given.is_some() && given != value);
            if differs {
                return Err(NoAnswer::Refuted("a completed run has other values than the file".to_owned()));
            }
        }
        replay(self.system, &trace).map_err(|e| NoAnswer::Refuted(format!("a completed run does not replay: {e}")))?;
        let is_seen = |(var, _): &&(VarId, u32)| !self.system.terms.var(*var).is_hidden();
        Ok(Completed { trace, filled: missing.iter().filter(is_seen).count() })
    }
}

/// How a shape closes.
fn way_back(shape: &Unrolling) -> Result<&Loop, NoAnswer> {
    shape.back.as_ref().ok_or_else(|| NoAnswer::Unsupported("a run without a loop".to_owned()))
}

fn is_small(system: &System, missing: &[(VarId, u32)]) -> bool {
    let terms: &Terms = &system.terms;
    let bits: u32 = missing.iter().filter_map(|(v, _)| bit_count(terms, *v)).sum();
    bits <= MOST_BITS && missing.iter().filter(|(v, _)| bit_count(terms, *v).is_none()).count() <= MOST_NUMBERS
}
