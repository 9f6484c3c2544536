//! The questions: formulas of which it is asked whether they are true in some reachable state, each with the part of the source that
//! it is about.
//!
//! A part that is written once and instantiated several times is one question: whether any of its instances is ever reached.

mod branches;
mod conditions;
mod control;
mod triggers;
mod variables;

use crate::finding::{Finding, FindingEvidence, Kind, OpenQuestion};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;
use wherefore_check::NoAnswer;
use wherefore_diag::Span;
use wherefore_ir::{ElementId, System, TermId};
use wherefore_trace::Trace;

/// The answer that makes a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A proof that the formula is never true.
    Proof,
    /// A run on which it is.
    Run,
}

/// A formula of which it is asked whether it is true in some reachable state.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub kind: Kind,
    pub element: Option<ElementId>,
    pub name: String,
    /// Another part of the source that the finding is about.
    pub other: Option<ElementId>,
    pub value: Option<String>,
    pub formula: TermId,
    /// What tells questions about the same place apart: a value of a variable.
    pub part: String,
    pub wanted: Wanted,
    /// A formula that must be true in some reachable state for the finding to mean anything.
    pub given: Option<TermId>,
}

impl Question {
    /// Question whether a formula is ever true, where it should be.
    pub fn about(kind: Kind, element: Option<ElementId>, name: String, formula: TermId) -> Question {
        let (other, value, part, wanted, given) = (None, None, String::new(), Wanted::Proof, None);
        Question { kind, element, name, other, value, formula, part, wanted, given }
    }

    pub fn finding(self, evidence: FindingEvidence) -> Finding {
        let Question { kind, element, name, other, value, .. } = self;
        Finding { kind, element, name, other, value, evidence }
    }

    pub fn open(self, cause: NoAnswer) -> OpenQuestion {
        let Question { kind, element, name, .. } = self;
        OpenQuestion { kind, element, name, cause }
    }
}

/// Questions whether states, transitions, branches and values are ever reached. Adds terms to the system's arena.
pub(crate) fn reachability(system: &mut System) -> Vec<Question> {
    let mut asked = control::questions(system);
    asked.extend(triggers::questions(system));
    asked.extend(branches::questions(system));
    asked.extend(conditions::questions(system));
    asked.extend(variables::values(system));
    together(system, asked)
}

/// What never changes, judged by runs that are known. Adds terms to the system's arena.
pub(crate) fn constants(system: &mut System, runs: &[Arc<Trace>]) -> Vec<Question> {
    let asked = variables::constants(system, runs);
    together(system, asked)
}

/// What the form of the model shows.
pub(crate) fn structural(system: &System) -> Vec<Finding> {
    variables::unread(system).into_iter().chain(variables::free_after_start(system)).collect()
}

/// A place of the source and what is asked there.
type Place = (Kind, Option<Span>, String);

/// Makes one question of those about the same place of the source.
fn together(system: &mut System, asked: Vec<Question>) -> Vec<Question> {
    let mut kept: IndexMap<Place, (Question, Vec<TermId>), FxBuildHasher> = IndexMap::default();
    for question in asked {
        let place = (question.kind, system.span(question.element), question.part.clone());
        let (first, formulas) = kept.entry(place).or_insert_with(|| (question.clone(), Vec::new()));
        formulas.push(question.formula);
        if first.value != question.value {
            first.value = None;
        }
    }
    let one = |(question, formulas): (Question, Vec<TermId>)| {
        let formula = system.terms.or(formulas);
        Question { formula, ..question }
    };
    kept.into_values().map(one).collect()
}
