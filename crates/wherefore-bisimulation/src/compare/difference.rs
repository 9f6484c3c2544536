//! How a difference is shown: a formula that is true of one graph alone, and a run.

use super::NoAnswer;
use crate::evaluate::Judge;
use crate::formula::{Formula, FormulaId, Formulas};
use crate::graph::{HIDDEN, Pair};
use crate::partition::Partition;
use crate::refine::Subject;
use crate::run::{End, Run, RunStep, Side, play};
use crate::separate::separate;
use crate::shorten::shorten;
use crate::subset::{Observation, follow};
use wherefore_stop::Stop;

/// Difference of two graphs.
#[derive(Clone, Debug)]
pub struct Difference {
    /// All formulas.
    pub formulas: Formulas,
    /// The one that holds of one graph alone. It was evaluated.
    pub formula: FormulaId,
    /// The graph that it holds of.
    pub side: Side,
    /// A run that shows it.
    pub run: Run,
}

impl Difference {
    /// The formula as text; none if it is longer than so many bytes.
    pub fn text(&self, name: &dyn Fn(u32) -> String, longest: usize) -> Option<String> {
        self.formulas.text(self.formula, name, longest)
    }
}

/// The difference of two states that a refinement has parted.
pub(super) fn of_states(
    pair: &Pair,
    subject: Subject<'_>,
    partition: &Partition,
    ends: (u32, u32),
    stop: &Stop,
) -> Result<Difference, NoAnswer> {
    let mut formulas = Formulas::default();
    let formula = separate(subject, partition, ends, &mut formulas).ok_or(NoAnswer::TooLong)?;
    let mut judge = Judge::new(&pair.graph, stop);
    if !judge.tells_apart(&formulas, formula, pair.first, pair.second)? {
        return Err(NoAnswer::Refuted("the formula does not tell the graphs apart".to_owned()));
    }
    let formula = shorten(&mut formulas, formula, (pair.first, pair.second), &mut judge)?;
    let run = play(&pair.graph, &formulas, formula, [pair.first, pair.second], &mut judge)?;
    let run = run.ok_or_else(|| NoAnswer::Refuted("no run shows the formula".to_owned()))?;
    Ok(Difference { formulas, formula, side: Side::First, run })
}

/// The difference that a trace shows, or a trace with what is refused after it.
pub(super) fn of_runs(
    pair: &Pair,
    observation: Observation,
    (side, trace, refused): (Side, Vec<u32>, Option<Vec<u32>>),
    stop: &Stop,
) -> Result<Difference, NoAnswer> {
    let mut formulas = Formulas::default();
    let then = refused.as_ref().map_or(Formulas::TRUE, |refused| refusing(&mut formulas, refused));
    let formula = formulas.path(&trace, observation.is_weak(), then);
    let mut judge = Judge::new(&pair.graph, stop);
    let (one, two) = match side {
        Side::First => (pair.first, pair.second),
        Side::Second => (pair.second, pair.first),
    };
    if !judge.tells_apart(&formulas, formula, one, two)? {
        return Err(NoAnswer::Refuted("the trace does not tell the graphs apart".to_owned()));
    }
    let run = shown(pair, observation, side, &trace, refused);
    let run = run.ok_or_else(|| NoAnswer::Refuted("no run has the trace".to_owned()))?;
    Ok(Difference { formulas, formula, side, run })
}

/// Formula: hidden steps lead to a state that makes none and refuses these labels.
fn refusing(formulas: &mut Formulas, refused: &[u32]) -> FormulaId {
    let labels = [HIDDEN].into_iter().chain(refused.iter().copied());
    let parts: Vec<FormulaId> = labels
        .map(|label| {
            let can = formulas.add(Formula::Next(label, Formulas::TRUE));
            formulas.not(can)
        })
        .collect();
    let then = formulas.all(parts);
    formulas.add(Formula::Until { meanwhile: Formulas::TRUE, label: HIDDEN, then })
}

/// A run of both graphs along the trace, as far as both have it.
fn shown(pair: &Pair, observation: Observation, side: Side, trace: &[u32], refused: Option<Vec<u32>>) -> Option<Run> {
    let (common, end) = match refused {
        Some(refused) => (trace, End::Refuses(side, refused)),
        None => {
            let (last, common) = trace.split_last()?;
            (common, End::Can(side, *last))
        }
    };
    let is_goal = |state: u32| {
        let has = |label: &u32| pair.graph.steps(state).iter().any(|step| step.label == *label);
        match &end {
            End::Refuses(_, refused) => !has(&HIDDEN) && !refused.iter().any(has),
            End::Can(_, label) => has(label),
            End::ForEver(_) => true,
        }
    };
    let way = |start: u32, is_able: bool| {
        follow(&pair.graph, start, common, observation.is_weak(), &|state| !is_able || is_goal(state))
    };
    let ways = [way(pair.first, side == Side::First)?, way(pair.second, side == Side::Second)?];
    let mut steps = Vec::new();
    for (place, label) in common.iter().enumerate() {
        let [one, two] = [0, 1].map(|side| ways[side].get(place).copied().unwrap_or_default());
        steps.push(RunStep { label: *label, states: [one.0, two.0], hidden: [one.1, two.1] });
    }
    // Hidden steps to the state at the end.
    let [one, two] = [0, 1].map(|side| ways[side].last().copied().unwrap_or_default());
    if one.1 > 0 || two.1 > 0 {
        let hidden = [one.1, two.1].map(|hidden: u32| hidden.saturating_sub(1));
        steps.push(RunStep { label: HIDDEN, states: [one.0, two.0], hidden });
    }
    Some(Run { steps, end, has_choices: false })
}
