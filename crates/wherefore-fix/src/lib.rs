//! From a violated property to the edit that mends the model.
//!
//! A fix is an edit of the source text, read again by the front end, after which all properties hold.

pub mod exonerate;
mod reader;

pub use exonerate::{Exoneration, FailingRun, Question};
pub use reader::Reader;
