//! Sets of edits, found one edit at a time.
//!
//! Where there are several mistakes no single edit is enough, and one that adds something is often part of what is needed. Each edit of
//! a set removes some of the failures. After each the model is asked for a run that still fails, and the next edit has to be of an
//! element that can keep this run from failing in its last step, which is asked as in [`exonerate`](crate::exonerate). Of the sets of
//! one size those go on that remove most of the failing runs that are known (beam search).
//!
//! Only edits that change no drawn run take part, and sets go on only if they change nothing but failing runs as far as that is
//! known: otherwise an edit that switches everything off would remove most.

use crate::environment::ChangedModel;
use crate::exonerate::{FailingRun, Question, possible_together};
use crate::naturalness::added_surprise;
use crate::quick::first;
use crate::search::Search;
use crate::suspects::outermost_first;
use crate::{Conservation, Exoneration, conserve, rank};
use std::cmp::Reverse;
use wherefore_check::{NoAnswer, Session};
use wherefore_diag::Span;
use wherefore_ir::System;
use wherefore_mutate::Edit;

/// How many sets of one size go on.
const BREADTH: usize = 3;
/// How many sets of one size are asked whether they change anything but failing runs.
const MOST_ASKED: usize = 12;
/// How many edits that add something to one element are looked at for the next one of a set.
const MOST_READ: usize = 120;
/// How many edits of one element may change drawn runs until it is given up.
const MOST_HARSH: usize = 24;
/// How many larger sets are checked for each set.
const MOST_CHECKED: usize = 60;
/// How many sets that mend the model are enough.
const ENOUGH: usize = 12;

/// A set of edits with which the model still fails.
struct Partial {
    /// The numbers of the edits.
    edits: Vec<usize>,
    text: String,
    system: System,
    /// A known run on which it fails.
    run: usize,
}

impl Search<'_, '_> {
    /// Looks for sets of edits, each found by extending a smaller one.
    pub(crate) fn stepwise(&mut self) {
        let none =
            Partial { edits: Vec::new(), text: self.reader.text.to_owned(), system: self.system.clone(), run: 0 };
        let mut beam = vec![none];
        let before = self.found.list.len();
        for _ in 0..self.limits.max_edits {
            let mut larger = Vec::new();
            for partial in &beam {
                larger.extend(self.extensions(partial, before + ENOUGH));
            }
            if self.is_stopped() || self.found.list.len() > before {
                return;
            }
            beam = self.best(larger);
        }
    }

    /// The sets with one more edit that still fail; those that do not become fixes, until there are so many.
    fn extensions(&mut self, partial: &Partial, enough: usize) -> Vec<Partial> {
        let mut larger = self.candidates(partial);
        larger.sort_by_cached_key(|l| self.order(&l.edits));
        let mut failing = Vec::new();
        let mut checked = 0;
        for mut next in larger {
            if self.is_stopped() || self.found.list.len() >= enough || checked >= MOST_CHECKED {
                break;
            }
            self.found.tried.looked_at += 1;
            match self.first_failing(&next.system) {
                Some(run) => {
                    self.found.tried.fail_again += 1;
                    next.run = run;
                    failing.push(next);
                }
                None => {
                    checked += 1;
                    let changed = self.samples.changed(self.system, &next.system);
                    if let Err(Some(run)) = self.attempt(&next.system, &next.edits, next.text.clone(), changed, false) {
                        next.run = run;
                        failing.push(next);
                    }
                }
            }
        }
        failing
    }

    /// The order in which sets are looked at: small edits first, then lines that read like the rest.
    fn order(&self, edits: &[usize]) -> (bool, i64) {
        let edits = self.edits(edits);
        (!rank::is_small(self.reader.text, &edits), added_surprise(self.reader.text, &edits))
    }

    /// The sets with one more edit with which the run does not fail on which the set does, and no drawn run changes.
    fn candidates(&mut self, partial: &Partial) -> Vec<Partial> {
        let open = self.open_places(partial);
        let mut found = Vec::new();
        for place in (0..open.len()).filter(|place| open.get(*place) == Some(&true)) {
            let of_place = |e: &usize| self.edits.get(*e).is_some_and(|edit| edit.place == Some(place));
            let mut edits: Vec<usize> = (0..self.edits.len()).filter(of_place).collect();
            edits.sort_by_key(|e| self.edits.get(*e).map(|e| (e.operator.is_mending(), e.operator)));
            let is_mending = |e: &usize| self.edits.get(*e).is_some_and(|e| e.operator.is_mending());
            let small = edits.iter().take_while(|e| !is_mending(e)).count();
            let (small, larger) = edits.split_at(small);
            found.extend(self.gentle(partial, small));
            found.extend(self.gentle(partial, larger.get(..MOST_READ).unwrap_or(larger)));
        }
        found
    }

    /// The sets with one more of some edits of one element and kind. If the first of them that matter all change drawn runs, the others are
    /// left out.
    fn gentle(&mut self, partial: &Partial, more: &[usize]) -> Vec<Partial> {
        let (mut found, mut harsh) = (Vec::new(), 0);
        for edit in more {
            if self.is_stopped() || (harsh == MOST_HARSH && found.is_empty()) {
                break;
            }
            let edits: Vec<usize> = partial.edits.iter().chain([edit]).copied().collect();
            let Some(text) = self.together(&edits) else { continue };
            let Some(system) = self.read(&text) else { continue };
            if self.fails_on(&system, partial.run) {
                continue;
            }
            match self.samples.is_same(self.system, &system) {
                true => found.push(Partial { edits, text, system, run: partial.run }),
                false => harsh += 1,
            }
        }
        found
    }

    /// For each element whether a change of it can avert, in its last step, the failure of the model with a set of edits.
    fn open_places(&mut self, partial: &Partial) -> Vec<bool> {
        let edits: Vec<Edit> = self.edits(&partial.edits).into_iter().flat_map(|m| m.edits).collect();
        let Some(run) = self.known.get(partial.run) else { return Vec::new() };
        let Some(trace) = ChangedModel::new(&partial.system).and_then(|s| s.follows(&run.environment)) else {
            return Vec::new();
        };
        let runs = [FailingRun { property: &run.property, trace: &trace }];
        let (text, options, stop) = (partial.text.as_str(), &first(&self.options), self.limits.stop);
        let question =
            Question { text, original: &partial.system, runs: &runs, kept: &[], is_late: true, options, stop };
        let reader = &mut *self.reader;
        let found = outermost_first(self.elements, |element| match shifted(element.span, &edits) {
            Some(span) if element.kind.is_model() => possible_together(reader, &[span], &question),
            _ => Exoneration::Unknown(NoAnswer::Effort),
        });
        let is_open =
            |(element, e): (&wherefore_mutate::Element, Exoneration)| element.kind.is_model() && !e.is_proved();
        self.elements.iter().zip(found).map(is_open).collect()
    }

    /// Sets that go on: those that remove most of the known failures, and nothing that another one does not remove.
    fn best(&mut self, larger: Vec<Partial>) -> Vec<Partial> {
        let mut rated: Vec<_> = larger
            .into_iter()
            .map(|partial| {
                let passed: Vec<bool> = (0..self.known.len()).map(|run| !self.fails_on(&partial.system, run)).collect();
                let count = passed.iter().filter(|p| **p).count();
                (Reverse(count), self.order(&partial.edits), passed, partial)
            })
            .collect();
        rated.sort_by(|a, b| (a.0, a.1, &a.3.edits).cmp(&(b.0, b.1, &b.3.edits)));
        let mut kept: Vec<(Vec<bool>, Partial)> = Vec::new();
        let mut asked = 0;
        for (_, _, passed, partial) in rated {
            let is_less =
                |(more, _): &(Vec<bool>, Partial)| passed.iter().zip(more).all(|(own, other)| *other || !*own);
            if kept.len() == BREADTH || asked == MOST_ASKED || self.is_stopped() {
                break;
            }
            if kept.iter().any(is_less) {
                continue;
            }
            asked += 1;
            if self.conserves(&partial.system) {
                kept.push((passed, partial));
            }
        }
        kept.into_iter().map(|(_, partial)| partial).collect()
    }

    /// Whether a changed model changes nothing but failing runs, as far as that is known.
    fn conserves(&self, system: &System) -> bool {
        let stop = (self.limits.each)(self.limits.stop);
        let limits = (&stop, self.limits.observer);
        let found = conserve::conservation((self.system, system), &self.violated, &self.options, limits);
        !matches!(found, Conservation::Changes(_))
    }

    /// The first known run on which a changed model fails.
    fn first_failing(&self, system: &System) -> Option<usize> {
        (0..self.known.len()).find(|run| self.fails_on(system, *run))
    }

    /// Whether a changed model fails on a known run.
    pub(crate) fn fails_on(&self, system: &System, run: usize) -> bool {
        let Some(run) = self.known.get(run) else { return false };
        let (Some(simulator), Some(property)) = (ChangedModel::new(system), system.property(&run.property)) else {
            return false;
        };
        let good = Session::new(system, self.options.clone()).as_invariant(property);
        simulator.breaks(&run.environment, property, good) == Some(true)
    }
}

/// Where a span lies once edits are made; none if one of them reaches across its border.
fn shifted(span: Span, edits: &[Edit]) -> Option<Span> {
    let (mut start, mut end) = (i64::from(span.start), i64::from(span.end));
    for edit in edits {
        let more = edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
        let is_before = edit.span.end <= span.start;
        let is_inside = span.start <= edit.span.start && edit.span.end <= span.end;
        match () {
            () if is_before => (start, end) = (start + more, end + more),
            () if is_inside => end += more,
            () if span.end <= edit.span.start => {}
            () => return None,
        }
    }
    Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()?, ..span })
}
