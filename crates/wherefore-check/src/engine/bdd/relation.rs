//! The step relation as a list of diagrams, and how to take images through it without ever multiplying it out.
//!
//! *Forward*, an image conjoins a set with every part and forgets the old variables. A variable can be forgotten as soon as
//! no later part mentions it, which keeps the products small; so the order of the parts matters. It is chosen greedily:
//! next comes the part after which most variables can be forgotten, counted against those it brings in (after Ranjan et
//! al. 1995). Neighbouring small parts are multiplied once and for all.
//!
//! *Backward*, a variable with an update is replaced by its function, all at once; only variables without one go through
//! parts. Doing the same by parts replaces them one after the other, and what lies in between, half old and half new, can
//! be far larger than either end.
//!
//! If an input chooses which part of the model moves, its values are taken one by one in both directions.

mod split;

use crate::{Cone, NoAnswer};
use split::{Split, Whole};
use std::collections::BTreeSet;
use wherefore_ir::{Op, Role, TermId, Terms, VarId, walk};
use wherefore_solve::{Bdd, BitVar, Renaming, Space, bit_count};

/// Parts are multiplied together while the product stays below this many nodes.
const CLUSTER: usize = 2_000;

/// A variable copy: now (tick 0) or next (tick 1).
pub(super) type Copy = (VarId, u32);

/// The diagrams, ready for each direction.
pub(super) struct Relation {
    forward: Schedule,
    /// As forward, but only inputs are forgotten: what is left relates now and next.
    opened: Schedule,
    now: Bdd,
    /// Current bits replaced by what they will be: a function of now, or the next bit.
    composition: Renaming,
    /// Next bits of variables with an update replaced by what they will be.
    ahead: Renaming,
    backward: Schedule,
    /// Backward under each value of an input that most formulas read.
    splits: Vec<Split>,
    /// The next copies that no update settles.
    open: Bdd,
}

#[derive(Clone)]
struct Part {
    diagram: Bdd,
    copies: BTreeSet<Copy>,
}

struct Schedule {
    /// Copies that no part mentions, forgotten first.
    first: Bdd,
    /// Parts in order, each with what is forgotten after it.
    steps: Vec<(Bdd, Bdd)>,
}

impl Relation {
    /// The relation of a model: its steps from legal ticks.
    pub(super) fn new(space: &mut Space, model: &Cone) -> Result<Relation, NoAnswer> {
        let terms = &model.system.terms;
        let updated: BTreeSet<TermId> = model.updates.iter().map(|(_, t)| *t).collect();
        let mut relational = Vec::new();
        for term in model.step.iter().filter(|t| !updated.contains(t)).chain(&model.invar) {
            let diagram = space.encode(terms, *term, 0)?;
            relational.push(Part { diagram, copies: copies_of(model, *term) });
        }
        for var in model.input_vars() {
            let diagram = space.domain(terms, var, 0)?;
            relational.push(Part { diagram, copies: BTreeSet::from([(var, 0)]) });
        }
        let (mut all, mut functions) = (relational.clone(), Vec::new());
        for (var, term) in &model.updates {
            let part = Part { diagram: space.encode(terms, *term, 0)?, copies: copies_of(model, *term) };
            functions.push(Function::new(space, terms, *var, &part)?);
            all.push(part);
        }
        let next_bits_of =
            |f: &Function| f.bits.iter().map(|(bit, to)| (BitVar { tick: 1, ..*bit }, to.clone())).collect::<Vec<_>>();
        let ahead = space.composition(functions.iter().flat_map(next_bits_of));
        let mut relational = settled(space, relational, &functions, &ahead)?;
        relational.extend(functions.iter().filter(|f| !f.fits.diagram.is_true()).map(|f| f.fits.clone()));
        let mut replaced: Vec<(BitVar, Bdd)> = functions.into_iter().flat_map(|f| f.bits).collect();
        let inputs: BTreeSet<Copy> = model.input_vars().map(|v| (v, 0)).collect();
        let states: BTreeSet<Copy> = model.state_vars().map(|v| (v, 0)).collect();
        let now = states.union(&inputs).copied().collect();
        let free = |v: &VarId| !model.updates.iter().any(|(u, _)| u == v);
        let next: BTreeSet<Copy> = model.state_vars().filter(free).map(|v| (v, 1)).collect();
        let whole =
            Whole { replaced: &replaced, parts: &relational, free: &next, inputs: &inputs, states: &states, all: &all };
        let splits = Split::all(space, model, &whole)?;
        replaced.extend(next_bits(space, terms, &next)?);
        Ok(Relation {
            splits,
            forward: Schedule::new(space, terms, &all, now)?,
            opened: Schedule::new(space, terms, &all, inputs.clone())?,
            now: cube(space, terms, states)?,
            composition: space.composition(replaced),
            ahead,
            open: cube(space, terms, next.iter().copied())?,
            backward: Schedule::new(space, terms, &relational, next.union(&inputs).copied().collect())?,
        })
    }

    /// The next values, as next variables, of what can follow a set of states.
    pub(super) fn forward(&self, space: &Space, states: &Bdd) -> Result<Bdd, NoAnswer> {
        self.forward.apply(space, states)
    }

    /// What can follow a set of states, in current variables.
    pub(super) fn after(&self, space: &mut Space, states: &Bdd) -> Result<Bdd, NoAnswer> {
        if self.splits.is_empty() {
            let next = self.forward(space, states)?;
            return Ok(space.to_current(&next)?);
        }
        let mut found = space.constant(false);
        for split in &self.splits {
            let next = split.forward(space, states)?;
            let now = space.to_current(&next)?;
            found = space.or(&found, &now)?;
        }
        Ok(found)
    }

    /// The steps that satisfy a condition on state, input and next state, as a relation between states.
    pub(super) fn steps(&self, space: &Space, condition: &Bdd) -> Result<Bdd, NoAnswer> {
        self.opened.apply(space, condition)
    }

    /// The next values, as next variables, of what follows a set of states by these steps.
    pub(super) fn through(&self, space: &Space, states: &Bdd, steps: &Bdd) -> Result<Bdd, NoAnswer> {
        Ok(space.and_exists(states, steps, &self.now)?)
    }

    /// The states of `care` from which some step leads to a set, all in current variables.
    pub(super) fn backward(&self, space: &Space, states: &Bdd, care: &Bdd) -> Result<Bdd, NoAnswer> {
        if let Some((first, rest)) = self.splits.split_first() {
            let mut found = first.backward(space, states, care)?;
            for split in rest {
                found = space.or(&found, &split.backward(space, states, care)?)?;
            }
            return Ok(found);
        }
        let composed = space.rename(states, &self.composition)?;
        self.backward.apply(space, &space.and(&composed, care)?)
    }

    /// The steps from one set into another, both in current variables, over the current state and what an update does not
    /// settle: inputs, and the next values of variables without an update. `fits` is asked after every part.
    pub(super) fn open_steps(
        &self,
        space: &Space,
        (from, to): (&Bdd, &Bdd),
        fits: impl Fn(&Bdd) -> Result<(), NoAnswer>,
    ) -> Result<Bdd, NoAnswer> {
        let composed = space.rename(to, &self.composition)?;
        let mut product = space.and(&composed, from)?;
        for (part, _) in &self.backward.steps {
            product = space.and(&product, part)?;
            fits(&product)?;
        }
        Ok(product)
    }

    /// The states and inputs from which one of `steps`, over now, inputs and next values, leads to a set in current
    /// variables.
    pub(super) fn before(&self, space: &Space, states: &Bdd, steps: &Bdd) -> Result<Bdd, NoAnswer> {
        let steps = space.rename(steps, &self.ahead)?;
        let open = self.open_steps(space, (&steps, states), |_| Ok(()))?;
        Ok(space.exists(&open, &self.open)?)
    }

    /// The steps themselves between two sets, the first in current, the second in next variables.
    pub(super) fn between(&self, space: &Space, from: &Bdd, to: &Bdd) -> Result<Bdd, NoAnswer> {
        let mut product = space.and(from, to)?;
        for (part, _) in &self.forward.steps {
            product = space.and(&product, part)?;
        }
        Ok(product)
    }
}

impl Schedule {
    fn new(space: &Space, terms: &Terms, parts: &[Part], forget: BTreeSet<Copy>) -> Result<Schedule, NoAnswer> {
        let clusters = cluster(space, parts, &forget)?;
        let mut waiting = forget;
        let mut steps: Vec<(Bdd, BTreeSet<Copy>)> = Vec::new();
        for part in clusters.iter().rev() {
            let mine: BTreeSet<Copy> = part.copies.intersection(&waiting).copied().collect();
            waiting.retain(|c| !mine.contains(c));
            steps.push((part.diagram.clone(), mine));
        }
        let mut cubes = Vec::new();
        for (diagram, mine) in steps.into_iter().rev() {
            cubes.push((diagram, cube(space, terms, mine)?));
        }
        Ok(Schedule { first: cube(space, terms, waiting)?, steps: cubes })
    }

    fn apply(&self, space: &Space, states: &Bdd) -> Result<Bdd, NoAnswer> {
        let mut product = space.exists(states, &self.first)?;
        for (part, forget) in &self.steps {
            product = space.and_exists(&product, part, forget)?;
        }
        Ok(product)
    }
}

/// Orders the parts and multiplies neighbours that stay small.
fn cluster(space: &Space, parts: &[Part], forget: &BTreeSet<Copy>) -> Result<Vec<Part>, NoAnswer> {
    let mut clusters: Vec<Part> = Vec::new();
    for index in order(parts, forget) {
        let part = &parts[index];
        if let Some(last) = clusters.last_mut() {
            let product = space.and(&last.diagram, &part.diagram)?;
            if space.node_count(&product) <= CLUSTER {
                last.diagram = product;
                last.copies.extend(&part.copies);
                continue;
            }
        }
        clusters.push(Part { diagram: part.diagram.clone(), copies: part.copies.clone() });
    }
    Ok(clusters)
}

/// The order of the parts: most variables forgotten, fewest brought in.
fn order(parts: &[Part], forget: &BTreeSet<Copy>) -> Vec<usize> {
    let mut uses = std::collections::BTreeMap::<Copy, usize>::new();
    for copy in parts.iter().flat_map(|p| &p.copies) {
        *uses.entry(*copy).or_default() += 1;
    }
    let mut waiting: Vec<usize> = (0..parts.len()).collect();
    let mut known: BTreeSet<Copy> = forget.clone();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let score = |index: &usize| {
            let copies = &parts[*index].copies;
            let forgotten = copies.iter().filter(|c| forget.contains(*c) && uses[*c] == 1).count() as i64;
            let brought = copies.iter().filter(|c| !known.contains(*c)).count() as i64;
            2 * forgotten - brought
        };
        // The first of the best, so that equal parts keep the order of the source.
        let (place, _) =
            waiting.iter().enumerate().max_by_key(|(place, i)| (score(i), -(*place as i64))).unwrap_or((0, &0));
        let index = waiting.remove(place);
        for copy in &parts[index].copies {
            *uses.entry(*copy).or_default() -= 1;
            known.insert(*copy);
        }
        order.push(index);
    }
    order
}

/// Result of an update for its variable.
struct Function {
    var: VarId,
    /// Each current bit, and what it will be.
    bits: Vec<(BitVar, Bdd)>,
    /// Condition that the result is a value of the variable at all.
    fits: Part,
}

impl Function {
    /// Read off the relation of the update.
    fn new(space: &mut Space, terms: &Terms, var: VarId, part: &Part) -> Result<Function, NoAnswer> {
        let next = cube(space, terms, [(var, 1)])?;
        let mut bits = Vec::new();
        for bit in 0..bit_count(terms, var).unwrap_or(0) {
            let one = space.bit(BitVar { var, tick: 1, bit })?;
            bits.push((BitVar { var, tick: 0, bit }, space.and_exists(&part.diagram, &one, &next)?));
        }
        let domain = space.domain(terms, var, 1)?;
        let diagram = space.and_exists(&part.diagram, &domain, &next)?;
        let copies = part.copies.iter().copied().filter(|c| *c != (var, 1)).collect();
        Ok(Function { var, bits, fits: Part { diagram, copies } })
    }
}

/// Parts that speak of next values which an update settles, with what it makes of them put in.
fn settled(space: &Space, parts: Vec<Part>, functions: &[Function], ahead: &Renaming) -> Result<Vec<Part>, NoAnswer> {
    let mut settled = Vec::new();
    for mut part in parts {
        for function in functions {
            if part.copies.remove(&(function.var, 1)) {
                part.copies.extend(&function.fits.copies);
            }
        }
        settled.push(Part { diagram: space.rename(&part.diagram, ahead)?, ..part });
    }
    Ok(settled)
}

/// Current bits paired with the next bits of the same variables.
fn next_bits(space: &mut Space, terms: &Terms, copies: &BTreeSet<Copy>) -> Result<Vec<(BitVar, Bdd)>, NoAnswer> {
    let mut pairs = Vec::new();
    for (var, tick) in copies {
        for bit in 0..bit_count(terms, *var).unwrap_or(0) {
            pairs.push((BitVar { var: *var, tick: 0, bit }, space.bit(BitVar { var: *var, tick: *tick, bit })?));
        }
    }
    Ok(pairs)
}

/// The bits of variable copies, for quantification.
pub(super) fn cube(space: &Space, terms: &Terms, copies: impl IntoIterator<Item = Copy>) -> Result<Bdd, NoAnswer> {
    let bits = |(var, tick): Copy| {
        let count = bit_count(terms, var).unwrap_or(0);
        (0..count).map(move |bit| BitVar { var, tick, bit })
    };
    Ok(space.cube(&copies.into_iter().flat_map(bits).collect::<Vec<_>>())?)
}

fn copies_of(model: &Cone, term: TermId) -> BTreeSet<Copy> {
    let terms = &model.system.terms;
    let copy = |t: &TermId| match terms.op(*t) {
        Op::Var(v) => Some((v, 0)),
        Op::Next(v) if model.system.role(v) != Role::Input => Some((v, 1)),
        _ => None,
    };
    walk::postorder(terms, [term]).iter().filter_map(copy).collect()
}
