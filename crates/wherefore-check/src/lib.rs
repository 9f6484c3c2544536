//! Engines that decide properties of a transition system, and the rule that nobody is believed.
//!
//! A [`Session`] takes a system and decides its properties, one [`Finding`] each. A violation carries a trace that the
//! evaluator of `wherefore-trace` has replayed; a proof carries a certificate that another solver has re-checked
//! ([`certify`]); everything else is undetermined, with its cause.
//!
//! | engine | module | decides |
//! |---|---|---|
//! | bounded model checking | [`bmc`] | violations, shortest first |
//! | k-induction | [`induction`] | proofs, finite or not |
//! | property-directed reachability | [`pdr`] | both, finite |
//! | Spacer | [`spacer`] | both, infinite |
//! | decision diagrams | [`symbolic`] | both, finite, and CTL with fairness |
//! | fair cycles, lassos, liveness to safety, k-liveness | [`ltl`] | LTL with past and fairness, on the engines above |

pub mod bmc;
pub mod certify;
mod ctl;
mod idle;
pub mod induction;
mod invariant;
pub mod ltl;
mod model;
mod obligations;
mod observe;
pub mod pdr;
mod race;
mod runs;
mod serial;
mod session;
pub mod solvers;
pub mod spacer;
pub mod symbolic;
mod total;
mod unroll;
mod verdict;

pub use invariant::judged;
pub use model::Model;
pub use observe::{Event, Observer, Silent, Stage};
pub use runs::{Contradiction, Start};
pub use session::{BrokenObligation, EngineChoice, Options, Session};
pub use unroll::Unroller;
pub use verdict::{Cause, Certificate, Counterexample, Finding, Proof, Verdict};
