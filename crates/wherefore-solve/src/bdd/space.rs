//! A space of diagrams: encoding of terms, Boolean operations, quantification, renaming.

use super::circuit::Table;
use super::{Bdd, BddOptions, BitVar, Renaming};
use crate::blast::{Blaster, Circuit, EncodeError, bit_count};
use crate::{Stop, Undecided};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, Manager, ManagerRef};
use wherefore_ir::{TermId, Terms, VarId};

/// Figures of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BddStatistics {
    /// Nodes in the table, dead ones included.
    pub nodes: usize,
    /// How many fit.
    pub capacity: usize,
    /// Garbage collections so far.
    pub collections: u64,
    /// Bits, which are levels.
    pub bits: usize,
}

/// Diagrams over one order of bits.
pub struct Space {
    pub(super) blaster: Blaster<Table>,
    /// To tick 0 and to tick 1, with the number of bits they were made for: more bits, another renaming.
    pub(super) shifts: [Option<(usize, Renaming)>; 2],
}

/// The outcome of an operation.
pub(super) type Made = Result<Bdd, Undecided>;

impl Space {
    /// A space whose bits are in this order, the first on top. Bits met later go below. `stop` is polled between
    /// operations.
    pub fn new(order: &[BitVar], options: BddOptions, stop: Stop) -> Result<Space, Undecided> {
        let mut table = Table::new(options, stop);
        for bit in order {
            table.literal(*bit)?;
        }
        Ok(Space { blaster: Blaster::new(table), shifts: [None, None] })
    }

    /// The bits of these variables in order, each at tick 0 and right below at tick 1, highest bit first: the order to
    /// start from. Bits of the same weight of the variables of one group stand together. Variables whose sort is not finite have no bits.
    pub fn interleaved(terms: &Terms, groups: impl IntoIterator<Item = Vec<VarId>>) -> Vec<BitVar> {
        let mut all = Vec::new();
        for group in groups {
            let count = |var: &VarId| bit_count(terms, *var).unwrap_or(0);
            let widest = group.iter().map(count).max().unwrap_or(0);
            for bit in (0..widest).rev() {
                let wide = group.iter().filter(|var| count(var) > bit);
                all.extend(wide.flat_map(|var| [0, 1].map(|tick| BitVar { var: *var, tick, bit })));
            }
        }
        all
    }

    /// Polls another stop signal from now on: a space outlives the question it was made for.
    pub fn set_stop(&mut self, stop: Stop) {
        self.blaster.circuit.stop = stop;
    }

    pub(super) fn table(&self) -> &Table {
        &self.blaster.circuit
    }

    /// The function of a Boolean term at a tick: right where all variables have values of their sorts, which is what
    /// [`Space::domain`] says.
    pub fn encode(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Bdd, EncodeError> {
        Ok(self.blaster.word(terms, term, tick)?.bit().clone())
    }

    /// The values of a variable at a tick, as a function of its bits; true if every pattern is a value.
    pub fn domain(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Bdd, EncodeError> {
        self.blaster.copy(terms, var, tick)?;
        Ok(self.table().domain(var, tick))
    }

    /// The bits of a variable at a tick, lowest first.
    pub fn var_bits(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Vec<Bdd>, EncodeError> {
        Ok(self.blaster.copy(terms, var, tick)?.raw().to_vec())
    }

    /// Drops the memory of encoded terms, which keeps their diagrams alive.
    pub fn forget_terms(&mut self) {
        self.blaster.forget();
    }

    /// True or false.
    pub fn constant(&self, value: bool) -> Bdd {
        self.table().constant(value)
    }

    /// A bit; added below all others if it is new.
    pub fn bit(&mut self, bit: BitVar) -> Made {
        self.blaster.circuit.literal(bit)
    }

    /// Conjunction.
    pub fn and(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| a.0.and(&b.0))
    }

    /// Disjunction.
    pub fn or(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| a.0.or(&b.0))
    }

    /// Exclusive or.
    pub fn xor(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| a.0.xor(&b.0))
    }

    /// Equivalence.
    pub fn iff(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| a.0.equiv(&b.0))
    }

    /// Implication.
    pub fn implies(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| a.0.imp(&b.0))
    }

    /// Difference: in the first and not in the second.
    pub fn minus(&self, a: &Bdd, b: &Bdd) -> Made {
        self.table().run(|| b.0.imp_strict(&a.0))
    }

    /// If-then-else.
    pub fn ite(&self, cond: &Bdd, then: &Bdd, other: &Bdd) -> Made {
        self.table().run(|| cond.0.ite(&then.0, &other.0))
    }

    /// Conjunction of many.
    pub fn all(&mut self, parts: Vec<Bdd>) -> Made {
        self.blaster.circuit.all(parts)
    }

    /// Disjunction of many.
    pub fn any(&mut self, parts: Vec<Bdd>) -> Made {
        self.blaster.circuit.any(parts)
    }

    /// The conjunction of bits, for the quantifiers. Bits that the space does not know are left out: nothing depends on
    /// them.
    pub fn cube(&self, bits: &[BitVar]) -> Made {
        self.literals(bits.iter().map(|bit| (*bit, true)))
    }

    /// The conjunction of literals. Bits that the space does not know are left out.
    pub fn literals(&self, literals: impl IntoIterator<Item = (BitVar, bool)>) -> Made {
        let known = |(bit, value): (BitVar, bool)| {
            let literal = self.table().known_literal(bit)?;
            Some(if value { literal.clone() } else { !literal })
        };
        let mut parts: Vec<(u32, Bdd)> =
            literals.into_iter().filter_map(|l| Some((self.level(l.0)?, known(l)?))).collect();
        // From the bottom up, each step adds one node on top.
        parts.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        parts.iter().try_fold(self.constant(true), |cube, (_, literal)| self.and(literal, &cube))
    }

    /// Existential quantification: some values of the bits in `cube` make it true.
    pub fn exists(&self, a: &Bdd, cube: &Bdd) -> Made {
        self.table().run(|| a.0.exists(&cube.0))
    }

    /// Universal quantification: all values of the bits in `cube` make it true.
    pub fn forall(&self, a: &Bdd, cube: &Bdd) -> Made {
        self.table().run(|| a.0.forall(&cube.0))
    }

    /// The relational product: that some values of the bits in `cube` make both true, without building the conjunction.
    pub fn and_exists(&self, a: &Bdd, b: &Bdd, cube: &Bdd) -> Made {
        self.table().run(|| a.0.apply_exists(BooleanOperator::And, &b.0, &cube.0))
    }

    /// The cofactor: the bits of a conjunction of literals are given their values.
    pub fn cofactor(&self, a: &Bdd, literals: &Bdd) -> Made {
        self.table().run(|| a.0.restrict(&literals.0))
    }

    /// Collects garbage; how many nodes were removed.
    pub fn collect(&mut self) -> usize {
        self.table().collect()
    }

    /// Statistics of the diagrams.
    pub fn statistics(&self) -> BddStatistics {
        let table = self.table();
        let (nodes, collections) = table.manager.with_manager_shared(|m| (m.num_inner_nodes(), m.gc_count()));
        BddStatistics { nodes, capacity: table.options.nodes, collections, bits: table.bits.len() }
    }
}
