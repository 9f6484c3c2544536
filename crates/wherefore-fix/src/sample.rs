//! Runs of a model on which nothing has failed yet, for a first look at what an edit changes.
//!
//! Some runs are found by a search, so that together they reach the parts of the model, and go on by chance; others are drawn by chance
//! from the start. Inputs that are drawn are mostly numbers that the model mentions and their neighbours. What a step leaves open is
//! drawn too and kept if the model allows it. The same model gives the same runs every time. Such runs prove nothing: an edit that
//! changes none of them is asked about by [`conserve`](crate::conserve).

use crate::environment::{ChangedModel, Environment};
use wherefore_check::Drawing;
use wherefore_ir::{System, TermId, Value, VarId};
use wherefore_trace::{Evaluator, Step, Trace};

/// How many runs are drawn, and how long they are.
const RUNS: usize = 48;
const TICKS: usize = 14;
/// In how many ways a run that was found goes on, and for how long.
const ENDINGS: usize = 2;
const MORE_TICKS: usize = 4;
/// The seed of what is drawn.
const SEED: u64 = 0x5eed;

/// Runs on which these formulas hold all the time.
#[derive(Default)]
pub(crate) struct Samples {
    runs: Vec<(Environment, Trace)>,
}

impl Samples {
    /// Draws runs of a system, and runs that begin with these; they end before one of the formulas fails.
    pub(crate) fn draw(system: &System, goods: &[TermId], begun: &[Trace]) -> Samples {
        let drawn = Passing::new(system, goods).map(|mut passing| passing.runs(begun));
        let runs = drawn.unwrap_or_default();
        Samples { runs: runs.into_iter().map(|run| (Environment::of(system, &run), run)).collect() }
    }

    /// The runs.
    pub(crate) fn traces(&self) -> impl Iterator<Item = &Trace> {
        self.runs.iter().map(|(_, run)| run)
    }

    /// How many of the runs a changed model does otherwise, of how many; a run on which that is not known counts as changed.
    pub(crate) fn changed(&self, system: &System, changed: &System) -> (usize, usize) {
        (self.otherwise(system, changed).count(), self.runs.len())
    }

    /// Whether there are runs, and a changed model does all of them as before.
    pub(crate) fn is_same(&self, system: &System, changed: &System) -> bool {
        !self.runs.is_empty() && self.otherwise(system, changed).next().is_none()
    }

    /// The runs that a changed model does otherwise.
    fn otherwise<'a>(&'a self, system: &'a System, changed: &'a System) -> impl Iterator<Item = &'a Trace> {
        let compared = ChangedModel::new(changed).zip(Seen::new(system, changed));
        self.runs.iter().filter_map(move |(environment, run)| {
            let is_same = compared
                .as_ref()
                .is_some_and(|(model, seen)| model.follows(environment).is_some_and(|other| seen.is_same(run, &other)));
            (!is_same).then_some(run)
        })
    }
}

/// What is seen of two models: variables and declared definitions of the same name.
struct Seen {
    vars: Vec<(VarId, VarId)>,
    defines: [Evaluator; 2],
}

impl Seen {
    fn new(one: &System, two: &System) -> Option<Seen> {
        let vars = one.terms.vars().filter_map(|(v, var)| Some((v, two.terms.find_var(&var.name)?))).collect();
        let declared = one.defines.iter().filter(|d| d.declared.is_some());
        let pairs = declared.filter_map(|d| Some((d.term, two.defines.iter().find(|o| o.name == d.name)?.term)));
        let (ones, twos): (Vec<TermId>, Vec<TermId>) = pairs.unzip();
        Some(Seen { vars, defines: [Evaluator::new(&one.terms, &ones).ok()?, Evaluator::new(&two.terms, &twos).ok()?] })
    }

    fn is_same(&self, one: &Trace, two: &Trace) -> bool {
        one.len() == two.len() && one.steps.iter().zip(&two.steps).all(|(a, b)| self.is_same_step(a, b))
    }

    fn is_same_step(&self, one: &Step, two: &Step) -> bool {
        self.vars.iter().all(|(a, b)| is_same_value(one.get(*a), two.get(*b))) && {
            let [ones, twos] = &self.defines;
            let (ones, twos) = (ones.evaluate(&one.values, None), twos.evaluate(&two.values, None));
            ones.iter().zip(&twos).all(|(a, b)| is_same_value(a.as_ref(), b.as_ref()))
        }
    }
}

/// Values of two systems; those of enumerations have the same places, because declarations are not edited.
fn is_same_value(one: Option<&Value>, two: Option<&Value>) -> bool {
    match (one, two) {
        (Some(Value::Enum(_, a)), Some(Value::Enum(_, b))) => a == b,
        (a, b) => a == b,
    }
}

/// Runs of a system on which these formulas hold.
struct Passing<'a> {
    drawing: Drawing<'a>,
    good: Evaluator,
}

impl<'a> Passing<'a> {
    fn new(system: &'a System, goods: &[TermId]) -> Option<Passing<'a>> {
        Some(Passing { drawing: Drawing::new(system, SEED)?, good: Evaluator::new(&system.terms, goods).ok()? })
    }

    fn runs(&mut self, begun: &[Trace]) -> Vec<Trace> {
        let mut found: Vec<Trace> = (0..RUNS).filter_map(|_| self.run(&[], TICKS)).collect();
        for run in begun {
            found.extend((0..ENDINGS).filter_map(|_| self.run(&run.steps, run.len() + MORE_TICKS)));
        }
        found
    }

    /// A run that begins with these steps, up to the tick before one at which a formula fails.
    fn run(&mut self, begin: &[Step], ticks: usize) -> Option<Trace> {
        let mut steps: Vec<Step> = begin.to_vec();
        while steps.len() < ticks {
            let Some(step) = self.drawing.step(steps.last()) else { break };
            if !self.good.truths(&step.values, None).iter().all(|t| *t == Some(true)) {
                break;
            }
            steps.push(step);
        }
        (steps.len() > 1).then(|| Trace::finite(steps))
    }
}
