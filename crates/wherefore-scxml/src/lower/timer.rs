//! Delayed events.
//!
//! How much time passes between two events is not part of the model: a pending event may come at any rest. But what is
//! known about the order is kept. An event is due after every other that was pending when it was sent, or was sent in the same
//! microstep, and has the same delay or a shorter one.

use super::Lowering;
use super::cells::{Cell, CellId, Store};
use crate::chart::{FieldId, SendId};
use std::collections::BTreeMap;
use wherefore_diag::Span;
use wherefore_ir::{ObligationKind, Sort, TermId};

/// With more delayed sends than this their order is not kept.
const MOST_ORDERED: usize = 12;

/// A delayed send.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    pub pending: CellId,
    pub fields: BTreeMap<FieldId, CellId>,
    /// Whether it was sent in this very step.
    sent: CellId,
    /// For others with no longer delay, whether they are due before it.
    after: BTreeMap<SendId, CellId>,
}

impl Lowering<'_> {
    pub(super) fn declare_timers(&mut self) {
        let all = self.uses.delayed.clone();
        for send in &all {
            let line = self.line(self.chart.send(*send).span);
            let name = format!("pending.{}.{line}", self.chart.event(self.chart.send(*send).event));
            let pending = self.hidden(&name, Sort::Bool);
            let carried = self.chart.send(*send).params.iter().map(|(f, _)| *f);
            let read: Vec<FieldId> = carried.filter(|f| self.uses.fields.contains(f)).collect();
            let mut fields = BTreeMap::new();
            for field in read {
                let sort = self.sort(self.types.field(field));
                fields.insert(field, self.hidden(&format!("{name}.{}", self.chart.field(field).name), sort));
            }
            let sent = self.cell(Cell { var: None, input: None, free: false });
            let mut after = BTreeMap::new();
            let known = all.len() <= MOST_ORDERED;
            let shorter: Vec<SendId> = all.iter().copied().filter(|o| known && self.is_shorter(*o, *send)).collect();
            for other in shorter {
                after.insert(other, self.hidden(&format!("{name}.after.{}", other.0), Sort::Bool));
            }
            self.layout.timers.insert(*send, Timer { pending, fields, sent, after });
        }
    }

    /// Whether one delay is not longer than another.
    fn is_shorter(&self, one: SendId, other: SendId) -> bool {
        let (first, second) = (self.chart.send(one), self.chart.send(other));
        let known = !first.unknown && !second.unknown;
        let same = first.unknown && second.unknown && first.delay == second.delay;
        one != other && (known && first.delay <= second.delay || same)
    }

    /// Whether a delayed event can come now.
    pub(super) fn is_due(&mut self, store: &Store, send: SendId) -> TermId {
        let timer = self.layout.timers[&send].clone();
        let mut conditions = vec![store.get(timer.pending)];
        for (other, after) in timer.after {
            let pending = store.get(self.layout.timers[&other].pending);
            let blocked = self.system.terms.and([store.get(after), pending]);
            conditions.push(self.system.terms.not(blocked));
        }
        self.system.terms.and(conditions)
    }

    pub(super) fn set_timer(
        &mut self,
        store: &mut Store,
        id: SendId,
        params: &[(FieldId, TermId)],
        guard: TermId,
        span: Span,
    ) {
        let Some(timer) = self.layout.timers.get(&id).cloned() else { return };
        let both = self.system.terms.and([guard, store.get(timer.pending)]);
        let safe = self.system.terms.not(both);
        if self.chart.is_xstate6() {
            self.touched = self.system.terms.or([self.touched, guard]);
        }
        let message = "a delayed event is sent again while it is pending; <cancel> it before".to_owned();
        self.duty(ObligationKind::QueueFull, safe, message, span);
        for (other, after) in &timer.after {
            let pending = store.get(self.layout.timers[other].pending);
            self.update(store, *after, guard, pending);
        }
        // A longer one waits for this one only if it was sent at the same time.
        let waiting = self.layout.timers.iter().filter_map(|(other, t)| Some((*other, t.sent, *t.after.get(&id)?)));
        for (other, sent, after) in waiting.collect::<Vec<_>>() {
            let longer = !self.is_shorter(other, id);
            let sent = if longer { store.get(sent) } else { self.system.terms.bool(false) };
            self.update(store, after, guard, sent);
        }
        let yes = self.system.terms.bool(true);
        self.update(store, timer.pending, guard, yes);
        self.update(store, timer.sent, guard, yes);
        for (field, value) in params {
            if let Some(cell) = timer.fields.get(field) {
                self.update(store, *cell, guard, *value);
            }
        }
    }

    /// Gives a cell a value where a guard holds.
    fn update(&mut self, store: &mut Store, cell: CellId, guard: TermId, value: TermId) {
        let value = self.system.terms.ite(guard, value, store.get(cell));
        store.set(cell, value);
    }

    pub(super) fn cancel(&mut self, store: &mut Store, send: SendId, guard: TermId) {
        let Some(pending) = self.layout.timers.get(&send).map(|t| t.pending) else { return };
        if self.chart.is_xstate6() {
            let cancelled = self.system.terms.and([guard, store.get(pending)]);
            self.touched = self.system.terms.or([self.touched, cancelled]);
        }
        let no = self.system.terms.bool(false);
        self.update(store, pending, guard, no);
    }
}
