//! Runs that were given instead of found: read, replayed, and matched with the properties that they violate.
//!
//! Another tool's word is not taken for anything: every step is replayed on the model, and that a property is violated is
//! found out by the evaluator. Values that a file leaves out are completed first, if that can be; where a file departs from
//! the model, the place and the reason are told.
//!
//! | stage | module | what it does |
//! |---|---|---|
//! | read | `read` | a text as runs of the system whose names fit best |
//! | complete, replay | here | runs with all their values |
//! | refuse | `departure` | where and why a file is no run of the model |

mod departure;
mod read;

use super::{Asked, Run};
use crate::codes::{NO_VIOLATION, NOT_COMPLETED, NOT_LOOKED_INTO, TRACE_COMPLETED, TRACE_MISFIT};
use departure::{contradicted, departed};
use read::{Given, read};
use wherefore_check::{Cause, Counterexample, Finding, Options, Verdict};
use wherefore_diag::Diagnostic;
use wherefore_explain::given::{Completed, Completion, GIVEN, complete, up_to_failure};
use wherefore_ir::{Property, PropertyKind, System};
use wherefore_report::text::fit;
use wherefore_solve::Stop;
use wherefore_trace::format::BoundTrace;
use wherefore_trace::{Fault, Outcome, Trace, replay, replay_property};

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
    pub(super) fn given(&mut self, systems: &[&System]) -> Option<Option<(usize, Given)>> {
        let Some(path) = self.task.trace() else { return Some(None) };
        match read(path, systems) {
            Ok(Some((of, given))) => {
                let remarks = given.runs.iter().flat_map(|b| &b.remarks).take(MOST_REMARKS);
                let notes: Vec<Diagnostic> =
                    remarks.map(|r| Diagnostic::new(TRACE_MISFIT, given.located(r.line, &r.message))).collect();
                notes.into_iter().for_each(|n| self.desk.remark(n));
                Some(Some((of, given)))
            }
            Ok(None) => Some(None),
            Err(diagnostic) => self.desk.give_up(diagnostic),
        }
    }

    /// What is asked: all properties, or those that a given run violates. `None` if it violates none or is no run, which the
    /// remarks then say.
    pub(super) fn violated_by(
        &mut self,
        given: Option<&Given>,
        system: &System,
        properties: Named,
    ) -> Option<Vec<Asked>> {
        let Some(given) = given else {
            return Some(
                properties.into_iter().map(|(name, property)| Asked { name, property, given: None }).collect(),
            );
        };
        let runs = self.whole(given, system, &properties)?;
        let (mut asked, mut others) = (Vec::new(), Vec::new());
        for (name, property) in properties {
            match runs.iter().find_map(|trace| violation(system, trace, &property)) {
                Some(run) => asked.push(Asked { name, property, given: Some(run) }),
                None => others.push(name),
            }
        }
        let names = fit::list(&others.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED);
        if asked.is_empty() {
            return self.desk.give_up(violates_nothing(&given.name, &runs, &names));
        }
        if !others.is_empty() {
            let headline = format!("the run in `{}` does not violate {names}: not looked into", given.name);
            self.desk.remark(Diagnostic::new(NOT_LOOKED_INTO, headline));
        }
        Some(asked)
    }

    /// The given runs with all their values, replayed.
    fn whole(&mut self, given: &Given, system: &System, properties: &Named) -> Option<Vec<Trace>> {
        let mut whole = Vec::new();
        for (index, bound) in given.runs.iter().enumerate() {
            let replayed = replay(system, &bound.trace);
            let lacks = bound.trace.steps.iter().any(|s| system.vars().any(|(v, _)| s.get(v).is_none()));
            let shows = || properties.iter().any(|(_, p)| violation(system, &bound.trace, p).is_some());
            match replayed {
                Ok(()) if !lacks || shows() => whole.push(bound.trace.clone()),
                Err(error) if !matches!(error.fault, Fault::MissingValue | Fault::Undetermined) => {
                    return self.desk.give_up(departed(system, &error, given, index));
                }
                _ => whole.extend(self.completed(given, index, system, properties)?),
            }
        }
        Some(whole)
    }

    /// A given run with the values that it lacks: one run for each property that it violates so.
    fn completed(&mut self, given: &Given, index: usize, system: &System, properties: &Named) -> Option<Vec<Trace>> {
        self.desk.progress.turn("the given run", 0, 0);
        let (owned, bound, options) = (system.clone(), given.runs[index].clone(), self.options());
        let list: Vec<Property> = properties.iter().map(|(_, p)| p.clone()).collect();
        let work = move |stop: &Stop, _: &_| preferred(&owned, &bound, &list, &options, stop);
        match self.desk.supervised(GIVEN_RUN, work).unwrap_or_else(Err) {
            Ok(Completion::Runs(runs)) => {
                let filled = runs.iter().map(|run| run.filled).max().unwrap_or(0);
                if filled > 0 {
                    self.desk.remark(Diagnostic::new(TRACE_COMPLETED, said(&given.called(index), filled)));
                }
                Some(runs.into_iter().map(|run| run.trace).collect())
            }
            Ok(Completion::Impossible(why)) => self.desk.give_up(contradicted(system, &why, given, index)),
            Err(cause) => {
                let headline = format!("{} lacks values, and they could not be found: {cause}", given.called(index));
                self.desk.give_up(Diagnostic::new(NOT_COMPLETED, headline))
            }
        }
    }
}

/// What is to be said of a run that lacked values.
fn said(called: &str, filled: usize) -> String {
    let values = fit::count(filled, "value that the file leaves out was", "values that the file leaves out were");
    format!("{called} was completed: {values} found with a solver")
}

/// Completes a run: so that it violates the property that the file names, or else any.
fn preferred(
    system: &System,
    bound: &BoundTrace,
    properties: &[Property],
    options: &Options,
    stop: &Stop,
) -> Result<Completion, Cause> {
    let is_named = |p: &&Property| bound.specification.as_ref().is_some_and(|s| bare(s) == bare(&p.text));
    let named: Vec<&Property> = properties.iter().filter(is_named).collect();
    if !named.is_empty() {
        let found = complete(system, bound, &named, options, stop)?;
        let breaks = |run: &Completed| named.iter().any(|p| violation(system, &run.trace, p).is_some());
        if !matches!(&found, Completion::Runs(runs) if !runs.iter().any(breaks)) {
            return Ok(found);
        }
    }
    complete(system, bound, &properties.iter().collect::<Vec<_>>(), options, stop)
}

/// A formula without blanks and parentheses: tools print both as they like.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect()
}

/// The complaint about runs that violate nothing that was asked for.
fn violates_nothing(name: &str, runs: &[Trace], asked: &str) -> Diagnostic {
    let headline = format!("the run in `{name}` violates none of the properties asked for");
    let mut complaint = Diagnostic::new(NO_VIOLATION, headline);
    if runs.iter().all(|t| t.loop_start.is_none()) {
        complaint = complaint.note("it has no loop: it shows only what fails whatever follows its last step");
    }
    if asked.is_empty() { complaint } else { complaint.note(format!("asked for: {asked}")) }
}

/// The run as one that violates a property, if it does so by itself. Of a run that breaks an invariant, the part up to there.
fn violation(system: &System, trace: &Trace, property: &Property) -> Option<Counterexample> {
    let trace = match property.kind {
        PropertyKind::Invariant => up_to_failure(system, trace, property.term)?,
        PropertyKind::Ltl | PropertyKind::Ctl => trace.clone(),
    };
    let outcome = replay_property(system, &trace, property).ok()?;
    (outcome == Outcome::Shown).then_some(Counterexample { trace, claims: Vec::new(), shortest: false })
}

/// Makes a given run the one that is shown; whether it is. It has been replayed, so that who says that the property holds is
/// wrong. A lens that rests on the given run shows it already.
pub fn settle(finding: &mut Finding, run: Counterexample) -> bool {
    match finding.verdict {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => {
            let words = "the given run violates the property, and an engine says that it holds".to_owned();
            finding.verdict = Verdict::Undetermined(Cause::Refuted(words));
            return false;
        }
        Verdict::Violated(_) if finding.engine == GIVEN => return true,
        Verdict::Violated(_) => {}
        Verdict::Undetermined(_) => GIVEN.clone_into(&mut finding.engine),
    }
    finding.verdict = Verdict::Violated(Box::new(run));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that was replayed is not overruled by an engine, and neither is the engine silently overruled.
    #[test]
    fn who_says_that_a_property_holds_is_not_believed() {
        let run = || Counterexample { trace: Trace::default(), claims: Vec::new(), shortest: false };
        let finding = |verdict| Finding { property: "p".to_owned(), verdict, engine: "sat".to_owned() };
        let holds = Verdict::Holds { certificate: String::new(), rechecked_by: String::new() };
        let mut wrong = finding(holds);
        assert!(!settle(&mut wrong, run()));
        assert!(matches!(wrong.verdict, Verdict::Undetermined(Cause::Refuted(_))), "{wrong:?}");
        let mut unknown = finding(Verdict::Undetermined(Cause::Effort));
        assert!(settle(&mut unknown, run()));
        assert!(matches!(unknown.verdict, Verdict::Violated(_)) && unknown.engine == GIVEN, "{unknown:?}");
    }
}
