//! Moves out of a set that only grows, from states with very many transitions.
//!
//! A state is looked at again whenever one more of its moves leads into the set. If it has a million transitions and the set grows by one
//! of their ends at a time, that is a million looks at a million transitions. A transition that leads into the set once does so for ever:
//! so the first one that leaves is remembered, and the next look begins there (as clauses are watched in SAT solvers). All looks at a
//! product state together cost as much as one look at all its transitions.

use crate::moves::Moves;
use crate::route::{OnUndefined, leaving};
use crate::row::Row;
use crate::set::{Set, ones};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// States with fewer transitions are looked at as a whole.
const MANY: usize = 64;

/// For product states with many transitions the place of the first one that leaves the set.
#[derive(Debug, Default)]
pub struct Watched(Mutex<BTreeMap<(u32, u32), usize>>);

impl Watched {
    /// The product states of a part of a state, among `bits`, that have a move out of the set. From call to call the set may only
    /// grow.
    pub fn leaving(
        &self,
        (moves, set, on_undefined): (&Moves, &Set, OnUndefined),
        (state, row): (u32, Row<'_>),
        part: usize,
        bits: u64,
    ) -> u64 {
        if row.len() < MANY {
            return leaving(moves, set, on_undefined, row, part, bits);
        }
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = 0;
        for bit in ones(bits) {
            let place = first.entry((state, part as u32 * 64 + bit)).or_default();
            row.behind(*place).until(|label, end| {
                let held = moves.entering(label, part, 1 << bit, |p| set.part(end, p));
                let is_move = on_undefined == OnUndefined::Escapes || moves.defined(label, part) >> bit & 1 == 1;
                let leaves = is_move && held == 0;
                *place += usize::from(!leaves);
                leaves
            });
            out |= u64::from(*place < row.len()) << bit;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Automaton;
    use crate::product::Product;
    use crate::{Memory, load};
    use wherefore_stop::Stop;
    use wherefore_test::{Random, cases, counted, seed};

    /// A state with many transitions to others, in an order of its own, and the labels they have.
    fn hub(random: &mut Random, width: usize) -> String {
        let line = |place: usize, random: &mut Random| {
            let label = ["a", "b", "c"][random.below(3)];
            format!("(0, \"{label}\", {})\n", 1 + (place * 7) % width)
        };
        let lines: String = (0..width).map(|place| line(place, random)).collect();
        format!("des (0, {width}, {})\n{lines}", width + 1)
    }

    #[test]
    fn a_remembered_place_says_what_a_look_at_all_transitions_says() {
        let seed = seed(41);
        let (mut compared, mut held) = (0, 0);
        for case in 0..cases(60) {
            let mut random = Random::new(seed.wrapping_mul(1_000_003).wrapping_add(case));
            let width = MANY + random.below(40) * 8 + 1;
            let graph = load(hub(&mut random, width).as_bytes(), &Stop::new()).expect("a graph");
            let text = ["[true* . \"a\"] false", "[true* . \"a\" . \"b\"] false"][random.below(2)];
            let formula = wherefore_lang::mcl::load(wherefore_diag::FileId(0), text).formula.expect("a formula");
            let labels: Vec<&str> = graph.labels.iter().collect();
            let automaton = Automaton::new(&formula, &labels).expect("small");
            let graph = std::sync::Arc::new(graph);
            let product = Product::new(&Memory::new(graph.clone(), Stop::new()), automaton);
            let (set, watched) = (Set::new(product.shape), Watched::default());
            let bits = product.moves.states();
            let all = u64::MAX >> (64 - bits);
            let on_undefined = [OnUndefined::Escapes, OnUndefined::Ignored][random.below(2)];
            let row = graph.out.row(0);
            let mut missing: Vec<(u32, u32)> =
                (1..=width as u32).flat_map(|state| (0..bits).map(move |inner| (state, inner))).collect();
            while !missing.is_empty() {
                for _ in 0..=random.below(missing.len()) {
                    let (state, inner) = missing.swap_remove(random.below(missing.len()));
                    set.insert(state, inner);
                }
                let slow = leaving(&product.moves, &set, on_undefined, row, 0, all);
                let fast = watched.leaving((&product.moves, &set, on_undefined), (0, row), 0, all);
                assert_eq!(slow, fast, "WHEREFORE_SEED={seed}, case {case}: {text}");
                compared += 1;
                held += usize::from(fast != all);
            }
        }
        counted(compared, "looks at a state with many transitions");
        counted(held, "looks that find a product state which cannot leave");
    }
}
