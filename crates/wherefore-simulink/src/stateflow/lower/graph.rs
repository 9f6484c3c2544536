//! Names of paths, and the state machines of a chart.

use super::flow::{Origin, Path};
use super::step::Memories;
use super::store::{Branch, Store};
use super::{Move, Run};
use crate::stateflow::document::Node;

impl Run<'_, '_, '_> {
    fn node_name(&self, node: Node) -> String {
        match node {
            Node::State(state) => self.chart.states.get(state).map(|s| s.name.clone()).unwrap_or_default(),
            Node::Junction(junction) => match self.chart.junctions.get(junction) {
                Some(j) if j.is_history => {
                    let parent = j.parent.and_then(|p| self.chart.states.get(p)).map(|s| s.name.clone());
                    format!("history of {}", parent.unwrap_or_default())
                }
                Some(j) => format!("junction {}", j.id),
                None => String::new(),
            },
        }
    }

    /// A segment: its ends and its label.
    pub(super) fn transition_name(&self, transition: usize) -> String {
        let Some(segment) = self.chart.transitions.get(transition) else { return String::new() };
        let source = segment.source.map(|n| self.node_name(n));
        let ends = match source {
            Some(source) => format!("{source} -> {}", self.node_name(segment.destination)),
            None => format!("-> {}", self.node_name(segment.destination)),
        };
        let label = one_line(&segment.text.text);
        if label.is_empty() { ends } else { format!("{ends}: {label}") }
    }

    /// A path: its ends; with the labels of its segments if other transitions have the same ends.
    fn path_name(&self, path: &Path, origin: Origin) -> String {
        let source = match origin {
            Origin::State(state) => self.node_name(Node::State(state)),
            _ => String::new(),
        };
        let ends = format!("{source} -> {}", self.node_name(path.goal)).trim_start().to_owned();
        let begins = |t: &crate::stateflow::document::Transition| match origin {
            Origin::State(state) => t.source == Some(Node::State(state)),
            _ => false,
        };
        let others = self.chart.transitions.iter().filter(|t| begins(t) && t.destination == path.goal).count();
        if path.segments.len() == 1 && others == 1 || !matches!(origin, Origin::State(_)) {
            return ends;
        }
        let labels = path.segments.iter().filter_map(|s| self.chart.transitions.get(*s));
        let labels: Vec<String> = labels.map(|t| one_line(&t.text.text)).filter(|t| !t.is_empty()).collect();
        if labels.is_empty() { ends } else { format!("{ends}: {}", labels.join(" ")) }
    }

    /// Gives the condition of a path that is taken its name.
    pub(super) fn name_move(&mut self, branch: Branch, path: &Path, origin: Origin, around: Option<usize>) -> Branch {
        let name = self.path_name(path, origin);
        if let Some(first) = path.segments.first() {
            self.focus_transition(*first);
        }
        let element = self.low.part;
        let when = match self.low.known_truth(branch.when) {
            Some(_) => branch.when,
            None => self.low.builder.wire(&name, branch.when, element),
        };
        let (goal, segments) = (path.goal, path.segments.clone());
        self.moves.push(Move { when, origin, around, goal, segments, name });
        Branch { when, ..branch }
    }

    /// Draws the state machines of the chart.
    pub(super) fn draw(&mut self, _memories: &Memories, _before: &Store, _behind: &Store) {}
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or("")),
        None => line,
    }
}
