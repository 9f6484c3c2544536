//! Action formulas: the operand of an operator, from `!A` down to single labels.

use super::Parser;
use crate::codes;
use crate::lexer::{Kind, Token};
use crate::syntax::{ActionKind, Data, Offer, Regular, RegularKind, Variable};
use wherefore_syntax::{Checked, Descent};

/// Words that cannot name an action here.
const RESERVED: &[&str] = &["forall", "exists", "val", "mu", "nu", "and", "or", "not", "implies", "where"];

impl<'a> Parser<'a> {
    /// `!A`, a quantifier, `(R)`, or a set of labels.
    pub(super) fn operand(&mut self) -> Checked<Regular> {
        let (first, token) = (self.at(), self.token());
        let kind = match (token.kind, self.word()) {
            (Kind::Sign("!"), _) | (_, "not") => {
                self.bump();
                let inner = self.nested(Self::operand)?;
                ActionKind::Not(Box::new(self.action_of(inner)?))
            }
            (Kind::Sign("("), _) => {
                self.bump();
                let inner = self.nested(Self::regular)?;
                self.expect_close(token, Kind::Sign(")"))?;
                return Ok(inner);
            }
            (Kind::Sign("{"), _) => self.offers()?,
            (Kind::Label, _) => {
                self.bump();
                ActionKind::Label(unescaped(self.inside(token)))
            }
            (Kind::Pattern, _) => {
                self.bump();
                ActionKind::Pattern(self.inside(token).to_owned())
            }
            (_, "forall" | "exists") => self.quantified()?,
            (_, "nil") if self.sign_ahead(1) != "(" => {
                self.bump();
                return Ok(Regular { kind: RegularKind::Empty, span: self.span_from(first) });
            }
            (_, "val") => {
                self.bump();
                ActionKind::Val(self.condition()?)
            }
            (_, "") => return Err(self.unexpected("an action")),
            (_, word) if RESERVED.contains(&word) => return Err(self.unexpected("an action")),
            _ => self.named()?,
        };
        if self.sign() == "@" {
            let span = self.span_of(self.token());
            return Err(self.refuse("the operator `@` on time", span));
        }
        Ok(self.step(kind, first))
    }

    fn quantified(&mut self) -> Checked<ActionKind> {
        let universal = self.word() == "forall";
        self.bump();
        let variables = self.variables()?;
        self.expect_sign(".")?;
        let body = self.nested(Self::implication)?;
        Ok(ActionKind::Quantifier(universal, variables, Box::new(self.action_of(body)?)))
    }

    /// The text between the quotes of a token.
    fn inside(&self, token: Token) -> &'a str {
        let text = self.text_of(token);
        text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
    }

    /// A constant, the internal action, or a multi-action.
    fn named(&mut self) -> Checked<ActionKind> {
        let alone = !matches!(self.sign_ahead(1), "(") && !self.joins(1);
        let kind = match self.word() {
            "true" => ActionKind::True,
            "false" => ActionKind::False,
            "i" | "tau" if alone => ActionKind::Multi(Vec::new()),
            _ => return self.parts().map(ActionKind::Multi),
        };
        self.bump();
        Ok(kind)
    }

    /// Whether the token `ahead` joins two names of actions.
    fn joins(&self, ahead: usize) -> bool {
        self.sign_ahead(ahead) == "|" && !self.word_ahead(ahead + 1).is_empty()
    }

    /// `a(1)|b(2)`
    pub(super) fn parts(&mut self) -> Checked<Vec<(String, Vec<Data>)>> {
        let mut parts = Vec::new();
        loop {
            let name = self.name("an action")?;
            let arguments = if self.sign() == "(" { self.list(")", Self::data)? } else { Vec::new() };
            parts.push((name, arguments));
            if !self.joins(0) {
                return Ok(parts);
            }
            self.bump();
        }
    }

    /// `{G !1 ?x:Nat ... where b}`
    fn offers(&mut self) -> Checked<ActionKind> {
        let open = self.bump();
        let gate = self.name("a gate")?;
        let mut offers = Vec::new();
        let mut rest = false;
        loop {
            if self.eat_sign("!") {
                offers.push(Offer::Value(self.nested(Self::offered)?));
            } else if self.eat_sign("?") {
                offers.push(self.taken()?);
            } else {
                rest |= self.eat_sign("...");
                break;
            }
        }
        let condition = if self.eat_word("where") { Some(self.nested(Self::data)?) } else { None };
        self.expect_close(open, Kind::Sign("}"))?;
        Ok(ActionKind::Offers { gate, offers, open: rest, condition })
    }

    fn taken(&mut self) -> Checked<Offer> {
        let span = self.span_of(self.token());
        let name = self.name("a variable")?;
        if name == "any" {
            return Ok(Offer::Any);
        }
        if !self.eat_sign(":") {
            return Err(self.wrong(codes::SYNTAX, span, "this variable has no sort"));
        }
        let sort = self.sort()?;
        Ok(Offer::Variable(Variable { name, sort, span }))
    }
}

fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        result.push(if c == '\\' { letters.next().unwrap_or(c) } else { c });
    }
    result
}
