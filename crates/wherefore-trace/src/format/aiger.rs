//! Witnesses of AIGER, as model checkers for circuits of single bits print them.
//!
//! ```text
//! 1                        there is a run; 0 would say that there is none
//! b0                       the property: b for a bad state, j for a loop
//! 01                       the first values of all latches
//! 1                        the inputs of each step
//! 0
//! .
//! ```
//!
//! Values that are not given are `x`. The format has no loops of its own: for a lasso, the comment `c loop 1` says to which step
//! the run goes back after the last one. Later states follow from the inputs and are not written.

use super::circuit::{self, Slot};
use super::{FormatError, Heading, RawStep, RawTrace, RawValue, Spelling, number_of};
use crate::show::shorten;
use crate::{Trace, show_bits};
use std::fmt::Write;
use wherefore_ir::{Sort, System, VarId};

/// The beginning of the comment about the loop.
const LOOP: &str = "c loop";

/// Writes a trace. An error names a variable that is not a single bit.
pub fn write_aiger(system: &System, trace: &Trace, heading: &Heading) -> Result<String, FormatError> {
    let (states, inputs) = (bits(system, circuit::states(system))?, bits(system, circuit::inputs(system))?);
    let kind = if trace.loop_start.is_some() { 'j' } else { 'b' };
    let mut out = format!("1\n{kind}{}\n", number_of(system, heading));
    let row = |step: usize, vars: &[VarId]| -> String {
        let bit = |v: &VarId| trace.value(step, *v).and_then(|value| show_bits(&system.terms, Sort::Bool, value));
        vars.iter().map(|v| bit(v).unwrap_or_else(|| "x".to_owned())).collect()
    };
    writeln!(out, "{}", row(0, &states)).unwrap_or_default();
    (0..trace.len()).for_each(|step| writeln!(out, "{}", row(step, &inputs)).unwrap_or_default());
    if let Some(start) = trace.loop_start {
        writeln!(out, "{LOOP} {start}").unwrap_or_default();
    }
    out.push_str(".\n");
    Ok(out)
}

/// The variables of slots, if all of them are single bits.
fn bits(system: &System, slots: Vec<Slot>) -> Result<Vec<VarId>, FormatError> {
    let vars: Vec<VarId> = slots.into_iter().flatten().collect();
    match vars.iter().map(|v| system.terms.var(*v)).find(|v| v.sort != Sort::Bool) {
        Some(var) => Err(FormatError::new(0, format!("`{}` is not a single bit", var.name))),
        None => Ok(vars),
    }
}

/// Whether a text begins as a witness does: a verdict, then the property.
pub(super) fn is_witness(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('c'));
    lines.next() == Some("1") && lines.next().is_some_and(is_property)
}

fn is_property(line: &str) -> bool {
    let number = line.strip_prefix(['b', 'j']).map(|n| n.split_whitespace().next().unwrap_or(""));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'b' | b'j')))
}

/// Reads every witness of a print-out.
pub fn read_aiger(system: &System, text: &str) -> Result<Vec<RawTrace>, FormatError> {
    let (states, inputs) = (bits(system, circuit::states(system))?, bits(system, circuit::inputs(system))?);
    let mut reader = Reader { system, states, inputs, traces: Vec::new(), current: None };
    for (index, line) in text.lines().enumerate() {
        reader.line(line.trim(), index + 1)?;
    }
    match reader.current {
        Some(_) => Err(FormatError::new(text.lines().count(), "expected `.` at the end of the witness")),
        None => Ok(reader.traces),
    }
}

/// How far a witness was read.
#[derive(Default)]
struct Witness {
    trace: RawTrace,
    /// The values of the latches, once they are read.
    state: Option<Vec<RawValue>>,
}

struct Reader<'a> {
    system: &'a System,
    states: Vec<VarId>,
    inputs: Vec<VarId>,
    traces: Vec<RawTrace>,
    current: Option<Witness>,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: usize) -> Result<(), FormatError> {
        let Some(mut witness) = self.current.take() else {
            self.current = (line == "1").then(Witness::default);
            return Ok(());
        };
        if line.starts_with('c') {
            let start = line.strip_prefix(LOOP).and_then(|n| n.trim().parse::<usize>().ok());
            witness.trace.loops.extend(start);
        } else if line == "." {
            return self.end(witness, number);
        } else if witness.state.is_none() && is_property(line) {
            witness.trace.description.get_or_insert_with(|| shorten(line, 60));
        } else if witness.state.is_none() {
            witness.state = Some(self.values(line, &self.states, "latch", number)?);
        } else {
            let input = Some(self.values(line, &self.inputs, "input", number)?);
            let first = witness.trace.steps.is_empty();
            let state = if first { witness.state.replace(Vec::new()).unwrap_or_default() } else { Vec::new() };
            witness.trace.steps.push(RawStep { line: number, state, input });
        }
        self.current = Some(witness);
        Ok(())
    }

    fn values(&self, line: &str, vars: &[VarId], what: &str, number: usize) -> Result<Vec<RawValue>, FormatError> {
        if line.len() != vars.len() || line.bytes().any(|b| !matches!(b, b'0' | b'1' | b'x')) {
            let message = format!("expected {} bits, one for each {what}, found `{}`", vars.len(), shorten(line, 60));
            return Err(FormatError::new(number, message));
        }
        let given = vars.iter().zip(line.chars()).filter(|(_, bit)| *bit != 'x');
        let value = |(var, bit): (&VarId, char)| RawValue {
            name: self.system.terms.var(*var).name.clone(),
            text: bit.to_string(),
            spelling: Spelling::Bits,
            line: number,
        };
        Ok(given.map(value).collect())
    }

    fn end(&mut self, witness: Witness, number: usize) -> Result<(), FormatError> {
        let Witness { mut trace, .. } = witness;
        if trace.loops.first().is_some_and(|start| *start >= trace.steps.len()) {
            return Err(FormatError::new(number, "expected the number of a step in the comment about the loop"));
        }
        if !trace.loops.is_empty() {
            // The head of the loop once more, of which nothing is said.
            trace.steps.push(RawStep { line: number, ..RawStep::default() });
        }
        self.traces.push(trace);
        Ok(())
    }
}
