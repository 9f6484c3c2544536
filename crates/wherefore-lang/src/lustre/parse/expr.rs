//! Operators and how tightly they bind.
//!
//! From loose to tight, as Kind 2 has it; JKind agrees on the operators that it knows, but for one, below.
//!
//! ```text
//! uint8 e   int16 e   sint@<7> e                          prefix
//! e when c   current e
//! if a then b else c   when a then b else c               prefix
//! a -> b   a fby b                                        right to left
//! forall (x: t) e   exists (x: t) e                       prefix
//! a => b   a ==> b                                        right to left
//! or   xor   or else
//! and   and then
//! in
//! =  <>  <  <=  >  >=
//! +  -   and - before an operand
//! *  /  div  mod
//! ++
//! ||
//! &&
//! lsh  rsh
//! pre e   last x                                          prefix
//! int e   real e                                          prefix
//! not e                                                   prefix
//! ! e                                                     prefix
//! a ^ n
//! a[i]   r.f   r{f := e}
//! ```
//!
//! So `0 -> pre n + 1` is `0 -> ((pre n) + 1)`, `not a = b` is `(not a) = b`, and `pre a[i]` is `pre (a[i])`. A prefix
//! operator may stand wherever an operand may, and a loose one takes all that follows: `a + if c then x else y + z` is
//! `a + (if c then x else (y + z))`.
//!
//! The minus sign is as loose as in `a - b`: `-a mod b` is `-(a mod b)` for Kind 2, but `(-a) mod b` for JKind. The first is
//! taken, with a warning.

use super::super::ast::{Binary, Expr, ExprKind, Unary};
use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Descent};

/// A binding level; a larger one binds tighter.
type Level = u8;

const LOOSEST: Level = 0;
const WHEN: Level = 1;
const CHOICE: Level = 2;
const ARROW: Level = 3;
const QUANTIFIER: Level = 4;
const IMPLIES: Level = 5;
const SUM: Level = 10;
const PRODUCT: Level = 11;
const PRE: Level = 16;
const CAST: Level = 17;
const NOT: Level = 18;
const COMPLEMENT: Level = 19;

/// Words that go on after an operand.
const GOES_ON: &[&str] = &[
    "and",
    "at",
    "default",
    "div",
    "else",
    "elsif",
    "end",
    "every",
    "fby",
    "from",
    "in",
    "initial",
    "lsh",
    "mod",
    "of",
    "or",
    "otherwise",
    "provided",
    "restart",
    "rsh",
    "tel",
    "then",
    "when",
    "with",
    "within",
    "xor",
];

/// An infix operator: what it means, or what it belongs to if the tree has no form for it; how tightly it binds; and how many
/// tokens it has.
struct Infix {
    operator: Result<Binary, &'static str>,
    level: Level,
    length: usize,
}

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Checked<Expr> {
        self.operators(LOOSEST)
    }

    /// The size of an array in a type: arithmetic, in which `^` and comparisons have no place.
    pub(super) fn size(&mut self) -> Checked<Expr> {
        let outer = std::mem::replace(&mut self.in_size, true);
        let size = self.operators(SUM);
        self.in_size = outer;
        size
    }

    /// Runs a part between brackets, where `^` makes arrays again.
    pub(super) fn enclosed<T>(&mut self, part: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let outer = std::mem::replace(&mut self.in_size, false);
        let result = part(self);
        self.in_size = outer;
        result
    }

    /// An expression whose outermost operators bind at least as tightly as `min`.
    pub(super) fn operators(&mut self, min: Level) -> Checked<Expr> {
        let first = self.at();
        let left = self.operand()?;
        self.continued(first, left, min)
    }

    /// Goes on behind an operand that begins at the token `first`.
    fn continued(&mut self, first: usize, mut left: Expr, min: Level) -> Checked<Expr> {
        loop {
            if self.word() == "when" && min <= WHEN {
                self.bump();
                let clock = Box::new(self.clock()?);
                left = self.made(ExprKind::When { expr: Box::new(left), clock }, first);
                continue;
            }
            let Some(infix) = self.infix().filter(|i| i.level >= min) else { return Ok(left) };
            left = match infix.level {
                ARROW | IMPLIES => self.right_chain(first, left, infix.level)?,
                level => self.left_chain(first, left, level)?,
            };
        }
    }

    /// All operators of one level in a row, grouped to the left.
    fn left_chain(&mut self, first: usize, mut left: Expr, level: Level) -> Checked<Expr> {
        while let Some(infix) = self.infix().filter(|i| i.level == level) {
            self.skip(infix.length);
            let right = self.operators(level + 1)?;
            left = self.joined(infix.operator, first, left, right);
        }
        Ok(left)
    }

    /// All operators of one level in a row, grouped to the right.
    fn right_chain(&mut self, first: usize, left: Expr, level: Level) -> Checked<Expr> {
        let mut begun = Vec::new();
        let (mut start, mut last) = (first, left);
        while let Some(infix) = self.infix().filter(|i| i.level == level) {
            self.skip(infix.length);
            let next = self.at();
            let right = self.operators(level + 1)?;
            begun.push((start, std::mem::replace(&mut last, right), infix.operator));
            start = next;
        }
        Ok(begun
            .into_iter()
            .rev()
            .fold(last, |right, (start, left, operator)| self.joined(operator, start, left, right)))
    }

    fn joined(&self, operator: Result<Binary, &'static str>, first: usize, left: Expr, right: Expr) -> Expr {
        let kind = match operator {
            Ok(operator) => ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            Err(what) => ExprKind::Other(what),
        };
        self.made(kind, first)
    }

    /// The infix operator here.
    fn infix(&self) -> Option<Infix> {
        use Binary as B;
        let found = |operator, level| Some(Infix { operator: Ok(operator), level, length: 1 });
        match self.sign() {
            "->" => found(B::Arrow, ARROW),
            "=>" | "==>" => found(B::Implies, IMPLIES),
            "=" => found(B::Equal, 9),
            "<>" => found(B::Unequal, 9),
            "<" => found(B::Less, 9),
            "<=" => found(B::LessEqual, 9),
            ">" => found(B::Greater, 9),
            ">=" => found(B::GreaterEqual, 9),
            "+" => found(B::Plus, SUM),
            "-" => found(B::Minus, SUM),
            "*" => found(B::Times, PRODUCT),
            "/" => found(B::Divide, PRODUCT),
            "++" => Some(Infix { operator: Err("concatenation"), level: 12, length: 1 }),
            "||" => found(B::BitOr, 13),
            "&&" => found(B::BitAnd, 14),
            "" => self.infix_word(),
            _ => None,
        }
    }

    fn infix_word(&self) -> Option<Infix> {
        use Binary as B;
        let found = |operator, level| Some(Infix { operator: Ok(operator), level, length: 1 });
        let lazy = |operator, level, word| {
            let length = if self.word_ahead(1) == word { 2 } else { 1 };
            Some(Infix { operator: Ok(operator), level, length })
        };
        match self.word() {
            "fby" => found(B::Fby, ARROW),
            "or" => lazy(B::Or, 6, "else"),
            "xor" => found(B::Xor, 6),
            "and" => lazy(B::And, 7, "then"),
            "in" => Some(Infix { operator: Err("sets"), level: 8, length: 1 }),
            "div" => found(B::IntDivide, PRODUCT),
            "mod" => found(B::Mod, PRODUCT),
            "lsh" => found(B::ShiftLeft, 15),
            "rsh" => found(B::ShiftRight, 15),
            _ => None,
        }
    }

    /// An operand with its prefix operators.
    pub(super) fn operand(&mut self) -> Checked<Expr> {
        self.nested(|p| match (p.sign(), p.word()) {
            ("-", _) => p.minus(),
            ("!", _) => p.prefix(Unary::Complement, COMPLEMENT),
            (_, "not") => p.prefix(Unary::Not, NOT),
            (_, "pre") => p.prefix(Unary::Pre, PRE),
            (_, "current") if p.word_begins_operand(1) || p.sign_ahead(1) == "(" => p.prefix(Unary::Current, CHOICE),
            (_, "last") if p.word_begins_operand(1) => p.prefix(Unary::Last, PRE),
            (_, "if" | "when") => p.choice(),
            (_, "forall" | "exists") if p.sign_ahead(1) == "(" => p.quantified(),
            (_, "int" | "real") => p.cast(CAST),
            (_, word) if super::types::machine(word).is_some() && p.begins_operand(1) => p.cast(LOOSEST),
            (_, "uint" | "sint") if p.sign_ahead(1) == "@" => p.cast(LOOSEST),
            _ => p.primary(),
        })
    }

    /// Whether the token `ahead` begins an operand rather than going on after one.
    fn begins_operand(&self, ahead: usize) -> bool {
        match self.token_ahead(ahead).kind {
            Kind::Int | Kind::Real => true,
            Kind::Sign => matches!(self.sign_ahead(ahead), "(" | "-" | "!" | "::"),
            _ => self.word_begins_operand(ahead),
        }
    }

    /// Whether the token `ahead` is a word that begins an operand: not an operator, and not what ends an expression.
    pub(super) fn word_begins_operand(&self, ahead: usize) -> bool {
        let word = self.word_ahead(ahead);
        !word.is_empty() && !GOES_ON.contains(&word)
    }

    fn prefix(&mut self, operator: Unary, level: Level) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let operand = self.operators(level)?;
        Ok(self.made(ExprKind::Unary(operator, Box::new(operand)), first))
    }

    fn minus(&mut self) -> Checked<Expr> {
        let first = self.at();
        self.bump();
        let factor = self.operand()?;
        let alone = factor.span;
        let operand = self.continued(first + 1, factor, PRODUCT)?;
        let differs = divides(&operand, alone);
        let negative = self.made(ExprKind::Unary(Unary::Minus, Box::new(operand)), first);
        if differs {
            let headline = "a minus sign before `div` or `mod` means different things to different tools";
            let label = "read as the negative of all this";
            let diagnostic = Diagnostic::at(codes::LOOSE_MINUS, negative.span, headline, label);
            self.report(diagnostic.help("put parentheses around what is negative"));
        }
        Ok(negative)
    }

    /// `if c then a else if d then b else e`, read as one list so that long chains do not nest.
    fn choice(&mut self) -> Checked<Expr> {
        let mut branches = Vec::new();
        while matches!(self.word(), "if" | "when") {
            let (first, is_lazy) = (self.at(), self.word() == "when");
            self.bump();
            let condition = Box::new(self.expr()?);
            self.expect("then")?;
            let then = Box::new(self.expr()?);
            self.expect("else")?;
            branches.push((first, is_lazy, condition, then));
        }
        let mut otherwise = self.operators(CHOICE)?;
        for (first, is_lazy, condition, then) in branches.into_iter().rev() {
            let kind = ExprKind::If { condition, then, otherwise: Box::new(otherwise), is_lazy };
            otherwise = self.made(kind, first);
        }
        Ok(otherwise)
    }

    /// `forall (i, j: int) e`
    fn quantified(&mut self) -> Checked<Expr> {
        let first = self.at();
        let is_forall = self.word() == "forall";
        self.bump();
        let variables = self.enclosed(|p| p.bracketed("(", &[";"], ")", Self::variables))?;
        let variables = variables.into_iter().flatten().collect();
        let body = Box::new(self.operators(QUANTIFIER)?);
        Ok(self.made(ExprKind::Quantified { is_forall, variables, body }, first))
    }

    /// `uint8 e`
    fn cast(&mut self, level: Level) -> Checked<Expr> {
        let first = self.at();
        let ty = self.cast_type()?;
        let operand = Box::new(self.operators(level)?);
        Ok(self.made(ExprKind::Cast(ty, operand), first))
    }
}

/// Whether a product divides integers outside its first factor, which is at the place `first`.
fn divides(mut product: &Expr, first: Span) -> bool {
    while let ExprKind::Binary(operator, left, _) = &product.kind {
        if product.span == first {
            return false;
        }
        if matches!(operator, Binary::IntDivide | Binary::Mod) {
            return true;
        }
        product = left;
    }
    false
}
