//! Entries, exits and lists of actions of version 6. What a list assigns is computed from the context before all of it.

use super::Done;
use crate::read::assign::{Assigned, assignment};
use crate::read::value::code;
use crate::read::ways::ways;
use crate::read::{Reader, codes, present};
use wherefore_diag::Span;
use wherefore_scxml::chart::{Action, ActionKind, Block, Expr, ExprKind};
use wherefore_scxml::function::{Function, Part, Statement};
use wherefore_syntax::Checked;
use wherefore_syntax::json::Json;

/// How far names of actions may lead to each other.
const MAX_DEPTH: u32 = 100;

impl<'j> Reader<'j> {
    /// The actions of an entry or exit, and whether what they assign is lost where the machine comes to its end.
    pub(in super::super) fn state_actions(&mut self, actions: Option<&'j Json>) -> (Block, bool) {
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
    pub(in super::super) fn listed_actions(&mut self, actions: Option<&'j Json>, transition: bool) -> Block {
        let mut done = Done::default();
        let all = present(actions).map(Json::list).unwrap_or_default();
        for action in all {
            // What is wrong was said, and the others are looked at all the same.
            let _said = self.listed(action, all.len() == 1 && !transition, &mut done).is_err();
        }
        if let Some(span) = done.parts.first().map(|p| p.span).filter(|_| transition) {
            self.keep_others(span, &mut done.parts);
        }
        Block(self.together(done, transition))
    }

    /// A transition gives the whole context: what it does not assign is as it was before anything was left.
    pub(super) fn keep_others(&mut self, span: Span, parts: &mut Vec<Assigned>) {
        for (_, data) in self.items().collect::<Vec<_>>() {
            if !parts.iter().any(|p| p.data == data) {
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
    pub(in super::super) fn own_context(&mut self, node: &'j Json) -> Vec<Action> {
        let Some(context) = present(node.get("context")) else { return Vec::new() };
        let mut parts = Vec::new();
        match code(context) {
            Some(text) => {
                let function = self.scope.outcome(text);
                let statements = function.as_ref().map(|f| f.statements.as_slice()).unwrap_or_default();
                match statements {
                    [Statement::Return(Part { members: Some(members), spread, .. })] => {
                        members.iter().for_each(|(key, part)| self.assigned(key, part, &mut parts));
                        if *spread {
                            self.keep_others(context.span, &mut parts);
                        }
                    }
                    _ => self.anything(context.span, "it is computed by more than a simple function", &mut parts),
                }
            }
            None => self.parts(context, "", &mut parts),
        }
        parts.into_iter().map(|p| assignment(p.data, p.value, p.span)).collect()
    }
}
