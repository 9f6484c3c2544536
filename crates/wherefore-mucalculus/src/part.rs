//! Part of a game, with its positions numbered anew, and the cycles in it.
//!
//! Components are found in two passes, there and back.

use crate::game::Game;

/// Positions of a game with some of their moves.
pub struct Part {
    /// The positions.
    pub positions: Vec<u32>,
    /// Where the moves of each lead, as places among the positions.
    pub next: Rows,
    /// From where moves lead to each.
    pub before: Rows,
}

/// Lists side by side.
pub struct Rows {
    offsets: Vec<u32>,
    ends: Vec<u32>,
}

impl Rows {
    /// The list of a place.
    pub fn of(&self, place: u32) -> &[u32] {
        &self.ends[self.offsets[place as usize] as usize..self.offsets[place as usize + 1] as usize]
    }

    fn reversed(&self) -> Rows {
        let count = self.offsets.len() - 1;
        // How many there are before the end of each place; filling from the end moves that to where the place begins.
        let mut offsets = vec![0; count + 1];
        self.ends.iter().for_each(|end| offsets[*end as usize] += 1);
        (1..=count).for_each(|place| offsets[place] += offsets[place - 1]);
        let mut ends = vec![0; self.ends.len()];
        for place in (0..count as u32).rev() {
            for end in self.of(place) {
                offsets[*end as usize] -= 1;
                ends[offsets[*end as usize] as usize] = place;
            }
        }
        Rows { offsets, ends }
    }
}

impl Part {
    /// Positions that are reached from others by the moves that `moves` puts into its list.
    pub fn reached<E>(
        game: &Game,
        from: &[u32],
        mut moves: impl FnMut(u32, &mut Vec<u32>) -> Result<(), E>,
    ) -> Result<Part, E> {
        let mut numbers = vec![u32::MAX; game.positions()];
        let (mut positions, mut next) = (Vec::new(), Rows { offsets: vec![0], ends: Vec::new() });
        let mut number = |position: u32, positions: &mut Vec<u32>| {
            let number = &mut numbers[position as usize];
            if *number == u32::MAX {
                *number = positions.len() as u32;
                positions.push(position);
            }
            *number
        };
        for position in from {
            number(*position, &mut positions);
        }
        let (mut at, mut row) = (0, Vec::new());
        while let Some(position) = positions.get(at).copied() {
            at += 1;
            row.clear();
            moves(position, &mut row)?;
            next.ends.extend(row.iter().map(|to| number(*to, &mut positions)));
            next.offsets.push(next.ends.len() as u32);
        }
        let before = next.reversed();
        Ok(Part { positions, next, before })
    }

    /// Calls `see` with each component that has a cycle, once with all of its positions and again with what is left of it
    /// without those of its lowest priority, and so on inwards; a component comes with that priority. Ends as soon as `see` does.
    pub fn cycles<E>(&self, game: &Game, mut see: impl FnMut(&[u32], u32) -> Result<Inside, E>) -> Result<(), E> {
        let priority = |place: &u32| game.priority(self.positions[*place as usize]);
        let all: Vec<u32> = (0..self.positions.len() as u32).collect();
        let mut groups = vec![u32::MAX; self.positions.len()];
        let (mut open, mut number) = (vec![all], 0);
        while let Some(set) = open.pop() {
            set.iter().for_each(|p| groups[*p as usize] = number);
            for component in self.components(&set, &mut groups, number) {
                let lowest = component.iter().map(priority).min().unwrap_or_default();
                let inside = see(&component, lowest)?;
                component.iter().for_each(|p| groups[*p as usize] = u32::MAX);
                if inside == Inside::Wanted {
                    open.push(component.into_iter().filter(|p| priority(p) > lowest).collect());
                }
            }
            // Each set takes three numbers: before both passes, between them, and behind them.
            number += 3;
        }
        Ok(())
    }

    /// The components with a cycle inside the group that a set is.
    fn components(&self, set: &[u32], groups: &mut [u32], group: u32) -> Vec<Vec<u32>> {
        let order = self.finished(set, groups, group);
        let mut found = Vec::new();
        for root in order.into_iter().rev() {
            if groups[root as usize] != group + 1 {
                continue;
            }
            groups[root as usize] = group + 2;
            let mut component = vec![root];
            let mut at = 0;
            while let Some(place) = component.get(at).copied() {
                at += 1;
                for before in self.before.of(place) {
                    if groups[*before as usize] == group + 1 {
                        groups[*before as usize] = group + 2;
                        component.push(*before);
                    }
                }
            }
            if component.len() > 1 || self.next.of(root).contains(&root) {
                found.push(component);
            }
        }
        found
    }

    /// The places of a group in the order in which a search in depth leaves them; their group is then one higher.
    fn finished(&self, set: &[u32], groups: &mut [u32], group: u32) -> Vec<u32> {
        let mut order = Vec::with_capacity(set.len());
        let mut path: Vec<(u32, u32)> = Vec::new();
        for root in set {
            if groups[*root as usize] != group {
                continue;
            }
            groups[*root as usize] = group + 1;
            path.push((*root, 0));
            while let Some((place, tried)) = path.last_mut() {
                match self.next.of(*place).get(*tried as usize) {
                    Some(to) => {
                        *tried += 1;
                        if groups[*to as usize] == group {
                            groups[*to as usize] = group + 1;
                            path.push((*to, 0));
                        }
                    }
                    None => {
                        order.push(*place);
                        path.pop();
                    }
                }
            }
        }
        order
    }
}

/// Whether the components inside a component are looked at too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    Wanted,
    Unwanted,
}
