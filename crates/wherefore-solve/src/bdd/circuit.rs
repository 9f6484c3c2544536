//! The node table, and gates as diagrams.
//!
//! Every operation passes through [`Table::run`]: it polls the stop signal, collects garbage and tries again when the table
//! is full, and moves to a thread with a large stack when diagrams are so deep that the recursion of the package could
//! overflow ours.

use super::{Bdd, BddOptions, BitVar};
use crate::blast::{Circuit, Gate};
use crate::{Stop, Undecided};
use indexmap::IndexSet;
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, HasWorkers, Manager, ManagerRef, WorkerPool};
use rustc_hash::{FxBuildHasher, FxHashMap};
use wherefore_ir::VarId;

/// With more levels than this, operations run on the worker's large stack; handing over costs some microseconds.
const DEEP: usize = 1000;
/// With fewer nodes than this, two threads are slower than one.
const LARGE: usize = 100_000;

/// The diagrams of a space and the bits they decide on.
pub struct Table {
    pub(super) manager: BCDDManagerRef,
    /// The bits; the place of a bit is its number in the package.
    pub(super) bits: IndexSet<BitVar, FxBuildHasher>,
    literals: Vec<Bdd>,
    constants: [Bdd; 2],
    domains: FxHashMap<(VarId, u32), Bdd>,
    /// Domains in the order they were made.
    pub(super) restrictions: Vec<Bdd>,
    pub(super) stop: Stop,
    pub(super) options: BddOptions,
}

impl Table {
    pub fn new(options: BddOptions, stop: Stop) -> Table {
        let manager = new_manager(options.nodes, options.cache, options.threads.max(1));
        let constants = manager.with_manager_shared(|m| [Bdd(BCDDFunction::f(m)), Bdd(BCDDFunction::t(m))]);
        Table {
            manager,
            bits: IndexSet::default(),
            literals: Vec::new(),
            constants,
            domains: FxHashMap::default(),
            restrictions: Vec::new(),
            stop,
            options,
        }
    }

    /// Runs an operation of the package.
    pub fn run(&self, operation: impl Fn() -> AllocResult<BCDDFunction> + Send + Sync) -> Gate<Bdd> {
        if self.stop.is_fired() {
            return Err(Undecided::Stopped(self.stop.reason().unwrap_or_default()));
        }
        self.choose_threads();
        let once = || match self.bits.len() > DEEP {
            true => self.manager.workers().install(&operation),
            false => operation(),
        };
        if let Ok(made) = once() {
            return Ok(Bdd(made));
        }
        self.collect();
        once().map(Bdd).map_err(|_| Undecided::Memory)
    }

    /// Removes dead nodes; waits for a collection that runs already.
    pub fn collect(&self) -> usize {
        self.manager.with_manager_exclusive(|m| m.gc())
    }

    fn choose_threads(&self) {
        if self.options.threads > 1 {
            let small = self.manager.with_manager_shared(|m| m.approx_num_inner_nodes()) < LARGE;
            self.manager.workers().set_split_depth(small.then_some(0));
        }
    }

    /// The function that is the bit itself; a bit that is new goes below all others.
    pub fn literal(&mut self, bit: BitVar) -> Gate<Bdd> {
        if let Some(place) = self.bits.get_index_of(&bit) {
            return Ok(self.literals[place].clone());
        }
        let number = self.bits.len() as u32;
        // If the node of the last new bit did not fit, the package knows the bit but we do not: it is used now.
        if self.manager.with_manager_shared(|m| m.num_vars()) == number {
            self.manager.with_manager_exclusive(|m| m.add_vars(1));
        }
        let made = self.run(|| self.manager.with_manager_shared(|m| BCDDFunction::var(m, number)))?;
        self.bits.insert(bit);
        self.literals.push(made.clone());
        Ok(made)
    }

    /// The function that is the bit itself, if the bit is known.
    pub fn known_literal(&self, bit: BitVar) -> Option<&Bdd> {
        self.bits.get_index_of(&bit).map(|place| &self.literals[place])
    }

    /// The values that a copy of a variable can have.
    pub fn domain(&self, var: VarId, tick: u32) -> Bdd {
        self.domains.get(&(var, tick)).unwrap_or(&self.constants[1]).clone()
    }
}

impl Circuit for Table {
    type Bit = Bdd;

    fn constant(&self, value: bool) -> Bdd {
        self.constants[usize::from(value)].clone()
    }

    fn input(&mut self, var: VarId, tick: u32, bit: u32) -> Gate<Bdd> {
        self.literal(BitVar { var, tick, bit })
    }

    fn restrict(&mut self, var: VarId, tick: u32, clauses: Vec<Vec<Bdd>>) -> Gate<()> {
        let clauses = clauses.into_iter().map(|clause| self.any(clause)).collect::<Gate<Vec<_>>>()?;
        let domain = self.all(clauses)?;
        self.restrictions.push(domain.clone());
        self.domains.insert((var, tick), domain);
        Ok(())
    }

    fn not(&mut self, a: &Bdd) -> Gate<Bdd> {
        Ok(!a)
    }

    fn and(&mut self, a: &Bdd, b: &Bdd) -> Gate<Bdd> {
        self.run(|| a.0.and(&b.0))
    }

    fn or(&mut self, a: &Bdd, b: &Bdd) -> Gate<Bdd> {
        self.run(|| a.0.or(&b.0))
    }

    fn xor(&mut self, a: &Bdd, b: &Bdd) -> Gate<Bdd> {
        self.run(|| a.0.xor(&b.0))
    }

    fn ite(&mut self, cond: &Bdd, then: &Bdd, other: &Bdd) -> Gate<Bdd> {
        self.run(|| cond.0.ite(&then.0, &other.0))
    }

    /// In pairs, then pairs of pairs: operands of like size meet.
    fn all(&mut self, bits: Vec<Bdd>) -> Gate<Bdd> {
        let mut layer = bits;
        while layer.len() > 1 {
            let pair = |pair: &[Bdd]| match pair {
                [a, b] => self.run(|| a.0.and(&b.0)),
                rest => Ok(rest[0].clone()),
            };
            layer = layer.chunks(2).map(pair).collect::<Gate<Vec<_>>>()?;
        }
        Ok(layer.pop().unwrap_or_else(|| self.constant(true)))
    }
}
