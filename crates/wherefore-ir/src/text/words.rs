//! The words of the text form: tables of operators, read in both directions. Most words are those of SMT-LIB.

use crate::{FloatFormat, Op, Rounding};

/// Operators without parameters whose word is that of SMT-LIB.
pub const SMT_LIB: &[(Op, &str)] = &[
    (Op::Not, "not"),
    (Op::And, "and"),
    (Op::Or, "or"),
    (Op::Xor, "xor"),
    (Op::Implies, "=>"),
    (Op::Ite, "ite"),
    (Op::Eq, "="),
    (Op::Lt, "<"),
    (Op::Le, "<="),
    (Op::Add, "+"),
    (Op::Sub, "-"),
    (Op::Mul, "*"),
    (Op::ToReal, "to_real"),
    (Op::BvNot, "bvnot"),
    (Op::BvAnd, "bvand"),
    (Op::BvOr, "bvor"),
    (Op::BvXor, "bvxor"),
    (Op::BvNeg, "bvneg"),
    (Op::BvAdd, "bvadd"),
    (Op::BvSub, "bvsub"),
    (Op::BvMul, "bvmul"),
    (Op::BvUdiv, "bvudiv"),
    (Op::BvUrem, "bvurem"),
    (Op::BvSdiv, "bvsdiv"),
    (Op::BvSrem, "bvsrem"),
    (Op::BvShl, "bvshl"),
    (Op::BvLshr, "bvlshr"),
    (Op::BvAshr, "bvashr"),
    (Op::BvConcat, "concat"),
    (Op::BvUlt, "bvult"),
    (Op::BvUle, "bvule"),
    (Op::BvSlt, "bvslt"),
    (Op::BvSle, "bvsle"),
];

/// Other operators without parameters, and their words.
const OPERATORS: &[(Op, &str)] = &[
    (Op::Neg, "neg"),
    (Op::Div(Rounding::Truncate), "div_trunc"),
    (Op::Mod(Rounding::Truncate), "mod_trunc"),
    (Op::Div(Rounding::Euclid), "div_euclid"),
    (Op::Mod(Rounding::Euclid), "mod_euclid"),
    (Op::RealDiv, "/"),
    (Op::Floor, "floor"),
    (Op::FpEq, "fp_eq"),
    (Op::FpFinite, "fp_finite"),
    (Op::ToFloat(FloatFormat::Single), "to_float32"),
    (Op::ToFloat(FloatFormat::Double), "to_float64"),
    (Op::BvToNat, "bv_to_nat"),
    (Op::BvToInt, "bv_to_int"),
    (Op::X, "X"),
    (Op::F, "F"),
    (Op::G, "G"),
    (Op::U, "U"),
    (Op::R, "R"),
    (Op::Y, "Y"),
    (Op::Z, "Z"),
    (Op::O, "O"),
    (Op::H, "H"),
    (Op::S, "S"),
    (Op::T, "T"),
    (Op::EX, "EX"),
    (Op::AX, "AX"),
    (Op::EF, "EF"),
    (Op::AF, "AF"),
    (Op::EG, "EG"),
    (Op::AG, "AG"),
    (Op::EU, "EU"),
    (Op::AU, "AU"),
];

/// All operators without parameters, and their words.
fn operators() -> impl Iterator<Item = &'static (Op, &'static str)> {
    SMT_LIB.iter().chain(OPERATORS)
}

/// The head of a compound term: the operator's word and its parameters.
pub(super) fn head(op: Op) -> String {
    match op {
        Op::BvExtract { hi, lo } => format!("extract {hi} {lo}"),
        Op::BvZeroExtend(n) => format!("zero_extend {n}"),
        Op::BvSignExtend(n) => format!("sign_extend {n}"),
        Op::IntToBv(n) => format!("int_to_bv {n}"),
        op => operators().find(|(o, _)| *o == op).map_or_else(|| format!("{op:?}"), |(_, w)| (*w).to_owned()),
    }
}

/// The operator of a word, given how to read its parameters.
pub(super) fn operator(word: &str, mut parameter: impl FnMut() -> Option<u32>) -> Option<Op> {
    Some(match word {
        "extract" => Op::BvExtract { hi: parameter()?, lo: parameter()? },
        "zero_extend" => Op::BvZeroExtend(parameter()?),
        "sign_extend" => Op::BvSignExtend(parameter()?),
        "int_to_bv" => Op::IntToBv(parameter()?),
        word => operators().find(|(_, w)| *w == word)?.0,
    })
}

/// Words that cannot stand bare where a name is expected.
pub(super) fn is_bare_name(name: &str) -> bool {
    let mut chars = name.chars();
    let first = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first
        && chars.all(|c| c.is_ascii_alphanumeric() || "_.$#-[]".contains(c))
        && !matches!(name, "true" | "false" | "element" | "text" | "at" | "parent" | "declared" | "message")
}

/// A name as it stands in the text: bare if it can be, else quoted.
pub(super) fn name(name: &str) -> String {
    if is_bare_name(name) { name.to_owned() } else { quote(name) }
}

/// A quoted string.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
