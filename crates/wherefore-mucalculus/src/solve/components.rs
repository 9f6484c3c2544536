//! Strongly connected components in the order in which they can be decided: one comes after all that it leads to.
//!
//! Tarjan's algorithm with its own stack. It asks before each step whether a position is decided in the meantime, and then
//! leaves it out.

use crate::game::Game;

/// Tarjan's algorithm, interrupted at each component.
pub struct Components {
    /// When a position was met, from 1 on; 0 if it was not.
    met: Vec<u32>,
    /// The earliest position that is known to be reached; `DONE` once its component is given.
    low: Vec<u32>,
    clock: u32,
    path: Vec<(u32, u32)>,
    open: Vec<u32>,
}

const DONE: u32 = u32::MAX;

impl Components {
    pub fn new(count: usize) -> Components {
        Components { met: vec![0; count], low: vec![0; count], clock: 0, path: Vec::new(), open: Vec::new() }
    }

    fn meet(&mut self, position: u32) {
        self.clock += 1;
        self.met[position as usize] = self.clock;
        self.low[position as usize] = self.clock;
        self.path.push((position, 0));
        self.open.push(position);
    }

    /// The next component that is reached from `root`.
    pub fn next(&mut self, game: &Game, root: u32, decided: &dyn Fn(u32) -> bool) -> Option<Vec<u32>> {
        if self.path.is_empty() && self.met[root as usize] == 0 && !decided(root) {
            self.meet(root);
        }
        while let Some((position, tried)) = self.path.last_mut() {
            let position = *position;
            if let Some(to) = game.moves(position).get(*tried as usize).copied() {
                *tried += 1;
                if self.met[to as usize] == 0 {
                    if !decided(to) {
                        self.meet(to);
                    }
                } else if self.low[to as usize] != DONE {
                    self.low[position as usize] = self.low[position as usize].min(self.met[to as usize]);
                }
                continue;
            }
            self.path.pop();
            let low = self.low[position as usize];
            if let Some((before, _)) = self.path.last() {
                self.low[*before as usize] = self.low[*before as usize].min(low);
            }
            if low == self.met[position as usize] {
                return Some(self.close(position));
            }
        }
        None
    }

    fn close(&mut self, first: u32) -> Vec<u32> {
        let begin = self.open.iter().rposition(|p| *p == first).unwrap_or(0);
        let component = self.open.split_off(begin);
        component.iter().for_each(|p| self.low[*p as usize] = DONE);
        component
    }
}
