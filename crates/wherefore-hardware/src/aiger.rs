//! Reader of AIGER 1.9.
//!
//! The ASCII form is parsed; [`unpack`] brings a binary file into it first, so that every gate has a line to point at.
//!
//! ```text
//! aag 3 1 1 0 1 1      largest variable, inputs, latches, outputs, gates, bad states
//! 2                    input
//! 4 6 0                latch, next literal, first value
//! 4                    bad state
//! 6 4 2                gate: 6 = 4 and 2
//! i0 enable            symbols
//! c                    comment
//! ```
//!
//! A literal is twice a variable, plus one for the complement; 0 is false and 1 is true. Gates may stand in any order in the
//! file and are put in order here.

mod binary;
mod header;
mod order;
mod symbol;

pub use binary::{is_binary, unpack};

use crate::codes;
use crate::netlist::{
    Assignment, Binary, Format, Gate, Justice, Literal, Netlist, Node, NodeId, Place, Signal, Sort, State,
};
use crate::report::Reports;
use header::Header;
use num_bigint::BigUint;
use order::And;
use wherefore_diag::{Diagnostic, Diagnostics, FileId, Span};
use wherefore_syntax::{Checked, Reported, Reporter};

/// No definition of a variable.
const NOTHING: u32 = u32::MAX;

/// Reads a netlist in the ASCII form; none if there are errors.
pub fn parse(file: FileId, text: &str) -> (Option<Netlist>, Diagnostics) {
    let mut reader = Reader {
        file,
        text,
        at: 0,
        header: Header::default(),
        netlist: Netlist::new(Format::Aiger),
        nodes: Vec::new(),
        report: Reporter::default(),
    };
    let netlist = reader.read().is_ok().then_some(reader.netlist);
    (netlist, reader.report.into_diagnostics())
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    /// Offset of the next line.
    at: usize,
    header: Header,
    netlist: Netlist,
    /// The node of each variable; [`NOTHING`] if there is none yet.
    nodes: Vec<u32>,
    report: Reporter,
}

/// A line with its numbers.
struct Numbers {
    list: Vec<u64>,
    span: Span,
}

/// A literal as it is written, with its line.
type Written = (u64, Span);

impl Reports for Reader<'_> {
    fn report(&mut self) -> &mut Reporter {
        &mut self.report
    }
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Checked<()> {
        self.header = self.header()?;
        let header = self.header;
        self.nodes = vec![NOTHING; header.maximum as usize + 1];
        self.node(0, Gate::Constant(BigUint::ZERO), 0, self.here(0))?;
        for index in 0..header.inputs {
            let Numbers { list, span } = self.numbers("an input", 1..=1)?;
            let node = self.define(list[0], Gate::Input, index, span)?;
            self.netlist.inputs.push(node);
        }
        let latches = self.latches()?;
        let outputs = self.literals("an output", header.outputs)?;
        let bad = self.literals("a bad state", header.bad)?;
        let constraints = self.literals("a constraint", header.constraints)?;
        let justice = self.justice()?;
        let fairness = self.literals("a fairness constraint", header.fairness)?;
        self.ands()?;
        for (number, (next, span)) in latches.into_iter().enumerate() {
            let value = self.literal(next, span)?;
            if let Some(state) = self.netlist.states.get_mut(number) {
                state.next = Some(Assignment { value, span });
            }
        }
        self.netlist.outputs = self.signals(outputs)?;
        self.netlist.bad = self.signals(bad)?;
        self.netlist.constraints = self.signals(constraints)?;
        self.netlist.fairness = self.signals(fairness)?;
        for (index, (values, span)) in justice.into_iter().enumerate() {
            let values = values.into_iter().map(|(l, s)| self.literal(l, s)).collect::<Checked<_>>()?;
            let place = Place { id: index as u64, span, label: None };
            self.netlist.justice.push(Justice { values, place });
        }
        self.symbols()?;
        self.outputs_as_bad();
        Ok(())
    }

    /// Files without bad states and justice properties mean their outputs to be bad states.
    fn outputs_as_bad(&mut self) {
        let Some(first) = self.netlist.outputs.first().map(|o| o.place.span) else { return };
        if self.header.bad == 0 && self.header.justice == 0 {
            self.netlist.bad = std::mem::take(&mut self.netlist.outputs);
            let headline = "outputs are taken as bad states";
            self.report.push(Diagnostic::at(codes::OUTPUTS, first, headline, "must never be 1"));
        }
    }

    /// The place where reading has come to.
    fn here(&self, length: usize) -> Span {
        Span::new(self.file, self.at as u32, (self.at + length) as u32)
    }

    /// The next line without its end, and its place.
    fn next_line(&mut self) -> Option<(&'a str, Span)> {
        let rest = self.text.get(self.at..).filter(|r| !r.is_empty())?;
        let whole = rest.split_inclusive('\n').next()?;
        let line = whole.trim_end_matches(['\n', '\r']);
        let span = self.here(line.len());
        self.at += whole.len();
        Some((line, span))
    }

    /// The numbers on the next line.
    fn numbers(&mut self, what: &str, count: std::ops::RangeInclusive<usize>) -> Checked<Numbers> {
        let help = "the first line says how many lines of each kind follow";
        let Some((line, span)) = self.next_line() else {
            return Err(self.fail(codes::SYNTAX, self.here(0), format!("expected {what}"), "the file ends here", help));
        };
        let list: Option<Vec<u64>> = line.split_ascii_whitespace().take(5).map(crate::btor2::number).collect();
        match list.filter(|l| count.contains(&l.len())) {
            Some(list) => Ok(Numbers { list, span }),
            None => {
                let headline = format!("expected {what}, found `{}`", crate::btor2::short(line));
                Err(self.fail(codes::SYNTAX, span, headline, "no such line", help))
            }
        }
    }

    fn literals(&mut self, what: &str, count: u64) -> Checked<Vec<Written>> {
        (0..count).map(|_| self.numbers(what, 1..=1).map(|n| (n.list[0], n.span))).collect()
    }

    /// Latches with their next literals.
    fn latches(&mut self) -> Checked<Vec<Written>> {
        let mut found = Vec::new();
        for index in 0..self.header.latches {
            let Numbers { list, span } = self.numbers("a latch and its next literal", 2..=3)?;
            let node = self.define(list[0], Gate::State(index as u32), index, span)?;
            let init = match list.get(2) {
                None | Some(0) => Some(false),
                Some(1) => Some(true),
                Some(own) if *own == list[0] => None,
                Some(_) => {
                    let help = "the first value of a latch is 0, 1, or its own literal if it is free";
                    return Err(self.fail(codes::SYNTAX, span, "a first value that is none", "here", help));
                }
            };
            let init = init.map(|negated| Assignment { value: Literal { node: NodeId(0), negated }, span });
            self.netlist.states.push(State { node, init, next: None });
            found.push((list[1], span));
        }
        Ok(found)
    }

    /// Justice properties: their sizes come first, then all literals.
    fn justice(&mut self) -> Checked<Vec<(Vec<Written>, Span)>> {
        let sizes = self.literals("the size of a justice property", self.header.justice)?;
        let mut found = Vec::new();
        for (size, span) in sizes {
            found.push((self.literals("a literal of a justice property", size)?, span));
        }
        Ok(found)
    }

    fn ands(&mut self) -> Checked<()> {
        let mut ands: Vec<And> = Vec::new();
        for _ in 0..self.header.ands {
            let Numbers { list, span } = self.numbers("a gate and its two operands", 3..=3)?;
            let variable = self.fresh(list[0], span)?;
            if let Some(slot) = self.nodes.get_mut(variable as usize) {
                // Taken, by a gate that has no node yet.
                *slot = NOTHING - 1;
            }
            ands.push(And { variable, operands: [list[1], list[2]], span });
        }
        for index in self.ordered(&ands)? {
            let Some(And { variable, operands: [a, b], span }) = ands.get(index).copied() else { continue };
            let gate = Gate::Binary(Binary::And, self.literal(a, span)?, self.literal(b, span)?);
            self.node(variable, gate, u64::from(variable), span)?;
        }
        Ok(())
    }

    /// The variable of a literal that is defined here.
    fn fresh(&mut self, literal: u64, span: Span) -> Checked<u32> {
        let variable = u32::try_from(literal / 2).unwrap_or(u32::MAX);
        match self.nodes.get(variable as usize) {
            Some(&NOTHING) if literal.is_multiple_of(2) && variable > 0 => Ok(variable),
            Some(_) if literal % 2 == 1 || variable == 0 => {
                let help = "what is defined has an even literal from 2 on";
                Err(self.fail(codes::SYNTAX, span, format!("the literal {literal} cannot be defined"), "here", help))
            }
            Some(_) => {
                let help = "give every input, latch and gate a variable of its own";
                Err(self.fail(
                    codes::DUPLICATE,
                    span,
                    format!("the literal {literal} is defined twice"),
                    "here again",
                    help,
                ))
            }
            None => Err(self.too_large(literal, span)),
        }
    }

    fn too_large(&mut self, literal: u64, span: Span) -> Reported {
        let headline = format!("the literal {literal} is beyond the largest variable {}", self.header.maximum);
        self.fail(codes::UNKNOWN, span, headline, "here", "the first number of the first line is the largest variable")
    }

    fn define(&mut self, literal: u64, gate: Gate, index: u64, span: Span) -> Checked<NodeId> {
        let variable = self.fresh(literal, span)?;
        self.node(variable, gate, index, span)
    }

    fn node(&mut self, variable: u32, gate: Gate, id: u64, span: Span) -> Checked<NodeId> {
        let node = self.netlist.nodes.len() as u32;
        self.netlist.nodes.push(Node { gate, sort: Sort::Word(1), place: Place { id, span, label: None } });
        match self.nodes.get_mut(variable as usize) {
            Some(slot) => *slot = node,
            None => return Err(self.too_large(u64::from(variable), span)),
        }
        Ok(NodeId(node))
    }

    fn literal(&mut self, literal: u64, span: Span) -> Checked<Literal> {
        let variable = usize::try_from(literal / 2).unwrap_or(usize::MAX);
        match self.nodes.get(variable).copied() {
            None => Err(self.too_large(literal, span)),
            Some(node) if node < NOTHING - 1 => Ok(Literal { node: NodeId(node), negated: literal % 2 == 1 }),
            Some(_) => {
                let help = "add an input, a latch or a gate for it";
                Err(self.fail(
                    codes::UNKNOWN,
                    span,
                    format!("nothing defines the literal {literal}"),
                    "used here",
                    help,
                ))
            }
        }
    }

    fn signals(&mut self, list: Vec<Written>) -> Checked<Vec<Signal>> {
        let mut signals = Vec::new();
        for (index, (literal, span)) in list.into_iter().enumerate() {
            let value = self.literal(literal, span)?;
            signals.push(Signal { value, place: Place { id: index as u64, span, label: None } });
        }
        Ok(signals)
    }
}

#[cfg(test)]
mod tests;
