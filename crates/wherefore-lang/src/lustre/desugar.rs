//! Rewriting of syntax into fewer forms. A stage without state: it reads the tree and knows nothing of instances, types and
//! blocks.

mod body;

pub(super) use body::{Body, definitions};
