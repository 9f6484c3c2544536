//! Certificates of fixpoints, for a checker that does not trust them.
//!
//! The sets of all sub-formulas are known ([`super::ctl`]). For each goal that the truth of the formula rests on, this adds
//! what makes its set checkable by plain implications ([`crate::certify::ctl`]): layers with a step to take in each, cores
//! with ways to everything fair, and for sets in which nothing fair stays the order in which their states fall out of the
//! greatest fixpoint. All this is computed anew from the final sets, which is cheaper than to record it on the way: inside
//! the set of EG f, the search for the core ends after one round.
//!
//! Example: EF p over 0 -> 1 -> 2 with p in 2. The layers are {2}, {1}, {0}; the choice says "next is 1" in 0 and "next is
//! 2" in 1.
//!
//! Sets matter inside the reachable states alone, which a certificate names and which are written once for all properties; so
//! each set is made smaller by what lies outside of them.
//!
//! A certificate larger than a solver could read is not written; the cause says so.

use super::Machine;
use super::ctl::Sets;
use crate::certify::fixpoint::{Choice, Claim, Core, Evidence, Fixpoints, Goal, Ladder, Reached, Reason, Removal};
use crate::{NoAnswer, Observer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_ir::{Op, TermId, Terms};
use wherefore_solve::Bdd;

/// The nodes of all sets of a certificate together.
const NODES: usize = 100_000;
/// The layers of one ladder, or the removals from one set.
const LAYERS: usize = 4_000;

/// Writes diagrams as terms, as long as there is room.
pub(super) struct Writer {
    terms: Terms,
    nodes: usize,
    /// The reachable states, written down, and as a set.
    reached: Option<(Reached, Bdd)>,
}

impl Writer {
    /// A set as a term.
    pub(super) fn term(&mut self, machine: &Machine, set: &Bdd) -> Result<TermId, NoAnswer> {
        let set = match &self.reached {
            Some((_, care)) => machine.space.simplified(set, care)?,
            None => set.clone(),
        };
        self.nodes += machine.space.node_count(&set);
        if self.nodes > NODES {
            return Err(NoAnswer::GaveUp(format!("a certificate of more than {NODES} nodes")));
        }
        Ok(machine.space.to_term(&mut self.terms, &set))
    }
}

impl Writer {
    /// The certificate of what was written.
    fn fixpoints(self, claims: BTreeMap<Goal, Claim>, fair: Option<Core>, unfair: Vec<Removal>) -> Fixpoints {
        let reached = self.reached.map(|(written, _)| written);
        Fixpoints { terms: Box::new(self.terms), reached, claims, fair, unfair }
    }
}

impl Machine {
    /// A writer of sets inside the reachable states. These are left out if they are too large to be written, or speak of first
    /// inputs and so are no set of states.
    fn writer(&mut self, sets: &Sets, observer: &dyn Observer) -> Result<Writer, NoAnswer> {
        let reached = self.reachable(observer)?;
        if reached != sets.universe || self.space.node_count(&reached) > NODES {
            return Ok(Writer { terms: self.model.system.terms.clone(), nodes: 0, reached: None });
        }
        let written = self.written(observer)?;
        Ok(Writer { terms: (*written.terms).clone(), nodes: 0, reached: Some((written, reached)) })
    }

    /// The certificate of a formula that holds.
    pub(super) fn certificate(
        &mut self,
        formula: TermId,
        sets: &Sets,
        observer: &dyn Observer,
    ) -> Result<Fixpoints, NoAnswer> {
        let model = self.model.clone();
        let mut writer = self.writer(sets, observer)?;
        let outside = self.outside(sets, &sets.fair)?;
        let unfair = self.removals(&mut writer, sets, &outside)?;
        let (mut claims, mut exists) = (BTreeMap::new(), false);
        for goal in needed(&model.system.terms, formula) {
            let claim = self.claim(&mut writer, sets, goal)?;
            exists |= !matches!(claim.evidence, Evidence::Closed | Evidence::Leaves(_));
            claims.insert(goal, claim);
        }
        let everything = sets.universe.clone();
        let fair = match exists && !self.goes_on {
            true => Some(self.core(&mut writer, sets, &everything, &sets.fair)?),
            false => None,
        };
        Ok(writer.fixpoints(claims, fair, unfair))
    }

    /// A certificate that each reachable state begins a fair path; nothing if one does not.
    pub(crate) fn serial(&mut self, observer: &dyn Observer) -> Result<Option<Fixpoints>, NoAnswer> {
        let sets = self.fair_sets(observer)?;
        if !self.outside(&sets, &sets.fair)?.is_false() {
            return Ok(None);
        }
        let mut writer = self.writer(&sets, observer)?;
        if writer.reached.is_none() {
            // Whether the states that inputs are forgotten of are closed is for the judge to say.
            let term = writer.term(self, &sets.universe)?;
            let written = Reached { terms: Arc::new(writer.terms.clone()), term };
            writer.reached = Some((written, sets.universe.clone()));
        }
        let everything = sets.universe.clone();
        let core = self.core(&mut writer, &sets, &everything, &everything)?;
        Ok(Some(writer.fixpoints(BTreeMap::new(), Some(core), Vec::new())))
    }

    /// The reachable states that begin a fair path, as a term that means nothing of others, and its arena, which extends that of the
    /// model; nothing if all of them do.
    pub(crate) fn fair_states(&mut self, observer: &dyn Observer) -> Result<Option<(Terms, TermId)>, NoAnswer> {
        let sets = self.fair_sets(observer)?;
        if self.outside(&sets, &sets.fair)?.is_false() {
            return Ok(None);
        }
        let mut writer = self.writer(&sets, observer)?;
        let fair = writer.term(self, &sets.fair)?;
        Ok(Some((writer.terms, fair)))
    }

    fn claim(&mut self, writer: &mut Writer, sets: &Sets, goal: Goal) -> Result<Claim, NoAnswer> {
        let model = self.model.clone();
        let terms = &model.system.terms;
        let (op, truth, operands) = (terms.op(goal.0), goal.1, terms.operands(goal.0));
        let set = self.set_of(sets, goal)?;
        let part = |machine: &mut Machine, place: usize| machine.set_of(sets, (operands[place], truth));
        let evidence = match (op, truth) {
            (Op::AX | Op::AG, true) | (Op::EX | Op::EF | Op::EU, false) => Evidence::Closed,
            (Op::AF | Op::AU, true) | (Op::EG, false) => {
                let end = part(self, operands.len() - 1)?;
                let waiting = self.space.minus(&set, &end)?;
                let waiting = self.space.and(&waiting, &sets.fair)?;
                Evidence::Leaves(self.removals(writer, sets, &waiting)?)
            }
            (Op::EX, true) | (Op::AX, false) => {
                let goal = part(self, 0)?;
                let goal = self.space.and(&goal, &sets.fair)?;
                Evidence::Step(self.name_step(writer, &[(set.clone(), goal)])?)
            }
            (Op::EF, true) | (Op::AG, false) => {
                let goal = part(self, 0)?;
                Evidence::Way(self.fair_ladder(writer, sets, &sets.universe, &goal)?)
            }
            (Op::EU, true) => {
                let (along, goal) = (part(self, 0)?, part(self, 1)?);
                Evidence::Way(self.fair_ladder(writer, sets, &along, &goal)?)
            }
            (Op::EG, true) | (Op::AF, false) => {
                let along = part(self, 0)?;
                Evidence::Stay(self.core(writer, sets, &along, &set)?)
            }
            _ => {
                let (not_f, not_g) = (part(self, 0)?, part(self, 1)?);
                let neither = self.space.and(&not_f, &not_g)?;
                let way = self.fair_ladder(writer, sets, &not_g, &neither)?;
                Evidence::WayOrStay(way, self.core(writer, sets, &not_g, &set)?)
            }
        };
        Ok(Claim { set: writer.term(self, &set)?, evidence })
    }

    fn fair_ladder(&mut self, writer: &mut Writer, sets: &Sets, along: &Bdd, goal: &Bdd) -> Result<Ladder, NoAnswer> {
        let goal = self.space.and(goal, &sets.fair)?;
        self.ladder(writer, along, &goal)
    }

    /// The way along a set to a goal, with a step to take.
    fn ladder(&mut self, writer: &mut Writer, along: &Bdd, goal: &Bdd) -> Result<Ladder, NoAnswer> {
        let (layers, _) = self.until_layers(along, goal)?;
        few(layers.len())?;
        let pairs: Vec<(Bdd, Bdd)> = layers.windows(2).map(|w| (w[1].clone(), w[0].clone())).collect();
        // Layers first: what is too large to write should not be searched for steps.
        let layers = layers.iter().map(|layer| writer.term(self, layer)).collect::<Result<_, _>>()?;
        let choice = if pairs.is_empty() { Choice::default() } else { self.name_step(writer, &pairs)? };
        Ok(Ladder { layers, choice })
    }

    /// The fair core of `along`, which lies in `within`, and the way into it.
    fn core(&mut self, writer: &mut Writer, sets: &Sets, along: &Bdd, within: &Bdd) -> Result<Core, NoAnswer> {
        let inside = self.space.and(along, within)?;
        let core = self.fair_core(sets, &inside)?;
        let stay = self.name_step(writer, &[(core.clone(), core.clone())])?;
        let (mut justice, mut compassion) = (Vec::new(), Vec::new());
        for goal in sets.goals().0 {
            let goal = self.space.and(goal, &core)?;
            justice.push(self.ladder(writer, &core, &goal)?);
        }
        for (_, consequence) in sets.goals().1 {
            let goal = self.space.and(consequence, &core)?;
            compassion.push(self.ladder(writer, &core, &goal)?);
        }
        let approach = self.ladder(writer, along, &core)?;
        Ok(Core { set: writer.term(self, &core)?, stay, justice, compassion, approach })
    }

    /// Takes a set apart in which nothing fair stays.
    fn removals(&mut self, writer: &mut Writer, sets: &Sets, set: &Bdd) -> Result<Vec<Removal>, NoAnswer> {
        let (mut left, mut removals) = (set.clone(), Vec::new());
        while !left.is_false() {
            let before = left.clone();
            for (number, goal) in sets.goals().0.iter().enumerate() {
                let stuck = self.cannot_reach(&left, goal)?;
                self.remove(writer, &mut left, &stuck, Reason::Justice(number), &mut removals)?;
            }
            for (number, (premise, consequence)) in sets.goals().1.iter().enumerate() {
                let trap = self.cannot_reach(&left, consequence)?;
                let stuck = self.space.and(&trap, premise)?;
                if !stuck.is_false() {
                    let reason = Reason::Compassion(number, writer.term(self, &trap)?);
                    self.remove(writer, &mut left, &stuck, reason, &mut removals)?;
                }
            }
            let able = self.preimage(&left, &left)?;
            let stuck = self.space.minus(&left, &able)?;
            self.remove(writer, &mut left, &stuck, Reason::DeadEnd, &mut removals)?;
            if left == before {
                return Err(NoAnswer::Refuted("a fair path stays where none should".to_owned()));
            }
            few(removals.len())?;
        }
        Ok(removals)
    }

    fn cannot_reach(&mut self, inside: &Bdd, goal: &Bdd) -> Result<Bdd, NoAnswer> {
        let goal = self.space.and(goal, inside)?;
        let able = self.until_layers(inside, &goal)?.1;
        Ok(self.space.minus(inside, &able)?)
    }

    fn remove(
        &self,
        writer: &mut Writer,
        left: &mut Bdd,
        stuck: &Bdd,
        reason: Reason,
        removals: &mut Vec<Removal>,
    ) -> Result<(), NoAnswer> {
        if !stuck.is_false() {
            *left = self.space.minus(left, stuck)?;
            removals.push(Removal { set: writer.term(self, stuck)?, reason });
        }
        Ok(())
    }
}

fn few(layers: usize) -> Result<(), NoAnswer> {
    match layers > LAYERS {
        true => Err(NoAnswer::GaveUp(format!("a certificate of more than {LAYERS} layers"))),
        false => Ok(()),
    }
}

/// The goals with a path quantifier on top that the truth of a formula rests on.
fn needed(terms: &Terms, formula: TermId) -> BTreeSet<Goal> {
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting: Vec<Goal> = vec![(formula, true)];
    while let Some((term, truth)) = waiting.pop() {
        if !terms.has_ctl(term) || !seen.insert((term, truth)) {
            continue;
        }
        let (op, operands) = (terms.op(term), terms.operands(term));
        if op.is_ctl() {
            found.insert((term, truth));
        }
        match (op, operands) {
            (Op::Not, [a]) => waiting.push((*a, !truth)),
            (Op::Implies, [a, b]) => waiting.extend([(*a, !truth), (*b, truth)]),
            (Op::Ite, [c, a, b]) => waiting.extend([(*c, true), (*c, false), (*a, truth), (*b, truth)]),
            (Op::Eq | Op::Xor, list) => waiting.extend(list.iter().flat_map(|t| [(*t, true), (*t, false)])),
            (_, list) => waiting.extend(list.iter().map(|t| (*t, truth))),
        }
    }
    found
}
