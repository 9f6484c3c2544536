//! Do the contracts allow the same runs as before, but for those on which they failed?
//!
//! A run is allowed if the wires are right and the left-hand side of a check is true: what the whole assumes, and the contracts of
//! the parts. Before the edit some of the runs that are allowed fail. The edit conserves if afterwards exactly the others are
//! allowed. Both are formulas about the same ports, so that two questions decide it.

use super::delta::Changed;
use super::trial::whole_check;
use crate::Conservation;
use wherefore_check::{NoAnswer, Recheck};
use wherefore_explain::contract::sides::{left, right};
use wherefore_explain::contract::{Possible, Questions};
use wherefore_ir::refinement::{Check, ContractId, Refinement};
use wherefore_ir::{Op, System, TermId};
use wherefore_trace::Trace;

/// Whether an edit changes what is allowed of a run that does not fail; `mended` are the names of the checks that it mends.
pub(crate) fn conservation(
    old: &Refinement,
    changed: &Changed,
    mended: &[&str],
    questions: &Questions<'_>,
) -> Conservation {
    let mut found = Conservation::Unknown(NoAnswer::Effort);
    for whole in wholes(old) {
        match of_whole(old, changed, whole, mended, questions) {
            Ok(recheck) => found = Conservation::Proved(recheck),
            Err(other) => return other,
        }
    }
    found
}

/// The contracts that are refined.
fn wholes(refinement: &Refinement) -> Vec<ContractId> {
    let mut list: Vec<ContractId> = refinement.checks.iter().map(|c| c.whole).collect();
    list.sort_unstable();
    list.dedup();
    list
}

fn of_whole(
    old: &Refinement,
    changed: &Changed,
    whole: ContractId,
    mended: &[&str],
    questions: &Questions<'_>,
) -> Result<Recheck, Conservation> {
    let mut system = changed.refinement.system.clone();
    system.invar.clear();
    let before = good(old, &mut system, whole, mended).ok_or_else(unknown)?;
    let after = allowed(&changed.refinement, &mut system, whole).ok_or_else(unknown)?;
    let (not_before, not_after) = (system.terms.not(before), system.terms.not(after));
    let lost = system.terms.and([before, not_after]);
    let gained = system.terms.and([after, not_before]);
    let mut known = None;
    for formula in [lost, gained] {
        match questions.possible(&mut system, formula) {
            Possible::Yes(run) => return Err(Conservation::Changes(run)),
            Possible::No(recheck) => known = known.or(Some(recheck)),
            Possible::Unknown(cause) => return Err(Conservation::Unknown(cause)),
        }
    }
    known.ok_or_else(unknown)
}

fn unknown() -> Conservation {
    Conservation::Unknown(NoAnswer::Effort)
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
pub(crate) fn good(
    refinement: &Refinement,
    system: &mut System,
    whole: ContractId,
    mended: &[&str],
) -> Option<TermId> {
    let allowed = allowed(refinement, system, whole)?;
    let is_mended = |c: &&Check| c.whole == whole && mended.contains(&c.property.as_str());
    let kept: Vec<TermId> =
        refinement.checks.iter().filter(is_mended).map(|c| right(refinement, c)).collect();
    let mut all = vec![allowed];
    all.extend(kept);
    Some(system.terms.and(all))
}

/// Whether what the environment and the parts do on a run of the specification is still allowed.
pub(crate) fn allows(changed: &Changed, run: &Trace) -> Option<bool> {
    let run = super::runs::rewired(&changed.refinement, run)?;
    let mut system = changed.refinement.system.clone();
    let mut is_allowed = true;
    for whole in wholes(&changed.refinement) {
        let formula = allowed(&changed.refinement, &mut system, whole)?;
        let labels = wherefore_trace::Labels::new(&system.terms, &run, formula).ok()?;
        is_allowed &= labels.at(formula, 0)?;
    }
    Some(is_allowed)
}
