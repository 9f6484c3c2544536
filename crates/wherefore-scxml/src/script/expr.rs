//! Operators, by binding power.
//!
//! ```text
//! <->   ->   ?:   ||   &&   == !=   < <= > >=   + -   * / %   ! - +
//! ```
//!
//! from the weakest to the strongest, as ECMAScript has them; the arrows exist only in properties. `->` and `?:` lean to the
//! right, all others to the left.

use super::{Mode, Parsed, Parser};
use crate::chart::{Binary, Expr, ExprKind, Unary};
use wherefore_syntax::Descent;

const CONDITIONAL: u8 = 3;

/// An operator with two operands: how tightly it binds on its left, and what its right operand must exceed.
struct Infix {
    operator: Binary,
    left: u8,
    right: u8,
}

fn infix(text: &str, properties: bool) -> Option<Infix> {
    let (operator, level) = match text {
        "<->" if properties => (Binary::Iff, 1),
        "->" if properties => return Some(Infix { operator: Binary::Implies, left: 2, right: 2 }),
        "||" => (Binary::Or, 4),
        "&&" => (Binary::And, 5),
        "==" | "===" => (Binary::Eq, 6),
        "!=" | "!==" => (Binary::Ne, 6),
        "<" => (Binary::Lt, 7),
        "<=" => (Binary::Le, 7),
        ">" => (Binary::Gt, 7),
        ">=" => (Binary::Ge, 7),
        "+" => (Binary::Add, 8),
        "-" => (Binary::Sub, 8),
        "*" => (Binary::Mul, 9),
        "/" => (Binary::Div, 9),
        "%" => (Binary::Rem, 9),
        _ => return None,
    };
    Some(Infix { operator, left: level, right: level + 1 })
}

/// The operators that other data models write as words.
fn spelt(word: &str) -> &str {
    match word {
        "eq" => "==",
        "ne" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        "and" => "&&",
        "or" => "||",
        "div" => "/",
        "mod" => "%",
        other => other,
    }
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.binding(1)
    }

    fn binding(&mut self, min: u8) -> Parsed<Expr> {
        self.nested(|p| {
            let first = p.at();
            let mut left = p.unary()?;
            loop {
                if p.is("?") && min <= CONDITIONAL {
                    left = p.conditional(left, first)?;
                } else if let Some(infix) = p.infix().filter(|i| i.left >= min) {
                    p.count_operator()?;
                    p.bump();
                    let right = p.binding(infix.right)?;
                    left = Expr { kind: combined(infix.operator, left, right), span: p.span_from(first) };
                } else {
                    return Ok(left);
                }
            }
        })
    }

    fn infix(&self) -> Option<Infix> {
        let text = self.text_of(self.token());
        let text = if self.names.words { spelt(text) } else { text };
        infix(text, self.mode != Mode::Plain)
    }

    fn conditional(&mut self, condition: Expr, first: usize) -> Parsed<Expr> {
        self.bump();
        let yes = self.binding(CONDITIONAL)?;
        self.expect(":")?;
        let no = self.binding(CONDITIONAL)?;
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(yes), Box::new(no));
        Ok(Expr { kind, span: self.span_from(first) })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let first = self.at();
        let not = self.is("!") || (self.names.words && self.is_word("not"));
        if !not && !self.is("-") && !self.is("+") {
            return self.postfix();
        }
        let plus = self.is("+");
        self.bump();
        let operand = self.nested(Self::unary)?;
        let span = self.span_from(first);
        let kind = match (not, plus, operand.kind) {
            (true, _, kind) => apply(Unary::Not, kind, operand.span),
            (false, true, kind @ (ExprKind::Int(_) | ExprKind::Real(_))) => kind,
            (false, false, ExprKind::Int(n)) => ExprKind::Int(-n),
            (false, false, ExprKind::Real(n)) => ExprKind::Real(-n),
            (false, false, kind) => apply(Unary::Neg, kind, operand.span),
            // A plus sign asks for a number and leaves it as it is, and so do two minus signs.
            (false, true, kind) => apply(Unary::Neg, apply(Unary::Neg, kind, operand.span), span),
        };
        Ok(Expr { kind, span })
    }
}

/// Two operands and their operator; two texts that are written out are joined.
fn combined(operator: Binary, left: Expr, right: Expr) -> ExprKind {
    match (operator, &left.kind, &right.kind) {
        (Binary::Add, ExprKind::Text(a), ExprKind::Text(b)) => ExprKind::Text(format!("{a}{b}")),
        _ => ExprKind::Binary(operator, Box::new(left), Box::new(right)),
    }
}

fn apply(operator: Unary, kind: ExprKind, span: wherefore_diag::Span) -> ExprKind {
    ExprKind::Unary(operator, Box::new(Expr { kind, span }))
}
