//! Exoneration: elements of a model of which no change, whatever it is, mends the model.
//!
//! An element is an expression. It is left open: a free value takes its place at every tick. A run on which the model fails
//! says what the environment did; the model with the open place is laid out along it, with the environment doing the same. If
//! no values in the open place keep all properties on this run, no expression there does: whatever it computes, its values
//! along the run would be such values. The element is then exonerated, and a solver of another family has to agree.
//!
//! ```text
//! init(x) := 0;  next(x) := case go : x + 1; TRUE : x; esac;  next(y) := go ? 2 : 0;   property: y < 2;   run: go, then y = 2
//! `x + 1` left open: y is still 2 after the step, so `x + 1` is exonerated; `go ? 2 : 0` left open: 0 keeps the property.
//! ```
//!
//! # What makes it sound
//!
//! Let M' be the model with another expression in the place. From the failing run r a sequence r' of states is made, tick by
//! tick (`layout`): inputs and variables that nothing determines have the values of r; a variable with an equation has the
//! value of its equation in M'; where an equation is a choice, the value of r is chosen if M' permits it, and any permitted one
//! otherwise. Equations always permit some value, so r' is as long as r. Everything else that the model says, constraints on
//! states and steps, may be broken by r': from there on r' is no run of M' and nothing is asked of it. So if M' keeps the
//! properties, they hold on r' as long as the constraints do, and so do the obligations. That is what the solver is asked for,
//! with the value of the place free at each tick. Its answer "no" therefore excludes every M'. In particular a change that makes
//! the run impossible by a constraint is never excluded.
//!
//! An expression that stands for a set of values gives M' more runs than one that always picks a certain member: if the set
//! mends the model, so does the pick. So single values are enough.
//!
//! *Strengthened* (`scope`): an expression has one value for equal values of what it can read. If free values exist, the solver is
//! asked again, about all failing runs at once, with the value in the place the same at ticks that agree on all variables.
//! This is left out for other languages than SMV: expressions of Lustre can remember the past (`pre`), and those of a chart can
//! read the last event and input, which a system keeps only if something does.
//!
//! Formulas of LTL and CTL that are no invariants in other words need infinite runs, and the run of a changed model need not return
//! to the state of a lasso. They are asked about in a way of their own (`endless`).

mod clauses;
mod course;
mod endless;
mod layout;
mod parts;
mod run;
mod scope;

#[cfg(test)]
mod tests;

use crate::Reader;
use clauses::Clauses;
use endless::Endless;
use layout::Layout;
use parts::Parts;
use wherefore_check::{Cone, Family, NoAnswer, Options, Recheck, Session, judges};
use wherefore_diag::Span;
use wherefore_ir::{PropertyKind, Purpose, System, TermId, VarId, Visibility};
use wherefore_lang::Language;
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// A run on which a model fails.
#[derive(Clone, Copy, Debug)]
pub struct FailingRun<'a> {
    /// The name of the violated property.
    pub property: &'a str,
    /// The run, of the original system.
    pub trace: &'a Trace,
}

/// What a change must achieve, and how that is asked.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The text of the model.
    pub text: &'a str,
    /// The system of the text as it is.
    pub original: &'a System,
    /// Failing runs of violated properties.
    pub runs: &'a [FailingRun<'a>],
    /// The names of other properties that a mended model must have; those that are no invariants are left out.
    pub kept: &'a [&'a str],
    /// Whether only changes count after which each run has the same states up to its last step.
    pub is_late: bool,
    /// Solvers and limits.
    pub options: &'a Options,
    /// Ends the search.
    pub stop: &'a Stop,
}

/// Whether a change of some elements can mend a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exoneration {
    /// No change of these elements alone mends the model.
    Proved {
        /// The solver that found the same, or why none did.
        recheck: Recheck,
    },
    /// It is not excluded that one does.
    Possible,
    /// The question was not asked or not answered, for this reason.
    Unknown(NoAnswer),
}

impl Exoneration {
    /// Whether no change of these elements alone mends the model.
    pub fn is_proved(&self) -> bool {
        matches!(self, Exoneration::Proved { .. })
    }
}

/// For each element, by its span: whether a change of this element alone can mend the model.
pub fn exonerate(reader: &mut Reader<'_>, elements: &[Span], question: &Question<'_>) -> Vec<Exoneration> {
    elements.iter().map(|element| possible_together(reader, &[*element], question)).collect()
}

/// Whether changes of all these elements together can mend the model.
pub fn possible_together(reader: &mut Reader<'_>, elements: &[Span], question: &Question<'_>) -> Exoneration {
    if let Some(reason) = question.stop.reason() {
        return Exoneration::Unknown(NoAnswer::Stopped(reason));
    }
    let Ok(system) = reader.read_with_holes(question.text, elements) else {
        return unknown("an expression cannot be left open in this place");
    };
    // An expression of Lustre may remember the past, and one of a chart may read what the system has no reason to keep.
    let reads_one_tick = reader.language == Language::Smv;
    ask(system, reads_one_tick, question).unwrap_or_else(Exoneration::Unknown)
}

fn unknown(why: &str) -> Exoneration {
    Exoneration::Unknown(NoAnswer::Unsupported(why.to_owned()))
}

/// The open places of a system.
fn holes(system: &System) -> Vec<VarId> {
    let is_hole = |v: &Visibility| *v == Visibility::Auxiliary(Purpose::Hole);
    system.terms.vars().filter(|(_, declared)| is_hole(&declared.visibility)).map(|(var, _)| var).collect()
}

fn ask(system: System, reads_one_tick: bool, question: &Question<'_>) -> Result<Exoneration, NoAnswer> {
    let goals = Goals::new(&system, question);
    if goals.runs.is_empty() && (goals.endless.is_empty() || question.is_late) {
        return Ok(unknown("no violated property is an invariant"));
    }
    let finite = Cone::whole(&system).is_finite();
    let parts = Parts::new(&system);
    let undecided = match goals.refuted(&system, &parts, question) {
        Ok(Some(recheck)) => return Ok(Exoneration::Proved { recheck }),
        Ok(None) => None,
        Err(cause) => Some(cause),
    };
    let mut layout = Layout::new(system, &parts, question.original, &goals.terms);
    let mut asked = Asked { question, finite };
    for run in &goals.runs {
        layout.start();
        let base = layout.lay(run);
        if question.is_late {
            layout.keep_states(run, base);
        }
        if let Some(recheck) = asked.refuted(&layout.clauses, &layout.system)? {
            return Ok(Exoneration::Proved { recheck });
        }
    }
    if reads_one_tick && !question.is_late {
        layout.start();
        let places: Vec<_> = goals.runs.iter().map(|run| layout.lay(run)).collect();
        let bound = scope::bind(&mut layout, &places, &goals.runs);
        if bound > 0
            && let Some(recheck) = asked.refuted(&layout.clauses, &layout.system)?
        {
            return Ok(Exoneration::Proved { recheck });
        }
    }
    Ok(undecided.map_or(Exoneration::Possible, Exoneration::Unknown))
}

/// The formulas that must hold at every tick, and the runs on which they are asked for.
struct Goals<'a> {
    terms: Vec<TermId>,
    runs: Vec<&'a Trace>,
    /// Other formulas, with runs on which they fail.
    endless: Vec<Endless<'a>>,
}

impl<'a> Goals<'a> {
    fn new(system: &System, question: &Question<'a>) -> Goals<'a> {
        let session = Session::new(system, question.options.clone());
        let invariant = |name: &str| system.property(name).and_then(|p| session.as_invariant(p));
        let mut goals = Goals { terms: Vec::new(), runs: Vec::new(), endless: Vec::new() };
        for FailingRun { property, trace: run } in question.runs.iter().filter(|run| !run.trace.is_empty()) {
            let property = system.property(property);
            match (property, property.and_then(|p| session.as_invariant(p))) {
                (_, Some(term)) => {
                    goals.terms.push(term);
                    goals.runs.push(run);
                }
                (Some(p), None) if p.kind != PropertyKind::Invariant => {
                    goals.endless.push(Endless { kind: p.kind, formula: p.term, run });
                }
                _ => {}
            }
        }
        goals.terms.extend(question.kept.iter().filter_map(|name| invariant(name)));
        goals.terms.sort_unstable();
        goals.terms.dedup();
        goals
    }

    /// Whether no values in the open places make one of the other formulas true on its run.
    fn refuted(&self, open: &System, parts: &Parts, question: &Question<'_>) -> Result<Option<Recheck>, NoAnswer> {
        let Question { original, options, stop, .. } = *question;
        let asked = endless::Asked { open, parts, original, goals: &self.terms, options, stop };
        let mut undecided = None;
        for endless in self.endless.iter().filter(|_| !question.is_late) {
            match asked.refuted(endless) {
                Ok(Some(recheck)) => return Ok(Some(recheck)),
                Ok(None) => {}
                Err(cause) => undecided = Some(cause),
            }
        }
        undecided.map_or(Ok(None), Err)
    }
}

/// Asks solvers.
struct Asked<'a> {
    question: &'a Question<'a>,
    finite: bool,
}

impl Asked<'_> {
    /// Whether the clauses have no model: by whom that was found again.
    fn refuted(&mut self, clauses: &Clauses, system: &System) -> Result<Option<Recheck>, NoAnswer> {
        let Question { options, stop, .. } = self.question;
        let make = options.solvers().bounded(self.finite);
        if clauses.is_satisfiable(&system.terms, make()?.as_mut(), stop)? {
            return Ok(None);
        }
        let found_by = if self.finite { Family::Sat } else { Family::Z3 };
        let agrees = |make: &wherefore_check::solvers::Maker| match clauses.is_satisfiable(
            &system.terms,
            make()?.as_mut(),
            stop,
        )? {
            true => Err(NoAnswer::Refuted("a solver finds values that another one excludes".to_owned())),
            false => Ok(()),
        };
        judges(found_by, self.finite, options).review(agrees).map(Some)
    }
}
