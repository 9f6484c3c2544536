//! Random expressions: what a mutant means is compared with what it should mean.
//!
//! A language brings a function from the text of an expression to its shape, `[& a [< x y]]`, made from its own tree and not
//! from ours. Mutation on shapes is simple, because shapes need no brackets. So both ways must give the same set: the shapes of
//! the mutants, and the mutants of the shape.

use crate::Operator;
use std::collections::BTreeSet;
use wherefore_test::below;

/// An expression without brackets and precedence: an operator with its operands, or a leaf.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape(pub String, pub Vec<Shape>);

/// The operators of a language, by class, as shapes name them.
pub(crate) struct Signs {
    pub arithmetic: &'static [&'static str],
    /// The arithmetic operators that are drawn.
    pub drawn: &'static [&'static str],
    pub relational: &'static [&'static str],
    pub logic: &'static [&'static str],
    pub negation: &'static str,
    /// Blanks that may stand between two tokens.
    pub blanks: &'static [&'static str],
}

impl Signs {
    fn class(&self, sign: &str) -> Option<(Operator, &'static [&'static str])> {
        let classes = [(Operator::Aor, self.arithmetic), (Operator::Ror, self.relational), (Operator::Lor, self.logic)];
        classes.into_iter().find(|(_, list)| list.contains(&sign))
    }

    fn is_condition(&self, shape: &Shape) -> bool {
        shape.0 == self.negation || self.class(&shape.0).is_some_and(|(o, _)| o != Operator::Aor)
    }

    /// All mutants of a condition by the operators that concern expressions alone.
    pub fn mutants(&self, shape: &Shape) -> BTreeSet<(Operator, Shape)> {
        let mut found = BTreeSet::new();
        self.collect(shape, true, false, &mut |operator, mutant| {
            found.insert((operator, mutant));
        });
        found
    }

    fn collect(&self, shape: &Shape, by_place: bool, negated: bool, add: &mut dyn FnMut(Operator, Shape)) {
        self.own(shape, add);
        if (by_place || self.is_condition(shape)) && !negated {
            match shape {
                Shape(sign, parts) if sign == self.negation => add(Operator::En, parts[0].clone()),
                other => add(Operator::En, Shape(self.negation.to_owned(), vec![other.clone()])),
            }
        }
        let takes_truth = shape.0 == self.negation || self.logic.contains(&shape.0.as_str());
        for (at, part) in shape.1.iter().enumerate() {
            let inner = &mut |operator, mutant| {
                let mut whole = shape.clone();
                whole.1[at] = mutant;
                add(operator, whole);
            };
            self.collect(part, takes_truth, shape.0 == self.negation, inner);
        }
    }

    /// The mutants that change the outermost operator, or its order with one below.
    fn own(&self, shape: &Shape, add: &mut dyn FnMut(Operator, Shape)) {
        let Some((operator, list)) = self.class(&shape.0) else { return };
        for other in list.iter().filter(|o| **o != shape.0) {
            add(operator, Shape((*other).to_owned(), shape.1.clone()));
        }
        let [left, right] = shape.1.as_slice() else { return };
        let shifts = |inner: &Shape| {
            let same = inner.0 == shape.0 && operator == Operator::Lor && !["->", "=>"].contains(&inner.0.as_str());
            operator != Operator::Ror && list.contains(&inner.0.as_str()) && !same
        };
        let pair = |sign: &str, a: &Shape, b: &Shape| Shape(sign.to_owned(), vec![a.clone(), b.clone()]);
        if shifts(left) {
            add(Operator::As, pair(&left.0, &left.1[0], &pair(&shape.0, &left.1[1], right)));
        }
        if shifts(right) {
            add(Operator::As, pair(&right.0, &pair(&shape.0, left, &right.1[0]), &right.1[1]));
        }
    }

    fn pick(&self, state: &mut u64, list: &[&'static str]) -> &'static str {
        list[below(state, list.len())]
    }

    fn bracketed(&self, state: &mut u64, inner: String) -> String {
        match below(state, 3) {
            0 => format!("({inner})"),
            1 if below(state, 4) == 0 => format!("({} ({inner}))", self.pick(state, self.blanks)),
            _ => inner,
        }
    }

    fn infix(&self, state: &mut u64, sign: &str, left: String, right: String) -> String {
        let (before, after) = (self.pick(state, self.blanks), self.pick(state, self.blanks));
        format!("{left}{before}{sign}{after}{right}")
    }

    fn number(&self, state: &mut u64, depth: u32) -> String {
        if depth == 0 || below(state, 3) == 0 {
            let leaf = self.pick(state, &["x", "y", "z"]).to_owned();
            return self.bracketed(state, leaf);
        }
        let (left, right) = (self.number(state, depth - 1), self.number(state, depth - 1));
        let sign = self.pick(state, self.drawn);
        let whole = self.infix(state, sign, left, right);
        self.bracketed(state, whole)
    }

    /// A random condition over the Booleans `a`, `b`, `c` and the numbers `x`, `y`, `z`. Comparisons are bracketed where
    /// others stand beside them, because some languages do not chain them.
    pub fn condition(&self, state: &mut u64, depth: u32) -> String {
        let whole = match below(state, 6) {
            0 | 1 if depth > 0 => {
                let (left, right) = (self.number(state, depth), self.number(state, depth));
                let sign = self.pick(state, self.relational);
                self.infix(state, sign, left, right)
            }
            2..=4 if depth > 0 => {
                let (left, right) = (self.condition(state, depth - 1), self.condition(state, depth - 1));
                let sign = self.pick(state, self.logic);
                self.infix(state, sign, left, right)
            }
            5 if depth > 0 => format!("{} ({})", self.negation, self.condition(state, depth - 1)),
            _ => self.pick(state, &["a", "b", "c"]).to_owned(),
        };
        self.bracketed(state, whole)
    }
}
