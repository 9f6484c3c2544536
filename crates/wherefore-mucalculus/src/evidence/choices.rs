//! Choices on a run: where it is still open whether the run comes to show the verdict.
//!
//! A transition *avoids* what is shown if it leads to no [configuration](super::configurations). It *seals* what is shown if no configuration that comes later has one that avoids it; after some of these every way on comes
//! to a settled one. The others leave it *open*. For a formula that single runs violate these are the choices of neighbourhoods in
//! Barbon, Leroy, Salaün, "Debugging of concurrent systems using counterexample analysis" (2017): a test follows the same runs
//! by the automaton of the formula.

use super::configurations::Configurations;
use crate::play::PlayStep;
use std::collections::BTreeSet;

/// What a transition does to what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Afterwards what is shown cannot come any more.
    Avoids,
    /// Afterwards what is shown can still come, and still be avoided.
    Open,
    /// No later transition avoids it.
    Seals,
    /// No later transition avoids it, and every way on comes to it.
    Settles,
}

/// A transition that can be taken at a place of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The label.
    pub label: u32,
    /// Where it ends.
    pub to: u32,
    /// What it does.
    pub effect: Effect,
}

/// A place on a run with a transition that avoids what is shown, or seals it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoicePoint {
    /// After how many steps of the run.
    pub tick: usize,
    /// All transitions there, in order.
    pub choices: Vec<Choice>,
}

/// The choices on a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Those places of the run, in order.
    pub points: Vec<ChoicePoint>,
    /// The tick of the run at which its state shows the verdict; none if the run does not come so far.
    pub settled: Option<usize>,
    /// What transitions with each label do at all such places that runs can come to, not only at those of this run.
    pub uses: BTreeSet<(u32, Effect)>,
}

/// The choices on a run.
pub fn choices(known: &Configurations, run: &[PlayStep]) -> Choices {
    let (open, settling) = (known.open(), known.settling());
    // Where it is sealed from the beginning, the first state has the last choice.
    let is_point = |at: usize, is_first: bool, row: &[Choice]| {
        (open[at] || is_first) && row.iter().any(|choice| choice.effect != Effect::Open)
    };
    let mut found = Choices::default();
    for at in 0..known.all.len() {
        let row = row(known, at, &open, &settling);
        if is_point(at, at == 0, &row) {
            found.uses.extend(row.iter().map(|c| (c.label, c.effect)));
        }
    }
    let mut at = 0;
    for tick in 0..=run.len() {
        let Some(moves) = &known.all[at].moves else {
            found.settled = Some(tick);
            break;
        };
        let choices = row(known, at, &open, &settling);
        if is_point(at, tick == 0, &choices) {
            found.points.push(ChoicePoint { tick, choices });
        }
        let taken =
            run.get(tick).and_then(|step| moves.iter().find(|m| (m.label, m.state) == (step.label, step.state)));
        match taken.and_then(|m| m.next) {
            Some(next) => at = next,
            None => break,
        }
    }
    found
}

fn row(known: &Configurations, at: usize, open: &[bool], settling: &[bool]) -> Vec<Choice> {
    let effect = |next: Option<usize>| match next {
        None => Effect::Avoids,
        Some(next) if open[next] => Effect::Open,
        Some(next) if settling[next] => Effect::Settles,
        Some(_) => Effect::Seals,
    };
    known.moves(at).iter().map(|m| Choice { label: m.label, to: m.state, effect: effect(m.next) }).collect()
}
