//! A chart without data: what is left when only the certain is kept.
//!
//! Every read of data becomes [`ExprKind::Fault`], which the interpreter cannot evaluate: it raises `error.execution`. So a
//! run of the skeleton follows every run of the chart as long as no such event appears, and where one does, something that
//! is not known mattered. Assignments vanish, and so do branches and loops that neither raise nor send.

use crate::chart::{Action, ActionKind, Binary, Block, Chart, Destination, EventId, Expr, ExprKind, Unary};

/// The event that says that something unknown mattered.
pub(super) const UNKNOWN: &str = "error.execution";

/// How large a condition may be that is looked into.
const LARGEST: usize = 200;

/// The chart without data.
pub(super) fn skeleton(chart: &Chart) -> Chart {
    let mut bones = chart.clone();
    let event = chart.find_event(UNKNOWN).unwrap_or(EventId(chart.events.len() as u32));
    if event.0 as usize == chart.events.len() {
        bones.events.push(UNKNOWN.to_owned());
    }
    let uncertain = Uncertain { chart, event };
    uncertain.strip(&mut bones.script);
    for state in &mut bones.states {
        state.data.clear();
        state.done.clear();
        state.onentry.iter_mut().chain(&mut state.onexit).for_each(|block| uncertain.strip(block));
    }
    bones.finalizers.clear();
    for transition in &mut bones.transitions {
        transition.cond.iter_mut().for_each(forget);
        uncertain.strip(&mut transition.content);
    }
    bones.sends.iter_mut().for_each(|send| send.params.clear());
    bones.data.clear();
    bones.properties.clear();
    bones
}

/// Takes the data out of a condition: what is left are truths, texts, names of events and active states.
fn forget(condition: &mut Expr) {
    let mut count = 0;
    let mut waiting = vec![&mut *condition];
    while let Some(expr) = waiting.pop() {
        count += 1;
        if !is_known(&expr.kind) {
            expr.kind = ExprKind::Fault;
        }
        match &mut expr.kind {
            ExprKind::Binary(_, a, b) => waiting.extend([&mut **a, &mut **b]),
            ExprKind::Conditional(a, b, c) => waiting.extend([&mut **a, &mut **b, &mut **c]),
            ExprKind::Unary(_, a) => waiting.push(a),
            _ => {}
        }
    }
    if count > LARGEST {
        condition.kind = ExprKind::Fault;
    }
}

fn is_known(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Binary(operator, ..) => is_logical(*operator),
        ExprKind::Unary(Unary::Not, _) | ExprKind::Conditional(..) | ExprKind::In(_) => true,
        ExprKind::EventName | ExprKind::EventType => true,
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => true,
        _ => false,
    }
}

fn is_logical(operator: Binary) -> bool {
    matches!(operator, Binary::And | Binary::Or | Binary::Eq | Binary::Ne)
}

/// Which instructions are certain.
struct Uncertain<'a> {
    chart: &'a Chart,
    /// [`UNKNOWN`].
    event: EventId,
}

impl Uncertain<'_> {
    fn strip(&self, block: &mut Block) {
        let actions = std::mem::take(&mut block.0);
        block.0 = actions.into_iter().filter_map(|action| self.certain(action)).collect();
    }

    /// Part of an instruction that is certain.
    fn certain(&self, mut action: Action) -> Option<Action> {
        // Elsewhere a mistake has no meaning, and lowering asks that no mistake happens.
        let may_fail = self.chart.handles_errors && self.may_fail(&action.kind);
        match &mut action.kind {
            _ if may_fail => self.unknown(&action),
            ActionKind::Assign { .. } => None,
            ActionKind::Send(id) if self.chart.send(*id).to == Destination::Elsewhere => None,
            ActionKind::Raise(_)
            | ActionKind::Send(_)
            | ActionKind::Cancel(_)
            | ActionKind::Forget(_)
            | ActionKind::Fault(_) => Some(action),
            ActionKind::If { branches, otherwise } => {
                branches.iter_mut().for_each(|(condition, block)| {
                    forget(condition);
                    self.strip_inside(block);
                });
                self.strip_inside(otherwise);
                let idle = otherwise.0.is_empty() && branches.iter().all(|(_, block)| block.0.is_empty());
                (!idle).then_some(action)
            }
            ActionKind::Foreach { body, .. } => {
                self.strip_inside(body);
                if body.0.is_empty() { None } else { self.unknown(&action) }
            }
        }
    }

    fn strip_inside(&self, block: &mut Block) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.strip(block));
    }

    fn unknown(&self, action: &Action) -> Option<Action> {
        Some(Action { kind: ActionKind::Fault(self.event), span: action.span })
    }

    fn may_fail(&self, action: &ActionKind) -> bool {
        match action {
            ActionKind::Assign { index, value, .. } => index.is_some() || can_fail(value),
            ActionKind::Send(id) => self.chart.send(*id).params.iter().any(|(_, value)| can_fail(value)),
            ActionKind::Foreach { .. } => true,
            ActionKind::If { branches, .. } => branches.iter().any(|(condition, _)| can_fail(condition)),
            ActionKind::Raise(_) | ActionKind::Cancel(_) | ActionKind::Forget(_) | ActionKind::Fault(_) => false,
        }
    }
}

/// Whether evaluating it might be a mistake: anything but constants, names and truths of them.
fn can_fail(expr: &Expr) -> bool {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Binary(operator, a, b) if is_logical(*operator) => waiting.extend([&**a, &**b]),
            ExprKind::Unary(Unary::Not, a) => waiting.push(a),
            ExprKind::Conditional(a, b, c) => waiting.extend([&**a, &**b, &**c]),
            ExprKind::Array(items) => waiting.extend(items),
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => {}
            ExprKind::Data(_)
            | ExprKind::EventField(_)
            | ExprKind::EventName
            | ExprKind::EventType
            | ExprKind::In(_) => {}
            _ => return true,
        }
    }
    false
}
