//! Whether two labelled transition systems are the same, and where they differ if not.
//!
//! Six notions of being the same: strong bisimulation; branching bisimulation, with and without divergence; traces, weak traces and
//! stable failures. Bisimulations are found by [refinement](refine) and checked by [`check_partition`]; traces and failures by pairs of
//! [sets](subset), which [`check_sets`] checks. Graphs that differ get a [formula](Formulas) that holds of one alone, and a [`Run`].
//!
//! ```
//! use wherefore_bisimulation::{Bisimulation, Equivalence, Graph, Outcome, Pair, compare};
//! // 0 -1-> 1 -2-> 2, and 3 -1-> 4.
//! let pair = Pair { graph: Graph::new(5, &[(0, 1, 1), (1, 2, 2), (3, 1, 4)]), first: 0, second: 3 };
//! let strong = Equivalence::Bisimulation(Bisimulation::Strong);
//! let Ok(Outcome::Different(found)) = compare(&pair, strong, 1 << 30, &wherefore_stop::Stop::new()) else { panic!() };
//! assert_eq!(found.text(&|label| format!("\"{label}\""), 100).unwrap(), "<\"1\" . \"2\"> true");
//! ```

mod certificate;
mod compare;
mod condense;
mod evaluate;
mod formula;
mod graph;
mod partition;
pub mod refine;
mod run;
mod separate;
mod shorten;
pub mod subset;

pub use certificate::{WrongPartition, check_partition};
pub use compare::{Bisimulation, Difference, Equivalence, NoAnswer, Outcome, Proof, compare};
pub use condense::Condensed;
pub use evaluate::{Judge, Unjudged};
pub use formula::{Formula, FormulaId, Formulas};
pub use graph::{Graph, HIDDEN, Pair, Step};
pub use partition::Partition;
pub use run::{End, Run, RunStep, Side};
pub use subset::{Observation, check_sets};
