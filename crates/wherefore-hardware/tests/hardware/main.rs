//! Netlists, random and public ones: the transition system of each does what the interpreter does.

mod aiger;
mod btor2;
mod corpus;
mod hostile;
mod random;
mod same;
mod witness;
