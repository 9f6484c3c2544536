//! Contracts: a specification has refinements, and each of these is a system with checks of its own.
//!
//! Contracts are examined by themselves before anything is asked of them together. A check is a property like any other: what is different is only the
//! lens that looks into it, and what it is called.

use super::select::Names;
use super::{PropertyRequest, Run, Subject};
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore::Language;
use wherefore_check::Session;
use wherefore_explain::contract::{self, IdleConjuncts};
use wherefore_ir::refinement::Refinement;
use wherefore_lang::registry::Meaning;
use wherefore_report::build::{self, ContractFindings};
use wherefore_report::document::{Command, Obligations, Place};

/// The name under which the examination of contracts stands among the properties in the statistics.
const CONTRACTS_THEMSELVES: &str = "(do the contracts make sense)";

/// The checks that are wanted of each refinement: the place of the property and the name by which the report calls it.
type Wanted = Vec<Vec<(usize, String)>>;

impl Run<'_> {
    /// Fills the report, as far as it gets.
    pub(super) fn investigate_contracts(&mut self) {
        if self.refuses_format() {
            return;
        }
        let Some(refinements) = self.load_contracts() else { return };
        if !self.knows_names(&refinements.iter().map(|r| &r.system).collect::<Vec<_>>()) {
            return;
        }
        if self.task.command() == Command::Lint {
            return self.lint_contracts(&refinements);
        }
        let Some(wanted) = self.checks(&refinements) else { return };
        let asked: Vec<usize> = (0..refinements.len()).filter(|r| !wanted[*r].is_empty()).collect();
        let systems: Vec<_> = asked.iter().map(|r| &refinements[*r].system).collect();
        let Some(given) = self.given(&systems) else { return };
        self.ctx.report.obligations = Obligations::Met;
        let mut questions = Vec::new();
        for (place, index) in asked.into_iter().enumerate() {
            let refinement = &refinements[index];
            let runs = match &given {
                Some((of, _)) if *of != place => continue,
                runs => runs.as_ref().map(|(_, runs)| runs),
            };
            let properties = wanted[index].iter().filter_map(|(property, name)| {
                Some((name.clone(), refinement.system.properties.get(*property)?.clone()))
            });
            let Some(asked) = self.violated_by(runs, &refinement.system, properties.collect()) else { return };
            questions.extend(asked.into_iter().map(|asked| (index, asked)));
        }
        self.decide_checks(&refinements, &questions);
        if self.task.max_edits().is_some() {
            let places: Vec<usize> = questions.iter().map(|(index, _)| *index).collect();
            self.fix_contracts(&refinements, &places);
        }
    }

    /// Looks at contracts by themselves: contradictions, and parts that say nothing.
    fn lint_contracts(&mut self, refinements: &[Arc<Refinement>]) {
        self.ctx.report.obligations = Obligations::Met;
        let mut all = ContractFindings::default();
        for refinement in refinements {
            self.ctx.progress.turn("do the contracts make sense", 0, 0);
            let (options, examined) = (self.options(), refinement.clone());
            let work = move |stop: &_, observer: &_| {
                let contradictions = contract::examine(&examined, &options, stop, observer);
                (contradictions, contract::idle_conjuncts(&examined, &options, stop, observer))
            };
            let found = self.ctx.supervised(CONTRACTS_THEMSELVES, work);
            let ((ailments, open), idle) =
                found.unwrap_or_else(|cause| ((Vec::new(), Some(cause)), IdleConjuncts::default()));
            ailments.iter().for_each(|ailment| all.contradiction(refinement, ailment));
            idle.found.iter().for_each(|conjunct| all.idle(refinement, conjunct));
            all.count(idle.asked + refinement.contracts.len());
            open.iter().for_each(|cause| all.unexamined(refinement, cause));
            for (name, element, cause) in idle.open {
                let place = refinement.system.span(element).and_then(|s| Place::of(s, &self.ctx.report.sources));
                all.unknown(name, place, &cause);
            }
        }
        self.ctx.report.lint = Some(all.finish(&self.ctx.report.sources, self.task.allowed()));
    }

    /// Decides checks, each of the refinement of this number. A refinement is examined before the first of its checks.
    fn decide_checks(&mut self, refinements: &[Arc<Refinement>], questions: &[(usize, PropertyRequest)]) {
        let mut subjects: Vec<Option<Subject>> = vec![None; refinements.len()];
        self.in_turns(questions.len(), |run, place| {
            let (index, asked) = &questions[place];
            if subjects[*index].is_none() {
                subjects[*index] = Some(run.open(&refinements[*index])?);
            }
            run.ctx.progress.turn(&asked.name, place + 1, questions.len());
            run.decide(subjects[*index].as_ref()?, asked, place)
        });
    }

    /// Reads and understands the specification; `None` if there is nothing to work with, which the remarks then say.
    fn load_contracts(&mut self) -> Option<Vec<Arc<Refinement>>> {
        let source = self.source();
        match self.ctx.load_any(&source, Language::Oss)? {
            Meaning::Contracts(refinements) => Some(refinements.into_iter().map(Arc::new).collect()),
            _ => None,
        }
    }

    /// The checks that are asked for, by refinement.
    fn checks(&mut self, refinements: &[Arc<Refinement>]) -> Option<Wanted> {
        let pairs = refinements.iter().enumerate().flat_map(|(r, refinement)| {
            refinement.system.properties.iter().enumerate().map(move |(p, property)| (r, p, property.name.as_str()))
        });
        let pairs: Vec<(usize, usize, &str)> = pairs.collect();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        pairs.iter().for_each(|(_, _, name)| *uses.entry(name).or_default() += 1);
        let names = |(r, _, name): &(usize, usize, &str)| {
            let (short, long) = ((*name).to_owned(), format!("{}/{name}", refinements[*r].component));
            let is_ambiguous = uses.get(name).is_some_and(|n| *n > 1);
            let (shown, other) = if is_ambiguous { (long, short) } else { (short, long) };
            Names { shown, others: vec![other] }
        };
        let names: Vec<Names> = pairs.iter().map(names).collect();
        let mut wanted: Wanted = vec![Vec::new(); refinements.len()];
        for index in self.select(&names)? {
            let (refinement, property, _) = pairs[index];
            wanted[refinement].push((property, names[index].shown.clone()));
        }
        Some(wanted)
    }

    /// Examines the contracts of a refinement; `None` if the model makes no sense.
    fn open(&mut self, refinement: &Arc<Refinement>) -> Option<Subject> {
        let options = self.options();
        let system = Arc::new(refinement.system.clone());
        let session = Session::new(&system, options.clone());
        let defines = self.defines();
        self.ctx.obligations(&session, &system, defines);
        if self.ctx.report.obligations == Obligations::Broken {
            return None;
        }
        self.examine(refinement);
        let sources = self.ctx.report.sources.clone();
        Some(Subject { system, sources, session, options, refinement: Some(refinement.clone()) })
    }

    /// Looks at the contracts by themselves.
    fn examine(&mut self, refinement: &Arc<Refinement>) {
        self.ctx.progress.turn("do the contracts make sense", 0, 0);
        let (options, examined) = (self.options(), refinement.clone());
        let work = move |stop: &_, observer: &_| contract::examine(&examined, &options, stop, observer);
        let (ailments, open) =
            self.ctx.supervised(CONTRACTS_THEMSELVES, work).unwrap_or_else(|cause| (Vec::new(), Some(cause)));
        ailments.iter().for_each(|a| self.ctx.remark(build::ailment(refinement, a)));
        if let Some(cause) = open {
            self.ctx.remark(build::unexamined(refinement, &cause));
        }
    }
}
