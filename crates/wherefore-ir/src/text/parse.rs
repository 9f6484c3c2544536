//! Reads the text form.

use super::words::operator;
use crate::control::ControlGraph;
use crate::{
    Compassion, Constraint, Define, Element, ElementId, ElementKind, EnumId, FloatFormat, Obligation, ObligationKind,
    Op, Property, PropertyKind, Purpose, Role, Sort, System, TermId, Update, Value, When,
};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::fmt;
use wherefore_diag::{FileId, Span};

/// Error in a text, and its line (from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line.
    pub line: usize,
    /// Message: what was found or expected.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for TextError {}

/// Nested parentheses allowed in one line; the printer uses far fewer.
const DEEPEST: usize = 200;

/// Reads a system.
pub fn parse(text: &str) -> Result<System, TextError> {
    let mut reader = SystemReader { system: System::default(), numbered: FxHashMap::default() };
    for (index, line) in text.lines().enumerate() {
        let located = |message| TextError { line: index + 1, message };
        let mut tokens = Tokens::of(line).map_err(located)?;
        if tokens.peek().is_some() {
            reader.line(&mut tokens).map_err(located)?;
            tokens.finish().map_err(located)?;
        }
    }
    Ok(reader.system)
}

pub(super) type Result_<T> = std::result::Result<T, String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Word(String),
    Quoted(String),
}

pub(super) struct Tokens {
    list: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Tokens {
    fn of(line: &str) -> Result_<Tokens> {
        let mut list = Vec::new();
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                ' ' | '\t' => {}
                '(' => list.push(Token::Open),
                ')' => list.push(Token::Close),
                '"' => list.push(Token::Quoted(quoted(&mut chars)?)),
                c => {
                    let mut word = String::from(c);
                    while let Some(c) = chars.next_if(|c| !" \t()\"".contains(*c)) {
                        word.push(c);
                    }
                    // A constant of an enumeration may quote its value: enum0:"odd name".
                    if word.ends_with(':') && chars.next_if_eq(&'"').is_some() {
                        word += &quoted(&mut chars)?;
                    }
                    list.push(Token::Word(word));
                }
            }
        }
        Ok(Tokens { list: list.into_iter().peekable() })
    }

    pub(super) fn peek(&mut self) -> Option<&Token> {
        self.list.peek()
    }

    fn word(&mut self) -> Result_<String> {
        match self.list.next() {
            Some(Token::Word(w)) => Ok(w),
            other => Err(format!("expected a word, found {other:?}")),
        }
    }

    /// A name, bare or quoted.
    pub(super) fn name(&mut self) -> Result_<String> {
        match self.list.next() {
            Some(Token::Word(w) | Token::Quoted(w)) => Ok(w),
            other => Err(format!("expected a name, found {other:?}")),
        }
    }

    pub(super) fn expect(&mut self, word: &str) -> Result_<()> {
        let found = self.word()?;
        if found == word { Ok(()) } else { Err(format!("expected `{word}`, found `{found}`")) }
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        self.list.next_if(|t| *t == Token::Word(word.to_owned())).is_some()
    }

    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result_<T> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("expected a number, found `{word}`"))
    }

    fn finish(&mut self) -> Result_<()> {
        self.list.next().map_or(Ok(()), |t| Err(format!("unexpected {t:?}")))
    }
}

fn quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result_<String> {
    let mut text = String::new();
    loop {
        match chars.next().ok_or("unclosed quote")? {
            '"' => return Ok(text),
            '\\' if chars.next_if_eq(&'u').is_some() => {
                let digits: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                text.push(code.ok_or("bad escape")?);
            }
            '\\' => text.push(chars.next().ok_or("unclosed quote")?),
            c => text.push(c),
        }
    }
}

pub(super) struct SystemReader {
    pub(super) system: System,
    numbered: FxHashMap<usize, TermId>,
}

impl SystemReader {
    fn line(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let keyword = tokens.word()?;
        if let Some(number) = keyword.strip_prefix('%') {
            tokens.expect("=")?;
            let number = number.parse().map_err(|_| format!("bad term number `{number}`"))?;
            let term = self.term(tokens, 0)?;
            self.numbered.insert(number, term);
            return Ok(());
        }
        match keyword.as_str() {
            "system" => self.system.name = tokens.name()?,
            "enum" => self.enumeration(tokens)?,
            "element" => self.element(tokens)?,
            "var" => self.var(tokens)?,
            "origin" => self.origin(tokens)?,
            "init" | "invar" | "trans" | "justice" => self.constraint(&keyword, tokens)?,
            "next" => self.next(tokens)?,
            "define" => self.define(tokens)?,
            "compassion" => self.compassion(tokens)?,
            "obligation" => self.obligation(tokens)?,
            "property" => self.property(tokens)?,
            "rest" => self.system.annexes.rest = Some(self.term(tokens, 0)?),
            "control" => self.system.annexes.control = Some(ControlGraph::default()),
            "region" | "location" | "transition" => self.control(&keyword, tokens)?,
            other => return Err(format!("unknown item `{other}`")),
        }
        Ok(())
    }

    fn enumeration(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let id: u32 = tokens.number()?;
        tokens.expect("=")?;
        let mut values = Vec::new();
        while tokens.peek().is_some() {
            values.push(tokens.name()?);
        }
        let made = self.system.terms.intern_enum(values);
        if made == EnumId(id) { Ok(()) } else { Err("enumerations must be numbered in order and differ".into()) }
    }

    fn element(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let id: u32 = tokens.number()?;
        let kind = by_word(ElementKind::WORDS, &tokens.word()?)?;
        let name = tokens.name()?;
        let span = tokens.accept("at").then(|| span(tokens)).transpose()?;
        let parent = tokens.accept("parent").then(|| tokens.number().map(ElementId)).transpose()?;
        let made = self.system.elements.add(Element { kind, name, span, parent });
        if made == ElementId(id) { Ok(()) } else { Err("elements must be numbered in order".into()) }
    }

    fn var(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let name = tokens.name()?;
        tokens.expect(":")?;
        let sort = sort(&tokens.word()?)?;
        let role = match tokens.word()?.as_str() {
            "state" => Role::State,
            "input" => Role::Input,
            "frozen" => Role::Frozen,
            other => return Err(format!("unknown role `{other}`")),
        };
        let signed = tokens.accept("signed");
        let purpose = tokens.accept("auxiliary").then(|| by_word(Purpose::WORDS, &tokens.word()?)).transpose()?;
        let element = reference(tokens)?;
        let var = self.system.add_var(&name, sort, role, element).ok_or(format!("`{name}` is declared twice"))?;
        if signed {
            self.system.terms.read_as_signed(var);
        }
        if let Some(purpose) = purpose {
            self.system.terms.mark_auxiliary(var, purpose);
        }
        Ok(())
    }

    fn origin(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let term = self.term(tokens, 0)?;
        while tokens.peek().is_some() {
            let element = ElementId(tokens.number()?);
            self.system.elements.record(term, element);
        }
        Ok(())
    }

    fn constraint(&mut self, keyword: &str, tokens: &mut Tokens) -> Result_<()> {
        let term = self.term(tokens, 0)?;
        let element = reference(tokens)?;
        let list = match keyword {
            "init" => &mut self.system.init,
            "invar" => &mut self.system.invar,
            "trans" => &mut self.system.trans,
            _ => &mut self.system.justice,
        };
        list.push(Constraint { term, element });
        Ok(())
    }

    fn next(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let name = tokens.name()?;
        let var = self.system.terms.find_var(&name).ok_or(format!("unknown variable `{name}`"))?;
        tokens.expect("=")?;
        let term = self.term(tokens, 0)?;
        let element = reference(tokens)?;
        self.system.next.insert(var, Update { term, element });
        Ok(())
    }

    fn define(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let name = tokens.name()?;
        tokens.expect("=")?;
        let term = self.term(tokens, 0)?;
        let declared = if tokens.accept("declared") { Some(sort(&tokens.word()?)?) } else { None };
        let element = reference(tokens)?;
        self.system.defines.push(Define { name, term, declared, element });
        Ok(())
    }

    fn compassion(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let (premise, consequence) = (self.term(tokens, 0)?, self.term(tokens, 0)?);
        let element = reference(tokens)?;
        self.system.compassion.push(Compassion { premise, consequence, element });
        Ok(())
    }

    fn obligation(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let kind = by_word(ObligationKind::WORDS, &tokens.word()?)?;
        let when = by_word(&[(When::Initially, "initially"), (When::Always, "always")], &tokens.word()?)?;
        let term = self.term(tokens, 0)?;
        tokens.expect("message")?;
        let message = tokens.name()?;
        let span = tokens.accept("at").then(|| span(tokens)).transpose()?;
        let element = reference(tokens)?;
        self.system.obligations.push(Obligation { kind, when, term, message, span, element });
        Ok(())
    }

    fn property(&mut self, tokens: &mut Tokens) -> Result_<()> {
        let name = tokens.name()?;
        let kind = by_word(PropertyKind::WORDS, &tokens.word()?)?;
        let term = self.term(tokens, 0)?;
        tokens.expect("text")?;
        let text = tokens.name()?;
        let element = reference(tokens)?;
        self.system.properties.push(Property { name, kind, term, text, element });
        Ok(())
    }

    pub(super) fn term(&mut self, tokens: &mut Tokens, depth: usize) -> Result_<TermId> {
        match tokens.list.next().ok_or("expected a term")? {
            Token::Open if depth >= DEEPEST => Err("nested too deeply: give inner terms a number".into()),
            Token::Open => self.compound(tokens, depth),
            Token::Close => Err("unexpected `)`".into()),
            Token::Quoted(name) => self.variable(&name),
            Token::Word(word) => self.leaf(&word),
        }
    }

    fn compound(&mut self, tokens: &mut Tokens, depth: usize) -> Result_<TermId> {
        let word = tokens.word()?;
        if word == "next" {
            let name = tokens.name()?;
            let var = self.system.terms.find_var(&name).ok_or(format!("unknown variable `{name}`"))?;
            if tokens.list.next() != Some(Token::Close) {
                return Err("expected `)`".into());
            }
            return Ok(self.system.terms.next(var));
        }
        let op = operator(&word, || tokens.number().ok()).ok_or(format!("unknown operator `{word}`"))?;
        let mut operands = Vec::new();
        while tokens.peek() != Some(&Token::Close) {
            operands.push(self.term(tokens, depth + 1)?);
        }
        tokens.list.next();
        self.system.terms.mk(op, &operands).map_err(|e| e.to_string())
    }

    fn variable(&mut self, name: &str) -> Result_<TermId> {
        let var = self.system.terms.find_var(name).ok_or(format!("unknown variable `{name}`"))?;
        self.system.terms.mk(Op::Var(var), &[]).map_err(|e| e.to_string())
    }

    fn leaf(&mut self, word: &str) -> Result_<TermId> {
        if let Some(number) = word.strip_prefix('%') {
            let known = number.parse().ok().and_then(|n| self.numbered.get(&n));
            return known.copied().ok_or(format!("no term `{word}` so far"));
        }
        match self.constant(word)? {
            Some(value) => Ok(self.system.terms.mk_const(value)),
            None => self.variable(word),
        }
    }

    /// The constant that a word spells, or `None` if it is a name.
    fn constant(&self, word: &str) -> Result_<Option<Value>> {
        let bad = || format!("bad constant `{word}`");
        if word == "true" || word == "false" {
            return Ok(Some(Value::Bool(word == "true")));
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Ok(Some(Value::Int(word.parse::<BigInt>().map_err(|_| bad())?)));
        }
        let Some((kind, rest)) = word.split_once(':') else { return Ok(None) };
        let value = match sort(kind).map_err(|_| bad())? {
            Sort::Enum(id) => self.enum_value(id, rest),
            Sort::Real => rest.parse::<BigRational>().ok().map(Value::Real),
            Sort::BitVec(width) => rest.parse::<BigUint>().ok().map(|n| Value::bits(width, n)),
            Sort::Float(format) => rest.parse().ok().map(|bits| Value::float(format, bits)),
            _ => None,
        };
        value.map(Some).ok_or_else(bad)
    }

    fn enum_value(&self, id: EnumId, name: &str) -> Option<Value> {
        let (_, sort) = self.system.terms.enumerations().find(|(e, _)| *e == id)?;
        let index = sort.values.iter().position(|v| v == name)?;
        Some(Value::Enum(id, index as u32))
    }
}

fn sort(word: &str) -> Result_<Sort> {
    let bad = || format!("unknown sort `{word}`");
    Ok(match word {
        "bool" => Sort::Bool,
        "int" => Sort::Int,
        "real" => Sort::Real,
        "float32" => Sort::Float(FloatFormat::Single),
        "float64" => Sort::Float(FloatFormat::Double),
        word => {
            if let Some(id) = word.strip_prefix("enum") {
                Sort::Enum(EnumId(id.parse().map_err(|_| bad())?))
            } else if let Some(width) = word.strip_prefix("bv") {
                let width = width.parse().ok().filter(|w| (1..=1 << 20).contains(w));
                Sort::BitVec(width.ok_or_else(bad)?)
            } else {
                let (lo, hi) = word.split_once("..").ok_or_else(bad)?;
                Sort::Range { lo: lo.parse().map_err(|_| bad())?, hi: hi.parse().map_err(|_| bad())? }
            }
        }
    })
}

fn span(tokens: &mut Tokens) -> Result_<Span> {
    let word = tokens.word()?;
    let parse = || {
        let (file, range) = word.split_once(':')?;
        let (start, end) = range.split_once("..")?;
        Some(Span::new(FileId(file.parse().ok()?), start.parse().ok()?, end.parse().ok()?))
    };
    parse().ok_or_else(|| format!("bad span `{word}`"))
}

pub(super) fn reference(tokens: &mut Tokens) -> Result_<Option<ElementId>> {
    if tokens.accept("element") { Ok(Some(ElementId(tokens.number()?))) } else { Ok(None) }
}

fn by_word<T: Copy>(table: &[(T, &str)], word: &str) -> Result_<T> {
    table.iter().find(|(_, w)| *w == word).map(|(t, _)| *t).ok_or(format!("unknown word `{word}`"))
}
