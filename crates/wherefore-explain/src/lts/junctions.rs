//! The neighbourhoods on a run, as tables of what else could have been done.

use super::run::Run;
use crate::{Alternative, Fate, Junction};
use wherefore_lts::Labels;
use wherefore_lts::neighbourhood::{Choice, Kind, Place, Tag, places};
use wherefore_lts::passes::Passes;
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;

/// The neighbourhoods on each run, with the action that the run takes there.
pub fn junctions(
    route: &impl Route,
    (product, passes): (&Product, &Passes),
    neighbourhoods: &Set,
    runs: &[&Run],
) -> Result<Vec<Vec<Junction>>, Interrupted> {
    let is_met = |at: &(u32, u32)| neighbourhoods.contains(at.0, at.1);
    let mut met: Vec<(u32, u32)> = runs.iter().flat_map(|r| r.path.states().filter(is_met)).collect();
    met.sort_unstable();
    met.dedup();
    let places = places(route, product, passes, &met)?;
    let find = |at: (u32, u32)| met.binary_search(&at).ok().map(|index| &places[index]);
    let tables = |run: &&Run| {
        let places = run.path.states().enumerate().filter_map(|(tick, at)| Some((tick, find(at)?)));
        let taken = |tick: usize| run.path.steps.get(tick).map(|s| (s.label, s.state));
        let table =
            |(tick, place): (usize, &Place)| Some(junction(route.labels(), tick, place.kind?, place, taken(tick)));
        places.filter_map(table).collect()
    };
    Ok(runs.iter().map(tables).collect())
}

fn junction(labels: &Labels, tick: usize, kind: Kind, place: &Place, taken: Option<(u32, u32)>) -> Junction {
    let name = |label: u32| labels.name(label).to_owned();
    let mut rows: Vec<(Fate, &[Choice])> = Vec::new();
    let mut sorted = place.choices.clone();
    sorted.sort_by_key(|c| (c.edge.label, fate(c), c.edge.end));
    for group in sorted.chunk_by(|a, b| (a.edge.label, fate(a)) == (b.edge.label, fate(b))) {
        rows.push((fate(&group[0]), group));
    }
    let alternatives = rows.into_iter().map(|(fate, group)| Alternative {
        action: name(group[0].edge.label),
        leads: targets(group),
        fate,
        taken: group.iter().any(|c| Some((c.edge.label, c.edge.end)) == taken),
    });
    Junction {
        tick,
        kind: kind.word(),
        alternatives: alternatives.collect(),
        unobservable: place.unobservable().into_iter().map(name).collect(),
    }
}

/// Where moves lead, each state once.
fn targets(group: &[Choice]) -> Vec<String> {
    group.chunk_by(|a, b| a.edge.end == b.edge.end).map(|same| same[0].edge.end.to_string()).collect()
}

/// What a move means.
pub(super) fn fate(choice: &Choice) -> Fate {
    match (choice.tag, choice.inevitable) {
        (Tag::Correct, _) => Fate::Avoided,
        (Tag::Neutral, _) => Fate::Open,
        (Tag::Incorrect, Some(true)) => Fate::Inevitable,
        (Tag::Incorrect, Some(false)) => Fate::InevitableIfFair,
        (Tag::Incorrect, None) => Fate::Sealed,
    }
}
