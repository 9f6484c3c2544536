//! Properties of a chart: `<wf:invariant>` and `<wf:ltl>`.

use super::node::extension;
use super::{Checked, Reader, codes};
use crate::chart::Property;
use crate::script::Mode;
use roxmltree::Node;
use wherefore_syntax::unique;

impl<'d, 't> Reader<'d, 't> {
    /// Reads all properties. An expression in them that fails is always an error: nothing is executed.
    pub(super) fn read_properties(&mut self, root: Node<'d, 't>) {
        if !root.children().any(|node| matches!(extension(node), Some("invariant" | "ltl"))) {
            return;
        }
        let own = self.name_sessions();
        let lenient = std::mem::take(&mut self.names.lenient);
        let handles_errors = std::mem::take(&mut self.chart.handles_errors);
        for node in root.children() {
            let temporal = match extension(node) {
                Some("invariant") => false,
                Some("ltl") => true,
                _ => continue,
            };
            if let Ok(property) = self.property(node, temporal) {
                self.chart.properties.push(property);
            }
        }
        (self.names.lenient, self.chart.handles_errors) = (lenient, handles_errors);
        self.forget_sessions(own);
    }

    fn property(&mut self, node: Node, temporal: bool) -> Checked<Property> {
        let span = self.tag(node);
        let text = match (self.attribute(node, "expr"), self.content(node)) {
            (Some(text), None) | (None, Some(text)) => text,
            (Some(_), Some(_)) => {
                return Err(self.error(codes::STRUCTURE, span, "a property has two formulas", "text and `expr`"));
            }
            (None, None) => {
                return Err(self.error(codes::STRUCTURE, span, "a property without a formula", "nothing is asked"));
            }
        };
        let formula = self.expression(&text, if temporal { Mode::Temporal } else { Mode::Invariant })?;
        let name = self.property_name(node, temporal);
        let words: Vec<&str> = text.value.split_whitespace().collect();
        Ok(Property { name, temporal, formula, text: words.join(" "), span: text.whole() })
    }

    /// The given name, or one after its kind and place among all properties; made unique if need be.
    fn property_name(&self, node: Node, temporal: bool) -> String {
        let given = self.attribute(node, "name").map(|t| t.value.trim().to_owned()).filter(|n| !n.is_empty());
        let kind = if temporal { "ltl" } else { "invariant" };
        let base = given.unwrap_or_else(|| format!("{kind}_{}", self.chart.properties.len() + 1));
        unique(base, |name| self.chart.properties.iter().any(|p| p.name == name))
    }
}
