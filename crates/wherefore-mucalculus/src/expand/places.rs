//! The position of an item at a state.
//!
//! Each item has a table of its own. As long as the item stands at few states, the table is a hash table of positions, of which the states
//! are read where positions are kept. Before such a table would be as large as one entry for each state, it becomes that: an array with the
//! state as index. So a position takes four to sixteen bytes here, four where an item stands at all states.

/// Entries of a table that is new.
const SMALL: usize = 4;

/// The positions of each item.
pub struct Places {
    /// How many states the graph has.
    states: usize,
    tables: Vec<Table>,
    /// Entries of all tables.
    entries: usize,
}

/// An entry is a position plus one, or 0 for none. A hash table has no entries for the ends.
#[derive(Clone, Default)]
struct Table {
    entries: Vec<u32>,
    count: usize,
    by_state: bool,
}

impl Places {
    pub fn new(states: u32) -> Places {
        Places { states: states as usize, tables: Vec::new(), entries: 0 }
    }

    /// Bytes that the table of one item takes at most.
    pub fn most_bytes(states: u32) -> u64 {
        (states as usize * size_of::<u32>() + size_of::<Table>()) as u64
    }

    pub fn bytes(&self) -> u64 {
        (self.entries * size_of::<u32>() + self.tables.len() * size_of::<Table>()) as u64
    }

    /// The position of an item at a state, or the end that it comes to, if either is noted. `states` has the state of each position
    /// after the ends.
    pub fn get(&self, item: u32, state: u32, states: &[u32]) -> Option<u32> {
        let table = self.tables.get(item as usize)?;
        let entry = match table.by_state {
            true => table.entries.get(state as usize).copied().unwrap_or(0),
            false if table.entries.is_empty() => 0,
            false => table.entries[table.slot(state, states)],
        };
        entry.checked_sub(1)
    }

    /// Notes the position of an item at a state; ends are noted only where that takes no room.
    pub fn set(&mut self, item: u32, state: u32, position: u32, states: &[u32]) {
        let place = item as usize;
        if self.tables.len() <= place {
            self.tables.resize(place + 1, Table::default());
        }
        let table = &mut self.tables[place];
        let before = table.entries.len();
        if !table.by_state && position < 2 {
            return;
        }
        table.count += 1;
        if !table.by_state && table.count * 4 > before * 3 {
            table.grow(self.states, states);
        }
        self.entries += table.entries.len() - before;
        let slot = if table.by_state { state as usize } else { table.slot(state, states) };
        if let Some(entry) = table.entries.get_mut(slot) {
            *entry = position + 1;
        }
    }
}

impl Table {
    /// Where a state is, or would be.
    fn slot(&self, state: u32, states: &[u32]) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = (u64::from(state).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        loop {
            match self.entries[slot] {
                0 => return slot,
                entry if states[entry as usize - 3] == state => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self, count: usize, states: &[u32]) {
        let size = (self.entries.len() * 2).max(SMALL);
        self.by_state = size >= count;
        let new = vec![0; if self.by_state { count } else { size }];
        let old = std::mem::replace(&mut self.entries, new);
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let state = states[entry as usize - 3];
            let slot = if self.by_state { state as usize } else { self.slot(state, states) };
            self.entries[slot] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use std::collections::BTreeMap;
    use wherefore_test::{Random, cases, counted, seed};

    #[test]
    fn positions_are_found_again_in_tables_of_both_kinds() {
        let seed = seed(37);
        let (mut by_state, mut by_hash) = (0, 0);
        for case in 0..cases(100) {
            let mut random = Random::new(seed.wrapping_mul(999_917).wrapping_add(case));
            let (count, items) = (1 + random.below(400), 1 + random.below(5));
            let (mut places, mut states) = (Places::new(count as u32), Vec::new());
            let mut right: BTreeMap<(u32, u32), u32> = BTreeMap::new();
            for _ in 0..random.below(800) {
                let (item, state) = (random.below(items) as u32, random.below(count) as u32);
                let found = places.get(item, state, &states);
                let known = right.get(&(item, state)).copied();
                let place = format!("WHEREFORE_SEED={seed}, case {case}: {item} at {state}");
                // Ends may be forgotten.
                assert!(found == known || found.is_none() && known.is_some_and(|p| p < 2), "{place}: {found:?}");
                if found.is_some() {
                    continue;
                }
                let position = match known {
                    Some(end) => end,
                    None if random.below(4) == 0 => random.below(2) as u32,
                    None => {
                        states.push(state);
                        states.len() as u32 + 1
                    }
                };
                right.insert((item, state), position);
                places.set(item, state, position, &states);
            }
            by_state += places.tables.iter().filter(|table| table.by_state).count();
            by_hash += places.tables.iter().filter(|table| !table.by_state).count();
            let entries: usize = places.tables.iter().map(|table| table.entries.len()).sum();
            assert_eq!(places.entries, entries);
        }
        counted(by_state, "tables by state");
        counted(by_hash, "tables by hash");
    }
}
