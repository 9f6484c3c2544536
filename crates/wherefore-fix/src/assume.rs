//! A missing assumption: what must be assumed of the inputs so that a violated property holds.
//!
//! Often the model is right and its environment was left too free: no driver presses two buttons in every tick. Then the fix is not
//! an edit of the model but an assumption, and the weakest one that is enough says most. Assumptions have a few simple shapes
//! ([`Assumption`]); each is written into the text in the style that it has, read again, and
//! asked about like any edit.
//!
//! *Weakest.* Where a shape has a number (ticks, a bound), the smallest restriction that is enough is searched for, and the next weaker
//! one is refuted by a run; inputs that need not be restricted are left out. Shapes are compared by how many of the runs drawn by
//! chance they exclude.
//!
//! *With the question.* If no assumption of these shapes is enough, a number that the property mentions may be what is wrong beside
//! it: the weakest distance of actions that is enough for any number is looked for, then the number nearest to the one that is
//! asked for.
//!
//! *Not hollow.* An assumption is offered only if it is proved that the environment never gets stuck: a simple strategy, such as that
//! nothing happens any more, is allowed at every tick (`stands`). And what is restricted must still happen: every input that
//! it is about, again and again where the shape is about that, and every Boolean stream of the main node still has each value that it
//! has on runs that do not fail.

mod allows;
mod search;
mod shapes;
mod stands;

#[cfg(test)]
mod tests;

pub use search::assumptions;

use num_bigint::BigInt;
use wherefore_check::Recheck;
use wherefore_mutate::assumption::Assumption;

/// An assumption after which a violated property holds.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// The assumption.
    pub assumption: Assumption,
    /// The next weaker one of the same shape, if there is one: it is not enough, a run shows that.
    pub weaker: Option<Assumption>,
    /// Another number in the property, without which no assumption of these shapes was found.
    pub asked: Option<Renumbered>,
    /// Re-check of the proof that the environment never gets stuck.
    pub goes_on: Recheck,
}

/// A number of a property that is another one in a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbered {
    /// The number as it is written.
    pub before: BigInt,
    /// The number with which the property holds.
    pub after: BigInt,
    /// Whether the number next to it, on the side of the old one, is not enough: a run shows that.
    pub is_nearest: bool,
}

/// How many assumptions were looked at, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Whether the language has no place for an assumption about inputs: then none was asked about.
    pub nowhere: bool,
    /// Assumptions that were asked about.
    pub at: usize,
    /// Assumptions with which a run still fails.
    pub not_enough: usize,
    /// Assumptions about which no answer was found, or that cannot be written.
    pub undecided: usize,
    /// Assumptions that are enough and with which something no longer happens.
    pub hollow: usize,
    /// Assumptions that are enough and of which it is not proved that the environment never gets stuck.
    pub stuck: usize,
}
