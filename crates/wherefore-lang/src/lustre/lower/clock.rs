//! Clocks: when a part of the program ticks.
//!
//! The base clock ticks always. A slower one ticks when a faster one does and a condition holds; what it runs has its memories
//! kept in between, and its first tick is the first at which it is active. A restart makes a tick a first one again.
//!
//! ```text
//! active = faster.active and c
//! first  = faster.first -> pre (first and not active)        (of a restart: faster.first or c, if faster is active)
//! ```
//!
//! A memory is not cleared by a restart: what stands to the right of `->` is not seen at such a tick, and a `pre` that is
//! seen keeps its value where Kind 2 lets it be arbitrary.

use super::super::check::instance::{BASE, Clock, ClockId, Condition};
use super::super::codes;
use super::time::Delayed;
use super::{At, Built, Lowerer};
use rustc_hash::FxHashMap;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, Value};

/// Blocks of clocks that have been built.
#[derive(Debug, Default)]
pub(super) struct Ticks {
    /// Whether a clock ticks; nothing if it always does.
    active: FxHashMap<ClockId, Option<BlockId>>,
    /// Whether this is its first tick.
    first: FxHashMap<ClockId, BlockId>,
}

impl<'a> Lowerer<'a, '_> {
    /// Whether a clock ticks; nothing if it always does.
    pub(super) fn active(&mut self, clock: ClockId) -> Built<Option<BlockId>> {
        if let Some(active) = self.ticks.active.get(&clock) {
            return Ok(*active);
        }
        let Clock { faster, condition, .. } = self.check.clock(clock).clone();
        let faster = match faster {
            Some(faster) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.active(faster))?,
            None => None,
        };
        let active = match (faster, self.condition(&condition)?) {
            (Some(faster), Some((own, span))) => Some(self.operator(Op::And, &[faster, own], "and", span)?),
            (faster, own) => own.map(|(block, _)| block).or(faster),
        };
        self.ticks.active.insert(clock, active);
        Ok(active)
    }

    fn condition(&mut self, condition: &Condition<'a>) -> Built<Option<(BlockId, Span)>> {
        match condition {
            Condition::Base | Condition::Restart(..) => Ok(None),
            Condition::Holds(expr, context) => Ok(Some((self.value(expr, At::new(*context), 0)?, expr.span))),
            Condition::Case { stream, case, context } => {
                Ok(Some((self.case_condition(stream, case, *context)?, case.span)))
            }
            Condition::First { before, own, context, span } => {
                let mut list = Vec::new();
                for expr in before.iter() {
                    let block = self.value(expr, At::new(*context), 0)?;
                    list.push(self.operator(Op::Not, &[block], "not", expr.span)?);
                }
                if let Some(own) = own {
                    list.push(self.value(own, At::new(*context), 0)?);
                }
                Ok(Some((self.conjunction(&list, *span)?, *span)))
            }
            Condition::Matches { scrutinee, cases, index, context } => {
                let mut list = Vec::new();
                for (pattern, _) in cases.iter().take(*index) {
                    if let Some(block) = self.matches(scrutinee, *context, pattern)? {
                        list.push(self.operator(Op::Not, &[block], "not", scrutinee.span)?);
                    }
                }
                if let Some((pattern, _)) = cases.get(*index) {
                    list.extend(self.matches(scrutinee, *context, pattern)?);
                }
                Ok(Some((self.conjunction(&list, scrutinee.span)?, scrutinee.span)))
            }
        }
    }

    /// Whether this is the first tick of a clock. Never needs anything under construction except for restarts.
    pub(super) fn first_of(&mut self, clock: ClockId) -> Built<BlockId> {
        if let Some(first) = self.ticks.first.get(&clock) {
            return Ok(*first);
        }
        let Clock { faster, condition, .. } = self.check.clock(clock).clone();
        let Some(faster) = faster else {
            let block = self.builder.first(None);
            self.ticks.first.insert(clock, block);
            return Ok(block);
        };
        let faster = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.first_of(faster))?;
        let first = match condition {
            Condition::Restart(expr, context) => {
                let mut restart = self.value(expr, At::new(context), 0)?;
                // A restart while nothing ticks is not seen.
                if let Some(active) = self.active(clock)? {
                    restart = self.operator(Op::And, &[active, restart], "restart", expr.span)?;
                }
                self.operator(Op::Or, &[faster, restart], "restart", expr.span)?
            }
            _ => self.not_yet_active(clock, faster)?,
        };
        self.ticks.first.insert(clock, first);
        Ok(first)
    }

    /// `faster -> pre (first and not active)`; what is delayed is built later.
    fn not_yet_active(&mut self, clock: ClockId, faster: BlockId) -> Built<BlockId> {
        let yes = self.builder.constant(Value::Bool(true), None);
        let pre = self.builder.pre_of_later("inactive", Sort::Bool, None);
        let first = match self.builder.arrow(faster, (yes, pre), None) {
            Ok(first) => first,
            Err(e) => return Err(self.check.error(codes::TYPE_CLASH, Span::default(), e.to_string(), "here").into()),
        };
        self.defer(pre, Delayed::Inactive(first, clock), BASE);
        Ok(first)
    }
}
