//! Operators between two operands, as all languages have them, and which replaces which.

use super::Operator;

/// An operator that can be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
    Add,
    Sub,
    Mul,
    /// `/`, whatever it is in the language.
    Div,
    /// The division of integers, where it is written differently.
    IntDiv,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Xor,
    Implies,
    Iff,
    /// Equal to `Iff` in another spelling; it is replaced, and never a replacement.
    Xnor,
}

const ARITHMETIC: &[Infix] = &[Infix::Add, Infix::Sub, Infix::Mul, Infix::Div, Infix::IntDiv, Infix::Mod];
const RELATIONAL: &[Infix] = &[Infix::Eq, Infix::Ne, Infix::Lt, Infix::Le, Infix::Gt, Infix::Ge];
const LOGIC: &[Infix] = &[Infix::And, Infix::Or, Infix::Xor, Infix::Implies, Infix::Iff];

impl Infix {
    /// The mutation operator that replaces it.
    pub fn replaced_by(self) -> Operator {
        if ARITHMETIC.contains(&self) {
            Operator::Aor
        } else if RELATIONAL.contains(&self) {
            Operator::Ror
        } else {
            Operator::Lor
        }
    }

    /// Replacements, in a fixed order; a language may lack some.
    pub fn replacements(self) -> impl Iterator<Item = Infix> {
        let (table, same) = match self.replaced_by() {
            Operator::Aor => (ARITHMETIC, self),
            Operator::Ror => (RELATIONAL, self),
            _ if self == Infix::Xnor => (LOGIC, Infix::Iff),
            _ => (LOGIC, self),
        };
        table.iter().copied().filter(move |other| *other != same)
    }

    /// The comparison that is true where this one is false.
    pub fn opposite(self) -> Option<Infix> {
        match self {
            Infix::Eq => Some(Infix::Ne),
            Infix::Ne => Some(Infix::Eq),
            Infix::Lt => Some(Infix::Ge),
            Infix::Ge => Some(Infix::Lt),
            Infix::Le => Some(Infix::Gt),
            Infix::Gt => Some(Infix::Le),
            _ => None,
        }
    }

    /// Whether it takes Boolean values.
    pub fn is_logic(self) -> bool {
        self.replaced_by() == Operator::Lor
    }

    /// Whether its value is Boolean.
    pub fn is_condition(self) -> bool {
        self.replaced_by() != Operator::Aor
    }

    /// Whether `(a this b) other c` can be bracketed the other way, and may then mean something else. Comparisons cannot:
    /// their values are not what they compare. Where one logic operator stands twice it means the same, `->` excepted; where
    /// an arithmetic one does, rounding may differ.
    pub fn shifts_with(self, other: Infix) -> bool {
        let class = self.replaced_by();
        let alike = matches!(self, Infix::And | Infix::Or | Infix::Xor | Infix::Iff | Infix::Xnor) && self == other;
        class == other.replaced_by() && class != Operator::Ror && !alike
    }
}
