//! Random formulas, as trees in the form that reading gives them.

use wherefore_diag::Span;
use wherefore_ir::actions::Pattern;
use wherefore_ir::actions::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind, Repeat, Term};
pub use wherefore_test::cases;

/// The seed of the random tests.
pub fn seed() -> u64 {
    wherefore_test::seed(5)
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        wherefore_test::below(&mut self.0, limit)
    }

    fn some<T>(&mut self, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
        (0..2 + self.below(2)).map(|_| make(self)).collect()
    }

    pub fn formula(&mut self, depth: u32) -> Formula {
        let kind = match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => FormulaKind::True,
            1 => FormulaKind::False,
            2 => FormulaKind::Progress,
            3 | 4 => FormulaKind::Inevitable { action: self.action(2), deadlock_counts: self.below(2) == 0 },
            5 => FormulaKind::And(self.some(|r| r.formula(depth - 1)).into_iter().flat_map(spread).collect()),
            _ => FormulaKind::Box(self.regular(3), Box::new(self.formula(depth - 1))),
        };
        Formula::new(kind, Span::default())
    }

    fn regular(&mut self, depth: u32) -> Regular {
        let kind = match self.below(if depth == 0 { 4 } else { 10 }) {
            0 => RegularKind::Empty,
            1..4 => RegularKind::Action(self.action(2)),
            4 | 5 => RegularKind::Sequence(self.some(|r| r.regular(depth - 1))),
            6 | 7 => RegularKind::Choice(self.some(|r| r.regular(depth - 1))),
            _ => {
                let repeat = [Repeat::Star, Repeat::Plus, Repeat::Optional][self.below(3)];
                RegularKind::Repeat(repeat, Box::new(self.regular(depth - 1)))
            }
        };
        Regular::new(kind, Span::default())
    }

    fn action(&mut self, depth: u32) -> Action {
        let kind = match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => ActionKind::True,
            1 => ActionKind::False,
            2 => ActionKind::Label(["a", "b !1", "\\\"", ""][self.below(4)].to_owned()),
            3 => ActionKind::Pattern(self.pattern()),
            4 => ActionKind::Term(Term::new(["a", "b(1)|a", "c(f(x),2)"][self.below(3)])),
            5 => ActionKind::Internal,
            6 => ActionKind::Not(Box::new(self.action(depth - 1))),
            7 => ActionKind::And(self.some(|r| r.action(depth - 1))),
            _ => ActionKind::Or(self.some(|r| r.action(depth - 1))),
        };
        Action::new(kind, Span::default())
    }

    fn pattern(&mut self) -> Pattern {
        let text = [".*", "a[^b]*", r"\'\\", "(a)"][self.below(4)];
        Pattern::new(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
    }
}

fn spread(formula: Formula) -> Vec<Formula> {
    match formula.kind {
        FormulaKind::And(parts) => parts,
        _ => vec![formula],
    }
}
