//! What a chart consists of, as one list: parents before their children.

use crate::tree::Node;
use indexmap::IndexMap;

/// A chart and what belongs to it.
pub(super) struct Source<'n> {
    pub node: &'n Node,
    pub id: u32,
    pub entries: Vec<Entry<'n>>,
    /// How deep states are nested.
    pub depth: usize,
}

/// A state, junction, transition, datum or event.
pub(super) struct Entry<'n> {
    pub node: &'n Node,
    /// Its number in the chart.
    pub id: u32,
    /// The number of what it belongs to; none for the chart.
    pub parent: Option<u32>,
}

const KINDS: [&str; 6] = ["state", "junction", "transition", "data", "event", "message"];

/// All charts of a file.
pub(super) fn sources<'n>(nodes: &'n [Node]) -> Vec<Source<'n>> {
    let mut found = Vec::new();
    for part in nodes {
        let inside = part.children.iter();
        match part.kind.as_str() {
            "part" => inside.for_each(|n| in_archive(n, &mut found)),
            "Stateflow" => in_list(part, &mut found),
            _ => {}
        }
    }
    found
}

/// A chart in a part of its own, or the charts of a machine.
fn in_archive<'n>(node: &'n Node, found: &mut Vec<Source<'n>>) {
    match node.kind.as_str() {
        "chart" if node.get("Ref").is_none() => {
            let mut source = Source { node, id: number(node, "id"), entries: Vec::new(), depth: 0 };
            nested(node, &mut source);
            found.push(source);
        }
        "Stateflow" | "machine" | "Children" => node.children.iter().for_each(|n| in_archive(n, found)),
        _ => {}
    }
}

/// Walks the sections inside of a chart; the depth of sections is bounded, and a stack costs no recursion.
fn nested<'n>(chart: &'n Node, source: &mut Source<'n>) {
    let mut open: Vec<(&Node, Option<u32>, usize)> = vec![(chart, None, 0)];
    while let Some((node, parent, depth)) = open.pop() {
        source.depth = source.depth.max(depth);
        let children = node.all("Children").flat_map(|c| &c.children).filter(|n| KINDS.contains(&n.kind.as_str()));
        let mut children: Vec<&Node> = children.collect();
        children.sort_by_key(|child| rank(child, "SSID"));
        let mut states = Vec::new();
        for child in children {
            let id = number(child, "SSID");
            source.entries.push(Entry { node: child, id, parent });
            if child.kind == "state" {
                states.push((child, Some(id), depth + 1));
            }
        }
        open.extend(states.into_iter().rev());
    }
}

/// The charts of the older form, where parents are named by number.
fn in_list<'n>(list: &'n Node, found: &mut Vec<Source<'n>>) {
    let first = found.len();
    let mut charts: IndexMap<u32, usize> = IndexMap::new();
    for chart in list.all("chart") {
        charts.insert(number(chart, "id"), found.len());
        found.push(Source { node: chart, id: number(chart, "id"), entries: Vec::new(), depth: 0 });
    }
    let mut children: IndexMap<u32, Vec<&'n Node>> = IndexMap::new();
    for node in list.children.iter().filter(|n| KINDS.contains(&n.kind.as_str())) {
        children.entry(owner(node)).or_default().push(node);
    }
    for source in found.iter_mut().skip(first) {
        let mut open = vec![(source.id, None, 0)];
        while let Some((id, parent, depth)) = open.pop() {
            source.depth = source.depth.max(depth);
            // Taken out, so that a state that is its own ancestor ends the walk.
            let mut inside = children.swap_remove(&id).unwrap_or_default();
            inside.sort_by_key(|child| rank(child, "id"));
            for node in inside {
                let id = number(node, "id");
                source.entries.push(Entry { node, id, parent });
                if node.kind == "state" {
                    open.push((id, Some(id), depth + 1));
                }
            }
        }
    }
}

/// The number of the parent: the first of the node in the tree or in the list of siblings.
fn owner(node: &Node) -> u32 {
    let link = node.get("treeNode").or(node.get("linkNode")).unwrap_or("");
    let first = link.split(|c: char| !c.is_ascii_digit()).find(|t| !t.is_empty());
    first.and_then(|t| t.parse().ok()).unwrap_or(0)
}

/// The order of things that belong together: by number, because files list them in any order. That of data and events is the order
/// of ports.
fn rank(node: &Node, name: &str) -> (usize, u32) {
    match node.kind.as_str() {
        "state" => (0, number(node, name)),
        "junction" => (1, number(node, name)),
        "transition" => (2, number(node, name)),
        _ => (3, 0),
    }
}

fn number(node: &Node, name: &str) -> u32 {
    node.get(name).and_then(|t| t.trim().parse().ok()).unwrap_or(0)
}
