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

use super::super::ast::{Expr, ExprKind, Member};
use super::super::lexer::Kind;
use super::Parser;
use crate::smv::ast::{Binary, Unary};
use crate::smv::binding::{CHOICE, LOOSEST, Level, TEMPORAL, level};
use wherefore_syntax::{Checked, Descent};

/// Operators that SMV writes with signs or letters only.
pub(in super::super) const WORDS: &[(&str, Binary)] = &[
    ("implies", Binary::Implies),
    ("iff", Binary::Iff),
    ("or", Binary::Or),
    ("and", Binary::And),
    ("until", Binary::Until),
    ("releases", Binary::Release),
    ("since", Binary::Since),
    ("triggered", Binary::Triggered),
];

/// More words that begin or join formulas and can therefore not name anything in one.
const RESERVED: &[&str] = &["xor", "xnor", "mod", "in", "esac", "of", "the", "assume", "guarantee"];

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

    pub(super) fn made(&self, kind: ExprKind, first: usize) -> Expr {
        Expr { kind, first, last: self.at().saturating_sub(1).max(first) }
    }

    /// A formula or a term.
    pub(super) fn expr(&mut self) -> Checked<Expr> {
        self.nested(|p| p.operators(LOOSEST))
    }

    /// Operands of sums and tighter operators.
    pub(super) fn sum(&mut self) -> Checked<Expr> {
        self.operators(level(Binary::Add))
    }

    /// An expression whose outermost operators bind at least as tightly as `min`.
    fn operators(&mut self, min: Level) -> Checked<Expr> {
        let first = self.at();
        // What follows binds less tightly than what was read: `a in b in c` is no expression.
        let mut max = if self.prefix().is_some() { TEMPORAL - 1 } else { Level::MAX };
        let mut left = self.operand()?;
        while let Some(here) = self.level().filter(|here| (min..=max).contains(here)) {
            left = match self.infix() {
                Some(_) => self.chain(first, left, here)?,
                None if here == CHOICE => self.choice(first, left)?,
                None => self.membership(first, left)?,
            };
            max = here - 1;
        }
        Ok(left)
    }

    /// How tightly the operator here binds that follows an operand. `a = b in c` is `(a = b) in c`.
    fn level(&self) -> Option<Level> {
        match self.infix() {
            Some(operator) => Some(level(operator)),
            None if self.is("?") => Some(CHOICE),
            None if self.word() == "in" && self.word_ahead(1) != "the" => Some(TEMPORAL),
            None => None,
        }
    }

    /// The infix operator here, but `in`.
    fn infix(&self) -> Option<Binary> {
        use Binary::{Concat, In, Range, ShiftLeft, ShiftRight, Union};
        let text = self.text_of(self.token());
        let mut all = WORDS.iter().chain(Binary::ALL);
        let operator = all.find(|(word, _)| *word == text).map(|(_, operator)| *operator);
        operator.filter(|o| !matches!(o, In | Union | Range | ShiftLeft | ShiftRight | Concat))
    }

    /// All operators of one level in a row.
    fn chain(&mut self, first: usize, left: Expr, here: Level) -> Checked<Expr> {
        let mut rest = Vec::new();
        while let Some(operator) = self.infix().filter(|o| level(*o) == here) {
            self.bump();
            if here == level(Binary::Until) {
                self.refuse_bound()?;
            }
            rest.push((operator, self.operators(here + 1)?));
        }
        Ok(self.made(ExprKind::Chain(Box::new(left), rest), first))
    }

    /// `c ? a : b`
    fn choice(&mut self, first: usize, condition: Expr) -> Checked<Expr> {
        self.bump();
        let then = self.expr()?;
        self.expect(":")?;
        let other = self.nested(|p| p.operators(CHOICE))?;
        Ok(self.made(ExprKind::Choice(Box::new([condition, then, other])), first))
    }

    /// An operand with its prefix operators.
    fn operand(&mut self) -> Checked<Expr> {
        let (first, is_never) = (self.at(), self.word() == "never");
        if self.eat("-") {
            let operand = self.nested(Self::operand)?;
            return Ok(self.made(ExprKind::Unary(Unary::Neg, Box::new(operand)), first));
        }
        let Some((operator, length)) = self.prefix() else { return self.primary() };
        self.skip(length);
        if operator != Unary::Not {
            self.refuse_bound()?;
        }
        let operand = Box::new(self.nested(|p| p.operators(TEMPORAL))?);
        let kind = if is_never { ExprKind::Never(operand) } else { ExprKind::Unary(operator, operand) };
        Ok(self.made(kind, first))
    }

    /// The prefix operator here and how many tokens it takes. `never` is an `always` whose operand is false.
    fn prefix(&self) -> Option<(Unary, usize)> {
        use Unary::{F, G, H, Not, O, X, Y, Z};
        let operator = match self.text_of(self.token()) {
            "!" | "not" => Not,
            "always" | "never" => G,
            "then" => X,
            "next" if self.sign_ahead(1) != "(" => X,
            "historically" => H,
            "previously" => Y,
            "eventually" => F,
            "in" => match (self.word_ahead(1), self.word_ahead(2)) {
                ("the", "future") => return Some((F, 3)),
                ("the", "past") => return Some((O, 3)),
                _ => return None,
            },
            letter => {
                let found = [F, G, H, O, X, Y, Z].into_iter().find(|o| o.spelling() == letter);
                found.filter(|_| self.begins_operand(1))?
            }
        };
        Some((operator, 1))
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
                is_phrase || (!is_reserved(word) && !joins)
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

    /// `a in {b, 1..3}`
    fn membership(&mut self, first: usize, left: Expr) -> Checked<Expr> {
        self.bump();
        let members = self.members()?;
        Ok(self.made(ExprKind::In(Box::new(left), members), first))
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
}

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || WORDS.iter().any(|(operator, _)| *operator == word)
}
