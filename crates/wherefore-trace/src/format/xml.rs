//! NuSMV's trace as XML (trace plugin 4).
//!
//! ```text
//! <counter-example type="0" id="1" desc="LTL Counterexample" >
//!   <node>
//!     <state id="1"><value variable="x">0</value></state>
//!     <combinatorial id="1">...</combinatorial>
//!     <input id="2"><value variable="go">TRUE</value></input>
//!   </node>
//!   <loops> 1 </loops>
//! </counter-example>
//! ```
//!
//! States are complete. `<combinatorial>` holds definitions that depend on inputs. `<loops>` lists the states that
//! the last one equals. A print-out may hold several documents among other lines; each is found by its outermost
//! element. Entities other than the five of XML are refused, so there is nothing to expand.

mod reader;

pub use reader::read_xml;

use super::table::{Block, Column, Defines, Table};
use super::{Heading, one_line};
use crate::Trace;
use quick_xml::escape::escape;
use std::fmt::Write;
use wherefore_ir::System;

/// Writes a trace as one XML document.
pub fn write_xml(system: &System, trace: &Trace, heading: &Heading) -> String {
    let table = Table::new(system, trace, Defines::All);
    let mut writer = Writer { table, out: String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") };
    let description = one_line(&heading.description);
    writer.line(format_args!(
        "<counter-example type=\"0\" id=\"{}\" desc=\"{}\" >",
        heading.number,
        escape(&description)
    ));
    writer.nodes(trace);
    match trace.loop_start {
        Some(start) => writer.line(format_args!("  <loops> {} </loops>", start + 1)),
        None => writer.line(format_args!("  <loops> </loops>")),
    }
    writer.line(format_args!("</counter-example>"));
    writer.out
}

struct Writer<'a> {
    table: Table<'a>,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").unwrap_or_default();
    }

    fn nodes(&mut self, trace: &Trace) {
        let printed = self.table.printed();
        let has_inputs = self.table.block(Block::Input).any(|c| c.var().is_some());
        let has_combined = self.table.block(Block::Input).any(|c| c.var().is_none());
        for (k, step) in printed.iter().enumerate() {
            let is_last = k + 1 == printed.len();
            self.line(format_args!("  <node>"));
            self.values("state", k + 1, *step, |c| c.block == Block::State);
            if has_combined && !is_last {
                self.values("combinatorial", k + 1, *step, |c| c.block == Block::Input && c.var().is_none());
            }
            // The last printed state of a lasso repeats the head, whose input stands there already.
            if has_inputs && (!is_last || trace.loop_start.is_none() && self.table.has_last_input()) {
                self.values("input", k + 2, *step, |c| c.block == Block::Input && c.var().is_some());
            }
            self.line(format_args!("  </node>"));
        }
    }

    fn values(&mut self, element: &str, id: usize, step: usize, wanted: impl Fn(&Column) -> bool) {
        writeln!(self.out, "    <{element} id=\"{id}\">").unwrap_or_default();
        for column in self.table.columns.iter().filter(|c| wanted(c)) {
            if let Some(text) = self.table.text(column, step) {
                let (name, text) = (column.quoted(), escape(text));
                writeln!(self.out, "      <value variable=\"{}\">{text}</value>", escape(name)).unwrap_or_default();
            }
        }
        writeln!(self.out, "    </{element}>").unwrap_or_default();
    }
}
