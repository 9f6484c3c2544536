//! Interface of a graph that formulas are decided on, and a graph that is given as a list.

use indexmap::IndexSet;

/// A labelled transition system.
pub trait Graph {
    /// The state where all runs begin.
    fn initial(&self) -> u32;

    /// How many states there are; each is a number below.
    fn states(&self) -> u32;

    /// How many labels there are.
    fn labels(&self) -> usize;

    /// The text of a label.
    fn label(&self, label: u32) -> &str;

    /// Calls `visit` with the label and the target of each transition of a state.
    fn visit(&self, state: u32, visit: &mut dyn FnMut(u32, u32));

    /// Whether a label matches a pattern as CADP writes it; `None` if this graph knows no patterns, or not this one.
    fn matches(&self, pattern: &str, label: u32) -> Option<bool> {
        let _ = (pattern, label);
        None
    }
}

/// A graph that is given as a list of transitions.
#[derive(Clone, Debug)]
pub struct Listed {
    initial: u32,
    labels: IndexSet<String>,
    rows: Vec<Vec<(u32, u32)>>,
}

impl Listed {
    /// The graph with these transitions.
    pub fn new(initial: u32, transitions: &[(u32, &str, u32)]) -> Listed {
        let last = transitions.iter().map(|(from, _, to)| *from.max(to)).max().unwrap_or(0).max(initial);
        let mut graph = Listed { initial, labels: IndexSet::new(), rows: vec![Vec::new(); last as usize + 1] };
        for (from, label, to) in transitions {
            let label = graph.labels.insert_full((*label).to_owned()).0 as u32;
            graph.rows[*from as usize].push((label, *to));
        }
        graph
    }
}

impl Graph for Listed {
    fn initial(&self) -> u32 {
        self.initial
    }

    fn states(&self) -> u32 {
        self.rows.len() as u32
    }

    fn labels(&self) -> usize {
        self.labels.len()
    }

    fn label(&self, label: u32) -> &str {
        self.labels.get_index(label as usize).map_or("", String::as_str)
    }

    fn visit(&self, state: u32, visit: &mut dyn FnMut(u32, u32)) {
        self.rows.get(state as usize).into_iter().flatten().for_each(|(label, to)| visit(*label, *to));
    }
}
