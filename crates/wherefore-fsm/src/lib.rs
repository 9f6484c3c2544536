//! Finite state machines with outputs, and test suites that are complete for them: W, Wp, HSI, H and SPYH.
//!
//! An implementation with at most as many states as the [`Bound`] passes a [`Suite`] exactly if it is equivalent to the
//! reference. Machines may be partial and nondeterministic; [`difference`] compares two of them without a suite.
//!
//! ```
//! use wherefore_fsm::{Bound, Fsm, difference, passes, w_method};
//!
//! // By state and input, the output and the next state.
//! let table = vec![vec![vec![(0, 1)], vec![(0, 0)]], vec![vec![(1, 0)], vec![(0, 1)]]];
//! let reference = Fsm::new(0, 2, 2, table).expect("two states, two inputs, two outputs");
//! let suite = w_method(&reference, Bound::states(2)).expect("the machine is minimal");
//! assert_eq!(suite.words, [vec![0, 0, 0], vec![0, 1, 0], vec![1, 0]]);
//! assert!(passes(&suite, &reference, &reference).is_none() && difference(&reference, &reference).is_none());
//! ```

mod cover;
mod difference;
mod h_method;
mod hopcroft;
mod hsi_method;
mod identify;
mod machine;
mod minimise;
mod observable;
mod separate;
mod split;
mod spyh_method;
mod suite;
#[cfg(test)]
mod tests;
mod tree;
mod w_method;
mod wp_method;

pub use difference::{difference, passes};
pub use h_method::h_method;
pub use hsi_method::hsi_method;
pub use machine::{Fsm, Malformed};
pub use minimise::{Merged, Minimal};
pub use spyh_method::spyh_method;
pub use suite::{Bound, MethodError, Suite};
pub use w_method::w_method;
pub use wp_method::wp_method;

use machine::Moves;
