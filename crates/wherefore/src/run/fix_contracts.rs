//! The search for edits after which violated checks of contracts hold.

use super::Run;
use super::fix::{EACH, FIX, TIME};
use super::patience::Patience;
use crate::input;
use std::sync::{Arc, Mutex, PoisonError};
use wherefore::Language;
use wherefore_check::Verdict;
use wherefore_diag::FileId;
use wherefore_fix::contracts::{DecidedCheck, Specification, contract_fixes};
use wherefore_fix::{Fixes, Limits, Reader};
use wherefore_ir::refinement::Refinement;
use wherefore_report::build::{self, Context};

impl Run<'_> {
    /// Looks for fixes, if a check is violated. `places` are the numbers of the refinements that the decided checks belong to.
    pub(super) fn fix_contracts(&mut self, refinements: &[Arc<Refinement>], places: &[usize]) {
        let decided = self.decided.iter().zip(places);
        let decided: Vec<DecidedCheck> = decided
            .map(|(d, at)| DecidedCheck { refinement: *at, name: d.name.clone(), finding: d.finding.clone() })
            .collect();
        let violated = decided.iter().find(|d| matches!(d.finding.verdict, Verdict::Violated(_)));
        let Some(subject) = violated.and_then(|d| refinements.get(d.refinement)) else { return };
        let Some(found) = self.search_contract_fixes(refinements, decided) else { return };
        let (command, defines, sources) = (self.task.command(), self.defines(), self.ctx.report.sources.clone());
        let context = Context { command, system: &subject.system, sources: &sources, defines };
        self.ctx.report.fixes = Some(build::fixes(&context, &found));
        if self.task.applies() {
            self.apply();
        }
    }

    fn search_contract_fixes(&mut self, refinements: &[Arc<Refinement>], decided: Vec<DecidedCheck>) -> Option<Fixes> {
        self.ctx.progress.turn("fixes", 0, 0);
        let source = self.source();
        let mut include = self.ctx.includes(&source)?;
        let name = input::name(source.path);
        let text = self.ctx.report.sources.get(FileId(0)).map_or_else(String::new, |f| f.text.clone());
        let (refinements, options) = (refinements.to_vec(), self.options());
        let max_edits = self.task.max_edits().unwrap_or(1);
        let timeout = self.ctx.limits.timeout.clone();
        self.ctx.limits.timeout = timeout.clone().or_else(|| TIME.parse().ok());
        let draft: Arc<Mutex<Fixes>> = Arc::default();
        let noted = draft.clone();
        let work = move |stop: &_, observer: &_| {
            let language = Language::Oss;
            let elements = wherefore_mutate::elements(language, (&name, &text), &mut include);
            let edits = wherefore_mutate::edits(language, (&name, &text), None, &mut include, &|_| true);
            let mut reader = Reader { language, name: &name, text: &text, main: None, include: &mut include };
            let patience = Patience::new(EACH);
            let each = |stop: &_| patience.turn(stop);
            let limits = Limits { stop, observer, each: &each, max_edits };
            let specification = Specification { refinements: &refinements, decided: &decided };
            let found = contract_fixes(&mut reader, specification, (&elements, edits), &options, &limits);
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = found;
        };
        let ended = self.ctx.supervised(FIX, work);
        self.ctx.limits.timeout = timeout;
        let found = draft.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Fixes { stopped: found.stopped.clone().or(ended.err()), ..found })
    }
}
