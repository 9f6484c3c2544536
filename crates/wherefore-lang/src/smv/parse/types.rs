//! Types of variables.

use super::binding::RANGE;
use super::{Parser, refused};
use crate::smv::ast::{Expr, Type, TypeId};
use crate::smv::codes;
use crate::smv::token::Kind;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Descent};

/// How deep array types may be nested.
const MOST_DIMENSIONS: u32 = 64;

impl Parser<'_> {
    /// A type, as after the colon of a variable declaration.
    pub(super) fn ty(&mut self) -> Checked<TypeId> {
        let first = self.at();
        let ty = self.nested(Self::type_body)?;
        Ok(self.ast.add_type(ty, self.span_from(first)))
    }

    fn type_body(&mut self) -> Checked<Type> {
        match self.kind() {
            Kind::Array => self.array_type(),
            Kind::LBrace => self.enum_type(),
            Kind::Process => {
                self.bump();
                self.instance_type(true)
            }
            Kind::Ident => self.named_type(),
            _ => self.range_type(),
        }
    }

    fn enum_type(&mut self) -> Checked<Type> {
        let values = self.list(Kind::RBrace)?;
        for value in &values {
            if matches!(self.ast.expr(*value), Expr::Dot(..)) {
                self.dotted_name(self.ast.span(*value));
            }
        }
        Ok(Type::Enum(values))
    }

    fn named_type(&mut self) -> Checked<Type> {
        let simple = match self.text_of(self.token()) {
            "boolean" => Some(Type::Boolean),
            "integer" => Some(Type::Integer),
            "real" => Some(Type::Real),
            "clock" => return Err(self.unsupported("the type `clock`", refused::TIMED)),
            "noncontinuous" => return Err(self.unsupported("`noncontinuous`", refused::TIMED)),
            "word" => return self.word_type(false),
            word @ ("signed" | "unsigned") if self.kind_ahead(1) == Kind::Ident => {
                self.bump();
                return self.word_type(word == "signed");
            }
            _ => None,
        };
        match (simple, self.kind_ahead(1)) {
            (Some(ty), _) => {
                self.bump();
                Ok(ty)
            }
            (None, Kind::DotDot | Kind::Dot | Kind::Plus | Kind::Minus | Kind::Star) => self.range_type(),
            (None, _) => self.instance_type(false),
        }
    }

    fn instance_type(&mut self, process: bool) -> Checked<Type> {
        let module = self.ident()?;
        let arguments = match self.kind() {
            Kind::LParen => self.list(Kind::RParen)?,
            _ => Vec::new(),
        };
        Ok(Type::Instance { module, arguments, process })
    }

    fn word_type(&mut self, signed: bool) -> Checked<Type> {
        if self.word() != "word" {
            return Err(self.unexpected("`word`"));
        }
        self.bump();
        let open = self.token();
        self.expect(Kind::LBracket)?;
        let width = self.expr()?;
        self.expect_close(open, Kind::RBracket)?;
        Ok(Type::Word { signed, width })
    }

    /// `word[width] of element`, after `array`.
    fn word_array_type(&mut self) -> Checked<Type> {
        let Type::Word { width, .. } = self.word_type(false)? else { return Ok(Type::Error) };
        self.expect(Kind::Of)?;
        Ok(Type::WordArray { width, element: self.ty()? })
    }

    fn range_type(&mut self) -> Checked<Type> {
        let low = self.operators(RANGE + 1)?;
        self.expect(Kind::DotDot)?;
        Ok(Type::Range(low, self.operators(RANGE + 1)?))
    }

    fn array_type(&mut self) -> Checked<Type> {
        if self.depth() > MOST_DIMENSIONS {
            let headline = format!("an array of more than {MOST_DIMENSIONS} dimensions");
            let span = self.span_of(self.token());
            return Err(self.report(Diagnostic::at(codes::TOO_DEEP, span, headline, "at the limit here")));
        }
        self.bump();
        match self.word() {
            "word" => return self.word_array_type(),
            "unsigned" if self.kind_ahead(1) == Kind::Ident => {
                self.bump();
                return self.word_array_type();
            }
            "signed" => return Err(self.unsupported("an array indexed by signed words", refused::ARRAY)),
            "integer" => return Err(self.unsupported("an array indexed by all integers", refused::ARRAY)),
            _ => {}
        }
        let low = self.operators(RANGE + 1)?;
        self.expect(Kind::DotDot)?;
        let high = self.operators(RANGE + 1)?;
        self.expect(Kind::Of)?;
        Ok(Type::Array { low, high, element: self.ty()? })
    }
}
