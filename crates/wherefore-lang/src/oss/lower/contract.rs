//! Contracts: assumption and guarantee, each a list of conjuncts.

use super::super::ast::{Contract, Expr, ExprKind};
use super::super::codes;
use super::{Lowerer, Owner, Place};
use wherefore_ir::refinement::{self, Conjunct, PartId, Side};
use wherefore_ir::{ElementId, ElementKind};
use wherefore_syntax::Checked;

impl Lowerer<'_> {
    /// The contracts of the component and of its parts.
    pub(super) fn contracts(&mut self) {
        for owner in 0..self.owners.len() {
            for contract in self.syntax(owner).iter().flat_map(|c| &c.contracts) {
                self.contract(owner, contract);
            }
        }
    }

    fn contract(&mut self, owner: Owner, contract: &Contract) {
        let parent = self.owner_elements.get(owner).copied();
        let name = contract.name.text.clone();
        let element = self.element(ElementKind::Contract, name.clone(), contract.span, parent);
        let assumptions = self.side(owner, contract, Side::Assumption, element);
        let guarantees = self.side(owner, contract, Side::Guarantee, element);
        let owner = owner.checked_sub(1).map(|i| PartId(i as u32));
        let element = Some(element);
        self.out.contracts.push(refinement::Contract { owner, name, assumptions, guarantees, element });
    }

    fn side(&mut self, owner: Owner, contract: &Contract, side: Side, parent: ElementId) -> Vec<Conjunct> {
        let formula = if side == Side::Assumption { &contract.assume } else { &contract.guarantee };
        let conjuncts = formula.conjuncts().into_iter().filter(|e| !matches!(e.kind, ExprKind::Bool(true)));
        let mut found = Vec::new();
        for (index, expr) in conjuncts.enumerate() {
            let name = conjunct_name(&contract.name.text, side, index + 1);
            if let Ok(conjunct) = self.conjunct(owner, expr, name, parent) {
                found.push(conjunct);
            }
        }
        found
    }

    fn conjunct(&mut self, owner: Owner, expr: &Expr, name: String, parent: ElementId) -> Checked<Conjunct> {
        self.parts.clear();
        let term = self.condition("a contract", expr, Place { owner, inside: false })?;
        let element = self.element(ElementKind::Contract, name.clone(), self.span(expr), Some(parent));
        self.out.system.elements.record(term, element);
        self.record_parts(element);
        Ok(Conjunct { name, term, text: self.quote(expr), element: Some(element) })
    }

    /// Assertions are read for their mistakes; nothing is asked about them.
    pub(super) fn assertions(&mut self) {
        for assertion in &self.component.assertions {
            self.parts.clear();
            let read = self.condition("an assertion", &assertion.value, Place { owner: 0, inside: false });
            if read.is_ok() {
                let headline = format!("the assertion `{}` is read but not checked", assertion.name.text);
                self.error(codes::NOT_CHECKED, assertion.name.span, headline, "not checked");
            }
        }
        self.parts.clear();
    }
}

/// `O1G1`, or `collision.G1` if the name of the contract does not end in a digit.
fn conjunct_name(contract: &str, side: Side, number: usize) -> String {
    let letter = if side == Side::Assumption { "A" } else { "G" };
    let dot = if contract.ends_with(|c: char| c.is_ascii_digit()) { "" } else { "." };
    format!("{contract}{dot}{letter}{number}")
}
