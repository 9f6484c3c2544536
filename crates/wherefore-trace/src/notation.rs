//! A formula as the owner of a contract would write it.
//!
//! Ports carry the names that their owner gives them. Operators are words or symbols, whichever the contract uses already.
//! Parentheses stand where a reader would want them. A formula that is too deep to be read is not printed.

use crate::show_plain;
use wherefore_ir::refinement::{PartId, Refinement};
use wherefore_ir::{Op, Sort, TermId, Terms, VarId};

/// How operators are written; people mix words and symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// `always` and `in the future`, not `G` and `F`.
    time: bool,
    /// `implies` and `and`, not `->` and `&`.
    logic: bool,
}

impl Style {
    /// Words everywhere.
    pub const WORDS: Style = Style { time: true, logic: true };

    /// The style of a text: symbols for what it has symbols for.
    pub fn of(text: &str) -> Style {
        let is_letter = |w: &str| matches!(w, "G" | "F" | "X" | "U" | "V" | "O" | "H" | "Y" | "S" | "T");
        let letters = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').any(is_letter);
        let plain = text.replace("!=", "");
        let signs = ["->", "&", "|", "!"].iter().any(|s| plain.contains(s));
        Style { time: !letters, logic: !signs }
    }
}

/// Prints formulas of one owner.
#[derive(Debug)]
pub struct Printer<'a> {
    refinement: &'a Refinement,
    /// The arena, which may have grown since.
    terms: &'a Terms,
    owner: Option<PartId>,
    style: Style,
}

/// Deeper formulas are not for reading.
const DEEPEST: usize = 60;

/// How tightly the parts of a formula hold together: looser ones get parentheses inside tighter ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grip {
    /// `implies`.
    Implies,
    /// `iff`.
    Iff,
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `until` and its like.
    Binary,
    /// `not`, `always` and their like.
    Unary,
    /// Comparisons.
    Compare,
    /// Sums.
    Sum,
    /// Products.
    Product,
    /// Names, numbers, and what has parentheses.
    Leaf,
}

impl<'a> Printer<'a> {
    /// A printer for the formulas of an owner.
    pub fn new(refinement: &'a Refinement, terms: &'a Terms, owner: Option<PartId>, style: Style) -> Printer<'a> {
        Printer { refinement, terms, owner, style }
    }

    /// The text of a formula; none if it is too deep.
    pub fn text(&self, term: TermId) -> Option<String> {
        self.at(term, DEEPEST).map(|(text, _)| text)
    }

    /// The text of a formula and how tightly it holds together; none if it is too deep.
    pub fn held(&self, term: TermId) -> Option<(String, Grip)> {
        self.at(term, DEEPEST)
    }

    /// Name of a variable for the owner.
    pub fn name(&self, var: VarId) -> String {
        let own = self.refinement.ports.iter().find(|p| p.var == var && p.owner == self.owner);
        own.map_or_else(|| self.terms.var(var).name.clone(), |p| p.name.clone())
    }

    fn at(&self, term: TermId, depth: usize) -> Option<(String, Grip)> {
        let depth = depth.checked_sub(1)?;
        let list = self.terms.operands(term);
        let op = self.terms.op(term);
        Some(match (op, list) {
            (Op::Var(v), _) => (self.name(v), Grip::Leaf),
            (Op::Next(v), _) => (format!("next({})", self.name(v)), Grip::Leaf),
            (Op::Const(c), _) => (show_plain(self.terms, self.terms.value(c)), Grip::Leaf),
            (Op::Ite, [c, a, b]) => {
                let part = |t: &TermId| self.at(*t, depth).map(|(text, _)| text);
                (format!("({} ? {} : {})", part(c)?, part(a)?, part(b)?), Grip::Leaf)
            }
            (Op::Neg, [a]) => (format!("-{}", self.inside(*a, Grip::Leaf, depth)?), Grip::Product),
            (Op::ToReal, [a]) => self.at(*a, depth)?,
            (Op::Not, [a]) => self.negation(*a, depth)?,
            (Op::Eq, [a, b]) if self.terms.sort(*a) == Sort::Bool => {
                let (a, b) = (self.inside(*a, Grip::Or, depth)?, self.inside(*b, Grip::Or, depth)?);
                (format!("{a} {} {b}", if self.style.logic { "iff" } else { "<->" }), Grip::Iff)
            }
            (op, [a]) => (format!("{} {}", self.prefix(op)?, self.inside(*a, Grip::Unary, depth)?), Grip::Unary),
            (Op::Le | Op::Lt, [a, b]) if self.terms.constant(*a).is_some() => {
                let (a, b) = (self.inside(*a, Grip::Sum, depth)?, self.inside(*b, Grip::Sum, depth)?);
                (format!("{b} {} {a}", if op == Op::Le { ">=" } else { ">" }), Grip::Compare)
            }
            (op, list) => {
                let (sign, grip) = self.infix(op)?;
                let parts: Vec<String> =
                    list.iter().map(|t| self.inside(*t, above(grip), depth)).collect::<Option<_>>()?;
                (parts.join(&format!(" {sign} ")), grip)
            }
        })
    }

    /// Negated comparisons are comparisons.
    fn negation(&self, term: TermId, depth: usize) -> Option<(String, Grip)> {
        let sign = match self.terms.op(term) {
            Op::Lt => Some((">=", "<=")),
            Op::Le => Some((">", "<")),
            Op::Eq if self.terms.operands(term).first().is_some_and(|t| self.terms.sort(*t) != Sort::Bool) => {
                Some(("!=", "!="))
            }
            _ => None,
        };
        if let (Some((sign, turned)), [a, b]) = (sign, self.terms.operands(term)) {
            let is_turned = self.terms.constant(*a).is_some();
            let (a, b, sign) = if is_turned { (b, a, turned) } else { (a, b, sign) };
            let (a, b) = (self.inside(*a, Grip::Sum, depth)?, self.inside(*b, Grip::Sum, depth)?);
            return Some((format!("{a} {sign} {b}"), Grip::Compare));
        }
        let inner = self.inside(term, Grip::Unary, depth)?;
        let word = if self.style.logic { "not " } else { "!" };
        Some((format!("{word}{inner}"), Grip::Unary))
    }

    fn inside(&self, term: TermId, least: Grip, depth: usize) -> Option<String> {
        let (text, grip) = self.at(term, depth)?;
        Some(if grip < least { format!("({text})") } else { text })
    }

    fn prefix(&self, op: Op) -> Option<&'static str> {
        let (word, symbol) = match op {
            Op::X => ("then", "X"),
            Op::F => ("in the future", "F"),
            Op::G => ("always", "G"),
            Op::Y => ("previously", "Y"),
            Op::Z => ("Z", "Z"),
            Op::O => ("in the past", "O"),
            Op::H => ("historically", "H"),
            _ => return None,
        };
        Some(if self.style.time { word } else { symbol })
    }

    fn infix(&self, op: Op) -> Option<(&'static str, Grip)> {
        let pick = |word: &'static str, symbol: &'static str| if self.style.logic { word } else { symbol };
        let when = |word: &'static str, symbol: &'static str| if self.style.time { word } else { symbol };
        Some(match op {
            Op::And => (pick("and", "&"), Grip::And),
            Op::Or => (pick("or", "|"), Grip::Or),
            Op::Xor => ("xor", Grip::Or),
            Op::Implies => (pick("implies", "->"), Grip::Implies),
            Op::Eq => ("=", Grip::Compare),
            Op::Lt => ("<", Grip::Compare),
            Op::Le => ("<=", Grip::Compare),
            Op::Add => ("+", Grip::Sum),
            Op::Sub => ("-", Grip::Sum),
            Op::Mul => ("*", Grip::Product),
            Op::Div(_) | Op::RealDiv => ("/", Grip::Product),
            Op::Mod(_) => ("mod", Grip::Product),
            Op::U => (when("until", "U"), Grip::Binary),
            Op::R => (when("releases", "V"), Grip::Binary),
            Op::S => (when("since", "S"), Grip::Binary),
            Op::T => (when("triggered", "T"), Grip::Binary),
            _ => return None,
        })
    }
}

/// The operands of a connective hold together more tightly than it does.
fn above(grip: Grip) -> Grip {
    match grip {
        Grip::Implies | Grip::Iff => Grip::Or,
        Grip::Or => Grip::And,
        Grip::And => Grip::Binary,
        Grip::Binary => Grip::Unary,
        Grip::Unary => Grip::Unary,
        Grip::Compare => Grip::Sum,
        Grip::Sum => Grip::Product,
        Grip::Product | Grip::Leaf => Grip::Leaf,
    }
}
