//! Single edits: read, refuted by runs that are known, or proved.

use crate::search::{Changed, Group, Search};
use crate::trial::is_refuted;
use wherefore_mutate::Mutant;

/// More edits than this are not read in one round.
const MOST_READ: usize = 1_500;
/// When so many fixes are known, edits that change drawn runs are no longer tried.
const MOST_HARSH: usize = 16;

impl Search<'_, '_> {
    /// Tries the edits of a group, those that add something or those that do not, until so many fixes are known: edits that change fewer of
    /// the runs that were drawn first, then the cheaper ones.
    pub(crate) fn singles(&mut self, wanted: (Group, bool), most: usize) {
        let begin = self.read.len();
        self.read_all(wanted);
        if self.found.list.len() >= most {
            return;
        }
        let mut order = Vec::new();
        for place in begin..self.read.len() {
            if self.is_stopped() {
                return;
            }
            if self.is_refuted(place) {
                self.found.tried.fail_again += 1;
                self.found.tried.looked_at += 1;
            } else {
                order.push(place);
            }
        }
        order.iter().for_each(|place| self.look(*place));
        let cost = |c: &Changed| self.edits.get(c.edit).map(|e| (e.cost, e.span.start));
        order.sort_by_key(|place| self.read.get(*place).map(|c| (c.changed, cost(c), c.edit)));
        let (fixes, open) = (self.found.list.len(), self.found.open.len());
        let mut undecided = Vec::new();
        for place in order {
            let is_harsh = self.read.get(place).is_some_and(|c| c.changed.is_some_and(|(changed, _)| changed > 0));
            if self.is_stopped() || self.found.list.len() >= if is_harsh { most.min(MOST_HARSH) } else { most } {
                return;
            }
            self.found.tried.looked_at += 1;
            let before = self.found.open.len();
            self.try_single(place, true);
            undecided.extend((self.found.open.len() > before).then_some(place));
        }
        if self.found.list.len() == fixes {
            self.found.open.truncate(open);
            self.found.tried.undecided -= undecided.len();
            undecided.into_iter().for_each(|place| self.try_single(place, false));
        }
    }

    /// Tries a changed model; one on which there was no answer is kept as open.
    fn try_single(&mut self, place: usize, is_brief: bool) {
        let Some(Changed { edit, system, changed }) = self.read.get(place) else { return };
        let (edit, system, changed) = (*edit, system.clone(), changed.unwrap_or_default());
        let Some(text) = self.edits.get(edit).map(|e| e.apply(self.reader.text)) else { return };
        let _ = self.attempt(&system, &[edit], text, changed, is_brief);
    }

    /// Reads the texts with the edits that are wanted, the cheapest first, but no more than are tried.
    pub(crate) fn read_all(&mut self, (group, is_mending): (Group, bool)) {
        let is_wanted = |(edit, own): &(&Mutant, &Group)| **own == group && edit.operator.is_mending() == is_mending;
        let all = self.edits.iter().zip(&self.groups).enumerate().filter(|(_, pair)| is_wanted(pair));
        let all: Vec<usize> = all.map(|(index, _)| index).collect();
        self.found.tried.left_out += all.len().saturating_sub(MOST_READ);
        for index in all.into_iter().take(MOST_READ) {
            if self.is_stopped() {
                break;
            }
            let Some(text) = self.edits.get(index).map(|edit| edit.apply(self.reader.text)) else { continue };
            match self.read(&text) {
                Some(system) => self.read.push(Changed { edit: index, system, changed: None }),
                None => self.found.tried.unread += 1,
            }
        }
    }

    /// Whether a run that is known refutes a changed model.
    fn is_refuted(&self, place: usize) -> bool {
        self.read.get(place).is_some_and(|c| is_refuted(&c.system, &self.goals, &self.known, &self.options))
    }

    /// Finds out how many of the runs that were drawn a changed model does otherwise.
    pub(crate) fn look(&mut self, place: usize) {
        let is_open = |c: &&mut Changed| c.changed.is_none() && !self.limits.stop.is_fired();
        if let Some(found) = self.read.get_mut(place).filter(is_open) {
            found.changed = Some(self.samples.changed(self.system, &found.system));
        }
    }
}
