//! Machines of version 6: transitions and actions that are functions, and lists of actions that say what they assign.
//!
//! ```text
//! on: { BUY: ({ context }) => { if (context.left > 0) return { target: 'sold', context: { left: context.left - 1 } }; } }
//! ```
//!
//! Each way through the function of a transition becomes a transition of its own, with the conditions of that way; a way that gives
//! nothing becomes none. The context that a function sees is the one before: of the whole step in a transition, of the state alone in
//! an entry or exit.

mod list;
mod state;

use super::assign::{Assigned, assignment};
use super::guard::join;
use super::ways::{Way, ways};
use super::{Reader, codes};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{
    Action, ActionKind, Binary, Block, Destination, Expr, ExprKind, FieldId, Send, StateId, Transition, Unary,
};
use wherefore_scxml::function::{Function, Logic, Part, Statement};
use wherefore_syntax::Checked;
use wherefore_syntax::xml::Text;

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

    /// The instructions of one way. In a transition every value sees the context before; otherwise assignments come one after another.
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
            if context.spread && transition {
                self.keep_others(context.span, &mut done.parts);
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
