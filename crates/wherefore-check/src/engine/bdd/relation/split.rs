//! Steps in both directions, one value at a time of an input that most of the model reads.
//!
//! Where an input chooses which part of the model moves, as among processes, most variables keep their values under each
//! choice. Under one value of that input the updates are small: a variable that stays is not replaced at all, and one that
//! a relation says to stay need not be guessed. What leads to a set, or follows it, is then the union over the values.

use super::{Copy, Part, Schedule, next_bits};
use crate::engine::bdd::order;
use crate::{Cone, NoAnswer};
use std::collections::BTreeSet;
use wherefore_ir::{Terms, VarId};
use wherefore_solve::{Bdd, BitVar, Renaming, Space, bit_count};

/// An input with more bits than this is not taken apart.
const MOST_BITS: u32 = 6;

/// The steps under one value of the input.
pub(super) struct Split {
    /// The value.
    chosen: Bdd,
    composition: Renaming,
    backward: Schedule,
    /// Only variables that may change are forgotten and have next values.
    forward: Schedule,
}

/// What a step backward is made of, for all values together.
pub(super) struct Whole<'a> {
    /// Current bits and what an update makes of them.
    pub replaced: &'a [(BitVar, Bdd)],
    /// The parts of the relation, which speak of no next value that an update settles.
    pub parts: &'a [Part],
    /// The next copies that no update settles.
    pub free: &'a BTreeSet<Copy>,
    /// The inputs.
    pub inputs: &'a BTreeSet<Copy>,
    /// The current copies of state variables.
    pub states: &'a BTreeSet<Copy>,
    /// The parts of the relation, updates among them.
    pub all: &'a [Part],
}

impl Split {
    /// The steps under each value of the input that most formulas read; none if there is no such input.
    pub(super) fn all(space: &mut Space, model: &Cone, whole: &Whole) -> Result<Vec<Split>, NoAnswer> {
        let terms = &model.system.terms;
        let fits = |v: &VarId| bit_count(terms, *v).is_some_and(|bits| bits <= MOST_BITS);
        let Some(input) = order::hubs(model).into_iter().find(fits) else { return Ok(Vec::new()) };
        let bits = bit_count(terms, input).unwrap_or(0);
        let domain = space.domain(terms, input, 0)?;
        let mut splits = Vec::new();
        for value in 0..1u32 << bits {
            let literal = |bit: u32| (BitVar { var: input, tick: 0, bit }, value >> bit & 1 == 1);
            let chosen = space.literals((0..bits).map(literal).collect::<Vec<_>>())?;
            if !space.and(&domain, &chosen)?.is_false() {
                splits.push(Split::new(space, terms, whole, (input, &chosen))?);
            }
        }
        Ok(splits)
    }

    fn new(space: &mut Space, terms: &Terms, whole: &Whole, (input, chosen): (VarId, &Bdd)) -> Result<Split, NoAnswer> {
        let mut replaced = Vec::new();
        for (bit, function) in whole.replaced {
            let function = space.cofactor(function, chosen)?;
            if function != space.bit(*bit)? {
                replaced.push((*bit, function));
            }
        }
        let mut parts = under(space, whole.parts, (input, chosen))?;
        let mut free = whole.free.clone();
        for (var, _) in whole.free {
            if keep(space, terms, *var, &mut parts)? {
                free.remove(&(*var, 1));
            }
        }
        replaced.extend(next_bits(space, terms, &free)?);
        let others = || whole.inputs.iter().copied().filter(|c| *c != (input, 0));
        let forget = free.iter().copied().chain(others()).collect();
        parts.retain(|part| !part.diagram.is_true());
        let composition = space.composition(replaced);
        let backward = Schedule::new(space, terms, &parts, forget)?;
        let mut parts = under(space, whole.all, (input, chosen))?;
        let mut forget: BTreeSet<Copy> = others().collect();
        for copy in whole.states {
            if !keep(space, terms, copy.0, &mut parts)? {
                forget.insert(*copy);
            }
        }
        parts.retain(|part| !part.diagram.is_true());
        let forward = Schedule::new(space, terms, &parts, forget)?;
        Ok(Split { chosen: chosen.clone(), composition, backward, forward })
    }

    /// What can follow a set of states under this value: next variables where something may change, current ones elsewhere.
    pub(super) fn forward(&self, space: &Space, states: &Bdd) -> Result<Bdd, NoAnswer> {
        self.forward.apply(space, &space.cofactor(states, &self.chosen)?)
    }

    /// The states of `care` from which some step under this value leads to a set.
    pub(super) fn backward(&self, space: &Space, states: &Bdd, care: &Bdd) -> Result<Bdd, NoAnswer> {
        let composed = space.rename(states, &self.composition)?;
        self.backward.apply(space, &space.and(&composed, care)?)
    }
}

/// The parts under one value of the input.
fn under(space: &Space, parts: &[Part], (input, chosen): (VarId, &Bdd)) -> Result<Vec<Part>, NoAnswer> {
    let one = |part: &Part| {
        let copies = part.copies.iter().copied().filter(|c| *c != (input, 0)).collect();
        Ok(Part { diagram: space.cofactor(&part.diagram, chosen)?, copies })
    };
    parts.iter().map(one).collect()
}

/// Whether a part says that a variable keeps its value; its next copy is then replaced by the current one in all parts.
fn keep(space: &mut Space, terms: &Terms, var: VarId, parts: &mut [Part]) -> Result<bool, NoAnswer> {
    let mut same = space.constant(true);
    let mut back = Vec::new();
    for bit in 0..bit_count(terms, var).unwrap_or(0) {
        let (now, next) = (BitVar { var, tick: 0, bit }, BitVar { var, tick: 1, bit });
        let (current, later) = (space.bit(now)?, space.bit(next)?);
        same = space.and(&same, &space.iff(&current, &later)?)?;
        back.push((next, current));
    }
    let mut says_so = false;
    for part in parts.iter().filter(|p| p.copies.contains(&(var, 1))) {
        says_so |= space.minus(&part.diagram, &same)?.is_false();
    }
    if !says_so {
        return Ok(false);
    }
    let back = space.composition(back);
    for part in parts.iter_mut().filter(|p| p.copies.contains(&(var, 1))) {
        part.diagram = space.rename(&part.diagram, &back)?;
        part.copies.remove(&(var, 1));
        part.copies.insert((var, 0));
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bdd::Machine;
    use std::sync::Arc;
    use wherefore_ir::{Constraint, Role, Sort, System, Update, Value};
    use wherefore_solve::Stop;

    /// Ten counters of two bits, of which an input moves one; every second by a relation that also allows to skip a value.
    fn system() -> System {
        let mut system = System::new("counters");
        let names: Vec<String> = (0..10).map(|i| format!("p{i}")).collect();
        let values = system.terms.intern_enum(names);
        let chosen = system.add_var("chosen", Sort::Enum(values), Role::Input, None).unwrap();
        for i in 0..10 {
            let var = system.add_var(format!("x{i}"), Sort::BitVec(2), Role::State, None).unwrap();
            let terms = &mut system.terms;
            let (now, pick, me) = (terms.now(var), terms.now(chosen), terms.mk_const(Value::Enum(values, i)));
            let mine = terms.eq(pick, me);
            let [one, two] = [1u32, 2].map(|n| terms.mk_const(Value::bits(2, n)));
            let [up, skip] = [one, two].map(|n| terms.apply(wherefore_ir::Op::BvAdd, &[now, n]));
            if i % 2 == 0 {
                let term = terms.ite(mine, up, now);
                system.next.insert(var, Update { term, element: None });
            } else {
                let next = terms.next(var);
                let [up, skip, stay] = [up, skip, now].map(|t| terms.eq(next, t));
                let either = terms.or([up, skip]);
                let term = terms.ite(mine, either, stay);
                system.trans.push(Constraint { term, element: None });
            }
        }
        system
    }

    #[test]
    fn the_union_over_the_values_is_the_whole_step() {
        let model = Arc::new(Cone::whole(&system()));
        let mut machine = Machine::new(model.clone(), None, &Stop::default()).unwrap();
        assert_eq!(machine.relation.splits.len(), 10);
        let legal = machine.legal.clone();
        for state in 0..64u64 {
            let values = model.state_vars().zip(0..).map(|(v, i)| (v, Value::bits(2, state >> (i % 3) & 3)));
            let point = machine.point(&values.collect::<Vec<_>>(), 0).unwrap();
            let split = machine.preimage(&point, &legal).unwrap();
            let after = machine.successors(&point).unwrap();
            let splits = std::mem::take(&mut machine.relation.splits);
            assert!(machine.preimage(&point, &legal).unwrap() == split, "state {state}");
            assert!(machine.successors(&point).unwrap() == after, "state {state}");
            machine.relation.splits = splits;
        }
    }
}
