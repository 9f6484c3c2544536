//! The view of a labelled transition system: its choices and their portrait.
//!
//! What the lens finds is plain data that owns its words already, so that it is the view of itself. A run is a table as
//! in every other lens, with a column for the action taken from a row to the next and one for the state.

pub use wherefore_explain::lts::{
    Abstraction, Arrow, Diagram, Extent, Neighbourhoods, Node, Portrait, Shortness, Tint,
};
pub use wherefore_explain::{Alternative, Fate, Junction};

/// The name of the column with the action.
pub const ACTION: &str = "action";
/// The name of the column with the state.
pub const STATE: &str = "state";
/// The word for the logic of such properties.
pub const MCL: &str = "mcl";
