//! Witnesses of yosys, JSON files that end in `.yw`: values of signals, whose bits stand in one row for each step.
//!
//! ```text
//! {"format": "Yosys Witness Trace", "generator": "wherefore", "clocks": [],
//!  "signals": [{"path": ["\\fifo", "\\push"], "width": 1, "offset": 0, "init_only": false},
//!              {"path": ["\\count"], "width": 4, "offset": 0, "init_only": true}],
//!  "steps": [{"bits": "01011"}, {"bits": "0"}]}
//! ```
//!
//! The last digit of a row is the lowest bit of the first signal. A signal may be a part of a word: its bits from `offset` on.
//! Signals that are given at first only come last, and later rows leave them out: a register with a next value is one. `x` and `?`
//! are not given. A lasso has the field `loop`, which others do not read: the step that follows the last one.

mod reader;

pub use reader::read_yosys;

use super::FormatError;
use super::circuit::{self, Slot};
use crate::{Trace, show_bits};
use serde_json::Value as Json;
use std::fmt::Write;
use wherefore_ir::{Op, Role, System, VarId};

/// The name of the format inside a file.
pub(super) const FORMAT: &str = "Yosys Witness Trace";

/// A variable as a signal.
struct Signal {
    var: VarId,
    path: Vec<String>,
    width: usize,
    init_only: bool,
}

/// Writes a trace. An error names a variable whose values have no bits.
pub fn write_yosys(system: &System, trace: &Trace) -> Result<String, FormatError> {
    circuit::without_bits(system)?;
    let slots = circuit::inputs(system).into_iter().chain(circuit::states(system));
    let mut signals: Vec<Signal> = slots.flat_map(|slot| of_slot(system, &slot)).collect();
    signals.sort_by_key(|s| s.init_only);
    let mut out = format!("{{\n  \"format\": \"{FORMAT}\",\n  \"generator\": \"wherefore\",\n  \"clocks\": [],\n");
    if let Some(start) = trace.loop_start {
        writeln!(out, "  \"loop\": {start},").unwrap_or_default();
    }
    out.push_str("  \"signals\": [");
    for (index, signal) in signals.iter().enumerate() {
        let path: Vec<String> = signal.path.iter().map(|p| Json::from(p.as_str()).to_string()).collect();
        write!(
            out,
            "{}\n    {{\"path\": [{}], \"width\": {}, \"offset\": 0, \"init_only\": {}}}",
            if index == 0 { "" } else { "," },
            path.join(", "),
            signal.width,
            signal.init_only
        )
        .unwrap_or_default();
    }
    out.push_str("\n  ],\n  \"steps\": [");
    for step in 0..trace.len() {
        let comma = if step == 0 { "" } else { "," };
        write!(out, "{comma}\n    {{\"bits\": \"{}\"}}", row(system, trace, &signals, step)).unwrap_or_default();
    }
    out.push_str("\n  ]\n}\n");
    Ok(out)
}

fn row(system: &System, trace: &Trace, signals: &[Signal], step: usize) -> String {
    let shown = signals.iter().rev().filter(|s| step == 0 || !s.init_only);
    let bits = |s: &Signal| {
        let value = trace.value(step, s.var)?;
        show_bits(&system.terms, system.terms.var(s.var).sort, value)
    };
    shown.map(|s| bits(s).unwrap_or_else(|| "?".repeat(s.width))).collect()
}

fn of_slot(system: &System, slot: &Slot) -> Vec<Signal> {
    let array = circuit::array(system, slot).map(path);
    let signal = |(index, var): (usize, &VarId)| {
        let declared = system.terms.var(*var);
        let path = match &array {
            Some(array) => array.iter().cloned().chain([format!("\\[{index}]")]).collect(),
            None => path(&declared.name),
        };
        let width = circuit::width(system, *var);
        let init_only = system.role(*var) == Role::State && is_determined(system, *var);
        Signal { var: *var, path, width, init_only }
    };
    slot.iter().enumerate().map(signal).collect()
}

/// Whether the later values of a register follow from others.
fn is_determined(system: &System, var: VarId) -> bool {
    system.next.get(&var).is_some_and(|update| !matches!(system.terms.op(update.term), Op::Next(_)))
}

/// How names begin that yosys made; all others are escaped.
const AUTOMATIC: char = '$';

/// The path of a name: `fifo.count` is `count` in the instance `fifo`.
fn path(name: &str) -> Vec<String> {
    let is_automatic = |part: &str| part.strip_prefix(AUTOMATIC).is_some();
    let part = |part: &str| if is_automatic(part) { part.to_owned() } else { format!("\\{part}") };
    name.split('.').filter(|p| !p.is_empty()).map(part).collect()
}
