//! Transitions and junctions of random charts.

use super::Growing;
use super::text::escaped;
use std::fmt::Write;

impl Growing<'_> {
    /// The trigger of a transition, if it has one; whether an event cannot lead there.
    fn trigger(&mut self) -> (String, bool) {
        if self.wishes.times && self.random.chance(35) {
            let count = self.random.between(1, 4);
            let operator = self.random.pick(&["after", "after", "before", "at", "every"]);
            return match self.random.chance(25) {
                true => (format!("after(0.{count}, sec)"), false),
                false => (format!("{operator}({count}, tick)"), true),
            };
        }
        if self.wishes.events && self.random.chance(50) {
            return (self.random.pick(&["E", "F", "E | F"]).to_owned(), false);
        }
        match self.wishes.messages && self.random.chance(30) {
            true => ("M".to_owned(), false),
            false => (String::new(), false),
        }
    }

    /// The label of a transition.
    fn arrow(&mut self, conditional: bool) -> String {
        let (mut trigger, mut only_ticks) = if conditional { self.trigger() } else { (String::new(), false) };
        let sends = self.wishes.events && conditional && self.random.chance(25);
        if sends && !only_ticks && trigger.is_empty() {
            trigger = "tick".to_owned();
            only_ticks = true;
        }
        let mut label = trigger;
        if conditional && (label.is_empty() || self.random.chance(40)) {
            let _ = write!(label, "[{}]", self.truth(1));
        }
        let send = self.send();
        let sends_early = sends && only_ticks && self.random.chance(50);
        if sends_early || self.random.chance(40) {
            let tail = if sends_early { format!(" {send}; {};", self.word("sent")) } else { String::new() };
            let _ = write!(label, "{{{}{tail}}}", self.actions("ca", 1));
        }
        if (sends && only_ticks && !sends_early) || self.random.chance(30) {
            let tail = if sends && only_ticks && !sends_early {
                format!(" {send}; {};", self.word("sent"))
            } else {
                String::new()
            };
            let _ = write!(label, "/{{{}{tail}}}", self.actions("ta", 1));
        }
        label
    }

    fn send(&mut self) -> String {
        let event = self.random.pick(&["E", "F"]);
        let state = self.random.below(self.states.len());
        match self.random.below(4) {
            0 => format!("send({event}, {})", self.path(state)),
            1 => format!("send({event})"),
            _ => event.to_owned(),
        }
    }

    /// Writes a transition into what contains it.
    pub(super) fn transition(
        &mut self,
        owner: Option<usize>,
        source: Option<(usize, &str)>,
        destination: usize,
        label: &str,
    ) {
        let id = 1000 + self.next();
        let key = source.map_or(format!("default {owner:?}"), |(s, side)| format!("{s} {side}"));
        let order = match self.orders.iter_mut().find(|(k, _)| *k == key) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.orders.push((key, 1));
                1
            }
        };
        let from = source.map_or(String::new(), |(s, _)| format!("<P Name=\"SSID\">{s}</P>"));
        let text = format!(
            "<transition SSID=\"{id}\"><P Name=\"labelString\">{}</P><src>{from}<P Name=\"intersection\">[0 0 0 0 1 1 0 0]</P></src>\
             <dst><P Name=\"SSID\">{destination}</P></dst><P Name=\"executionOrder\">{order}</P></transition>\n",
            escaped(label)
        );
        self.put(owner, &text);
    }

    fn put(&mut self, owner: Option<usize>, text: &str) {
        let place = owner.map_or(0, |o| o + 1);
        self.inside[place].push_str(text);
    }

    pub(super) fn children(&self, parent: Option<usize>) -> Vec<usize> {
        (0..self.states.len()).filter(|s| self.states[*s].parent == parent).collect()
    }

    pub(super) fn ssid(state: usize) -> usize {
        state + 1
    }

    fn junction(&mut self, owner: Option<usize>, kind: &str) -> usize {
        let id = 500 + self.next();
        let text = format!("<junction SSID=\"{id}\"><P Name=\"type\">{kind}_JUNCTION</P></junction>\n");
        self.put(owner, &text);
        id
    }

    /// Default transitions of all exclusive decompositions, some over a junction.
    pub(super) fn defaults(&mut self, parallel_top: bool) {
        let owners: Vec<Option<usize>> = std::iter::once(None).chain((0..self.states.len()).map(Some)).collect();
        for owner in owners {
            let children = self.children(owner);
            let parallel = owner.map_or(parallel_top, |o| self.states[o].parallel_inside);
            if children.is_empty() || parallel {
                continue;
            }
            if owner.is_some_and(|o| self.states[o].has_history) {
                self.junction(owner, "HISTORY");
            }
            let first = self.random.pick(&children);
            self.timeless = owner.is_none();
            if self.random.chance(30) {
                let junction = self.junction(owner, "CONNECTIVE");
                let (to_junction, one) = (self.arrow(false), self.random.pick(&children));
                self.transition(owner, None, junction, &to_junction);
                let label = format!("[{}]", self.truth(1));
                self.transition(owner, Some((junction, "")), Self::ssid(one), &label);
                let label = self.arrow(false);
                self.transition(owner, Some((junction, "")), Self::ssid(first), &label);
            } else {
                let label = self.arrow(false);
                self.transition(owner, None, Self::ssid(first), &label);
            }
        }
        self.timeless = false;
    }

    /// Whether a state is inside of another, or the same.
    fn is_within(&self, state: usize, outer: Option<usize>) -> bool {
        let mut at = Some(state);
        while let Some(here) = at {
            if Some(here) == outer {
                return true;
            }
            at = self.states[here].parent;
        }
        outer.is_none()
    }

    fn common(&self, one: usize, other: usize) -> Option<usize> {
        let mut at = self.states[one].parent;
        while let Some(here) = at {
            if self.is_within(other, Some(here)) && here != other {
                return Some(here);
            }
            at = self.states[here].parent;
        }
        None
    }

    /// Whether no parallel decomposition lies between two states.
    fn is_allowed(&self, source: usize, destination: usize, owner: Option<usize>) -> bool {
        // The outermost states that are left and entered must not be parallel siblings.
        let top = |state: usize| {
            let mut at = state;
            while self.states[at].parent != owner {
                match self.states[at].parent {
                    Some(parent) => at = parent,
                    None => return at,
                }
            }
            at
        };
        let (from, to) = (top(source), top(destination));
        !self.states[from].is_parallel && !self.states[to].is_parallel
    }

    pub(super) fn transitions(&mut self) {
        let count = self.random.between(1, 2 + 2 * self.states.len());
        for _ in 0..count {
            let source = self.random.below(self.states.len());
            let destination = self.random.below(self.states.len());
            match self.random.below(10) {
                0 => self.inner(source),
                1..=2 => self.flow(source, destination),
                _ => {
                    let owner = self.common(source, destination);
                    if self.is_allowed(source, destination, owner) {
                        let label = self.arrow(true);
                        self.transition(owner, Some((Self::ssid(source), "out")), Self::ssid(destination), &label);
                    }
                }
            }
        }
    }

    /// A transition that begins at the inside of a border, or ends there.
    fn inner(&mut self, state: usize) {
        let children = self.children(Some(state));
        let label = self.arrow(true);
        let exclusive = !children.is_empty() && !self.states[state].parallel_inside;
        match self.random.below(4) {
            0 if exclusive => {
                let child = self.random.pick(&children);
                self.transition(Some(state), Some((Self::ssid(child), "out")), Self::ssid(state), &label);
            }
            1 if exclusive => {
                let child = self.random.pick(&children);
                self.transition(Some(state), Some((Self::ssid(state), "in")), Self::ssid(child), &label);
            }
            2 if exclusive => {
                self.transition(Some(state), Some((Self::ssid(state), "in")), Self::ssid(state), &label);
            }
            _ => {
                let junction = self.junction(Some(state), "CONNECTIVE");
                self.transition(Some(state), Some((Self::ssid(state), "in")), junction, &label);
            }
        }
    }

    /// A flow graph: two levels of junctions, some ways of which lead to a state and some to an end.
    fn flow(&mut self, source: usize, destination: usize) {
        let owner = self.common(source, destination);
        if !self.is_allowed(source, destination, owner) {
            return;
        }
        let junctions: Vec<usize> =
            (0..self.random.between(1, 3)).map(|_| self.junction(owner, "CONNECTIVE")).collect();
        let label = self.arrow(true);
        self.transition(owner, Some((Self::ssid(source), "out")), junctions[0], &label);
        for (place, junction) in junctions.iter().enumerate() {
            for _ in 0..self.random.between(0, 2) {
                let later: Vec<usize> =
                    junctions[place + 1..].iter().copied().chain([Self::ssid(destination)]).collect();
                let target = self.random.pick(&later);
                let conditional = self.random.chance(70);
                let label = self.arrow(conditional);
                self.transition(owner, Some((*junction, "")), target, &label);
            }
        }
    }
}
