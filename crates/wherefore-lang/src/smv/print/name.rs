//! Names that SMV can read.
//!
//! Names of a system may hold anything: `p.x`, `data[1]`, names of other languages. They are written reversibly: letters,
//! digits, `_`, `-` and `#` stand for themselves, `$` begins an escape. A name without special characters that is no
//! word of the language comes out unchanged.
//!
//! | in the system | in SMV |
//! |---|---|
//! | `p.x` | `p$px` |
//! | `data[1]` | `data$l1$r` |
//! | `$` | `$$` |
//! | any other character | `$x`, its code point in hexadecimal, `$` |
//! | nothing, or a first character that is no letter | preceded by `_$_` |
//! | a word of the language, a name with a trailing `-` | followed by `$w` |

use crate::smv::ast::Function;
use crate::smv::token::Kind;

/// Words that are reserved in NuSMV or nuXmv beyond the tokens of this front end.
const RESERVED: &[&str] = &[
    "boolean",
    "integer",
    "real",
    "word",
    "clock",
    "array",
    "of",
    "typeof",
    "READ",
    "WRITE",
    "CONSTARRAY",
    "SIMPWFF",
    "LTLWFF",
    "PSLWFF",
    "COMPWFF",
    "CTLWFF",
    "COMPID",
    "ITYPE",
    "GOTO",
    "PARSYNTH",
    "time",
    "next",
    "running",
    "FROZEN",
    "swtoint",
    "uwtoint",
    "pi",
    "exp",
    "ln",
    "sin",
    "cos",
    "tan",
    "pow",
    "asin",
    "acos",
    "atan",
    "time_since",
    "time_until",
    "noncontinuous",
    "continuous",
    "der",
    "forall",
    "exists",
    "blackbox",
    "URGENT",
];

/// The SMV identifier for a name.
pub(super) fn mangle(name: &str) -> String {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let mut out = if starts { String::new() } else { "_$_".to_owned() };
    for c in name.chars() {
        match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-' | '#' => out.push(c),
            '$' => out.push_str("$$"),
            '.' => out.push_str("$p"),
            '[' => out.push_str("$l"),
            ']' => out.push_str("$r"),
            other => out.push_str(&format!("$x{:x}$", other as u32)),
        }
    }
    if is_reserved(name) || name.ends_with('-') {
        out.push_str("$w");
    }
    out
}

fn is_reserved(name: &str) -> bool {
    Kind::keyword(name).is_some() || RESERVED.contains(&name) || Function::ALL.iter().any(|(word, _)| *word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name that an identifier was made from.
    fn restore(text: &str) -> String {
        let text = text.strip_prefix("_$_").unwrap_or(text);
        let text = text.strip_suffix("$w").filter(|t| is_reserved(t) || t.ends_with('-')).unwrap_or(text);
        let mut out = String::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match (c, if c == '$' { rest.next() } else { None }) {
                ('$', Some('$')) => out.push('$'),
                ('$', Some('p')) => out.push('.'),
                ('$', Some('l')) => out.push('['),
                ('$', Some('r')) => out.push(']'),
                ('$', _) => {
                    let code: String = rest.by_ref().take_while(|c| *c != '$').collect();
                    out.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                _ => out.push(c),
            }
        }
        out
    }

    #[test]
    fn names_are_legal_and_can_be_restored() {
        for (name, expected) in [
            ("p.x", "p$px"),
            ("data[1]", "data$l1$r"),
            ("$ok1", "_$_$$ok1"),
            ("count", "count$w"),
            ("größe", "gr$xf6$$xdf$e"),
            ("", "_$_"),
            ("a-b", "a-b"),
            ("1", "_$_1"),
        ] {
            assert_eq!(mangle(name), expected);
            assert_eq!(restore(expected), name);
        }
    }
}
