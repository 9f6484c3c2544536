//! Group sifting (Rudell 1993; Panda and Somenzi 1995): a better order, found by trying.
//!
//! Bits that belong together, such as the current and the next value of one bit, stay neighbours and move as a group. Each
//! group in turn, the one with most nodes first, is moved through the order by swaps with its neighbour and left where the
//! diagrams were smallest. A direction is given up when the diagrams grow beyond a percentage of the best.
//!
//! The package does not offer a single swap to safe code, so each step is a change of the whole order that differs in two
//! groups, and a collection to see the size. That makes sifting a tool for a few hundred bits.

use super::BitVar;
use super::levels::Levels;
use super::space::Space;
use crate::Undecided;
use oxidd::VarNo;

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiftOptions {
    /// A direction is given up beyond this percentage of the smallest size seen.
    pub growth: usize,
    /// Swaps of neighbouring groups in all.
    pub swaps: usize,
}

impl Default for SiftOptions {
    fn default() -> SiftOptions {
        SiftOptions { growth: 120, swaps: 2000 }
    }
}

impl Space {
    /// The bits of the order in groups: the same bit of the same variable at neighbouring levels.
    pub fn groups(&self) -> Vec<Vec<BitVar>> {
        let together = |a: &BitVar, b: &BitVar| (a.var, a.bit) == (b.var, b.bit);
        self.order().chunk_by(together).map(<[BitVar]>::to_vec).collect()
    }

    /// Looks for a better order and leaves the diagrams in it; how many nodes are left. Handles stay valid. A direction in
    /// which the table has no room is not tried.
    pub fn sift(&mut self, options: SiftOptions) -> Result<usize, Undecided> {
        let numbers = |group: Vec<BitVar>| group.into_iter().filter_map(|bit| self.number(bit)).collect();
        let groups: Vec<Vec<VarNo>> = self.groups().into_iter().map(numbers).collect();
        self.reordering(|levels| {
            let mut sifting = Sifting { levels, groups, options, left: options.swaps };
            for group in sifting.largest_first() {
                sifting.place(&group)?;
            }
            Ok(sifting.levels.size())
        })
    }
}

/// The state of a sifting: groups from the top down.
struct Sifting<'a, 'b, 'id: 'b> {
    levels: &'a mut Levels<'b, 'id>,
    groups: Vec<Vec<VarNo>>,
    options: SiftOptions,
    left: usize,
}

impl Sifting<'_, '_, '_> {
    /// The groups, by the nodes on their levels.
    fn largest_first(&self) -> Vec<Vec<VarNo>> {
        let nodes = |group: &Vec<VarNo>| group.iter().map(|bit| self.levels.nodes_of(*bit)).sum::<usize>();
        let mut sorted = self.groups.clone();
        sorted.sort_by_key(|group| std::cmp::Reverse(nodes(group)));
        sorted
    }

    /// Moves a group to its best place.
    fn place(&mut self, group: &[VarNo]) -> Result<(), Undecided> {
        let Some(start) = self.groups.iter().position(|g| g == group) else { return Ok(()) };
        let (mut best, mut at) = ((self.levels.size(), start), start);
        let last = self.groups.len() - 1;
        // The nearer end first, then all the way to the other.
        let ends = if start < last - start { [0, last] } else { [last, 0] };
        for end in ends {
            while at != end && self.left > 0 && self.step(&mut at, end)? {
                let size = self.levels.size();
                best = best.min((size, at));
                if size * 100 > best.0 * self.options.growth {
                    break;
                }
            }
        }
        while at != best.1 && self.step(&mut at, best.1)? {}
        Ok(())
    }

    /// One swap towards a place; false if the table has no room for it.
    fn step(&mut self, at: &mut usize, toward: usize) -> Result<bool, Undecided> {
        let next = if toward > *at { *at + 1 } else { *at - 1 };
        // The lower group moves up past the upper one, each of its bits doubling what it passes at most.
        let bits = self.groups[next.max(*at)].len();
        match self.levels.room(1 << bits.min(20)) {
            Ok(()) => {}
            Err(Undecided::Memory) => return Ok(false),
            Err(stopped) => return Err(stopped),
        }
        self.groups.swap(*at, next);
        self.left = self.left.saturating_sub(1);
        *at = next;
        let order: Vec<VarNo> = self.groups.iter().flatten().copied().collect();
        self.levels.set(&order);
        Ok(true)
    }
}
