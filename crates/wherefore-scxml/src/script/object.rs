//! Objects: a data item that starts as one is as many data items as the object has values.
//!
//! ```text
//! { "door": { "open": false, "count": 0 } }      door.open, door.count
//! ```
//!
//! An object as a whole is no value: two names for one object would have to be told from two equal objects.

use super::lexer::Kind;
use super::{Mode, Names, Parsed, Parser, Script};
use crate::chart::{DataId, Expr, ExprKind};
use crate::xml::Text;
use wherefore_syntax::Descent;

/// The values in an object, each with the names that lead to it; none if the text is no object of plain values.
pub(in super::super) fn object(text: &Text, names: &mut Names) -> Option<Vec<(Vec<String>, Expr)>> {
    let script = Script::new(text).ok()?;
    let mut parser = Parser::new(&script, Mode::Plain, names);
    let mut values = Vec::new();
    parser.object(&mut Vec::new(), &mut values).ok()?;
    parser.end().ok()?;
    let plain = |value: &Expr| {
        matches!(value.kind, ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_))
    };
    (!values.is_empty() && values.iter().all(|(_, value)| plain(value))).then_some(values)
}

impl Parser<'_> {
    fn object(&mut self, path: &mut Vec<String>, values: &mut Vec<(Vec<String>, Expr)>) -> Parsed<()> {
        self.nested(|parser| {
            parser.expect("{")?;
            while !parser.eat("}") {
                path.push(parser.key()?);
                parser.expect(":")?;
                if parser.is("{") {
                    parser.object(path, values)?;
                } else {
                    let value = parser.expr()?;
                    values.push((path.clone(), value));
                }
                path.pop();
                if !parser.eat(",") {
                    parser.expect("}")?;
                    break;
                }
            }
            Ok(())
        })
    }

    fn key(&mut self) -> Parsed<String> {
        let key = match self.token().kind {
            Kind::Text => self.quoted()?,
            _ => match self.name_here() {
                Some(word) => {
                    self.bump();
                    word.to_owned()
                }
                None => return Err(self.unexpected_here("the name of a member")),
            },
        };
        let simple = key.chars().all(|c| c.is_alphanumeric() || c == '_');
        if simple { Ok(key) } else { Err(self.unexpected_here("the name of a member")) }
    }

    /// Reads `.name` or `['name']`, if there is one.
    pub(super) fn member_name(&mut self) -> Parsed<Option<String>> {
        if self.is("[") && self.token_ahead(1).kind == Kind::Text {
            self.bump();
            let name = self.quoted()?;
            self.expect("]")?;
            return Ok(Some(name));
        }
        if !self.eat(".") {
            return Ok(None);
        }
        let Some(word) = self.name_here() else { return Err(self.unexpected_here("the name of a member")) };
        self.bump();
        Ok(Some(word.to_owned()))
    }

    /// The data item that is a value in an object.
    pub(super) fn member(&mut self) -> Parsed<DataId> {
        let first = self.at();
        let mut path = self.name_here().unwrap_or("").to_owned();
        self.bump();
        while self.names.objects.contains(&path) {
            match self.member_name()? {
                Some(name) => path = format!("{path}.{name}"),
                None => return Err(self.refuse("an object as a whole", self.span_from(first))),
            }
        }
        let found = self.names.data.get(&path).copied();
        found.ok_or_else(|| {
            self.refuse(&format!("`{path}`, which the object does not have at first,"), self.span_from(first))
        })
    }
}
