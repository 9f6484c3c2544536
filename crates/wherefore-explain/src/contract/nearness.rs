//! How far conjuncts and connections are from what is asked, along the flow of data.
//!
//! Variables of what is asked are at distance 0. What gives a variable its value is as far away as the variable, and what it reads
//! is one further: a wire gives its target and reads its source; a guarantee of a part gives the outputs of the part that it speaks of,
//! and reads the rest. An assumption of a part is one further than the nearest guarantee that depends on it.
//!
//! ```text
//! asked: always (a implies then c)     0  c := controller.o     1  controller.o stays     2  controller.i := sensor.o
//! ```

use crate::levels::{Flow, levels};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::refinement::{Check, Contract, ContractId, Direction, Refinement, Side};
use wherefore_ir::{TermId, VarId, walk};

/// Distances in a refinement from what some of its checks ask for.
pub struct Distances<'a> {
    refinement: &'a Refinement,
    /// The distance of each variable that can matter.
    levels: BTreeMap<VarId, usize>,
}

impl<'a> Distances<'a> {
    /// Distances from the conjuncts that checks ask for.
    pub fn new<'c>(refinement: &'a Refinement, checks: impl IntoIterator<Item = &'c Check>) -> Distances<'a> {
        let asked: Vec<TermId> = checks.into_iter().map(|check| refinement.consequent(check).term).collect();
        let first = walk::variables(&refinement.system.terms, asked);
        let mut found = Distances { refinement, levels: BTreeMap::new() };
        found.levels = levels(first, found.flows().iter());
        found
    }

    /// The distance of a wire; none if what is asked does not depend on it.
    pub fn wire(&self, wire: usize) -> Option<usize> {
        let wire = self.refinement.wires.get(wire)?;
        self.levels.get(&self.refinement.port(wire.target).var).copied()
    }

    /// The distance of a conjunct of a contract; none if what is asked does not depend on it.
    pub fn conjunct(&self, contract: ContractId, side: Side, place: usize) -> Option<usize> {
        let contract = self.refinement.contract(contract);
        match side {
            Side::Guarantee => self.guarantee(contract, contract.guarantees.get(place)?.term),
            Side::Assumption => self.contract(contract).map(|level| level + 1),
        }
    }

    /// The distance of the nearest guarantee of a contract.
    fn contract(&self, contract: &Contract) -> Option<usize> {
        contract.guarantees.iter().filter_map(|conjunct| self.guarantee(contract, conjunct.term)).min()
    }

    fn guarantee(&self, contract: &Contract, term: TermId) -> Option<usize> {
        self.given(contract, term).iter().filter_map(|var| self.levels.get(var)).min().copied()
    }

    /// The variables that a guarantee restricts: the outputs of its part in it, or all if there are none.
    fn given(&self, contract: &Contract, term: TermId) -> BTreeSet<VarId> {
        let all = walk::variables(&self.refinement.system.terms, [term]);
        let ports = self.refinement.ports.iter();
        let own = ports.filter(|p| p.owner == contract.owner && p.direction == Direction::Output).map(|p| p.var);
        let outputs: BTreeSet<VarId> = own.filter(|var| all.contains(var)).collect();
        if outputs.is_empty() { all } else { outputs }
    }

    fn flows(&self) -> Vec<Flow> {
        let terms = &self.refinement.system.terms;
        let variables = |term: TermId| walk::variables(terms, [term]).into_iter();
        let wires = self.refinement.wires.iter().map(|wire| Flow {
            gives: BTreeSet::from([self.refinement.port(wire.target).var]),
            reads: variables(wire.source).collect(),
        });
        let parts = self.refinement.contracts.iter().filter(|contract| contract.owner.is_some());
        let promises = parts.flat_map(|contract| contract.guarantees.iter().map(move |conjunct| (contract, conjunct)));
        let promises = promises.map(|(contract, conjunct)| Flow {
            gives: self.given(contract, conjunct.term),
            reads: contract.assumptions.iter().chain([conjunct]).flat_map(|c| variables(c.term)).collect(),
        });
        wires.chain(promises).collect()
    }
}
