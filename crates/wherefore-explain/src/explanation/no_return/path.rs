//! From which tick on is the failure of an LTL formula sealed?
//!
//! The run is kept up to and including the state of a tick, and everything after it is free. If then nothing satisfies the
//! formula, the failure is sealed at that tick. A longer beginning can only exclude more, so that a binary search finds the first
//! such tick. Some variables can be kept for ever: with the environment kept, the others alone have to avoid the failure.
//! A promise that becomes due at the end of the run may break in the next round of its loop only, so that one more round is
//! searched:
//!
//! ```text
//! G (i -> X o) and G (o <-> i)      tick   0  1  0  1  ...      i at 1 asks for o at the second 0, where it is false:
//!                                   i      f  t  f  t           sealed at the second visit of 0, not before, since i and o
//!                                   o      f  t  f  t           could still be true there
//! ```
//!
//! A promise about what must happen in the end is never sealed by a beginning. That is not proved here: what is said then is
//! only how far the search went. A question without an answer leaves the point open. Only runs that go on for ever and are fair
//! count, as everywhere in LTL.

use super::{ChoicePoints, LAST_CHOICE, Part, PointOfNoReturn, Steps, Subject, Why, first, undecided};
use crate::follow::{Beginning, Fixed, counter, follow, layout};
use crate::judge::{Answer, Judge};
use crate::{Alternative, ChoicePoint, Consequence};
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Silent};
use wherefore_ir::{Constraint, System, TermId, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Trace, show};

/// From when on no run satisfies a formula that begins like this one and has the same values for some variables for ever; the
/// cause if that stays open.
pub(crate) fn point(
    system: &System,
    formula: TermId,
    run: &Trace,
    always: &[VarId],
    judge: &Judge<'_>,
) -> (PointOfNoReturn, Option<NoAnswer>) {
    let places = layout(run, true);
    let is_sealed = |place: usize| match judge.satisfiable(&mut kept(system, run, always, place), formula) {
        Answer::Yes(_) => Ok(false),
        Answer::No => Ok(true),
        Answer::Unknown(cause) => Err(cause),
    };
    match first(places.len(), is_sealed) {
        Ok(Some(place)) if place < run.len() => (PointOfNoReturn::At(place), None),
        Ok(Some(place)) => {
            (places.get(place).map_or(PointOfNoReturn::Open, |tick| PointOfNoReturn::Again(*tick)), None)
        }
        Ok(None) => (PointOfNoReturn::NotYet, None),
        Err(cause) => (PointOfNoReturn::Open, Some(cause)),
    }
}

/// The system restricted to runs that begin like this one, up to the state of a place of its layout.
fn kept(system: &System, run: &Trace, always: &[VarId], place: usize) -> System {
    let mut system = system.clone();
    let beginning =
        Beginning { tick: place, states: system.state_vars().collect(), inputs: system.input_vars().collect() };
    follow(&mut system, run, &Fixed { always: always.to_vec(), until: Some(beginning) });
    system
}

/// Point of no return and choice points of a lasso on which a formula is false.
pub(super) fn consequences(
    subject: &Subject<'_>,
    (formula, assuming): (TermId, Option<TermId>),
    run: &Trace,
    steps: &dyn Steps,
    stop: &Stop,
) -> ChoicePoints {
    let mut system = subject.system.clone();
    let good = system.terms.and(assuming.into_iter().chain([formula]));
    let denied = system.terms.not(formula);
    let bad = system.terms.and(assuming.into_iter().chain([denied]));
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let judge = Judge::new(subject.options, stop, &observer);
    let (sealed, open) = point(&system, good, run, &[], &judge);
    if let Some(cause) = open {
        return ChoicePoints::unknown(&cause);
    }
    let mut table = Table { subject, system, run, good, bad, judge: &judge };
    let choice_points = match sealed {
        PointOfNoReturn::At(0) => Part::Known(Vec::new()),
        PointOfNoReturn::At(tick) => match table.choice_point(steps, tick - 1) {
            Ok(choice_point) => Part::Known(vec![choice_point]),
            Err(cause) => undecided(&cause),
        },
        _ => Part::Missing(Why::NeverSealed),
    };
    ChoicePoints { no_return: Part::Known(sealed), choice_points }
}

/// Questions about a choice_point.
struct Table<'a> {
    subject: &'a Subject<'a>,
    system: System,
    run: &'a Trace,
    good: TermId,
    bad: TermId,
    judge: &'a Judge<'a>,
}

impl Table<'_> {
    /// Options in the step from a tick.
    fn choice_point(&mut self, steps: &dyn Steps, tick: usize) -> Result<ChoicePoint, NoAnswer> {
        let mut alternatives = Vec::new();
        for option in steps.options(&mut self.system, self.run, tick) {
            let (is_taken, restricted) = (self.takes(option.taken, tick), self.with(option.taken, tick));
            if let Some(consequence) = self.consequence(restricted)?.or(is_taken.then_some(Consequence::Inevitable)) {
                alternatives.push(super::choice_point::alternative(&option, consequence, is_taken));
            }
        }
        if alternatives.is_empty() {
            alternatives = self.by_values(tick)?;
        }
        Ok(ChoicePoint { tick, kind: LAST_CHOICE, alternatives, unobservable: Vec::new() })
    }

    fn takes(&self, taken: TermId, tick: usize) -> bool {
        let next = self.run.successor(tick).and_then(|n| self.run.steps.get(n));
        let (Some(now), Some(next)) = (self.run.steps.get(tick), next) else { return false };
        let evaluator = Evaluator::new(&self.system.terms, &[taken]);
        evaluator.is_ok_and(|e| e.truths(&now.values, Some(&next.values)) == [Some(true)])
    }

    /// Runs that begin like this one up to a tick and take an option there.
    fn with(&self, taken: TermId, tick: usize) -> System {
        let mut system = kept(&self.system, self.run, &[], tick);
        let at = counter(&mut system, tick + 1, None);
        let number = system.terms.int(tick as i64);
        let is_here = system.terms.eq(at, number);
        let term = system.terms.implies(is_here, taken);
        system.trans.push(Constraint { term, element: None });
        system
    }

    /// Effect of these runs on the failure; `None` if there are no such runs.
    fn consequence(&self, mut system: System) -> Result<Option<Consequence>, NoAnswer> {
        let can_hold = self.judge.satisfiable(&mut system, self.good);
        let can_fail = self.judge.satisfiable(&mut system, self.bad);
        Ok(match (can_hold, can_fail) {
            (Answer::Unknown(cause @ NoAnswer::Stopped(_)), _) | (_, Answer::Unknown(cause @ NoAnswer::Stopped(_))) => {
                return Err(cause);
            }
            (Answer::No, Answer::No) => None,
            (Answer::No, _) => Some(Consequence::Inevitable),
            (Answer::Yes(_), Answer::No) => Some(Consequence::Avoided),
            (Answer::Yes(_), Answer::Yes(_)) => Some(Consequence::Open),
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => Some(Consequence::Unknown),
        })
    }

    /// Next values of the run in the variables that count, and those of another run that satisfies the formula.
    fn by_values(&self, tick: usize) -> Result<Vec<Alternative>, NoAnswer> {
        let other = match self.judge.satisfiable(&mut kept(&self.system, self.run, &[], tick), self.good) {
            Answer::Yes(run) => run,
            Answer::No => return Ok(Vec::new()),
            Answer::Unknown(cause) => return Err(cause),
        };
        let after = |run: &Trace| (0..=tick).try_fold(0, |at, _| run.successor(at));
        let (Some(here), Some(there)) = (after(self.run), after(&other)) else { return Ok(Vec::new()) };
        let terms = &self.subject.system.terms;
        let differs: Vec<VarId> = self.subject.system.state_vars().filter(|v| (self.subject.counts)(*v)).collect();
        let differs: Vec<VarId> =
            differs.into_iter().filter(|v| self.run.value(here, *v) != other.value(there, *v)).collect();
        let words = |run: &Trace, at: usize| -> String {
            let one = |v: &VarId| Some(format!("{} = {}", terms.var(*v).name, show(terms, *v, run.value(at, *v)?)));
            differs.iter().filter_map(one).collect::<Vec<_>>().join(", ")
        };
        let row = |action: String, consequence, taken| Alternative { action, leads: Vec::new(), consequence, taken };
        let rows = [
            row(words(self.run, here), Consequence::Inevitable, true),
            row(words(&other, there), Consequence::Open, false),
        ];
        Ok(rows.into_iter().filter(|r| !r.action.is_empty()).collect())
    }
}
