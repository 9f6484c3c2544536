//! The commands: one file for each, from its arguments to its exit code.

pub mod check;
pub mod diff;
pub mod doctor;
pub mod fix;
pub mod lint;
pub mod mutate;
pub mod recheck;
pub mod suite;
pub mod topic;
pub mod why;
