//! The elements of a model: places that somebody would edit.
//!
//! Mutants, suspects and fixes speak of the same list. The place of an element that holds an expression is that of the
//! expression in the tree of the front end, so the two can be found from each other:
//!
//! ```text
//! next(s) := case t1 : busy; TRUE : s; esac      next(s)               case .. esac
//!                                                branch 1 of next(s)   t1, a condition
//!                                                branch 1 of next(s)   busy, a value
//! ```
//!
//! A missing thing has no place of its own. It belongs to what it would stand in: a branch to the right side of its equation,
//! an action to the transition or state, a transition to the state, a conjunct to the condition.

use crate::{Inventory, Reach, lustre, netlist, oss, scxml, simulink, smv, xstate};
use wherefore_diag::{FileId, Span};
use wherefore_lang::Language;
use wherefore_lang::include::Include;

/// Kind of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementKind {
    /// The first value of a variable: `init(x)`, a datum of a chart, the left side of `->`.
    InitialValue,
    /// The value of a variable in the next state: `next(x)`.
    NextValue,
    /// The value of a variable in every state: `x := e`.
    CurrentValue,
    /// The body of a definition.
    Definition,
    /// The condition of a branch.
    BranchCondition,
    /// The value of a branch.
    BranchValue,
    /// A conjunct that restricts first states.
    InitialCondition,
    /// A conjunct that restricts steps.
    StepCondition,
    /// A conjunct of what is assumed of an environment.
    Assumption,
    /// A conjunct of what a part assumes: the others must give it, so it is a piece of the model.
    PartAssumption,
    /// A conjunct of what a part guarantees.
    Guarantee,
    /// A conjunct of what the whole guarantees: the question, not the model.
    Specification,
    /// An argument of a module instance.
    Argument,
    /// The condition of a transition.
    Guard,
    /// The target of a transition.
    Target,
    /// The event of a transition.
    Event,
    /// An action of a transition, or on entry or exit.
    Action,
    /// The state that is entered first.
    InitialState,
    /// A transition as a whole.
    Transition,
    /// A state with what could stand in it.
    State,
    /// The right side of an equation.
    Equation,
    /// The source of a connection.
    Connection,
}

impl ElementKind {
    /// Whether it says what is assumed rather than what the model does.
    pub fn is_assumption(self) -> bool {
        self == ElementKind::Assumption
    }

    /// Whether it says what is asked rather than what the model does.
    pub fn is_specification(self) -> bool {
        self == ElementKind::Specification
    }

    /// Whether it says what the model does, rather than what is assumed or asked.
    pub fn is_model(self) -> bool {
        !self.is_assumption() && !self.is_specification()
    }
}

/// A place that somebody would edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// Kind of the element.
    pub kind: ElementKind,
    /// What a report calls it: `t4`, `next(s)`.
    pub name: String,
    /// A phrase for it: "the guard of `t4`".
    pub words: String,
    /// Where it is written: the expression, or else the word or the start tag.
    pub span: Span,
}

/// The elements of a text, which has a name in messages, in the order of the source; those around others come first. Included
/// files are asked for; only elements of the text itself are listed. None where the text cannot be read or has nothing to edit.
pub fn elements(language: Language, (name, text): (&str, &str), include: &mut Include<'_>) -> Vec<Element> {
    match language {
        Language::Smv => smv::inventory(FileId(0), text, Reach::Mistakes).into_elements(),
        Language::Scxml => scxml::inventory(FileId(0), text, Reach::Mistakes, &|_| true)
            .map_or_else(Vec::new, Inventory::into_elements),
        Language::Lustre => lustre::inventory(name, text, include, Reach::Mistakes).into_elements(),
        Language::Oss => oss::inventory(name, text, include, Reach::Mistakes).into_elements(),
        Language::Simulink => simulink::elements(text),
        Language::XState => {
            xstate::inventory(FileId(0), text, Reach::Mistakes).map_or_else(Vec::new, Inventory::into_elements)
        }
        Language::Btor2 => netlist::elements(text),
        Language::Aut | Language::Aiger => Vec::new(),
    }
}
