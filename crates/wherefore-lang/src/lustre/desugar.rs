//! Rewriting of syntax into fewer forms. It reads the tree of one node at a time and knows nothing of calls, types and blocks.

mod body;
#[cfg(test)]
mod tests;

pub(super) use body::{Body, definitions};
