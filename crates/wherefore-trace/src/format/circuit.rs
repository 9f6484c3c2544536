//! How formats of circuits number the variables of a model: states and inputs each from 0, in the order of their declaration.
//!
//! The elements of an array have one number together. What a netlist does not have, the mark of the first tick, has none.

use super::FormatError;
use crate::show_bits;
use wherefore_ir::{Purpose, Sort, System, Value, VarId, Visibility};

/// The variables under one number: a single one, or the elements of an array in order.
pub(super) type Slot = Vec<VarId>;

/// The states in order, frozen ones among them.
pub(super) fn states(system: &System) -> Vec<Slot> {
    slots(system, system.state_vars().filter(|v| !is_mark(system, *v)))
}

/// The inputs in order.
pub(super) fn inputs(system: &System) -> Vec<Slot> {
    slots(system, system.input_vars())
}

/// Whether a variable only marks the first tick of a network.
fn is_mark(system: &System, var: VarId) -> bool {
    let is_bookkeeping = system.terms.var(var).visibility == Visibility::Auxiliary(Purpose::Bookkeeping);
    is_bookkeeping && system.annexes.network.is_some()
}

fn slots(system: &System, vars: impl Iterator<Item = VarId>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for var in vars {
        match slots.last_mut().filter(|slot| goes_on(system, slot, var)) {
            Some(slot) => slot.push(var),
            None => slots.push(vec![var]),
        }
    }
    slots
}

/// Whether a variable is the next element of an array of a netlist: one declaration, and names `mem[0]`, `mem[1]`.
fn goes_on(system: &System, slot: &Slot, var: VarId) -> bool {
    let Some(first) = slot.first() else { return false };
    let base = system.terms.var(*first).name.strip_suffix("[0]");
    let element = system.var_element(var);
    system.annexes.network.is_some()
        && element.is_some()
        && element == system.var_element(*first)
        && base.is_some_and(|base| system.terms.var(var).name == format!("{base}[{}]", slot.len()))
}

/// The name of an array, if the variables are its elements.
pub(super) fn array<'s>(system: &'s System, slot: &Slot) -> Option<&'s str> {
    let first = slot.first().filter(|_| slot.len() > 1)?;
    system.terms.var(*first).name.strip_suffix("[0]")
}

/// An error that names a variable whose values have no bits, if there is one.
pub(super) fn without_bits(system: &System) -> Result<(), FormatError> {
    let has_none = |sort| matches!(sort, Sort::Int | Sort::Real);
    match system.vars().map(|(v, _)| system.terms.var(v)).find(|v| has_none(v.sort)) {
        None => Ok(()),
        Some(var) => {
            let what = if var.sort == Sort::Int { "an integer without bounds" } else { "a real number" };
            Err(FormatError::new(0, format!("`{}` is {what}, which has no bits", var.name)))
        }
    }
}

/// How many bits the values of a variable have; none if they have no bits.
pub(super) fn width(system: &System, var: VarId) -> usize {
    match system.terms.var(var).sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width as usize,
        Sort::Float(format) => format.width() as usize,
        Sort::Enum(id) => show_bits(&system.terms, Sort::Enum(id), &Value::Enum(id, 0)).map_or(0, |b| b.len()),
        sort @ Sort::Range { lo, .. } => show_bits(&system.terms, sort, &Value::int(lo)).map_or(0, |b| b.len()),
        Sort::Int | Sort::Real => 0,
    }
}
