//! Functions of one expression, as XState has them in guards and assignments.
//!
//! ```text
//! ({ context, event }) => context.count < 3 && event.value > 0
//! ({ context: { count } }) => { if (count < 3) return true; return false; }
//! (context, event) => context.count < 3                                        as version 4 has it
//! ```
//!
//! The parameters are names for the context, whose values are data, for the event, and for parts of either. A function
//! that does more than choose between expressions is refused, as anything that needs an engine.

use super::lexer::{Kind, Token};
use super::{Mode, Names, Parsed, Parser, Script};
use crate::chart::{Expr, ExprKind};
use crate::xml::Text;
use std::collections::BTreeMap;
use std::ops::Range;
use wherefore_diag::Span;
use wherefore_syntax::{Descent, Tokens};

/// What XState hands to a function, by its names.
const ARGUMENTS: &[&str] = &["context", "event", "self", "system", "spawn", "input", "output", "params"];

/// What the second parameter of a function of version 6 stands for: what it has done.
pub(super) const ENQUEUE: &str = "enq";

/// A member of the object that a function gives.
#[derive(Debug)]
pub(in super::super) struct Piece {
    /// Its key.
    pub key: String,
    /// Where the key is written.
    pub span: Span,
    /// Its value.
    pub value: Parsed<Expr>,
}

/// Reads a function that gives a value.
pub(in super::super) fn function(text: &Text, names: &mut Names) -> Parsed<Expr> {
    let script = Script::new(text)?;
    with_head(&script, names, |script, at, names| {
        let mut parser = Parser::new(script, Mode::Plain, names);
        parser.skip(at);
        let expr = parser.body()?;
        parser.end()?;
        Ok(expr)
    })
}

/// Reads a function that gives an object; each member is read by itself.
pub(in super::super) fn members(text: &Text, names: &mut Names) -> Parsed<Vec<Piece>> {
    let script = Script::new(text)?;
    with_head(&script, names, |script, at, names| {
        let pieces = {
            let mut parser = Parser::new(script, Mode::Plain, names);
            parser.skip(at);
            parser.pieces()?
        };
        Ok(pieces.into_iter().map(|piece| piece.read(script, names)).collect())
    })
}

/// Reads the parameters, and then the body, which begins with the given token, with what they stand for.
pub(super) fn with_head<T>(
    script: &Script<'_>,
    names: &mut Names,
    body: impl FnOnce(&Script<'_>, usize, &mut Names) -> Parsed<T>,
) -> Parsed<T> {
    let (aliases, at) = {
        let mut parser = Parser::new(script, Mode::Plain, names);
        let aliases = parser.head()?;
        (aliases, parser.at())
    };
    let before = std::mem::replace(&mut names.aliases, aliases);
    names.functions = true;
    let read = body(script, at, names);
    names.functions = false;
    names.aliases = before;
    read
}

/// A member whose value is not read yet: the tokens that it consists of.
struct Raw {
    key: String,
    span: Span,
    tokens: Range<usize>,
}

impl Raw {
    fn read(self, script: &Script<'_>, names: &mut Names) -> Piece {
        let end = script.token(self.tokens.end).range.start;
        let mut tokens = script.tokens.get(self.tokens.clone()).unwrap_or_default().to_vec();
        tokens.push(Token { kind: Kind::End, range: end..end, first_in_line: false });
        let part = Script { text: script.text, tokens };
        let mut parser = Parser::new(&part, Mode::Plain, names);
        let value = parser.expr().and_then(|expr| parser.end().map(|()| expr));
        Piece { key: self.key, span: self.span, value }
    }
}

impl Parser<'_> {
    /// The parameters of a function, up to its body.
    fn head(&mut self) -> Parsed<BTreeMap<String, String>> {
        let mut aliases = BTreeMap::new();
        if self.is_word("function") {
            self.bump();
            self.skip(usize::from(self.name_here().is_some()));
            self.expect("(")?;
            self.parameters(&mut aliases)?;
            return Ok(aliases);
        }
        let method = self.token_ahead(1).kind == Kind::Punct("(");
        if self.name_here().is_some() && method && !self.is_word("async") {
            self.bump();
            self.expect("(")?;
            self.parameters(&mut aliases)?;
            return Ok(aliases);
        }
        if let Some(word) = self.name_here() {
            self.refuse_async()?;
            aliases.insert(word.to_owned(), String::new());
            self.bump();
        } else {
            self.expect("(")?;
            self.parameters(&mut aliases)?;
        }
        self.expect("=>")?;
        Ok(aliases)
    }

    fn refuse_async(&self) -> Parsed<()> {
        if self.is_word("async") { Err(self.refuse_here("`async`")) } else { Ok(()) }
    }

    /// Parameters up to the closing bracket: one object with everything, or the context and the event.
    fn parameters(&mut self, aliases: &mut BTreeMap<String, String>) -> Parsed<()> {
        let mut plain = Vec::new();
        let mut place = 0;
        while !self.eat(")") {
            match self.name_here() {
                Some(word) => {
                    plain.push((place, word.to_owned()));
                    self.bump();
                }
                None => {
                    let whole = if place == 1 && self.names.structured {
                        ENQUEUE
                    } else if place == 0 && self.is_of_arguments() {
                        ""
                    } else {
                        ["context", "event"].get(place).copied().unwrap_or("?")
                    };
                    self.pattern(whole, aliases)?;
                }
            }
            place += 1;
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        let apart = plain.len() > 1;
        for (place, word) in plain {
            let path = match place {
                1 if self.names.structured => ENQUEUE,
                0 if !apart || self.names.structured => "",
                0 => "context",
                1 if apart => "event",
                _ => "?",
            };
            aliases.insert(word, path.to_owned());
        }
        Ok(())
    }

    /// Whether the pattern at this place takes apart what version 5 hands to a function.
    fn is_of_arguments(&self) -> bool {
        let word = self.text().value.get(self.token_ahead(1).range.clone()).unwrap_or("");
        self.names.structured || ARGUMENTS.contains(&word) || word == "}"
    }

    /// `{ a, b: c, d: { e } }`
    fn pattern(&mut self, path: &str, aliases: &mut BTreeMap<String, String>) -> Parsed<()> {
        self.nested(|parser| {
            parser.expect("{")?;
            while !parser.eat("}") {
                let Some(key) = parser.name_here().map(str::to_owned) else {
                    return Err(parser.unexpected_here("the name of a parameter"));
                };
                parser.bump();
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                if parser.eat(":") {
                    match parser.name_here().map(str::to_owned) {
                        Some(word) => {
                            parser.bump();
                            aliases.insert(word, inner);
                        }
                        None => parser.pattern(&inner, aliases)?,
                    }
                } else {
                    aliases.insert(key, inner);
                }
                if !parser.eat(",") {
                    parser.expect("}")?;
                    break;
                }
            }
            Ok(())
        })
    }

    /// An expression, or statements that choose between expressions.
    fn body(&mut self) -> Parsed<Expr> {
        if !self.is("{") {
            return self.expr();
        }
        self.bump();
        let value = self.returned()?;
        self.expect("}")?;
        Ok(value)
    }

    /// Statements up to a closing bracket; a function that ends without a value gives one that counts as false.
    fn returned(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let first = parser.at();
            if parser.is("}") {
                return Ok(Expr { kind: ExprKind::Bool(false), span: parser.span_from(first) });
            }
            if parser.is_word("return") {
                parser.bump();
                let value = parser.expr()?;
                parser.eat(";");
                return Ok(value);
            }
            if !parser.is_word("if") {
                return Err(parser.refuse_here("a statement other than `return` and `if`"));
            }
            parser.bump();
            parser.expect("(")?;
            let condition = parser.expr()?;
            parser.expect(")")?;
            let yes = parser.branch()?;
            if parser.is_word("else") {
                parser.bump();
                if !parser.is_word("if") {
                    let no = parser.branch()?;
                    let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
                    return Ok(Expr { kind, span: parser.span_from(first) });
                }
            }
            let no = parser.returned()?;
            let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
            Ok(Expr { kind, span: parser.span_from(first) })
        })
    }

    /// A branch, which must give a value.
    fn branch(&mut self) -> Parsed<Expr> {
        let braces = self.eat("{");
        if !self.is_word("return") {
            return Err(self.refuse_here("a branch without `return`"));
        }
        self.bump();
        let value = self.expr()?;
        self.eat(";");
        if braces {
            self.expect("}")?;
        }
        Ok(value)
    }

    /// The members of the object that a function gives, as ranges of tokens. What is spread out of the context stays as it is.
    fn pieces(&mut self) -> Parsed<Vec<Raw>> {
        if self.is("{") {
            self.bump();
            if !self.is_word("return") {
                return Err(self.refuse_here("a statement other than `return`"));
            }
            self.bump();
        }
        self.eat("(");
        self.expect("{")?;
        let mut pieces = Vec::new();
        while !self.is("}") {
            if self.eat("...") {
                let range = self.piece_end();
                if self.names_context(range) {
                    Ok(())
                } else {
                    Err(self.refuse_here("`...` of something else than the context"))
                }?;
            } else {
                let span = self.span(self.token().range);
                let key = self.piece_key()?;
                let at = self.at();
                let tokens = if self.eat(":") { self.piece_end() } else { at - 1..at };
                pieces.push(Raw { key, span, tokens });
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(pieces)
    }

    fn piece_key(&mut self) -> Parsed<String> {
        match (self.token().kind, self.name_here().map(str::to_owned)) {
            (Kind::Text, _) => self.quoted(),
            (_, Some(word)) => {
                self.bump();
                Ok(word)
            }
            _ => Err(self.refuse_here("a key that is computed")),
        }
    }

    /// Skips to the comma or bracket that ends a member.
    fn piece_end(&mut self) -> Range<usize> {
        let first = self.at();
        let mut depth = 0_usize;
        loop {
            match self.token().kind {
                Kind::End => break,
                Kind::Punct("(" | "[" | "{") => depth += 1,
                Kind::Punct(")" | "]" | "}") if depth == 0 => break,
                Kind::Punct(")" | "]" | "}") => depth -= 1,
                Kind::Punct(",") if depth == 0 => break,
                _ => {}
            }
            self.bump();
        }
        first..self.at()
    }

    fn names_context(&self, range: Range<usize>) -> bool {
        let tokens = self.cursor.tokens();
        let word = tokens.spelling(&tokens.token(range.start)).to_owned();
        range.len() == 1 && self.names.aliases.get(&word).is_some_and(|path| path == "context" || path.is_empty())
    }

    /// What a parameter stands for, with the members behind it.
    pub(super) fn aliased(&mut self, alias: String) -> Parsed<ExprKind> {
        let first = self.at();
        let mut path = alias;
        self.bump();
        loop {
            if let Some(inside) = path.strip_prefix("context.") {
                if let Some(data) = self.names.data.get(inside) {
                    return Ok(ExprKind::Data(*data));
                }
                if !self.names.objects.contains(inside) {
                    return Err(self.refuse(&format!("`context.{inside}`"), self.span_from(first)));
                }
            }
            if path == "event.type" {
                return Ok(ExprKind::EventName);
            }
            let called = self.token_ahead(2).kind == Kind::Punct("(");
            if !(self.is(".") || self.is("?.")) || called {
                break;
            }
            self.bump();
            let Some(word) = self.name_here().map(str::to_owned) else {
                return Err(self.unexpected_here("the name of a member"));
            };
            // A function with one parameter is of version 5 if it asks for what that version hands to it.
            let whole = path.is_empty() && !self.names.structured && !ARGUMENTS.contains(&word.as_str());
            path = match path.as_str() {
                "" if whole => format!("context.{word}"),
                "" => word,
                _ => format!("{path}.{word}"),
            };
            self.bump();
        }
        let span = self.span_from(first);
        match path.strip_prefix("event.") {
            Some(field) if !self.is(".") && !self.is("?.") => {
                self.names.reads_event.get_or_insert(span);
                Ok(ExprKind::EventField(self.names.field(field, span)))
            }
            _ => Err(self.refuse("this part of what a function is given", span)),
        }
    }
}
