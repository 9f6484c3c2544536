//! Events: what a step reacts to, what that triggers, and what becomes of it.
//!
//! A step reacts to the first of these: a transition that needs no event, the internal queue, something from outside. What
//! comes from outside the input `event` says: an event of the environment, a delayed event, or the first of those that the
//! machine sent to itself, which wait in the external queue with everything else.

use super::Lowering;
use super::cells::{CellId, Store};
use super::layout::{Offer, Queue};
use crate::chart::{Destination, EventId, FieldId, Finalizer, SendId, Source, Transition, event_type, session};
use wherefore_ir::{Sort, TermId, Value};

/// Event that a step reacts to.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    /// The machine has not come to its end.
    pub running: TermId,
    /// To the first event of the internal queue.
    pub internal: TermId,
    /// For each value of the event input, to that: an event from outside, or a delayed one.
    pub offers: Vec<TermId>,
    /// For each transition without event whether it is enabled.
    pub enabled: Vec<TermId>,
    /// The machine is at rest: it waits for something from outside, or has ended.
    pub rest: TermId,
}

impl Lowering<'_> {
    /// Event that a step from this state reacts to.
    pub(super) fn phase(&mut self, store: &Store) -> Phase {
        let ended = self.ended(store);
        let running = self.system.terms.not(ended);
        let mut enabled = vec![self.system.terms.bool(false); self.chart.transitions.len()];
        let mut unasked = running;
        if let Some(idle) = self.layout.idle {
            let busy = self.system.terms.not(store.get(idle));
            unasked = self.system.terms.and([running, busy]);
        }
        self.enable(store, &mut enabled, true, &mut |_, _| unasked);
        let eventless = self.system.terms.or(enabled.iter().copied());
        let mut open = self.system.terms.not(eventless);
        open = self.system.terms.and([running, open]);
        let (internal, open) = match self.layout.internal.clone() {
            Some(queue) => {
                let full = self.is_waiting(store, &queue);
                let empty = self.system.terms.not(full);
                (self.system.terms.and([open, full]), self.system.terms.and([open, empty]))
            }
            None => (self.system.terms.bool(false), open),
        };
        let open = self.enable_deferred(store, &mut enabled, open);
        let offers = self.offers(store, open);
        let rest = match self.uses.runs_on() {
            true => self.system.terms.or([ended, open]),
            false => self.system.terms.bool(true),
        };
        Phase { running, internal, offers, rest, enabled }
    }

    /// Finds out which transition starts, ends or cancels a session, if nothing else is due; says where none does.
    fn enable_deferred(&mut self, store: &Store, enabled: &mut [TermId], open: TermId) -> TermId {
        let mut open = open;
        let deferred: Vec<_> = self.chart.leaving().filter(|t| self.chart.transition(*t).deferred).collect();
        for id in deferred {
            let here = self.enabled(store, id, open);
            enabled[id.0 as usize] = here;
            let other = self.system.terms.not(here);
            open = self.system.terms.and([open, other]);
        }
        open
    }

    /// The queues, and whether a step reads them.
    pub(super) fn queues(&self, phase: &Phase) -> Vec<(Queue, TermId)> {
        let internal = self.layout.internal.iter().map(|queue| (queue.clone(), phase.internal));
        let offers = self.layout.offers.iter().zip(&phase.offers);
        let offered = offers.filter_map(|(offer, reading)| Some((self.offered_queue(*offer)?.clone(), *reading)));
        internal.chain(offered).collect()
    }

    /// The queue whose first event an offer brings.
    fn offered_queue(&self, offer: Offer) -> Option<&Queue> {
        match offer {
            Offer::Own => self.layout.own.as_ref(),
            Offer::Channel(channel) => self.layout.channels.get(&channel),
            Offer::Environment(_) | Offer::Timer(_) => None,
        }
    }

    /// Whether an event waits in a queue.
    fn is_waiting(&mut self, store: &Store, queue: &Queue) -> TermId {
        let empty = self.is_value(store.get(queue.slots[0]), queue.sort, 0);
        self.system.terms.not(empty)
    }

    /// For each value of the event input, whether it is what the step reacts to.
    fn offers(&mut self, store: &Store, open: TermId) -> Vec<TermId> {
        let Some((var, sort)) = self.layout.event else { return Vec::new() };
        let event = self.system.terms.now(var);
        let mut offers = Vec::new();
        for (index, offer) in self.layout.offers.clone().into_iter().enumerate() {
            let chosen = match self.layout.offers.len() {
                1 => self.system.terms.bool(true),
                _ => self.is_value(event, sort, index as u32),
            };
            let due = match offer {
                Offer::Environment(event) => self.is_sent(store, event),
                Offer::Timer(send) => self.is_due(store, send),
                Offer::Own | Offer::Channel(_) => match self.offered_queue(offer).cloned() {
                    Some(queue) => self.is_waiting(store, &queue),
                    None => self.system.terms.bool(false),
                },
            };
            offers.push(self.system.terms.and([open, chosen, due]));
        }
        offers
    }

    /// Whether an event of the environment can come: what sends it is running, or is nothing that the chart started.
    fn is_sent(&mut self, store: &Store, event: EventId) -> TermId {
        let sources = self.chart.sources.iter().filter(|s| s.event == event);
        let running: Vec<TermId> = sources.filter_map(|s| self.running(store, s)).collect();
        if running.is_empty() { self.system.terms.bool(true) } else { self.system.terms.or(running) }
    }

    fn running(&self, store: &Store, source: &Source) -> Option<TermId> {
        self.layout.data[source.running.0 as usize].first().map(|cell| store.get(*cell))
    }

    /// What has sent its last event does not run any longer: of several with one event, the first that runs.
    fn end_sources(&mut self, store: &mut Store, phase: &Phase) {
        let offers: Vec<(Offer, TermId)> =
            self.layout.offers.iter().copied().zip(phase.offers.iter().copied()).collect();
        for (offer, cond) in offers {
            let Offer::Environment(event) = offer else { continue };
            let mut open = cond;
            for source in self.chart.sources.iter().filter(|s| s.event == event) {
                let Some(running) = self.running(store, source) else { continue };
                let here = self.system.terms.and([open, running]);
                let others = self.system.terms.not(running);
                open = self.system.terms.and([open, others]);
                let Some(cell) = self.layout.data[source.running.0 as usize].first().copied().filter(|_| source.ends)
                else {
                    continue;
                };
                let no = self.system.terms.bool(false);
                let value = self.system.terms.ite(here, no, store.get(cell));
                store.set(cell, value);
            }
        }
    }

    /// Whether the event of this step triggers a transition.
    pub(super) fn trigger(&mut self, store: &Store, phase: &Phase, transition: &Transition) -> TermId {
        let mut ways = Vec::new();
        for (queue, reading) in self.queues(phase) {
            let heard: Vec<TermId> = self.heard(&queue, store.get(queue.slots[0]), transition);
            let heard = match heard.len() == queue.events.len() {
                true => self.system.terms.bool(true),
                false => self.system.terms.or(heard),
            };
            ways.push(self.system.terms.and([reading, heard]));
        }
        for (offer, cond) in self.layout.offers.iter().zip(&phase.offers) {
            if self.offered(*offer).is_some_and(|e| transition.is_triggered_by(self.chart.event(e))) {
                ways.push(*cond);
            }
        }
        self.system.terms.or(ways)
    }

    /// For each event of a queue that triggers a transition, whether it is the first.
    fn heard(&mut self, queue: &Queue, first: TermId, transition: &Transition) -> Vec<TermId> {
        let matching =
            queue.events.iter().enumerate().filter(|(_, e)| transition.is_triggered_by(self.chart.event(**e)));
        let matching: Vec<u32> = matching.map(|(i, _)| i as u32 + 1).collect();
        matching.into_iter().map(|value| self.is_value(first, queue.sort, value)).collect()
    }

    /// The event that an offer brings, unless it is the first of a queue, or on its way to one.
    pub(super) fn offered(&self, offer: Offer) -> Option<EventId> {
        match offer {
            Offer::Environment(event) => Some(event),
            Offer::Timer(send) => Some(self.chart.send(send)).filter(|s| s.to == Destination::Own).map(|s| s.event),
            Offer::Own | Offer::Channel(_) => None,
        }
    }

    /// Takes the event out of its queue, and gives inputs and `_event` their new values.
    pub(super) fn take_event(&mut self, store: &mut Store, phase: &Phase) {
        self.name_event(store, phase);
        for (field, cell) in self.layout.fields.clone() {
            self.fill_field(store, phase, field, cell);
        }
        let outside = self.comes_from_outside(phase, |_| true);
        for (cells, data) in self.layout.data.clone().into_iter().zip(&self.chart.data) {
            // A random number is new in every step, from whatever the step comes.
            for cell in cells.into_iter().filter(|_| !data.random) {
                let Some(input) = self.layout.cells[cell.0].input else { continue };
                let fresh = self.system.terms.now(input);
                let value = self.system.terms.ite(outside, fresh, store.get(cell));
                store.set(cell, value);
            }
        }
        for (queue, reading) in self.queues(phase) {
            self.pop(store, &queue, reading);
        }
        for (offer, cond) in self.layout.offers.clone().into_iter().zip(&phase.offers) {
            if let Offer::Timer(send) = offer {
                self.deliver(store, send, *cond);
                self.cancel(store, send, *cond);
            }
        }
        self.end_sources(store, phase);
        self.finalize(store, phase);
    }

    /// A delayed event for another session joins its queue.
    fn deliver(&mut self, store: &mut Store, id: SendId, guard: TermId) {
        let send = self.chart.send(id);
        let Destination::Channel(channel) = send.to else { return };
        let Some(queue) = self.layout.channels.get(&channel).cloned() else { return };
        let carried: Vec<_> = self.layout.timers[&id].fields.iter().map(|(f, cell)| (*f, store.get(*cell))).collect();
        self.push(store, &queue, send.event, &carried, guard, send.span);
    }

    /// Executes what is to be done with an event of an invoked service.
    fn finalize(&mut self, store: &mut Store, phase: &Phase) {
        let mut open = self.comes_from_outside(phase, |event| session(event).is_empty());
        for Finalizer { state, sends, content } in &self.chart.finalizers {
            let sends = self.layout.data[sends.0 as usize].first().map(|cell| store.get(*cell));
            let sends = sends.unwrap_or_else(|| self.system.terms.bool(false));
            let here = self.system.terms.and([open, store.inside[state.0 as usize], sends]);
            let others = self.system.terms.not(here);
            open = self.system.terms.and([open, others]);
            self.block(store, content, here);
        }
    }

    /// Whether the step takes an event of the environment, one of those meant.
    fn comes_from_outside(&mut self, phase: &Phase, meant: impl Fn(&str) -> bool) -> TermId {
        let offers = self.layout.offers.iter().zip(&phase.offers);
        let comes = |o: &Offer| matches!(o, Offer::Environment(event) if meant(self.chart.event(*event)));
        let outside = offers.filter(|(o, _)| comes(o)).map(|(_, c)| *c);
        let outside: Vec<TermId> = outside.collect();
        // Where every offer comes from outside, one of them is always chosen.
        if outside.len() == self.layout.offers.len() && !self.uses.runs_on() && !outside.is_empty() {
            return phase.running;
        }
        self.system.terms.or(outside)
    }

    /// Gives `_event.name` and `_event.type` their new values.
    fn name_event(&mut self, store: &mut Store, phase: &Phase) {
        let arrivals = self.arrivals(store, phase);
        for (cell, is_name) in [(self.layout.name, true), (self.layout.origin, false)] {
            let Some(cell) = cell else { continue };
            let mut value = store.get(cell);
            let Sort::Enum(texts) = self.system.terms.sort(value) else { continue };
            for (event, internal, cond) in &arrivals {
                let event = self.chart.event(*event);
                let text = if is_name { event } else { event_type(event, *internal) };
                let Some(index) = self.position(texts, text) else { continue };
                let text = self.system.terms.mk_const(Value::Enum(texts, index));
                value = self.system.terms.ite(*cond, text, value);
            }
            store.set(cell, value);
        }
    }

    /// Every event that a step can take, whether it comes from the internal queue, and when.
    fn arrivals(&mut self, store: &Store, phase: &Phase) -> Vec<(EventId, bool, TermId)> {
        if self.layout.name.is_none() && self.layout.origin.is_none() {
            return Vec::new();
        }
        let mut arrivals = Vec::new();
        for (queue, reading) in self.queues(phase) {
            for (index, event) in queue.events.iter().enumerate() {
                let first = self.is_value(store.get(queue.slots[0]), queue.sort, index as u32 + 1);
                let cond = self.system.terms.and([reading, first]);
                arrivals.push((*event, reading == phase.internal, cond));
            }
        }
        let offers = self.layout.offers.iter().zip(&phase.offers);
        let offers: Vec<_> = offers.filter_map(|(o, c)| Some((self.offered(*o)?, false, *c))).collect();
        arrivals.extend(offers);
        arrivals.retain(|(event, ..)| session(self.chart.event(*event)).is_empty());
        arrivals
    }

    /// Whether the first event of a queue is for the session whose events carry a field, given that the queue is read.
    fn is_for(&mut self, store: &Store, queue: &Queue, reading: TermId, field: FieldId) -> TermId {
        let theirs = |e: &EventId| session(self.chart.event(*e)) == self.chart.field(field).session;
        let places: Vec<u32> = (1..).zip(&queue.events).filter(|(_, e)| theirs(e)).map(|(place, _)| place).collect();
        if places.len() == queue.events.len() {
            return reading;
        }
        let first = store.get(queue.slots[0]);
        let heard: Vec<TermId> = places.into_iter().map(|place| self.is_value(first, queue.sort, place)).collect();
        let heard = self.system.terms.or(heard);
        self.system.terms.and([reading, heard])
    }

    fn fill_field(&mut self, store: &mut Store, phase: &Phase, field: FieldId, cell: CellId) {
        let mut value = store.get(cell);
        for (queue, reading) in self.queues(phase) {
            let reading = self.is_for(store, &queue, reading, field);
            let carried = queue.fields.get(&field).map(|cells| store.get(cells[0]));
            let carried = carried.unwrap_or_else(|| self.no_value(field));
            value = self.system.terms.ite(reading, carried, value);
        }
        for (offer, cond) in self.layout.offers.clone().into_iter().zip(&phase.offers) {
            let theirs = |e: EventId| session(self.chart.event(e)) == self.chart.field(field).session;
            if !self.offered(offer).is_some_and(theirs) {
                continue;
            }
            let fresh = match offer {
                Offer::Timer(send) => self.layout.timers[&send].fields.get(&field).map(|c| store.get(*c)),
                Offer::Environment(_) => self.layout.cells[cell.0].input.map(|v| self.system.terms.now(v)),
                Offer::Own | Offer::Channel(_) => continue,
            };
            let fresh = fresh.unwrap_or_else(|| self.no_value(field));
            value = self.system.terms.ite(*cond, fresh, value);
        }
        store.set(cell, value);
    }
}
