//! Streams on demand, leaf by leaf.

use super::super::ast::{Equation, Expr};
use super::super::check::instance::{ContextId, Definition, LeafId, ScopeId, Stream};
use super::super::codes;
use super::super::desugar::Body;
use super::super::types::Ty;
use super::{At, Built, Fail, Lowerer};
use rustc_hash::FxHashMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{ElementId, ElementKind, Op};
use wherefore_syntax::{Checked, Reported};

/// A leaf while the network is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    Busy,
    Failed,
    Done(BlockId),
}

/// Streams and expressions that were asked for, and their blocks.
#[derive(Debug, Default)]
pub(super) struct Demand {
    /// Blocks by expression, context and leaf.
    pub values: FxHashMap<(usize, ContextId, usize), BlockId>,
    /// Leaves that were asked for.
    leaves: FxHashMap<LeafId, Leaf>,
    /// Elements of the equations of streams.
    equations: FxHashMap<(ScopeId, usize), ElementId>,
    /// Leaves under construction, outermost first.
    pub stack: Vec<LeafId>,
    /// How many of them lie beyond the innermost `pre`.
    pub barrier: usize,
}

impl<'a> Lowerer<'a, '_> {
    /// The block of a leaf.
    pub(super) fn leaf(&mut self, id: LeafId) -> Built<BlockId> {
        match self.demand.leaves.get(&id) {
            Some(Leaf::Done(block)) => return Ok(*block),
            Some(Leaf::Failed) => return Err(Fail::Reported),
            Some(Leaf::Busy) => return Err(self.busy(id)),
            None if id.leaf >= self.stream(id).ty.size() => return Err(Fail::Reported),
            None => {}
        }
        self.demand.leaves.insert(id, Leaf::Busy);
        self.demand.stack.push(id);
        let (call, parent) = (self.builder.current(), self.parent);
        self.resume(id.scope);
        let built = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.build_leaf(id));
        self.builder.resume(call);
        self.parent = parent;
        self.demand.stack.pop();
        match built {
            Ok(block) => self.demand.leaves.insert(id, Leaf::Done(block)),
            Err(Fail::Reported) => self.demand.leaves.insert(id, Leaf::Failed),
            Err(Fail::Later) => self.demand.leaves.remove(&id),
        };
        built
    }

    /// The block of a leaf that has been built.
    pub(super) fn built(&self, id: LeafId) -> Option<BlockId> {
        match self.demand.leaves.get(&id) {
            Some(Leaf::Done(block)) => Some(*block),
            _ => None,
        }
    }

    /// The stream of a leaf.
    pub(super) fn stream(&self, id: LeafId) -> &Stream<'a> {
        &self.check.scope(id.scope).streams[id.stream]
    }

    /// A leaf that is under construction is asked for: that can wait beyond a `pre`, and is a loop otherwise.
    fn busy(&mut self, id: LeafId) -> Fail {
        let place = self.demand.stack.iter().rposition(|l| *l == id).unwrap_or(0);
        if place < self.demand.barrier {
            return Fail::Later;
        }
        let round: Vec<LeafId> = self.demand.stack[place..].to_vec();
        let names: Vec<String> = round.iter().map(|l| format!("`{}`", self.full_name(*l))).collect();
        let headline = match names.as_slice() {
            [only] => format!("{only} depends on itself within one tick"),
            _ => format!("{} depend on each other within one tick", names.join(", ")),
        };
        let mut spans: Vec<_> = round.iter().map(|l| self.stream(*l).name.span).collect();
        spans.dedup();
        let first = spans.first().copied().unwrap_or_default();
        let mut diagnostic = Diagnostic::at(codes::ALGEBRAIC_LOOP, first, headline, "on the loop");
        for span in spans.into_iter().skip(1).take(5) {
            diagnostic = diagnostic.label(span, "on the loop");
        }
        self.check.report.push(diagnostic).into()
    }

    /// The path and name of a leaf: `Observer/p.x`.
    pub(super) fn full_name(&mut self, id: LeafId) -> String {
        let call = self.site(id.scope).call;
        let (path, own) = (&self.builder.network().call(call).path, self.own_name(id));
        if path.is_empty() { own } else { format!("{path}/{own}") }
    }

    pub(super) fn own_name(&self, id: LeafId) -> String {
        let stream = self.stream(id);
        format!("{}{}", stream.name.text, stream.ty.suffix(id.leaf))
    }

    fn build_leaf(&mut self, id: LeafId) -> Built<BlockId> {
        let stream = self.stream(id);
        let (definition, name) = (stream.definition.clone(), stream.name);
        self.parent = self.site(id.scope).element;
        match definition {
            Definition::Free => self.free_leaf(id),
            Definition::Port { expr, offset, context } => {
                let own = self.resume(self.check.context(context).scope);
                let block = self.value(expr, At::new(context), offset + id.leaf);
                self.builder.resume(own);
                let (name, element) = (self.own_name(id), self.parent);
                Ok(self.builder.wire(&name, block?, element))
            }
            Definition::Value { expr, offset } => {
                self.equation(id, expr.span.to(name.span), |this, at| this.value(expr, at, offset + id.leaf))
            }
            Definition::Body(body) => self.equation(id, body.span(), |this, at| this.body_value(&body, id, at)),
        }
    }

    /// A leaf that an equation defines, by the block of its right-hand side.
    fn equation(
        &mut self,
        id: LeafId,
        span: Span,
        right: impl FnOnce(&mut Self, At) -> Built<BlockId>,
    ) -> Built<BlockId> {
        let element = self.equation_element(id, span);
        self.parent = element;
        let at = At::new(self.check.stream_context(id.scope, id.stream));
        let block = right(self, at)?;
        Ok(self.named(id, block, element))
    }

    /// The element of the equation of a stream, the same for all its leaves.
    fn equation_element(&mut self, id: LeafId, span: Span) -> Option<ElementId> {
        let key = (id.scope, id.stream);
        if let Some(known) = self.demand.equations.get(&key) {
            return Some(*known);
        }
        let name = self.stream(id).name.text.clone();
        let element = self.element(ElementKind::Equation, name, span)?;
        self.demand.equations.insert(key, element);
        Some(element)
    }

    /// Gives the root of an equation the name of its stream; what has a name already is wired.
    fn named(&mut self, id: LeafId, block: BlockId, element: Option<ElementId>) -> BlockId {
        let name = self.own_name(id);
        let root = self.builder.network().block(block);
        let is_own = root.name.is_none() && root.call == self.builder.current() && !matches!(root.gate, Gate::First);
        if is_own {
            self.builder.name(block, &name);
            return block;
        }
        self.builder.wire(&name, block, element)
    }

    /// Value of a leaf by a body.
    pub(super) fn body_value(&mut self, body: &Body<'a>, id: LeafId, at: At) -> Built<BlockId> {
        match body {
            Body::Equation(equation, target) => self.equation_value(equation, *target, id, at),
            Body::Branches { arms, otherwise, is_lazy, span } => {
                let conditions: Vec<&'a Expr> = arms.iter().map(|(c, _)| *c).collect();
                let arm_context = |this: &mut Self, index: usize| {
                    if !*is_lazy {
                        return at;
                    }
                    At::new(this.check.arm_context(&conditions, index, at.context, *span))
                };
                let inner = arm_context(self, arms.len());
                let mut block = self.branch(otherwise.as_deref(), id, inner, at)?;
                for (index, (condition, arm)) in arms.iter().enumerate().rev() {
                    let inner = arm_context(self, index);
                    let then = self.branch(arm.as_deref(), id, inner, at)?;
                    let condition_block = self.value(condition, at, 0)?;
                    block = self.operator(Op::Ite, &[condition_block, then, block], "if", *span)?;
                }
                Ok(block)
            }
        }
    }

    fn branch(&mut self, body: Option<&Body<'a>>, id: LeafId, inner: At, outer: At) -> Built<BlockId> {
        match body {
            Some(body) => self.body_value(body, id, inner),
            None => self.keep(id, outer),
        }
    }

    /// The value of a stream one tick before; at first what its frame says.
    pub(super) fn keep(&mut self, id: LeafId, at: At) -> Built<BlockId> {
        let stream = self.stream(id);
        let (initial, span) = (stream.initial.clone(), stream.name.span);
        let clock = self.check.context(at.context).clock;
        let init = initial.map(|body| self.body_value(&body, id, at)).transpose()?;
        let pre = self.pre_of_stream(id, clock, span);
        match init {
            Some(init) => self.arrow(init, pre, clock, span),
            None => Ok(pre),
        }
    }

    /// A leaf of one side of an equation. `A[i] = e` gives element k the value of e with k for i.
    fn equation_value(&mut self, equation: &'a Equation, target: usize, id: LeafId, at: At) -> Built<BlockId> {
        let scope = id.scope;
        let Some(own) = equation.left.get(target) else { return Err(Fail::Reported) };
        let mut offset = 0;
        for before in equation.left.iter().take(target) {
            offset += self.check.target_type(scope, before)?.size();
        }
        if own.indices.is_empty() {
            return self.value(&equation.right, at, offset + id.leaf);
        }
        let ty = self.stream(id).ty.clone();
        let (indices, rest) = indices_of(&ty, own.indices.len(), id.leaf).ok_or(Fail::Reported)?;
        let names: Vec<&'a str> = own.indices.iter().map(|n| n.text.as_str()).collect();
        let number = id.leaf / self.check.target_type(scope, own)?.size().max(1);
        let context = self.check.indexed(at.context, equation, &names, &indices, number);
        self.value(&equation.right, At { context, ..at }, offset + rest)
    }

    /// All leaves of a stream.
    pub(super) fn whole(&mut self, scope: ScopeId, stream: usize) -> Checked<()> {
        self.check.stream_type(scope, stream)?;
        let count = self.check.scope(scope).streams[stream].ty.size();
        for leaf in 0..count {
            // Nothing is under construction here, so nothing can be left for later.
            self.leaf(LeafId { scope, stream, leaf }).map_err(|_| Reported)?;
            self.settle();
        }
        Ok(())
    }
}

/// The numbers of an element `count` levels down, and the leaf within it.
pub(super) fn indices_of(ty: &Ty, count: usize, leaf: usize) -> Option<(Vec<usize>, usize)> {
    let (mut ty, mut leaf, mut indices) = (ty, leaf, Vec::new());
    for _ in 0..count {
        let Ty::Array(element, _) = ty else { return None };
        let size = element.size().max(1);
        indices.push(leaf / size);
        leaf %= size;
        ty = element;
    }
    Some((indices, leaf))
}
