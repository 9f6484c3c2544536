//! Diagrams that matter only inside a set: made smaller by what lies outside (Coudert and Madre 1990).
//!
//! Where the set has no point below one branch of a bit, the other branch takes its place; bits that only the set depends on
//! are forgotten in it. The result agrees with the function inside the set, and is kept only if it is smaller.
//!
//! Example: `x & y` inside the set `x | z`, bits in this order: `x & y` again; inside `x` it is `y`.

use super::Bdd;
use super::space::{Made, Space};
use rustc_hash::FxHashMap;

/// Pairs of a function and a set that are looked at before the function is left as it is.
const MOST: usize = 200_000;

/// Results by function and set; nothing more is put in when there are too many.
type Known = FxHashMap<(Bdd, Bdd), Bdd>;

impl Space {
    /// A function that agrees with this one inside `care`, of at most as many nodes.
    pub fn simplified(&self, a: &Bdd, care: &Bdd) -> Made {
        if care.is_false() {
            return Ok(self.constant(false));
        }
        let found = self.deeply(|| self.within(a, care, &mut Known::default()))?;
        Ok(match found {
            Some(smaller) if self.node_count(&smaller) < self.node_count(a) => smaller,
            _ => a.clone(),
        })
    }

    /// Recursion over the levels; `None` if there are too many pairs.
    fn within(&self, a: &Bdd, care: &Bdd, known: &mut Known) -> Result<Option<Bdd>, crate::Undecided> {
        if care.is_true() || a.is_true() || a.is_false() {
            return Ok(Some(a.clone()));
        }
        if a == care {
            return Ok(Some(self.constant(true)));
        }
        if *a == !care {
            return Ok(Some(self.constant(false)));
        }
        let key = (a.clone(), care.clone());
        if let Some(found) = known.get(&key) {
            return Ok(Some(found.clone()));
        }
        if known.len() >= MOST {
            return Ok(None);
        }
        let (Some(top), Some(set)) = (self.branch(a), self.branch(care)) else { return Ok(None) };
        let found = if set.level < top.level {
            self.within(a, &self.or(&set.high, &set.low)?, known)?
        } else {
            let same = set.level == top.level;
            let (high, low) = if same { (set.high, set.low) } else { (care.clone(), care.clone()) };
            match (high.is_false(), low.is_false()) {
                (true, _) => self.within(&top.low, &low, known)?,
                (_, true) => self.within(&top.high, &high, known)?,
                _ => match (self.within(&top.high, &high, known)?, self.within(&top.low, &low, known)?) {
                    (Some(high), Some(low)) => {
                        let bit = self.literals([(top.bit, true)])?;
                        Some(self.ite(&bit, &high, &low)?)
                    }
                    _ => None,
                },
            }
        };
        if let Some(found) = &found {
            known.insert(key, found.clone());
        }
        Ok(found)
    }
}
