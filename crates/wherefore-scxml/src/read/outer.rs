//! What properties can say of other sessions: `In('c.s')` and `c.x` for the state `s` and the data item `x` of the session `c`.
//!
//! Only properties can: a session sees nothing of the others but their events. What is found gets numbers behind those of the
//! chart, and `join` knows what they stand for. A name of the chart itself comes before one of a session.

use super::Reader;
use crate::chart::{ChannelId, Chart, DataId, StateId};
use crate::join::join;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The names of the chart itself.
pub(super) struct Own {
    data: BTreeMap<String, DataId>,
    states: BTreeMap<String, StateId>,
    objects: BTreeSet<String>,
}

impl Reader<'_, '_> {
    /// Adds the ways to the charts of the network.
    pub(super) fn settle_ways(&mut self) {
        for name in &self.beside.names {
            self.chart.members.push(ChannelId(self.chart.channels.len() as u32));
            self.chart.channels.push(format!("to {name}"));
        }
    }

    /// Adds the names of states and data of all sessions; gives the names without them.
    pub(super) fn name_sessions(&mut self) -> Own {
        let names = &self.names;
        let own = Own { data: names.data.clone(), states: names.states.clone(), objects: names.objects.clone() };
        let invoked = self.chart.invocations.iter().map(|i| (i.id.clone(), join(i.chart.clone())));
        let beside = self.beside.peers.iter().map(|p| (p.name.clone(), join(p.chart.clone())));
        let sessions: Vec<(String, Chart)> = invoked.chain(beside).collect();
        for (number, (name, chart)) in sessions.iter().enumerate() {
            self.name_states(number, name, chart);
            let hidden = own.data.contains_key(name) || own.objects.contains(name);
            if !hidden {
                self.name_data(number, name, chart);
            }
        }
        own
    }

    fn name_states(&mut self, session: usize, name: &str, chart: &Chart) {
        for id in chart.state_ids().filter(|id| chart.state(*id).named && chart.is_real(*id)) {
            let number = StateId((self.chart.states.len() + self.chart.outer.states.len()) as u32);
            let full = format!("{name}.{}", chart.state(id).id);
            if let Entry::Vacant(free) = self.names.states.entry(full) {
                free.insert(number);
                self.chart.outer.states.push((session, id));
            }
        }
    }

    fn name_data(&mut self, session: usize, name: &str, chart: &Chart) {
        for (index, data) in chart.data.iter().enumerate() {
            let number = DataId((self.chart.data.len() + self.chart.outer.data.len()) as u32);
            let full = format!("{name}.{}", data.name);
            let dots = full.match_indices('.').map(|(at, _)| full.get(..at).unwrap_or("").to_owned());
            self.names.objects.extend(dots);
            if let Entry::Vacant(free) = self.names.data.entry(full) {
                free.insert(number);
                self.chart.outer.data.push((session, DataId(index as u32)));
            }
        }
    }

    /// Only the names of the chart itself are known again.
    pub(super) fn forget_sessions(&mut self, own: Own) {
        (self.names.data, self.names.states, self.names.objects) = (own.data, own.states, own.objects);
    }
}
