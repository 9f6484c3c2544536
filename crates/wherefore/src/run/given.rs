//! Runs that were given instead of found: read, replayed, and matched with the properties that they violate.
//!
//! Another tool's word is not taken for anything: every step is replayed on the model, and that a property is violated is
//! found out by the evaluator. Where a file prints the head of a loop again at its end, as NuSMV does, the run keeps that
//! state, so that steps have the numbers they have in the file:
//!
//! ```text
//! printed   1 2 3 4 5, loop at 2, 5 repeats 2     rows 1 2 3 4 5, after 5 the run goes on at 3
//! ```

use super::{Asked, Run};
use crate::codes::{NO_VIOLATION, NOT_A_RUN, NOT_A_TRACE, NOT_LOOKED_INTO, TRACE_MISFIT};
use crate::input::{self, Text};
use std::path::Path;
use wherefore_check::{Cause, Counterexample, Finding, Verdict};
use wherefore_diag::Diagnostic;
use wherefore_ir::{Property, PropertyKind, System};
use wherefore_report::text::fit;
use wherefore_trace::format::{BoundTrace, FormatError, RawTrace, read_itf, read_text, read_xml};
use wherefore_trace::{Evaluator, Outcome, ReplayError, Trace, replay, replay_property};

/// Names in a message, and remarks about a file.
const MOST_NAMED: usize = 6;
const MOST_REMARKS: usize = 5;

/// The engine of a verdict that rests on a given run alone.
const GIVEN: &str = "given run";

/// The runs of a file, as runs of one system.
pub struct Runs {
    name: String,
    traces: Vec<Trace>,
}

impl Run<'_> {
    /// The runs that were given, replayed on the system whose names fit best, and the place of that system; nothing if none was
    /// given. `None` if something is wrong with them, which the remarks then say.
    pub(super) fn given(&mut self, systems: &[&System]) -> Option<Option<(usize, Runs)>> {
        let Some(path) = self.task.trace() else { return Some(None) };
        match read(path, systems) {
            Ok(Some((of, bound, text))) => {
                let remarks = bound.iter().flat_map(|b| &b.remarks).take(MOST_REMARKS);
                let notes: Vec<Diagnostic> =
                    remarks.map(|r| Diagnostic::new(TRACE_MISFIT, located(&text.name, r.line, &r.message))).collect();
                notes.into_iter().for_each(|n| self.desk.remark(n));
                let runs = Runs { name: text.name, traces: bound.into_iter().map(|b| b.trace).collect() };
                match runs.replayed(systems[of]) {
                    Ok(()) => Some(Some((of, runs))),
                    Err(diagnostic) => self.desk.give_up(diagnostic),
                }
            }
            Ok(None) => Some(None),
            Err(diagnostic) => self.desk.give_up(diagnostic),
        }
    }

    /// What is asked: all properties, or those that a given run violates. `None` if it violates none, which the remarks then
    /// say.
    pub(super) fn violated_by(
        &mut self,
        runs: Option<&Runs>,
        system: &System,
        properties: Vec<(String, Property)>,
    ) -> Option<Vec<Asked>> {
        let Some(runs) = runs else {
            return Some(
                properties.into_iter().map(|(name, property)| Asked { name, property, given: None }).collect(),
            );
        };
        let (mut asked, mut others) = (Vec::new(), Vec::new());
        for (name, property) in properties {
            match runs.traces.iter().find_map(|trace| violation(system, trace, &property)) {
                Some(run) => asked.push(Asked { name, property, given: Some(run) }),
                None => others.push(name),
            }
        }
        let names = fit::list(&others.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED);
        if asked.is_empty() {
            let headline = format!("the run in `{}` violates none of the properties asked for", runs.name);
            let mut complaint = Diagnostic::new(NO_VIOLATION, headline);
            if runs.traces.iter().all(|t| t.loop_start.is_none()) {
                complaint = complaint.note("it has no loop: it shows only what fails whatever follows its last step");
            }
            return self.desk.give_up(if names.is_empty() {
                complaint
            } else {
                complaint.note(format!("asked for: {names}"))
            });
        }
        if !others.is_empty() {
            let headline = format!("the run in `{}` does not violate {names}: not looked into", runs.name);
            self.desk.remark(Diagnostic::new(NOT_LOOKED_INTO, headline));
        }
        Some(asked)
    }
}

impl Runs {
    /// Whether each is a run of the system.
    fn replayed(&self, system: &System) -> Result<(), Diagnostic> {
        for (index, trace) in self.traces.iter().enumerate() {
            if let Err(error) = replay(system, trace) {
                let which = if self.traces.len() > 1 { format!(", trace {},", index + 1) } else { String::new() };
                return Err(departure(system, &error, &format!("the run in `{}`{which}", self.name)));
            }
        }
        Ok(())
    }
}

/// Where a trace leaves the model. States count from 1, as the file counts them.
fn departure(system: &System, error: &ReplayError, what: &str) -> Diagnostic {
    let headline = format!("{what} is no run of the model: it departs from it at step {}", error.step + 1);
    let diagnostic = Diagnostic::new(NOT_A_RUN, headline);
    let all = error.to_string();
    let words = all.split_once(": ").map_or(all.as_str(), |(_, rest)| rest);
    let Some(span) = system.span(error.element) else { return diagnostic.note(words) };
    // Where the source shows the formula, what is wrong and the values are enough.
    let phrase = words.split(": ").next().unwrap_or(words);
    let values: Vec<String> = error.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(", where {}", values.join(", ")) };
    diagnostic.label(span, "not kept").note(format!("{phrase}{values}"))
}

/// Reads a file as runs of the system whose names fit best; nothing if there is no system.
fn read(path: &Path, systems: &[&System]) -> Result<Option<(usize, Vec<BoundTrace>, Text)>, Diagnostic> {
    let text = input::read(path)?;
    let mut best: Option<(usize, usize, Result<Vec<BoundTrace>, FormatError>)> = None;
    for (index, system) in systems.iter().enumerate() {
        let bound = bind(&text.text, system);
        let misfit = bound.as_ref().map_or(usize::MAX, |b| b.iter().map(|b| misfit(system, b)).sum());
        if best.as_ref().is_none_or(|(least, ..)| misfit < *least) {
            best = Some((misfit, index, bound));
        }
    }
    let Some((_, index, bound)) = best else { return Ok(None) };
    let bound = bound.map_err(|e| {
        let headline = format!("`{}` is not a trace that can be read: {e}", text.name);
        Diagnostic::new(NOT_A_TRACE, headline).help("NuSMV text and XML and the Informal Trace Format are read")
    })?;
    if bound.iter().all(|b| b.trace.is_empty()) {
        return Err(Diagnostic::new(NOT_A_TRACE, format!("there is no trace in `{}`", text.name))
            .help("NuSMV text and XML and the Informal Trace Format are read"));
    }
    Ok(Some((index, bound, text)))
}

/// How badly names fit: what the system does not know, and what it gets no value for.
fn misfit(system: &System, bound: &BoundTrace) -> usize {
    let first = bound.trace.steps.first();
    let missing = system.state_vars().filter(|v| first.is_none_or(|s| s.get(*v).is_none())).count();
    bound.remarks.len() + missing
}

/// Reads a text by what it looks like.
fn bind(text: &str, system: &System) -> Result<Vec<BoundTrace>, FormatError> {
    match text.trim_start().chars().next() {
        Some('{') => Ok(vec![read_itf(system, text)?]),
        Some('<') => read_xml(text)?.iter().map(|raw| as_printed(raw, system)).collect(),
        _ if text.contains("<counter-example") => read_xml(text)?.iter().map(|raw| as_printed(raw, system)).collect(),
        _ => read_text(text)?.iter().map(|raw| as_printed(raw, system)).collect(),
    }
}

/// The run with every state that was printed: the head of the loop again at the end, if it stands there.
fn as_printed(raw: &RawTrace, system: &System) -> Result<BoundTrace, FormatError> {
    let mut bound = raw.bind(system)?;
    let trace = &mut bound.trace;
    if let Some(start) = trace.loop_start.filter(|_| raw.steps.len() == trace.len() + 1)
        && let Some(head) = trace.steps.get(start).cloned()
    {
        trace.steps.push(head);
        trace.loop_start = Some(start + 1);
    }
    Ok(bound)
}

/// The run as one that violates a property, if it does so by itself. Of a run that breaks an invariant, the part up to there.
fn violation(system: &System, trace: &Trace, property: &Property) -> Option<Counterexample> {
    let trace = match property.kind {
        PropertyKind::Invariant => up_to_failure(system, trace, property)?,
        PropertyKind::Ltl | PropertyKind::Ctl => trace.clone(),
    };
    let outcome = replay_property(system, &trace, property).ok()?;
    (outcome == Outcome::Shown).then_some(Counterexample { trace, claims: Vec::new(), shortest: false })
}

fn up_to_failure(system: &System, trace: &Trace, property: &Property) -> Option<Trace> {
    let evaluator = Evaluator::new(&system.terms, &[property.term]).ok()?;
    let is_false = |step: &wherefore_trace::Step| evaluator.truths(&step.values, None).first() == Some(&Some(false));
    let failure = trace.steps.iter().position(is_false)?;
    Some(Trace::finite(trace.steps[..=failure].to_vec()))
}

/// Makes a given run the one that is shown; whether it is. It has been replayed, so that who says that the property holds is
/// wrong.
pub fn settle(finding: &mut Finding, run: Counterexample) -> bool {
    match finding.verdict {
        Verdict::Holds { .. } | Verdict::Vacuous { .. } => {
            let words = "the given run violates the property, and an engine says that it holds".to_owned();
            finding.verdict = Verdict::Undetermined(Cause::Refuted(words));
            return false;
        }
        Verdict::Violated(_) => {}
        Verdict::Undetermined(_) => GIVEN.clone_into(&mut finding.engine),
    }
    finding.verdict = Verdict::Violated(Box::new(run));
    true
}

/// A message about a line of a file, if it has lines.
fn located(name: &str, line: usize, message: &str) -> String {
    if line == 0 { format!("`{name}`: {message}") } else { format!("`{name}`, line {line}: {message}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "Trace Description: LTL Counterexample\n  -> State: 1.1 <-\n    x = TRUE\n  -- Loop starts here\n  \
        -> State: 1.2 <-\n    x = FALSE\n  -> State: 1.3 <-\n    x = TRUE\n  -> State: 1.4 <-\n    x = FALSE\n";

    #[test]
    fn steps_keep_the_numbers_that_they_have_in_the_file() {
        let system = wherefore_ir::text::parse("system \"a\"\nvar x : bool state").unwrap();
        let bound = bind(PRINTED, &system).unwrap();
        let trace = &bound[0].trace;
        assert_eq!((bound.len(), trace.len(), trace.loop_start), (1, 4, Some(2)));
        assert_eq!(trace.steps[1], trace.steps[3]);
        assert_eq!(replay(&system, trace), Ok(()));
    }

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
