//! The lens for state machines: which transitions, in which order, lead to the failure.
//!
//! Failing runs are grouped by what their control path has in common after its loops are erased ([`path_class`]). After Juarez
//! Dominguez and Day (2013), with the class of a run made a function of the run.

pub mod block;
pub mod blocking_search;
mod coarser;
mod control;
mod derive;
pub mod discover;
pub mod enumerate;
pub mod fixes;
pub mod history;
mod invariant;
pub mod keyed_reachability;
pub mod lasso;
pub mod last;
mod lens;
mod observer;
mod order;
pub mod passing;
pub mod path_class;
pub mod preserved;
mod reasons;
pub mod representative;
pub mod run;
pub mod scene;
mod settings;
mod stayed_out;
pub mod steps;
pub mod suspects;
mod symmetry;
pub mod validate_control;
mod variants;
pub mod words;

pub use control::has_part;
pub use lens::MachineLens;
pub use settings::Settings;
