//! Findings of the checks without properties, in words.
//!
//! A finding is allowed where the model says so: a comment `wherefore: allow ID` on its line or on the line before.

use super::{Context, ailment, cause, dead_end, proof, trace};
use crate::codes;
use crate::document::{Certificate, Lint, LintFinding, OpenQuestion, Place, Remark};
use crate::words::proof as words;
use wherefore_check::{Counterexample, UnfairLoop};
use wherefore_diag::{Code, Diagnostic, SourceMap, Span};
use wherefore_explain::contract::{IdleConjunct, Inconsistency};
use wherefore_ir::refinement::{Refinement, Side};
use wherefore_lint::{Finding, FindingEvidence, Kind};

/// Labels of a run that are shown.
const MOST_LABELS: usize = 20;
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

/// Findings that are known as diagnostics, with proofs where there are any, without those that are allowed.
fn collected(
    sources: &SourceMap,
    found: Vec<(Diagnostic, Option<Certificate>)>,
    asked: usize,
    open: Vec<OpenQuestion>,
    allowed: &[String],
) -> Lint {
    let total = found.len();
    let is_allowed = |d: &Diagnostic| allowed.iter().any(|id| id == d.code.id) || is_allowed_in(sources, d);
    let kept = found.into_iter().filter(|(diagnostic, _)| !is_allowed(diagnostic));
    let entry = |(diagnostic, certificate)| LintFinding { remark: Remark::new(diagnostic, None, sources), certificate };
    let findings: Vec<LintFinding> = kept.map(entry).collect();
    let allowed = total - findings.len();
    Lint { findings, asked, open, allowed }
}

/// What was found about contracts by themselves.
#[derive(Debug, Default)]
pub struct ContractFindings {
    /// The findings, each with its proof where there is one.
    found: Vec<(Diagnostic, Option<Certificate>)>,
    asked: usize,
    open: Vec<OpenQuestion>,
}

impl ContractFindings {
    /// Adds a contradiction among contracts.
    pub fn contradiction(&mut self, refinement: &Refinement, found: &Inconsistency) {
        self.found.push((ailment(refinement, found), None));
    }

    /// Adds a part of a contract that says nothing.
    pub fn idle(&mut self, refinement: &Refinement, idle: &IdleConjunct) {
        let (name, contract) = (&idle.name, &idle.contract);
        let side = if idle.side == Side::Assumption { "assumption" } else { "guarantee" };
        let headline = match idle.by_assumption {
            true => format!("`{name}` follows from the assumption of `{contract}`"),
            false => format!("`{name}` says nothing: every behaviour keeps it"),
        };
        let mut diagnostic = Diagnostic::new(codes::IDLE_CONJUNCT, headline);
        if let Some(span) = refinement.system.span(idle.element) {
            diagnostic = diagnostic.label(span, format!("part of the {side}"));
        }
        let certificate = proof(words::evidence(&idle.evidence), &idle.recheck);
        self.found.push((noted(diagnostic, &certificate), Some(certificate)));
    }

    /// Counts questions that were asked.
    pub fn count(&mut self, asked: usize) {
        self.asked += asked;
    }

    /// Adds a question without an answer.
    pub fn unknown(&mut self, name: String, place: Option<Place>, why: &wherefore_check::NoAnswer) {
        self.open.push(OpenQuestion { id: codes::IDLE_CONJUNCT.id, name, place, cause: cause(why) });
    }

    /// Adds contracts of which it is not known whether they contradict each other.
    pub fn unexamined(&mut self, refinement: &Refinement, why: &wherefore_check::NoAnswer) {
        let (id, name) = (codes::CONTRADICTORY.id, refinement.component.clone());
        self.open.push(OpenQuestion { id, name, place: None, cause: cause(why) });
    }

    /// The findings in a document, by their place, without those that are allowed.
    pub fn finish(mut self, sources: &SourceMap, allowed: &[String]) -> Lint {
        self.found.sort_by_key(|(d, _)| (d.span().map(|s| (s.file, s.start)), d.headline.clone()));
        self.found.dedup_by(|(a, _), (b, _)| a.headline == b.headline && a.span() == b.span());
        collected(sources, self.found, self.asked, self.open, allowed)
    }
}

/// A state of a graph in which runs end.
#[derive(Clone, Debug)]
pub struct GraphEnd {
    /// Its number.
    pub state: u32,
    /// The labels of a shortest run that leads there.
    pub run: Vec<String>,
    /// Where its last transition is written.
    pub span: Option<Span>,
}

/// Findings about a graph: where runs end, of how many such states; states that are not reached, of how many; and where the size of the
/// graph is written.
pub fn graph_lint(
    sources: &SourceMap,
    (ends, all_ends): (&[GraphEnd], usize),
    (unreached, all_unreached): (&[u32], usize),
    header: Option<Span>,
    allowed: &[String],
) -> Lint {
    let mut found = Vec::new();
    for end in ends {
        let headline = format!("runs end in the state {}: it has no transition", end.state);
        let mut diagnostic = Diagnostic::new(codes::DEADLOCK, headline);
        diagnostic = end.span.map_or(diagnostic.clone(), |span| diagnostic.label(span, "leads there"));
        let shown: Vec<&str> = end.run.iter().take(MOST_LABELS).map(String::as_str).collect();
        let more = end.run.len().saturating_sub(MOST_LABELS);
        diagnostic = match (shown.is_empty(), more) {
            (true, _) => diagnostic.note("it is the initial state"),
            (_, 0) => diagnostic.note(format!("a shortest run that leads there: {}", shown.join(", "))),
            (_, more) => diagnostic.note(format!("a shortest run: {}, and {more} more steps", shown.join(", "))),
        };
        found.push((diagnostic, None));
    }
    if all_ends > ends.len()
        && let Some((diagnostic, _)) = found.last_mut()
    {
        let more = all_ends - ends.len();
        *diagnostic = diagnostic.clone().note(format!("{more} more such states are not listed"));
    }
    if all_unreached > 0 {
        let numbers: Vec<String> = unreached.iter().map(ToString::to_string).collect();
        let (numbers, more) = (numbers.join(", "), all_unreached - unreached.len());
        let list = if more == 0 { numbers } else { format!("{numbers} and {more} more") };
        let headline = format!("no run comes to these states: {list}");
        let mut diagnostic = Diagnostic::new(codes::UNREACHABLE_STATE, headline);
        diagnostic = header.map_or(diagnostic.clone(), |span| diagnostic.label(span, "counts them"));
        found.push((diagnostic, None));
    }
    collected(sources, found, 2, Vec::new(), allowed)
}

/// A diagnostic with a note on its proof.
fn noted(diagnostic: Diagnostic, proof: &Certificate) -> Diagnostic {
    diagnostic.note(match proof.recheck.by {
        Some(by) => format!("proof: {}, re-checked by {by}", proof.statement),
        None => format!("proof: {}, not re-checked", proof.statement),
    })
}

fn finding(context: &Context<'_>, finding: &Finding) -> LintFinding {
    let mut diagnostic = diagnostic(context, finding);
    let (mut run, mut certificate) = (None, None);
    match &finding.evidence {
        FindingEvidence::Proof { evidence, recheck } => {
            let proof = proof(words::evidence(evidence), recheck);
            diagnostic = noted(diagnostic, &proof);
            certificate = Some(proof);
        }
        FindingEvidence::Run(shown) => {
            let shown = Counterexample { trace: shown.clone(), claims: Vec::new(), shortest: false };
            run = Some(trace(context, &shown, None));
        }
        FindingEvidence::Unfair(unfair) => {
            let UnfairLoop { trace: shown, tick, evidence, recheck } = unfair.as_ref();
            let when = if *tick == 0 { "from the start".to_owned() } else { format!("after {tick} steps") };
            let proof = proof(words::evidence(evidence), recheck);
            diagnostic = noted(diagnostic.note(format!("{when} of the run below, no fair run is left")), &proof);
            certificate = Some(proof);
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
        Kind::IdleGuard => (format!("the guard of `{name}` is always true"), "true whenever it is asked"),
        Kind::OverlappingGuards => {
            (format!("`{name}` is enabled together with a transition before it"), "enabled, and not taken")
        }
        Kind::PreemptedTransition => {
            (format!("a transition of another region prevents `{name}`"), "enabled, and not taken")
        }
        Kind::IgnoredEvent => (format!("nothing ever reacts to the event `{name}`"), "sent here"),
        Kind::UnfairLoop => {
            let headline = "a run comes to where it goes round for ever and fairness cannot be met".to_owned();
            (headline, "not met in the loop, and never again")
        }
        Kind::ConstantCondition => {
            let of = if name == "if" { String::new() } else { format!(" in `{name}`") };
            let value = finding.value.as_deref().unwrap_or("the same");
            (format!("the condition of this `if`{of} is always {value}"), "one of the two is never chosen")
        }
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
    let others = [codes::DEADLOCK, codes::IDLE_CONJUNCT, codes::NO_ENVIRONMENT, codes::CONTRADICTORY];
    let others = others.into_iter().chain([codes::NOTHING_TO_REFINE]).map(|code| code.id);
    Kind::ALL.into_iter().map(|kind| code(kind).id).chain(others)
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
        Kind::ConstantCondition => codes::CONSTANT_CONDITION,
        Kind::UnfairLoop => codes::UNFAIR_LOOP,
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
