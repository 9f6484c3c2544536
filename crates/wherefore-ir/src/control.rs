//! Control structure: the state machines inside a transition system.
//!
//! A front end, or a rule over the system, says which terms mean "this control state is active" and "this step takes that
//! transition"; everything else about the machine (data, inputs, priorities) stays in the system itself. A region is one
//! machine. Regions without a parent run in parallel. A region with a parent lives inside a control state of another
//! region: it is entered and left with that state, and its history before the last entry does not matter.
//!
//! Invariants: at every tick exactly one state of a region without parent is active; the states of one region exclude each
//! other; a step takes at most one transition of a region. A step that takes none is non-progressing there.
//!
//! ```text
//! region s           states OFF, IDLE, ON
//!   t1  OFF -> IDLE  taken when  s = OFF & e = enter & t <= 24
//!   t4  IDLE -> ON   taken when  s = IDLE & e = enter & t >= 24
//! ```

use crate::{ElementId, TermId, VarId};

/// Index of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

/// Index of a control state, over all regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// Index of a transition, over all regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransitionId(pub u32);

/// One state machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Name in the model: its control variable, or its component.
    pub name: String,
    /// The state of another region that it lives in.
    pub parent: Option<StateId>,
    /// The variables that its transitions write, control variables included. A blocked transition leaves these alone.
    pub writes: Vec<VarId>,
    /// Its element.
    pub element: Option<ElementId>,
}

/// One control state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlState {
    /// The region it belongs to.
    pub region: RegionId,
    /// Name in the model, unique in its region.
    pub name: String,
    /// Whether it is active, over current state variables.
    pub active: TermId,
    /// Its element.
    pub element: Option<ElementId>,
}

/// One transition: an edge of the graph. A rule that applies in several states is one transition for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The region it belongs to.
    pub region: RegionId,
    /// Where it starts.
    pub source: StateId,
    /// Where it ends.
    pub target: StateId,
    /// Name in the model, unique in the graph.
    pub name: String,
    /// Whether the modeller gave it this name; otherwise it is a place in the source, and moves with it.
    pub named: bool,
    /// The name of the rule it comes from: what several transitions of one rule have in common, otherwise its own name.
    pub rule: String,
    /// Whether it can be taken, over current state and inputs; priorities are already in it.
    pub enabled: TermId,
    /// Whether a step takes it, over current state, inputs and next state. The same as `enabled` unless there is a choice.
    pub taken: TermId,
    /// Whether the transition leaves and enters nothing: what lives inside its state goes on as it was.
    pub internal: bool,
    /// Element to edit in order to change it: the branch, the transition.
    pub element: Option<ElementId>,
    /// Where its guard is written, if not in the element: a named definition.
    pub guard: Option<ElementId>,
}

/// The state machines of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ControlGraph {
    /// The regions; a parent stands before its children.
    pub regions: Vec<Region>,
    /// The control states, region by region.
    pub states: Vec<ControlState>,
    /// The transitions, region by region, in the order of the source.
    pub transitions: Vec<Transition>,
}

impl ControlGraph {
    /// A region.
    pub fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }

    /// A control state.
    pub fn state(&self, id: StateId) -> &ControlState {
        &self.states[id.0 as usize]
    }

    /// A transition.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.0 as usize]
    }

    /// All regions in order.
    pub fn region_ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.regions.len() as u32).map(RegionId)
    }

    /// The states of a region in order.
    pub fn states_of(&self, region: RegionId) -> impl Iterator<Item = StateId> + '_ {
        let inside = move |s: &(usize, &ControlState)| s.1.region == region;
        self.states.iter().enumerate().filter(inside).map(|(i, _)| StateId(i as u32))
    }

    /// The transitions of a region in order.
    pub fn transitions_of(&self, region: RegionId) -> impl Iterator<Item = TransitionId> + '_ {
        let inside = move |t: &(usize, &Transition)| t.1.region == region;
        self.transitions.iter().enumerate().filter(inside).map(|(i, _)| TransitionId(i as u32))
    }

    /// The transitions that leave a state, in order.
    pub fn exits(&self, state: StateId) -> impl Iterator<Item = TransitionId> + '_ {
        let leaves = move |t: &(usize, &Transition)| t.1.source == state;
        self.transitions.iter().enumerate().filter(leaves).map(|(i, _)| TransitionId(i as u32))
    }

    /// Formulas that must all hold for a region to be active: those of the states around it.
    pub fn around(&self, region: RegionId) -> Vec<TermId> {
        let mut active = Vec::new();
        let mut parent = self.region(region).parent;
        while let Some(state) = parent {
            active.push(self.state(state).active);
            parent = self.region(self.state(state).region).parent;
        }
        active
    }

    /// The transitions that end the life of a region's inside, or begin it: those of the regions around it that leave or
    /// enter a state it lives in.
    pub fn resets(&self, region: RegionId) -> Vec<TransitionId> {
        let mut resets = Vec::new();
        let mut around = self.region(region).parent;
        while let Some(state) = around {
            let touches = |t: &TransitionId| {
                let transition = self.transition(*t);
                !transition.internal && (transition.source == state || transition.target == state)
            };
            let parent = self.state(state).region;
            resets.extend(self.transitions_of(parent).filter(touches));
            around = self.region(parent).parent;
        }
        resets.sort();
        resets
    }
}
