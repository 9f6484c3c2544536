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
    trans: Rules,
    invar: Rules,
    draw: Draw,
    spent: u64,
}

/// Formulas that a step must satisfy, each with the variables of the step that it reads and that are open.
struct Rules {
    formulas: Evaluator,
    open: Vec<Vec<VarId>>,
}

/// A broken rule: in which list, and its place there.
type Broken = (List, usize);

#[derive(Clone, Copy)]
enum List {
    First,
    Trans,
    Invar { is_first: bool },
}

impl<'a> Drawing<'a> {
    /// A source of steps; the same seed gives the same steps. None if one of the system's terms has no value at a tick.
    pub fn new(system: &'a System, seed: u64) -> Option<Drawing<'a>> {
        let simulator = Simulator::new(system)?;
        let first = Rules::new(system, &system.init, |var| !simulator.determines(var, true))?;
        let trans = Rules::new(system, &system.trans, |var| !simulator.determines(var, false))?;
        let invar = Rules::new(system, &system.invar, |_| true)?;
        Some(Drawing { system, simulator, first, trans, invar, draw: Draw::new(system, seed), spent: 0 })
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
        self.simulator.updates.size() + self.trans.formulas.size() + self.invar.formulas.size()
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

    fn repaired(&mut self, before: Option<&Step>, mut step: Step, mut broken: Vec<Broken>) -> Option<Step> {
        for _ in 0..REPAIRS {
            let rule = broken[self.draw.place(broken.len())];
            let open = self.open(rule);
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

    /// The open variables that a rule reads.
    fn open(&self, (list, place): Broken) -> Vec<VarId> {
        match list {
            List::First => self.first.open[place].clone(),
            List::Trans => self.trans.open[place].clone(),
            List::Invar { is_first } => {
                let is_open = |var: &VarId| !self.simulator.determines(*var, is_first);
                self.invar.open[place].iter().copied().filter(is_open).collect()
            }
        }
    }

    /// The rules that a step breaks.
    fn broken(&mut self, before: Option<&Step>, step: &Step) -> Vec<Broken> {
        self.spent += self.invar.formulas.size() as u64;
        let is_first = before.is_none();
        let invar = self.invar.broken(step, None).map(|place| (List::Invar { is_first }, place));
        match before {
            None => {
                self.spent += self.first.formulas.size() as u64;
                invar.chain(self.first.broken(step, None).map(|place| (List::First, place))).collect()
            }
            Some(before) => {
                self.spent += self.trans.formulas.size() as u64;
                invar.chain(self.trans.broken(before, Some(step)).map(|place| (List::Trans, place))).collect()
            }
        }
    }
}

impl Rules {
    fn new(system: &System, rules: &[Constraint], is_open: impl Fn(VarId) -> bool) -> Option<Rules> {
        let terms = &system.terms;
        let formulas: Vec<TermId> = rules.iter().flat_map(|c| walk::conjuncts(terms, c.term)).collect();
        let open = |term: &TermId| walk::variables(terms, [*term]).into_iter().filter(|var| is_open(*var)).collect();
        Some(Rules { formulas: Evaluator::new(terms, &formulas).ok()?, open: formulas.iter().map(open).collect() })
    }

    fn broken(&self, now: &Step, next: Option<&Step>) -> impl Iterator<Item = usize> + use<> {
        let truths = self.formulas.truths(&now.values, next.map(|n| n.values.as_slice()));
        truths.into_iter().enumerate().filter(|(_, truth)| *truth != Some(true)).map(|(place, _)| place)
    }
}
