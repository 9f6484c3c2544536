//! A run that is walked, step by step, in both directions.

use super::watch;
use crate::editor::{Answer, Step, Trace, WrittenPlace};
use std::collections::BTreeSet;

/// A run, and where on it the walker is.
pub struct Walk {
    /// What it is a run of.
    pub title: String,
    /// The run.
    pub trace: Trace,
    /// The places of its steps.
    pub places: Vec<Vec<WrittenPlace>>,
    /// Where the property is written.
    pub property: Option<WrittenPlace>,
    /// The step from which on the failure cannot be avoided, if there is one and it is known.
    pub no_return: Option<usize>,
    /// The step, from 0.
    pub at: usize,
}

/// Why the walker stands where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// One step was asked for.
    Step,
    /// A line with a breakpoint is written where this step is.
    Breakpoint,
    /// The point of no return.
    NoReturn,
    /// The first step.
    Start,
    /// The last step.
    End,
}

/// The steps at which a walk in one go ends.
pub struct Stops<'a> {
    /// Lines of the model, from 1.
    pub lines: &'a BTreeSet<u32>,
    /// Whether the point of no return is one.
    pub no_return: bool,
}

impl Walk {
    /// The run of a way, counted from 1, in which a property breaks.
    pub fn new(answer: Answer, property: Option<&str>, way: usize) -> Result<Walk, String> {
        let mut found = answer
            .report
            .properties
            .into_iter()
            .zip(answer.places)
            .filter(|(p, _)| property.is_none_or(|name| p.name == name));
        // Without a name it is the first property that is violated.
        let (property, places) = match property {
            Some(name) => found.next().ok_or_else(|| format!("the model has no property called `{name}`"))?,
            None => found
                .find(|(p, _)| p.verdict == "violated")
                .ok_or("no property is violated, so there is no run to step through")?,
        };
        if property.verdict != "violated" {
            let cause = property.cause.map_or_else(String::new, |c| format!(" ({})", c.message));
            return Err(format!("{} is {}{cause}: there is no run to step through", property.name, property.verdict));
        }
        let count = property.classes.len();
        let (title, trace, rows, explanation) = match property.classes.into_iter().nth(way.saturating_sub(1)) {
            Some(found) => {
                let rows = places.classes.into_iter().nth(way.saturating_sub(1)).unwrap_or_default();
                (
                    format!("{}, way {way} of {count}: {}", property.name, found.title),
                    found.trace,
                    rows,
                    found.explanation,
                )
            }
            None if count == 0 => (property.name, property.trace.ok_or("the run is not known")?, places.run, None),
            None => return Err(format!("{} breaks in {count} ways; there is no way {way}", property.name)),
        };
        let no_return = explanation.and_then(|e| e.no_return).and_then(|n| n.tick);
        Ok(Walk { title, trace, places: rows, property: property.span, no_return, at: 0 })
    }

    /// The number of the last step.
    pub fn last(&self) -> usize {
        self.trace.steps.len().saturating_sub(1)
    }

    /// The step at a number.
    pub fn step(&self, at: usize) -> Option<&Step> {
        self.trace.steps.get(at)
    }

    /// Goes one step, forward or backward. From the last step of a run with a loop it goes on where the loop begins.
    pub fn go(&mut self, forward: bool) -> Why {
        match (forward, self.trace.loop_start) {
            (true, Some(start)) if self.at == self.last() => self.at = start.min(self.last()),
            (true, _) => self.at = (self.at + 1).min(self.last()),
            (false, _) => self.at = self.at.saturating_sub(1),
        }
        self.why()
    }

    /// Goes on until something is to be stopped at, at most to the end or the start.
    pub fn run(&mut self, forward: bool, stops: &Stops<'_>) -> Why {
        while self.at != if forward { self.last() } else { 0 } {
            self.at = if forward { self.at + 1 } else { self.at - 1 };
            let lines = self.places.get(self.at).map_or(&[][..], Vec::as_slice);
            if stops.no_return && self.no_return == Some(self.at) {
                return Why::NoReturn;
            }
            if lines.iter().any(|place| stops.lines.range(place.line..=place.end_line).next().is_some()) {
                return Why::Breakpoint;
            }
        }
        self.why()
    }

    /// Goes to the point of no return, if there is one.
    pub fn go_to_no_return(&mut self) -> Option<Why> {
        self.at = self.no_return.filter(|at| *at <= self.last())?;
        Some(Why::NoReturn)
    }

    /// What this step is.
    fn why(&self) -> Why {
        match self.at {
            0 => Why::Start,
            at if at == self.last() => Why::End,
            _ => Why::Step,
        }
    }

    /// A step in words.
    pub fn title(&self, at: usize) -> String {
        let element = self.step(at).and_then(|s| s.element.as_deref()).map_or_else(String::new, |e| format!(": {e}"));
        let mark = if self.no_return == Some(at) { " (point of no return)" } else { "" };
        format!("step {} of {}{element}{mark}", at + 1, self.trace.steps.len())
    }

    /// Whether a value differs from the one a step earlier.
    pub fn is_changed(&self, at: usize, name: &str) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.step(before));
        before.is_some_and(|b| b.values.get(name) != self.step(at).and_then(|s| s.values.get(name)))
    }

    /// The values of an expression at all steps.
    pub fn watch(&self, expression: &str) -> Result<Vec<Option<String>>, String> {
        watch::evaluate(&self.trace, expression)
    }
}
