//! Data: numbers, Booleans, names, lists and sets, with the operators of mCRL2 and their precedence.

use super::Parser;
use crate::codes;
use crate::lexer::Kind;
use crate::syntax::{Data, DataKind, Operator};
use wherefore_syntax::{Checked, Descent};

/// Infix operators, from those that bind least on; the first entry says whether a level groups to the right.
const LEVELS: &[(bool, &[(&str, Operator)])] = &[
    (true, &[("=>", Operator::Implies), ("implies", Operator::Implies)]),
    (false, &[("||", Operator::Or), ("or", Operator::Or)]),
    (false, &[("&&", Operator::And), ("and", Operator::And)]),
    (false, &[("==", Operator::Equal), ("!=", Operator::Unequal)]),
    (
        false,
        &[
            ("<", Operator::Less),
            ("<=", Operator::LessEqual),
            (">", Operator::Greater),
            (">=", Operator::GreaterEqual),
            ("in", Operator::In),
        ],
    ),
    (true, &[("|>", Operator::Prepend)]),
    (false, &[("<|", Operator::Append)]),
    (false, &[("++", Operator::Concat)]),
    (false, &[("+", Operator::Add), ("-", Operator::Subtract)]),
    (false, &[("div", Operator::Div), ("mod", Operator::Mod)]),
    (false, &[("*", Operator::Multiply), (".", Operator::At)]),
];

impl Parser<'_> {
    /// Data of any form.
    pub(super) fn data(&mut self) -> Checked<Data> {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Checked<Data> {
        let Some((to_the_right, operators)) = LEVELS.get(level) else { return self.unary() };
        let (first, depth) = (self.at(), self.depth());
        let mut left = self.level(level + 1)?;
        // The tree of a chain is as deep as the chain is long.
        while let Some(operator) = self.operator(operators) {
            self.bump();
            if self.depth() >= super::NESTING_LIMIT {
                return Err(self.too_deep());
            }
            self.set_depth(self.depth() + 1);
            let right = match to_the_right {
                true => self.nested(|this| this.level(level))?,
                false => self.level(level + 1)?,
            };
            let kind = DataKind::Operator(operator, vec![left, right]);
            left = Data { kind, span: self.span_from(first) };
        }
        self.set_depth(depth);
        self.refuse_quotient()?;
        Ok(left)
    }

    fn operator(&self, operators: &[(&str, Operator)]) -> Option<Operator> {
        let (sign, word) = (self.sign(), self.word());
        operators.iter().find(|(text, _)| *text == sign || *text == word).map(|(_, operator)| *operator)
    }

    fn refuse_quotient(&mut self) -> Checked<()> {
        let span = self.span_of(self.token());
        if self.sign() == "/" { Err(self.refuse("a quotient (real numbers)", span)) } else { Ok(()) }
    }

    fn unary(&mut self) -> Checked<Data> {
        let first = self.at();
        let operator = match (self.sign(), self.word()) {
            ("!", _) | (_, "not") => Operator::Not,
            ("-", _) => Operator::Negate,
            ("#", _) => Operator::Size,
            _ => return self.atom(),
        };
        self.bump();
        let operand = self.nested(Self::unary)?;
        Ok(Data { kind: DataKind::Operator(operator, vec![operand]), span: self.span_from(first) })
    }

    /// What stands behind `!` in an offer: no infix operator without parentheses.
    pub(super) fn offered(&mut self) -> Checked<Data> {
        self.unary()
    }

    fn atom(&mut self) -> Checked<Data> {
        let (first, token) = (self.at(), self.token());
        let kind = match (token.kind, self.word()) {
            (Kind::Sign("("), _) => {
                self.bump();
                let inner = self.nested(Self::data)?;
                self.expect_close(token, Kind::Sign(")"))?;
                return Ok(inner);
            }
            (Kind::Number, _) => DataKind::Number(self.number()?),
            (Kind::Sign("["), _) => DataKind::List(self.list("]", Self::data)?),
            (Kind::Sign("{"), _) => self.set()?,
            (Kind::Label, _) => {
                self.bump();
                DataKind::Apply(self.text_of(token).to_owned(), Vec::new())
            }
            (_, "true") => self.constant(true),
            (_, "false") => self.constant(false),
            (_, "forall" | "exists") => self.quantified_data()?,
            (_, "lambda") => {
                let span = self.span_of(token);
                return Err(self.refuse("a lambda term", span));
            }
            (_, "") => return Err(self.unexpected("data")),
            (_, name) => {
                self.bump();
                let arguments = if self.sign() == "(" { self.list(")", Self::data)? } else { Vec::new() };
                DataKind::Apply(name.to_owned(), arguments)
            }
        };
        if self.sign() == "(" {
            let span = self.span_of(self.token());
            return Err(self.refuse("the application of something that is no name", span));
        }
        Ok(Data { kind, span: self.span_from(first) })
    }

    fn constant(&mut self, value: bool) -> DataKind {
        self.bump();
        DataKind::Bool(value)
    }

    fn number(&mut self) -> Checked<i64> {
        let token = self.bump();
        match self.text_of(token).parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                let span = self.span_of(token);
                Err(self.wrong(codes::TOO_LARGE, span, "this number has more than 63 bits"))
            }
        }
    }

    fn quantified_data(&mut self) -> Checked<DataKind> {
        let universal = self.word() == "forall";
        self.bump();
        let variables = self.variables()?;
        self.expect_sign(".")?;
        Ok(DataKind::Quantifier(universal, variables, Box::new(self.nested(Self::data)?)))
    }

    /// `{a, b}`; `{x: S | b}` is refused, because its values are not listed.
    fn set(&mut self) -> Checked<DataKind> {
        if !self.word_ahead(1).is_empty() && self.sign_ahead(2) == ":" {
            let span = self.span_of(self.token());
            return Err(self.refuse("a set by comprehension", span));
        }
        Ok(DataKind::Set(self.list("}", Self::data)?))
    }
}
