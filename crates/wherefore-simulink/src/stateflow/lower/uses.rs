//! What the actions of a chart assign and count, found before anything is executed.

use crate::matlab::Number;
use crate::stateflow::action::{
    Base, Expr, ExprKind, Statement, StatementKind, TemporalOp, Trigger, TriggerKind, When,
};
use crate::stateflow::document::{Chart, FunctionBody, Node};
use std::collections::{BTreeMap, BTreeSet};

/// How a base is counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counting {
    /// The states that count it since they were entered.
    pub states: BTreeSet<usize>,
    /// The greatest number that it is compared with; none if the count itself is asked for, or it is compared with data.
    pub greatest: Option<Number>,
    pub is_open: bool,
}

/// What actions do.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// Names that are assigned, with their dots.
    pub assigned: BTreeSet<String>,
    /// Names that statements outside of functions of MATLAB assign.
    pub plain: BTreeSet<String>,
    pub counted: BTreeMap<Base, Counting>,
    /// Whether the time is asked for.
    pub time: bool,
    /// Whether an event is broadcast.
    pub broadcasts: bool,
}

/// Collects what a chart does.
pub(super) fn uses(chart: &Chart) -> Uses {
    uses_within(chart, &|_| true)
}

/// Collects what those states do, and transitions that belong to those states or to the chart, that are asked for.
pub(super) fn uses_within(chart: &Chart, is_asked: &dyn Fn(Option<usize>) -> bool) -> Uses {
    let mut collector = Collector { chart, uses: Uses::default(), states: Vec::new(), in_matlab: false };
    for (index, state) in chart.states.iter().enumerate().filter(|(s, _)| is_asked(Some(*s))) {
        collector.states = vec![index];
        for section in &state.sections {
            for when in &section.when {
                if let When::On(trigger) = when {
                    collector.trigger(trigger);
                }
            }
            collector.statements(&section.statements);
        }
        if let Some(FunctionBody::Matlab { statements, .. }) = state.function().map(|f| &f.body) {
            collector.in_matlab = true;
            collector.statements(statements);
            collector.in_matlab = false;
        }
    }
    let sources = junction_sources(chart);
    for transition in chart.transitions.iter().filter(|t| is_asked(t.parent)) {
        collector.states = match transition.source {
            Some(Node::State(state)) => vec![state],
            Some(Node::Junction(junction)) => {
                sources.get(&junction).map(|s| s.iter().copied().collect()).unwrap_or_default()
            }
            // The default transitions of a state count since its own entry.
            None => super::layout::around(chart, transition.parent).into_iter().collect(),
        };
        let label = &transition.label;
        label.triggers.iter().for_each(|t| collector.trigger(t));
        label.condition.iter().for_each(|c| collector.expr(c));
        collector.statements(&label.condition_action);
        collector.statements(&label.transition_action);
    }
    collector.uses
}

/// The states from which paths lead to each junction.
fn junction_sources(chart: &Chart) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut found: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    // A path is at most as long as there are junctions.
    for _ in 0..=chart.junctions.len().min(1000) {
        let mut changed = false;
        for transition in &chart.transitions {
            let Node::Junction(to) = transition.destination else { continue };
            let from: BTreeSet<usize> = match transition.source {
                Some(Node::State(state)) => BTreeSet::from([state]),
                Some(Node::Junction(junction)) => found.get(&junction).cloned().unwrap_or_default(),
                None => super::layout::around(chart, transition.parent).into_iter().collect(),
            };
            let known = found.entry(to).or_default();
            let before = known.len();
            known.extend(from);
            changed |= known.len() > before;
        }
        if !changed {
            break;
        }
    }
    found
}

struct Collector<'c> {
    chart: &'c Chart,
    uses: Uses,
    /// The states since whose entry counts are taken here.
    states: Vec<usize>,
    in_matlab: bool,
}

impl Collector<'_> {
    fn statements(&mut self, list: &[Statement]) {
        list.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { targets, value, .. } => {
                for target in targets {
                    self.assigned(&target.name);
                    target.indices.iter().for_each(|i| self.expr(i));
                }
                self.expr(value);
            }
            StatementKind::Broadcast(name) => self.sent(name),
            StatementKind::Send { what, .. } => self.sent(what),
            StatementKind::Call(expr) => self.expr(expr),
            StatementKind::If { branches, otherwise } => {
                for (condition, inner) in branches {
                    self.expr(condition);
                    self.statements(inner);
                }
                self.statements(otherwise);
            }
            StatementKind::While(condition, inner) => {
                self.expr(condition);
                self.statements(inner);
            }
            StatementKind::For(name, range, inner) => {
                self.assigned(name);
                self.expr(range);
                self.statements(inner);
            }
            StatementKind::Break | StatementKind::Continue | StatementKind::Return => {}
        }
    }

    fn sent(&mut self, name: &str) {
        let last = name.rsplit('.').next().unwrap_or(name);
        self.uses.broadcasts |= self.chart.events.iter().any(|e| e.name == last);
    }

    fn assigned(&mut self, name: &str) {
        self.uses.assigned.insert(name.to_owned());
        if !self.in_matlab {
            self.uses.plain.insert(name.to_owned());
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
        if let TriggerKind::Temporal(op, number, base) = &trigger.kind {
            self.counted(*op, Some(number), base);
            self.expr(number);
        }
    }

    fn counted(&mut self, op: TemporalOp, number: Option<&Expr>, base: &Base) {
        let counting = self.uses.counted.entry(base.clone()).or_default();
        counting.states.extend(self.states.iter().copied());
        match (op, number.map(|n| &n.kind)) {
            (TemporalOp::After | TemporalOp::Before | TemporalOp::At, Some(ExprKind::Number(number))) => {
                let greatest = counting.greatest.take().unwrap_or_else(Number::zero);
                let more = number.compare(&greatest) == Some(std::cmp::Ordering::Greater);
                counting.greatest = Some(if more { number.clone() } else { greatest });
            }
            _ => counting.is_open = true,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Temporal(op, number, base) => self.counted(*op, number.as_deref(), base),
            ExprKind::Name(name) if name == "t" => self.uses.time = true,
            _ => {}
        }
        parts(expr).into_iter().for_each(|e| self.expr(e));
    }
}

/// The expressions that an expression is made of.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, inner) => vec![inner],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Apply { arguments, .. } => arguments.iter().collect(),
        ExprKind::Index { indices, .. } => indices.iter().collect(),
        ExprKind::Matrix(rows) => rows.iter().flatten().collect(),
        ExprKind::Range { from, step, to } => {
            std::iter::once(&**from).chain(step.as_deref()).chain(std::iter::once(&**to)).collect()
        }
        ExprKind::Temporal(_, number, _) => number.as_deref().into_iter().collect(),
        _ => Vec::new(),
    }
}
