//! Contracts: what a component promises, and what its parts promise.
//!
//! A refinement is one component, opened: its parts, the ports of all of them, the wires between them, the contracts that
//! they state and which contracts of parts stand for which contract of the whole. Formulas are terms of the system that comes
//! with it. In that system every port is a state variable and free, a parameter is frozen, and every wire is a restriction
//! on all ticks (`invar`): `target = source`. A formula may hold temporal operators and next values.
//!
//! A contract is a pair of assumption A and guarantee G, each a list of conjuncts; it says A -> G. What is asked of a
//! refinement are its checks, one for each conjunct on the right-hand side, each a property of the system (Cimatti and
//! Tonetta 2012):
//!
//! ```text
//! guarantee g of the whole     A and (A_j -> G_j for every contract j used)          ->  g
//! assumption a of a part i     A and (A_j -> G_j for every contract j used but i)    ->  a
//! ```

use crate::{ElementId, System, TermId, VarId};

/// Index of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId(pub u32);

/// Index of a port, over the component and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortId(pub u32);

/// Index of a contract, over the component and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContractId(pub u32);

/// A component inside the one that is refined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name in the whole.
    pub name: String,
    /// The component that it is an instance of.
    pub component: String,
    /// Where it is declared.
    pub element: Option<ElementId>,
}

/// Direction of a port: which side decides its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// The environment of its owner.
    Input,
    /// The owner decides.
    Output,
    /// A parameter: no side decides it, and the value never changes.
    Parameter,
}

/// A port of the component or of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The part that has it; none for the component itself.
    pub owner: Option<PartId>,
    /// Its name, without that of its owner. The variable is called `part.port`, or `port`.
    pub name: String,
    /// Direction of the port.
    pub direction: Direction,
    /// Its variable.
    pub var: VarId,
    /// Where it is declared.
    pub element: Option<ElementId>,
}

/// A connection: the target has the value of the source at every tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// An output of the component, or an input of a part.
    pub target: PortId,
    /// Source that the wire is connected to, a term over ports.
    pub source: TermId,
    /// Its place in the system's `invar`.
    pub invar: usize,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// One conjunct of an assumption or a guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjunct {
    /// Its name: the contract's, then `A` or `G` and its number from 1: `O1G1`, or `collision.G1` if the name of the contract
    /// does not end in a digit. Without the part.
    pub name: String,
    /// The formula.
    pub term: TermId,
    /// As the source spells it, on one line.
    pub text: String,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// Promise of an owner as long as its environment keeps what it assumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The part that states it; none for the component itself.
    pub owner: Option<PartId>,
    /// Its name, without that of its owner.
    pub name: String,
    /// Assumptions: conjuncts. `TRUE` is no conjunct.
    pub assumptions: Vec<Conjunct>,
    /// Guarantees: conjuncts. `TRUE` is no conjunct.
    pub guarantees: Vec<Conjunct>,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// Which side of a contract a conjunct is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The assumption.
    Assumption,
    /// The guarantee.
    Guarantee,
}

/// One question of a refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The name of its property in the system: `O1G1`, or `part.I2A1`.
    pub property: String,
    /// The contract that is refined.
    pub whole: ContractId,
    /// The contract whose conjunct is asked for: the refined one, or that of a part.
    pub contract: ContractId,
    /// Which side the conjunct is on: a guarantee of the whole or an assumption of a part.
    pub side: Side,
    /// Its place in the list of that side.
    pub conjunct: usize,
    /// The contracts of parts on the left-hand side.
    pub premises: Vec<ContractId>,
}

/// A component with its parts, and what is asked about them.
#[derive(Clone, Debug, Default)]
pub struct Refinement {
    /// Ports as variables, wires as restrictions, checks as properties.
    pub system: System,
    /// The component that is refined.
    pub component: String,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The ports of all, those of the component first.
    pub ports: Vec<Port>,
    /// The wires between them.
    pub wires: Vec<Wire>,
    /// The contracts of all, those of the component first.
    pub contracts: Vec<Contract>,
    /// Formulas taken for granted on the left-hand side of every check beside contracts: temporal restrictions of the
    /// source that are no restriction on ticks or steps.
    pub granted: Vec<Conjunct>,
    /// Checks, in the order of the system's properties.
    pub checks: Vec<Check>,
}

impl Refinement {
    /// A part.
    pub fn part(&self, id: PartId) -> &Part {
        &self.parts[id.0 as usize]
    }

    /// A port.
    pub fn port(&self, id: PortId) -> &Port {
        &self.ports[id.0 as usize]
    }

    /// A contract.
    pub fn contract(&self, id: ContractId) -> &Contract {
        &self.contracts[id.0 as usize]
    }

    /// The check of a property.
    pub fn check(&self, property: &str) -> Option<&Check> {
        self.checks.iter().find(|c| c.property == property)
    }

    /// The conjunct that a check asks for.
    pub fn consequent(&self, check: &Check) -> &Conjunct {
        &self.contract(check.contract).side(check.side)[check.conjunct]
    }

    /// Name in the whole of something that an owner calls `name`: with its part.
    pub fn qualified(&self, owner: Option<PartId>, name: &str) -> String {
        match owner {
            Some(part) => format!("{}.{name}", self.part(part).name),
            None => name.to_owned(),
        }
    }

    /// `part.contract`, or the name alone for a contract of the whole.
    pub fn contract_name(&self, id: ContractId) -> String {
        let contract = self.contract(id);
        self.qualified(contract.owner, &contract.name)
    }

    /// Name of a port in the whole.
    pub fn port_name(&self, id: PortId) -> &str {
        &self.system.terms.var(self.port(id).var).name
    }

    /// Name of an owner for people: the name of its component if that is unique among the parts, else that of the part.
    pub fn owner_name(&self, owner: Option<PartId>) -> &str {
        let Some(id) = owner else { return &self.component };
        let part = self.part(id);
        let is_unique = self.parts.iter().filter(|p| p.component == part.component).count() == 1;
        if is_unique { &part.component } else { &part.name }
    }
}

impl Contract {
    /// The conjuncts of one side.
    pub fn side(&self, side: Side) -> &[Conjunct] {
        match side {
            Side::Assumption => &self.assumptions,
            Side::Guarantee => &self.guarantees,
        }
    }
}
