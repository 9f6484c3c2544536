//! One chart out of a chart, the charts that its states invoke, and those that run beside it.
//!
//! Each session becomes a region beside the others, and keeps its own data, events and queues under its name. A session runs
//! alone: what is due in one is done before anything else comes from outside, and sessions meet only in the events that they
//! send. So a step of the whole is a step of one session, and the order between sessions is what the environment chooses.
//!
//! ```text
//! root ── sessions ┬─ the chart            in.s          event e             its own states and data
//!                  └─ c ┬─ c:idle          t: invoked -> c:running           where nothing else is due
//!                       └─ c:running ── the invoked chart, in.c.s, data c.x, events "c: e"
//! ```
//!
//! The invoking state notes on entry that `c` is wanted, and on exit that it is cancelled. Where nothing else is due, `c` is
//! cancelled, and started with fresh data, in this order. A final state of the invoked chart leads back to `c:idle` at once and
//! sends `done.invoke.c`. Each pair of sessions has a queue of its own, so that events of one sender keep their order, and those of
//! several senders come in any. `network` does the same for charts that nothing invokes.

mod import;
mod network;
mod renumber;

use super::chart::{
    Action, ActionKind, Binary, Block, ChannelId, Chart, Data, DataId, Destination, Expr, ExprKind, Invocation,
    SESSION, Send, SendId, State, StateId, StateKind, Transition, TransitionId, Type, Unary,
};
use import::{Import, Session};
use renumber::Renumber;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Span;

/// The chart of all sessions; one that neither invokes a chart nor has one beside it stays as it is.
pub fn join(mut chart: Chart) -> Chart {
    if chart.invocations.is_empty() && chart.peers.is_empty() {
        return chart;
    }
    let (invocations, peers) = (std::mem::take(&mut chart.invocations), std::mem::take(&mut chart.peers));
    let own = (chart.states.len() as u32, chart.data.len() as u32);
    let mut joined = frame(chart);
    let mut places = Vec::new();
    for (number, mut invocation) in invocations.into_iter().enumerate() {
        invocation.chart = join(invocation.chart);
        invocation.state = StateId(invocation.state.0 + FRAME);
        places.push(Joining::new(&mut joined, invocation, ChannelId(number as u32 + 1)).run());
    }
    places.extend(network::add(&mut joined, peers));
    joined.states[0].end = StateId(joined.states.len() as u32);
    joined.states[1].end = joined.states[0].end;
    resolve(&mut joined, own, &places);
    joined
}

/// The numbers of the first state and the first data item of a session in the whole.
type Place = (u32, u32);

/// Gives what properties name of other sessions its numbers.
fn resolve(joined: &mut Chart, own: Place, places: &[Place]) {
    let outer = std::mem::take(&mut joined.outer);
    let (states, data) = (own.0 + FRAME, own.1);
    for property in &mut joined.properties {
        property.formula.visit_mut(&mut |expr| match &mut expr.kind {
            ExprKind::In(state) if state.0 >= states => {
                let (session, id) = outer.states[(state.0 - states) as usize];
                *state = StateId(places[session].0 + id.0);
            }
            ExprKind::Data(item) if item.0 >= data => {
                let (session, id) = outer.data[(item.0 - data) as usize];
                *item = DataId(places[session].1 + id.0);
            }
            _ => {}
        });
    }
}

/// How many states stand before those of the chart itself: the root, and the parallel state of all sessions.
const FRAME: u32 = 2;

/// The chart as the first region of a parallel state.
fn frame(chart: Chart) -> Chart {
    let span = chart.states[0].span;
    let own = Renumber::states(&chart, FRAME);
    let sessions = unused(&chart, "sessions");
    let mut joined = Chart { states: Vec::new(), ..chart.clone() };
    own.all(&mut joined);
    joined.states.push(bare(StateKind::Root, chart.name.clone(), None, span));
    joined.states.push(bare(StateKind::Parallel, sessions, Some(StateId::ROOT), span));
    joined.states[0].children = vec![StateId(1)];
    joined.states[1].children = vec![StateId(FRAME)];
    joined.states.extend(chart.states.into_iter().map(|state| own.state(state)));
    let top = &mut joined.states[FRAME as usize];
    (top.kind, top.parent) = (StateKind::Compound, Some(StateId(1)));
    let (data, done) = (std::mem::take(&mut top.data), top.done_name.clone());
    joined.states[0].data = data;
    joined.events.push(done);
    joined.top = StateId(chart.top.0 + FRAME);
    let to_all = arrow(StateId::ROOT, vec![StateId(1)], None, span);
    joined.states[0].initial = Some(add(&mut joined.transitions, to_all));
    joined
}

/// A session on its way into the whole.
struct Joining<'a> {
    whole: &'a mut Chart,
    invocation: Invocation,
    /// From the invoking session.
    inward: ChannelId,
    /// To the invoking session.
    outward: ChannelId,
    /// The id of the region.
    name: String,
    region: StateId,
}

impl<'a> Joining<'a> {
    fn new(whole: &'a mut Chart, invocation: Invocation, inward: ChannelId) -> Self {
        let name = unused(whole, &invocation.id);
        let region = StateId(whole.states.len() as u32);
        let outward = ChannelId(whole.channels.len() as u32);
        whole.channels.push(format!("from {}", invocation.id));
        Joining { whole, invocation, inward, outward, name, region }
    }

    fn run(mut self) -> Place {
        let span = self.invocation.span;
        let (idle, running) = (StateId(self.region.0 + 1), StateId(self.region.0 + 2));
        let [wanted, cancelled] = ["wanted", "cancelled"].map(|flag| self.flag(flag));
        let parallel = Some(StateId(1));
        let named = |end: &str| format!("{}:{end}", self.name);
        let (idle_id, running_id) = (named("idle"), named("running"));
        self.whole.states[1].children.push(self.region);
        self.whole.states.push(bare(StateKind::Compound, self.name.clone(), parallel, span));
        self.whole.states.push(bare(StateKind::Atomic, idle_id, Some(self.region), span));
        self.whole.states[idle.0 as usize].end = running;
        self.guard_sends(cancelled, running);
        let import = self.import(&running_id);
        let end = StateId(self.whole.states.len() as u32);
        self.whole.states[self.region.0 as usize].end = end;
        self.whole.states[self.region.0 as usize].children = vec![idle, running];
        let first = add(&mut self.whole.transitions, arrow(self.region, vec![idle], None, span));
        self.whole.states[self.region.0 as usize].initial = Some(first);
        self.note(wanted, cancelled, running);
        self.cancel(cancelled, &import, (running, idle));
        self.start(wanted, &import, (idle, running));
        self.finish(&import, idle);
        (import.states, import.data)
    }

    /// Events that are sent at once reach the session only while it runs. Otherwise sending is the error of the standard, if the chart handles errors.
    fn guard_sends(&mut self, cancelled: DataId, running: StateId) {
        let span = self.invocation.span;
        let expr = |kind| Expr { kind, span };
        let gone = expr(ExprKind::Unary(Unary::Not, Box::new(expr(ExprKind::Data(cancelled)))));
        let runs = expr(ExprKind::Binary(Binary::And, Box::new(expr(ExprKind::In(running))), Box::new(gone)));
        let failure = self.whole.find_event("error.communication").filter(|_| self.whole.handles_errors);
        let failure = failure.map(|event| Action { kind: ActionKind::Fault(event), span });
        let whole = &mut *self.whole;
        let at_once = |s: &Send| s.to == Destination::Channel(self.inward) && s.delay.is_none();
        let sends = (0..whole.sends.len() as u32).map(SendId).filter(|s| at_once(whole.send(*s))).collect();
        let guard = Guard { sends, runs, otherwise: Block(failure.into_iter().collect()) };
        let states = whole.states.iter_mut().flat_map(|s| s.onentry.iter_mut().chain(&mut s.onexit));
        let blocks = states.chain(whole.transitions.iter_mut().map(|t| &mut t.content)).chain([&mut whole.script]);
        blocks.for_each(|block| guard.apply(block));
    }

    /// A data item that says what is to be done with the session.
    fn flag(&mut self, name: &str) -> DataId {
        let id = DataId(self.whole.data.len() as u32);
        let span = self.invocation.span;
        let init = Some(Expr { kind: ExprKind::Bool(false), span });
        let flag = Data::new(&format!("{}.{name}", self.name), span);
        self.whole.data.push(Data { declared: Some(Type::Bool), init, bookkeeping: true, ..flag });
        self.whole.states[0].data.push(id);
        id
    }

    /// Takes over what the chart of the session has, and gives events for the session its name.
    fn import(&mut self, running: &str) -> Import {
        let prefix = format!("{}{SESSION}", self.name);
        import::address(self.whole, self.inward, &prefix);
        self.whole.channels[self.inward.0 as usize] = format!("{prefix}from parent");
        let own = ChannelId(self.whole.channels.len() as u32);
        self.whole.channels.push(format!("{prefix}self"));
        let session = Session {
            name: self.name.clone(),
            prefix,
            outward: Some(self.outward),
            inward: Some(self.inward),
            own,
            root: StateId(self.region.0 + 2),
            parent: self.region,
            root_id: running.to_owned(),
            receivers: BTreeMap::from([(ChannelId(0), String::new())]),
        };
        Import::new(self.whole, &self.invocation.chart, &session)
    }

    /// The invoking state says when the session is wanted, and when no longer.
    fn note(&mut self, wanted: DataId, cancelled: DataId, running: StateId) {
        let span = self.invocation.span;
        let runs = Expr { kind: ExprKind::In(running), span };
        let cancel = Block(vec![assign(cancelled, true, span)]);
        let kind = ActionKind::If { branches: vec![(runs, cancel)], otherwise: Block::default() };
        let state = &mut self.whole.states[self.invocation.state.0 as usize];
        state.onentry.push(Block(vec![assign(wanted, true, span)]));
        state.onexit.push(Block(vec![assign(wanted, false, span), Action { kind, span }]));
    }

    /// Cancelling: exit blocks are executed, and nothing that the session has sent to its parent comes any more.
    fn cancel(&mut self, cancelled: DataId, import: &Import, (running, idle): (StateId, StateId)) {
        let span = self.invocation.span;
        let mut content = self.forget(import, true);
        content.push(assign(cancelled, false, span));
        let cond = Expr { kind: ExprKind::Data(cancelled), span };
        self.connect(running, idle, Some(cond), content, &format!("cancel {}", self.name), true);
    }

    /// Starting: data get their first values, those that are given or else their own.
    fn start(&mut self, wanted: DataId, import: &Import, (idle, running): (StateId, StateId)) {
        let span = self.invocation.span;
        let mut content = vec![assign(wanted, false, span)];
        content.push(Action { kind: ActionKind::Forget(vec![self.inward]), span });
        if let Some(data) = self.invocation.id_goes_to {
            let value = Expr { kind: ExprKind::Text(self.invocation.id.clone()), span };
            content.push(Action { kind: ActionKind::Assign { data, index: None, value }, span });
        }
        for (data, init) in &import.first {
            let name = &self.invocation.chart.data[(data.0 - import.data) as usize].name;
            let given = self.invocation.params.iter().find(|(param, _)| param == name).map(|(_, value)| value);
            let given = given.map(|value| Renumber::states(self.whole, FRAME).expr(value.clone()));
            if let Some(value) = given.or_else(|| init.clone()) {
                content.push(Action { kind: ActionKind::Assign { data: *data, index: None, value }, span });
            }
        }
        content.extend(import.script.0.iter().cloned());
        let cond = Expr { kind: ExprKind::Data(wanted), span };
        self.connect(idle, running, Some(cond), content, &format!("start {}", self.name), true);
    }

    /// Ending by itself: the parent hears of it, after what was sent before.
    fn finish(&mut self, import: &Import, idle: StateId) {
        let span = self.invocation.span;
        for (state, params) in &import.ends {
            let number = SendId(self.whole.sends.len() as u32);
            let (event, to) = (self.invocation.done, Destination::Channel(self.outward));
            self.whole.sends.push(Send {
                event,
                to,
                delay: None,
                unknown: false,
                params: params.clone(),
                id: None,
                span,
            });
            let mut content = vec![Action { kind: ActionKind::Send(number), span }];
            content.extend(self.forget(import, false));
            let name = format!("{} ends in {}", self.name, self.whole.states[state.0 as usize].id);
            self.connect(*state, idle, None, content, &name, false);
        }
    }

    /// What goes with a session: its delayed events, and what waits for it.
    fn forget(&self, import: &Import, cancelled: bool) -> Vec<Action> {
        let span = self.invocation.span;
        let mut channels: Vec<ChannelId> = import.channels.iter().copied().chain([self.inward]).collect();
        channels.extend(cancelled.then_some(self.outward));
        let sends = (import.sends.start..import.sends.end).map(SendId);
        let delayed = sends.filter(|s| self.whole.send(*s).delay.is_some()).collect();
        vec![Action { kind: ActionKind::Cancel(delayed), span }, Action { kind: ActionKind::Forget(channels), span }]
    }

    fn connect(
        &mut self,
        source: StateId,
        target: StateId,
        cond: Option<Expr>,
        content: Vec<Action>,
        name: &str,
        deferred: bool,
    ) {
        let arrow = arrow(source, vec![target], cond, self.invocation.span);
        let transition = Transition { content: Block(content), name: Some(name.to_owned()), deferred, ..arrow };
        let id = add(&mut self.whole.transitions, transition);
        self.whole.states[source.0 as usize].transitions.push(id);
    }
}

/// Sends that are only done under a condition.
struct Guard {
    sends: BTreeSet<SendId>,
    runs: Expr,
    otherwise: Block,
}

impl Guard {
    fn apply(&self, block: &mut Block) {
        for action in &mut block.0 {
            match &mut action.kind {
                ActionKind::Send(send) if self.sends.contains(send) => {
                    let branches = vec![(self.runs.clone(), Block(vec![action.clone()]))];
                    action.kind = ActionKind::If { branches, otherwise: self.otherwise.clone() };
                }
                ActionKind::If { branches, otherwise } => {
                    branches.iter_mut().map(|(_, b)| b).chain([otherwise]).for_each(|b| self.apply(b));
                }
                ActionKind::Foreach { body, .. } => self.apply(body),
                _ => {}
            }
        }
    }
}

/// A name for a state that no state has, and that is no beginning of the name of a state or of data.
fn unused(chart: &Chart, name: &str) -> String {
    let dotted = |name: &str| format!("{name}.");
    let taken: BTreeSet<&str> = chart.states.iter().map(|s| s.id.as_str()).collect();
    let inside = |name: &str| {
        let begins = |other: &str| other.starts_with(&dotted(name));
        chart.data.iter().any(|d| begins(&d.name)) || taken.iter().any(|id| begins(id))
    };
    let mut name = name.to_owned();
    while taken.contains(name.as_str()) || inside(&name) {
        name.push('\'');
    }
    name
}

fn assign(data: DataId, value: bool, span: Span) -> Action {
    let value = Expr { kind: ExprKind::Bool(value), span };
    Action { kind: ActionKind::Assign { data, index: None, value }, span }
}

fn add(transitions: &mut Vec<Transition>, transition: Transition) -> TransitionId {
    transitions.push(transition);
    TransitionId(transitions.len() as u32 - 1)
}

fn arrow(source: StateId, targets: Vec<StateId>, cond: Option<Expr>, span: Span) -> Transition {
    Transition { cond, ..Transition::new(source, targets, span) }
}

fn bare(kind: StateKind, id: String, parent: Option<StateId>, span: Span) -> State {
    State {
        kind,
        done_name: format!("done.state.{id}"),
        id,
        named: false,
        parent,
        children: Vec::new(),
        histories: Vec::new(),
        end: StateId::ROOT,
        initial: None,
        transitions: Vec::new(),
        onentry: Vec::new(),
        onexit: Vec::new(),
        data: Vec::new(),
        done: Vec::new(),
        span,
    }
}
