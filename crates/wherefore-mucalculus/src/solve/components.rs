//! Strongly connected components in the order in which they can be decided: one comes after all that it leads to.
//!
//! Tarjan's algorithm with its own stack and one number for each position (Pearce, "A space-efficient algorithm for finding strongly
//! connected components", 2016). It asks before each step whether a position is decided in the meantime, and then leaves it out.

use crate::game::Game;

/// Tarjan's algorithm, interrupted at each component.
pub struct Components {
    /// The earliest position that is known to be reached, as the time when it was met, from 1 on; 0 where the search was not yet, `DONE`
    /// once the component is given.
    low: Vec<u32>,
    clock: u32,
    /// The positions that lead to the current one, with how many of their moves were tried, and `REACHES` if they reach an earlier one.
    path: Vec<(u32, u32)>,
    open: Vec<u32>,
}

const DONE: u32 = u32::MAX;
const REACHES: u32 = 1 << 31;

impl Components {
    pub fn new(count: usize) -> Components {
        Components { low: vec![0; count], clock: 0, path: Vec::new(), open: Vec::new() }
    }

    fn meet(&mut self, position: u32) {
        self.clock += 1;
        self.low[position as usize] = self.clock;
        self.path.push((position, 0));
        self.open.push(position);
    }

    /// The next component that is reached from `root`.
    pub fn next(&mut self, game: &Game, root: u32, decided: &dyn Fn(u32) -> bool) -> Option<Vec<u32>> {
        if self.path.is_empty() && self.low[root as usize] == 0 && !decided(root) {
            self.meet(root);
        }
        while let Some((position, tried)) = self.path.last_mut() {
            let position = *position;
            let moves = game.moves(position);
            if let Some(to) = moves.get((*tried & !REACHES) as usize).copied() {
                *tried += 1;
                match self.low[to as usize] {
                    0 if decided(to) => {}
                    0 => self.meet(to),
                    // What is done has the largest number.
                    low => self.reach(position, low),
                }
                continue;
            }
            let is_first = *tried & REACHES == 0;
            self.path.pop();
            let low = self.low[position as usize];
            if is_first {
                return Some(self.close(position));
            }
            if let Some((before, _)) = self.path.last() {
                self.reach(*before, low);
            }
        }
        None
    }

    /// The last position of the path reaches what was met then.
    fn reach(&mut self, position: u32, low: u32) {
        if low < self.low[position as usize] {
            self.low[position as usize] = low;
            if let Some((_, tried)) = self.path.last_mut() {
                *tried |= REACHES;
            }
        }
    }

    fn close(&mut self, first: u32) -> Vec<u32> {
        let begin = self.open.iter().rposition(|p| *p == first).unwrap_or(0);
        let component = self.open.split_off(begin);
        component.iter().for_each(|p| self.low[*p as usize] = DONE);
        component
    }
}
