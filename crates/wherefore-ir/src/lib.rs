//! One language for every model: sorts, terms, transition systems, properties and where each part came from.
//!
//! Front ends produce a [`System`]; engines, explanations and reports read it. Terms lie in an arena ([`Terms`]): equal ones
//! have equal ids, children have smaller ids than their parents, and every algorithm is a loop. Beside them stand [`Elements`]
//! of the source, [`control`] graphs, [`network`]s of blocks and [`refinement`]s of contracts; [`actions`] are formulas over
//! labels, and [`passes`] make one system out of another. Nothing here knows source languages, solvers or output.
//!
//! ```
//! use wherefore_ir::{text, validate};
//!
//! let counter = "system \"counter\"\nvar x : 0..7 state\ninit (= x 0)\nnext x = (ite (< x 7) (+ x 1) 0)\n";
//! let system = text::parse(counter).expect("the text form of a system");
//! assert_eq!(text::print(&system), counter);
//! assert!(validate(&system).is_empty());
//! ```

pub mod actions;
pub mod control;
pub mod drawing;
mod element;
pub mod float;
mod fold;
mod function;
pub mod import;
mod interval;
mod loaded;
pub mod network;
mod op;
pub mod passes;
pub mod refinement;
mod rules;
mod sort;
mod system;
mod terms;
pub mod text;
pub mod triggers;
mod validate;
mod value;
mod visibility;
pub mod walk;

pub use element::{Element, ElementId, ElementKind, Elements};
pub use function::{Estimate, Function};
pub use interval::Interval;
pub use loaded::Loaded;
pub use op::{Op, Rounding};
pub use rules::SortError;
pub use sort::{EnumId, EnumSort, FloatFormat, Sort};
pub use system::{
    Annexes, Compassion, Constraint, Define, Obligation, ObligationKind, Output, Property, PropertyKind, Quantity,
    QuantityKind, Role, System, Update, When,
};
pub use terms::{ConstId, TermId, Terms, Var, VarId};
pub use validate::validate;
pub use value::Value;
pub use visibility::{Purpose, Visibility};
