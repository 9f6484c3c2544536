//! The parts of a body: equations, assertions, properties and blocks.

use super::super::ast::{Equation, Expr, Goal, Item, Name, Target};
use super::super::lexer::Kind;
use super::super::text::Token;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

/// Conditions with what is done under each, and what is done otherwise.
type Branches = (Vec<(Expr, Vec<Item>)>, Option<Vec<Item>>);

impl Parser<'_> {
    pub(super) fn item(&mut self) -> Checked<Item> {
        let first = self.at();
        match (self.word(), self.sign_ahead(1)) {
            ("assert", _) => {
                self.bump();
                let claim = self.expr()?;
                self.expect_end()?;
                Ok(Item::Assert(claim))
            }
            ("if", _) => {
                let (branches, otherwise) = self.branches("fi")?;
                let otherwise = otherwise.unwrap_or_default();
                Ok(Item::If { branches, otherwise, span: self.span_from(first) })
            }
            ("when", _) => {
                let (branches, otherwise) = self.branches("end")?;
                Ok(Item::When { branches, otherwise, span: self.span_from(first) })
            }
            ("cond", "|") => self.cond(),
            ("frame", "(") => self.frame(),
            ("automaton", sign) if sign != "=" && sign != "," => self.automaton(),
            ("check", sign) if sign != "=" && sign != "," => {
                self.bump();
                let goal = self.goal(first)?;
                self.expect_end()?;
                Ok(Item::Property(goal))
            }
            (_, "(" | "@") if self.at_name() => {
                self.primary()?;
                self.expect_end()?;
                Ok(Item::Other("calls of lemmas", self.span_from(first)))
            }
            _ => Ok(Item::Equation(self.equation()?)),
        }
    }

    /// `--%PROPERTY "name" e;`, `--%MAIN;`, or the same in `(*% .. *)`.
    pub(super) fn pragma(&mut self, body: &mut Vec<Item>, is_main: &mut bool) -> Checked<()> {
        let first = self.at();
        let text = self.text_of(self.token());
        let close = match text.get(..2) {
            Some("(*") => Some("*)"),
            Some("/*") => Some("*/"),
            _ => None,
        };
        if text.ends_with("contract") {
            return Err(self.unexpected("an equation"));
        }
        self.bump();
        if text.ends_with("MAIN") {
            *is_main |= !self.eat(":") || self.word() != "false";
            if matches!(self.word(), "true" | "false") {
                self.bump();
            }
            self.eat(";");
        } else {
            let goal = self.goal(first)?;
            // Some programs leave out the semicolon of the last property.
            let is_last = self.word() == "tel" || close.is_some_and(|c| self.sign() == c);
            if !is_last {
                self.expect_end()?;
            }
            body.push(Item::Property(goal));
        }
        match close {
            Some(close) => self.expect_close(self.token_at(first), close),
            None => Ok(()),
        }
    }

    /// A goal, behind `check` or `--%PROPERTY`, which is the token `first`.
    pub(super) fn goal(&mut self, first: usize) -> Checked<Goal> {
        // Both words may also be names of streams.
        let begins = self.word_begins_operand(1) || matches!(self.sign_ahead(1), "(" | "::");
        let qualified = begins || !self.ahead(1, Kind::Text).is_empty();
        let reachable = self.word() == "reachable" && qualified;
        if reachable || (self.word() == "invariant" && qualified) {
            self.bump();
        }
        let name = self.quoted_name();
        self.eat(":");
        let expr = self.expr()?;
        let provided = match self.eat("provided") {
            true => Some(self.expr()?),
            false => None,
        };
        let mut bounds = Vec::new();
        while let Some(bound) = ["within", "from", "at"].into_iter().find(|b| self.word() == *b) {
            self.bump();
            bounds.push((bound, self.expr()?));
        }
        Ok(Goal { name, expr, provided, reachable, bounds, span: self.span_from(first) })
    }

    /// The name in quotes, without them.
    fn quoted_name(&mut self) -> Option<Name> {
        if self.kind() != Kind::Text {
            return None;
        }
        let token = self.bump();
        let text = self.text_of(token);
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
        let words: Vec<&str> = inner.split_whitespace().collect();
        Some(Name { text: words.join(" "), span: token.span })
    }

    /// `a, b = e;`, `(a, b) = e;` or `A[i][j] = e;`
    pub(super) fn equation(&mut self) -> Checked<Equation> {
        let first = self.at();
        let left = match self.sign() {
            "(" => self.bracketed("(", &[","], ")", Self::target)?,
            _ => {
                let mut left = vec![self.target()?];
                while self.eat(",") {
                    left.push(self.target()?);
                }
                left
            }
        };
        self.expect("=")?;
        let right = self.expr()?;
        let span = self.span_from(first);
        self.expect_end()?;
        Ok(Equation { left, right, span })
    }

    fn target(&mut self) -> Checked<Target> {
        let name = self.stream_name("an equation")?;
        let mut indices = Vec::new();
        while self.sign() == "[" {
            let open = self.token();
            self.bump();
            indices.push(self.name("the name of an index")?);
            self.expect_close(open, "]")?;
        }
        Ok(Target { name, indices })
    }

    /// Items up to a word that ends their block; the equations of a block may have names like `end`.
    fn block(&mut self, open: Token, ends: &[&'static str]) -> Checked<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            let is_name = matches!(self.sign_ahead(1), "=" | ",");
            if self.sign() == "|" && ends.contains(&"|") || ends.contains(&self.word()) && !is_name {
                return Ok(items);
            }
            if self.kind() == Kind::End || self.word() == "tel" || self.at_declaration() {
                let close = ends.last().copied().unwrap_or_default();
                self.expect_close(open, close)?;
            }
            match self.kind() {
                Kind::Pragma => self.pragma(&mut items, &mut false)?,
                _ => {
                    let item = self.nested(Self::item)?;
                    items.push(item);
                }
            }
        }
    }

    /// `if c then .. elsif d then .. else .. fi`, and the same with `when` and `end`.
    fn branches(&mut self, end: &'static str) -> Checked<Branches> {
        let open = self.token();
        let mut branches = Vec::new();
        loop {
            self.bump();
            let condition = self.expr()?;
            self.expect("then")?;
            branches.push((condition, self.block(open, &["elsif", "else", end])?));
            if self.word() != "elsif" {
                break;
            }
        }
        let otherwise = match self.eat("else") {
            true => Some(self.block(open, &[end])?),
            false => None,
        };
        self.expect_close(open, end)?;
        self.eat(";");
        Ok((branches, otherwise))
    }

    /// `cond | c: .. | d: .. otherwise: .. end`
    fn cond(&mut self) -> Checked<Item> {
        let first = self.at();
        self.bump();
        let (mut branches, mut otherwise) = (Vec::new(), None);
        while otherwise.is_none() {
            self.eat("|");
            if self.word() == "otherwise" && self.sign_ahead(1) == ":" {
                self.skip(2);
                otherwise = Some(self.block(self.token_at(first), &["end"])?);
                break;
            }
            let condition = self.expr()?;
            self.expect(":")?;
            branches.push((condition, self.block(self.token_at(first), &["|", "otherwise", "end"])?));
            if self.word() == "end" {
                break;
            }
        }
        self.expect_close(self.token_at(first), "end")?;
        self.eat(";");
        Ok(Item::When { branches, otherwise, span: self.span_from(first) })
    }

    /// `frame (x, y) x = 0; let .. tel`
    fn frame(&mut self) -> Checked<Item> {
        let first = self.at();
        self.bump();
        let variables = self.bracketed("(", &[","], ")", |p| p.name("the name of a stream"))?;
        let mut initial = Vec::new();
        while self.word() != "let" {
            initial.push(self.equation()?);
        }
        let open = self.token();
        self.expect("let")?;
        let body = self.block(open, &["tel"])?;
        self.expect_close(open, "tel")?;
        self.eat(";");
        Ok(Item::Frame { variables, initial, body, span: self.span_from(first) })
    }

    /// Skips an automaton: to its `returns ..;`, or to the end of its last state.
    fn automaton(&mut self) -> Checked<Item> {
        let first = self.at();
        let mut depth = 0_usize;
        while self.kind() != Kind::End && !self.at_declaration() {
            match self.word() {
                "let" => depth += 1,
                "tel" if depth == 0 => break,
                "tel" => depth -= 1,
                "returns" if depth == 0 => {
                    while self.kind() != Kind::End && !self.eat(";") {
                        self.bump();
                    }
                    break;
                }
                _ => {}
            }
            self.bump();
        }
        Ok(Item::Other("automata", self.token_at(first).span))
    }
}
