//! Minimum fix sets: the smallest sets of elements whose blocking removes every failure.
//!
//! Failures need not all be listed first. A smallest set that deals with the failures found so far is proposed; an
//! oracle for the model says whether a failure is left with that set blocked; if so, the failure joins the list. A set
//! that survives is a smallest set for all failures, because every other fix has to deal with those found so far too
//! (implicit hitting sets, after Reiter 1987).
//!
//! ```text
//! failures so far  {t1,t4}  {t3,t5}     proposed {t1,t3}: nothing fails, a fix set
//!                                       proposed {t1,t5}, {t3,t4}, {t4,t5}: nothing fails, fix sets
//!                                       no other set of two meets both
//! ```
//!
//! Blocking an element can also bring about a failure: the brake that is never applied. Such a failure says "one of these
//! elements, or not all of those", and is marked by [`Failure::given`]. To treat it as a plain set would lose fixes.

use crate::count::at_least;
use crate::subsets::Subsets;
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_solve::{Engine, Solver, Stop};

/// Needs of one failing run, which goes away when one of `involved` is blocked, or one of `given` is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The elements that the run uses.
    pub involved: BTreeSet<usize>,
    /// The blocked elements without which the run would have gone another way.
    pub given: BTreeSet<usize>,
}

/// The fix sets found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixSets {
    /// All of the same, least size, each proved; in lexicographic order.
    pub sets: Vec<BTreeSet<usize>>,
    /// Whether there are others of that size.
    pub end: End,
}

/// Why the search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// No other minimum fix set exists.
    Complete,
    /// Other fix sets exist: the limit was reached.
    Capped,
    /// No set helps.
    Never,
    /// Whether others exist is not known.
    Stopped(NoAnswer),
}

/// Finds all smallest subsets of `0..elements` that are a fix, at most `most` of them. `check` says for a set whether a
/// failure is left with exactly this set blocked; it must be one that the set does not deal with.
pub fn minimum(
    elements: usize,
    known: Vec<Failure>,
    most: usize,
    stop: &Stop,
    mut check: impl FnMut(&BTreeSet<usize>) -> Result<Option<Failure>, NoAnswer>,
) -> FixSets {
    let mut search = FixSetSearch { elements, known, most, sets: Vec::new() };
    let end = search.run(stop, &mut check).unwrap_or_else(|end| end);
    FixSets { sets: search.sets, end }
}

impl Failure {
    /// A failing run that uses these elements, whatever is blocked.
    pub fn of(involved: impl IntoIterator<Item = usize>) -> Failure {
        Failure { involved: involved.into_iter().collect(), given: BTreeSet::new() }
    }

    /// Whether it goes away when this set is blocked.
    pub fn is_removed_by(&self, set: &BTreeSet<usize>) -> bool {
        !self.involved.is_disjoint(set) || !self.given.is_subset(set)
    }

    fn is_inevitable(&self) -> bool {
        self.involved.is_empty() && self.given.is_empty()
    }
}

struct FixSetSearch {
    elements: usize,
    known: Vec<Failure>,
    most: usize,
    sets: Vec<BTreeSet<usize>>,
}

type Check<'a> = dyn FnMut(&BTreeSet<usize>) -> Result<Option<Failure>, NoAnswer> + 'a;

impl FixSetSearch {
    fn run(&mut self, stop: &Stop, check: &mut Check<'_>) -> Result<End, End> {
        for size in 0..=self.elements {
            self.of_size(size, stop, check)?;
            if !self.sets.is_empty() {
                return Ok(End::Complete);
            }
        }
        Ok(End::Never)
    }

    /// All fixes of a size, no smaller one being a fix.
    fn of_size(&mut self, size: usize, stop: &Stop, check: &mut Check<'_>) -> Result<(), End> {
        if self.known.iter().any(Failure::is_inevitable) {
            return Err(End::Never);
        }
        let mut chooser = Chooser::new(self.elements, size, &self.known)?;
        while let Some(set) = chooser.least(stop)? {
            match check(&set)? {
                None if self.sets.len() == self.most => return Err(End::Capped),
                None => {
                    chooser.refuse(&set)?;
                    self.sets.push(set);
                }
                Some(failure) => self.learn(&mut chooser, &set, failure)?,
            }
        }
        Ok(())
    }

    fn learn(&mut self, chooser: &mut Chooser, set: &BTreeSet<usize>, failure: Failure) -> Result<(), End> {
        if failure.is_removed_by(set) {
            return Err(End::Stopped(NoAnswer::Refuted("a failure uses an element that is blocked".to_owned())));
        }
        if failure.is_inevitable() {
            return Err(End::Never);
        }
        chooser.meet(&failure)?;
        self.known.push(failure);
        Ok(())
    }
}

impl From<NoAnswer> for End {
    fn from(cause: NoAnswer) -> End {
        End::Stopped(cause)
    }
}

/// Proposes sets of at most one size. A bound that grows means a new chooser: these are tiny.
struct Chooser {
    allowed: Subsets,
    size: usize,
}

impl Chooser {
    fn new(elements: usize, size: usize, known: &[Failure]) -> Result<Chooser, NoAnswer> {
        let mut allowed = Subsets::new(Engine::best(), elements)?;
        let counts = at_least(&mut allowed.solver, &allowed.elements)?;
        if let Some(more) = counts.get(size) {
            allowed.solver.clause(&[!*more])?;
        }
        let mut chooser = Chooser { allowed, size };
        known.iter().try_for_each(|failure| chooser.meet(failure))?;
        Ok(chooser)
    }

    fn meet(&mut self, failure: &Failure) -> Result<(), NoAnswer> {
        self.allowed.demand(&failure.involved, &failure.given)
    }

    /// Does not propose a set again.
    fn refuse(&mut self, set: &BTreeSet<usize>) -> Result<(), NoAnswer> {
        self.allowed.demand([], set)
    }

    /// The lexicographically least set, as a list in increasing order. No smaller size has a fix, so that every set in
    /// question has exactly `size` elements and an element that is not needed cannot slip in.
    fn least(&mut self, stop: &Stop) -> Result<Option<BTreeSet<usize>>, NoAnswer> {
        let Some(mut model) = self.allowed.model(&[], stop)? else { return Ok(None) };
        let (mut decided, mut set) = (Vec::new(), BTreeSet::new());
        for place in 0..self.allowed.elements.len() {
            if set.len() == self.size {
                break;
            }
            let element = self.allowed.elements[place];
            decided.push(element);
            if !model[place] {
                match self.allowed.model(&decided, stop)? {
                    Some(better) => model = better,
                    None => decided[place] = !element,
                }
            }
            if decided[place] == element {
                set.insert(place);
            }
        }
        Ok(Some(set))
    }
}

#[cfg(test)]
mod tests;
