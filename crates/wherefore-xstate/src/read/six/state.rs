//! States of version 6: what they do, their transitions, and what is refused.

use crate::read::guard::join;
use crate::read::transition::{Waiting, place};
use crate::read::value::constant;
use crate::read::{Reader, code, codes, present};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{Action, ActionKind, Binary, Block, Expr, ExprKind, StateId, StateKind, Transition};
use wherefore_syntax::Checked;
use wherefore_syntax::json::{Json, JsonKind};

impl<'j> Reader<'j> {
    /// What the payload of an event must be for a transition, under `matches`.
    pub(in super::super) fn matching(&mut self, node: &'j Json) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for (key, value) in self.ordered(present(node.get("matches"))?) {
            let span = value.span;
            let cond = match constant(value) {
                Some(constant) => {
                    let field = Expr { kind: ExprKind::EventField(self.scope.field(&key.value, span)), span };
                    Expr { kind: ExprKind::Binary(Binary::Eq, Box::new(field), Box::new(constant)), span }
                }
                None => {
                    self.free(&format!("matches {}", key.value), span, "it is no Boolean, number or text".to_owned())
                }
            };
            all = Some(match all {
                Some(before) => join(Binary::And, before, cond),
                None => cond,
            });
        }
        all
    }

    /// Refuses parts of a state that are read in version 5 only, or not at all.
    pub(in super::super) fn refuse_six(&mut self, state: StateId, node: &'j Json) {
        if let Some(error) = present(node.get("onError")) {
            self.unsupported(error.span, "`onError` of a state");
        }
        if self.chart.state(state).kind == StateKind::Final
            && let Some(part) = ["on", "always", "after"].into_iter().find_map(|k| present(node.get(k)))
        {
            self.unsupported(part.span, "a transition of a final state");
        }
        for invoke in present(node.get("invoke")).map(Json::list).unwrap_or_default() {
            if let Some(timeout) = present(invoke.get("timeout")) {
                self.unsupported(timeout.span, "`timeout` of what is invoked");
            }
        }
        for (key, _) in
            present(node.get("on")).filter(|on| on.is_object()).map(|on| self.ordered(on)).unwrap_or_default()
        {
            if key.value.starts_with("xstate.") {
                let span = place(key);
                let headline = format!("`{}`, an event of XState itself, by its name", key.value);
                let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
                self.report.push(diagnostic.help("use `onDone` and `onError` of the state that it is about"));
            }
        }
    }

    /// Events that only the machine itself raises.
    pub(in super::super) fn internal_events(&mut self) {
        let listed = present(self.root.get("internalEvents")).map(Json::list).unwrap_or_default();
        let mut names: Vec<(String, Span)> = Vec::new();
        for name in listed.iter().filter_map(Json::text) {
            names.push((name.value.clone(), name.whole()));
        }
        if let Some(JsonKind::Object(members)) =
            self.root.get("schemas").and_then(|s| s.get("internalEvents")).map(|e| &e.kind)
        {
            names.extend(members.iter().map(|m| (m.key.value.clone(), m.value.span)));
        }
        for (name, span) in names {
            let event = self.event(&name, span);
            self.raised.insert(event);
        }
    }

    /// What a state does when it is entered and left.
    pub(in super::super) fn blocks(&mut self, state: StateId, node: &'j Json) -> (Block, Block) {
        if !self.six {
            let entry = self.actions(node.get("entry").or_else(|| node.get("onEntry")));
            return (entry, self.actions(node.get("exit").or_else(|| node.get("onExit"))));
        }
        self.refuse_six(state, node);
        let (entry, _) = self.state_actions(node.get("entry"));
        let (exit, forgetful) = self.state_actions(node.get("exit"));
        if forgetful || present(node.get("after")).is_some() {
            self.chart.forgetful.insert(state);
        }
        (entry, exit)
    }

    /// Delayed transitions. Version 6 starts their timers before the state does anything, the last first.
    pub(in super::super) fn timers(
        &mut self,
        state: StateId,
        node: &'j Json,
        waiting: &mut Vec<Waiting<'j>>,
        (entry, exit): (&mut Block, &mut Block),
    ) {
        if !self.six {
            return self.delayed(state, node, waiting, (entry, exit));
        }
        let (mut start, mut end) = (Block::default(), Block::default());
        self.delayed(state, node, waiting, (&mut start, &mut end));
        start.0.reverse();
        start.0.append(&mut entry.0);
        end.0.append(&mut exit.0);
        (*entry, *exit) = (start, end);
    }

    /// A transition of version 6: a function, or an object, which may have one under `to`.
    pub(in super::super) fn transition_six(&mut self, state: StateId, node: &'j Json) -> Checked<Vec<Transition>> {
        if let Some(text) = code(node) {
            return self.function_transitions(state, text, None);
        }
        if let Some(expr) = node.get("@expr") {
            return Err(self.unsupported(expr.span, "a transition in a language that is not known"));
        }
        let guard = match present(node.get("when")) {
            Some(when) => Some(self.guard(when)?),
            None => self.condition(node)?,
        };
        let cond = match (self.matching(node), guard) {
            (Some(a), Some(b)) => Some(join(Binary::And, a, b)),
            (one, other) => one.or(other),
        };
        if let Some(text) = node.get("to").and_then(code) {
            return self.function_transitions(state, text, cond.as_ref());
        }
        let targets = self.targets(state, node.get("target"))?;
        let internal = present(node.get("reenter")).and_then(Json::bool) != Some(true);
        let context = self.own_context(node);
        let mut content = self.listed_actions(node.get("actions"), true);
        let assigns = |a: &Action| matches!(a.kind, ActionKind::Assign { .. });
        if !context.is_empty() && content.0.iter().any(assigns) {
            return Err(self.unsupported(node.span, "a transition with a context and with actions that assign"));
        }
        content.0.extend(context);
        Ok(vec![Transition { internal, cond, content, ..Transition::new(state, targets, node.span) }])
    }

    /// What version 6 does besides: a region that a transition leads to from beside it is entered without being left, and a transition
    /// that reenters its source leaves only that.
    pub(in super::super) fn settle_six(&mut self, transition: &mut Transition) -> Checked<()> {
        let (source, chart) = (transition.source, &self.chart);
        let inside = |t: &StateId| *t == source || chart.is_inside(*t, source);
        let parallel = chart.state(source).parent.is_some_and(|p| chart.state(p).kind == StateKind::Parallel);
        if !transition.internal && transition.targets.is_empty() {
            return Err(self.unsupported(transition.span, "a transition without a target that reenters"));
        }
        if !transition.internal && parallel && transition.targets.iter().all(inside) {
            return Err(self.unsupported(transition.span, "a transition that reenters a region of a parallel state"));
        }
        let common = chart.ancestors(source).find(|s| transition.targets.iter().all(|t| chart.is_inside(*t, *s)));
        let domain = if transition.targets.iter().all(inside) && transition.internal { Some(source) } else { common };
        let Some(domain) = domain.filter(|_| !transition.targets.is_empty()) else { return Ok(()) };
        let domain = if transition.internal { chart.narrowed(domain, &transition.targets) } else { domain };
        if transition.targets.iter().any(|t| self.forgets(source, domain, *t)) {
            let what = "a transition to a deep history of a state that it leaves, where what is entered depends on what was remembered before";
            return Err(self.unsupported(transition.span, what));
        }
        if transition.targets != [domain] || domain == source {
            return Ok(());
        }
        self.enter_without_leaving(transition, domain)
    }

    /// Refuses to read what the regions of a parallel state hand on when all are done: version 6 collects it, by their keys.
    pub(in super::super) fn refuse_outputs(&mut self) {
        let fields = self.scope.fields();
        let output = |e: &Expr| match e.kind {
            ExprKind::EventField(field) => {
                fields.get(field.0 as usize).is_some_and(|f| f.name.split('.').next() == Some("output"))
            }
            _ => false,
        };
        let parallel = |name: &str| {
            self.chart.states.iter().any(|s| s.kind == StateKind::Parallel && s.done_name == name && s.done.is_empty())
        };
        let mut found = None;
        for transition in &self.chart.transitions {
            let mut reads = false;
            transition.cond.iter().for_each(|cond| cond.visit(&mut |e| reads |= output(e)));
            transition.content.visit(&mut |action| {
                if let ActionKind::Assign { value, .. } = &action.kind {
                    value.visit(&mut |e| reads |= output(e));
                }
            });
            if reads && transition.events.iter().any(|d| parallel(&d.prefix)) {
                found = found.or(Some(transition.span));
            }
        }
        if let Some(span) = found {
            self.unsupported(span, "the output of a parallel state");
        }
    }

    /// A region that is entered without being left: what does nothing then is as good as not entered.
    fn enter_without_leaving(&mut self, transition: &mut Transition, domain: StateId) -> Checked<()> {
        let node = self.nodes.get(domain.0 as usize).copied().flatten();
        let leaf = self.chart.is_leaf(domain);
        let has = |key| node.is_some_and(|node| present(node.get(key)).is_some());
        if has("after") || has("invoke") || leaf && has("entry") {
            let what =
                "a transition to a region of a parallel state from beside it, which enters it without leaving it";
            return Err(self.unsupported(transition.span, what));
        }
        if leaf {
            transition.targets.clear();
        }
        Ok(())
    }

    /// Whether a target is a history that goes deeper than one level, of a state that the transition may leave. XState 6 then enters
    /// states around those that the history remembered before.
    fn forgets(&self, source: StateId, domain: StateId, target: StateId) -> bool {
        let chart = &self.chart;
        let (StateKind::History { deep }, Some(parent)) = (chart.state(target).kind, chart.state(target).parent) else {
            return false;
        };
        let default = chart.state(target).initial.map(|t| chart.transition(t).targets.as_slice()).unwrap_or_default();
        let deeper = deep || default.iter().any(|t| chart.state(*t).parent != Some(parent));
        let nested = source == parent || chart.is_inside(source, parent) || chart.is_inside(parent, source);
        let around = chart.ancestors(source).find(|s| chart.is_inside(parent, *s));
        let beside = around.is_some_and(|s| chart.state(s).kind == StateKind::Parallel);
        deeper && (nested || beside) && chart.is_inside(parent, domain)
    }
}
