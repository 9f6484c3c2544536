//! Every place of a chart where an expression stands, as one flat list.
//!
//! Inference goes over a chart several times: once for kinds, once for ranges, once to check reals. What matters each time
//! is only whether an expression becomes the value of something, is walked over, or is asked for its truth. So the tree of
//! states and blocks is taken apart once, in the order data, script, states, transitions, sends, properties.

use super::super::chart::{ActionKind, Block, Chart, DataId, Expr, ExprKind, FieldId, Transition, Type};
use std::collections::BTreeSet;
use wherefore_diag::Span;

/// Something that has values: a data item or a field of `_event.data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Data(DataId),
    Field(FieldId),
}

/// Use of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use<'a> {
    /// The expression becomes the value of a slot, or of the element of it at a place.
    Value { to: Slot, place: Option<&'a Expr>, value: &'a Expr },
    /// The expression is walked over by a `<foreach>`.
    Foreach { array: &'a Expr, item: DataId, index: Option<DataId> },
    /// Its truth is asked for.
    Truth(&'a Expr),
    /// Its truth is a property; temporal operators may stand in it.
    Property { formula: &'a Expr, temporal: bool },
}

/// All uses of expressions in a chart.
pub(super) fn uses(chart: &Chart) -> Vec<Use<'_>> {
    let mut list = Vec::new();
    for (number, data) in chart.data.iter().enumerate() {
        if let Some(value) = &data.init {
            list.push(Use::Value { to: Slot::Data(DataId(number as u32)), place: None, value });
        }
    }
    of_block(&chart.script, &mut list);
    for state in &chart.states {
        state.onentry.iter().chain(&state.onexit).for_each(|block| of_block(block, &mut list));
        of_params(&state.done, &mut list);
    }
    chart.finalizers.iter().for_each(|finalizer| of_block(&finalizer.content, &mut list));
    for transition in &chart.transitions {
        list.extend(transition.cond.as_ref().map(Use::Truth));
        of_block(&transition.content, &mut list);
    }
    chart.sends.iter().for_each(|send| of_params(&send.params, &mut list));
    for property in &chart.properties {
        list.push(Use::Property { formula: &property.formula, temporal: property.temporal });
    }
    list
}

fn of_params<'a>(params: &'a [(FieldId, Expr)], list: &mut Vec<Use<'a>>) {
    list.extend(params.iter().map(|(field, value)| Use::Value { to: Slot::Field(*field), place: None, value }));
}

fn of_block<'a>(block: &'a Block, list: &mut Vec<Use<'a>>) {
    block.visit(&mut |action| match &action.kind {
        ActionKind::Assign { data, index, value } => {
            list.push(Use::Value { to: Slot::Data(*data), place: index.as_ref(), value });
        }
        ActionKind::If { branches, .. } => list.extend(branches.iter().map(|(condition, _)| Use::Truth(condition))),
        ActionKind::Foreach { array, item, index, .. } => {
            list.push(Use::Foreach { array, item: *item, index: *index });
        }
        ActionKind::Raise(_)
        | ActionKind::Send(_)
        | ActionKind::Cancel(_)
        | ActionKind::Forget(_)
        | ActionKind::Fault(_) => {}
    });
}

/// For each slot, by [`Slot::index`], whether the environment chooses its value: that of an input, of an item that starts
/// with any value, and of a field that is read where the event can be one that the environment sent.
pub(super) fn chosen(chart: &Chart) -> Vec<bool> {
    let asked = asked(chart);
    let chosen = |slot| match slot {
        Slot::Data(id) => chart.datum(id).input || (chart.datum(id).any && chart.datum(id).init.is_none()),
        Slot::Field(id) => asked.contains(&id),
    };
    Slot::all(chart).map(chosen).collect()
}

/// The fields that are read elsewhere than in transitions which only hear events of the chart itself.
fn asked(chart: &Chart) -> BTreeSet<FieldId> {
    let mut fields = BTreeSet::new();
    if chart.environment.is_empty() {
        return fields;
    }
    let mut visit = |expr: &Expr| fields.extend(fields_in(expr));
    let environment: Vec<&str> = chart.environment.iter().map(|e| chart.event(*e)).collect();
    let hears = |t: &&Transition| t.is_eventless() || environment.iter().any(|e| t.is_triggered_by(e));
    chart.entries(&mut visit);
    chart.transitions.iter().filter(hears).for_each(|t| t.expressions(&mut visit));
    chart.finalizers.iter().for_each(|f| f.content.visit(&mut |action| action.expressions(&mut visit)));
    chart.properties.iter().for_each(|p| visit(&p.formula));
    fields
}

/// The fields that are read at all.
pub(super) fn read(chart: &Chart) -> BTreeSet<FieldId> {
    let mut fields = BTreeSet::new();
    let mut visit = |expr: &Expr| fields.extend(fields_in(expr));
    chart.expressions(&mut visit);
    chart.properties.iter().for_each(|p| visit(&p.formula));
    fields
}

fn fields_in(expr: &Expr) -> Vec<FieldId> {
    let mut fields = Vec::new();
    expr.visit(&mut |e| {
        if let ExprKind::EventField(id) = e.kind {
            fields.push(id);
        }
    });
    fields
}

impl Slot {
    /// Its place when all data items and then all fields are put in one row.
    pub fn index(self, chart: &Chart) -> usize {
        match self {
            Slot::Data(id) => id.0 as usize,
            Slot::Field(id) => chart.data.len() + id.0 as usize,
        }
    }

    /// All slots of a chart, in the order of [`Slot::index`].
    pub fn all(chart: &Chart) -> impl Iterator<Item = Slot> + use<> {
        let data = (0..chart.data.len() as u32).map(|i| Slot::Data(DataId(i)));
        data.chain((0..chart.fields.len() as u32).map(|i| Slot::Field(FieldId(i))))
    }

    /// How a reader of the document calls it.
    pub fn name(self, chart: &Chart) -> String {
        match self {
            Slot::Data(id) => chart.datum(id).name.clone(),
            Slot::Field(id) => format!("_event.data.{}", chart.field(id).name),
        }
    }

    /// The type that the document gives it.
    pub fn declared(self, chart: &Chart) -> Option<&Type> {
        match self {
            Slot::Data(id) => chart.datum(id).declared.as_ref(),
            Slot::Field(id) => chart.field(id).declared.as_ref(),
        }
    }

    /// The type that a comment gives it.
    pub fn commented(self, chart: &Chart) -> Option<&Type> {
        match self {
            Slot::Data(id) => chart.datum(id).commented.as_ref(),
            Slot::Field(_) => None,
        }
    }

    /// Where it is declared or first mentioned.
    pub fn span(self, chart: &Chart) -> Span {
        match self {
            Slot::Data(id) => chart.datum(id).span,
            Slot::Field(id) => chart.field(id).span,
        }
    }
}
