//! Traces in the formats of other tools.
//!
//! | format | written by | read by | what is lost when it is written and read again |
//! |---|---|---|---|
//! | NuSMV text, changes only or full | [`write_text`] | [`read_text`], then [`RawTrace::bind`] | changes only: that a variable which had a value has none later |
//! | NuSMV XML (trace plugin 4) | [`write_xml`] | [`read_xml`], then [`RawTrace::bind`] | nothing |
//! | Kind 2 JSON | [`write_kind2`] | [`read_kind2`], then [`RawTrace::bind`] | nothing |
//! | Informal Trace Format, JSON | [`write_itf`] | [`read_itf`] | nothing |
//! | value change dump | [`write_vcd`] | [`read_vcd`] | the heading; reals are rounded to doubles, so that a run with 1/3 in it does not replay, and those too large for one are not given |
//! | BTOR2 witness | [`write_btor2`] | [`read_btor2`], then [`RawTrace::bind`] | the heading; no integers without bounds and no reals can be written |
//! | AIGER witness | [`write_aiger`] | [`read_aiger`], then [`RawTrace::bind`] | the heading, and states after the first; only single bits can be written |
//! | yosys witness, JSON | [`write_yosys`] | [`read_yosys`], then [`RawTrace::bind`] | the heading, and later values of registers with a next value; only values with bits can be written |
//!
//! Only ITF keeps the elements of the steps. [`read_any`] finds out by itself which of them a text is in.
//!
//! NuSMV counts states from 1 and prints an input at the state that it leads into; a [`Trace`](crate::Trace) keeps it
//! with the state that it is chosen in. At the end of a finite trace NuSMV shows no input; if the trace has one
//! there, it is written as the input into a state that is not shown.

mod aiger;
mod any;
mod bind;
mod btor2;
mod circuit;
mod itf;
mod kind2;
mod names;
mod origin;
mod table;
mod text;
mod vcd;
mod xml;
mod yosys;

pub use aiger::{read_aiger, write_aiger};
pub use any::{TraceFormat, read_any};
pub use bind::{BoundTrace, RawStep, RawTrace, RawValue, Remark, Spelling};
pub use btor2::{read_btor2, write_btor2};
pub use itf::{read_itf, write_itf};
pub use kind2::{read_kind2, write_kind2};
pub use origin::{Origin, Printed};
pub use text::{TraceShape, read_text, write_text};
pub use vcd::{read_vcd, write_vcd};
pub use xml::{read_xml, write_xml};
pub use yosys::{read_yosys, write_yosys};

use std::fmt;
use wherefore_ir::{Property, PropertyKind, System};

/// Error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, from 1; 0 if the message names the place otherwise.
    pub line: usize,
    /// Message: what was found and what was expected.
    pub message: String,
}

impl FormatError {
    fn new(line: usize, message: impl Into<String>) -> FormatError {
        FormatError { line, message: message.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.message),
            line => write!(f, "line {line}: {}", self.message),
        }
    }
}

impl std::error::Error for FormatError {}

/// Heading of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The property that it is a counterexample to, as the source spells it.
    pub specification: Option<String>,
    /// Kind of the trace, in words.
    pub description: String,
    /// Its number in a series, from 1.
    pub number: usize,
}

impl Default for Heading {
    fn default() -> Heading {
        Heading { specification: None, description: "Counterexample".to_owned(), number: 1 }
    }
}

impl Heading {
    /// The heading of the first counterexample to a property.
    pub fn of(property: &Property) -> Heading {
        let description = match property.kind {
            PropertyKind::Invariant => "Invariant Counterexample",
            PropertyKind::Ltl => "LTL Counterexample",
            PropertyKind::Ctl => "CTL Counterexample",
        };
        Heading { specification: Some(property.text.clone()), description: description.to_owned(), number: 1 }
    }
}

/// The number that witnesses of circuits give the property of a heading: among the bad states, or among the others.
fn number_of(system: &System, heading: &Heading) -> usize {
    let is_it = |p: &&Property| Some(&p.text) == heading.specification.as_ref();
    let Some(found) = system.properties.iter().find(is_it) else { return 0 };
    let is_bad = |p: &Property| p.kind == PropertyKind::Invariant;
    let alike = system.properties.iter().filter(|p| is_bad(p) == is_bad(found));
    alike.take_while(|p| p.name != found.name).count()
}

/// A text on one line: control characters become blanks.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The formula of a line such as `-- specification G p  is false`, if it is one.
fn refuted(line: &str) -> Option<String> {
    let body = line.trim().strip_prefix("--")?.trim().strip_suffix("is false")?.trim();
    let words = ["LTL specification", "CTL specification", "specification", "invariant"];
    Some(words.iter().find_map(|w| body.strip_prefix(w)).unwrap_or(body).trim().to_owned())
}
