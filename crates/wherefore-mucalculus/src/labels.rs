//! Labels as actions with values: `a(1)|b(d)` of mCRL2, `GATE !1 !d` of CADP, and the internal action, `tau` or `i`.

use crate::data::Value;
use crate::graph::Graph;
use crate::parse;
use crate::syntax::{Data, DataKind, Operator};
use std::sync::Arc;

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its actions in order; none for the internal action.
    pub parts: Vec<(Arc<str>, Vec<Value>)>,
}

/// All labels of a graph.
pub fn labels(graph: &dyn Graph) -> Vec<Label> {
    (0..graph.labels() as u32).map(|label| read(graph.label(label))).collect()
}

fn read(text: &str) -> Label {
    let text = text.trim();
    if matches!(text, "tau" | "i") {
        return Label { parts: Vec::new() };
    }
    let opaque = || vec![(Arc::from(text), Vec::new())];
    let mut parts = match text.split_once('!') {
        Some((gate, offers)) if !gate.contains(['(', '"']) => vec![(Arc::from(gate.trim()), offered(offers))],
        _ => multi(text).unwrap_or_else(opaque),
    };
    parts.sort();
    Label { parts }
}

fn multi(text: &str) -> Option<Vec<(Arc<str>, Vec<Value>)>> {
    let parts = parse::label(text)?;
    let values = |list: &[Data]| list.iter().map(value).collect::<Option<Vec<Value>>>();
    parts.iter().map(|(name, arguments)| Some((Arc::from(name.as_str()), values(arguments)?))).collect()
}

/// The values behind the first `!`, cut at each further one outside of quotes.
fn offered(text: &str) -> Vec<Value> {
    let (mut quoted, mut hidden) = (false, false);
    let pieces = text.split(|c: char| {
        quoted ^= c == '"' && !hidden;
        hidden = c == '\\' && !hidden;
        c == '!' && !quoted
    });
    let name = |piece: &str| Value::Term(Arc::from(piece), Arc::from([]));
    pieces.map(str::trim).map(|p| parse::value(p).and_then(|d| value(&d)).unwrap_or_else(|| name(p))).collect()
}

/// Data without variables as a value. CADP writes the Booleans in capitals.
fn value(data: &Data) -> Option<Value> {
    let all = |list: &[Data]| list.iter().map(value).collect::<Option<Vec<Value>>>();
    Some(match &data.kind {
        DataKind::Bool(value) => Value::Bool(*value),
        DataKind::Number(number) => Value::Number(*number),
        DataKind::Apply(name, arguments) if arguments.is_empty() && name == "TRUE" => Value::Bool(true),
        DataKind::Apply(name, arguments) if arguments.is_empty() && name == "FALSE" => Value::Bool(false),
        DataKind::Apply(name, arguments) => Value::Term(Arc::from(name.as_str()), all(arguments)?.into()),
        DataKind::List(items) => Value::List(all(items)?.into()),
        DataKind::Set(items) => Value::Set(Arc::new(all(items)?.into_iter().collect())),
        DataKind::Operator(Operator::Negate, list) => match value(list.first()?)? {
            Value::Number(number) => Value::Number(number.checked_neg()?),
            _ => return None,
        },
        DataKind::Operator(..) | DataKind::Quantifier(..) => return None,
    })
}

/// Calls `visit` with each value inside a label, and with the values inside of those.
pub fn each_value<'v>(label: &'v Label, visit: &mut dyn FnMut(&'v Value)) {
    label.parts.iter().flat_map(|(_, values)| values).for_each(|value| inside(value, visit));
}

fn inside<'v>(value: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    visit(value);
    match value {
        Value::Bool(_) | Value::Number(_) => {}
        Value::Term(_, list) | Value::List(list) => list.iter().for_each(|v| inside(v, visit)),
        Value::Set(set) => set.iter().for_each(|v| inside(v, visit)),
    }
}
