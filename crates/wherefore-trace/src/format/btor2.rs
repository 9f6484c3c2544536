//! Witnesses of BTOR2, as model checkers for circuits print them.
//!
//! ```text
//! sat
//! b0                       the property: b for a bad state, j for a loop
//! #0                       the first state; later ones need not be given
//! 0 0101 count#0           number of the state variable, bits, name
//! @0                       the inputs of the first step
//! 0 1 reset@0
//! @1
//! 0 0 reset@1
//! .
//! ```
//!
//! Variables are numbered in the order of their declaration, states (frozen ones among them) and inputs each from 0.
//! Values are written as bits by [`crate::show_bits`]. We write the states of all steps. The format has no loops of its
//! own: a lasso shows the head of its loop once more at the end, and the comment `; loop 1` says which step that is.
//! Definitions have no place in it. An element of an array has its index in bits before its value: `2 [01] 0101 mem#0`.

mod reader;

pub use reader::read_btor2;

use super::circuit::{self, Slot};
use super::{FormatError, Heading, number_of};
use crate::{Trace, show_bits};
use std::fmt::Write;
use wherefore_ir::{Sort, System, VarId};

/// The word in the comment about the loop.
const LOOP: &str = "loop";

/// Writes a trace. An error names a variable whose values have no bits.
pub fn write_btor2(system: &System, trace: &Trace, heading: &Heading) -> Result<String, FormatError> {
    if let Some((var, _)) = system.vars().find(|(v, _)| !has_bits(system.terms.var(*v).sort)) {
        return Err(FormatError::new(0, without_bits(system, var)));
    }
    let kind = if trace.loop_start.is_some() { 'j' } else { 'b' };
    let mut out = format!("sat\n{kind}{}\n", number_of(system, heading));
    let (states, inputs) = (circuit::states(system), circuit::inputs(system));
    if let Some(start) = trace.loop_start {
        writeln!(out, "; {LOOP} {start}").unwrap_or_default();
    }
    for (frame, step) in (0..trace.len()).chain(trace.loop_start).enumerate() {
        block(&mut out, system, trace, '#', (frame, step), &states);
        if frame < trace.len() {
            block(&mut out, system, trace, '@', (frame, step), &inputs);
        }
    }
    out.push_str(".\n");
    Ok(out)
}

fn has_bits(sort: Sort) -> bool {
    !matches!(sort, Sort::Int | Sort::Real)
}

fn without_bits(system: &System, var: VarId) -> String {
    let var = system.terms.var(var);
    let what = if var.sort == Sort::Int { "an integer without bounds" } else { "a real number" };
    format!("`{}` is {what}, which has no bits", var.name)
}

fn block(out: &mut String, system: &System, trace: &Trace, mark: char, (frame, step): (usize, usize), slots: &[Slot]) {
    writeln!(out, "{mark}{frame}").unwrap_or_default();
    for (number, slot) in slots.iter().enumerate() {
        let array = circuit::array(system, slot);
        for (index, id) in slot.iter().enumerate() {
            let var = system.terms.var(*id);
            let bits = trace.value(step, *id).and_then(|value| show_bits(&system.terms, var.sort, value));
            let Some(bits) = bits else { continue };
            let address = array.map_or(String::new(), |_| format!("[{}] ", address(index, slot.len())));
            let name = array.unwrap_or(&var.name);
            // A name that a line could not hold is left out: the number says the same.
            let is_plain = !name.is_empty()
                && !name.starts_with(';')
                && !name.contains(|c: char| c.is_whitespace() || c.is_control());
            let symbol = if is_plain { format!(" {name}{mark}{frame}") } else { String::new() };
            writeln!(out, "{number} {address}{bits}{symbol}").unwrap_or_default();
        }
    }
}

/// The bits of an index into this many elements.
fn address(index: usize, count: usize) -> String {
    let width = (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1) as usize;
    format!("{index:0width$b}")
}
