//! Slow twins of the comparisons: relations over all pairs of states, and over all pairs of sets of states, made smaller until
//! nothing has to go.

use wherefore_bisimulation::{Bisimulation, Graph, HIDDEN, Observation};

/// The related pairs of states, and the round in which the others went; 0 for those that stayed.
pub fn rounds(graph: &Graph, kind: Bisimulation) -> Vec<Vec<u32>> {
    let states = graph.states() as usize;
    let mut gone = vec![vec![0; states]; states];
    for round in 1.. {
        let related = |one: u32, two: u32| gone[one as usize][two as usize] == 0;
        let all = (0..states as u32).flat_map(|one| (0..states as u32).map(move |two| (one, two)));
        let going = |fails: &dyn Fn(u32, u32) -> bool| {
            let goes = |one: u32, two: u32| related(one, two) && (fails(one, two) || fails(two, one));
            all.clone().filter(|(one, two)| goes(*one, *two)).collect::<Vec<(u32, u32)>>()
        };
        let mut going_now = going(&|one, two| fails(graph, kind, &related, one, two));
        // Endless hidden steps mean something only inside the classes of an equivalence.
        if going_now.is_empty() && kind == Bisimulation::DivergenceBranching {
            going_now = going(&|one, two| {
                let inside = |state: u32| related(state, one);
                diverges(graph, one, &inside) && !diverges(graph, two, &inside)
            });
        }
        let going = going_now;
        if going.is_empty() {
            break;
        }
        going.iter().for_each(|(one, two)| gone[*one as usize][*two as usize] = round);
    }
    gone
}

/// Whether the first state does something that the second cannot answer.
fn fails(graph: &Graph, kind: Bisimulation, related: &dyn Fn(u32, u32) -> bool, one: u32, two: u32) -> bool {
    let answers = |label: u32, to: u32| {
        if kind == Bisimulation::Strong {
            return graph.steps(two).iter().any(|step| step.label == label && related(to, step.to));
        }
        if label == HIDDEN && related(to, two) {
            return true;
        }
        let ways = hidden(graph, two, &|_| true);
        ways.iter()
            .filter(|way| related(one, **way))
            .any(|way| graph.steps(*way).iter().any(|step| step.label == label && related(to, step.to)))
    };
    !graph.steps(one).iter().all(|step| answers(step.label, step.to))
}

/// What hidden steps lead to, through states of a set.
fn hidden(graph: &Graph, state: u32, is_in: &dyn Fn(u32) -> bool) -> Vec<u32> {
    let mut found = vec![state];
    let mut next = 0;
    while next < found.len() {
        for step in graph.steps(found[next]) {
            if step.label == HIDDEN && is_in(step.to) && !found.contains(&step.to) {
                found.push(step.to);
            }
        }
        next += 1;
    }
    found
}

/// Whether as many hidden steps as there are states can be made inside a set: then they can go on for ever.
fn diverges(graph: &Graph, state: u32, is_in: &dyn Fn(u32) -> bool) -> bool {
    let mut now = vec![state];
    for _ in 0..=graph.states() {
        let steps = now.iter().flat_map(|state| graph.steps(*state));
        let mut next: Vec<u32> = steps.filter(|s| s.label == HIDDEN && is_in(s.to)).map(|s| s.to).collect();
        next.sort_unstable();
        next.dedup();
        now = next;
    }
    !now.is_empty()
}

/// The length of a shortest trace that tells two states apart, or of one after which they refuse other labels; none if they are equal.
pub fn parted(graph: &Graph, one: u32, two: u32, labels: u32, observation: Observation) -> Option<usize> {
    let count = 1usize << graph.states();
    let set = |state: u32| closed(graph, 1 << state, observation);
    let first = u32::from(!observation.is_weak());
    let visible: Vec<u32> = (1 - first..labels).collect();
    let after: Vec<Vec<usize>> = (0..count)
        .map(|mask| visible.iter().map(|label| closed(graph, post(graph, mask, *label), observation)).collect())
        .collect();
    let differ = |a: usize, b: usize| {
        observation == Observation::Failures && refusals(graph, a, labels) != refusals(graph, b, labels)
    };
    // The words of length 0, 1, ... one after another, as the pairs of sets that they lead to.
    let mut pairs = vec![(set(one), set(two))];
    let mut next = 0;
    let mut length = 0;
    while next < pairs.len() {
        let end = pairs.len();
        if pairs[next..end].iter().any(|(a, b)| differ(*a, *b)) {
            return Some(length);
        }
        for place in next..end {
            let (a, b) = pairs[place];
            for pair in after[a].iter().copied().zip(after[b].iter().copied()) {
                if (pair.0 == 0) != (pair.1 == 0) {
                    return Some(length + 1);
                }
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        (next, length) = (end, length + 1);
    }
    None
}

fn post(graph: &Graph, mask: usize, label: u32) -> usize {
    let states = (0..graph.states()).filter(|state| mask & (1 << state) != 0);
    states.flat_map(|state| graph.steps(state)).filter(|s| s.label == label).fold(0, |all, step| all | 1 << step.to)
}

fn closed(graph: &Graph, mut mask: usize, observation: Observation) -> usize {
    for _ in 0..graph.states() {
        mask |= if observation.is_weak() { post(graph, mask, HIDDEN) } else { 0 };
    }
    mask
}

/// All sets of labels that a state without hidden steps refuses.
fn refusals(graph: &Graph, mask: usize, labels: u32) -> Vec<u32> {
    let offers = |state: u32| graph.steps(state).iter().fold(0u32, |all, step| all | 1 << step.label);
    let stable: Vec<u32> =
        (0..graph.states()).filter(|s| mask & (1 << s) != 0).map(offers).filter(|offered| offered & 1 == 0).collect();
    (0..1u32 << labels).filter(|refused| stable.iter().any(|offered| offered & refused == 0)).collect()
}
