//! Transition systems and their properties.
//!
//! At tick k there is a state and an input. `init` speaks of the first tick, `invar` of every tick, `trans` and `next` of
//! two neighbouring ticks. A state variable with a `next` entry is updated by that function; one without is constrained
//! by `trans` alone, and free where that says nothing. A frozen variable keeps its first value. Inputs are chosen anew at
//! every tick, the last one included, and have no next value.

use crate::control::ControlGraph;
use crate::drawing::Drawing;
use crate::network::Network;
use crate::triggers::Triggers;
use crate::{ElementId, Elements, Estimate, FloatFormat, Purpose, Sort, TermId, Terms, VarId};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_diag::Span;

/// Role of a variable over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Part of the state.
    State,
    /// Chosen by the environment at every tick.
    Input,
    /// Part of the state, and never changes.
    Frozen,
}

/// A formula that restricts the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Must be true.
    pub term: TermId,
    /// The element that says so.
    pub element: Option<ElementId>,
}

/// The next value of a state variable as a function of state and input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// Its next value.
    pub term: TermId,
    /// The element that says so.
    pub element: Option<ElementId>,
}

/// A name for a term. A variable whose value the source fixes by an equation in every state becomes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// The name, distinct from all variables and other definitions.
    pub name: String,
    /// Term that the name stands for.
    pub term: TermId,
    /// The sort it was declared with, when it was declared as a variable: its value is then part of the state that people see.
    pub declared: Option<Sort>,
    /// The element that defines it.
    pub element: Option<ElementId>,
}

/// Something that is seen from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Name, distinct from all other outputs.
    pub name: String,
    /// Its value, over the state and, in synchronous programs, the inputs of the same tick.
    pub term: TermId,
    /// The element that declares it.
    pub element: Option<ElementId>,
}

/// If the first happens infinitely often, so does the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compassion {
    /// The premise.
    pub premise: TermId,
    /// The consequence.
    pub consequence: TermId,
    /// The element that says so.
    pub element: Option<ElementId>,
}

/// When an obligation must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum When {
    /// At the first tick.
    Initially,
    /// At every reachable tick.
    Always,
}

/// Kind of failure if an obligation is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObligationKind {
    /// A value outside the range of the variable it is assigned to.
    OutOfRange,
    /// A case distinction in which no branch applies.
    CaseNotExhaustive,
    /// A division by zero.
    DivisionByZero,
    /// An array index outside its bounds.
    IndexOutOfBounds,
    /// More events wait than there is room for.
    QueueFull,
    /// A machine goes on by itself and does not come to rest.
    NoRest,
    /// Something is read that has no value.
    NoValue,
}

impl ObligationKind {
    /// Every kind with the word for it.
    pub const WORDS: &[(ObligationKind, &str)] = &[
        (ObligationKind::OutOfRange, "out-of-range"),
        (ObligationKind::CaseNotExhaustive, "case-not-exhaustive"),
        (ObligationKind::DivisionByZero, "division-by-zero"),
        (ObligationKind::IndexOutOfBounds, "index-out-of-bounds"),
        (ObligationKind::QueueFull, "queue-full"),
        (ObligationKind::NoRest, "no-rest"),
        (ObligationKind::NoValue, "no-value"),
    ];

    /// The word for the kind.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(k, _)| *k == self).map_or("obligation", |(_, w)| w)
    }
}

/// Something that must be true for the model to make sense. It is checked before any property: a model that breaks it is
/// wrong, and verdicts about it would be worthless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Kind of failure otherwise.
    pub kind: ObligationKind,
    /// When it must hold.
    pub when: When,
    /// Formula that must hold; over state and input of one tick.
    pub term: TermId,
    /// Message for the user, without its place: "8 does not fit `x`, which is 0..7".
    pub message: String,
    /// The place of the message.
    pub span: Option<Span>,
    /// The element at fault.
    pub element: Option<ElementId>,
}

/// The logic a property is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyKind {
    /// A formula that must hold at every reachable tick.
    Invariant,
    /// LTL, with past and future operators.
    Ltl,
    /// CTL.
    Ctl,
}

impl PropertyKind {
    /// Every kind with the word for it.
    pub const WORDS: &[(PropertyKind, &str)] =
        &[(PropertyKind::Invariant, "invariant"), (PropertyKind::Ltl, "ltl"), (PropertyKind::Ctl, "ctl")];

    /// The word for the kind.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(k, _)| *k == self).map_or("property", |(_, w)| w)
    }
}

/// Something that is asked of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Unique name.
    pub name: String,
    /// Its logic.
    pub kind: PropertyKind,
    /// The formula.
    pub term: TermId,
    /// The formula as the source spells it, on one line.
    pub text: String,
    /// Its element, with the span.
    pub element: Option<ElementId>,
}

/// Which number of steps a quantity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuantityKind {
    /// The steps of the shortest path.
    Least,
    /// The steps of the longest path that has not arrived before.
    Most,
}

impl QuantityKind {
    /// The word for the kind.
    pub fn word(self) -> &'static str {
        match self {
            QuantityKind::Least => "min",
            QuantityKind::Most => "max",
        }
    }
}

/// A number that is asked of the system: the steps from a reachable state in which one formula is true to one in which another is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Unique name.
    pub name: String,
    /// Which number.
    pub kind: QuantityKind,
    /// Where paths begin; plain or CTL.
    pub from: TermId,
    /// Where they end; plain or CTL.
    pub to: TermId,
    /// What is asked, as the source spells it, on one line.
    pub text: String,
    /// Its element, with the span.
    pub element: Option<ElementId>,
}

/// A transition system with everything that was said about it.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Its name, from the source.
    pub name: String,
    /// Variables and terms.
    pub terms: Terms,
    /// Provenance.
    pub elements: Elements,
    roles: Vec<Role>,
    var_elements: Vec<Option<ElementId>>,
    /// Restrictions on the first tick.
    pub init: Vec<Constraint>,
    /// Restrictions on every tick.
    pub invar: Vec<Constraint>,
    /// Restrictions on steps.
    pub trans: Vec<Constraint>,
    /// Functional updates of state variables.
    pub next: IndexMap<VarId, Update, FxBuildHasher>,
    /// Named terms.
    pub defines: Vec<Define>,
    /// Formulas that fair runs satisfy infinitely often.
    pub justice: Vec<Constraint>,
    /// Conditional fairness.
    pub compassion: Vec<Compassion>,
    /// Obligations that must hold for the model to make sense.
    pub obligations: Vec<Obligation>,
    /// Properties to decide.
    pub properties: Vec<Property>,
    /// Inputs that the system itself decides: the environment neither chooses nor sees them.
    pub choices: BTreeSet<VarId>,
    /// Knowledge of the source beyond that.
    pub annexes: Annexes,
}

/// Knowledge of a source about a system beyond its runs. Engines do not need it; explanations do.
#[derive(Clone, Debug, Default)]
pub struct Annexes {
    /// Its state machines, if the source says what they are.
    pub control: Option<ControlGraph>,
    /// Its transitions before priority decides among them, if the source is a statechart.
    pub triggers: Option<Arc<Triggers>>,
    /// Its blocks, if the source is a synchronous program.
    pub network: Option<Arc<Network>>,
    /// The picture that its author drew of it, if the source is one.
    pub drawing: Option<Arc<Drawing>>,
    /// Whether the machine is at rest, over current state variables: the next step takes an external event. Where it is
    /// not, the next step goes on with the event taken before. None: every step is a step of its own.
    pub rest: Option<TermId>,
    /// Outputs that are seen from outside, if the source says so.
    pub outputs: Vec<Output>,
    /// Numbers of steps that the source asks for.
    pub quantities: Vec<Quantity>,
    /// Variables that stand for values of functions that terms cannot express.
    pub estimates: Vec<Estimate>,
    /// The format in which the source computes what the terms say in exact reals.
    pub float: Option<FloatFormat>,
}

impl Annexes {
    /// Whether the source is a statechart by itself: its steps react to events one by one. A chart in a diagram is a block of it.
    pub fn is_chart(&self) -> bool {
        self.control.is_some() && self.network.is_none()
    }
}

impl System {
    /// An empty system.
    pub fn new(name: impl Into<String>) -> System {
        System { name: name.into(), ..System::default() }
    }

    /// Every term that the system holds directly: of restrictions, next values, definitions, obligations and properties.
    pub fn roots(&self) -> impl Iterator<Item = TermId> {
        let constraints = self.init.iter().chain(&self.invar).chain(&self.trans).chain(&self.justice);
        constraints
            .map(|c| c.term)
            .chain(self.next.values().map(|u| u.term))
            .chain(self.defines.iter().map(|d| d.term))
            .chain(self.compassion.iter().flat_map(|c| [c.premise, c.consequence]))
            .chain(self.obligations.iter().map(|o| o.term))
            .chain(self.properties.iter().map(|p| p.term))
    }

    /// Declares a variable; `None` if the name is taken.
    pub fn add_var(
        &mut self,
        name: impl Into<String>,
        sort: Sort,
        role: Role,
        element: Option<ElementId>,
    ) -> Option<VarId> {
        let id = self.terms.declare(name, sort)?;
        self.roles.push(role);
        self.var_elements.push(element);
        Some(id)
    }

    /// Declares a variable that the source does not: `$name`, with a mark for each time that is taken.
    pub fn add_auxiliary(&mut self, name: &str, sort: Sort, role: Role, purpose: Purpose) -> VarId {
        let mut name = format!("${name}");
        loop {
            match self.add_var(name.clone(), sort, role, None) {
                Some(var) => {
                    self.terms.mark_auxiliary(var, purpose);
                    return var;
                }
                None => name.push('\''),
            }
        }
    }

    /// Role of a variable over time.
    pub fn role(&self, var: VarId) -> Role {
        self.roles[var.index()]
    }

    /// The element that declares a variable.
    pub fn var_element(&self, var: VarId) -> Option<ElementId> {
        self.var_elements[var.index()]
    }

    /// All variables with their roles, in order of declaration.
    pub fn vars(&self) -> impl Iterator<Item = (VarId, Role)> + '_ {
        self.roles.iter().enumerate().map(|(i, r)| (VarId(i as u32), *r))
    }

    /// The variables whose values make up a state, frozen ones included.
    pub fn state_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars().filter(|(_, r)| *r != Role::Input).map(|(v, _)| v)
    }

    /// The variables chosen anew at every tick.
    pub fn input_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars().filter(|(_, r)| *r == Role::Input).map(|(v, _)| v)
    }

    /// Whether every variable has a finite sort, and so have the values computed from them.
    pub fn is_finite(&self) -> bool {
        self.terms.vars().all(|(_, v)| v.sort.is_finite()) && !self.terms.computes_reals()
    }

    /// The property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|p| p.name == name)
    }

    /// The span of an element, if it has both.
    pub fn span(&self, element: Option<ElementId>) -> Option<Span> {
        element.and_then(|e| self.elements.get(e).span)
    }
}
