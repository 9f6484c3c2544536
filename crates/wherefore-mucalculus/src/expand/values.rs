//! Values of variables, numbered: combinations that occur again have the same number.

use super::{Expansion, Item};
use crate::data::Value;
use crate::data::evaluate::Scope;

impl Expansion<'_> {
    /// The number of a value.
    pub(super) fn value(&mut self, value: Value) -> u32 {
        self.values.insert_full(value).0 as u32
    }

    /// The values of these variables, for an evaluation.
    pub(super) fn scope(&self, slots: &[u32], scope: u32) -> Scope {
        let numbers = self.scopes.get_index(scope as usize).map_or(&[][..], |list| list);
        let values = numbers.iter().filter_map(|number| self.values.get_index(*number as usize).cloned());
        slots.iter().copied().zip(values).collect()
    }

    /// The values of other variables, which are those of an item or given anew.
    pub(super) fn projected(&mut self, (part, scope): Item, wanted: &[u32], given: &[(u32, u32)]) -> u32 {
        let slots = &self.normal.free[part];
        if given.is_empty() && slots == wanted {
            return scope;
        }
        if wanted.is_empty() {
            return 0;
        }
        let numbers = self.scopes.get_index(scope as usize).map_or(&[][..], |list| list);
        let own = |slot: &u32| slots.binary_search(slot).ok().and_then(|place| numbers.get(place)).copied();
        let new = |slot: &u32| given.iter().find(|(s, _)| s == slot).map(|(_, value)| *value);
        let list: Box<[u32]> = wanted.iter().map(|slot| new(slot).or_else(|| own(slot)).unwrap_or(u32::MAX)).collect();
        self.scopes.insert_full(list).0 as u32
    }
}
