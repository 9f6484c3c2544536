//! The step of a state machine that fails: which transitions it takes, or what stays where it is.

use std::collections::BTreeSet;
use wherefore_ir::{ElementId, VarId};

/// Effect of the step into the failing state on the machines that have a part in the property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastStep {
    /// The tick it leads to.
    pub tick: usize,
    /// The transitions it takes, one per region that moves.
    pub taken: Vec<Taken>,
    /// If it takes none, the active regions.
    pub stays: Vec<Stays>,
    /// The transitions that it could have taken from where the regions were, as far as it is known why it did not.
    pub stayed_out: Vec<StayedOut>,
}

/// A transition that begins where its region was before the step, and that the step does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StayedOut {
    /// Name in the model.
    pub name: String,
    /// Where it is written, its guard first if that is written apart.
    pub elements: Vec<ElementId>,
    /// What kept it out.
    pub kept_out_by: KeptOutBy,
}

/// What keeps a transition out of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptOutBy {
    /// These conjuncts of its condition were false before the step.
    Conjuncts(Vec<String>),
    /// Its guard was false, while its event was there.
    Guard,
    /// A transition that was taken comes before it.
    Priority(String),
    /// Nothing: the step had a choice.
    Choice,
}

/// A transition that the last step takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Name in the model.
    pub name: String,
    /// Where it is written, its guard first if that is written apart.
    pub elements: Vec<ElementId>,
    /// The variables that say in which state its region is.
    pub control: BTreeSet<VarId>,
}

/// A region that the last step leaves where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stays {
    /// The region.
    pub region: String,
    /// The state it is in.
    pub state: String,
    /// The transitions from that state whose guards were false before the step.
    pub disabled: Vec<String>,
    /// The branch that was executed and keeps the state, where one is written.
    pub element: Option<ElementId>,
}
