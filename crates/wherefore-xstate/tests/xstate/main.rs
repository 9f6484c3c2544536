//! Machines of XState: what this crate makes of them, held against XState itself.

#[path = "../../../wherefore-scxml/tests/scxml/follow.rs"]
#[expect(dead_code, reason = "charts of another language need more of it")]
mod follow;
mod make;
mod make_six;
mod oracle;
mod run;
mod same;
#[path = "../../../wherefore-scxml/tests/scxml/simulator.rs"]
#[allow(dead_code, reason = "charts of another language need more of it")]
mod simulator;
mod written;
