//! Functions that terms cannot express: a variable stands for the value, which restrictions keep within bounds.
//!
//! Whatever is proved of such a system holds for the real function too, because its values lie within the bounds. A run is a
//! run of the model only if the variables have the values that the functions give.

use crate::{TermId, VarId};

/// A function on reals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Function {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    /// Of the ordinate and the abscissa.
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    /// The natural logarithm.
    Log,
    Log10,
    Sqrt,
    /// Of the base and the exponent.
    Pow,
}

impl Function {
    /// Every function with its name.
    pub const WORDS: &[(Function, &str)] = &[
        (Function::Sin, "sin"),
        (Function::Cos, "cos"),
        (Function::Tan, "tan"),
        (Function::Asin, "asin"),
        (Function::Acos, "acos"),
        (Function::Atan, "atan"),
        (Function::Atan2, "atan2"),
        (Function::Sinh, "sinh"),
        (Function::Cosh, "cosh"),
        (Function::Tanh, "tanh"),
        (Function::Exp, "exp"),
        (Function::Log, "log"),
        (Function::Log10, "log10"),
        (Function::Sqrt, "sqrt"),
        (Function::Pow, "pow"),
    ];

    /// The name.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(f, _)| *f == self).map_or("function", |(_, w)| w)
    }

    /// The function of this name.
    pub fn named(word: &str) -> Option<Function> {
        Self::WORDS.iter().find(|(_, w)| *w == word).map(|(f, _)| *f)
    }

    /// The value in floating point; not a number where the function is not defined.
    pub fn apply(self, arguments: &[f64]) -> f64 {
        let (x, y) = (arguments.first().copied().unwrap_or(f64::NAN), arguments.get(1).copied().unwrap_or(f64::NAN));
        match self {
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Tan => x.tan(),
            Function::Asin => x.asin(),
            Function::Acos => x.acos(),
            Function::Atan => x.atan(),
            Function::Atan2 => x.atan2(y),
            Function::Sinh => x.sinh(),
            Function::Cosh => x.cosh(),
            Function::Tanh => x.tanh(),
            Function::Exp => x.exp(),
            Function::Log => x.ln(),
            Function::Log10 => x.log10(),
            Function::Sqrt => x.sqrt(),
            Function::Pow => x.powf(y),
        }
    }
}

/// A variable that stands for the value of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The function.
    pub function: Function,
    /// Its arguments, over state and inputs of the same tick.
    pub arguments: Vec<TermId>,
    /// The variable, an input.
    pub value: VarId,
}
