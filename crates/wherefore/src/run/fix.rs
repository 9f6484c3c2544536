//! The search for edits after which violated properties hold.

use super::Run;
use super::patience::Patience;
use crate::input;
use crate::output;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wherefore::Language;
use wherefore::lens::Subject;
use wherefore_check::{Finding, Observer, Options, Session, Verdict};
use wherefore_diag::FileId;
use wherefore_fix::{Fixes, Limits, Reader};
use wherefore_ir::{Property, System};
use wherefore_report::build::{self, Context};
use wherefore_stop::Stop;

/// The name of the search among the parts of a run.
pub(super) const FIX: &str = "fixes";
/// The time that it has if no limit is given.
pub(super) const TIME: &str = "60s";
/// The longest time for one edit.
pub(super) const EACH: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Looks for fixes, if a property is violated.
    pub(super) fn fix(&mut self, subject: &Subject, language: Language) {
        let findings: Vec<Finding> = self.decided.iter().map(|d| d.finding.clone()).collect();
        if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
            return;
        }
        let Some(found) = self.search_fixes(subject, language, findings) else { return };
        let (command, defines, sources) = (self.task.command(), self.defines(), self.ctx.report.sources.clone());
        let context = Context { command, system: &subject.system, sources: &sources, defines };
        self.ctx.report.fixes = Some(build::fixes(&context, &found));
        if self.task.applies() {
            self.apply();
        }
    }

    fn search_fixes(&mut self, subject: &Subject, language: Language, findings: Vec<Finding>) -> Option<Fixes> {
        self.ctx.progress.turn("fixes", 0, 0);
        let source = self.source();
        let mut include = self.ctx.includes(&source)?;
        let (name, main) = (input::name(source.path), source.main.map(str::to_owned));
        let text = self.ctx.report.sources.get(FileId(0)).map_or_else(String::new, |f| f.text.clone());
        let (system, options) = (subject.system.clone(), subject.options.clone());
        let max_edits = self.task.max_edits().unwrap_or(1);
        let timeout = self.ctx.limits.timeout.clone();
        self.ctx.limits.timeout = timeout.clone().or_else(|| TIME.parse().ok());
        let draft: Arc<Mutex<Fixes>> = Arc::default();
        let noted = draft.clone();
        let work = move |stop: &_, observer: &_| {
            let elements = wherefore_mutate::elements(language, (&name, &text), &mut include);
            let edits = wherefore_mutate::edits(language, (&name, &text), main.as_deref(), &mut include, &|_| true);
            let (name, main, text) = (name.as_str(), main.as_deref(), text.as_str());
            let mut reader = Reader { language, name, text, main, include: &mut include };
            let patience = Patience::new(EACH);
            let each = |stop: &_| patience.turn(stop);
            let findings = with_others(findings, &system, &options, (&each(stop), observer));
            let limits = Limits { stop, observer, each: &each, max_edits };
            let found = wherefore_fix::fixes(&mut reader, &system, &findings, (&elements, edits), &options, &limits);
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = found;
        };
        let ended = self.ctx.supervised(FIX, work);
        self.ctx.limits.timeout = timeout;
        let found = draft.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Fixes { stopped: found.stopped.clone().or(ended.err()), ..found })
    }

    /// Makes the first fix in the file of the model.
    pub(super) fn apply(&mut self) {
        let Some(fixes) = &mut self.ctx.report.fixes else { return };
        let Some(first) = fixes.ranked.first() else { return };
        match output::rewrite(&self.arguments.model, &first.text) {
            Ok(()) => fixes.applied = true,
            Err(diagnostic) => self.ctx.remark(diagnostic),
        }
    }
}

/// The findings with those about properties that were not asked for: a fix must not break them either.
fn with_others(
    mut findings: Vec<Finding>,
    system: &System,
    options: &Options,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
) -> Vec<Finding> {
    let session = Session::new(system, options.clone());
    let is_asked = |p: &&Property| findings.iter().any(|f| f.property == p.name);
    let others: Vec<&Property> = system.properties.iter().filter(|p| !is_asked(p)).collect();
    let held = others.into_iter().map(|p| session.check(p, stop, observer));
    findings.extend(held.filter(|f| matches!(f.verdict, Verdict::Holds { .. })).collect::<Vec<_>>());
    findings
}
