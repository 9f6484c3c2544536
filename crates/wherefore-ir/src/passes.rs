//! Passes: from one system to another about which the same questions have the same answers.
//!
//! The header of each says what it takes, gives and promises, and how a trace of the result is read as one of the original. In
//! debug and test builds the validator runs after each.
//!
//! | pass | takes | gives | used by |
//! |---|---|---|---|
//! | [`narrow`] | a system with unbounded integers | the same with ranges, and obligations that they suffice | the Lustre front end |
//! | [`float`] | a system over exact reals | the same computed in floats | comparisons of models |
//! | [`unwire`] | a system in which equations determine variables | one without these variables | LTL formulas |

pub mod float;
pub mod narrow;
pub mod unwire;

use crate::{System, validate};

/// The result of a pass. A build for tests ends here if it is not sound.
fn checked(pass: &str, system: System) -> System {
    debug_assert_eq!(validate(&system), Vec::<String>::new(), "after {pass}");
    system
}
