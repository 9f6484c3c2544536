//! A verified change as an edit that can be shown: what stands there, what to write, in words.

use super::candidates::Candidate;
use super::change::{Change, conjunct_name, port_name};
use super::diagnosis::{Edit, EditKind};
use super::print::{Printer, Style};
use super::sentences::edit_words;
use super::sides::contract_name;
use wherefore_ir::TermId;
use wherefore_ir::refinement::{Check, ContractId, Refinement};

/// The edit of a change; none if a formula is too deep to be printed. The arena of the refinement holds the candidate's terms.
pub(super) fn offer(refinement: &Refinement, check: &Check, candidate: &Candidate) -> Option<Edit> {
    let mut part = None;
    let mut edit = match &candidate.change {
        Change::Replace { contract, side, conjunct, term, .. } => {
            let printer = printer(refinement, *contract, *conjunct);
            let old = refinement.contract(*contract).side(*side).get(*conjunct)?;
            let (from, to) = candidate.part?;
            part = Some((printer.text(from)?, printer.text(to)?));
            Edit {
                kind: if candidate.weakens { EditKind::Weaken } else { EditKind::Strengthen },
                target: conjunct_name(refinement, *contract, *side, *conjunct),
                before: old.text.clone(),
                after: spliced(&old.text, part.as_ref()).or_else(|| printer.text(*term))?,
                element: old.element,
                ..of(refinement, *contract)
            }
        }
        Change::Add { contract, term } => Edit {
            kind: EditKind::Strengthen,
            target: contract_name(refinement, *contract),
            after: printer(refinement, *contract, 0).text(*term)?,
            ..of(refinement, *contract)
        },
        Change::Use(contract) => Edit {
            kind: EditKind::Use,
            target: contract_name(refinement, *contract),
            before: refined(refinement, check, None),
            after: refined(refinement, check, Some(*contract)),
            ..of(refinement, *contract)
        },
        Change::Rewire(wires) => rewire(refinement, wires)?,
    };
    edit.words = edit_words(&edit, part);
    Some(edit)
}

/// The text with a part replaced, where that part stands in it once.
fn spliced(text: &str, part: Option<&(String, String)>) -> Option<String> {
    let (from, to) = part?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut places = text.match_indices(from.as_str());
    let (at, _) = places.next().filter(|_| places.next().is_none())?;
    let loose = text[..at].ends_with(is_word) || text[at + from.len()..].starts_with(is_word);
    (!loose).then(|| format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
}

fn of(refinement: &Refinement, contract: ContractId) -> Edit {
    let contract = refinement.contract(contract);
    Edit {
        kind: EditKind::Strengthen,
        target: String::new(),
        owner: refinement.owner_name(contract.owner).to_owned(),
        before: String::new(),
        after: String::new(),
        words: String::new(),
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
        check.premises.iter().copied().chain(more).map(|id| contract_name(refinement, id)).collect();
    format!("CONTRACT {} REFINEDBY {}", contract_name(refinement, check.whole), names.join(", "))
}

/// What connects a wire to a source: `target := source`.
pub(super) fn connection(refinement: &Refinement, wire: usize, source: Option<TermId>) -> Option<String> {
    let wire = refinement.wires.get(wire)?;
    let printer = Printer::new(refinement, &refinement.system.terms, None, Style::WORDS);
    let source = printer.text(source.unwrap_or(wire.source))?;
    Some(format!("{} := {source}", port_name(refinement, wire.target)))
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
        words: String::new(),
        element: refinement.wires.get(*first)?.element,
    })
}
