//! From words to a tree: operators by precedence, bulleted lists by column.

use super::TlaError;
use super::scan::{Token, Word, scan};
use super::tree::{Expr, Kind};
use super::value::Value;
use std::ops::Range;

/// Formulas are nested no deeper.
const DEEPEST: usize = 120;
/// Words that begin what is not read.
const REFUSED: &[&str] =
    &["CHOOSE", "LET", "CASE", "EXCEPT", "ENABLED", "UNCHANGED", "LAMBDA", "SUBSET", "UNION", "WF_", "SF_", "INSTANCE"];
/// Operators between two, by how strongly they bind.
const BINARY: &[(&str, u8)] = &[
    ("=>", 1),
    ("<=>", 2),
    ("/\\", 3),
    ("\\/", 3),
    ("=", 5),
    ("#", 5),
    ("/=", 5),
    ("<", 5),
    (">", 5),
    ("<=", 5),
    ("=<", 5),
    (">=", 5),
    ("\\in", 5),
    ("\\notin", 5),
    ("\\subseteq", 5),
    ("@@", 6),
    (":>", 7),
    ("\\cup", 8),
    ("\\cap", 8),
    ("\\", 8),
    ("..", 9),
    ("+", 10),
    ("-", 10),
    ("%", 11),
    ("*", 12),
    ("\\div", 12),
];
/// How strongly `~` and `-` before an operand bind, and `DOMAIN`.
const NOT: u8 = 4;
const DOMAIN: u8 = 9;
const MINUS: u8 = 12;
/// Comparisons: there is one between two operands.
const COMPARISON: u8 = 5;

/// Reads a formula.
pub fn parse(text: &str) -> Result<Expr, TlaError> {
    let tokens = scan(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, end: text.len(), depth: 0, columns: Vec::new() };
    let expr = parser.expr(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(token) => Err(TlaError::new(token.range.clone(), "expected an operator or the end of the formula")),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    end: usize,
    depth: usize,
    /// The columns of the bulleted lists around this place.
    columns: Vec<usize>,
}

impl Parser<'_> {
    /// The next word, unless it ends an item of a bulleted list.
    fn peek(&self) -> Option<&Word> {
        let token = self.tokens.get(self.at)?;
        let is_inside = self.columns.last().is_none_or(|column| token.column > *column);
        is_inside.then_some(&token.word)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Word::Sign(next)) if *next == sign)
    }

    fn keyword(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Word::Name(next)) if next == word)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn place(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.end..self.end, |token| token.range.clone())
    }

    fn need(&mut self, sign: &str) -> Result<(), TlaError> {
        if self.eat(sign) { Ok(()) } else { Err(TlaError::new(self.place(), format!("expected `{sign}`"))) }
    }

    fn need_word(&mut self, word: &str) -> Result<(), TlaError> {
        let found = self.keyword(word);
        self.at += usize::from(found);
        if found { Ok(()) } else { Err(TlaError::new(self.place(), format!("expected `{word}`"))) }
    }

    fn since(&self, start: usize) -> Range<usize> {
        let end = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(start, |token| token.range.end);
        start..end.max(start)
    }

    fn make(&self, start: usize, kind: Kind) -> Expr {
        Expr { kind, range: self.since(start) }
    }

    /// A formula whose operators bind at least this strongly.
    fn expr(&mut self, least: u8) -> Result<Expr, TlaError> {
        if self.depth >= DEEPEST {
            return Err(TlaError::new(self.place(), "the formula is nested too deeply"));
        }
        self.depth += 1;
        let found = self.operators(least);
        self.depth -= 1;
        found
    }

    fn operators(&mut self, least: u8) -> Result<Expr, TlaError> {
        let start = self.place().start;
        let mut left = self.operand()?;
        let (mut junction, mut chain): (Option<&'static str>, usize) = (None, 0);
        while let Some((sign, strength)) = self.operator().filter(|(_, strength)| *strength >= least) {
            let place = self.place();
            self.at += 1;
            let is_junction = matches!(sign, "/\\" | "\\/");
            // Lists of these operators are flat; the others nest.
            chain += usize::from(!is_junction && sign != "@@");
            if chain > DEEPEST {
                return Err(TlaError::new(place, "the formula is nested too deeply"));
            }
            if is_junction && junction.is_some_and(|other| other != sign) {
                return Err(TlaError::new(place, "`/\\` and `\\/` side by side: write parentheses"));
            }
            let right = self.expr(strength + 1)?;
            if strength == COMPARISON && self.operator().is_some_and(|(_, next)| next == COMPARISON) {
                return Err(TlaError::new(self.place(), "two comparisons in a row: write parentheses"));
            }
            if sign == "=>" && self.is("=>") {
                return Err(TlaError::new(self.place(), "two implications in a row: write parentheses"));
            }
            left = match (sign, left) {
                ("/\\", Expr { kind: Kind::And(mut list), .. }) if junction.is_some() => {
                    list.push(right);
                    self.make(start, Kind::And(list))
                }
                ("\\/", Expr { kind: Kind::Or(mut list), .. }) if junction.is_some() => {
                    list.push(right);
                    self.make(start, Kind::Or(list))
                }
                ("@@", Expr { kind: Kind::Merge(mut list), .. }) => {
                    list.push(right);
                    self.make(start, Kind::Merge(list))
                }
                ("@@", left) => self.make(start, Kind::Merge(vec![left, right])),
                ("/\\", left) => self.make(start, Kind::And(vec![left, right])),
                ("\\/", left) => self.make(start, Kind::Or(vec![left, right])),
                (_, left) => self.make(start, Kind::Binary(sign, Box::new(left), Box::new(right))),
            };
            junction = is_junction.then_some(sign);
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(&'static str, u8)> {
        match self.peek()? {
            Word::Sign(sign) => BINARY.iter().find(|(known, _)| known == sign).copied(),
            _ => None,
        }
    }

    /// An operand with what is applied to it.
    fn operand(&mut self) -> Result<Expr, TlaError> {
        let start = self.place().start;
        let mut expr = self.primary()?;
        loop {
            if self.eat("[") {
                let mut arguments = self.list("]")?;
                let argument = match (arguments.pop(), arguments.is_empty()) {
                    (Some(only), true) => only,
                    (Some(last), false) => {
                        arguments.push(last);
                        self.make(start, Kind::Tuple(arguments))
                    }
                    (None, _) => return Err(TlaError::new(self.since(start), "a function is applied to nothing")),
                };
                expr = self.make(start, Kind::Apply(Box::new(expr), Box::new(argument)));
            } else if self.is(".") {
                self.at += 1;
                let field = self.name()?;
                let field = self.make(start, Kind::Value(Value::text(&field)));
                expr = self.make(start, Kind::Apply(Box::new(expr), Box::new(field)));
            } else if self.is("'") {
                return Err(TlaError::new(self.place(), "a prime: the formula is about one state"));
            } else {
                return Ok(expr);
            }
        }
    }

    fn name(&mut self) -> Result<String, TlaError> {
        match self.peek() {
            Some(Word::Name(name)) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(TlaError::new(self.place(), "expected a name")),
        }
    }

    fn primary(&mut self) -> Result<Expr, TlaError> {
        let (start, place) = (self.place().start, self.place());
        let Some(word) = self.peek().cloned() else {
            return Err(TlaError::new(place, "expected a formula"));
        };
        self.at += 1;
        match word {
            Word::Number(number) => Ok(self.make(start, Kind::Value(Value::Int(number)))),
            Word::Text(text) => Ok(self.make(start, Kind::Value(Value::text(&text)))),
            Word::Name(name) => self.named(start, name),
            Word::Sign(sign) => self.signed(start, sign, place),
        }
    }

    fn named(&mut self, start: usize, name: String) -> Result<Expr, TlaError> {
        if REFUSED.iter().any(|refused| name == *refused || (refused.ends_with('_') && name.starts_with(refused))) {
            return Err(TlaError::new(
                self.since(start),
                format!("`{name}` is not supported in a property of a graph"),
            ));
        }
        let value = |value: Value| Kind::Value(value);
        match name.as_str() {
            "TRUE" => Ok(self.make(start, value(Value::Bool(true)))),
            "FALSE" => Ok(self.make(start, value(Value::Bool(false)))),
            "BOOLEAN" => Ok(self.make(start, value(Value::set([Value::Bool(false), Value::Bool(true)])))),
            "DOMAIN" => {
                let inner = self.expr(DOMAIN)?;
                Ok(self.make(start, Kind::Unary("DOMAIN", Box::new(inner))))
            }
            "IF" => {
                let condition = self.expr(0)?;
                self.need_word("THEN")?;
                let then = self.expr(0)?;
                self.need_word("ELSE")?;
                let otherwise = self.expr(0)?;
                Ok(self.make(start, Kind::If(Box::new([condition, then, otherwise]))))
            }
            _ if self.is("!") => Err(TlaError::new(self.place(), "names of other modules are not supported")),
            _ if self.eat("(") => {
                let arguments = self.list(")")?;
                Ok(self.make(start, Kind::Call(name, arguments)))
            }
            _ => Ok(self.make(start, Kind::Name(name))),
        }
    }

    fn signed(&mut self, start: usize, sign: &'static str, place: Range<usize>) -> Result<Expr, TlaError> {
        match sign {
            "/\\" | "\\/" => self.bullets(start, sign),
            "(" => {
                let inner = self.expr(0)?;
                self.need(")")?;
                Ok(inner)
            }
            "~" => {
                let inner = self.expr(NOT)?;
                Ok(self.make(start, Kind::Unary("~", Box::new(inner))))
            }
            "-" => {
                let inner = self.expr(MINUS)?;
                Ok(self.make(start, Kind::Unary("-", Box::new(inner))))
            }
            "{" => self.braces(start),
            "<<" => {
                let list = self.list(">>")?;
                Ok(self.make(start, Kind::Tuple(list)))
            }
            "[" => self.brackets(start),
            "\\A" | "\\E" => {
                let bounds = self.bounds()?;
                self.need(":")?;
                let body = self.expr(0)?;
                Ok(self.make(start, Kind::Quantified(sign == "\\A", bounds, Box::new(body))))
            }
            "[]" | "<>" => {
                Err(TlaError::new(place, "temporal operators are not supported: the formula is about one state"))
            }
            _ => Err(TlaError::new(place, format!("expected a formula, and found `{sign}`"))),
        }
    }

    /// A bulleted list: its items begin with the same sign in the same column, and stand to the right of it.
    fn bullets(&mut self, start: usize, sign: &'static str) -> Result<Expr, TlaError> {
        let column = self.tokens.get(self.at - 1).map_or(0, |token| token.column);
        let mut items = Vec::new();
        loop {
            self.columns.push(column);
            let item = self.expr(0);
            self.columns.pop();
            items.push(item?);
            let next = self.tokens.get(self.at);
            if next.is_some_and(|token| token.column == column && token.word == Word::Sign(sign)) {
                self.at += 1;
            } else {
                break;
            }
        }
        Ok(self.make(start, if sign == "/\\" { Kind::And(items) } else { Kind::Or(items) }))
    }

    /// Formulas up to the sign that closes them.
    fn list(&mut self, close: &str) -> Result<Vec<Expr>, TlaError> {
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            list.push(self.expr(0)?);
            if !self.eat(",") {
                return self.need(close).map(|()| list);
            }
        }
    }

    /// `x, y \in S, z \in T`.
    fn bounds(&mut self) -> Result<Vec<(String, Expr)>, TlaError> {
        let mut bounds = Vec::new();
        loop {
            let mut names = vec![self.name()?];
            while self.eat(",") {
                names.push(self.name()?);
            }
            if !self.eat("\\in") {
                return Err(TlaError::new(self.place(), "expected `\\in` and a finite set"));
            }
            let set = self.expr(COMPARISON + 1)?;
            bounds.extend(names.into_iter().map(|name| (name, set.clone())));
            if !self.eat(",") {
                return Ok(bounds);
            }
        }
    }

    fn braces(&mut self, start: usize) -> Result<Expr, TlaError> {
        if self.eat("}") {
            return Ok(self.make(start, Kind::Set(Vec::new())));
        }
        let first = self.expr(0)?;
        if self.eat(":") {
            let kind = match first.kind {
                Kind::Binary("\\in", name, set) if matches!(name.kind, Kind::Name(_)) => {
                    let Kind::Name(name) = name.kind else { return Err(TlaError::new(name.range, "expected a name")) };
                    let body = self.expr(0)?;
                    Kind::Filter(name, set, Box::new(body))
                }
                kind => {
                    let bounds = self.bounds()?;
                    Kind::Image(Box::new(Expr { kind, range: first.range }), bounds)
                }
            };
            self.need("}")?;
            return Ok(self.make(start, kind));
        }
        let mut items = vec![first];
        if self.eat(",") {
            items.extend(self.list("}")?);
        } else {
            self.need("}")?;
        }
        Ok(self.make(start, Kind::Set(items)))
    }

    fn brackets(&mut self, start: usize) -> Result<Expr, TlaError> {
        let is_record = matches!(self.tokens.get(self.at + 1), Some(Token { word: Word::Sign("|->"), .. }));
        if !is_record {
            let bounds = self.bounds()?;
            self.need("|->")?;
            let body = self.expr(0)?;
            self.need("]")?;
            return Ok(self.make(start, Kind::Function(bounds, Box::new(body))));
        }
        let mut fields = Vec::new();
        loop {
            let name = self.name()?;
            self.need("|->")?;
            fields.push((name, self.expr(0)?));
            if !self.eat(",") {
                self.need("]")?;
                return Ok(self.make(start, Kind::Record(fields)));
            }
        }
    }
}
