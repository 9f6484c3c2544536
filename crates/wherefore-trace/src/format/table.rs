//! A trace as the writers see it: columns with names, in the order in which they are printed.
//!
//! Variables come first, definitions after them. A column belongs to the state unless it is an input or a definition
//! that depends on inputs or on the next state; those are known only when the step is taken.

use crate::{Trace, define_values, quote, show, show_plain};
use wherefore_ir::{Role, Sort, System, Value, VarId, walk};

/// Where a column is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    State,
    Input,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Var(VarId),
    Define(usize),
}

/// One column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The name as the model spells it.
    pub name: String,
    /// Where it is printed.
    pub block: Block,
    source: Source,
}

impl Column {
    /// The name as a line of text holds it.
    pub fn quoted(&self) -> String {
        quote(&self.name)
    }

    /// Sort of its values.
    pub fn sort(&self, system: &System) -> Sort {
        match self.source {
            Source::Var(var) => system.terms.var(var).sort,
            Source::Define(index) => system.terms.sort(system.defines[index].term),
        }
    }

    /// The variable, if it is one.
    pub fn var(&self) -> Option<VarId> {
        match self.source {
            Source::Var(var) => Some(var),
            Source::Define(_) => None,
        }
    }
}

/// Which definitions become columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defines {
    /// Columns that were declared as variables.
    Declared,
    /// All columns.
    All,
}

/// All columns of a trace, with the values of definitions worked out.
pub(super) struct Table<'a> {
    system: &'a System,
    trace: &'a Trace,
    defines: Vec<Vec<Option<Value>>>,
    /// The columns in order.
    pub columns: Vec<Column>,
}

impl<'a> Table<'a> {
    pub fn new(system: &'a System, trace: &'a Trace, which: Defines) -> Table<'a> {
        let variable = |(var, role): (VarId, Role)| Column {
            name: system.terms.var(var).name.clone(),
            block: if role == Role::Input { Block::Input } else { Block::State },
            source: Source::Var(var),
        };
        let defines = system.defines.iter().enumerate();
        let wanted = defines.filter(|(_, d)| which == Defines::All || d.declared.is_some());
        let define = |(index, d): (usize, &wherefore_ir::Define)| Column {
            name: d.name.clone(),
            block: define_block(system, d.term),
            source: Source::Define(index),
        };
        let columns = system.vars().map(variable).chain(wanted.map(define)).collect();
        Table { system, trace, defines: define_values(system, trace), columns }
    }

    /// The columns of a block.
    pub fn block(&self, block: Block) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(move |c| c.block == block)
    }

    /// The value in a column at a step.
    pub fn value(&self, column: &Column, step: usize) -> Option<&Value> {
        match column.source {
            Source::Var(var) => self.trace.value(step, var),
            Source::Define(index) => self.defines.get(step)?.get(index)?.as_ref(),
        }
    }

    /// The value as text.
    pub fn text(&self, column: &Column, step: usize) -> Option<String> {
        let value = self.value(column, step)?;
        Some(match column.source {
            Source::Var(var) => show(&self.system.terms, var, value),
            Source::Define(_) => show_plain(&self.system.terms, value),
        })
    }

    /// Whether an input is known at the last step of a finite trace, where other tools show none.
    pub fn has_last_input(&self) -> bool {
        let mut inputs = self.block(Block::Input).filter(|c| c.var().is_some());
        let last = self.trace.len().checked_sub(1);
        self.trace.loop_start.is_none() && last.is_some_and(|l| inputs.any(|c| self.value(c, l).is_some()))
    }

    /// The steps in the order in which they are printed: those of the trace, and the head of the loop again.
    pub fn printed(&self) -> Vec<usize> {
        (0..self.trace.len()).chain(self.trace.loop_start).collect()
    }
}

fn define_block(system: &System, term: wherefore_ir::TermId) -> Block {
    let over_inputs = || walk::variables(&system.terms, [term]).into_iter().any(|v| system.role(v) == Role::Input);
    if system.terms.has_next(term) || over_inputs() { Block::Input } else { Block::State }
}
