//! Charts that run beside the main one from the start, as regions beside it.
//!
//! All are entered together, the main chart first. A chart that has come to its end stays in its final state: what it has sent with
//! a delay is cancelled, and what is sent to it is taken and lost. The end of the main chart is not the end of the others.
//!
//! ```text
//! root ── sessions ┬─ the chart            in.s            event e                from A: what A sent to it
//!                  └─ A ── states of A     in.A.s          events "A: e"          A: from main, A: self
//! ```

use super::import::{Import, Session, address};
use super::{FRAME, Place, unused};
use crate::chart::{
    Action, ActionKind, Binary, Block, ChannelId, Chart, Expr, ExprKind, Peer, SESSION, SendId, StateId, StateKind,
    Transition, Unary,
};
use std::ops::Range;

/// Takes the charts beside the main one into the whole; says where they are.
pub(super) fn add(whole: &mut Chart, peers: Vec<Peer>) -> Vec<Place> {
    if peers.is_empty() {
        return Vec::new();
    }
    let names = names(whole, &peers);
    let receivers: Vec<String> =
        (0..names.len()).map(|n| if n == 0 { String::new() } else { format!("{}{SESSION}", names[n]) }).collect();
    let members = whole.members.clone();
    for (channel, receiver) in members.iter().zip(&receivers).skip(1) {
        address(whole, *channel, receiver);
        whole.channels[channel.0 as usize] = format!("{receiver}from {}", names[0]);
    }
    settle_limits(whole, &peers);
    let sends = 0..whole.sends.len() as u32;
    let ends = whole.states.iter().enumerate().filter(|(_, s)| s.kind == StateKind::Final);
    let ends = ends.filter(|(_, s)| s.parent == Some(whole.top)).map(|(n, _)| StateId(n as u32)).collect();
    stay(whole, StateId(FRAME), ends, sends);
    let numbers = 1..names.len();
    numbers.zip(peers).map(|(number, peer)| add_one(whole, number, peer, &names, &receivers)).collect()
}

/// The limits are those of the main chart; where it has none, the largest that another has.
fn settle_limits(whole: &mut Chart, peers: &[Peer]) {
    whole.queue = whole.queue.or(peers.iter().filter_map(|p| p.chart.queue).max());
    whole.microsteps = whole.microsteps.or(peers.iter().filter_map(|p| p.chart.microsteps).max());
}

/// What the sessions are called, the main one first.
fn names(whole: &Chart, peers: &[Peer]) -> Vec<String> {
    let mut names = vec![whole.name.clone()];
    for peer in peers {
        let mut name = unused(whole, &peer.name);
        while names.contains(&name) {
            name = unused(whole, &format!("{name}'"));
        }
        names.push(name);
    }
    names
}

fn add_one(whole: &mut Chart, number: usize, peer: Peer, names: &[String], receivers: &[String]) -> Place {
    let chart = super::join(peer.chart);
    let (root, name) = (StateId(whole.states.len() as u32), &names[number]);
    let own = ChannelId(whole.channels.len() as u32);
    whole.channels.push(format!("{}self", receivers[number]));
    let session = Session {
        name: name.clone(),
        prefix: receivers[number].clone(),
        outward: None,
        inward: None,
        own,
        root,
        parent: StateId(1),
        root_id: name.clone(),
        receivers: chart.members.iter().copied().zip(receivers.iter().cloned()).collect(),
    };
    let import = Import::new(whole, &chart, &session);
    for (channel, receiver) in chart.members.iter().zip(receivers) {
        whole.channels[(own.0 + channel.0) as usize] = format!("{receiver}from {name}");
    }
    whole.states[1].children.push(root);
    whole.script.0.extend(import.script.0);
    stay(whole, root, import.ends.into_iter().map(|(state, _)| state).collect(), import.sends);
    (import.states, import.data)
}

/// A session stays in these states for good: what it has sent with a delay does not come any more, and it reacts to nothing.
fn stay(whole: &mut Chart, root: StateId, ends: Vec<StateId>, sends: Range<u32>) {
    let delayed = |s: &SendId| whole.send(*s).delay.is_some();
    let delayed: Vec<SendId> = sends.map(SendId).filter(delayed).collect();
    for end in ends {
        let state = &mut whole.states[end.0 as usize];
        (state.kind, state.done) = (StateKind::Atomic, Vec::new());
        if !delayed.is_empty() {
            let kind = ActionKind::Cancel(delayed.clone());
            state.onentry.push(Block(vec![Action { kind, span: state.span }]));
        }
        for transition in whole.states[root.0 as usize].transitions.clone() {
            whole.transitions[transition.0 as usize].restrict(end);
        }
    }
}

impl Transition {
    /// The transition is taken only outside this state.
    fn restrict(&mut self, state: StateId) {
        let span = self.span;
        let expr = |kind| Expr { kind, span };
        let outside = expr(ExprKind::Unary(Unary::Not, Box::new(expr(ExprKind::In(state)))));
        self.cond = Some(match self.cond.take() {
            Some(cond) => expr(ExprKind::Binary(Binary::And, Box::new(outside), Box::new(cond))),
            None => outside,
        });
    }
}
