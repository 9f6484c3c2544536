//! What people call the parts of a chart.

use super::{Chart, Node, Transition};

/// How much of a label is shown.
const LONGEST: usize = 60;

impl Chart {
    /// The path of its block as it is shown: on one line.
    pub fn block_path(&self) -> String {
        self.name.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The name of a state, or a phrase for a junction.
    pub fn node_name(&self, node: Node) -> String {
        let state = |place: usize| self.states.get(place).map(|s| s.name.clone()).unwrap_or_default();
        match node {
            Node::State(place) => state(place),
            Node::Junction(place) => match self.junctions.get(place) {
                Some(j) if j.is_history => format!("history of {}", j.parent.map(state).unwrap_or_default()),
                Some(j) => format!("junction {}", j.id),
                None => String::new(),
            },
        }
    }

    /// Where a transition leads from and to: `Idle -> On`, `-> Off`.
    pub fn ends(&self, transition: &Transition) -> String {
        let source = transition.source.map(|n| self.node_name(n) + " ").unwrap_or_default();
        format!("{source}-> {}", self.node_name(transition.destination))
    }

    /// The ends of a transition and its label.
    pub fn ends_and_label(&self, transition: &Transition) -> String {
        let (ends, label) = (self.ends(transition), transition.line());
        if label.is_empty() { ends } else { format!("{ends}: {label}") }
    }

    /// A transition by its ends, with its label if others have the same ends.
    pub fn title(&self, transition: &Transition) -> String {
        let alike = |t: &&Transition| t.source == transition.source && t.destination == transition.destination;
        let is_alone = self.transitions.iter().filter(alike).count() <= 1;
        if is_alone { self.ends(transition) } else { self.ends_and_label(transition) }
    }
}

impl Transition {
    /// Its label on one line, shortened if it is long.
    pub fn line(&self) -> String {
        let words: Vec<&str> = self.text.text.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", line.get(..end).unwrap_or("")),
            None => line,
        }
    }
}
