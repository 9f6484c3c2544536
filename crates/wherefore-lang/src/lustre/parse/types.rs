//! Types.

use super::super::ast::{Type, TypeKind};
use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use wherefore_diag::Diagnostic;
use wherefore_syntax::number::WIDEST_WORD;
use wherefore_syntax::{Checked, Descent};

/// The machine integers with a name of their own: whether they are signed, and how wide they are.
pub(super) fn machine(word: &str) -> Option<(bool, u32)> {
    Some(match word {
        "int8" => (true, 8),
        "int16" => (true, 16),
        "int32" => (true, 32),
        "int64" => (true, 64),
        "uint8" => (false, 8),
        "uint16" => (false, 16),
        "uint32" => (false, 32),
        "uint64" => (false, 64),
        _ => return None,
    })
}

impl Parser<'_> {
    /// A type with its array sizes: `int^3^5`, or `int[3][5]`.
    pub(super) fn ty(&mut self) -> Checked<Type> {
        let first = self.at();
        let mut ty = self.nested(Self::simple_type)?;
        loop {
            let size = match self.sign() {
                "^" => {
                    self.bump();
                    self.size()?
                }
                "[" => {
                    let open = self.token();
                    self.bump();
                    let size = self.enclosed(Self::expr)?;
                    self.expect_close(open, "]")?;
                    size
                }
                _ => return Ok(ty),
            };
            ty = Type { kind: TypeKind::Array(Box::new(ty), Box::new(size)), span: self.span_from(first) };
        }
    }

    fn simple_type(&mut self) -> Checked<Type> {
        let first = self.at();
        let kind = match (self.sign(), self.word()) {
            ("[", _) => TypeKind::Tuple(self.bracketed("[", &[","], "]", Self::ty)?),
            ("{", _) => self.record_type()?,
            (_, "bool") => self.plain(TypeKind::Bool),
            (_, "int") => self.plain(TypeKind::Int),
            (_, "real") => self.plain(TypeKind::Real),
            (_, "subrange") if self.sign_ahead(1) == "[" => self.subrange()?,
            (_, "enum") if self.sign_ahead(1) == "{" => {
                self.bump();
                TypeKind::Enum(self.bracketed("{", &[","], "}", |p| p.name("a value of the enumeration"))?)
            }
            (_, "struct") => {
                self.bump();
                self.record_type()?
            }
            (_, "record") if self.sign_ahead(1) == "{" => {
                self.bump();
                self.record_type()?
            }
            (_, "subtype") if self.sign_ahead(1) == "{" => {
                self.bump();
                self.refinement()?
            }
            (_, "set") if self.sign_ahead(1) == "<" => self.generic("sets")?,
            (_, "map") if self.sign_ahead(1) == "<" => self.generic("maps")?,
            (_, "history") if self.sign_ahead(1) == "(" => {
                self.bump();
                self.bracketed("(", &[","], ")", |p| p.name("a stream"))?;
                TypeKind::Other("histories")
            }
            (_, "uint" | "sint") if self.sign_ahead(1) == "<" => self.word_type()?,
            (_, word) if machine(word).is_some() => {
                let (signed, width) = machine(word).unwrap_or_default();
                self.plain(TypeKind::Machine { signed, width })
            }
            _ => {
                let name = self.name("a type")?;
                let arguments = if self.sign() == "<" { self.type_arguments()? } else { Vec::new() };
                TypeKind::Named(name, arguments)
            }
        };
        Ok(Type { kind, span: self.span_from(first) })
    }

    fn plain(&mut self, kind: TypeKind) -> TypeKind {
        self.bump();
        kind
    }

    /// A type with arguments that has no form in the tree.
    fn generic(&mut self, what: &'static str) -> Checked<TypeKind> {
        self.bump();
        self.type_arguments()?;
        Ok(TypeKind::Other(what))
    }

    /// `<int, bool>`
    pub(super) fn type_arguments(&mut self) -> Checked<Vec<Type>> {
        self.bracketed("<", &[",", ";"], ">", Self::ty)
    }

    /// `@<int, bool>`, or nothing.
    pub(super) fn call_arguments(&mut self) -> Checked<Vec<Type>> {
        if self.sign() != "@" || self.sign_ahead(1) != "<" {
            return Ok(Vec::new());
        }
        self.bump();
        self.type_arguments()
    }

    /// The type before the operand of a cast: `uint8`, or `uint@<8>`.
    pub(super) fn cast_type(&mut self) -> Checked<Type> {
        let first = self.at();
        let kind = match (self.word(), self.sign_ahead(1)) {
            ("uint" | "sint", "@") => self.word_type()?,
            _ => return self.simple_type(),
        };
        Ok(Type { kind, span: self.span_from(first) })
    }

    /// `uint<8>`, or in an expression `uint@<8>`.
    fn word_type(&mut self) -> Checked<TypeKind> {
        let signed = self.word() == "sint";
        self.bump();
        self.eat("@");
        self.expect("<")?;
        if self.kind() != Kind::Int {
            return Err(self.unexpected("a width"));
        }
        let token = self.bump();
        let width = self.text_of(token).parse::<u32>().unwrap_or(0);
        if width == 0 || width > WIDEST_WORD {
            let headline = format!("the width of a machine integer lies between 1 and {WIDEST_WORD}");
            return Err(self.report(Diagnostic::at(codes::BAD_TOKEN, token.span, headline, "this width")));
        }
        self.expect(">")?;
        Ok(TypeKind::Machine { signed, width })
    }

    /// `subrange [l, h] of int`, with `*` for no bound.
    fn subrange(&mut self) -> Checked<TypeKind> {
        self.bump();
        let open = self.token();
        self.bump();
        let low = self.bound()?;
        self.expect(",")?;
        let high = self.bound()?;
        self.expect_close(open, "]")?;
        self.expect("of")?;
        self.expect("int")?;
        Ok(TypeKind::Subrange(low, high))
    }

    fn bound(&mut self) -> Checked<Option<Box<super::Expr>>> {
        if self.eat("*") {
            return Ok(None);
        }
        Ok(Some(Box::new(self.enclosed(Self::expr)?)))
    }

    /// `{ f: t; g, h: u }`
    fn record_type(&mut self) -> Checked<TypeKind> {
        let groups = self.bracketed("{", &[";"], "}", |p| {
            let names = p.names("the name of a field")?;
            p.expect(":")?;
            let ty = p.ty()?;
            Ok(names.into_iter().map(|n| (n, ty.clone())).collect::<Vec<_>>())
        })?;
        Ok(TypeKind::Record(groups.into_iter().flatten().collect()))
    }

    /// `{ x: t | p }`
    pub(super) fn refinement(&mut self) -> Checked<TypeKind> {
        let open = self.token();
        self.expect("{")?;
        let variable = self.name("the name of the refined value")?;
        self.expect(":")?;
        let base = Box::new(self.ty()?);
        self.expect("|")?;
        let predicate = Box::new(self.enclosed(Self::expr)?);
        self.expect_close(open, "}")?;
        Ok(TypeKind::Refined { variable, base, predicate })
    }
}
