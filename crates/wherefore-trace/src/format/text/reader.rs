//! Reads NuSMV's print-outs, without a model.

use crate::format::{FormatError, RawStep, RawTrace, RawValue, refuted};
use crate::show::{shorten, unquote_prefix};

/// Reads every trace of a print-out. The first broken line ends the reading with an error.
pub fn read_text(text: &str) -> Result<Vec<RawTrace>, FormatError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line)?;
    }
    reader.finish();
    Ok(reader.traces)
}

/// Section of the text that the lines that follow belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    /// Between traces.
    #[default]
    Outside,
    /// Below the heading of a trace, before its first state.
    Heading,
    State,
    Input,
}

#[derive(Default)]
struct Reader {
    traces: Vec<RawTrace>,
    current: RawTrace,
    specification: Option<String>,
    section: Section,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let body = line.trim();
        if body.is_empty() {
            return Ok(());
        }
        if let Some(rest) = body.strip_prefix("-> ") {
            return self.block(number, rest);
        }
        if body == "-- Loop starts here" {
            self.loop_mark();
            return Ok(());
        }
        if let Some(description) = body.strip_prefix("Trace Description:") {
            self.begin();
            self.current.description = Some(description.trim().to_owned());
            return Ok(());
        }
        if body.starts_with("--") {
            self.finish();
            self.specification = refuted(body).or(self.specification.take());
            return Ok(());
        }
        match self.section {
            Section::State | Section::Input => self.value(number, line, body),
            Section::Outside | Section::Heading => Ok(()),
        }
    }

    /// `State: 1.2 <-` or `Input: 1.2 <-`.
    fn block(&mut self, number: usize, rest: &str) -> Result<(), FormatError> {
        let expected = || {
            let found = shorten(rest, 60);
            FormatError::new(number, format!("expected `-> State: 1.1 <-` or `-> Input: 1.2 <-`, found `-> {found}`"))
        };
        let (kind, id) = rest.split_once(':').ok_or_else(expected)?;
        let id = id.trim().strip_suffix("<-").ok_or_else(expected)?.trim();
        let (_, index) = id.split_once('.').ok_or_else(expected)?;
        let index: usize = index.parse().map_err(|_| expected())?;
        match kind {
            "State" => {
                if self.section == Section::Outside || (index == 1 && !self.current.steps.is_empty()) {
                    self.begin();
                }
                self.current.steps.push(RawStep { line: number, ..RawStep::default() });
                self.section = Section::State;
            }
            "Input" => {
                let step = self.current.steps.last_mut().filter(|_| self.section != Section::Outside);
                let step = step.ok_or_else(|| FormatError::new(number, "expected a state before the first input"))?;
                step.input.get_or_insert_default();
                self.section = Section::Input;
            }
            _ => return Err(expected()),
        }
        Ok(())
    }

    fn loop_mark(&mut self) {
        if self.section == Section::Outside {
            self.begin();
        }
        self.current.loops.push(self.current.steps.len());
    }

    fn value(&mut self, number: usize, line: &str, body: &str) -> Result<(), FormatError> {
        let Some((name, text)) = assignment(body) else {
            // Messages of the tool start at the margin; what is indented was meant as part of the trace.
            if line.starts_with([' ', '\t']) {
                let found = shorten(body, 60);
                return Err(FormatError::new(number, format!("expected `name = value`, found `{found}`")));
            }
            self.finish();
            return Ok(());
        };
        let value = RawValue::plain(name, text, number);
        let Some(step) = self.current.steps.last_mut() else { return Ok(()) };
        match self.section {
            Section::Input => step.input.get_or_insert_default().push(value),
            _ => step.state.push(value),
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.finish();
        self.current.specification = self.specification.take();
        self.section = Section::Heading;
    }

    fn finish(&mut self) {
        let trace = std::mem::take(&mut self.current);
        if trace.steps.is_empty() {
            // A heading without states: its specification is still waiting for a trace.
            self.specification = self.specification.take().or(trace.specification);
        } else {
            self.traces.push(RawTrace { changes_only: true, ..trace });
        }
        self.section = Section::Outside;
    }
}

/// Splits `name = value`; the name may be in quotes.
fn assignment(body: &str) -> Option<(String, &str)> {
    let (name, value) = match body.strip_prefix('"') {
        Some(quoted) => {
            let (name, rest) = unquote_prefix(quoted)?;
            (name, rest.trim_start().strip_prefix('=')?)
        }
        None => {
            let (name, value) = body.split_once(" = ")?;
            (name.trim().to_owned(), value)
        }
    };
    let value = value.trim();
    (!value.is_empty()).then_some((name, value))
}
