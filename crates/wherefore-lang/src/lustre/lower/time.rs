//! Time: `pre`, `->`, `fby`, and what is built later.
//!
//! `pre e` tries to build `e` at once. If that needs a stream under construction, the memory is made first and `e` is built
//! when nothing is under construction any more. On a slower clock a memory keeps its value while the clock does not tick:
//! it delays `if active then e else itself`.
//!
//! Memories of equal values are shared, except where the value before the first tick can be seen: that of each `pre` is its own,
//! as in Kind 2, so that `pre x = pre x` need not be true at the first tick.

use super::super::ast::{Expr, ExprKind};
use super::super::check::instance::{BASE, ClockId, LeafId};
use super::super::codes;
use super::{At, Built, Fail, Lowerer};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::{BlockId, CallId};
use wherefore_ir::{ElementId, ElementKind, Op, Sort};

/// Stream that a memory delays.
#[derive(Clone, Debug)]
pub(super) enum Delayed<'a> {
    Expr(&'a Expr, At, usize),
    Stream(LeafId),
    Block(BlockId),
    /// Stream that another memory delays.
    Same(BlockId),
    /// This block, while the clock does not tick.
    Inactive(BlockId, ClockId),
}

/// A memory that is not connected yet.
#[derive(Clone, Debug)]
pub(super) struct Deferred<'a> {
    pre: BlockId,
    delayed: Delayed<'a>,
    clock: ClockId,
    call: CallId,
    parent: Option<ElementId>,
}

/// Memories that have been made.
#[derive(Debug, Default)]
pub(super) struct Memories<'a> {
    deferred: VecDeque<Deferred<'a>>,
    /// Memories of streams by stream and clock.
    loops: FxHashMap<(LeafId, ClockId), BlockId>,
    /// Memories of slower clocks whose first value is not seen.
    apart: FxHashMap<(BlockId, ClockId), BlockId>,
    /// Where a first value can be seen.
    unguarded: BTreeSet<Span>,
}

impl<'a> Lowerer<'a, '_> {
    /// Says what a memory delays; it is built when nothing is under construction.
    pub(super) fn defer(&mut self, pre: BlockId, delayed: Delayed<'a>, clock: ClockId) {
        let (call, parent) = (self.builder.current(), self.parent);
        self.memories.deferred.push_back(Deferred { pre, delayed, clock, call, parent });
    }

    /// Builds what was deferred.
    pub(super) fn settle(&mut self) {
        let (call, parent) = (self.builder.current(), self.parent);
        while let Some(item) = self.memories.deferred.pop_front() {
            self.builder.resume(item.call);
            self.parent = item.parent;
            // An error was reported; nothing is returned then.
            let _ = self.settle_one(&item);
        }
        self.builder.resume(call);
        self.parent = parent;
    }

    fn settle_one(&mut self, item: &Deferred<'a>) -> Built<()> {
        let element = self.builder.network().block(item.pre).element;
        let span = self.builder.system.span(element).unwrap_or_default();
        let block = match item.delayed {
            Delayed::Expr(expr, at, leaf) => self.value(expr, at, leaf)?,
            Delayed::Stream(leaf) => self.leaf(leaf)?,
            Delayed::Block(block) => block,
            Delayed::Same(other) => match self.builder.network().block(other).inputs.first() {
                Some(input) => *input,
                // The other one failed.
                None => return Err(Fail::Reported),
            },
            Delayed::Inactive(first, clock) => match self.active(clock)? {
                Some(active) => {
                    let idle = self.apply(Op::Not, &[active], element, span)?;
                    self.apply(Op::And, &[first, idle], element, span)?
                }
                None => self.builder.constant(wherefore_ir::Value::Bool(false), element),
            },
        };
        let kept = match (&item.delayed, self.active(item.clock)?) {
            (Delayed::Same(_), _) | (_, None) => block,
            (_, Some(active)) => self.apply(Op::Ite, &[active, block, item.pre], element, span)?,
        };
        self.builder.connect(item.pre, kept);
        Ok(())
    }

    /// `pre e`.
    pub(super) fn pre(&mut self, operand: &'a Expr, span: Span, at: At, leaf: usize) -> Built<BlockId> {
        let clock = self.check.context(at.context).clock;
        let inner = At { guarded: false, ..at };
        if !at.guarded {
            self.warn_unguarded(span);
        }
        let outside = std::mem::replace(&mut self.demand.barrier, self.demand.stack.len());
        let built = self.value(operand, inner, leaf).and_then(|block| Ok((block, self.active(clock)?)));
        self.demand.barrier = outside;
        let element = self.element(ElementKind::Operator, "pre", span);
        let stream = self.stream_meant(operand, at, leaf);
        let key = stream.map(|s| (s, clock));
        match built {
            Err(Fail::Reported) => Err(Fail::Reported),
            // The memory was made before the stream.
            _ if at.guarded && key.is_some_and(|k| self.memories.loops.contains_key(&k)) => {
                let known = key.and_then(|k| self.memories.loops.get(&k).copied()).ok_or(Fail::Reported)?;
                Ok(self.again(known, element))
            }
            Ok((block, None)) if at.guarded => Ok(self.builder.pre(block, element)),
            Ok((block, active)) => self.pre_apart((block, active), at, element, span),
            Err(Fail::Later) => {
                let ty = self.check.ty(operand, at.context)?.leaf(leaf);
                let sort = self.sort(&ty);
                let name = self.memory_name(stream);
                let pre = self.builder.pre_of_later(&name, sort, element);
                self.read_signed(&ty, pre);
                if let Some(key) = key.filter(|_| at.guarded) {
                    self.memories.loops.insert(key, pre);
                }
                self.defer(pre, Delayed::Expr(operand, inner, leaf), clock);
                Ok(pre)
            }
        }
    }

    /// Says where a value before the first tick can be seen.
    fn warn_unguarded(&mut self, span: Span) {
        if self.memories.unguarded.insert(span) {
            let text = self.check.quote(span);
            let headline = format!("`{text}` has no value at the first tick");
            let label = "any value there, of its own wherever it is written";
            let diagnostic = Diagnostic::at(codes::UNGUARDED_PRE, span, headline, label);
            self.check.report.push(diagnostic.help(format!("give it one: `value -> {text}`")));
        }
    }

    /// A memory of its own, kept while the clock does not tick. Where its first value cannot be seen, the same stream has one.
    fn pre_apart(
        &mut self,
        (block, active): (BlockId, Option<BlockId>),
        at: At,
        element: Option<ElementId>,
        span: Span,
    ) -> Built<BlockId> {
        let clock = self.check.context(at.context).clock;
        if let Some(known) = self.memories.apart.get(&(block, clock)).copied().filter(|_| at.guarded) {
            return Ok(self.again(known, element));
        }
        let pre = match active {
            None => self.builder.pre_apart(block, element),
            Some(active) => {
                let sort = self.builder.sort(block);
                let sort = if sort.is_integer() { Sort::Int } else { sort };
                let name = self.builder.network().full_name(block).unwrap_or_default();
                let pre = self.builder.pre_of_later(&name, sort, element);
                let kept = self.apply(Op::Ite, &[active, block, pre], element, span)?;
                self.builder.connect(pre, kept);
                pre
            }
        };
        if at.guarded {
            self.memories.apart.insert((block, clock), pre);
        }
        Ok(pre)
    }

    /// Another block that reads a memory, which may be not connected yet.
    fn again(&mut self, known: BlockId, element: Option<ElementId>) -> BlockId {
        let block = self.builder.pre_again(known, element);
        if self.builder.network().block(known).inputs.is_empty() {
            self.defer(block, Delayed::Same(known), BASE);
        }
        block
    }

    /// The value of a stream one tick before, on a clock.
    pub(super) fn pre_of_stream(&mut self, leaf: LeafId, clock: ClockId, span: Span) -> BlockId {
        let element = self.element(ElementKind::Operator, "pre", span);
        if let Some(known) = self.memories.loops.get(&(leaf, clock)).copied() {
            return self.again(known, element);
        }
        let ty = self.stream(leaf).ty.leaf(leaf.leaf);
        let sort = self.sort(&ty);
        let name = self.memory_name(Some(leaf));
        let pre = self.builder.pre_of_later(&name, sort, element);
        self.read_signed(&ty, pre);
        self.memories.loops.insert((leaf, clock), pre);
        self.defer(pre, Delayed::Stream(leaf), clock);
        pre
    }

    /// The stream that an expression is, if it is just a name.
    fn stream_meant(&self, expr: &'a Expr, at: At, leaf: usize) -> Option<LeafId> {
        let name = match &expr.kind {
            _ if self.check.holes.at(expr.span).is_some() => return None,
            ExprKind::Name(name) if self.check.binding(at.context, name).is_none() => name,
            ExprKind::List(items) => match items.as_slice() {
                [only] => return self.stream_meant(only, at, leaf),
                _ => return None,
            },
            _ => return None,
        };
        let (scope, stream) = self.check.find(self.check.context(at.context).scope, name)?;
        Some(LeafId { scope, stream, leaf })
    }

    fn memory_name(&mut self, leaf: Option<LeafId>) -> String {
        leaf.map(|leaf| self.full_name(leaf)).unwrap_or_default()
    }

    /// `init -> then`.
    pub(super) fn arrow(&mut self, init: BlockId, then: BlockId, clock: ClockId, span: Span) -> Built<BlockId> {
        let first = self.first_of(clock)?;
        let element = self.element(ElementKind::Operator, "->", span);
        match self.builder.arrow(first, (init, then), element) {
            Ok(block) => Ok(block),
            Err(e) => Err(self.check.error(codes::TYPE_CLASH, span, e.to_string(), "here").into()),
        }
    }
}
