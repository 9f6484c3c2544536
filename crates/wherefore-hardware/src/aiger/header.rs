//! The first line: `aag M I L O A [B [C [J [F]]]]`.

use super::Reader;
use crate::codes;
use crate::netlist::MOST_NODES;
use crate::report::Reports;
use wherefore_syntax::Checked;

/// How many lines of each kind a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// Largest variable.
    pub maximum: u64,
    pub inputs: u64,
    pub latches: u64,
    pub outputs: u64,
    pub ands: u64,
    pub bad: u64,
    pub constraints: u64,
    pub justice: u64,
    pub fairness: u64,
}

impl Header {
    /// The numbers of the first line after its first word; none if they are no header.
    pub fn of<'a>(words: impl Iterator<Item = &'a str>) -> Option<Header> {
        let list: Vec<u64> = words.take(10).map(crate::btor2::number).collect::<Option<_>>()?;
        let [maximum, inputs, latches, outputs, ands, rest @ ..] = list.as_slice() else { return None };
        let more = |at: usize| rest.get(at).copied().unwrap_or(0);
        (rest.len() <= 4).then_some(Header {
            maximum: *maximum,
            inputs: *inputs,
            latches: *latches,
            outputs: *outputs,
            ands: *ands,
            bad: more(0),
            constraints: more(1),
            justice: more(2),
            fairness: more(3),
        })
    }

    /// How many variables are defined.
    pub fn defined(&self) -> u64 {
        self.inputs.saturating_add(self.latches).saturating_add(self.ands)
    }

    /// Why a file with this header is not read.
    pub fn refusal(&self) -> Option<String> {
        if self.maximum >= MOST_NODES as u64 {
            return Some(format!("{} variables; at most {MOST_NODES} are read", self.maximum));
        }
        (self.defined() > self.maximum).then(|| {
            format!("{} inputs, latches and gates, but the largest variable is {}", self.defined(), self.maximum)
        })
    }
}

impl Reader<'_> {
    pub(super) fn header(&mut self) -> Checked<Header> {
        let help = "the first line is `aag` and the numbers M I L O A, with B C J F after them from version 1.9 on";
        let Some((line, span)) = self.next_line() else {
            return Err(self.fail(codes::SYNTAX, self.here(0), "the file is empty", "here", help));
        };
        let mut words = line.split_ascii_whitespace();
        let header = (words.next() == Some("aag")).then(|| Header::of(words)).flatten();
        let Some(header) = header else {
            let headline = format!("`{}` is no first line of AIGER", crate::btor2::short(line));
            return Err(self.fail(codes::SYNTAX, span, headline, "here", help));
        };
        match header.refusal() {
            None => Ok(header),
            Some(why) => Err(self.fail(codes::LIMIT, span, why, "here", "check a smaller design, or mend the numbers")),
        }
    }
}
