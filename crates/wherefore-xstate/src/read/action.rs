//! Actions. `assign`, `raise`, `cancel` and what sends an event to the machine itself are followed; everything else has effects
//! outside of the machine only, or is taken to have.

use super::value::code;
use super::{Reader, codes, present};
use wherefore_diag::Span;
use wherefore_scxml::chart::{Action, ActionKind, Block, Destination, Expr, ExprKind, FieldId, Send, SendId};
use wherefore_syntax::Checked;
use wherefore_syntax::json::{Json, JsonKind};

/// How far names of actions may lead to each other.
const MAX_DEPTH: u32 = 100;
/// Actions that neither change the context nor send anything to the machine.
const OUTSIDE: &[&str] = &[
    "log",
    "emit",
    "sendParent",
    "forwardTo",
    "stopChild",
    "stop",
    "spawnChild",
    "start",
    "escalate",
    "respond",
    "error",
];

impl<'j> Reader<'j> {
    /// The actions of a transition, an entry or an exit.
    pub(super) fn actions(&mut self, actions: Option<&'j Json>) -> Block {
        let mut block = Block::default();
        for action in present(actions).map(Json::list).unwrap_or_default() {
            // What is wrong was said, and the others are looked at all the same.
            let _said = self.action(action, &mut block.0).is_err();
        }
        block
    }

    pub(super) fn action(&mut self, action: &'j Json, found: &mut Vec<Action>) -> Checked<()> {
        self.depth += 1;
        let read = match self.depth > MAX_DEPTH {
            true => Err(self.error(codes::TOO_DEEP, action.span, "actions lead to each other without end", "here")),
            false => self.action_inside(action, found),
        };
        self.depth -= 1;
        read
    }

    fn action_inside(&mut self, action: &'j Json, found: &mut Vec<Action>) -> Checked<()> {
        let span = action.span;
        if let Some(text) = code(action) {
            let words = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
            self.nothing(wherefore_syntax::shortened(&words), span, "it is a function");
            return Ok(());
        }
        let word = match &action.kind {
            JsonKind::Text(text) => return self.named_action(&text.value, text.whole(), found),
            JsonKind::Null => {
                self.nothing("null", span, "a function was left out when the file was written");
                return Ok(());
            }
            JsonKind::Object(_) => action.get("type").and_then(Json::str),
            _ => None,
        };
        let Some(word) = word else {
            return Err(self.error(
                codes::STRUCTURE,
                span,
                "an action is a name, or an object with a type",
                "not an action",
            ));
        };
        let own = word.strip_prefix("xstate.").or_else(|| word.strip_prefix("@xstate."));
        match own.unwrap_or(word) {
            "assign" if own.is_some() || action.get("assignment").is_some() => self.assign(action, found),
            "raise" if own.is_some() || action.get("event").is_some() => {
                self.raise(action, Destination::Internal, found)
            }
            "send" if own.is_some() => self.send(action, found),
            "sendTo" if own.is_some() => {
                self.nothing("sendTo", span, "its event goes to another actor");
                Ok(())
            }
            "cancel" if own.is_some() => {
                let id = action.get("sendId").or_else(|| action.get("id")).and_then(Json::str).unwrap_or("").to_owned();
                found.push(Action { kind: ActionKind::Cancel(Vec::new()), span });
                self.cancels.push(id);
                Ok(())
            }
            "choose" | "pure" | "enqueueActions" if own.is_some() => {
                Err(self.unsupported(span, format!("the action `{word}`, which decides what is done")))
            }
            other if own.is_some() && OUTSIDE.contains(&other) => Ok(()),
            _ => self.named_action(word, span, found),
        }
    }

    /// An action by its name: what the machine says under `actions`, or nothing.
    fn named_action(&mut self, name: &str, span: Span, found: &mut Vec<Action>) -> Checked<()> {
        let known = self.root.get("actions").and_then(|all| all.get(name)).filter(|a| a.str() != Some(name));
        match known {
            Some(list) => list.list().iter().try_for_each(|action| self.action(action, found)),
            None => {
                self.nothing(name, span, "it is not in the file");
                Ok(())
            }
        }
    }

    pub(super) fn nothing(&mut self, name: &str, span: Span, why: &str) {
        self.free_actions.entry(name.to_owned()).or_insert((span, why.to_owned()));
    }

    /// `send` of version 4: to the machine itself unless it says to whom.
    fn send(&mut self, action: &'j Json, found: &mut Vec<Action>) -> Checked<()> {
        if present(action.get("to")).is_some() {
            self.nothing("send", action.span, "its event goes to another actor");
            return Ok(());
        }
        self.raise(action, Destination::Own, found)
    }

    fn raise(&mut self, action: &'j Json, to: Destination, found: &mut Vec<Action>) -> Checked<()> {
        let span = action.span;
        let Some(event) = present(action.get("event")) else {
            return Err(self.error(codes::STRUCTURE, span, "an event is missing", "nothing is raised"));
        };
        let (name, params) = self.raised_event(event)?;
        let event = self.event(&name, event.span);
        self.raised.insert(event);
        let delay = match present(action.get("delay")) {
            Some(delay) => Some(self.delay(delay)?),
            None => None,
        };
        let id = action.get("id").and_then(Json::str).map(str::to_owned);
        let kind = match delay {
            None if params.is_empty() && to == Destination::Internal => ActionKind::Raise(event),
            None => ActionKind::Send(self.add_send(Send { event, to, delay: None, unknown: false, params, id, span })),
            Some((delay, unknown)) => {
                let to = Destination::Own;
                ActionKind::Send(self.add_send(Send { event, to, delay: Some(delay), unknown, params, id, span }))
            }
        };
        found.push(Action { kind, span });
        Ok(())
    }

    pub(super) fn add_send(&mut self, send: Send) -> SendId {
        self.chart.sends.push(send);
        SendId(self.chart.sends.len() as u32 - 1)
    }

    /// The name of a raised event, and what it carries.
    fn raised_event(&mut self, event: &'j Json) -> Checked<(String, Vec<(FieldId, Expr)>)> {
        if let Some(text) = code(event) {
            let members = self.scope.members(text);
            let Ok(members) = members else {
                return Err(self.unsupported(event.span, "an event that is computed by more than a simple function"));
            };
            let mut name = None;
            let mut params = Vec::new();
            for member in members {
                match member.value {
                    Ok(Expr { kind: ExprKind::Text(text), .. }) if member.key == "type" => name = Some(text),
                    Ok(value) => params.push((self.scope.field(&member.key, member.span), value)),
                    Err(why) => {
                        let value = self.unknown_value(&member.key, member.span, why.headline);
                        params.push((self.scope.field(&member.key, member.span), value));
                    }
                }
            }
            return name
                .map(|name| (name, params))
                .ok_or_else(|| self.unsupported(event.span, "an event whose type is computed"));
        }
        if let Some(text) = event.text() {
            return Ok((text.value.clone(), Vec::new()));
        }
        let Some(name) = event.get("type").and_then(Json::str).map(str::to_owned) else {
            return Err(self.error(codes::STRUCTURE, event.span, "an event without a type", "`type` is missing"));
        };
        let mut params = Vec::new();
        self.carried(event, "", &mut params);
        Ok((name, params))
    }

    /// What an event carries, by path.
    fn carried(&mut self, object: &'j Json, path: &str, params: &mut Vec<(FieldId, Expr)>) {
        for (key, value) in self.ordered(object) {
            if path.is_empty() && key.value == "type" {
                continue;
            }
            let name = if path.is_empty() { key.value.clone() } else { format!("{path}.{}", key.value) };
            if value.is_object() && code(value).is_none() {
                self.carried(value, &name, params);
            } else {
                let value = self.value(value, &name);
                let field = self.scope.field(&name, key.span(0..key.value.len()));
                params.push((field, value));
            }
        }
    }
}
