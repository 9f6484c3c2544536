//! Every distinct way a property breaks, the proof that there is no other, and why.
//!
//! An [`Inquiry`] is the one result of every lens: classes of failing runs with a representative each, whether the list is
//! complete, the model elements to suspect, and the smallest sets of them whose change helps. [`machine`] is the lens for
//! state machines.

mod count;
pub mod fix;
mod inquiry;
mod lex;
pub mod machine;
pub mod rank;

pub use inquiry::{Class, Completeness, FixSet, Group, Inquiry, Suspect};
