//! Every distinct way a property breaks, the proof that there is no other, and why.
//!
//! An [`Inquiry`] is the one [`result`] of every lens: classes of failing runs with a representative each, whether the list is
//! complete, the model elements to suspect, and the smallest sets of them whose change helps. [`machine`] is the lens for
//! state machines, [`lts`] the one for labelled transition systems, [`contract`] the one for contracts, [`dataflow`] the one
//! for synchronous programs. [`inquire`] leads every [`Lens`] but that for graphs through the same stages; another one can be
//! written elsewhere. [`given`] is about runs that another tool has found.

pub mod cause;
pub mod context;
pub mod contract;
mod count;
pub mod dataflow;
pub mod driver;
pub mod explanation;
pub mod fix;
mod follow;
pub mod given;
mod judge;
mod lasso;
pub mod lens;
mod lex;
pub mod lts;
pub mod machine;
pub mod rank;
pub mod result;
#[cfg(test)]
mod scene_tests;
mod subsets;

pub use context::{Context, Limits};
pub use driver::inquire;
pub use given::{Asked, Decided};
pub use lens::{Classifier, Lens, Violation};
pub use result::choice_point::{Alternative, Fate, Junction};
pub use result::class::{Class, Shorter};
pub use result::given::Given;
use result::id;
pub use result::inquiry::{Completeness, CompletenessProof, Findings, Group, Inquiry, ListLimit, Shortened, Undivided};
pub use result::suspect::{FixSet, Suspect};
pub use result::{left_out, scene};
