//! The run of a failing check as a table: a line per variable, a column per state.
//!
//! ```text
//!   state      1      2      ..  7
//!   sen_front  TRUE*  TRUE*      FALSE
//!   exploded   TRUE   FALSE!     FALSE!
//!   * makes the promise due; ! breaks it
//! ```
//!
//! Cells that show the conjunct false are marked, by a sign that survives without colours. Of many variables only those that
//! matter are shown, and of many states first those with marks; what lies between two that are shown is a gap. Where
//! everything is wanted, the table is as long as it has to be: in blocks of as many states as fit a line.

use super::{Page, together};
use crate::document::{Explanation, Failure, Mark, MarkKind, Trace};
use crate::text::fit::{padded, shorten, visible, widest, width};
use crate::text::paint::Ink;
use std::collections::BTreeSet;

/// Columns of a name and of a value, and lines, unless everything is wanted.
const WIDEST_NAME: usize = 32;
const WIDEST_VALUE: usize = 14;
const MOST_LINES: usize = 14;
/// Text for states that are not shown.
const GAP: &str = "..";
/// The word over the names.
const STATE: &str = "state";

/// The lines of the table and what is to be said below it.
pub fn lines(page: &Page<'_>, trace: &Trace, failure: &Failure, told: Option<&Explanation>) -> String {
    let table = Table::new(page, trace, failure, told);
    let mut out: String = table.blocks().iter().map(|ticks| table.block(ticks)).collect();
    for line in table.legend() {
        out.push_str(&page.item(&line));
    }
    out
}

struct Table<'a> {
    page: &'a Page<'a>,
    trace: &'a Trace,
    marks: &'a [Mark],
    ticks: &'a [usize],
    /// The columns of the trace that are shown.
    shown: Vec<usize>,
    names: Vec<String>,
    name_width: usize,
}

impl<'a> Table<'a> {
    fn new(page: &'a Page<'a>, trace: &'a Trace, failure: &'a Failure, told: Option<&'a Explanation>) -> Table<'a> {
        let (marks, ticks) = told.map_or((&[][..], &[][..]), |t| (t.marks(), t.ticks()));
        let full = page.options.full_traces;
        let is_shown =
            |i: &usize| full || failure.relevant.is_empty() || failure.relevant.contains(&trace.columns[*i].name);
        let mut shown: Vec<usize> = (0..trace.columns.len()).filter(is_shown).collect();
        if !full && shown.len() > MOST_LINES {
            // Lines with marks first; the order of the model stays.
            let is_marked = |i: &usize| marks.iter().any(|m| m.variable == trace.columns[*i].name);
            let (marked, others): (Vec<usize>, Vec<usize>) = shown.iter().copied().partition(is_marked);
            shown = marked.into_iter().chain(others).take(MOST_LINES).collect();
            shown.sort_unstable();
        }
        let names: Vec<String> = shown.iter().map(|i| visible(&trace.columns[*i].name)).collect();
        let limit = if full { usize::MAX } else { WIDEST_NAME };
        let name_width = widest(names.iter().map(String::as_str).chain([STATE]), limit);
        Table { page, trace, marks, ticks, shown, names, name_width }
    }

    /// The columns that a line has for values.
    fn room(&self) -> usize {
        self.page.options.width.saturating_sub(2 + self.name_width).max(12)
    }

    /// The states of each block.
    fn blocks(&self) -> Vec<Vec<usize>> {
        if !self.page.options.full_traces {
            return vec![self.chosen()];
        }
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut used = usize::MAX;
        for tick in 0..self.trace.rows.len() {
            let columns = self.columns(tick) + 2;
            if used.saturating_add(columns) > self.room() {
                blocks.push(Vec::new());
                used = 0;
            }
            used += columns;
            blocks.last_mut().unwrap_or(&mut Vec::new()).push(tick);
        }
        blocks
    }

    /// The states that are shown if they do not all fit: as many as do, by how much they show.
    fn chosen(&self) -> Vec<usize> {
        let rows = self.trace.rows.len();
        let marked = self.marks.iter().map(|m| m.tick).chain(self.ticks.iter().copied());
        let marked: BTreeSet<usize> = marked.filter(|t| *t < rows).collect();
        let ends = [0, rows.saturating_sub(1)].into_iter().chain(self.trace.loop_start);
        let beside = marked.iter().flat_map(|t| [t.saturating_sub(1), t + 1]);
        let first = marked.iter().next().copied();
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for tick in first.into_iter().chain(ends).chain(marked.iter().copied()).chain(beside).chain(0..rows) {
            if tick >= rows || !chosen.insert(tick) {
                continue;
            }
            if self.total(&chosen) > self.room() {
                chosen.remove(&tick);
            }
        }
        chosen.into_iter().collect()
    }

    /// The columns that these states take, with their gaps.
    fn total(&self, ticks: &BTreeSet<usize>) -> usize {
        let cells: usize = ticks.iter().map(|t| self.columns(*t) + 2).sum();
        let jumps = ticks.iter().zip(ticks.iter().skip(1)).filter(|(a, b)| **a + 1 < **b).count();
        cells + jumps * (GAP.len() + 2)
    }

    /// The columns of a state.
    fn columns(&self, tick: usize) -> usize {
        let cells = self.shown.iter().map(|column| width(&self.cell(tick, *column).0));
        cells.chain([(tick + 1).to_string().len()]).max().unwrap_or(1)
    }

    /// A value with its mark, and its colour.
    fn cell(&self, tick: usize, column: usize) -> (String, Option<Ink>) {
        let cell = self.trace.rows.get(tick).and_then(|row| row.cells.get(column)?.as_ref());
        let text = cell.map_or_else(|| "?".to_owned(), |c| visible(&c.text));
        let text = if self.page.options.full_traces { text } else { shorten(&text, WIDEST_VALUE) };
        match self.mark(tick, column).map(|m| m.kind) {
            Some(MarkKind::Trigger) => (format!("{text}*"), Some(Ink::Unsure)),
            Some(MarkKind::Response) => (format!("{text}!"), Some(Ink::Bad)),
            None => (text, None),
        }
    }

    fn mark(&self, tick: usize, column: usize) -> Option<&Mark> {
        let marks = self.marks.iter().filter(|m| m.tick == tick && m.variable == self.trace.columns[column].name);
        marks.max_by_key(|m| m.kind)
    }

    fn block(&self, ticks: &[usize]) -> String {
        let paint = self.page.paint;
        let number = |tick: usize| ((tick + 1).to_string(), Some(Ink::Strong));
        let mut out = self.line(paint.padded(Ink::Faint, STATE, self.name_width), ticks, GAP, number);
        for (column, name) in self.shown.iter().zip(&self.names) {
            let name = if self.page.options.full_traces { name.clone() } else { shorten(name, self.name_width) };
            out.push_str(&self.line(padded(&name, self.name_width), ticks, "", |tick| self.cell(tick, *column)));
        }
        out
    }

    /// A line: its name, then a cell per state, with a column where states are left out.
    fn line(&self, name: String, ticks: &[usize], gap: &str, cell: impl Fn(usize) -> (String, Option<Ink>)) -> String {
        let mut line = format!("  {name}");
        let mut before: Option<usize> = None;
        for tick in ticks {
            if before.is_some_and(|b| b + 1 < *tick) {
                line.push_str(&format!("  {}", padded(gap, GAP.len())));
            }
            before = Some(*tick);
            let (text, ink) = cell(*tick);
            let blanks = " ".repeat(self.columns(*tick).saturating_sub(width(&text)));
            let text = ink.map_or_else(|| text.clone(), |ink| self.page.paint.ink(ink, &text));
            line.push_str(&format!("  {text}{blanks}"));
        }
        format!("{}\n", line.trim_end())
    }

    /// Legend below the table.
    fn legend(&self) -> Vec<String> {
        let has = |kind: MarkKind| self.marks.iter().any(|m| m.kind == kind);
        let signs = [(MarkKind::Trigger, "* makes the promise due"), (MarkKind::Response, "! breaks it")];
        let mut signs: Vec<&str> = signs.into_iter().filter(|(kind, _)| has(*kind)).map(|(_, words)| words).collect();
        if signs == ["! breaks it"] {
            signs = vec!["! breaks the promise"];
        }
        let mut words: Vec<String> = signs.into_iter().map(str::to_owned).collect();
        words.extend(self.failing());
        words.extend(
            self.trace
                .loop_start
                .map(|start| format!("after state {} the run goes on at state {}", self.trace.rows.len(), start + 1)),
        );
        let mut lines = vec![words.join("; ")];
        let hidden = self.trace.columns.len() - self.shown.len();
        if hidden > 0 {
            let what = if hidden == 1 { "1 other variable".to_owned() } else { format!("{hidden} other variables") };
            lines.push(format!("{what}: --full-trace shows all"));
        }
        lines.retain(|l| !l.is_empty());
        lines
    }

    /// The states in which the conjunct fails, in words.
    fn failing(&self) -> Option<String> {
        let numbers: Vec<String> = self.ticks.iter().map(|t| (t + 1).to_string()).collect();
        match numbers.as_slice() {
            [] => None,
            [one] => Some(format!("it fails in state {one}")),
            _ => Some(format!("it fails in states {}", together(&numbers))),
        }
    }
}
