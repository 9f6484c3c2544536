//! What the front ends of all languages share below their grammars.
//!
//! ```
//! use wherefore_syntax::{components, nearest};
//!
//! assert_eq!(nearest("boolen", ["boolean", "integer"]), Some("boolean"));
//! assert_eq!(components(&[vec![1], vec![0], vec![0]]), [vec![0, 1], vec![2]]);
//! ```

mod components;
pub mod include;
pub mod number;
mod report;
mod suggest;

pub use components::components;
pub use report::{Checked, Reported, Reporter};
pub use suggest::nearest;
