//! Statements.

use super::Run;
use super::flow::Origin;
use super::layout::Place;
use super::resolve::Meaning;
use super::state::{Alive, Ends};
use super::store::{Branch, Val};
use crate::stateflow::action::{BinaryOp, Expr, ExprKind, Statement, StatementKind, Target};
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// Where statements stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The state or function whose names are seen.
    pub scope: Option<usize>,
    /// What must be so to go on after an event was sent.
    pub alive: Alive,
    /// What counts of time are taken from.
    pub origin: Origin,
}

impl Context {
    /// In a section of a state.
    pub fn of_state(state: usize) -> Context {
        Context { scope: Some(state), alive: Alive::State(Some(state)), origin: Origin::State(state) }
    }
}

/// Where statements end.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub ends: Ends,
    pub breaks: Vec<Branch>,
    pub continues: Vec<Branch>,
    pub returns: Vec<Branch>,
}

impl Run<'_, '_, '_> {
    /// Executes statements of a state or a transition.
    pub(super) fn statements(&mut self, branch: Branch, list: &[Statement], context: Context) -> Checked<Ends> {
        let flow = self.list(branch, list, context)?;
        self.closed(flow)
    }

    /// Executes statements of a function.
    pub(super) fn body(&mut self, branch: Branch, list: &[Statement], function: usize) -> Checked<Option<Branch>> {
        let context = Context { scope: Some(function), alive: Alive::Always, origin: Origin::Function(function) };
        let flow = self.list(branch, list, context)?;
        let ends = self.closed(flow)?;
        self.gather(ends.all())
    }

    /// A `return` ends as the last statement does.
    fn closed(&mut self, flow: Flow) -> Checked<Ends> {
        let Flow { mut ends, breaks, continues, returns } = flow;
        let on = ends.on.take().into_iter().chain(breaks).chain(continues).chain(returns).collect();
        ends.on = self.gather(on)?;
        Ok(ends)
    }

    pub(super) fn list(&mut self, branch: Branch, list: &[Statement], context: Context) -> Checked<Flow> {
        let mut flow = Flow { ends: Ends::at(branch), ..Flow::default() };
        for statement in list {
            let Some(branch) = flow.ends.on.take() else { break };
            let next = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.statement(branch, statement, context))?;
            flow.ends.off.extend(next.ends.off);
            flow.breaks.extend(next.breaks);
            flow.continues.extend(next.continues);
            flow.returns.extend(next.returns);
            flow.ends.on = next.ends.on;
        }
        Ok(flow)
    }

    fn statement(&mut self, branch: Branch, statement: &Statement, context: Context) -> Checked<Flow> {
        self.work()?;
        match &statement.kind {
            StatementKind::Assign { targets, operator, value } => {
                let branch = self.assignment(branch, targets, *operator, value, context)?;
                self.lives_on(branch, context)
            }
            StatementKind::Broadcast(name) => self.broadcast_or_call(branch, name, statement.span, context),
            StatementKind::Send { what, to } => self.send(branch, what, to.as_deref(), statement.span, context),
            StatementKind::Call(expr) => {
                let (_, branch) = match &expr.kind {
                    ExprKind::Apply { function, arguments } => {
                        self.call(branch, function, arguments, (0, expr.span, context))?
                    }
                    ExprKind::Name(name) => self.call(branch, name, &[], (0, expr.span, context))?,
                    _ => {
                        let (value, branch) = self.value(branch, expr, context)?;
                        (vec![value], branch)
                    }
                };
                self.lives_on(branch, context)
            }
            StatementKind::If { branches, otherwise } => self.alternatives(branch, branches, otherwise, context),
            StatementKind::While(condition, body) => self.repeated(branch, condition, body, context),
            StatementKind::For(name, range, body) => self.counted(branch, (name, range), body, context),
            StatementKind::Break => Ok(Flow { breaks: vec![branch], ..Flow::default() }),
            StatementKind::Continue => Ok(Flow { continues: vec![branch], ..Flow::default() }),
            StatementKind::Return => Ok(Flow { returns: vec![branch], ..Flow::default() }),
        }
    }

    /// What goes on behind an action that may have sent an event.
    fn lives_on(&mut self, branch: Branch, context: Context) -> Checked<Flow> {
        let (on, off) = self.fork_alive(branch, context.alive)?;
        Ok(Flow { ends: Ends { on, off }, ..Flow::default() })
    }

    fn broadcast_or_call(&mut self, branch: Branch, name: &str, span: Span, context: Context) -> Checked<Flow> {
        if self.meaning_of(&branch, name, context.scope).is_event() {
            return self.send(branch, name, None, span, context);
        }
        let (_, branch) = self.call(branch, name, &[], (0, span, context))?;
        self.lives_on(branch, context)
    }

    fn send(&mut self, branch: Branch, what: &str, to: Option<&str>, span: Span, context: Context) -> Checked<Flow> {
        let branch = match self.meaning_of(&branch, what, context.scope) {
            Meaning::Event { event, directed } => {
                let to = match to {
                    Some(name) => match self.state_named(name, context.scope) {
                        Some(state) => Some(state),
                        None => return Err(self.refuse(span, &format!("no state has the name `{name}`"))),
                    },
                    None => directed,
                };
                self.broadcast(branch, event, to, span)?
            }
            Meaning::Message(queue) if to.is_none() => self.enqueue(branch, queue, span)?,
            _ => return Err(self.refuse(span, &format!("`{what}` is no event and no message"))),
        };
        self.lives_on(branch, context)
    }

    fn assignment(
        &mut self,
        branch: Branch,
        targets: &[Target],
        operator: Option<BinaryOp>,
        value: &Expr,
        context: Context,
    ) -> Checked<Branch> {
        if let ([_, _, ..], ExprKind::Apply { function, arguments }) = (targets, &value.kind) {
            let results = (targets.len(), value.span, context);
            let (values, mut branch) = self.call(branch, function, arguments, results)?;
            for (target, value) in targets.iter().zip(values) {
                branch = self.assign(branch, target, value, context)?;
            }
            return Ok(branch);
        }
        let [target] = targets else {
            return Err(self.refuse(value.span, "several results are assigned that are not those of a function"));
        };
        let (mut result, mut branch) = self.value(branch, value, context)?;
        if let Some(operator) = operator {
            let kind = match (target.indices.as_slice(), target.zero_based) {
                ([], _) => ExprKind::Name(target.name.clone()),
                (list, true) => ExprKind::Index { name: target.name.clone(), indices: list.to_vec() },
                (list, false) => ExprKind::Apply { function: target.name.clone(), arguments: list.to_vec() },
            };
            let (old, after) = self.value(branch, &Expr { kind, span: target.span }, context)?;
            branch = after;
            result = self.binary(operator, old, result, target.span)?;
        }
        self.assign(branch, target, result, context)
    }

    pub(super) fn assign(&mut self, branch: Branch, target: &Target, value: Val, context: Context) -> Checked<Branch> {
        if target.name == "~" {
            return Ok(branch);
        }
        let mut branch = branch;
        let mut indices = Vec::new();
        for index in &target.indices {
            let (value, after) = self.value(branch, index, context)?;
            branch = after;
            indices.push(value);
        }
        match self.meaning_of(&branch, &target.name, context.scope) {
            Meaning::Datum(place) => {
                let chosen = self.chosen(place, &indices, target.zero_based, (branch.when, target.span))?;
                self.store_elements(&mut branch, place, &chosen, &value, target.span)?;
            }
            Meaning::MessageData(queue) => {
                let class = self.layout.cells.get(queue.current).map(|c| c.class);
                let (Some(class), [element]) = (class, value.elements.as_slice()) else {
                    return Err(self.refuse(target.span, "a message carries one number"));
                };
                let number = self.in_class(*element, class);
                branch.store.cells[queue.current] = number;
            }
            Meaning::Variable if indices.is_empty() => self.bind(&mut branch, &target.name, value),
            Meaning::Variable => self.bind_element(&mut branch, target, &indices, value)?,
            Meaning::Nothing if matches!(context.origin, Origin::Function(_)) && indices.is_empty() => {
                self.bind(&mut branch, &target.name, value)
            }
            _ => return Err(self.refuse(target.span, &format!("`{}` cannot be assigned", target.name))),
        }
        Ok(branch)
    }

    /// Gives a variable of the function that is being executed a value.
    pub(super) fn bind(&mut self, branch: &mut Branch, name: &str, value: Val) {
        if let Some(frame) = branch.store.frames.last_mut() {
            frame.insert(name.to_owned(), Val { literal: false, ..value });
        }
    }

    fn bind_element(&mut self, branch: &mut Branch, target: &Target, indices: &[Val], value: Val) -> Checked<()> {
        let old = branch.store.frames.last().and_then(|f| f.get(&target.name)).cloned();
        let (Some(mut old), [element]) = (old, value.elements.as_slice()) else {
            return Err(self.refuse(target.span, "an element of something that is no matrix"));
        };
        let place = Place { first: 0, class: old.class, rows: old.rows, columns: old.columns };
        let chosen = self.chosen(place, indices, target.zero_based, (branch.when, target.span))?;
        let number = self.in_class(*element, old.class);
        for (index, condition) in chosen {
            if let Some(place) = old.elements.get_mut(index) {
                *place = self.join(condition, number, *place);
            }
        }
        self.bind(branch, &target.name, old);
        Ok(())
    }

    /// Writes elements of a datum, each under the condition that it is meant.
    fn store_elements(
        &mut self,
        branch: &mut Branch,
        place: Place,
        chosen: &[(usize, BlockId)],
        value: &Val,
        span: Span,
    ) -> Checked<()> {
        let count = value.elements.len();
        let all = place.rows * place.columns;
        if count != 1 && (count != all || chosen.len() != all) {
            return Err(self.refuse(span, &format!("{count} elements are assigned to {all}")));
        }
        for (position, (index, condition)) in chosen.iter().enumerate() {
            let Some(element) = value.elements.get(if count == 1 { 0 } else { position }) else { continue };
            let number = self.in_class(*element, place.class);
            let cell = place.first + index;
            let Some(old) = branch.store.cells.get(cell).copied() else { continue };
            branch.store.cells[cell] = self.join(*condition, number, old);
        }
        Ok(())
    }
}
