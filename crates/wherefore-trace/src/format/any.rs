//! Reads a trace in any format, by what it looks like.
//!
//! Names of files say nothing: traces come through pipes, and an ending such as `.json` belongs to several formats.

use super::bind::bounded;
use super::{BoundTrace, FormatError, RawTrace};
use super::{aiger, yosys};
use super::{read_aiger, read_btor2, read_itf, read_kind2, read_text, read_vcd, read_xml, read_yosys};
use crate::show::shorten;
use std::fmt;
use wherefore_ir::System;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TraceFormat {
    /// NuSMV text.
    Text,
    /// NuSMV XML.
    Xml,
    /// Kind 2 JSON.
    Kind2,
    /// The Informal Trace Format.
    Itf,
    /// Value change dump.
    Vcd,
    /// A witness of BTOR2.
    Btor2,
    /// A witness of AIGER.
    Aiger,
    /// A witness of yosys.
    Yosys,
}

impl fmt::Display for TraceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TraceFormat::Text => "NuSMV text",
            TraceFormat::Xml => "NuSMV XML",
            TraceFormat::Kind2 => "Kind 2 JSON",
            TraceFormat::Itf => "Informal Trace Format",
            TraceFormat::Vcd => "value change dump",
            TraceFormat::Btor2 => "BTOR2 witness",
            TraceFormat::Aiger => "AIGER witness",
            TraceFormat::Yosys => "yosys witness",
        })
    }
}

impl TraceFormat {
    /// The format that a text has, if it is a trace at all: print-outs of NuSMV may begin with anything.
    pub fn of(text: &str) -> TraceFormat {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.bytes().next() {
            Some(b'{') if text.contains(yosys::FORMAT) => TraceFormat::Yosys,
            Some(b'{') => TraceFormat::Itf,
            Some(b'[') => TraceFormat::Kind2,
            Some(b'$') => TraceFormat::Vcd,
            Some(b'<') => TraceFormat::Xml,
            _ if text.contains("<counter-example") => TraceFormat::Xml,
            _ if is_witness(text) => TraceFormat::Btor2,
            _ if aiger::is_witness(text) => TraceFormat::Aiger,
            _ => TraceFormat::Text,
        }
    }
}

/// Whether the first line that is no comment is the verdict of a witness.
fn is_witness(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with(';'));
    matches!(lines.next(), Some("sat" | "unsat"))
}

/// Reads every trace of a text, in whichever format it is. Steps have the numbers that they have in the file: where it
/// shows the head of a loop again at its end, the run keeps that state, see [`RawTrace::bind_as_printed`].
pub fn read_any(system: &System, text: &str) -> Result<Vec<BoundTrace>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    let all = |raw: Vec<RawTrace>| {
        within_budget(system, &raw)?;
        raw.iter().map(|r| r.bind_as_printed(system)).collect()
    };
    match TraceFormat::of(text) {
        TraceFormat::Text => all(read_text(text)?),
        TraceFormat::Xml => all(read_xml(text)?),
        TraceFormat::Kind2 => {
            let raw = read_kind2(system, text)?;
            within_budget(system, &raw)?;
            raw.iter().map(|raw| answer(system, raw)).collect()
        }
        TraceFormat::Itf => Ok(vec![read_itf(system, text)?]),
        TraceFormat::Vcd => Ok(vec![read_vcd(system, text)?]),
        TraceFormat::Btor2 => all(read_btor2(system, text)?),
        TraceFormat::Aiger => all(read_aiger(system, text)?),
        TraceFormat::Yosys => all(vec![read_yosys(system, text)?]),
    }
}

/// An error if the traces of a file are too much together.
fn within_budget(system: &System, raw: &[RawTrace]) -> Result<(), FormatError> {
    let line = raw.last().and_then(|r| r.steps.last()).map_or(0, |s| s.line);
    bounded(system, raw.iter().map(|r| r.steps.len()).sum(), line)
}

/// A counterexample of Kind 2. JSON has no lines, so that an error names the property.
fn answer(system: &System, raw: &RawTrace) -> Result<BoundTrace, FormatError> {
    raw.bind_as_printed(system).map_err(|error| {
        let property = shorten(raw.specification.as_deref().unwrap_or_default(), 60);
        FormatError::new(0, format!("property `{property}`: {}", error.message))
    })
}
