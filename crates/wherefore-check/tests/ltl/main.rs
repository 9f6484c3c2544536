//! LTL properties. One program, because each costs time to link.

mod agree;
mod examples;
#[path = "../support/mod.rs"]
mod support;
mod wires;
