//! Limits on what a report says about one property.
//!
//! A lens that knows what matters shortens its own lists; what is done here holds for all of them, so that no model makes a report
//! that cannot be opened. What is left out is counted, and every format says so.

use crate::document::{Class, Explanation, Inquiry, LeftOut, List, Property, Trace};

/// The room for the runs of a property, in cells.
const ROOM: usize = 4_000_000;
/// The room for values on the lines of a diagram; runs beyond have none.
const MOST_SIGNALS: usize = 100_000;
/// The number of rows of a run that are listed even if there is no room left.
const LEAST_ROWS: usize = 20;
/// The most entries of a list.
const MOST: usize = 1_000;
/// The most marks on a run.
const MOST_MARKS: usize = 5_000;

/// Shortens what is too long.
pub fn bound(property: &mut Property) {
    let mut limits = Limits { room: ROOM, values: MOST_SIGNALS, left_out: std::mem::take(&mut property.left_out) };
    if let crate::document::Verdict::Violated(run) = &mut property.verdict {
        limits.run(run);
    }
    if let Some(inquiry) = &mut property.inquiry {
        limits.inquiry(inquiry);
    }
    property.left_out = limits.left_out;
}

struct Limits {
    room: usize,
    /// For values on lines.
    values: usize,
    left_out: LeftOut,
}

impl Limits {
    fn inquiry(&mut self, inquiry: &mut Inquiry) {
        if let Some(given) = &mut inquiry.given {
            self.class(&mut given.run);
        }
        inquiry.classes.iter_mut().for_each(|class| self.class(class));
        self.left_out.truncate(List::Suspects, &mut inquiry.suspects, MOST);
        self.left_out.truncate(List::FixSets, &mut inquiry.fix_sets, MOST);
        self.left_out.truncate(List::Notes, &mut inquiry.notes, MOST);
    }

    fn class(&mut self, class: &mut Class) {
        self.run(&mut class.trace);
        self.explanation(&mut class.explanation);
        // The list is the same as in the explanation, where it was counted.
        class.junctions.iter_mut().for_each(|list| list.truncate(MOST));
    }

    fn explanation(&mut self, told: &mut Explanation) {
        if let Some(failed) = &mut told.failed {
            self.left_out.truncate(List::Marks, &mut failed.ticks, MOST_MARKS);
            self.left_out.truncate(List::Marks, &mut failed.marks, MOST_MARKS);
        }
        if let Some(cause) = &mut told.cause {
            self.left_out.truncate(List::Choices, &mut cause.kept, MOST_MARKS);
        }
        if let Some(all) = &mut told.all_causes {
            all.causes.iter_mut().for_each(|c| self.left_out.truncate(List::Choices, &mut c.kept, MOST_MARKS));
            all.corrections.iter_mut().for_each(|c| self.left_out.truncate(List::Choices, c, MOST_MARKS));
        }
        if let Some(events) = &mut told.events {
            self.left_out.truncate(List::Events, events, MOST);
        }
        if let Some(choice_points) = &mut told.choice_points {
            self.left_out.truncate(List::ChoicePoints, choice_points, MOST);
        }
        if let Some(nearest) = &mut told.nearest {
            self.run(&mut nearest.trace);
            self.left_out.truncate(List::Choices, &mut nearest.differs, MOST_MARKS);
        }
    }

    /// Shortens a run to the room that is left.
    fn run(&mut self, run: &mut Trace) {
        let columns = run.columns.len().max(1);
        let most = (self.room / columns).max(LEAST_ROWS);
        run.left_out += run.rows.len().saturating_sub(most);
        run.rows.truncate(most);
        self.left_out.add(List::Steps, run.left_out);
        self.room = self.room.saturating_sub(run.rows.len() * columns);
        let values: usize = run.signals.values().map(Vec::len).sum();
        match self.values.checked_sub(values) {
            Some(rest) => self.values = rest,
            None => run.signals.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Cells, Column, Role, Row};

    fn run(rows: usize) -> Trace {
        let row = || Row {
            cells: Cells::new(&[].into(), vec![None, None]),
            element: None,
            places: Vec::new(),
            transient: false,
        };
        let column = |name: &str| Column { name: name.to_owned(), role: Role::State, sort: String::new() };
        Trace {
            columns: vec![column("a"), column("b")],
            rows: (0..rows).map(|_| row()).collect(),
            shortest: true,
            last_inputs_matter: true,
            ..Trace::default()
        }
    }

    #[test]
    fn runs_are_cut_where_there_is_no_room_and_what_is_cut_is_counted() {
        let mut limits = Limits { room: 1_000, values: 0, left_out: LeftOut::default() };
        let mut runs = [run(400), run(400), run(400), run(3)];
        runs.iter_mut().for_each(|r| limits.run(r));
        assert_eq!(runs.each_ref().map(|r| (r.rows.len(), r.left_out)), [(400, 0), (100, 300), (20, 380), (3, 0)]);
        let cut: Vec<_> = limits.left_out.iter().collect();
        assert_eq!(cut.len(), 1);
        assert_eq!((cut[0].0, cut[0].1.lists, cut[0].1.entries), (List::Steps, 2, 680));
        assert!(runs.iter().all(|r| r.ticks() == 400 || r.ticks() == 3));
    }
}
