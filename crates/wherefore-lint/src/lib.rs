//! Checks without properties: what in a model is never reached, never used, or leads nowhere.
//!
//! [`lint`] asks what every model can be asked: each question is a formula that should be true in some reachable state. A part whose
//! formula is never true is a [`Finding`], with the proof; a formula of which neither is known stays open.
//!
//! ```
//! use std::sync::Arc;
//! use wherefore_check::{Observer, Options, Session, Silent};
//! use wherefore_lint::{Kind, lint};
//!
//! let text = "MODULE main VAR s : {off, on, hot}; ASSIGN init(s) := off; next(s) := s = off ? on : off;";
//! let system = wherefore_lang::smv::load(wherefore_diag::FileId(0), text).system.expect("the model is in order");
//! let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
//! let found = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
//! assert!(found.findings.iter().any(|f| f.kind == Kind::UnusedValue && f.name == "s = hot"));
//! ```

mod finding;
mod questions;
mod subsumed;
mod unfair;

pub use finding::{Finding, FindingEvidence, Kind, Lint, OpenQuestion};

use questions::{Question, Wanted};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wherefore_check::{Effort, Observer, Occurrence, Options, Session};
use wherefore_ir::{Constraint, Op, System, TermId, Terms, VarId, walk};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// Asks everything that a system can be asked without properties. `draft` is given what is known after each stage.
pub fn lint(
    system: &System,
    options: Options,
    limits: (&Stop, &Arc<dyn Observer>),
    draft: &mut dyn FnMut(&Lint),
) -> Lint {
    let mut system = system.clone();
    let mut found = Lint::default();
    found.findings.extend(questions::structural(&system));
    let asked = questions::reachability(&mut system);
    let mut runs = ask(&system, &options, asked, limits, &mut found);
    if runs.is_empty() {
        runs.extend(first_state(&mut system, &options, limits));
    }
    draft(&found);
    let asked = questions::constants(&mut system, &runs);
    ask(&system, &options, asked, limits, &mut found);
    let session = Session::new(&system, options);
    if let Some(trace) = session.ending(limits.0) {
        found.findings.push(Finding::dead_end(trace));
    }
    unfair::ask(&session, &system, limits, &mut found);
    subsumed::drop_subsumed(&system, &mut found.findings);
    found.findings.sort_by_key(|f| (system.span(f.element).map(|s| (s.file, s.start)), f.kind, f.name.clone()));
    found
}

/// Runs on which these formulas hold all the time, and which together reach the states, transitions, branches and values of a system
/// that a search of this depth reaches in them.
pub fn covering(
    system: &System,
    goods: &[TermId],
    options: &Options,
    depth: u32,
    limits: (&Stop, &Arc<dyn Observer>),
) -> Vec<Trace> {
    let mut system = system.clone();
    system.invar.extend(goods.iter().map(|term| Constraint { term: *term, element: None }));
    let asked: Vec<TermId> = questions::reachability(&mut system).into_iter().map(|q| q.formula).collect();
    let after: Vec<TermId> = goods.iter().filter_map(|good| after_step(&mut system, *good)).collect();
    let with_step = |formula: TermId| system.terms.and(after.iter().copied().chain([formula]));
    let formulas: Vec<TermId> = asked.into_iter().map(with_step).collect();
    let effort = Effort { depth, drawn: 0, diagrams: 0, obligations: 0, induction: 0, ..Effort::default() };
    let seen = Session::new(&system, options.clone()).occurrences(&formulas, effort, limits);
    let mut runs: Vec<Arc<Trace>> = Vec::new();
    for answer in seen {
        if let Occurrence::Seen { trace, .. } = answer
            && !runs.iter().any(|r| Arc::ptr_eq(r, &trace))
        {
            runs.push(trace);
        }
    }
    runs.iter().map(|run| Trace::clone(run)).collect()
}

/// The formula that says at a tick that another one holds at the next; none if that is not determined by this one.
fn after_step(system: &mut System, formula: TermId) -> Option<TermId> {
    let updates: FxHashMap<VarId, TermId> = system.next.iter().map(|(var, update)| (*var, update.term)).collect();
    let variables = walk::variables(&system.terms, [formula]);
    if !variables.iter().all(|v| updates.contains_key(v)) || updates.values().any(|t| system.terms.has_next(*t)) {
        return None;
    }
    let leaf = |terms: &mut Terms, term: TermId| match terms.op(term) {
        Op::Var(var) => updates.get(&var).copied(),
        _ => None,
    };
    walk::rewrite(&mut system.terms, &[formula], &mut FxHashMap::default(), leaf).pop()
}

/// A run of one state: even a model of which nothing was asked so far begins somewhere.
fn first_state(system: &mut System, options: &Options, limits: (&Stop, &Arc<dyn Observer>)) -> Option<Arc<Trace>> {
    let truth = system.terms.bool(true);
    let session = Session::new(system, options.clone());
    match session.occurrences(&[truth], Effort::default(), limits).pop() {
        Some(Occurrence::Seen { trace, .. }) => Some(trace),
        _ => None,
    }
}

/// Settles questions, and gives the runs that were seen.
fn ask(
    system: &System,
    options: &Options,
    asked: Vec<Question>,
    limits: (&Stop, &Arc<dyn Observer>),
    found: &mut Lint,
) -> Vec<Arc<Trace>> {
    let session = Session::new(system, options.clone());
    let formulas: Vec<TermId> = asked.iter().map(|q| q.formula).collect();
    let answers = session.occurrences(&formulas, Effort::default(), limits);
    let mut runs: Vec<Arc<Trace>> = Vec::new();
    found.asked += asked.len();
    for (question, answer) in asked.into_iter().zip(answers) {
        match answer {
            Occurrence::Seen { trace, tick } => {
                if question.wanted == Wanted::Run {
                    let run = FindingEvidence::Run(until(&trace, tick));
                    found.findings.push(question.finding(run));
                }
                if !runs.iter().any(|r| Arc::ptr_eq(r, &trace)) {
                    runs.push(trace);
                }
            }
            Occurrence::Never { evidence, recheck } => {
                if question.wanted == Wanted::Proof
                    && question.given.is_none_or(|given| happens(&session, given, limits))
                {
                    let evidence = FindingEvidence::Proof { evidence, recheck };
                    found.findings.push(question.finding(evidence));
                }
            }
            Occurrence::Open(cause) => found.open.push(question.open(cause)),
        }
    }
    runs
}

/// Whether a formula is known to be true in some reachable state.
fn happens(session: &Session, formula: TermId, limits: (&Stop, &Arc<dyn Observer>)) -> bool {
    let answers = session.occurrences(&[formula], Effort::default(), limits);
    matches!(answers[..], [Occurrence::Seen { .. }])
}

/// The run up to a tick.
fn until(trace: &Trace, tick: usize) -> Trace {
    Trace::finite(trace.steps.iter().take(tick + 1).cloned().collect())
}
