//! Data, events and messages.

use super::Reader;
use super::entries::Entry;
use crate::document::Parameter;
use crate::stateflow::document::{Chart, Datum, Event, EventScope, Message, Scope, Trigger};
use crate::tree::Node;

/// Reads all of them into a chart whose states are read.
pub(super) fn read(reader: &Reader<'_>, chart: &mut Chart) {
    for entry in &reader.source.entries {
        let parent = reader.parent(entry);
        match entry.node.kind.as_str() {
            "data" if is_message(entry.node) => message(entry, parent, chart),
            "data" => datum(entry, parent, chart),
            "message" => message(entry, parent, chart),
            "event" => event(entry, parent, chart),
            _ => {}
        }
    }
}

fn is_message(node: &Node) -> bool {
    node.child("message").is_some_and(|m| m.get("isMessage") == Some("1"))
}

fn name(node: &Node) -> String {
    node.get("name").unwrap_or("").to_owned()
}

fn scope(text: &str) -> Scope {
    match text {
        "INPUT_DATA" => Scope::Input,
        "OUTPUT_DATA" => Scope::Output,
        "LOCAL_DATA" => Scope::Local,
        "CONSTANT_DATA" => Scope::Constant,
        "PARAMETER_DATA" => Scope::Parameter,
        "TEMPORARY_DATA" => Scope::Temporary,
        "DATA_STORE_MEMORY_DATA" => Scope::DataStore,
        "FUNCTION_INPUT_DATA" => Scope::FunctionInput,
        "FUNCTION_OUTPUT_DATA" => Scope::FunctionOutput,
        _ => Scope::Other,
    }
}

fn datum(entry: &Entry<'_>, parent: Option<usize>, chart: &mut Chart) {
    let node = entry.node;
    let scope = scope(node.get("scope").unwrap_or("LOCAL_DATA"));
    let properties = node.child("props");
    let port = match scope {
        Scope::Input => number_of(chart, Scope::Input, EventScope::Input),
        Scope::Output => number_of(chart, Scope::Output, EventScope::Output),
        _ => chart.data.iter().filter(|d| d.scope == scope && d.parent == parent).count(),
    };
    chart.data.push(Datum {
        id: entry.id,
        name: name(node),
        scope,
        type_name: type_name(node),
        size: properties.and_then(|p| p.child("array")).and_then(|a| own(a, "size")),
        initial: properties.and_then(|p| own(p, "initialValue")),
        port: port + 1,
        is_continuous: properties.and_then(|p| p.get("updateMethod")) == Some("SF_CONTINUOUS_TIME_DATA"),
        parent,
        span: node.span,
    });
}

/// How many ports for data or messages there are already.
fn number_of(chart: &Chart, scope: Scope, of_messages: EventScope) -> usize {
    let data = chart.data.iter().filter(|d| d.scope == scope).count();
    data + chart.messages.iter().filter(|m| m.scope == of_messages).count()
}

/// A field that says something: -1 is inherited.
fn own(node: &Node, name: &str) -> Option<Parameter> {
    node.fields.parameter(name).filter(|p| !matches!(p.text.trim(), "" | "-1") || name != "size").cloned()
}

/// The type as it is written; older files have codes only.
fn type_name(node: &Node) -> String {
    if let Some(name) = node.get("dataType") {
        return name.to_owned();
    }
    let kind = node.child("props").and_then(|p| p.child("type")).and_then(|t| t.get("primitive"));
    let plain = kind.and_then(|k| k.strip_prefix("SF_")).and_then(|k| k.strip_suffix("_TYPE"));
    plain.unwrap_or("double").to_lowercase()
}

fn event_scope(text: &str) -> EventScope {
    match text.split('_').next() {
        Some("INPUT") => EventScope::Input,
        Some("OUTPUT") => EventScope::Output,
        _ => EventScope::Local,
    }
}

fn event(entry: &Entry<'_>, parent: Option<usize>, chart: &mut Chart) {
    let node = entry.node;
    let scope = event_scope(node.get("scope").unwrap_or(""));
    let trigger = match node.get("trigger") {
        Some("RISING_EDGE_EVENT") => Trigger::Rising,
        Some("FALLING_EDGE_EVENT") => Trigger::Falling,
        Some("EITHER_EDGE_EVENT") => Trigger::Either,
        _ => Trigger::FunctionCall,
    };
    let port = chart.events.iter().filter(|e| e.scope == scope).count() + 1;
    chart.events.push(Event { id: entry.id, name: name(node), scope, trigger, port, parent, span: node.span });
}

fn message(entry: &Entry<'_>, parent: Option<usize>, chart: &mut Chart) {
    let node = entry.node;
    let scope = event_scope(node.get("scope").unwrap_or(""));
    let details = node.child("message");
    let port = match scope {
        EventScope::Input => number_of(chart, Scope::Input, EventScope::Input),
        EventScope::Output => number_of(chart, Scope::Output, EventScope::Output),
        EventScope::Local => chart.messages.iter().filter(|m| m.scope == EventScope::Local).count(),
    };
    chart.messages.push(Message {
        id: entry.id,
        name: name(node),
        scope,
        type_name: type_name(node),
        initial: node.child("props").and_then(|p| own(p, "initialValue")),
        queue_length: details.and_then(|d| d.get("queueLength")).and_then(|q| q.trim().parse().ok()),
        uses_own_queue: details.is_none_or(|d| d.get("useInternalQueue") != Some("0")),
        port: port + 1,
        parent,
        span: node.span,
    });
}
