//! Steps of a system in which everything that is open is drawn by chance, the same ones every time.
//!
//! A step is drawn as a whole a few times. If the rules of the model allow none of these, one is repaired: again and again a value
//! that a broken rule reads is drawn anew and kept unless more rules are broken then.

use super::Simulator;
use wherefore_ir::{Constraint, System, TermId, VarId, walk};
use wherefore_trace::{Draw, Evaluator, Step};

/// How often a step is drawn as a whole.
const WHOLE: usize = 4;
/// How many values of a step that breaks rules are drawn anew.
const REPAIRS: usize = 200;

/// A source of steps of a system.
pub struct Drawing<'a> {
    system: &'a System,
    simulator: Simulator<'a>,
    first: Rules,
    later: Rules,
    draw: Draw,
    spent: u64,
}

/// What the first steps of runs must satisfy, or the later ones.
struct Rules {
    /// Formulas about the step itself, whichever it is.
    invar: Evaluator,
    /// Formulas about a first step, or about a step and the one before it.
    other: Evaluator,
    /// Of each formula, those of `invar` first, the variables of the step that it reads and that are open.
    open: Vec<Vec<VarId>>,
}

impl<'a> Drawing<'a> {
    /// A source of steps; the same seed gives the same steps. None if one of the system's terms has no value at a tick.
    pub fn new(system: &'a System, seed: u64) -> Option<Drawing<'a>> {
        let simulator = Simulator::new(system)?;
        let first = Rules::new(system, &system.init, |var| !simulator.determines(var, true))?;
        let later = Rules::new(system, &system.trans, |var| !simulator.determines(var, false))?;
        Some(Drawing { system, simulator, first, later, draw: Draw::new(system, seed), spent: 0 })
    }

    /// A step that may begin a run, or follow another; none if none was found.
    pub fn step(&mut self, before: Option<&Step>) -> Option<Step> {
        let mut drawn = None;
        for _ in 0..WHOLE {
            let step = self.whole(before)?;
            let broken = self.broken(before, &step);
            if broken.is_empty() {
                return Some(step);
            }
            drawn = Some((step, broken));
        }
        let (step, broken) = drawn?;
        self.repaired(before, step, broken)
    }

    /// Instructions of the evaluator for one step.
    pub(super) fn size(&self) -> usize {
        self.simulator.updates.size() + self.later.size()
    }

    /// Instructions of the evaluator that the steps so far have taken.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// A step in which what is open is drawn.
    fn whole(&mut self, before: Option<&Step>) -> Option<Step> {
        let mut step = Step::empty(self.system);
        for (var, _) in self.system.vars() {
            let value = self.draw.value(&self.system.terms, self.system.terms.var(var).sort);
            step.set(var, value);
        }
        match before {
            None => self.simulator.begin(&mut step),
            Some(before) => {
                self.spent += self.simulator.updates.size() as u64;
                self.simulator.follow(before, &mut step)?;
            }
        }
        Some(step)
    }

    /// The step in which values that the broken rules read were drawn anew until none was broken.
    fn repaired(&mut self, before: Option<&Step>, mut step: Step, mut broken: Vec<usize>) -> Option<Step> {
        for _ in 0..REPAIRS {
            let rule = broken[self.draw.place(broken.len())];
            let open = if before.is_none() { &self.first.open[rule] } else { &self.later.open[rule] };
            if open.is_empty() {
                return None;
            }
            let var = open[self.draw.place(open.len())];
            let mut other = step.clone();
            other.set(var, self.draw.value(&self.system.terms, self.system.terms.var(var).sort));
            if before.is_none() {
                self.simulator.begin(&mut other);
            }
            let left = self.broken(before, &other);
            if left.is_empty() {
                return Some(other);
            }
            if left.len() <= broken.len() {
                (step, broken) = (other, left);
            }
        }
        None
    }

    /// The rules for a first step, or for one that follows another.
    fn rules(&self, before: Option<&Step>) -> &Rules {
        if before.is_none() { &self.first } else { &self.later }
    }

    /// The places of the rules that a step breaks.
    fn broken(&mut self, before: Option<&Step>, step: &Step) -> Vec<usize> {
        self.spent += self.rules(before).size() as u64;
        self.rules(before).broken(before, step)
    }
}

impl Rules {
    fn new(system: &System, other: &[Constraint], is_open: impl Fn(VarId) -> bool) -> Option<Rules> {
        let terms = &system.terms;
        let conjuncts =
            |list: &[Constraint]| -> Vec<TermId> { list.iter().flat_map(|c| walk::conjuncts(terms, c.term)).collect() };
        let (invar, other) = (conjuncts(&system.invar), conjuncts(other));
        let open = |term: &TermId| walk::variables(terms, [*term]).into_iter().filter(|var| is_open(*var)).collect();
        let open = invar.iter().chain(&other).map(open).collect();
        Some(Rules { invar: Evaluator::new(terms, &invar).ok()?, other: Evaluator::new(terms, &other).ok()?, open })
    }

    /// Instructions of the evaluator.
    fn size(&self) -> usize {
        self.invar.size() + self.other.size()
    }

    fn broken(&self, before: Option<&Step>, step: &Step) -> Vec<usize> {
        let mut truths = self.invar.truths(&step.values, None);
        truths.extend(match before {
            None => self.other.truths(&step.values, None),
            Some(before) => self.other.truths(&before.values, Some(&step.values)),
        });
        truths.into_iter().enumerate().filter(|(_, truth)| *truth != Some(true)).map(|(place, _)| place).collect()
    }
}
