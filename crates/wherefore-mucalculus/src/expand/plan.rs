//! What an item comes to at every state: who moves, with which priority, and where to.

use super::{Expansion, Item, fault, owner};
use crate::data::evaluate;
use crate::decide::NoDecision;
use crate::game::Player;
use crate::normal::{Part, PartId};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// How many fixpoints that follow each other at once are joined. There may be no end of them: `nu X(n: Nat = 0) . X(n + 1)`.
const MOST_JOINED: usize = 16;
/// Bytes that an item takes, without the items that it leads to.
const ITEM: u64 = 120;

/// A part before anything is chosen: its value, or the number of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    Known(bool),
    Open(u32),
}

/// A part before anything is chosen, as in [`Resolved`], where an item has no number yet.
enum Came {
    To(bool),
    Open(Item),
}

/// The moves at a position.
#[derive(Clone, Copy, Debug)]
pub enum Moves {
    /// There is nothing to choose: the value.
    Over(bool),
    /// Along transitions with a label of a set, to what follows.
    Steps { set: u32, after: Resolved },
    /// To items at the same state: a range of those that are chosen among.
    Here { begin: u32, end: u32 },
}

/// What an item comes to.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub owner: Player,
    pub priority: u32,
    pub moves: Moves,
}

/// The items that were met, with what they come to as far as somebody asked.
#[derive(Default)]
pub struct Plans {
    items: IndexSet<(u32, u32), FxBuildHasher>,
    plans: Vec<Option<Plan>>,
    /// Items that positions lead to at their own state, those of one item side by side.
    chosen: Vec<u32>,
}

impl Plans {
    fn item(&mut self, (part, scope): Item) -> u32 {
        self.items.insert_full((part as u32, scope)).0 as u32
    }

    pub fn known(&self, item: u32) -> Option<Plan> {
        self.plans.get(item as usize).copied().flatten()
    }

    fn part(&self, item: u32) -> Item {
        self.items.get_index(item as usize).map_or((0, 0), |(part, scope)| (*part as usize, *scope))
    }

    /// How many items there are.
    pub fn count(&self) -> usize {
        self.items.len()
    }

    pub fn chosen(&self, at: u32) -> u32 {
        self.chosen[at as usize]
    }

    pub fn bytes(&self) -> u64 {
        self.items.len() as u64 * ITEM + self.chosen.len() as u64 * 4
    }
}

impl Expansion<'_> {
    /// What an item comes to.
    pub(super) fn plan(&mut self, item: u32) -> Result<Plan, NoDecision> {
        if let Some(known) = self.plans.known(item) {
            return Ok(known);
        }
        let plan = self.planned(self.plans.part(item))?;
        let place = item as usize;
        if self.plans.plans.len() <= place {
            self.plans.plans.resize(place + 1, None);
        }
        self.plans.plans[place] = Some(plan);
        Ok(plan)
    }

    /// Joins fixpoints with what follows them: of their priorities the smallest counts.
    fn planned(&mut self, mut item: Item) -> Result<Plan, NoDecision> {
        let normal = self.normal;
        let mut priority = normal.lowest;
        for _ in 0..MOST_JOINED {
            let (owner, moves) = match &normal.parts[item.0] {
                Part::Unfold(own, next) => {
                    priority = priority.min(*own);
                    let scope = self.projected(item, &normal.free[*next], &[]);
                    match self.come((*next, scope))? {
                        Came::Open(next) => {
                            item = next;
                            continue;
                        }
                        Came::To(value) => (Player::Prover, Moves::Over(value)),
                    }
                }
                Part::Modality(all, set, next) => {
                    let scope = self.projected(item, &normal.free[*next], &[]);
                    let after = self.resolve((*next, scope))?;
                    let scope = self.projected(item, &normal.labels_free[*set], &[]);
                    (owner(*all), Moves::Steps { set: self.set(*set, scope), after })
                }
                Part::Connective(all, _) | Part::Quantifier(all, ..) => (owner(*all), self.choices(item, *all)?),
                Part::Constant(_) | Part::Condition(..) | Part::Bind(..) => (Player::Prover, Moves::Over(true)),
            };
            return Ok(Plan { owner, priority, moves });
        }
        let next = self.plans.item(item);
        Ok(Plan { owner: Player::Prover, priority, moves: self.here(&[next])? })
    }

    fn here(&mut self, items: &[u32]) -> Result<Moves, NoDecision> {
        let begin = u32::try_from(self.plans.chosen.len());
        self.plans.chosen.extend_from_slice(items);
        let end = u32::try_from(self.plans.chosen.len());
        match (begin, end) {
            (Ok(begin), Ok(end)) => Ok(Moves::Here { begin, end }),
            _ => Err(self.too_large()),
        }
    }

    /// Decides conditions and binds values until there is something to choose.
    pub(super) fn resolve(&mut self, item: Item) -> Result<Resolved, NoDecision> {
        Ok(match self.come(item)? {
            Came::To(value) => Resolved::Known(value),
            Came::Open(item) => Resolved::Open(self.plans.item(item)),
        })
    }

    fn come(&mut self, mut item: Item) -> Result<Came, NoDecision> {
        loop {
            let normal = self.normal;
            let (part, scope) = item;
            item = match &normal.parts[part] {
                Part::Constant(value) => return Ok(Came::To(*value)),
                Part::Condition(expr, wanted) => {
                    let truth = evaluate::truth(self.meaning(), self.scope(&normal.free[part], scope), expr);
                    return Ok(Came::To(truth.map_err(fault)? == *wanted));
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
                    Err(came) => return Ok(came),
                },
                Part::Quantifier(..) | Part::Modality(..) | Part::Unfold(..) => return Ok(Came::Open(item)),
            };
        }
    }

    /// A connective after its conditions are decided: what it comes to, or the only part that is left.
    fn connective(&mut self, item: Item, all: bool, list: &[PartId]) -> Result<Result<Item, Came>, NoDecision> {
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
            if matches!(self.come((*part, scope))?, Came::To(value) if value != all) {
                return Ok(Err(Came::To(!all)));
            }
        }
        Ok(match (open, more) {
            (None, _) => Err(Came::To(all)),
            (Some(part), false) => Ok((part, self.projected(item, &normal.free[part], &[]))),
            (Some(_), true) => Err(Came::Open(item)),
        })
    }

    /// The parts of a connective or the values of a quantifier; those of the same player inside are taken at once.
    fn choices(&mut self, item: Item, all: bool) -> Result<Moves, NoDecision> {
        let normal = self.normal;
        let (mut open, mut found) = (vec![item], Vec::new());
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
                match self.come(item)? {
                    Came::To(value) if value == all => {}
                    Came::To(value) => return Ok(Moves::Over(value)),
                    Came::Open(item) if !seen.insert(item) => {}
                    Came::Open(item) => match &normal.parts[item.0] {
                        Part::Connective(inner, _) | Part::Quantifier(inner, ..) if *inner == all => open.push(item),
                        _ => found.push(self.plans.item(item)),
                    },
                }
            }
            self.within_limits()?;
        }
        if found.is_empty() { Ok(Moves::Over(all)) } else { self.here(&found) }
    }
}
