//! Instances: the expanded calls of a program, what is declared in each, and when each ticks.
//!
//! A contract written inside a node has a scope of its own that sees the streams of the node; an imported contract is expanded
//! like a call whose outputs are given too. The first scope holds the constants of the program.

use super::super::ast::{ContractItem, Expr, Goal, Name, Node, Pattern, Type};
use super::super::desugar::Body;
use super::super::types::Ty;
use super::constant::Constant;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_diag::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct ScopeId(pub u32);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct ContextId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct ClockId(pub u32);

/// The scope of the constants of the program.
pub(in super::super) const PROGRAM: ScopeId = ScopeId(0);

/// The clock that always ticks.
pub(in super::super) const BASE: ClockId = ClockId(0);

/// A leaf of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct LeafId {
    pub scope: ScopeId,
    pub stream: usize,
    pub leaf: usize,
}

/// Meaning of the names in an expression, and when it is evaluated.
#[derive(Clone, Debug)]
pub(in super::super) struct Context<'a> {
    pub scope: ScopeId,
    pub clock: ClockId,
    pub bindings: Option<Rc<Binding<'a>>>,
}

impl<'a> Context<'a> {
    /// Adds a binding.
    pub fn bind(&mut self, name: &'a str, value: Bound<'a>) {
        let outer = self.bindings.take();
        self.bindings = Some(Rc::new(Binding { name, value, outer }));
    }
}

/// A name that an expression binds: an index, a quantified variable, a part of a matched value.
#[derive(Clone, Debug)]
pub(in super::super) struct Binding<'a> {
    pub name: &'a str,
    pub value: Bound<'a>,
    pub outer: Option<Rc<Binding<'a>>>,
}

#[derive(Clone, Debug)]
pub(in super::super) enum Bound<'a> {
    /// A known scalar.
    Value(Constant, Ty),
    /// Leaves of a stream.
    Leaves(LeafId, Ty),
    /// Leaves of an expression.
    Part { expr: &'a Expr, context: ContextId, offset: usize, ty: Ty },
}

/// Condition for a clock to tick.
#[derive(Clone, Debug)]
pub(in super::super) enum Condition<'a> {
    /// The base clock: no condition.
    Base,
    /// Condition: the expression is true.
    Holds(&'a Expr, ContextId),
    /// Truth of an expression, and of none before it: branches, of which the last may have no condition.
    First { before: Rc<[&'a Expr]>, own: Option<&'a Expr>, context: ContextId, span: Span },
    /// A stream has this value.
    Case { stream: &'a Name, case: &'a Name, context: ContextId },
    /// A value matches the pattern with this index and none before.
    Matches { scrutinee: &'a Expr, cases: &'a [(Pattern, Expr)], index: usize, context: ContextId },
    /// Always, and it begins anew where this expression holds.
    Restart(&'a Expr, ContextId),
}

#[derive(Clone, Debug)]
pub(in super::super) struct Clock<'a> {
    pub faster: Option<ClockId>,
    pub condition: Condition<'a>,
    /// The context to go back to for what runs on the faster clock.
    pub outer: Option<ContextId>,
}

/// Role of a stream in its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    Input,
    Output,
    Local,
    Const,
}

/// How a stream gets its value.
#[derive(Clone, Debug)]
pub(in super::super) enum Definition<'a> {
    /// Free: nothing defines it.
    Free,
    /// By leaves of an argument, read in the caller.
    Port { expr: &'a Expr, offset: usize, context: ContextId },
    /// By leaves of an expression of its own scope.
    Value { expr: &'a Expr, offset: usize },
    /// By the body.
    Body(Rc<Body<'a>>),
}

#[derive(Clone, Debug)]
pub(in super::super) struct Stream<'a> {
    pub name: &'a Name,
    /// The type; that of a constant has no leaves until it is worked out.
    pub ty: Ty,
    pub declared: Option<&'a Type>,
    pub kind: Kind,
    pub clock: Option<&'a Expr>,
    pub definition: Definition<'a>,
    /// The initial value that a frame gives it; a stream outside frames has none.
    pub initial: Option<Rc<Body<'a>>>,
    /// Whether the stream never changes.
    pub is_frozen: bool,
}

/// Why there is a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) enum Origin {
    /// The constants of the program.
    #[default]
    Program,
    /// The main node.
    Main,
    /// A call, written here.
    Call(Span),
    /// The contract that is written in a node.
    Contract,
    /// A contract that another one imports here.
    Import(Span),
    /// A declared type: only type parameters.
    Type,
}

#[derive(Clone, Debug, Default)]
pub(in super::super) struct Scope<'a> {
    pub name: &'a str,
    pub origin: Origin,
    pub streams: Vec<Stream<'a>>,
    pub names: FxHashMap<&'a str, usize>,
    /// Type parameters.
    pub types: BTreeMap<&'a str, Ty>,
    /// Where names are looked up next.
    pub outer: Option<ScopeId>,
    /// The scope that makes the call.
    pub caller: Option<ScopeId>,
    pub context: ContextId,
    pub node: Option<&'a Node>,
    /// The items of a contract, if it is one.
    pub items: &'a [ContractItem],
    /// The scope of the node's own contract.
    pub contract: Option<ScopeId>,
    /// Imported contracts.
    pub imports: Vec<(&'a str, ScopeId)>,
    pub modes: Vec<(&'a Name, &'a [Goal])>,
}

impl Scope<'_> {
    /// The streams of a kind, in order.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = usize> + '_ {
        self.streams.iter().enumerate().filter(move |(_, s)| s.kind == kind).map(|(i, _)| i)
    }
}
