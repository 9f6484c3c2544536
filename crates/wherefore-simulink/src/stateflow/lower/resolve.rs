//! What names mean, from the place of an action outwards.

use super::Run;
use super::layout::{Place, Queue, around};
use super::store::Branch;

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A variable of the function that is being executed.
    Variable,
    Datum(Place),
    /// An event; with dots, it is for this state.
    Event {
        event: usize,
        directed: Option<usize>,
    },
    Message(usize),
    /// What a message carries.
    MessageData(Queue),
    /// A function of the chart.
    Function(usize),
    Nothing,
}

impl Meaning {
    pub fn is_event(self) -> bool {
        matches!(self, Meaning::Event { .. })
    }
}

impl Run<'_, '_, '_> {
    /// What a name means at a place.
    pub(super) fn meaning_of(&self, branch: &Branch, name: &str, scope: Option<usize>) -> Meaning {
        if branch.store.frames.last().is_some_and(|f| f.contains_key(name)) {
            return Meaning::Variable;
        }
        if let Some((state, last)) = name.rsplit_once('.') {
            return self.dotted(state, last, scope);
        }
        for place in self.outwards(scope) {
            let found = self.declared(name, place);
            if !matches!(found, Meaning::Nothing) {
                return found;
            }
        }
        match self.layout.implicit.get(name) {
            Some(place) => Meaning::Datum(*place),
            // A name that only one place declares is seen from everywhere.
            None => self.anywhere(name),
        }
    }

    /// The places whose names are seen from a place, from the inside to the outside.
    fn outwards(&self, scope: Option<usize>) -> Vec<Option<usize>> {
        let inner = scope.into_iter().chain(scope.into_iter().flat_map(|s| self.chart.ancestors(s)));
        inner.map(Some).chain([None]).collect()
    }

    /// What a place itself declares.
    fn declared(&self, name: &str, place: Option<usize>) -> Meaning {
        let chart = self.chart;
        if let Some(index) = chart.data.iter().position(|d| d.name == name && d.parent == place)
            && let Some(place) = self.layout.data.get(index).copied().flatten()
        {
            return Meaning::Datum(place);
        }
        if let Some(event) = chart.events.iter().position(|e| e.name == name && e.parent == place) {
            return Meaning::Event { event, directed: None };
        }
        if let Some(message) = chart.messages.iter().position(|m| m.name == name && m.parent == place) {
            return Meaning::Message(message);
        }
        let is_function = |s: &crate::stateflow::document::State| s.name == name && s.function().is_some();
        let function = chart.states.iter().position(|s| is_function(s) && around(chart, s.parent) == place);
        function.map_or(Meaning::Nothing, Meaning::Function)
    }

    fn anywhere(&self, name: &str) -> Meaning {
        let places = (0..self.chart.states.len()).map(Some);
        let mut found = places.map(|p| self.declared(name, p)).filter(|m| !matches!(m, Meaning::Nothing));
        match (found.next(), found.next()) {
            (Some(only), None) => only,
            _ => Meaning::Nothing,
        }
    }

    fn dotted(&self, state: &str, last: &str, scope: Option<usize>) -> Meaning {
        let message = self.chart.messages.iter().position(|m| m.name == state);
        if let (Some(queue), "data") = (message.and_then(|m| self.layout.queues.get(m)), last) {
            return Meaning::MessageData(*queue);
        }
        let Some(place) = self.state_named(state, scope) else { return Meaning::Nothing };
        match self.declared(last, Some(place)) {
            Meaning::Event { event, .. } => Meaning::Event { event, directed: Some(place) },
            // An event that is declared outside is sent to the state all the same.
            Meaning::Nothing => {
                let seen = self.outwards(Some(place)).into_iter().map(|p| self.declared(last, p));
                let event = seen.filter_map(|m| if let Meaning::Event { event, .. } = m { Some(event) } else { None });
                event.take(1).next().map_or(Meaning::Nothing, |event| Meaning::Event { event, directed: Some(place) })
            }
            other => other,
        }
    }

    /// The state with a name that may have dots, looked for from a place outwards.
    pub(super) fn state_named(&self, name: &str, scope: Option<usize>) -> Option<usize> {
        let names: Vec<&str> = name.split('.').collect();
        for place in self.outwards(scope) {
            if let Some(found) = self.descend(place, &names) {
                return Some(found);
            }
        }
        let ends = |s: &usize| self.chart.path(*s) == name || self.chart.path(*s).ends_with(&format!(".{name}"));
        let mut found =
            (0..self.chart.states.len()).filter(|s| self.chart.states.get(*s).is_some_and(|s| s.is_state()));
        found.find(ends)
    }

    fn descend(&self, place: Option<usize>, names: &[&str]) -> Option<usize> {
        let (first, rest) = names.split_first()?;
        let own = place.filter(|p| self.chart.states.get(*p).is_some_and(|s| s.name == *first));
        let named = |s: &usize| self.chart.states.get(*s).is_some_and(|s| s.name == *first);
        let mut at = self.children(place).into_iter().find(named).or(own)?;
        for name in rest {
            let named = |s: &usize| self.chart.states.get(*s).is_some_and(|s| s.name == *name);
            at = self.children(Some(at)).into_iter().find(named)?;
        }
        Some(at)
    }
}
