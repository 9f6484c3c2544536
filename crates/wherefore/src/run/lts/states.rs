//! A graph whose states have values: properties of states are asked of it as formulas about actions, and runs show the values.

use super::cause;
use super::explicit::WithStates;
use super::formula::{Asked, FormulaQuery};
use super::game::Unanswered;
use super::given::{self, Given};
use super::invariant::{Invariant, never};
use super::source::Source;
use super::specification::Specification;
use std::path::Path;
use std::sync::Arc;
use wherefore_check::NoAnswer;
use wherefore_diag::{Diagnostic, SourceMap, Span};
use wherefore_explain::lts::{ExternalRun, Findings, LtsError, Settings, why};
use wherefore_lang::tla::codes;
use wherefore_lts::Memory;
use wherefore_report::build::{Valued, located, valued};
use wherefore_report::document::{Extent, Property};
use wherefore_stop::Stop;

/// What is known about the states of a graph; nothing for Aldebaran text.
#[derive(Default)]
pub struct States {
    read: Option<WithStates>,
    beside: Specification,
    /// The specification that it was made from.
    source: Option<Source>,
    /// A run that was given.
    given: Option<Given>,
}

/// The label of the transition that a state has which breaks a property.
pub fn label(property: &str) -> String {
    format!("breaks {property}")
}

impl States {
    /// The states of a graph, and what lies beside it.
    pub fn new(read: Option<WithStates>, beside: Specification, source: Option<Source>) -> States {
        States { read, beside, source, given: None }
    }

    /// Reads a run that TLC has written; how many there are in the file.
    pub fn take(&mut self, path: &Path, properties: &[String]) -> Result<usize, Diagnostic> {
        let (given, count) = given::read(path, self.read.as_ref(), properties)?;
        self.given = Some(given);
        Ok(count)
    }

    /// The run that was given, for an inquiry.
    pub fn given(&self) -> Option<ExternalRun> {
        self.given.as_ref().map(|given| ExternalRun { steps: given.steps.clone(), added: 0 })
    }

    /// What is wrong with a property of states, if the graph has actions alone.
    pub fn refuses(&self, questions: &[FormulaQuery]) -> Option<Diagnostic> {
        if self.read.as_ref().is_some_and(|read| read.states.is_some()) {
            return None;
        }
        let file = questions.iter().find_map(|question| match &question.formula {
            Asked::States(invariant) => Some((invariant.file, invariant.expr.range.clone())),
            Asked::Runs(_) | Asked::Game(..) => None,
        });
        file.map(|(file, range)| {
            let span = Span::new(file, range.start as u32, range.end as u32);
            Diagnostic::at(codes::NO_STATES, span, "the states of the graph have no values", "about states")
        })
    }

    /// Decides a property of states.
    pub fn why(
        &self,
        (name, invariant): (&str, &Invariant),
        settings: &Settings,
        stop: &Stop,
    ) -> Result<(Findings, Vec<Diagnostic>), Unanswered> {
        let unsupported = |words: &str| (NoAnswer::Unsupported(words.to_owned()), None);
        let Some(read) = &self.read else { return Err(unsupported("the states of the graph have no values")) };
        let Some(states) = &read.states else { return Err(unsupported("the states of the graph have no values")) };
        let broken = invariant.broken(states, read.graph.states(), &self.beside, stop);
        let broken = broken.map_err(|wrong| (NoAnswer::Unsupported(wrong.headline.clone()), Some(Box::new(wrong))))?;
        let label = label(name);
        let is_broken = |state: u32| broken.get(state as usize) == Some(&true);
        let graph = read.graph.with_ends(&is_broken, &label).map_err(|why| (cause(why), None))?;
        let formula = never(&label, Span::new(invariant.file, 0, 0));
        // A run that was given ends where the property is broken; the transition that says so comes behind it.
        let given = settings.given.as_ref().map(|given| ExternalRun { added: 1, ..given.clone() });
        let settings = Settings { given, ..settings.clone() };
        let found = why(&Memory::new(Arc::new(graph), stop.clone()), name, &formula, &settings);
        found.map(|found| (found, Vec::new())).map_err(|error| match error {
            LtsError::TooLarge(error) => unsupported(&error.to_string()),
            LtsError::Interrupted(why) => (cause(why), None),
        })
    }

    /// A property with the values of states in its runs, and the places of actions.
    pub fn complete(&self, property: Property, broken: Option<&(String, String)>, sources: &SourceMap) -> Property {
        let property = match &self.source {
            Some(source) => located(property, &|label| source.places(label), sources),
            None => property,
        };
        let Some(read) = &self.read else { return property };
        let variables = read.states.as_ref().map(|states| states.variables()).unwrap_or_default();
        let values = |state: u32| {
            let shown = read.states.as_ref()?.shown(state)?;
            Some(shown.into_iter().map(str::to_owned).collect())
        };
        let (graph, labels) = (&read.graph, read.graph.labels.len() as u64);
        let whole = Extent { states: graph.states().into(), transitions: graph.transitions() as u64, labels };
        let broken = broken.map(|(label, text)| (label.as_str(), text.as_str()));
        let place = |action: &str| self.place(action, sources);
        valued(property, &Valued { variables, values: &values, place: &place, sources, broken, whole })
    }

    /// Where an action is defined: as the module says, or else as the run does that was given.
    fn place(&self, action: &str, sources: &SourceMap) -> Option<Span> {
        let told = || {
            let (module, begin, end) = self.given.as_ref()?.places.get(action)?;
            self.beside.within(module, (*begin, *end), sources)
        };
        self.beside.place(action).or_else(told)
    }
}
