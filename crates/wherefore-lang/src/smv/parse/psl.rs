//! PSLSPEC: the part of PSL that is LTL or CTL, read as such.
//!
//! PSL has words for what LTL writes with letters, and binds otherwise than SMV. From loose to tight: `always never G`, then
//! `-> <->` (to the left), `eventually!`, the `next` family, `before`, `until`, then `X F U W` with the quantifiers of CTL, then
//! all operators that are not temporal. So `always p -> next q & r` is `G (p -> X (q & r))`. Runs are infinite, so weak and
//! strong `next` are the same.
//!
//! Sequences between braces, clocks and `abort` are refused by name.

use super::Parser;
use super::binding::CHOICE;
use crate::smv::ast::{Binary, Expr, ExprId, Ident, Item, SpecKind, Symbol, Unary};
use crate::smv::codes;
use crate::smv::token::Kind;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Descent, Reported};

type Level = u8;

const IMPLIES: Level = 1;
const EVENTUALLY: Level = 2;
const NEXT: Level = 3;
const BEFORE: Level = 4;
const UNTIL: Level = 5;
const LETTER: Level = 6;

/// How many instances the replicators of one formula may make.
const MOST_REPLICAS: usize = 10_000;

/// The words of PSL that are known and not supported between two formulas.
const REFUSED: &[&str] = &["abort", "within", "within_", "whilenot", "whilenot_", "sync_abort", "async_abort"];

/// Parsing of a formula of PSL: the replicated names in force, with their values.
#[derive(Debug, Default)]
pub(super) struct Psl {
    replicated: Vec<(Symbol, Expr)>,
    replicas: usize,
}

/// An operator between two formulas.
#[derive(Clone, Copy)]
enum Infix {
    Connective(Binary),
    Until { strong: bool, overlaps: bool },
    Before { strong: bool, overlaps: bool },
}

impl Parser<'_> {
    /// `PSLSPEC [NAME n :=] formula`.
    pub(super) fn psl_spec(&mut self) -> Checked<Item> {
        let name = self.spec_name()?;
        self.psl = Some(Psl::default());
        let formula = self.psl_formula(0);
        self.psl = None;
        let formula = formula?;
        let context = self.spec_context()?;
        let kind = if self.is_branching(formula) { SpecKind::Ctl } else { SpecKind::Ltl };
        Ok(Item::Spec { kind, name, formula, context })
    }

    fn is_branching(&self, formula: ExprId) -> bool {
        let mut waiting = vec![formula];
        while let Some(expr) = waiting.pop() {
            let expr = self.ast.expr(expr);
            let quantified = |u: &Unary| matches!(u.spelling().as_bytes(), [b'A' | b'E', _]);
            if matches!(expr, Expr::PathUntil(..)) || matches!(expr, Expr::Unary(u, _) if quantified(u)) {
                return true;
            }
            waiting.extend(expr.parts());
        }
        false
    }

    /// A formula whose outermost operators of PSL bind at least as tightly as `min`.
    pub(super) fn psl_formula(&mut self, min: Level) -> Checked<ExprId> {
        let first = self.at();
        if self.kind() == Kind::LBrace {
            return Err(self.refuse_psl("a sequence of PSL between braces"));
        }
        let mut left = self.operators(CHOICE)?;
        loop {
            let Some((infix, level, length)) = self.psl_infix()?.filter(|(_, level, _)| *level >= min) else {
                return Ok(left);
            };
            self.skip(length);
            let right = self.nested(|p| p.psl_formula(level + 1))?;
            left = self.psl_binary(infix, left, right, self.span_from(first));
        }
    }

    /// The operator at the current token, its level, and how many tokens it has.
    fn psl_infix(&mut self) -> Checked<Option<(Infix, Level, usize)>> {
        let found = match self.kind() {
            Kind::Implies => (Infix::Connective(Binary::Implies), IMPLIES, 1),
            Kind::Iff => (Infix::Connective(Binary::Iff), IMPLIES, 1),
            Kind::U if !self.in_path_until => (Infix::Until { strong: true, overlaps: false }, LETTER, 1),
            Kind::Unknown if self.text_of(self.token()) == "@" => return Err(self.refuse_psl("a clock of PSL")),
            Kind::Ident => return self.psl_infix_word(),
            _ => return Ok(None),
        };
        Ok(Some(found))
    }

    fn psl_infix_word(&mut self) -> Checked<Option<(Infix, Level, usize)>> {
        let word = self.word();
        if REFUSED.contains(&word) {
            return Err(self.refuse_psl(&format!("`{word}`")));
        }
        let strong = self.is_strong();
        let (stem, length) = match (word.strip_suffix('_'), strong) {
            (Some(stem), _) => (stem, 1),
            (None, true) if self.word_ahead(2) == "_" && self.follows_directly(2) => (word, 3),
            (None, strong) => (word, 1 + usize::from(strong)),
        };
        let overlaps = word.ends_with('_') || length == 3;
        Ok(match stem {
            "until" => Some((Infix::Until { strong, overlaps }, UNTIL, length)),
            "before" => Some((Infix::Before { strong, overlaps }, BEFORE, length)),
            "W" => Some((Infix::Until { strong: false, overlaps: false }, LETTER, 1)),
            _ => None,
        })
    }

    /// Whether `!` is part of the current word.
    fn is_strong(&self) -> bool {
        self.kind_ahead(1) == Kind::Not && self.follows_directly(1)
    }

    /// Whether nothing stands between the token `ahead` and the one before it.
    fn follows_directly(&self, ahead: usize) -> bool {
        self.token_ahead(ahead - 1).end == self.token_ahead(ahead).start
    }

    fn psl_binary(&mut self, infix: Infix, p: ExprId, q: ExprId, span: Span) -> ExprId {
        match infix {
            Infix::Connective(operator) => self.pair(operator, p, q, span),
            Infix::Until { strong, overlaps } => {
                let end = if overlaps { self.pair(Binary::And, p, q, span) } else { q };
                self.until(strong, p, end, span)
            }
            Infix::Before { strong, overlaps } => {
                let not_q = self.unary(Unary::Not, q, span);
                let end = if overlaps { p } else { self.pair(Binary::And, p, not_q, span) };
                self.until(strong, not_q, end, span)
            }
        }
    }

    /// `p U q`, or if `q` need not come, `q V (p | q)`.
    fn until(&mut self, strong: bool, p: ExprId, q: ExprId, span: Span) -> ExprId {
        if strong {
            return self.pair(Binary::Until, p, q, span);
        }
        let either = self.pair(Binary::Or, p, q, span);
        self.pair(Binary::Release, q, either, span)
    }

    fn pair(&mut self, operator: Binary, p: ExprId, q: ExprId, span: Span) -> ExprId {
        self.ast.add_expr(Expr::Chain(p, vec![(operator, q)]), span)
    }

    fn unary(&mut self, operator: Unary, p: ExprId, span: Span) -> ExprId {
        self.ast.add_expr(Expr::Unary(operator, p), span)
    }

    /// A formula that begins with an operator of PSL, if one stands here.
    pub(super) fn psl_prefix(&mut self) -> Checked<Option<ExprId>> {
        let first = self.at();
        let (operator, level) = match (self.kind(), self.word()) {
            (Kind::Next, _) | (Kind::X, _) => return self.next_steps().map(Some),
            (Kind::G, _) | (_, "always" | "never") => (Unary::G, 0),
            (Kind::F, _) => (Unary::F, LETTER + 1),
            (_, "eventually") if self.is_strong() => (Unary::F, EVENTUALLY + 1),
            (_, "next_a" | "next_e") => return self.next_some().map(Some),
            (_, "next_event" | "next_event_a" | "next_event_e") => return self.next_event().map(Some),
            (_, "forall") => return self.replicator().map(Some),
            (kind, _) => match super::binding::temporal(kind) {
                Some(operator) => (operator, LETTER + 1),
                None => return Ok(None),
            },
        };
        let never = self.word() == "never";
        let strong = self.word() == "eventually";
        self.skip(1 + usize::from(strong));
        let operand = self.nested(|p| p.psl_formula(level))?;
        let span = self.span_from(first);
        let operand = if never { self.unary(Unary::Not, operand, span) } else { operand };
        Ok(Some(self.unary(operator, operand, span)))
    }

    /// Skips the word of an operator with the `!` that makes it strong; says whether there is one.
    fn operator_word(&mut self) -> bool {
        let strong = self.is_strong();
        self.skip(1 + usize::from(strong));
        strong
    }

    /// `next p`, `next[3](p)`.
    fn next_steps(&mut self) -> Checked<ExprId> {
        let (first, level) = (self.at(), if self.kind() == Kind::X { LETTER } else { NEXT });
        self.operator_word();
        let (steps, operand) = match self.kind() {
            Kind::LBracket => (self.bracketed(Self::step_count)?, self.psl_parenthesised()?),
            _ => (1, self.nested(|p| p.psl_formula(level + 1))?),
        };
        let span = self.span_from(first);
        Ok((0..steps).fold(operand, |p, _| self.unary(Unary::X, p, span)))
    }

    /// `next_a[1:3](p)`, `next_e[1:3](p)`: after all or some of these numbers of steps.
    fn next_some(&mut self) -> Checked<ExprId> {
        let first = self.at();
        let operator = if self.word() == "next_a" { Unary::G } else { Unary::F };
        self.operator_word();
        let (low, high) = self.bracketed(Self::step_range)?;
        let operand = self.psl_parenthesised()?;
        let bounded = Expr::Bounded { operator, low, high: Some(high), operand };
        Ok(self.ast.add_expr(bounded, self.span_from(first)))
    }

    /// `next_event(b)(p)`, `next_event(b)[3](p)`, `next_event_a(b)[1:3](p)`: at those times that `b` holds, from now on.
    fn next_event(&mut self) -> Checked<ExprId> {
        let (first, word) = (self.at(), self.word());
        let strong = self.operator_word();
        let event = self.psl_parenthesised()?;
        let (low, high) = match (word, self.kind()) {
            ("next_event", Kind::LBracket) => self.bracketed(Self::step_count).map(|n| (n, n))?,
            ("next_event", _) => (1, 1),
            _ => self.bracketed(Self::step_range)?,
        };
        let (operand, span) = (self.psl_parenthesised()?, self.span_from(first));
        if low == 0 {
            return Err(self.report(Diagnostic::at(codes::SYNTAX, span, "events are counted from 1", "event 0")));
        }
        let connective = if word == "next_event_e" { Binary::Or } else { Binary::And };
        let mut result = operand;
        for number in (1..=high).rev() {
            let here = if number < high {
                let later = self.unary(Unary::X, result, span);
                if number >= low { self.pair(connective, operand, later, span) } else { later }
            } else {
                operand
            };
            let met = self.pair(Binary::And, event, here, span);
            let waits = self.unary(Unary::Not, event, span);
            result = self.until(strong, waits, met, span);
        }
        Ok(result)
    }

    fn psl_parenthesised(&mut self) -> Checked<ExprId> {
        let open = self.token();
        self.expect(Kind::LParen)?;
        let inner = self.nested(|p| p.psl_formula(0))?;
        self.expect_close(open, Kind::RParen)?;
        Ok(inner)
    }

    fn bracketed<T>(&mut self, part: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let open = self.token();
        self.expect(Kind::LBracket)?;
        let part = part(self)?;
        self.expect_close(open, Kind::RBracket)?;
        Ok(part)
    }

    /// `1..3`, or in PSL `1:3`.
    pub(super) fn step_range(&mut self) -> Checked<(u32, u32)> {
        let low = self.step_count()?;
        if self.psl.is_none() || !self.eat(Kind::Colon) {
            self.expect(Kind::DotDot)?;
        }
        Ok((low, self.step_count()?))
    }

    /// `forall i in {1, 3:5} : p`: the conjunction of `p` for all these values of `i`.
    fn replicator(&mut self) -> Checked<ExprId> {
        let first = self.at();
        self.bump();
        let name = self.ident()?;
        self.expect(Kind::Member)?;
        let values = self.replicated_values()?;
        self.expect(Kind::Colon)?;
        let body = self.at();
        let mut instances = Vec::new();
        for value in values {
            self.go_to(body);
            instances.push(self.replica(name, value)?);
        }
        let Some((one, rest)) = instances.split_first() else { return Err(self.unexpected("a value")) };
        let rest: Vec<(Binary, ExprId)> = rest.iter().map(|p| (Binary::And, *p)).collect();
        match rest.is_empty() {
            true => Ok(*one),
            false => Ok(self.ast.add_expr(Expr::Chain(*one, rest), self.span_from(first))),
        }
    }

    fn replica(&mut self, name: Ident, value: Expr) -> Checked<ExprId> {
        let Some(psl) = &mut self.psl else { return Err(Reported) };
        psl.replicas += 1;
        if psl.replicas > MOST_REPLICAS {
            let headline = format!("a formula with more than {MOST_REPLICAS} replicas");
            return Err(self.report(Diagnostic::at(codes::TOO_LARGE, name.span, headline, "replicated here")));
        }
        psl.replicated.push((name.symbol, value));
        let formula = self.nested(|p| p.psl_formula(0));
        if let Some(psl) = &mut self.psl {
            psl.replicated.pop();
        }
        formula
    }

    fn replicated_values(&mut self) -> Checked<Vec<Expr>> {
        if self.word() == "boolean" {
            self.bump();
            return Ok(vec![Expr::Bool(false), Expr::Bool(true)]);
        }
        let open = self.token();
        self.expect(Kind::LBrace)?;
        let mut values = Vec::new();
        loop {
            match self.kind() {
                Kind::Int if matches!(self.kind_ahead(1), Kind::Colon | Kind::DotDot) => {
                    let (low, high) = self.step_range()?;
                    values.extend((low..=high).take(MOST_REPLICAS + 1).map(|n| Expr::Int(Box::new(n.into()))));
                }
                Kind::Int => values.push(Expr::Int(Box::new(self.step_count()?.into()))),
                Kind::True | Kind::False => values.push(Expr::Bool(self.bump().kind == Kind::True)),
                _ => values.push(Expr::Name(self.ident()?.symbol)),
            }
            if !self.eat(Kind::Comma) {
                self.expect_close(open, Kind::RBrace)?;
                return Ok(values);
            }
        }
    }

    /// The value of the current token if it is a replicated name.
    pub(super) fn replicated(&self) -> Option<Expr> {
        let list = &self.psl.as_ref().filter(|psl| !psl.replicated.is_empty())?.replicated;
        let symbol = self.ast.find(self.word())?;
        list.iter().rev().find(|(name, _)| *name == symbol).map(|(_, value)| value.clone())
    }

    fn refuse_psl(&mut self, construct: &str) -> Reported {
        let span = self.span_of(self.token());
        let headline = format!("{construct} is not supported");
        self.report(
            Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported")
                .help("of PSL, always, never, eventually!, next, until and before are read, and all of LTL and CTL"),
        )
    }
}
