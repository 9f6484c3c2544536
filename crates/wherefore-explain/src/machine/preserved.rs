//! How much of a transition can be kept: the share of its uses that are safe if the guards of a fix set are made stronger.
//!
//! Let H be a fix set, and S the greatest set of states that satisfy the property and that no step without a transition of
//! H leaves. A use of t in H is safe if it ends in S: whatever follows, no failure can, as long as H is used safely. To allow
//! exactly the safe uses is the most permissive guard. The share is counted over all pairs of state and input in which t is
//! enabled, the state being reachable before any failure; variables without influence on control and property do not count.
//!
//! ```text
//! AC, H = {t4, t5}:   t4 is enabled in IDLE for t in 24..40 and safe for 25..40     16/17
//!                     t5 is enabled in ON for t in 0..26 and safe for 0..24         25/27
//!     H = {t1, t5}:   S has no state with IDLE, since t4 leads out of it: t1 keeps nothing
//! ```

use super::block::Rules;
use super::enumerate::MachineProblem;
use super::keyed_reachability::KeyedReachability;
use super::path_class::Level;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::bdd::Machine;
use wherefore_check::{Cone, NoAnswer, Observer};
use wherefore_ir::control::TransitionId;
use wherefore_ir::{System, TermId};
use wherefore_solve::{Bdd, BitVar, Stop, bit_count};

/// Bytes of diagrams after which a share is not worth more.
const MEMORY: u64 = 256 << 20;

/// Steps of the fixpoint after which it is given up.
const ROUNDS: usize = 2_000;

/// The diagrams of one machine.
pub struct Preserved {
    machine: Machine,
    model: Arc<Cone>,
    /// For each rule: where it is enabled, and the steps that take it.
    enabled: Vec<TermId>,
    taken: Vec<TermId>,
    /// States reachable by steps from where the property holds.
    reached: Bdd,
    /// Reached states in which the property holds, whatever the input.
    good: Bdd,
    /// Pairs of such a state, failing or not, and a legal input for which it holds.
    pairs: Bdd,
}

impl Preserved {
    /// Encodes a machine. Unbounded data is a cause not to.
    pub fn new(
        question: &MachineProblem<'_>,
        rules: &Rules,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<Preserved, NoAnswer> {
        let (mut system, good) = (question.system.clone(), question.good);
        let count = rules.names.len();
        let of = |transition: TransitionId| question.graph.transition(transition);
        let enabled: Vec<_> = (0..count).map(|r| either(&mut system, question, rules, r, |t| of(t).enabled)).collect();
        let taken: Vec<_> = (0..count).map(|r| either(&mut system, question, rules, r, |t| of(t).taken)).collect();
        let question = MachineProblem { system: &system, ..question.clone() };
        let model = question.model();
        if !model.is_finite() {
            return Err(NoAnswer::Unsupported("unbounded data".to_owned()));
        }
        let memory = question.options.memory.map_or(MEMORY, |m| m.min(MEMORY));
        let mut worklist = KeyedReachability::new(&model, question.graph, good, Level::Final, Some(memory), stop)?;
        worklist.run(usize::MAX, stop, observer)?;
        let (mut machine, reached) = worklist.into_reached()?;
        let holds = machine.encode(good)?;
        let failing = machine.possible(&!&holds)?;
        let good = machine.space().minus(&reached, &failing)?;
        let legal = machine.pairs()?;
        let pairs = machine.space().and(&machine.space().and(&legal, &holds)?, &reached)?;
        Ok(Preserved { machine, model, enabled, taken, reached, good, pairs })
    }

    /// For each rule of a fix set the share of its uses that can be kept; none for a rule without a use before a failure.
    pub fn shares(&mut self, set: &BTreeSet<usize>) -> Result<Vec<Option<f64>>, NoAnswer> {
        let safe = self.safe(set)?;
        let outside = self.machine.space().minus(&self.reached, &safe)?;
        set.iter().map(|rule| self.share(*rule, &outside)).collect()
    }

    /// The greatest set of good states that no step without a transition of the set leaves.
    fn safe(&mut self, set: &BTreeSet<usize>) -> Result<Bdd, NoAnswer> {
        let mut steps = self.pairs.clone();
        for rule in set {
            let taken = self.machine.encode(self.taken[*rule])?;
            steps = self.machine.space().minus(&steps, &taken)?;
        }
        let mut safe = self.good.clone();
        let mut lost = self.machine.space().minus(&self.reached, &safe)?;
        for _ in 0..ROUNDS {
            if lost.is_false() {
                return Ok(safe);
            }
            let within = self.machine.space().and(&steps, &safe)?;
            let escaping = self.machine.before(&lost, &within)?;
            lost = self.machine.possible(&escaping)?;
            safe = self.machine.space().minus(&safe, &lost)?;
        }
        Err(NoAnswer::Effort)
    }

    /// The fix that takes away the fewest uses, with the share that each of its rules keeps: every rule may be changed, and
    /// those whose uses are all safe need no change. Nor do those whose unsafe uses are all shared with others: in parallel
    /// regions one step can take several transitions, and to change one of them is enough.
    pub fn gentlest(&mut self) -> Result<(BTreeSet<usize>, Vec<Option<f64>>), NoAnswer> {
        let every: BTreeSet<usize> = (0..self.taken.len()).collect();
        let safe = self.safe(&every)?;
        let outside = self.machine.space().minus(&self.reached, &safe)?;
        let mut blamed = Vec::new();
        for rule in every {
            let (uses, wrong) = self.uses(rule, &outside)?;
            if !wrong.is_false() {
                let kept = self.machine.space().minus(&uses, &wrong)?;
                blamed.push((rule, self.ratio(&kept, &uses), wrong));
            }
        }
        // The more of its uses a rule keeps, the sooner it is let go.
        let mut order: Vec<usize> = (0..blamed.len()).collect();
        order.sort_by(|a, b| blamed[*b].1.unwrap_or(0.0).total_cmp(&blamed[*a].1.unwrap_or(0.0)).then(b.cmp(a)));
        let mut left: BTreeSet<usize> = order.iter().copied().collect();
        for place in order {
            let mut rest = blamed[place].2.clone();
            for other in left.iter().filter(|o| **o != place) {
                rest = self.machine.space().minus(&rest, &blamed[*other].2)?;
            }
            if rest.is_false() {
                left.remove(&place);
            }
        }
        Ok(left.into_iter().map(|place| (blamed[place].0, blamed[place].1)).unzip())
    }

    fn share(&mut self, rule: usize, outside: &Bdd) -> Result<Option<f64>, NoAnswer> {
        let (uses, wrong) = self.uses(rule, outside)?;
        let kept = self.machine.space().minus(&uses, &wrong)?;
        Ok(self.ratio(&kept, &uses))
    }

    /// The uses of a rule, as pairs of state and input, and those from which a step that takes it can end outside a set.
    fn uses(&mut self, rule: usize, outside: &Bdd) -> Result<(Bdd, Bdd), NoAnswer> {
        let taken = self.machine.encode(self.taken[rule])?;
        let steps = self.machine.space().and(&self.pairs, &taken)?;
        // Where it is not known when the transition is enabled, it counts where a step takes it.
        let uses = if self.model.system.terms.has_next(self.enabled[rule]) {
            self.machine.before(&self.reached, &steps)?
        } else {
            let enabled = self.machine.encode(self.enabled[rule])?;
            self.machine.space().and(&self.pairs, &enabled)?
        };
        let wrong = self.machine.before(outside, &steps)?;
        Ok((uses, wrong))
    }

    /// How many of the pairs in the second set are in the first.
    fn ratio(&self, part: &Bdd, whole: &Bdd) -> Option<f64> {
        /// As many binary digits as a float has.
        const DIGITS: u32 = 53;
        let terms = &self.model.system.terms;
        let bits = |var: &wherefore_ir::VarId| {
            let var = *var;
            (0..bit_count(terms, var).unwrap_or(0)).map(move |bit| BitVar { var, tick: 0, bit })
        };
        let bits: Vec<BitVar> = self.model.vars.iter().flat_map(bits).collect();
        let (part, whole) = (self.machine.space().count(part, &bits), self.machine.space().count(whole, &bits));
        if whole.bits() == 0 {
            return None;
        }
        let scaled = u64::try_from((part << DIGITS) / whole).ok()?;
        Some(scaled as f64 / (1u64 << DIGITS) as f64)
    }
}

/// Formula: one of the transitions of a rule is so, and its region is active.
fn either(
    system: &mut System,
    question: &MachineProblem<'_>,
    rules: &Rules,
    rule: usize,
    so: impl Fn(TransitionId) -> TermId,
) -> TermId {
    let mut ways = Vec::new();
    for transition in rules.transitions(rule) {
        let region = question.graph.transition(transition).region;
        ways.push(system.terms.and(question.graph.around(region).into_iter().chain([so(transition)])));
    }
    system.terms.or(ways)
}

#[cfg(test)]
mod tests;
