//! Types of expressions during lowering.
//!
//! An integer type is an interval, so typing is at the same time the interval analysis that decides which range checks
//! are needed. A symbolic type is the ordered list of values an expression can have; integers may stand among the
//! symbols, because SMV lets `{0, 1, idle}` be a type and `case c : 0; TRUE : idle; esac` be an expression.

use super::ast::{File, Symbol};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
pub(super) use wherefore_ir::Interval;

/// One value of a symbolic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Member {
    Name(Symbol),
    Int(i64),
}

/// The values of a symbolic type, in order. Copies share them; an enumeration may have thousands.
#[derive(Clone, Debug)]
pub(super) struct Symbols(Rc<IndexSet<Member, FxBuildHasher>>);

impl Symbols {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Member> + '_ {
        self.0.iter().copied()
    }

    pub fn contains(&self, member: Member) -> bool {
        self.0.contains(&member)
    }

    pub fn position(&self, member: Member) -> Option<usize> {
        self.0.get_index_of(&member)
    }

    /// These values and those of another type that are not among them.
    fn with(mut self, other: &Symbols) -> Symbols {
        if !other.iter().all(|m| self.contains(m)) {
            Rc::make_mut(&mut self.0).extend(other.iter());
        }
        self
    }
}

impl FromIterator<Member> for Symbols {
    fn from_iter<I: IntoIterator<Item = Member>>(members: I) -> Symbols {
        Symbols(Rc::new(members.into_iter().collect()))
    }
}

impl PartialEq for Symbols {
    fn eq(&self, other: &Symbols) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || (self.0.len() == other.0.len() && self.iter().eq(other.iter()))
    }
}

impl Eq for Symbols {}

impl Hash for Symbols {
    /// The ends tell lists apart well enough, and the whole would be read for every value of an enumeration.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.len(), self.0.first(), self.0.last()).hash(state);
    }
}

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int(Interval),
    Real,
    Word {
        signed: bool,
        width: u32,
    },
    Symbolic(Symbols),
    Array,
    /// An array whose indices are the words of this width.
    WordArray {
        width: u32,
    },
}

/// The largest integer range that is mixed with symbols.
pub(super) const LARGEST_MIX: i64 = 4096;

impl Ty {
    pub fn range(lo: i64, hi: i64) -> Ty {
        Ty::Int(Interval::new(lo, hi))
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Ty::Array | Ty::WordArray { .. })
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Ty::Int(_))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Ty::Int(_) | Ty::Real)
    }

    /// The values of a symbolic type, or of an integer range small enough to be listed among symbols.
    pub fn members(&self) -> Option<Symbols> {
        match self {
            Ty::Symbolic(list) => Some(list.clone()),
            Ty::Int(interval) => {
                let (lo, hi) = interval.bounds()?;
                (hi.checked_sub(lo)? < LARGEST_MIX).then(|| (lo..=hi).map(Member::Int).collect())
            }
            _ => None,
        }
    }

    /// The type of an expression that can be either; `None` if there is no such type.
    pub fn join(&self, other: &Ty) -> Option<Ty> {
        self.clone().joined(other)
    }

    /// As [`join`](Self::join); a list of values that no other type shares grows in place.
    pub fn joined(self, other: &Ty) -> Option<Ty> {
        match (self, other) {
            (Ty::Symbolic(a), Ty::Symbolic(b)) => Some(Ty::Symbolic(a.with(b))),
            (a, b) if a == *b => Some(a),
            (Ty::Int(a), Ty::Int(b)) => Some(Ty::Int(a.hull(*b))),
            (Ty::Int(_), Ty::Real) | (Ty::Real, Ty::Int(_)) => Some(Ty::Real),
            (Ty::Symbolic(a), b @ Ty::Int(_)) => Some(Ty::Symbolic(a.with(&b.members()?))),
            (a @ Ty::Int(_), Ty::Symbolic(b)) => Some(Ty::Symbolic(a.members()?.with(b))),
            _ => None,
        }
    }

    /// The type in the words of a message.
    pub fn describe(&self, file: &File) -> String {
        match self {
            Ty::Bool => "boolean".to_owned(),
            Ty::Int(Interval { lo: Some(lo), hi: Some(hi) }) if lo == hi => format!("the integer {lo}"),
            Ty::Int(Interval { lo: Some(lo), hi: Some(hi) }) => format!("{lo}..{hi}"),
            Ty::Int(_) => "integer".to_owned(),
            Ty::Real => "real".to_owned(),
            Ty::Word { signed: true, width } => format!("signed word[{width}]"),
            Ty::Word { signed: false, width } => format!("unsigned word[{width}]"),
            Ty::Symbolic(list) => {
                let mut names: Vec<String> = list.iter().take(8).map(|m| m.text(file)).collect();
                if list.iter().len() > 8 {
                    names.push("...".to_owned());
                }
                format!("{{{}}}", names.join(", "))
            }
            Ty::Array => "an array".to_owned(),
            Ty::WordArray { width } => format!("an array indexed by word[{width}]"),
        }
    }
}

impl Member {
    /// The value as written.
    pub fn text(self, file: &File) -> String {
        match self {
            Member::Name(symbol) => file.name(symbol).to_owned(),
            Member::Int(value) => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_mix_symbols_and_integers() {
        let idle = Ty::Symbolic([Member::Name(Symbol(0))].into_iter().collect());
        let mixed = idle.join(&Ty::range(0, 1));
        assert_eq!(mixed.and_then(|t| t.members()).map(|m| m.iter().len()), Some(3));
        assert_eq!(idle.join(&Ty::Bool), None);
        assert_eq!(Ty::range(0, 1).join(&Ty::range(5, 6)), Some(Ty::range(0, 6)));
    }
}
