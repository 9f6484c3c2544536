//! Graphs as this crate sees them: states and labels are numbers, and one label is hidden.

/// The label of steps that nobody outside sees. In a graph without hidden steps no transition has it.
pub const HIDDEN: u32 = 0;

/// A transition without its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The label.
    pub label: u32,
    /// The state that it leads to.
    pub to: u32,
}

/// A graph as compressed rows: the transitions of one state lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    offsets: Vec<usize>,
    steps: Vec<Step>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { offsets: vec![0], steps: Vec::new() }
    }
}

impl Graph {
    /// The graph with these transitions: source, label, target. States are those below `states`; what leads elsewhere is left out.
    pub fn new(states: u32, transitions: &[(u32, u32, u32)]) -> Graph {
        let known = transitions.iter().filter(|(from, _, to)| *from < states && *to < states);
        sorted(states, known.map(|(from, label, to)| (*from, Step { label: *label, to: *to })))
    }

    /// Appends a state with its transitions. Targets may be states that are appended later.
    pub fn push(&mut self, row: impl IntoIterator<Item = Step>) {
        self.steps.extend(row);
        self.offsets.push(self.steps.len());
    }

    /// How many states there are.
    pub fn states(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// How many transitions there are.
    pub fn transitions(&self) -> usize {
        self.steps.len()
    }

    /// The transitions of a state.
    #[inline]
    pub fn steps(&self, state: u32) -> &[Step] {
        &self.steps[self.offsets[state as usize]..self.offsets[state as usize + 1]]
    }

    /// All transitions with their sources.
    pub fn all(&self) -> impl Iterator<Item = (u32, Step)> + Clone + '_ {
        (0..self.states()).flat_map(|state| self.steps(state).iter().map(move |step| (state, *step)))
    }

    /// Whether every transition leads to a state of the graph.
    pub fn is_closed(&self) -> bool {
        self.steps.iter().all(|step| step.to < self.states())
    }

    /// The graph with every transition turned round.
    pub fn reversed(&self) -> Graph {
        sorted(self.states(), self.all().map(|(from, step)| (step.to, Step { label: step.label, to: from })))
    }
}

/// Rows by counting.
fn sorted(states: u32, list: impl Iterator<Item = (u32, Step)> + Clone) -> Graph {
    let mut offsets = vec![0; states as usize + 1];
    list.clone().for_each(|(from, _)| offsets[from as usize + 1] += 1);
    for state in 0..states as usize {
        offsets[state + 1] += offsets[state];
    }
    let mut next = offsets.clone();
    let mut steps = vec![Step { label: 0, to: 0 }; offsets[states as usize]];
    for (from, step) in list {
        steps[next[from as usize]] = step;
        next[from as usize] += 1;
    }
    Graph { offsets, steps }
}

/// Two graphs in one, each with its initial state.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The states of both.
    pub graph: Graph,
    /// The initial state of the first.
    pub first: u32,
    /// The initial state of the second.
    pub second: u32,
}
