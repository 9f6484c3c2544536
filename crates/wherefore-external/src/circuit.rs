//! A finite system and a formula as a sequential circuit whose one output is true where a reachable tick breaks the formula.
//!
//! Each bit of a state variable is a latch, each bit of an input an input. The next value of a variable with an update is that
//! function; that of another is a further input, and a latch `broken` remembers that a step was none, or a tick not legal. Where every step
//! is one, what is legal can be a constraint instead, for programs that read these. All latches start with 0, as the oldest form of the
//! format has it: where a first value is 1, the latch holds the negated bit.
//!
//! First values that are not constants are chosen by inputs in one tick before all others: the latch `started` is 0 in it alone.
//! So a violation at distance `d` is one at distance `d + delay()` in the circuit.

use std::collections::BTreeMap;
use wherefore_check::{Cone, NoAnswer};
use wherefore_ir::{Op, Role, TermId, Terms, VarId, walk};
use wherefore_solve::{AigEncoder, AigLit, AigNode, bit_count};

/// What a latch holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A bit of a variable, or its negation.
    Bit {
        /// The variable.
        var: VarId,
        /// Which of its bits.
        bit: u32,
        /// Whether the bit is negated.
        negated: bool,
    },
    /// Whether the first tick has been.
    Started,
    /// Whether a step before was none.
    Broken,
}

/// A latch: the literal of its value, that of its next value, and what it holds. It starts with 0.
#[derive(Clone, Copy, Debug)]
pub struct Latch {
    /// Value.
    pub now: AigLit,
    /// Next value.
    pub next: AigLit,
    /// What it holds.
    pub holds: Holds,
}

/// A sequential circuit.
pub struct Circuit {
    /// Nodes, operands before those that use them.
    pub nodes: Vec<AigNode>,
    /// Latches.
    pub latches: Vec<Latch>,
    /// Inputs: every other leaf.
    pub inputs: Vec<AigLit>,
    /// True where the formula is broken.
    pub bad: AigLit,
    /// What the ticks that count have to make true, up to the one that breaks the formula. Always true if `bad` sees to that.
    pub constraint: AigLit,
    /// The bits of the inputs of the system: variable, which of its bits, and the literal.
    pub input_bits: Vec<(VarId, u32, AigLit)>,
    has_first_tick: bool,
}

/// The ticks at which copies of variables are asked for: now, next, and the first values of the tick that chooses them.
const NOW: u32 = 0;
const NEXT: u32 = 1;
const FIRST: u32 = 2;

impl Circuit {
    /// The circuit for a formula over a part of a system. Not every system has one: its data may be unbounded, and its first states
    /// may depend on inputs. Without `constrained` it has no constraint.
    pub fn new(model: &Cone, good: TermId, constrained: bool) -> Result<Circuit, NoAnswer> {
        let resets = resets(model);
        Builder { model, aig: AigEncoder::default(), latches: Vec::new(), resets, constrained }.build(good)
    }

    /// The ticks of the circuit before the first of the system.
    pub fn delay(&self) -> u32 {
        u32::from(self.has_first_tick)
    }
}

struct Builder<'a> {
    model: &'a Cone,
    aig: AigEncoder,
    latches: Vec<Latch>,
    /// The constant that each variable starts with; `None` if one has no constant, or more than that is said of first states.
    resets: Option<BTreeMap<VarId, Start>>,
    constrained: bool,
}

/// A first value.
#[derive(Clone, Copy)]
enum Start {
    Constant(TermId),
    Truth(bool),
}

impl Builder<'_> {
    fn build(mut self, good: TermId) -> Result<Circuit, NoAnswer> {
        let states: Vec<VarId> = self.model.state_vars().collect();
        let has_first_tick = self.resets.is_none();
        for var in &states {
            self.registers(*var)?;
        }
        let next = self.next_bits(&states)?;
        let started = if has_first_tick { self.latch(Holds::Started)? } else { AigLit::TRUE };
        let (first, is_first) = if has_first_tick { self.first_bits(&states)? } else { (next.clone(), AigLit::TRUE) };
        self.connect(&next, &first, started)?;
        let good = self.aig.literal(&self.model.system.terms, good, NOW)?;
        let step = self.conjunction(&self.model.step, NOW)?;
        let legal = self.conjunction(&self.model.invar, NOW)?;
        let input_bits = self.input_bits()?;
        // Ranges last: every variable that is read has been asked for by now.
        let (step, legal) = (self.with_range(step, NEXT)?, self.with_range(legal, NOW)?);
        if self.constrained && step == AigLit::TRUE {
            let constraint = self.aig.ite(started, legal, is_first)?;
            let bad = self.aig.all(vec![started, !good])?;
            return Ok(self.finish((bad, constraint), input_bits, has_first_tick));
        }
        let goes_on = self.aig.all(vec![legal, step])?;
        let goes_on = self.aig.ite(started, goes_on, is_first)?;
        let is_whole = if goes_on == AigLit::TRUE { AigLit::TRUE } else { self.remember(goes_on)? };
        let bad = self.aig.all(vec![started, is_whole, legal, !good])?;
        Ok(self.finish((bad, AigLit::TRUE), input_bits, has_first_tick))
    }

    /// Latches for the bits of a variable.
    fn registers(&mut self, var: VarId) -> Result<(), NoAnswer> {
        let terms = &self.model.system.terms;
        let unbounded = || NoAnswer::Unsupported("unbounded data, by this engine".to_owned());
        let width = bit_count(terms, var).ok_or_else(unbounded)? as usize;
        let starts = match self.resets.as_ref().and_then(|all| all.get(&var)) {
            Some(Start::Constant(value)) => self.aig.bits(terms, *value, NOW, width)?,
            Some(Start::Truth(value)) => vec![AigLit::FALSE.inverted_if(*value)],
            None => vec![AigLit::FALSE; width],
        };
        let mut bits = Vec::new();
        for (bit, start) in (0..).zip(starts) {
            let negated = start == AigLit::TRUE;
            let now = self.latch(Holds::Bit { var, bit, negated })?;
            bits.push(now.inverted_if(negated));
        }
        self.aig.bind(var, NOW, &bits);
        Ok(())
    }

    /// A latch that stays as it is, or is true from the second tick on.
    fn latch(&mut self, holds: Holds) -> Result<AigLit, NoAnswer> {
        let now = self.aig.leaf()?;
        let next = if holds == Holds::Started { AigLit::TRUE } else { now };
        self.latches.push(Latch { now, next, holds });
        Ok(now)
    }

    /// The next values of all bits: functions where there are updates, inputs elsewhere.
    fn next_bits(&mut self, states: &[VarId]) -> Result<Vec<AigLit>, NoAnswer> {
        let system = &self.model.system;
        let mut all = Vec::new();
        for var in states {
            let now = self.aig.var_bits(&system.terms, *var, NOW)?;
            let bits = match system.next.get(var) {
                _ if system.role(*var) == Role::Frozen => now,
                Some(update) => self.aig.bits(&system.terms, update.term, NOW, now.len())?,
                None => self.leaves(now.len())?,
            };
            self.aig.bind(*var, NEXT, &bits);
            all.extend(self.aig.var_bits(&system.terms, *var, NEXT)?);
        }
        Ok(all)
    }

    /// First values that inputs choose, and whether they may be chosen so.
    fn first_bits(&mut self, states: &[VarId]) -> Result<(Vec<AigLit>, AigLit), NoAnswer> {
        let terms = &self.model.system.terms;
        let read = walk::variables(terms, self.model.init.iter().copied());
        if self.model.input_vars().any(|input| read.contains(&input)) {
            return Err(NoAnswer::Unsupported("first states that depend on inputs, by this engine".to_owned()));
        }
        let mut all = Vec::new();
        for var in states {
            let width = self.aig.var_bits(terms, *var, NOW)?.len();
            let bits = self.leaves(width)?;
            self.aig.bind(*var, FIRST, &bits);
            all.extend(self.aig.var_bits(terms, *var, FIRST)?);
        }
        let said = self.conjunction(&self.model.init, FIRST)?;
        let said = self.with_range(said, FIRST)?;
        Ok((all, said))
    }

    fn leaves(&mut self, count: usize) -> Result<Vec<AigLit>, NoAnswer> {
        (0..count).map(|_| Ok(self.aig.leaf()?)).collect()
    }

    fn conjunction(&mut self, formulas: &[TermId], tick: u32) -> Result<AigLit, NoAnswer> {
        let terms = &self.model.system.terms;
        let lits = formulas.iter().map(|f| self.aig.literal(terms, *f, tick)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.aig.all(lits)?)
    }

    /// A literal, and that the copies of all variables at a tick have values of their sorts.
    fn with_range(&mut self, lit: AigLit, tick: u32) -> Result<AigLit, NoAnswer> {
        let mut all = self.aig.in_range(tick);
        all.push(lit);
        Ok(self.aig.all(all)?)
    }

    /// Gives the latches of variables their next values.
    fn connect(&mut self, next: &[AigLit], first: &[AigLit], started: AigLit) -> Result<(), NoAnswer> {
        for (index, (next, first)) in next.iter().zip(first).enumerate() {
            let value = self.aig.ite(started, *next, *first)?;
            if let Some(latch) = self.latches.get_mut(index)
                && let Holds::Bit { negated, .. } = latch.holds
            {
                latch.next = value.inverted_if(negated);
            }
        }
        Ok(())
    }

    /// A latch that remembers whether something was once false; gives whether it was true so far.
    fn remember(&mut self, goes_on: AigLit) -> Result<AigLit, NoAnswer> {
        let broken = self.latch(Holds::Broken)?;
        let is_whole = self.aig.all(vec![!broken, goes_on])?;
        if let Some(latch) = self.latches.last_mut() {
            latch.next = !is_whole;
        }
        Ok(!broken)
    }

    /// The bits of the inputs.
    fn input_bits(&mut self) -> Result<Vec<(VarId, u32, AigLit)>, NoAnswer> {
        let mut all = Vec::new();
        for var in self.model.input_vars() {
            let bits = self.aig.var_bits(&self.model.system.terms, var, NOW)?;
            all.extend((0..).zip(bits).map(|(bit, lit)| (var, bit, lit)));
        }
        Ok(all)
    }

    fn finish(
        self,
        (bad, constraint): (AigLit, AigLit),
        input_bits: Vec<(VarId, u32, AigLit)>,
        has_first_tick: bool,
    ) -> Circuit {
        let nodes = self.aig.nodes().to_vec();
        let mut is_latch = vec![false; nodes.len()];
        for latch in &self.latches {
            is_latch[latch.now.node()] = true;
        }
        let leaves = (0..nodes.len()).filter(|n| nodes[*n] == AigNode::Leaf && !is_latch[*n]);
        let inputs = leaves.filter_map(AigLit::of_node).collect();
        Circuit { nodes, latches: self.latches, inputs, bad, constraint, input_bits, has_first_tick }
    }
}

/// The constants that all variables start with, if nothing else is said of first states.
fn resets(model: &Cone) -> Option<BTreeMap<VarId, Start>> {
    let terms = &model.system.terms;
    let mut found = BTreeMap::new();
    for formula in model.init.iter().flat_map(|f| walk::conjuncts(terms, *f)) {
        let (var, value) = assignment(terms, formula)?;
        if found.insert(var, value).is_some() {
            return None;
        }
    }
    model.state_vars().all(|var| found.contains_key(&var)).then_some(found)
}

/// The variable and the constant of a formula `variable = constant`, or of a Boolean variable or its negation.
fn assignment(terms: &Terms, formula: TermId) -> Option<(VarId, Start)> {
    let variable = |term: TermId| match terms.op(term) {
        Op::Var(var) => Some(var),
        _ => None,
    };
    match (terms.op(formula), terms.operands(formula)) {
        (Op::Var(var), _) => Some((var, Start::Truth(true))),
        (Op::Not, [of]) => Some((variable(*of)?, Start::Truth(false))),
        (Op::Eq, [a, b]) => {
            let (var, value) = if terms.constant(*b).is_some() { (*a, *b) } else { (*b, *a) };
            terms.constant(value)?;
            Some((variable(var)?, Start::Constant(value)))
        }
        _ => None,
    }
}
