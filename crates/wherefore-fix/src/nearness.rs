//! How far elements of a model are from what its violated properties speak of.
//!
//! A formula that gives values to a variable is as far away as the variable; what it reads is one further. Variables of a property are at
//! distance 0. An element is as far as the nearest formula that it is written in, or that is written in it.
//!
//! Example: in `next(x) := y; next(y) := z; INVARSPEC x`, the first assignment is at 0, the second at 1.

use crate::join::next_variables;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Span;
use wherefore_explain::levels::{Flow, levels};
use wherefore_ir::{ElementId, System, TermId, VarId, walk};
use wherefore_mutate::Element;

/// A formula of the model.
struct Formula {
    term: TermId,
    span: Option<Span>,
    flow: Flow,
}

/// For each element its distance from formulas; none if nothing leads from these to it.
pub(crate) fn distances(system: &System, from: &[TermId], elements: &[Element]) -> Vec<Option<usize>> {
    let formulas = formulas(system);
    let asked = walk::variables(&system.terms, from.iter().copied());
    let levels = levels(asked, formulas.iter().map(|formula| &formula.flow));
    let mut placed: Vec<(Span, usize)> = Vec::new();
    let mut terms: Vec<(TermId, usize)> = from.iter().map(|term| (*term, 0)).collect();
    for formula in &formulas {
        let Some(level) = formula.flow.gives.iter().filter_map(|var| levels.get(var)).min() else { continue };
        placed.extend(formula.span.map(|span| (span, *level)));
        terms.push((formula.term, *level));
    }
    placed.extend(defined(system, &terms));
    of_elements(elements, &placed)
}

/// For each element the least distance of the places that it lies in, or that lie in it.
pub(crate) fn of_elements(elements: &[Element], placed: &[(Span, usize)]) -> Vec<Option<usize>> {
    let is_in =
        |inner: Span, outer: Span| outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end;
    let distance = |element: &Element| {
        let touches = |span: Span| is_in(element.span, span) || is_in(span, element.span);
        placed.iter().filter(|(span, _)| touches(*span)).map(|(_, level)| *level).min()
    };
    elements.iter().map(distance).collect()
}

fn formulas(system: &System) -> Vec<Formula> {
    let span = |element: Option<ElementId>| system.elements.get(element?).span;
    let variables = |term: TermId| walk::variables(&system.terms, [term]);
    let updates = system.next.iter().map(|(var, update)| Formula {
        term: update.term,
        span: span(update.element),
        flow: Flow { gives: BTreeSet::from([*var]), reads: variables(update.term).into_iter().collect() },
    });
    let restrictions = system.init.iter().chain(&system.invar).chain(&system.trans).map(|constraint| {
        let all: BTreeSet<VarId> = variables(constraint.term).into_iter().collect();
        let later: BTreeSet<VarId> = next_variables(system, [constraint.term].iter()).into_iter().collect();
        let gives = if later.is_empty() { all.clone() } else { later };
        Formula { term: constraint.term, span: span(constraint.element), flow: Flow { gives, reads: all } }
    });
    updates.chain(restrictions).collect()
}

/// Where definitions are written that formulas use, each as far away as the nearest of them.
fn defined(system: &System, terms: &[(TermId, usize)]) -> Vec<(Span, usize)> {
    let mut nearest: BTreeMap<TermId, usize> = BTreeMap::new();
    for (root, level) in terms {
        for term in walk::postorder(&system.terms, [*root]) {
            let known = nearest.entry(term).or_insert(*level);
            *known = (*known).min(*level);
        }
    }
    let place = |define: &wherefore_ir::Define| {
        let span = system.elements.get(define.element?).span?;
        Some((span, *nearest.get(&define.term)?))
    };
    system.defines.iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::FileId;
    use wherefore_lang::Language;
    use wherefore_lang::include::NotIncluded;

    #[test]
    fn what_a_property_reads_is_nearest() {
        let text = "MODULE main\nVAR x : 0..3; y : 0..3; z : boolean; w : boolean;\nDEFINE d := z & w;\nASSIGN\n  next(x) := y;\n  \
                    next(y) := d ? 1 : 0;\n  next(z) := {TRUE, FALSE};\nTRANS next(w) = w;\nINVARSPEC x < 3;\n";
        let system = wherefore_lang::smv::load(FileId(0), text).system.expect("the model is in order");
        let mut nothing = |_: &str| Err(NotIncluded::Missing);
        let elements = wherefore_mutate::elements(Language::Smv, ("m", text), &mut nothing);
        let found = distances(&system, &[system.properties[0].term], &elements);
        let of = |start: &str| {
            let at = text.find(start).expect("a part of the text") as u32;
            let line_end = at + text[at as usize..].find('\n').expect("an end") as u32;
            let inside = elements.iter().zip(&found).filter(|(e, _)| at <= e.span.start && e.span.end <= line_end);
            inside.filter_map(|(_, distance)| *distance).min()
        };
        assert_eq!([of("next(x)"), of("next(y)"), of("d :="), of("next(z)")], [Some(0), Some(1), Some(1), Some(2)]);
        assert_eq!(of("next(w)"), Some(2));
    }
}
