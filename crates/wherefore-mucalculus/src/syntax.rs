//! A formula as it is written, with the definitions before it.

use wherefore_diag::Span;

/// A formula and its definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Sorts, constructors and functions that are defined before the formula.
    pub definitions: Definitions,
    /// The formula.
    pub formula: Formula,
}

/// Definitions of data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Definitions {
    /// Other names of sorts: `sort Id = Nat;`
    pub aliases: Vec<(String, String)>,
    /// Constructors with their sort, and whether they are values without arguments.
    pub constructors: Vec<Constructor>,
    /// Functions that are declared.
    pub functions: Vec<String>,
    /// Variables of equations.
    pub variables: Vec<String>,
    /// Equations, in the order in which they are tried.
    pub equations: Vec<Equation>,
}

/// A constructor of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: String,
    /// The names of its projections; empty where there is none.
    pub projections: Vec<String>,
    /// The name of its recogniser.
    pub recogniser: Option<String>,
}

/// An equation that is used from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// When it may be used.
    pub condition: Option<Data>,
    /// The left side.
    pub left: Data,
    /// The right side.
    pub right: Data,
}

/// A formula with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// What it is.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// `true`
    True,
    /// `false`
    False,
    /// `val(b)`
    Val(Data),
    /// `!F`
    Not(Box<Formula>),
    /// `F && F`
    And(Vec<Formula>),
    /// `F || F`
    Or(Vec<Formula>),
    /// `F => F`
    Implies(Box<Formula>, Box<Formula>),
    /// `[R] F`
    Box(Regular, Box<Formula>),
    /// `<R> F`
    Diamond(Regular, Box<Formula>),
    /// `forall x: S . F` if universal, else `exists`
    Quantifier(bool, Vec<Variable>, Box<Formula>),
    /// `nu X(..) . F` if greatest, else `mu`
    Fixpoint {
        /// Whether it is the greatest.
        greatest: bool,
        /// The variable.
        name: String,
        /// Its parameters with their first values.
        parameters: Vec<(Variable, Data)>,
        /// The body.
        body: Box<Formula>,
    },
    /// `X(..)`
    Use(String, Vec<Data>),
    /// `<R> @`: R can be repeated for ever.
    Loop(Regular),
    /// `[R] -|`: R cannot be repeated for ever.
    Saturation(Regular),
    /// `inevitable A`
    Inevitable(Action),
    /// `A [F {a} U F]` and `A [F {a} U {b} F]`, or `E [..]`: along steps with labels in `a` or hidden ones.
    Until {
        /// Whether all runs do it, or some.
        all: bool,
        /// The formula before the end.
        left: Box<Formula>,
        /// The labels before the end.
        along: Action,
        /// The labels of the last step, if there must be one.
        last: Option<Action>,
        /// The formula at the end.
        right: Box<Formula>,
    },
    /// `ltl L`: all runs from here that end nowhere where they could go on.
    Runs(Linear),
}

/// A formula about a run, in LTL, with its place.
///
/// Formulas are true at steps of a run; a run that ends has no step behind its last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// What it is.
    pub kind: LinearKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of a formula about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearKind {
    /// `true`
    True,
    /// `false`
    False,
    /// `{a}`: the label of this step is in the set.
    Action(Action),
    /// `!L`
    Not(Box<Linear>),
    /// `L && L`
    And(Vec<Linear>),
    /// `L || L`
    Or(Vec<Linear>),
    /// `X L`: there is a next step and L is true there; `WX L`, which is weak: if there is one.
    Next(bool, Box<Linear>),
    /// `L U L`; `F L` has `true` on the left.
    Until(Box<Linear>, Box<Linear>),
    /// `L R L`: the right side up to the first step with both, or for ever; `G L` has `false` on the left.
    Release(Box<Linear>, Box<Linear>),
}

/// A regular formula with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// What it is.
    pub kind: RegularKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of a regular formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegularKind {
    /// `nil`
    Empty,
    /// One step.
    Action(Action),
    /// `R . R`
    Sequence(Vec<Regular>),
    /// `R + R`, in MCL `R | R`
    Choice(Vec<Regular>),
    /// `R*`, `R+`, `R?`, `R{n}`, `R{n ... m}`: at least and at most so often.
    Repeat(Box<Regular>, u32, Option<u32>),
}

/// An action formula with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it is.
    pub kind: ActionKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of an action formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Every label.
    True,
    /// No label.
    False,
    /// `val(b)`
    Val(Data),
    /// `"label"`, letter by letter.
    Label(String),
    /// `'pattern'` of CADP.
    Pattern(String),
    /// `a(1)|b`; without parts the internal action.
    Multi(Vec<(String, Vec<Data>)>),
    /// `{G ?x:Nat !1 where b}`; the variables are bound in what follows too.
    Offers {
        /// The gate.
        gate: String,
        /// Offers, in order.
        offers: Vec<Offer>,
        /// Whether others may follow: `...`
        open: bool,
        /// The condition on the values.
        condition: Option<Data>,
    },
    /// `!A`
    Not(Box<Action>),
    /// `A && A`
    And(Vec<Action>),
    /// `A || A`
    Or(Vec<Action>),
    /// `A => A`
    Implies(Box<Action>, Box<Action>),
    /// `forall x: S . A` if universal, else `exists`
    Quantifier(bool, Vec<Variable>, Box<Action>),
}

/// An offer of MCL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// `!e`
    Value(Data),
    /// `?x:S`
    Variable(Variable),
    /// `?any`
    Any,
}

/// A variable with its sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// The sort, as it is written without blanks.
    pub sort: String,
    /// Where it is declared.
    pub span: Span,
}

/// Data with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// What it is.
    pub kind: DataKind,
    /// Where it stands.
    pub span: Span,
}

/// Forms of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(i64),
    /// A name with arguments, or without.
    Apply(String, Vec<Data>),
    /// A prefix or infix operator.
    Operator(Operator, Vec<Data>),
    /// `[a, b]`
    List(Vec<Data>),
    /// `{a, b}`
    Set(Vec<Data>),
    /// `forall x: S . b` if universal, else `exists`
    Quantifier(bool, Vec<Variable>, Box<Data>),
}

/// Operators on data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is its sign")]
pub enum Operator {
    Implies,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    Prepend,
    Append,
    Concat,
    Add,
    Subtract,
    Div,
    Mod,
    Multiply,
    At,
    Not,
    Negate,
    Size,
}
