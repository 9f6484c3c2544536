//! Where a property is violated: the product states that the second pass starts from.
//!
//! A safety property is violated in the bad state of its automaton. Freedom of deadlock is violated in a state without
//! transitions, where the automaton says that a run must go on. An action that is inevitable is violated by a run that
//! waits for it and never does it: a state from which the action can be avoided for ever, while the automaton waits.
//! Avoiding for ever is what is left over when all states that cannot avoid the action have been attracted.

use crate::automaton::Wait;
use crate::moves::{Direction, Moves};
use crate::product::Product;
use crate::route::{Interrupted, Kernel, OnUndefined, Route, Spread};
use crate::row::Row;
use crate::set::{FieldLayout, Set, ones};
use std::sync::Arc;

/// The product states among `reachable` where the property is violated, and for each action that is waited for the states
/// from which it can be avoided.
pub fn violations(
    route: &impl Route,
    product: &Product,
    reachable: &Set,
) -> Result<(Arc<Set>, Vec<Arc<Set>>), Interrupted> {
    let waits = (0..product.automaton.waits_total()).map(|i| product.automaton.wait(i));
    let avoiding = waits.map(|w| avoiding(route, w)).collect::<Result<Vec<_>, _>>()?;
    let kernel = Violated { product, reachable, avoiding: &avoiding, found: Set::new(product.shape) };
    route.sweep(Some(reachable), &kernel)?;
    Ok((Arc::new(kernel.found), avoiding))
}

struct Violated<'a> {
    product: &'a Product,
    reachable: &'a Set,
    avoiding: &'a [Arc<Set>],
    found: Set,
}

impl Violated<'_> {
    fn holds(&self, state: u32, row: Row<'_>, inner: u32) -> bool {
        let automaton = &self.product.automaton;
        automaton.bad() == Some(inner)
            || row.is_empty() && automaton.on_deadlock(inner)
            || automaton.waits(inner).iter().any(|wait| self.avoiding[*wait].contains(state, 0))
    }
}

impl Kernel for Violated<'_> {
    fn counters(&self) -> usize {
        0
    }

    fn visit(&self, state: u32, row: Row<'_>, _: &mut [u64]) {
        for part in 0..self.reachable.shape().parts() {
            let inner = ones(self.reachable.part(state, part)).map(|bit| part as u32 * 64 + bit);
            inner.filter(|q| self.holds(state, row, *q)).for_each(|q| self.found.insert(state, q));
        }
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.found)
    }
}

/// The states from which a run can go on for ever, or end where that counts, without the action that is waited for.
fn avoiding(route: &impl Route, wait: &Wait) -> Result<Arc<Set>, Interrupted> {
    let shape = FieldLayout::new(route.size().states, 1);
    let at_once = AtOnce { wait, found: Set::new(shape) };
    route.sweep(None, &at_once)?;
    let forced = route.attract(
        &Spread {
            moves: Arc::new(Moves::along(&wait.avoids)),
            direction: Direction::Backward,
            from: Arc::new(at_once.found),
            within: None,
            limit: None,
            levels: false,
        },
        OnUndefined::Ignored,
    )?;
    let avoiding = Set::new(shape);
    (0..shape.states()).filter(|s| !forced.contains(*s, 0)).for_each(|s| avoiding.insert(s, 0));
    Ok(Arc::new(avoiding))
}

/// The states all of whose transitions are the action that is waited for.
struct AtOnce<'a> {
    wait: &'a Wait,
    found: Set,
}

impl Kernel for AtOnce<'_> {
    fn counters(&self) -> usize {
        0
    }

    fn visit(&self, state: u32, row: Row<'_>, _: &mut [u64]) {
        let mut avoids = row.is_empty() && self.wait.deadlock_counts;
        row.each(|label, _| avoids |= self.wait.avoids[label as usize]);
        if !avoids {
            self.found.insert(state, 0);
        }
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.found)
    }
}
