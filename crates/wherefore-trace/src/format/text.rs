//! NuSMV's trace as text: states under headings, one `name = value` a line.
//!
//! ```text
//! Trace Description: LTL Counterexample
//! Trace Type: Counterexample
//!   -> State: 1.1 <-
//!     x = 0
//!   -> Input: 1.2 <-
//!     go = TRUE
//!   -- Loop starts here
//!   -> State: 1.2 <-
//!     x = 1
//! ```
//!
//! A print-out may hold many traces, each below the line that names its specification, between banners and other
//! messages. Such lines start at the margin and are passed over; an indented line that is none of the above is an
//! error.

mod reader;

pub use reader::read_text;

use super::table::{Block, Column, Defines, Table};
use super::{Heading, one_line};
use crate::Trace;
use std::fmt::Write;
use wherefore_ir::System;

/// How much of each state is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceShape {
    /// Differences from the state before: NuSMV's plugin 0.
    Changes,
    /// All values: plugin 1.
    Full,
}

/// Writes a trace with its heading.
pub fn write_text(system: &System, trace: &Trace, heading: &Heading, shape: TraceShape) -> String {
    let table = Table::new(system, trace, Defines::All);
    let mut writer = Writer { table, shape, number: heading.number, out: String::new() };
    writer.heading(heading);
    writer.steps(trace);
    writer.out
}

struct Writer<'a> {
    table: Table<'a>,
    shape: TraceShape,
    number: usize,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").unwrap_or_default();
    }

    fn heading(&mut self, heading: &Heading) {
        if let Some(specification) = &heading.specification {
            self.line(format_args!("-- specification {}  is false", one_line(specification)));
            self.line(format_args!("-- as demonstrated by the following execution sequence"));
        }
        // NuSMV ends both lines with a blank.
        self.line(format_args!("Trace Description: {} ", one_line(&heading.description)));
        self.line(format_args!("Trace Type: Counterexample "));
    }

    fn steps(&mut self, trace: &Trace) {
        let (number, printed) = (self.number, self.table.printed());
        let has_inputs = self.table.block(Block::Input).next().is_some();
        let before = |k: usize, back: usize| k.checked_sub(back).map(|i| printed[i]);
        for (k, step) in printed.iter().enumerate() {
            if let Some(previous) = before(k, 1).filter(|_| has_inputs) {
                self.line(format_args!("  -> Input: {number}.{} <-", k + 1));
                self.block(Block::Input, previous, before(k, 2));
            }
            if trace.loop_start == Some(k) {
                self.line(format_args!("  -- Loop starts here"));
            }
            self.line(format_args!("  -> State: {number}.{} <-", k + 1));
            self.block(Block::State, *step, before(k, 1));
        }
        if self.table.has_last_input() {
            let last = printed.len() - 1;
            self.line(format_args!("  -> Input: {number}.{} <-", last + 2));
            self.block(Block::Input, last, before(last, 1));
        }
    }

    fn block(&mut self, block: Block, step: usize, before: Option<usize>) {
        let table = &self.table;
        let same = |c: &Column| before.is_some_and(|b| table.value(c, b) == table.value(c, step));
        for column in table.block(block).filter(|c| self.shape == TraceShape::Full || !same(c)) {
            if let Some(text) = table.text(column, step) {
                writeln!(self.out, "    {} = {text}", column.quoted()).unwrap_or_default();
            }
        }
    }
}
