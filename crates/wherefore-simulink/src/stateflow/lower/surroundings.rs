//! What a chart takes from its diagram: input events, stores of the diagram, values of parameters.

use super::layout::{Cell, CellKind, Surroundings};
use super::store::Store;
use super::{Run, SharedStore};
use crate::document::{Parameter, Port};
use crate::flat::{Flat, InstanceId};
use crate::lower::Lowerer;
use crate::matlab::{Class, Number, Value};
use crate::signal::{Named, Type, memory_sort, named};
use crate::stateflow::document::{Event, Trigger};
use crate::types::Types;
use wherefore_ir::network::{BlockId, CallId};
use wherefore_syntax::Checked;

impl Run<'_, '_, '_> {
    /// Whether the input events occur.
    pub(super) fn edges(&mut self, events: &[(usize, &Event)]) -> Checked<Vec<BlockId>> {
        let control = self.low.flat.get(self.id).control.clone();
        let wire = control.iter().find(|(port, _)| *port == Port::Trigger).map(|(_, wire)| *wire);
        let Some(wire) = wire else { return Ok(vec![self.low.truth(false); events.len()]) };
        let signal = self.low.signal(wire)?;
        let mut found = Vec::new();
        for (_, event) in events {
            let Some(block) = signal.element(event.port.saturating_sub(1)) else {
                return Err(self.refuse(event.span, "its trigger has fewer elements than there are input events"));
            };
            let (rising, falling) = match event.trigger {
                Trigger::Rising => (true, false),
                Trigger::Falling => (false, true),
                Trigger::Either => (true, true),
                Trigger::FunctionCall => {
                    return Err(self.refuse(event.span, "calls of charts by other blocks are not supported"));
                }
            };
            found.push(self.edge(block, (rising, falling))?);
        }
        Ok(found)
    }

    /// Whether a signal becomes positive, or ceases to be; not at the first step.
    fn edge(&mut self, block: BlockId, (rising, falling): (bool, bool)) -> Checked<BlockId> {
        let zero = self.low.integer(0.into());
        let now = self.low.compare(">", block, zero);
        let (pre, last) = self.low.memory(self.id, Class::Boolean, &Number::zero())?;
        self.low.remember(self.id, pre, last, now)?;
        let first = self.low.builder.first(None);
        let (later, up) = (self.low.not(first), self.low.not(last));
        let down = self.low.not(now);
        let mut edges = Vec::new();
        if rising {
            edges.push(self.low.all(&[later, up, now]));
        }
        if falling {
            edges.push(self.low.all(&[later, last, down]));
        }
        Ok(self.low.any(&edges))
    }

    pub(super) fn shared(&mut self, id: InstanceId, element: usize) -> Option<BlockId> {
        if !self.low.stores.contains_key(&id) {
            let store = self.declare_store(id)?;
            self.low.stores.insert(id, store);
        }
        self.low.stores.get(&id)?.now.get(element).copied()
    }

    /// Declares the memories of a store of the diagram.
    fn declare_store(&mut self, id: InstanceId) -> Option<SharedStore> {
        let path = self.low.flat.get(id).path.clone();
        let cells = self.layout.cells.iter().filter(|c| matches!(c.kind, CellKind::Shared(s, _) if s == id));
        let cells: Vec<Cell> = cells.cloned().collect();
        let mut store = SharedStore { pres: Vec::new(), now: Vec::new() };
        let call = self.low.builder.resume(CallId(0));
        for cell in cells {
            let element = Some(self.low.element(id));
            let pre = self.low.builder.pre_of_later(&path, memory_sort(cell.class), element);
            let (first, begin) = (self.low.builder.first(None), self.low.number(&cell.initial, cell.class));
            let now = self.low.builder.begin(first, (begin, pre), element).ok();
            store.pres.push(pre);
            store.now.push(now?);
        }
        self.low.builder.resume(call);
        Some(store)
    }

    pub(super) fn write_stores(&mut self, behind: &Store) {
        for (cell, value) in self.layout.cells.iter().zip(&behind.cells) {
            let CellKind::Shared(id, element) = cell.kind else { continue };
            if let Some(place) = self.low.stores.get_mut(&id).and_then(|s| s.now.get_mut(element)) {
                *place = *value;
            }
        }
    }
}

impl Lowerer<'_, '_> {
    /// Says what the stores of the diagram hold at the next step.
    pub(super) fn close_stores(&mut self) {
        for store in self.stores.values() {
            for (pre, now) in store.pres.iter().zip(&store.now) {
                self.builder.connect(*pre, *now);
            }
        }
    }
}

/// What a chart takes from its diagram.
pub(super) struct Outside<'o, 'm> {
    pub flat: &'o Flat<'m>,
    pub id: InstanceId,
    pub types: &'o Types,
    pub step: Option<Number>,
}

impl Surroundings for Outside<'_, '_> {
    fn value(&mut self, parameter: &Parameter) -> Result<Value, String> {
        self.flat.get(self.id).scope.value(parameter).map_err(|e| e.message)
    }

    fn variable(&mut self, name: &str) -> Option<Value> {
        self.flat.get(self.id).scope.find(name)
    }

    fn input(&mut self, port: usize) -> Option<(Class, usize, usize)> {
        let wire = self.flat.get(self.id).inputs.get(port).copied().flatten();
        let (class, shape) = self.types.of(wire).unwrap_or(Type::GROUND).array()?;
        let (rows, columns) = shape.rows_columns();
        Some((class, rows, columns))
    }

    fn store(&mut self, name: &str) -> Option<(InstanceId, Class, Value)> {
        let is_store = |id: &InstanceId| {
            let instance = self.flat.get(*id);
            instance.kind == "DataStoreMemory" && instance.block.parameters.get("DataStoreName") == Some(name)
        };
        let id = self.flat.ids().find(is_store)?;
        let instance = self.flat.get(id);
        let initial = instance.block.parameters.parameter("InitialValue").and_then(|p| instance.scope.value(p).ok());
        let mut value = initial.filter(|v| !v.is_empty()).unwrap_or(Value::integer(0));
        let class = match named(instance.block.parameters.get("OutDataTypeStr")) {
            Named::Class(class) => class,
            _ => value.class,
        };
        value.elements = value.elements.iter().map(|n| class.cast(n)).collect();
        Some((id, class, value))
    }

    fn step(&mut self) -> Option<Number> {
        self.step.clone()
    }
}
