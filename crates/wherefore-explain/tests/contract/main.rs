//! The lens for contracts, on texts as people write them.

mod airbag;
mod consistency;
mod corpus;
mod mutants;
mod public;
mod random;
mod seeded;
mod support;
mod texts;
