//! ACTL: operators about all or some runs from a state, with sets of actions (De Nicola, Vaandrager, "Action versus state based logics for
//! transition systems", 1990), as `A [F {a} U {b} F]` and as `A_A_B (F, a, b, F)`.

use super::Parser;
use crate::lexer::Kind;
use crate::syntax::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind};
use wherefore_diag::Span;
use wherefore_syntax::{Checked, Descent};

/// Operators that stand before a formula, and those that are written as functions.
const PREFIXES: &[&str] = &["AX", "EX", "AF", "EF", "AG", "EG"];
const FUNCTIONS: &[&str] = &["A_A", "A_A_B", "E_A", "E_A_B", "AX_A", "EX_A", "AF_A", "EF_A", "AG_A"];

impl Parser<'_> {
    /// Whether an operator of ACTL begins here. A fixpoint variable of the same name hides it.
    pub(super) fn begins_branching(&self) -> bool {
        let (word, next) = (self.word(), self.sign_ahead(1));
        let is_operator = matches!(word, "A" | "E") && next == "["
            || PREFIXES.contains(&word)
            || FUNCTIONS.contains(&word) && next == "(";
        is_operator && !self.bound.iter().any(|name| name == word)
    }

    pub(super) fn branching(&mut self) -> Checked<FormulaKind> {
        let (first, word) = (self.at(), self.word());
        self.bump();
        let all = word.starts_with('A');
        match word {
            "A" | "E" => self.until(all),
            "AX" | "EX" => {
                let action = self.in_braces()?;
                let inner = self.nested(Self::prefixed)?;
                Ok(self.next(all, action, inner, first))
            }
            "AF" | "EF" => {
                let last = if self.sign() == "{" { Some(self.in_braces()?) } else { None };
                let right = self.nested(Self::prefixed)?;
                Ok(self.comes(all, None, last, right, first))
            }
            "AG" | "EG" => {
                let inner = self.nested(Self::prefixed)?;
                Ok(self.stays(all, None, inner, first))
            }
            _ => self.function(word, all, first),
        }
    }

    /// `[F {a} U {b} F]`
    fn until(&mut self, all: bool) -> Checked<FormulaKind> {
        let open = self.bump();
        let left = self.nested(Self::formula)?;
        let along = self.in_braces()?;
        if !self.eat_word("U") {
            return Err(self.unexpected("`U`"));
        }
        let last = if self.sign() == "{" { Some(self.in_braces()?) } else { None };
        let right = self.nested(Self::formula)?;
        self.expect_close(open, Kind::Sign("]"))?;
        Ok(FormulaKind::Until { all, left: Box::new(left), along, last, right: Box::new(right) })
    }

    /// `A_A (F, a, F)`, `A_A_B (F, a, b, F)`, `AX_A (a, F)` and the like.
    fn function(&mut self, word: &str, all: bool, first: usize) -> Checked<FormulaKind> {
        let open = self.bump();
        let is_until = word.starts_with("A_") || word.starts_with("E_");
        let left = if is_until { Some(self.argument(Self::formula)?) } else { None };
        let along = self.argument(Self::action)?;
        let last = if word.ends_with("_B") { Some(self.argument(Self::action)?) } else { None };
        let right = self.nested(Self::formula)?;
        self.expect_close(open, Kind::Sign(")"))?;
        Ok(match (left, word) {
            (Some(left), _) => FormulaKind::Until { all, left: Box::new(left), along, last, right: Box::new(right) },
            (None, "AX_A" | "EX_A") => self.next(all, along, right, first),
            (None, "AG_A") => self.stays(all, Some(along), right, first),
            (None, _) => self.comes(all, Some(along), None, right, first),
        })
    }

    /// An argument with the comma behind it.
    fn argument<T>(&mut self, rule: fn(&mut Self) -> Checked<T>) -> Checked<T> {
        let argument = self.nested(rule)?;
        self.expect_sign(",")?;
        Ok(argument)
    }

    fn action(&mut self) -> Checked<Action> {
        let path = self.implication()?;
        self.action_of(path)
    }

    /// `{a}`; any action where there are no braces.
    fn in_braces(&mut self) -> Checked<Action> {
        if self.sign() != "{" {
            return Ok(Action { kind: ActionKind::True, span: self.span_of(self.token()) });
        }
        let open = self.bump();
        let action = self.nested(Self::action)?;
        self.expect_close(open, Kind::Sign("}"))?;
        Ok(action)
    }

    /// `EX {a} F` is `<a> F`; `AX {a} F` says that there is a step, that each is an `a`, and that F follows.
    fn next(&self, all: bool, action: Action, inner: Formula, first: usize) -> FormulaKind {
        let span = self.span_from(first);
        let formula = |kind| Formula { kind, span };
        let other = Action { kind: ActionKind::Not(Box::new(action.clone())), span };
        let diamond = |action, inner| FormulaKind::Diamond(one_step(action, span), Box::new(inner));
        let square = |action, inner| formula(FormulaKind::Box(one_step(action, span), Box::new(inner)));
        if !all {
            return diamond(action, inner);
        }
        let any = Action { kind: ActionKind::True, span };
        let goes_on = formula(diamond(any, formula(FormulaKind::True)));
        FormulaKind::And(vec![goes_on, square(other, formula(FormulaKind::False)), square(action, inner)])
    }

    /// `EF F` and `AF F`, along some actions, and with some action as the last one.
    fn comes(
        &self,
        all: bool,
        along: Option<Action>,
        last: Option<Action>,
        right: Formula,
        first: usize,
    ) -> FormulaKind {
        let span = self.span_from(first);
        let along = along.unwrap_or(Action { kind: ActionKind::True, span });
        let left = Box::new(Formula { kind: FormulaKind::True, span });
        FormulaKind::Until { all, left, along, last, right: Box::new(right) }
    }

    /// `AG F` is `not EF not F`, and `EG F` is `not AF not F`.
    fn stays(&self, all: bool, along: Option<Action>, inner: Formula, first: usize) -> FormulaKind {
        let span = self.span_from(first);
        let other = Formula { kind: FormulaKind::Not(Box::new(inner)), span };
        FormulaKind::Not(Box::new(Formula { kind: self.comes(!all, along, None, other, first), span }))
    }
}

fn one_step(action: Action, span: Span) -> Regular {
    Regular { kind: RegularKind::Action(action), span }
}
