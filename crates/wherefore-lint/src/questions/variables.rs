//! Variables: values that never occur, variables that never change, variables that nothing reads.

use super::Question;
use crate::finding::{Finding, FindingEvidence, Kind};
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_ir::{Role, Sort, System, TermId, Value, VarId, walk};
use wherefore_trace::{Trace, show_plain};

/// The state variables that the source declares.
fn declared(system: &System) -> Vec<VarId> {
    let is_declared = |v: &VarId| system.role(*v) == Role::State && !system.terms.var(*v).is_hidden();
    system.state_vars().filter(is_declared).collect()
}

/// A question for each value of each enumeration that has several; a variable that a front end shows as a state machine is left to it.
pub(super) fn values(system: &mut System) -> Vec<Question> {
    if system.annexes.is_chart() {
        return Vec::new();
    }
    let mut asked = Vec::new();
    for var in declared(system) {
        let Sort::Enum(id) = system.terms.var(var).sort else { continue };
        let values = system.terms.enumeration(id).values.clone();
        if values.len() < 2 {
            continue;
        }
        let (now, element) = (system.terms.now(var), system.var_element(var));
        for (index, value) in values.iter().enumerate() {
            let constant = system.terms.mk_const(Value::Enum(id, index as u32));
            let formula = system.terms.eq(now, constant);
            let name = format!("{} = {value}", system.terms.var(var).name);
            let part = value.clone();
            asked.push(Question { part, ..Question::about(Kind::UnusedValue, element, name, formula) });
        }
    }
    asked
}

/// For each variable that has one value in all these runs: whether it ever has another.
pub(super) fn constants(system: &mut System, runs: &[Arc<Trace>]) -> Vec<Question> {
    let mut asked = Vec::new();
    for var in declared(system) {
        let mut seen = runs.iter().flat_map(|run| &run.steps).filter_map(|step| step.get(var));
        let Some(first) = seen.next() else { continue };
        if seen.any(|value| value != first) {
            continue;
        }
        let first = first.clone();
        let (now, constant) = (system.terms.now(var), system.terms.mk_const(first.clone()));
        // A variable that is never written is a parameter, and constant on purpose. Of control, its states and transitions say more.
        if system.next.get(&var).is_some_and(|update| update.term == now) || is_control(system, var) {
            continue;
        }
        let same = system.terms.eq(now, constant);
        let formula = system.terms.not(same);
        let (element, name) = (system.var_element(var), system.terms.var(var).name.clone());
        let value = Some(show_plain(&system.terms, &first));
        asked.push(Question { value, ..Question::about(Kind::ConstantVariable, element, name, formula) });
    }
    asked
}

/// Whether a variable says in which state a region is.
fn is_control(system: &System, var: VarId) -> bool {
    let name = &system.terms.var(var).name;
    system.annexes.control.as_ref().is_some_and(|graph| graph.regions.iter().any(|region| region.name == *name))
}

fn by_form(system: &System, kind: Kind, var: VarId) -> Finding {
    let (element, name) = (system.var_element(var), system.terms.var(var).name.clone());
    Finding { kind, element, name, other: None, value: None, evidence: FindingEvidence::Form }
}

/// Variables on which no other variable, restriction, definition, output or property depends. What a statechart sends to others is no
/// part of its system: there, a variable that looks unread may be sent.
pub(super) fn unread(system: &System) -> Vec<Finding> {
    if system.annexes.is_chart() {
        return Vec::new();
    }
    let updates = system.next.iter().flat_map(|(var, u)| reads(system, u.term).into_iter().filter(move |r| r != var));
    let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).chain(&system.justice);
    let terms: Vec<TermId> = constraints.map(|c| c.term).collect();
    let read: BTreeSet<VarId> = updates.chain(elsewhere(system, &terms)).collect();
    let is_unread = |v: &VarId| system.next.contains_key(v) && !read.contains(v);
    declared(system).into_iter().filter(is_unread).map(|v| by_form(system, Kind::UnreadVariable, v)).collect()
}

/// The variables that a term mentions, in this state or the next.
fn reads(system: &System, term: TermId) -> BTreeSet<VarId> {
    walk::variables(&system.terms, [term])
}

/// The variables that restrictions mention together with others, and those that what is asked or seen mentions.
fn elsewhere(system: &System, constraints: &[TermId]) -> BTreeSet<VarId> {
    let shared = constraints.iter().map(|t| reads(system, *t)).filter(|vars| vars.len() > 1).flatten();
    let compassion = system.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
    let asked = system.properties.iter().map(|p| p.term).chain(system.annexes.outputs.iter().map(|o| o.term));
    let named = system.defines.iter().map(|d| d.term).chain(system.obligations.iter().map(|o| o.term));
    let measured = system.annexes.quantities.iter().flat_map(|q| [q.from, q.to]);
    let terms = compassion.chain(asked).chain(measured).chain(named).chain(system.justice.iter().map(|c| c.term));
    let control = system.annexes.control.iter().flat_map(|g| g.states.iter().map(|s| s.active));
    shared.chain(walk::variables(&system.terms, terms.chain(control))).collect()
}

/// Variables whose first value is restricted, and whose later ones nothing restricts.
pub(super) fn free_after_start(system: &System) -> Vec<Finding> {
    let later = system.invar.iter().chain(&system.trans).map(|c| c.term);
    let later = walk::variables(&system.terms, later);
    let first = walk::variables(&system.terms, system.init.iter().map(|c| c.term));
    let is_free = |v: &VarId| !system.next.contains_key(v) && first.contains(v) && !later.contains(v);
    declared(system).into_iter().filter(is_free).map(|v| by_form(system, Kind::FreeAfterStart, v)).collect()
}
