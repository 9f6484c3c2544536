//! From what the engines found to the document.

mod bound;
mod contract;
mod diagram;
mod drawing;
mod equivalence;
mod evidence;
mod explanation;
mod fix;
mod flow;
mod graphs;
mod inquiry;
mod lint;
mod located;
mod lts;
mod moves;
mod picture;
mod quantifiers;
mod quantity;
mod states;
mod table;

use crate::codes;
use crate::document::{
    Certificate, Claim, Command, Inquiry, Place, Property, Recheck, Remark, Runs, Stronger, Trace, Vacuity, Verdict,
};
use crate::no_answer::{CauseKind, NoAnswer};
use crate::words::finder;
use crate::words::proof as words;
pub use contract::{ailment, contract, unexamined};
pub use diagram::diagram;
pub use drawing::draw;
pub use equivalence::{Pair, comparison, refusal, unfinished};
pub use fix::fixes;
pub use graphs::{GraphsFound, graphs};
pub use lint::{ContractFindings, GraphEnd, finding_ids, graph_lint, lint};
pub use located::located;
pub use lts::mcl;
pub use quantity::quantity;
pub use states::{Valued, valued};
use std::collections::BTreeMap;
pub use table::vocabulary;
use wherefore_check as check;
use wherefore_diag::{Diagnostic, SourceMap, Span};
use wherefore_explain as explain;
use wherefore_ir::{ElementId, Role, System, TermId, Var, VarId, walk};
use wherefore_trace::formula;

/// Values of a state in a remark.
const MOST_VALUES: usize = 12;
/// Places that a remark about a whole model points at.
const MOST_PLACES: usize = 12;

/// Which definitions a trace shows besides the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defines {
    /// Only those that the source declares as variables.
    Declared,
    /// All.
    All,
}

/// Context from which a document is built.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Command that was asked.
    pub command: Command,
    /// The model.
    pub system: &'a System,
    /// The texts that it was read from.
    pub sources: &'a SourceMap,
    /// Definitions that runs show.
    pub defines: Defines,
}

impl Context<'_> {
    /// Where an element is written.
    fn place(&self, element: Option<ElementId>) -> Option<Place> {
        self.at(self.system.span(element)?)
    }

    /// The place of a span.
    fn at(&self, span: Span) -> Option<Place> {
        Place::of(span, self.sources)
    }
}

/// Property of a document from a finding, and from the inquiry into it if there was one.
pub fn property(
    context: &Context<'_>,
    finding: &check::Finding,
    inquiry: Option<&explain::Inquiry>,
    seconds: f64,
) -> Property {
    let system = context.system;
    let property = system.property(&finding.property);
    let verdict = match &finding.verdict {
        check::Verdict::Holds { evidence, recheck } => Verdict::Holds(proof(words::evidence(evidence), recheck)),
        check::Verdict::Vacuous { evidence, recheck, reason, element, stronger } => Verdict::Vacuous(Vacuity {
            certificate: proof(words::evidence(evidence), recheck),
            reason: reason.clone(),
            span: context.place(*element),
            stronger: stronger.as_deref().map(|s| Box::new(stronger_formula(s))),
        }),
        check::Verdict::Violated(run) => {
            let mut table = trace(context, run, property.map(|p| p.term));
            // Where there are classes, the runs of these are shown.
            if inquiry.is_none_or(|i| i.classes.is_empty()) {
                table.signals = drawing::signals(system, &finding.property, &run.trace);
            }
            Verdict::Violated(table)
        }
        check::Verdict::Undetermined(why) => Verdict::Undetermined(cause(why)),
    };
    let made = property.zip(inquiry).map(|(p, i)| inquiry::inquiry(context, p, i, verdict.trace().is_some()));
    let mut built = Property {
        name: finding.property.clone(),
        kind: property.map_or("property", |p| p.kind.word()),
        text: property.map_or_else(String::new, |p| p.text.clone()),
        is_existential: property.is_some_and(|p| quantifiers::is_existential(&system.terms, p.term)),
        span: property.and_then(|p| context.place(p.element)),
        verdict,
        engine: finder(&finding.finder),
        seconds,
        given: false,
        contract: None,
        evidence_graph: None,
        inquiry: made.or_else(|| (context.command == Command::Why).then(Inquiry::default)),
        left_out: inquiry.map(|i| i.left_out.clone()).unwrap_or_default(),
    };
    bound::bound(&mut built);
    built
}

fn stronger_formula(stronger: &check::Stronger) -> Stronger {
    let check::Stronger { idle, formula, evidence, recheck } = stronger;
    let certificate = proof(words::evidence(evidence), recheck);
    Stronger { idle: idle.clone(), formula: formula.clone(), certificate }
}

fn proof(statement: String, done: &check::Recheck) -> Certificate {
    Certificate { statement, recheck: recheck(done) }
}

/// Re-check in a document.
pub fn recheck(done: &check::Recheck) -> Recheck {
    match done {
        check::Recheck::By(checker) => Recheck { by: Some(checker.name()), missing: None },
        check::Recheck::Missing(why) => Recheck { by: None, missing: Some(cause(why)) },
        check::Recheck::Unasked => Recheck::default(),
    }
}

/// A run that shows `question` to be false.
pub fn trace(context: &Context<'_>, run: &check::Counterexample, question: Option<TermId>) -> Trace {
    let system = context.system;
    let (columns, rows) = table::build(system, &run.trace, context.defines);
    let left_out = run.trace.len() - rows.len();
    let claim =
        |c: &wherefore_trace::Claim| Claim { row: c.step, formula: formula(&system.terms, c.formula), value: c.value };
    let read = walk::variables(&system.terms, question);
    Trace {
        columns,
        rows,
        left_out,
        loop_start: run.trace.loop_start,
        claims: run.claims.iter().map(claim).collect(),
        shortest: run.shortest,
        signals: BTreeMap::new(),
        by_event: system.annexes.is_chart(),
        asked: Vec::new(),
        is_synchronous: system.annexes.network.is_some(),
        last_inputs_matter: question.is_none() || read.iter().any(|v| system.role(*v) == Role::Input),
    }
}

/// Remark about a model that does not make sense: the place, and the run that leads there.
pub fn broken(context: &Context<'_>, broken: &check::BrokenObligation) -> Remark {
    let obligation = &broken.obligation;
    let code = codes::of(obligation.kind);
    let mut diagnostic = Diagnostic::new(code, obligation.message.clone());
    if let Some(span) = obligation.span.or_else(|| context.system.span(obligation.element)) {
        diagnostic = diagnostic.label(span, "goes wrong at the end of the run below");
    }
    let trace = trace(context, &broken.counterexample, Some(obligation.term));
    Remark::new(diagnostic, Some(trace), context.sources)
}

/// Diagnostic of a model that no run begins in: the restrictions that exclude each other.
pub fn no_initial_state(system: &System, why: &check::Contradiction) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(codes::NO_INITIAL_STATE, "the model has no initial state: no property says anything");
    let place = |element: &ElementId| system.span(Some(*element));
    let spans: Vec<Span> = why.elements.iter().filter_map(place).take(MOST_PLACES).collect();
    let (words, note) = match (why.elements.len(), why.minimal) {
        (0, _) => ("", None),
        (1, _) => ("no first state satisfies this", None),
        (_, true) => ("one of these", Some("no state satisfies all of these, and none of them can be left out")),
        (_, false) => ("one of these", Some("no state satisfies all of these")),
    };
    let diagnostic = spans.into_iter().fold(diagnostic, |diagnostic, span| diagnostic.label(span, words));
    match (note, why.elements.len().saturating_sub(MOST_PLACES)) {
        (None, _) => diagnostic,
        (Some(note), 0) => diagnostic.note(note),
        (Some(note), more) => diagnostic.note(format!("{note}; {more} more are not shown")),
    }
}

/// Diagnostic of a model that no fair run goes on for ever in.
pub fn no_infinite_run(system: &System) -> (Runs, Diagnostic) {
    let fair = system.justice.iter().map(|c| c.element).chain(system.compassion.iter().map(|c| c.element));
    let spans: Vec<Span> = fair.filter_map(|e| system.span(e)).take(MOST_PLACES).collect();
    if spans.is_empty() {
        let headline = "the model has no infinite run: every run comes to a state without a successor";
        return (Runs::AllEnd, Diagnostic::new(codes::NO_INFINITE_RUN, headline));
    }
    let headline = "the model has no fair infinite run: no property of linear or branching time says anything";
    let diagnostic = Diagnostic::new(codes::NO_INFINITE_RUN, headline);
    (Runs::NoneFair, spans.into_iter().fold(diagnostic, |d, span| d.label(span, "fair runs come back here for ever")))
}

/// Diagnostic of a model some runs of which end; the state in which this one does.
pub fn dead_end(system: &System, run: &wherefore_trace::Trace) -> Diagnostic {
    let headline = "some runs of the model end: properties of linear and branching time do not speak of them";
    let last = run.steps.last();
    let value = |var: VarId| {
        let Var { name, .. } = Some(system.terms.var(var)).filter(|var| !var.is_hidden())?;
        let value = last.and_then(|step| step.get(var))?;
        Some(format!("{name} = {}", wherefore_trace::show(&system.terms, var, value)))
    };
    let values: Vec<String> = system.state_vars().filter_map(value).collect();
    let more = values.len().saturating_sub(MOST_VALUES);
    let mut state = values[..values.len() - more].join(", ");
    if more > 0 {
        state.push_str(&format!(" and {more} more"));
    }
    let steps = run.steps.len().saturating_sub(1);
    let when = match steps {
        0 => "at the start".to_owned(),
        1 => "after 1 step".to_owned(),
        steps => format!("after {steps} steps"),
    };
    Diagnostic::new(codes::DEAD_END, headline).note(format!("{when}, this state has no successor: {state}"))
}

/// Cause of a missing answer in a document, with advice where there is some beyond that of its kind.
pub fn cause(why: &check::NoAnswer) -> NoAnswer {
    let kind = match why {
        check::NoAnswer::Bound(_) => CauseKind::Bound,
        check::NoAnswer::Stopped(reason) => return NoAnswer::stopped(reason),
        check::NoAnswer::Effort => CauseKind::Effort,
        check::NoAnswer::Classes(_) => CauseKind::ClassLimit,
        check::NoAnswer::Ways(_) => CauseKind::WaysTried,
        check::NoAnswer::Memory => CauseKind::Memory,
        check::NoAnswer::GaveUp(_) => CauseKind::GaveUp,
        check::NoAnswer::Unsupported(_) | check::NoAnswer::Estimated(_) => CauseKind::Unsupported,
        check::NoAnswer::Missing { .. } => CauseKind::MissingSolver,
        check::NoAnswer::Died(_) => CauseKind::SolverDied,
        check::NoAnswer::Unconfirmed(_) => CauseKind::Unconfirmed,
        check::NoAnswer::Refuted(_) => CauseKind::InternalError,
    };
    let mut cause = NoAnswer::new(kind, why.to_string());
    if let check::NoAnswer::Missing { program, .. } = why {
        cause.help.push(installation(program));
    }
    cause
}

/// How to get a solver.
fn installation(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match name.trim_end_matches(".exe") {
        "z3" => "install z3: `pip install z3-solver`; it must be on the PATH or beside `wherefore`".to_owned(),
        "cvc5" => "install cvc5: on Debian and Ubuntu `apt install cvc5`; it must be on the PATH or beside `wherefore`"
            .to_owned(),
        "wherefore-bitwuzla" => {
            "install Bitwuzla: `pip install bitwuzla`, where the wheel of Wherefore is installed".to_owned()
        }
        _ => format!("install `{name}` and make sure that it is on the PATH"),
    }
}
