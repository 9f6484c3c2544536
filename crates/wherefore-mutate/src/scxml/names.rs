//! The names of a chart and of its transitions, and its states as elements.

use super::ChartSites;
use crate::{ElementKind, Values};
use wherefore_lang::scxml::chart::{Chart, DataId, StateId, StateKind, Transition, Type};

impl ChartSites<'_, '_, '_> {
    /// Makes the scope that all expressions of a chart have in common.
    pub(super) fn declare(&mut self) {
        let data = (0..self.chart.data.len() as u32).map(DataId);
        let found: Vec<(String, Values, Vec<String>)> = data
            .filter_map(|id| {
                let (values, bounds) = sort(self.types.datum(id))?;
                Some((self.chart.datum(id).name.clone(), values, bounds))
            })
            .collect();
        let states = self.chart.states.iter().filter(|s| s.named && !matches!(s.kind, StateKind::History { .. }));
        let states: Vec<String> = states.map(|s| format!("In('{}')", s.id)).collect();
        let Some(scope) = self.inventory.scopes.first_mut() else { return };
        scope.atoms = states;
        for (name, values, bounds) in found {
            scope.add(name, values);
            scope.variables.last_mut().into_iter().for_each(|v| v.bounds.clone_from(&bounds));
        }
    }

    /// Adds a state, and the state that is entered first in it, as elements.
    pub(super) fn state_elements(&mut self, id: StateId) {
        let state = self.chart.state(id);
        let hull = self.document.element(state.span).unwrap_or(state.span);
        let is_state = !matches!(state.kind, StateKind::Root | StateKind::History { .. });
        if is_state {
            let words = format!("the state `{}`", state.id);
            self.inventory.element(ElementKind::State, &state.id, words, state.span, hull);
        }
        let words = format!("the initial state of `{}`", state.id);
        let mut spans = self.document.words(state.span, "initial");
        if let Some(initial) = state.initial.filter(|_| spans.is_empty()) {
            spans = self.document.words(self.chart.transition(initial).span, "target");
        }
        for span in spans {
            self.inventory.element(ElementKind::InitialState, &state.id, words.clone(), span, span);
        }
    }
}

/// The name that a transition without one of its own has everywhere: its ends, its event and its line.
pub(crate) fn title(chart: &Chart, text: &str, transition: &Transition) -> String {
    let mut words = chart.state(transition.source).id.clone();
    let targets: Vec<&str> = transition.targets.iter().map(|t| chart.state(*t).id.as_str()).collect();
    if !targets.is_empty() {
        words += &format!(" -> {}", targets.join(" "));
    }
    let name = |prefix: &str| if prefix.is_empty() { "*".to_owned() } else { prefix.to_owned() };
    let events: Vec<String> = transition.events.iter().map(|d| name(&d.prefix)).collect();
    if !events.is_empty() {
        words += &format!(" on {}", events.join(" "));
    }
    let before = text.get(..transition.span.start as usize).unwrap_or_default();
    format!("{words} (line {})", before.matches('\n').count() + 1)
}

/// The values of a type, and the least and the greatest of them.
fn sort(ty: &Type) -> Option<(Values, Vec<String>)> {
    match ty {
        Type::Bool => Some((Values::Truth, Vec::new())),
        Type::Int | Type::Real => Some((Values::Numbers, Vec::new())),
        Type::Range { lo, hi } => Some((Values::Numbers, vec![lo.to_string(), hi.to_string()])),
        Type::Enum(names) => Some((Values::Names(names.iter().map(|n| format!("'{n}'")).collect()), Vec::new())),
        Type::Array(..) => None,
    }
}
