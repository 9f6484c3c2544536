//! A run for people: what changes, state by state.
//!
//! ```text
//!   state 1  count  0
//!            mode   idle
//!   input 1  go     TRUE
//!   step 1   t4
//!   state 2  count  1
//!   -- the loop starts here
//!   state 3  mode   busy
//!   -- after state 4 the run goes on at state 3
//!   -- in state 4, EF mode = idle is false
//! ```
//!
//! States count from 1. `input k` is chosen in state k and leads to state k + 1; `step k` is what the model takes there, if
//! that is known. In a synchronous program both belong to tick k, and the input stands first. A value that is not shown is the one shown last. Where nothing but inputs is shown, every tick has a line of
//! them. Where inputs come with events, every event is shown, and a state in which the machine is not at rest says which
//! input it is still handling. The beginning and the end of a long run are shown, because that is where it starts and where
//! it breaks.

use super::Options;
use super::fit::{count, padded, shorten, visible, widest, wrap};
use super::paint::{Ink, Paint};
use crate::document::{Cell, Role, Row, Trace};
use std::sync::Arc;

/// How much of a run is shown, unless all of it was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Limit<'a> {
    /// Number of lines.
    pub lines: usize,
    /// Option that shows the rest.
    pub remedy: &'a str,
}

/// How much of a run is shown where it stands by itself.
pub const LIMIT: Limit<'static> = Limit { lines: 40, remedy: "--full-trace shows all" };
const WIDEST_NAME: usize = 40;

/// How long a run is, in words: "4 states, the shortest possible".
pub fn size(trace: &Trace) -> String {
    let length = count(trace.ticks(), "state", "states");
    let back = trace.loop_start.map_or(String::new(), |l| format!(", then back to state {}", l + 1));
    let shortest = if trace.shortest { "; no shorter run does it" } else { "" };
    format!("{length}{back}{shortest}")
}

/// The lines of a run, each with its line break.
pub fn lines(trace: &Trace, options: &Options) -> String {
    excerpt(trace, options, LIMIT)
}

/// The lines of a run within another limit.
pub fn excerpt(trace: &Trace, options: &Options, limit: Limit<'_>) -> String {
    let mut writer = Writer::new(trace, options);
    for index in 0..trace.rows.len() {
        writer.state(index);
    }
    if trace.left_out > 0 {
        writer.remark(&rest(trace));
    }
    if let Some(start) = trace.loop_start {
        writer.remark(&format!("after state {} the run goes on at state {}", trace.ticks(), start + 1));
    }
    for claim in &trace.claims {
        let text = format!("in state {}, {} is {}", claim.row + 1, visible(&claim.formula), claim.value);
        wrap(&text, options.width.saturating_sub(5).max(20)).iter().for_each(|l| writer.remark(l));
    }
    if writer.lines.len() > limit.lines && !options.full_traces {
        fold(&mut writer.lines, &writer.starts, limit, writer.paint);
    }
    writer.lines.iter().flat_map(|l| [l.as_str(), "\n"]).collect()
}

/// Note that a run goes on behind what is shown of it.
pub fn rest(trace: &Trace) -> String {
    match trace.left_out {
        1 => "1 more state is left out".to_owned(),
        n => format!("{n} more states are left out"),
    }
}

struct Writer<'a> {
    trace: &'a Trace,
    options: &'a Options,
    paint: Paint,
    names: Vec<String>,
    name_width: usize,
    label_width: usize,
    lines: Vec<String>,
    /// The first line of each state.
    starts: Vec<usize>,
}

impl<'a> Writer<'a> {
    fn new(trace: &'a Trace, options: &'a Options) -> Writer<'a> {
        let names: Vec<String> = trace.columns.iter().map(|c| visible(&c.name)).collect();
        let name_width = widest(names.iter().map(String::as_str), WIDEST_NAME);
        let label_width = format!("state {}", trace.rows.len()).len();
        Writer {
            trace,
            options,
            paint: Paint(options.style),
            names,
            name_width,
            label_width,
            lines: Vec::new(),
            starts: Vec::new(),
        }
    }

    fn state(&mut self, index: usize) {
        self.starts.push(self.lines.len());
        if self.trace.is_synchronous {
            self.begin_of_loop(index);
            self.input(index);
            self.step(index, index + 1);
            self.values_behind(index);
            return;
        }
        self.step(index, index);
        self.begin_of_loop(index);
        self.values_behind(index);
        if self.trace.rows[index].transient {
            self.remark(&self.unfinished(index));
        } else if index + 1 < self.trace.rows.len() || self.trace.loop_start.is_some() || self.trace.last_inputs_matter
        {
            self.input(index);
        }
    }

    fn begin_of_loop(&mut self, index: usize) {
        if self.trace.loop_start == Some(index) {
            self.remark("the loop starts here");
        }
    }

    fn has_state(&self) -> bool {
        self.trace.columns.iter().any(|c| c.role != Role::Input)
    }

    fn values_behind(&mut self, index: usize) {
        let label = format!("state {}", index + 1);
        let shown = self.values(index, &label, Ink::Strong, |role| role != Role::Input);
        if !shown && self.has_state() {
            let label = self.paint.padded(Ink::Strong, &label, self.label_width);
            self.lines.push(format!("  {label}  (no change)"));
        }
    }

    fn input(&mut self, index: usize) {
        let label = format!("input {}", index + 1);
        let shown = self.values(index, &label, Ink::Input, |role| role == Role::Input);
        if !shown && !self.has_state() {
            let label = self.paint.padded(Ink::Input, &label, self.label_width);
            self.lines.push(format!("  {label}  (no change)"));
        }
    }

    /// Activity of a machine that is not at rest.
    fn unfinished(&self, index: usize) -> String {
        match self.trace.rows[..index].iter().rposition(|r| !r.transient) {
            Some(event) => format!("still handling input {}", event + 1),
            None => "still starting".to_owned(),
        }
    }

    /// Writes what was taken into a state, as the step of this number.
    fn step(&mut self, index: usize, number: usize) {
        let Some(element) = &self.trace.rows[index].element else { return };
        let label = padded(&format!("step {number}"), self.label_width);
        let room = self.options.width.saturating_sub(self.label_width + 4).max(12);
        let element = self.paint.ink(Ink::Strong, &shorten(&visible(element), room));
        self.lines.push(format!("  {label}  {element}"));
    }

    /// Writes the values that changed; says whether there were any. An event is new, even if it is the same as before.
    fn values(&mut self, index: usize, label: &str, ink: Ink, wanted: impl Fn(Role) -> bool) -> bool {
        let row = &self.trace.rows[index];
        let before = self.trace.rows[..index].iter().rfind(|r| !wanted(Role::Input) || !r.transient);
        let event = self.trace.columns.iter().position(|c| self.trace.by_event && c.role == Role::Input);
        let mut label = Some(label);
        for (column, cell) in row.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let is_old = event != Some(column) && before.is_some_and(|b| same(b, column, cell));
            if is_old || !wanted(self.trace.columns[column].role) {
                continue;
            }
            let label = self.paint.padded(ink, label.take().unwrap_or(""), self.label_width);
            let name = padded(&self.names[column], self.name_width);
            let room = self.options.width.saturating_sub(self.label_width + self.name_width + 6).max(12);
            let value =
                if self.options.full_traces { visible(&cell.text) } else { shorten(&visible(&cell.text), room) };
            self.lines.push(format!("  {label}  {name}  {value}"));
        }
        label.is_none()
    }

    fn remark(&mut self, text: &str) {
        self.lines.push(format!("  {}", self.paint.ink(Ink::Faint, &format!("-- {text}"))));
    }
}

/// Leaves the beginning and the end of a run: whole states, given their first lines, where these are not too large for that.
pub fn fold(lines: &mut Vec<String>, starts: &[usize], limit: Limit<'_>, paint: Paint) {
    let (half, all) = (limit.lines / 2, lines.len());
    let head = starts.iter().copied().rfind(|s| (1..=half).contains(s)).unwrap_or(half);
    let tail = starts.iter().copied().find(|s| all - s < half).unwrap_or(all - half + 1);
    let hidden = count(tail - head, "line", "lines");
    let note = paint.ink(Ink::Faint, &format!("  ... {hidden} not shown; {}", limit.remedy));
    lines.splice(head..tail, [note]);
}

fn same(before: &Row, column: usize, cell: &Arc<Cell>) -> bool {
    before.cells[column].as_ref().is_some_and(|b| Arc::ptr_eq(b, cell) || b == cell)
}
