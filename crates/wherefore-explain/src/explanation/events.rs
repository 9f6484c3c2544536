//! Key events: what happened on a failing run and matters, by tick.
//!
//! Four things are worth reading: the choices that the minimal cause keeps, how the variables of the broken part and of the
//! cause change, which transitions are taken, and the failure itself. An unchanged value is no event. For a long run the
//! list would be long; then what says least goes first, old ticks before new ones, and the failure never.
//!
//! ```text
//! tick 0   e is enter        chosen
//! tick 1   t4 is taken
//! tick 1   fan becomes on
//! tick 2   right_mode fails
//! ```

use super::{Failed, KeyEvent, MarkKind};
use crate::Class;
use crate::cause::{Bound, Kept, MinimalCause};
use crate::result::event::{Happening, Limit};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{ElementId, System, Value, VarId};
use wherefore_trace::{Trace, show};

/// The most events that are listed.
const MOST_EVENTS: usize = 20;

/// How much an event says, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A variable of the cause changes by itself.
    Effect,
    /// A transition is taken.
    Taken,
    /// A variable of the broken part changes.
    Change,
    /// Something is chosen.
    Choice,
    /// The promise becomes due, or is broken.
    Failure,
}

/// Facts about a class from which its events are made.
pub(crate) struct Story<'a> {
    /// The system of the run.
    pub(crate) system: &'a System,
    /// Name of the property.
    pub(crate) name: &'a str,
    /// The class whose run is described.
    pub(crate) class: &'a Class,
}

/// Choices that a cause keeps, by tick.
type Choices<'a> = BTreeMap<usize, Vec<&'a Kept>>;

/// The key events of a run, by tick.
pub(crate) fn events(story: &Story<'_>) -> Vec<KeyEvent> {
    let explanation = &story.class.explanation;
    let (failed, cause) = (explanation.failed.known(), explanation.cause.known());
    let mut list: Vec<(Weight, KeyEvent)> = Vec::new();
    let watched = story.watched(failed, cause);
    let mut choices = Choices::new();
    for kept in cause.into_iter().flat_map(|c| &c.kept) {
        choices.entry(kept.tick as usize).or_default().push(kept);
    }
    let due = failed.map(|f| f.marks.iter().filter(|m| m.kind == MarkKind::Trigger));
    let due = due.and_then(|triggers| triggers.map(|m| m.tick).max());
    for tick in 0..story.run().len() {
        list.extend(story.taken(tick).into_iter().map(|event| (Weight::Taken, event)));
        let chosen = choices.get(&tick).map_or(&[][..], Vec::as_slice);
        list.extend(watched.iter().filter_map(|(var, weight)| story.change(tick, *var, *weight, chosen)));
        list.extend(story.bounds(tick, chosen).into_iter().map(|event| (Weight::Choice, event)));
        let fails = failed.is_some_and(|f| f.ticks.contains(&tick));
        let happened = [(Happening::Due, due == Some(tick) && !fails), (Happening::Fails, fails)];
        let said = happened.into_iter().filter(|(_, is)| *is).map(|(what, _)| story.event(tick, story.name, what));
        list.extend(said.map(|event| (Weight::Failure, event)));
    }
    readable(list)
}

impl Story<'_> {
    fn run(&self) -> &Trace {
        &self.class.representative
    }

    /// The variables whose changes are listed: those of the broken part, and those of the cause.
    fn watched(&self, failed: Option<&Failed>, cause: Option<&MinimalCause>) -> Vec<(VarId, Weight)> {
        let terms = &self.system.terms;
        let marks = failed.into_iter().flat_map(|f| &f.marks);
        let mut marked: Vec<VarId> = marks.filter_map(|m| terms.find_var(&m.variable)).collect();
        let mut seen = BTreeSet::new();
        marked.retain(|var| seen.insert(*var));
        let is_shown = |var: &VarId| !terms.var(*var).is_hidden();
        let kept: Vec<VarId> = cause.into_iter().flat_map(|c| &c.kept).map(|k| k.var).filter(is_shown).collect();
        let rest = kept.into_iter().filter(|var| seen.insert(*var)).map(|var| (var, Weight::Effect));
        marked.into_iter().map(|var| (var, Weight::Change)).chain(rest).collect()
    }

    /// Event of a variable at a tick: it is chosen, or it changes.
    fn change(&self, tick: usize, var: VarId, weight: Weight, kept: &[&Kept]) -> Option<(Weight, KeyEvent)> {
        let value = self.run().value(tick, var)?;
        let before = tick.checked_sub(1).and_then(|t| self.run().value(t, var));
        let chosen = kept.iter().any(|k| k.var == var && matches!(k.bound, Bound::Is(_)));
        let is_bound = kept.iter().any(|k| k.var == var && !matches!(k.bound, Bound::Is(_)));
        if is_bound || (!chosen && (before == Some(value) || (tick == 0 && weight == Weight::Effect))) {
            return None;
        }
        let shown = show(&self.system.terms, var, value);
        let what = match before {
            None => Happening::Is(shown),
            Some(before) if before == value => Happening::Stays(shown),
            Some(_) => Happening::Becomes(shown),
        };
        let event = self.valued(tick, var, value, what, chosen);
        Some((if chosen { Weight::Choice } else { weight }, event))
    }

    /// The numbers of which the cause keeps bounds at a tick.
    fn bounds(&self, tick: usize, kept: &[&Kept]) -> Vec<KeyEvent> {
        let shown = |var: VarId, value: &Value| show(&self.system.terms, var, value);
        let mut limits: BTreeMap<VarId, Vec<Limit>> = BTreeMap::new();
        for kept in kept {
            let limit = match &kept.bound {
                Bound::Is(_) => continue,
                Bound::AtLeast(value) => Limit::AtLeast(shown(kept.var, value)),
                Bound::AtMost(value) => Limit::AtMost(shown(kept.var, value)),
            };
            limits.entry(kept.var).or_default().push(limit);
        }
        let event = |(var, bounds): (VarId, Vec<Limit>)| {
            let value = self.run().value(tick, var)?;
            let what = Happening::Within { value: shown(var, value), bounds };
            Some(self.valued(tick, var, value, what, true))
        };
        limits.into_iter().filter_map(event).collect()
    }

    fn taken(&self, tick: usize) -> Vec<KeyEvent> {
        let names = self.class.taken.get(tick).map_or(&[][..], Vec::as_slice);
        let element = self.run().steps.get(tick).and_then(|step| step.element);
        let event = |name: &String| KeyEvent { element, ..self.event(tick, name, Happening::Taken) };
        names.iter().map(event).collect()
    }

    fn event(&self, tick: usize, name: &str, what: Happening) -> KeyEvent {
        KeyEvent {
            tick,
            name: name.to_owned(),
            value: None,
            var: None,
            what,
            is_input: false,
            side: None,
            element: None,
        }
    }

    fn valued(&self, tick: usize, var: VarId, value: &Value, what: Happening, is_input: bool) -> KeyEvent {
        let name = self.system.terms.var(var).spelling();
        let element: Option<ElementId> = self.system.var_element(var);
        KeyEvent { value: Some(value.clone()), is_input, element, ..self.event(tick, name, what) }
    }
}

/// As many events as can be read: of those that say least the oldest are left out.
fn readable(list: Vec<(Weight, KeyEvent)>) -> Vec<KeyEvent> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|place| (list[*place].0, *place));
    let dropped: BTreeSet<usize> = order.into_iter().take(list.len().saturating_sub(MOST_EVENTS)).collect();
    list.into_iter().enumerate().filter(|(place, _)| !dropped.contains(place)).map(|(_, (_, event))| event).collect()
}
