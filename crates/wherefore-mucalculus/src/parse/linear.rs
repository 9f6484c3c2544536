//! Formulas about runs: LTL over labels, behind the word `ltl`.

use super::Parser;
use crate::lexer::Kind;
use crate::syntax::{Action, ActionKind, Linear, LinearKind, Offer};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// `L => L`, which groups to the right; as far as it goes.
    pub(super) fn linear(&mut self) -> Checked<Linear> {
        let first = self.at();
        let left = self.linear_chain("||", "or", LinearKind::Or, |this| {
            this.linear_chain("&&", "and", LinearKind::And, Self::linear_until)
        })?;
        if !self.eat_either("=>", "implies") {
            return Ok(left);
        }
        let right = self.nested(Self::linear)?;
        let left = Linear { span: left.span, kind: LinearKind::Not(Box::new(left)) };
        Ok(Linear { kind: LinearKind::Or(vec![left, right]), span: self.span_from(first) })
    }

    fn linear_chain(
        &mut self,
        sign: &'static str,
        word: &str,
        make: fn(Vec<Linear>) -> LinearKind,
        operand: fn(&mut Self) -> Checked<Linear>,
    ) -> Checked<Linear> {
        let first = self.at();
        let only = operand(self)?;
        if self.sign() != sign && self.word() != word {
            return Ok(only);
        }
        let mut list = vec![only];
        while self.eat_either(sign, word) {
            list.push(operand(self)?);
        }
        Ok(Linear { kind: make(list), span: self.span_from(first) })
    }

    /// `L U L`, `L R L`, `L W L`, which group to the right.
    fn linear_until(&mut self) -> Checked<Linear> {
        let first = self.at();
        let left = self.nested(Self::linear_prefixed)?;
        let word = self.word();
        if !matches!(word, "U" | "R" | "W") {
            return Ok(left);
        }
        self.bump();
        let right = self.nested(Self::linear_until)?;
        let kind = match word {
            "U" => LinearKind::Until(Box::new(left), Box::new(right)),
            "R" => LinearKind::Release(Box::new(left), Box::new(right)),
            _ => {
                let either = LinearKind::Or(vec![left, right.clone()]);
                let either = Linear { kind: either, span: self.span_from(first) };
                LinearKind::Release(Box::new(right), Box::new(either))
            }
        };
        Ok(Linear { kind, span: self.span_from(first) })
    }

    /// A prefix operator, parentheses, a constant, or an action.
    fn linear_prefixed(&mut self) -> Checked<Linear> {
        let first = self.at();
        let constant = |this: &Self, kind| Box::new(Linear { kind, span: this.span_from(first) });
        let kind = match (self.kind(), self.word()) {
            (Kind::Sign("!"), _) | (_, "not") => {
                self.bump();
                LinearKind::Not(Box::new(self.nested(Self::linear_prefixed)?))
            }
            (Kind::Sign("("), _) => {
                let open = self.bump();
                let inner = self.nested(Self::linear)?;
                self.expect_close(open, Kind::Sign(")"))?;
                return Ok(inner);
            }
            (_, word @ ("X" | "WX")) => {
                self.bump();
                LinearKind::Next(word == "X", Box::new(self.nested(Self::linear_prefixed)?))
            }
            (_, "F") => {
                self.bump();
                LinearKind::Until(constant(self, LinearKind::True), Box::new(self.nested(Self::linear_prefixed)?))
            }
            (_, "G") => {
                self.bump();
                LinearKind::Release(constant(self, LinearKind::False), Box::new(self.nested(Self::linear_prefixed)?))
            }
            (_, word @ ("true" | "false")) => {
                self.bump();
                if word == "true" { LinearKind::True } else { LinearKind::False }
            }
            (_, "U" | "R" | "W") => return Err(self.unexpected("a formula about runs")),
            _ => LinearKind::Action(self.linear_action()?),
        };
        Ok(Linear { kind, span: self.span_from(first) })
    }

    fn linear_action(&mut self) -> Checked<Action> {
        let path = self.operand()?;
        let action = self.action_of(path)?;
        match &action.kind {
            ActionKind::Offers { offers, .. } if offers.iter().any(|o| matches!(o, Offer::Variable(_))) => {
                Err(self.refuse("a variable of an offer in a formula about runs", action.span))
            }
            _ => Ok(action),
        }
    }
}
