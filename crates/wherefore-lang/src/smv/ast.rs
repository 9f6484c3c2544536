//! The syntax tree of an SMV file, exactly as written: nothing is resolved, typed or simplified.
//!
//! Expressions and types live in arenas and refer to each other by number, so a tree of any depth is dropped without
//! recursion. Operators of one binding level that stand in a row, such as `a + b - c`, are one [`Expr::Chain`], so a
//! conjunction of a million operands is one node and no later stage recurses over it.

mod operator;

pub use operator::{Binary, Function, Quantifier, Unary};

use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxBuildHasher;
use wherefore_diag::Span;
use wherefore_ir::QuantityKind;

/// An interned name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(pub u32);

/// Index of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// Index of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// A name and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub symbol: Symbol,
    /// Where it stands.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its modules in order.
    pub modules: Vec<Module>,
    names: IndexSet<String, FxBuildHasher>,
    exprs: Vec<(Expr, Span)>,
    types: Vec<(Type, Span)>,
}

impl File {
    /// The number of a name, made if need be.
    pub fn intern(&mut self, name: &str) -> Symbol {
        match self.names.get_index_of(name) {
            Some(index) => Symbol(index as u32),
            None => Symbol(self.names.insert_full(name.to_owned()).0 as u32),
        }
    }

    /// The number of a name that occurs in the file.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(|i| Symbol(i as u32))
    }

    /// Whether some name has dots in it, as in a model that was made flat.
    pub fn has_dotted_names(&self) -> bool {
        self.names.iter().any(|name| name.contains('.'))
    }

    /// The names of a path, the last one first.
    fn path_names(&self, path: ExprId) -> Option<Vec<Symbol>> {
        let mut names = Vec::new();
        let mut at = path;
        while let Expr::Dot(base, member) = self.expr(at) {
            names.push(member.symbol);
            at = *base;
        }
        let Expr::Name(first) = self.expr(at) else { return None };
        names.push(*first);
        Some(names)
    }

    /// The name that a path begins with.
    pub fn first_name(&self, path: ExprId) -> Option<Symbol> {
        self.path_names(path)?.last().copied()
    }

    /// A path as one name with dots.
    pub fn path_text(&self, path: ExprId) -> Option<String> {
        let names = self.path_names(path)?;
        Some(names.iter().rev().map(|s| self.name(*s)).collect::<Vec<_>>().join("."))
    }

    /// The spelling of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// Adds an expression.
    pub fn add_expr(&mut self, expr: Expr, span: Span) -> ExprId {
        self.exprs.push((expr, span));
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize].0
    }

    /// Where an expression stands.
    pub fn span(&self, id: ExprId) -> Span {
        self.exprs[id.0 as usize].1
    }

    /// Adds a type.
    pub fn add_type(&mut self, ty: Type, span: Span) -> TypeId {
        self.types.push((ty, span));
        TypeId(self.types.len() as u32 - 1)
    }

    /// A type.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize].0
    }

    /// Where a type stands.
    pub fn type_span(&self, id: TypeId) -> Span {
        self.types[id.0 as usize].1
    }
}

/// `MODULE name(parameters)` and its body.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: Ident,
    /// Its formal parameters.
    pub params: Vec<Ident>,
    /// Its body in order.
    pub items: Vec<Item>,
}

/// Which section declares a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarSection {
    /// `VAR`.
    State,
    /// `IVAR`.
    Input,
    /// `FROZENVAR`.
    Frozen,
}

/// Target of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignKind {
    /// `x := e`, in every state.
    Now,
    /// `init(x) := e`.
    Init,
    /// `next(x) := e`.
    Next,
}

/// Scope of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// `INIT`.
    Init,
    /// `INVAR`.
    Invar,
    /// `TRANS`.
    Trans,
    /// `FAIRNESS` or `JUSTICE`.
    Justice,
}

/// Which logic a specification is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecKind {
    /// `INVARSPEC`.
    Invariant,
    /// `CTLSPEC` or `SPEC`.
    Ctl,
    /// `LTLSPEC`.
    Ltl,
}

/// One declaration of a module body.
#[derive(Clone, Debug)]
pub enum Item {
    /// A variable or an instance.
    Var {
        /// The section it stands in.
        section: VarSection,
        /// Its name.
        name: Ident,
        /// Its type.
        ty: TypeId,
    },
    /// `name := body` in a `DEFINE` section.
    Define {
        /// The instance that gets the definition, in `instance.name := body`.
        instance: Option<ExprId>,
        /// Its name.
        name: Ident,
        /// Expression that the name stands for.
        body: ExprId,
    },
    /// Names in a `CONSTANTS` section.
    Constants(Vec<Ident>),
    /// An equation of an `ASSIGN` section.
    Assign {
        /// Target of the assignment.
        kind: AssignKind,
        /// The variable.
        target: ExprId,
        /// The value.
        value: ExprId,
        /// The whole equation.
        span: Span,
    },
    /// A constraint.
    Constraint {
        /// Scope of the constraint.
        kind: ConstraintKind,
        /// The condition.
        expr: ExprId,
    },
    /// `COMPASSION(premise, conclusion)`.
    Compassion {
        /// If this holds infinitely often,
        premise: ExprId,
        /// then so does this.
        conclusion: ExprId,
    },
    /// A specification.
    Spec {
        /// Its logic.
        kind: SpecKind,
        /// Its `NAME`.
        name: Option<Ident>,
        /// The formula.
        formula: ExprId,
        /// The instance after `IN`.
        context: Option<ExprId>,
    },
    /// `ISA module`.
    Isa(Ident),
    /// `COMPUTE MIN [from, to]` or `MAX`: a number of steps, not a verdict.
    Compute {
        /// Which number.
        kind: QuantityKind,
        /// Its `NAME`.
        name: Option<Ident>,
        /// Where paths begin.
        from: ExprId,
        /// Where they end.
        to: ExprId,
        /// The instance after `IN`.
        context: Option<ExprId>,
        /// All of it from `MIN` or `MAX` to the bracket.
        span: Span,
    },
}

/// A type as written.
#[derive(Clone, Debug)]
pub enum Type {
    /// `boolean`.
    Boolean,
    /// `integer` of nuXmv.
    Integer,
    /// `real` of nuXmv.
    Real,
    /// `low..high`.
    Range(ExprId, ExprId),
    /// `{a, b, 3}`.
    Enum(Vec<ExprId>),
    /// `[signed|unsigned] word[width]`.
    Word {
        /// Read as two's complement.
        signed: bool,
        /// How many bits.
        width: ExprId,
    },
    /// `array low..high of element`.
    Array {
        /// The first index.
        low: ExprId,
        /// The last index.
        high: ExprId,
        /// Type of the elements.
        element: TypeId,
    },
    /// `array word[width] of element` of nuXmv.
    WordArray {
        /// How many bits an index has.
        width: ExprId,
        /// Type of the elements.
        element: TypeId,
    },
    /// `module(arguments)`, perhaps after `process`.
    Instance {
        /// The module.
        module: Ident,
        /// The actual parameters.
        arguments: Vec<ExprId>,
        /// Whether `process` stands before it: in each step one process runs.
        process: bool,
    },
    /// A type that could not be read or is not supported; it has been reported.
    Error,
}

/// One `condition : value` of a case, or of a chain of `?:`.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The condition.
    pub condition: ExprId,
    /// The value.
    pub value: ExprId,
}

/// The type of an array that has one value at every index.
#[derive(Clone, Copy, Debug)]
pub enum ArrayOfType {
    /// `typeof(a)`.
    Like(ExprId),
    /// The type written out.
    Written(TypeId),
}

/// An expression as written. Numbers are boxed so that the many expressions without one stay small.
#[derive(Clone, Debug)]
pub enum Expr {
    /// `TRUE` or `FALSE`.
    Bool(bool),
    /// Decimal digits.
    Int(Box<BigInt>),
    /// A decimal or fraction.
    Real(Box<BigRational>),
    /// A word constant.
    Word {
        /// Read as two's complement.
        signed: bool,
        /// How many bits.
        width: u32,
        /// Its unsigned reading.
        bits: Box<BigUint>,
    },
    /// A name.
    Name(Symbol),
    /// `self`.
    SelfName,
    /// `base.member`.
    Dot(ExprId, Ident),
    /// `base[index]`.
    Index(ExprId, ExprId),
    /// `base[high:low]`.
    Bits(ExprId, ExprId, ExprId),
    /// An operator and its operand.
    Unary(Unary, ExprId),
    /// Operators of one binding level in a row; they group to the left, except `->`.
    Chain(ExprId, Vec<(Binary, ExprId)>),
    /// `c1 ? v1 : c2 ? v2 : otherwise`.
    Choice(Vec<Branch>, ExprId),
    /// `case ... esac`.
    Case(Vec<Branch>),
    /// `{a, b}`.
    Set(Vec<ExprId>),
    /// `[a, b]`.
    ArrayOf(Vec<ExprId>),
    /// `CONSTARRAY(typeof(a), e)` or `CONSTARRAY(array word[2] of boolean, e)`: the same value at every index.
    ConstArray(ArrayOfType, ExprId),
    /// `next(e)`.
    Next(ExprId),
    /// A built-in function applied.
    Call(Function, Vec<ExprId>),
    /// `G [low, high] e`, `EBF low..high e` and their like.
    Bounded {
        /// `G`, `F`, `H` or `O`; `EF`, `AF`, `EG` or `AG`.
        operator: Unary,
        /// From this many steps.
        low: u32,
        /// To this many; `None` for no end.
        high: Option<u32>,
        /// The operand.
        operand: ExprId,
    },
    /// `A [p U q]` or `E [p U q]`.
    PathUntil(Quantifier, ExprId, ExprId),
    /// `A [p BU 1..3 q]` or `E [p BU 1..3 q]`: the second after that many steps.
    PathUntilWithin(Quantifier, ExprId, ExprId, (u32, u32)),
    /// Expression that could not be read or is not supported; it has been reported.
    Error,
}

impl Expr {
    /// The expressions directly inside this one.
    pub fn parts(&self) -> Vec<ExprId> {
        match self {
            Expr::Bool(_) | Expr::Int(_) | Expr::Real(_) | Expr::Word { .. } => Vec::new(),
            Expr::Name(_) | Expr::SelfName | Expr::Dot(..) | Expr::Error => Vec::new(),
            Expr::Index(base, index) => vec![*base, *index],
            Expr::Bits(base, high, low) => vec![*base, *high, *low],
            Expr::Unary(_, operand) | Expr::Next(operand) | Expr::Bounded { operand, .. } => vec![*operand],
            Expr::Chain(first, rest) => std::iter::once(*first).chain(rest.iter().map(|(_, e)| *e)).collect(),
            Expr::Choice(branches, otherwise) => {
                branches.iter().flat_map(|b| [b.condition, b.value]).chain([*otherwise]).collect()
            }
            Expr::Case(branches) => branches.iter().flat_map(|b| [b.condition, b.value]).collect(),
            Expr::Set(items) | Expr::ArrayOf(items) | Expr::Call(_, items) => items.clone(),
            Expr::ConstArray(ArrayOfType::Like(array), value) => vec![*array, *value],
            Expr::ConstArray(ArrayOfType::Written(_), value) => vec![*value],
            Expr::PathUntil(_, hold, goal) | Expr::PathUntilWithin(_, hold, goal, _) => vec![*hold, *goal],
        }
    }
}
