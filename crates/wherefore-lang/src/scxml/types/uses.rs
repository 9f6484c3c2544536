//! Every place of a chart where an expression stands, as one flat list.
//!
//! Inference goes over a chart several times: once for kinds, once for ranges, once to check reals. What matters each time
//! is only whether an expression becomes the value of something, is walked over, or is asked for its truth. So the tree of
//! states and blocks is taken apart once, in the order data, script, states, transitions, sends, properties.

use super::super::chart::{ActionKind, Block, Chart, DataId, Expr, FieldId, Type};
use wherefore_diag::Span;

/// Something that has values: a data item or a field of `_event.data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    Data(DataId),
    Field(FieldId),
}

/// What is done with an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use<'a> {
    /// It becomes the value of a slot, or of the element of it at a place.
    Value { to: Slot, place: Option<&'a Expr>, value: &'a Expr },
    /// It is walked over by a `<foreach>`.
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
    for action in &block.0 {
        match &action.kind {
            ActionKind::Assign { data, index, value } => {
                list.push(Use::Value { to: Slot::Data(*data), place: index.as_ref(), value });
            }
            ActionKind::If { branches, otherwise } => {
                for (condition, block) in branches {
                    list.push(Use::Truth(condition));
                    nested(block, list);
                }
                nested(otherwise, list);
            }
            ActionKind::Foreach { array, item, index, body } => {
                list.push(Use::Foreach { array, item: *item, index: *index });
                nested(body, list);
            }
            ActionKind::Raise(_) | ActionKind::Send(_) | ActionKind::Cancel(_) | ActionKind::Fault(_) => {}
        }
    }
}

fn nested<'a>(block: &'a Block, list: &mut Vec<Use<'a>>) {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || of_block(block, list));
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

    /// Where it is declared or first mentioned.
    pub fn span(self, chart: &Chart) -> Span {
        match self {
            Slot::Data(id) => chart.datum(id).span,
            Slot::Field(id) => chart.field(id).span,
        }
    }
}
