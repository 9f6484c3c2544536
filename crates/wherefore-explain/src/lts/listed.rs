//! Limits on how much of the runs of an inquiry is listed.
//!
//! Classes times steps times choice points is what makes the report of a small graph large: a chain of 500 states with a way out
//! of each has 500 classes, each with a run of 500 steps and a choice at every one of them. Runs are listed whole until they have
//! taken up the room for all of them, and then only as they begin; the choice points at the end of a run are listed,
//! where the failure is decided, and that of the class. What is left out is counted.

use super::run::Run;
use crate::ChoicePoint;
use crate::result::left_out::{LeftOut, List};
use std::cell::RefCell;

/// The most steps of one run that are listed.
pub const MOST_STEPS: usize = 10_000;
/// The room for the runs of all classes, in steps.
const ROOM: usize = 40_000;
/// Number of steps of a run that are listed even if there is no room left.
const LEAST_STEPS: usize = 50;
/// The most choice points of a run.
pub const MOST_JUNCTIONS: usize = 16;
/// The most choice points of the run that is shown for the property.
pub const MOST_JUNCTIONS_SHOWN: usize = 500;
/// The most things that can be done at a choice point.
const MOST_ALTERNATIVES: usize = 50;
/// The most places that something leads to.
const MOST_LEADS: usize = 20;
/// The most names of actions in a list.
const MOST_NAMES: usize = 1_000;

/// The room that is left, and what was left out for lack of it.
#[derive(Debug)]
pub struct Listing {
    room: RefCell<usize>,
    left_out: RefCell<LeftOut>,
}

impl Listing {
    /// All room is there.
    pub fn new() -> Listing {
        Listing { room: RefCell::new(ROOM), left_out: RefCell::default() }
    }

    /// How many steps of a run are listed. The others are counted with the run.
    pub fn steps(&self, run: &Run) -> usize {
        let (all, mut room) = (run.path.steps.len(), self.room.borrow_mut());
        let listed = all.min((*room).clamp(LEAST_STEPS, MOST_STEPS));
        *room = room.saturating_sub(listed);
        listed
    }

    /// Choice points of a run that are listed: the last ones, and that at `own`.
    pub fn choice_points<T: Clone>(&self, met: &[T], most: usize, own: impl Fn(&T) -> bool) -> Vec<T> {
        let first = met.len().saturating_sub(most);
        let is_listed = |(place, at): &(usize, &T)| *place >= first || own(at);
        let listed: Vec<T> = met.iter().enumerate().filter(is_listed).map(|(_, at)| at.clone()).collect();
        self.left_out.borrow_mut().add(List::ChoicePoints, met.len() - listed.len());
        listed
    }

    /// Shortens the lists of a choice point.
    pub fn shorten(&self, mut choice_point: ChoicePoint) -> ChoicePoint {
        shorten(&mut choice_point, &mut self.left_out.borrow_mut());
        choice_point
    }

    /// Ticks that show a failure and are listed.
    pub fn ticks(&self, all: std::ops::Range<usize>) -> Vec<usize> {
        self.left_out.borrow_mut().add(List::Marks, all.len().saturating_sub(MOST_NAMES));
        all.take(MOST_NAMES).collect()
    }

    /// Shortens a list of names.
    pub fn names(&self, names: &mut Vec<String>) {
        self.left_out.borrow_mut().truncate(List::Names, names, MOST_NAMES);
    }

    /// Shortens what is left of a run.
    pub fn actions<T>(&self, actions: &mut Vec<T>) {
        self.left_out.borrow_mut().truncate(List::Actions, actions, MOST_NAMES);
    }

    /// Counts of what was left out.
    pub fn left_out(self) -> LeftOut {
        self.left_out.into_inner()
    }
}

/// Shortens the lists of a choice point; what the run does stays.
fn shorten(choice_point: &mut ChoicePoint, left_out: &mut LeftOut) {
    let all = choice_point.alternatives.len();
    if all > MOST_ALTERNATIVES {
        let mut place = 0;
        choice_point.alternatives.retain(|alternative| {
            place += 1;
            place < MOST_ALTERNATIVES || alternative.taken
        });
        left_out.add(List::Alternatives, all - choice_point.alternatives.len());
    }
    for alternative in &mut choice_point.alternatives {
        left_out.truncate(List::Leads, &mut alternative.leads, MOST_LEADS);
    }
    left_out.truncate(List::Names, &mut choice_point.unobservable, MOST_ALTERNATIVES);
}
