//! Aldebaran text (`.aut`), the format in which CADP, mCRL2 and LTSmin exchange labelled transition systems.
//!
//! ```text
//! des (0, 2, 2)          initial state, number of transitions, number of states
//! (0, "SEND !1", 1)      source, label, target
//! (1, i, 0)
//! ```
//!
//! Files of many gigabytes are the rule, so nothing here holds a file: [`Blocks`] cuts a byte stream into blocks of whole
//! lines, [`scan`] turns one block into columns, and blocks can be scanned on several threads, or, through [`part`], by
//! several processes that read one file. What is wrong is a [`Fault`]: it keeps the one line it is about, not the text.
//!
//! A label may contain commas, parentheses and quotes. A line is therefore read from both ends: the source after the
//! first parenthesis, the target before the last; what lies between is the label.

mod blocks;
pub mod codes;
mod excerpt;
mod fault;
mod header;
mod line;
mod names;
mod number;
mod part;
mod print;
mod scan;
#[cfg(test)]
mod tests;

pub use blocks::{BLOCK, Blocks, LONGEST_LINE, Source};
pub use fault::Fault;
pub use header::Header;
pub use names::Names;
pub use part::part;
pub use print::Printer;
pub use scan::{Block, scan};
