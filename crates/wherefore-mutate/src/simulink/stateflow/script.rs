//! The actions of a chart as mutation sees them: expressions with the signs of their language, written as the file escapes them.

use crate::markup::{decoded, escaped};
use crate::{Describe, Described, Dialect, Infix, Kind, Part, Tokens, Use};
use num_bigint::BigInt;
use wherefore_diag::Span;
use wherefore_lang::simulink::matlab::Number;
use wherefore_lang::simulink::stateflow::action::{self, Expr, ExprKind, UnaryOp};
use wherefore_lang::simulink::stateflow::document::Language;

/// How a label is written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// Between tags, with `&gt;`.
    Escaped,
    /// Between tags, in a section without escapes.
    Raw,
    /// In quotes, with `\"`, which may go on in further quotes.
    Quoted,
}

impl Writing {
    /// What stands in the file for a text.
    pub fn written(self, plain: &str) -> String {
        match self {
            Writing::Escaped => escaped(plain),
            Writing::Raw => plain.to_owned(),
            Writing::Quoted => plain.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"),
        }
    }

    /// The text that stands in the file like this.
    pub fn plain(self, written: &str) -> String {
        match self {
            Writing::Escaped => decoded(written),
            Writing::Raw => written.to_owned(),
            Writing::Quoted => unquoted(written),
        }
    }
}

/// A piece of a text in quotes, without escapes and without the quotes between two lines of it.
fn unquoted(written: &str) -> String {
    let mut plain = String::new();
    let (mut characters, mut is_outside) = (written.chars(), false);
    while let Some(c) = characters.next() {
        match c {
            '"' => is_outside = !is_outside,
            _ if is_outside => {}
            '\\' => plain.extend(characters.next().map(|c| if c == 'n' { '\n' } else { c })),
            c => plain.push(c),
        }
    }
    plain
}

/// An expression of an action with its tokens.
pub(crate) struct Script {
    tokens: Tokens,
    spelled: Vec<(Span, String)>,
    dialect: action::Dialect,
    writing: Writing,
}

/// The levels of prefix operators and of powers: tighter than all others.
const PREFIX: u8 = 20;
const POWER: u8 = 30;

impl Script {
    /// For the tokens of an expression.
    pub(super) fn new(spelled: Vec<(Span, String)>, dialect: action::Dialect, writing: Writing) -> Script {
        let tokens = Tokens::new(spelled.iter().map(|(span, text)| (*span, text.as_str())));
        Script { tokens, spelled, dialect, writing }
    }

    /// The sign between two operands. Their places include the brackets around them, so nothing else stands there.
    fn sign(&self, left: &Expr, right: &Expr) -> &str {
        let at = self.spelled.partition_point(|(span, _)| span.start < left.span.end);
        let found = self.spelled.get(at).filter(|(span, _)| span.start < right.span.start);
        found.map_or("", |(_, text)| text.as_str())
    }
}

impl<'e> Describe<&'e Expr> for Script {
    fn describe(&self, expr: &'e Expr) -> Described<&'e Expr> {
        let kind = match &expr.kind {
            ExprKind::Boolean(value) => Kind::Truth(*value),
            ExprKind::Number(number) => whole(number).map_or(Kind::Atom, Kind::Integer),
            ExprKind::Unary(UnaryOp::Not, _) => Kind::Not { level: PREFIX },
            ExprKind::Unary(..) => match negative(expr) {
                Some(number) => Kind::Integer(number),
                None => Kind::Other { level: PREFIX },
            },
            ExprKind::Binary(_, left, right) => {
                let sign = self.sign(left, right);
                Kind::Infix { operator: infix(sign), level: action::tightness(sign, self.dialect).unwrap_or(POWER) }
            }
            ExprKind::Name(_)
            | ExprKind::Apply { .. }
            | ExprKind::Index { .. }
            | ExprKind::Temporal(..)
            | ExprKind::In(_) => Kind::Atom,
            _ => Kind::Other { level: u8::MAX },
        };
        Described { kind, span: expr.span, parts: parts(expr) }
    }
}

impl Dialect for Script {
    fn level(&self, operator: Infix) -> u8 {
        sign(operator, self.dialect.language).and_then(|s| action::tightness(s, self.dialect)).unwrap_or(0)
    }

    fn groups_right(&self, _: Infix) -> bool {
        false
    }

    fn spell(&self, operator: Infix, _: &str) -> Option<String> {
        sign(operator, self.dialect.language).map(|s| self.writing.written(s))
    }

    fn negation(&self) -> &'static str {
        if self.dialect.language == Language::C { "!" } else { "~" }
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }

    fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    fn plain(&self, written: &str) -> String {
        self.writing.plain(written)
    }

    fn written(&self, plain: &str) -> String {
        self.writing.written(plain)
    }
}

fn parts(expr: &Expr) -> Vec<Part<&Expr>> {
    let (used, list): (Use, Vec<&Expr>) = match &expr.kind {
        ExprKind::Unary(..) if negative(expr).is_some() => return Vec::new(),
        ExprKind::Unary(_, operand) => (Use::Operand, vec![operand]),
        ExprKind::Binary(_, left, right) => (Use::Operand, vec![left, right]),
        ExprKind::Apply { arguments, .. } => (Use::Enclosed, arguments.iter().collect()),
        ExprKind::Index { indices, .. } => (Use::Enclosed, indices.iter().collect()),
        ExprKind::Temporal(_, Some(count), _) => (Use::Enclosed, vec![count]),
        _ => return Vec::new(),
    };
    list.into_iter().map(|expr| Part { expr, used }).collect()
}

/// A number with a minus before it.
fn negative(expr: &Expr) -> Option<BigInt> {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Minus, operand) => match &operand.kind {
            ExprKind::Number(number) => whole(number).map(|n| -n),
            _ => None,
        },
        _ => None,
    }
}

fn whole(number: &Number) -> Option<BigInt> {
    number.finite().filter(|n| n.is_integer()).map(|n| n.to_integer())
}

/// The operators that are replaced, in C and in MATLAB.
const SIGNS: &[(Infix, Option<&str>, Option<&str>)] = &[
    (Infix::Add, Some("+"), Some("+")),
    (Infix::Sub, Some("-"), Some("-")),
    (Infix::Mul, Some("*"), Some("*")),
    (Infix::Div, Some("/"), Some("/")),
    (Infix::Mod, Some("%%"), None),
    (Infix::Eq, Some("=="), Some("==")),
    (Infix::Ne, Some("!="), Some("~=")),
    (Infix::Lt, Some("<"), Some("<")),
    (Infix::Le, Some("<="), Some("<=")),
    (Infix::Gt, Some(">"), Some(">")),
    (Infix::Ge, Some(">="), Some(">=")),
    (Infix::And, Some("&&"), Some("&&")),
    (Infix::Or, Some("||"), Some("||")),
];

fn sign(operator: Infix, language: Language) -> Option<&'static str> {
    let (_, in_c, in_matlab) = SIGNS.iter().find(|(infix, _, _)| *infix == operator)?;
    if language == Language::C { *in_c } else { *in_matlab }
}

fn infix(sign: &str) -> Option<Infix> {
    let known =
        SIGNS.iter().find(|(_, c, matlab)| *c == Some(sign) || *matlab == Some(sign)).map(|(infix, _, _)| *infix);
    known.or((sign == "<>").then_some(Infix::Ne))
}
