//! The expressions of a document as mutation sees them.

use crate::markup::{decoded, escaped};
use crate::{Describe, Described, Dialect, Infix, Kind, Part, Tokens, Use};
use wherefore_lang::scxml::chart::{Binary, Expr, ExprKind, Unary};

/// A piece of text with an expression in it.
pub(crate) struct Script {
    pub tokens: Tokens,
    /// Whether the text stands where nothing is escaped.
    pub is_quoted: bool,
    /// The quotation mark around the text, in an attribute.
    pub delimiter: Option<char>,
}

/// The level of prefix operators: tighter than all others.
const PREFIX: u8 = 20;
const CONDITIONAL: u8 = 3;

impl<'e> Describe<&'e Expr> for Script {
    fn describe(&self, expr: &'e Expr) -> Described<&'e Expr> {
        let kind = match &expr.kind {
            ExprKind::Bool(value) => Kind::Truth(*value),
            ExprKind::Int(value) => Kind::Integer(value.clone()),
            ExprKind::Unary(Unary::Not, _) => Kind::Not { level: PREFIX },
            ExprKind::Unary(Unary::Neg, operand) => match &operand.kind {
                ExprKind::Int(value) if operand.span != expr.span => Kind::Integer(-value.clone()),
                _ => Kind::Other { level: PREFIX },
            },
            ExprKind::Binary(operator, ..) => Kind::Infix { operator: infix(*operator), level: level(*operator) },
            ExprKind::Conditional(..) => Kind::Choice { level: CONDITIONAL },
            ExprKind::Temporal(..) | ExprKind::Fault => Kind::Other { level: 0 },
            _ => Kind::Atom,
        };
        Described { kind, span: expr.span, parts: parts(expr) }
    }
}

impl Dialect for Script {
    fn level(&self, operator: Infix) -> u8 {
        OPERATORS.iter().find(|(_, i, _, _)| *i == operator).map_or(0, |(b, _, _, _)| level(*b))
    }

    fn groups_right(&self, _: Infix) -> bool {
        false
    }

    fn spell(&self, operator: Infix, instead: &str) -> Option<String> {
        let (_, _, sign, word) = OPERATORS.iter().find(|(_, i, _, _)| *i == operator)?;
        if instead.starts_with(char::is_alphabetic) {
            return Some((*word).to_owned());
        }
        // Three signs mean that no conversions are wanted.
        let strict = matches!(instead, "===" | "!==") && matches!(operator, Infix::Eq | Infix::Ne);
        let sign = if strict { format!("{sign}=") } else { (*sign).to_owned() };
        Some(if self.is_quoted { sign } else { escaped(&sign) })
    }

    fn negation(&self) -> &'static str {
        "!"
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    fn plain(&self, written: &str) -> String {
        let decoded = if self.is_quoted { written.to_owned() } else { decoded(written) };
        let literal = decoded.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        match literal.filter(|inner| !inner.contains(['"', '\'', '\\'])) {
            Some(inner) => format!("'{inner}'"),
            None => decoded,
        }
    }

    fn written(&self, plain: &str) -> String {
        if self.is_quoted {
            return plain.to_owned();
        }
        let escaped = escaped(plain);
        match self.delimiter {
            Some('\'') => escaped.replace('\'', "&apos;"),
            Some('"') => escaped.replace('"', "&quot;"),
            _ => escaped,
        }
    }
}

fn parts(expr: &Expr) -> Vec<Part<&Expr>> {
    let used: &[Use] = match &expr.kind {
        // A plus sign is read as two minus signs in the same place.
        ExprKind::Unary(_, operand) if operand.span == expr.span => return Vec::new(),
        ExprKind::Unary(Unary::Neg, operand) if matches!(operand.kind, ExprKind::Int(_)) => return Vec::new(),
        ExprKind::Unary(..) | ExprKind::Binary(..) => &[Use::Operand, Use::Operand],
        ExprKind::Conditional(..) => &[Use::Condition, Use::Value, Use::LastValue],
        ExprKind::Temporal(..) => return Vec::new(),
        _ => &[],
    };
    let used = used.iter().copied().chain(std::iter::repeat(Use::Enclosed));
    expr.operands().into_iter().zip(used).map(|(expr, used)| Part { expr, used }).collect()
}

/// The operators that are replaced, as signs and as the words of other data models.
const OPERATORS: &[(Binary, Infix, &str, &str)] = &[
    (Binary::Add, Infix::Add, "+", "+"),
    (Binary::Sub, Infix::Sub, "-", "-"),
    (Binary::Mul, Infix::Mul, "*", "*"),
    (Binary::Div, Infix::Div, "/", "div"),
    (Binary::Rem, Infix::Mod, "%", "mod"),
    (Binary::Eq, Infix::Eq, "==", "eq"),
    (Binary::Ne, Infix::Ne, "!=", "ne"),
    (Binary::Lt, Infix::Lt, "<", "lt"),
    (Binary::Le, Infix::Le, "<=", "le"),
    (Binary::Gt, Infix::Gt, ">", "gt"),
    (Binary::Ge, Infix::Ge, ">=", "ge"),
    (Binary::And, Infix::And, "&&", "and"),
    (Binary::Or, Infix::Or, "||", "or"),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _, _, _)| *b == operator).map(|(_, i, _, _)| *i)
}

/// How tightly an operator binds: the table in `script/expr.rs`, against which the tests compare this one.
fn level(operator: Binary) -> u8 {
    match operator {
        Binary::Iff => 1,
        Binary::Implies => 2,
        Binary::Or => 4,
        Binary::And => 5,
        Binary::Eq | Binary::Ne => 6,
        Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 7,
        Binary::Add | Binary::Sub => 8,
        Binary::Mul | Binary::Div | Binary::Rem => 9,
    }
}
