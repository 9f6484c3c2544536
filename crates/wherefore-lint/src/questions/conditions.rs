//! Conditions of `if` in synchronous programs: each should be true at some tick, and false at some other.
//!
//! A condition is that of a switch of the network, wherever its node is called. One that the program writes as a constant is not
//! asked about.

use super::Question;
use crate::finding::Kind;
use wherefore_ir::network::{BlockId, Gate, Network};
use wherefore_ir::{ElementId, Op, System, TermId};

/// The name of the elements that are written as `if`.
const IF: &str = "if";

/// Two questions for each condition.
pub(super) fn questions(system: &mut System) -> Vec<Question> {
    let Some(network) = system.annexes.network.clone() else { return Vec::new() };
    let mut asked = Vec::new();
    for id in network.ids() {
        let Some((element, condition)) = switch(system, &network, id) else { continue };
        let name = network.full_name(id).unwrap_or_else(|| IF.to_owned());
        let opposite = system.terms.not(condition);
        for (formula, value) in [(condition, "false"), (opposite, "true")] {
            let question = Question::about(Kind::ConstantCondition, Some(element), name.clone(), formula);
            asked.push(Question { part: value.to_owned(), value: Some(value.to_owned()), ..question });
        }
    }
    asked
}

/// Where a block is written as an `if`, and its condition.
fn switch(system: &System, network: &Network, id: BlockId) -> Option<(ElementId, TermId)> {
    let block = network.block(id);
    let (Gate::Apply(Op::Ite), [condition, ..]) = (block.gate, block.inputs.as_slice()) else { return None };
    let element = block.element.filter(|e| system.elements.get(*e).name == IF)?;
    let condition = network.block(*condition).value;
    system.terms.constant(condition).is_none().then_some((element, condition))
}
