//! From names and texts to a trace of a system.
//!
//! Reading has two stages. The first knows no model: a [`RawTrace`] is what stands in the file. The second, here,
//! looks up names, reads values by the sorts of their variables, fills in what a changes-only print-out leaves out,
//! and folds the repeated head of a loop away:
//!
//! ```text
//! s1  s2  s3  s4     loop starts at s2, s4 repeats s2     ->     s1 s2 s3, back to s2
//! ```
//!
//! NuSMV marks every state that equals the last one; the first mark is taken, so that the loop shows all there is.
//! Names that the model does not have, and definitions that come out differently, are remarks and not errors: other
//! tools print more than a model declares.

use super::{FormatError, Origin, Printed};
use crate::{Step, Trace, define_values, read, read_bits};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Role, Sort, System, Terms, Value};

/// How many values the traces of a file may have in all. A line of three bytes can stand for a step with a value for every
/// variable, so the size of the file does not bound the memory. A value with its place costs about a hundred bytes.
const MOST_VALUES: usize = 5_000_000;

/// How the text of a value is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// As people write it: [`read`].
    #[default]
    Plain,
    /// Bits, the highest first: [`read_bits`].
    Bits,
}

impl Spelling {
    fn read(self, terms: &Terms, sort: Sort, text: &str) -> Result<Value, String> {
        match self {
            Spelling::Plain => read(terms, sort, text),
            Spelling::Bits => read_bits(terms, sort, text),
        }
    }
}

/// `name = text`, on a line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawValue {
    /// The name.
    pub name: String,
    /// The value as it is spelled.
    pub text: String,
    /// How it is spelled.
    pub spelling: Spelling,
    /// The line, from 1; 0 where the format has no lines.
    pub line: usize,
}

impl RawValue {
    /// A value in plain text.
    pub fn plain(name: impl Into<String>, text: impl Into<String>, line: usize) -> RawValue {
        RawValue { name: name.into(), text: text.into(), spelling: Spelling::Plain, line }
    }
}

/// One state and the input chosen in it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RawStep {
    /// The line it begins on, from 1.
    pub line: usize,
    /// The values printed for the state.
    pub state: Vec<RawValue>,
    /// The values printed for the input that leads out of it; `None` if no input is printed.
    pub input: Option<Vec<RawValue>>,
}

/// A trace as it stands in a file, without a model.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RawTrace {
    /// The property that it stands under.
    pub specification: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// The states in order; the last one of a lasso repeats a state that `loops` names.
    pub steps: Vec<RawStep>,
    /// The states at which the file says that a loop starts, from 0.
    pub loops: Vec<usize>,
    /// Whether values that are not printed are those of the step before.
    pub changes_only: bool,
}

/// Something in a file that does not fit the model but does not stop the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, from 1; 0 where the format has no lines.
    pub line: usize,
    /// Message of the remark.
    pub message: String,
}

/// A trace of a system, read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundTrace {
    /// The property that it stands under.
    pub specification: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// The trace.
    pub trace: Trace,
    /// Remarks on what does not fit the model; each name is mentioned once.
    pub remarks: Vec<Remark>,
    /// Where its values stand, and what the file says beside them.
    pub origin: Origin,
}

impl RawTrace {
    /// Reads the values as those of a system's variables.
    pub fn bind(&self, system: &System) -> Result<BoundTrace, FormatError> {
        bounded(system, self.steps.len(), self.steps.last().map_or(0, |s| s.line))?;
        let mut binder = Binder::new(system);
        let mut steps: Vec<Step> = Vec::new();
        for (index, raw) in self.steps.iter().enumerate() {
            let mut step = self.carried(system, &steps, index);
            for value in raw.state.iter().chain(raw.input.iter().flatten()) {
                binder.value(&mut step, index, value)?;
            }
            steps.push(step);
        }
        let trace = self.close(steps, &mut binder)?;
        Ok(binder.finish(trace, self.specification.clone(), self.description.clone()))
    }

    /// Like [`RawTrace::bind`], but the head of the loop is kept where the file shows it again at its end, so that
    /// steps have the numbers that they have in the file:
    ///
    /// ```text
    /// printed   1 2 3 4 5, loop at 2, 5 repeats 2     rows 1 2 3 4 5, after 5 the run goes on at 3
    /// ```
    pub fn bind_as_printed(&self, system: &System) -> Result<BoundTrace, FormatError> {
        let mut bound = self.bind(system)?;
        let trace = &mut bound.trace;
        if let Some(start) = trace.loop_start.filter(|_| self.steps.len() == trace.len() + 1)
            && let Some(head) = trace.steps.get(start).cloned()
        {
            trace.steps.push(head);
            trace.loop_start = Some(start + 1);
        }
        Ok(bound)
    }

    /// The values that a step has before its own are read.
    fn carried(&self, system: &System, before: &[Step], index: usize) -> Step {
        let mut step = Step::empty(system);
        let Some(previous) = before.last().filter(|_| self.changes_only) else { return step };
        let has_input = self.steps[index].input.is_some() || index + 1 < self.steps.len();
        for (var, _) in system.vars().filter(|(_, role)| has_input || *role != Role::Input) {
            step.values[var.index()] = previous.values[var.index()].clone();
        }
        step
    }

    fn close(&self, steps: Vec<Step>, binder: &mut Binder<'_>) -> Result<Trace, FormatError> {
        let Some(head) = self.loops.first().copied() else { return Ok(Trace::finite(steps)) };
        let line = self.steps.get(head).or(self.steps.last()).map_or(1, |s| s.line);
        if head >= steps.len() {
            return Err(FormatError::new(line, "expected a state after the mark of the loop"));
        }
        Ok(binder.fold(steps, head, line))
    }
}

/// An error if this number of steps would be too much.
pub(super) fn bounded(system: &System, steps: usize, line: usize) -> Result<(), FormatError> {
    let columns = (system.terms.var_count() + system.defines.len()).max(1);
    if steps.saturating_mul(columns) <= MOST_VALUES {
        return Ok(());
    }
    Err(FormatError::new(line, format!("more than {} steps of {columns} values each", MOST_VALUES / columns)))
}

pub(super) struct Binder<'a> {
    system: &'a System,
    defines: FxHashMap<&'a str, usize>,
    mentioned: BTreeSet<String>,
    pub remarks: Vec<Remark>,
    pub origin: Origin,
}

impl<'a> Binder<'a> {
    pub fn new(system: &'a System) -> Binder<'a> {
        let defines = system.defines.iter().enumerate().map(|(i, d)| (d.name.as_str(), i)).collect();
        Binder { system, defines, mentioned: BTreeSet::new(), remarks: Vec::new(), origin: Origin::default() }
    }

    /// Reads one value into the step with this index, or keeps it for later if it is a definition's.
    pub fn value(&mut self, step: &mut Step, index: usize, raw: &RawValue) -> Result<(), FormatError> {
        if let Some(var) = self.system.terms.find_var(&raw.name) {
            let sort = self.system.terms.var(var).sort;
            let value = (raw.spelling.read(&self.system.terms, sort, &raw.text))
                .map_err(|e| FormatError::new(raw.line, format!("value of `{}`: {e}", raw.name)))?;
            step.set(var, value);
            self.origin.note(index, var, raw.line);
        } else if let Some(&define) = self.defines.get(raw.name.as_str()) {
            self.define(index, define, raw);
        } else {
            self.unknown(&raw.name, raw.line);
        }
        Ok(())
    }

    /// Remarks upon a name that the model does not have.
    pub fn unknown(&mut self, name: &str, line: usize) {
        if self.mention(name, line, || format!("the model has nothing called `{name}`")) {
            self.origin.unknown.push(name.to_owned());
        }
    }

    /// The lasso of steps whose last one shows the head of the loop again, as it should. A value that only one of the two
    /// gives is a value of both.
    pub fn fold(&mut self, mut steps: Vec<Step>, head: usize, line: usize) -> Trace {
        let last = steps.len() - 1;
        let differs = |v| matches!((steps[head].get(v), steps[last].get(v)), (Some(a), Some(b)) if a != b);
        if head < last && !self.system.state_vars().any(differs) {
            let Some(repeat) = steps.pop() else { return Trace::finite(steps) };
            self.fill(&mut steps[head], head, &repeat, last);
        } else if head < last {
            let message = "the last state does not repeat the loop's first; the loop is read as a step back to it";
            self.remarks.push(Remark { line, message: message.to_owned() });
        }
        Trace::lasso(steps, head)
    }

    /// Gives a state the values that it lacks and that its repetition has.
    fn fill(&mut self, step: &mut Step, index: usize, repeat: &Step, last: usize) {
        for var in self.system.state_vars() {
            if let (None, Some(value)) = (step.get(var), repeat.get(var)) {
                step.set(var, value.clone());
                self.origin.note(index, var, self.origin.line(last, var).unwrap_or(0));
            }
        }
    }

    /// The trace with what there is to say about it.
    pub fn finish(mut self, trace: Trace, specification: Option<String>, description: Option<String>) -> BoundTrace {
        self.check_defines(&trace);
        BoundTrace { specification, description, trace, remarks: self.remarks, origin: self.origin }
    }

    /// Keeps the value of a definition. One that cannot be read does not stop the reading: other tools have other types.
    fn define(&mut self, step: usize, define: usize, raw: &RawValue) {
        let terms = &self.system.terms;
        match raw.spelling.read(terms, terms.sort(self.system.defines[define].term), &raw.text) {
            Ok(value) => self.origin.printed.push(Printed { step, define, value, line: raw.line }),
            Err(_) => {
                let text = crate::show::shorten(&raw.text, 60);
                self.mention(&raw.name, raw.line, || {
                    format!("`{}` is printed as {text}, which it cannot be", raw.name)
                });
            }
        }
    }

    /// Says something about a name, once; whether it was said now.
    fn mention(&mut self, name: &str, line: usize, message: impl FnOnce() -> String) -> bool {
        let is_new = self.mentioned.insert(name.to_owned());
        if is_new {
            self.remarks.push(Remark { line, message: message() });
        }
        is_new
    }

    /// Compares printed definitions with their values in the trace. One that works out differently is remarked upon and then
    /// forgotten: what the file says about the variables counts, whether or not others are missing.
    fn check_defines(&mut self, trace: &Trace) {
        let (values, terms) = (define_values(self.system, trace), &self.system.terms);
        for printed in std::mem::take(&mut self.origin.printed) {
            match values.get(printed.step).and_then(|row| row.get(printed.define)) {
                Some(Some(value)) if *value != printed.value => {
                    let name = &self.system.defines[printed.define].name;
                    let (said, shown) = (crate::show_plain(terms, &printed.value), crate::show_plain(terms, value));
                    let message = || format!("`{name}` is printed as {said} but works out as {shown}");
                    self.mention(name, printed.line, message);
                }
                _ => self.origin.printed.push(printed),
            }
        }
    }
}
