//! The neighbourhoods on a run, as tables of what else could have been done.

use super::classes::BATCH;
use super::explored::Explored;
use super::listed::Listing;
use super::run::Run;
use crate::{Alternative, ChoicePoint, Consequence};
use std::collections::BTreeMap;
use wherefore_lts::Labels;
use wherefore_lts::neighbourhood::{Choice, Kind, Tag, TaggedState, places};
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;

/// A run whose choice points are wanted.
pub struct Wanted<'a> {
    /// The run.
    pub run: &'a Run,
    /// The neighbourhood that it is about.
    pub own: Option<(u32, u32)>,
    /// How many of the last choice points are listed.
    pub most: usize,
}

/// The neighbourhoods on each run, with the action that the run takes there, as far as they are listed.
pub fn choice_points(
    explored: &Explored<'_, impl Route>,
    runs: &[Wanted<'_>],
    listing: &Listing,
) -> Result<Vec<Vec<ChoicePoint>>, Interrupted> {
    let Explored { route, product, passes, neighbourhoods, .. } = *explored;
    let listed = |wanted: &Wanted<'_>| {
        let met = met(neighbourhoods, wanted.run);
        listing.choice_points(&met, wanted.most, |(_, at)| Some(*at) == wanted.own)
    };
    let listed: Vec<Vec<(usize, (u32, u32))>> = runs.iter().map(listed).collect();
    let mut all: Vec<(u32, u32)> = listed.iter().flatten().map(|(_, at)| *at).collect();
    all.sort_unstable();
    all.dedup();
    let mut tables: Vec<Vec<ChoicePoint>> = runs.iter().map(|_| Vec::new()).collect();
    // A neighbourhood may have as many moves as the graph has labels: few of them are in memory at a time.
    let mut known: BTreeMap<(u32, u32), TaggedState> = BTreeMap::new();
    for batch in all.chunks(BATCH) {
        known.extend(batch.iter().copied().zip(places(route, product, passes, batch)?));
        for ((wanted, listed), table) in runs.iter().zip(&listed).zip(&mut tables) {
            for (tick, at) in listed {
                let Some(place) = known.get(at) else { continue };
                let taken = wanted.run.path.steps.get(*tick).map(|s| (s.label, s.state));
                let model = Model { labels: route.labels(), origin: &|state| explored.origin(state) };
                let found = place.kind.map(|kind| choice_point(model, *tick, kind, place, taken));
                table.extend(found.map(|choice_point| listing.shorten(choice_point)));
            }
        }
        known.clear();
    }
    tables.iter_mut().for_each(|table| table.sort_by_key(|choice_point| choice_point.tick));
    Ok(tables)
}

/// The ticks at which a run is in neighbourhoods, and which these are.
fn met(neighbourhoods: &Set, run: &Run) -> Vec<(usize, (u32, u32))> {
    let mut met = Vec::new();
    let (mut tick, mut at) = (0, run.path.start);
    for step in &run.path.steps {
        if neighbourhoods.contains(at.0, at.1) {
            met.push((tick, at));
        }
        tick += 1;
        at = (step.state, step.inner);
    }
    met.extend(neighbourhoods.contains(at.0, at.1).then_some((tick, at)));
    met
}

/// The ticks at which a run is in neighbourhoods of these kinds, ascending.
pub fn ticks(explored: &Explored<'_, impl Route>, run: &Run, kinds: &[Kind]) -> Result<Vec<usize>, Interrupted> {
    let Explored { route, product, passes, neighbourhoods, .. } = *explored;
    let met = met(neighbourhoods, run);
    if kinds.len() == Kind::ALL.len() {
        return Ok(met.into_iter().map(|(tick, _)| tick).collect());
    }
    let mut found = Vec::new();
    for batch in met.chunks(BATCH) {
        let states: Vec<(u32, u32)> = batch.iter().map(|(_, at)| *at).collect();
        let places = places(route, product, passes, &states)?;
        let counted = batch.iter().zip(places).filter(|(_, p)| p.kind.is_some_and(|k| kinds.contains(&k)));
        found.extend(counted.map(|((tick, _), _)| *tick));
    }
    Ok(found)
}

/// Names of what is in tables: labels, and the states of the model that states stand for.
#[derive(Clone, Copy)]
pub(super) struct Model<'a> {
    pub labels: &'a Labels,
    pub origin: &'a dyn Fn(u32) -> u32,
}

/// The table of a state.
pub(super) fn choice_point(
    Model { labels, origin }: Model<'_>,
    tick: usize,
    kind: Kind,
    place: &TaggedState,
    taken: Option<(u32, u32)>,
) -> ChoicePoint {
    let name = |label: u32| labels.name(label).to_owned();
    let mut rows: Vec<(Consequence, &[Choice])> = Vec::new();
    let mut sorted = place.choices.clone();
    sorted.sort_by_key(|c| (c.edge.label, consequence(c), c.edge.end));
    for group in sorted.chunk_by(|a, b| (a.edge.label, consequence(a)) == (b.edge.label, consequence(b))) {
        rows.push((consequence(&group[0]), group));
    }
    let alternatives = rows.into_iter().map(|(consequence, group)| Alternative {
        action: name(group[0].edge.label),
        leads: targets(group, origin),
        consequence,
        taken: group.iter().any(|c| Some((c.edge.label, c.edge.end)) == taken),
    });
    ChoicePoint {
        tick,
        kind: kind.word(),
        alternatives: alternatives.collect(),
        unobservable: place.unobservable().into_iter().map(name).collect(),
    }
}

/// Where moves lead, each state once.
fn targets(group: &[Choice], origin: &dyn Fn(u32) -> u32) -> Vec<String> {
    group.chunk_by(|a, b| a.edge.end == b.edge.end).map(|same| origin(same[0].edge.end).to_string()).collect()
}

/// Effect of a move on the failure.
pub(super) fn consequence(choice: &Choice) -> Consequence {
    match (choice.tag, choice.inevitable) {
        (Tag::Correct, _) => Consequence::Avoided,
        (Tag::Neutral, _) => Consequence::Open,
        (Tag::Incorrect, Some(true)) => Consequence::Inevitable,
        (Tag::Incorrect, Some(false)) => Consequence::InevitableIfFair,
        (Tag::Incorrect, None) => Consequence::Sealed,
    }
}
