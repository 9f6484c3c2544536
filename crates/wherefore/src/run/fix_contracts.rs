//! The search for edits after which violated checks of contracts hold.

use super::Run;
use std::sync::Arc;
use wherefore::Language;
use wherefore_check::Verdict;
use wherefore_fix::contracts::{DecidedCheck, Specification, contract_fixes};
use wherefore_ir::refinement::Refinement;

impl Run<'_> {
    /// Looks for fixes, if a check is violated. `places` are the numbers of the refinements that the decided checks belong to.
    pub(super) fn fix_contracts(&mut self, refinements: &[Arc<Refinement>], places: &[usize]) {
        let decided = self.decided.iter().zip(places);
        let decided: Vec<DecidedCheck> = decided
            .map(|(d, at)| DecidedCheck { refinement: *at, name: d.name.clone(), finding: d.finding.clone() })
            .collect();
        let violated = decided.iter().find(|d| matches!(d.finding.verdict, Verdict::Violated(_)));
        let Some(subject) = violated.and_then(|d| refinements.get(d.refinement)).cloned() else { return };
        let (refinements, options) = (refinements.to_vec(), self.options());
        let found = self.search_fixes(Language::Oss, move |reader, edits, limits| {
            let specification = Specification { refinements: &refinements, decided: &decided };
            contract_fixes(reader, specification, edits, &options, limits)
        });
        self.report_fixes(&subject.system, found);
    }
}
