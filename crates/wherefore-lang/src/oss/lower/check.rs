//! The questions of a refinement, one for each conjunct on the right-hand side.
//!
//! ```text
//! CONTRACT O1 REFINEDBY p.I1, c.I2
//!   c.I2A1:  A(O1) & (A(I1) -> G(I1))                          ->  first conjunct of A(I2)
//!   O1G1:    A(O1) & (A(I1) -> G(I1)) & (A(I2) -> G(I2))       ->  first conjunct of G(O1)
//! ```
//!
//! A premise is split into one implication for each conjunct of its guarantee, so that a core can name the conjuncts that
//! were needed.

use super::super::ast::Refined;
use super::super::codes;
use super::Lowerer;
use std::collections::BTreeMap;
use wherefore_diag::Diagnostic;
use wherefore_ir::refinement::{Check, ContractId, PartId, Side};
use wherefore_ir::{Property, PropertyKind, TermId};

impl Lowerer<'_> {
    /// Makes every check and its property.
    pub(super) fn checks(&mut self) {
        let Some(body) = &self.component.refinement else { return };
        let mut checks: Vec<Check> = Vec::new();
        for refined in &body.refined {
            let Some(whole) = self.find_contract(None, &refined.contract.text) else { continue };
            let premises = self.premises(refined);
            for contract in &premises {
                let others: Vec<ContractId> = premises.iter().copied().filter(|c| c != contract).collect();
                self.add_checks(&mut checks, whole, *contract, Side::Assumption, &others);
            }
            self.add_checks(&mut checks, whole, whole, Side::Guarantee, &premises);
        }
        self.make_unique(&mut checks);
        for check in checks {
            let property = self.property(&check);
            self.out.system.properties.push(property);
            self.out.checks.push(check);
        }
    }

    fn find_contract(&self, owner: Option<PartId>, name: &str) -> Option<ContractId> {
        let index = self.out.contracts.iter().position(|c| c.owner == owner && c.name == name)?;
        Some(ContractId(index as u32))
    }

    /// The contracts of parts behind `REFINEDBY`, each once.
    fn premises(&mut self, refined: &Refined) -> Vec<ContractId> {
        let mut found: Vec<ContractId> = Vec::new();
        for (part, contract) in &refined.premises {
            let owner = self.out.parts.iter().position(|p| p.name == part.text).map(|i| PartId(i as u32));
            let Some(id) = owner.and_then(|o| self.find_contract(Some(o), &contract.text)) else { continue };
            if found.contains(&id) {
                let headline = format!("`{}.{}` is listed twice", part.text, contract.text);
                self.report.push(Diagnostic::at(codes::REPEATED_PREMISE, part.span, headline, "counts once"));
                continue;
            }
            found.push(id);
        }
        found
    }

    fn add_checks(
        &self,
        checks: &mut Vec<Check>,
        whole: ContractId,
        contract: ContractId,
        side: Side,
        premises: &[ContractId],
    ) {
        let stated = self.out.contract(contract);
        let part = stated.owner.map(|p| format!("{}.", self.out.part(p).name)).unwrap_or_default();
        for (index, conjunct) in stated.side(side).iter().enumerate() {
            checks.push(Check {
                property: format!("{part}{}", conjunct.name),
                whole,
                contract,
                side,
                conjunct: index,
                premises: premises.to_vec(),
            });
        }
    }

    /// An assumption can be asked for two contracts; then the contract stands before it: `x/part.I2A1`.
    fn make_unique(&self, checks: &mut [Check]) {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for check in checks.iter() {
            *counts.entry(check.property.clone()).or_default() += 1;
        }
        for check in checks {
            if counts.get(&check.property).is_some_and(|n| *n > 1) {
                check.property = format!("{}/{}", self.out.contract(check.whole).name, check.property);
            }
        }
    }

    fn property(&mut self, check: &Check) -> Property {
        let mut left: Vec<TermId> = self.out.granted.iter().map(|c| c.term).collect();
        left.extend(self.out.contract(check.whole).assumptions.iter().map(|c| c.term));
        for premise in &check.premises {
            let contract = self.out.contract(*premise);
            let assumptions: Vec<TermId> = contract.assumptions.iter().map(|c| c.term).collect();
            let guarantees: Vec<TermId> = contract.guarantees.iter().map(|c| c.term).collect();
            let terms = &mut self.out.system.terms;
            let assumed = terms.and(assumptions);
            for guarantee in guarantees {
                left.push(terms.implies(assumed, guarantee));
            }
        }
        let conjunct = self.out.consequent(check).clone();
        let terms = &mut self.out.system.terms;
        let left = terms.and(left);
        let term = terms.implies(left, conjunct.term);
        let (name, kind) = (check.property.clone(), PropertyKind::Ltl);
        Property { name, kind, term, text: conjunct.text, element: conjunct.element }
    }
}
