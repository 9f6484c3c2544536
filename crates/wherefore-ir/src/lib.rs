//! One language for every model: sorts, terms, transition systems, properties and where each part came from.
//!
//! Front ends produce a [`System`]; engines, explanations and reports read it. The crate knows nothing of source
//! languages, solvers or output.
//!
//! * [`Terms`] is an arena of hash-consed terms: a [`TermId`] is a small copyable number, equal terms have equal ids, and
//!   children always have smaller ids than their parents. Every algorithm over terms is therefore a loop, never a
//!   recursion, and a term a million levels deep is nothing special.
//! * Facts about terms live beside the arena: [`Elements`] says which model element a term stands for.
//! * [`control::ControlGraph`] says which terms make up the state machines inside a system.
//! * [`network::Network`] says which terms are the streams of which blocks of a synchronous program.
//! * [`refinement::Refinement`] says which formulas are contracts, and of whom.
//! * [`actions`] are formulas over what a graph does, for models that have labels and no variables.
//! * [`passes`] make one system out of another, such as the one that computes in floats what the first says in reals.
//! * [`print`](text::print) and [`parse`](text::parse) are one readable text form that round-trips.

pub mod actions;
pub mod control;
mod element;
pub mod float;
mod fold;
pub mod import;
mod interval;
pub mod network;
mod op;
pub mod passes;
pub mod refinement;
mod rules;
mod sort;
mod system;
mod terms;
pub mod text;
mod validate;
mod value;
mod visibility;
pub mod walk;

pub use element::{Element, ElementId, ElementKind, Elements};
pub use interval::Interval;
pub use op::{Op, Rounding};
pub use rules::SortError;
pub use sort::{EnumId, EnumSort, FloatFormat, Sort};
pub use system::{
    Annexes, Compassion, Constraint, Define, Obligation, ObligationKind, Output, Property, PropertyKind, Role, System,
    Update, When,
};
pub use terms::{ConstId, TermId, Terms, Var, VarId};
pub use validate::validate;
pub use value::Value;
pub use visibility::{Purpose, Visibility};
