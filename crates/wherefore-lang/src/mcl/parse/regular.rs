//! Regular formulas. Everything between brackets is read as one: an action formula is the simplest of them, and which of
//! both a parenthesis holds is only seen at its end.

use super::super::lexer::Kind;
use super::Parser;
use super::fixpoint::{choice, disjunction, sequence};
use wherefore_ir::actions::{Action, ActionKind, Regular, RegularKind, Repeat};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// `R | R` in MCL, `R + R` in mCRL2.
    pub(super) fn regular(&mut self) -> Checked<Regular> {
        let first = self.at();
        let mut list = vec![self.sequence()?];
        while self.eat(Kind::Sign("|")) || self.eat(Kind::Sign("+")) {
            list.push(self.sequence()?);
        }
        Ok(choice(list, self.span_from(first)))
    }

    fn sequence(&mut self) -> Checked<Regular> {
        let first = self.at();
        let mut list = vec![self.repeated()?];
        while self.eat(Kind::Sign(".")) {
            list.push(self.repeated()?);
        }
        Ok(sequence(list, self.span_from(first)))
    }

    /// A path and its repetitions. `a+?` is `a*`: repetitions of repetitions are one, so they do not nest.
    fn repeated(&mut self) -> Checked<Regular> {
        let first = self.at();
        let path = self.implication()?;
        let mut all: Option<Repeat> = None;
        while let Some(repeat) = self.repeat() {
            self.bump();
            all = Some(if all.is_none_or(|so_far| so_far == repeat) { repeat } else { Repeat::Star });
        }
        Ok(match all {
            Some(repeat) => Regular::new(RegularKind::Repeat(repeat, Box::new(path)), self.span_from(first)),
            None => path,
        })
    }

    /// The repetition that begins here. A plus before something that can begin a path is choice instead.
    fn repeat(&self) -> Option<Repeat> {
        match self.kind() {
            Kind::Sign("*") => Some(Repeat::Star),
            Kind::Sign("?") => Some(Repeat::Optional),
            Kind::Sign("+") => {
                let next = self.kind_ahead(1);
                let begins =
                    matches!(next, Kind::Word | Kind::Label | Kind::Pattern | Kind::Sign("(") | Kind::Sign("!"));
                (!begins).then_some(Repeat::Plus)
            }
            _ => None,
        }
    }

    /// `A => A`, which groups to the right.
    fn implication(&mut self) -> Checked<Regular> {
        let first = self.at();
        let left = self.alternative()?;
        if !self.eat_either(Kind::Sign("=>"), "implies") {
            return Ok(left);
        }
        let left = self.action_of(left)?;
        let right = self.nested(Self::implication)?;
        let right = self.action_of(right)?;
        let span = left.span;
        let not_left = Action::new(ActionKind::Not(Box::new(left)), span);
        Ok(self.path_of(ActionKind::Or(vec![not_left, right]), first))
    }

    fn alternative(&mut self) -> Checked<Regular> {
        self.chain(Kind::Sign("||"), "or", ActionKind::Or, |this| {
            this.chain(Kind::Sign("&&"), "and", ActionKind::And, Self::operand)
        })
    }

    /// Operands joined by one operator on actions. A single one may be any path.
    fn chain(
        &mut self,
        kind: Kind,
        word: &str,
        make: fn(Vec<Action>) -> ActionKind,
        operand: fn(&mut Self) -> Checked<Regular>,
    ) -> Checked<Regular> {
        let first = self.at();
        let path = operand(self)?;
        if self.kind() != kind && self.word() != word {
            return Ok(path);
        }
        let mut list = vec![self.action_of(path)?];
        while self.eat_either(kind, word) {
            let path = operand(self)?;
            list.push(self.action_of(path)?);
        }
        Ok(self.path_of(make(list), first))
    }

    fn operand(&mut self) -> Checked<Regular> {
        let first = self.at();
        if self.word() == "nil" && self.kind_ahead(1) != Kind::Sign("(") {
            self.bump();
            return Ok(Regular::new(RegularKind::Empty, self.span_from(first)));
        }
        if self.kind() != Kind::Sign("(") {
            let action = self.nested(Self::action_operand)?;
            let span = action.span;
            return Ok(Regular::new(RegularKind::Action(action), span));
        }
        let open = self.bump();
        let path = self.nested(Self::regular)?;
        self.expect_close(open, Kind::Sign(")"))?;
        Ok(path)
    }

    fn path_of(&self, kind: ActionKind, first: usize) -> Regular {
        let span = self.span_from(first);
        Regular::new(RegularKind::Action(Action::new(kind, span)), span)
    }

    /// The action formula that a path is. A choice between actions, which mCRL2 writes inside `not` too, is their
    /// disjunction.
    pub(super) fn action_of(&mut self, path: Regular) -> Checked<Action> {
        let span = path.span;
        match path.kind {
            RegularKind::Action(action) => Ok(action),
            RegularKind::Choice(list) if list.iter().all(|p| matches!(p.kind, RegularKind::Action(_))) => {
                let actions = list.into_iter().map(|p| self.action_of(p)).collect::<Checked<Vec<Action>>>()?;
                Ok(disjunction(actions, span))
            }
            _ => Err(self.refuse("a sequence or repetition as operand of `not`, `and` or `or`", span)),
        }
    }
}
