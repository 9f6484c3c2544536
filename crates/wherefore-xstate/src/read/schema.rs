//! Types that a machine declares, as JSON Schemas under `schemas` or `types`.
//!
//! ```text
//! "schemas": {
//!   "context": { "properties": { "count": { "type": "integer", "minimum": 0, "maximum": 9 } } },
//!   "events": { "SET": { "properties": { "value": { "enum": ["low", "high"] } } }, "RESET": {} }
//! }
//! ```

use super::value::of_number;
use super::{Reader, codes, present};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use wherefore_scxml::chart::{Bounds, ExprKind, Type};
use wherefore_syntax::json::{Json, JsonKind};

/// A declared type.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    pub kind: Option<Type>,
    pub bounds: Option<Bounds>,
}

impl<'j> Reader<'j> {
    fn schemas(&self, of: &str) -> Option<&'j Json> {
        ["schemas", "types"].into_iter().find_map(|key| present(self.root.get(key)?.get(of)))
    }

    /// The declared types of the context, by path.
    pub(super) fn context_schema(&mut self) -> BTreeMap<String, Declared> {
        let mut found = BTreeMap::new();
        if let Some(schema) = self.schemas("context") {
            self.properties(schema, "", &mut found);
        }
        found
    }

    /// The declared events: their names, and the declared types of what they carry, by path.
    pub(super) fn event_schemas(
        &mut self,
    ) -> Option<Vec<(&'j wherefore_syntax::xml::Text, BTreeMap<String, Declared>)>> {
        let events = self.schemas("events").filter(|e| e.is_object())?;
        // Version 6 leaves out schemas that are code: what is empty then says nothing.
        if self.six && events.members().is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for (name, schema) in self.ordered(events) {
            let mut fields = BTreeMap::new();
            self.properties(schema, "", &mut fields);
            found.push((name, fields));
        }
        Some(found)
    }

    fn properties(&mut self, schema: &'j Json, path: &str, found: &mut BTreeMap<String, Declared>) {
        let Some(properties) = present(schema.get("properties")) else { return };
        for (key, inner) in self.ordered(properties) {
            let name = if path.is_empty() { key.value.clone() } else { format!("{path}.{}", key.value) };
            if inner.get("properties").is_some() {
                self.properties(inner, &name, found);
            } else if let Some(declared) = self.declared(inner) {
                found.insert(name, declared);
            }
        }
    }

    /// The type that a schema means; none where it says nothing that is of use.
    fn declared(&mut self, schema: &'j Json) -> Option<Declared> {
        if let Some(values) = present(schema.get("enum")) {
            let texts: Option<Vec<String>> = values.list().iter().map(|v| v.str().map(str::to_owned)).collect();
            return texts.map(|texts| Declared { kind: Some(Type::Enum(texts)), bounds: None });
        }
        let (least, most) = (number(schema.get("minimum")), number(schema.get("maximum")));
        match schema.get("type").and_then(Json::str)? {
            "boolean" => Some(Declared { kind: Some(Type::Bool), bounds: None }),
            "integer" => {
                let range = least.and_then(|n| n.to_integer().to_i64()).zip(most.and_then(|n| n.to_integer().to_i64()));
                let kind = match range {
                    Some((lo, hi)) if lo <= hi => Type::Range { lo, hi },
                    Some(_) => {
                        self.error(
                            codes::BAD_SCHEMA,
                            schema.span,
                            "`minimum` is above `maximum`",
                            "no number is between them",
                        );
                        return None;
                    }
                    None => Type::Int,
                };
                Some(Declared { kind: Some(kind), bounds: None })
            }
            "number" => {
                let bounds = least.zip(most).filter(|(lo, hi)| lo <= hi).map(|(lo, hi)| Bounds { lo, hi });
                Some(Declared { kind: Some(Type::Real), bounds })
            }
            _ => None,
        }
    }
}

fn number(value: Option<&Json>) -> Option<BigRational> {
    let JsonKind::Number(text) = &value?.kind else { return None };
    match of_number(text)? {
        ExprKind::Int(n) => Some(BigRational::from_integer(n)),
        ExprKind::Real(n) => Some(n),
        _ => Some(BigRational::from_integer(BigInt::from(0))),
    }
}
