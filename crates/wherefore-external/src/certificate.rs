//! Certificates of proofs: an inductive invariant over the latches of the circuit, as a formula over the variables of the system.
//!
//! Two forms are read. A witness circuit in AIGER has the latches of the model, named by `= LITERAL` or in the same order, and a bad
//! output that is false in the invariant. A cover (PLA), as ABC writes it, has one row for each set of states that is excluded. The latch
//! `broken` is false and `started` true in what is taken over: the invariant is about runs of the system alone.

use crate::aiger::latch_literal;
use crate::circuit::{Circuit, Holds};
use std::sync::Arc;
use wherefore_check::{Certificate, Cone};
use wherefore_diag::FileId;
use wherefore_hardware::aiger::{is_binary, parse, unpack};
use wherefore_hardware::netlist::{Binary, Gate, Literal, Netlist};
use wherefore_ir::{TermId, Terms};
use wherefore_solve::bit_term;

/// The invariant that a file states; otherwise what is wrong with it, to follow "gave".
pub fn read(file: &[u8], circuit: &Circuit, model: &Cone) -> Result<Certificate, String> {
    let mut terms = model.system.terms.clone();
    let latches: Vec<TermId> = circuit.latches.iter().map(|latch| value(&mut terms, latch.holds)).collect();
    let binary = if is_binary(file) { unpack(file).ok() } else { None };
    let text = binary.unwrap_or_else(|| String::from_utf8_lossy(file).into_owned());
    let term = if text.starts_with("aag") {
        let netlist = parse(FileId(0), &text).0.ok_or("a certificate that is not AIGER")?;
        of_netlist(&mut terms, &netlist, circuit, &latches)?
    } else {
        of_cover(&mut terms, &text, &latches)?
    };
    Ok(Certificate::Invariant { terms: Arc::new(terms), term })
}

/// The value of a latch on runs of the system.
fn value(terms: &mut Terms, holds: Holds) -> TermId {
    match holds {
        Holds::Bit { var, bit, negated } => {
            let bit = bit_term(terms, var, bit);
            if negated { terms.not(bit) } else { bit }
        }
        Holds::Started => terms.bool(true),
        Holds::Broken => terms.bool(false),
    }
}

/// Nothing is bad in a witness circuit. What is said of inputs is left out: that is the property itself, which a session adds.
fn of_netlist(terms: &mut Terms, netlist: &Netlist, circuit: &Circuit, latches: &[TermId]) -> Result<TermId, String> {
    let mut values: Vec<Option<TermId>> = Vec::with_capacity(netlist.nodes.len());
    for node in &netlist.nodes {
        let made = match &node.gate {
            Gate::Constant(number) => Some(terms.bool(number.bit(0))),
            Gate::State(number) => {
                let place = latch_of(node.place.symbol(), *number as usize, circuit);
                place.and_then(|place| latches.get(place)).copied()
            }
            Gate::Binary(Binary::And, a, b) => {
                let operands = literal(terms, &values, *a).zip(literal(terms, &values, *b));
                operands.map(|(a, b)| terms.and([a, b]))
            }
            _ => None,
        };
        values.push(made);
    }
    let bads = if netlist.bad.is_empty() { &netlist.outputs } else { &netlist.bad };
    let mut open: Vec<Literal> = bads.iter().map(|bad| Literal { negated: !bad.value.negated, ..bad.value }).collect();
    let mut kept = Vec::new();
    while let Some(part) = open.pop() {
        match (literal(terms, &values, part), netlist.node(part.node).map(|node| &node.gate)) {
            (Some(value), _) => kept.push(value),
            (None, Some(Gate::Binary(Binary::And, a, b))) if !part.negated => open.extend([*a, *b]),
            _ => {}
        }
    }
    if kept.is_empty() {
        return Err("a certificate about inputs, or about latches that the model does not have".to_owned());
    }
    Ok(terms.and(kept))
}

/// The value of a literal, if its node has one.
fn literal(terms: &mut Terms, values: &[Option<TermId>], literal: Literal) -> Option<TermId> {
    let value = values.get(literal.node.index()).copied().flatten()?;
    Some(if literal.negated { terms.not(value) } else { value })
}

/// The latch of the model that a latch of a witness circuit stands for.
fn latch_of(symbol: Option<&str>, number: usize, circuit: &Circuit) -> Option<usize> {
    match symbol.map(str::trim).and_then(|name| name.strip_prefix('=')) {
        Some(literal) => {
            let literal: u64 = literal.trim().parse().ok()?;
            (0..circuit.latches.len()).find(|place| latch_literal(circuit, *place) == literal)
        }
        None => Some(number),
    }
}

/// No row of a cover applies.
fn of_cover(terms: &mut Terms, text: &str, latches: &[TermId]) -> Result<TermId, String> {
    let names =
        text.lines().find_map(|line| line.strip_prefix(".ilb")).ok_or("a certificate in no form that is known")?;
    let place = |name: &str| name.strip_prefix("lo").and_then(|digits| digits.parse::<usize>().ok());
    let columns: Option<Vec<TermId>> = names.split_whitespace().map(|n| latches.get(place(n)?).copied()).collect();
    let columns = columns.ok_or("a certificate about latches that the model does not have")?;
    let mut clauses = Vec::new();
    for row in text.lines().filter(|line| line.starts_with(['0', '1', '-'])) {
        let mut literals = Vec::new();
        for (column, mark) in columns.iter().zip(row.chars()) {
            match mark {
                '0' => literals.push(*column),
                '1' => literals.push(terms.not(*column)),
                _ => {}
            }
        }
        clauses.push(terms.or(literals));
    }
    Ok(terms.and(clauses))
}
