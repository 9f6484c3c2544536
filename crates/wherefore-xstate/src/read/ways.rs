//! The ways through a function of version 6: each has its conditions, what is done on it, and what the function gives at its end.

use wherefore_scxml::function::{Part, Statement};

/// The most ways through one function.
const MOST: usize = 256;

/// A way through a function.
#[derive(Clone, Default)]
pub(super) struct Way<'p> {
    /// Conditions, and whether they are true.
    pub conds: Vec<(&'p Part, bool)>,
    /// Effects, in order.
    pub effects: Vec<&'p Statement>,
    /// What the function gives; none if it ends without a word.
    pub result: Option<&'p Part>,
}

impl Way<'_> {
    /// Whether a transition with this outcome is taken at all.
    pub fn is_enabled(&self) -> bool {
        let enables = |s: &&Statement| !matches!(s, Statement::Outside { enables: false, .. });
        self.effects.iter().any(enables) || self.result.is_some_and(|part| !part.nothing)
    }
}

/// All ways through statements; none if there are too many.
pub(super) fn ways(statements: &[Statement]) -> Option<Vec<Way<'_>>> {
    let mut found = Vec::new();
    follow(vec![statements], Way::default(), &mut found);
    (found.len() <= MOST).then_some(found)
}

/// Follows what is still to be done, the next at the end.
fn follow<'p>(mut left: Vec<&'p [Statement]>, mut way: Way<'p>, found: &mut Vec<Way<'p>>) {
    while let Some(statements) = left.pop() {
        let Some((first, rest)) = statements.split_first() else { continue };
        left.push(rest);
        match first {
            Statement::If { cond, yes, no } if found.len() <= MOST => {
                for (side, truth) in [(yes, true), (no, false)] {
                    let (mut left, mut way) = (left.clone(), way.clone());
                    left.push(side);
                    way.conds.push((cond, truth));
                    follow(left, way, found);
                }
                return;
            }
            Statement::If { .. } => return,
            Statement::Return(part) => {
                way.result = Some(part);
                break;
            }
            other => way.effects.push(other),
        }
    }
    found.push(way);
}
