//! Tests of the crate through its public face, one module per idea.

mod branching;
mod corpus;
mod evaluator;
mod examples;
mod foreign;
mod hostile;
mod lasso;
mod random;
mod replay;
mod round_trip;
mod values;
mod whatif;
