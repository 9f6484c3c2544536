//! One step of a chart, from the memories before it to the memories behind it.

use super::layout::CellKind;
use super::state::Ends;
use super::store::{Branch, Choice, Store};
use super::{Built, Run, Started};
use crate::lower::Signal;
use crate::signal::memory_sort;
use crate::stateflow::action::Base;
use crate::stateflow::document::{Event, EventScope};
use std::rc::Rc;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort};
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
                CellKind::Memory => memory_sort(cell.class),
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
        let joined = match self.low.known(begin) {
            _ if restarts => None,
            Some(_) => self.low.builder.begin(first, (begin, pre), element).ok(),
            None => self.low.builder.arrow(first, (begin, pre), element).ok(),
        };
        joined.unwrap_or_else(|| self.low.choose(fresh, begin, pre))
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
            let entered = self.enter_chart(branch)?.all();
            self.note_entered(&entered);
            ends.extend(entered);
        }
        self.event = None;
        self.merge(origin, ends)
    }

    /// Notes which states are active when the chart has been entered, if there is no choice about it.
    fn note_entered(&mut self, ends: &[Branch]) {
        let known = |choice: &Choice| match choice {
            Choice::Known(value, _) => Some(*value),
            Choice::Open(..) => None,
        };
        let only = match ends {
            [only] => only.store.choices.iter().map(known).collect(),
            _ => None,
        };
        self.entered.push(only);
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
}
