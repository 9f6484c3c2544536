//! Choice functions out of diagrams: for each state of a set, one step into another.
//!
//! The steps from a set into a set, as a diagram over the current state and what the system leaves open (inputs, and state
//! variables without an update): P. Variables with an update are replaced by what it makes of them. Then one open bit
//! after the other becomes a function of the state: one where a step with one is possible,
//! and P is narrowed to the steps that agree.
//!
//! Example: next x = x + i, from {2} into {3}. P is x=2 & i; the function of i is x=2, and elsewhere zero.

use super::Machine;
use super::certificate::Writer;
use crate::NoAnswer;
use crate::certify::fixpoint::Choice;
use std::collections::BTreeMap;
use wherefore_ir::{Role, VarId};
use wherefore_solve::{Bdd, BitVar, bit_count};

/// A product of steps with more nodes than this is given up.
const PRODUCT: usize = 30_000;

impl Machine {
    /// A step for every state of each first set into the second; the first sets are disjoint.
    pub(super) fn name_step(&mut self, writer: &mut Writer, pairs: &[(Bdd, Bdd)]) -> Result<Choice, NoAnswer> {
        let open = self.open_bits();
        let mut choice = Choice(BTreeMap::new());
        if open.is_empty() {
            return Ok(choice);
        }
        let mut all = Vec::new();
        for (from, to) in pairs {
            let to = self.loosened(to, from)?;
            all.push(self.relation.open_steps(&self.space, (from, &to), |product| self.small(product))?);
        }
        let mut steps = self.space.any(all)?;
        for (place, bit) in open.iter().enumerate() {
            let function = self.decide_bit(&mut steps, *bit, &open[place + 1..])?;
            let term = writer.term(self, &function)?;
            choice.0.entry(bit.var).or_default().push(term);
        }
        Ok(choice)
    }

    /// The bits that the system leaves open, of each variable the lowest first.
    fn open_bits(&self) -> Vec<BitVar> {
        let system = &self.model.system;
        let copy = |var: VarId| match system.role(var) {
            Role::Input => Some((var, 0)),
            Role::State if !system.next.contains_key(&var) => Some((var, 1)),
            _ => None,
        };
        let bits =
            |(var, tick)| (0..bit_count(&system.terms, var).unwrap_or(0)).map(move |bit| BitVar { var, tick, bit });
        self.model.vars.iter().filter_map(|v| copy(*v)).flat_map(bits).collect()
    }

    /// Where the bit is one; the steps are narrowed to it.
    fn decide_bit(&self, steps: &mut Bdd, bit: BitVar, later: &[BitVar]) -> Result<Bdd, NoAnswer> {
        let with = |truth| -> Result<Bdd, NoAnswer> {
            let literal = self.space.literals([(bit, truth)])?;
            Ok(self.space.cofactor(steps, &literal)?)
        };
        let (one, zero) = (with(true)?, with(false)?);
        if one == zero {
            *steps = zero;
            return Ok(self.space.constant(false));
        }
        let possible = self.space.exists(&one, &self.space.cube(later)?)?;
        *steps = self.space.ite(&possible, &one, &zero)?;
        Ok(possible)
    }

    fn small(&self, product: &Bdd) -> Result<(), NoAnswer> {
        match self.space.node_count(product) > PRODUCT {
            true => Err(NoAnswer::GaveUp("a choice of steps is too large".to_owned())),
            false => Ok(()),
        }
    }
}
