//! Reads witnesses of yosys.
//!
//! A path stands for the variable of its name, with or without the names of modules around it. Signals that the model does not have,
//! clocks among them, are remarked upon and passed over.

use super::FORMAT;
use crate::format::bind::bounded;
use crate::format::circuit::width;
use crate::format::{FormatError, RawStep, RawTrace, RawValue, Spelling};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use wherefore_ir::{Role, System, VarId};

/// The widest signal that is read.
const MOST_BITS: usize = 1 << 20;

/// A signal of a file.
struct Signal {
    name: String,
    var: Option<VarId>,
    /// Its lowest bit in the word.
    offset: usize,
    width: usize,
    /// Its lowest bit in a row.
    at: usize,
}

/// Reads the witness in a text.
pub fn read_yosys(system: &System, text: &str) -> Result<RawTrace, FormatError> {
    let root: Json = serde_json::from_str(text).map_err(|e| FormatError::new(e.line(), format!("broken JSON: {e}")))?;
    let fail = |message: &str| FormatError::new(0, message);
    if root.get("format").and_then(Json::as_str) != Some(FORMAT) {
        return Err(fail("expected the format \"Yosys Witness Trace\""));
    }
    let signals = signals(system, &root)?;
    let steps = root.get("steps").and_then(Json::as_array).ok_or_else(|| fail("expected a list `steps`"))?;
    bounded(system, steps.len(), 0)?;
    let mut trace = RawTrace::default();
    for (index, step) in steps.iter().enumerate() {
        let bits = step.get("bits").and_then(Json::as_str);
        let bits = bits.filter(|b| b.bytes().all(|b| matches!(b, b'0' | b'1' | b'x' | b'?')));
        let bits =
            bits.ok_or_else(|| FormatError::new(0, format!("step {index}: expected `bits` of 0, 1, x and ?")))?;
        trace.steps.push(read_step(system, &signals, bits.as_bytes()));
    }
    if let Some(start) = root.get("loop").filter(|l| !l.is_null()) {
        let start = start.as_u64().map(|n| n as usize).filter(|n| *n < trace.steps.len());
        trace.loops.push(start.ok_or_else(|| fail("expected the number of a step as `loop`"))?);
        // The head of the loop once more, of which nothing is said.
        trace.steps.push(RawStep::default());
    }
    Ok(trace)
}

fn signals(system: &System, root: &Json) -> Result<Vec<Signal>, FormatError> {
    let fail = |message: String| FormatError::new(0, message);
    let list = root.get("signals").and_then(Json::as_array).ok_or_else(|| fail("expected a list `signals`".into()))?;
    let names = Names::new(system);
    let (mut found, mut at) = (Vec::new(), 0usize);
    for (index, signal) in list.iter().enumerate() {
        let number = |key: &str| signal.get(key).and_then(Json::as_u64).map(|n| n as usize).filter(|n| *n <= MOST_BITS);
        let path: Option<Vec<&str>> =
            signal.get("path").and_then(Json::as_array).and_then(|p| p.iter().map(Json::as_str).collect());
        let (Some(path), Some(width), Some(offset)) = (path, number("width"), number("offset")) else {
            return Err(fail(format!("signal {index}: expected `path`, `width` and `offset`")));
        };
        let (name, var) = names.find(&path);
        found.push(Signal { name, var, offset, width, at });
        at = at.saturating_add(width);
    }
    Ok(found)
}

/// The variables by their names, and by the last part of their names where only one has it.
struct Names<'a> {
    system: &'a System,
    last: FxHashMap<&'a str, Option<VarId>>,
}

impl<'a> Names<'a> {
    fn new(system: &'a System) -> Names<'a> {
        let mut last: FxHashMap<&str, Option<VarId>> = FxHashMap::default();
        for (id, var) in system.terms.vars() {
            let part = var.name.rsplit('.').next().unwrap_or(&var.name);
            last.entry(part).and_modify(|known| *known = None).or_insert(Some(id));
        }
        Names { system, last }
    }

    /// The name of a path, and its variable.
    fn find(&self, path: &[&str]) -> (String, Option<VarId>) {
        let whole = joined(path);
        let inner = (0..path.len()).find_map(|skip| self.system.terms.find_var(&joined(path.get(skip..)?)));
        let alone = || self.last.get(whole.rsplit('.').next()?).copied().flatten();
        let var = inner.or_else(alone);
        (whole, var)
    }
}

/// `["\\fifo", "\\mem", "\\[3]"]` is `fifo.mem[3]`.
fn joined(path: &[&str]) -> String {
    let mut name = String::new();
    for part in path.iter().map(|p| p.strip_prefix('\\').unwrap_or(p)) {
        if !name.is_empty() && !part.starts_with('[') {
            name.push('.');
        }
        name.push_str(part);
    }
    name
}

fn read_step(system: &System, signals: &[Signal], row: &[u8]) -> RawStep {
    let mut words: BTreeMap<VarId, Vec<u8>> = BTreeMap::new();
    let mut step = RawStep { input: Some(Vec::new()), ..RawStep::default() };
    for signal in signals {
        let Some(var) = signal.var else {
            // Remarked upon when the trace is bound.
            step.state.push(RawValue::plain(signal.name.clone(), "", 0));
            continue;
        };
        // The highest bit comes first.
        let word = words.entry(var).or_insert_with(|| vec![b'?'; width(system, var)]);
        for bit in 0..signal.width {
            let place = word.len().checked_sub(1 + signal.offset + bit);
            let digit = row.len().checked_sub(1 + signal.at + bit).and_then(|at| row.get(at));
            if let (Some(place), Some(digit)) = (place.and_then(|p| word.get_mut(p)), digit) {
                *place = *digit;
            }
        }
    }
    for (var, word) in words {
        let Some(text) = String::from_utf8(word).ok().filter(|w| w.bytes().all(|b| matches!(b, b'0' | b'1'))) else {
            continue;
        };
        let value = RawValue { name: system.terms.var(var).name.clone(), text, spelling: Spelling::Bits, line: 0 };
        match (system.role(var), &mut step.input) {
            (Role::Input, Some(input)) => input.push(value),
            _ => step.state.push(value),
        }
    }
    step
}
