//! CTL with fairness by fixpoints over the reachable states.
//!
//! Paths are infinite and fair. With F the states that begin a fair path: EX f = pre(f & F), E[f U g] = lfp from g & F,
//! EG f = states that can stay in f until they are in a set where every state has a successor in the set, can reach
//! every justice formula in it and, for each compassion pair it meets the premise of, the consequence (Emerson and Lei
//! 1986; Kesten, Pnueli and Raviv 1998). The universal operators are their duals. Only states that begin a fair path
//! count as first states, as in NuSMV: a state from which nothing fair begins breaks no promise.
//!
//! Example: two states, s -> s, s -> t, t -> t, justice "in t". F is both; EG s is empty, since staying in s is unfair.

use super::Machine;
use super::relation::cube;
use crate::{NoAnswer, Observer};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Op, TermId, walk};
use wherefore_solve::Bdd;

/// The sets of states that satisfy each sub-formula of one formula.
pub(super) struct Sets {
    /// The reachable states.
    pub(super) universe: Bdd,
    /// States that begin a fair path.
    pub(super) fair: Bdd,
    justice: Vec<Bdd>,
    compassion: Vec<(Bdd, Bdd)>,
    of: FxHashMap<TermId, Bdd>,
}

impl Machine {
    /// Evaluates a formula and all its parts on the reachable states.
    pub(super) fn ctl_sets(&mut self, formula: TermId, observer: &dyn Observer) -> Result<Sets, NoAnswer> {
        let mut sets = self.fair_sets(observer)?;
        let model = self.model.clone();
        let terms = &model.system.terms;
        let (quantified, plain): (Vec<_>, Vec<_>) =
            walk::postorder(terms, [formula]).into_iter().partition(|t| terms.has_ctl(*t));
        let below: BTreeSet<TermId> = quantified.iter().flat_map(|t| terms.operands(*t)).copied().collect();
        for atom in plain.into_iter().filter(|t| *t == formula || below.contains(t)) {
            let diagram = self.encode(atom)?;
            let set = self.space.and(&diagram, &sets.universe)?;
            sets.of.insert(atom, set);
        }
        for term in quantified {
            let operands: Vec<Bdd> = terms.operands(term).iter().map(|t| sets.of[t].clone()).collect();
            let set = self.apply(&sets, terms.op(term), &operands)?;
            sets.of.insert(term, set);
        }
        Ok(sets)
    }

    /// The reachable states and those of them that begin a fair path, without any formula.
    pub(super) fn fair_sets(&mut self, observer: &dyn Observer) -> Result<Sets, NoAnswer> {
        let universe = self.reachable_states(observer)?;
        let mut sets = self.fairness(universe)?;
        if !self.goes_on {
            sets.fair = match self.fair.clone() {
                Some(fair) => fair,
                None => self.eg(&sets, &sets.universe.clone())?,
            };
            self.fair = Some(sets.fair.clone());
        }
        Ok(sets)
    }

    /// The reachable states, whatever the input: a diagram of first states may also speak of first inputs.
    fn reachable_states(&mut self, observer: &dyn Observer) -> Result<Bdd, NoAnswer> {
        let reached = self.reachable(observer)?;
        let inputs = cube(&self.space, &self.model.system.terms, self.model.input_vars().map(|v| (v, 0)))?;
        Ok(self.space.exists(&reached, &inputs)?)
    }

    fn fairness(&mut self, universe: Bdd) -> Result<Sets, NoAnswer> {
        let model = self.model.clone();
        let mut justice = Vec::new();
        for constraint in &model.system.justice {
            let diagram = self.encode(constraint.term)?;
            justice.push(self.space.and(&diagram, &universe)?);
        }
        let mut compassion = Vec::new();
        for pair in &model.system.compassion {
            compassion.push((self.encode(pair.premise)?, self.encode(pair.consequence)?));
        }
        Ok(Sets { fair: universe.clone(), universe, justice, compassion, of: FxHashMap::default() })
    }

    fn apply(&mut self, sets: &Sets, op: Op, operands: &[Bdd]) -> Result<Bdd, NoAnswer> {
        match (op, operands) {
            (Op::EX, [f]) => self.ex(sets, f),
            (Op::AX, [f]) => {
                let not = self.outside(sets, f)?;
                let escape = self.ex(sets, &not)?;
                self.outside(sets, &escape)
            }
            (Op::EF, [f]) => self.eu(sets, &sets.universe, f),
            (Op::AG, [f]) => {
                let not = self.outside(sets, f)?;
                let escape = self.eu(sets, &sets.universe, &not)?;
                self.outside(sets, &escape)
            }
            (Op::EG, [f]) => self.eg(sets, f),
            (Op::AF, [f]) => {
                let not = self.outside(sets, f)?;
                let escape = self.eg(sets, &not)?;
                self.outside(sets, &escape)
            }
            (Op::EU, [f, g]) => self.eu(sets, f, g),
            (Op::AU, [f, g]) => self.au(sets, f, g),
            (op, operands) => self.connective(sets, op, operands),
        }
    }

    fn connective(&mut self, sets: &Sets, op: Op, operands: &[Bdd]) -> Result<Bdd, NoAnswer> {
        Ok(match (op, operands) {
            (Op::Not, [f]) => self.outside(sets, f)?,
            (Op::And, list) => {
                let mut set = sets.universe.clone();
                for f in list {
                    set = self.space.and(&set, f)?;
                }
                set
            }
            (Op::Or, list) => {
                let mut set = self.space.constant(false);
                for f in list {
                    set = self.space.or(&set, f)?;
                }
                set
            }
            (Op::Implies, [f, g]) => {
                let not = self.outside(sets, f)?;
                self.space.or(&not, g)?
            }
            (Op::Eq, [f, g]) => {
                let differ = self.space.xor(f, g)?;
                self.outside(sets, &differ)?
            }
            (Op::Xor, [f, g]) => self.space.xor(f, g)?,
            (Op::Ite, [c, f, g]) => self.space.ite(c, f, g)?,
            (op, _) => return Err(NoAnswer::Unsupported(format!("operator {op:?} above a path quantifier"))),
        })
    }

    pub(super) fn outside(&mut self, sets: &Sets, set: &Bdd) -> Result<Bdd, NoAnswer> {
        Ok(self.space.minus(&sets.universe, set)?)
    }

    /// States with a step into `f` from which a fair path goes on.
    fn ex(&mut self, sets: &Sets, f: &Bdd) -> Result<Bdd, NoAnswer> {
        let goal = self.space.and(f, &sets.fair)?;
        self.preimage(&goal, &sets.universe)
    }

    /// E[f U g], g on a fair path.
    fn eu(&mut self, sets: &Sets, f: &Bdd, g: &Bdd) -> Result<Bdd, NoAnswer> {
        let goal = self.space.and(g, &sets.fair)?;
        Ok(self.until_layers(f, &goal)?.1)
    }

    /// The distances of E[f U goal]: states at distance 0, 1, ... and their union.
    pub(super) fn until_layers(&mut self, f: &Bdd, goal: &Bdd) -> Result<(Vec<Bdd>, Bdd), NoAnswer> {
        if let Some(known) = self.ways.known(f, goal) {
            return Ok(known);
        }
        let found = self.layers_up_to(f, goal, None)?;
        self.ways.remember(f, goal, &found);
        Ok(found)
    }

    /// As [`until_layers`](Self::until_layers), but the layers end with the first one that meets `here`.
    pub(super) fn layers_up_to(
        &mut self,
        f: &Bdd,
        goal: &Bdd,
        here: Option<&Bdd>,
    ) -> Result<(Vec<Bdd>, Bdd), NoAnswer> {
        let (mut layers, mut all) = (vec![goal.clone()], goal.clone());
        loop {
            let last = layers[layers.len() - 1].clone();
            if let Some(here) = here
                && !self.space.and(here, &last)?.is_false()
            {
                return Ok((layers, all));
            }
            let waiting = self.space.minus(f, &all)?;
            let fresh = self.preimage(&last, &waiting)?;
            if fresh.is_false() {
                return Ok((layers, all));
            }
            all = self.space.or(&all, &fresh)?;
            layers.push(fresh);
        }
    }

    /// EG f over fair paths.
    fn eg(&mut self, sets: &Sets, f: &Bdd) -> Result<Bdd, NoAnswer> {
        let core = self.fair_core(sets, f)?;
        Ok(self.until_layers(f, &core)?.1)
    }

    fn au(&mut self, sets: &Sets, f: &Bdd, g: &Bdd) -> Result<Bdd, NoAnswer> {
        let not_g = self.outside(sets, g)?;
        let neither = self.space.minus(&not_g, f)?;
        let broken = self.eu(sets, &not_g, &neither)?;
        let never = self.eg(sets, &not_g)?;
        let escape = self.space.or(&broken, &never)?;
        self.outside(sets, &escape)
    }

    /// The largest part of `f` in which every state has a successor and can reach what fairness asks for.
    pub(super) fn fair_core(&mut self, sets: &Sets, f: &Bdd) -> Result<Bdd, NoAnswer> {
        let mut core = self.space.and(f, &sets.universe)?;
        loop {
            let before = core.clone();
            for goal in &sets.justice {
                let goal = self.space.and(goal, &core)?;
                core = self.until_layers(&core.clone(), &goal)?.1;
            }
            for (premise, consequence) in &sets.compassion {
                let goal = self.space.and(consequence, &core)?;
                let able = self.until_layers(&core.clone(), &goal)?.1;
                let bound = self.space.and(premise, &core)?;
                let stuck = self.space.minus(&bound, &able)?;
                core = self.space.minus(&core, &stuck)?;
            }
            core = self.preimage(&core, &core)?;
            if core == before {
                return Ok(core);
            }
        }
    }
}

impl Sets {
    /// The states that satisfy a sub-formula.
    pub(super) fn get(&self, term: TermId) -> Option<&Bdd> {
        self.of.get(&term)
    }

    /// The justice sets and, for each compassion pair, its consequence: what a fair loop is led through.
    pub(super) fn goals(&self) -> (&[Bdd], &[(Bdd, Bdd)]) {
        (&self.justice, &self.compassion)
    }
}
