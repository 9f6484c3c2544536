//! What a name means at a place: it is looked up from a state outwards.

use super::{Machine, Step, trigger::unknown};
use crate::stateflow::document::Chart;
use wherefore_diag::Span;

/// A place and those around it, from the inside to the outside; the chart is the last.
pub(super) fn outwards(chart: &Chart, place: Option<usize>) -> Vec<Option<usize>> {
    let states = std::iter::successors(place, |s| chart.parent(*s));
    states.map(Some).chain([None]).collect()
}

impl Machine<'_> {
    /// The datum with a name; `S.x` belongs to a state.
    pub(super) fn datum_named(&self, name: &str, place: Option<usize>) -> Option<usize> {
        let chart = self.here().ok()?.chart;
        let find =
            |name: &str, owner: Option<usize>| chart.data.iter().position(|d| d.parent == owner && d.name == name);
        if let Some((path, last)) = name.rsplit_once('.') {
            return find(last, Some(state(chart, path, place)?));
        }
        outwards(chart, place).into_iter().find_map(|owner| find(name, owner))
    }

    /// The event with a name; `S.E` is looked up from a state.
    pub(super) fn event_named(&self, name: &str, place: Option<usize>) -> Step<Option<usize>> {
        let chart = self.here()?.chart;
        let (place, last) = match name.rsplit_once('.') {
            Some((path, last)) => (state(chart, path, place).or(place), last),
            None => (place, name),
        };
        let find = |owner: Option<usize>| chart.events.iter().position(|e| e.parent == owner && e.name == last);
        let near = outwards(chart, place).into_iter().find_map(find);
        Ok(near.or_else(|| chart.events.iter().position(|e| e.name == last)))
    }

    /// The message with a name.
    pub(super) fn message_named(&self, name: &str, place: Option<usize>) -> Step<Option<usize>> {
        let chart = self.here()?.chart;
        let find = |owner: Option<usize>| chart.messages.iter().position(|m| m.parent == owner && m.name == name);
        Ok(outwards(chart, place).into_iter().find_map(find))
    }

    /// The state with a name.
    pub(super) fn state_named(&self, name: &str, place: Option<usize>, span: Span) -> Step<usize> {
        state(self.here()?.chart, name, place).ok_or_else(|| unknown(name, span))
    }

    /// The function with a name, as a place in the list of states.
    pub(super) fn function_named(&self, name: &str, place: Option<usize>) -> Option<usize> {
        let chart = self.here().ok()?.chart;
        let is_it = |owner: Option<usize>, s: usize| {
            chart.states.get(s).is_some_and(|f| f.parent == owner && f.name == name && f.function().is_some())
        };
        let find = |owner: Option<usize>| (0..chart.states.len()).find(|s| is_it(owner, *s));
        let near = outwards(chart, place).into_iter().find_map(find);
        let last = name.rsplit('.').next().unwrap_or(name);
        let any = || chart.states.iter().position(|f| f.name == last && f.function().is_some());
        near.or_else(any)
    }
}

/// The state that a name with dots means: at each level outwards, a child or the level itself begins the name; or else the only state
/// whose whole name ends so.
pub(super) fn state(chart: &Chart, name: &str, place: Option<usize>) -> Option<usize> {
    let parts: Vec<&str> = name.split('.').collect();
    let follow = |mut from: Option<usize>, parts: &[&str]| {
        for part in parts {
            let child = |s: &usize| chart.states.get(*s).is_some_and(|c| c.parent == from && c.name == *part);
            from = Some((0..chart.states.len()).find(child)?);
        }
        from
    };
    for level in outwards(chart, place) {
        if let Some(found) = follow(level, &parts) {
            return Some(found);
        }
        let own = level.and_then(|l| chart.states.get(l)).is_some_and(|s| Some(&s.name.as_str()) == parts.first());
        if own && let Some(found) = follow(level, parts.get(1..).unwrap_or(&[])) {
            return Some(found);
        }
    }
    let ending = format!(".{name}");
    let mut found = (0..chart.states.len()).filter(|s| format!(".{}", chart.path(*s)).ends_with(&ending));
    found.next().filter(|_| found.next().is_none())
}
