//! Two models compared: case studies, random machines against slow comparison, tests that must kill mutants.

mod examples;
mod grid;
mod kept;
mod metamorphic;
mod random;
mod scenes;
mod support;
mod unbounded;
