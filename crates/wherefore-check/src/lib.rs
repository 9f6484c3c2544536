//! Engines that decide properties of a transition system, and the rule that no engine is believed unchecked.
//!
//! A [`Session`] decides properties, one [`Finding`] each: a violation carries a trace that the evaluator of `wherefore-trace`
//! has replayed, a proof a certificate that another solver has re-checked ([`certify`]), and everything else is undetermined,
//! with its cause. Engines: [`bmc`], [`induction`], [`pdr`], [`spacer`], [`bdd`], [`ltl`] on top; [`portfolio`] says who runs.
//!
//! ```
//! use std::sync::Arc;
//! use wherefore_check::{Observer, Options, Session, Silent, Verdict};
//! let text = "MODULE main VAR x : 0..7; ASSIGN init(x) := 0; next(x) := (x + 1) mod 8; INVARSPEC x < 3";
//! let system = wherefore_lang::smv::load(wherefore_diag::FileId(0), text).system.expect("the model is in order");
//! let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_solve::Stop::new(), Arc::new(Silent));
//! let found = Session::new(&system, Options::default()).check(&system.properties[0], &stop, &observer);
//! assert!(matches!(found.verdict, Verdict::Violated(run) if run.trace.len() == 4));
//! ```

pub mod certify;
mod cone;
mod context;
mod ctl;
pub mod engine;
mod estimates;
mod evidence;
mod idle;
mod invariant;
mod judges;
pub mod ltl;
mod no_answer;
mod obligations;
mod observe;
mod occurs;
pub mod portfolio;
mod quantity;
mod race;
mod recheck;
mod runs;
mod serial;
mod session;
mod simulate;
pub mod solvers;
mod stronger;
mod total;
mod unfair;
mod unroll;
mod verdict;

pub use cone::Cone;
pub use context::{EngineChoice, Options, Session};
pub use engine::bdd::Steps;
pub use engine::{Family, bdd, bmc, induction, pdr, spacer};
pub use evidence::{Argument, Certificate, Evidence, FixpointSet, Reduction};
pub use judges::{Judge, Judges, judges};
pub use no_answer::NoAnswer;
pub use observe::{EngineId, Event, Observer, Silent, Stage};
pub use occurs::{Effort, Occurrence};
pub use quantity::Measured;
pub use recheck::{Checker, Demand, Recheck};
pub use session::WrongCertificate;
pub use simulate::{Drawing, Simulator};
pub use unfair::UnfairLoop;
pub use unroll::Unroller;
pub use verdict::{
    BrokenObligation, Contradiction, Counterexample, Decision, Finder, Finding, Proof, Start, Stronger, Verdict,
};
