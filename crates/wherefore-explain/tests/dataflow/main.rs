//! The lens for synchronous data flow, as one program: what its parts share is built once.

mod case_studies;
mod causes_hold;
mod corpus;
mod forms;
mod gates;
mod metamorphic;
mod muv;
mod pattern_rules;
mod programs;
mod random;
mod scale;
mod support;
