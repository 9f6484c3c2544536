//! Every distinct way a property breaks, the proof that there is no other, and why.
//!
//! An [`Inquiry`] is the one result of every lens: classes of failing runs with a representative each, whether the list is
//! complete, the model elements to suspect, and the smallest sets of them whose change helps. [`machine`] is the lens for
//! state machines, [`lts`] the one for labelled transition systems, [`contract`] the one for contracts, [`dataflow`] the one
//! for synchronous programs. [`equivalence`] compares two models. [`given`] is about runs that another tool has found.

pub mod cause;
pub mod contract;
mod count;
pub mod dataflow;
pub mod equivalence;
pub mod explanation;
pub mod fix;
mod follow;
pub mod given;
mod id;
mod inquiry;
mod judge;
mod lasso;
pub mod left_out;
mod lex;
pub mod lts;
pub mod machine;
pub mod rank;
pub mod scene;
mod subsets;

pub use given::{Asked, Given};
pub use inquiry::{
    Alternative, Class, Completeness, Fate, Findings, FixSet, Group, Inquiry, Junction, ListLimit, Shortened, Suspect,
    Undivided,
};
