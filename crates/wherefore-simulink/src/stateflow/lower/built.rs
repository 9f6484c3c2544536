//! What is given out of a chart that was built.

use super::says::Part;
use super::store::{Branch, Store};
use super::{Built, Line, Run, Saying, Seen, Word, shape};
use crate::lower::Signal;
use crate::signal::Type;
use crate::stateflow::document::{Datum, Scope};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Define, ElementId, ElementKind, Op, Value};
use wherefore_syntax::Checked;

/// What stands for the state of a machine in which none is active.
const NO_STATE: &str = "-";

impl Run<'_, '_, '_> {
    pub(super) fn built(&mut self, behind: &Store) -> Checked<Built> {
        let mut outputs: Vec<(&Datum, usize)> =
            self.chart.data.iter().enumerate().filter(|(_, d)| d.scope == Scope::Output).map(|(i, d)| (d, i)).collect();
        outputs.sort_by_key(|(d, _)| d.port);
        let mut signals = Vec::new();
        for (datum, index) in outputs {
            let Some(place) = self.layout.data.get(index).copied().flatten() else { continue };
            let element = self.element_of(ElementKind::Variable, &datum.name, datum.span);
            let count = place.rows * place.columns;
            let mut elements = Vec::new();
            for position in 0..count {
                let name = if count == 1 { datum.name.clone() } else { format!("{}[{}]", datum.name, position + 1) };
                let Some(block) = behind.cells.get(place.first + position) else { continue };
                elements.push(self.low.builder.wire(&name, *block, Some(element)));
            }
            let ty = Type::Array(place.class, shape(place.rows, place.columns));
            signals.push(Signal { ty, elements });
        }
        self.define_machines(behind);
        let named = self.named_parts(behind);
        let seen = self.seen(behind, &named);
        Ok(Built { outputs: signals, seen, named })
    }

    /// What a reader of a run sees of the chart: for every machine the state behind the step, and what the chart gives out.
    fn define_machines(&mut self, behind: &Store) {
        let path = self.low.flat.get(self.id).path.clone();
        for (region, variable) in self.layout.of_children.clone() {
            let children = self.children(region);
            let name = region.map_or_else(|| path.clone(), |s| format!("{path}/{}", self.chart.path(s)));
            let mut values = vec![NO_STATE.to_owned()];
            values.extend(children.iter().map(|s| self.chart.states[*s].name.clone()));
            let values = self.low.builder.system.terms.intern_enum(values);
            let constant =
                |this: &mut Self, index: usize| this.low.builder.constant(Value::Enum(values, index as u32), None);
            let mut shown = constant(self, 0);
            for child in 1..=children.len() {
                let (active, state) = (self.is_choice(&behind.choices[variable], child as u32), constant(self, child));
                shown = self.low.op(Op::Ite, &[active, state, shown]);
            }
            let element = region.and_then(|s| self.state_element(s)).or(self.low.elements.get(&self.id).copied());
            self.define(name, shown, element);
        }
        for (index, datum) in self.chart.data.iter().enumerate().filter(|(_, d)| d.scope == Scope::Output) {
            let Some(place) = self.layout.data.get(index).copied().flatten() else { continue };
            let element = self.element_of(ElementKind::Variable, &datum.name, datum.span);
            if let (1, Some(block)) = (place.rows * place.columns, behind.cells.get(place.first)) {
                self.define(format!("{path}/{}", datum.name), *block, Some(element));
            }
        }
    }

    fn define(&mut self, name: String, block: BlockId, element: Option<ElementId>) {
        let system = &mut self.low.builder.system;
        if system.terms.find_var(&name).is_some() || system.defines.iter().any(|d| d.name == name) {
            return;
        }
        let term = self.low.builder.value(block);
        let declared = Some(self.low.builder.sort(block));
        self.low.builder.system.defines.push(Define { name, term, declared, element });
    }

    /// States and data behind the step, under their names.
    fn named_parts(&mut self, behind: &Store) -> BTreeMap<String, BlockId> {
        let mut named = BTreeMap::new();
        for (cell, block) in self.layout.cells.iter().zip(&behind.cells) {
            named.insert(cell.name.clone(), *block);
        }
        let branch = Branch { when: self.always, facts: Rc::from([]), store: behind.clone() };
        for state in (0..self.chart.states.len()).filter(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state())) {
            self.focus_state(state);
            let active = self.is_active(&branch, state);
            let (path, element) = (self.chart.path(state), self.low.origin());
            let block = self.low.builder.wire(&path, active, element);
            named.insert(path, block);
        }
        self.low.part = None;
        named
    }

    fn seen(&mut self, behind: &Store, named: &BTreeMap<String, BlockId>) -> Seen {
        let chart = self.low.flat.get(self.id).path.clone();
        let sayings = std::mem::take(&mut self.sayings);
        let lines = sayings.iter().map(|s| self.line(s)).collect();
        let mut states = Vec::new();
        for state in (0..self.chart.states.len()).filter(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state())) {
            let path = self.chart.path(state);
            if let Some(active) = named.get(&path) {
                states.push((path, self.low.builder.value(*active)));
            }
        }
        let values = self.layout.cells.iter().zip(&behind.cells);
        let data = values.map(|(cell, block)| (cell.name.clone(), self.low.builder.value(*block))).collect();
        Seen { chart, first_lines: Vec::new(), lines, states, data }
    }

    pub(super) fn line(&self, saying: &Saying) -> Line {
        let word = |part: &Part| match part {
            Part::Text(text) => Word::Text(text.clone()),
            Part::Number(block, format) => Word::Number(self.low.builder.value(*block), format.clone()),
        };
        Line { when: self.low.builder.value(saying.when), words: saying.parts.iter().map(word).collect() }
    }
}
