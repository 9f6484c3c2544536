//! Meaning of programs, checked on an interpreter, and messages about those that mean nothing.

mod interpret;
mod messages;
mod random;
mod refusals;
mod seen;
mod simulate;

use super::super::{Loaded, NotIncluded, load};
use wherefore_diag::SourceMap;
use wherefore_ir::System;

fn loaded(text: &str) -> Loaded {
    load(SourceMap::single("p.lus", text), &mut |_| Err(NotIncluded::Missing))
}

/// The system of a program without mistakes.
fn system(text: &str) -> System {
    let loaded = loaded(text);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{}: {}", d.code.id, d.headline)).collect();
    loaded.system.unwrap_or_else(|| panic!("{said:?}\n{text}"))
}
