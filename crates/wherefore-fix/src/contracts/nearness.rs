//! How far elements of a specification are from what its violated checks ask for.
//!
//! An element is as far as the nearest conjunct or wire that it is written in, or that is written in it.

use super::trial::Goals;
use crate::nearness::of_elements;
use std::sync::Arc;
use wherefore_diag::Span;
use wherefore_explain::contract::Distances;
use wherefore_ir::ElementId;
use wherefore_ir::refinement::{ContractId, Refinement, Side};
use wherefore_mutate::Element;

/// For each element its distance from what fails; none if nothing leads from there to it.
pub(crate) fn distances(refinements: &[Arc<Refinement>], goals: &Goals, elements: &[Element]) -> Vec<Option<usize>> {
    let placed: Vec<(Span, usize)> = refinements
        .iter()
        .enumerate()
        .flat_map(|(at, refinement)| {
            let violated = goals.violated.iter().filter(|goal| goal.check.0 == at);
            let checks: Vec<_> = violated.filter_map(|goal| refinement.check(&goal.check.1)).collect();
            placed(refinement, &Distances::new(refinement, checks))
        })
        .collect();
    of_elements(elements, &placed)
}

/// Where conjuncts and wires are written, with their distances.
fn placed(refinement: &Refinement, distances: &Distances<'_>) -> Vec<(Span, usize)> {
    let span = |element: Option<ElementId>| refinement.system.elements.get(element?).span;
    let wires = refinement.wires.iter().enumerate();
    let wires = wires.filter_map(|(place, wire)| Some((span(wire.element)?, distances.wire(place)?)));
    let contracts = refinement.contracts.iter().enumerate();
    let conjuncts = contracts.flat_map(|(number, contract)| {
        let id = ContractId(number as u32);
        [Side::Assumption, Side::Guarantee].into_iter().flat_map(move |side| {
            let all = contract.side(side).iter().enumerate();
            all.map(move |(place, conjunct)| (id, side, place, conjunct.element))
        })
    });
    let conjuncts =
        conjuncts.filter_map(|(id, side, place, element)| Some((span(element)?, distances.conjunct(id, side, place)?)));
    wires.chain(conjuncts).collect()
}
