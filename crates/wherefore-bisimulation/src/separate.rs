//! A formula that tells two blocks of a refinement apart, out of the round that parted them (Cleaveland 1991, Korver 1992).
//!
//! Two parts of a block differ by an entry of their signatures: states of the one part can do `a` into a block `C`, after hidden steps
//! inside the block where these count for nothing, and states of the other cannot. The formula says so: `a` leads to a state that is
//! none of those to which `a` leads from the other part, and on the way there the block is not left in a way that the other part can
//! leave it. Blocks of earlier rounds are told apart in the same way, so a formula is nested no deeper than there were rounds; without
//! hidden steps that is as little as any formula can do with. The smallest formula of that depth is hard to find (it is NP-hard); of
//! several entries the one with the smallest formula is taken.

use crate::formula::{Formula, FormulaId, Formulas};
use crate::graph::HIDDEN;
use crate::partition::Partition;
use crate::refine::{Entry, FOR_EVER, Subject};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Entries that are tried of two signatures that differ in many.
const MOST_TRIED: usize = 6;
/// Pairs of blocks that are told apart before only the first entry of a pair is tried.
const MANY_PAIRS: usize = 5_000;
/// Pairs of blocks after which there is no formula.
const MOST_PAIRS: usize = 200_000;
/// The most rounds that a formula is made for.
const MOST_ROUNDS: u32 = 20_000;

/// The formula of two states that are in different blocks; none if it would be too large.
pub fn separate(
    subject: Subject<'_>,
    partition: &Partition,
    (first, second): (u32, u32),
    formulas: &mut Formulas,
) -> Option<FormulaId> {
    let (one, two) = (partition.at(first, u32::MAX), partition.at(second, u32::MAX));
    let mut search =
        Search { subject, partition, formulas, known: FxHashMap::default(), signatures: FxHashMap::default() };
    search.apart(one, two)
}

struct Search<'s> {
    subject: Subject<'s>,
    partition: &'s Partition,
    formulas: &'s mut Formulas,
    known: FxHashMap<(u32, u32), FormulaId>,
    signatures: FxHashMap<u32, Rc<BTreeSet<Entry>>>,
}

impl Search<'_> {
    /// A formula that holds in all states of the first block and in none of the second.
    fn apart(&mut self, one: u32, two: u32) -> Option<FormulaId> {
        let pair = self.partition.parting(one, two);
        if let Some(known) = self.known.get(&pair) {
            return Some(*known);
        }
        if self.known.len() > MOST_PAIRS || self.partition.node(pair.0).level > MOST_ROUNDS {
            return None;
        }
        let found = stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.best(pair.0, pair.1))?;
        self.known.insert(pair, found);
        Some(found)
    }

    /// The smallest formula that an entry gives of one part and not of the other.
    fn best(&mut self, one: u32, two: u32) -> Option<FormulaId> {
        let (mine, others) = (self.signature(one), self.signature(two));
        let lacking = |from: &BTreeSet<Entry>, of: &BTreeSet<Entry>, is_mine: bool| {
            from.difference(of).map(|entry| (rivals(of, entry.0), !is_mine, *entry)).collect::<Vec<_>>()
        };
        let mut entries = lacking(&mine, &others, true);
        entries.extend(lacking(&others, &mine, false));
        // Entries whose label the other part does not have at all need no further formula.
        entries.sort_unstable();
        let tried = if self.known.len() > MANY_PAIRS { 1 } else { MOST_TRIED };
        let mut best: Option<FormulaId> = None;
        for (rivals, is_others, entry) in entries.into_iter().take(tried) {
            if rivals > 0 && best.is_some_and(|best| self.formulas.size(best) <= 2) {
                break;
            }
            let found = match is_others {
                false => self.says(one, entry, &others)?,
                true => {
                    let positive = self.says(two, entry, &mine)?;
                    self.formulas.not(positive)
                }
            };
            if best.is_none_or(|best| self.formulas.size(found) < self.formulas.size(best)) {
                best = Some(found);
            }
        }
        best
    }

    /// Formula: a part has this entry, in a way that states with the other signature do not satisfy.
    fn says(&mut self, part: u32, (label, block): Entry, others: &BTreeSet<Entry>) -> Option<FormulaId> {
        let whole = self.partition.node(part).parent;
        let is_branching = self.subject.may_be_inert(HIDDEN);
        let leaves = || others.iter().filter(|entry| entry.0 == HIDDEN).map(|entry| entry.1);
        let meanwhile = if is_branching { self.none_of(whole, leaves())? } else { Formulas::TRUE };
        if label == FOR_EVER {
            return Some(self.formulas.add(Formula::ForEver(meanwhile)));
        }
        let reached = others.iter().filter(|entry| entry.0 == label).map(|entry| entry.1);
        let stays = (is_branching && label == HIDDEN).then_some(whole);
        let then = self.none_of(block, reached.chain(stays))?;
        Some(self.formulas.add(match is_branching {
            true => Formula::Until { meanwhile, label, then },
            false => Formula::Next(label, then),
        }))
    }

    /// A formula that holds in all states of a block and in none of the others.
    fn none_of(&mut self, block: u32, others: impl Iterator<Item = u32>) -> Option<FormulaId> {
        let others: Vec<u32> = others.collect();
        let parts = others.into_iter().map(|other| self.apart(block, other)).collect::<Option<Vec<_>>>()?;
        Some(self.formulas.all(parts))
    }

    /// The signature by which a part was split off, over the blocks of the round before.
    fn signature(&mut self, part: u32) -> Rc<BTreeSet<Entry>> {
        if let Some(known) = self.signatures.get(&part) {
            return known.clone();
        }
        let node = self.partition.node(part);
        let level = node.level.saturating_sub(1);
        let whole = self.partition.at(node.state, level);
        let mut found = BTreeSet::new();
        let (mut seen, mut open) = (FxHashSet::from_iter([node.state]), vec![node.state]);
        while let Some(state) = open.pop() {
            if self.subject.diverges(state) {
                found.insert((FOR_EVER, 0));
            }
            for step in self.subject.graph().steps(state) {
                let to = self.partition.at(step.to, level);
                if !self.subject.may_be_inert(step.label) || to != whole {
                    found.insert((step.label, to));
                } else if seen.insert(step.to) {
                    open.push(step.to);
                }
            }
        }
        let found = Rc::new(found);
        self.signatures.insert(part, found.clone());
        found
    }
}

/// How many entries have a label.
fn rivals(signature: &BTreeSet<Entry>, label: u32) -> usize {
    signature.range((label, 0)..=(label, u32::MAX)).count()
}
