//! Which conjuncts and connections cannot be the fault alone: a check stays violated whatever stands in their place.
//!
//! A check is `left -> right`, with the contracts `A -> G` of parts on the left. The left-hand side gets stronger with every
//! guarantee of a part and with what the whole assumes, and weaker with every assumption of a part. So nothing in the place of
//! a conjunct does more for a check than `false` in a guarantee of a part or an assumption of the whole, and `true` in an
//! assumption of a part. If the check is violated even then, by a run that is replayed, no formula in this place makes it hold.
//! A conjunct that is itself what the check asks for is never exonerated by it.
//!
//! A connection gives its target a value at every tick. If the check fails on a run with everything the environment and the parts
//! do kept, whatever values the target has, it fails with every source. Constraints of the source text on what is connected could
//! forbid the run, so nothing is said where there are some.

use super::delta::{Changed, changed};
use super::runs::truth;
use super::trial::{Goals, Violated};
use crate::suspects::outermost_first;
use crate::{Exoneration, Limits, Reader};
use std::sync::Arc;
use wherefore_check::{Checker, NoAnswer, Options, Recheck};
use wherefore_explain::contract::sides::left;
use wherefore_explain::contract::{Possible, Questions};
use wherefore_ir::TermId;
use wherefore_ir::refinement::{Check, Refinement};
use wherefore_ir::walk;
use wherefore_mutate::{Element, ElementKind};
use wherefore_trace::{Trace, replay};

/// Asks of elements whether they can be the fault.
pub(crate) struct Exonerator<'a, 'r> {
    pub reader: &'a mut Reader<'r>,
    pub old: &'a [Arc<Refinement>],
    pub goals: &'a Goals,
    pub options: &'a Options,
    pub limits: &'a Limits<'a>,
}

impl Exonerator<'_, '_> {
    /// For each element whether a change of it alone can mend the specification.
    pub fn all(&mut self, elements: &[Element]) -> Vec<Exoneration> {
        outermost_first(elements, |element| self.one(element))
    }

    fn one(&mut self, element: &Element) -> Exoneration {
        let stop = (self.limits.each)(self.limits.stop);
        let questions = Questions::new(self.options, &stop, self.limits.observer);
        match element.kind {
            ElementKind::Guarantee | ElementKind::PartAssumption => self.conjunct(element, &questions),
            ElementKind::Connection => self.connection(element, &questions),
            _ => unknown("only conjuncts and connections are asked about"),
        }
    }

    fn conjunct(&mut self, element: &Element, questions: &Questions<'_>) -> Exoneration {
        let (Some(strong), Some(weak)) = (self.with(element, "false"), self.with(element, "true")) else {
            return unknown("the conjunct cannot be left open");
        };
        let mut open = None;
        for goal in &self.goals.violated {
            let (at, name) = &goal.check;
            let (Some(old), Some(strong), Some(weak)) = (self.old.get(*at), strong.get(*at), weak.get(*at)) else {
                continue;
            };
            let (Some(check), Some(strong)) = (old.check(name), changed(old, strong)) else { continue };
            let Some(best) = best(old, &strong, weak, check) else { continue };
            match still_fails(best, check, goal, questions) {
                Possible::Yes(_) => return Exoneration::Proved { recheck: Recheck::By(Checker::Replay) },
                Possible::No(_) => {}
                Possible::Unknown(cause) => open = Some(cause),
            }
        }
        open.map_or(Exoneration::Possible, Exoneration::Unknown)
    }

    /// The specification with something else in the place of an element.
    fn with(&mut self, element: &Element, text: &str) -> Option<Vec<Refinement>> {
        let (start, end) = (element.span.start as usize, element.span.end as usize);
        let (before, behind) = (self.reader.text.get(..start)?, self.reader.text.get(end..)?);
        self.reader.read_contracts(&format!("{before} {text} {behind}")).ok()
    }

    fn connection(&mut self, element: &Element, questions: &Questions<'_>) -> Exoneration {
        let place = self.old.iter().enumerate().find_map(|(at, r)| Some((at, wire(r, element)?)));
        let Some((own, wire)) = place else { return unknown("the connection is not found") };
        let mut open = None;
        for goal in &self.goals.violated {
            let (at, name) = &goal.check;
            if *at != own {
                return Exoneration::Proved { recheck: Recheck::By(Checker::Replay) };
            }
            let Some((refinement, check)) = self.old.get(*at).and_then(|r| Some((r, r.check(name)?))) else { continue };
            if is_constrained(refinement) {
                return unknown("constraints may forbid the run");
            }
            match questions.possible_with_free_wire(refinement, check, &goal.run, wire) {
                Some(Possible::No(recheck)) => return Exoneration::Proved { recheck },
                Some(Possible::Unknown(cause)) => open = Some(cause),
                Some(Possible::Yes(_)) | None => {}
            }
        }
        open.map_or(Exoneration::Possible, Exoneration::Unknown)
    }
}

/// Whether a run breaks the check in the best of all cases: the one that is known, or another one.
fn still_fails(
    (mut best, right): (Refinement, TermId),
    check: &Check,
    goal: &Violated,
    questions: &Questions<'_>,
) -> Possible {
    let left = left(&mut best, check);
    let wrong = best.system.terms.not(right);
    let gap = best.system.terms.and([left, wrong]);
    let shows = |run: &Trace| truth(&best, run, gap) == Some(true) && replay(&best.system, run).is_ok();
    if shows(&goal.run) {
        return Possible::Yes(Box::new(goal.run.clone()));
    }
    match questions.possible(&mut best.system.clone(), gap) {
        Possible::Yes(run) if !shows(&run) => {
            Possible::Unknown(NoAnswer::Refuted("the run does not show the failure".to_owned()))
        }
        other => other,
    }
}

/// The refinement with the best in the place of a conjunct for each of its uses in a check, and what the check asks for; none if that
/// is the conjunct itself.
fn best(old: &Refinement, strong: &Changed, weak: &Refinement, check: &Check) -> Option<(Refinement, TermId)> {
    let asked = |r: &Refinement| r.contract(check.contract).side(check.side).get(check.conjunct).map(|c| c.term);
    let right = asked(old)?;
    let strong = &strong.refinement;
    if asked(strong) != Some(right) {
        return None;
    }
    let mut best = changed(strong, weak)?.refinement;
    for (best, strong) in best.contracts.iter_mut().zip(&strong.contracts) {
        match best.owner {
            None => best.assumptions = strong.assumptions.clone(),
            Some(_) => best.guarantees = strong.guarantees.clone(),
        }
    }
    Some((best, right))
}

/// The wire that a connection of the text is.
fn wire(refinement: &Refinement, element: &Element) -> Option<usize> {
    refinement.wires.iter().position(|wire| {
        let span = wire.element.and_then(|id| refinement.system.elements.get(id).span);
        span.is_some_and(|s| s.file == element.span.file && s.start <= element.span.start && element.span.end <= s.end)
    })
}

/// Whether something but wires, and what is said of parameters, restricts the runs.
fn is_constrained(refinement: &Refinement) -> bool {
    let system = &refinement.system;
    let is_frozen = |term: TermId| {
        walk::variables(&system.terms, [term]).iter().all(|v| system.role(*v) == wherefore_ir::Role::Frozen)
    };
    let is_wire = |at: usize| refinement.wires.iter().any(|w| w.invar == at);
    let mut others = system.invar.iter().enumerate().filter(|(at, c)| !is_wire(*at) && !is_frozen(c.term));
    others.next().is_some() || !system.init.is_empty() || !system.trans.is_empty()
}

fn unknown(why: &str) -> Exoneration {
    Exoneration::Unknown(NoAnswer::Unsupported(why.to_owned()))
}
