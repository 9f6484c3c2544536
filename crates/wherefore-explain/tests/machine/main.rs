//! The lens for state machines, as one program: what its parts share is built once.

mod case_studies;
mod classes_agree;
mod cost;
mod discovered;
mod lassos_agree;
mod metamorphic;
mod nearest;
mod normal_form;
mod support;
mod wrong_answers;
