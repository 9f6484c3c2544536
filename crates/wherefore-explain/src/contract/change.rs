//! One change of a refinement, and what the refinement is after it.

use wherefore_ir::refinement::{Check, ContractId, Refinement, Side};
use wherefore_ir::{Constraint, TermId};

/// A change that may close the gap. Terms belong to the arena of the refinement that it is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A conjunct becomes another one.
    Replace {
        /// Contract of the conjunct.
        contract: ContractId,
        /// On which side.
        side: Side,
        /// Place of the conjunct.
        conjunct: usize,
        /// The formula that the conjunct becomes.
        term: TermId,
        /// Twins of the conjunct in other instances of the component, and what each becomes: all of them share one
        /// text.
        twins: Vec<(ContractId, TermId)>,
    },
    /// A contract promises one thing more.
    Add {
        /// Contract that gets the promise.
        contract: ContractId,
        /// Formula that is promised.
        term: TermId,
    },
    /// A contract of a part is relied on as well.
    Use(ContractId),
    /// Wires get other sources.
    Rewire(Vec<(usize, TermId)>),
}

impl Change {
    /// The refinement and the check after the change.
    pub(super) fn apply(&self, refinement: &Refinement, check: &Check) -> (Refinement, Check) {
        let (mut changed, mut asked) = (refinement.clone(), check.clone());
        match self {
            Change::Replace { contract, side, conjunct, term, twins } => {
                for (contract, term) in twins.iter().chain([&(*contract, *term)]) {
                    let contract = &mut changed.contracts[contract.0 as usize];
                    let list = match side {
                        Side::Assumption => &mut contract.assumptions,
                        Side::Guarantee => &mut contract.guarantees,
                    };
                    if let Some(conjunct) = list.get_mut(*conjunct) {
                        conjunct.term = *term;
                    }
                }
            }
            Change::Add { contract, term } => {
                let contract = &mut changed.contracts[contract.0 as usize];
                let conjunct = wherefore_ir::refinement::Conjunct {
                    name: String::new(),
                    term: *term,
                    text: String::new(),
                    element: None,
                };
                contract.guarantees.push(conjunct);
            }
            Change::Use(contract) => asked.premises.push(*contract),
            Change::Rewire(wires) => wires.iter().for_each(|(wire, source)| connect(&mut changed, *wire, *source)),
        }
        (changed, asked)
    }

    /// The contract whose text is changed, if it is one of a premise.
    pub(super) fn contract(&self) -> Option<ContractId> {
        match self {
            Change::Replace { contract, .. } | Change::Add { contract, .. } | Change::Use(contract) => Some(*contract),
            Change::Rewire(_) => None,
        }
    }
}

/// Gives a wire another source.
fn connect(refinement: &mut Refinement, wire: usize, source: TermId) {
    let Some(wire) = refinement.wires.get_mut(wire) else { return };
    wire.source = source;
    let target = refinement.ports[wire.target.0 as usize].var;
    let terms = &mut refinement.system.terms;
    let now = terms.now(target);
    let term = terms.eq(now, source);
    if let Some(constraint) = refinement.system.invar.get_mut(wire.invar) {
        *constraint = Constraint { term, element: constraint.element };
    }
}

/// Name of a conjunct seen from outside: with its part.
pub(super) fn conjunct_name(refinement: &Refinement, contract: ContractId, side: Side, conjunct: usize) -> String {
    let contract = refinement.contract(contract);
    let name = contract.side(side).get(conjunct).map_or("", |c| c.name.as_str());
    refinement.qualified(contract.owner, name)
}
