//! The parity game of a formula on a graph, built as far as it can be reached.
//!
//! A position is a state, a part of the formula, and the values of the variables that are free in it. Conditions are decided
//! and values bound on the way, so that only choices, steps and fixpoints are positions. Positions 0 and 1 are the ends: true
//! and false.

mod labels;
mod values;

use crate::codes;
use crate::data::evaluate::Meaning;
use crate::data::{Fault, Value, evaluate};
use crate::decide::{Limits, NoDecision};
use crate::game::{Game, Player};
use crate::graph::Graph;
use crate::labels::Label;
use crate::normal::{Normal, Part, PartId};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use wherefore_diag::Diagnostic;
use wherefore_stop::Stop;

/// The position where the formula is true.
pub const TRUE: u32 = 0;
/// The position where it is false.
pub const FALSE: u32 = 1;
/// Bytes that a position takes, here and in the solver.
const POSITION: u64 = 96;
/// Bytes that a move takes, here and in the solver.
const MOVE: u64 = 8;

/// A part of the formula with the number of its values.
pub type Item = (PartId, u32);

/// What a part comes to before anything is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resolved {
    Known(bool),
    Open(Item),
}

/// A game under construction.
pub struct Expansion<'a> {
    pub normal: &'a Normal,
    pub graph: &'a dyn Graph,
    pub labels: &'a [Label],
    pub domains: &'a [Vec<Value>],
    /// State, part and number of values of each position after the two ends.
    keys: IndexSet<(u32, u32, u32), FxBuildHasher>,
    /// All values that a variable has had.
    values: IndexSet<Value, FxBuildHasher>,
    /// All combinations of values that the variables of a part have had; 0 is the empty one.
    scopes: IndexSet<Box<[u32]>, FxBuildHasher>,
    /// For a set of labels with its values what is known of each label.
    known: FxHashMap<(u32, u32), Vec<u8>>,
    known_bytes: u64,
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
        let (keys, values, known) = (IndexSet::default(), IndexSet::default(), FxHashMap::default());
        let mut game = Game::default();
        game.push(Player::Prover, 0, &[TRUE]);
        game.push(Player::Refuter, 1, &[FALSE]);
        Expansion { normal, graph, labels, domains, keys, values, scopes, known, known_bytes: 0, game, limits }
    }

    /// Builds the game; the position that is the whole formula at the first state.
    pub fn build(&mut self, stop: &Stop) -> Result<u32, NoDecision> {
        let first = match self.resolve((self.normal.root, 0))? {
            Resolved::Known(holds) => return Ok(if holds { TRUE } else { FALSE }),
            Resolved::Open(item) => self.position(self.graph.initial(), item)?,
        };
        let mut next = 0;
        let mut moves = Vec::new();
        while let Some((state, part, scope)) = self.keys.get_index(next).copied() {
            next += 1;
            if next % 4096 == 0 && stop.is_fired() {
                return Err(NoDecision::Stopped(stop.reason().unwrap_or_default()));
            }
            moves.clear();
            let (owner, priority) = self.expand(state, (part as usize, scope), &mut moves)?;
            if !self.game.push(owner, priority, &moves) {
                return Err(self.too_large());
            }
            self.within_limits()?;
        }
        Ok(first)
    }

    /// Bytes that the game takes so far, with those that its solution needs.
    fn bytes(&self) -> u64 {
        let scopes = self.scopes.len() as u64 * 64 + self.values.len() as u64 * 96;
        self.keys.len() as u64 * POSITION + self.game.move_count() as u64 * MOVE + scopes + self.known_bytes
    }

    fn within_limits(&self) -> Result<(), NoDecision> {
        if self.bytes() > self.limits.memory { Err(self.too_large()) } else { Ok(()) }
    }

    fn too_large(&self) -> NoDecision {
        NoDecision::Memory { positions: self.keys.len(), needed: self.bytes(), limit: self.limits.memory }
    }

    fn position(&mut self, state: u32, (part, scope): Item) -> Result<u32, NoDecision> {
        let place = self.keys.insert_full((state, part as u32, scope)).0 + 2;
        u32::try_from(place).map_err(|_| self.too_large())
    }

    /// State, part and values of a position that is not an end.
    pub fn key(&self, position: u32) -> Option<(u32, Item)> {
        let place = (position as usize).checked_sub(2)?;
        self.keys.get_index(place).map(|(state, part, scope)| (*state, (*part as usize, *scope)))
    }

    /// Decides conditions and binds values until there is something to choose.
    fn resolve(&mut self, mut item: Item) -> Result<Resolved, NoDecision> {
        loop {
            let normal = self.normal;
            let (part, scope) = item;
            item = match &normal.parts[part] {
                Part::Constant(value) => return Ok(Resolved::Known(*value)),
                Part::Condition(expr, wanted) => {
                    let truth = evaluate::truth(self.meaning(), self.scope(&normal.free[part], scope), expr);
                    return Ok(Resolved::Known(truth.map_err(fault)? == *wanted));
                }
                Part::Bind(values, next) => {
                    let mut given = Vec::with_capacity(values.len());
                    for (slot, expr) in values {
                        let value = evaluate::value(self.meaning(), self.scope(&normal.free[part], scope), expr);
                        given.push((*slot, self.value(value.map_err(fault)?)));
                    }
                    (*next, self.projected(item, &normal.free[*next], &given))
                }
                Part::Connective(all, list) => match self.connective(item, *all, list)? {
                    Ok(only) => only,
                    Err(resolved) => return Ok(resolved),
                },
                Part::Quantifier(..) | Part::Modality(..) | Part::Unfold(..) => return Ok(Resolved::Open(item)),
            };
        }
    }

    /// A connective after its conditions are decided: what it comes to, or the only part that is left.
    fn connective(&mut self, item: Item, all: bool, list: &[PartId]) -> Result<Result<Item, Resolved>, NoDecision> {
        let normal = self.normal;
        let mut open = None;
        let mut more = false;
        for part in list {
            if !matches!(normal.parts[*part], Part::Constant(_) | Part::Condition(..)) {
                more |= open.is_some();
                open = Some(*part);
                continue;
            }
            let scope = self.projected(item, &normal.free[*part], &[]);
            if self.resolve((*part, scope))? == Resolved::Known(!all) {
                return Ok(Err(Resolved::Known(!all)));
            }
        }
        Ok(match (open, more) {
            (None, _) => Err(Resolved::Known(all)),
            (Some(part), false) => Ok((part, self.projected(item, &normal.free[part], &[]))),
            (Some(_), true) => Err(Resolved::Open(item)),
        })
    }

    /// The moves of a position, with its owner and priority.
    fn expand(&mut self, state: u32, item: Item, moves: &mut Vec<u32>) -> Result<(Player, u32), NoDecision> {
        let normal = self.normal;
        let (owner, priority) = match &normal.parts[item.0] {
            Part::Modality(all, set, next) => {
                let scope = self.projected(item, &normal.free[*next], &[]);
                let after = self.resolve((*next, scope))?;
                self.steps(state, item, *set, after, moves)?;
                (owner(*all), normal.lowest)
            }
            Part::Unfold(priority, next) => {
                let scope = self.projected(item, &normal.free[*next], &[]);
                let after = self.resolve((*next, scope))?;
                moves.push(self.end(state, after)?);
                (Player::Prover, *priority)
            }
            Part::Connective(all, _) | Part::Quantifier(all, ..) => {
                self.choices(state, item, *all, moves)?;
                (owner(*all), normal.lowest)
            }
            Part::Constant(_) | Part::Condition(..) | Part::Bind(..) => (Player::Prover, normal.lowest),
        };
        tidy(owner, moves);
        Ok((owner, priority))
    }

    fn end(&mut self, state: u32, after: Resolved) -> Result<u32, NoDecision> {
        match after {
            Resolved::Known(true) => Ok(TRUE),
            Resolved::Known(false) => Ok(FALSE),
            Resolved::Open(item) => self.position(state, item),
        }
    }

    /// Moves along transitions.
    fn steps(
        &mut self,
        state: u32,
        item: Item,
        set: usize,
        after: Resolved,
        moves: &mut Vec<u32>,
    ) -> Result<(), NoDecision> {
        let mut steps = Vec::new();
        self.graph.visit(state, &mut |label, to| steps.push((label, to)));
        let normal = self.normal;
        let scope = self.projected(item, &normal.labels_free[set], &[]);
        for (label, to) in steps {
            if self.contains(set, scope, label)? {
                moves.push(self.end(to, after)?);
            }
        }
        Ok(())
    }

    /// Moves to the parts of a connective or the values of a quantifier; those of the same player inside are taken at once.
    fn choices(&mut self, state: u32, item: Item, all: bool, moves: &mut Vec<u32>) -> Result<(), NoDecision> {
        let normal = self.normal;
        let mut open = vec![item];
        let mut seen: FxHashSet<Item> = FxHashSet::default();
        while let Some(item) = open.pop() {
            let mut next = Vec::new();
            match &normal.parts[item.0] {
                Part::Connective(_, list) => {
                    next.extend(list.iter().map(|part| (*part, self.projected(item, &normal.free[*part], &[]))));
                }
                Part::Quantifier(_, slot, sort, body) => {
                    let domains = self.domains;
                    for value in domains.get(*sort).into_iter().flatten() {
                        let value = self.value(value.clone());
                        next.push((*body, self.projected(item, &normal.free[*body], &[(*slot, value)])));
                    }
                }
                _ => {}
            }
            for item in next {
                match self.resolve(item)? {
                    Resolved::Known(value) if value == all => {}
                    Resolved::Known(_) => {
                        moves.clear();
                        moves.push(if all { FALSE } else { TRUE });
                        return Ok(());
                    }
                    Resolved::Open(item) if !seen.insert(item) => {}
                    Resolved::Open(item) => match &normal.parts[item.0] {
                        Part::Connective(inner, _) | Part::Quantifier(inner, ..) if *inner == all => open.push(item),
                        _ => moves.push(self.position(state, item)?),
                    },
                }
            }
            self.within_limits()?;
        }
        Ok(())
    }

    fn meaning(&self) -> Meaning<'a> {
        Meaning { functions: &self.normal.functions, domains: self.domains }
    }
}

fn owner(all: bool) -> Player {
    if all { Player::Refuter } else { Player::Prover }
}

/// Leaves a move that wins at once alone, and takes moves away that lose at once, unless there is no other.
fn tidy(owner: Player, moves: &mut Vec<u32>) {
    let (good, bad) = if owner == Player::Prover { (TRUE, FALSE) } else { (FALSE, TRUE) };
    moves.sort_unstable();
    moves.dedup();
    if moves.contains(&good) {
        moves.clear();
        moves.push(good);
        return;
    }
    moves.retain(|to| *to != bad);
    if moves.is_empty() {
        moves.push(bad);
    }
}

pub fn fault(fault: Fault) -> NoDecision {
    NoDecision::Wrong(Box::new(Diagnostic::at(codes::BAD_DATA, fault.span, fault.words, "has no value")))
}
