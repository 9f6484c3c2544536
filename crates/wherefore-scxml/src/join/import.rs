//! Takes over the chart of another session.

use super::renumber::Renumber;
use crate::chart::{
    Block, ChannelId, Chart, Data, DataId, Descriptor, Destination, EventId, Expr, Field, FieldId, SESSION, StateId,
    StateKind,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// A session and its place in the whole.
pub(super) struct Session {
    /// Its name.
    pub name: String,
    /// What stands before the names of its events.
    pub prefix: String,
    /// The way to the session that invokes it; none if none does.
    pub outward: Option<ChannelId>,
    /// The way from the session that invokes it.
    pub inward: Option<ChannelId>,
    /// The way to itself.
    pub own: ChannelId,
    /// Its outermost state, and the state around that.
    pub root: StateId,
    pub parent: StateId,
    /// What the outermost state is called.
    pub root_id: String,
    /// For each of its ways to a session outside what stands before the names of the receiver's events.
    pub receivers: BTreeMap<ChannelId, String>,
}

/// What became of the chart of a session.
pub(super) struct Import {
    /// The number of its outermost state.
    pub states: u32,
    /// The number of its first data item.
    pub data: u32,
    /// Its data with their first values.
    pub first: Vec<(DataId, Option<Expr>)>,
    /// Instructions that are executed before its first state is entered.
    pub script: Block,
    /// Its sends.
    pub sends: Range<u32>,
    /// The ways that end with it.
    pub channels: Vec<ChannelId>,
    /// The final states in which it ends, with what is sent to the invoking session.
    pub ends: Vec<(StateId, Vec<(FieldId, Expr)>)>,
}

impl Import {
    pub fn new(whole: &mut Chart, chart: &Chart, session: &Session) -> Import {
        let first_channel = whole.channels.len() as u32;
        whole.channels.extend(chart.channels.iter().skip(1).map(|name| format!("{}{name}", session.prefix)));
        let inner = (first_channel..whole.channels.len() as u32).map(ChannelId);
        let renumber = Renumber {
            states: session.root.0,
            transitions: whole.transitions.len() as u32,
            data: whole.data.len() as u32,
            sends: whole.sends.len() as u32,
            events: chart.events.iter().map(|e| event(whole, &format!("{}{e}", session.prefix))).collect(),
            fields: chart.fields.iter().map(|f| own_field(whole, f, session)).collect(),
            // Nothing is sent to a session that invokes it where none does.
            channels: [session.outward.unwrap_or(ChannelId(0))].into_iter().chain(inner.clone()).collect(),
            own: Destination::Channel(session.own),
        };
        whole.data.extend(chart.data.iter().map(|data| own_data(data, session, &renumber)));
        import_sends(whole, chart, session, &renumber);
        import_transitions(whole, chart, session, &renumber);
        let ends = import_states(whole, chart, session, &renumber);
        import_environment(whole, chart, session, &renumber);
        whole.handles_errors |= chart.handles_errors;
        whole.float = whole.float.or(chart.float);
        let kept = (0..chart.data.len() as u32).map(DataId).filter(|d| !chart.datum(*d).input);
        let first = kept.map(|d| (renumber.data_id(d), chart.datum(d).init.clone().map(|e| renumber.expr(e))));
        Import {
            states: renumber.states,
            data: renumber.data,
            first: first.collect(),
            script: renumber.block(chart.script.clone()),
            sends: renumber.sends..whole.sends.len() as u32,
            channels: inner.chain([session.own]).collect(),
            ends,
        }
    }
}

/// What an event carries to another session, in fields of that.
fn carried(
    whole: &mut Chart,
    chart: &Chart,
    prefix: &str,
    params: &[(FieldId, Expr)],
    renumber: &Renumber,
) -> Vec<(FieldId, Expr)> {
    let mut outside = |f: FieldId| field(whole, local_name(chart.field(f)), prefix, chart.field(f));
    params.iter().map(|(f, e)| (outside(*f), renumber.expr(e.clone()))).collect()
}

/// Gives events on the way to a session its name.
pub(super) fn address(whole: &mut Chart, channel: ChannelId, prefix: &str) {
    for index in 0..whole.sends.len() {
        if whole.sends[index].to != Destination::Channel(channel) {
            continue;
        }
        let name = format!("{prefix}{}", whole.event(whole.sends[index].event));
        let carried: Vec<Field> = whole.sends[index].params.iter().map(|(f, _)| whole.field(*f).clone()).collect();
        let fields: Vec<FieldId> = carried.iter().map(|f| field(whole, local_name(f), prefix, f)).collect();
        whole.sends[index].event = event(whole, &name);
        whole.sends[index].params.iter_mut().zip(fields).for_each(|((field, _), new)| *field = new);
    }
}

/// The event of this name.
fn event(whole: &mut Chart, name: &str) -> EventId {
    whole.find_event(name).unwrap_or_else(|| {
        whole.events.push(name.to_owned());
        EventId(whole.events.len() as u32 - 1)
    })
}

/// The field of this name in the events for a session.
fn field(whole: &mut Chart, name: &str, session: &str, like: &Field) -> FieldId {
    let found = whole.fields.iter().position(|f| f.session == session && local_name(f) == name);
    let found = found.unwrap_or_else(|| {
        let shown = format!("{}{name}", session.replace(SESSION, "."));
        let (session, span) = (session.to_owned(), like.span);
        whole.fields.push(Field { name: shown, declared: None, bounds: None, session, span });
        whole.fields.len() - 1
    });
    FieldId(found as u32)
}

/// The name of a field in its session.
fn local_name(field: &Field) -> &str {
    let shown = field.session.replace(SESSION, ".");
    field.name.strip_prefix(shown.as_str()).unwrap_or(&field.name)
}

/// A field of the session's own events, with what its chart declares.
fn own_field(whole: &mut Chart, of: &Field, session: &Session) -> FieldId {
    let id = field(whole, local_name(of), &format!("{}{}", session.prefix, of.session), of);
    let found = &mut whole.fields[id.0 as usize];
    (found.declared, found.bounds) = (of.declared.clone(), of.bounds.clone());
    id
}

fn own_data(data: &Data, session: &Session, renumber: &Renumber) -> Data {
    let init = data.init.clone().map(|e| renumber.expr(e));
    Data { name: format!("{}.{}", session.name, data.name), init, ..data.clone() }
}

/// Sends of the session; what goes to another has the names that the receiver knows.
fn import_sends(whole: &mut Chart, chart: &Chart, session: &Session, renumber: &Renumber) {
    for send in &chart.sends {
        let mut new = renumber.send(send.clone());
        let Destination::Channel(channel) = send.to else {
            whole.sends.push(new);
            continue;
        };
        if let Some(prefix) = session.receivers.get(&channel) {
            new.params = carried(whole, chart, prefix, &send.params, renumber);
            new.event = event(whole, &format!("{prefix}{}", chart.event(send.event)));
        }
        whole.sends.push(new);
    }
}

fn import_transitions(whole: &mut Chart, chart: &Chart, session: &Session, renumber: &Renumber) {
    for transition in &chart.transitions {
        let mut new = renumber.transition(transition.clone());
        for Descriptor { prefix, .. } in &mut new.events {
            *prefix = format!("{}{prefix}", session.prefix);
        }
        whole.transitions.push(new);
    }
}

fn import_states(
    whole: &mut Chart,
    chart: &Chart,
    session: &Session,
    renumber: &Renumber,
) -> Vec<(StateId, Vec<(FieldId, Expr)>)> {
    let mut ends = Vec::new();
    for (index, state) in chart.states.iter().enumerate() {
        let mut new = renumber.state(state.clone());
        new.id = format!("{}.{}", session.name, state.id);
        new.done_name = format!("{}{}", session.prefix, state.done_name);
        if index == 0 {
            (new.kind, new.id) = (StateKind::Compound, session.root_id.clone());
            new.parent = Some(session.parent);
            whole.states[0].data.append(&mut new.data);
            event(whole, &new.done_name);
        }
        if state.kind == StateKind::Final && state.parent == Some(chart.top) {
            new.done = Vec::new();
            let handed = carried(whole, chart, "", &state.done, renumber);
            ends.push((renumber.state_id(StateId(index as u32)), handed));
        }
        whole.states.push(new);
    }
    ends
}

/// Events of the environment for the session. For one that is invoked, what the document does not declare comes from outside only if its transitions
/// name it and the invoking session does not send it.
fn import_environment(whole: &mut Chart, chart: &Chart, session: &Session, renumber: &Renumber) {
    let sends = session.inward.into_iter().flat_map(|inward| whole.sent_on(inward));
    let sent: Vec<&str> = sends.map(|s| whole.event(s.event)).collect();
    let comes = |e: &&EventId| {
        let name = chart.event(**e);
        let mut descriptors = chart.transitions.iter().flat_map(|t| &t.events);
        let named = descriptors.find(|d| !d.is_wildcard() && d.matches(name));
        let like =
            |d: &Descriptor| Descriptor { prefix: format!("{}{name}", session.prefix), exact: false, span: d.span };
        session.inward.is_none() || !chart.assumed || named.is_some_and(|d| !sent.iter().any(|e| like(d).matches(e)))
    };
    let environment: Vec<EventId> = chart.environment.iter().filter(comes).map(|e| renumber.event(*e)).collect();
    whole.environment.extend(environment);
}
