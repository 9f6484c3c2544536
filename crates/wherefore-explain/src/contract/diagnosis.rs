//! Facts about a check that do not depend on its outcome: the conjunct, whose it is, the parts, the words of its one
//! class.

use crate::result::contract::{Branch, Diagnosis};
use crate::{Class, Completeness, CompletenessProof, Inquiry, id};
use std::collections::BTreeSet;
use wherefore_check::{Checker, Recheck};
use wherefore_ir::refinement::{Check, PartId, Refinement};
use wherefore_ir::{Property, PropertyKind};
use wherefore_trace::Trace;

/// A check of a refinement.
#[derive(Clone, Copy)]
pub(super) struct Checked<'a> {
    pub(super) refinement: &'a Refinement,
    pub(super) check: &'a Check,
}

impl Checked<'_> {
    /// The conjunct that is asked for, as a property.
    pub(super) fn conjunct(&self) -> Property {
        let conjunct = self.refinement.consequent(self.check);
        Property {
            name: conjunct.name.clone(),
            kind: PropertyKind::Ltl,
            term: conjunct.term,
            text: conjunct.text.clone(),
            element: conjunct.element,
        }
    }

    /// The class of a run, by the parts that could have avoided the failure alone.
    pub(super) fn class(&self, run: &Trace, culprits: &BTreeSet<PartId>) -> Class {
        let names: Vec<String> = culprits.iter().map(|p| self.part_name(*p)).collect();
        let key = format!("{}@{}", self.check.property, names.join(","));
        let id = id::stable(&format!("conjunct {key}"));
        Class { path: vec![self.check.property.clone()], ..Class::new(id, key, run.clone()) }
    }

    /// A diagnosis that knows nothing but the check and the culprits.
    pub(super) fn diagnosis(&self, culprits: &BTreeSet<PartId>) -> Diagnosis {
        let (refinement, conjunct) = (self.refinement, self.refinement.consequent(self.check));
        let contract = refinement.contract(self.check.contract);
        Diagnosis {
            component: refinement.component.clone(),
            conjunct: conjunct.name.clone(),
            side: self.check.side,
            owner: refinement.owner_name(contract.owner).to_owned(),
            contract: contract.name.clone(),
            text: conjunct.text.clone(),
            element: conjunct.element,
            tree: self.tree(culprits),
            premises: Vec::new(),
            failure: None,
        }
    }

    fn tree(&self, culprits: &BTreeSet<PartId>) -> Vec<Branch> {
        let (name, element) = (self.refinement.component.clone(), self.refinement.element);
        let whole = Branch { depth: 0, name: name.clone(), component: name, culprit: false, element };
        let parts = self.refinement.parts.iter().enumerate().map(|(place, part)| Branch {
            depth: 1,
            name: part.name.clone(),
            component: part.component.clone(),
            culprit: culprits.contains(&PartId(place as u32)),
            element: part.element,
        });
        std::iter::once(whole).chain(parts).collect()
    }

    pub(super) fn part_name(&self, part: PartId) -> String {
        self.refinement.owner_name(Some(part)).to_owned()
    }
}

/// An inquiry with nothing but a diagnosis.
pub(super) fn inquiry(diagnosis: Diagnosis, notes: Vec<String>) -> Inquiry {
    let completeness =
        Completeness::Complete { proof: CompletenessProof::Conjunct, recheck: Recheck::By(Checker::Replay) };
    Inquiry { contract: Some(diagnosis), notes, ..Inquiry::new("conjunct", completeness) }
}
