//! The parity game of a formula on a graph, built as far as it can be reached.
//!
//! A position is a state and an *item*: a part of the formula with the values of the variables that are free in it. What an item comes to
//! is the same at every state, so it is worked out once ([`plan`]): conditions are decided there, values bound, and fixpoints joined
//! with what follows them, so that only choices and steps are positions. At a state without a transition that a modality counts the
//! modality is decided, and no position either. Positions 0 and 1 are the ends: true and false. Others are numbered in the order in
//! which they are met.

mod enough;
mod labels;
mod places;
mod plan;
mod values;

use crate::codes;
use crate::data::evaluate::Meaning;
use crate::data::{Fault, Value};
use crate::decide::{Limits, NoDecision};
use crate::game::{Game, Player};
use crate::graph::Graph;
use crate::labels::Label;
use crate::normal::{Normal, PartId};
use indexmap::IndexSet;
use labels::Sets;
use places::Places;
use plan::{Moves, Plans, Resolved};
use rustc_hash::FxBuildHasher;
use wherefore_diag::Diagnostic;
use wherefore_stop::Stop;

/// The position where the formula is true.
pub const TRUE: u32 = 0;
/// The position where it is false.
pub const FALSE: u32 = 1;
/// Bytes that a position takes, here and in the solver or the check of its strategy; its place among positions is counted apart.
const POSITION: u64 = 76;
/// Bytes that a move takes, here and there.
const MOVE: u64 = 8;

/// A part of the formula with the number of its values.
pub type Item = (PartId, u32);

/// A game under construction.
pub struct Expansion<'a> {
    pub normal: &'a Normal,
    pub graph: &'a dyn Graph,
    pub labels: &'a [Label],
    pub domains: &'a [Vec<Value>],
    /// State of each position after the two ends, and its item.
    states: Vec<u32>,
    items: Vec<u32>,
    places: Places,
    plans: Plans,
    /// All values that a variable has had.
    values: IndexSet<Value, FxBuildHasher>,
    /// All combinations of values that the variables of a part have had; 0 is the empty one.
    scopes: IndexSet<Box<[u32]>, FxBuildHasher>,
    sets: Sets,
    pub game: Game,
    limits: Limits,
}

impl<'a> Expansion<'a> {
    pub fn new(
        normal: &'a Normal,
        graph: &'a dyn Graph,
        labels: &'a [Label],
        domains: &'a [Vec<Value>],
        limits: Limits,
    ) -> Expansion<'a> {
        let mut scopes = IndexSet::default();
        scopes.insert(Vec::new().into());
        let (states, items, values) = (Vec::new(), Vec::new(), IndexSet::default());
        let (places, plans, sets) = (Places::new(graph.states()), Plans::default(), Sets::default());
        let mut game = Game::default();
        game.push(Player::Prover, 0, &[TRUE]);
        game.push(Player::Refuter, 1, &[FALSE]);
        Expansion { normal, graph, labels, domains, states, items, places, plans, values, scopes, sets, game, limits }
    }

    /// Builds the game; the position that is the whole formula at the first state.
    pub fn build(&mut self, stop: &Stop) -> Result<u32, NoDecision> {
        let root = self.resolve((self.normal.root, 0))?;
        let first = self.after(self.graph.initial(), root)?;
        let (mut next, mut moves, mut steps) = (0, Vec::new(), Vec::new());
        while let Some(state) = self.states.get(next).copied() {
            let item = self.items[next];
            next += 1;
            if next.is_multiple_of(4096) && stop.is_fired() {
                return Err(NoDecision::Stopped(stop.reason().unwrap_or_default()));
            }
            moves.clear();
            let (owner, priority) = self.expand(state, item, &mut moves, &mut steps)?;
            if !self.game.push(owner, priority, &moves) {
                return Err(self.too_large());
            }
            self.within_limits()?;
        }
        Ok(first)
    }

    /// Bytes that the game takes so far, with those that its solution needs.
    fn bytes(&self) -> u64 {
        let own = self.states.len() as u64 * POSITION + self.game.move_count() as u64 * MOVE;
        own + self.places.bytes() + self.common_bytes()
    }

    /// Bytes that do not depend on how many positions there are.
    fn common_bytes(&self) -> u64 {
        let scopes = self.scopes.len() as u64 * 64 + self.values.len() as u64 * 96;
        self.plans.bytes() + scopes + self.sets.bytes()
    }

    fn within_limits(&self) -> Result<(), NoDecision> {
        if self.bytes() > self.limits.memory { Err(self.too_large()) } else { Ok(()) }
    }

    fn too_large(&self) -> NoDecision {
        let (positions, needed) = (self.states.len(), self.bytes());
        NoDecision::Memory { positions, needed, limit: self.limits.memory, enough: None }
    }

    /// The state of a position that is not an end.
    pub fn state(&self, position: u32) -> Option<u32> {
        self.states.get((position as usize).checked_sub(2)?).copied()
    }

    /// The position of an item at a state; an end if it is decided there.
    fn position(&mut self, state: u32, item: u32) -> Result<u32, NoDecision> {
        if let Some(known) = self.places.get(item, state, &self.states) {
            return Ok(known);
        }
        let plan = self.plan(item)?;
        let found = match plan.moves {
            Moves::Over(value) => return Ok(end(value)),
            Moves::Steps { set, .. } if !self.can_step(state, set)? => end(plan.owner == Player::Refuter),
            Moves::Steps { .. } | Moves::Here { .. } => {
                self.states.push(state);
                self.items.push(item);
                u32::try_from(self.states.len() + 1).map_err(|_| self.too_large())?
            }
        };
        self.places.set(item, state, found, &self.states);
        Ok(found)
    }

    /// Whether a transition of a state has a label of a set.
    fn can_step(&mut self, state: u32, set: u32) -> Result<bool, NoDecision> {
        let (graph, mut found) = (self.graph, Ok(false));
        graph.visit(state, &mut |label, _| {
            if matches!(found, Ok(false)) {
                found = self.contains(set, label);
            }
        });
        found
    }

    /// The position of what follows, at a state.
    fn after(&mut self, state: u32, after: Resolved) -> Result<u32, NoDecision> {
        match after {
            Resolved::Known(value) => Ok(end(value)),
            Resolved::Open(item) => self.position(state, item),
        }
    }

    /// The moves of a position, with its owner and priority.
    fn expand(
        &mut self,
        state: u32,
        item: u32,
        moves: &mut Vec<u32>,
        steps: &mut Vec<(u32, u32)>,
    ) -> Result<(Player, u32), NoDecision> {
        let plan = self.plan(item)?;
        match plan.moves {
            Moves::Over(value) => moves.push(end(value)),
            Moves::Steps { set, after } => {
                steps.clear();
                self.graph.visit(state, &mut |label, to| steps.push((label, to)));
                for (label, to) in steps.drain(..) {
                    if self.contains(set, label)? {
                        moves.push(self.after(to, after)?);
                    }
                }
                without_losses(plan.owner, moves);
            }
            Moves::Here { begin, end } => {
                for at in begin..end {
                    moves.push(self.position(state, self.plans.chosen(at))?);
                }
                without_losses(plan.owner, moves);
                if moves.first() == Some(&self::end(plan.owner == Player::Prover)) {
                    moves.truncate(1);
                }
            }
        }
        Ok((plan.owner, plan.priority))
    }

    fn meaning(&self) -> Meaning<'a> {
        Meaning { functions: &self.normal.functions, domains: self.domains }
    }
}

/// The end with this value.
pub fn end(value: bool) -> u32 {
    if value { TRUE } else { FALSE }
}

fn owner(all: bool) -> Player {
    if all { Player::Refuter } else { Player::Prover }
}

/// Orders moves, and takes those away that lose at once, unless there is no other. A move that wins at once is then the first.
fn without_losses(owner: Player, moves: &mut Vec<u32>) {
    let lost = end(owner == Player::Refuter);
    moves.sort_unstable();
    moves.dedup();
    moves.retain(|to| *to != lost);
    if moves.is_empty() {
        moves.push(lost);
    }
}

pub fn fault(fault: Fault) -> NoDecision {
    NoDecision::Wrong(Box::new(Diagnostic::at(codes::BAD_DATA, fault.span, fault.words, "has no value")))
}
