//! Floats: between numbers and IEEE formats, between systems over reals and systems over floats.
//!
//! * [`nearest`] and [`exact`] pass between rational numbers and floats.
//! * [`as_floats`] reads a system over exact reals as the program that computes it in floats.
//! * [`relaxed`] speaks about float formulas in reals, so that a solver for reals can refute them.

mod nearest;
mod relaxed;
mod system;

#[cfg(test)]
mod tests;

pub use nearest::{exact, largest, nearest};
pub use relaxed::{Relaxed, relaxed};
pub use system::{Unreadable, as_floats};
