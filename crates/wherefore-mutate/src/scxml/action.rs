//! Actions on entry and in transitions: changed, or left out.

use super::ChartSites;
use super::document::escaped;
use crate::{Edit, MOST_CHOICES, Node, Operator, Site, Use, Values};
use wherefore_diag::Span;
use wherefore_lang::scxml::chart::{Action, ActionKind, Block, DataId, Expr, ExprKind, StateId, TransitionId, Type};

/// The operators that change and remove what is done.
type Operators = Option<(Operator, Operator)>;

const ENTRY: Operators = Some((Operator::Reea, Operator::Rmea));
const TRANSITION: Operators = Some((Operator::Reta, Operator::Rmta));

impl ChartSites<'_, '_, '_> {
    /// Actions of a state when it is entered and left.
    pub(super) fn state(&mut self, id: StateId) {
        let state = self.chart.state(id);
        let site = |what: &str| Site { words: format!("{what} of `{}`", state.id), element: Some(state.id.clone()) };
        state.onentry.iter().for_each(|block| self.block(block, ENTRY, &site("the entry")));
        // The literature has no operators for what is done on exit; its expressions are like any others.
        state.onexit.iter().for_each(|block| self.block(block, None, &site("the exit")));
        for (_, value) in &state.done {
            self.expression(value, Use::Enclosed, &site("the end"));
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
            self.action(action, operators, site);
            if let Some((_, remove)) = operators {
                self.removal(action, remove, site);
            }
        }
    }

    fn action(&mut self, action: &Action, operators: Operators, site: &Site) {
        match &action.kind {
            ActionKind::Assign { data, index, value } => {
                index.iter().for_each(|index| drop(self.expression(index, Use::Enclosed, site)));
                self.assignment((*data, index.is_some()), value, operators, site);
            }
            ActionKind::If { branches, .. } => {
                branches.iter().for_each(|(cond, _)| drop(self.expression(cond, Use::Condition, site)));
            }
            ActionKind::Foreach { array, .. } => drop(self.expression(array, Use::Enclosed, site)),
            ActionKind::Send(send) => {
                for (_, value) in &self.chart.send(*send).params {
                    self.expression(value, Use::Enclosed, site);
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
        let Some((script, tree)) = self.expression(value, Use::Enclosed, site) else { return };
        let Some((change, _)) = operators else { return };
        for node in tree.values() {
            let values = self.values(data, is_element, node);
            self.finder.other_values(change, (&script, &script.tokens, &tree), (node, &values), site);
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
        let literal = self.finder.slice(node.inner);
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
        let others: Vec<String> = self.chart.events.iter().filter(is_own).take(MOST_CHOICES).cloned().collect();
        for other in others {
            self.finder.becomes(change, place, &escaped(&other), site);
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
        self.finder.removed(remove, edit, element, site);
    }
}

/// Written part of an assigned value: all of it, or in `x += e` only the right side, and in `x++` nothing.
fn written(value: &Expr) -> Option<&Expr> {
    match &value.kind {
        ExprKind::Binary(_, left, right) if left.span == value.span => Some(&**right).filter(|e| e.span != value.span),
        _ => Some(value),
    }
}
