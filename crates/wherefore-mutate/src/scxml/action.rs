//! Actions on entry and in transitions: changed, or left out.

use super::ChartSites;
use super::document::escaped;
use crate::{Edit, ElementKind, Inventory, Node, Operator, Reach, Role, Site, Use, Values};
use wherefore_diag::Span;
use wherefore_lang::scxml::chart::{Action, ActionKind, Block, DataId, Expr, ExprKind, StateId, TransitionId, Type};

/// The operators that change and remove what is done.
type Operators = Option<(Operator, Operator)>;

const ENCLOSED: (Use, Role) = (Use::Enclosed, Role::Value);
const ENTRY: Operators = Some((Operator::Reea, Operator::Rmea));
const TRANSITION: Operators = Some((Operator::Reta, Operator::Rmta));

impl ChartSites<'_, '_, '_> {
    /// Actions of a state when it is entered and left.
    pub(super) fn state(&mut self, id: StateId) {
        let state = self.chart.state(id);
        self.state_elements(id);
        let site = |what: &str| Site { words: format!("{what} of `{}`", state.id), element: Some(state.id.clone()) };
        state.onentry.iter().for_each(|block| self.block(block, ENTRY, &site("the entry")));
        // The literature has no operators for what is done on exit; its expressions are like any others.
        state.onexit.iter().for_each(|block| self.block(block, None, &site("the exit")));
        for (_, value) in &state.done {
            self.expression(value, ENCLOSED, &site("the end"));
        }
    }

    /// Actions of a transition.
    pub(super) fn content(&mut self, id: TransitionId) {
        let site = self.site(id);
        self.block(&self.chart.transition(id).content, TRANSITION, &site);
    }

    fn block(&mut self, block: &Block, operators: Operators, site: &Site) {
        let mut actions: Vec<&Action> = Vec::new();
        block.visit(&mut |action| actions.push(action));
        for action in actions {
            self.element(action, site);
            self.action(action, operators, site);
            if let Some((_, remove)) = operators {
                self.removal(action, remove, site);
            }
        }
    }

    fn action(&mut self, action: &Action, operators: Operators, site: &Site) {
        match &action.kind {
            ActionKind::Assign { data, index, value } => {
                if let Some(index) = index {
                    self.expression(index, ENCLOSED, site);
                }
                self.assignment((*data, index.is_some()), value, operators, site);
            }
            ActionKind::If { branches, .. } => {
                for (cond, _) in branches {
                    self.expression(cond, (Use::Condition, Role::Guard), site);
                }
            }
            ActionKind::Foreach { array, .. } => {
                self.expression(array, ENCLOSED, site);
            }
            ActionKind::Send(send) => {
                for (_, value) in &self.chart.send(*send).params {
                    self.expression(value, ENCLOSED, site);
                }
                let event = self.chart.send(*send).event;
                operators
                    .iter()
                    .for_each(|(change, _)| self.event(self.chart.event(event), action.span, *change, site));
            }
            ActionKind::Raise(event) => {
                operators
                    .iter()
                    .for_each(|(change, _)| self.event(self.chart.event(*event), action.span, *change, site));
            }
            ActionKind::Cancel(_) | ActionKind::Forget(_) | ActionKind::Fault(_) => {}
        }
    }

    fn assignment(&mut self, (data, is_element): (DataId, bool), value: &Expr, operators: Operators, site: &Site) {
        let Some(value) = written(value) else { return };
        let Some(at) = self.expression(value, (Use::Enclosed, Role::Next), site) else { return };
        self.assigned(at, data, is_element);
        let Some((change, _)) = operators else { return };
        let Some(piece) = self.inventory.pieces.get(at) else { return };
        let values: Vec<Values> = piece.tree.values().iter().map(|node| self.values(data, is_element, node)).collect();
        let Inventory { pieces, finder, .. } = &mut self.inventory;
        let Some(piece) = pieces.get(at) else { return };
        for (node, values) in piece.tree.values().into_iter().zip(&values) {
            finder.other_values(change, (&*piece.dialect, &piece.tree), (node, values), site);
        }
    }

    /// Keeps what an expression is assigned to.
    fn assigned(&mut self, piece: usize, data: DataId, is_element: bool) {
        let name = self.chart.datum(data).name.clone();
        let values = self.inventory.scopes.first().and_then(|s| s.find(&name)).map(|v| v.values.clone());
        if let Some(piece) = self.inventory.pieces.get_mut(piece).filter(|_| !is_element) {
            piece.target = Some(name);
            piece.values = values.unwrap_or(Values::Unknown);
        }
    }

    /// Adds an action as an element: at the value that is assigned, the condition that is asked, or the instruction.
    fn element(&mut self, action: &Action, site: &Site) {
        let name = site.element.clone().unwrap_or_default();
        let hull = self.document.element(action.span).unwrap_or(action.span);
        let span = match &action.kind {
            ActionKind::Assign { value, .. } => written(value).map_or(action.span, |e| e.span),
            _ => action.span,
        };
        let words = format!("an action of {}", site.words);
        self.inventory.element(ElementKind::Action, &name, words, span, hull);
        if let ActionKind::If { branches, .. } = &action.kind {
            for (condition, _) in branches {
                let words = format!("a condition in {}", site.words);
                let kind = ElementKind::BranchCondition;
                self.inventory.element(kind, &name, words, condition.span, condition.span);
            }
        }
    }

    /// The values that a data item can have, as they would be written in place of one.
    fn values(&self, data: DataId, is_element: bool, node: &Node) -> Values {
        let ty = match self.types.datum(data) {
            Type::Array(element, _) if is_element => element,
            ty => ty,
        };
        match ty {
            Type::Bool => Values::Truth,
            Type::Int | Type::Range { .. } | Type::Real => Values::Numbers,
            Type::Enum(names) => self.names(names, node),
            Type::Array(..) => Values::Unknown,
        }
    }

    /// Texts between the same quotes as the one that is written.
    fn names(&self, names: &[String], node: &Node) -> Values {
        let literal = self.inventory.finder.slice(node.inner);
        let quotes = ["'", "\"", "&apos;", "&quot;"];
        let Some(quote) = quotes.into_iter().find(|q| literal.starts_with(q) && literal.ends_with(q)) else {
            return Values::Unknown;
        };
        let is_plain = |name: &&String| !name.is_empty() && !name.contains(['\\', '\'', '"', '\n', '\r', '\t']);
        Values::Names(names.iter().filter(is_plain).map(|n| format!("{quote}{}{quote}", escaped(n))).collect())
    }

    /// Raises or sends another event.
    fn event(&mut self, event: &str, tag: Span, change: Operator, site: &Site) {
        let Some(place) = self.document.words(tag, "event").first().copied() else { return };
        let is_own =
            |name: &&String| name.as_str() != event && !name.starts_with("error.") && !name.starts_with("done.");
        let most = self.inventory.finder.reach.most();
        let mut others: Vec<String> = self.chart.events.iter().filter(is_own).take(most).cloned().collect();
        if self.inventory.finder.reach == Reach::Mending {
            // What a transition waits for may be sent by nothing.
            let awaited = self.chart.transitions.iter().flat_map(|t| &t.events).map(|d| &d.prefix);
            others.extend(awaited.filter(|e| !e.is_empty() && is_own(e)).cloned());
        }
        for other in others {
            self.inventory.finder.becomes(change, place, &escaped(&other), site);
        }
    }

    /// Leaves an instruction out: an element, or a statement of a script.
    fn removal(&mut self, action: &Action, remove: Operator, site: &Site) {
        if matches!(action.kind, ActionKind::Fault(_)) {
            return;
        }
        let element = self.document.element(action.span).unwrap_or(action.span);
        let whole = self.document.around_alone(action.span, "onentry").filter(|_| remove == Operator::Rmea);
        let edit = Edit { span: whole.unwrap_or(element), text: String::new() };
        self.inventory.finder.removed(remove, edit, element, site);
    }
}

/// Written part of an assigned value: all of it, or in `x += e` only the right side, and in `x++` nothing.
fn written(value: &Expr) -> Option<&Expr> {
    match &value.kind {
        ExprKind::Binary(_, left, right) if left.span == value.span => Some(&**right).filter(|e| e.span != value.span),
        _ => Some(value),
    }
}
