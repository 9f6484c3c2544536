//! Expressions in functions that say what happens: values, objects, lists, and conditions that join others. Each is read by itself.

use super::{MAX_DEPTH, Walk};
use crate::chart::{Expr, ExprKind};
use crate::function::{Logic, Part};
use crate::script::lexer::{Kind, Token};
use crate::script::{Mode, Parsed, Parser, Script};
use std::ops::Range;

impl Walk<'_, '_> {
    /// An expression, and what it is made of if it is an object or a list.
    pub(super) fn part(&mut self, range: Range<usize>) -> Part {
        let range = self.unwrapped(range.clone()).unwrap_or(range);
        let (words, span) = (self.words(&range), self.span(&range));
        let nothing = range.is_empty() || words == "undefined" || words == "void 0" || words == "return";
        let mut spread = false;
        let closed =
            |w: &mut Self, open| w.is(range.start, open) && w.close(range.start).is_ok_and(|c| c + 1 == range.end);
        let members = if closed(self, "{") { self.members(range.start + 1..range.end - 1, &mut spread) } else { None };
        let list = closed(self, "[").then(|| {
            let items = self.split(range.start + 1..range.end - 1, ",");
            items.into_iter().filter(|r| !r.is_empty()).map(|r| self.part(r)).collect()
        });
        let value = self.value(range.clone()).map_err(|mistake| mistake.diagnostic);
        let logic = if value.is_err() { self.logic(range) } else { None };
        Part { words, span, value, members, list, logic, spread, nothing }
    }

    fn value(&mut self, range: Range<usize>) -> Parsed<Expr> {
        let end = self.token(range.end).range.start;
        let mut tokens = self.script.tokens.get(range).unwrap_or_default().to_vec();
        tokens.push(Token { kind: Kind::End, range: end..end, first_in_line: false });
        let part = Script { text: self.script.text, tokens };
        let fields = self.names.fields.len();
        let mut parser = Parser::new(&part, Mode::Plain, self.names);
        let read = parser.expr().and_then(|expr| parser.end().map(|()| expr));
        if read.is_err() {
            self.names.fields.truncate(fields);
        }
        read
    }

    /// The parts of a condition that joins others.
    fn logic(&mut self, range: Range<usize>) -> Option<Logic> {
        if self.depth == MAX_DEPTH || self.conditional(&range).is_some() {
            return None;
        }
        self.depth += 1;
        let (any, all) = (self.split(range.clone(), "||"), self.split(range.clone(), "&&"));
        let logic = if any.len() > 1 {
            Some(Logic::Any(any.into_iter().map(|r| self.part(r)).collect()))
        } else if all.len() > 1 {
            Some(Logic::All(all.into_iter().map(|r| self.part(r)).collect()))
        } else if self.is(range.start, "!") && range.len() > 1 {
            Some(Logic::Not(Box::new(self.part(range.start + 1..range.end))))
        } else {
            None
        };
        self.depth -= 1;
        logic
    }

    /// The members of an object; none if a key is computed, or something else than the context is spread out.
    fn members(&mut self, range: Range<usize>, spread: &mut bool) -> Option<Vec<(String, Part)>> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let mut found = Some(Vec::new());
        for member in self.split(range, ",").into_iter().filter(|r| !r.is_empty()) {
            match self.member(member, spread) {
                Some(Some(member)) => found.iter_mut().for_each(|f| f.push(member.clone())),
                Some(None) => {}
                None => found = None,
            }
        }
        self.depth -= 1;
        found
    }

    /// One member; nothing if it is the context, spread out.
    fn member(&mut self, range: Range<usize>, spread: &mut bool) -> Option<Option<(String, Part)>> {
        let first = range.start;
        if self.is(first, "...") {
            *spread = true;
            let whole = self.names.aliases.get(self.word(first + 1)).is_some_and(|path| path == "context");
            let through = range.len() == 4 && self.word(first + 3) == "context" && self.is(first + 2, ".");
            let given = through && self.names.aliases.get(self.word(first + 1)).is_some_and(String::is_empty);
            return (whole && range.len() == 2 || given).then_some(None);
        }
        let token = self.token(first);
        let key = match token.kind {
            Kind::Name => self.word(first).to_owned(),
            Kind::Text => self.value(first..first + 1).ok().and_then(|e| match e.kind {
                ExprKind::Text(text) => Some(text),
                _ => None,
            })?,
            _ => return None,
        };
        let value = match self.is(first + 1, ":") {
            true => first + 2..range.end,
            false if range.len() == 1 => range,
            false => return None,
        };
        Some(Some((key, self.part(value))))
    }
}
