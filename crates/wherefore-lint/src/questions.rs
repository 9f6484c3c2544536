//! The questions: formulas that should be true in some reachable state, each with the part of the source that it is about.
//!
//! A part that is written once and instantiated several times is one question: whether any of its instances is ever reached.

mod branches;
mod control;
mod variables;

use crate::finding::{Finding, FindingEvidence, Kind, OpenQuestion};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;
use wherefore_check::NoAnswer;
use wherefore_diag::Span;
use wherefore_ir::{ElementId, System, TermId};
use wherefore_trace::Trace;

/// A formula that should be true in some reachable state.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub kind: Kind,
    pub element: Option<ElementId>,
    pub name: String,
    pub value: Option<String>,
    pub formula: TermId,
    /// What tells questions about the same place apart: a value of a variable.
    pub part: String,
}

impl Question {
    pub fn finding(self, evidence: FindingEvidence) -> Finding {
        let Question { kind, element, name, value, .. } = self;
        Finding { kind, element, name, value, evidence }
    }

    pub fn open(self, cause: NoAnswer) -> OpenQuestion {
        let Question { kind, element, name, .. } = self;
        OpenQuestion { kind, element, name, cause }
    }
}

/// Questions whether states, transitions, branches and values are ever reached. Adds terms to the system's arena.
pub(crate) fn reachability(system: &mut System) -> Vec<Question> {
    let mut asked = control::questions(system);
    asked.extend(branches::questions(system));
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
