//! Formulas.
//!
//! Inside a fixpoint a formula is a conjunction of [`Part`]s, some of which lead to a bound variable; where the fixpoint
//! ends they are gone ([`super::fixpoint`]).

use super::super::lexer::Kind;
use super::Parser;
use super::fixpoint::{Binder, Body, Part, conjunction};
use wherefore_ir::actions::{Formula, FormulaKind};
use wherefore_syntax::{Checked, Descent};

impl Parser<'_> {
    /// A formula without free variables.
    pub(super) fn formula(&mut self) -> Checked<Formula> {
        let first = self.at();
        let parts = self.conjunction()?;
        let closed = parts.into_iter().filter_map(Part::into_formula).collect();
        Ok(conjunction(closed, self.span_from(first)))
    }

    /// `F and F and ...`
    pub(super) fn conjunction(&mut self) -> Checked<Vec<Part>> {
        let mut parts = self.nested(Self::conjunct)?;
        while self.eat_either(Kind::Sign("&&"), "and") {
            parts.extend(self.nested(Self::conjunct)?);
        }
        self.refuse_connective()?;
        Ok(parts)
    }

    fn conjunct(&mut self) -> Checked<Vec<Part>> {
        let first = self.at();
        match self.kind() {
            Kind::Sign("(") => {
                let open = self.bump();
                let parts = self.conjunction()?;
                self.expect_close(open, Kind::Sign(")"))?;
                Ok(parts)
            }
            Kind::Sign("[") => self.boxed(),
            Kind::Sign("<") => self.progress().map(|f| vec![Part::Formula(f)]),
            Kind::Word => match self.word() {
                "true" => Ok(self.constant(FormulaKind::True)),
                "false" => Ok(self.constant(FormulaKind::False)),
                "inevitable" | "INEVITABLE" => {
                    self.bump();
                    let action = self.nested(Self::action_operand)?;
                    let kind = FormulaKind::Inevitable { action, deadlock_counts: true };
                    Ok(vec![Part::Formula(Formula::new(kind, self.span_from(first)))])
                }
                "mu" => self.fixpoint(Binder::Mu),
                "nu" => self.fixpoint(Binder::Nu),
                _ => self.variable().map(|part| vec![part]),
            },
            _ => {
                self.refuse_connective()?;
                Err(self.unexpected("a formula"))
            }
        }
    }

    fn constant(&mut self, kind: FormulaKind) -> Vec<Part> {
        let token = self.bump();
        vec![Part::Formula(Formula::new(kind, self.span_of(token)))]
    }

    /// `[R] F`
    fn boxed(&mut self) -> Checked<Vec<Part>> {
        let (first, open) = (self.at(), self.bump());
        let path = self.nested(Self::regular)?;
        self.expect_close(open, Kind::Sign("]"))?;
        let parts = self.nested(Self::conjunct)?;
        Ok(Body::of(parts, None, self.span_from(first)).behind(path))
    }

    /// `<true> true`, the only possibility that is supported.
    fn progress(&mut self) -> Checked<Formula> {
        let first = self.at();
        if self.word_ahead(1) != "true" || self.kind_ahead(2) != Kind::Sign(">") || self.word_ahead(3) != "true" {
            return Err(self.refuse_possibility());
        }
        self.skip(4);
        Ok(Formula::new(FormulaKind::Progress, self.span_from(first)))
    }
}
