//! Logs for machines that build and review: SARIF and JUnit.

mod junit;
mod sarif;
