//! Findings of the lenses, as plain data: the bottom of the crate.
//!
//! Every lens imports these types; none of them imports a lens. They know models, runs and verdicts, no solver and no search.
//! Functions that compute a result stand with its lens.

pub mod cause;
pub mod choice_point;
pub mod class;
pub mod coarser;
pub mod contract;
pub mod event;
pub mod evidence_graph;
pub mod explanation;
pub mod external_trace;
pub mod flow;
pub mod id;
pub mod inquiry;
pub mod last_step;
pub mod left_out;
pub mod lts;
pub mod part;
pub mod proved;
pub mod scene;
pub mod suspect;
