//! The lens for state machines, as one program: what its parts share is built once.

mod case_studies;
mod charts;
mod classes_agree;
mod cost;
mod diagrams;
mod discovered;
mod lassos_agree;
mod last_steps;
mod lines;
mod metamorphic;
mod nearest;
mod normal_form;
/// The maker of random statecharts.
#[path = "../../../wherefore-scxml/tests/scxml"]
mod maker {
    #![allow(dead_code, reason = "another test uses the rest")]
    pub mod random;
}
mod support;
mod wrong_answers;
