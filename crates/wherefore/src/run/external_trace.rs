//! Runs that were given instead of found: read, replayed, and matched with the properties that they violate.
//!
//! Another tool's word is not taken for anything: every step is replayed on the model, and that a property is violated is
//! found out by the evaluator. Values that a file leaves out are completed first, if that can be; where a file departs from
//! the model, the place and the reason are reported.
//!
//! | stage | module | what it does |
//! |---|---|---|
//! | read | `read` | a text as runs of the system whose names fit best |
//! | complete, replay | `wherefore_explain::external_trace` | runs with all their values, and what they violate |
//! | refuse | `departure` | where and why a file is no run of the model |

mod departure;
mod read;

use super::{PropertyRequest, Run};
use crate::codes::{NO_VIOLATION, NOT_COMPLETED, NOT_LOOKED_INTO, TRACE_COMPLETED, TRACE_MISFIT};
use departure::{contradicted, departed};
use read::{ExternalTraces, read};
use std::sync::Arc;
use wherefore_check::{Counterexample, Finder, Finding, NoAnswer, Verdict};
use wherefore_diag::Diagnostic;
use wherefore_explain::external_trace::{Classified, Flaw, ViolationBasis, classify};
use wherefore_ir::{Property, System};
use wherefore_report::text::fit;
use wherefore_stop::Stop;

/// Names in a message, and remarks about a file.
const MOST_NAMED: usize = 6;
const MOST_REMARKS: usize = 5;

/// The name under which the completion of a run stands among the properties in the statistics.
const GIVEN_RUN: &str = "(the given run)";

/// Properties with the names by which the report calls them.
type Named = Vec<(String, Property)>;

impl Run<'_> {
    /// The runs that were given, as runs of the system whose names fit best, and the place of that system; nothing if none was
    /// given. `None` if they cannot be read, which the remarks then say.
    pub(super) fn given(&mut self, systems: &[&System]) -> Option<Option<(usize, Arc<ExternalTraces>)>> {
        let Some(path) = self.task.trace() else { return Some(None) };
        let (path, owned): (_, Vec<System>) = (path.to_owned(), systems.iter().copied().cloned().collect());
        match self.ctx.read_given(move || read(&path, &owned))? {
            Ok(Some((of, given))) => {
                given.silence().into_iter().for_each(|words| self.ctx.remark(Diagnostic::new(TRACE_MISFIT, words)));
                let remarks = given.runs.iter().flat_map(|b| &b.remarks).take(MOST_REMARKS);
                let notes: Vec<Diagnostic> =
                    remarks.map(|r| Diagnostic::new(TRACE_MISFIT, given.located(r.line, &r.message))).collect();
                notes.into_iter().for_each(|n| self.ctx.remark(n));
                Some(Some((of, Arc::new(given))))
            }
            Ok(None) => Some(None),
            Err(diagnostic) => self.ctx.give_up(diagnostic),
        }
    }

    /// Properties in question: all, or those that a given run violates. `None` if it violates none or is no run, which
    /// the remarks then say.
    pub(super) fn violated_by(
        &mut self,
        given: Option<&Arc<ExternalTraces>>,
        system: &System,
        properties: Named,
    ) -> Option<Vec<PropertyRequest>> {
        let Some(given) = given else {
            return Some(
                properties
                    .into_iter()
                    .map(|(name, property)| PropertyRequest { name, property, given: None })
                    .collect(),
            );
        };
        let mut classified = self.classified(given, system, &properties)?;
        let (mut asked, mut others) = (Vec::new(), Vec::new());
        for ((name, property), violation) in properties.into_iter().zip(std::mem::take(&mut classified.violations)) {
            let Some(violation) = violation else {
                others.push(name);
                continue;
            };
            let remark = open(&given.called(violation.index), &name, violation.basis);
            remark.into_iter().for_each(|r| self.ctx.remark(r));
            asked.push(PropertyRequest { name, property, given: Some(violation.run) });
        }
        let names = fit::list(&others.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED);
        if asked.is_empty() {
            return self.ctx.give_up(violates_nothing(&given.name, &classified, &names));
        }
        if !others.is_empty() {
            let headline = format!("the run in `{}` does not violate {names}: not looked into", given.name);
            self.ctx.remark(Diagnostic::new(NOT_LOOKED_INTO, headline));
        }
        Some(asked)
    }

    /// Classification of the given runs; `None` if they cannot be classified, which the remarks then say.
    fn classified(&mut self, given: &Arc<ExternalTraces>, system: &System, properties: &Named) -> Option<Classified> {
        self.ctx.progress.turn("the given run", 0, 0);
        let (owned, runs, options) = (system.clone(), given.clone(), self.options());
        let list: Vec<Property> = properties.iter().map(|(_, p)| p.clone()).collect();
        let work = move |stop: &Stop, _: &_| classify(&owned, &runs.runs, &list, &options, stop);
        let classified = match self.ctx.supervised(GIVEN_RUN, work) {
            Ok(Ok(classified)) => classified,
            Ok(Err((index, cause))) => {
                let headline = format!("{} lacks values, and they could not be found: {cause}", given.called(index));
                return self.ctx.give_up(Diagnostic::new(NOT_COMPLETED, headline));
            }
            Err(cause) => {
                let headline = format!("the run in `{}` could not be replayed: {cause}", given.name);
                return self.ctx.give_up(Diagnostic::new(NOT_COMPLETED, headline));
            }
        };
        let mut flaws = classified.flaws.iter().map(|(index, flaw)| match flaw {
            Flaw::Departs(error) => departed(system, error, given, *index),
            Flaw::Contradicts(why) => contradicted(system, why, given, *index),
        });
        if classified.runs.is_empty() {
            return flaws.next().and_then(|flaw| self.ctx.give_up(flaw));
        }
        flaws.take(MOST_REMARKS).for_each(|flaw| self.ctx.remark(left_out(flaw)));
        for index in 0..given.runs.len() {
            let filled = classified.runs.iter().filter(|run| run.index == index).filter_map(|run| run.filled).max();
            if let Some(filled) = filled.filter(|n| *n > 0) {
                self.ctx.remark(Diagnostic::new(TRACE_COMPLETED, said(&given.called(index), filled)));
            }
        }
        Some(classified)
    }
}

/// Message about a run that lacked values.
fn said(called: &str, filled: usize) -> String {
    let values = fit::count(filled, "value that the file leaves out was", "values that the file leaves out were");
    format!("{called} was completed: {values} found with a solver")
}

/// Message about a violation that rests on values that were found; nothing if it does not.
fn open(called: &str, property: &str, basis: ViolationBasis) -> Option<Diagnostic> {
    let others = match basis {
        ViolationBasis::File => return None,
        ViolationBasis::Choice => "with others it is not",
        ViolationBasis::Unknown => "with others it may not be",
    };
    let headline = format!(
        "{called} leaves open whether {property} is violated: values were chosen such that it is, and {others}"
    );
    Some(Diagnostic::new(TRACE_COMPLETED, headline))
}

/// The reason why one of several runs is not looked into, as a remark.
fn left_out(mut flaw: Diagnostic) -> Diagnostic {
    flaw.code = TRACE_MISFIT;
    flaw.headline.push_str("; it is left out");
    flaw
}

/// The complaint about runs that violate nothing that was asked for.
fn violates_nothing(name: &str, classified: &Classified, asked: &str) -> Diagnostic {
    let headline = format!("the run in `{name}` violates none of the properties asked for");
    let mut complaint = Diagnostic::new(NO_VIOLATION, headline);
    if classified.unfair {
        complaint = complaint.note("its loop is not fair: it does not show what happens for ever");
    }
    if classified.runs.iter().all(|run| run.trace.loop_start.is_none()) {
        complaint = complaint.note("it has no loop: it shows only what fails whatever follows its last step");
    }
    if asked.is_empty() { complaint } else { complaint.note(format!("asked for: {asked}")) }
}

/// Makes a given run the one that is shown; whether it is. It has been replayed, so that a verdict that the property holds is
/// wrong. A lens that rests on the given run shows it already.
pub fn settle(finding: &mut Finding, run: Counterexample) -> bool {
    match finding.verdict {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => {
            let words = "the given run violates the property, and an engine says that it holds".to_owned();
            finding.verdict = Verdict::Undetermined(NoAnswer::Refuted(words));
            return false;
        }
        Verdict::Violated(_) if finding.finder == Finder::ExternalTrace => return true,
        Verdict::Violated(_) => {}
        Verdict::Undetermined(_) => finding.finder = Finder::ExternalTrace,
    }
    finding.verdict = Verdict::Violated(Box::new(run));
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_check::Recheck;
    use wherefore_trace::Trace;

    /// A run that was replayed is not overruled by an engine, and neither is the engine silently overruled.
    #[test]
    fn who_says_that_a_property_holds_is_not_believed() {
        let run = || Counterexample { trace: Trace::default(), claims: Vec::new(), shortest: false };
        let finding = |verdict| Finding { property: "p".to_owned(), verdict, finder: Finder::Engine("sat".to_owned()) };
        let holds = Verdict::Holds { evidence: wherefore_check::Evidence::NoFirstState, recheck: Recheck::Unasked };
        let mut wrong = finding(holds);
        assert!(!settle(&mut wrong, run()));
        assert!(matches!(wrong.verdict, Verdict::Undetermined(NoAnswer::Refuted(_))), "{wrong:?}");
        let mut unknown = finding(Verdict::Undetermined(NoAnswer::Effort));
        assert!(settle(&mut unknown, run()));
        assert!(
            matches!(unknown.verdict, Verdict::Violated(_)) && unknown.finder == Finder::ExternalTrace,
            "{unknown:?}"
        );
    }
}
