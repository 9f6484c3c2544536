//! From a refinement, and what the lens for contracts says of it, to the document.

use super::{Context, cause};
use crate::codes;
use crate::document::{Branch, Consequent, Diagnosis, Edit, Failure, Inquiry, Mark, Piece, Place, Premise, Property};
use crate::words::contract as words;
use wherefore_check::NoAnswer;
use wherefore_diag::{Diagnostic, SourceMap};
use wherefore_explain::Inquiry as Found;
use wherefore_explain::contract::{self as lens, Inconsistency, InconsistencyKind};
use wherefore_ir::refinement::{Check, Direction, Port, Refinement};

/// Property of a check of a refinement, from the one of [`super::property`], under the name by which it is called. Its
/// text is that of the conjunct: what it is derived from is the same for all checks of a contract.
pub fn contract(
    mut property: Property,
    name: String,
    refinement: &Refinement,
    check: &Check,
    sources: &SourceMap,
    found: Option<&Found>,
) -> Property {
    let contract = refinement.contract(check.contract);
    let conjunct = refinement.consequent(check);
    property.name = name;
    property.text.clone_from(&conjunct.text);
    let written = refinement.system.span(conjunct.element).and_then(|s| Place::of(s, sources));
    property.span = written.or(property.span);
    property.contract = Some(Consequent {
        component: refinement.component.clone(),
        contract: refinement.contract_name(check.contract),
        side: check.side,
        conjunct: conjunct.name.clone(),
        owner: refinement.owner_name(contract.owner).to_owned(),
    });
    if let Some(Inquiry { classes, contract: Some(diagnosis), .. }) = &mut property.inquiry
        && let Diagnosis { tree, failure: Some(failure), .. } = diagnosis
    {
        classes.iter().take(1).for_each(|class| failure.take_over(&class.explanation));
        let marks = classes.first().map_or(&[][..], |class| class.explanation.marks());
        failure.sentences = found.map_or_else(Vec::new, |found| sentences(refinement, check, found));
        failure.relevant = relevant(refinement, tree, failure, marks);
    }
    property
}

/// First sentences about a check that fails.
fn sentences(refinement: &Refinement, check: &Check, found: &Found) -> Vec<String> {
    let failure = found.contract.as_ref().and_then(|diagnosis| diagnosis.failure.as_ref());
    let said = failure.zip(found.classes.first());
    said.map_or_else(Vec::new, |(failure, class)| words::sentences(refinement, check, failure, class))
}

/// The variables that a person should see first, in the order of the ports: those of the conjunct and of the marked cells,
/// those that the failure needs, and the outputs of culprits.
fn relevant(refinement: &Refinement, tree: &[Branch], failure: &Failure, marks: &[Mark]) -> Vec<String> {
    let is_culprit = |name: &str| tree.iter().any(|b| b.culprit && b.depth > 0 && b.name == name);
    let is_relevant = |port: &Port, name: &String| {
        failure.variables.contains(name)
            || failure.causes.contains(name)
            || marks.iter().any(|m| m.variable == *name)
            || (port.direction == Direction::Output
                && port.owner.is_some_and(|part| is_culprit(&refinement.part(part).name)))
    };
    let name = |port: &Port| refinement.system.terms.var(port.var).name.clone();
    let named = refinement.ports.iter().map(|port| (port, name(port)));
    named.filter(|(port, name)| is_relevant(port, name)).map(|(_, name)| name).collect()
}

/// A diagnosis: elements become places.
pub(super) fn diagnosis(context: &Context<'_>, diagnosis: &lens::Diagnosis) -> Diagnosis {
    let branch = |b: &lens::Branch| Branch {
        depth: b.depth,
        name: b.name.clone(),
        component: b.component.clone(),
        culprit: b.culprit,
        span: context.place(b.element),
    };
    let premise = |p: &lens::Premise| Premise { name: p.name.clone(), state: p.state, span: context.place(p.element) };
    Diagnosis {
        text: diagnosis.text.clone(),
        span: context.place(diagnosis.element),
        tree: diagnosis.tree.iter().map(branch).collect(),
        premises: diagnosis.premises.iter().map(premise).collect(),
        failure: diagnosis.failure.as_ref().map(|f| failure(context, f)),
    }
}

fn failure(context: &Context<'_>, failure: &lens::Failure) -> Failure {
    let edit = |e: &lens::Edit| Edit {
        kind: e.kind,
        target: e.target.clone(),
        owner: e.owner.clone(),
        before: e.before.clone(),
        after: e.after.clone(),
        words: words::edit(e),
        span: context.place(e.element),
    };
    Failure {
        also: failure.also.clone(),
        failing: failure.failing.iter().filter_map(|e| context.place(Some(*e))).collect(),
        pieces: failure.pieces.iter().map(|p| Piece { text: p.text.clone(), fails: p.fails }).collect(),
        variables: failure.variables.clone(),
        causes: failure.causes.clone(),
        system_lost: failure.system_lost,
        all_lost: failure.all_lost,
        blame: failure.blame.clone(),
        edits: failure.edits.iter().map(edit).collect(),
        ..Failure::default()
    }
}

/// Diagnostic of contracts that make no sense by themselves.
pub fn ailment(refinement: &Refinement, ailment: &Inconsistency) -> Diagnostic {
    let (component, contract) = (&refinement.component, &ailment.contract);
    let (code, headline) = match ailment.illness {
        InconsistencyKind::Assumption => {
            (codes::NO_ENVIRONMENT, format!("no environment satisfies the assumption of `{contract}` in `{component}`"))
        }
        InconsistencyKind::Contract => {
            (codes::CONTRADICTORY, format!("nothing implements `{contract}` in `{component}`"))
        }
        InconsistencyKind::Refinement => (
            codes::NOTHING_TO_REFINE,
            format!("no behaviour satisfies all contracts that stand for `{contract}` in `{component}`"),
        ),
    };
    let mut diagnostic = Diagnostic::new(code, headline);
    for (name, element) in &ailment.core {
        if let Some(span) = refinement.system.span(*element) {
            diagnostic = diagnostic.label(span, name.clone());
        }
    }
    let names: Vec<String> = ailment.core.iter().map(|(name, _)| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => diagnostic,
        [one] => diagnostic.note(format!("{one} alone can never be true")),
        _ if ailment.minimal => {
            diagnostic.note(format!("these cannot all be true, and none can be left out: {}", names.join(", ")))
        }
        _ => diagnostic.note(format!("these cannot all be true: {}", names.join(", "))),
    }
}

/// Diagnostic if it is not known whether contracts make sense by themselves.
pub fn unexamined(refinement: &Refinement, why: &NoAnswer) -> Diagnostic {
    let headline =
        format!("it is not known whether the contracts of `{}` make sense by themselves", refinement.component);
    Diagnostic::new(codes::NOT_EXAMINED, headline).note(cause(why).message)
}
