//! What random machines of version 6 do: functions that choose, raise, assign and lead somewhere.

use super::make::{Kind, Maker, Name, Node};

/// A function as version 6 writes it.
pub fn code(text: &str) -> String {
    format!("{{\"@code\":\"{text}\",\"@lang\":\"ts\"}}")
}

impl Maker<'_> {
    /// A condition over the context, the event if it carries something, and named guards.
    fn cond(&mut self, values: bool, named: bool) -> String {
        let bound = self.random.below(4);
        match self.random.below(if named { 8 } else { 6 }) {
            0 => format!("context.n < {bound}"),
            1 => format!("context.f || context.k === {bound}"),
            2 => format!("context.deep.z > {bound}"),
            3 if values => format!("event.v > {bound} && context.n >= 0"),
            3 => format!("!(context.n !== {bound})"),
            4 => format!("({}) && ({})", self.cond(values, named), self.cond(values, named)),
            5 => format!("(context.f ? context.n > {bound} : context.k > {bound})"),
            6 => "guards.g0()".to_owned(),
            _ => "!guards.g1()".to_owned(),
        }
    }

    /// The members of an assignment.
    fn patch(&mut self, values: bool) -> String {
        match self.random.below(if values { 9 } else { 8 }) {
            0..2 => "n: (context.n + 1) % 5",
            2 => "k: context.n, n: context.k",
            3 => "f: !context.f, k: 2",
            4 => "...context, n: 0, k: context.n > 2 ? context.n : context.k",
            5 => "f: context.k === 1",
            6 => "n: 3",
            7 => "deep: { z: context.n }, n: context.deep.z",
            _ => "n: event.v",
        }
        .to_owned()
    }

    fn raise(&mut self) -> String {
        let event = self.random.pick(&["R", "S"]);
        format!("enq.raise({{ type: '{event}' }});")
    }

    /// The function of an entry or exit.
    pub fn state_function(&mut self) -> String {
        let patch = self.patch(false);
        let text = match self.random.below(5) {
            0..2 => format!("({{ context }}) => ({{ context: {{ {patch} }} }})"),
            2 => format!("({{ context }}, enq) => {{ {} return {{ context: {{ {patch} }} }}; }}", self.raise()),
            3 => {
                let (cond, raise) = (self.cond(false, false), self.raise());
                format!(
                    "({{ context }}, enq) => {{ if ({cond}) {{ {raise} return; }} return {{ context: {{ {patch} }} }}; }}"
                )
            }
            _ => format!("(_, enq) => {{ {} }}", self.raise()),
        };
        code(&text)
    }

    /// What a function gives: a target, an assignment, both or neither.
    fn given(&mut self, node: &Node, root: &Node, names: &[Name], values: bool) -> String {
        let mut parts = Vec::new();
        if let Some(target) = if self.random.chance(70) { self.target(node, root, names) } else { None } {
            parts.push(format!("target: '{target}'"));
            if self.random.chance(8) {
                parts.push("reenter: true".to_owned());
            }
        }
        if self.random.chance(50) {
            parts.push(format!("context: {{ {} }}", self.patch(values)));
        }
        format!("{{ {} }}", parts.join(", "))
    }

    /// A transition without an event, which must not ask what may change while nothing happens.
    pub fn always_six(&mut self, node: &Node, root: &Node, names: &[Name]) -> String {
        let (cond, given) = (self.cond(false, false), self.given(node, root, names, false));
        code(&format!("({{ context }}) => {{ if ({cond}) return {given}; }}"))
    }

    /// A transition that is always enabled: without one, an error ends the machine.
    pub fn certain_six(&mut self, node: &Node, root: &Node, names: &[Name]) -> String {
        let given = self.given(node, root, names, false);
        code(&format!("({{ context }}) => ({given})"))
    }

    pub fn transition_six(&mut self, node: &Node, root: &Node, names: &[Name], values: bool) -> String {
        let (one, other) = (self.given(node, root, names, values), self.given(node, root, names, values));
        let cond = self.cond(values, true);
        let head = "({ context, event, guards }, enq) =>";
        let text = match self.random.below(9) {
            0..2 => match self.target(node, root, names) {
                Some(target) => return format!("\"{target}\""),
                None => return "{}".to_owned(),
            },
            2 => return self.transition_object(node, root, names, values),
            3 => format!("{head} ({one})"),
            4 => format!("{head} {cond} ? {one} : undefined"),
            5 => format!("{head} {{ if ({cond}) return {one}; }}"),
            6 => format!("{head} {{ if ({cond}) {{ {} return {one}; }} else return {other}; }}", self.raise()),
            7 => format!("{head} {{ if ({cond}) {{ {} }} }}", self.raise()),
            _ => format!("{head} {{ {} return {cond} ? {one} : {other}; }}", self.raise()),
        };
        code(&text)
    }

    /// A transition that is an object, with functions for its guard and its context.
    fn transition_object(&mut self, node: &Node, root: &Node, names: &[Name], values: bool) -> String {
        let mut parts = Vec::new();
        if let Some(target) = self.target(node, root, names) {
            parts.push(format!("\"target\":\"{target}\""));
            if self.random.chance(20) && node.kind != Kind::Parallel {
                parts.push("\"reenter\":true".to_owned());
            }
        }
        if self.random.chance(60) {
            let cond = self.cond(values, true);
            parts.push(format!("\"guard\":{}", code(&format!("({{ context, event, guards }}) => {cond}"))));
        }
        if self.random.chance(40) {
            let patch = self.patch(values);
            parts.push(format!("\"context\":{}", code(&format!("({{ context, event }}) => ({{ {patch} }})"))));
        }
        format!("{{{}}}", parts.join(","))
    }
}
