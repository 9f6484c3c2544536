//! Operands: names, numbers, calls, and everything in brackets.

use super::super::ast::{Expr, ExprKind, Name, Pattern, Type, TypeKind};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// An operand without prefix operators, with what is selected from it.
    pub(super) fn primary(&mut self) -> Checked<Expr> {
        let first = self.at();
        let base = match self.kind() {
            Kind::Int | Kind::Real => self.number()?,
            Kind::Word => self.word_operand()?,
            _ => self.sign_operand()?,
        };
        self.selections(first, base)
    }

    fn sign_operand(&mut self) -> Checked<Expr> {
        let first = self.at();
        match self.sign() {
            "(" => self.enclosed(Self::parenthesised),
            "[" => {
                let parts = self.enclosed(|p| p.bracketed("[", &[","], "]", Self::expr))?;
                Ok(self.made(ExprKind::Array(parts), first))
            }
            "'" => {
                self.bump();
                let parts = self.enclosed(|p| p.bracketed("(", &[","], ")", Self::expr))?;
                Ok(self.made(ExprKind::Tuple(parts), first))
            }
            "{" => {
                self.enclosed(|p| p.bracketed("{", &[","], "}", Self::expr))?;
                self.call_arguments()?;
                Ok(self.made(ExprKind::Other("sets"), first))
            }
            "#" if self.sign_ahead(1) == "(" => {
                self.bump();
                self.enclosed(|p| p.bracketed("(", &[","], ")", Self::expr))?;
                Ok(self.made(ExprKind::Other("the operator `#`"), first))
            }
            "::" => {
                let mut path = Vec::new();
                while self.eat("::") {
                    path.push(self.name("the name of a mode")?);
                }
                Ok(self.made(ExprKind::Mode(path), first))
            }
            _ => Err(self.unexpected("an expression")),
        }
    }

    fn word_operand(&mut self) -> Checked<Expr> {
        let first = self.at();
        match (self.word(), self.sign_ahead(1)) {
            ("true", _) => Ok(self.constant(ExprKind::Bool(true))),
            ("false", _) => Ok(self.constant(ExprKind::Bool(false))),
            ("condact", "(") => self.condact(),
            ("merge", "(") => self.merge(),
            ("merge", _) if !self.word_ahead(1).is_empty() => self.merge(),
            ("any" | "choose", "{" | "@") => self.any(),
            ("match", _) if self.begins_match() => self.matched(),
            ("map", "[") if self.begins_map() => {
                self.bump();
                self.enclosed(|p| p.bracketed("[", &[";", ","], "]", Self::assignment))?;
                self.call_arguments()?;
                Ok(self.made(ExprKind::Other("maps"), first))
            }
            ("fby", "(") => {
                self.bump();
                self.enclosed(|p| p.bracketed("(", &[",", ";"], ")", Self::expr))?;
                Ok(self.made(ExprKind::Other("`fby` with a delay"), first))
            }
            ("floor", "(") if !self.has_floor => {
                self.bump();
                let operand = Box::new(self.enclosed(Self::parenthesised)?);
                Ok(self.made(ExprKind::Floor(operand), first))
            }
            _ => self.named(),
        }
    }

    fn constant(&mut self, kind: ExprKind) -> Expr {
        let first = self.at();
        self.bump();
        self.made(kind, first)
    }

    /// A name, a call, or a record of a named type.
    fn named(&mut self) -> Checked<Expr> {
        let first = self.at();
        let name = self.name("an expression")?;
        if self.sign() == "::" {
            let mut path = vec![name];
            while self.eat("::") {
                path.push(self.name("the name of a mode")?);
            }
            return Ok(self.made(ExprKind::Mode(path), first));
        }
        let type_arguments = self.call_arguments()?;
        let kind = match self.sign() {
            "(" => return self.call(first, name, type_arguments),
            "?" if self.sign_ahead(1) == "(" => {
                self.bump();
                // The name keeps its mark: no node is called so.
                let name = Name { text: format!("{}?", name.text), span: name.span };
                return self.call(first, name, type_arguments);
            }
            "{" if self.sign_ahead(2) == "=" || self.sign_ahead(1) == "}" => {
                let fields = self.enclosed(|p| {
                    p.bracketed("{", &[";", ","], "}", |p| {
                        let field = p.name("the name of a field")?;
                        p.expect("=")?;
                        Ok((field, p.expr()?))
                    })
                })?;
                ExprKind::Record { ty: name, type_arguments, fields }
            }
            _ if !type_arguments.is_empty() => ExprKind::Call { node: name, type_arguments, arguments: Vec::new() },
            _ => ExprKind::Name(name.text),
        };
        Ok(self.made(kind, first))
    }

    /// The arguments of a call.
    pub(super) fn call(&mut self, first: usize, node: Name, type_arguments: Vec<Type>) -> Checked<Expr> {
        let arguments = self.enclosed(|p| p.bracketed("(", &[","], ")", Self::expr))?;
        Ok(self.made(ExprKind::Call { node, type_arguments, arguments }, first))
    }

    /// `(e)`, `(a, b)`, `(e : t)`, `(r with f = e)`, or the beginning of `(activate f every c)(a)`.
    fn parenthesised(&mut self) -> Checked<Expr> {
        let first = self.at();
        let is_instance = matches!(self.word_ahead(1), "activate" | "restart");
        if is_instance && (!self.word_ahead(2).is_empty() || self.sign_ahead(2) == "(") {
            return self.instance();
        }
        self.expect("(")?;
        let mut parts = Vec::new();
        while parts.is_empty() || self.eat(",") {
            parts.push(self.expr()?);
        }
        let one = if parts.len() == 1 { parts.pop() } else { None };
        let mut inner = match one {
            None => self.made(ExprKind::List(parts), first),
            Some(inner) if self.eat(":") => {
                let ty = self.ty()?;
                self.made(ExprKind::Ascribed(Box::new(inner), ty), first)
            }
            Some(inner) if self.word() == "with" => self.with(first, inner)?,
            Some(inner) => inner,
        };
        self.expect_close(self.token_at(first), ")")?;
        inner.span = self.span_from(first);
        Ok(inner)
    }

    /// `any { x: t | p }` or `any@<t>`
    fn any(&mut self) -> Checked<Expr> {
        let first = self.at();
        let is_choose = self.word() == "choose";
        self.bump();
        let (variable, ty, predicate) = match self.sign() {
            "{" => match self.refinement()? {
                TypeKind::Refined { variable, base, predicate } => (Some(variable), *base, Some(predicate)),
                _ => return Err(self.unexpected("a refinement")),
            },
            _ => {
                self.expect("@")?;
                let open = self.token();
                self.expect("<")?;
                let ty = self.ty()?;
                self.expect_close(open, ">")?;
                (None, ty, None)
            }
        };
        Ok(self.made(ExprKind::Any { is_choose, variable, ty, predicate }, first))
    }

    /// Whether `match` begins a choice by patterns, and is not the name of a stream.
    fn begins_match(&self) -> bool {
        self.word_begins_operand(1) || self.sign_ahead(1) == "("
    }

    /// Whether `map[` begins a map, and is not an element of a stream called `map`.
    fn begins_map(&self) -> bool {
        let rest = self.cursor.tokens().tokens.iter().skip(self.at() + 2).map(|t| self.text_of(*t));
        rest.take(1000).take_while(|t| *t != ";").find(|t| matches!(*t, ":=" | "]")).is_some_and(|t| t == ":=")
            || self.sign_ahead(2) == "]"
    }

    /// `match e with | A(x) : e1 | _ : e2 end`
    fn matched(&mut self) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let subject = Box::new(self.enclosed(Self::expr)?);
        self.expect("with")?;
        let mut arms = Vec::new();
        while self.eat("|") {
            let pattern = self.pattern()?;
            self.expect(":")?;
            arms.push((pattern, self.enclosed(Self::expr)?));
        }
        if arms.is_empty() {
            return Err(self.unexpected("`|`"));
        }
        self.expect_close(self.token_at(first), "end")?;
        Ok(self.made(ExprKind::Match(subject, arms), first))
    }

    fn pattern(&mut self) -> Checked<Pattern> {
        let name = self.name("a pattern")?;
        if self.sign() == "(" {
            let parts = self.nested(|p| p.bracketed("(", &[","], ")", Self::pattern))?;
            return Ok(Pattern::Constructor(name, parts));
        }
        Ok(if name.text == "_" { Pattern::Any } else { Pattern::Name(name) })
    }
}
