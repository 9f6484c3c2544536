//! From a text to an expression, by recursive descent. Nesting is bounded.

use super::value::{Value, number};
use super::{ExpressionError, Kind, Node, Operator};

/// The deepest nesting that is read.
const DEEPEST: usize = 64;

/// The most operators between two operands: a row of them is as deep as it is long.
const MOST: usize = 200;

/// Operators by how loosely they bind, loosest first.
const LEVELS: [&[(&str, Operator)]; 7] = [
    &[("<->", Operator::Iff)],
    &[("->", Operator::Implies)],
    &[("||", Operator::Or), ("|", Operator::Or), ("or", Operator::Or), ("xor", Operator::Xor)],
    &[("&&", Operator::And), ("&", Operator::And), ("and", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::Different),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("=", Operator::Equal),
        ("<", Operator::Less),
        (">", Operator::Greater),
    ],
    &[("+", Operator::Plus), ("-", Operator::Minus)],
    &[("*", Operator::Times), ("/", Operator::Over), ("%", Operator::Modulo), ("mod", Operator::Modulo)],
];

type Parsed = Result<Node, ExpressionError>;

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Parsed {
    let mut parser = Parser { text, at: 0, depth: 0, operators: 0 };
    let root = parser.choice()?;
    parser.skip();
    if parser.at < text.len() {
        return Err(ExpressionError::new(parser.at, "the expression should end here"));
    }
    Ok(root)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    operators: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes a symbol or a keyword, if it stands here.
    fn take(&mut self, word: &str) -> bool {
        self.skip();
        let Some(rest) = self.rest().strip_prefix(word) else { return false };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        // `orange` does not begin with `or`, `a -> b` and `a - b` are different, and so are `<` and `<->`.
        let goes_on = rest.chars().next().is_some_and(|c| match word {
            "-" => c == '>',
            "<" => rest.starts_with("->"),
            _ => word.ends_with(is_name) && is_name(c),
        });
        if !goes_on {
            self.at += word.len();
        }
        !goes_on
    }

    fn expect(&mut self, word: &str) -> Result<(), ExpressionError> {
        if self.take(word) { Ok(()) } else { Err(ExpressionError::new(self.at, format!("`{word}` is expected here"))) }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth >= DEEPEST {
            return Err(ExpressionError::new(self.at, "this is nested too deeply"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn choice(&mut self) -> Parsed {
        self.nested(|parser| {
            let condition = parser.binary(0)?;
            let at = parser.at;
            if !parser.take("?") {
                return Ok(condition);
            }
            let yes = parser.choice()?;
            parser.expect(":")?;
            let no = parser.choice()?;
            Ok(Node { at, kind: Kind::Choice(Box::new(condition), Box::new(yes), Box::new(no)) })
        })
    }

    fn binary(&mut self, level: usize) -> Parsed {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            self.skip();
            let at = self.at;
            let Some((_, operator)) = operators.iter().find(|(word, _)| self.take(word)) else { return Ok(left) };
            self.operators += 1;
            if self.operators > MOST {
                return Err(ExpressionError::new(at, format!("an expression has at most {MOST} operators")));
            }
            let right = match operator {
                Operator::Implies => self.nested(|parser| parser.binary(level))?,
                _ => self.binary(level + 1)?,
            };
            left = Node { at, kind: Kind::Binary(*operator, Box::new(left), Box::new(right)) };
        }
    }

    fn unary(&mut self) -> Parsed {
        self.skip();
        let at = self.at;
        let is_not = (!self.rest().starts_with("!=") && self.take("!")) || self.take("not");
        if is_not {
            let inner = self.nested(Self::unary)?;
            return Ok(Node { at, kind: Kind::Not(Box::new(inner)) });
        }
        if self.take("-") {
            let inner = self.nested(Self::unary)?;
            return Ok(Node { at, kind: Kind::Minus(Box::new(inner)) });
        }
        self.primary()
    }

    fn primary(&mut self) -> Parsed {
        self.skip();
        let at = self.at;
        if self.take("(") {
            let inner = self.choice()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.rest().starts_with('"') {
            return self.quoted(at);
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#' | '@' | '.' | '[' | ']' | '\'');
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let word = self.rest().get(..length).unwrap_or("");
        if word.is_empty() {
            return Err(ExpressionError::new(at, "a value or a name is expected here"));
        }
        self.at += length;
        let shift = match word {
            "next" => 1,
            "prev" => -1,
            _ => return self.word(at, word),
        };
        if !self.take("(") {
            return Ok(Node { at, kind: Kind::Name(word.to_owned()) });
        }
        let inner = self.choice()?;
        self.expect(")")?;
        Ok(Node { at, kind: Kind::Shift(shift, Box::new(inner)) })
    }

    fn word(&self, at: usize, word: &str) -> Parsed {
        let kind = match Value::read(word) {
            Value::Symbol(_) if word.starts_with(|c: char| c.is_ascii_digit()) && number(word).is_none() => {
                return Err(ExpressionError::new(at, format!("`{word}` is no number")));
            }
            Value::Symbol(name) => Kind::Name(name),
            value => Kind::Constant(value),
        };
        Ok(Node { at, kind })
    }

    /// A name between quotation marks, which are doubled inside.
    fn quoted(&mut self, at: usize) -> Parsed {
        self.at += 1;
        let mut name = String::new();
        loop {
            let Some(end) = self.rest().find('"') else { return Err(ExpressionError::new(at, "this name has no end")) };
            name.push_str(self.rest().get(..end).unwrap_or(""));
            self.at += end + 1;
            if !self.rest().starts_with('"') {
                return Ok(Node { at, kind: Kind::Name(name) });
            }
            name.push('"');
            self.at += 1;
        }
    }
}
