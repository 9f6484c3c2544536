//! Transitions that are missing, triggered by something else, or added; first states; actions that are added.

use super::ChartSites;
use super::document::escaped;
use crate::{Edit, Element, Operator, Piece, Reach, Site};
use rustc_hash::FxHashSet;
use wherefore_diag::Span;
use wherefore_lang::scxml::chart::{Block, State, StateId, StateKind, Transition, TransitionId};

/// How many copies of other transitions, events and targets are tried in a state.
const MOST_COPIES: usize = 32;
const MOST_EVENTS: usize = 8;
const MOST_TARGETS: usize = 4;
const MOST_CONDITIONS: usize = 12;
/// How many actions are tried in a place.
const MOST_ACTIONS: usize = 64;

impl ChartSites<'_, '_, '_> {
    /// A transition goes away.
    pub(super) fn missing(&mut self, transition: &Transition, site: &Site) {
        let Some(span) = self.document.element(transition.span) else { return };
        let what = format!("{} is missing", site.words);
        self.inventory.finder.add(Operator::Rmt, vec![self.cut(span)], transition.span, what, site);
    }

    /// The edit that takes an element out, with its line if nothing else is on it.
    fn cut(&self, span: Span) -> Edit {
        let text = self.inventory.finder.text;
        let before = text.get(..span.start as usize).unwrap_or_default();
        let behind = text.get(span.end as usize..).unwrap_or_default();
        let margin = before.len() - before.trim_end_matches([' ', '\t']).len();
        let is_alone = before.trim_end_matches([' ', '\t']).ends_with('\n') && behind.starts_with('\n');
        let span = match is_alone {
            true => Span::new(span.file, span.start - margin as u32, span.end + 1),
            false => span,
        };
        Edit { span, text: String::new() }
    }

    /// A transition is triggered by another event.
    pub(super) fn events(&mut self, transition: &Transition, site: &Site) {
        for span in self.document.words(transition.span, "event") {
            let own = self.inventory.finder.slice(span).to_owned();
            let events = self.chart.events.iter().filter(|e| !e.starts_with("error.") && !e.contains(": "));
            let at = self.chart.events.iter().position(|e| *e == own).unwrap_or(0);
            let all: Vec<&String> = events.collect();
            let (before, behind) = all.split_at(at.min(all.len()));
            let others: Vec<String> = behind.iter().chain(before).map(|e| escaped(e)).collect();
            let most = self.inventory.finder.reach.most();
            for other in others.iter().filter(|e| **e != own).take(most) {
                let what = format!("{} is triggered by `{other}` instead of `{own}`", site.words);
                self.inventory.finder.replace(Operator::Ce, span, other.as_str(), what, site);
            }
        }
    }

    /// Another state is entered first.
    pub(super) fn first_state(&mut self, id: StateId) {
        let state = self.chart.state(id);
        if matches!(state.kind, StateKind::History { .. }) {
            return;
        }
        let element = (state.kind != StateKind::Root).then(|| state.id.clone());
        let site = Site { words: format!("the initial state of `{}`", state.id), element };
        let Some(initial) = state.initial.map(|t| self.chart.transition(t)) else { return };
        let mut words = self.document.words(state.span, "initial");
        if words.is_empty() {
            words = self.document.words(initial.span, "target");
        }
        for (target, span) in initial.targets.iter().zip(words) {
            let is_inside = |s: &State| s.named && s.span != state.span && !matches!(s.kind, StateKind::Root);
            let mut others =
                if self.inventory.finder.reach == Reach::Mending { state.children.clone() } else { Vec::new() };
            others.retain(|s| s != target);
            others.extend(self.near(*target, is_inside));
            for other in others {
                let new = escaped(&self.chart.state(other).id);
                self.inventory.finder.becomes(Operator::Ivr, span, &new, &site);
            }
        }
    }

    /// Adds what only mends: transitions and actions.
    pub(super) fn mend(&mut self, wanted: &dyn Fn(&Element) -> bool) {
        if self.inventory.finder.reach != Reach::Mending {
            return;
        }
        let chosen = self.inventory.elements.iter().filter(|l| wanted(&l.element)).map(|l| l.element.span);
        let chosen: FxHashSet<Span> = chosen.collect();
        let states = self.chart.state_ids().filter(|id| chosen.contains(&self.chart.state(*id).span));
        let states: Vec<StateId> = states.collect();
        states.iter().for_each(|id| self.added_transitions(*id));
        let actions = self.actions();
        for id in (0..self.chart.transitions.len() as u32).map(TransitionId) {
            if chosen.contains(&self.chart.transition(id).span) {
                self.in_transition(id, &actions);
            }
        }
        states.iter().for_each(|id| self.on_entry(*id, &actions));
    }

    /// A state gets a transition: a copy of another one, or a plain one.
    fn added_transitions(&mut self, id: StateId) {
        let state = self.chart.state(id);
        if !matches!(state.kind, StateKind::Atomic | StateKind::Compound | StateKind::Parallel) {
            return;
        }
        let site = Site { words: format!("the state `{}`", state.id), element: Some(state.id.clone()) };
        let is_other = |t: &&Transition| t.source != id;
        let leaving: Vec<&Transition> =
            self.chart.leaving().map(|t| self.chart.transition(t)).filter(is_other).collect();
        let copies = leaving.iter().take(MOST_COPIES).filter_map(|t| self.document.element(t.span));
        let mut texts: Vec<String> = copies.map(|span| without_name(self.inventory.finder.slice(span))).collect();
        let targets = self.near(id, |s: &State| s.named && !matches!(s.kind, StateKind::Root));
        let events = self.chart.events.iter().filter(|e| !e.starts_with("error.") && !e.contains(": "));
        let conditions = self.conditions(id);
        for event in events.take(MOST_EVENTS) {
            for target in targets.iter().take(MOST_TARGETS) {
                let (event, target) = (escaped(event), escaped(&self.chart.state(*target).id));
                texts.push(format!("<transition event=\"{event}\" target=\"{target}\"/>"));
                let guarded = |c: &String| format!("<transition event=\"{event}\" cond=\"{c}\" target=\"{target}\"/>");
                texts.extend(conditions.iter().map(guarded));
            }
        }
        for text in texts {
            let Some(edit) = self.document.put_in(state.span, &text) else { continue };
            let what = format!("{} gets `{text}`", site.words);
            self.inventory.finder.add(Operator::At, vec![edit], state.span, what, &site);
        }
    }

    /// Guards that an added transition may have: what the others of the state do not take, and those of other states.
    fn conditions(&self, id: StateId) -> Vec<String> {
        let written = |t: TransitionId| {
            let span = self.chart.transition(t).cond.as_ref()?.span;
            Some(self.inventory.finder.slice(span)).filter(|text| !text.contains('"'))
        };
        let own = self.chart.state(id).transitions.iter().filter_map(|t| written(*t)).map(|c| format!("!({c})"));
        let mut found: Vec<String> = Vec::new();
        for condition in own.chain(self.chart.leaving().filter_map(written).map(str::to_owned)) {
            if found.len() < MOST_CONDITIONS && !found.contains(&condition) {
                found.push(condition);
            }
        }
        found
    }

    /// The instructions of the chart as they are written, and assignments of what its data can be.
    fn actions(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut push = |text: String| {
            if !found.contains(&text) {
                found.push(text);
            }
        };
        let content = self.chart.transitions.iter().map(|t| &t.content);
        let states = self.chart.states.iter().flat_map(|s| s.onentry.iter().chain(&s.onexit));
        for block in content.chain(states) {
            let spans = block.0.iter().filter_map(|action| self.document.element(action.span));
            spans.for_each(|span| push(self.inventory.finder.slice(span).to_owned()));
        }
        for piece in &self.inventory.pieces {
            self.assignments(piece, &mut push);
        }
        found.truncate(MOST_ACTIONS);
        found
    }

    /// Assignments of a variable that gets something somewhere.
    fn assignments(&self, piece: &Piece<super::Script>, push: &mut impl FnMut(String)) {
        use crate::{Dialect, Values};
        let Some(target) = &piece.target else { return };
        let mut values: Vec<String> =
            piece.tree.values().iter().map(|v| piece.plain(v, self.inventory.finder.text)).collect();
        match &piece.values {
            Values::Truth => values.extend(["true", "false"].map(str::to_owned)),
            Values::Names(names) => values.extend(names.iter().cloned()),
            Values::Numbers => {
                values.extend(["0", "1"].map(str::to_owned));
                values.extend([format!("{target} + 1"), format!("{target} - 1")]);
            }
            _ => {}
        }
        let bounds = self.inventory.scopes.first().and_then(|s| s.find(target)).map(|v| v.bounds.clone());
        values.extend(bounds.into_iter().flatten());
        let attribute = super::Script { delimiter: Some('"'), is_quoted: false, tokens: crate::Tokens::default() };
        for value in values {
            push(format!("<assign location=\"{target}\" expr=\"{}\"/>", attribute.written(&value)));
        }
    }

    fn in_transition(&mut self, id: TransitionId, actions: &[String]) {
        let (transition, site) = (self.chart.transition(id), self.site(id));
        for action in actions {
            let mut places = vec![self.document.put_in(transition.span, action)];
            if !transition.content.0.is_empty() {
                places.push(self.document.put_first(transition.span, action));
            }
            for edit in places.into_iter().flatten() {
                let what = format!("`{action}` is done in {}", site.words);
                self.inventory.finder.add(Operator::Aa, vec![edit], transition.span, what, &site);
            }
        }
    }

    fn on_entry(&mut self, id: StateId, actions: &[String]) {
        let state = self.chart.state(id);
        if matches!(state.kind, StateKind::Root | StateKind::History { .. }) {
            return;
        }
        let site = Site { words: format!("the entry of `{}`", state.id), element: Some(state.id.clone()) };
        let block = state.onentry.first().and_then(|b: &Block| b.0.first()).and_then(|a| self.document.parent(a.span));
        for action in actions {
            let edits = match block {
                Some(block) => {
                    vec![self.document.put_in(block, action), self.document.put_first(block, action)]
                }
                None => vec![self.document.put_first(state.span, &format!("<onentry>{action}</onentry>"))],
            };
            for edit in edits.into_iter().flatten() {
                let what = format!("`{action}` is done at {}", site.words);
                self.inventory.finder.add(Operator::Aa, vec![edit], state.span, what, &site);
            }
        }
    }
}

/// An element without the name that only one may have.
fn without_name(element: &str) -> String {
    let Some(at) = element.find(" wf:name=\"") else { return element.to_owned() };
    let rest = element.get(at + 10..).unwrap_or_default();
    let Some(end) = rest.find('"') else { return element.to_owned() };
    format!("{}{}", element.get(..at).unwrap_or_default(), rest.get(end + 1..).unwrap_or_default())
}
