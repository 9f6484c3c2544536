//! Events, messages and the counts of temporal logic.

use super::Run;
use super::action::Context;
use super::flow::Origin;
use super::layout::{CellKind, Queue, seconds};
use super::resolve::Meaning;
use super::store::{Branch, Val};
use crate::matlab::{Class, Number};
use crate::stateflow::action::{Base, Expr, TemporalOp, Trigger, TriggerKind};
use crate::stateflow::document::EventScope;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ObligationKind, Op, Rounding, Value};
use wherefore_syntax::Checked;

/// How deep events may be sent while events are worked on.
const DEEPEST_EVENT: usize = 12;

/// The point at which something holds, and the point at which it does not.
type Forked = (Option<Branch>, Option<Branch>);

impl Run<'_, '_, '_> {
    /// Sends an event to a state, or to all that the event belongs to; what it does is done before this returns.
    pub(super) fn broadcast(&mut self, branch: Branch, event: usize, to: Option<usize>, span: Span) -> Checked<Branch> {
        let Some(sent) = self.chart.events.get(event) else { return Ok(branch) };
        if sent.scope == EventScope::Output {
            return Err(self.refuse(span, "events for other blocks are not supported"));
        }
        if self.depth >= DEEPEST_EVENT {
            self.overrun(&branch, span, &format!("`{}` is sent while too many events are worked on", sent.name));
            return Ok(branch);
        }
        let part = self.low.part;
        let outer = self.event.replace(event);
        self.depth += 1;
        let done = self.react(branch, event, to.or(super::layout::around(self.chart, sent.parent)));
        self.depth -= 1;
        self.event = outer;
        self.low.part = part;
        done
    }

    fn react(&mut self, branch: Branch, event: usize, to: Option<usize>) -> Checked<Branch> {
        let mut branch = branch;
        let name = self.chart.events.get(event).map(|e| e.name.clone()).unwrap_or_default();
        self.count(&mut branch, &|base| matches!(base, Base::Event(counted) if *counted == name));
        let Some(state) = to else { return self.execute_children(branch, None) };
        let origin = (branch.when, std::rc::Rc::clone(&branch.facts));
        let (active, inactive) = self.fork_active(branch, state)?;
        let mut ends: Vec<Branch> = inactive.into_iter().collect();
        if let Some(active) = active {
            ends.push(self.execute(active, state)?);
        }
        self.merge(origin, ends)
    }

    /// Whether a trigger is there.
    pub(super) fn triggered(
        &mut self,
        branch: Branch,
        trigger: &Trigger,
        origin: Origin,
        scope: Option<usize>,
    ) -> Checked<Forked> {
        match &trigger.kind {
            TriggerKind::Event(name) => match self.meaning_of(&branch, name, scope) {
                Meaning::Event { event, .. } if self.event == Some(event) => Ok((Some(branch), None)),
                Meaning::Event { .. } => Ok((None, Some(branch))),
                Meaning::Message(message) => self.dequeue(branch, message),
                _ => Err(self.refuse(trigger.span, &format!("`{name}` is no event and no message"))),
            },
            TriggerKind::Tick => {
                let now = self.depth == 0;
                Ok(if now { (Some(branch), None) } else { (None, Some(branch)) })
            }
            TriggerKind::Temporal(op, number, base) => {
                if let Base::Event(name) = base {
                    let occurs = match self.meaning_of(&branch, name, scope) {
                        Meaning::Event { event, .. } => self.event == Some(event),
                        _ => return Err(self.refuse(trigger.span, &format!("`{name}` is no event"))),
                    };
                    if !occurs {
                        return Ok((None, Some(branch)));
                    }
                }
                if *base == Base::Tick && self.depth > 0 {
                    return Ok((None, Some(branch)));
                }
                let context = Context { scope, origin, alive: super::state::Alive::Always };
                let (value, branch) = self.temporal(branch, (*op, Some(number), base), trigger.span, context)?;
                let truth = self.truth_of(&value, trigger.span)?;
                self.fork(branch, truth)
            }
            TriggerKind::Entered(_) | TriggerKind::Exited(_) | TriggerKind::Changed(_) => {
                Err(self.refuse(trigger.span, "events of states and data are not supported"))
            }
        }
    }

    /// `after(3, tick)` and the like, since the state was entered that a path begins at.
    pub(super) fn temporal(
        &mut self,
        branch: Branch,
        (op, number, base): (TemporalOp, Option<&Expr>, &Base),
        span: Span,
        context: Context,
    ) -> Checked<(Val, Branch)> {
        let state = match context.origin {
            Origin::State(state) => Some(state),
            Origin::Default(parent) => parent,
            Origin::Function(_) => None,
        };
        let cell = state.and_then(|s| self.layout.counters.get(&(s, base.clone()))).copied();
        let Some(count) = cell.and_then(|c| branch.store.cells.get(c)).copied() else {
            return Err(self.refuse(span, "time is counted only since a state was entered"));
        };
        let (limit, branch) = match number {
            Some(expr) => {
                let (value, branch) = self.value(branch, expr, context)?;
                (value.elements.first().copied(), branch)
            }
            None => (None, branch),
        };
        let number = limit.and_then(|limit| match self.low.known(limit)? {
            Value::Int(number) => Some(number.to_string()),
            Value::Real(number) => Some(number.to_string()),
            _ => None,
        });
        let named = number.map(|n| format!("{}({n}, {})", op.word(), base.word()));
        let count = self.in_units(count, limit, base);
        let value = match (op, limit) {
            (TemporalOp::Count, _) => {
                let number = self.elapsed(count.0, base);
                return Ok((Val::scalar(Class::Double, number), branch));
            }
            (TemporalOp::After, Some(_)) => self.low.compare(">=", count.0, count.1),
            (TemporalOp::Before, Some(_)) => self.low.compare("<", count.0, count.1),
            (TemporalOp::At, Some(_)) => self.low.compare("==", count.0, count.1),
            (TemporalOp::Every, Some(_)) => {
                let number = self.whole(count.1);
                let rest = self.low.op(Op::Mod(Rounding::Euclid), &[count.0, number]);
                let zero = self.low.integer(0.into());
                let multiple = self.low.op(Op::Eq, &[rest, zero]);
                let positive = self.low.compare(">", count.0, zero);
                self.low.all(&[multiple, positive])
            }
            (_, None) => return Err(self.refuse(span, "a number is missing")),
        };
        let value = match (named, self.low.known_truth(value)) {
            (Some(name), None) => {
                let element = self.low.origin();
                self.low.builder.wire(&name, value, element)
            }
            _ => value,
        };
        Ok((Val::scalar(Class::Boolean, value), branch))
    }

    /// A count of steps and a limit in the same unit: the limit in steps.
    fn in_units(&mut self, count: BlockId, limit: Option<BlockId>, base: &Base) -> (BlockId, BlockId) {
        let Some(limit) = limit else { return (count, count) };
        let factor = seconds(base).zip(self.step.clone()).map(|(unit, step)| &unit / &step);
        let limit = match factor {
            Some(factor) => {
                let factor = self.low.number(&factor, Class::Double);
                self.low.calculate(Op::Mul, limit, factor)
            }
            None => limit,
        };
        // A whole limit is compared as an integer.
        match self.low.known(limit) {
            Some(Value::Real(r)) if r.is_integer() => (count, self.low.integer(r.to_integer())),
            _ => (count, limit),
        }
    }

    fn elapsed(&mut self, count: BlockId, base: &Base) -> BlockId {
        let factor = seconds(base).zip(self.step.clone()).map(|(unit, step)| &step / &unit);
        match factor {
            Some(factor) => {
                let factor = self.low.number(&factor, Class::Double);
                self.low.calculate(Op::Mul, count, factor)
            }
            None => self.low.as_real(count),
        }
    }

    /// A state that is entered counts anew.
    pub(super) fn reset_counters(&mut self, branch: &mut Branch, state: usize) {
        let own: Vec<usize> =
            self.layout.counters.iter().filter(|((s, _), _)| *s == state).map(|(_, cell)| *cell).collect();
        for cell in own {
            branch.store.cells[cell] = self.low.integer(0.into());
        }
    }

    /// Adds one to the counts of some bases in states that are active.
    pub(super) fn count(&mut self, branch: &mut Branch, chosen: &dyn Fn(&Base) -> bool) {
        let list: Vec<(usize, usize)> =
            self.layout.counters.iter().filter(|((_, b), _)| chosen(b)).map(|((s, _), cell)| (*s, *cell)).collect();
        for (state, cell) in list {
            let active = self.is_active(branch, state);
            let old = branch.store.cells[cell];
            let one = self.low.integer(1.into());
            let mut more = self.low.op(Op::Add, &[old, one]);
            if let Some(CellKind::Counter(limit)) = self.layout.cells.get(cell).map(|c| c.kind) {
                let limit = self.low.integer(limit.into());
                let below = self.low.op(Op::Lt, &[old, limit]);
                more = self.low.op(Op::Ite, &[below, more, limit]);
            }
            branch.store.cells[cell] = self.join(active, more, old);
        }
    }

    /// Puts what a message carries at the end of its queue.
    pub(super) fn enqueue(&mut self, branch: Branch, message: usize, span: Span) -> Checked<Branch> {
        let Some(queue) = self.layout.queues.get(message).copied() else { return Ok(branch) };
        let mut branch = branch;
        let (current, count) = (branch.store.cells[queue.current], branch.store.cells[queue.count]);
        let length = self.low.integer((queue.length as i64).into());
        let fits = self.low.op(Op::Lt, &[count, length]);
        self.demand(branch.when, fits, span, ObligationKind::QueueFull, "more messages wait than there is room for");
        for slot in 0..queue.length {
            let number = self.low.integer((slot as i64).into());
            let here = self.low.op(Op::Eq, &[count, number]);
            let cell = queue.first + slot;
            branch.store.cells[cell] = self.join(here, current, branch.store.cells[cell]);
        }
        let one = self.low.integer(1.into());
        let more = self.low.op(Op::Add, &[count, one]);
        branch.store.cells[queue.count] = self.low.op(Op::Ite, &[fits, more, length]);
        Ok(branch)
    }

    /// Takes the first message that waits, if there is one; a message that was taken in this step is still there.
    pub(super) fn dequeue(&mut self, branch: Branch, message: usize) -> Checked<Forked> {
        let Some(queue) = self.layout.queues.get(message).copied() else { return Ok((None, Some(branch))) };
        let Queue { current, first, length, count, valid } = queue;
        let zero = self.low.integer(0.into());
        let taken = branch.store.cells[valid];
        let (taken, branch) = self.fork(branch, taken)?;
        let Some(branch) = branch else { return Ok((taken, None)) };
        let waiting = branch.store.cells[count];
        let some = self.low.op(Op::Lt, &[zero, waiting]);
        let (mut yes, no) = self.fork(branch, some)?;
        if let Some(branch) = &mut yes {
            branch.store.cells[current] = branch.store.cells[first];
            let empty = self.low.number(&Number::zero(), self.layout.cells[current].class);
            for slot in 0..length {
                let next = if slot + 1 < length { branch.store.cells[first + slot + 1] } else { empty };
                branch.store.cells[first + slot] = next;
            }
            let one = self.low.integer(1.into());
            let waiting = branch.store.cells[count];
            let fewer = self.low.op(Op::Sub, &[waiting, one]);
            let still = self.low.op(Op::Lt, &[zero, waiting]);
            // The range of the count is kept in sight even where the condition is not.
            branch.store.cells[count] = self.low.op(Op::Ite, &[still, fewer, zero]);
            branch.store.cells[valid] = self.low.truth(true);
        }
        let yes = self.gather(taken.into_iter().chain(yes).collect())?;
        Ok((yes, no))
    }
}
