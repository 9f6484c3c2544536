//! `assign`. All members of one assignment are computed from the context before it; instructions of a chart follow each other.
//! So a member is assigned after every other that reads it, and where members read each other in a circle, values go
//! through items of their own.
//!
//! ```text
//! { a: context.b, b: context.a }      b.next := a;  a := b;  b := b.next
//! ```

use super::value::code;
use super::{Reader, codes, present};
use std::collections::BTreeSet;
use wherefore_diag::Span;
use wherefore_scxml::chart::{Action, ActionKind, Data, DataId, Expr, ExprKind};
use wherefore_syntax::Checked;
use wherefore_syntax::json::Json;

/// One member of an assignment.
pub(super) struct Assigned {
    pub data: DataId,
    pub value: Expr,
    pub span: Span,
}

impl<'j> Reader<'j> {
    pub(super) fn assign(&mut self, action: &'j Json, found: &mut Vec<Action>) -> Checked<()> {
        let assignment = present(action.get("assignment")).or_else(|| present(action.get("params")));
        let Some(assignment) = assignment else {
            return Err(self.error(
                codes::STRUCTURE,
                action.span,
                "an assignment of nothing",
                "`assignment` is missing",
            ));
        };
        let mut parts = Vec::new();
        match code(assignment) {
            Some(text) => match self.scope.members(text) {
                Ok(members) => {
                    for member in members {
                        self.part(
                            &member.key,
                            member.span,
                            |_, _| member.value.map_err(|why| why.headline),
                            &mut parts,
                        );
                    }
                }
                Err(why) => self.anything(assignment.span, &why.headline, &mut parts),
            },
            None if assignment.is_object() => self.parts(assignment, "", &mut parts),
            None => {
                return Err(self.error(
                    codes::STRUCTURE,
                    assignment.span,
                    "an assignment is an object or a function",
                    "not an assignment",
                ));
            }
        }
        self.sequence(parts, found);
        Ok(())
    }

    pub(super) fn parts(&mut self, object: &'j Json, path: &str, parts: &mut Vec<Assigned>) {
        for (key, value) in self.ordered(object) {
            let name = if path.is_empty() { key.value.clone() } else { format!("{path}.{}", key.value) };
            if value.is_object() && code(value).is_none() {
                self.parts(value, &name, parts);
            } else {
                self.part(&name, value.span, |reader, name| Ok(reader.value(value, name)), parts);
            }
        }
    }

    /// One member. What the context does not have at first is not followed.
    pub(super) fn part(
        &mut self,
        name: &str,
        span: Span,
        value: impl FnOnce(&mut Self, &str) -> Result<Expr, String>,
        parts: &mut Vec<Assigned>,
    ) {
        let Some(data) = self.scope.find(name) else {
            let inside = format!("{name}.");
            let all: Vec<DataId> = self.items().filter(|(n, _)| n.starts_with(&inside)).map(|(_, id)| id).collect();
            if all.is_empty() {
                self.opaque
                    .entry(name.to_owned())
                    .or_insert((span, "the context does not have it at first".to_owned()));
            }
            for data in all {
                let value = self.unknown_value(name, span, "it is assigned as a whole".to_owned());
                parts.push(Assigned { data, value, span });
            }
            return;
        };
        let value = match value(self, name) {
            Ok(value) => value,
            Err(why) => self.unknown_value(name, span, why),
        };
        parts.push(Assigned { data, value, span });
    }

    /// The items of the context, with the paths that lead to them.
    pub(super) fn items(&self) -> impl Iterator<Item = (String, DataId)> + use<'_, 'j> {
        let all = self.chart.data.iter().enumerate().filter(|(_, d)| !d.input);
        all.map(|(i, d)| (d.name.clone(), DataId(i as u32))).filter(|(name, id)| self.scope.find(name) == Some(*id))
    }

    /// An assignment of which nothing is known: all of the context may change.
    pub(super) fn anything(&mut self, span: Span, why: &str, parts: &mut Vec<Assigned>) {
        for (name, data) in self.items().collect::<Vec<_>>() {
            let value = self.unknown_value(&name, span, why.to_owned());
            parts.push(Assigned { data, value, span });
        }
    }

    /// Instructions that have the effect of all members at once.
    pub(super) fn sequence(&mut self, mut parts: Vec<Assigned>, found: &mut Vec<Action>) {
        let mut later = Vec::new();
        while !parts.is_empty() {
            let unread = |i: usize| {
                let data = parts.get(i).map(|p| p.data);
                parts
                    .iter()
                    .enumerate()
                    .all(|(j, other)| i == j || !data.is_some_and(|d| reads(&other.value).contains(&d)))
            };
            let place = (0..parts.len()).find(|i| unread(*i));
            let Assigned { data, value, span } = parts.remove(place.unwrap_or(0));
            if place.is_some() {
                found.push(assignment(data, value, span));
                continue;
            }
            let held = self.held.get(&data).copied().unwrap_or_else(|| {
                let item = self.chart.datum(data).clone();
                self.add_data(Data { name: format!("{}.next", item.name), ..item })
            });
            self.held.insert(data, held);
            found.push(assignment(held, value, span));
            later.push(assignment(data, Expr { kind: ExprKind::Data(held), span }, span));
        }
        found.extend(later);
    }
}

pub(super) fn assignment(data: DataId, value: Expr, span: Span) -> Action {
    Action { kind: ActionKind::Assign { data, index: None, value }, span }
}

/// The items that an expression reads.
fn reads(value: &Expr) -> BTreeSet<DataId> {
    let mut found = BTreeSet::new();
    value.visit(&mut |e| {
        if let ExprKind::Data(id) = e.kind {
            found.insert(id);
        }
    });
    found
}
