//! Two models compared: case studies, random machines against slow comparison, tests that must kill mutants.

mod examples;
mod grid;
mod metamorphic;
mod random;
mod support;
