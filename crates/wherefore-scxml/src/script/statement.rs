//! The statements of a `<script>`: assignments and case distinctions.

use super::lexer::Kind;
use super::{Location, MistakeKind, Parsed, Parser, ScriptError};
use crate::chart::{Action, ActionKind, Binary, Block, Expr, ExprKind};
use crate::codes;
use num_bigint::BigInt;
use wherefore_diag::Diagnostic;
use wherefore_syntax::Descent;

impl Parser<'_> {
    /// Statements up to the end.
    pub(super) fn statements(&mut self) -> Parsed<Vec<Action>> {
        let mut actions = Vec::new();
        while self.token().kind != Kind::End {
            self.statement(&mut actions)?;
        }
        Ok(actions)
    }

    fn statement(&mut self, actions: &mut Vec<Action>) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if self.eat("{") {
            return self.nested(|p| p.rest_of_block(actions));
        }
        match self.name_here() {
            Some("var") => self.declaration(actions),
            Some("if") => {
                let action = self.nested(Self::distinction)?;
                actions.push(action);
                Ok(())
            }
            Some(
                word @ ("let" | "const" | "for" | "while" | "do" | "switch" | "try" | "throw" | "return" | "function"),
            ) => Err(self.refuse(&format!("`{word}`"), self.span(self.token().range))),
            _ => {
                let action = self.assignment()?;
                actions.push(action);
                self.separator()
            }
        }
    }

    fn rest_of_block(&mut self, actions: &mut Vec<Action>) -> Parsed<()> {
        while !self.eat("}") {
            if self.token().kind == Kind::End {
                return Err(self.unexpected_here("`}`"));
            }
            self.statement(actions)?;
        }
        Ok(())
    }

    /// A semicolon, or what ECMAScript takes for one.
    fn separator(&mut self) -> Parsed<()> {
        let token = self.token();
        if self.eat(";") || token.first_in_line || matches!(token.kind, Kind::End | Kind::Punct("}")) {
            return Ok(());
        }
        Err(self.unexpected_here("`;`"))
    }

    /// `var x = e, y`; the names were declared before anything was read.
    fn declaration(&mut self, actions: &mut Vec<Action>) -> Parsed<()> {
        self.bump();
        loop {
            let first = self.at();
            let Location { data, .. } = self.location()?;
            if self.eat("=") {
                let value = self.expr()?;
                let kind = ActionKind::Assign { data, index: None, value };
                actions.push(Action { kind, span: self.span_from(first) });
            }
            if !self.eat(",") {
                return self.separator();
            }
        }
    }

    fn distinction(&mut self) -> Parsed<Action> {
        let first = self.at();
        let (mut branches, mut otherwise) = (Vec::new(), Block::default());
        loop {
            self.bump();
            self.expect("(")?;
            let condition = self.expr()?;
            self.expect(")")?;
            let mut block = Block::default();
            self.nested(|p| p.statement(&mut block.0))?;
            branches.push((condition, block));
            if !self.is_word("else") {
                break;
            }
            self.bump();
            if !self.is_word("if") {
                self.nested(|p| p.statement(&mut otherwise.0))?;
                break;
            }
        }
        Ok(Action { kind: ActionKind::If { branches, otherwise }, span: self.span_from(first) })
    }

    fn assignment(&mut self) -> Parsed<Action> {
        let first = self.at();
        let before = self.step();
        let called = self.name_here().filter(|_| self.token_ahead(1).kind == Kind::Punct("("));
        if let Some(word) = called {
            self.refuse_word()?;
            return Err(self.refuse(&format!("a call of `{word}`"), self.span(self.token().range)));
        }
        let location = self.location()?;
        let step = before.or_else(|| self.step());
        let operator = self.token();
        let (operator, right) = match (step, operator.kind) {
            (Some(step), _) => {
                let one = Expr { kind: ExprKind::Int(BigInt::from(1)), span: self.span_from(first) };
                (Some(step), one)
            }
            (None, Kind::Punct(sign)) if sign == "=" || arithmetic(sign).is_some() => {
                self.bump();
                (arithmetic(sign), self.expr()?)
            }
            _ => return Err(self.no_assignment()),
        };
        let span = self.span_from(first);
        let Location { data, index } = location;
        let value = match operator {
            None => right,
            Some(operator) => {
                let item = Expr { kind: ExprKind::Data(data), span };
                let old = match index.clone() {
                    Some(index) => Expr { kind: ExprKind::Index(Box::new(item), Box::new(index)), span },
                    None => item,
                };
                Expr { kind: ExprKind::Binary(operator, Box::new(old), Box::new(right)), span }
            }
        };
        Ok(Action { kind: ActionKind::Assign { data, index, value }, span })
    }

    /// `++` or `--`, which stand before or after what they change.
    fn step(&mut self) -> Option<Binary> {
        let step = match self.token().kind {
            Kind::Punct("++") => Binary::Add,
            Kind::Punct("--") => Binary::Sub,
            _ => return None,
        };
        self.bump();
        Some(step)
    }

    fn no_assignment(&self) -> ScriptError {
        match self.token().kind {
            Kind::Punct("." | "(") => self.refuse("this statement", self.span(self.token().range)),
            Kind::Punct(sign) if sign.ends_with('=') && sign.len() > 1 => {
                self.refuse(&format!("the operator `{sign}`"), self.span(self.token().range))
            }
            _ => self.unexpected_here("`=`"),
        }
    }

    /// A data item, or a place in an array.
    pub(super) fn location(&mut self) -> Parsed<Location> {
        let Some(word) = self.name_here() else { return Err(self.unexpected_here("the name of a data item")) };
        let data = if self.names.objects.contains(word) {
            self.member()?
        } else {
            let Some(data) = self.names.data.get(word).copied() else { return Err(self.no_location()) };
            self.bump();
            data
        };
        if self.is(".") {
            self.bump();
            return Err(self.refuse_member());
        }
        let mut index = None;
        if self.eat("[") {
            index = Some(self.expr()?);
            self.expect("]")?;
        }
        if self.is("[") {
            return Err(self.refuse("an array of arrays", self.span(self.token().range)));
        }
        Ok(Location { data, index })
    }

    fn no_location(&self) -> ScriptError {
        let word = self.name_here().unwrap_or("");
        let path = matches!(self.token_ahead(1).kind, Kind::Punct("."));
        if word.starts_with('_') && self.is_reserved() {
            let headline = format!("the system variable `{word}` cannot be assigned to");
            let diagnostic = Diagnostic::at(codes::UNDECLARED, self.span(self.token().range), headline, "read only");
            return ScriptError::new(MistakeKind::ReadOnly, diagnostic);
        }
        if let Err(mistake) = self.refuse_word() {
            return mistake;
        }
        let mut mistake = self.undeclared_here();
        if path {
            mistake.kind = MistakeKind::Unsupported;
        }
        mistake
    }
}

fn arithmetic(sign: &str) -> Option<Binary> {
    Some(match sign {
        "+=" => Binary::Add,
        "-=" => Binary::Sub,
        "*=" => Binary::Mul,
        "/=" => Binary::Div,
        "%=" => Binary::Rem,
        _ => return None,
    })
}
