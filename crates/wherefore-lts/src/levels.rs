//! How many steps from the start each product state is: one byte each while no path is longer than 254 steps.

use crate::set::FieldLayout;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

/// Steps from the start, by product state.
#[derive(Debug)]
pub struct Levels {
    shape: FieldLayout,
    steps: Steps,
}

/// One more than the steps; 0 where nothing was noted.
#[derive(Debug)]
enum Steps {
    U8(Vec<AtomicU8>),
    U16(Vec<AtomicU16>),
    U32(Vec<AtomicU32>),
}

impl Levels {
    /// Nothing noted yet.
    pub fn new(shape: FieldLayout) -> Levels {
        let entries = shape.index(shape.states(), 0);
        Levels { shape, steps: Steps::U8((0..entries).map(|_| AtomicU8::new(0)).collect()) }
    }

    /// Makes room for paths of this number of steps.
    pub fn make_room(&mut self, steps: u32) {
        match &self.steps {
            Steps::U8(old) if steps >= u32::from(u8::MAX) => {
                self.steps = Steps::U16(old.iter().map(|s| AtomicU16::new(s.load(Relaxed).into())).collect());
                self.make_room(steps);
            }
            Steps::U16(old) if steps >= u32::from(u16::MAX) => {
                self.steps = Steps::U32(old.iter().map(|s| AtomicU32::new(s.load(Relaxed).into())).collect());
            }
            _ => {}
        }
    }

    /// Notes the steps to a product state. There must be room for them.
    pub fn note(&self, state: u32, inner: u32, steps: u32) {
        let index = self.shape.index(state, inner);
        match &self.steps {
            Steps::U8(all) => all[index].store(steps as u8 + 1, Relaxed),
            Steps::U16(all) => all[index].store(steps as u16 + 1, Relaxed),
            Steps::U32(all) => all[index].store(steps + 1, Relaxed),
        }
    }

    /// The steps to a product state, if it was reached.
    pub fn get(&self, state: u32, inner: u32) -> Option<u32> {
        let index = self.shape.index(state, inner);
        let noted = match &self.steps {
            Steps::U8(all) => all[index].load(Relaxed).into(),
            Steps::U16(all) => all[index].load(Relaxed).into(),
            Steps::U32(all) => all[index].load(Relaxed),
        };
        noted.checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_are_noted_too() {
        let mut levels = Levels::new(FieldLayout::new(4, 3));
        for (state, steps) in [(0, 0), (1, 254), (2, 65_534), (3, 70_000)] {
            levels.make_room(steps);
            levels.note(state, 2, steps);
        }
        let read = |state| levels.get(state, 2);
        assert_eq!([read(0), read(1), read(2), read(3)], [Some(0), Some(254), Some(65_534), Some(70_000)]);
        assert_eq!(levels.get(1, 1), None);
    }
}
