//! Cells: the memory of a machine, and the values they hold in the middle of a step.
//!
//! A step is computed by running the chart on terms: a [`Store`] holds, for each cell, the term for its value so far, and
//! executable content changes it under a guard. Most cells are state variables. A few last only for a step: an input that
//! is not read afterwards.

use wherefore_ir::{TermId, VarId};

/// Index of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellId(pub usize);

/// A cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The state variable that keeps its value between steps, if any does.
    pub var: Option<VarId>,
    /// The input that gives it a new value, if one does.
    pub input: Option<VarId>,
    /// Its first value is not fixed.
    pub free: bool,
}

/// Values in the middle of a step.
#[derive(Clone, Debug)]
pub(super) struct Store {
    /// The value of each cell.
    pub values: Vec<TermId>,
    /// For each state whether it is active.
    pub inside: Vec<TermId>,
}

impl Store {
    pub fn get(&self, cell: CellId) -> TermId {
        self.values[cell.0]
    }

    pub fn set(&mut self, cell: CellId, value: TermId) {
        self.values[cell.0] = value;
    }
}
