//! Actions, and the events that they send.

use super::states::Guard;
use super::trigger::unknown;
use super::{Halt, Machine, Occasion, Step, fault};
use crate::matlab::Value;
use crate::stateflow::action::{Expr, ExprKind, Statement, StatementKind, Target};
use crate::stateflow::document::{EventScope, Trigger};
use wherefore_diag::Span;

/// How a statement goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Statement,
    Break,
    Continue,
    Return,
}

impl Machine<'_> {
    /// Executes actions; after each of them a guard must hold, or the rest is left.
    pub(super) fn actions(
        &mut self,
        list: &[Statement],
        place: Option<usize>,
        origin: Option<usize>,
        guard: Guard,
    ) -> Step<()> {
        for statement in list {
            self.statement(statement, place, origin)?;
            if !self.holds(guard) {
                return Err(Halt::Return);
            }
        }
        Ok(())
    }

    /// Executes the statements of a text of MATLAB.
    pub(super) fn statements(&mut self, list: &[Statement], place: Option<usize>, origin: Option<usize>) -> Step<Next> {
        for statement in list {
            let next = self.statement(statement, place, origin)?;
            if next != Next::Statement {
                return Ok(next);
            }
        }
        Ok(Next::Statement)
    }

    fn statement(&mut self, statement: &Statement, place: Option<usize>, origin: Option<usize>) -> Step<Next> {
        self.tick_work(statement.span)?;
        match &statement.kind {
            StatementKind::Assign { targets, operator, value } => match (targets.as_slice(), operator) {
                ([one], Some(operator)) => {
                    let old = self.target_value(one, place, origin)?;
                    let new = self.value(value, place, origin)?;
                    let result = self.operate(*operator, &old, &new, statement.span)?;
                    self.assign(one, result, place, origin)?;
                }
                ([one], None) => {
                    let result = self.value(value, place, origin)?;
                    self.assign(one, result, place, origin)?;
                }
                _ => self.assign_all(targets, value, place, origin)?,
            },
            StatementKind::Broadcast(name) => self.broadcast(name, place, statement.span)?,
            StatementKind::Send { what, to } => self.send(what, to.as_deref(), place, statement.span)?,
            StatementKind::Call(call) => self.call_for_effect(call, place, origin)?,
            StatementKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    if self.truth(condition, place, origin)? {
                        return self.statements(body, place, origin);
                    }
                }
                return self.statements(otherwise, place, origin);
            }
            StatementKind::While(condition, body) => {
                while self.truth(condition, place, origin)? {
                    self.tick_work(statement.span)?;
                    match self.statements(body, place, origin)? {
                        Next::Break => break,
                        Next::Return => return Ok(Next::Return),
                        _ => {}
                    }
                }
            }
            StatementKind::For(name, values, body) => return self.for_each(name, values, body, place, origin),
            StatementKind::Break => return Ok(Next::Break),
            StatementKind::Continue => return Ok(Next::Continue),
            StatementKind::Return => return Ok(Next::Return),
        }
        Ok(Next::Statement)
    }

    fn for_each(
        &mut self,
        name: &str,
        values: &Expr,
        body: &[Statement],
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<Next> {
        let all = self.value(values, place, origin)?;
        let target = Target { name: name.to_owned(), indices: Vec::new(), zero_based: false, span: values.span };
        for column in 0..all.columns {
            self.tick_work(values.span)?;
            let elements: Vec<_> = (0..all.rows).filter_map(|row| all.get(row, column).cloned()).collect();
            let value = Value { class: all.class, rows: all.rows, columns: 1, elements };
            self.assign(&target, value, place, origin)?;
            match self.statements(body, place, origin)? {
                Next::Break => break,
                Next::Return => return Ok(Next::Return),
                _ => {}
            }
        }
        Ok(Next::Statement)
    }

    /// Assigns the results of a function to several data.
    fn assign_all(
        &mut self,
        targets: &[Target],
        value: &Expr,
        place: Option<usize>,
        origin: Option<usize>,
    ) -> Step<()> {
        let results = match &value.kind {
            ExprKind::Apply { function, arguments } => {
                let arguments = self.values(arguments, place, origin)?;
                self.call_function(function, &arguments, targets.len(), place, value.span)?
            }
            ExprKind::Name(function) => self.call_function(function, &[], targets.len(), place, value.span)?,
            _ => return Err(fault("several results come from a function only", Some(value.span))),
        };
        if results.len() < targets.len() {
            return Err(fault("the function has fewer results", Some(value.span)));
        }
        for (target, result) in targets.iter().zip(results) {
            if target.name != "~" {
                self.assign(target, result, place, origin)?;
            }
        }
        Ok(())
    }

    fn call_for_effect(&mut self, call: &Expr, place: Option<usize>, origin: Option<usize>) -> Step<()> {
        let ExprKind::Apply { function, arguments } = &call.kind else {
            return self.value(call, place, origin).map(|_| ());
        };
        let message = match arguments.first().map(|a| &a.kind) {
            Some(ExprKind::Name(name)) => self.message_named(name, place)?,
            _ => None,
        };
        match (function.as_str(), message) {
            ("receive", Some(message)) => return self.receive(message).map(|_| ()),
            ("discard", Some(message)) => return self.discard(message),
            _ => {}
        }
        let arguments = self.values(arguments, place, origin)?;
        self.call_function(function, &arguments, 0, place, call.span).map(|_| ())
    }

    /// `E`, `S.E`, or a function without brackets.
    fn broadcast(&mut self, name: &str, place: Option<usize>, span: Span) -> Step<()> {
        let known = self.event_named(name, place)?.is_some();
        if !known && self.function_named(name, place).is_some() {
            return self.call_function(name, &[], 0, place, span).map(|_| ());
        }
        match name.rsplit_once('.') {
            Some((state, event)) => self.send(event, Some(state), place, span),
            None => self.send(name, None, place, span),
        }
    }

    fn send(&mut self, what: &str, to: Option<&str>, place: Option<usize>, span: Span) -> Step<()> {
        if let Some(message) = self.message_named(what, place)? {
            return self.send_message(message);
        }
        let to = to.map(|name| self.state_named(name, place, span)).transpose()?;
        let event = self.event_named(what, to.or(place))?.ok_or_else(|| unknown(what, span))?;
        let chart = self.here()?.chart;
        let Some(own) = chart.events.get(event) else { return Ok(()) };
        match own.scope {
            EventScope::Output if own.trigger == Trigger::FunctionCall => self.call_others(event),
            EventScope::Output => {
                if let Some(edge) = self.here_mut()?.edges.get_mut(event) {
                    *edge = !*edge;
                }
                Ok(())
            }
            _ => match to.or(own.parent) {
                Some(state) => self.directed(event, state),
                None => self.occasion(Occasion::Event(event)),
            },
        }
    }

    /// An event for one state: it is executed if it is active.
    fn directed(&mut self, event: usize, state: usize) -> Step<()> {
        self.count(Occasion::Event(event));
        self.here_mut()?.occasions.push(Occasion::Event(event));
        let result = if self.is_on(Some(state)) { self.execute(state) } else { Ok(()) };
        self.here_mut()?.occasions.pop();
        result
    }

    /// An output event calls other charts at once.
    fn call_others(&mut self, event: usize) -> Step<()> {
        let caller = self.current;
        let called: Vec<(usize, usize)> =
            self.calls.iter().filter(|c| (c.0, c.1) == (caller, event)).map(|c| (c.2, c.3)).collect();
        for (chart, event) in called {
            self.tick_work(self.here()?.chart.span)?;
            self.hand_over(caller, chart);
            self.current = chart;
            let result = self.nested(|m| m.wake(Occasion::Event(event)));
            self.current = caller;
            result?;
        }
        Ok(())
    }
}
