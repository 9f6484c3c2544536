//! From what the engines found to the view.

mod bound;
mod contract;
mod diagram;
mod equivalence;
mod explanation;
mod flow;
mod inquiry;
mod lts;
mod moves;
mod picture;
mod table;

use crate::cause::{Cause, CauseKind};
use crate::codes;
use crate::view::{Certificate, Claim, Property, Remark, Trace, Vacuity, Verdict};
pub use contract::{ailment, contract, unexamined};
pub use diagram::diagram;
pub use equivalence::{comparison, refusal, unfinished};
pub use lts::mcl;
use wherefore_check as check;
use wherefore_diag::Diagnostic;
use wherefore_explain as explain;
use wherefore_ir::{Role, System, TermId, walk};
use wherefore_trace::formula;

/// Which definitions a trace shows besides the variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defines {
    /// Only those that the source declares as variables.
    Declared,
    /// All.
    All,
}

/// The view of a finding, and of the inquiry into it if there was one.
pub fn property(
    system: &System,
    finding: &check::Finding,
    inquiry: Option<&explain::Inquiry>,
    seconds: f64,
    defines: Defines,
) -> Property {
    let property = system.property(&finding.property);
    let verdict = match &finding.verdict {
        check::Verdict::Holds { certificate, rechecked_by } => Verdict::Holds(proof(certificate, rechecked_by)),
        check::Verdict::Vacuous { certificate, rechecked_by, reason, element } => Verdict::Vacuous(Vacuity {
            certificate: proof(certificate, rechecked_by),
            reason: reason.clone(),
            span: system.span(*element),
        }),
        check::Verdict::Violated(run) => Verdict::Violated(trace(system, run, property.map(|p| p.term), defines)),
        check::Verdict::Undetermined(why) => Verdict::Undetermined(cause(why)),
    };
    let mut view = Property {
        name: finding.property.clone(),
        kind: property.map_or("property", |p| p.kind.word()),
        text: property.map_or_else(String::new, |p| p.text.clone()),
        span: property.and_then(|p| system.span(p.element)),
        verdict,
        engine: finding.engine.clone(),
        seconds,
        given: false,
        contract: None,
        inquiry: property.zip(inquiry).map(|(p, i)| inquiry::inquiry(system, p, i, defines)),
        since: None,
        left_out: inquiry.map(|i| i.left_out.clone()).unwrap_or_default(),
    };
    bound::bound(&mut view);
    view
}

fn proof(statement: &str, rechecked_by: &str) -> Certificate {
    Certificate { statement: statement.to_owned(), rechecked_by: rechecked_by.to_owned() }
}

/// The view of a run that shows `question` to be false.
pub fn trace(system: &System, run: &check::Counterexample, question: Option<TermId>, defines: Defines) -> Trace {
    let (columns, rows) = table::build(system, &run.trace, defines);
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
        by_event: system.control.is_some(),
        last_inputs_matter: question.is_none() || read.iter().any(|v| system.role(*v) == Role::Input),
    }
}

/// The view of a model that does not make sense: the place, and the run that leads there.
pub fn broken(system: &System, broken: &check::BrokenObligation, defines: Defines) -> Remark {
    let obligation = &broken.obligation;
    let code = codes::of(obligation.kind);
    let mut diagnostic = Diagnostic::new(code, obligation.message.clone());
    if let Some(span) = obligation.span.or_else(|| system.span(obligation.element)) {
        diagnostic = diagnostic.label(span, "goes wrong at the end of the run below");
    }
    let trace = trace(system, &broken.counterexample, Some(obligation.term), defines);
    Remark { diagnostic, trace: Some(trace) }
}

/// The view of a cause, with advice where there is some beyond that of its kind.
pub fn cause(why: &check::Cause) -> Cause {
    let kind = match why {
        check::Cause::Bound(_) => CauseKind::Bound,
        check::Cause::Stopped(reason) => return Cause::stopped(reason),
        check::Cause::Effort => CauseKind::Effort,
        check::Cause::Classes(_) => CauseKind::ClassLimit,
        check::Cause::Ways(_) => CauseKind::WaysTried,
        check::Cause::Memory => CauseKind::Memory,
        check::Cause::GaveUp(_) => CauseKind::GaveUp,
        check::Cause::Unsupported(_) => CauseKind::Unsupported,
        check::Cause::Missing { .. } => CauseKind::MissingSolver,
        check::Cause::Died(_) => CauseKind::SolverDied,
        check::Cause::Refuted(_) => CauseKind::InternalError,
    };
    let mut cause = Cause::new(kind, why.to_string());
    if let check::Cause::Missing { program, .. } = why {
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
        _ => format!("install `{name}` and make sure that it is on the PATH"),
    }
}
