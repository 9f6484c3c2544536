//! Engines that decide properties of a transition system, and the rule that no engine is believed unchecked.
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
//! | binary decision diagrams (BDDs) | [`bdd`] | both, finite, and CTL with fairness |
//! | fair cycles, lassos, liveness to safety, k-liveness | [`ltl`] | LTL with past and fairness, on the engines above |

mod cause;
pub mod certify;
mod context;
mod ctl;
pub mod engine;
mod evidence;
mod idle;
mod invariant;
mod judges;
pub mod ltl;
mod model;
mod obligations;
mod observe;
pub mod portfolio;
mod race;
mod recheck;
mod runs;
mod serial;
mod session;
pub mod solvers;
mod total;
mod unroll;
mod verdict;

pub use cause::Cause;
pub use context::{EngineChoice, Options, Session};
pub use engine::{Family, bdd, bmc, induction, pdr, spacer};
pub use evidence::{Argument, Certificate, Evidence, FixpointSet, Reduction};
pub use judges::{Judge, Judges, judges};
pub use model::Model;
pub use observe::{EngineId, Event, Observer, Silent, Stage};
pub use recheck::{Checker, Demand, Recheck};
pub use session::WrongCertificate;
pub use unroll::Unroller;
pub use verdict::{BrokenObligation, Contradiction, Counterexample, Finder, Finding, Proof, Start, Verdict};
