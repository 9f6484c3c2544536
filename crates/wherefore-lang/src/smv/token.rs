//! Tokens of SMV.
//!
//! A token is a kind and a byte range; its text is looked up in the source when it is needed. Type names and
//! built-in functions (`boolean`, `word`, `count`, `extend`, ...) are ordinary identifiers here: the parser recognises
//! them by position, so that an old model with a variable called `count` still loads.

/// Declares the token kinds whose spelling is fixed, and the tables between kind and spelling.
macro_rules! fixed_tokens {
    (keywords { $($keyword:ident $word:literal,)* } symbols { $($symbol:ident $sign:literal,)* }) => {
        /// Kind of a token.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            /// A name.
            Ident,
            /// Decimal digits.
            Int,
            /// A decimal fraction, possibly with an exponent.
            Real,
            /// A fraction written `f'1/3`.
            Fraction,
            /// A word constant such as `0ud8_17`.
            Word,
            /// Digits run into letters: neither number nor name.
            BadNumber,
            /// A character that begins no token.
            Unknown,
            /// A line of the C preprocessor other than a line mark.
            Directive,
            /// A block comment without its end.
            OpenComment,
            /// The keyword of a section that is known and not supported.
            ForeignSection,
            /// The end of the text.
            End,
            $(#[doc = concat!("`", $word, "`")] $keyword,)*
            $(#[doc = concat!("`", $sign, "`")] $symbol,)*
        }

        impl Kind {
            /// The keyword with this spelling.
            pub fn keyword(word: &str) -> Option<Kind> {
                match word {
                    $($word => Some(Kind::$keyword),)*
                    _ => None,
                }
            }

            /// The spelling of a keyword or symbol.
            pub fn spelling(self) -> Option<&'static str> {
                match self {
                    $(Kind::$keyword => Some($word),)*
                    $(Kind::$symbol => Some($sign),)*
                    _ => None,
                }
            }
        }
    };
}

fixed_tokens! {
    keywords {
        Module "MODULE", Var "VAR", Ivar "IVAR", FrozenVar "FROZENVAR", Fun "FUN", Define "DEFINE", MDefine "MDEFINE",
        Constants "CONSTANTS", Assign "ASSIGN", Init "INIT", Invar "INVAR", Trans "TRANS", Fairness "FAIRNESS",
        Justice "JUSTICE", Compassion "COMPASSION", InvarSpec "INVARSPEC", CtlSpec "CTLSPEC", Spec "SPEC",
        LtlSpec "LTLSPEC", PslSpec "PSLSPEC", Compute "COMPUTE", Isa "ISA", Name "NAME", In "IN", Pred "PRED",
        Mirror "MIRROR", Min "MIN", Max "MAX",
        True "TRUE", False "FALSE", SelfName "self", Case "case", Esac "esac", Next "next", InitOf "init",
        Process "process", Array "array", Of "of", Mod "mod", Union "union", Member "in", Xor "xor", Xnor "xnor",
        X "X", Y "Y", Z "Z", G "G", H "H", F "F", O "O", U "U", S "S", V "V", T "T", A "A", E "E",
        Ex "EX", Ax "AX", Ef "EF", Af "AF", Eg "EG", Ag "AG",
        Ebf "EBF", Abf "ABF", Ebg "EBG", Abg "ABG", Bu "BU",
    }
    symbols {
        Not "!", And "&", Or "|", Implies "->", Iff "<->", Eq "=", Ne "!=", Lt "<", Le "<=", Gt ">", Ge ">=",
        Plus "+", Minus "-", Star "*", Slash "/", Concat "::", ShiftLeft "<<", ShiftRight ">>",
        LParen "(", RParen ")", LBrace "{", RBrace "}", LBracket "[", RBracket "]",
        Comma ",", Semi ";", Colon ":", Becomes ":=", Question "?", Dot ".", DotDot "..",
    }
}

/// The keywords of sections that are supported, for suggestions.
pub const SECTIONS: &[&str] = &[
    "MODULE",
    "VAR",
    "IVAR",
    "FROZENVAR",
    "DEFINE",
    "CONSTANTS",
    "ASSIGN",
    "INIT",
    "INVAR",
    "TRANS",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "INVARSPEC",
    "CTLSPEC",
    "SPEC",
    "LTLSPEC",
    "PSLSPEC",
    "COMPUTE",
];

/// The keywords of sections that are known and not supported, each with what it is.
pub const FOREIGN_SECTIONS: &[(&str, &str)] = &[
    ("CONSTRAINT", "the section CONSTRAINT"),
    ("PREDICATES", "a list of predicates"),
    ("PARSYNTH", "the synthesis of parameters (PARSYNTH)"),
    ("URGENT", "URGENT of timed nuXmv"),
    ("GAME", "a game between two players"),
    ("PLAYER_1", "a game between two players"),
    ("PLAYER_2", "a game between two players"),
    ("REACHTARGET", "a goal of a game"),
    ("AVOIDTARGET", "a goal of a game"),
    ("REACHDEADLOCK", "a goal of a game"),
    ("AVOIDDEADLOCK", "a goal of a game"),
    ("BUCHIGAME", "a goal of a game"),
    ("LTLGAME", "a goal of a game"),
    ("GENREACTIVITY", "a goal of a game"),
    ("SIMPWFF", "a formula of the command line"),
    ("NEXTWFF", "a formula of the command line"),
    ("CTLWFF", "a formula of the command line"),
    ("LTLWFF", "a formula of the command line"),
    ("PSLWFF", "a formula of the command line"),
    ("COMPWFF", "a formula of the command line"),
];

/// Whether a word of the language begins a section of a module or a module, supported or not.
pub fn begins_section(word: &str) -> bool {
    Kind::keyword(word).is_some_and(Kind::begins_section) || FOREIGN_SECTIONS.iter().any(|(name, _)| *name == word)
}

impl Kind {
    /// Whether it begins a section of a module or a module: the places where the parser finds its feet again.
    pub fn begins_section(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Module | Var | Ivar | FrozenVar | Fun | Define | MDefine | Constants | Assign | Init | Invar | Trans
        ) || matches!(
            self,
            Fairness | Justice | Compassion | InvarSpec | CtlSpec | Spec | LtlSpec | PslSpec | Compute | Isa | Pred
        ) || matches!(self, Mirror | ForeignSection | End)
    }
}

/// A token of SMV.
pub type Token = wherefore_syntax::Token<Kind>;

impl wherefore_syntax::Kind for Kind {
    const END: Kind = Kind::End;
    const WORD: Kind = Kind::Ident;

    fn written(self) -> &'static str {
        self.spelling().unwrap_or("?")
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, SECTIONS, begins_section};

    #[test]
    fn every_section_that_is_suggested_begins_one() {
        assert!(SECTIONS.iter().all(|word| Kind::keyword(word).is_some_and(Kind::begins_section)));
        assert!(begins_section("PSLSPEC") && begins_section("MIRROR") && begins_section("GAME"));
        assert!(!begins_section("NAME") && !begins_section("case") && !begins_section("x"));
    }
}
