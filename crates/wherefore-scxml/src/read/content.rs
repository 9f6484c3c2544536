//! Executable content.

use super::declare::is_name;
use super::node::{elements, plain};
use super::robot::stands_for;
use super::transition::is_event;
use super::{Carrier, Checked, Reader, Reported, codes};
use crate::chart::{Action, ActionKind, Block, DataId, Expr, ExprKind, StateId, Type};
use crate::script::{self, Mode};
use crate::xml::Text;
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};

impl<'d, 't> Reader<'d, 't> {
    /// Reads the instructions in an element.
    pub(super) fn block(&mut self, node: Node<'d, 't>) -> Block {
        let mut block = Block::default();
        for (name, child) in elements(node) {
            self.instruction(name, child, &mut block);
        }
        block
    }

    /// Reads one instruction; what was wrong with it has been reported.
    fn instruction(&mut self, name: &str, node: Node<'d, 't>, block: &mut Block) {
        let kind = match name {
            "assign" => self.assign(node, "location"),
            "var" => self.assign(node, "name"),
            "raise" => self.raise(node),
            "send" => self.send(node).and_then(|send| self.with_id(node, send, block)),
            "cancel" => self.cancel(node),
            "if" => self.distinction(node),
            "foreach" => self.foreach(node),
            "log" => {
                let fails = self.attribute(node, "expr").is_some_and(|text| self.fails(&text));
                if !fails {
                    return;
                }
                Ok(self.execution_error())
            }
            "script" => {
                block.0.extend(self.script(node).unwrap_or_default());
                return;
            }
            _ if stands_for(name) == "send" => self.message(node),
            _ => return,
        };
        if let Ok(kind) = kind {
            block.0.push(Action { kind, span: self.tag(node) });
        }
    }

    /// Stores the id of a send before it is sent, if that is asked for.
    fn with_id(&mut self, node: Node, send: ActionKind, block: &mut Block) -> Checked<ActionKind> {
        if let Some(kind) = self.store_id(node)? {
            block.0.push(Action { kind, span: self.tag(node) });
        }
        Ok(send)
    }

    /// Action where something cannot be evaluated.
    pub(super) fn execution_error(&mut self) -> ActionKind {
        ActionKind::Fault(self.event("error.execution"))
    }

    /// Reads an assignment to the location in an attribute.
    fn assign(&mut self, node: Node, attribute: &str) -> Checked<ActionKind> {
        let text = self.required(node, attribute)?;
        let location = self.location(&text);
        let value = self.assigned_value(node);
        Ok(match location? {
            Some(location) => ActionKind::Assign { data: location.data, index: location.index, value: value? },
            None => self.execution_error(),
        })
    }

    fn assigned_value(&mut self, node: Node) -> Checked<Expr> {
        let content = self.content(node);
        match (self.attribute(node, "expr"), content) {
            (Some(text), None) => self.expression(&text, Mode::Plain),
            (None, Some(content)) => self.inline_value(&content).ok_or(Reported),
            (Some(_), Some(content)) => {
                Err(self.error(codes::STRUCTURE, content.whole(), "an assignment has two values", "and `expr`"))
            }
            (None, None) => match self.port(node) {
                Some(value) => value,
                None => self.required(node, "expr").and_then(|text| self.expression(&text, Mode::Plain)),
            },
        }
    }

    fn raise(&mut self, node: Node) -> Checked<ActionKind> {
        let text = self.required(node, "event")?;
        let name = self.event_name(&text.value, text.whole())?;
        let event = self.event(&name);
        self.own.insert(event);
        Ok(ActionKind::Raise(event))
    }

    /// The name of an event that is raised or sent.
    pub(super) fn event_name(&mut self, text: &str, span: Span) -> Checked<String> {
        let name = text.trim();
        if is_event(name) {
            return Ok(name.to_owned());
        }
        Err(self.error(codes::DESCRIPTOR, span, format!("`{name}` is no event name"), "not a name"))
    }

    fn distinction(&mut self, node: Node<'d, 't>) -> Checked<ActionKind> {
        let text = self.required(node, "cond")?;
        let mut conditions = vec![self.expression(&text, Mode::Plain)];
        let mut blocks = vec![Block::default()];
        let mut otherwise = None;
        for (name, child) in elements(node) {
            let late = otherwise.is_some();
            match name {
                "elseif" | "else" if late => {
                    let span = self.tag(child);
                    return Err(self.error(codes::STRUCTURE, span, format!("<{name}> after <else>"), "never reached"));
                }
                "elseif" => {
                    let text = self.required(child, "cond")?;
                    conditions.push(self.expression(&text, Mode::Plain));
                    blocks.push(Block::default());
                }
                "else" => otherwise = Some(Block::default()),
                _ => {
                    let block = otherwise.as_mut().or(blocks.last_mut());
                    let mut taken = block.map(std::mem::take).unwrap_or_default();
                    self.instruction(name, child, &mut taken);
                    if let Some(block) = otherwise.as_mut().or(blocks.last_mut()) {
                        *block = taken;
                    }
                }
            }
        }
        let conditions: Vec<Expr> = conditions.into_iter().collect::<Checked<_>>()?;
        let branches = conditions.into_iter().zip(blocks).collect();
        Ok(ActionKind::If { branches, otherwise: otherwise.unwrap_or_default() })
    }

    fn foreach(&mut self, node: Node<'d, 't>) -> Checked<ActionKind> {
        let (array, item) = (self.required(node, "array")?, self.required(node, "item")?);
        let index = self.attribute(node, "index");
        let over = self.expression(&array, Mode::Plain);
        let body = self.block(node);
        let (item, index) = (self.variable(&item), index.map(|text| self.variable(&text)).transpose());
        let (over, item, index) = (over?, item?, index?);
        if let Some(no_array) = self.no_array(&over) {
            let diagnostic =
                Diagnostic::at(codes::SYNTAX, over.span, "a loop over something that is no array", no_array);
            if !self.chart.handles_errors {
                return Err(self.report.push(diagnostic));
            }
            self.runtime_error(diagnostic);
            return Ok(self.execution_error());
        }
        Ok(match (item, index) {
            (Some(item), None) => ActionKind::Foreach { array: over, item, index: None, body },
            (Some(item), Some(Some(index))) => ActionKind::Foreach { array: over, item, index: Some(index), body },
            _ => self.execution_error(),
        })
    }

    /// The item or index of a loop; nothing if it is no name and the chart handles errors.
    fn variable(&mut self, text: &Text) -> Checked<Option<DataId>> {
        let name = text.value.trim();
        if let Some(data) = self.names.data.get(name) {
            return Ok(Some(*data));
        }
        let headline = format!("`{name}` is no name of a variable");
        let diagnostic = Diagnostic::at(codes::SYNTAX, text.whole(), headline, "expected an identifier");
        if !self.chart.handles_errors || is_name(name) {
            return Err(self.report.push(diagnostic));
        }
        self.runtime_error(diagnostic);
        Ok(None)
    }

    /// Why an expression is certainly no array, if it is not.
    fn no_array(&self, expr: &Expr) -> Option<&'static str> {
        match &expr.kind {
            ExprKind::Array(_) | ExprKind::Fault | ExprKind::Index(..) | ExprKind::Conditional(..) => None,
            ExprKind::EventField(_) => None,
            ExprKind::Data(id) => {
                let data = self.chart.datum(*id);
                match (&data.declared, &data.init) {
                    (Some(Type::Array(..)), _) | (None, None) => None,
                    (Some(_), _) => Some("declared as something else"),
                    (None, Some(init)) => match init.kind {
                        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => {
                            Some("it starts as something else")
                        }
                        _ => None,
                    },
                }
            }
            _ => Some("not an array"),
        }
    }

    /// The statements of a script; one that no engine could read is an event for a chart that handles errors.
    pub(super) fn script(&mut self, node: Node) -> Checked<Vec<Action>> {
        if let Some(attribute) = plain(node, "src") {
            let span = self.source.span(attribute.range());
            return Err(self.refuse("a script in another file", span));
        }
        let Some(text) = self.content(node) else { return Ok(Vec::new()) };
        let read = script::statements(&text, &mut self.names);
        self.say_faults();
        match read {
            Ok(actions) => Ok(actions),
            Err(mistake) => {
                self.fault(mistake)?;
                let kind = self.execution_error();
                Ok(vec![Action { kind, span: text.whole() }])
            }
        }
    }

    /// Reads what the done event of a final state carries.
    pub(super) fn read_done(&mut self, id: StateId, node: Node<'d, 't>) {
        if let Ok(params) = self.params(node, Carrier::Done(id)) {
            self.chart.states[id.0 as usize].done = params;
        }
    }
}
