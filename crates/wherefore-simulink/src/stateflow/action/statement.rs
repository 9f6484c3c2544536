//! Statements from tokens.

use super::lexer::TokenKind;
use super::parser::{Parser, Read};
use super::syntax::{BinaryOp, Expr, ExprKind, Signature, Statement, StatementKind, Target};
use crate::matlab::Number;

/// Words that end a list of statements.
const CLOSERS: [&str; 5] = ["end", "else", "elseif", "case", "otherwise"];

impl Parser<'_> {
    /// Statements up to the end, up to a word that closes them, or up to where `stop` says so.
    pub fn statements(&mut self, stop: &dyn Fn(&mut Self) -> bool) -> Read<Vec<Statement>> {
        let mut found = Vec::new();
        loop {
            while self.kind() == &TokenKind::Newline || self.is(";") || self.is(",") {
                self.advance();
            }
            let closes = CLOSERS.iter().any(|word| self.is_word(word));
            if self.kind() == &TokenKind::End || closes || stop(self) {
                return Ok(found);
            }
            found.push(self.nested(Self::statement)?);
            let ended = matches!(self.kind(), TokenKind::Newline | TokenKind::End | TokenKind::Sign(";" | ","))
                || CLOSERS.iter().any(|word| self.is_word(word));
            if !ended {
                return Err(self.mistake("a statement ends before this: a semicolon is missing"));
            }
        }
    }

    fn statement(&mut self) -> Read<Statement> {
        let start = self.start();
        let kind = match self.kind() {
            TokenKind::Name(word) => match word.as_str() {
                "if" => self.alternatives()?,
                "while" => self.repeated()?,
                "for" => self.counted()?,
                "switch" => self.cases()?,
                "break" => self.single(StatementKind::Break),
                "continue" => self.single(StatementKind::Continue),
                "return" => self.single(StatementKind::Return),
                _ => self.simple()?,
            },
            TokenKind::Sign("[") => self.several()?,
            _ => return Err(self.mistake("a statement is missing here")),
        };
        Ok(Statement { kind, span: self.span(start) })
    }

    fn single(&mut self, kind: StatementKind) -> StatementKind {
        self.advance();
        kind
    }

    fn block(&mut self) -> Read<Vec<Statement>> {
        self.statements(&|_| false)
    }

    fn close(&mut self) -> Read<()> {
        match self.word().as_deref() {
            Some("end") => Ok(()),
            _ => Err(self.mistake("`end` is missing")),
        }
    }

    fn alternatives(&mut self) -> Read<StatementKind> {
        let (mut branches, mut otherwise) = (Vec::new(), Vec::new());
        loop {
            match self.word().as_deref() {
                Some("if" | "elseif") => {
                    let condition = self.expression()?;
                    branches.push((condition, self.block()?));
                }
                Some("else") => otherwise = self.block()?,
                Some("end") => return Ok(StatementKind::If { branches, otherwise }),
                _ => return Err(self.mistake("`end` is missing")),
            }
        }
    }

    fn repeated(&mut self) -> Read<StatementKind> {
        self.advance();
        let condition = self.expression()?;
        let body = self.block()?;
        self.close()?;
        Ok(StatementKind::While(condition, body))
    }

    fn counted(&mut self) -> Read<StatementKind> {
        self.advance();
        let bracket = self.take("(");
        let name = self.word().ok_or_else(|| self.mistake("a name is missing here"))?;
        self.expect("=")?;
        let values = self.expression()?;
        if bracket {
            self.expect(")")?;
        }
        let body = self.block()?;
        self.close()?;
        Ok(StatementKind::For(name, values, body))
    }

    /// `switch` is a chain of comparisons.
    fn cases(&mut self) -> Read<StatementKind> {
        self.advance();
        let subject = self.expression()?;
        while self.kind() == &TokenKind::Newline || self.is(",") || self.is(";") {
            self.advance();
        }
        let (mut branches, mut otherwise) = (Vec::new(), Vec::new());
        loop {
            match self.word().as_deref() {
                Some("case") => {
                    let value = self.expression()?;
                    let span = value.span;
                    let kind = ExprKind::Binary(BinaryOp::Equal, Box::new(subject.clone()), Box::new(value));
                    branches.push((Expr { kind, span }, self.block()?));
                }
                Some("otherwise") => otherwise = self.block()?,
                Some("end") => return Ok(StatementKind::If { branches, otherwise }),
                _ => return Err(self.mistake("`end` is missing")),
            }
        }
    }

    /// An assignment, a call or an event.
    fn simple(&mut self) -> Read<StatementKind> {
        let start = self.start();
        let left = self.place()?;
        if let Some(operator) = self.assignment() {
            let target = target(left).ok_or_else(|| self.mistake("this cannot be assigned"))?;
            let value = self.expression()?;
            return Ok(StatementKind::Assign { targets: vec![target], operator, value });
        }
        let step = [("++", BinaryOp::Add), ("--", BinaryOp::Subtract)].into_iter().find(|(sign, _)| self.take(sign));
        if let Some((_, operator)) = step {
            let target = target(left).ok_or_else(|| self.mistake("this cannot be assigned"))?;
            let value = Expr { kind: ExprKind::Number(Number::one()), span: self.span(start) };
            return Ok(StatementKind::Assign { targets: vec![target], operator: Some(operator), value });
        }
        match left.kind {
            ExprKind::Name(name) => Ok(StatementKind::Broadcast(name)),
            ExprKind::Apply { function, arguments } if function == "send" => self.send(&arguments),
            ExprKind::Apply { .. } => Ok(StatementKind::Call(left)),
            _ => Err(self.mistake("this is no statement")),
        }
    }

    /// What a statement begins with: a name, with brackets or without.
    fn place(&mut self) -> Read<Expr> {
        let start = self.start();
        let kind = self.nested(Self::named)?;
        Ok(Expr { kind, span: self.span(start) })
    }

    /// The sign of an assignment, with the operator that it contains.
    fn assignment(&mut self) -> Option<Option<BinaryOp>> {
        let operator = match self.kind() {
            TokenKind::Sign("=" | ":=") => None,
            TokenKind::Sign("+=") => Some(BinaryOp::Add),
            TokenKind::Sign("-=") => Some(BinaryOp::Subtract),
            TokenKind::Sign("*=") => Some(BinaryOp::Multiply),
            TokenKind::Sign("/=") => Some(BinaryOp::Divide),
            TokenKind::Sign("&=") => Some(BinaryOp::And),
            TokenKind::Sign("|=") => Some(BinaryOp::Or),
            TokenKind::Sign("^=") => Some(BinaryOp::Xor),
            _ => return None,
        };
        self.advance();
        Some(operator)
    }

    fn send(&self, arguments: &[Expr]) -> Read<StatementKind> {
        let name = |e: &Expr| match &e.kind {
            ExprKind::Name(name) => Some(name.clone()),
            _ => None,
        };
        let names: Option<Vec<String>> = arguments.iter().map(name).collect();
        let mut names = names.unwrap_or_default().into_iter();
        match (names.next(), names.next(), names.next()) {
            (Some(what), to, None) => Ok(StatementKind::Send { what, to }),
            _ => Err(self.mistake("`send` needs an event or a message, and may name a state")),
        }
    }

    /// Several results: `[a, b] = f(x)`.
    fn several(&mut self) -> Read<StatementKind> {
        self.expect("[")?;
        let mut targets = Vec::new();
        while !self.take("]") {
            targets.push(self.one_of_several()?);
            self.take(",");
        }
        self.expect("=")?;
        let value = self.expression()?;
        Ok(StatementKind::Assign { targets, operator: None, value })
    }

    fn one_of_several(&mut self) -> Read<Target> {
        let start = self.start();
        if self.take("~") {
            return Ok(Target { name: "~".to_owned(), indices: Vec::new(), zero_based: false, span: self.span(start) });
        }
        let left = self.place()?;
        target(left).ok_or_else(|| self.mistake("this cannot be assigned"))
    }

    /// The head of a function: `[a, b] = f(x, y)`, `y = f(x)`, `f(x)` or `f`.
    pub fn signature(&mut self) -> Read<Signature> {
        let mut signature = Signature::default();
        self.newlines();
        if self.take("[") {
            while !self.take("]") {
                signature.outputs.push(self.word().ok_or_else(|| self.mistake("a name is missing here"))?);
                self.take(",");
            }
            self.expect("=")?;
        }
        signature.name = self.path()?;
        if self.take("=") {
            signature.outputs = vec![signature.name];
            signature.name = self.path()?;
        }
        if self.take("(") {
            while !self.take(")") {
                signature.inputs.push(self.word().ok_or_else(|| self.mistake("a name is missing here"))?);
                self.take(",");
            }
        }
        Ok(signature)
    }
}

/// An expression as something to assign.
fn target(expr: Expr) -> Option<Target> {
    let span = expr.span;
    Some(match expr.kind {
        ExprKind::Name(name) => Target { name, indices: Vec::new(), zero_based: false, span },
        ExprKind::Apply { function, arguments } => {
            Target { name: function, indices: arguments, zero_based: false, span }
        }
        ExprKind::Index { name, indices } => Target { name, indices, zero_based: true, span },
        _ => return None,
    })
}
