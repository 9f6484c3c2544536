//! The search for edits after which violated properties hold.

use super::Run;
use super::patience::{Measure, Patience};
use crate::codes::UNSUPPORTED_HERE;
use crate::input;
use crate::output;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wherefore::Language;
use wherefore::lens::Subject;
use wherefore_check::{Finding, Observer, Options, Session, Verdict};
use wherefore_diag::{Diagnostic, FileId};
use wherefore_fix::{Fixes, Limits, Reader};
use wherefore_ir::{Property, System};
use wherefore_mutate::{Element, Mutant};
use wherefore_report::build::{self, Context};
use wherefore_report::document::Unfinished;
use wherefore_report::no_answer::CauseKind;
use wherefore_stop::Stop;

/// The name of the search among the parts of a run.
const FIX: &str = "fixes";
/// The time that it has if no limit is given.
const TIME: &str = "60s";
/// The time and the work that it has beside an answer.
const GLANCE: Duration = Duration::from_secs(20);
const GLANCE_WORK: usize = 1_500;
/// The most edits that are made together beside an answer.
const GLANCE_EDITS: usize = 3;
/// The name of the search for assumptions about inputs, and the time that it has if no limit is given.
const ASSUMPTIONS: &str = "assumptions";
const ASSUMPTION_TIME: &str = "30s";
/// The longest time for a first look at one edit, and for one edit.
const BRIEF: Duration = Duration::from_millis(500);
const EACH: Duration = Duration::from_secs(3);

impl Run<'_> {
    /// Looks for fixes, if a property is violated.
    pub(super) fn fix(&mut self, subject: &Subject, language: Language) {
        let findings: Vec<Finding> = self.decided.iter().map(|d| d.finding.clone()).collect();
        // Beside an answer a fix is looked for unless the whole has to end. A limit on the time of a property is not about that.
        let is_over = |part: &Unfinished| part.cause.kind != CauseKind::Timeout;
        let is_cut = self.task.max_edits().is_none() && self.ctx.report.unfinished.iter().any(is_over);
        if is_cut || !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
            return;
        }
        let edited = if self.task.assumes() { Some(Fixes::default()) } else { self.edit(subject, language, &findings) };
        let found = match edited {
            Some(edited) if self.task.assumes() || self.task.max_edits().is_some() && !is_clear(&edited) => {
                self.assume(subject, language, &findings).map(|assumed| joined(edited, assumed))
            }
            other => other,
        };
        self.report_fixes(&subject.system, found);
    }

    /// Looks for edits of the model.
    fn edit(&mut self, subject: &Subject, language: Language, findings: &[Finding]) -> Option<Fixes> {
        let (system, options, findings) = (subject.system.clone(), subject.options.clone(), findings.to_vec());
        let is_translated = self.is_translated();
        self.search_fixes(language, move |reader, edits, limits| {
            // The places of the model are those of what it was translated from; the ones of the text that is edited are needed.
            let own = is_translated.then(|| reader.read(reader.text).ok()).flatten();
            let system = own.map_or(system, Arc::new);
            let first = ((limits.each)(limits.stop), limits.observer);
            let findings = with_others(findings, &system, &options, (&first.0, first.1));
            wherefore_fix::fixes(reader, &system, &findings, edits, &options, limits)
        })
    }

    /// Looks for what is to be assumed of the inputs.
    fn assume(&mut self, subject: &Subject, language: Language, findings: &[Finding]) -> Option<Fixes> {
        let (system, options, findings) = (subject.system.clone(), subject.options.clone(), findings.to_vec());
        self.search((ASSUMPTIONS, ASSUMPTION_TIME), language, move |reader, limits| {
            let first = ((limits.each)(limits.stop), limits.observer);
            let findings = with_others(findings, &system, &options, (&first.0, first.1));
            let (list, looked) = wherefore_fix::assume::assumptions(reader, &system, &findings, &options, limits);
            Fixes { list, assumptions: Some(looked), ..Fixes::default() }
        })
    }

    /// Makes the elements of the text and their edits, and asks for fixes, within the limits.
    pub(super) fn search_fixes(
        &mut self,
        language: Language,
        ask: impl FnOnce(&mut Reader<'_>, (&[Element], Vec<Mutant>), &Limits<'_>) -> Fixes + Send + 'static,
    ) -> Option<Fixes> {
        self.search((FIX, TIME), language, move |reader, limits| {
            let (name, text) = (reader.name, reader.text);
            let elements = wherefore_mutate::elements(language, (name, text), reader.include);
            let edits = wherefore_mutate::edits(language, (name, text), reader.choices, reader.include, &|_| true);
            ask(reader, (&elements, edits), limits)
        })
    }

    /// Asks for fixes of the text, within the limits.
    fn search(
        &mut self,
        (part, time): (&str, &str),
        language: Language,
        ask: impl FnOnce(&mut Reader<'_>, &Limits<'_>) -> Fixes + Send + 'static,
    ) -> Option<Fixes> {
        self.ctx.progress.turn(&format!("looking for {part}; Ctrl-C ends it and prints what there is"), 0, 0);
        let (task, report, screen) = (self.task, &self.ctx.report, self.screen);
        self.ctx.progress.show(|| task.text(report, &screen));
        let source = self.source();
        let mut include = self.ctx.includes(&source)?;
        let choices = self.ctx.choices(&source)?;
        let edited = self.ctx.report.sources.get(self.edited_file());
        let (name, text) = edited.map_or_else(Default::default, |f| (f.name.clone(), f.text.clone()));
        let is_glance = self.task.max_edits().is_none();
        let (max_edits, work) = (self.task.max_edits().unwrap_or(GLANCE_EDITS), is_glance.then_some(GLANCE_WORK));
        let timeout = self.ctx.limits.timeout.clone();
        let glance = timeout.as_ref().map_or(GLANCE, |limit| limit.duration.min(GLANCE));
        let measure = if timeout.is_some() { Measure::Clock } else { Measure::Processor };
        self.ctx.limits.timeout = timeout.clone().or_else(|| time.parse().ok()).filter(|_| !is_glance);
        let draft: Arc<Mutex<Fixes>> = Arc::default();
        let noted = draft.clone();
        let search = move |stop: &_, observer: &_| {
            let (name, text, choices) = (name.as_str(), text.as_str(), &choices);
            let mut reader = Reader { language, name, text, choices, include: &mut include };
            let [short, long] = [BRIEF, EACH].map(|limit| Patience::new(limit, Measure::Processor));
            let glance = Patience::new(glance, measure);
            let (brief, each) = (|stop: &_| short.turn(stop), |stop: &_| long.turn(stop));
            let stop = &if is_glance { glance.turn(stop) } else { stop.clone() };
            let limits = Limits { stop, observer, brief: &brief, each: &each, max_edits, work };
            let found = ask(&mut reader, &limits);
            *noted.lock().unwrap_or_else(PoisonError::into_inner) = found;
        };
        let ended = self.ctx.supervised(part, search);
        self.ctx.limits.timeout = timeout;
        let found = draft.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Fixes { stopped: found.stopped.clone().or(ended.err()), ..found })
    }

    /// Puts what was found into the report, and the first fix into the file if that was asked for.
    pub(super) fn report_fixes(&mut self, system: &System, found: Option<Fixes>) {
        let Some(found) = found else { return };
        let (command, defines, sources) = (self.task.command(), self.defines(), self.ctx.report.sources.clone());
        let found = found.in_file(self.edited_file());
        let context = Context { command, system, sources: &sources, defines };
        self.ctx.report.fixes = Some(build::fixes(&context, &found));
        if self.task.applies() {
            self.apply();
        }
    }

    /// The text that edits are about, among the sources.
    fn edited_file(&self) -> FileId {
        let last = self.is_translated().then(|| self.ctx.report.sources.last()).flatten();
        last.unwrap_or(FileId(0))
    }

    /// Whether the model is a netlist that was made from a design, the first of the sources.
    fn is_translated(&self) -> bool {
        input::is_verilog(&self.arguments.model)
    }

    /// Makes the first fix in the file of the model.
    fn apply(&mut self) {
        let is_translated = self.is_translated();
        let Some(fixes) = &mut self.ctx.report.fixes else { return };
        let Some(first) = fixes.ranked.first() else { return };
        if is_translated {
            let headline = "a fix of a design is an edit of its netlist, which is not written into the design";
            let help = "make the change in the design by hand, at the place that the edit names";
            return self.ctx.remark(Diagnostic::new(UNSUPPORTED_HERE, headline).help(help));
        }
        let content = input::content(&self.arguments.model, &first.text);
        match content.and_then(|content| output::rewrite(&self.arguments.model, &content)) {
            Ok(()) => fixes.applied = true,
            Err(diagnostic) => self.ctx.remark(diagnostic),
        }
    }
}

/// Whether a small edit mends everything and changes nothing but failing runs: then nothing is missing about the inputs.
fn is_clear(found: &Fixes) -> bool {
    found.list.iter().any(|fix| fix.left == 0 && fix.is_small && fix.conservation.is_proved())
}

/// Fixes of the model, and behind them what may be assumed instead.
fn joined(mut edited: Fixes, assumed: Fixes) -> Fixes {
    edited.list.extend(assumed.list);
    edited.assumptions = assumed.assumptions;
    edited.stopped = edited.stopped.or(assumed.stopped);
    edited
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
