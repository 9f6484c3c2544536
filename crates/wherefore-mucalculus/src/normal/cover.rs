//! LTL on one step: what a set of formulas asks of this step and of the rest of the run.
//!
//! A *cover* is one way to make all formulas of a set true: sets that the label of this step is in, and formulas that are then to be true at
//! the next step (Gerth, Peled, Vardi, Wolper, "Simple on-the-fly automatic verification of linear temporal logic", 1995). `a U b` has two:
//! the label is in `b`, or it is in `a` and `a U b` is true at the next step; the second one *postpones* the until.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;

/// The number of a formula.
pub type Id = u32;

/// A formula about a run with negation at labels alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Run {
    True,
    False,
    /// The label is in a set, by its number, or is not.
    Label(usize, bool),
    And(Vec<Id>),
    Or(Vec<Id>),
    /// At the next step, which must be there if strong.
    Next(bool, Id),
    Until(Id, Id),
    Release(Id, Id),
}

/// Formulas about runs, each once.
#[derive(Default)]
pub struct Runs {
    all: IndexSet<Run, FxBuildHasher>,
    /// Steps of the search for covers so far.
    work: usize,
}

/// One way to make formulas true.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cover {
    /// Sets of labels with whether the label of this step is in them.
    pub labels: BTreeSet<(usize, bool)>,
    /// Formulas that are to be true at the next step.
    pub next: BTreeSet<Id>,
    /// Whether there must be one.
    pub goes_on: bool,
    /// Untils that are put off to it.
    pub postponed: BTreeSet<Id>,
}

/// The most steps of the search for covers of one formula.
const MOST_WORK: usize = 1_000_000;

impl Runs {
    pub fn add(&mut self, run: Run) -> Id {
        self.all.insert_full(run).0 as Id
    }

    fn get(&self, id: Id) -> &Run {
        self.all.get_index(id as usize).unwrap_or(&Run::True)
    }

    /// All untils.
    pub fn untils(&self) -> Vec<Id> {
        (0..self.all.len() as Id).filter(|id| matches!(self.get(*id), Run::Until(..))).collect()
    }

    /// Whether a run without any step makes a formula true.
    pub fn at_end(&self, id: Id) -> bool {
        match self.get(id) {
            Run::True | Run::Release(..) => true,
            Run::False | Run::Until(..) => false,
            Run::Label(_, wanted) => !wanted,
            Run::Next(strong, _) => !strong,
            Run::And(list) => list.iter().all(|id| self.at_end(*id)),
            Run::Or(list) => list.iter().any(|id| self.at_end(*id)),
        }
    }

    /// The covers of a set of formulas, without those of which another asks less; none if there is too much to look at.
    pub fn covers(&mut self, formulas: &[Id]) -> Option<Vec<Cover>> {
        let mut found: Vec<Cover> = Vec::new();
        let mut open = vec![(formulas.to_vec(), BTreeSet::new(), Cover::default())];
        while let Some((mut now, mut done, mut cover)) = open.pop() {
            let is_possible = loop {
                let Some(id) = now.pop() else { break true };
                self.work += 1;
                if self.work > MOST_WORK {
                    return None;
                }
                if !done.insert(id) {
                    continue;
                }
                match self.get(id) {
                    Run::True => {}
                    Run::False => break false,
                    Run::Label(set, wanted) if cover.labels.contains(&(*set, !wanted)) => break false,
                    Run::Label(set, wanted) => _ = cover.labels.insert((*set, *wanted)),
                    Run::And(list) => now.extend(list),
                    Run::Or(list) => {
                        for other in list.iter().skip(1) {
                            open.push(([now.as_slice(), &[*other]].concat(), done.clone(), cover.clone()));
                        }
                        match list.first() {
                            Some(first) => now.push(*first),
                            None => break false,
                        }
                    }
                    Run::Next(strong, inner) => {
                        cover.goes_on |= *strong;
                        cover.next.insert(*inner);
                    }
                    Run::Until(left, right) => {
                        let mut later = cover.clone();
                        later.goes_on = true;
                        later.next.insert(id);
                        later.postponed.insert(id);
                        open.push(([now.as_slice(), &[*left]].concat(), done.clone(), later));
                        now.push(*right);
                    }
                    Run::Release(left, right) => {
                        let mut later = cover.clone();
                        later.next.insert(id);
                        open.push(([now.as_slice(), &[*right]].concat(), done.clone(), later));
                        now.extend([*left, *right]);
                    }
                }
            };
            if is_possible && !found.iter().any(|other| other.asks_less(&cover)) {
                found.retain(|other| !cover.asks_less(other));
                found.push(cover);
            }
        }
        found.sort();
        Some(found)
    }
}

impl Cover {
    /// Whether all runs of another cover are runs of this one too.
    fn asks_less(&self, other: &Cover) -> bool {
        self.labels.is_subset(&other.labels)
            && self.next.is_subset(&other.next)
            && self.goes_on <= other.goes_on
            && self.postponed.is_subset(&other.postponed)
    }
}
