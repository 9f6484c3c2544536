//! One minimal cause by deletion, the same whichever solver is asked.
//!
//! Literals are tried in the order in which they are to be given up; one that is not needed together with what is left is
//! dropped. The outcome is fixed by the order alone. Most questions need not be asked: a core of the last "enough" lies
//! within what is left, so a literal outside it is not needed. That is what the question would have said, so the outcome is
//! that of plain deletion. To drop everything outside a core at once, as is usual, would not be: which core it is depends
//! on the solver.
//!
//! ```text
//! order a b c d      all: enough, core b d       a: not in the core, dropped
//!                    c d: not enough             b: needed
//!                    b d: enough by the core     c: dropped
//!                    b:   not enough             d: needed        the cause is b d
//! ```
//!
//! The meaning of "enough" belongs to an [`Oracle`]: for a failure, or for a contradiction.

use super::query::CauseQuery;
use super::soft::Soft;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_solve::Lit;

/// After this number of questions without an answer no more are asked: the core is what is kept.
const MOST_UNDECIDED: usize = 3;

/// Decides whether literals are enough.
pub(crate) trait Oracle {
    /// Whether these are.
    fn is_enough(&mut self, kept: &[Lit]) -> Result<bool, NoAnswer>;
    /// Unsat core: the literals that the last "enough" needed.
    fn core(&mut self) -> Result<Vec<Lit>, NoAnswer>;
}

impl Oracle for CauseQuery<'_> {
    fn is_enough(&mut self, kept: &[Lit]) -> Result<bool, NoAnswer> {
        CauseQuery::is_enough(self, kept)
    }

    fn core(&mut self) -> Result<Vec<Lit>, NoAnswer> {
        CauseQuery::core(self)
    }
}

/// Result of deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shrunk {
    /// The places of what is needed, in increasing order.
    pub(crate) kept: Vec<usize>,
    /// Whether everything was decided.
    pub(crate) minimal: bool,
}

/// A minimal cause among all these, which are in the order in which they are given up.
pub(super) fn shrink(question: &mut CauseQuery<'_>, softs: &[Soft]) -> Result<Shrunk, NoAnswer> {
    let literals = softs.iter().map(|s| question.literal(s)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
    let places: Vec<usize> = (0..softs.len()).collect();
    match shrink_some(question, &literals, &places)? {
        Some(shrunk) => Ok(shrunk),
        None => Err(NoAnswer::Refuted("a run is not decided by its choices".to_owned())),
    }
}

/// A minimal cause among the literals at some places; none if they are not enough.
pub(crate) fn shrink_some(
    question: &mut impl Oracle,
    literals: &[Lit],
    places: &[usize],
) -> Result<Option<Shrunk>, NoAnswer> {
    let all: Vec<Lit> = places.iter().map(|p| literals[*p]).collect();
    if !question.is_enough(&all)? {
        return Ok(None);
    }
    let mut deletion = Deletion { core: question.core()?.into_iter().collect(), left: all };
    let mut undecided = 0;
    for place in places {
        match deletion.decide(question, literals[*place]) {
            Ok(()) => {}
            // An undecided literal is kept.
            Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => undecided += 1,
            Err(cause) => return Err(cause),
        }
        if undecided > MOST_UNDECIDED {
            deletion.left.retain(|l| deletion.core.contains(l));
            break;
        }
    }
    let left: BTreeSet<Lit> = deletion.left.into_iter().collect();
    let kept = places.iter().copied().filter(|p| left.contains(&literals[*p])).collect();
    Ok(Some(Shrunk { kept, minimal: undecided == 0 }))
}

struct Deletion {
    /// Literals that are left, in order.
    left: Vec<Lit>,
    /// A part of it that is enough.
    core: BTreeSet<Lit>,
}

impl Deletion {
    /// Drops a literal or leaves it for good.
    fn decide(&mut self, question: &mut impl Oracle, literal: Lit) -> Result<(), NoAnswer> {
        if !self.core.contains(&literal) {
            self.left.retain(|l| *l != literal);
            return Ok(());
        }
        let others: Vec<Lit> = self.left.iter().copied().filter(|l| *l != literal).collect();
        if question.is_enough(&others)? {
            self.core = question.core()?.into_iter().collect();
            self.left = others;
        }
        Ok(())
    }
}
