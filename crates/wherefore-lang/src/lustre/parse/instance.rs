//! Calls of nodes that do not run at every tick: `condact`, `activate`, `restart`; and `merge`.
//!
//! ```text
//! condact(c, f(a), i)                                 f runs while c; before its first run the result is i
//! condact(c, (restart f every r)(a), i)
//! (activate f every c initial default i)(a)           the same
//! (activate (restart f every r) every c)(a)           without i the result is only used while c
//! (activate f every c restart every r)(a)
//! (restart f every r)(a)                              f begins anew when r
//! ```

use super::super::ast::{Expr, ExprKind, Name};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// `condact(c, f(a), i, j)`
    pub(super) fn condact(&mut self) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let open = self.token();
        self.expect("(")?;
        let clock = Box::new(self.enclosed(Self::expr)?);
        self.expect(",")?;
        let (node, restart) = match self.sign() {
            "(" => self.restarted()?,
            _ => (self.name("the name of a node")?, None),
        };
        let arguments = self.enclosed(|p| p.bracketed("(", &[","], ")", Self::expr))?;
        let mut initial = Vec::new();
        while self.eat(",") {
            initial.push(self.enclosed(Self::expr)?);
        }
        self.expect_close(open, ")")?;
        let kind = match restart {
            None => ExprKind::Condact { clock, node, arguments, initial },
            restart => ExprKind::Activate { node, arguments, clock: Some(clock), restart, initial },
        };
        Ok(self.made(kind, first))
    }

    /// `(restart f every r)`
    fn restarted(&mut self) -> Checked<(Name, Option<Box<Expr>>)> {
        let open = self.token();
        self.expect("(")?;
        self.expect("restart")?;
        let node = self.name("the name of a node")?;
        self.expect("every")?;
        let restart = Box::new(self.enclosed(Self::expr)?);
        self.expect_close(open, ")")?;
        Ok((node, Some(restart)))
    }

    /// `(activate f every c ..)(a)` or `(restart f every r)(a)`
    pub(super) fn instance(&mut self) -> Checked<Expr> {
        let first = self.at();
        let (mut clock, mut initial) = (None, Vec::new());
        let (node, restart) = match self.word_ahead(1) {
            "restart" => self.restarted()?,
            _ => {
                self.bump();
                self.bump();
                let (node, mut restart) = match self.sign() {
                    "(" => self.restarted()?,
                    _ => (self.name("the name of a node")?, None),
                };
                self.expect("every")?;
                clock = Some(Box::new(self.expr()?));
                if self.eat("initial") {
                    self.expect("default")?;
                    initial = self.defaults()?;
                }
                if self.eat("restart") {
                    self.expect("every")?;
                    restart = Some(Box::new(self.expr()?));
                }
                self.expect_close(self.token_at(first), ")")?;
                (node, restart)
            }
        };
        let arguments = self.bracketed("(", &[","], ")", Self::expr)?;
        Ok(self.made(ExprKind::Activate { node, arguments, clock, restart, initial }, first))
    }

    /// The values before the first run, with commas between them and perhaps parentheses around them.
    fn defaults(&mut self) -> Checked<Vec<Expr>> {
        let mut list = vec![self.expr()?];
        while self.eat(",") {
            list.push(self.expr()?);
        }
        if let [Expr { kind: ExprKind::List(parts), .. }] = list.as_mut_slice() {
            let parts = std::mem::take(parts);
            return Ok(parts);
        }
        Ok(list)
    }

    /// `merge (c; a; b)` or `merge c (A -> a) (B -> b)`
    pub(super) fn merge(&mut self) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let open = self.token();
        if self.eat("(") {
            let clock = self.name("the name of a clock")?;
            let mut cases = Vec::new();
            for text in ["true", "false"] {
                self.expect(";")?;
                cases.push((Name { text: text.to_owned(), span: clock.span }, self.enclosed(Self::expr)?));
            }
            self.expect_close(open, ")")?;
            return Ok(self.made(ExprKind::Merge { clock, cases }, first));
        }
        let clock = self.name("the name of a clock")?;
        let mut cases = Vec::new();
        while self.sign() == "(" {
            cases.push(self.enclosed(Self::merge_case)?);
        }
        if cases.is_empty() {
            return Err(self.unexpected("`(`"));
        }
        Ok(self.made(ExprKind::Merge { clock, cases }, first))
    }

    fn merge_case(&mut self) -> Checked<(Name, Expr)> {
        let open = self.token();
        self.expect("(")?;
        let case = match (self.kind(), self.word()) {
            (Kind::Word, "true" | "false") => {
                let token = self.bump();
                Name { text: self.text_of(token).to_owned(), span: token.span }
            }
            _ => self.name("a value of the clock")?,
        };
        self.expect("->")?;
        let value = self.expr()?;
        self.expect_close(open, ")")?;
        Ok((case, value))
    }
}
