//! The rules of [`super::ctl`], one after the other: each turns a claim into duties, and decides nothing itself.
//!
//! Example: the claim that `AG p` holds in S becomes "S, may, not p" at one tick and "S now, may and not S next" at a step.

use super::choice::Successor;
use super::ctl::Rules;
use super::fixpoint::{Choice, Claim, Core, Evidence, Goal, Ladder, Reason, Removal};
use crate::NoAnswer;
use wherefore_ir::{Op, TermId};

impl Rules {
    /// The rule for a goal with a path quantifier on top.
    pub(super) fn claim(&mut self, (term, truth): Goal, claim: &Claim) -> Result<(), NoAnswer> {
        let terms = &self.model.system.terms;
        if term.index() >= terms.len() {
            return Err(refuted("a claim about no formula"));
        }
        let (op, parts) = (terms.op(term), terms.operands(term).iter().map(|t| (*t, truth)).collect::<Vec<Goal>>());
        match &claim.evidence {
            Evidence::Closed | Evidence::Leaves(_) => self.on_all_paths((op, truth), &parts, claim),
            _ => self.on_some_path((op, truth), &parts, claim),
        }
    }

    fn on_all_paths(&mut self, goal: (Op, bool), parts: &[Goal], claim: &Claim) -> Result<(), NoAnswer> {
        let set = claim.set;
        match (goal, &claim.evidence) {
            ((Op::AX, true) | (Op::EX, false), Evidence::Closed) => self.all_next(set, parts[0]),
            ((Op::AG, true) | (Op::EF, false), Evidence::Closed) => self.always(set, parts[0]),
            ((Op::EU, false), Evidence::Closed) => self.never_until(set, parts[0], parts[1]),
            ((Op::AF, true) | (Op::EG, false), Evidence::Leaves(removals)) => self.finally(set, parts[0], removals)?,
            ((Op::AU, true), Evidence::Leaves(removals)) => {
                let (may, not_f, not_g) = (self.may, self.outside(parts[0]), self.outside(parts[1]));
                self.on_tick("A[f U g]: neither holds", &[set, may, not_f, not_g]);
                self.finally(set, parts[1], removals)?;
            }
            _ => return Err(refuted("evidence that does not fit its formula")),
        }
        Ok(())
    }

    fn on_some_path(&mut self, goal: (Op, bool), parts: &[Goal], claim: &Claim) -> Result<(), NoAnswer> {
        let parts: Vec<TermId> = parts.iter().map(|part| self.set(*part)).collect();
        let yes = self.terms().bool(true);
        let reached = match (goal, &claim.evidence) {
            ((Op::EX, true) | (Op::AX, false), Evidence::Step(choice)) => {
                self.some_next(claim.set, parts[0], choice);
                return Ok(());
            }
            ((Op::EF, true) | (Op::AG, false), Evidence::Way(way)) => vec![self.leads_fairly(way, yes, &parts)],
            ((Op::EU, true), Evidence::Way(way)) => vec![self.leads_fairly(way, parts[0], &parts[1..])],
            ((Op::EG, true) | (Op::AF, false), Evidence::Stay(core)) => vec![self.leads_to(core, parts[0])?],
            ((Op::AU, false), Evidence::WayOrStay(way, core)) => {
                vec![self.leads_fairly(way, parts[1], &parts), self.leads_to(core, parts[1])?]
            }
            _ => return Err(refuted("evidence that does not fit its formula")),
        };
        self.inside(claim.set, &reached);
        Ok(())
    }

    fn all_next(&mut self, set: TermId, f: Goal) {
        let (may, f) = (self.may, self.outside(f));
        self.on_step("AX: a step leads elsewhere", &[set], &[may, f]);
    }

    fn always(&mut self, set: TermId, f: Goal) {
        let (may, f, outside) = (self.may, self.outside(f), self.not(set));
        self.on_tick("AG: the body does not hold", &[set, may, f]);
        self.on_step("AG: a step leaves the set", &[set], &[may, outside]);
    }

    /// No E[f U g]; the goals are the absence of f and of g.
    fn never_until(&mut self, set: TermId, not_f: Goal, not_g: Goal) {
        let (may, has_g, has_f) = (self.may, self.outside(not_g), self.outside(not_f));
        let outside = self.not(set);
        self.on_tick("no E[f U g]: g holds", &[set, may, has_g]);
        self.on_step("no E[f U g]: a step leaves the set", &[set, has_f], &[may, outside]);
    }

    /// Every fair path from the set stays in it until g, and g comes.
    fn finally(&mut self, set: TermId, g: Goal, removals: &[Removal]) -> Result<(), NoAnswer> {
        let (may, not_g, outside) = (self.may, self.outside(g), self.not(set));
        self.on_step("A[f U g]: a step leaves the set too early", &[set, not_g], &[may, outside]);
        let waiting = self.terms().and([set, not_g, may]);
        self.nothing_stays(waiting, removals)
    }

    /// No fair path stays in a set for ever.
    pub(super) fn nothing_stays(&mut self, set: TermId, removals: &[Removal]) -> Result<(), NoAnswer> {
        let mut left = self.terms().bool(false);
        for removal in removals.iter().rev() {
            left = self.terms().or([removal.set, left]);
            self.removal(removal, left)?;
        }
        let kept = self.not(left);
        self.on_tick("not everything is removed", &[set, kept]);
        Ok(())
    }

    /// A fair path that stays in `left` is only finitely often in what is removed.
    fn removal(&mut self, removal: &Removal, left: TermId) -> Result<(), NoAnswer> {
        let set = removal.set;
        match removal.reason {
            Reason::DeadEnd => self.on_step("a dead end that is none", &[set], &[left]),
            Reason::Justice(number) => {
                let justice = self.model.system.justice.get(number).ok_or_else(|| refuted("no such justice"))?.term;
                self.on_tick("an unjust state that is just", &[set, justice]);
                let outside = self.not(set);
                self.on_step("a way out of the unjust states", &[set], &[left, outside]);
            }
            Reason::Compassion(number, trap) => {
                let pair = *self.model.system.compassion.get(number).ok_or_else(|| refuted("no such compassion"))?;
                let (no_premise, out) = (self.not(pair.premise), self.not(trap));
                self.on_tick("a removed state without the premise", &[set, no_premise]);
                self.on_tick("a removed state outside the trap", &[set, out]);
                self.on_tick("a trap with the consequence", &[trap, pair.consequence]);
                self.on_step("a way out of the trap", &[trap], &[left, out]);
            }
        }
        Ok(())
    }

    fn some_next(&mut self, set: TermId, f: TermId, choice: &Choice) {
        let (does, home) = (self.does, self.home);
        let mut successor = Successor::new(&mut self.model, choice);
        let goal = self.terms().and([f, does, home]);
        let there = successor.is_in(self.terms(), goal);
        self.inside(set, &[there]);
        self.inside(set, &[successor.is_step]);
    }

    /// The states from which a ladder leads, along a set, to a goal on a fair path.
    fn leads_fairly(&mut self, way: &Ladder, along: TermId, goal: &[TermId]) -> TermId {
        let does = self.does;
        let goal = self.terms().and(goal.iter().copied().chain([does]));
        self.leads(way, along, goal)
    }

    /// The states from which a ladder leads, along a set, to a goal.
    fn leads(&mut self, way: &Ladder, along: TermId, goal: TermId) -> TermId {
        let Some((first, rest)) = way.layers.split_first() else { return self.terms().bool(false) };
        self.inside(*first, &[goal]);
        let mut below = *first;
        if !rest.is_empty() {
            let mut successor = Successor::new(&mut self.model, &way.choice);
            let upper = self.terms().or(rest.iter().copied());
            self.inside(upper, &[along]);
            self.inside(upper, &[successor.is_step]);
            let home = self.home;
            let at_home = successor.is_in(self.terms(), home);
            self.inside(upper, &[at_home]);
            for layer in rest {
                let there = successor.is_in(self.terms(), below);
                self.inside(*layer, &[there]);
                below = *layer;
            }
        }
        self.terms().or(way.layers.iter().copied())
    }

    /// The states from which a fair path stays in a set.
    pub(super) fn leads_to(&mut self, core: &Core, along: TermId) -> Result<TermId, NoAnswer> {
        let (justice, pairs) = (self.model.system.justice.clone(), self.model.system.compassion.clone());
        if core.justice.len() != justice.len() || core.compassion.len() != pairs.len() {
            return Err(refuted("a core without a way to what is fair"));
        }
        let set = core.set;
        let mut successor = Successor::new(&mut self.model, &core.stay);
        let home = self.home;
        let stays = self.terms().and([set, home]);
        let there = successor.is_in(self.terms(), stays);
        self.inside(set, &[along]);
        self.inside(set, &[there]);
        self.inside(set, &[successor.is_step]);
        for (way, constraint) in core.justice.iter().zip(justice) {
            let goal = self.terms().and([set, constraint.term]);
            let reach = self.leads(way, set, goal);
            self.inside(set, &[reach]);
        }
        for (way, pair) in core.compassion.iter().zip(pairs) {
            let (goal, bound) = (self.terms().and([set, pair.consequence]), self.terms().and([set, pair.premise]));
            let reach = self.leads(way, set, goal);
            self.inside(bound, &[reach]);
        }
        Ok(self.leads(&core.approach, along, set))
    }

    /// Every state of the set is in one of the others.
    fn inside(&mut self, set: TermId, others: &[TermId]) {
        let outside: Vec<TermId> = others.iter().map(|other| self.not(*other)).collect();
        let parts: Vec<TermId> = std::iter::once(set).chain(outside).collect();
        self.on_tick("a way that does not lead where it should", &parts);
    }
}

fn refuted(words: &str) -> NoAnswer {
    NoAnswer::Refuted(words.to_owned())
}
