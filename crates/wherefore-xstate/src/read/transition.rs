//! Transitions: `on`, `always`, `after`, `onDone`, and what is invoked.
//!
//! On an event a state looks first at the transitions with its very name, then at those with wildcards, the longest first. In a
//! chart the order in a state is the order of priority, so they are put into that order.

use super::{Reader, codes, present};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{
    Action, ActionKind, Block, Data, Descriptor, Destination, Expr, ExprKind, Send, SendId, Source, StateId, StateKind,
    Transition,
};
use wherefore_syntax::Checked;
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::xml::Text;

/// A transition with the event it waits for.
pub(super) struct Waiting<'j> {
    /// None: it waits for nothing.
    event: Option<(String, Span)>,
    node: &'j Json,
}

impl<'j> Reader<'j> {
    /// Reads what all states do.
    pub(super) fn read_states(&mut self) {
        for state in (1..self.chart.states.len() as u32).map(StateId) {
            let Some(node) = self.nodes.get(state.0 as usize).copied().flatten() else { continue };
            if !self.chart.is_real(state) {
                continue;
            }
            self.refuse_parts(node);
            let (mut entry, mut exit) = self.blocks(state, node);
            let mut waiting = Vec::new();
            self.own_transitions(state, node, &mut waiting);
            self.invoked(state, node, &mut waiting, (&mut entry, &mut exit));
            self.timers(state, node, &mut waiting, (&mut entry, &mut exit));
            self.output(state, node);
            if let Some(s) = self.chart.states.get_mut(state.0 as usize) {
                s.onentry.extend(Some(entry).filter(|b| !b.0.is_empty()));
                s.onexit.extend(Some(exit).filter(|b| !b.0.is_empty()));
            }
            self.add_transitions(state, waiting);
        }
    }

    fn refuse_parts(&mut self, node: &Json) {
        for key in ["route", "onTimeout", "timeout"] {
            if let Some(value) = present(node.get(key)) {
                self.unsupported(value.span, format!("`{key}` of a state"));
            }
        }
    }

    fn own_transitions(&mut self, state: StateId, node: &'j Json, waiting: &mut Vec<Waiting<'j>>) {
        if let Some(on) = present(node.get("on")) {
            if !on.is_object() {
                self.error(codes::STRUCTURE, on.span, "`on` is no object", "not an object");
            }
            for (key, value) in self.ordered(on) {
                let event = (key.value.clone(), place(key));
                if key.value.is_empty() {
                    waiting.extend(value.list().iter().map(|node| Waiting { event: None, node }));
                } else {
                    waiting.extend(value.list().iter().map(|node| Waiting { event: Some(event.clone()), node }));
                }
            }
        }
        if let Some(always) = present(node.get("always")) {
            waiting.extend(always.list().iter().map(|node| Waiting { event: None, node }));
        }
        if let Some(choice) = present(node.get("choice")).filter(|_| self.six) {
            waiting.extend(choice.list().iter().map(|node| Waiting { event: None, node }));
        }
        if let Some(done) = present(node.get("onDone")) {
            let event = (self.chart.state(state).done_name.clone(), done.span);
            waiting.extend(done.list().iter().map(|node| Waiting { event: Some(event.clone()), node }));
        }
    }

    /// What a state invokes runs while the state is active: an item says so, and its events come only then.
    fn invoked(
        &mut self,
        state: StateId,
        node: &'j Json,
        waiting: &mut Vec<Waiting<'j>>,
        (entry, exit): (&mut Block, &mut Block),
    ) {
        for (place, invoke) in present(node.get("invoke")).map(Json::list).unwrap_or_default().iter().enumerate() {
            let id = invoke.get("id").and_then(Json::str).map(str::to_owned);
            let id = id.unwrap_or_else(|| format!("{place}.{}", self.xstate_name(state)));
            let events =
                [("onDone", "done.actor", true), ("onError", "error.actor", true), ("onSnapshot", "snapshot", false)];
            let asked =
                events.into_iter().filter_map(|(key, event, ends)| Some((present(invoke.get(key))?, event, ends)));
            let asked: Vec<_> = asked.collect();
            if asked.is_empty() {
                continue;
            }
            let span = invoke.span;
            let init = Some(Expr { kind: ExprKind::Bool(false), span });
            let running = self.add_data(Data { init, ..Data::new(&format!("running.{id}"), span) });
            let set = |value| {
                let value = Expr { kind: ExprKind::Bool(value), span };
                Action { kind: ActionKind::Assign { data: running, index: None, value }, span }
            };
            entry.0.push(set(true));
            exit.0.push(set(false));
            for (node, event, ends) in asked {
                let name = format!("xstate.{event}.{id}");
                let event = self.event(&name, span);
                self.chart.sources.push(Source { event, running, ends });
                let event = (name, node.span);
                waiting.extend(node.list().iter().map(|node| Waiting { event: Some(event.clone()), node }));
            }
        }
    }

    /// Delayed transitions: entering sends an event after a while, and leaving cancels it.
    pub(super) fn delayed(
        &mut self,
        state: StateId,
        node: &'j Json,
        waiting: &mut Vec<Waiting<'j>>,
        (entry, exit): (&mut Block, &mut Block),
    ) {
        let Some(after) = present(node.get("after")) else { return };
        if !after.is_object() {
            self.unsupported(after.span, "`after` that is no object");
            return;
        }
        for (key, value) in self.ordered(after) {
            let Ok((delay, unknown)) = self.delay_named(&key.value, place(key)) else { continue };
            let name = format!("xstate.after.{}.{}", shown_delay(&key.value), self.xstate_name(state));
            let event = self.event(&name, place(key));
            self.raised.insert(event);
            let span = place(key);
            let (to, delay) = (Destination::Own, Some(delay));
            let send =
                self.add_send(Send { event, to, delay, unknown, params: Vec::new(), id: Some(name.clone()), span });
            entry.0.push(Action { kind: ActionKind::Send(send), span });
            exit.0.push(Action { kind: ActionKind::Cancel(vec![send]), span });
            if let (JsonKind::Array(_), Some(text), false) =
                (&value.kind, value.list().iter().find_map(Json::text), self.six)
            {
                let headline = "XState does not see a target that is a plain text in a list of `after`";
                let diagnostic = Diagnostic::at(codes::STRUCTURE, text.whole(), headline, "leads nowhere");
                self.report.push(diagnostic.help(format!("{{ \"target\": \"{}\" }}", text.value)));
            }
            waiting.extend(value.list().iter().map(|node| Waiting { event: Some((name.clone(), span)), node }));
        }
    }

    /// A delay in microseconds, and whether its length is not known.
    pub(super) fn delay(&mut self, delay: &'j Json) -> Checked<(u64, bool)> {
        match &delay.kind {
            JsonKind::Number(text) => self.delay_named(text, delay.span),
            JsonKind::Text(text) => self.delay_named(&text.value, text.whole()),
            _ => Ok(self.unknown_delay("a function", delay.span)),
        }
    }

    pub(super) fn delay_named(&mut self, text: &str, span: Span) -> Checked<(u64, bool)> {
        if let Ok(number) = text.trim().parse::<f64>() {
            let valid = number.is_finite() && (0.0..1e12).contains(&number);
            return match valid {
                true => Ok(((number * 1000.0) as u64, false)),
                false => {
                    Err(self.error(codes::STRUCTURE, span, format!("`{text}` is no delay"), "expected milliseconds"))
                }
            };
        }
        let known = self.root.get("delays").and_then(|all| all.get(text));
        let known = known.map(|k| k.get("duration").filter(|_| self.six).unwrap_or(k));
        if let Some(number) = duration(text).filter(|_| self.six && known.is_none()) {
            return self.delay_named(&number.to_string(), span);
        }
        match known.map(|k| &k.kind) {
            Some(JsonKind::Number(number)) => self.delay_named(number, span),
            _ => Ok(self.unknown_delay(text, span)),
        }
    }

    pub(super) fn unknown_delay(&mut self, name: &str, span: Span) -> (u64, bool) {
        self.free_delays.entry(name.to_owned()).or_insert((span, String::new()));
        let next = self.delays.len() as u64;
        (*self.delays.entry(name.to_owned()).or_insert(next), true)
    }

    /// What a final state hands on.
    fn output(&mut self, state: StateId, node: &'j Json) {
        let output = present(node.get("output")).or_else(|| present(node.get("data")));
        let Some(output) = output.filter(|_| self.chart.state(state).kind == StateKind::Final) else { return };
        let mut done = Vec::new();
        if let Some(constant) = super::value::constant(output) {
            done.push((self.scope.field("output", output.span), constant));
        } else if let Some(text) = super::code(output) {
            if let Ok(value) = self.scope.function(text) {
                done.push((self.scope.field("output", output.span), value));
            } else if let Ok(members) = self.scope.members(text) {
                for member in members {
                    let name = format!("output.{}", member.key);
                    let value = member.value.unwrap_or_else(|why| self.unknown_value(&name, member.span, why.headline));
                    done.push((self.scope.field(&name, member.span), value));
                }
            } else {
                self.unknown_outputs.push((state, output.span));
            }
        } else {
            for (key, value) in self.ordered(output) {
                let name = format!("output.{}", key.value);
                // XState hands on the members of an object as they are, functions too.
                let known = super::value::constant(value);
                let value = known.unwrap_or_else(|| {
                    self.unknown_value(&name, value.span, "it is no Boolean, number or text".to_owned())
                });
                done.push((self.scope.field(&name, place(key)), value));
            }
        }
        if let Some(state) = self.chart.states.get_mut(state.0 as usize) {
            state.done = done;
        }
    }

    /// Puts the transitions of a state into the order of their priority.
    fn add_transitions(&mut self, state: StateId, mut waiting: Vec<Waiting<'j>>) {
        let rank = |w: &Waiting<'j>| match &w.event {
            Some((name, _)) if name == "*" || name.ends_with(".*") => (2, usize::MAX - name.len()),
            Some(_) => (1, 0),
            None => (0, 0),
        };
        waiting.sort_by_key(rank);
        for one in waiting {
            for transition in self.transition(state, one).unwrap_or_default() {
                let id = self.add_transition(transition);
                if let Some(state) = self.chart.states.get_mut(state.0 as usize) {
                    state.transitions.push(id);
                }
            }
        }
    }

    fn transition(&mut self, state: StateId, Waiting { event, node }: Waiting<'j>) -> Checked<Vec<Transition>> {
        let events = match event {
            Some((name, span)) => vec![self.descriptor(&name, span)?],
            None => Vec::new(),
        };
        let mut found = match &node.kind {
            // A transition that is nothing takes the event and does nothing.
            JsonKind::Null => vec![Transition::new(state, Vec::new(), node.span)],
            JsonKind::Text(_) => {
                let targets = self.targets(state, Some(node))?;
                vec![Transition { internal: true, ..Transition::new(state, targets, node.span) }]
            }
            JsonKind::Object(_) if self.six => self.transition_six(state, node)?,
            JsonKind::Object(_) => vec![self.transition_object(state, node)?],
            _ => {
                return Err(self.error(
                    codes::STRUCTURE,
                    node.span,
                    "a transition is a target, an object or a list",
                    "not a transition",
                ));
            }
        };
        for transition in &mut found {
            transition.events.clone_from(&events);
            self.settle_targets(transition)?;
        }
        Ok(found)
    }

    pub(super) fn transition_object(&mut self, state: StateId, node: &'j Json) -> Checked<Transition> {
        if let Some(text) = super::code(node) {
            return Err(self.unsupported(text.whole(), "a transition that is a function"));
        }
        let targets = self.targets(state, node.get("target"))?;
        let reenter = present(node.get("reenter")).and_then(Json::bool);
        let internal = present(node.get("internal")).and_then(Json::bool);
        let internal = reenter.map(|r| !r).or(internal).unwrap_or(true);
        let cond = self.condition(node)?;
        let content = self.actions(node.get("actions"));
        Ok(Transition { internal, cond, content, ..Transition::new(state, targets, node.span) })
    }

    /// A transition to the leaf that it starts from, without entering it again, leaves nothing. One from inside to the machine itself
    /// does not leave the machine and enters it all the same: that makes no difference only if nothing is done there.
    fn settle_targets(&mut self, transition: &mut Transition) -> Checked<()> {
        let source = transition.source;
        if self.six {
            self.settle_six(transition)?;
        }
        if transition.internal && transition.targets == [source] && self.chart.is_leaf(source) {
            transition.targets.clear();
        }
        if transition.targets.iter().any(|t| self.is_own_history(source, transition.internal, *t)) {
            let what = "a transition from inside a state to a history of that state, where what is left depends on what is remembered";
            return Err(self.unsupported(transition.span, what));
        }
        let machine = StateId(1);
        if transition.targets.contains(&machine) && source != machine && transition.internal {
            let busy = ["entry", "exit", "after", "invoke", "onEntry", "onExit"]
                .into_iter()
                .any(|k| present(self.root.get(k)).is_some());
            if busy || !self.chart.state(machine).histories.is_empty() {
                return Err(self.unsupported(
                    transition.span,
                    "a transition to a machine that does something when it is entered or left",
                ));
            }
        }
        Ok(())
    }

    /// Whether a target is a history of a state around the source that decides what a transition leaves. XState then enters states
    /// that were not left, or leaves some that are not entered again.
    fn is_own_history(&self, source: StateId, internal: bool, target: StateId) -> bool {
        let StateKind::History { deep } = self.chart.state(target).kind else { return false };
        let Some(parent) = self.chart.state(target).parent else { return false };
        let parallel = self.chart.state(parent).kind == StateKind::Parallel;
        let own = internal && self.chart.state(source).parent == Some(parent);
        let inside = self.chart.is_inside(source, parent);
        inside && (deep || own || parallel) || (source == parent && internal && parallel)
    }

    fn descriptor(&mut self, name: &str, span: Span) -> Checked<Descriptor> {
        let prefix = name.strip_suffix(".*").unwrap_or(if name == "*" { "" } else { name });
        if prefix.contains('*') {
            return Err(self.unsupported(span, "a wildcard that is not the last part of an event"));
        }
        let exact = prefix == name;
        if exact {
            self.event(name, span);
        }
        Ok(Descriptor { prefix: prefix.to_owned(), exact, span })
    }

    /// Cancels what has the ids that are asked for.
    pub(super) fn settle_cancels(&mut self) {
        let mut ids = std::mem::take(&mut self.cancels).into_iter();
        let sends = &self.chart.sends;
        let matching = |id: &str| -> Vec<SendId> {
            let all = sends.iter().enumerate().filter(|(_, s)| s.id.as_deref() == Some(id));
            all.map(|(i, _)| SendId(i as u32)).collect()
        };
        // They were met in the order in which they are written: entries and exits of a state, then its transitions.
        let mut next = || ids.next().map(|id| matching(&id)).unwrap_or_default();
        let mut fill = |block: &mut Block| fill_cancels(block, &mut next);
        let transitions: Vec<_> = self.chart.states.iter().map(|s| s.transitions.clone()).collect();
        for (state, own) in self.chart.states.iter_mut().zip(transitions) {
            state.onentry.iter_mut().for_each(&mut fill);
            state.onexit.iter_mut().for_each(&mut fill);
            for id in own {
                if let Some(transition) = self.chart.transitions.get_mut(id.0 as usize) {
                    fill(&mut transition.content);
                }
            }
        }
    }
}

/// Gives the instructions that cancel something what they cancel, in the order in which they are written.
fn fill_cancels(block: &mut Block, next: &mut dyn FnMut() -> Vec<SendId>) {
    for action in &mut block.0 {
        match &mut action.kind {
            ActionKind::Cancel(found) if found.is_empty() => *found = next(),
            ActionKind::If { branches, otherwise } => {
                branches.iter_mut().for_each(|(_, block)| fill_cancels(block, next));
                fill_cancels(otherwise, next);
            }
            _ => {}
        }
    }
}

/// The milliseconds that version 6 takes a text for, such as `500ms` or `1.5s`.
fn duration(text: &str) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    if let Some(number) = text.strip_suffix("ms") {
        return number.parse::<u32>().ok().map(f64::from);
    }
    let number = text.strip_suffix('s')?;
    let plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    number.parse::<f64>().ok().filter(|_| plain).map(|seconds| (seconds * 1000.0).floor())
}

/// Where a key is written, without its quotes.
pub(super) fn place(key: &Text) -> Span {
    key.span(0..key.value.len())
}

/// A delay as XState writes it in the names of events.
fn shown_delay(text: &str) -> String {
    match text.trim().parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() < 1e15 => format!("{}", number as i64),
        _ => text.to_owned(),
    }
}
