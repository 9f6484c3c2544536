//! From a violated property to the edit that mends the model.
//!
//! A fix is an edit of the source text, read again by the front end, after which all properties hold.

mod reader;

pub use reader::Reader;
