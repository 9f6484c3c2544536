//! Sorts: what a variable or a term can be.
//!
//! A bounded integer is a [`Sort::Range`]. It is a subsort of [`Sort::Int`]: arithmetic on ranges is arithmetic on
//! mathematical integers and never wraps. Whether a result fits the variable it is assigned to is an obligation that the
//! front end states and an engine proves.

/// Index of an enumeration in its [`crate::Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumId(pub u32);

/// An enumeration: its values in order. Two enumerations with the same values are the same sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EnumSort {
    /// Names of the values; a value is referred to by its index.
    pub values: Vec<String>,
}

/// The IEEE 754 formats that are provided for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FloatFormat {
    /// binary32.
    Single,
    /// binary64.
    Double,
}

impl FloatFormat {
    /// How many bits the exponent has.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
        }
    }

    /// How many binary digits a normal number has, the one that is not stored included.
    pub fn precision(self) -> u32 {
        match self {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
        }
    }

    /// How many bits a float has in all.
    pub fn width(self) -> u32 {
        self.exponent_bits() + self.precision()
    }
}

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Booleans.
    Bool,
    /// An enumeration.
    Enum(EnumId),
    /// The integers `lo..=hi`; a subsort of `Int`.
    Range {
        /// Smallest value.
        lo: i64,
        /// Largest value.
        hi: i64,
    },
    /// All integers.
    Int,
    /// All reals.
    Real,
    /// Bit-vectors of this width, at least 1; signedness lies in the operators.
    BitVec(u32),
    /// IEEE floating point.
    Float(FloatFormat),
}

impl Sort {
    /// Whether terms of this sort are integers, bounded or not.
    pub fn is_integer(self) -> bool {
        matches!(self, Sort::Range { .. } | Sort::Int)
    }

    /// Whether terms of this sort are floats.
    pub fn is_float(self) -> bool {
        matches!(self, Sort::Float(_))
    }

    /// Whether the sort has finitely many values and engines over bits take it. There are finitely many floats too, but
    /// their arithmetic is left to solvers that know it.
    pub fn is_finite(self) -> bool {
        !matches!(self, Sort::Int | Sort::Real | Sort::Float(_))
    }

    /// Whether two terms of these sorts can be compared or chosen between, and the sort of the choice.
    pub fn join(self, other: Sort) -> Option<Sort> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Sort::Range { lo: a, hi: b }, Sort::Range { lo: c, hi: d }) => {
                Some(Sort::Range { lo: a.min(c), hi: b.max(d) })
            }
            (a, b) if a.is_integer() && b.is_integer() => Some(Sort::Int),
            _ => None,
        }
    }
}
