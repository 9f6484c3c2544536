//! The blaster against a slow, obvious evaluator: every operator over all values of small operands, random terms, and
//! terms of extreme size. A circuit with one wrong gate is there to show that the comparison can fail.

mod eval;
mod operators;
mod random;
mod sample;
mod simulator;
mod size;
