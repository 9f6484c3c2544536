//! Fates of the example models, as a table for people: `cargo test -p wherefore-explain fates_of_the_examples -- --nocapture`.
