//! Parts that the cross-check tests share: random systems, and a slow obvious checker that enumerates them.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod explicit;
pub mod linear;
pub mod random;
