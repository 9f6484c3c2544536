//! What is given out of a chart that was built.

use super::says::Part;
use super::store::{Branch, Store};
use super::{Built, Line, Run, Saying, Seen, Word, shape};
use crate::lower::Signal;
use crate::signal::Type;
use crate::stateflow::document::{Datum, Scope};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_ir::ElementKind;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

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
        let named = self.named_parts(behind);
        let seen = self.seen(behind, &named);
        Ok(Built { outputs: signals, seen, named })
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
