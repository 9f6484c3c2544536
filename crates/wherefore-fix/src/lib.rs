//! From a violated property to the edit that mends the model.
//!
//! A fix is an edit of the source text, read again by the front end, after which all properties hold that held before, and at least
//! one that was violated. [`fixes`] tries small edits, cheapest first; what survives is proved like any verdict, and compared with
//! the model: does it change anything but failing runs? Elements of which no change could mend the model are left out ([`exonerate`]).

pub mod assume;
mod conserve;
pub mod contracts;
mod environment;
pub mod exonerate;
mod join;
mod lasso;
mod naturalness;
mod nearness;
mod quick;
mod rank;
mod reader;
mod result;
mod sample;
mod search;
mod sets;
mod singles;
mod stepwise;
mod suspects;
mod trial;

pub use conserve::{Conservation, same_runs};
pub use exonerate::{Exoneration, FailingRun, Question};
pub use reader::Reader;
pub use result::{Fix, Fixes, Open, Suspect, Tried};
pub use search::{Limits, fixes};
