//! Provenance: the things in a model that a person can point at.
//!
//! An element has an id, a kind, a name and, where it was written down, a span. Terms are shared, so one term can stand
//! for several elements: two branches with the same guard, the same equation in two instances. The table is therefore
//! many-to-many, beside the arena, in the order in which the front end recorded it.

use crate::TermId;
use rustc_hash::FxBuildHasher;
use wherefore_diag::Span;

/// Index of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId(pub u32);

/// Kind of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementKind {
    /// A declared variable.
    Variable,
    /// A named definition.
    Definition,
    /// A control state.
    State,
    /// A transition of a state machine.
    Transition,
    /// A branch of a case distinction.
    Branch,
    /// An equation or assignment.
    Equation,
    /// A constraint on initial states, states or steps.
    Constraint,
    /// An operator or block instance.
    Operator,
    /// A component or module instance.
    Component,
    /// A contract.
    Contract,
    /// A property.
    Property,
}

impl ElementKind {
    /// Every kind with the word for it, used in the text form and in reports.
    pub const WORDS: &[(ElementKind, &str)] = &[
        (ElementKind::Variable, "variable"),
        (ElementKind::Definition, "definition"),
        (ElementKind::State, "state"),
        (ElementKind::Transition, "transition"),
        (ElementKind::Branch, "branch"),
        (ElementKind::Equation, "equation"),
        (ElementKind::Constraint, "constraint"),
        (ElementKind::Operator, "operator"),
        (ElementKind::Component, "component"),
        (ElementKind::Contract, "contract"),
        (ElementKind::Property, "property"),
    ];

    /// The word for the kind.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(k, _)| *k == self).map_or("element", |(_, w)| w)
    }
}

/// One thing a person can point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Kind of the element.
    pub kind: ElementKind,
    /// Name in the model, or a description if it has none.
    pub name: String,
    /// Where it was written; `None` for what no source shows.
    pub span: Option<Span>,
    /// The element it is part of.
    pub parent: Option<ElementId>,
}

/// All elements of a system, and which terms stand for them.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    list: Vec<Element>,
    origins: indexmap::IndexMap<TermId, Origins, FxBuildHasher>,
}

/// The elements of one term, and the largest id among them: most elements are recorded in order, and a search through all
/// of them each time would take the square of their number.
#[derive(Clone, Debug, Default)]
struct Origins {
    list: Vec<ElementId>,
    largest: Option<ElementId>,
}

impl Elements {
    /// Adds an element.
    pub fn add(&mut self, element: Element) -> ElementId {
        self.list.push(element);
        ElementId(self.list.len() as u32 - 1)
    }

    /// The element with this id.
    pub fn get(&self, id: ElementId) -> &Element {
        &self.list[id.0 as usize]
    }

    /// All elements in order.
    pub fn iter(&self) -> impl Iterator<Item = (ElementId, &Element)> {
        self.list.iter().enumerate().map(|(i, e)| (ElementId(i as u32), e))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the table has no element.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Records that `term` stands for `element`.
    pub fn record(&mut self, term: TermId, element: ElementId) {
        let origins = self.origins.entry(term).or_default();
        if Some(element) > origins.largest || !origins.list.contains(&element) {
            origins.list.push(element);
            origins.largest = origins.largest.max(Some(element));
        }
    }

    /// The elements a term stands for, in the order recorded.
    pub fn of(&self, term: TermId) -> &[ElementId] {
        self.origins.get(&term).map_or(&[], |o| o.list.as_slice())
    }

    /// Every recorded pair, in the order of first recording.
    pub fn origins(&self) -> impl Iterator<Item = (TermId, &[ElementId])> {
        self.origins.iter().map(|(t, o)| (*t, o.list.as_slice()))
    }
}
