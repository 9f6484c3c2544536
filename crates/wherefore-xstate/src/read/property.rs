//! Properties: in `meta.properties` of the machine, in the file that is named there, or in the file beside the machine.

use super::{Files, Reader, codes, document, present};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{Expr, ExprKind, Property};
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::unique;
use wherefore_syntax::xml::Text;

impl<'j> Reader<'j> {
    pub(super) fn read_properties(&mut self, files: &mut Files<'_>) {
        let given = self.root.get("meta").and_then(|meta| present(meta.get("properties")));
        let named = given.and_then(Json::text);
        let file = match (given, named) {
            (Some(properties), None) => return self.properties_of(properties),
            (_, Some(name)) => {
                let file = files(Some(&name.value));
                if file.is_none() {
                    let headline = format!("the file `{}` with properties is not there", name.value);
                    self.error(codes::PROPERTY, name.whole(), headline, "asked for here");
                }
                file
            }
            (None, None) => files(None),
        };
        let Some((file, text)) = file else { return };
        if let Ok(json) = document(file, &text, &mut self.report) {
            self.properties_of(json.get("properties").unwrap_or(&json));
        }
    }

    fn properties_of(&mut self, properties: &Json) {
        match &properties.kind {
            JsonKind::Object(members) => {
                for member in members {
                    let span = super::transition::place(&member.key);
                    self.property(Some(&member.key.value), &member.value, span);
                }
            }
            JsonKind::Array(items) => items.iter().for_each(|item| {
                let name = item.get("name").and_then(Json::str);
                self.property(name, item, item.span);
            }),
            _ => {
                _ = self.error(
                    codes::PROPERTY,
                    properties.span,
                    "properties are an object of names and formulas",
                    "neither",
                )
            }
        }
    }

    fn property(&mut self, name: Option<&str>, value: &Json, span: Span) {
        let (text, temporal) = match (value.text(), value.get("invariant"), value.get("ltl")) {
            (Some(text), ..) => (Some(text), None),
            (None, Some(formula), None) => (formula.text(), Some(false)),
            (None, None, Some(formula)) => (formula.text(), Some(true)),
            _ => (value.get("formula").and_then(Json::text), None),
        };
        let Some(text) = text else {
            self.error(codes::PROPERTY, span, "a property without a formula", "nothing is asked");
            return;
        };
        let Ok((formula, temporal)) = self.formula(text, temporal) else { return };
        let base = name.filter(|n| !n.trim().is_empty()).map_or_else(
            || format!("{}_{}", if temporal { "ltl" } else { "invariant" }, self.chart.properties.len() + 1),
            |n| n.trim().to_owned(),
        );
        let name = unique(base, |name| self.chart.properties.iter().any(|p| p.name == name));
        let words: Vec<&str> = text.value.split_whitespace().collect();
        self.chart.properties.push(Property { name, temporal, formula, text: words.join(" "), span: text.whole() });
    }

    /// A formula; where nothing else is said it is temporal if it has such an operator.
    fn formula(&mut self, text: &Text, temporal: Option<bool>) -> wherefore_syntax::Checked<(Expr, bool)> {
        let read = self.scope.property(text, temporal.unwrap_or(true));
        read.map(|formula| {
            let is_temporal = temporal.unwrap_or_else(|| has_temporal(&formula));
            (formula, is_temporal)
        })
        .map_err(|why| {
            let Diagnostic { headline, labels, help, notes, .. } = *why;
            self.report.push(Diagnostic { headline, labels, help, notes, ..Diagnostic::new(codes::PROPERTY, "") })
        })
    }
}

fn has_temporal(formula: &Expr) -> bool {
    let mut found = false;
    formula.visit(&mut |e| found |= matches!(e.kind, ExprKind::Temporal(..)));
    found
}
