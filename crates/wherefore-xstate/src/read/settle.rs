//! What is left when all states are read: the events of the environment, and notes about what was assumed. The words of these
//! notes are all here.

use super::{Assumed, Reader, codes};
use wherefore_diag::{Code, Diagnostic, Span};
use wherefore_scxml::chart::{EventId, StateId, StateKind, Transition};

/// How many names a note lists.
const SHOWN: usize = 8;
/// How many eventless transitions are compared with each other.
const MOST_EVENTLESS: usize = 200;

impl<'j> Reader<'j> {
    pub(super) fn settle(&mut self) {
        self.settle_cancels();
        self.settle_done();
        if self.six {
            self.internal_events();
            self.refuse_outputs();
        }
        self.settle_environment();
        self.settle_outputs();
        self.declare_fields();
        self.chart.events = std::mem::take(&mut self.events).into_iter().collect();
        if self.report.failed() {
            return;
        }
        self.say_order();
        self.say_guards();
        self.say(
            "are taken to change nothing",
            "is taken to change nothing",
            codes::FREE_ACTION,
            &self.free_actions.clone(),
        );
        self.say("may be anything", "may be anything", codes::ANY_VALUE, &self.any_values.clone());
        self.say(
            "of the context are not followed",
            "of the context is not followed",
            codes::OPAQUE,
            &self.opaque.clone(),
        );
        self.say("are delays of any length", "is a delay of any length", codes::DELAY, &self.free_delays.clone());
    }

    /// States that can be done announce it.
    fn settle_done(&mut self) {
        for state in (2..self.chart.states.len() as u32).map(StateId) {
            if matches!(self.chart.state(state).kind, StateKind::Compound | StateKind::Parallel)
                && self.can_finish(state)
            {
                let (name, span) = (self.chart.state(state).done_name.clone(), self.chart.state(state).span);
                let event = self.event(&name, span);
                self.raised.insert(event);
            }
        }
        // Nobody else says that a state is done.
        let names: Vec<String> = self.chart.states.iter().map(|s| s.done_name.clone()).collect();
        let own = names.iter().filter_map(|name| self.events.get_index_of(name.as_str())).map(|i| EventId(i as u32));
        let own: Vec<EventId> = own.collect();
        self.raised.extend(own);
    }

    fn can_finish(&self, state: StateId) -> bool {
        let s = self.chart.state(state);
        match s.kind {
            StateKind::Parallel => s.children.iter().all(|c| self.can_finish(*c)),
            StateKind::Compound => s.children.iter().any(|c| self.chart.state(*c).kind == StateKind::Final),
            StateKind::Final => true,
            _ => false,
        }
    }

    /// Which events come from outside.
    fn settle_environment(&mut self) {
        let Some(declared) = self.event_schemas() else { return self.assume_environment() };
        for (name, fields) in declared {
            let span = super::transition::place(name);
            let event = self.event(&name.value, span);
            if !self.chart.environment.contains(&event) {
                self.chart.environment.push(event);
            }
            for (path, declared) in fields {
                self.declared_fields.insert(path, declared);
            }
        }
        let sources: Vec<EventId> = self.chart.sources.iter().map(|s| s.event).collect();
        for event in sources {
            if !self.chart.environment.contains(&event) {
                self.chart.environment.push(event);
            }
        }
    }

    fn assume_environment(&mut self) {
        self.chart.assumed = true;
        let own: Vec<EventId> = self.raised.iter().copied().collect();
        let all = (0..self.events.len() as u32).map(EventId).filter(|e| !own.contains(e));
        self.chart.environment.extend(all);
        let wildcards: Vec<(String, Span)> = {
            let all = self.chart.transitions.iter().flat_map(|t| &t.events).filter(|d| !d.exact);
            all.map(|d| (d.prefix.clone(), d.span)).collect()
        };
        for (prefix, span) in wildcards {
            let name =
                if prefix.is_empty() { "(another event)".to_owned() } else { format!("{prefix}.(another event)") };
            let event = self.event(&name, span);
            if !self.chart.environment.contains(&event) {
                self.chart.environment.push(event);
            }
        }
        if self.report.failed() || self.chart.environment.is_empty() {
            return;
        }
        let names = self.chart.environment.iter().filter_map(|e| self.events.get_index(e.0 as usize)).cloned();
        let list = listed(&names.collect::<Vec<_>>());
        let span = self.chart.transitions.iter().flat_map(|t| &t.events).map(|d| d.span).next();
        let headline = format!("the environment is taken to send {list}");
        let note = match span {
            Some(span) => Diagnostic::at(codes::ENVIRONMENT, span, headline, "the first of them"),
            None => Diagnostic::new(codes::ENVIRONMENT, headline),
        };
        self.report.push(note.help("list them under `schemas.events` if others, or fewer, come"));
    }

    /// A final state that hands on something unknown: whatever is read of it may be anything.
    fn settle_outputs(&mut self) {
        for (state, span) in std::mem::take(&mut self.unknown_outputs) {
            let fields = self.scope.fields();
            let read = fields.iter().filter(|f| f.name == "output" || f.name.starts_with("output."));
            let names: Vec<String> = read.map(|f| f.name.clone()).collect();
            for name in names {
                let value = self.unknown_value(&name, span, "it is computed by more than a simple function".to_owned());
                let field = self.scope.field(&name, span);
                if let Some(state) = self.chart.states.get_mut(state.0 as usize) {
                    state.done.push((field, value));
                }
            }
        }
    }

    fn declare_fields(&mut self) {
        self.chart.fields = self.scope.fields();
        for field in &mut self.chart.fields {
            if let Some(declared) = self.declared_fields.get(&field.name) {
                field.declared = declared.kind.clone();
                field.bounds = declared.bounds.clone();
            }
        }
    }

    /// A note if the order of two eventless transitions in different regions may matter.
    fn say_order(&mut self) {
        let eventless = self.chart.leaving().map(|t| self.chart.transition(t)).filter(|t| t.is_eventless());
        let eventless: Vec<&Transition> = eventless.take(MOST_EVENTLESS).collect();
        let pairs = eventless.iter().enumerate().flat_map(|(i, a)| eventless.iter().skip(i + 1).map(move |b| (*a, *b)));
        let found = pairs.into_iter().find(|(a, b)| self.order_matters(a, b)).map(|(a, b)| (a.span, b.span));
        if let Some((one, other)) = found {
            let headline =
                "two transitions without event, in regions beside each other, are taken in the order of the file";
            let diagnostic =
                Diagnostic::at(codes::ORDER, one, headline, "this one first").label(other, "then this one");
            self.report.push(diagnostic.note("XState takes first the one whose state was entered first"));
        }
    }

    fn order_matters(&self, a: &Transition, b: &Transition) -> bool {
        let chart = &self.chart;
        let Some(common) = chart.ancestors(a.source).find(|s| chart.is_inside(b.source, *s)) else { return false };
        let apart =
            !chart.is_inside(a.source, b.source) && !chart.is_inside(b.source, a.source) && a.source != b.source;
        if !apart || chart.state(common).kind != StateKind::Parallel {
            return false;
        }
        let region =
            |s: StateId| std::iter::once(s).chain(chart.ancestors(s)).find(|r| chart.state(*r).parent == Some(common));
        let stays = |t: &Transition| t.targets.iter().all(|x| region(t.source).is_some_and(|r| chart.is_inside(*x, r)));
        let acts = |t: &Transition| {
            let inside = |s: StateId| region(t.source).is_some_and(|r| s == r || chart.is_inside(s, r));
            let blocks = |s: StateId| !chart.state(s).onentry.is_empty() || !chart.state(s).onexit.is_empty();
            !t.content.0.is_empty() || (!t.targets.is_empty() && chart.state_ids().any(|s| inside(s) && blocks(s)))
        };
        !stays(a) || !stays(b) || (acts(a) && acts(b))
    }

    /// One note for each guard of which nothing is known.
    fn say_guards(&mut self) {
        for (name, (span, why)) in self.free_guards.clone() {
            let headline = format!("`{name}` may be true or false whenever it is asked");
            let diagnostic = Diagnostic::at(codes::FREE_GUARD, span, headline, why);
            self.report.push(diagnostic.note(possible_unless(&name)));
        }
    }

    fn say(&mut self, many: &str, one: &str, code: &'static Code, assumed: &Assumed) {
        let Some((_, (span, why))) = assumed.first() else { return };
        let names: Vec<String> = assumed.keys().cloned().collect();
        let headline = format!("{} {}", listed(&names), if names.len() == 1 { one } else { many });
        let label = if why.is_empty() { "not in the file" } else { why.as_str() };
        self.report.push(Diagnostic::at(code, *span, headline, label));
    }
}

/// What a free guard means for a violation.
pub(super) fn possible_unless(guard: &str) -> String {
    format!("a violation that needs it is possible unless `{guard}` prevents it")
}

fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(SHOWN).map(|n| format!("`{n}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
