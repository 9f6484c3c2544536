//! Random machines, as JSON. Numbers stay small, and reading what only some events carry is left to transitions on these.

use super::make_six::code;
use wherefore_test::Random;

const EVENTS: [&str; 6] = ["A", "B", "C", "P.x", "P.y", "V"];
const RAISED: [&str; 2] = ["R", "S"];
const WILDCARDS: [&str; 2] = ["*", "P.*"];

pub struct Node {
    pub key: String,
    /// The keys that lead to it.
    path: Vec<String>,
    id: Option<String>,
    pub kind: Kind,
    pub children: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Atomic,
    Compound,
    Parallel,
    Final,
    History { deep: bool },
}

/// How a state can be named from anywhere, and the keys that lead to it.
pub type Name = (String, Kind, Vec<String>);

/// A machine of version 5.
pub fn machine(random: &mut Random) -> String {
    made(random, false)
}

/// A machine of version 6.
pub fn machine_six(random: &mut Random) -> String {
    made(random, true)
}

fn made(random: &mut Random, six: bool) -> String {
    let mut maker = Maker { random, six, left: 0, ids: 0, invoked: 0 };
    maker.left = 4 + maker.random.below(9);
    let root = maker.node("m".to_owned(), Vec::new(), 0);
    let mut names = Vec::new();
    names_of(&root, &mut names);
    let body = maker.write(&root, &root, &names);
    let context = "\"context\":{\"n\":0,\"k\":1,\"f\":false,\"deep\":{\"z\":2}}";
    format!("{{\"id\":\"m\",{context},{}", body.trim_start_matches('{'))
}

/// How states can be named from anywhere.
fn names_of(node: &Node, names: &mut Vec<Name>) {
    if !node.path.is_empty() {
        let path = format!("#m.{}", node.path.join("."));
        names.push((node.id.as_ref().map_or(path, |id| format!("#{id}")), node.kind, node.path.clone()));
    }
    node.children.iter().for_each(|c| names_of(c, names));
}

pub struct Maker<'r> {
    pub random: &'r mut Random,
    six: bool,
    left: usize,
    ids: usize,
    invoked: usize,
}

impl Maker<'_> {
    fn node(&mut self, key: String, path: Vec<String>, depth: usize) -> Node {
        let nested = depth == 0 || (depth < 4 && self.left > 1 && self.random.chance(45));
        let id = (depth > 0 && self.random.chance(15)).then(|| {
            self.ids += 1;
            format!("id{}", self.ids)
        });
        if !nested {
            let kind = if depth > 1 && self.random.chance(15) { Kind::Final } else { Kind::Atomic };
            return Node { key, path, id, kind, children: Vec::new() };
        }
        let kind = if self.random.chance(30) { Kind::Parallel } else { Kind::Compound };
        let count = 2 + self.random.below(3);
        let mut children = Vec::new();
        let keys = if self.random.chance(10) { ["7", "3", "a", "1"] } else { ["a", "b", "c", "d"] };
        for name in keys.iter().take(count) {
            self.left = self.left.saturating_sub(1);
            let path: Vec<String> = path.iter().cloned().chain([(*name).to_owned()]).collect();
            let mut child = self.node((*name).to_owned(), path, depth + 1);
            if depth == 0
                && kind == Kind::Compound
                && children.len() > 1
                && self.random.chance(12)
                && child.children.is_empty()
            {
                child.kind = Kind::Final;
            }
            children.push(child);
        }
        if self.random.chance(25) && depth > 0 {
            let path = path.iter().cloned().chain(["h".to_owned()]).collect();
            let kind = Kind::History { deep: self.random.chance(50) };
            children.push(Node { key: "h".to_owned(), path, id: None, kind, children: Vec::new() });
        }
        Node { key, path, id, kind, children }
    }

    fn write(&mut self, node: &Node, root: &Node, names: &[Name]) -> String {
        let mut parts = Vec::new();
        if let Some(id) = &node.id {
            parts.push(format!("\"id\":\"{id}\""));
        }
        match node.kind {
            Kind::Parallel => parts.push("\"type\":\"parallel\"".to_owned()),
            Kind::Final => parts.push("\"type\":\"final\"".to_owned()),
            Kind::History { deep } => {
                let word = if deep { "deep" } else { "shallow" };
                parts.push(format!("\"type\":\"history\",\"history\":\"{word}\""));
                if self.six {
                    parts.push(format!("\"target\":\"{}\"", default_of(root, node)));
                }
                return format!("{{{}}}", parts.join(","));
            }
            Kind::Compound => {
                let real: Vec<&Node> =
                    node.children.iter().filter(|c| !matches!(c.kind, Kind::History { .. })).collect();
                let first = self.random.below(real.len().min(2));
                parts.push(format!("\"initial\":\"{}\"", real[first].key));
            }
            Kind::Atomic => {}
        }
        self.actions_of("entry", 30, &mut parts);
        self.actions_of("exit", 20, &mut parts);
        if node.kind != Kind::Final {
            self.transitions(node, root, names, &mut parts);
        } else if self.random.chance(30) {
            let output = "({ context }) => context.n";
            parts.push(format!("\"output\":{}", if self.six { code(output) } else { format!("\"{output}\"") }));
        }
        if !node.children.is_empty() {
            let inside: Vec<String> =
                node.children.iter().map(|c| format!("\"{}\":{}", c.key, self.write(c, root, names))).collect();
            parts.push(format!("\"states\":{{{}}}", inside.join(",")));
        }
        format!("{{{}}}", parts.join(","))
    }

    fn actions_of(&mut self, key: &str, percent: usize, parts: &mut Vec<String>) {
        if self.random.chance(percent) {
            let actions = if self.six { self.state_function() } else { self.actions(false) };
            parts.push(format!("\"{key}\":{actions}"));
        }
    }

    fn transitions(&mut self, node: &Node, root: &Node, names: &[Name], parts: &mut Vec<String>) {
        let mut on = Vec::new();
        for event in EVENTS.iter().chain(&RAISED).chain(&WILDCARDS) {
            let percent = if WILDCARDS.contains(event) { 6 } else { 22 };
            if self.random.chance(percent) {
                let list = self.list(node, root, names, *event == "V");
                on.push(format!("\"{event}\":{list}"));
            }
        }
        if !on.is_empty() {
            parts.push(format!("\"on\":{{{}}}", on.join(",")));
        }
        if self.random.chance(10) {
            let transition = if self.six {
                self.always_six(node, root, names)
            } else {
                let guard = self.guard(false);
                self.transition(node, root, names, Some(guard), false)
            };
            parts.push(format!("\"always\":{transition}"));
        }
        if self.random.chance(15) {
            let delay = self.random.pick(&[0, 100, 100, 250]);
            let transition = self.transition(node, root, names, None, false);
            let other = self.list(node, root, names, false);
            parts.push(format!("\"after\":{{\"{delay}\":{transition},\"300\":{other}}}"));
        }
        if !node.children.is_empty() && self.random.chance(40) {
            let transition = self.transition(node, root, names, None, false);
            parts.push(format!("\"onDone\":{transition}"));
        }
        if self.random.chance(10) {
            self.invoked += 1;
            let done = self.transition(node, root, names, None, false);
            let error = if self.six {
                self.certain_six(node, root, names)
            } else {
                self.transition(node, root, names, None, false)
            };
            parts.push(format!(
                "\"invoke\":{{\"id\":\"i{}\",\"src\":\"x\",\"onDone\":{done},\"onError\":{error}}}",
                self.invoked
            ));
        }
    }

    fn list(&mut self, node: &Node, root: &Node, names: &[Name], values: bool) -> String {
        if self.six {
            let one = self.transition_six(node, root, names, values);
            let other = self.transition_six(node, root, names, values);
            return if self.random.chance(30) { format!("[{one},{other}]") } else { one };
        }
        let first = self.random.chance(50).then(|| self.guard(values));
        let one = self.transition(node, root, names, first.clone(), values);
        if first.is_some() && self.random.chance(40) {
            let other = self.transition(node, root, names, None, values);
            // XState does not see such a text in a list of `after`.
            let other = if other.starts_with('"') { format!("{{\"target\":{other}}}") } else { other };
            return format!("[{one},{other}]");
        }
        one
    }

    fn transition(&mut self, node: &Node, root: &Node, names: &[Name], guard: Option<String>, values: bool) -> String {
        if self.six {
            return self.transition_six(node, root, names, values);
        }
        let target = if self.random.chance(80) { self.target(node, root, names) } else { None };
        let plain = guard.is_none() && target.is_some() && self.random.chance(40);
        if let (true, Some(target)) = (plain, &target) {
            return format!("\"{target}\"");
        }
        let mut parts = Vec::new();
        parts.extend(target.map(|t| format!("\"target\":\"{t}\"")));
        if self.random.chance(25) {
            parts.push("\"reenter\":true".to_owned());
        }
        parts.extend(guard.map(|g| format!("\"guard\":{g}")));
        if self.random.chance(50) {
            let actions = self.actions(values);
            parts.push(format!("\"actions\":{actions}"));
        }
        format!("{{{}}}", parts.join(","))
    }

    pub fn target(&mut self, node: &Node, root: &Node, names: &[Name]) -> Option<String> {
        // In version 6 a region with a name is not left by what leads to it, which is refused where it matters.
        let is_region = |path: &[String]| {
            let parent = path.split_last().and_then(|(_, around)| find(root, around));
            parent.is_some_and(|p| p.kind == Kind::Parallel)
        };
        let rare = self.six && !self.random.chance(4);
        let names: Vec<Name> = names.iter().filter(|n| !rare || !is_region(&n.2)).cloned().collect();
        let alone = rare && is_region(&node.path);
        let open = |c: &&Node| node.kind != Kind::Parallel || !matches!(c.kind, Kind::History { .. });
        let inside: Vec<String> = node.children.iter().filter(open).map(|c| format!(".{}", c.key)).collect();
        let beside: Vec<String> = siblings(root, node).iter().filter(|_| !alone).map(|c| c.key.clone()).collect();
        match self.random.below(10) {
            0..2 if !inside.is_empty() => Some(self.random.pick(&inside)),
            2..7 if !beside.is_empty() => Some(self.random.pick(&beside)),
            _ if names.is_empty() => None,
            _ => {
                let (name, kind, path) = self.random.pick(&names);
                // Most ways to a history from inside its parent are refused.
                let own = node.path.starts_with(&path[..path.len() - 1]);
                (!matches!(kind, Kind::History { .. }) || !own || self.random.chance(2)).then_some(name)
            }
        }
    }

    fn guard(&mut self, values: bool) -> String {
        let bound = self.random.below(4);
        match self.random.below(if values { 9 } else { 8 }) {
            0 => format!("\"({{ context }}) => context.n < {bound}\""),
            1 => format!("\"({{ context: {{ k, f }} }}) => f || k === {bound}\""),
            2 => "\"g0\"".to_owned(),
            3 => "{\"type\":\"not\",\"guard\":\"g1\"}".to_owned(),
            4 => {
                let (a, b) = (self.guard(values), self.guard(values));
                let word = self.random.pick(&["and", "or"]);
                format!("{{\"type\":\"{word}\",\"guards\":[{a},{b}]}}")
            }
            5 => "{\"type\":\"stateIn\",\"stateValue\":\"#m\"}".to_owned(),
            6 => format!("\"({{ context }}) => {{ if (context.f) return true; return context.deep.z > {bound}; }}\""),
            7 => format!("\"(args) => args.context.n !== {bound}\""),
            _ => format!("\"({{ context, event }}) => event.v > {bound} && context.n >= 0\""),
        }
    }

    fn actions(&mut self, values: bool) -> String {
        let count = 1 + self.random.below(2);
        let list: Vec<String> = (0..count).map(|_| self.action(values)).collect();
        format!("[{}]", list.join(","))
    }

    fn action(&mut self, values: bool) -> String {
        let assign = |members: &str| format!("{{\"type\":\"xstate.assign\",\"assignment\":{members}}}");
        match self.random.below(if values { 10 } else { 9 }) {
            0..2 => assign("{\"n\":\"({ context }) => (context.n + 1) % 5\"}"),
            2 => assign("{\"k\":\"({ context }) => context.n\",\"n\":\"({ context }) => context.k\"}"),
            3 => assign("{\"f\":\"({ context }) => !context.f\",\"k\":2}"),
            4 => assign("\"({ context }) => ({ ...context, n: 0, k: context.n > 2 ? context.n : context.k })\""),
            5 => assign("\"({ context }) => { return { f: context.k === 1 }; }\""),
            6 => {
                let event = self.random.pick(&RAISED);
                format!("{{\"type\":\"xstate.raise\",\"event\":{{\"type\":\"{event}\"}}}}")
            }
            7 => "\"log\"".to_owned(),
            8 => assign("{\"n\":3}"),
            _ => assign("{\"n\":\"({ event }) => event.v\"}"),
        }
    }
}

/// The first child of the parent of a node.
fn default_of(around: &Node, node: &Node) -> String {
    let parent = find(around, &node.path[..node.path.len() - 1]);
    parent.and_then(|p| p.children.first()).map(|c| c.key.clone()).unwrap_or_default()
}

fn find<'n>(around: &'n Node, path: &[String]) -> Option<&'n Node> {
    match path.split_first() {
        None => Some(around),
        Some((key, rest)) => around.children.iter().find(|c| c.key == *key).and_then(|c| find(c, rest)),
    }
}

fn siblings<'n>(around: &'n Node, node: &Node) -> Vec<&'n Node> {
    if around.children.iter().any(|c| c.path == node.path) {
        let fits =
            |c: &&Node| !matches!(c.kind, Kind::History { .. }) && (c.path != node.path || c.children.is_empty());
        return around.children.iter().filter(fits).collect();
    }
    around.children.iter().flat_map(|c| siblings(c, node)).collect()
}
