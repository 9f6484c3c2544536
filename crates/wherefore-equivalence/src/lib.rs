//! Whether two models do the same for all inputs, and test suites of a model.
//!
//! ```
//! use wherefore_equivalence::{Options, Outcome, compare};
//! use wherefore_lang::smv;
//!
//! let switch = |next: &str| {
//!     let text = format!("MODULE main IVAR push : boolean; VAR on : boolean; ASSIGN init(on) := FALSE; next(on) := {next};");
//!     smv::load(wherefore_diag::FileId(0), &text).system.expect("the model is in order")
//! };
//! let stop = wherefore_solve::Stop::new();
//! let found = compare(&switch("on xor push"), &switch("on | push"), &Options::default(), &stop).expect("both are finite");
//! assert!(matches!(found.outcome, Outcome::Different { .. }));
//! assert_eq!(found.differences[0].reactions.len(), 2);
//! ```

mod branch;
mod compare;
mod condition;
mod correspondence;
mod difference;
mod drive;
mod explain;
mod float_plan;
mod floats;
mod interface;
mod joint;
mod nearest;
mod oracle;
mod plan;
mod product;
mod readable;
mod recheck;
mod representatives;
mod result;
mod rotation;
mod rounding;
mod run;
mod scene;
mod simplify;
mod simulate;
mod suspects;
mod tour;
mod transducer;
mod valuation;

pub use compare::{compare, plan};
pub use drive::{Drive, RunDifference, drive};
pub use interface::readable;
pub use result::{
    CompareError, Comparison, Confirmation, Difference, DifferenceDetails, InputAt, InputClass, Interface, Invariant,
    Method, NearestInputs, Numbers, Options, Outcome, Port, Profile, Reaction, Side, Suite, TestCase, TestPlan,
    Written,
};
