//! Simulink block diagrams.

pub mod matlab;
