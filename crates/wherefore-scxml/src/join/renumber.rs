//! The parts of a chart with other numbers: what they mean in the chart that they become a part of.

use crate::chart::{
    Action, ActionKind, Block, ChannelId, Chart, DataId, Destination, EventId, Expr, ExprKind, FieldId, Send, SendId,
    State, StateId, Transition, TransitionId,
};

/// New numbers. States, transitions, data and sends are shifted; events, fields and ways have tables.
#[derive(Clone, Debug)]
pub(super) struct Renumber {
    pub states: u32,
    pub transitions: u32,
    pub data: u32,
    pub sends: u32,
    pub events: Vec<EventId>,
    pub fields: Vec<FieldId>,
    pub channels: Vec<ChannelId>,
    /// Where events go that the chart sends to itself.
    pub own: Destination,
}

impl Renumber {
    /// Other numbers for the states, and for nothing else.
    pub fn states(chart: &Chart, states: u32) -> Renumber {
        Renumber {
            states,
            transitions: 0,
            data: 0,
            sends: 0,
            events: (0..chart.events.len() as u32).map(EventId).collect(),
            fields: (0..chart.fields.len() as u32).map(FieldId).collect(),
            channels: (0..chart.channels.len() as u32).map(ChannelId).collect(),
            own: Destination::Own,
        }
    }

    /// Everything in a chart but its states.
    pub fn all(&self, chart: &mut Chart) {
        chart.transitions = std::mem::take(&mut chart.transitions).into_iter().map(|t| self.transition(t)).collect();
        chart.sends = std::mem::take(&mut chart.sends).into_iter().map(|s| self.send(s)).collect();
        chart.script = self.block(std::mem::take(&mut chart.script));
        for data in &mut chart.data {
            data.init = data.init.take().map(|e| self.expr(e));
        }
        for property in &mut chart.properties {
            property.formula = self.expr(property.formula.clone());
        }
        for finalizer in &mut chart.finalizers {
            finalizer.state = self.state_id(finalizer.state);
            finalizer.content = self.block(std::mem::take(&mut finalizer.content));
        }
    }

    pub fn state_id(&self, id: StateId) -> StateId {
        StateId(id.0 + self.states)
    }

    fn transition_id(&self, id: TransitionId) -> TransitionId {
        TransitionId(id.0 + self.transitions)
    }

    pub fn data_id(&self, id: DataId) -> DataId {
        DataId(id.0 + self.data)
    }

    fn send_id(&self, id: SendId) -> SendId {
        SendId(id.0 + self.sends)
    }

    pub fn event(&self, id: EventId) -> EventId {
        self.events[id.0 as usize]
    }

    pub fn state(&self, state: State) -> State {
        let states = |list: Vec<StateId>| list.into_iter().map(|s| self.state_id(s)).collect();
        let blocks = |list: Vec<Block>| list.into_iter().map(|b| self.block(b)).collect();
        State {
            parent: state.parent.map(|s| self.state_id(s)),
            children: states(state.children),
            histories: states(state.histories),
            end: self.state_id(state.end),
            initial: state.initial.map(|t| self.transition_id(t)),
            transitions: state.transitions.into_iter().map(|t| self.transition_id(t)).collect(),
            onentry: blocks(state.onentry),
            onexit: blocks(state.onexit),
            data: state.data.into_iter().map(|d| self.data_id(d)).collect(),
            done: self.params(state.done),
            ..state
        }
    }

    pub fn transition(&self, transition: Transition) -> Transition {
        Transition {
            source: self.state_id(transition.source),
            cond: transition.cond.map(|e| self.expr(e)),
            targets: transition.targets.into_iter().map(|s| self.state_id(s)).collect(),
            content: self.block(transition.content),
            ..transition
        }
    }

    pub fn send(&self, send: Send) -> Send {
        let to = match send.to {
            // A delayed event of its own waits in no queue.
            Destination::Own if send.delay.is_none() => self.own,
            Destination::Channel(channel) => Destination::Channel(self.channels[channel.0 as usize]),
            other => other,
        };
        Send { event: self.event(send.event), to, params: self.params(send.params), ..send }
    }

    pub fn params(&self, params: Vec<(FieldId, Expr)>) -> Vec<(FieldId, Expr)> {
        params.into_iter().map(|(field, e)| (self.fields[field.0 as usize], self.expr(e))).collect()
    }

    pub fn block(&self, block: Block) -> Block {
        let action = |action: Action| Action { kind: self.action(action.kind), ..action };
        Block(block.0.into_iter().map(action).collect())
    }

    fn action(&self, kind: ActionKind) -> ActionKind {
        match kind {
            ActionKind::Assign { data, index, value } => ActionKind::Assign {
                data: self.data_id(data),
                index: index.map(|e| self.expr(e)),
                value: self.expr(value),
            },
            ActionKind::Raise(event) => ActionKind::Raise(self.event(event)),
            ActionKind::Fault(event) => ActionKind::Fault(self.event(event)),
            ActionKind::Send(send) => ActionKind::Send(self.send_id(send)),
            ActionKind::Cancel(sends) => ActionKind::Cancel(sends.into_iter().map(|s| self.send_id(s)).collect()),
            ActionKind::Forget(channels) => {
                ActionKind::Forget(channels.into_iter().map(|c| self.channels[c.0 as usize]).collect())
            }
            ActionKind::If { branches, otherwise } => ActionKind::If {
                branches: branches.into_iter().map(|(e, b)| (self.expr(e), self.block(b))).collect(),
                otherwise: self.block(otherwise),
            },
            ActionKind::Foreach { array, item, index, body } => ActionKind::Foreach {
                array: self.expr(array),
                item: self.data_id(item),
                index: index.map(|d| self.data_id(d)),
                body: self.block(body),
            },
        }
    }

    /// An expression.
    pub fn expr(&self, mut expr: Expr) -> Expr {
        expr.visit_mut(&mut |expr| match &mut expr.kind {
            ExprKind::Data(data) => *data = self.data_id(*data),
            ExprKind::EventField(field) => *field = self.fields[field.0 as usize],
            ExprKind::In(state) => *state = self.state_id(*state),
            _ => {}
        });
        expr
    }
}
