//! Reads witnesses of BTOR2.
//!
//! A line stands for the variable of its name if the model has it, else for the one of its number. Frames must follow
//! one another without gaps, so that a number in the file never decides how much is stored. States that are not given
//! stay unknown; bits with `x` in them are not given either. What stands outside witnesses, messages of the tool among
//! it, is passed over.
//!
//! A witness for a loop (`j0`) does not say where the loop starts. Ours do in a comment; otherwise the loop goes back
//! to the first step whose states are all given and equal those of the last step, and if no step does the run is read
//! as finite.

use super::{LOOP, has_bits, without_bits};
use crate::format::circuit::{self, Slot};
use crate::format::{FormatError, RawStep, RawTrace, RawValue, Spelling};
use crate::show::shorten;
use wherefore_ir::{System, VarId};

/// Reads every witness of a print-out.
pub fn read_btor2(system: &System, text: &str) -> Result<Vec<RawTrace>, FormatError> {
    let mut reader = Reader {
        system,
        states: circuit::states(system),
        inputs: circuit::inputs(system),
        traces: Vec::new(),
        current: None,
        line: 0,
    };
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        reader.line(line.trim())?;
    }
    match reader.current {
        Some(_) => reader.fail("expected `.` at the end of the witness"),
        None => Ok(reader.traces),
    }
}

/// Block that the lines that follow belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    Heading,
    States,
    Inputs,
}

#[derive(Default)]
struct Witness {
    trace: RawTrace,
    block: Block,
    is_loop: bool,
}

struct Reader<'a> {
    system: &'a System,
    states: Vec<Slot>,
    inputs: Vec<Slot>,
    traces: Vec<RawTrace>,
    current: Option<Witness>,
    line: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError::new(self.line, message))
    }

    fn line(&mut self, line: &str) -> Result<(), FormatError> {
        let Some(witness) = &mut self.current else {
            if line == "sat" {
                self.current = Some(Witness::default());
            }
            return Ok(());
        };
        if let Some(comment) = line.strip_prefix(';') {
            if let Some(start) = comment.trim().strip_prefix(LOOP).and_then(|n| n.trim().parse().ok()) {
                witness.trace.loops = vec![start];
            }
            return Ok(());
        }
        match line.as_bytes().first() {
            None => Ok(()),
            Some(b'.') => self.end(),
            Some(b'b' | b'j') if witness.block == Block::Heading => {
                witness.is_loop |= line.split_whitespace().any(|w| w.starts_with('j'));
                witness.trace.description.get_or_insert_with(|| shorten(line, 60));
                Ok(())
            }
            Some(b'#') => self.frame(line, Block::States),
            Some(b'@') => self.frame(line, Block::Inputs),
            Some(_) => self.value(line),
        }
    }

    /// `#3` or `@3`: states begin a new step, inputs belong to the last one or begin a step whose states are not given.
    fn frame(&mut self, line: &str, block: Block) -> Result<(), FormatError> {
        let Some(witness) = &mut self.current else { return Ok(()) };
        let next = witness.trace.steps.len();
        let number = line[1..].trim().parse::<usize>().ok();
        let may_go_on = block == Block::Inputs && witness.block == Block::States;
        let goes_on = may_go_on && number.and_then(|n| n.checked_add(1)) == Some(next);
        if number != Some(next) && !goes_on {
            let (mark, found) = (&line[..1], shorten(line, 60));
            let expected = next - usize::from(may_go_on);
            return self.fail(format!("expected `{mark}{expected}`, found `{found}`"));
        }
        if !goes_on {
            witness.trace.steps.push(RawStep { line: self.line, ..RawStep::default() });
        }
        witness.block = block;
        Ok(())
    }

    /// `0 0101 count#0`.
    fn value(&mut self, line: &str) -> Result<(), FormatError> {
        let Some(mut witness) = self.current.take() else { return Ok(()) };
        let Some(step) = witness.trace.steps.last_mut() else {
            return self.fail(format!("expected `#0`, found `{}`", shorten(line, 60)));
        };
        let vars = if witness.block == Block::Inputs { &self.inputs } else { &self.states };
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|w| w.parse::<usize>().ok());
        let mut next = words.next();
        let index = next.filter(|w| w.starts_with('['));
        if index.is_some() {
            next = words.next();
        }
        let (Some(number), Some(bits)) = (number, next) else {
            return self.fail(format!("expected a number and bits, found `{}`", shorten(line, 60)));
        };
        let symbol = words.next().filter(|w| !w.starts_with(';'));
        let slot = vars.get(number);
        let var = match index {
            Some(index) => match element(self.system, slot, index) {
                Some(var) => Some(var),
                None => return self.fail(format!("the model has no element `{}` of an array", shorten(index, 60))),
            },
            None => symbol.and_then(|s| self.named(s)).or_else(|| slot.and_then(|s| s.first()).copied()),
        };
        if let Some(value) = self.bound(var, number, bits)? {
            match witness.block {
                Block::Inputs => step.input.get_or_insert_default().push(value),
                Block::Heading | Block::States => step.state.push(value),
            }
        }
        self.current = Some(witness);
        Ok(())
    }

    /// The variable of a symbol, which may have the number of its frame at its end.
    fn named(&self, symbol: &str) -> Option<VarId> {
        let is_frame = |at: &usize| symbol[at + 1..].bytes().all(|b| b.is_ascii_digit());
        let bare = symbol.rfind(['#', '@']).filter(is_frame).map_or(symbol, |at| &symbol[..at]);
        let terms = &self.system.terms;
        terms.find_var(bare).or_else(|| terms.find_var(symbol))
    }

    /// The value of a line, if it is given; an error if the variable has no bits.
    fn bound(&self, var: Option<VarId>, number: usize, bits: &str) -> Result<Option<RawValue>, FormatError> {
        let Some(var) = var else {
            // Remarked upon when the trace is bound.
            return Ok(Some(RawValue::plain(format!("number {number}"), "", self.line)));
        };
        if !has_bits(self.system.terms.var(var).sort) {
            return self.fail(without_bits(self.system, var));
        }
        let is_given = !bits.contains(['x', 'X']);
        let name = self.system.terms.var(var).name.clone();
        Ok(is_given.then(|| RawValue { name, text: bits.to_owned(), spelling: Spelling::Bits, line: self.line }))
    }

    fn end(&mut self) -> Result<(), FormatError> {
        let Some(Witness { mut trace, is_loop, .. }) = self.current.take() else { return Ok(()) };
        if trace.loops.first().is_some_and(|start| *start >= trace.steps.len()) {
            return self.fail("expected the number of a step in the comment about the loop");
        }
        if is_loop && trace.loops.is_empty() {
            trace.loops.extend(self.repeated(&trace.steps));
        }
        self.traces.push(trace);
        Ok(())
    }

    /// The first step with the states of the last one, if all are given.
    fn repeated(&self, steps: &[RawStep]) -> Option<usize> {
        let states = |step: &RawStep| step.state.iter().map(|v| (v.name.clone(), v.text.clone())).collect::<Vec<_>>();
        let (last, before) = steps.split_last()?;
        let last = Some(states(last)).filter(|l| l.len() == self.states.iter().map(Vec::len).sum::<usize>())?;
        before.iter().position(|step| states(step) == last)
    }
}

/// The element of an array at an index such as `[01]`.
fn element(system: &System, slot: Option<&Slot>, index: &str) -> Option<VarId> {
    let slot = slot.filter(|slot| circuit::array(system, slot).is_some())?;
    let bits = index.strip_prefix('[')?.strip_suffix(']')?;
    slot.get(usize::from_str_radix(bits, 2).ok()?).copied()
}
