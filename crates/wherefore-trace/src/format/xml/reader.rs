//! Reads NuSMV's XML traces, without a model.

use crate::format::{FormatError, RawStep, RawTrace, RawValue, refuted};
use crate::show::{shorten, unquote};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

const OPEN: &str = "<counter-example";
const CLOSE: &str = "</counter-example>";

/// Reads every trace of a print-out.
pub fn read_xml(text: &str) -> Result<Vec<RawTrace>, FormatError> {
    let mut traces = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(start) = rest.find(OPEN) {
        let before = &rest[..start];
        let specification = before.lines().filter_map(refuted).next_back();
        line += before.matches('\n').count();
        let found = rest[start..].find(CLOSE);
        let end = start + found.ok_or_else(|| FormatError::new(line, format!("expected `{CLOSE}` at the end")))?;
        let document = &rest[start..end + CLOSE.len()];
        traces.push(RawTrace { specification, ..read_document(document, line)? });
        line += document.matches('\n').count();
        rest = &rest[end + CLOSE.len()..];
    }
    if traces.is_empty() && rest.trim_start().starts_with('<') {
        return Err(FormatError::new(1, format!("expected an element `{OPEN}>`")));
    }
    Ok(traces)
}

fn read_document(document: &str, first_line: usize) -> Result<RawTrace, FormatError> {
    let mut events = quick_xml::Reader::from_str(document);
    let mut reader = Reader { line: first_line, ..Reader::default() };
    let mut counted = 0;
    loop {
        let event = events.read_event();
        let position = (events.buffer_position() as usize).min(document.len());
        let fault = |e: &dyn std::fmt::Display| FormatError::new(reader.line, format!("broken XML: {e}"));
        match event.map_err(|e| fault(&e))? {
            Event::Start(tag) => reader.open(&tag)?,
            Event::Empty(tag) => {
                reader.open(&tag)?;
                reader.close()?;
            }
            Event::End(_) => reader.close()?,
            Event::Text(text) => reader.text.push_str(&text),
            Event::CData(text) => reader.text.push_str(&text),
            Event::GeneralRef(name) => {
                let written = format!("&{};", &*name);
                let plain = quick_xml::escape::unescape(&written).map_err(|e| fault(&e))?;
                reader.text.push_str(&plain);
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        reader.line += document.as_bytes()[counted..position].iter().filter(|b| **b == b'\n').count();
        counted = position;
    }
    Ok(reader.trace)
}

/// The elements that are open, as far as they matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Block {
    #[default]
    None,
    State,
    Input,
}

#[derive(Default)]
struct Reader {
    trace: RawTrace,
    line: usize,
    open: Vec<String>,
    block: Block,
    variable: Option<String>,
    text: String,
}

impl Reader {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError::new(self.line, message))
    }

    fn attribute(&self, tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, FormatError> {
        let broken = |e: &dyn std::fmt::Display| FormatError::new(self.line, format!("broken attribute: {e}"));
        let Some(attribute) = tag.try_get_attribute(name).map_err(|e| broken(&e))? else { return Ok(None) };
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|e| broken(&e))?;
        Ok(Some(value.into_owned()))
    }

    fn open(&mut self, tag: &BytesStart<'_>) -> Result<(), FormatError> {
        let name = tag.name().into_inner().to_owned();
        self.text.clear();
        match name.as_str() {
            "counter-example" => self.trace.description = self.attribute(tag, "desc")?.map(|d| d.trim().to_owned()),
            "node" => self.trace.steps.push(RawStep { line: self.line, ..RawStep::default() }),
            "state" | "combinatorial" => self.block = Block::State,
            "input" => {
                self.block = Block::Input;
                if let Some(step) = self.trace.steps.last_mut() {
                    step.input.get_or_insert_default();
                }
            }
            "value" => match self.attribute(tag, "variable")?.map(|v| unquote(&v)) {
                Some(Some(variable)) => self.variable = Some(variable),
                Some(None) => return self.fail("broken quotes in the name of a variable"),
                None => return self.fail("expected an attribute `variable`"),
            },
            _ => {}
        }
        self.open.push(name);
        Ok(())
    }

    fn close(&mut self) -> Result<(), FormatError> {
        let name = self.open.pop().unwrap_or_default();
        match name.as_str() {
            "value" => self.value(),
            "loops" => self.loops(),
            "state" | "combinatorial" | "input" => {
                self.block = Block::None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn value(&mut self) -> Result<(), FormatError> {
        let Some(name) = self.variable.take() else { return Ok(()) };
        let value = RawValue::plain(name, self.text.trim(), self.line);
        let Some(step) = self.trace.steps.last_mut() else { return self.fail("expected `<node>` before a value") };
        match self.block {
            Block::State => step.state.push(value),
            Block::Input => step.input.get_or_insert_default().push(value),
            Block::None => return self.fail("expected `<state>` or `<input>` around a value"),
        }
        Ok(())
    }

    /// A list of state numbers from 1, with commas or blanks between them.
    fn loops(&mut self) -> Result<(), FormatError> {
        for word in self.text.split([',', ' ', '\t', '\n', '\r']).filter(|w| !w.is_empty()) {
            let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            match number.filter(|n| *n < self.trace.steps.len()) {
                Some(index) => self.trace.loops.push(index),
                None => {
                    let found = shorten(word, 60);
                    return self.fail(format!("expected the number of a state in `<loops>`, found `{found}`"));
                }
            }
        }
        Ok(())
    }
}
