//! The first state: data have their first values, the initial configuration is entered.

use super::Lowering;
use super::cells::{CellId, Store};
use super::interface::is_drawn;
use crate::chart::{DataId, FieldId, StateId};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeMap;
use wherefore_ir::{Constraint, Purpose, Role, Sort, TermId, Value, VarId, When};

impl Lowering<'_> {
    /// The first state: data get their values, the initial configuration is entered.
    pub(super) fn start(&mut self) {
        let mut placeholders = self.first_randoms();
        let (mut store, mut changed) = self.first(&placeholders);
        if !changed.is_empty() {
            for cell in std::mem::take(&mut changed) {
                let Some(var) = self.layout.cells[cell.0].var else { continue };
                let (name, sort) = (self.system.terms.var(var).name.clone(), self.system.terms.var(var).sort);
                placeholders.insert(
                    cell,
                    self.system.add_auxiliary(&format!("first.{name}"), sort, Role::Frozen, Purpose::Choice),
                );
            }
            (store, _) = self.first(&placeholders);
        }
        for (index, cell) in self.layout.cells.iter().enumerate() {
            let Some(var) = cell.var else { continue };
            let now = self.system.terms.now(var);
            let term = self.system.terms.eq(now, store.values[index]);
            if term != self.system.terms.bool(true) {
                let element = self.system.var_element(var);
                self.system.init.push(Constraint { term, element });
            }
        }
        self.bound_first(&placeholders);
        self.settle_duties(When::Initially);
    }

    /// What is drawn at the start is not what the first step draws.
    fn first_randoms(&mut self) -> BTreeMap<CellId, VarId> {
        let mut placeholders = BTreeMap::new();
        for (data, cells) in self.chart.data.iter().zip(self.layout.data.clone()) {
            for cell in cells.into_iter().filter(|_| data.random) {
                let Some(input) = self.layout.cells[cell.0].input else { continue };
                let (name, sort) = (format!("first.{}", data.name), self.system.terms.var(input).sort);
                let first = self.system.add_auxiliary(&name, sort, Role::Frozen, Purpose::Choice);
                if is_drawn(data) {
                    let (term, element) = (self.below_one(first), self.system.var_element(first));
                    self.system.init.push(Constraint { term, element });
                }
                placeholders.insert(cell, first);
            }
        }
        placeholders
    }

    /// The first values, and the free cells that did not keep theirs. A free value is that of the variable itself, or, where
    /// content changes it at once, of a placeholder.
    fn first(&mut self, placeholders: &BTreeMap<CellId, VarId>) -> (Store, Vec<CellId>) {
        self.duties.clear();
        let mut values = Vec::new();
        for (index, cell) in self.layout.cells.clone().into_iter().enumerate() {
            let var = placeholders.get(&CellId(index)).copied().or(cell.var).or(cell.input);
            let Some(var) = var else {
                values.push(self.system.terms.bool(false));
                continue;
            };
            let sort = self.system.terms.var(var).sort;
            values.push(if cell.free { self.system.terms.now(var) } else { self.nothing(sort) });
        }
        self.forget(&mut values);
        let late = |d: &DataId| self.layout.given.contains_key(d);
        let first = (0..self.chart.data.len() as u32).map(DataId);
        self.unborn = first.filter(|d| self.chart.datum(*d).init.is_some() && !late(d)).collect();
        let free = values.clone();
        let never = self.system.terms.bool(false);
        let always = self.system.terms.bool(true);
        let mut store = Store { values, inside: vec![never; self.chart.states.len()] };
        store.inside[0] = always;
        for state in self.chart.state_ids().filter(|s| !self.layout.bound.contains_key(s)).collect::<Vec<_>>() {
            self.initialise(&mut store, state, always);
        }
        self.block(&mut store, &self.chart.script, always);
        if let Some(initial) = self.chart.state(StateId::ROOT).initial {
            let plan = self.plan(&store, initial, StateId::ROOT);
            self.enter(&mut store, &[(always, plan)]);
            self.finish(&mut store, always);
        }
        let cells = self.layout.cells.iter().enumerate();
        let changed = cells.filter(|(i, c)| c.free && c.var.is_some() && store.values[*i] != free[*i]);
        let changed = changed.map(|(i, _)| CellId(i)).collect();
        (store, changed)
    }

    /// Regions and histories begin with `none`.
    fn forget(&mut self, values: &mut [TermId]) {
        let own = self.layout.regions.values().map(|r| (r.cell, r));
        let remembered = self.layout.histories.values().flat_map(|m| &m.regions);
        let remembered = remembered.filter_map(|(s, cell)| Some((*cell, self.layout.regions.get(s)?)));
        for (cell, region) in own.chain(remembered) {
            if let Some(none) = region.none {
                values[cell.0] = self.system.terms.mk_const(Value::Enum(region.sort, none));
            }
        }
    }

    /// Value for a field that an event does not carry.
    pub(super) fn no_value(&mut self, field: FieldId) -> TermId {
        let sort = self.sort(self.types.field(field));
        self.nothing(sort)
    }

    /// The value that stands for no value yet.
    fn nothing(&mut self, sort: Sort) -> TermId {
        match sort {
            Sort::Bool => self.system.terms.bool(false),
            Sort::Enum(id) => self.system.terms.mk_const(Value::Enum(id, 0)),
            Sort::Range { lo, hi } => self.system.terms.int(0.clamp(lo, hi)),
            Sort::Real => self.system.terms.mk_const(Value::Real(BigRational::from(BigInt::from(0)))),
            _ => self.system.terms.int(0),
        }
    }
}
