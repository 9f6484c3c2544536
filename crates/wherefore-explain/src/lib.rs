//! Every distinct way a property breaks, the proof that there is no other, and why: an [`Inquiry`], made by [`inquire`].
//!
//! A [`Lens`] is [`machine`], [`contract`] or [`dataflow`], beside [`lts`] for graphs; [`external_trace`]: runs of other tools.
//!
//! ```
//! use wherefore_check::{Observer, Options, Session, Silent};
//! use wherefore_explain::{Context, inquire, machine::{MachineLens, Settings, discover::Hints, path_class::Level}};
//! let text = "MODULE main IVAR go : boolean; VAR s : {a, b}; ASSIGN init(s) := a; next(s) := go ? b : s; INVARSPEC s = a";
//! let system = wherefore_lang::smv::load(wherefore_diag::FileId(0), text).system.expect("the model is in order");
//! let (stop, observer): (_, std::sync::Arc<dyn Observer>) = (wherefore_solve::Stop::new(), std::sync::Arc::new(Silent));
//! let (options, settings) = (Options::default(), Settings { level: Some(Level::Spine), hints: Hints::default() });
//! let (session, context) = (Session::new(&system, options.clone()), Context::new(&stop, &observer, &options));
//! let lens = MachineLens::new(&system, &session, &settings, &|_| None, &context).expect("no hints");
//! assert_eq!(inquire(&lens, &system.properties[0], &context).inquiry.expect("the property breaks").classes.len(), 1);
//! ```

pub mod cause;
pub mod context;
pub mod contract;
mod count;
pub mod dataflow;
pub mod driver;
pub mod explanation;
pub mod external_trace;
pub mod fix;
mod follow;
mod judge;
mod lasso;
pub mod lens;
pub mod levels;
mod lexmin;
pub mod lts;
pub mod machine;
pub mod rank;
pub mod result;
#[cfg(test)]
mod scene_tests;
mod subsets;

pub use context::{Context, Limits};
pub use driver::inquire;
pub use explanation::explain::MOST_CLASSES as MOST_EXPLAINED;
pub use external_trace::{Decided, PropertyRequest};
pub use lens::{Classifier, Lens, Violation};
pub use result::choice_point::{Alternative, ChoicePoint, Consequence};
pub use result::class::{Class, Shorter};
pub use result::external_trace::ExternalTrace;
use result::id;
pub use result::inquiry::{
    Completeness, CompletenessProof, Findings, Group, Grouping, Inquiry, ListLimit, Shortened, Undivided,
};
pub use result::suspect::{FixSet, Suspect};
pub use result::{coarser, left_out, scene};
