//! Errors of a trace: at which step, which part of the system says so, and with which values.

use crate::Step;
use crate::show::{shorten, show};
use std::fmt;
use wherefore_ir::{ElementId, Op, System, TermId, Value, VarId, text::Names, walk};

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The trace is no trace: no step, or a loop that starts outside it.
    Malformed,
    /// A variable has no value where it must have one.
    MissingValue,
    /// A value that the variable's sort does not hold.
    WrongSort,
    /// An `init` constraint is false at the first step.
    Init,
    /// An `invar` constraint is false.
    Invar,
    /// A `trans` constraint is false between a step and the next.
    Trans,
    /// A state variable has another next value than its update says.
    Update,
    /// A frozen variable changes.
    Frozen,
    /// Too few values are known to decide.
    Undetermined,
    /// A justice formula is never true in the loop.
    Justice,
    /// A compassion premise recurs in the loop without its consequence.
    Compassion,
    /// The property is not false where it should be.
    PropertyHolds,
    /// The trace decides the property neither way.
    Inconclusive,
    /// The system or the property holds something that cannot be evaluated.
    Unsupported,
}

impl Fault {
    /// Description of the error, as a clause.
    pub fn phrase(self) -> &'static str {
        match self {
            Fault::Malformed => "the trace is malformed",
            Fault::MissingValue => "no value is given",
            Fault::WrongSort => "the value is not of the variable's sort",
            Fault::Init => "an initial constraint is false",
            Fault::Invar => "an invariant constraint is false",
            Fault::Trans => "a transition constraint is false on the way to the next step",
            Fault::Update => "the next value is not the one that the update gives",
            Fault::Frozen => "a frozen variable changes",
            Fault::Undetermined => "missing values leave it undetermined",
            Fault::Justice => "a fairness formula is never true in the loop",
            Fault::Compassion => "a compassion premise recurs in the loop without its consequence",
            Fault::PropertyHolds => "the property is not violated",
            Fault::Inconclusive => "the trace does not decide the property",
            Fault::Unsupported => "cannot be evaluated",
        }
    }
}

/// Why a trace does not replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The kind.
    pub fault: Fault,
    /// The step, from 0.
    pub step: usize,
    /// Subject of the error: a constraint, a variable, a formula, in words.
    pub subject: String,
    /// The model element that says so.
    pub element: Option<ElementId>,
    /// Names and values involved, `next(x)` for the following step.
    pub values: Vec<(String, String)>,
}

/// Values beyond this many are left out of an error.
const MOST_VALUES: usize = 16;
/// Characters of a formula shown in an error.
const LONGEST: usize = 200;

impl ReplayError {
    pub(crate) fn new(fault: Fault, step: usize, subject: impl Into<String>) -> ReplayError {
        ReplayError { fault, step, subject: subject.into(), element: None, values: Vec::new() }
    }

    /// An error about a formula, which is named by its element if it has one.
    pub(crate) fn about(
        system: &System,
        fault: Fault,
        step: usize,
        term: TermId,
        element: Option<ElementId>,
    ) -> ReplayError {
        let text = shorten(&Names::inline(&system.terms, term), LONGEST);
        let subject = match element.map(|e| system.elements.get(e)) {
            Some(element) => format!("{} {}: `{text}`", element.kind.word(), element.name),
            None => format!("`{text}`"),
        };
        ReplayError::new(fault, step, subject).with_element(element)
    }

    pub(crate) fn with_element(mut self, element: Option<ElementId>) -> ReplayError {
        self.element = element;
        self
    }

    /// Adds the value of a variable now.
    pub(crate) fn with_now(mut self, system: &System, now: &Step, var: VarId) -> ReplayError {
        self.values.push((system.terms.var(var).name.clone(), shown(system, now, var)));
        self
    }

    /// Adds the values of the variables in a term, by variable, now before next.
    pub(crate) fn with_term(self, system: &System, now: &Step, next: Option<&Step>, term: TermId) -> ReplayError {
        let leaf = |t: TermId| match system.terms.op(t) {
            Op::Var(v) => Some((v, None)),
            Op::Next(v) => Some((v, next)),
            _ => None,
        };
        let mut leaves: Vec<(VarId, Option<&Step>)> =
            walk::postorder(&system.terms, [term]).into_iter().filter_map(leaf).collect();
        leaves.sort_by_key(|(v, next)| (*v, next.is_some()));
        leaves.into_iter().take(MOST_VALUES).fold(self, |error, (var, next)| match next {
            None => error.with_now(system, now, var),
            Some(next) => error.with_next(system, next, var),
        })
    }

    /// Adds the value of a variable in the next step.
    pub(crate) fn with_next(mut self, system: &System, next: &Step, var: VarId) -> ReplayError {
        let name = format!("next({})", system.terms.var(var).name);
        self.values.push((name, shown(system, next, var)));
        self
    }

    /// Adds what the next value of a variable should be.
    pub(crate) fn expecting(mut self, system: &System, var: VarId, value: &Value) -> ReplayError {
        let name = format!("expected next({})", system.terms.var(var).name);
        self.values.push((name, show(&system.terms, var, value)));
        self
    }
}

fn shown(system: &System, step: &Step, var: VarId) -> String {
    step.get(var).map_or_else(|| "?".to_owned(), |v| show(&system.terms, var, v))
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}: {}", self.step, self.fault.phrase(), self.subject)?;
        for (index, (name, value)) in self.values.iter().enumerate() {
            let lead = if index == 0 { ", where " } else { ", " };
            write!(f, "{lead}{name} = {value}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ReplayError {}
