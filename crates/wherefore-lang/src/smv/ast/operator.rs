//! Operators and built-in functions of the syntax tree, with their spelling.

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the spelling in `Binary::spelling` says what each is")]
pub enum Binary {
    Implies,
    Iff,
    Or,
    Xor,
    Xnor,
    And,
    Until,
    Release,
    Since,
    Triggered,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    Union,
    Range,
    ShiftLeft,
    ShiftRight,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Concat,
}

impl Binary {
    /// All operators with their spelling.
    pub const ALL: &[(&str, Binary)] = &[
        ("->", Binary::Implies),
        ("<->", Binary::Iff),
        ("|", Binary::Or),
        ("xor", Binary::Xor),
        ("xnor", Binary::Xnor),
        ("&", Binary::And),
        ("U", Binary::Until),
        ("V", Binary::Release),
        ("S", Binary::Since),
        ("T", Binary::Triggered),
        ("=", Binary::Eq),
        ("!=", Binary::Ne),
        ("<", Binary::Lt),
        ("<=", Binary::Le),
        (">", Binary::Gt),
        (">=", Binary::Ge),
        ("in", Binary::In),
        ("union", Binary::Union),
        ("..", Binary::Range),
        ("<<", Binary::ShiftLeft),
        (">>", Binary::ShiftRight),
        ("+", Binary::Add),
        ("-", Binary::Sub),
        ("*", Binary::Mul),
        ("/", Binary::Div),
        ("mod", Binary::Mod),
        ("::", Binary::Concat),
    ];

    /// The operator as written.
    pub fn spelling(self) -> &'static str {
        Binary::ALL.iter().find(|(_, b)| *b == self).map_or("", |(s, _)| s)
    }
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the spelling in `Unary::spelling` says what each is")]
pub enum Unary {
    Not,
    Neg,
    X,
    F,
    G,
    Y,
    Z,
    O,
    H,
    Ex,
    Ax,
    Ef,
    Af,
    Eg,
    Ag,
}

impl Unary {
    /// The operator as written.
    pub fn spelling(self) -> &'static str {
        use Unary::*;
        match self {
            Not => "!",
            Neg => "-",
            X => "X",
            F => "F",
            G => "G",
            Y => "Y",
            Z => "Z",
            O => "O",
            H => "H",
            Ex => "EX",
            Ax => "AX",
            Ef => "EF",
            Af => "AF",
            Eg => "EG",
            Ag => "AG",
        }
    }
}

/// A path quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `A`.
    All,
    /// `E`.
    Exists,
}

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named as it is written")]
pub enum Function {
    Abs,
    Bool,
    Count,
    Extend,
    Floor,
    Max,
    Min,
    Read,
    Resize,
    Signed,
    Sizeof,
    Swconst,
    Swtoint,
    Toint,
    Unsigned,
    Uwconst,
    Uwtoint,
    Word1,
    Write,
}

impl Function {
    /// All functions with their spelling.
    pub const ALL: &[(&str, Function)] = &[
        ("READ", Function::Read),
        ("WRITE", Function::Write),
        ("abs", Function::Abs),
        ("bool", Function::Bool),
        ("count", Function::Count),
        ("extend", Function::Extend),
        ("floor", Function::Floor),
        ("max", Function::Max),
        ("min", Function::Min),
        ("resize", Function::Resize),
        ("signed", Function::Signed),
        ("sizeof", Function::Sizeof),
        ("swconst", Function::Swconst),
        ("swtoint", Function::Swtoint),
        ("toint", Function::Toint),
        ("unsigned", Function::Unsigned),
        ("uwconst", Function::Uwconst),
        ("uwtoint", Function::Uwtoint),
        ("word1", Function::Word1),
    ];

    /// The function as written.
    pub fn spelling(self) -> &'static str {
        Function::ALL.iter().find(|(_, f)| *f == self).map_or("", |(s, _)| s)
    }
}
