//! Executable content, run on terms under a guard.
//!
//! A block is executed instruction by instruction on a store; each changes cells to `guard ? new : old`. An error of the
//! standard puts an event into the internal queue and ends the block: what follows is executed under a guard that excludes
//! it.

use super::Lowering;
use super::cells::{CellId, Store};
use super::layout::Queue;
use super::uses::has_fault;
use crate::chart::{
    Action, ActionKind, Block, Bounds, Data, DataId, Destination, EventId, Expr, Field, FieldId, SendId, StateId, Type,
};
use crate::codes;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{ObligationKind, TermId, Value};

/// The most rounds of all loops together.
const MOST_ROUNDS: usize = 50_000;

impl Lowering<'_> {
    /// Executes a block where `guard` holds; says where its end is reached.
    pub(super) fn block(&mut self, store: &mut Store, block: &Block, guard: TermId) -> TermId {
        let never = self.system.terms.bool(false);
        let mut guard = guard;
        for action in &block.0 {
            if guard == never {
                break;
            }
            self.path.push(guard);
            guard = self.action(store, action, guard);
            self.path.pop();
        }
        guard
    }

    fn action(&mut self, store: &mut Store, action: &Action, guard: TermId) -> TermId {
        match &action.kind {
            ActionKind::Assign { data, index, value } => {
                return self.assign(store, (*data, index.as_ref()), value, guard, action.span);
            }
            ActionKind::Raise(event) => self.raise(store, *event, &[], guard, action.span),
            ActionKind::Send(send) => return self.send(store, *send, guard, action.span),
            ActionKind::Cancel(sends) => sends.iter().for_each(|s| self.cancel(store, *s, guard)),
            ActionKind::Forget(channels) => {
                let queues =
                    self.layout.internal.iter().chain(channels.iter().filter_map(|c| self.layout.channels.get(c)));
                queues.cloned().collect::<Vec<_>>().iter().for_each(|queue| self.empty(store, queue, guard));
            }
            ActionKind::If { branches, otherwise } => return self.branches(store, branches, otherwise, guard),
            ActionKind::Foreach { array, item, index, body } => {
                return self.foreach(store, array, (*item, *index), body, guard);
            }
            ActionKind::Fault(event) => {
                self.raise(store, *event, &[], guard, action.span);
                return self.system.terms.bool(false);
            }
        }
        guard
    }

    /// Evaluating something that cannot be evaluated: an error event, and the end of the block.
    pub(super) fn fault(&mut self, store: &mut Store, guard: TermId, span: Span) -> TermId {
        if let Some(event) = self.chart.find_event("error.execution") {
            self.raise(store, event, &[], guard, span);
        }
        self.system.terms.bool(false)
    }

    fn assign(
        &mut self,
        store: &mut Store,
        (data, index): (DataId, Option<&Expr>),
        value: &Expr,
        guard: TermId,
        span: Span,
    ) -> TermId {
        if has_fault(value) || index.is_some_and(has_fault) {
            return self.fault(store, guard, span);
        }
        let cells = self.layout.data[data.0 as usize].clone();
        match (index, self.types.datum(data)) {
            (Some(index), _) => {
                let (place, value) = (self.value(store, index), self.value(store, value));
                self.in_bounds(place, cells.len(), span);
                for (number, cell) in cells.into_iter().enumerate() {
                    let number = self.system.terms.int(number);
                    let here = self.system.terms.eq(place, number);
                    let here = self.system.terms.and([guard, here]);
                    self.write(store, (data, cell), value, here, span);
                }
            }
            (None, Type::Array(..)) => {
                let values = self.elements(store, value);
                for (cell, value) in cells.into_iter().zip(values) {
                    self.write(store, (data, cell), value, guard, span);
                }
            }
            (None, _) => {
                let seen = self.seen.clone();
                let value = self.value(seen.as_ref().unwrap_or(store), value);
                cells.first().into_iter().for_each(|c| self.write(store, (data, *c), value, guard, span));
            }
        }
        guard
    }

    /// Writes a value to a cell of a data item where `guard` holds. It must fit.
    pub(super) fn write(
        &mut self,
        store: &mut Store,
        (data, cell): (DataId, CellId),
        value: TermId,
        guard: TermId,
        span: Span,
    ) {
        self.touched = self.system.terms.or([self.touched, guard]);
        let sort = self.sort(self.types.datum(data));
        let (value, fits) = self.converted(value, sort);
        let Data { name, bounds, .. } = self.chart.datum(data);
        let within = self.between(value, bounds.as_ref());
        let fits = self.system.terms.and([fits, within]);
        let safe = self.system.terms.implies(guard, fits);
        let allowed = words(self.types.datum(data), bounds.as_ref());
        let message = format!("a value that does not fit `{name}`, which is {allowed}");
        self.duty(ObligationKind::OutOfRange, safe, message, span);
        let value = self.system.terms.ite(guard, value, store.get(cell));
        store.set(cell, value);
        let given = self.layout.given.get(&data).copied().filter(|_| self.chart.datum(data).init.is_none());
        if let Some(given) = given {
            let value = self.system.terms.or([guard, store.get(given)]);
            store.set(given, value);
        }
    }

    fn branches(&mut self, store: &mut Store, branches: &[(Expr, Block)], otherwise: &Block, guard: TermId) -> TermId {
        let (mut open, mut ends) = (guard, Vec::new());
        for (cond, body) in branches {
            let cond = if has_fault(cond) {
                self.fault(store, open, cond.span);
                self.system.terms.bool(false)
            } else {
                self.path.push(open);
                let truth = self.truth(store, cond);
                self.path.pop();
                truth
            };
            let here = self.system.terms.and([open, cond]);
            ends.push(self.block(store, body, here));
            let not = self.system.terms.not(cond);
            open = self.system.terms.and([open, not]);
        }
        ends.push(self.block(store, otherwise, open));
        // Where no branch can fail, the end is reached wherever the beginning was.
        let certain = branches.iter().all(|(_, b)| !may_fail(b)) && !may_fail(otherwise);
        if certain { guard } else { self.system.terms.or(ends) }
    }

    /// Counts what is written out of loops, and refuses what would never end.
    fn is_too_long(&mut self, span: Span) -> bool {
        self.rounds += 1;
        if self.rounds == MOST_ROUNDS {
            let headline = format!("loops have more than {MOST_ROUNDS} rounds in all");
            let diagnostic = Diagnostic::at(codes::TYPE_SIZE, span, headline, "too many to be written out");
            self.reporter.push(diagnostic.help("loop over a shorter array"));
        }
        self.rounds >= MOST_ROUNDS
    }

    fn foreach(
        &mut self,
        store: &mut Store,
        array: &Expr,
        (item, index): (DataId, Option<DataId>),
        body: &Block,
        guard: TermId,
    ) -> TermId {
        if has_fault(array) {
            return self.fault(store, guard, array.span);
        }
        let mut guard = guard;
        for (place, element) in self.elements(store, array).into_iter().enumerate() {
            if self.is_too_long(array.span) {
                break;
            }
            let cell = self.layout.data[item.0 as usize].first().copied();
            cell.into_iter().for_each(|c| self.write(store, (item, c), element, guard, array.span));
            if let Some(index) = index {
                let number = self.system.terms.int(place);
                let cell = self.layout.data[index.0 as usize].first().copied();
                cell.into_iter().for_each(|c| self.write(store, (index, c), number, guard, array.span));
            }
            guard = self.block(store, body, guard);
        }
        guard
    }

    fn send(&mut self, store: &mut Store, id: SendId, guard: TermId, span: Span) -> TermId {
        let send = self.chart.send(id);
        if send.params.iter().any(|(_, e)| has_fault(e)) {
            return self.fault(store, guard, span);
        }
        let seen = self.seen.clone();
        let params = self.payload(seen.as_ref().unwrap_or(store), &send.params);
        match (send.to, send.delay) {
            (Destination::Elsewhere, _) => {}
            (_, Some(_)) => self.set_timer(store, id, &params, guard, span),
            (Destination::Internal, None) => self.raise(store, send.event, &params, guard, span),
            (Destination::Channel(channel), None) => {
                if let Some(queue) = self.layout.channels.get(&channel).cloned() {
                    self.push(store, &queue, send.event, &params, guard, span);
                }
            }
            (Destination::Own, None) => {
                if let Some(queue) = self.layout.own.clone() {
                    self.push(store, &queue, send.event, &params, guard, span);
                }
            }
        }
        guard
    }

    /// The values that an event carries. They must fit.
    pub(super) fn payload(&mut self, store: &Store, params: &[(FieldId, Expr)]) -> Vec<(FieldId, TermId)> {
        let read: Vec<&(FieldId, Expr)> = params.iter().filter(|(f, _)| self.uses.fields.contains(f)).collect();
        let mut values = Vec::new();
        for (field, expr) in read {
            let value = self.value(store, expr);
            let kind = self.types.field(*field);
            let sort = self.sort(kind);
            let (value, fits) = self.converted(value, sort);
            let Field { name, bounds, .. } = self.chart.field(*field);
            let within = self.between(value, bounds.as_ref());
            let fits = self.system.terms.and([fits, within]);
            let allowed = words(kind, bounds.as_ref());
            let message = format!("a value that does not fit `_event.data.{name}`, which is {allowed}");
            self.duty(ObligationKind::OutOfRange, fits, message, expr.span);
            values.push((*field, value));
        }
        values
    }

    /// Puts an event into the internal queue.
    pub(super) fn raise(
        &mut self,
        store: &mut Store,
        event: EventId,
        params: &[(FieldId, TermId)],
        guard: TermId,
        span: Span,
    ) {
        if let Some(queue) = self.layout.internal.clone() {
            self.push(store, &queue, event, params, guard, span);
        }
    }

    /// Puts an event into the first free slot of a queue.
    pub(super) fn push(
        &mut self,
        store: &mut Store,
        queue: &Queue,
        event: EventId,
        params: &[(FieldId, TermId)],
        guard: TermId,
        span: Span,
    ) {
        let Some(number) = queue.events.iter().position(|e| *e == event) else { return };
        let event = self.system.terms.mk_const(Value::Enum(queue.sort, number as u32 + 1));
        let mut looking = guard;
        for (place, slot) in queue.slots.iter().enumerate() {
            let empty = self.is_value(store.get(*slot), queue.sort, 0);
            let here = self.system.terms.and([looking, empty]);
            let value = self.system.terms.ite(here, event, store.get(*slot));
            store.set(*slot, value);
            for (field, cells) in &queue.fields {
                let given = params.iter().find(|(f, _)| f == field).map(|(_, value)| *value);
                let value = given.unwrap_or_else(|| self.no_value(*field));
                let value = self.system.terms.ite(here, value, store.get(cells[place]));
                store.set(cells[place], value);
            }
            let full = self.system.terms.not(empty);
            looking = self.system.terms.and([looking, full]);
        }
        let safe = self.system.terms.not(looking);
        let room = match queue.slots.len() {
            1 => "one event waits".to_owned(),
            more => format!("{more} events wait"),
        };
        let message = format!("more than {room} in a queue; wf:queue=\"N\" makes it longer");
        self.duty(ObligationKind::QueueFull, safe, message, span);
    }

    /// Takes the first event out of a queue where `guard` holds.
    pub(super) fn pop(&mut self, store: &mut Store, queue: &Queue, guard: TermId) {
        let nothing = self.system.terms.mk_const(Value::Enum(queue.sort, 0));
        for (place, slot) in queue.slots.iter().enumerate() {
            let behind = queue.slots.get(place + 1).map_or(nothing, |s| store.get(*s));
            let value = self.system.terms.ite(guard, behind, store.get(*slot));
            store.set(*slot, value);
        }
        for cells in queue.fields.values() {
            for pair in cells.windows(2) {
                let value = self.system.terms.ite(guard, store.get(pair[1]), store.get(pair[0]));
                store.set(pair[0], value);
            }
        }
    }

    /// Forgets what is in a queue where `guard` holds.
    fn empty(&mut self, store: &mut Store, queue: &Queue, guard: TermId) {
        let nothing = self.system.terms.mk_const(Value::Enum(queue.sort, 0));
        for slot in &queue.slots {
            let value = self.system.terms.ite(guard, nothing, store.get(*slot));
            store.set(*slot, value);
        }
    }

    /// Gives data their first values, in document order.
    pub(super) fn initialise(&mut self, store: &mut Store, owner: StateId, guard: TermId) {
        for data in self.chart.state(owner).data.clone() {
            let Some(init) = self.chart.datum(data).init.clone() else { continue };
            if !self.chart.datum(data).any {
                self.path.push(guard);
                self.assign(store, (data, None), &init, guard, init.span);
                self.path.pop();
            }
            self.unborn.remove(&data);
        }
    }
}

/// Whether a block can end early.
fn may_fail(block: &Block) -> bool {
    let mut found = false;
    block.visit(&mut |action| {
        found |= match &action.kind {
            ActionKind::Fault(_) => true,
            ActionKind::Assign { index, value, .. } => has_fault(value) || index.as_ref().is_some_and(has_fault),
            ActionKind::Send(_) => true,
            ActionKind::If { branches, .. } => branches.iter().any(|(c, _)| has_fault(c)),
            ActionKind::Foreach { array, .. } => has_fault(array),
            _ => false,
        }
    });
    found
}

/// A type in words.
fn words(kind: &Type, bounds: Option<&Bounds>) -> String {
    match (kind, bounds) {
        (Type::Range { lo, hi }, _) => format!("{lo}..{hi}"),
        (Type::Enum(values), _) => format!("one of {}", values.join(", ")),
        (Type::Array(element, _), _) => words(element, bounds),
        (Type::Real, Some(Bounds { lo, hi })) => format!("between {lo} and {hi}"),
        _ => "of another type".to_owned(),
    }
}
