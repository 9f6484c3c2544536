//! A run of a labelled transition system for people: a line per step, with the action and the state it leads to.
//!
//! ```text
//!   0  (start)  -> 0   cn
//!   1  Send     -> 14  ci, the point of no return
//!   2  Recv     -> 2
//! ```
//!
//! Where states have values, those that the step has changed stand below it, and all of them below the first.
//!
//! The words behind a state say that a choice is made there which decides whether the run fails. The action that the run
//! chooses then, in the line below, has the colour of what it means for the failure.

use super::Options;
use super::fit::{label, padded, shorten_middle, visible, widest, width};
use super::paint::{Ink, Paint};
use super::trace::{self, Limit, fold};
use crate::document::{ACTION, ChoicePoint, Column, Consequence, STATE, Trace};

/// Choices on a run, and how the run is to look.
pub struct Steps<'a> {
    trace: &'a Trace,
    choice_points: &'a [ChoicePoint],
    options: &'a Options,
    paint: Paint,
    /// The columns of the table.
    action: usize,
    state: usize,
}

/// The lines of a run within a limit, each with its line break. What is no run of an LTS is drawn as a table.
pub fn excerpt(trace: &Trace, choice_points: &[ChoicePoint], options: &Options, limit: Limit<'_>) -> String {
    let column = |name: &str| trace.columns.iter().position(|c| c.name == name);
    let Some((action, state)) = column(ACTION).zip(column(STATE)) else {
        return trace::excerpt(trace, options, limit);
    };
    let paint = Paint(options.style);
    let mut lines = Steps { trace, choice_points, options, paint, action, state }.lines();
    if lines.len() > limit.lines && !options.full_traces {
        let starts: Vec<usize> = (0..lines.len()).collect();
        fold(&mut lines, &starts, limit, paint);
    }
    lines.iter().flat_map(|l| [l.as_str(), "\n"]).collect()
}

/// The state of a row in words; nothing if it is not known.
pub fn state(trace: &Trace, row: usize) -> Option<String> {
    let column = trace.columns.iter().position(|c| c.name == STATE)?;
    Some(visible(&trace.rows.get(row)?.cells.get(column)?.as_ref()?.text))
}

/// The colour of what a choice means.
pub fn ink(consequence: Consequence) -> Option<Ink> {
    match consequence {
        Consequence::Avoided => Some(Ink::Good),
        Consequence::Open | Consequence::Unknown => None,
        Consequence::Inevitable | Consequence::InevitableIfFair | Consequence::Sealed => Some(Ink::Bad),
    }
}

/// One line: its number, the action, the state, and the words behind it.
struct Step {
    action: String,
    ink: Option<Ink>,
    state: String,
    mark: String,
}

impl Steps<'_> {
    fn lines(&self) -> Vec<String> {
        let rows = self.trace.rows.len();
        let mut steps: Vec<Step> = (0..rows).map(|row| self.step(row, row)).collect();
        let is_whole = self.trace.left_out == 0;
        if let Some(start) = self.trace.loop_start.filter(|_| is_whole) {
            steps.push(Step { mark: String::new(), ..self.step(rows, start) });
        }
        let columns = self.columns(&steps);
        let mut lines = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            lines.push(self.line(index, step, columns));
            lines.extend(self.values(index, columns[0]));
            if self.trace.loop_start == Some(index) {
                lines.push(self.remark("the loop starts here"));
            }
        }
        if !is_whole {
            lines.push(self.remark(&trace::rest(self.trace)));
        }
        lines.extend(self.trace.loop_start.map(|start| match start {
            0 => self.remark("from here on again as from the start"),
            _ => self.remark(&format!("from here on again as after step {start}")),
        }));
        lines
    }

    /// The step with this number, into this row.
    fn step(&self, number: usize, row: usize) -> Step {
        let cell = |row: usize, column: usize| {
            let cell = self.trace.rows.get(row)?.cells.get(column)?.as_ref()?;
            Some(label(&cell.text))
        };
        let before = number.checked_sub(1);
        let action = before.map_or_else(|| Some("(start)".to_owned()), |row| cell(row, self.action));
        Step {
            action: action.unwrap_or_else(|| "?".to_owned()),
            ink: before.and_then(|row| self.consequence(row)).and_then(ink),
            state: cell(row, self.state).unwrap_or_else(|| "?".to_owned()),
            mark: self.mark(row),
        }
    }

    /// Effect of the choice that the run makes at a row.
    fn consequence(&self, row: usize) -> Option<Consequence> {
        let choice_point = self.choice_points.iter().find(|j| j.tick == row)?;
        choice_point.alternatives.iter().find(|a| a.taken).map(|a| a.consequence)
    }

    fn mark(&self, row: usize) -> String {
        match self.choice_points.iter().position(|j| j.tick == row) {
            Some(last) if last + 1 == self.choice_points.len() => {
                format!("{}, {}", self.choice_points[last].kind, last_words(&self.choice_points[last]))
            }
            Some(index) => self.choice_points[index].kind.to_owned(),
            None => String::new(),
        }
    }

    /// The widths of number, action and state. Actions get what the others leave.
    fn columns(&self, steps: &[Step]) -> [usize; 3] {
        let number = (steps.len() - 1).to_string().len();
        let state = widest(steps.iter().map(|s| s.state.as_str()), 20);
        let mark = widest(steps.iter().map(|s| s.mark.as_str()), 40);
        let room = self.options.width.saturating_sub(2 + number + 2 + 4 + state + 2 + mark).max(8);
        [number, widest(steps.iter().map(|s| s.action.as_str()), room), state]
    }

    fn line(&self, index: usize, step: &Step, [number, action, state]: [usize; 3]) -> String {
        let text = if self.options.full_traces { step.action.clone() } else { shorten_middle(&step.action, action) };
        let blanks = " ".repeat(action.saturating_sub(width(&text)));
        let text = step.ink.map_or_else(|| text.clone(), |ink| self.paint.ink(ink, &text));
        let number = self.paint.ink(Ink::Faint, &format!("{index:>number$}"));
        let end = if step.mark.is_empty() {
            step.state.clone()
        } else {
            format!("{}  {}", padded(&step.state, state), self.paint.ink(Ink::Strong, &step.mark))
        };
        format!("  {number}  {text}{blanks} -> {end}")
    }

    /// The values that a row has and the one before had not, a line each.
    fn values(&self, row: usize, number: usize) -> Vec<String> {
        let value =
            |row: usize, column: usize| Some(self.trace.rows.get(row)?.cells.get(column)?.as_ref()?.text.as_str());
        let others = self.trace.columns.iter().enumerate().filter(|(at, _)| ![self.action, self.state].contains(at));
        let line = |(column, named): (usize, &Column)| {
            let text = value(row, column)?;
            let is_old = row.checked_sub(1).is_some_and(|before| value(before, column) == Some(text));
            // The variables of one name with a column of the run have a longer name there.
            let name = named.name.strip_prefix("variable ").unwrap_or(&named.name);
            let shown = visible(&format!("{name} = {text}"));
            let room = self.options.width.saturating_sub(number + 6).max(20);
            let shown = if self.options.full_traces { shown } else { shorten_middle(&shown, room) };
            (!is_old).then(|| format!("  {}    {}", " ".repeat(number), self.paint.ink(Ink::Faint, &shown)))
        };
        others.filter_map(line).collect()
    }

    fn remark(&self, text: &str) -> String {
        format!("  {}", self.paint.ink(Ink::Faint, &format!("-- {text}")))
    }
}

/// Name of the last choice_point of a run. Where the failure is that something never happens, a run may still be good after
/// it.
pub fn last_words(choice_point: &ChoicePoint) -> &'static str {
    let taken = choice_point.alternatives.iter().find(|a| a.taken);
    match taken.map(|a| a.consequence) {
        Some(Consequence::Inevitable | Consequence::InevitableIfFair) => "the point of no return",
        _ => "the last choice that counts",
    }
}
