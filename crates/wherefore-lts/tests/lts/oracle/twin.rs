//! The slow twin of the analysis: every fact by its definition, from paths, for each node on its own.
//!
//! A node is a state of the system with what is left of the formula on the way there. A path is followed until the
//! formula is broken; what comes after does not matter. No set of nodes grows backwards here, and no fact about a node
//! is taken from its neighbours: each question walks all paths from the node it asks about.

use super::residual::{Labels, Residual, awaited, duties, is_broken, must_not_end, step};
use std::collections::BTreeSet;
use wherefore_ir::actions::Formula;
use wherefore_lts::neighbourhood::{Kind, Tag};

/// A node: a state of the system, and what is left of the formula.
pub type Node = (u32, Residual);

/// The transitions of a state of the system: labels and targets, sorted.
pub type Row = Vec<(u32, u32)>;

/// How a run goes on without an action: these labels, and then either the end or the same again from an index.
pub type Avoiding = (Vec<u32>, Option<usize>);

pub struct Twin {
    /// The transitions of each state of the system; equal ones are listed as often as they occur.
    pub rows: Vec<Row>,
    pub nodes: Vec<Node>,
    /// The nodes that the transitions of a node lead to; none for a node where the formula is broken.
    pub moves: Vec<Vec<usize>>,
    /// Whether a run may go wrong here without further choices of the formula: it is broken, it ends here and must not,
    /// or something that is awaited can be avoided for ever.
    pub violated: Vec<bool>,
    /// The steps of the shortest path to a violation. A node that has one is live.
    pub distance: Vec<Option<u32>>,
    /// Live, with a path to a node that has a correct move.
    pub returning: Vec<bool>,
    /// Every maximal path meets a violation.
    pub inevitable: Vec<bool>,
}

impl Twin {
    /// The nodes on all paths from the initial state, which is node 0, and the facts about them.
    pub fn new(rows: Vec<Row>, initial: u32, formula: &Formula, labels: &[&str]) -> Twin {
        let (nodes, moves) = explore(&rows, (initial, duties(formula, labels)));
        let empty = Vec::new();
        let mut twin =
            Twin { rows, nodes, moves, violated: empty, distance: vec![], returning: vec![], inevitable: vec![] };
        let all = 0..twin.nodes.len();
        twin.violated = all.clone().map(|n| twin.is_violated(n)).collect();
        twin.distance = all.clone().map(|n| twin.steps_to(n, |m| twin.violated[m])).collect();
        let saves = |n: usize| twin.live(n) && twin.moves[n].iter().any(|m| !twin.live(*m));
        twin.returning = all.clone().map(|n| twin.live(n) && twin.steps_to(n, saves).is_some()).collect();
        twin.inevitable = all.map(|n| !twin.can_postpone(n, &mut Vec::new(), &mut BTreeSet::new())).collect();
        twin
    }

    /// Whether some run from here violates the formula.
    pub fn live(&self, node: usize) -> bool {
        self.distance[node].is_some()
    }

    /// Whether every fair run from here violates the formula: it is live, and no path leads to a node that is not.
    pub fn inevitable_if_fair(&self, node: usize) -> bool {
        self.live(node) && self.steps_to(node, |m| !self.live(m)).is_none()
    }

    /// Meaning of a move to this node.
    pub fn tag(&self, target: usize) -> Tag {
        match (self.live(target), self.returning[target]) {
            (false, _) => Tag::Correct,
            (true, true) => Tag::Neutral,
            (true, false) => Tag::Incorrect,
        }
    }

    /// Kind of neighbourhood of a live node.
    pub fn kind(&self, node: usize, is_initial: bool) -> Option<Kind> {
        let tags: BTreeSet<Tag> = self.moves[node].iter().map(|m| self.tag(*m)).collect();
        let has = |tag| tags.contains(&tag);
        match (has(Tag::Correct), has(Tag::Incorrect), has(Tag::Neutral)) {
            _ if !self.returning[node] && !is_initial => None,
            (true, true, true) => Some(Kind::Cin),
            (true, true, false) => Some(Kind::Ci),
            (true, false, _) => Some(Kind::Cn),
            (false, true, _) => Some(Kind::In),
            (false, false, _) => None,
        }
    }

    /// The steps of the shortest path from a node to each other.
    pub fn lengths(&self, from: usize) -> Vec<Option<u32>> {
        let mut lengths = vec![None; self.nodes.len()];
        lengths[from] = Some(0);
        let mut ends = vec![from];
        for length in 1.. {
            let next = ends.iter().flat_map(|n| &self.moves[*n]);
            ends = next.filter(|m| lengths[**m].is_none()).copied().collect();
            ends.iter().for_each(|m| lengths[*m] = Some(length));
            if ends.is_empty() {
                break;
            }
        }
        lengths
    }

    fn steps_to(&self, from: usize, goal: impl Fn(usize) -> bool) -> Option<u32> {
        let lengths = self.lengths(from);
        lengths.into_iter().enumerate().filter(|(n, _)| goal(*n)).filter_map(|(_, length)| length).min()
    }

    /// Whether a maximal path from here never meets a violation: it ends, or comes back to where it was. Of the nodes on
    /// the way, `path` has those on the path, and `tried` all that paths went through.
    fn can_postpone(&self, node: usize, path: &mut Vec<usize>, tried: &mut BTreeSet<usize>) -> bool {
        if self.violated[node] || path.contains(&node) || !tried.insert(node) {
            return path.contains(&node);
        }
        path.push(node);
        let found = self.moves[node].is_empty() || self.moves[node].iter().any(|m| self.can_postpone(*m, path, tried));
        path.pop();
        found
    }

    fn is_violated(&self, node: usize) -> bool {
        let (state, residual) = &self.nodes[node];
        is_broken(residual)
            || self.rows[*state as usize].is_empty() && must_not_end(residual)
            || awaited(residual).iter().any(|(labels, counts)| self.avoiding(*state, *labels, *counts).is_some())
    }

    /// A run from a state of the system on which none of the labels occurs, and that does not end unless ends count.
    pub fn avoiding(&self, state: u32, labels: Labels, ends_count: bool) -> Option<Avoiding> {
        self.lasso(&mut vec![state], &mut Vec::new(), labels, ends_count)
    }

    fn lasso(&self, met: &mut Vec<u32>, word: &mut Vec<u32>, labels: Labels, ends_count: bool) -> Option<Avoiding> {
        let row = &self.rows[*met.last()? as usize];
        if ends_count && row.is_empty() {
            return Some((word.clone(), None));
        }
        for (label, target) in row.iter().filter(|(label, _)| labels >> label & 1 == 0) {
            word.push(*label);
            if let Some(back) = met.iter().position(|s| s == target) {
                return Some((word.clone(), Some(back)));
            }
            met.push(*target);
            if let Some(found) = self.lasso(met, word, labels, ends_count) {
                return Some(found);
            }
            met.pop();
            word.pop();
        }
        None
    }
}

/// The nodes on all paths from a node.
fn explore(rows: &[Row], start: Node) -> (Vec<Node>, Vec<Vec<usize>>) {
    let (mut nodes, mut moves) = (vec![start], Vec::new());
    while moves.len() < nodes.len() {
        let (state, residual) = nodes[moves.len()].clone();
        let row: &[(u32, u32)] = if is_broken(&residual) { &[] } else { &rows[state as usize] };
        let mut targets = Vec::new();
        for (label, target) in row {
            let next = (*target, step(&residual, *label));
            targets.push(nodes.iter().position(|n| *n == next).unwrap_or_else(|| {
                nodes.push(next);
                nodes.len() - 1
            }));
        }
        moves.push(targets);
    }
    (nodes, moves)
}
