//! Do the contracts allow the same runs as before, but for those on which they failed?
//!
//! A run is allowed if the wires are right and the left-hand side of a check is true: what the whole assumes, and the contracts of
//! the parts. Before the edit some of the runs that are allowed fail. The edit conserves if afterwards exactly the others are
//! allowed. Both are formulas about the same ports, so that two questions decide it.

use super::delta::Changed;
use super::trial::whole_check;
use crate::Conservation;
use wherefore_check::NoAnswer;
use wherefore_explain::contract::sides::{left, right};
use wherefore_explain::contract::{Possible, Questions};
use wherefore_ir::refinement::{Check, ContractId, Refinement};
use wherefore_ir::{Op, System, TermId};
use wherefore_trace::Trace;

/// How an edit changes what is allowed: less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Exactly the runs that failed are not allowed any more.
    Same,
    /// Others are not allowed any more either.
    Forbids,
    /// Not known.
    Unknown,
    /// Runs are allowed that were not.
    Allows,
}

/// Whether an edit changes what is allowed of a run that does not fail; `mended` are the names of the checks that it mends.
pub(crate) fn conservation(
    old: &Refinement,
    changed: &Changed,
    mended: &[&str],
    questions: &Questions<'_>,
) -> (Conservation, Effect) {
    let steps =
        |r: &Refinement| -> Vec<TermId> { r.system.trans.iter().chain(&r.system.init).map(|c| c.term).collect() };
    if steps(old) != steps(&changed.refinement) {
        let why = "the edit changes a constraint on steps";
        return (Conservation::Unknown(NoAnswer::Unsupported(why.to_owned())), Effect::Unknown);
    }
    let (mut recheck, mut lost, mut gained) = (None, None, None);
    for whole in wholes(old) {
        for (is_lost, answer) in of_whole(old, changed, whole, mended, questions) {
            match answer {
                Possible::Yes(run) if is_lost => lost = lost.or(Some(run)),
                Possible::Yes(run) => gained = gained.or(Some(run)),
                Possible::No(by) => recheck = recheck.or(Some(by)),
                Possible::Unknown(cause) => return (Conservation::Unknown(cause), Effect::Unknown),
            }
        }
    }
    let effect = match (&lost, &gained) {
        (_, Some(_)) => Effect::Allows,
        (Some(_), None) => Effect::Forbids,
        (None, None) => Effect::Same,
    };
    match (lost.or(gained), recheck) {
        (Some(run), _) => (Conservation::Changes(run), effect),
        (None, Some(recheck)) => (Conservation::Proved(recheck), effect),
        (None, None) => (Conservation::Unknown(NoAnswer::Effort), Effect::Unknown),
    }
}

/// The contracts that are refined.
pub(crate) fn wholes(refinement: &Refinement) -> Vec<ContractId> {
    let mut list: Vec<ContractId> = refinement.checks.iter().map(|c| c.whole).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// Whether runs are lost, and whether runs are gained, for one contract that is refined.
fn of_whole(
    old: &Refinement,
    changed: &Changed,
    whole: ContractId,
    mended: &[&str],
    questions: &Questions<'_>,
) -> Vec<(bool, Possible)> {
    let mut system = changed.refinement.system.clone();
    system.invar.clear();
    let before = good(old, &mut system, whole, mended);
    let after = allowed(&changed.refinement, &mut system, whole);
    let (Some(before), Some(after)) = (before, after) else {
        return vec![(true, Possible::Unknown(NoAnswer::Effort))];
    };
    let (not_before, not_after) = (system.terms.not(before), system.terms.not(after));
    let lost = system.terms.and([before, not_after]);
    let gained = system.terms.and([after, not_before]);
    [(true, lost), (false, gained)].map(|(is_lost, f)| (is_lost, questions.possible(&mut system, f))).into()
}

/// The runs that are allowed, as a formula: the arena of the system extends that of the refinement.
fn allowed(refinement: &Refinement, system: &mut System, whole: ContractId) -> Option<TermId> {
    let check = refinement.checks.iter().find(|c| c.whole == whole)?;
    let check = whole_check(refinement, check);
    let mut copy = refinement.clone();
    std::mem::swap(&mut copy.system.terms, &mut system.terms);
    let promised = left(&mut copy, &check);
    std::mem::swap(&mut copy.system.terms, &mut system.terms);
    let wires: Vec<TermId> = refinement.system.invar.iter().map(|c| c.term).collect();
    let wires = system.terms.and(wires);
    let always = system.terms.apply(Op::G, &[wires]);
    Some(system.terms.and([promised, always]))
}

/// The runs that are allowed and do not fail the checks that are mended.
pub(crate) fn good(refinement: &Refinement, system: &mut System, whole: ContractId, mended: &[&str]) -> Option<TermId> {
    let allowed = allowed(refinement, system, whole)?;
    let is_mended = |c: &&Check| c.whole == whole && mended.contains(&c.property.as_str());
    let kept: Vec<TermId> = refinement.checks.iter().filter(is_mended).map(|c| right(refinement, c)).collect();
    let mut all = vec![allowed];
    all.extend(kept);
    Some(system.terms.and(all))
}

/// Whether what the whole does on a run of the specification is still possible: with the parts doing the same, or otherwise.
pub(crate) fn allows(changed: &Changed, run: &Trace, questions: &Questions<'_>) -> Option<bool> {
    let refinement = &changed.refinement;
    let rewired = super::runs::rewired(refinement, run)?;
    let mut system = refinement.system.clone();
    for whole in wholes(refinement) {
        let formula = allowed(refinement, &mut system, whole)?;
        let labels = wherefore_trace::Labels::new(&system.terms, &rewired, formula).ok()?;
        if labels.at(formula, 0)? {
            continue;
        }
        let check = refinement.checks.iter().find(|c| c.whole == whole)?;
        if !questions.can_show(refinement, &whole_check(refinement, check), run)? {
            return Some(false);
        }
    }
    Some(true)
}
