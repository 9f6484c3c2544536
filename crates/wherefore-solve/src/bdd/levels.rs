//! Moving levels.
//!
//! The package can bring its levels into a given order, but ends the process if the table overflows while it does. Moving
//! one bit *up* at most doubles every level it passes (a node there splits into the cases of the bit); moving one down can
//! square them. So every change of order is made of steps that move bits up, each taken only if the growth would fit.
//!
//! All steps happen inside one reordering of the package: its cache of operations, whose size dominates the cost of a
//! single step, is then cleared once.

use super::BitVar;
use super::space::Space;
use crate::{Stop, Undecided};
use oxidd::bcdd::BCDDFunction;
use oxidd::{Function, Manager, ManagerRef, VarNo};
use oxidd_core::LevelView;

/// The levels of a table while they are being moved. Bits are known by their numbers in the package.
pub(super) struct Levels<'a, 'id: 'a> {
    manager: &'a mut <BCDDFunction as Function>::Manager<'id>,
    stop: Stop,
    capacity: usize,
}

impl Levels<'_, '_> {
    /// The bits from the top down.
    pub fn order(&self) -> Vec<VarNo> {
        (0..self.manager.num_levels()).map(|level| self.manager.level_to_var(level)).collect()
    }

    /// How many nodes live.
    pub fn size(&self) -> usize {
        self.manager.gc();
        self.manager.num_inner_nodes()
    }

    /// How many nodes decide on a bit.
    pub fn nodes_of(&self, bit: VarNo) -> usize {
        self.manager.level(self.manager.var_to_level(bit)).len()
    }

    /// Whether the table has room for growth by this factor, and no stop was signalled.
    pub fn room(&self, factor: usize) -> Result<(), Undecided> {
        if self.stop.is_fired() {
            return Err(Undecided::Stopped(self.stop.reason().unwrap_or_default()));
        }
        let fits = |nodes: usize| nodes.saturating_mul(factor).saturating_add(1000) <= self.capacity;
        if fits(self.manager.num_inner_nodes()) || fits(self.size()) { Ok(()) } else { Err(Undecided::Memory) }
    }

    /// Brings all levels into this order. Only for steps whose growth has room.
    pub fn set(&mut self, order: &[VarNo]) {
        oxidd_reorder::set_var_order(self.manager, order);
    }
}

impl Space {
    /// Moves levels.
    pub(super) fn reordering<T>(&mut self, change: impl FnOnce(&mut Levels<'_, '_>) -> T) -> T {
        let table = self.table();
        // Dead nodes would be moved like others.
        table.collect();
        table.manager.with_manager_exclusive(|manager| {
            manager.reorder(|manager| {
                change(&mut Levels { manager, stop: table.stop.clone(), capacity: table.options.nodes })
            })
        })
    }

    /// The number of a bit in the package.
    pub(super) fn number(&self, bit: BitVar) -> Option<VarNo> {
        self.table().bits.get_index_of(&bit).map(|place| place as VarNo)
    }

    /// Where a bit stands, from the top.
    pub(super) fn level(&self, bit: BitVar) -> Option<u32> {
        let number = self.number(bit)?;
        Some(self.table().manager.with_manager_shared(|m| m.var_to_level(number)))
    }

    /// The bits from the top down.
    pub fn order(&self) -> Vec<BitVar> {
        let table = self.table();
        let known = |number: VarNo| table.bits.get_index(number as usize).copied();
        table
            .manager
            .with_manager_shared(|m| (0..m.num_levels()).filter_map(|level| known(m.level_to_var(level))).collect())
    }

    /// Changes the order: the bits given come first, in that order, the others keep theirs. All handles stay valid and
    /// mean the same. [`Undecided::Memory`] if the table is too full to go on; the order is then somewhere between.
    pub fn set_order(&mut self, order: &[BitVar]) -> Result<(), Undecided> {
        let numbers: Vec<VarNo> = order.iter().filter_map(|bit| self.number(*bit)).collect();
        self.reordering(|levels| {
            for (place, number) in numbers.iter().enumerate() {
                let mut target = levels.order();
                if target[place] != *number {
                    levels.room(2)?;
                    target.retain(|other| other != number);
                    target.insert(place, *number);
                    levels.set(&target);
                }
            }
            Ok(())
        })
    }
}
