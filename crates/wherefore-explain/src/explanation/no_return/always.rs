//! The point of no return of finite runs, and the choice_points before it.
//!
//! One oracle answers for all runs: what it learned about one helps with the others, and a state that two runs pass through is
//! asked about once. When all is said, another solver looks at every claim that was made; what it does not confirm is withdrawn.

use super::choice_point::Draft;
use super::explainer::Explainer;
use super::inevitable::{Avoidability, Oracle};
use super::layout::Ground;
use super::safe::Safety;
use super::{ChoicePoints, LAST_CHOICE, Part, PointOfNoReturn, Steps, Subject, WAY_OUT, first, undecided};
use crate::Consequence;
use std::collections::BTreeMap;
use wherefore_check::NoAnswer;
use wherefore_ir::TermId;
use wherefore_solve::Stop;
use wherefore_trace::{Evaluator, Trace};

/// The most choice_points that are listed for a run, and the most ticks that are looked at for them.
const MOST_JUNCTIONS: usize = 3;
const MOST_TICKS: usize = 6;

/// Points of no return of failing runs of a claim that should hold at every tick.
pub(super) fn consequences(
    subject: &Subject<'_>,
    good: TermId,
    runs: &[&Trace],
    steps: &dyn Steps,
    stop: &Stop,
) -> Vec<ChoicePoints> {
    let none = |cause: NoAnswer| runs.iter().map(|_| ChoicePoints::unknown(&cause)).collect();
    if subject.system.terms.has_next(good) {
        return none(NoAnswer::Unsupported("a claim about two ticks".to_owned()));
    }
    let ground = Ground::new(subject.system, good);
    let oracle = match Oracle::new(&ground, subject.options, stop) {
        Ok(oracle) => oracle,
        Err(cause) => return none(cause),
    };
    let mut explainer = Explainer { subject, steps, oracle, safety: Safety::default(), shared: BTreeMap::new() };
    let found: Vec<Found> = runs.iter().map(|run| explainer.run(run)).collect();
    let verdicts = explainer.oracle.verify();
    found.into_iter().map(|f| f.confirmed(&verdicts)).collect()
}

/// Where a run was sealed.
#[derive(Clone, Copy)]
struct Point {
    tick: usize,
    /// The tick of the choice that did it; none if there was no choice.
    choice: Option<usize>,
    /// Number of ticks after the choice within which the claim is broken.
    within: u32,
}

/// An answer with the numbers of the claims that it rests on.
type Claimed<T> = Result<(T, Vec<usize>), NoAnswer>;

struct Found {
    point: Claimed<Point>,
    choice_points: Claimed<Vec<Draft>>,
}

impl Found {
    fn confirmed(self, verdicts: &[Result<(), NoAnswer>]) -> ChoicePoints {
        let told = |claims: &[usize]| -> Result<(), NoAnswer> {
            let missing = || NoAnswer::Refuted("a claim that nobody looked at".to_owned());
            claims.iter().try_for_each(|c| verdicts.get(*c).cloned().unwrap_or_else(|| Err(missing())))
        };
        let no_return = self.point.and_then(|(point, claims)| told(&claims).map(|()| PointOfNoReturn::At(point.tick)));
        let choice_points = self.choice_points.and_then(|(drafts, claims)| {
            told(&claims)?;
            drafts.iter().try_for_each(|d| told(&d.claims))?;
            Ok(drafts.into_iter().map(|d| d.choice_point).collect())
        });
        fn part<T>(result: Result<T, NoAnswer>) -> Part<T> {
            result.map_or_else(|cause| undecided(&cause), Part::Known)
        }
        ChoicePoints { no_return: part(no_return), choice_points: part(choice_points) }
    }
}

impl Explainer<'_> {
    fn run(&mut self, run: &Trace) -> Found {
        let point = self.point(run);
        let choice_points = point.clone().and_then(|(point, claims)| Ok((self.choice_points(run, point)?, claims)));
        Found { point, choice_points }
    }

    /// The number of ticks within which the failure is certain from a tick, if it is.
    fn doom(&mut self, run: &Trace, tick: usize) -> Result<Option<u32>, NoAnswer> {
        let here = self.here(run, tick)?;
        Ok(match self.oracle.outlook(&[here])? {
            Avoidability::Inevitable(depth) => Some(depth),
            Avoidability::Avoidable(_) => None,
        })
    }

    fn point(&mut self, run: &Trace) -> Claimed<Point> {
        if run.loop_start.is_some() {
            return Err(NoAnswer::Unsupported("the consequence of a run that does not end where it fails".to_owned()));
        }
        let Some(tick) = first(run.len(), |tick| Ok(self.doom(run, tick)?.is_some()))? else {
            let last = run.len().saturating_sub(1);
            return Ok((Point { tick: last, choice: Some(last), within: 0 }, Vec::new()));
        };
        let here = self.here(run, tick)?;
        let depth = self.doom(run, tick)?.unwrap_or_default();
        let point = Point { tick, choice: tick.checked_sub(1), within: depth + 1 };
        Ok((point, self.oracle.doomed(&[here], depth)))
    }

    /// The choice_points of a run, in order: the last choice, and before it those that could have excluded the failure.
    fn choice_points(&mut self, run: &Trace, point: Point) -> Result<Vec<Draft>, NoAnswer> {
        let Some(choice) = point.choice else { return Ok(Vec::new()) };
        let mut drafts = vec![self.choice_point(run, (choice, LAST_CHOICE), Some(point.within))?];
        for tick in (0..choice).rev().take(MOST_TICKS).filter(|t| self.waits(run, *t)).collect::<Vec<_>>() {
            if drafts.len() == MOST_JUNCTIONS {
                break;
            }
            let draft = self.choice_point(run, (tick, WAY_OUT), None)?;
            let is_way_out = draft.choice_point.alternatives.iter().any(|a| a.consequence == Consequence::Avoided);
            drafts.extend(is_way_out.then_some(draft));
        }
        drafts.reverse();
        Ok(drafts)
    }

    /// Whether the system waits for its environment at a tick.
    fn waits(&self, run: &Trace, tick: usize) -> bool {
        let (Some(rest), Some(step)) = (self.subject.system.annexes.rest, run.steps.get(tick)) else { return true };
        let evaluator = Evaluator::new(&self.subject.system.terms, &[rest]);
        evaluator.is_ok_and(|e| e.truths(&step.values, None) == [Some(true)])
    }
}
