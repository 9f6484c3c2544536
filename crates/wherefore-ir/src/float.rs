//! Floats: between numbers and IEEE formats, between formulas over floats and formulas over reals.
//!
//! * [`nearest`] and [`exact`] pass between rational numbers and floats.
//! * [`relaxed`] speaks about float formulas in reals, so that a solver for reals can refute them.

mod nearest;
mod relaxed;

#[cfg(test)]
mod tests;

pub use nearest::{exact, largest, nearest};
pub use relaxed::{Relaxed, relaxed};
