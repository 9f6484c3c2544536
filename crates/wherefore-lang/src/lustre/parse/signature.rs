//! Variables with their types: parameters, outputs, locals and what quantifiers bind.

use super::super::ast::{Expr, ExprKind, Name, Type, TypeKind, Unary, Variable};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// Names with commas between them.
    pub(super) fn names(&mut self, wanted: &str) -> Checked<Vec<Name>> {
        let mut list = vec![self.stream_name(wanted)?];
        while self.eat(",") {
            list.push(self.stream_name(wanted)?);
        }
        Ok(list)
    }

    /// A name, also one like `pilot~0.active` or `level[2]`, as tools that flatten records and arrays write them.
    pub(super) fn stream_name(&mut self, wanted: &str) -> Checked<Name> {
        let mut name = self.name(wanted)?;
        let first = self.at().saturating_sub(1);
        loop {
            let length = match (self.sign(), self.sign_ahead(2)) {
                (".", _) if !self.word_ahead(1).is_empty() => 2,
                ("[", "]") if !self.ahead(1, Kind::Int).is_empty() => 3,
                _ => return Ok(name),
            };
            for _ in 0..length {
                let token = self.bump();
                name.text += self.text_of(token);
            }
            name.span = self.span_from(first);
            self.dotted.insert(name.text.clone());
        }
    }

    /// `const a, b: t | p when c`, or several such groups in parentheses with one clock: `(a: t; b: u) when c`.
    pub(super) fn variables(&mut self) -> Checked<Vec<Variable>> {
        if self.sign() != "(" {
            let mut group = self.group()?;
            self.clock_of(&mut group)?;
            return Ok(group);
        }
        let groups = self.bracketed("(", &[";"], ")", Self::group)?;
        let mut all = groups.into_iter().flatten().collect::<Vec<_>>();
        self.clock_of(&mut all)?;
        Ok(all)
    }

    fn clock_of(&mut self, variables: &mut [Variable]) -> Checked<()> {
        if self.eat("when") {
            let clock = self.clock()?;
            variables.iter_mut().for_each(|v| v.clock = Some(clock.clone()));
        }
        Ok(())
    }

    fn group(&mut self) -> Checked<Vec<Variable>> {
        let is_const = self.eat("const");
        let names = self.names("the name of a stream")?;
        self.expect(":")?;
        let first = self.at();
        let ty = self.ty()?;
        let predicate = match self.eat("|") {
            true => Some(self.expr()?),
            false => None,
        };
        let span = self.span_from(first);
        let typed = |name: &Name| match &predicate {
            None => ty.clone(),
            Some(predicate) => {
                let (base, predicate) = (Box::new(ty.clone()), Box::new(predicate.clone()));
                Type { kind: TypeKind::Refined { variable: name.clone(), base, predicate }, span }
            }
        };
        let variable = |name: Name| Variable { ty: typed(&name), name, is_const, clock: None };
        Ok(names.into_iter().map(variable).collect())
    }

    /// A clock, behind `when`: `c`, `not c`, `A(c)`, or an expression in parentheses.
    pub(super) fn clock(&mut self) -> Checked<Expr> {
        let first = self.at();
        if self.eat("not") {
            let operand = self.nested(Self::clock)?;
            return Ok(self.made(ExprKind::Unary(Unary::Not, Box::new(operand)), first));
        }
        self.nested(Self::primary)
    }
}
