//! Machines of version 6: transitions and actions that are functions, and lists of actions that say what they assign.
//!
//! ```text
//! on: { BUY: ({ context }) => { if (context.left > 0) return { target: 'sold', context: { left: context.left - 1 } }; } }
//! ```
//!
//! Each way through the function of a transition becomes a transition of its own, with the conditions of that way; a way that gives
//! nothing becomes none. The context that a function sees is the one before: of the whole step in a transition, of the state alone in
//! an entry or exit.

use super::assign::{Assigned, assignment};
use super::guard::join;
use super::value::code;
use super::ways::{Way, ways};
use super::{Reader, codes, present};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{
    Action, ActionKind, Binary, Block, Destination, Expr, ExprKind, FieldId, Send, StateId, StateKind, Transition,
    Unary,
};
use wherefore_scxml::function::{Function, Logic, Part, Statement};
use wherefore_syntax::Checked;
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::xml::Text;

/// How far names of actions may lead to each other.
const MAX_DEPTH: u32 = 100;

/// What a list of actions does: instructions, and assignments that all see the context before.
#[derive(Default)]
struct Done {
    actions: Vec<Action>,
    parts: Vec<Assigned>,
}

impl<'j> Reader<'j> {
    /// The transitions that a function means.
    pub(super) fn function_transitions(
        &mut self,
        state: StateId,
        text: &Text,
        guard: Option<&Expr>,
    ) -> Checked<Vec<Transition>> {
        let function = self.outcome(text)?;
        let Some(ways) = ways(&function.statements) else {
            return Err(self.unsupported(text.whole(), "a function with more than 256 ways through it"));
        };
        let mut found = Vec::new();
        for way in ways.iter().filter(|w| w.is_enabled()) {
            let cond = self.conditions(way);
            let cond = match (guard.cloned(), cond) {
                (Some(a), Some(b)) => Some(join(Binary::And, a, b)),
                (one, other) => one.or(other),
            };
            let span = way.result.map_or(text.whole(), |part| part.span);
            let (targets, reenter) = self.given_targets(state, way.result)?;
            let content = Block(self.content(way, true)?);
            found.push(Transition { internal: !reenter, cond, content, ..Transition::new(state, targets, span) });
        }
        Ok(found)
    }

    fn outcome(&mut self, text: &Text) -> Checked<Function> {
        self.scope.outcome(text).map_err(|why| {
            let Diagnostic { labels, notes, headline, .. } = *why;
            let help =
                "write it as `if (...) return { target: '...', context: { ... } }`, with `enq.raise` and `enq.cancel`";
            let diagnostic = Diagnostic { headline, labels, notes, ..Diagnostic::new(codes::FUNCTION, "") };
            self.report.push(diagnostic.help(help))
        })
    }

    /// What must hold for a function to go this way.
    fn conditions(&mut self, way: &Way<'_>) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for (part, truth) in &way.conds {
            let cond = self.judged(part);
            let span = cond.span;
            let cond = if *truth { cond } else { Expr { kind: ExprKind::Unary(Unary::Not, Box::new(cond)), span } };
            all = Some(match all {
                Some(before) => join(Binary::And, before, cond),
                None => cond,
            });
        }
        all
    }

    /// A condition, or a free choice in its place.
    fn judged(&mut self, part: &Part) -> Expr {
        let why = match part.value.as_ref().map_err(|why| why.headline.clone()).and_then(understood) {
            Ok(expr) => return expr,
            Err(why) => why,
        };
        let (operator, parts) = match &part.logic {
            Some(Logic::All(parts)) => (Binary::And, parts),
            Some(Logic::Any(parts)) => (Binary::Or, parts),
            Some(Logic::Not(inner)) => {
                let inner = self.judged(inner);
                return Expr { kind: ExprKind::Unary(Unary::Not, Box::new(inner)), span: part.span };
            }
            None => return self.free(&part.words, part.span, why),
        };
        let all: Vec<Expr> = parts.iter().map(|part| self.judged(part)).collect();
        let nothing = Expr { kind: ExprKind::Bool(operator == Binary::And), span: part.span };
        all.into_iter().reduce(|a, b| join(operator, a, b)).unwrap_or(nothing)
    }

    /// The function of a guard: true where some way through it gives something that is true.
    pub(super) fn guard_function(&mut self, text: &Text) -> Option<Expr> {
        let read = self.scope.function(text).ok().and_then(|e| understood(&e).ok());
        if read.is_some() {
            return read;
        }
        let function = self.scope.outcome(text).ok()?;
        let mut all: Option<Expr> = None;
        for way in ways(&function.statements)?.iter().filter(|w| w.result.is_some_and(|part| !part.nothing)) {
            let given = way.result.map(|part| self.judged(part))?;
            let cond = match self.conditions(way) {
                Some(cond) => join(Binary::And, cond, given),
                None => given,
            };
            all = Some(match all {
                Some(before) => join(Binary::Or, before, cond),
                None => cond,
            });
        }
        all
    }

    /// Where a function leads, and whether it enters again what it does not leave.
    fn given_targets(&mut self, source: StateId, result: Option<&Part>) -> Checked<(Vec<StateId>, bool)> {
        let Some(result) = result.filter(|part| !part.nothing) else { return Ok((Vec::new(), false)) };
        if result.members.is_none() || result.spread {
            // A value that is no object enables the transition and does nothing.
            let plain = result.value.as_ref().is_ok_and(|e| matches!(e.kind, ExprKind::Bool(_) | ExprKind::Int(_)));
            return match plain {
                true => Ok((Vec::new(), false)),
                false => Err(self.computed(result.span, "an outcome that is computed")),
            };
        }
        let reenter = match result.get("reenter").filter(|part| !part.nothing).map(|part| (&part.value, part.span)) {
            None => false,
            Some((Ok(Expr { kind: ExprKind::Bool(reenter), .. }), _)) => *reenter,
            Some((_, span)) => return Err(self.computed(span, "a `reenter` that is computed")),
        };
        let Some(target) = result.get("target").filter(|part| !part.nothing) else { return Ok((Vec::new(), reenter)) };
        let mut found = Vec::new();
        for one in target.list.as_deref().unwrap_or(std::slice::from_ref(target)) {
            let Ok(Expr { kind: ExprKind::Text(name), .. }) = &one.value else {
                return Err(self.computed(one.span, "a target that is computed"));
            };
            found.push(self.target(source, name, one.span)?);
        }
        self.check_targets(&found, target.span);
        Ok((found, reenter))
    }

    fn computed(&mut self, span: Span, what: &str) -> wherefore_syntax::Reported {
        let diagnostic = Diagnostic::at(codes::FUNCTION, span, what, "not known before it runs");
        self.report.push(diagnostic.help("choose with `if` or `?:` between outcomes whose targets are texts"))
    }

    /// What is done on one way. In a transition every value sees the context before; otherwise assignments come one after another.
    fn content(&mut self, way: &Way<'_>, transition: bool) -> Checked<Vec<Action>> {
        let mut done = Done::default();
        for effect in &way.effects {
            self.effect(effect, &mut done.actions)?;
        }
        if let Some(context) = way.result.and_then(|r| r.get("context")).filter(|part| !part.nothing) {
            match &context.members {
                Some(members) => members.iter().for_each(|(key, part)| self.assigned(key, part, &mut done.parts)),
                None => self.anything(context.span, "the context is computed as a whole", &mut done.parts),
            }
        } else if let Some(part) = way.result.filter(|part| part.members.is_none() && !part.nothing && !transition) {
            self.anything(part.span, "what is assigned is computed as a whole", &mut done.parts);
        }
        Ok(self.together(done, transition))
    }

    /// Instructions with the effect of all assignments at once.
    fn together(&mut self, done: Done, transition: bool) -> Vec<Action> {
        let mut actions = done.actions;
        match transition {
            true => actions.extend(done.parts.into_iter().map(|p| assignment(p.data, p.value, p.span))),
            false => self.sequence(done.parts, &mut actions),
        }
        actions
    }

    /// A member of the context that a function gives. An object replaces the one that was there.
    fn assigned(&mut self, name: &str, part: &Part, parts: &mut Vec<Assigned>) {
        let inside = format!("{name}.");
        let Some(members) = part.members.as_ref().filter(|_| self.scope.find(name).is_none() && !part.spread) else {
            let value = part.value.as_ref().map_err(|why| why.headline.clone()).and_then(understood);
            return self.part(name, part.span, |_, _| value, parts);
        };
        members.iter().for_each(|(key, part)| self.assigned(&format!("{inside}{key}"), part, parts));
        let missing: Vec<_> =
            self.items().filter(|(n, id)| n.starts_with(&inside) && !parts.iter().any(|p| p.data == *id)).collect();
        for (name, data) in missing {
            let value = self.unknown_value(&name, part.span, "the object that is assigned does not have it".to_owned());
            parts.push(Assigned { data, value, span: part.span });
        }
    }

    fn effect(&mut self, effect: &Statement, found: &mut Vec<Action>) -> Checked<()> {
        match effect {
            Statement::Raise { event, options, span } => {
                let (name, params) = self.event_of(event)?;
                let option = |key| options.as_ref().and_then(|o| o.get(key)).filter(|part| !part.nothing);
                if options.as_ref().is_some_and(|o| o.members.is_none() && !o.nothing) {
                    return Err(self.computed(*span, "options of an event that are computed"));
                }
                let delay = option("delay").map(|part| self.delay_of(part));
                let id = match option("id").map(|part| &part.value) {
                    None => None,
                    Some(Ok(Expr { kind: ExprKind::Text(id), .. })) => Some(id.clone()),
                    Some(_) => return Err(self.computed(*span, "an id of an event that is computed")),
                };
                self.raise_event((&name, event.span), params, delay, id, *span, found);
            }
            Statement::Cancel { id, span } => {
                let Ok(Expr { kind: ExprKind::Text(id), .. }) = &id.value else {
                    return Err(self.computed(id.span, "an id of an event that is computed"));
                };
                found.push(Action { kind: ActionKind::Cancel(Vec::new()), span: *span });
                self.cancels.push(id.clone());
            }
            Statement::Outside { words, span, .. } => {
                self.nothing(wherefore_syntax::shortened(words), *span, "its effects are outside of the machine");
            }
            Statement::If { .. } | Statement::Return(_) => {}
        }
        Ok(())
    }

    fn delay_of(&mut self, part: &Part) -> (u64, bool) {
        match part.value.as_ref().map(|e| &e.kind) {
            Ok(ExprKind::Int(_)) => self.delay_named(&part.words, part.span).unwrap_or_default(),
            Ok(ExprKind::Text(text)) => self.delay_named(text, part.span).unwrap_or_default(),
            _ => self.unknown_delay(&part.words, part.span),
        }
    }

    fn event_of(&mut self, event: &Part) -> Checked<(String, Vec<(FieldId, Expr)>)> {
        let name = match event.get("type").map(|part| &part.value) {
            Some(Ok(Expr { kind: ExprKind::Text(name), .. })) if !event.spread => name.clone(),
            _ => return Err(self.computed(event.span, "an event whose type is computed")),
        };
        let mut params = Vec::new();
        for (key, part) in event.members.iter().flatten().filter(|(key, _)| key != "type") {
            self.field_of(key, part, &mut params);
        }
        Ok((name, params))
    }

    fn field_of(&mut self, path: &str, part: &Part, params: &mut Vec<(FieldId, Expr)>) {
        if let Some(members) = part.members.as_ref().filter(|_| !part.spread) {
            return members.iter().for_each(|(key, part)| self.field_of(&format!("{path}.{key}"), part, params));
        }
        let value = match part.value.as_ref().map_err(|why| why.headline.clone()).and_then(understood) {
            Ok(value) => value,
            Err(why) => self.unknown_value(path, part.span, why),
        };
        params.push((self.scope.field(path, part.span), value));
    }

    /// Sends an event to the machine itself.
    pub(super) fn raise_event(
        &mut self,
        (name, place): (&str, Span),
        params: Vec<(FieldId, Expr)>,
        delay: Option<(u64, bool)>,
        id: Option<String>,
        span: Span,
        found: &mut Vec<Action>,
    ) {
        let event = self.event(name, place);
        self.raised.insert(event);
        let to = if delay.is_some() { Destination::Own } else { Destination::Internal };
        let kind = match delay {
            None if params.is_empty() => ActionKind::Raise(event),
            _ => {
                let (delay, unknown) = (delay.map(|d| d.0), delay.is_some_and(|d| d.1));
                ActionKind::Send(self.add_send(Send { event, to, delay, unknown, params, id, span }))
            }
        };
        found.push(Action { kind, span });
    }

    /// The actions of an entry or exit, and whether what they assign is lost where the machine comes to its end.
    pub(super) fn state_actions(&mut self, actions: Option<&'j Json>) -> (Block, bool) {
        let Some(actions) = present(actions) else { return (Block::default(), false) };
        let Some(text) = code(actions) else { return (self.listed_actions(Some(actions), false), true) };
        let Ok(function) = self.outcome(text) else { return (Block::default(), false) };
        let block = self.function_actions(&function, text.whole()).map(Block);
        (block.unwrap_or_default(), function.parameters > 1)
    }

    /// What the function of an entry or exit does.
    fn function_actions(&mut self, function: &Function, span: Span) -> Checked<Vec<Action>> {
        let Some(ways) = ways(&function.statements) else {
            return Err(self.unsupported(span, "a function with more than 256 ways through it"));
        };
        let mut branches = Vec::new();
        for way in &ways {
            let cond = self.conditions(way);
            let content = self.content(way, false)?;
            let Some(cond) = cond else { return Ok(content) };
            branches.push((cond, Block(content)));
        }
        branches.retain(|(_, block)| !block.0.is_empty());
        if branches.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Action { kind: ActionKind::If { branches, otherwise: Block::default() }, span }])
    }

    /// A list of actions: what they assign is computed from the context before all of them.
    pub(super) fn listed_actions(&mut self, actions: Option<&'j Json>, transition: bool) -> Block {
        let mut done = Done::default();
        let all = present(actions).map(Json::list).unwrap_or_default();
        for action in all {
            // What is wrong was said, and the others are looked at all the same.
            let _said = self.listed(action, all.len() == 1 && !transition, &mut done).is_err();
        }
        if transition && !done.parts.is_empty() {
            self.keep_others(&mut done.parts);
        }
        Block(self.together(done, transition))
    }

    /// In a transition, actions give the whole context: what they do not assign is as it was before anything was left.
    fn keep_others(&mut self, parts: &mut Vec<Assigned>) {
        for (_, data) in self.items().collect::<Vec<_>>() {
            if let Some(span) = parts.first().map(|p| p.span).filter(|_| !parts.iter().any(|p| p.data == data)) {
                parts.push(Assigned { data, value: Expr { kind: ExprKind::Data(data), span }, span });
            }
        }
    }

    fn listed(&mut self, action: &'j Json, alone: bool, done: &mut Done) -> Checked<()> {
        if let Some(text) = code(action) {
            let function = self.outcome(text)?;
            let actions = self.function_actions(&function, text.whole())?;
            let mut assigns = false;
            Block(actions.clone()).visit(&mut |a| assigns |= matches!(a.kind, ActionKind::Assign { .. }));
            if assigns && !alone {
                return Err(self.unsupported(text.whole(), "a function that assigns, among other actions"));
            }
            done.actions.extend(actions);
            return Ok(());
        }
        let word = action.str().or_else(|| action.get("type").and_then(Json::str)).unwrap_or_default();
        let known = self.root.get("actions").and_then(|all| all.get(word)).filter(|a| a.str() != Some(word));
        match (word.strip_prefix("@xstate."), known) {
            (Some("assign"), _) => {
                let Some(context) = present(action.get("context")).filter(|c| c.is_object()) else {
                    return Err(self.error(
                        codes::STRUCTURE,
                        action.span,
                        "an assignment of nothing",
                        "`context` is missing",
                    ));
                };
                let mut parts = Vec::new();
                self.parts(context, "", &mut parts);
                done.parts.retain(|p| !parts.iter().any(|q| q.data == p.data));
                done.parts.extend(parts);
                Ok(())
            }
            (None, Some(list)) => {
                self.depth += 1;
                let mut inner = Done::default();
                let read = match self.depth > MAX_DEPTH {
                    true => {
                        Err(self.error(codes::TOO_DEEP, action.span, "actions lead to each other without end", "here"))
                    }
                    false => list.list().iter().try_for_each(|a| self.listed(a, false, &mut inner)),
                };
                self.depth -= 1;
                if !inner.parts.is_empty() && !done.parts.is_empty() {
                    return Err(self.unsupported(action.span, "a named action that assigns after another assignment"));
                }
                done.actions.extend(inner.actions);
                done.parts.extend(inner.parts);
                read
            }
            _ => self.action(action, &mut done.actions),
        }
    }

    /// What a transition assigns by itself, written as a function of the context or as an object.
    pub(super) fn own_context(&mut self, node: &'j Json) -> Vec<Action> {
        let Some(context) = present(node.get("context")) else { return Vec::new() };
        let mut parts = Vec::new();
        match code(context) {
            Some(text) => {
                let function = self.scope.outcome(text);
                let statements = function.as_ref().map(|f| f.statements.as_slice()).unwrap_or_default();
                match statements {
                    [Statement::Return(Part { members: Some(members), .. })] => {
                        members.iter().for_each(|(key, part)| self.assigned(key, part, &mut parts));
                    }
                    _ => self.anything(context.span, "it is computed by more than a simple function", &mut parts),
                }
            }
            None => self.parts(context, "", &mut parts),
        }
        parts.into_iter().map(|p| assignment(p.data, p.value, p.span)).collect()
    }

    /// What the payload of an event must be for a transition, under `matches`.
    pub(super) fn matching(&mut self, node: &'j Json) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        for (key, value) in self.ordered(present(node.get("matches"))?) {
            let span = value.span;
            let cond = match super::value::constant(value) {
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
    pub(super) fn refuse_six(&mut self, state: StateId, node: &'j Json) {
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
                let span = super::transition::place(key);
                let headline = format!("`{}`, an event of XState itself, by its name", key.value);
                let diagnostic = Diagnostic::at(codes::UNSUPPORTED, span, headline, "not supported");
                self.report.push(diagnostic.help("use `onDone` and `onError` of the state that it is about"));
            }
        }
    }

    /// Events that only the machine itself raises.
    pub(super) fn internal_events(&mut self) {
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
}

/// An expression that means the same here: events of XState itself have other names there.
fn understood(expr: &Expr) -> Result<Expr, String> {
    let (mut named, mut own) = (false, false);
    expr.visit(&mut |e| match &e.kind {
        ExprKind::EventName => named = true,
        ExprKind::Text(text) => own |= text.starts_with("xstate."),
        _ => {}
    });
    match named && own {
        true => Err("it asks for an event of XState itself".to_owned()),
        false => Ok(expr.clone()),
    }
}
