//! Interface of a chart: outputs, the choices that it makes itself, and the bounds of real inputs.
//!
//! An output is the current value of a data item; it is meant where the machine is at rest. A real has no sort with bounds, so
//! what a declaration says of it becomes restrictions and obligations:
//!
//! ```text
//! <data id="v" wf:type="real" wf:range="0..600" wf:input="true"/>     invar 0 <= v and v <= 600
//!                                                 v.last, if kept     init  0 <= v.last and v.last <= 600, unless `expr`
//! <assign location="v" expr="e"/>                                     obligation 0 <= e and e <= 600
//! ```
//!
//! The last value of an input needs no more than that: later it is a value that the input had.

use super::Lowering;
use super::cells::CellId;
use crate::chart::{Bounds, Data, DataId, Type};
use std::collections::BTreeMap;
use wherefore_ir::{Constraint, Output, TermId, Value, VarId};

/// Whether an item stands for a `Math.random()`.
pub(super) fn is_drawn(data: &Data) -> bool {
    data.random && data.declared == Some(Type::Real)
}

impl Lowering<'_> {
    /// Says what is seen from outside, what the machine chooses, and what real inputs lie between.
    pub(super) fn interface(&mut self) {
        self.system.annexes.float = self.chart.float;
        for id in (0..self.chart.data.len() as u32).map(DataId) {
            let data = self.chart.datum(id);
            let names = self.places(&data.name, self.types.datum(id));
            let cells = self.layout.data[id.0 as usize].clone();
            for ((name, _), cell) in names.into_iter().zip(cells) {
                let cell = self.layout.cells[cell.0];
                if data.choice {
                    self.system.choices.extend(cell.input);
                }
                if let (Some(bounds), Some(input)) = (&data.bounds, cell.input) {
                    self.bound_input(input, bounds);
                }
                if let (true, Some(input)) = (is_drawn(data), cell.input) {
                    let (term, element) = (self.below_one(input), self.system.var_element(input));
                    self.system.invar.push(Constraint { term, element });
                }
                if let (true, Some(var)) = (data.output, cell.var) {
                    let (term, element) = (self.system.terms.now(var), self.system.var_element(var));
                    self.system.annexes.outputs.push(Output { name, term, element });
                }
            }
        }
        for (field, cell) in self.layout.fields.clone() {
            let input = self.layout.cells[cell.0].input;
            if let (Some(bounds), Some(input)) = (&self.chart.field(field).bounds, input) {
                self.bound_input(input, bounds);
            }
        }
    }

    fn bound_input(&mut self, input: VarId, bounds: &Bounds) {
        let now = self.system.terms.now(input);
        let (term, element) = (self.between(now, Some(bounds)), self.system.var_element(input));
        self.system.invar.push(Constraint { term, element });
    }

    /// Whether a real is less than one.
    pub(super) fn below_one(&mut self, var: VarId) -> TermId {
        let (now, one) = (self.system.terms.now(var), self.system.terms.int(1));
        let one = self.real(one);
        self.system.terms.lt(now, one)
    }

    /// Free first values lie within their bounds: those of the variables, or of the placeholders that stand for them.
    pub(super) fn bound_first(&mut self, placeholders: &BTreeMap<CellId, VarId>) {
        for (data, cells) in self.chart.data.iter().zip(self.layout.data.clone()) {
            let Some(bounds) = &data.bounds else { continue };
            for id in cells {
                let cell = self.layout.cells[id.0];
                let var = placeholders.get(&id).copied().or(cell.var);
                let Some(var) = var.filter(|_| cell.free) else { continue };
                let now = self.system.terms.now(var);
                let (term, element) = (self.between(now, Some(bounds)), self.system.var_element(var));
                self.system.init.push(Constraint { term, element });
            }
        }
    }

    /// Whether a number lies within bounds, if there are any.
    pub(super) fn between(&mut self, value: TermId, bounds: Option<&Bounds>) -> TermId {
        let Some(Bounds { lo, hi }) = bounds else { return self.system.terms.bool(true) };
        let value = self.real(value);
        let [lo, hi] = [lo, hi].map(|bound| self.system.terms.mk_const(Value::Real(bound.clone())));
        let (above, below) = (self.system.terms.le(lo, value), self.system.terms.le(value, hi));
        self.system.terms.and([above, below])
    }
}
