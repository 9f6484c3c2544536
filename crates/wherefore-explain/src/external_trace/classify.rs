//! Given runs with all their values, and the properties that they violate.
//!
//! A run that lacks values is completed so that it violates the property that its file names. If the file names none of the
//! model, any property will do; but then the values that were found may be all that a violation rests on, so it is asked
//! whether every run that fits the file violates the property:
//!
//! ```text
//! file  x = 0 . .     property  h != 3     completed  h = 0 0 3     others, h = 0 0 0, keep it: chosen, not given
//! ```

use super::{Completion, Contradiction, complete, is_forced, up_to_failure};
use wherefore_check::{Counterexample, NoAnswer, Options};
use wherefore_ir::{Property, PropertyKind, System};
use wherefore_solve::Stop;
use wherefore_trace::format::BoundTrace;
use wherefore_trace::{Fault, Outcome, ReplayError, Trace, replay, replay_property};

/// Classification of the runs of a file.
#[derive(Debug, Default)]
pub struct Classified {
    /// Runs of the model.
    pub runs: Vec<Whole>,
    /// Entries of the file that are no runs, by their places, with the reason.
    pub flaws: Vec<(usize, Flaw)>,
    /// How each property is violated, in their order.
    pub violations: Vec<Option<Violation>>,
    /// Whether a run shows nothing about a property because it goes round unfairly.
    pub unfair: bool,
}

/// A run with all its values, replayed.
#[derive(Debug)]
pub struct Whole {
    /// The run.
    pub trace: Trace,
    /// Its place among those of the file.
    pub index: usize,
    /// How many values were found, if it had to be completed.
    pub filled: Option<usize>,
}

/// Why a run of a file is no run of the model.
#[derive(Debug)]
pub enum Flaw {
    /// The run has its values, and does not replay.
    Departs(ReplayError),
    /// The run lacks values, and no values complete it.
    Contradicts(Contradiction),
}

/// A run that violates a property.
#[derive(Debug)]
pub struct Violation {
    /// The run, as far as it is needed.
    pub run: Counterexample,
    /// The place of the run among those of the file.
    pub index: usize,
    /// Grounds of the violation.
    pub basis: ViolationBasis,
}

/// Grounds of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViolationBasis {
    /// On the file: it gives the values, or names the property, or leaves no others.
    File,
    /// On values that were found: with others the property is kept.
    Choice,
    /// On values that were found; whether others keep the property is not known.
    Unknown,
}

/// Replays and completes the runs of a file. An error comes with the place of the run.
pub fn classify(
    system: &System,
    given: &[BoundTrace],
    properties: &[Property],
    options: &Options,
    stop: &Stop,
) -> Result<Classified, (usize, NoAnswer)> {
    let mut classified = Classified::default();
    for (index, bound) in given.iter().enumerate() {
        let lacks = bound.trace.steps.iter().any(|s| system.vars().any(|(v, _)| s.get(v).is_none()));
        let shows = || properties.iter().any(|p| violation(system, &bound.trace, p).is_some());
        match replay(system, &bound.trace) {
            Ok(()) if !lacks || shows() => {
                classified.runs.push(Whole { trace: bound.trace.clone(), index, filled: None });
            }
            Err(error) if !matches!(error.fault, Fault::MissingValue | Fault::Undetermined) => {
                classified.flaws.push((index, Flaw::Departs(error)));
            }
            _ => match completed(system, bound, properties, options, stop).map_err(|cause| (index, cause))? {
                Completion::Runs(runs) => classified.runs.extend(runs.into_iter().map(|run| Whole {
                    trace: run.trace,
                    index,
                    filled: Some(run.filled),
                })),
                Completion::Impossible(why) => classified.flaws.push((index, Flaw::Contradicts(why))),
            },
        }
    }
    for property in properties {
        let mut found = best(system, given, &classified.runs, property);
        if let Some(Violation { index, basis: basis @ ViolationBasis::Unknown, .. }) = &mut found {
            // A question that finds no answer in time costs the answer, not the run.
            let forced = is_forced(system, &given[*index], property, options, stop).unwrap_or_default();
            *basis = forced
                .map_or(ViolationBasis::Unknown, |yes| if yes { ViolationBasis::File } else { ViolationBasis::Choice });
        }
        classified.unfair |=
            found.is_none() && classified.runs.iter().any(|run| is_unfair(system, &run.trace, property));
        classified.violations.push(found);
    }
    Ok(classified)
}

/// Completes a run: so that it violates the property that the file names, or else any.
fn completed(
    system: &System,
    bound: &BoundTrace,
    properties: &[Property],
    options: &Options,
    stop: &Stop,
) -> Result<Completion, NoAnswer> {
    let is_named = system.properties.iter().chain(properties).any(|p| names(bound, p));
    let towards: Vec<&Property> = properties.iter().filter(|p| !is_named || names(bound, p)).collect();
    complete(system, bound, &towards, options, stop)
}

/// Whether a file says that a run violates this property: by its name, as Kind 2 does, or by its text.
fn names(bound: &BoundTrace, property: &Property) -> bool {
    let said = bound.specification.as_deref().unwrap_or_default();
    !said.is_empty() && (said == property.name || bare(said) == bare(&property.text))
}

/// A formula without blanks and parentheses: tools print both as they like.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect()
}

/// The first run that violates a property; one whose file says so before one whose values were found.
fn best(system: &System, given: &[BoundTrace], runs: &[Whole], property: &Property) -> Option<Violation> {
    let violations = runs.iter().filter_map(|whole| {
        let is_said = whole.filled.is_none() || names(&given[whole.index], property);
        let basis = if is_said { ViolationBasis::File } else { ViolationBasis::Unknown };
        Some(Violation { run: violation(system, &whole.trace, property)?, index: whole.index, basis })
    });
    violations.min_by_key(|violation| violation.basis)
}

/// The run as one that violates a property, if it does so by itself. If it breaks an invariant, the part up to there.
fn violation(system: &System, trace: &Trace, property: &Property) -> Option<Counterexample> {
    let trace = match property.kind {
        PropertyKind::Invariant => up_to_failure(system, trace, property.term)?,
        PropertyKind::Ltl | PropertyKind::Ctl => trace.clone(),
    };
    let outcome = replay_property(system, &trace, property).ok()?;
    (outcome == Outcome::Shown).then_some(Counterexample { trace, claims: Vec::new(), shortest: false })
}

fn is_unfair(system: &System, trace: &Trace, property: &Property) -> bool {
    let is_temporal = property.kind != PropertyKind::Invariant;
    let fault = || replay_property(system, trace, property).err().map(|error| error.fault);
    is_temporal && trace.loop_start.is_some() && matches!(fault(), Some(Fault::Justice | Fault::Compassion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_trace::format::read_any;

    /// `x` counts, `h` is free; one property about each.
    const MODEL: &str = "system \"s\"\nvar x : 0..3 state\nvar h : bool state\ninit (= x 0)\n\
        next x = (ite (< x 3) (+ x 1) x)\nproperty \"small\" invariant (< x 2) text \"x < 2\"\n\
        property \"low\" invariant (not h) text \"! h\"\n";

    /// Result for each property, given states and what the file names.
    fn told(specification: &str, states: &str) -> Vec<Option<ViolationBasis>> {
        let system = wherefore_ir::text::parse(MODEL).unwrap();
        let text = format!("{{\"#meta\": {{\"specification\": \"{specification}\"}}, \"states\": {states}}}");
        let given = read_any(&system, &text).unwrap();
        let classified = classify(&system, &given, &system.properties, &Options::default(), &Stop::new());
        let classified = classified.unwrap_or_else(|(index, cause)| panic!("{index}: {cause}"));
        classified.violations.iter().map(|v| v.as_ref().map(|v| v.basis)).collect()
    }

    #[test]
    fn what_rests_on_found_values_is_not_taken_for_given() {
        let open = "[{\"x\": 0}, {\"x\": 1}, {\"x\": 2}]";
        assert_eq!(told("", open), [Some(ViolationBasis::File), Some(ViolationBasis::Choice)]);
        // A file that names a property, by its name or its text, means that one; others must be violated on the way.
        assert_eq!(told("small", open), [Some(ViolationBasis::File), None]);
        assert_eq!(told("(x<2)", open), [Some(ViolationBasis::File), None]);
        assert_eq!(told("low", open), [Some(ViolationBasis::File), Some(ViolationBasis::File)]);
        assert_eq!(told("low", "[{\"x\": 0, \"h\": false}, {}]"), [None, Some(ViolationBasis::File)]);
        // All values are there.
        assert_eq!(told("", "[{\"x\": 0, \"h\": true}]"), [None, Some(ViolationBasis::File)]);
    }
}
