//! Words about two labelled transition systems.

use crate::document::equivalence::GraphStep;
use crate::text::fit::list;
use wherefore_bisimulation::{Bisimulation, End, Equivalence, Observation, Side};

/// Labels of a run that are named one by one.
const MOST_NAMED: usize = 8;
/// Refused labels that are named.
const MOST_REFUSED: usize = 12;

/// An equivalence, as --equivalence spells it.
pub fn word(equivalence: Equivalence) -> &'static str {
    match equivalence {
        Equivalence::Bisimulation(Bisimulation::Strong) => "strong",
        Equivalence::Bisimulation(Bisimulation::Branching) => "branching",
        Equivalence::Bisimulation(Bisimulation::DivergenceBranching) => "divergence-branching",
        Equivalence::Runs(Observation::Traces) => "trace",
        Equivalence::Runs(Observation::WeakTraces) => "weak-trace",
        Equivalence::Runs(Observation::Failures) => "failures",
    }
}

/// What an equivalence compares, for the line of the verdict.
pub fn meaning(word: &str) -> &'static str {
    match word {
        "strong" => "strong bisimulation",
        "branching" => "branching bisimulation",
        "divergence-branching" => "branching bisimulation with divergence",
        "trace" => "traces",
        "weak-trace" => "weak traces",
        _ => "failures",
    }
}

/// One of the graphs.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::First => "reference",
        Side::Second => "implementation",
    }
}

/// Where two graphs part, in one sentence.
pub fn parting(steps: &[GraphStep], end: &End, name: &dyn Fn(u32) -> String) -> String {
    let labels: Vec<&str> = steps.iter().map(|step| step.label.as_str()).collect();
    let when = match labels.as_slice() {
        [] => "at the start".to_owned(),
        labels if labels.len() <= MOST_NAMED => format!("after {}", labels.join(", ")),
        [.., last] => format!("after {} steps, the last of them {last},", labels.len()),
    };
    let (who, what) = match end {
        End::Can(side, wherefore_bisimulation::HIDDEN) => (side, "can make a hidden step".to_owned()),
        End::Can(side, label) => (side, format!("can do {}", name(*label))),
        End::ForEver(side) => (side, "can make hidden steps for ever".to_owned()),
        End::Refuses(side, refused) if refused.is_empty() => (side, "can come to rest".to_owned()),
        End::Refuses(side, refused) => {
            let names: Vec<String> = refused.iter().map(|label| name(*label)).collect();
            (side, format!("can refuse {}", list(&names.iter().map(String::as_str).collect::<Vec<_>>(), MOST_REFUSED)))
        }
    };
    format!("{when} the {} {what}, the {} cannot", side(*who), side(who.other()))
}

/// Why two graphs are believed to be the same.
pub fn proof(classes: usize, sets: Option<usize>) -> String {
    let states = match classes {
        1 => "one class of states that do the same".to_owned(),
        n => format!("{n} classes of states that do the same"),
    };
    match sets {
        None => states,
        Some(1) => format!("{states}, and one pair of sets of them that offers the same"),
        Some(n) => format!("{states}, and {n} pairs of sets of them that offer the same"),
    }
}
