//! One step of a chart, from the memories before it to the memories behind it.

use super::layout::CellKind;
use super::state::Ends;
use super::store::{Branch, Choice, Store};
use super::{Built, Line, Part, Run, Saying, Seen, SharedStore, Started, Word, shape};
use crate::document::Port;
use crate::lower::{Lowerer, Signal};
use crate::matlab::{Class, Number};
use crate::signal::{Type, sort};
use crate::stateflow::action::Base;
use crate::stateflow::document::{Datum, Event, EventScope, Scope, Trigger};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementKind, Op, Sort};
use wherefore_syntax::Checked;

/// The memories of a chart, as far as there are any: their `pre`.
#[derive(Debug, Default)]
pub(super) struct Memories {
    pub choices: Vec<Option<BlockId>>,
    pub cells: Vec<Option<BlockId>>,
}

impl Run<'_, '_, '_> {
    /// Builds the step.
    pub(super) fn build(&mut self, started: Started, inputs: &[Rc<Signal>]) -> Checked<Built> {
        let Started { layout, step, mut initial, begin, sayings: first, moves, .. } = started;
        (self.layout, self.step, self.moves) = (layout, step, moves);
        (self.state_elements, self.transition_elements) = (started.state_elements, started.transition_elements);
        let first_lines = first.iter().map(|s| self.line(s)).collect();
        self.outside(&mut initial, inputs)?;
        let system = self.low.flat.get(self.id).system;
        let active = self.low.is_active(system)?;
        let again = self.low.activated(system)?;
        let first = self.low.builder.first(None);
        let fresh = match again {
            Some(again) => self.low.any(&[first, again]),
            None => first,
        };
        let (memories, mut before) = self.remembered(&begin, (first, fresh), again.is_some())?;
        self.outside(&mut before, inputs)?;
        let yes = self.low.truth(true);
        let whole = Branch { when: yes, facts: Rc::from([]), store: before.clone() };
        let (running, resting) = match active {
            Some(active) => self.fork(whole, active)?,
            None => (Some(whole), None),
        };
        let mut ends: Vec<Branch> = resting.into_iter().collect();
        if let Some(branch) = running {
            ends.push(self.wake(branch, &initial, fresh)?);
        }
        let behind = self.merge((yes, Rc::from([])), ends)?.store;
        self.keep(&memories, &behind);
        self.draw(&memories, &before, &behind);
        let mut built = self.built(&behind)?;
        built.seen.first_lines = first_lines;
        Ok(built)
    }

    /// Initialises the chart: the variables as they are declared, and before the first step.
    pub(super) fn started(&mut self) -> Checked<(Store, Store)> {
        self.prepare()?;
        let cells = self.layout.cells.clone().iter().map(|c| self.low.number(&c.initial, c.class)).collect();
        let choices = vec![Choice::Known(0, None); self.layout.variables.len()];
        let mut initial = Store { choices, cells, frames: Vec::new() };
        // Inputs have no values before the first step; stores of the diagram have.
        self.outside(&mut initial, &[])?;
        self.is_first = true;
        let begin = self.begin(&initial)?;
        let first = self.low.builder.first(None);
        let mut written = begin.clone();
        written.cells = begin.cells.iter().zip(&initial.cells).map(|(new, old)| self.join(first, *new, *old)).collect();
        self.write_stores(&written);
        Ok((initial, begin))
    }

    /// Gives cells for inputs and stores of the diagram the values that these have now.
    fn outside(&mut self, store: &mut Store, inputs: &[Rc<Signal>]) -> Checked<()> {
        for (index, cell) in self.layout.cells.clone().into_iter().enumerate() {
            let block = match cell.kind {
                CellKind::Input(port, element) => inputs.get(port).and_then(|s| s.element(element)),
                CellKind::Shared(id, element) => match self.shared(id, element) {
                    Some(block) => Some(block),
                    None => return Err(self.refuse(self.chart.span, "a data store has another size")),
                },
                _ => None,
            };
            if cell.kind == CellKind::Step {
                store.cells[index] = self.low.number(&cell.initial, cell.class);
            }
            if let Some(block) = block {
                store.cells[index] = self.low.cast(block, cell.class);
            }
        }
        Ok(())
    }

    /// The variables before the first step.
    fn begin(&mut self, initial: &Store) -> Checked<Store> {
        if !self.chart.executes_at_initialization || self.children(None).is_empty() {
            return Ok(initial.clone());
        }
        let fresh = self.low.builder.first(None);
        let fact = self.low.builder.value(fresh);
        let branch = Branch { when: fresh, facts: Rc::from([fact]), store: initial.clone() };
        let origin = (branch.when, Rc::clone(&branch.facts));
        let ends = self.enter_chart(branch)?;
        Ok(self.merge(origin, ends.all())?.store)
    }

    fn enter_chart(&mut self, branch: Branch) -> Checked<Ends> {
        let mut branch = branch;
        branch.store.choices[self.layout.awake] = Choice::Known(1, None);
        self.enter_children(branch, None)
    }

    /// Declares the memories, and gives the values of all variables before the step.
    fn remembered(
        &mut self,
        begin: &Store,
        (first, fresh): (BlockId, BlockId),
        restarts: bool,
    ) -> Checked<(Memories, Store)> {
        let path = self.low.flat.get(self.id).path.clone();
        let mut memories = Memories::default();
        let mut store = begin.clone();
        for (index, variable) in self.layout.variables.clone().into_iter().enumerate() {
            let most = if index == self.layout.awake { 1 } else { variable.states.len() as u32 };
            let name = format!("{path}/{}", variable.name);
            let element = self.low.origin();
            let pre = self.low.builder.pre_of_later(&name, Sort::Range { lo: 0, hi: most.into() }, element);
            let initial = begin.choices[index].clone();
            let initial = self.choice_block(&initial);
            let now = self.arrow((first, fresh, restarts), initial, pre);
            self.low.builder.name(now, &variable.name);
            memories.choices.push(Some(pre));
            store.choices[index] = Choice::Open(now, (0..=most).collect());
            for (position, state) in variable.states.iter().enumerate() {
                let is_history = self.layout.of_history.values().any(|v| *v == index);
                if !is_history {
                    self.name_active(now, position as u32 + 1, *state);
                }
            }
        }
        for (index, cell) in self.layout.cells.clone().into_iter().enumerate() {
            let sort = match cell.kind {
                CellKind::Memory => sort(cell.class),
                CellKind::Counter(limit) => Sort::Range { lo: 0, hi: limit },
                CellKind::Step | CellKind::Fixed | CellKind::Input(..) | CellKind::Shared(..) => {
                    memories.cells.push(None);
                    continue;
                }
            };
            let element = self.low.origin();
            let pre = self.low.builder.pre_of_later(&format!("{path}/{}", cell.name), sort, element);
            let now = self.arrow((first, fresh, restarts), begin.cells[index], pre);
            self.low.builder.name(now, &cell.name);
            memories.cells.push(Some(pre));
            store.cells[index] = now;
        }
        Ok((memories, store))
    }

    fn arrow(&mut self, (first, fresh, restarts): (BlockId, BlockId, bool), begin: BlockId, pre: BlockId) -> BlockId {
        let element = self.low.origin();
        if !restarts && let Ok(block) = self.low.builder.arrow(first, (begin, pre), element) {
            return block;
        }
        self.low.choose(fresh, begin, pre)
    }

    /// Whether a state is active before the step, under its name.
    fn name_active(&mut self, variable: BlockId, value: u32, state: usize) {
        let outer = self.low.part.take();
        self.focus_state(state);
        let constant = self.low.integer(value.into());
        let equal = self.low.op(Op::Eq, &[variable, constant]);
        let name = format!("{} is active", self.chart.path(state));
        let element = self.low.origin();
        let block = self.low.builder.wire(&name, equal, element);
        self.asked.insert((variable, value), block);
        self.low.part = outer;
    }

    /// Wakes the chart up: by each of its input events that occurs, or once.
    fn wake(&mut self, branch: Branch, initial: &Store, fresh: BlockId) -> Checked<Branch> {
        let mut branch = branch;
        self.pass_time(&mut branch, fresh);
        let mut events: Vec<(usize, &Event)> =
            self.chart.events.iter().enumerate().filter(|(_, e)| e.scope == EventScope::Input).collect();
        events.sort_by_key(|(_, e)| e.port);
        if events.is_empty() {
            return self.react_to(branch, None, initial);
        }
        let edges = self.edges(&events)?;
        for ((event, _), edge) in events.into_iter().zip(edges) {
            let origin = (branch.when, Rc::clone(&branch.facts));
            let (occurs, not) = self.fork(branch, edge)?;
            let mut ends: Vec<Branch> = not.into_iter().collect();
            if let Some(branch) = occurs {
                ends.push(self.react_to(branch, Some(event), initial)?);
            }
            branch = self.merge(origin, ends)?;
        }
        Ok(branch)
    }

    /// Seconds go by with every step but the first.
    fn pass_time(&mut self, branch: &mut Branch, fresh: BlockId) {
        let old = branch.store.cells.clone();
        self.count(branch, &|base| !matches!(base, Base::Tick | Base::Event(_)));
        if let Some(clock) = self.layout.clock {
            let one = self.low.integer(1.into());
            branch.store.cells[clock] = self.low.op(Op::Add, &[branch.store.cells[clock], one]);
        }
        let counted = branch.store.cells.clone();
        branch.store.cells = old.iter().zip(counted).map(|(old, new)| self.join(fresh, *old, new)).collect();
    }

    fn react_to(&mut self, branch: Branch, event: Option<usize>, initial: &Store) -> Checked<Branch> {
        let mut branch = branch;
        let name = event.and_then(|e| self.chart.events.get(e)).map(|e| e.name.clone());
        self.count(&mut branch, &|base| match base {
            Base::Tick => true,
            Base::Event(counted) => Some(counted) == name.as_ref(),
            _ => false,
        });
        self.event = event;
        let origin = (branch.when, Rc::clone(&branch.facts));
        let mut ends = Vec::new();
        if self.children(None).is_empty() {
            ends.extend(self.enter_children(branch, None)?.all());
            return self.merge(origin, ends);
        }
        let (awake, asleep) = self.fork_choice(branch, self.layout.awake, 1)?;
        if let Some(branch) = awake {
            ends.push(self.execute_children(branch, None)?);
        }
        if let Some(mut branch) = asleep {
            // A chart that was never entered has changed nothing; inputs and stores are as they are now.
            branch.store.choices = initial.choices.clone();
            for (index, cell) in self.layout.cells.iter().enumerate() {
                if matches!(cell.kind, CellKind::Memory | CellKind::Counter(_)) && Some(index) != self.layout.clock {
                    branch.store.cells[index] = initial.cells[index];
                }
            }
            ends.extend(self.enter_chart(branch)?.all());
        }
        self.event = None;
        self.merge(origin, ends)
    }

    /// Whether the input events occur.
    fn edges(&mut self, events: &[(usize, &Event)]) -> Checked<Vec<BlockId>> {
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

    fn shared(&mut self, id: crate::flat::InstanceId, element: usize) -> Option<BlockId> {
        if !self.low.stores.contains_key(&id) {
            let store = self.declare_store(id)?;
            self.low.stores.insert(id, store);
        }
        self.low.stores.get(&id)?.now.get(element).copied()
    }

    /// Declares the memories of a store of the diagram.
    fn declare_store(&mut self, id: crate::flat::InstanceId) -> Option<SharedStore> {
        let path = self.low.flat.get(id).path.clone();
        let cells = self.layout.cells.iter().filter(|c| matches!(c.kind, CellKind::Shared(s, _) if s == id));
        let cells: Vec<super::layout::Cell> = cells.cloned().collect();
        let mut store = SharedStore { pres: Vec::new(), now: Vec::new() };
        let call = self.low.builder.resume(wherefore_ir::network::CallId(0));
        for cell in cells {
            let element = Some(self.low.element(id));
            let pre = self.low.builder.pre_of_later(&path, sort(cell.class), element);
            let (first, begin) = (self.low.builder.first(None), self.low.number(&cell.initial, cell.class));
            let now = self.low.builder.arrow(first, (begin, pre), element).ok();
            store.pres.push(pre);
            store.now.push(now?);
        }
        self.low.builder.resume(call);
        Some(store)
    }

    /// Says what memories hold at the next step.
    fn keep(&mut self, memories: &Memories, behind: &Store) {
        for (pre, choice) in memories.choices.iter().zip(&behind.choices) {
            let value = self.choice_block(choice);
            if let Some(pre) = pre {
                self.low.builder.connect(*pre, value);
            }
        }
        for (pre, value) in memories.cells.iter().zip(&behind.cells) {
            if let Some(pre) = pre {
                self.low.builder.connect(*pre, *value);
            }
        }
        self.write_stores(behind);
    }

    fn write_stores(&mut self, behind: &Store) {
        for (cell, value) in self.layout.cells.iter().zip(&behind.cells) {
            let CellKind::Shared(id, element) = cell.kind else { continue };
            if let Some(place) = self.low.stores.get_mut(&id).and_then(|s| s.now.get_mut(element)) {
                *place = *value;
            }
        }
    }

    fn built(&mut self, behind: &Store) -> Checked<Built> {
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

    fn line(&self, saying: &Saying) -> Line {
        let word = |part: &Part| match part {
            Part::Text(text) => Word::Text(text.clone()),
            Part::Number(block, format) => Word::Number(self.low.builder.value(*block), format.clone()),
        };
        Line { when: self.low.builder.value(saying.when), words: saying.parts.iter().map(word).collect() }
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
