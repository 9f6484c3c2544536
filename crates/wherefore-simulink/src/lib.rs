//! Simulink block diagrams.
//!
//! ```text
//! container   archive -> text                     the parts of a `.slx` file as one document, and back
//! tree        text -> sections                    XML or the older text form
//! read        sections -> document::Model         blocks, lines, masks, with their places
//! ```

pub mod codes;
pub mod container;
pub mod document;
pub mod matlab;
mod read;
mod tree;

pub use read::parse;
