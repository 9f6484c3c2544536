//! The context: every value in it that is a Boolean, a number or a text is a data item, named by the keys that lead to it.

use super::schema::Declared;
use super::value::{code, constant};
use super::{Reader, present};
use std::collections::BTreeMap;
use wherefore_diag::Span;
use wherefore_scxml::chart::{Data, Expr};
use wherefore_syntax::json::{Json, JsonKind};

/// How many values a context may have; beyond that they are not followed.
const MAX_VALUES: usize = 2_000;

impl<'j> Reader<'j> {
    pub(super) fn read_context(&mut self) {
        let declared = self.context_schema();
        let Some(context) = present(self.root.get("context")) else { return };
        match code(context) {
            Some(text) => match self.scope.members(text) {
                Ok(members) => {
                    for member in members {
                        match member.value.ok().filter(is_constant) {
                            Some(value) => self.item(&member.key, Some(value), member.span, &declared),
                            None => self.unknown_item(&member.key, member.span, &declared),
                        }
                    }
                }
                Err(why) => {
                    self.opaque.insert("context".to_owned(), (context.span, why.headline));
                }
            },
            None => self.object(context, "", &declared),
        }
    }

    fn object(&mut self, object: &'j Json, path: &str, declared: &BTreeMap<String, Declared>) {
        for (key, value) in self.ordered(object) {
            let name = if path.is_empty() { key.value.clone() } else { format!("{path}.{}", key.value) };
            let span = key.span(0..key.value.len());
            let simple =
                key.value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') && !key.value.is_empty();
            match (constant(value), &value.kind) {
                _ if !simple || self.chart.data.len() > MAX_VALUES => {
                    self.hide(&name, span, "its name is no simple one")
                }
                (Some(value), _) => self.item(&name, Some(value), span, declared),
                (None, JsonKind::Object(members)) if code(value).is_none() && !members.is_empty() => {
                    self.object(value, &name, declared);
                }
                (None, JsonKind::Null) if declared.contains_key(&name) => self.unknown_item(&name, span, declared),
                (None, JsonKind::Null) => self.hide(&name, span, "it is null at first"),
                (None, JsonKind::Array(_)) => self.hide(&name, span, "it is a list"),
                (None, _) => self.hide(&name, span, "it is no Boolean, number or text"),
            }
        }
    }

    /// An item of the context whose first value may be any of its type.
    fn unknown_item(&mut self, name: &str, span: Span, declared: &BTreeMap<String, Declared>) {
        self.any_values.entry(name.to_owned()).or_insert((span, "its first value is not in the file".to_owned()));
        self.item(name, None, span, declared);
    }

    fn item(&mut self, name: &str, init: Option<Expr>, span: Span, declared: &BTreeMap<String, Declared>) {
        let Declared { kind, bounds } = declared.get(name).cloned().unwrap_or_default();
        let any = init.is_none();
        let id = self.add_data(Data { declared: kind, bounds, init, any, ..Data::new(name, span) });
        self.scope.declare(name, id);
    }

    fn hide(&mut self, name: &str, span: Span, why: &str) {
        self.opaque.entry(name.to_owned()).or_insert((span, why.to_owned()));
    }
}

fn is_constant(value: &Expr) -> bool {
    use wherefore_scxml::chart::ExprKind;
    matches!(value.kind, ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_))
}
