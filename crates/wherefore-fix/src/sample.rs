//! Runs of a model on which nothing has failed yet, for a first look at what an edit changes.
//!
//! Some runs are found by a search, so that together they reach the parts of the model, and go on by chance; others are drawn by chance
//! from the start. Inputs that are drawn are mostly numbers that the model mentions and their neighbours. What a step leaves open is
//! drawn too and kept if the model allows it. The same model gives the same runs every time. Such runs prove nothing: an edit that
//! changes none of them is asked about by [`conserve`](crate::conserve).

use crate::environment::{Environment, Simulator};
use wherefore_ir::{System, TermId, Value, VarId};
use wherefore_trace::{Draw, Evaluator, Step, Trace};

/// How many runs are drawn, and how long they are.
const RUNS: usize = 48;
const TICKS: usize = 14;
/// In how many ways a run that was found goes on, and for how long.
const ENDINGS: usize = 2;
const MORE_TICKS: usize = 4;
/// How often a step is drawn again that the model does not allow.
const ATTEMPTS: usize = 24;
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
        let drawn = Drawing::new(system, goods).map(|mut drawing| drawing.runs(begun));
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
        let compared = Simulator::new(changed).zip(Seen::new(system, changed));
        self.runs.iter().filter_map(move |(environment, run)| {
            let is_same = compared.as_ref().is_some_and(|(simulator, seen)| {
                simulator.follows(environment).is_some_and(|other| seen.is_same(run, &other))
            });
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

struct Drawing<'a> {
    system: &'a System,
    simulator: Simulator<'a>,
    good: Evaluator,
    invar: Evaluator,
    trans: Evaluator,
    init: Evaluator,
    draw: Draw,
}

impl<'a> Drawing<'a> {
    fn new(system: &'a System, goods: &[TermId]) -> Option<Drawing<'a>> {
        let compile = |terms: Vec<TermId>| Evaluator::new(&system.terms, &terms).ok();
        Some(Drawing {
            system,
            simulator: Simulator::new(system)?,
            good: compile(goods.to_vec())?,
            invar: compile(system.invar.iter().map(|c| c.term).collect())?,
            trans: compile(system.trans.iter().map(|c| c.term).collect())?,
            init: compile(system.init.iter().map(|c| c.term).collect())?,
            draw: Draw::new(system, SEED),
        })
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
            let Some(step) = self.step(steps.last()) else { break };
            if !self.good.truths(&step.values, None).iter().all(|t| *t == Some(true)) {
                break;
            }
            steps.push(step);
        }
        (steps.len() > 1).then(|| Trace::finite(steps))
    }

    fn step(&mut self, before: Option<&Step>) -> Option<Step> {
        (0..ATTEMPTS).find_map(|_| self.attempt(before))
    }

    fn attempt(&mut self, before: Option<&Step>) -> Option<Step> {
        let mut step = Step::empty(self.system);
        for (var, _) in self.system.vars() {
            let value = self.draw.value(&self.system.terms, self.system.terms.var(var).sort);
            step.set(var, value);
        }
        let holds = |evaluator: &Evaluator, now: &Step, next: Option<&Step>| {
            evaluator.truths(&now.values, next.map(|n| n.values.as_slice())).iter().all(|t| *t == Some(true))
        };
        match before {
            None => {
                self.simulator.begin(&mut step);
                if !holds(&self.init, &step, None) {
                    return None;
                }
            }
            Some(before) => {
                self.simulator.follow(before, &mut step)?;
                if !holds(&self.trans, before, Some(&step)) {
                    return None;
                }
            }
        }
        holds(&self.invar, &step, None).then_some(step)
    }
}
