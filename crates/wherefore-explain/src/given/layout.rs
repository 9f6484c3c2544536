//! What a file says about a run, as literals of a solver in which the model is laid out tick by tick.

use wherefore_check::{Cause, Unroller};
use wherefore_ir::{System, TermId, Terms, Value, VarId};
use wherefore_solve::Lit;
use wherefore_trace::format::BoundTrace;
use wherefore_trace::{show, show_plain};

/// What a value is a value of.
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
    ) -> Result<Lit, Cause> {
        let what = match self.of {
            Of::Var(var) => terms.now(var),
            Of::Define(place) => system.defines[place].term,
        };
        let value = terms.mk_const(self.value.clone());
        let equal = terms.eq(what, value);
        Ok(unroller.solver.literal(terms, equal, self.step as u32)?)
    }
}

/// Everything that the file says about a step, variables in order of declaration before definitions as they are printed.
pub(super) fn facts(system: &System, bound: &BoundTrace, step: usize) -> Vec<Fact> {
    let vars = system.vars().filter_map(|(var, _)| {
        let value = bound.trace.value(step, var)?.clone();
        Some(Fact { step, of: Of::Var(var), value })
    });
    let is_plain = |term: TermId| !system.terms.has_next(term) && !system.terms.has_ltl(term);
    let printed = bound.origin.printed.iter().filter(|p| p.step == step && is_plain(system.defines[p.define].term));
    let defines = printed.map(|p| Fact { step, of: Of::Define(p.define), value: p.value.clone() });
    vars.chain(defines).collect()
}
