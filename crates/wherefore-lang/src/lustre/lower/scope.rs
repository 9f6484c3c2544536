//! Scopes: what is declared in one expanded call, in a contract, or at the top of the program.
//!
//! A contract written inside a node has a scope of its own that sees the streams of the node; an imported contract is expanded
//! like a call whose outputs are given too. The first scope holds the constants of the program.

use super::super::ast::{Const, ContractItem, Equation, Goal, Name, Node, Type, Variable};
use super::super::resolve;
use super::super::types::Ty;
use super::{At, ClockId, Context, ContextId, Expr, Lowerer, ScopeId, codes};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::ElementId;
use wherefore_ir::network::{BlockId, CallId};
use wherefore_syntax::{Checked, Reported, nearest};

/// Role of a stream in its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Input,
    Output,
    Local,
    Const,
}

/// How a stream gets its value.
#[derive(Clone, Debug)]
pub(super) enum Definition<'a> {
    /// Free: nothing defines it.
    Free,
    /// By leaves of an argument, read in the caller.
    Port { expr: &'a Expr, offset: usize, context: ContextId, parent: Option<ElementId> },
    /// By leaves of an expression of its own scope.
    Value { expr: &'a Expr, offset: usize },
    /// By the body.
    Body(Rc<Body<'a>>),
}

/// Definition of one stream by a body.
#[derive(Clone, Debug)]
pub(super) enum Body<'a> {
    /// The left-hand side of an equation with this index.
    Equation(&'a Equation, usize),
    /// The first branch whose condition holds; nothing where the stream keeps its value.
    Branches { arms: Vec<(&'a Expr, Option<Rc<Body<'a>>>)>, otherwise: Option<Rc<Body<'a>>>, is_lazy: bool, span: Span },
}

/// A leaf while the network is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    Open,
    Busy,
    Failed,
    Done(BlockId),
}

#[derive(Clone, Debug)]
pub(super) struct Stream<'a> {
    pub name: &'a Name,
    pub ty: Ty,
    pub declared: Option<&'a Type>,
    pub kind: Kind,
    pub clock: Option<&'a Expr>,
    pub definition: Definition<'a>,
    /// The initial value that a frame gives it; a stream outside frames has none.
    pub initial: Option<Rc<Body<'a>>>,
    /// Whether the stream never changes.
    pub is_frozen: bool,
    pub leaves: Vec<Leaf>,
    pub element: Option<ElementId>,
}

#[derive(Clone, Debug)]
pub(super) struct Scope<'a> {
    pub streams: Vec<Stream<'a>>,
    pub names: FxHashMap<&'a str, usize>,
    /// Type parameters.
    pub types: BTreeMap<&'a str, Ty>,
    /// Where names are looked up next.
    pub outer: Option<ScopeId>,
    /// The scope that makes the call.
    pub caller: Option<ScopeId>,
    pub call: CallId,
    pub element: Option<ElementId>,
    pub context: ContextId,
    pub node: Option<&'a Node>,
    /// The items of a contract, if it is one.
    pub items: &'a [ContractItem],
    /// The scope of the node's own contract.
    pub contract: Option<ScopeId>,
    /// Imported contracts.
    pub imports: Vec<(&'a str, ScopeId)>,
    pub modes: Vec<(&'a Name, &'a [Goal])>,
    pub is_global: bool,
    /// Only type parameters.
    pub is_type: bool,
    pub name: &'a str,
}

impl<'a> Scope<'a> {
    /// The streams of a kind, in order.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = usize> + '_ {
        self.streams.iter().enumerate().filter(move |(_, s)| s.kind == kind).map(|(i, _)| i)
    }
}

impl<'a> Lowerer<'a, '_> {
    /// A new empty scope with its context.
    pub(super) fn open_scope(&mut self, name: &'a str, call: CallId, clock: ClockId) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        let context = self.add_context(Context { scope: id, clock, bindings: None });
        self.scopes.push(Scope {
            streams: Vec::new(),
            names: FxHashMap::default(),
            types: BTreeMap::new(),
            outer: None,
            caller: None,
            call,
            element: self.parent,
            context,
            node: None,
            items: &[],
            contract: None,
            imports: Vec::new(),
            modes: Vec::new(),
            is_global: false,
            is_type: false,
            name,
        });
        id
    }

    /// The constants of the program.
    pub(super) fn open_globals(&mut self) {
        let id = self.open_scope("", CallId(0), ClockId(0));
        self.scope_mut(id).is_global = true;
        let tables = self.tables;
        for c in tables.consts.values() {
            let _ = self.declare_const(id, c);
        }
    }

    /// Declares a constant. Without a value it is free and never changes.
    pub(super) fn declare_const(&mut self, scope: ScopeId, c: &'a Const) -> Checked<usize> {
        let definition = match &c.value {
            Some(expr) => Definition::Value { expr, offset: 0 },
            None => Definition::Free,
        };
        // Its type is worked out when it is needed: constants may stand in any order.
        self.declare(scope, &c.name, Ty::List(Rc::from([])), c.ty.as_ref(), Kind::Const, definition)
    }

    /// Declares a variable of a node or contract.
    pub(super) fn declare_variable(
        &mut self,
        scope: ScopeId,
        variable: &'a Variable,
        kind: Kind,
        definition: Definition<'a>,
    ) -> Checked<usize> {
        let index = self.declare(scope, &variable.name, Ty::Bool, Some(&variable.ty), kind, definition)?;
        let ty = self.resolve_type(&variable.ty, scope).map_err(|_| Reported)?;
        let size = ty.size();
        let stream = &mut self.scope_mut(scope).streams[index];
        (stream.ty, stream.leaves) = (ty, vec![Leaf::Open; size]);
        stream.clock = variable.clock.as_ref();
        Ok(index)
    }

    pub(super) fn declare(
        &mut self,
        scope: ScopeId,
        name: &'a Name,
        ty: Ty,
        declared: Option<&'a Type>,
        kind: Kind,
        definition: Definition<'a>,
    ) -> Checked<usize> {
        let target = self.scope_mut(scope);
        let index = target.streams.len();
        if let Some(before) = target.names.insert(&name.text, index) {
            let first = target.streams[before].name.span;
            resolve::duplicate(self.report, name, first);
            return Err(Reported);
        }
        let leaves = vec![Leaf::Open; ty.size()];
        let stream = Stream {
            name,
            ty,
            declared,
            kind,
            clock: None,
            definition,
            initial: None,
            is_frozen: false,
            leaves,
            element: None,
        };
        target.streams.push(stream);
        Ok(index)
    }

    /// The stream that a name means in a scope: its own, of the scopes around it, or a constant of the program.
    pub(super) fn find(&self, scope: ScopeId, name: &str) -> Option<(ScopeId, usize)> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(index) = scope.names.get(name) {
                return Some((id, *index));
            }
            next = scope.outer.or((!scope.is_global).then_some(ScopeId(0)));
        }
        None
    }

    /// The type of a stream. That of a constant without a declared type is that of its value.
    pub(super) fn stream_type(&mut self, scope: ScopeId, index: usize) -> Checked<Ty> {
        let stream = &self.scope(scope).streams[index];
        if stream.kind != Kind::Const || !stream.leaves.is_empty() {
            return Ok(stream.ty.clone());
        }
        let (name, declared, definition) = (stream.name, stream.declared, stream.definition.clone());
        if self.open.contains(&super::address(name)) {
            let headline = format!("the constant `{}` is defined by itself", name.text);
            return Err(self.error(codes::RECURSIVE, name.span, headline, "declared here"));
        }
        self.open.push(super::address(name));
        let ty = match (declared, &definition) {
            (Some(declared), _) => self.resolve_type(declared, scope),
            (None, Definition::Value { expr, .. }) => self.ty(expr, self.scope(scope).context),
            (None, _) => Err(Reported),
        };
        let checked = match (&ty, &definition, declared) {
            (Ok(ty), Definition::Value { expr, .. }, Some(_)) => {
                self.expect(expr, self.scope(scope).context, ty, name.span).map(|_| ())
            }
            _ => Ok(()),
        };
        self.open.pop();
        checked?;
        let ty = ty?;
        let size = ty.size();
        let stream = &mut self.scope_mut(scope).streams[index];
        (stream.ty, stream.leaves) = (ty.clone(), vec![Leaf::Open; size]);
        Ok(ty)
    }

    /// Reports a name that means nothing, with the one that was probably meant.
    pub(super) fn undefined_text(&mut self, name: &str, span: Span, context: ContextId) -> super::Fail {
        let scope = self.context(context).scope;
        let own = self.scope(scope).streams.iter().map(|s| s.name.text.as_str());
        let global = self.scope(ScopeId(0)).streams.iter().map(|s| s.name.text.as_str());
        let values = self.tables.constructors.keys().copied();
        let nodes = self.tables.nodes.keys().copied();
        let meant = nearest(name, own.chain(global).chain(values).chain(nodes)).map(str::to_owned);
        let headline = format!("`{name}` is not declared");
        let mut diagnostic = Diagnostic::at(codes::UNDEFINED, span, headline, "not known here");
        if let Some(meant) = meant {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        }
        self.report.push(diagnostic).into()
    }

    /// Where the expressions of a scope are read.
    pub(super) fn at(&self, scope: ScopeId) -> At {
        At::new(self.scope(scope).context)
    }
}
