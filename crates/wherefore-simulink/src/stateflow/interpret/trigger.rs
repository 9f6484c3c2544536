//! Events and temporal logic.

use super::{Machine, Occasion, Step, fault};
use crate::matlab::{Number, Value};
use crate::stateflow::action::{Base, Expr, TemporalOp, Trigger, TriggerKind, When};
use crate::stateflow::document::{self, Chart};
use std::cmp::Ordering;
use wherefore_diag::Span;

/// Whether a signal has its edge between two steps.
pub(super) fn is_edge(kind: document::Trigger, before: &Number, now: &Number) -> bool {
    let positive = |n: &Number| !n.is_negative() && !n.is_zero();
    let rising = !positive(before) && positive(now);
    let falling = positive(before) && !positive(now);
    match kind {
        document::Trigger::Rising => rising,
        document::Trigger::Falling => falling,
        document::Trigger::Either => rising || falling,
        document::Trigger::FunctionCall => positive(now),
    }
}

impl Machine<'_> {
    /// Whether a trigger fits the present occasion. Names are looked up from a place; times are counted since a state was entered.
    pub(super) fn is_triggered(
        &mut self,
        trigger: &Trigger,
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<bool> {
        let occasion = self.here()?.occasions.last().copied().unwrap_or(Occasion::Tick);
        match &trigger.kind {
            TriggerKind::Event(name) => self.is_event(name, place, occasion, trigger.span),
            TriggerKind::Tick => Ok(self.here()?.occasions.len() <= 1),
            TriggerKind::Entered(name) => {
                Ok(occasion == Occasion::Entered(self.state_named(name, place, trigger.span)?))
            }
            TriggerKind::Exited(name) => Ok(occasion == Occasion::Exited(self.state_named(name, place, trigger.span)?)),
            TriggerKind::Changed(name) => {
                let datum = self.datum_named(name, place).ok_or_else(|| unknown(name, trigger.span))?;
                Ok(occasion == Occasion::Changed(datum))
            }
            TriggerKind::Temporal(operator, count, base) => Ok(self.is_base(base, place, occasion, trigger.span)?
                && self.counted(*operator, count, base, place, origin)?),
        }
    }

    fn is_event(&mut self, name: &str, place: Option<usize>, occasion: Occasion, span: Span) -> Step<bool> {
        if let Some(event) = self.event_named(name, place)? {
            return Ok(occasion == Occasion::Event(event));
        }
        match self.message_named(name, place)? {
            Some(message) => self.receive(message),
            None => Err(unknown(name, span)),
        }
    }

    /// Whether what is counted occurs at present. Time passes by itself, and looks at any occasion.
    fn is_base(&mut self, base: &Base, place: Option<usize>, occasion: Occasion, span: Span) -> Step<bool> {
        match base {
            Base::Tick => Ok(self.here()?.occasions.len() <= 1),
            Base::Event(name) => self.is_event(name, place, occasion, span),
            _ => Ok(true),
        }
    }

    /// Whether a count since a state was entered is as an operator says.
    pub(super) fn counted(
        &mut self,
        operator: TemporalOp,
        count: &Expr,
        base: &Base,
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<bool> {
        let limit = self.number(count, place, origin)?;
        let passed = self.passed(base, place, origin, count.span)?;
        let order = passed.compare(&limit);
        Ok(match operator {
            TemporalOp::After | TemporalOp::Count => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            TemporalOp::Before => order == Some(Ordering::Less),
            TemporalOp::At => order == Some(Ordering::Equal),
            TemporalOp::Every => !passed.is_zero() && !limit.is_zero() && (&passed / &limit).to_integer().is_some(),
        })
    }

    /// How much of something has passed since a state was entered.
    pub(super) fn passed(
        &mut self,
        base: &Base,
        place: Option<usize>,
        origin: Option<usize>,
        span: Span,
    ) -> Step<Number> {
        let here = self.here()?;
        let since = origin.and_then(|o| here.since.get(o)).cloned();
        let since = since.ok_or_else(|| fault("time is counted only since a state was entered", Some(span)))?;
        let time = || match self.now.is_nan() {
            true => Err(fault("the time between two steps is not known", Some(span))),
            false => Ok(&self.now - &since.time),
        };
        Ok(match base {
            Base::Tick => Number::integer(here.ticks.saturating_sub(since.ticks)),
            Base::Seconds => time()?,
            Base::Milliseconds => &time()? * &Number::integer(1000),
            Base::Microseconds => &time()? * &Number::integer(1_000_000),
            Base::Event(name) => {
                let event = self.event_named(name, place)?.ok_or_else(|| unknown(name, span))?;
                let then = since.counts.get(event).copied().unwrap_or(0);
                Number::integer(self.here()?.counts.get(event).copied().unwrap_or(0).saturating_sub(then))
            }
        })
    }

    /// Executes the chart for something that has happened in it, if any trigger waits for that.
    pub(super) fn implicitly(&mut self, occasion: Occasion) -> Step<()> {
        let here = self.here()?;
        let chart = here.chart;
        if !here.shape.waits {
            return Ok(());
        }
        for (trigger, place) in triggers(chart) {
            let waits = match (&trigger.kind, occasion) {
                (TriggerKind::Entered(name), Occasion::Entered(state))
                | (TriggerKind::Exited(name), Occasion::Exited(state)) => {
                    self.state_named(name, place, trigger.span)? == state
                }
                (TriggerKind::Changed(name), Occasion::Changed(datum)) => self.datum_named(name, place) == Some(datum),
                _ => false,
            };
            if waits {
                return self.occasion(occasion);
            }
        }
        Ok(())
    }

    /// `hasChanged`, `hasChangedFrom`, `hasChangedTo` of inputs: against the step before.
    pub(super) fn changed(&self, datum: usize) -> Step<Option<(Value, Value)>> {
        let here = self.here()?;
        Ok(here.before.get(datum).cloned().zip(here.data.get(datum).cloned()))
    }
}

pub(super) fn unknown(name: &str, span: Span) -> super::Halt {
    fault(format!("`{name}` is not known here"), Some(span))
}

/// All triggers of a chart, with the places from which their names are looked up.
pub(super) fn triggers(chart: &Chart) -> impl Iterator<Item = (&Trigger, Option<usize>)> {
    let of_transitions = chart.transitions.iter().flat_map(|t| t.label.triggers.iter().map(move |x| (x, t.parent)));
    let of_states = chart.states.iter().enumerate().flat_map(|(place, state)| {
        let when = state.sections.iter().flat_map(|section| &section.when);
        when.filter_map(move |when| match when {
            When::On(trigger) => Some((trigger, Some(place))),
            _ => None,
        })
    });
    of_transitions.chain(of_states)
}
