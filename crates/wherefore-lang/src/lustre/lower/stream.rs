//! Streams on demand, leaf by leaf.

use super::super::ast::Equation;
use super::super::types::Ty;
use super::scope::{Body, Definition, Leaf};
use super::{At, Bound, Built, ContextId, Fail, LeafId, Lowerer, ScopeId, address, codes};
use std::rc::Rc;
use wherefore_diag::Diagnostic;
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{ElementKind, Op, Value};
use wherefore_syntax::Reported;

impl<'a> Lowerer<'a, '_> {
    /// The block of a leaf.
    pub(super) fn leaf(&mut self, id: LeafId) -> Built<BlockId> {
        match self.leaf_state(id) {
            Leaf::Done(block) => return Ok(block),
            Leaf::Failed => return Err(Fail::Reported),
            Leaf::Busy => return Err(self.busy(id)),
            Leaf::Open => {}
        }
        self.set_leaf(id, Leaf::Busy);
        self.stack.push(id);
        let (call, parent) = (self.builder.current(), self.parent);
        self.builder.resume(self.scope(id.scope).call);
        let built = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.build_leaf(id));
        self.builder.resume(call);
        self.parent = parent;
        self.stack.pop();
        let state = match built {
            Ok(block) => Leaf::Done(block),
            Err(Fail::Later) => Leaf::Open,
            Err(Fail::Reported) => Leaf::Failed,
        };
        self.set_leaf(id, state);
        built
    }

    fn leaf_state(&self, id: LeafId) -> Leaf {
        let stream = &self.scope(id.scope).streams[id.stream];
        stream.leaves.get(id.leaf).copied().unwrap_or(Leaf::Failed)
    }

    fn set_leaf(&mut self, id: LeafId, state: Leaf) {
        let stream = &mut self.scope_mut(id.scope).streams[id.stream];
        if let Some(leaf) = stream.leaves.get_mut(id.leaf) {
            *leaf = state;
        }
    }

    /// A leaf that is under construction is asked for: that can wait beyond a `pre`, and is a loop otherwise.
    fn busy(&mut self, id: LeafId) -> Fail {
        let place = self.stack.iter().rposition(|l| *l == id).unwrap_or(0);
        if place < self.barrier {
            return Fail::Later;
        }
        let round: Vec<LeafId> = self.stack[place..].to_vec();
        let names: Vec<String> = round.iter().map(|l| format!("`{}`", self.full_name(*l))).collect();
        let headline = match names.as_slice() {
            [only] => format!("{only} depends on itself within one tick"),
            _ => format!("{} depend on each other within one tick", names.join(", ")),
        };
        let mut spans: Vec<_> = round.iter().map(|l| self.scope(l.scope).streams[l.stream].name.span).collect();
        spans.dedup();
        let first = spans.first().copied().unwrap_or_default();
        let mut diagnostic = Diagnostic::at(codes::ALGEBRAIC_LOOP, first, headline, "on the loop");
        for span in spans.into_iter().skip(1).take(5) {
            diagnostic = diagnostic.label(span, "on the loop");
        }
        self.report.push(diagnostic).into()
    }

    /// The path and name of a leaf: `Observer/p.x`.
    pub(super) fn full_name(&self, id: LeafId) -> String {
        let path = &self.builder.network().call(self.scope(id.scope).call).path;
        let own = self.own_name(id);
        if path.is_empty() { own } else { format!("{path}/{own}") }
    }

    pub(super) fn own_name(&self, id: LeafId) -> String {
        let stream = &self.scope(id.scope).streams[id.stream];
        format!("{}{}", stream.name.text, stream.ty.suffix(id.leaf))
    }

    fn build_leaf(&mut self, id: LeafId) -> Built<BlockId> {
        let stream = &self.scope(id.scope).streams[id.stream];
        let (definition, name) = (stream.definition.clone(), stream.name);
        self.parent = self.scope(id.scope).element;
        match definition {
            Definition::Free => self.free_leaf(id),
            Definition::Port { expr, offset, context, parent } => {
                let element = self.parent;
                let own = self.builder.resume(self.scope(self.context(context).scope).call);
                self.parent = parent;
                let block = self.value(expr, At::new(context), offset + id.leaf);
                self.builder.resume(own);
                let name = self.own_name(id);
                Ok(self.builder.wire(&name, block?, element))
            }
            Definition::Value { expr, offset } => {
                let element = self.equation_element(id, expr.span.to(name.span));
                self.parent = element;
                let at = self.stream_context(id);
                let block = self.value(expr, at, offset + id.leaf)?;
                Ok(self.named(id, block, element))
            }
            Definition::Body(body) => {
                let span = self.body_span(&body);
                let element = self.equation_element(id, span);
                self.parent = element;
                let at = self.stream_context(id);
                let block = self.body_value(&body, id, at)?;
                Ok(self.named(id, block, element))
            }
        }
    }

    fn body_span(&self, body: &Body<'a>) -> wherefore_diag::Span {
        match body {
            Body::Equation(equation, _) => equation.span,
            Body::Branches { span, .. } => *span,
        }
    }

    /// The element of the equation of a stream, the same for all its leaves.
    fn equation_element(&mut self, id: LeafId, span: wherefore_diag::Span) -> Option<wherefore_ir::ElementId> {
        if let Some(known) = self.scope(id.scope).streams[id.stream].element {
            return Some(known);
        }
        let name = self.scope(id.scope).streams[id.stream].name.text.clone();
        let element = self.element(ElementKind::Equation, name, span);
        self.scope_mut(id.scope).streams[id.stream].element = element;
        element
    }

    /// Where the right-hand side of a stream is read: on its own clock if it is declared with one.
    fn stream_context(&mut self, id: LeafId) -> At {
        let context = self.scope(id.scope).context;
        let stream = &self.scope(id.scope).streams[id.stream];
        let context = match stream.clock {
            Some(clock) => {
                let condition = super::clock::Condition::Holds(clock, context);
                self.slow_context(context, (address(clock), usize::MAX), condition)
            }
            None => context,
        };
        At::new(context)
    }

    /// Gives the root of an equation the name of its stream; what has a name already is wired.
    fn named(&mut self, id: LeafId, block: BlockId, element: Option<wherefore_ir::ElementId>) -> BlockId {
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
                let conditions: Vec<&'a super::Expr> = arms.iter().map(|(c, _)| *c).collect();
                let arm_context = |this: &mut Self, index: usize| {
                    if !*is_lazy {
                        return at;
                    }
                    At::new(this.arm_context(&conditions, index, at.context, *span))
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

    /// Where a branch is read that ticks only when it is chosen. The last has no condition of its own.
    pub(super) fn arm_context(
        &mut self,
        conditions: &[&'a super::Expr],
        index: usize,
        context: ContextId,
        span: wherefore_diag::Span,
    ) -> ContextId {
        let before: Rc<[&'a super::Expr]> = conditions.iter().take(index).copied().collect();
        let own = conditions.get(index).copied();
        let condition = super::clock::Condition::First { before, own, context, span };
        let key = conditions.first().map_or(0, |c| address(*c));
        self.slow_context(context, (key, index), condition)
    }

    fn branch(&mut self, body: Option<&Body<'a>>, id: LeafId, inner: At, outer: At) -> Built<BlockId> {
        match body {
            Some(body) => self.body_value(body, id, inner),
            None => self.keep(id, outer),
        }
    }

    /// The value of a stream one tick before; at first what its frame says.
    pub(super) fn keep(&mut self, id: LeafId, at: At) -> Built<BlockId> {
        let stream = &self.scope(id.scope).streams[id.stream];
        let (initial, span) = (stream.initial.clone(), stream.name.span);
        let clock = self.context(at.context).clock;
        let init = match initial {
            Some(body) => Some(self.body_value(&body, id, at)?),
            None => None,
        };
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
            offset += self.target_type(scope, before)?.size();
        }
        if own.indices.is_empty() {
            return self.value(&equation.right, at, offset + id.leaf);
        }
        let ty = self.scope(scope).streams[id.stream].ty.clone();
        let (indices, rest) = indices_of(&ty, own.indices.len(), id.leaf).ok_or(Fail::Reported)?;
        let names: Vec<&'a str> = own.indices.iter().map(|n| n.text.as_str()).collect();
        let number = id.leaf / self.target_type(scope, own)?.size().max(1);
        let context = self.indexed(at.context, equation, &names, &indices, number);
        self.value(&equation.right, At { context, ..at }, offset + rest)
    }

    /// The context of one element of `A[i][j] = e`.
    pub(super) fn indexed(
        &mut self,
        context: ContextId,
        equation: &'a Equation,
        names: &[&'a str],
        indices: &[usize],
        key: usize,
    ) -> ContextId {
        self.derive(context, (address(equation), key), |_, inner| {
            for (name, index) in names.iter().zip(indices) {
                Lowerer::bind(inner, name, Bound::Value(Value::int(*index as i64), Ty::Int));
            }
        })
    }

    /// All leaves of a stream.
    pub(super) fn whole(&mut self, scope: ScopeId, stream: usize) -> Result<(), Reported> {
        self.stream_type(scope, stream)?;
        let count = self.scope(scope).streams[stream].leaves.len();
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
