//! Runs that never end and show the verdict: cycles of the game that the winner alone can stay on.
//!
//! Where the winner has every choice, a cycle whose lowest priority is the winner's wins. A strongly connected component whose lowest
//! priority is the winner's has such a cycle through every position; another one may have components inside that do. In each
//! component one position is the anchor: from every other there is a way to it, and from it one back.

use super::Won;
use super::configurations::{At, Onward, at};
use crate::decide::NoDecision;
use crate::expand::Expansion;
use crate::game::Player;
use crate::part::{Inside, Part};
use rustc_hash::FxHashMap;

/// No position, or a position whose distance is not known.
const NONE: u32 = u32::MAX;

/// For each set of modalities the first step of an endless run from there, and the steps of all these runs.
pub fn endless(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    modalities: &[&[u32]],
) -> Result<(Vec<Option<usize>>, Vec<Onward>), NoDecision> {
    let mut from: Vec<u32> = modalities.concat();
    from.sort_unstable();
    from.dedup();
    let hops = hops(expansion, won, &from)?;
    let mut steps: Steps = Steps { hops, known: FxHashMap::default(), onward: Vec::new() };
    let mut starts = Vec::with_capacity(modalities.len());
    for set in modalities {
        let start = set.iter().copied().find(|position| steps.hops.contains_key(position));
        starts.push(start.map(|position| steps.add(expansion, position)).transpose()?);
    }
    Ok((starts, steps.onward))
}

/// For each position from which the winner can go round for ever the next one on such a way.
fn hops(expansion: &Expansion<'_>, won: &Won<'_>, from: &[u32]) -> Result<FxHashMap<u32, u32>, NoDecision> {
    let game = &expansion.game;
    let is_won = |position: &u32| won.winner[*position as usize] == won.player;
    let part = Part::reached(game, from, |position, row| {
        match at(expansion, won, position) {
            At::Over => {}
            At::Modality => row.extend(game.moves(position).iter().copied().filter(is_won)),
            At::Here(next) => row.extend(next),
        }
        Ok::<(), NoDecision>(())
    })?;
    let (mut hops, mut distance) = (FxHashMap::default(), vec![NONE; part.positions.len()]);
    let mut member = vec![false; part.positions.len()];
    part.cycles(game, |component, lowest| {
        if Player::of(lowest) != won.player {
            return Ok(Inside::Wanted);
        }
        let is_anchor = |place: &&u32| game.priority(part.positions[**place as usize]) == lowest;
        let Some(anchor) = component.iter().filter(is_anchor).min().copied() else { return Ok(Inside::Unwanted) };
        component.iter().for_each(|place| member[*place as usize] = true);
        distance[anchor as usize] = 0;
        let (mut reached, mut next) = (vec![anchor], 0);
        while let Some(place) = reached.get(next).copied() {
            next += 1;
            for before in part.before.of(place) {
                if member[*before as usize] && distance[*before as usize] == NONE {
                    distance[*before as usize] = distance[place as usize] + 1;
                    hops.insert(part.positions[*before as usize], part.positions[place as usize]);
                    reached.push(*before);
                }
            }
        }
        let inside = part.next.of(anchor).iter().filter(|to| member[**to as usize]);
        if let Some(to) = inside.min_by_key(|to| (distance[**to as usize], **to)) {
            hops.insert(part.positions[anchor as usize], part.positions[*to as usize]);
        }
        component.iter().for_each(|place| member[*place as usize] = false);
        Ok::<Inside, NoDecision>(Inside::Unwanted)
    })?;
    Ok(hops)
}

/// Steps of runs under construction.
struct Steps {
    hops: FxHashMap<u32, u32>,
    /// The step that is taken at each modality.
    known: FxHashMap<u32, usize>,
    onward: Vec<Onward>,
}

impl Steps {
    /// The number of the step at a modality; the steps behind it are added too.
    fn add(&mut self, expansion: &mut Expansion<'_>, position: u32) -> Result<usize, NoDecision> {
        let (mut position, first, mut steps) = (position, self.onward.len(), Vec::new());
        if let Some(known) = self.known.get(&position) {
            return Ok(*known);
        }
        loop {
            let number = self.onward.len();
            self.known.insert(position, number);
            let to = self.hops.get(&position).copied().unwrap_or(NONE);
            expansion.transitions(position, &mut steps)?;
            let Some((step, _)) = steps.iter().find(|(_, after)| *after == to) else { return Err(lost()) };
            let mut at = to;
            while !expansion.is_modality(at) {
                at = self.hops.get(&at).copied().ok_or_else(lost)?;
            }
            let next = self.known.get(&at).copied();
            self.onward.push(Onward { label: step.label, state: step.state, next: next.unwrap_or(number + 1) });
            match next {
                Some(_) => return Ok(first),
                None => position = at,
            }
        }
    }
}

fn lost() -> NoDecision {
    NoDecision::Refuted("a run that never ends cannot be followed".to_owned())
}
