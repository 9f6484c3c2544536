//! A short run that shows the verdict alone.
//!
//! The solver's strategy wins, and may take its time. Where the other player never has a choice, a play is a path of the game: to the end
//! that is lost for the other player, or to a cycle whose smallest priority is the winner's. Such paths are searched breadth first, a step of the
//! graph as the unit, and the moves of the shortest one that is found are put into the strategy. A cycle of priority `p` lies in one
//! component of the positions that have priority `p` or more; of the positions with priority `p` the nearest are tried.

use crate::decide::NoDecision;
use crate::evidence::Won;
use crate::expand::{Expansion, FALSE, TRUE};
use crate::game::Player;
use crate::solve::components::Components;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use wherefore_stop::Stop;

/// Moves that are tried at most while cycles are searched.
const MOST_WORK: usize = 20_000_000;
/// Not reached.
const FAR: u32 = u32::MAX;

/// Changes a winning strategy so that its play is short, if there is a play in which the other player has no choice.
pub fn shorten(
    expansion: &mut Expansion<'_>,
    won: &Won<'_>,
    strategy: &mut [u32],
    stop: &Stop,
) -> Result<(), NoDecision> {
    let lost = if won.player == Player::Prover { TRUE } else { FALSE };
    if won.first == lost {
        return Ok(());
    }
    let reached = Reached::new(expansion, won, lost, stop)?;
    let to_the_end = Some(lost).filter(|end| reached.steps[*end as usize] != FAR);
    let path = match reached.cycle(expansion, won, stop)? {
        Some(cycle) => reached.lasso(&cycle),
        None => to_the_end.map(|end| reached.path(end)).unwrap_or_default(),
    };
    for pair in path.windows(2) {
        if expansion.game.owner(pair[0]) == won.player {
            strategy[pair[0] as usize] = pair[1];
        }
    }
    Ok(())
}

/// Positions to which there is a path without a choice of the other player, as far as the nearest end.
struct Reached {
    /// How many steps of the graph the shortest path takes.
    steps: Vec<u32>,
    /// The position before, on that path.
    before: Vec<u32>,
    /// Reached positions at which the other player has no choice, the nearest first.
    order: Vec<u32>,
    is_forced: Vec<bool>,
    /// How many steps a path with a cycle may take to be shorter than that to the end.
    most: u32,
}

impl Reached {
    fn new(expansion: &mut Expansion<'_>, won: &Won<'_>, lost: u32, stop: &Stop) -> Result<Reached, NoDecision> {
        let count = expansion.game.positions();
        let (steps, before, forced) = (vec![FAR; count], vec![FAR; count], vec![false; count]);
        let mut found = Reached { steps, before, order: Vec::new(), is_forced: forced, most: FAR };
        let mut open = VecDeque::from([(won.first, 0)]);
        found.steps[won.first as usize] = 0;
        while let Some((position, steps)) = open.pop_front() {
            if steps > found.steps[position as usize] {
                continue;
            }
            if position == lost {
                found.most = steps;
                break;
            }
            if !is_forced(expansion, won, position)? {
                continue;
            }
            found.order.push(position);
            found.is_forced[position as usize] = true;
            if found.order.len().is_multiple_of(4096) {
                poll(stop)?;
            }
            let length = steps + u32::from(expansion.is_modality(position));
            for to in expansion.game.moves(position).iter().copied().filter(|to| *to == lost || wins(won, *to)) {
                if length < found.steps[to as usize] {
                    found.steps[to as usize] = length;
                    found.before[to as usize] = position;
                    if length == steps { open.push_front((to, length)) } else { open.push_back((to, length)) }
                }
            }
        }
        Ok(found)
    }

    /// The path from the first position to this one.
    fn path(&self, to: u32) -> Vec<u32> {
        let mut path = vec![to];
        while let Some(before) = path.last().map(|last| self.before[*last as usize]).filter(|before| *before != FAR) {
            path.push(before);
        }
        path.reverse();
        path
    }

    /// The path to a cycle and once around it. Where the path meets the cycle early, it goes on along the cycle.
    fn lasso(&self, cycle: &[u32]) -> Vec<u32> {
        let mut path = cycle.first().map(|first| self.path(*first)).unwrap_or_default();
        let meeting = path.iter().position(|p| cycle.contains(p)).unwrap_or(0);
        let begin = cycle.iter().position(|p| path.get(meeting) == Some(p)).unwrap_or(0);
        path.truncate(meeting);
        path.extend(cycle.iter().cycle().skip(begin).take(cycle.len() + 1));
        path
    }

    /// A cycle that the winner wins, on a path that is shorter than the one to the end.
    fn cycle(&self, expansion: &Expansion<'_>, won: &Won<'_>, stop: &Stop) -> Result<Option<Vec<u32>>, NoDecision> {
        let game = &expansion.game;
        let mut priorities: Vec<u32> = self.order.iter().map(|p| game.priority(*p)).collect();
        priorities.sort_unstable();
        priorities.dedup();
        let (mut best, mut most, mut work) = (None, self.most, MOST_WORK);
        for priority in priorities.into_iter().filter(|priority| Player::of(*priority) == won.player) {
            poll(stop)?;
            let component = self.components(expansion, priority);
            for from in self.order.iter().copied().filter(|p| game.priority(*p) == priority) {
                let left = most.saturating_sub(self.steps[from as usize]);
                if left == 0 || work == 0 {
                    break;
                }
                if component[from as usize] == FAR {
                    continue;
                }
                if let Some((length, cycle)) = shortest_cycle(expansion, &component, from, left, &mut work) {
                    most = self.steps[from as usize] + length;
                    best = Some(cycle);
                }
            }
        }
        Ok(best)
    }

    /// For each position with this priority or more the component with a cycle that it is in.
    fn components(&self, expansion: &Expansion<'_>, priority: u32) -> Vec<u32> {
        let game = &expansion.game;
        let is_left_out = |p: u32| !self.is_forced[p as usize] || game.priority(p) < priority;
        let mut numbers = vec![FAR; game.positions()];
        let (mut components, mut number) = (Components::new(game.positions()), 0);
        for root in &self.order {
            while let Some(component) = components.next(game, *root, &is_left_out) {
                let first = component[0];
                if component.len() > 1 || game.moves(first).contains(&first) {
                    component.iter().for_each(|p| numbers[*p as usize] = number);
                    number += 1;
                }
            }
        }
        numbers
    }
}

fn poll(stop: &Stop) -> Result<(), NoDecision> {
    if stop.is_fired() { Err(NoDecision::Stopped(stop.reason().unwrap_or_default())) } else { Ok(()) }
}

fn wins(won: &Won<'_>, position: u32) -> bool {
    !matches!(position, TRUE | FALSE) && won.winner[position as usize] == won.player
}

/// Whether the other player has no choice at a position. A choice that loses at once is one too: other parts of the graph show it.
fn is_forced(expansion: &mut Expansion<'_>, won: &Won<'_>, position: u32) -> Result<bool, NoDecision> {
    let game = &expansion.game;
    Ok(game.owner(position) == won.player || game.moves(position).len() == 1 && !expansion.gives_up(position)?)
}

/// A shortest way from a position back to it inside its component, in fewer than so many steps, and how many it takes.
fn shortest_cycle(
    expansion: &Expansion<'_>,
    component: &[u32],
    from: u32,
    most: u32,
    work: &mut usize,
) -> Option<(u32, Vec<u32>)> {
    let (game, own) = (&expansion.game, component[from as usize]);
    let mut before: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((position, steps)) = open.pop_front() {
        if before.get(&position).is_some_and(|(_, known)| steps > *known) {
            continue;
        }
        let is_back = position == from && before.contains_key(&from);
        if is_back {
            let mut cycle = Vec::new();
            let mut at = from;
            while let Some((earlier, _)) = before.get(&at).filter(|_| cycle.is_empty() || at != from) {
                at = *earlier;
                cycle.push(at);
            }
            cycle.reverse();
            return Some((steps, cycle));
        }
        let length = steps + u32::from(expansion.is_modality(position));
        if length >= most {
            continue;
        }
        for to in game.moves(position).iter().copied().filter(|to| component[*to as usize] == own) {
            *work = work.checked_sub(1)?;
            if before.get(&to).is_none_or(|(_, known)| length < *known) {
                before.insert(to, (position, length));
                if length == steps { open.push_front((to, length)) } else { open.push_back((to, length)) }
            }
        }
    }
    None
}
