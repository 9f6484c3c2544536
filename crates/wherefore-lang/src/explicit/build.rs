//! Transitions, gathered one by one.

use super::{Explicit, Fault, Form, INITIAL, States, codes};
use crate::aut::{Block, Names};
use indexmap::IndexSet;

/// The most states, and the most transitions.
const MOST: usize = u32::MAX as usize - 2;

/// A graph that grows.
#[derive(Debug, Default)]
pub struct Builder {
    names: Names,
    block: Block,
    /// The states that are marked as initial.
    initial: IndexSet<u32>,
}

impl Builder {
    /// The state of this name, which is new if it was not there. Names are at most a million bytes long.
    pub fn state(&mut self, name: &str) -> Result<u32, Fault> {
        let number = self.names.number(name.as_bytes()).unwrap_or_default();
        if self.names.len() > MOST { Err(too_many("states")) } else { Ok(number) }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.names.len()
    }

    /// Adds a transition. A label is one line: breaks in it become blanks.
    pub fn transition(&mut self, source: u32, label: &str, target: u32) -> Result<(), Fault> {
        if self.block.targets.len() > MOST {
            return Err(too_many("transitions"));
        }
        let label = match label.contains(['\n', '\r']) {
            true => self.block.names.number(one_line(label).as_bytes()),
            false => self.block.names.number(label.as_bytes()),
        };
        match self.block.sources.last_mut() {
            Some((last, count)) if *last == source => *count += 1,
            _ => self.block.sources.push((source, 1)),
        }
        self.block.targets.push(target);
        self.block.labels.push(label.unwrap_or_default());
        Ok(())
    }

    /// Marks a state as initial.
    pub fn initial(&mut self, state: u32) {
        self.initial.insert(state);
    }

    /// The graph. Where no state is marked the first one is initial; where several are, a state before them leads to each.
    pub fn finish(mut self, states: Option<States>, form: Form) -> Result<Explicit, Fault> {
        let count = self.names.len() as u32;
        if count == 0 {
            return Err(Fault::whole(codes::SYNTAX, "the graph has no states"));
        }
        let (initial, count) = match (self.initial.first(), self.initial.len()) {
            (None, _) => (0, count),
            (Some(only), 1) => (*only, count),
            _ => {
                for target in std::mem::take(&mut self.initial) {
                    self.transition(count, INITIAL, target)?;
                }
                (count, count + 1)
            }
        };
        Ok(Explicit { initial, count, block: self.block, states, form })
    }
}

fn too_many(what: &str) -> Fault {
    Fault::whole(codes::TOO_LARGE, format!("more {what} than can be numbered with 32 bits"))
}

fn one_line(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}
