//! A verified change as an edit that can be shown: what stands there, and what to write.
//!
//! The text to write must be the formula that was verified. Where the printed formula is the text as it stands, the changed
//! one is printed as a whole, which puts parentheses where they are needed. Where the source is written otherwise,
//! only the changed part is put into the text: with parentheses around it if it holds together less tightly than what it
//! replaces.
//!
//! ```text
//! always (i implies in the future o and r)      in the future o  >  o or then o
//! always (i implies (o or then o) and r)        not: i implies o or then o and r
//! ```

use super::candidates::Candidate;
use super::change::{Change, conjunct_name};
use crate::result::contract::{Edit, EditKind, Replaced};
use wherefore_ir::TermId;
use wherefore_ir::refinement::{Check, ContractId, Refinement};
use wherefore_trace::notation::{Grip, Printer, Style};

/// The edit of a change; none if a formula is too deep to be printed. The arena of the refinement holds the candidate's terms.
pub(super) fn offer(refinement: &Refinement, check: &Check, candidate: &Candidate) -> Option<Edit> {
    Some(match &candidate.change {
        Change::Replace { contract, side, conjunct, term, .. } => {
            let printer = printer(refinement, *contract, *conjunct);
            let old = refinement.contract(*contract).side(*side).get(*conjunct)?;
            let (after, part) = rewritten(&printer, (old.term, &old.text), *term, candidate.part?)?;
            Edit {
                kind: if candidate.weakens { EditKind::Weaken } else { EditKind::Strengthen },
                target: conjunct_name(refinement, *contract, *side, *conjunct),
                before: old.text.clone(),
                after,
                part: Some(part),
                element: old.element,
                ..of(refinement, *contract)
            }
        }
        Change::Add { contract, term } => Edit {
            kind: EditKind::Strengthen,
            target: refinement.contract_name(*contract),
            after: printer(refinement, *contract, 0).text(*term)?,
            ..of(refinement, *contract)
        },
        Change::Use(contract) => Edit {
            kind: EditKind::Use,
            target: refinement.contract_name(*contract),
            before: refined(refinement, check, None),
            after: refined(refinement, check, Some(*contract)),
            ..of(refinement, *contract)
        },
        Change::Rewire(wires) => rewire(refinement, wires)?,
    })
}

/// A conjunct after a change of a part, and the part before and after it in words.
fn rewritten(
    printer: &Printer<'_>,
    (old, text): (TermId, &str),
    new: TermId,
    (from, to): (TermId, TermId),
) -> Option<(String, Replaced)> {
    let (was, is, whole) = (printer.held(from)?, printer.held(to)?, printer.text(new)?);
    let place = place(text, &was);
    let looser = is.1 < was.1 && is.1 < Grip::Unary;
    let is_apart = from == old || place.is_some_and(|at| is_enclosed(text, at, at + was.0.len()));
    let words = if looser && !is_apart { format!("({})", is.0) } else { is.0 };
    let after = match place {
        Some(at) if printer.text(old)? != text => format!("{}{words}{}", &text[..at], &text[at + was.0.len()..]),
        _ => whole,
    };
    Some((after, Replaced { before: was.0, after: words }))
}

/// Where a part stands in a text, if that is certain: once, and nothing beside it takes a piece of it for itself.
fn place(text: &str, (part, grip): &(String, Grip)) -> Option<usize> {
    let mut places = text.match_indices(part.as_str());
    let (at, _) = places.next().filter(|_| places.next().is_none())?;
    let end = at + part.len();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let is_torn = text[..at].ends_with(is_word) || text[end..].starts_with(is_word);
    let is_sign = |c: char| "+-*/".contains(c);
    let is_summed = text[..at].trim_end().ends_with(is_sign) || text[end..].trim_start().starts_with(is_sign);
    let is_certain = *grip == Grip::Unary || *grip > Grip::Unary && !is_summed || is_enclosed(text, at, end);
    (!is_torn && is_certain).then_some(at)
}

/// Whether a piece of a text is all of it, or stands alone between parentheses.
fn is_enclosed(text: &str, at: usize, end: usize) -> bool {
    let (before, behind) = (text[..at].trim_end(), text[end..].trim_start());
    before.is_empty() && behind.is_empty() || before.ends_with('(') && behind.starts_with(')')
}

fn of(refinement: &Refinement, contract: ContractId) -> Edit {
    let contract = refinement.contract(contract);
    Edit {
        kind: EditKind::Strengthen,
        target: String::new(),
        owner: refinement.owner_name(contract.owner).to_owned(),
        before: String::new(),
        after: String::new(),
        part: None,
        element: contract.element,
    }
}

fn printer<'a>(refinement: &'a Refinement, contract: ContractId, conjunct: usize) -> Printer<'a> {
    let contract = refinement.contract(contract);
    let text = contract.guarantees.get(conjunct).or(contract.assumptions.first()).map_or("", |c| c.text.as_str());
    Printer::new(refinement, &refinement.system.terms, contract.owner, Style::of(text))
}

fn refined(refinement: &Refinement, check: &Check, more: Option<ContractId>) -> String {
    let names: Vec<String> =
        check.premises.iter().copied().chain(more).map(|id| refinement.contract_name(id)).collect();
    format!("CONTRACT {} REFINEDBY {}", refinement.contract_name(check.whole), names.join(", "))
}

/// Text that connects a wire to a source: `target := source`.
pub(super) fn connection(refinement: &Refinement, wire: usize, source: Option<TermId>) -> Option<String> {
    let wire = refinement.wires.get(wire)?;
    let printer = Printer::new(refinement, &refinement.system.terms, None, Style::WORDS);
    let source = printer.text(source.unwrap_or(wire.source))?;
    Some(format!("{} := {source}", refinement.port_name(wire.target)))
}

fn rewire(refinement: &Refinement, wires: &[(usize, TermId)]) -> Option<Edit> {
    let before: Vec<String> = wires.iter().map(|(w, _)| connection(refinement, *w, None)).collect::<Option<_>>()?;
    let after: Vec<String> = wires.iter().map(|(w, s)| connection(refinement, *w, Some(*s))).collect::<Option<_>>()?;
    let (first, _) = wires.first()?;
    Some(Edit {
        kind: EditKind::Rewire,
        target: before.first()?.clone(),
        owner: refinement.component.clone(),
        before: before.join("; "),
        after: after.join("; "),
        part: None,
        element: refinement.wires.get(*first)?.element,
    })
}
