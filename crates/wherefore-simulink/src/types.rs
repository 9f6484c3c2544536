//! The types of all signals, found by going through the diagram until nothing changes.
//!
//! A block gives the types of its outputs as far as those of its inputs are known, so that a loop is entered wherever one of
//! its blocks knows more than its inputs. A loop in which nobody does carries scalars of class double.

pub(crate) mod routing;
mod rules;

use crate::flat::{Flat, InstanceId, Wire};
use crate::signal::Type;

/// How often all blocks are gone through at most; the longest chain of loops that wait for each other.
const MOST_ROUNDS: usize = 1000;

/// What may be taken for granted about signals that nothing tells anything about, as long as nothing does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Guess {
    Nothing,
    /// Blocks that take vectors apart give scalars, and those that put vectors together get them.
    Parts,
    /// Loops carry what their delays begin with, as doubles.
    Loops,
}

/// Types by block and output.
#[derive(Debug)]
pub(crate) struct Types {
    outputs: Vec<Vec<Option<Type>>>,
}

impl Types {
    /// Finds them.
    pub fn new(flat: &Flat<'_>) -> Types {
        let mut types = Types { outputs: vec![Vec::new(); flat.instances.len()] };
        for guess in [Guess::Nothing, Guess::Parts, Guess::Loops] {
            for _ in 0..MOST_ROUNDS {
                if !types.round(flat, guess) {
                    break;
                }
            }
        }
        types
    }

    fn round(&mut self, flat: &Flat<'_>, guess: Guess) -> bool {
        let mut changed = false;
        for id in flat.ids() {
            let inputs: Vec<Option<Type>> = flat.get(id).inputs.iter().map(|w| self.of(*w)).collect();
            let outputs = rules::outputs(flat, id, &inputs, guess);
            let known = &mut self.outputs[id.0 as usize];
            if *known != outputs {
                *known = outputs;
                changed = true;
            }
        }
        changed
    }

    /// The type of what drives an input.
    pub fn of(&self, wire: Option<Wire>) -> Option<Type> {
        match wire {
            Some(wire) => self.outputs[wire.from.0 as usize].get(wire.port).cloned().flatten(),
            None => Some(Type::GROUND),
        }
    }

    /// The type of an output; where nothing tells, a scalar of class double.
    pub fn output(&self, id: InstanceId, port: usize) -> Type {
        self.of(Some(Wire { from: id, port })).unwrap_or(Type::GROUND)
    }
}
