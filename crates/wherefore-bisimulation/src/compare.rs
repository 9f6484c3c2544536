//! Two graphs compared: a certificate that they are the same, or a formula and a run that show that they are not.
//!
//! Nothing is believed that another part has not checked: a partition is followed edge by edge, pairs of sets step by step, and a
//! formula is evaluated at both initial states.

mod difference;

pub use difference::Difference;

use crate::certificate::check_partition;
use crate::condense::Condensed;
use crate::evaluate::Unjudged;
use crate::graph::{Graph, HIDDEN, Pair, Step};
use crate::refine::{Divergence, Subject, refine};
use crate::subset::{Found, Observation, check_sets, search};
use std::collections::BTreeSet;
use wherefore_stop::{Stop, StopReason};

/// When two graphs are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Step by step, hidden steps as well.
    Bisimulation(Bisimulation),
    /// By what can be seen of single runs.
    Runs(Observation),
}

/// Relations between states that hold step by step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bisimulation {
    /// Hidden steps are steps like others.
    Strong,
    /// Hidden steps count where they take a choice away.
    Branching,
    /// And where they go on for ever.
    DivergenceBranching,
}

impl Equivalence {
    /// All of them: each before those that it implies.
    pub const ALL: [Equivalence; 6] = [
        Equivalence::Bisimulation(Bisimulation::Strong),
        Equivalence::Bisimulation(Bisimulation::DivergenceBranching),
        Equivalence::Bisimulation(Bisimulation::Branching),
        Equivalence::Runs(Observation::Traces),
        Equivalence::Runs(Observation::Failures),
        Equivalence::Runs(Observation::WeakTraces),
    ];

    /// Whether graphs that are the same in this sense are the same in the other.
    pub fn implies(self, other: Equivalence) -> bool {
        use Bisimulation::{Branching, DivergenceBranching, Strong};
        use Equivalence::{Bisimulation as B, Runs};
        use Observation::{Failures, Traces, WeakTraces};
        match (self, other) {
            (B(Strong), _) | (_, Runs(WeakTraces)) => true,
            (B(DivergenceBranching), B(Branching) | Runs(Failures)) => true,
            (B(DivergenceBranching | Branching), _) | (Runs(Traces | Failures | WeakTraces), _) => self == other,
        }
    }

    /// The bisimulation by which states may be taken together first.
    fn reduction(self) -> Bisimulation {
        match self {
            Equivalence::Bisimulation(kind) => kind,
            Equivalence::Runs(Observation::Traces) => Bisimulation::Strong,
            Equivalence::Runs(Observation::WeakTraces) => Bisimulation::Branching,
            Equivalence::Runs(Observation::Failures) => Bisimulation::DivergenceBranching,
        }
    }
}

/// Certificate that two graphs are the same. It was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The block of each state.
    pub blocks: Vec<u32>,
    /// How many blocks there are.
    pub classes: usize,
    /// For traces and failures: the pairs of sets of blocks, unless both initial states are in one block.
    pub sets: Option<Vec<[Vec<u32>; 2]>>,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The graphs are the same.
    Equal(Proof),
    /// The graphs differ.
    Different(Box<Difference>),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The work was ended.
    Stopped(StopReason),
    /// The graphs do not fit the limit.
    Memory {
        /// Bytes that are needed.
        needed: u64,
        /// The limit.
        limit: u64,
    },
    /// The sets of states do not fit the limit.
    Sets {
        /// Pairs of sets so far.
        count: usize,
        /// The limit in bytes.
        limit: u64,
    },
    /// The graphs differ, but a formula that shows it is too large to be made or evaluated.
    TooLong,
    /// An answer was found that did not stand its check.
    Refuted(String),
}

impl From<StopReason> for NoAnswer {
    fn from(reason: StopReason) -> NoAnswer {
        NoAnswer::Stopped(reason)
    }
}

impl From<Unjudged> for NoAnswer {
    fn from(why: Unjudged) -> NoAnswer {
        match why {
            Unjudged::Stopped(reason) => NoAnswer::Stopped(reason),
            Unjudged::TooLong => NoAnswer::TooLong,
        }
    }
}

/// Bytes for a state and for a transition while partitions are refined.
const STATE: u64 = 80;
const TRANSITION: u64 = 56;

/// Compares two graphs with this much memory beside the graphs themselves.
pub fn compare(pair: &Pair, equivalence: Equivalence, memory: u64, stop: &Stop) -> Result<Outcome, NoAnswer> {
    let Pair { graph, first, second } = pair;
    if *first >= graph.states() || *second >= graph.states() || !graph.is_closed() {
        return Err(NoAnswer::Refuted("a step leads to a state that is not there".to_owned()));
    }
    let needed = u64::from(graph.states()) * STATE + graph.transitions() as u64 * TRANSITION;
    if needed > memory {
        return Err(NoAnswer::Memory { needed, limit: memory });
    }
    match equivalence {
        Equivalence::Bisimulation(kind) => bisimulation(pair, kind, stop),
        Equivalence::Runs(observation) => runs(pair, observation, memory - needed, stop),
    }
}

fn bisimulation(pair: &Pair, kind: Bisimulation, stop: &Stop) -> Result<Outcome, NoAnswer> {
    let condensed = (kind != Bisimulation::Strong).then(|| Condensed::new(&pair.graph));
    let place = |state: u32| condensed.as_ref().map_or(state, |c| c.component[state as usize]);
    let subject = subject(pair, condensed.as_ref(), kind);
    let ends = (place(pair.first), place(pair.second));
    let partition = refine(subject, Some(ends), stop)?;
    if partition.block(ends.0) != partition.block(ends.1) {
        let found = difference::of_states(pair, subject, &partition, ends, stop)?;
        return Ok(Outcome::Different(Box::new(found)));
    }
    let blocks: Vec<u32> = (0..pair.graph.states()).map(|state| partition.block(place(state))).collect();
    checked(pair, &blocks, kind)?;
    Ok(Outcome::Equal(Proof { classes: reached(pair, &blocks), blocks, sets: None }))
}

fn subject<'p>(pair: &'p Pair, condensed: Option<&'p Condensed>, kind: Bisimulation) -> Subject<'p> {
    let divergence = match kind {
        Bisimulation::DivergenceBranching => Divergence::Seen,
        Bisimulation::Strong | Bisimulation::Branching => Divergence::Ignored,
    };
    condensed.map_or(Subject::Strong(&pair.graph), |condensed| Subject::Branching(condensed, divergence))
}

fn checked(pair: &Pair, blocks: &[u32], kind: Bisimulation) -> Result<(), NoAnswer> {
    let wrong = |why| NoAnswer::Refuted(format!("the partition is no bisimulation: {why:?}"));
    check_partition(&pair.graph, blocks, kind).map_err(wrong)
}

/// How many blocks have a state that a run reaches.
fn reached(pair: &Pair, blocks: &[u32]) -> usize {
    let mut seen = vec![false; blocks.len()];
    let mut open = vec![pair.first, pair.second];
    open.iter().for_each(|state| seen[*state as usize] = true);
    let mut found: Vec<u32> = Vec::new();
    while let Some(state) = open.pop() {
        found.push(blocks[state as usize]);
        for step in pair.graph.steps(state) {
            if !std::mem::replace(&mut seen[step.to as usize], true) {
                open.push(step.to);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.len()
}

fn runs(pair: &Pair, observation: Observation, memory: u64, stop: &Stop) -> Result<Outcome, NoAnswer> {
    let kind = Equivalence::Runs(observation).reduction();
    let condensed = (kind != Bisimulation::Strong).then(|| Condensed::new(&pair.graph));
    let place = |state: u32| condensed.as_ref().map_or(state, |c| c.component[state as usize]);
    let partition = refine(subject(pair, condensed.as_ref(), kind), None, stop)?;
    let blocks: Vec<u32> = (0..pair.graph.states()).map(|state| partition.block(place(state))).collect();
    checked(pair, &blocks, kind)?;
    let classes = reached(pair, &blocks);
    let initial = [pair.first, pair.second];
    let [one, two] = initial.map(|state| blocks[state as usize]);
    if one == two {
        return Ok(Outcome::Equal(Proof { blocks, classes, sets: None }));
    }
    let small = quotient(&pair.graph, &blocks, partition.count(), kind, condensed.as_ref());
    match search(&small, [one, two], observation, memory, stop)? {
        Found::Different { side, trace, refused } => {
            let found = difference::of_runs(pair, observation, (side, trace, refused), stop)?;
            Ok(Outcome::Different(Box::new(found)))
        }
        Found::Equal(sets) => {
            let wrong = |why| NoAnswer::Refuted(format!("the sets of states show nothing: {why:?}"));
            check_sets(&pair.graph, &blocks, initial, observation, &sets).map_err(wrong)?;
            Ok(Outcome::Equal(Proof { blocks, classes, sets: Some(sets) }))
        }
    }
}

/// The graph with each block as one state. Hidden steps inside a block are left out, unless they go on for ever and that counts.
fn quotient(graph: &Graph, blocks: &[u32], count: usize, kind: Bisimulation, condensed: Option<&Condensed>) -> Graph {
    let mut rows: BTreeSet<(u32, Step)> = BTreeSet::new();
    for (from, step) in graph.all() {
        let (one, two) = (blocks[from as usize], blocks[step.to as usize]);
        let is_inside = kind != Bisimulation::Strong && step.label == HIDDEN && one == two;
        let goes_on = condensed.is_some_and(|c| c.diverges[c.component[from as usize] as usize]);
        if !is_inside || kind == Bisimulation::DivergenceBranching && goes_on {
            rows.insert((one, Step { label: step.label, to: two }));
        }
    }
    let rows: Vec<(u32, u32, u32)> = rows.into_iter().map(|(from, step)| (from, step.label, step.to)).collect();
    Graph::new(count as u32, &rows)
}
