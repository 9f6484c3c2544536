//! Does one run violate a formula? In one pass along the run.
//!
//! A run is a column of numbers of labels, and how it goes on behind the last. A formula is laid out as a table of *places* where
//! reading it can stand: before an action, at `false`, at a promise, or where it goes on in several ways at once. The judge goes along
//! the run with the places where reading stands; an action whose label matches leads from the place before it to the place behind it.
//! `[R] F` is violated if reading comes to the end of `R` where `F` is violated:
//!
//! ```text
//! [true* . "a"] false     0: all of 1, 2     1: true, then 0     2: "a", then 3     3: false
//! b a                     stands at 1, 2; after b at 1, 2; after a at 1, 2, 3: violated
//! ```
//!
//! A run that loops is gone along again from where its loop begins with the places that are new there, until none is. Each label is
//! matched once with each action, however often it occurs. This judge replays every run that is shown, and shares nothing but the
//! predicates on labels with what finds them.

mod places;

use super::ast::Formula;
use places::{Place, Table};
use std::collections::BTreeMap;

/// A run: the labels of its actions, and how it goes on behind the last.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The labels, in order.
    pub labels: &'a [&'a str],
    /// How it goes on.
    pub end: End,
}

/// A run as a column of numbers.
#[derive(Clone, Copy)]
pub struct Numbered<'a> {
    /// The numbers of the labels, in order.
    pub labels: &'a [u32],
    /// The text of a label.
    pub name: &'a dyn Fn(u32) -> &'a str,
    /// How it goes on.
    pub end: End,
}

/// Continuation after the last label of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Something that is not known: only what the labels show already can be a violation.
    Open,
    /// The run ends: no action is possible.
    Deadlock,
    /// The labels from this index on again, forever. An index past the last label is taken as [`End::Open`].
    Loop(usize),
}

/// Whether the run violates the formula.
pub fn violates(formula: &Formula, run: Run<'_>) -> bool {
    let (mut numbers, mut names) = (BTreeMap::new(), Vec::new());
    let mut labels = Vec::with_capacity(run.labels.len());
    for label in run.labels {
        labels.push(*numbers.entry(*label).or_insert_with(|| {
            names.push(*label);
            names.len() as u32 - 1
        }));
    }
    let name = |label: u32| names.get(label as usize).copied().unwrap_or_default();
    violates_numbered(formula, Numbered { labels: &labels, name: &name, end: run.end })
}

/// Whether the run violates the formula, in time that grows with its length.
pub fn violates_numbered(formula: &Formula, run: Numbered<'_>) -> bool {
    let end = match run.end {
        End::Loop(back) if back >= run.labels.len() => End::Open,
        end => end,
    };
    let table = Table::new(formula);
    Judge::new(&table, Numbered { end, ..run }).violated()
}

/// Whether a label matches an action, once that was asked.
const UNKNOWN: u8 = 0;
const MATCHES: u8 = 1;
const DIFFERS: u8 = 2;
/// The most pairs of a label and an action whose answers are kept; with more of them each is found anew.
const MOST_KNOWN: usize = 1 << 25;

/// A run that is gone along.
struct Judge<'t, 'r> {
    table: &'t Table<'t>,
    run: Numbered<'r>,
    /// By label and action; empty if there are too many of them.
    known: Vec<u8>,
    /// By action, where it occurs last, once that was asked.
    last: Vec<Option<Option<usize>>>,
    /// The number of the set in which each place was met last.
    met: Vec<u64>,
    sets: u64,
    /// Places before an action where reading stands, and where it stands next.
    now: Vec<u32>,
    next: Vec<u32>,
    /// Places that were met and not followed yet.
    open: Vec<u32>,
}

impl<'t, 'r> Judge<'t, 'r> {
    fn new(table: &'t Table<'t>, run: Numbered<'r>) -> Judge<'t, 'r> {
        let labels = run.labels.iter().max().map_or(0, |last| *last as usize + 1);
        let (places, actions) = (table.places.len(), table.actions.len());
        let pairs = labels.checked_mul(actions).filter(|pairs| *pairs <= MOST_KNOWN);
        Judge {
            table,
            run,
            known: vec![UNKNOWN; pairs.unwrap_or(0)],
            last: vec![None; actions],
            met: vec![0; places],
            sets: 1,
            now: Vec::new(),
            next: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Goes along the run, and along its loop for as long as places are new where it begins.
    fn violated(&mut self) -> bool {
        if self.enter(self.table.first, 0) {
            return true;
        }
        self.advance();
        let (length, mut settled) = (self.run.labels.len(), vec![false; self.met.len()]);
        let back = if let End::Loop(back) = self.run.end { back } else { usize::MAX };
        let mut position = 0;
        while position < length && !self.now.is_empty() {
            if position == back {
                self.now.retain(|place| !std::mem::replace(&mut settled[*place as usize], true));
            }
            let after = if position + 1 == length && back < length { back } else { position + 1 };
            if self.step(position, after) {
                return true;
            }
            position = after;
        }
        false
    }

    /// Takes the action at a position; whether the run is then seen to be a violation.
    fn step(&mut self, position: usize, after: usize) -> bool {
        let label = self.run.labels[position];
        for at in 0..self.now.len() {
            let place = self.now[at];
            if let Place::Step(action, to) = self.table.places[place as usize]
                && self.matches(label, action)
                && self.enter(to, after)
            {
                return true;
            }
        }
        self.advance();
        false
    }

    /// The places that were found are those where reading stands.
    fn advance(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.next.clear();
        self.sets += 1;
    }

    /// Adds a place, with all that follow from it without an action; whether the run is then seen to be a violation.
    fn enter(&mut self, place: u32, position: usize) -> bool {
        self.open.push(place);
        while let Some(place) = self.open.pop() {
            if std::mem::replace(&mut self.met[place as usize], self.sets) == self.sets {
                continue;
            }
            let table = self.table;
            match &table.places[place as usize] {
                Place::All(places) => self.open.extend_from_slice(places),
                Place::Step(..) => self.next.push(place),
                Place::Broken => return true,
                Place::Progress => {
                    if self.run.end == End::Deadlock && position == self.run.labels.len() {
                        return true;
                    }
                }
                Place::Inevitable { action, deadlock_counts } => {
                    if self.fails(*action, *deadlock_counts, position) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether an action that must occur from this position on does not.
    fn fails(&mut self, action: u32, deadlock_counts: bool, position: usize) -> bool {
        let from = match self.run.end {
            End::Deadlock if deadlock_counts => position,
            End::Loop(back) => back.min(position),
            End::Deadlock | End::Open => return false,
        };
        self.last(action).is_none_or(|last| last < from)
    }

    /// Where an action occurs last.
    fn last(&mut self, action: u32) -> Option<usize> {
        if let Some(last) = self.last[action as usize] {
            return last;
        }
        let last = (0..self.run.labels.len()).rev().find(|at| self.matches(self.run.labels[*at], action));
        self.last[action as usize] = Some(last);
        last
    }

    fn matches(&mut self, label: u32, action: u32) -> bool {
        let (table, run) = (self.table, self.run);
        let found = || table.actions[action as usize].matches((run.name)(label));
        let Some(known) = self.known.get_mut(label as usize * table.actions.len() + action as usize) else {
            return found();
        };
        if *known == UNKNOWN {
            *known = if found() { MATCHES } else { DIFFERS };
        }
        *known == MATCHES
    }
}
