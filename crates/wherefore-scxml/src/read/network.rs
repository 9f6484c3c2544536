//! Charts that run beside a document from the start: a network.
//!
//! The charts are read one by one, the main one last, because its properties may name the states and data of all. A network is
//! read as a whole or not at all: if one of its charts cannot be a part, the document is read alone, and the reason is said. An
//! event that no transition of the receiver waits for is not sent: the receiver would do nothing with it.

use super::gather::{Gathered, Member, without_prefix};
use super::{Files, read_file};
use crate::chart::{Chart, Descriptor, Destination, EventId, ExprKind, Peer, Send};
use crate::codes;
use crate::lower::has_fault;
use crate::script::WHOLE;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Diagnostic, Diagnostics, FileId, Span};

/// How many names a message lists.
const MOST_NAMES: usize = 12;

/// What a document knows of the network that it is a part of.
#[derive(Default)]
pub(super) struct Beside<'s> {
    /// The charts by the names under which events are sent to them.
    addresses: BTreeMap<String, usize>,
    /// The names of all charts, the main one first.
    pub names: Vec<String>,
    /// The number of the document among them.
    pub own: usize,
    /// The charts beside the main one, for the main one.
    pub peers: &'s [Peer],
}

impl Gathered {
    /// What the document of this number knows of the network.
    fn beside<'s>(&self, names: &[String], own: usize, peers: &'s [Peer]) -> Beside<'s> {
        Beside { addresses: self.addresses.clone(), names: names.to_vec(), own, peers }
    }
}

impl Beside<'_> {
    /// The number of the chart that a target means.
    pub fn number(&self, target: &str) -> Option<usize> {
        self.addresses.get(&without_prefix(target)).copied()
    }
}

/// Reads a document, and the charts that run beside it.
pub(super) fn read(file: FileId, text: &str, files: &mut Files<'_>) -> (Option<Chart>, Diagnostics) {
    let gathered = Gathered::new(file, text, files);
    if gathered.members.len() < 2 && gathered.obstacle.is_none() {
        return read_file(file, text, files, &[], &Beside::default());
    }
    read_network(&gathered, files).unwrap_or_else(|reason| {
        let (chart, mut diagnostics) = read_file(file, text, files, &[], &Beside::default());
        let headline = "the charts beside this one are taken for a part of the environment";
        diagnostics.push(Diagnostic::at(codes::NETWORK, gathered.span(), headline, "read alone").note(reason));
        (chart, diagnostics)
    })
}

/// The main chart with those beside it, or why it has none.
fn read_network(gathered: &Gathered, files: &mut Files<'_>) -> Result<(Option<Chart>, Diagnostics), String> {
    if let Some(obstacle) = &gathered.obstacle {
        return Err(obstacle.clone());
    }
    let names: Vec<String> = gathered.members.iter().map(|m| m.name.clone()).collect();
    let (peers, said) = read_peers(gathered, &names, files)?;
    let Some(main) = gathered.members.first() else { return Err(String::new()) };
    let (chart, mut diagnostics) = read_file(main.file, &main.text, files, &[], &gathered.beside(&names, 0, &peers));
    diagnostics.extend(said);
    let Some(chart) = chart else { return Ok((None, diagnostics)) };
    let charts: Vec<Chart> = [chart].into_iter().chain(peers.into_iter().map(|p| p.chart)).collect();
    for (number, chart) in charts.iter().enumerate() {
        if let Some(reason) = obstacle(chart, number, gathered) {
            return Err(format!("`{}` {reason}", names[number]));
        }
    }
    Ok(settle(charts, names, gathered.span(), diagnostics))
}

/// The charts beside the main one, and what was said about them.
fn read_peers(
    gathered: &Gathered,
    names: &[String],
    files: &mut Files<'_>,
) -> Result<(Vec<Peer>, Diagnostics), String> {
    let (mut peers, mut said) = (Vec::new(), Diagnostics::default());
    for (number, member) in gathered.members.iter().enumerate().skip(1) {
        let beside = gathered.beside(names, number, &[]);
        let (chart, diagnostics) = read_file(member.file, &member.text, files, &[], &beside);
        let chart = chart.ok_or_else(|| not_read(member, &diagnostics))?;
        peers.push(Peer { name: names[number].clone(), chart });
        said.extend(diagnostics);
    }
    Ok((peers, said))
}

/// Works out what goes between the charts, what comes from outside, and what is said of both.
fn settle(
    mut charts: Vec<Chart>,
    names: Vec<String>,
    span: Span,
    diagnostics: Diagnostics,
) -> (Option<Chart>, Diagnostics) {
    let unheard = drop_unheard(&mut charts, &names);
    settle_environment(&mut charts);
    let mut diagnostics = without_environments(diagnostics);
    diagnostics.push(note(span, &names, &unheard));
    environment(span, &charts, &names).into_iter().for_each(|d| diagnostics.push(d));
    (assemble(charts, names), diagnostics)
}

/// The main chart with the others beside it.
fn assemble(charts: Vec<Chart>, names: Vec<String>) -> Option<Chart> {
    let mut all = names.into_iter().zip(charts);
    let (_, mut main) = all.next()?;
    main.peers = all.map(|(name, chart)| Peer { name, chart }).collect();
    Some(main)
}

fn not_read(member: &Member, said: &Diagnostics) -> String {
    let headline = said.iter().find(|d| d.is_error()).map_or("", |d| d.headline.as_str());
    format!("`{}` is not read: {headline}", member.name)
}

/// What keeps a chart from being a part of a network.
fn obstacle(chart: &Chart, number: usize, gathered: &Gathered) -> Option<&'static str> {
    let (mut asks, mut fails) = (false, false);
    chart.expressions(&mut |e| {
        fails |= has_fault(e);
        e.visit(&mut |e| asks |= matches!(e.kind, ExprKind::EventName | ExprKind::EventType));
    });
    let beside = number > 0;
    let whole = chart.fields.iter().any(|f| f.name == WHOLE);
    [
        (asks && beside, "asks for `_event.name` or `_event.type`"),
        (fails && beside, "has expressions that cannot be evaluated"),
        (!chart.finalizers.is_empty() && beside, "has a <finalize>"),
        (chart.late_binding, "binds its data late"),
        (whole && gathered.is_sent_content(number), "is sent content as a whole"),
    ]
    .into_iter()
    .find_map(|(holds, reason)| holds.then_some(reason))
}

/// Sends that the receiver would do nothing with go nowhere; says which.
fn drop_unheard(charts: &mut [Chart], names: &[String]) -> Vec<String> {
    let mut unheard = BTreeSet::new();
    for sender in 0..charts.len() {
        for number in 0..charts[sender].sends.len() {
            let send = &charts[sender].sends[number];
            let Some(receiver) = receiver(&charts[sender], send) else { continue };
            let event = charts[sender].event(send.event);
            let heard = charts[receiver].transitions.iter().any(|t| t.is_triggered_by(event));
            if heard || send.params.iter().any(|(_, e)| has_fault(e)) {
                continue;
            }
            unheard.insert(format!("`{event}` in `{}`", names[receiver]));
            let send = &mut charts[sender].sends[number];
            (send.to, send.params, send.delay) = (Destination::Elsewhere, Vec::new(), None);
        }
    }
    unheard.into_iter().collect()
}

/// The chart of the network that an event is sent to.
fn receiver(chart: &Chart, send: &Send) -> Option<usize> {
    let Destination::Channel(channel) = send.to else { return None };
    chart.members.iter().position(|member| *member == channel)
}

/// What no document declares comes from outside only if a transition names it and no chart of the network sends it.
fn settle_environment(charts: &mut [Chart]) {
    for number in 0..charts.len() {
        let sent = charts.iter().flat_map(move |chart| {
            let sends = chart.sends.iter().filter(move |s| receiver(chart, s) == Some(number));
            sends.map(|s| chart.event(s.event).to_owned())
        });
        let sent: Vec<String> = sent.collect();
        let chart = &mut charts[number];
        let mut asks = false;
        chart.expressions(&mut |e| e.visit(&mut |e| asks |= matches!(e.kind, ExprKind::EventName)));
        if chart.assumed {
            let mut environment = std::mem::take(&mut chart.environment);
            environment.retain(|event| comes(chart, *event, &sent, asks));
            chart.environment = environment;
        }
    }
}

fn comes(chart: &Chart, event: EventId, sent: &[String], asks: bool) -> bool {
    let name = chart.event(event);
    let mut descriptors = chart.transitions.iter().flat_map(|t| &t.events);
    let Some(named) = descriptors.find(|d| (asks || !d.is_wildcard()) && d.matches(name)) else { return false };
    let like = Descriptor { prefix: name.to_owned(), exact: false, span: named.span };
    !sent.iter().any(|event| like.matches(event))
}

/// What is said, without what single documents would say about their environment.
fn without_environments(said: Diagnostics) -> Diagnostics {
    let mut kept = Diagnostics::default();
    said.iter().filter(|d| d.code.id != codes::ENVIRONMENT.id).for_each(|d| kept.push(d.clone()));
    kept
}

/// The events that the environment of a network is taken to send.
fn environment(span: Span, charts: &[Chart], names: &[String]) -> Option<Diagnostic> {
    let all = charts.iter().zip(names).enumerate().filter(|(_, (chart, _))| chart.assumed);
    let sent = all.flat_map(|(number, (chart, name))| {
        let events = chart.environment.iter().map(|e| chart.event(*e));
        events.map(move |event| if number == 0 { event.to_owned() } else { format!("{event} to {name}") })
    });
    let sent: Vec<String> = sent.collect();
    if !charts.iter().any(|chart| chart.assumed) {
        return None;
    }
    let shown = if sent.is_empty() { "nothing".to_owned() } else { listed(&sent) };
    let headline = format!("the environment is taken to send: {shown}");
    let diagnostic = Diagnostic::at(codes::ENVIRONMENT, span, headline, "no events are declared");
    Some(diagnostic.help("declare what it sends with <wf:event name=\"...\"/>, in each chart what it sends to that"))
}

fn note(span: Span, names: &[String], unheard: &[String]) -> Diagnostic {
    let others = listed(names.get(1..).unwrap_or_default());
    let headline = format!("{} charts run as one system", names.len());
    let note = Diagnostic::at(codes::NETWORK, span, headline, format!("with {others}"));
    match unheard.is_empty() {
        true => note,
        false => note.note(format!("nothing waits for what is sent: {}", listed(unheard))),
    }
}

/// Names, the first of many.
fn listed(names: &[String]) -> String {
    let shown = names.iter().take(MOST_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
