//! Attributes that are given as expressions, and the content of events.
//!
//! `eventexpr`, `delayexpr` and the like are texts that may change. A literal is read as the plain attribute would be. A data
//! item that is only ever assigned literals has known values, and the instruction becomes a case distinction over them:
//!
//! ```text
//! <send eventexpr="v"/>     if v == 'a' { send a } else if v == 'b' { send b }
//! ```
//!
//! Anything else would be an event whose name is computed, and is refused.

use super::node::{descendants, element, plain};
use super::{Carrier, Checked, Reader, codes};
use crate::chart::{Action, ActionKind, Binary, Block, DataId, Expr, ExprKind};
use crate::script::{self, Mode};
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};

/// How many values are distinguished.
const MAX_VALUES: usize = 64;

/// A text, and where it is written.
pub(super) struct Given {
    pub value: String,
    pub span: Span,
}

/// The value of an attribute in one branch.
pub(super) struct Choice {
    attribute: &'static str,
    value: String,
}

/// An attribute whose value is that of a data item with known values.
pub(super) struct Changing {
    attribute: &'static str,
    data: DataId,
    values: Vec<String>,
    span: Span,
}

impl<'d, 't> Reader<'d, 't> {
    /// An attribute, or the text that its variant with an expression gives.
    pub(super) fn given(
        &mut self,
        node: Node,
        plain: &str,
        computed: &str,
        choice: Option<&Choice>,
    ) -> Checked<Option<Given>> {
        if let Some(text) = self.attribute(node, plain) {
            return Ok(Some(Given { span: text.whole(), value: text.value }));
        }
        let Some(text) = self.attribute(node, computed) else { return Ok(None) };
        let span = text.whole();
        if let Some(choice) = choice.filter(|c| c.attribute == computed) {
            return Ok(Some(Given { value: choice.value.clone(), span }));
        }
        let expr = self.expression(&text, Mode::Plain)?;
        match expr.kind {
            ExprKind::Text(value) => Ok(Some(Given { value, span })),
            _ => Err(self.refuse(&format!("a computed `{computed}`"), span)),
        }
    }

    /// The values of an attribute that is a data item, if they are known.
    pub(super) fn changing(&mut self, node: Node, attribute: &'static str) -> Option<Changing> {
        let text = self.attribute(node, attribute)?;
        let data = *self.names.data.get(text.value.trim())?;
        let values = self.literals(data).filter(|v| !v.is_empty() && v.len() <= MAX_VALUES)?;
        Some(Changing { attribute, data, values, span: text.whole() })
    }

    /// All texts that a data item can be, if nothing but literals is assigned to it.
    fn literals(&mut self, data: DataId) -> Option<Vec<String>> {
        let item = self.chart.datum(data);
        let (name, init) = (item.name.clone(), item.init.clone());
        if item.input || item.any {
            return None;
        }
        let mut values = Vec::new();
        match init.map(|e| e.kind) {
            Some(ExprKind::Text(text)) => values.push(text),
            None | Some(ExprKind::Int(_) | ExprKind::Bool(_)) => {}
            Some(_) => return None,
        }
        let root = *self.nodes.first()?;
        for node in descendants(root).filter(|n| element(*n).is_some()) {
            let names = |attribute| plain(node, attribute).is_some_and(|a| a.value().trim() == name);
            if names("item") || names("index") || names("idlocation") || self.script_mentions(node, &name) {
                return None;
            }
            if names("location") && element(node) == Some("assign") {
                let text = self.attribute(node, "expr")?;
                match script::expression(&text, Mode::Plain, &mut self.names).ok()?.kind {
                    ExprKind::Text(value) if values.contains(&value) => {}
                    ExprKind::Text(value) => values.push(value),
                    _ => return None,
                }
            }
        }
        Some(values)
    }

    fn script_mentions(&self, node: Node, name: &str) -> bool {
        element(node) == Some("script") && self.content(node).is_some_and(|text| text.value.contains(name))
    }

    /// A case distinction over the values of an attribute.
    pub(super) fn distinguish(
        &mut self,
        changing: Changing,
        mut read: impl FnMut(&mut Self, &Choice) -> Checked<ActionKind>,
    ) -> Checked<ActionKind> {
        let Changing { attribute, data, values, span } = changing;
        let mut branches = Vec::new();
        for value in values {
            let item = Box::new(Expr { kind: ExprKind::Data(data), span });
            let text = Box::new(Expr { kind: ExprKind::Text(value.clone()), span });
            let kind = read(self, &Choice { attribute, value })?;
            let condition = Expr { kind: ExprKind::Binary(Binary::Eq, item, text), span };
            branches.push((condition, Block(vec![Action { kind, span }])));
        }
        Ok(ActionKind::If { branches, otherwise: Block::default() })
    }

    /// Decides about `<content>` now that all expressions are known: it is what `_event.data` is as a whole.
    pub(super) fn settle_contents(&mut self) {
        for (carrier, node) in std::mem::take(&mut self.contents) {
            let span = self.tag(node);
            let fails = self.attribute(node, "expr").is_some_and(|text| self.fails(&text));
            if self.names.reads_event.is_none() && !fails {
                let headline = "<content> that nothing reads is left out";
                self.report.push(Diagnostic::at(codes::DROPPED, span, headline, "here"));
                continue;
            }
            let Ok(value) = self.content_value(node) else { continue };
            if !self.names.reads_whole && !fails {
                continue;
            }
            let param = (self.names.whole(span), value);
            match carrier {
                Carrier::Send(send) => {
                    self.chart.sends.get_mut(send.0 as usize).into_iter().for_each(|s| s.params.push(param.clone()));
                }
                Carrier::Done(state) => self.chart.states[state.0 as usize].done.push(param),
            }
        }
    }

    /// Value of `<content>`: an expression, or its text with blanks made one.
    fn content_value(&mut self, node: Node) -> Checked<Expr> {
        if let Some(text) = self.attribute(node, "expr") {
            return self.expression(&text, Mode::Plain);
        }
        let content = self.source.content(node);
        let words: Vec<&str> = content.value.split_whitespace().collect();
        let text = words.join(" ");
        let span = self.tag(node);
        if text.starts_with(['{', '[']) {
            return Err(self.refuse("<content> that may be an object", span));
        }
        Ok(Expr { kind: ExprKind::Text(text), span })
    }
}
