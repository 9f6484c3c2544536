//! Selections from an operand, and changes in it: `a[i]`, `r.f`, `a ^ n`, `a[i := e]`, `r{f := e}`, `(r with f = e)`.
//!
//! Such steps are read by a loop, however many there are.

use super::super::ast::{Expr, ExprKind, Step};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// The steps behind an operand that begins at the token `first`.
    pub(super) fn selections(&mut self, first: usize, mut base: Expr) -> Checked<Expr> {
        loop {
            base = match self.sign() {
                "." => {
                    self.bump();
                    self.field(first, base)?
                }
                ".%" => {
                    self.bump();
                    let index = Box::new(self.number_index()?);
                    self.made(ExprKind::Index(Box::new(base), index), first)
                }
                "[" => self.index(first, base)?,
                "{" if self.sign_ahead(2) == ":=" => self.record_update(first, base)?,
                "^" if !self.in_size => {
                    self.bump();
                    // The count is an operand of its own: `0^3^5` is `(0^3)^5`.
                    let outer = std::mem::replace(&mut self.in_size, true);
                    let count = self.operand();
                    self.in_size = outer;
                    self.made(ExprKind::Repeat(Box::new(base), Box::new(count?)), first)
                }
                _ => return Ok(base),
            };
        }
    }

    fn field(&mut self, first: usize, base: Expr) -> Checked<Expr> {
        if self.kind() != Kind::Word {
            return Err(self.unexpected("the name of a field"));
        }
        let token = self.bump();
        let field = self.text_of(token);
        // A name with dots that was declared as a whole, as in files where records are flattened.
        if let ExprKind::Name(name) = &base.kind {
            let whole = format!("{name}.{field}");
            if self.sign() == "(" && self.dotted_nodes.contains(&whole) {
                let node = super::Name { text: whole, span: self.span_from(first) };
                return self.call(first, node, Vec::new());
            }
            if self.dotted.contains(&whole) {
                return Ok(self.made(ExprKind::Name(whole), first));
            }
        }
        let name = super::Name { text: field.to_owned(), span: token.span };
        Ok(self.made(ExprKind::Field(Box::new(base), name), first))
    }

    fn number_index(&mut self) -> Checked<Expr> {
        match self.kind() {
            Kind::Int => self.number(),
            _ => Err(self.unexpected("the number of a part")),
        }
    }

    /// `[i]`, `[i := e; j := f]`, `[i .. j]` or `[7:0]`
    fn index(&mut self, first: usize, base: Expr) -> Checked<Expr> {
        if let (ExprKind::Name(name), "]") = (&base.kind, self.sign_ahead(2)) {
            let whole = format!("{name}[{}]", self.ahead(1, Kind::Int));
            if self.dotted.contains(&whole) {
                self.skip(3);
                return Ok(self.made(ExprKind::Name(whole), first));
            }
        }
        let open = self.token();
        self.bump();
        let index = self.enclosed(Self::expr)?;
        let mut found = match self.sign() {
            ".." | ":" => {
                let what = if self.sign() == ".." { "array slices" } else { "bit extraction" };
                self.bump();
                self.enclosed(Self::expr)?;
                ExprKind::Other(what)
            }
            ":=" => {
                self.bump();
                let value = Box::new(self.enclosed(Self::expr)?);
                ExprKind::Update { base: Box::new(base), path: vec![Step::Index(index)], value }
            }
            _ => ExprKind::Index(Box::new(base), Box::new(index)),
        };
        while matches!(found, ExprKind::Update { .. }) && self.eat(";") {
            let base = Box::new(self.made(found, first));
            let (index, value) = self.enclosed(Self::assignment)?;
            found = ExprKind::Update { base, path: vec![Step::Index(index)], value: Box::new(value) };
        }
        self.expect_close(open, "]")?;
        Ok(self.made(found, first))
    }

    /// `i := e`
    pub(super) fn assignment(&mut self) -> Checked<(Expr, Expr)> {
        let index = self.expr()?;
        self.expect(":=")?;
        Ok((index, self.expr()?))
    }

    /// `{f := e}`
    fn record_update(&mut self, first: usize, base: Expr) -> Checked<Expr> {
        let open = self.token();
        self.bump();
        let path = vec![Step::Field(self.name("the name of a field")?)];
        self.expect(":=")?;
        let value = Box::new(self.enclosed(Self::expr)?);
        self.expect_close(open, "}")?;
        Ok(self.made(ExprKind::Update { base: Box::new(base), path, value }, first))
    }

    /// `with .f[i] = e`, up to the parenthesis.
    pub(super) fn with(&mut self, first: usize, base: Expr) -> Checked<Expr> {
        self.expect("with")?;
        let mut path = Vec::new();
        if self.at_name() {
            path.push(Step::Field(self.name("the name of a field")?));
        }
        loop {
            let open = self.token();
            match self.sign() {
                "." => {
                    self.bump();
                    path.push(Step::Field(self.name("the name of a field")?));
                }
                ".%" => {
                    self.bump();
                    path.push(Step::Index(self.number_index()?));
                }
                "[" => {
                    self.bump();
                    path.push(Step::Index(self.expr()?));
                    self.expect_close(open, "]")?;
                }
                _ => break,
            }
        }
        if path.is_empty() {
            return Err(self.unexpected("a field or an index"));
        }
        self.expect("=")?;
        let value = Box::new(self.expr()?);
        Ok(self.made(ExprKind::Update { base: Box::new(base), path, value }, first))
    }
}
