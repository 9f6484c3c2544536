//! Lifting: which part of a state is needed for a step into a cube, or for being bad.
//!
//! The inputs and the state of a model of the main solver are assumed, and that the step does *not* lead into the cube is
//! asserted for this one question. That is contradictory, and the bits of the state in the core are enough: every state that
//! has them takes such a step with the same inputs.
//!
//! Only what the cube speaks of has to be kept. A variable outside of it whose next value is a function that always has a
//! value has one in every state, so neither its next value nor its update takes part. Example: with `next x = y` and
//! `next z = x + z`, the predecessor of `x = 1` is `y = 1`, whatever `x` and `z` are. What remains are the variables of the
//! cube, those whose next values other steps read, and the restrictions that are no updates.
//!
//! After Een, Mishchenko and Brayton (2011) and Chockler et al. (2011), for steps that may be relations.

use super::cube::{BitLit, Cube, literal, placed};
use super::solvers::{answer, bits_of, state_bits};
use crate::{Cone, NoAnswer};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{TermId, VarId, walk};
use wherefore_solve::{Engine, Lit, SatSolver, Solver, Stop};

/// A solver with one step that is not asserted.
pub(super) struct Lift {
    solver: SatSolver,
    now: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Lit>,
    bad: Lit,
    /// Every restriction on a step that is no function.
    relations: Lit,
    /// The functions, each with the variables whose next values it reads.
    functions: BTreeMap<VarId, Function>,
    /// The variables whose next values count for every cube.
    always: BTreeSet<VarId>,
    /// The variable of each bit of the state.
    owners: Vec<VarId>,
}

struct Function {
    holds: Lit,
    reads: BTreeSet<VarId>,
}

/// What the solver that found a step says of its ends.
pub(super) struct Ends {
    /// The bits before the step.
    pub(super) now: Vec<bool>,
    /// The bits after it.
    pub(super) next: Vec<bool>,
    /// The bits of the inputs.
    pub(super) inputs: Vec<bool>,
}

impl Lift {
    pub(super) fn new(model: &Cone, good: TermId, engine: Engine, owners: Vec<VarId>) -> Result<Lift, NoAnswer> {
        let terms = &model.system.terms;
        let mut solver = SatSolver::for_many(engine)?;
        let updates = functions(model);
        let is_function: BTreeSet<TermId> = updates.values().map(|(term, _)| *term).collect();
        let others = || model.step.iter().filter(|t| !is_function.contains(t));
        let mut parts: Vec<(TermId, u32)> = others().map(|t| (*t, 0)).collect();
        parts.extend(model.invar.iter().flat_map(|t| [(*t, 0), (*t, 1)]));
        let relations = conjunction(model, &mut solver, &parts)?;
        let restricted = walk::variables(terms, model.invar.iter().copied());
        let mut always: BTreeSet<VarId> = others().flat_map(|t| model.next_vars(*t)).chain(restricted).collect();
        always.extend(model.state_vars().filter(|v| !updates.contains_key(v)));
        let mut functions = BTreeMap::new();
        for (var, (term, reads)) in updates {
            functions.insert(var, Function { holds: solver.literal(terms, term, 0)?, reads });
        }

        let legal: Vec<(TermId, u32)> = model.invar.iter().map(|t| (*t, 0)).collect();
        let legal = conjunction(model, &mut solver, &legal)?;
        let good = solver.literal(terms, good, 0)?;
        let bad = solver.fresh()?;
        solver.clause(&[!bad, !good])?;
        solver.clause(&[!bad, legal])?;
        solver.clause(&[bad, good, !legal])?;

        let inputs: Vec<VarId> = model.input_vars().collect();
        let (now, next) = (state_bits(model, &mut solver, 0)?, state_bits(model, &mut solver, 1)?);
        let mut input_bits = bits_of(model, &mut solver, &inputs, 0)?;
        input_bits.extend(bits_of(model, &mut solver, &inputs, 1)?);
        let roots: Vec<Lit> = functions.values().map(|f| f.holds).chain([bad, relations]).collect();
        solver.simplify(&[&now[..], &next, &input_bits, &roots].concat())?;
        Ok(Lift { solver, now, next, inputs: input_bits, bad, relations, functions, always, owners })
    }

    /// The part of a state that is needed for its step into `cube`.
    pub(super) fn before(&mut self, cube: &Cube, ends: &Ends, stop: &Stop) -> Result<Cube, NoAnswer> {
        let needed = self.needed(cube);
        let mut fixed = self.inputs(ends);
        let owned = self.owners.iter().zip(self.next.iter().zip(&ends.next));
        fixed.extend(owned.filter(|(var, _)| needed.contains(var)).map(|(_, (bit, value))| signed(*bit, *value)));
        let fails = self.solver.fresh()?;
        let functions = needed.iter().filter_map(|var| self.functions.get(var)).map(|f| !f.holds);
        let clause: Vec<Lit> = [!fails, !self.relations].into_iter().chain(functions).collect();
        self.solver.clause(&clause)?;
        fixed.push(fails);
        let before = self.enough(&ends.now, fixed, stop)?;
        self.solver.clause(&[!fails])?;
        Ok(before)
    }

    /// The part of a state that is needed for being bad.
    pub(super) fn bad(&mut self, ends: &Ends, stop: &Stop) -> Result<Cube, NoAnswer> {
        let mut fixed = self.inputs(ends);
        fixed.push(!self.bad);
        self.enough(&ends.now, fixed, stop)
    }

    /// The variables whose next values a step into the cube has to keep.
    fn needed(&self, cube: &Cube) -> BTreeSet<VarId> {
        let own = cube.0.iter().map(|(bit, _)| self.owners[*bit as usize]);
        let mut waiting: Vec<VarId> = own.chain(self.always.iter().copied()).collect();
        let mut needed = BTreeSet::new();
        while let Some(var) = waiting.pop() {
            if needed.insert(var) {
                waiting.extend(self.functions.get(&var).into_iter().flat_map(|f| &f.reads));
            }
        }
        needed
    }

    fn inputs(&self, ends: &Ends) -> Vec<Lit> {
        self.inputs.iter().zip(&ends.inputs).map(|(bit, value)| signed(*bit, *value)).collect()
    }

    /// The bits of `state` that, with `fixed`, make what `fixed` denies unavoidable.
    fn enough(&mut self, state: &[bool], fixed: Vec<Lit>, stop: &Stop) -> Result<Cube, NoAnswer> {
        let bits: Vec<BitLit> = (0..).zip(state.iter().copied()).collect();
        let whole = Cube(bits);
        let mut assumptions = fixed;
        assumptions.extend(placed(&whole, &self.now));
        if answer(self.solver.check(&assumptions, None, stop)?)? {
            return Err(NoAnswer::Refuted("pdr: a step of the model is not a step".to_owned()));
        }
        let core: BTreeSet<Lit> = self.solver.core()?.into_iter().collect();
        Ok(Cube(whole.0.into_iter().filter(|(bit, value)| core.contains(&literal(&self.now, *bit, *value))).collect()))
    }
}

/// The updates that have a value whatever they read, each with the other variables whose next values it reads. Those are no
/// function of this one in turn.
fn functions(model: &Cone) -> BTreeMap<VarId, (TermId, BTreeSet<VarId>)> {
    let has_value = |v: &VarId| model.system.next.get(v).is_none_or(|update| model.fits(update.term, *v));
    let reads = |v: VarId, term| model.next_vars(term).into_iter().filter(|w| *w != v).collect::<BTreeSet<_>>();
    let candidates = model.updates.iter().filter(|(v, _)| has_value(v)).map(|(v, t)| (*v, (*t, reads(*v, *t))));
    let mut open: BTreeMap<VarId, (TermId, BTreeSet<VarId>)> = candidates.collect();
    let mut found = BTreeMap::new();
    loop {
        let ready = |reads: &BTreeSet<VarId>| reads.iter().all(|v| !open.contains_key(v));
        let next: Vec<VarId> = open.iter().filter(|(_, (_, reads))| ready(reads)).map(|(v, _)| *v).collect();
        if next.is_empty() {
            return found;
        }
        found.extend(next.into_iter().filter_map(|v| open.remove_entry(&v)));
    }
}

fn signed(bit: Lit, value: bool) -> Lit {
    if value { bit } else { !bit }
}

/// A literal for the conjunction of formulas at their ticks.
fn conjunction(model: &Cone, solver: &mut SatSolver, parts: &[(TermId, u32)]) -> Result<Lit, NoAnswer> {
    let all = solver.fresh()?;
    let mut reverse = vec![all];
    for (term, tick) in parts {
        let literal = solver.literal(&model.system.terms, *term, *tick)?;
        solver.clause(&[!all, literal])?;
        reverse.push(!literal);
    }
    solver.clause(&reverse)?;
    Ok(all)
}
