//! Regular formulas. Everything between brackets is read as one: an action formula is the simplest of them, and which of
//! both a parenthesis holds is only seen at its end.

use super::Parser;
use crate::codes;
use crate::lexer::Kind;
use crate::syntax::{Action, ActionKind, Regular, RegularKind};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// `R + R` in mCRL2, `R | R` in MCL.
    pub(super) fn regular(&mut self) -> Checked<Regular> {
        let first = self.at();
        let mut list = vec![self.sequence()?];
        while self.eat_sign("+") || self.eat_sign("|") {
            list.push(self.sequence()?);
        }
        Ok(self.one_of(list, RegularKind::Choice, first))
    }

    fn sequence(&mut self) -> Checked<Regular> {
        let first = self.at();
        let mut list = vec![self.repeated()?];
        while self.eat_sign(".") {
            list.push(self.repeated()?);
        }
        Ok(self.one_of(list, RegularKind::Sequence, first))
    }

    fn one_of(&self, mut list: Vec<Regular>, make: fn(Vec<Regular>) -> RegularKind, first: usize) -> Regular {
        match (list.len(), list.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                list.extend(last);
                Regular { kind: make(list), span: self.span_from(first) }
            }
        }
    }

    /// A path and its repetitions; each is a level of nesting.
    fn repeated(&mut self) -> Checked<Regular> {
        let (first, depth) = (self.at(), self.depth());
        let mut path = self.implication()?;
        let result = loop {
            let (least, most) = match self.repetition() {
                Ok(Some(times)) => times,
                Ok(None) => break Ok(path),
                Err(reported) => break Err(reported),
            };
            if self.depth() >= super::NESTING_LIMIT {
                break Err(self.too_deep());
            }
            self.set_depth(self.depth() + 1);
            path = match path.kind {
                RegularKind::Repeat(inner, 0, None) if least <= 1 && most.is_none() => {
                    Regular { kind: RegularKind::Repeat(inner, 0, None), span: self.span_from(first) }
                }
                _ => Regular { kind: RegularKind::Repeat(Box::new(path), least, most), span: self.span_from(first) },
            };
        };
        self.set_depth(depth);
        result
    }

    /// How often what was read is repeated, if a repetition stands here. A plus before something that can begin a path is
    /// choice instead.
    fn repetition(&mut self) -> Checked<Option<(u32, Option<u32>)>> {
        let times = match self.sign() {
            "*" => (0, None),
            "?" => (0, Some(1)),
            "+" if !self.begins_path(1) => (1, None),
            "{" => return self.count().map(Some),
            _ => return Ok(None),
        };
        self.bump();
        Ok(Some(times))
    }

    fn begins_path(&self, ahead: usize) -> bool {
        matches!(self.token_ahead(ahead).kind, Kind::Word | Kind::Label | Kind::Pattern)
            || matches!(self.sign_ahead(ahead), "(" | "!" | "{")
    }

    /// `{n}`, `{n ... m}`, `{n ...}`
    fn count(&mut self) -> Checked<(u32, Option<u32>)> {
        let open = self.bump();
        let least = self.small_number()?;
        let most = match self.eat_sign("...") {
            true if self.kind() == Kind::Number => Some(self.small_number()?),
            true => None,
            false => Some(least),
        };
        if most.is_some_and(|most| most < least) {
            let span = self.span_of(open);
            return Err(self.wrong(codes::SYNTAX, span, "the second number is smaller than the first"));
        }
        self.expect_close(open, Kind::Sign("}"))?;
        Ok((least, most))
    }

    fn small_number(&mut self) -> Checked<u32> {
        let token = self.token();
        if token.kind != Kind::Number {
            return Err(self.unexpected("a number"));
        }
        match self.text_of(token).parse::<u32>().ok().filter(|n| *n <= 10_000) {
            Some(number) => {
                self.bump();
                Ok(number)
            }
            None => {
                let span = self.span_of(token);
                Err(self.wrong(codes::TOO_LARGE, span, "counters go up to 10000"))
            }
        }
    }

    /// `A => A`, which groups to the right.
    pub(super) fn implication(&mut self) -> Checked<Regular> {
        let first = self.at();
        let left = self.alternative_action()?;
        if !self.eat_either("=>", "implies") {
            return Ok(left);
        }
        let left = self.action_of(left)?;
        let right = self.nested(Self::implication)?;
        let right = self.action_of(right)?;
        Ok(self.step(ActionKind::Implies(Box::new(left), Box::new(right)), first))
    }

    fn alternative_action(&mut self) -> Checked<Regular> {
        self.chain("||", "or", ActionKind::Or, |this| this.chain("&&", "and", ActionKind::And, Self::operand))
    }

    /// Operands joined by one operator on actions. A single one may be any path.
    fn chain(
        &mut self,
        sign: &'static str,
        word: &str,
        make: fn(Vec<Action>) -> ActionKind,
        operand: fn(&mut Self) -> Checked<Regular>,
    ) -> Checked<Regular> {
        let first = self.at();
        let path = operand(self)?;
        if self.sign() != sign && self.word() != word {
            return Ok(path);
        }
        let mut list = vec![self.action_of(path)?];
        while self.eat_either(sign, word) {
            let path = operand(self)?;
            list.push(self.action_of(path)?);
        }
        Ok(self.step(make(list), first))
    }

    pub(super) fn step(&self, kind: ActionKind, first: usize) -> Regular {
        let span = self.span_from(first);
        Regular { kind: RegularKind::Action(Action { kind, span }), span }
    }

    /// The action formula that a path is. A choice between actions is their disjunction.
    pub(super) fn action_of(&mut self, path: Regular) -> Checked<Action> {
        let span = path.span;
        match path.kind {
            RegularKind::Action(action) => Ok(action),
            RegularKind::Choice(list) => {
                let list = list.into_iter().map(|p| self.action_of(p)).collect::<Checked<Vec<Action>>>()?;
                Ok(Action { kind: ActionKind::Or(list), span })
            }
            _ => Err(self.refuse("a sequence or repetition as operand of `not`, `and` or `or`", span)),
        }
    }
}
