//! The lens for contracts, on texts as people write them.

mod airbag;
mod corpus;
mod health;
mod mutants;
mod public;
mod random;
mod seeded;
mod support;
mod texts;
