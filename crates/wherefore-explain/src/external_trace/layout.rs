//! Facts of a file about a run, as literals of a solver in which the model is laid out tick by tick.

use wherefore_check::{NoAnswer, Unroller};
use wherefore_ir::{System, TermId, Terms, Value, VarId};
use wherefore_solve::{Lit, Stop};
use wherefore_trace::format::BoundTrace;
use wherefore_trace::{show, show_plain};

/// Owner of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// A variable.
    Var(VarId),
    /// The definition at this place of the system.
    Define(usize),
}

/// A value that the file gives.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    /// The step, from 0.
    pub(super) step: usize,
    pub(super) of: Of,
    pub(super) value: Value,
}

impl Fact {
    /// Its name and its value in words.
    pub(super) fn words(&self, system: &System) -> (String, String) {
        let terms = &system.terms;
        match self.of {
            Of::Var(var) => (terms.var(var).name.clone(), show(terms, var, &self.value)),
            Of::Define(place) => (system.defines[place].name.clone(), show_plain(terms, &self.value)),
        }
    }

    /// The literal that it is so. `terms` extends the arena of the unroller's model.
    pub(super) fn literal(
        &self,
        system: &System,
        terms: &mut Terms,
        unroller: &mut Unroller<'_>,
    ) -> Result<Lit, NoAnswer> {
        let what = match self.of {
            Of::Var(var) => terms.now(var),
            Of::Define(place) => system.defines[place].term,
        };
        let value = terms.mk_const(self.value.clone());
        let equal = terms.eq(what, value);
        Ok(unroller.solver.literal(terms, equal, self.step as u32)?)
    }
}

/// Everything that a file says about a run, by step.
pub(super) struct Facts<'a> {
    system: &'a System,
    bound: &'a BoundTrace,
    /// For each step, the places of what is printed about definitions; those with a next value or an operator of time say
    /// nothing about a single step.
    printed: Vec<Vec<usize>>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(system: &'a System, bound: &'a BoundTrace) -> Facts<'a> {
        let mut printed = vec![Vec::new(); bound.trace.len()];
        let is_plain = |term: TermId| !system.terms.has_next(term) && !system.terms.has_ltl(term);
        for (place, value) in bound.origin.printed.iter().enumerate() {
            if let Some(places) = printed.get_mut(value.step).filter(|_| is_plain(system.defines[value.define].term)) {
                places.push(place);
            }
        }
        Facts { system, bound, printed }
    }

    /// Facts of the file about a step, variables in order of declaration before definitions as they are printed.
    pub(super) fn at(&self, step: usize) -> Vec<Fact> {
        let vars = self.system.vars().filter_map(|(var, _)| {
            let value = self.bound.trace.value(step, var)?.clone();
            Some(Fact { step, of: Of::Var(var), value })
        });
        let places = self.printed.get(step).map_or(&[][..], Vec::as_slice);
        let printed = places.iter().map(|place| &self.bound.origin.printed[*place]);
        let defines = printed.map(|p| Fact { step, of: Of::Define(p.define), value: p.value.clone() });
        vars.chain(defines).collect()
    }
}

/// An error once the search is to end.
pub(super) fn go_on(stop: &Stop) -> Result<(), NoAnswer> {
    stop.reason().map_or(Ok(()), |reason| Err(NoAnswer::Stopped(reason)))
}
