//! Smallest sets of edits, where no single one is enough.
//!
//! Each failing run needs one of the edits on which it does not fail, and what meets all runs that are known is tried (implicit hitting
//! sets, after Reiter 1987).

use crate::search::{Changed, Search};
use std::collections::BTreeSet;
use wherefore_check::NoAnswer;
use wherefore_explain::fix::{Failure, minimum};
use wherefore_ir::System;
use wherefore_mutate::Mutant;

/// More sets of edits than this are not listed.
const MOST_SETS: usize = 12;

impl Search<'_, '_> {
    /// Looks for smallest sets, of edits that change no drawn run if they must be gentle; no more sets are tried than `most`.
    pub(crate) fn sets(&mut self, is_gentle: bool, most: usize) {
        let mut members: Vec<usize> =
            (0..self.read.len()).filter(|place| !self.adds(*place) && (!is_gentle || self.is_gentle(*place))).collect();
        members.sort_by_key(|m| self.read.get(*m).and_then(|c| self.edits.get(c.edit)).map(|e| (e.cost, e.span.start)));
        self.members = members;
        let runs = 0..self.known.len();
        let known: Vec<Failure> = runs.map(|run| self.failure(run, &BTreeSet::new())).collect();
        let stop = self.limits.stop.clone();
        let count = self.members.len();
        let mut asked = 0;
        minimum(count, known, MOST_SETS, &stop, |set| {
            asked += 1;
            if asked > most { Err(NoAnswer::Effort) } else { self.check(set) }
        });
    }

    /// Whether an edit adds something: that can undo almost everything, and there is too much of it to try in pairs.
    fn adds(&self, place: usize) -> bool {
        let edit = self.read.get(place).and_then(|c| self.edits.get(c.edit));
        edit.is_none_or(|e| e.operator.is_mending())
    }

    /// Whether a changed model does all drawn runs as before, as far as there is time to ask.
    fn is_gentle(&self, place: usize) -> bool {
        let Some(changed) = self.read.get(place).filter(|_| !self.limits.stop.is_fired()) else { return false };
        match changed.changed {
            Some((changed, all)) => changed == 0 && all > 0,
            None => self.samples.is_same(self.system, &changed.system),
        }
    }

    /// The changed model that a member of a set stands for.
    fn member(&self, member: usize) -> Option<&Changed> {
        self.read.get(*self.members.get(member)?)
    }

    /// A failure that is left with these edits.
    fn check(&mut self, set: &BTreeSet<usize>) -> Result<Option<Failure>, NoAnswer> {
        if set.len() > self.limits.max_edits {
            return Err(NoAnswer::Bound(self.limits.max_edits as u32));
        }
        let never = Failure { involved: BTreeSet::new(), given: set.clone() };
        let edits: Vec<usize> = set.iter().filter_map(|s| self.member(*s)).map(|c| c.edit).collect();
        let Some(text) = self.together(&edits) else { return Ok(Some(never)) };
        self.found.tried.looked_at += 1;
        let Some(system) = self.read(&text) else { return Ok(Some(never)) };
        let before = self.found.list.len();
        let changed = self.samples.changed(self.system, &system);
        match self.attempt(&system, &edits, text, changed, false) {
            Ok(()) if self.found.list.get(before).is_some_and(|fix| fix.left > 0) => {
                self.found.list.truncate(before);
                Ok(Some(never))
            }
            Ok(()) => Ok(None),
            Err(Some(run)) => Ok(Some(self.failure(run, set))),
            Err(None) => Ok(Some(never)),
        }
    }

    /// The text with several edits; none if they stand in each other's way.
    pub(crate) fn together(&self, edits: &[usize]) -> Option<String> {
        let mut all: Vec<_> =
            edits.iter().filter_map(|e| self.edits.get(*e)).flat_map(|m| m.edits.iter().cloned()).collect();
        all.sort_by_key(|e| (e.span.start, e.span.end));
        let apart = all.windows(2).all(|pair| matches!(pair, [a, b] if a.span.end < b.span.start));
        let first = edits.first().and_then(|e| self.edits.get(*e))?;
        apart.then(|| Mutant { edits: all, ..first.clone() }.apply(self.reader.text))
    }

    /// The edits on which a run that is known does not fail.
    fn failure(&self, run: usize, set: &BTreeSet<usize>) -> Failure {
        let passes = |system: &System| !self.limits.stop.is_fired() && !self.fails_on(system, run);
        let others = (0..self.members.len()).filter(|member| !set.contains(member));
        let involved = others.filter(|member| self.member(*member).is_some_and(|c| passes(&c.system)));
        Failure { involved: involved.collect(), given: set.clone() }
    }
}
