//! Operators of Othello formulas and how tightly they bind.
//!
//! Words and symbols mix freely. From loose to tight:
//!
//! ```text
//! implies  ->                                                     right to left
//! iff  <->
//! c ? a : b                                                       right to left
//! or  |   xor  xnor
//! and  &
//! until U   releases V   since S   triggered T
//! not !   always G   never   in the future F   then X   next      prefix
//!         historically H   in the past O   previously Y   Z
//! =  !=  <  <=  >  >=   in
//! +  -
//! *  /  mod
//! -                                                               prefix
//! next(e)   change(e)   case .. esac   (e)
//! ```
//!
//! A comparison binds more tightly than a temporal operator: `always a = b -> c` is `(always (a = b)) -> c`. The same is
//! done for `not`, where it makes no difference: `not a = b` says the same either way.
//!
//! A single letter is an operator only where one can stand: before something that begins an operand, or between two
//! operands. So a port may be called `S`.

use super::super::ast::{Binary, Expr, ExprKind, Member, Unary};
use super::super::lexer::Kind;
use super::Parser;
use wherefore_syntax::{Checked, Descent};

/// Words that begin or join formulas and can therefore not name anything in one.
const RESERVED: &[&str] = &[
    "and",
    "or",
    "xor",
    "xnor",
    "implies",
    "iff",
    "until",
    "releases",
    "since",
    "triggered",
    "mod",
    "in",
    "esac",
    "of",
    "the",
    "assume",
    "guarantee",
];

impl Parser<'_> {
    /// A formula and the semicolon behind it.
    pub(super) fn formula_item(&mut self) -> Checked<Expr> {
        let formula = self.expr()?;
        if !self.is(";") {
            return Err(self.unexpected("an operator or `;`"));
        }
        self.bump();
        Ok(formula)
    }

    fn made(&self, kind: ExprKind, first: usize) -> Expr {
        Expr { kind, first, last: self.at().saturating_sub(1).max(first) }
    }

    /// A formula or a term.
    pub(super) fn expr(&mut self) -> Checked<Expr> {
        self.nested(Self::implication)
    }

    fn implication(&mut self) -> Checked<Expr> {
        let first = self.at();
        let operand = self.equivalence()?;
        let mut list = vec![operand];
        while self.is("->") || self.word() == "implies" {
            self.bump();
            list.push(self.equivalence()?);
        }
        Ok(match list.len() {
            1 => list.remove(0),
            _ => self.made(ExprKind::Implies(list), first),
        })
    }

    fn equivalence(&mut self) -> Checked<Expr> {
        let operator = |p: &Self| (p.is("<->") || p.word() == "iff").then_some(Binary::Iff);
        self.chain(Self::choice, operator)
    }

    /// `c ? a : b`
    fn choice(&mut self) -> Checked<Expr> {
        let first = self.at();
        let condition = self.disjunction()?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.nested(Self::implication)?;
        self.expect(":")?;
        let other = self.nested(Self::choice)?;
        Ok(self.made(ExprKind::Choice(Box::new([condition, then, other])), first))
    }

    fn disjunction(&mut self) -> Checked<Expr> {
        let operator = |p: &Self| match (p.word(), p.sign_ahead(0)) {
            ("or", _) | (_, "|") => Some(Binary::Or),
            ("xor", _) => Some(Binary::Xor),
            ("xnor", _) => Some(Binary::Iff),
            _ => None,
        };
        self.chain(Self::conjunction, operator)
    }

    fn conjunction(&mut self) -> Checked<Expr> {
        let operator = |p: &Self| (p.is("&") || p.word() == "and").then_some(Binary::And);
        self.chain(Self::until, operator)
    }

    fn until(&mut self) -> Checked<Expr> {
        let operator = |p: &Self| match p.word() {
            "until" | "U" => Some(Binary::Until),
            "releases" | "V" => Some(Binary::Releases),
            "since" | "S" => Some(Binary::Since),
            "triggered" | "T" => Some(Binary::Triggered),
            _ => None,
        };
        self.chain(Self::prefixed, operator)
    }

    /// Operands of one level with operators between them, left to right.
    fn chain(
        &mut self,
        operand: impl Fn(&mut Self) -> Checked<Expr>,
        operator: impl Fn(&Self) -> Option<Binary>,
    ) -> Checked<Expr> {
        let first = self.at();
        let begin = operand(self)?;
        let mut rest = Vec::new();
        while let Some(op) = operator(self) {
            self.bump();
            if matches!(op, Binary::Until | Binary::Releases | Binary::Since | Binary::Triggered) {
                self.refuse_bound()?;
            }
            rest.push((op, operand(self)?));
        }
        Ok(match rest.is_empty() {
            true => begin,
            false => self.made(ExprKind::Chain(Box::new(begin), rest), first),
        })
    }

    /// A formula that begins with a prefix operator, or a comparison.
    pub(super) fn prefixed(&mut self) -> Checked<Expr> {
        let first = self.at();
        let Some((operator, length)) = self.prefix() else { return self.comparison() };
        self.skip(length);
        if operator != Unary::Not {
            self.refuse_bound()?;
        }
        let operand = self.nested(Self::prefixed)?;
        Ok(self.made(ExprKind::Unary(operator, Box::new(operand)), first))
    }

    /// The prefix operator here and how many tokens it takes.
    pub(super) fn prefix(&self) -> Option<(Unary, usize)> {
        if self.is("!") {
            return Some((Unary::Not, 1));
        }
        match self.word() {
            "not" => Some((Unary::Not, 1)),
            "always" => Some((Unary::Always, 1)),
            "never" => Some((Unary::Never, 1)),
            "then" => Some((Unary::Then, 1)),
            "next" if self.sign_ahead(1) != "(" => Some((Unary::Then, 1)),
            "historically" => Some((Unary::Historically, 1)),
            "previously" => Some((Unary::Previously, 1)),
            "eventually" => Some((Unary::Future, 1)),
            "in" => match (self.word_ahead(1), self.word_ahead(2)) {
                ("the", "future") => Some((Unary::Future, 3)),
                ("the", "past") => Some((Unary::Past, 3)),
                _ => None,
            },
            letter => Some((letter_operator(letter)?, 1)).filter(|_| self.begins_operand(1)),
        }
    }

    /// Whether the token `ahead` begins an operand and continues none.
    fn begins_operand(&self, ahead: usize) -> bool {
        let token = self.token_ahead(ahead);
        match token.kind {
            Kind::Word => {
                let word = self.text_of(token);
                let is_phrase = word == "in" && self.word_ahead(ahead + 1) == "the";
                // After a name, these letters would join two operands; only another operand behind them says that they do not.
                let joins = matches!(word, "U" | "V" | "S" | "T")
                    && !matches!(self.sign_ahead(ahead + 1), "=" | "!=" | ")" | ";");
                is_phrase || (!RESERVED.contains(&word) && !joins)
            }
            Kind::Int | Kind::Real | Kind::Bits => true,
            Kind::Sign => matches!(self.text_of(token), "(" | "!" | "["),
            _ => false,
        }
    }

    /// Refuses a bound behind a temporal operator: `always [0, 5] p`, `in the future <= 5 p`.
    fn refuse_bound(&mut self) -> Checked<()> {
        match self.sign_ahead(0) {
            "[" | "{" | "<" | "<=" | ">" | ">=" | "=" => {
                let span = self.token().span;
                Err(self.refuse(span, "a bound on a temporal operator", "use `then`, once for each step"))
            }
            _ => Ok(()),
        }
    }

    fn comparison(&mut self) -> Checked<Expr> {
        let first = self.at();
        let mut left = self.chain(Self::sum, |p| match p.sign_ahead(0) {
            "=" => Some(Binary::Eq),
            "!=" => Some(Binary::Ne),
            "<" => Some(Binary::Lt),
            "<=" => Some(Binary::Le),
            ">" => Some(Binary::Gt),
            ">=" => Some(Binary::Ge),
            _ => None,
        })?;
        if self.word() == "in" && self.word_ahead(1) != "the" {
            self.bump();
            let members = self.members()?;
            left = self.made(ExprKind::In(Box::new(left), members), first);
        }
        Ok(left)
    }

    /// Members behind `in`: `{a, 1..3}` or `1..3`.
    fn members(&mut self) -> Checked<Vec<Member>> {
        let open = self.token();
        if !self.eat("{") {
            return Ok(vec![self.member()?]);
        }
        let mut list = vec![self.member()?];
        while self.eat(",") {
            list.push(self.member()?);
        }
        self.expect_close(open, "}")?;
        Ok(list)
    }

    fn member(&mut self) -> Checked<Member> {
        let one = self.sum()?;
        Ok(match self.eat("..") {
            true => Member::Between(one, self.sum()?),
            false => Member::One(one),
        })
    }

    pub(super) fn sum(&mut self) -> Checked<Expr> {
        self.chain(Self::product, |p| match p.sign_ahead(0) {
            "+" => Some(Binary::Add),
            "-" => Some(Binary::Sub),
            _ => None,
        })
    }

    fn product(&mut self) -> Checked<Expr> {
        self.chain(Self::negated, |p| match (p.sign_ahead(0), p.word()) {
            ("*", _) => Some(Binary::Mul),
            ("/", _) => Some(Binary::Div),
            (_, "mod") => Some(Binary::Mod),
            _ => None,
        })
    }

    fn negated(&mut self) -> Checked<Expr> {
        let first = self.at();
        if !self.eat("-") {
            return self.primary();
        }
        let operand = self.nested(Self::negated)?;
        Ok(self.made(ExprKind::Unary(Unary::Minus, Box::new(operand)), first))
    }

    pub(super) fn is_reserved(&self) -> bool {
        RESERVED.contains(&self.word())
    }

    pub(super) fn wrap(&self, kind: ExprKind, first: usize) -> Expr {
        self.made(kind, first)
    }
}

fn letter_operator(letter: &str) -> Option<Unary> {
    Some(match letter {
        "G" => Unary::Always,
        "F" => Unary::Future,
        "X" => Unary::Then,
        "H" => Unary::Historically,
        "O" => Unary::Past,
        "Y" => Unary::Previously,
        "Z" => Unary::WeakPreviously,
        _ => return None,
    })
}
