//! What a chart does in its states and on its transitions: changed, left out, or added.

use super::ChartSites;
use super::label::Label;
use crate::{Edit, ElementKind, Inventory, Operator, Role, Site, Use};
use wherefore_diag::Span;
use wherefore_lang::simulink::matlab::Class;
use wherefore_lang::simulink::stateflow::action::{Expr, ExprKind, Statement, StatementKind, Target, When};
use wherefore_lang::simulink::stateflow::document::{State, Transition};

/// The operators that change and remove what is done.
type Operators = Option<(Operator, Operator)>;

/// How many actions are tried in a place.
const MOST_ACTIONS: usize = 24;

impl ChartSites<'_, '_, '_> {
    /// Statements, and those inside of them; how deep they are nested is bounded by their parser.
    pub(super) fn statements(&mut self, label: &Label<'_>, list: &[Statement], operators: Operators, site: &Site) {
        for statement in list {
            self.statement(label, statement, operators, site);
            if let Some((_, remove)) = operators {
                let edit = Edit { span: self.with_semicolon(statement.span), text: String::new() };
                self.inventory.finder.removed(remove, edit, statement.span, site);
            }
        }
    }

    /// The place of a statement with the semicolon behind it.
    fn with_semicolon(&self, span: Span) -> Span {
        let behind = self.inventory.finder.text.get(span.end as usize..).unwrap_or_default();
        let blanks = behind.len() - behind.trim_start_matches(' ').len();
        let length = if behind.get(blanks..).is_some_and(|b| b.starts_with(';')) { blanks + 1 } else { 0 };
        Span::new(span.file, span.start, span.end + length as u32)
    }

    fn statement(&mut self, label: &Label<'_>, statement: &Statement, operators: Operators, site: &Site) {
        match &statement.kind {
            StatementKind::Assign { targets, operator, value } => {
                self.element(ElementKind::Action, "an action of", (value.span, statement.span), site);
                let target = targets.first().filter(|_| operator.is_none() && targets.len() == 1);
                // In `x++` no value is written: the one stands where the statement does.
                if value.span != statement.span {
                    self.assignment(label, (target, value), operators, site);
                }
            }
            StatementKind::If { branches, otherwise } => {
                for (condition, inside) in branches {
                    self.condition(label, condition, site);
                    self.statements(label, inside, operators, site);
                }
                self.statements(label, otherwise, operators, site);
            }
            StatementKind::While(condition, inside) => {
                self.condition(label, condition, site);
                self.statements(label, inside, operators, site);
            }
            StatementKind::For(_, values, inside) => {
                self.expression(label, values, (Use::Enclosed, Role::Value), site);
                self.statements(label, inside, operators, site);
            }
            StatementKind::Call(call) => {
                self.element(ElementKind::Action, "an action of", (statement.span, statement.span), site);
                self.expression(label, call, (Use::Enclosed, Role::Value), site);
            }
            StatementKind::Broadcast(event) => {
                self.element(ElementKind::Action, "an action of", (statement.span, statement.span), site);
                let others = self.other_events(event);
                for (other, (change, _)) in others.iter().zip(operators.iter().cycle()) {
                    self.inventory.finder.becomes(*change, statement.span, other, site);
                }
            }
            StatementKind::Send { .. } | StatementKind::Break | StatementKind::Continue | StatementKind::Return => {}
        }
    }

    fn element(&mut self, kind: ElementKind, what: &str, (span, hull): (Span, Span), site: &Site) {
        let name = site.element.clone().unwrap_or_default();
        self.inventory.element(kind, &name, format!("{what} {}", site.words), span, hull);
    }

    /// The condition of a branch or a loop. Of a case only the value is written.
    fn condition(&mut self, label: &Label<'_>, condition: &Expr, site: &Site) {
        let (expr, as_what) = match &condition.kind {
            ExprKind::Binary(_, _, value) if value.span == condition.span => {
                (value.as_ref(), (Use::Enclosed, Role::Value))
            }
            _ => (condition, (Use::Condition, Role::Guard)),
        };
        self.element(ElementKind::BranchCondition, "a condition in", (expr.span, expr.span), site);
        self.expression(label, expr, as_what, site);
    }

    fn assignment(
        &mut self,
        label: &Label<'_>,
        (target, value): (Option<&Target>, &Expr),
        operators: Operators,
        site: &Site,
    ) {
        let Some(at) = self.expression(label, uncast(value), (Use::Enclosed, Role::Next), site) else { return };
        if let Some(target) = target.filter(|t| t.indices.is_empty()) {
            self.assigned(at, &target.name);
        }
        let Some((change, _)) = operators else { return };
        let Inventory { pieces, finder, .. } = &mut *self.inventory;
        let Some(piece) = pieces.get(at) else { return };
        for node in piece.tree.values() {
            finder.other_values(change, (&*piece.dialect, &piece.tree), (node, &piece.values), site);
        }
    }

    fn slice(&self, span: Span) -> &str {
        self.inventory.finder.slice(span)
    }

    /// Adds what only mends: actions of the chart are done elsewhere too.
    pub(super) fn mend(&mut self) {
        if !self.mends() {
            return;
        }
        let actions = self.actions();
        for transition in self.chart.transitions.iter().filter(|t| !t.is_default()) {
            self.in_transition(transition, &actions);
        }
        for (place, state) in self.chart.states.iter().enumerate().filter(|(_, s)| s.is_state()) {
            self.on_entry(place, state, &actions);
        }
    }

    /// The assignments and events of the chart as they are meant.
    fn actions(&self) -> Vec<String> {
        let chart = self.chart;
        let in_states =
            chart.states.iter().flat_map(|s| s.sections.iter().map(|section| (&s.label, &section.statements)));
        let labels = chart
            .transitions
            .iter()
            .flat_map(|t| [(&t.text, &t.label.condition_action), (&t.text, &t.label.transition_action)]);
        let mut found: Vec<String> = Vec::new();
        for (parameter, statements) in labels.chain(in_states) {
            let Some(label) = self.label(parameter) else { continue };
            for statement in statements {
                let is_plain = matches!(statement.kind, StatementKind::Assign { .. } | StatementKind::Broadcast(_));
                let text = label.writing.plain(self.slice(statement.span));
                if is_plain && !text.contains('\n') && !found.contains(&text) {
                    found.push(text);
                }
            }
        }
        found.truncate(MOST_ACTIONS);
        found
    }

    fn in_transition(&mut self, transition: &Transition, actions: &[String]) {
        let Some(label) = self.label(&transition.text) else { return };
        let (site, parts) = (self.site(transition), &transition.label);
        let last = parts.condition_action.last().map(|s| s.span.end);
        let guard = parts.condition.as_ref().map(|c| label.behind(c.span, ']'));
        let behind = guard.unwrap_or_else(|| parts.triggers.last().map(|t| t.span.end));
        for action in actions {
            let edit = match last {
                Some(end) => label.insertion(Some(end), &format!("; {action}"), transition),
                None => label.insertion(behind, &format!("{{{action};}}"), transition),
            };
            let what = format!("`{action}` is done in {}", site.words);
            if let Some(edit) = edit {
                self.inventory.finder.add(Operator::Aa, vec![edit], transition.span, what, &site);
            }
        }
    }

    fn on_entry(&mut self, place: usize, state: &State, actions: &[String]) {
        let Some(label) = self.label(&state.label) else { return };
        let name = format!("{}/{}", self.path, self.chart.path(place));
        let site = Site { words: format!("the entry of `{name}`"), element: Some(name) };
        let entry = state.sections.iter().find(|s| s.when == [When::Entry]);
        let last = entry.and_then(|s| s.statements.last()).map(|s| s.span);
        for action in actions {
            let edit = match last {
                Some(last) => {
                    let text = label.writing.written(&format!("; {action}"));
                    Some(Edit { span: Span::new(last.file, last.end, last.end), text })
                }
                None => label.appendix(&format!("\nentry: {action};")),
            };
            let what = format!("`{action}` is done at {}", site.words);
            if let Some(edit) = edit {
                self.inventory.finder.add(Operator::Aa, vec![edit], state.span, what, &site);
            }
        }
    }
}

/// The value inside of a cast: `3` in `int8(3)`.
fn uncast(value: &Expr) -> &Expr {
    match &value.kind {
        ExprKind::Apply { function, arguments } if Class::named(function).is_some() => match arguments.as_slice() {
            [inner] => inner,
            _ => value,
        },
        _ => value,
    }
}
