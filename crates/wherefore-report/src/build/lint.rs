//! Findings of the checks without properties, in words.
//!
//! A finding is allowed where the model says so: a comment `wherefore: allow ID` on its line or on the line before.

use super::{Context, cause, dead_end, proof, trace};
use crate::codes;
use crate::document::{Lint, LintFinding, OpenQuestion, Remark};
use crate::words::proof as words;
use wherefore_check::Counterexample;
use wherefore_diag::{Code, Diagnostic, SourceMap, Span};
use wherefore_lint::{Finding, FindingEvidence, Kind};

/// Introduces the ids of findings that a comment allows.
const ALLOW: &str = "wherefore: allow ";

/// The findings in a document, without those that the model or `allowed` allows.
pub fn lint(context: &Context<'_>, found: &wherefore_lint::Lint, allowed: &[String]) -> Lint {
    let all: Vec<LintFinding> = found.findings.iter().map(|f| finding(context, f)).collect();
    let total = all.len();
    let is_allowed = |f: &LintFinding| {
        allowed.iter().any(|id| id == f.remark.id) || is_allowed_in(context.sources, &f.remark.diagnostic)
    };
    let findings: Vec<LintFinding> = all.into_iter().filter(|f| !is_allowed(f)).collect();
    let open = found.open.iter().map(|question| OpenQuestion {
        id: code(question.kind).id,
        name: question.name.clone(),
        place: context.place(question.element),
        cause: cause(&question.cause),
    });
    let allowed = total - findings.len();
    Lint { findings, asked: found.asked, open: open.collect(), allowed }
}

fn finding(context: &Context<'_>, finding: &Finding) -> LintFinding {
    let mut diagnostic = diagnostic(context, finding);
    let (mut run, mut certificate) = (None, None);
    match &finding.evidence {
        FindingEvidence::Proof { evidence, recheck } => {
            let proof = proof(words::evidence(evidence), recheck);
            diagnostic = diagnostic.note(match proof.recheck.by {
                Some(by) => format!("proof: {}, re-checked by {by}", proof.statement),
                None => format!("proof: {}, not re-checked", proof.statement),
            });
            certificate = Some(proof);
        }
        FindingEvidence::Run(shown) => {
            let shown = Counterexample { trace: shown.clone(), claims: Vec::new(), shortest: false };
            run = Some(trace(context, &shown, None));
        }
        FindingEvidence::Form => {}
    }
    LintFinding { remark: Remark::new(diagnostic, run, context.sources), certificate }
}

fn diagnostic(context: &Context<'_>, finding: &Finding) -> Diagnostic {
    let name = &finding.name;
    let (headline, label) = match finding.kind {
        Kind::UnreachableState => (format!("no run enters the state `{name}`"), "never active"),
        Kind::DeadTransition => (format!("no run takes the transition `{name}`"), "never taken"),
        Kind::DeadBranch => (format!("no run takes the branch `{name}`"), "never true where it is evaluated"),
        Kind::UnusedValue => match name.split_once(" = ") {
            Some((variable, value)) => (format!("`{variable}` never has the value `{value}`"), "declared here"),
            None => (format!("`{name}` never happens"), "declared here"),
        },
        Kind::ConstantVariable => match &finding.value {
            Some(value) => (format!("`{name}` is always {value}"), "never changes"),
            None => (format!("`{name}` always has the same value"), "never changes"),
        },
        Kind::UnreadVariable => (format!("nothing depends on `{name}`"), "computed, and not read"),
        Kind::FreeAfterStart => {
            let headline = format!("only the first value of `{name}` is restricted: later it has any value");
            (headline, "nothing restricts its later values")
        }
        Kind::DeadEnd => {
            let FindingEvidence::Run(run) = &finding.evidence else { return Diagnostic::new(codes::DEAD_END, "") };
            return dead_end(context.system, run);
        }
        Kind::IdleGuard => (format!("the guard of `{name}` is always true"), "true whenever its event is there"),
        Kind::OverlappingGuards => {
            (format!("`{name}` is enabled together with a transition before it"), "enabled, and not taken")
        }
        Kind::PreemptedTransition => {
            (format!("a transition of another region prevents `{name}`"), "enabled, and not taken")
        }
        Kind::IgnoredEvent => (format!("nothing ever reacts to the event `{name}`"), "sent here"),
    };
    let mut diagnostic = Diagnostic::new(code(finding.kind), headline);
    let other = finding.other.map(|element| (Some(element), "taken instead"));
    for (element, label) in [(finding.element, label)].into_iter().chain(other) {
        if let Some(span) = context.system.span(element) {
            diagnostic = diagnostic.label(span, label);
        }
    }
    diagnostic
}

/// The ids of all findings.
pub fn finding_ids() -> impl Iterator<Item = &'static str> {
    Kind::ALL.into_iter().map(|kind| code(kind).id)
}

/// The id under which a kind of finding is reported, explained and allowed.
fn code(kind: Kind) -> &'static Code {
    match kind {
        Kind::UnreachableState => codes::UNREACHABLE_STATE,
        Kind::DeadTransition => codes::DEAD_TRANSITION,
        Kind::DeadBranch => codes::DEAD_BRANCH,
        Kind::UnusedValue => codes::UNUSED_VALUE,
        Kind::ConstantVariable => codes::CONSTANT_VARIABLE,
        Kind::UnreadVariable => codes::UNREAD_VARIABLE,
        Kind::FreeAfterStart => codes::FREE_AFTER_START,
        Kind::DeadEnd => codes::DEAD_END,
        Kind::IdleGuard => codes::IDLE_GUARD,
        Kind::OverlappingGuards => codes::OVERLAPPING_GUARDS,
        Kind::PreemptedTransition => codes::PREEMPTED_TRANSITION,
        Kind::IgnoredEvent => codes::IGNORED_EVENT,
    }
}

/// Whether a comment at the place of a finding allows it.
fn is_allowed_in(sources: &SourceMap, diagnostic: &Diagnostic) -> bool {
    let Some(span) = diagnostic.span() else { return false };
    lines_at(sources, span).into_iter().any(|line| {
        let allowed = line.split_once(ALLOW).map_or("", |(_, rest)| rest);
        let is_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
        allowed.split(|c: char| !is_id(c)).any(|id| id == diagnostic.code.id)
    })
}

/// The line on which a span begins, and the one before.
fn lines_at(sources: &SourceMap, span: Span) -> Vec<&str> {
    let Some(file) = sources.get(span.file) else { return Vec::new() };
    let before = file.text.get(..span.start as usize).map_or(0, |text| text.matches('\n').count());
    file.text.lines().skip(before.saturating_sub(1)).take(if before == 0 { 1 } else { 2 }).collect()
}
