//! Documents with the data model null: no data, and conditions that only ask which states are active.

use super::node::{descendants, element, plain};
use super::{Reader, codes};
use crate::chart::{Binary, Expr, ExprKind, Unary};
use crate::script::Mode;
use roxmltree::Node;
use wherefore_diag::Diagnostic;
use wherefore_syntax::Checked;

/// Elements that need data.
const ELEMENTS: [&str; 4] = ["data", "assign", "script", "foreach"];
/// Attributes that need values.
const ATTRIBUTES: [&str; 8] =
    ["expr", "location", "eventexpr", "targetexpr", "delayexpr", "srcexpr", "idlocation", "namelist"];
/// What to do about it.
const HELP: &str = "write datamodel=\"ecmascript\" if the document has data";

impl Reader<'_, '_> {
    /// Refuses elements and attributes that need a data model; whether there are none, so that conditions are looked at. What is
    /// logged is no part of the model.
    pub(super) fn refuse_data(&mut self, root: Node) -> bool {
        let mut is_free = true;
        for node in descendants(root) {
            let Some(name) = element(node).filter(|name| *name != "log") else { continue };
            let (span, what) = match ATTRIBUTES.into_iter().find_map(|a| plain(node, a)) {
                _ if ELEMENTS.contains(&name) => (self.tag(node), format!("<{name}>")),
                Some(attribute) => {
                    (self.source.attribute(attribute).whole(), format!("the attribute `{}`", attribute.name()))
                }
                None => continue,
            };
            let headline = format!("{what} in a document with the data model null");
            self.report.push(Diagnostic::at(codes::NO_DATA, span, headline, "needs data").help(HELP));
            is_free = false;
        }
        is_free
    }

    /// Refuses a condition that asks for anything but active states, in a document without data.
    pub(super) fn without_data(&mut self, expr: Expr, mode: Mode) -> Checked<Expr> {
        if !self.is_null || mode != Mode::Plain || is_about_states(&expr) {
            return Ok(expr);
        }
        let headline = "a condition that is not about active states in a document with the data model null";
        Err(self.report.push(Diagnostic::at(codes::NO_DATA, expr.span, headline, "needs data").help(HELP)))
    }
}

fn is_about_states(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::In(_) | ExprKind::Bool(_) => true,
        ExprKind::Unary(Unary::Not, a) => is_about_states(a),
        ExprKind::Binary(Binary::And | Binary::Or, a, b) => is_about_states(a) && is_about_states(b),
        _ => false,
    }
}
