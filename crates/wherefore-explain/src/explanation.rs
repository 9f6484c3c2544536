//! Why a run fails: the same parts for every lens, in the same types.
//!
//! A part is a [`Part`]: there, or with the reason why it is not. A reader never has to guess whether nothing was found,
//! nothing was looked for, or the question makes no sense for the model at hand.
//!
//! [`explain`] is the one path on which every lens fills the parts; each has a module of its own:
//!
//! | part | module | needs |
//! |---|---|---|
//! | failed | [`failed`] | the run alone: `truths`, `witness`, and the words of `spelling` |
//! | cause, all_causes | [`cause`](crate::cause) | a solver, and another that checks |
//! | events | `events` | the two above |
//! | no_return, choice_points | [`no_return`] | reachability |
//! | nearest | [`nearest`] | a solver, and another that checks |

pub(crate) mod events;
pub mod explain;
pub mod failed;
pub mod nearest;
pub mod no_return;
pub(crate) mod spelling;
mod subject;
pub(crate) mod truths;
mod witness;

pub use crate::result::explanation::{
    Differs, Explanation, Failed, FailedPart, KeyEvent, Mark, MarkKind, Nearest, PointOfNoReturn, Side,
};
pub use crate::result::part::{Part, Why};
pub use subject::{Claim, Subject};
