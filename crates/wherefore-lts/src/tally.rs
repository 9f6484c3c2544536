//! The numbers of a counterexample LTS, counted in one sweep that also checks the passes again.
//!
//! The counterexample LTS has the live product states and the neutral and incorrect moves between them. Where the formula
//! itself goes on after a violation, as those do that end in `true*`, so does the counterexample LTS. The same sweep finds
//! the neighbourhoods and looks for breaches: a move that leaves the reachable states, enters the live ones or the
//! returning ones from outside, or a violation that is not live, is a mistake of a pass. Without one, no failing run was
//! missed: the sets are at least as large as they must be. That they are not larger is not checked here, and where a run
//! can wait for ever for an action is taken over from its pass.

use crate::moves::{Direction, Moves};
use crate::neighbourhood::Kind;
use crate::passes::Passes;
use crate::product::Product;
use crate::route::{Interrupted, Kernel, Route, Spread};
use crate::row::Row;
use crate::set::{FieldLayout, Set, ones};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a label is on moves of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Moves that avoid the failure.
    pub correct: u64,
    /// Moves after which it cannot be avoided any more.
    pub incorrect: u64,
    /// Moves that leave both open.
    pub neutral: u64,
    /// The incorrect ones that leave a neighbourhood: where the failure is sealed.
    pub sealing: u64,
}

impl Uses {
    fn read(counts: &[u64]) -> Uses {
        Uses {
            correct: counts[CORRECT],
            incorrect: counts[INCORRECT],
            neutral: counts[NEUTRAL],
            sealing: counts[SEALING],
        }
    }

    fn plus(self, more: &Uses) -> Uses {
        Uses {
            correct: self.correct + more.correct,
            incorrect: self.incorrect + more.incorrect,
            neutral: self.neutral + more.neutral,
            sealing: self.sealing + more.sealing,
        }
    }
}

/// The numbers of a counterexample LTS.
#[derive(Debug)]
pub struct Tally {
    /// Its states.
    pub states: u64,
    /// Its transitions.
    pub transitions: u64,
    /// Its transitions up to the violation, and the correct moves that leave it.
    pub uses: Uses,
    /// The incorrect ones after which the failure comes in any case, not only in fair runs; for safety properties.
    pub inevitable: Option<u64>,
    /// Neighbourhoods by kind: cn, in, ci, cin.
    pub neighbourhoods: [u64; 4],
    /// Neighbourhoods where one label both avoids the failure and seals it.
    pub unobservable: u64,
    /// By label.
    pub labels: Vec<Uses>,
    /// The neighbourhoods.
    pub set: Set,
}

/// Where the counters are: first single ones, then those of each label.
const INEVITABLE: usize = 0;
const KINDS: usize = 1;
const UNOBSERVABLE: usize = 5;
const BREACHES: usize = 6;
const LABELS: usize = 7;
/// Where those of a label are.
const CORRECT: usize = 0;
const INCORRECT: usize = 1;
const NEUTRAL: usize = 2;
const SEALING: usize = 3;
const EACH: usize = 4;

impl Tally {
    /// Counts, and checks the passes.
    pub fn count(route: &impl Route, product: &Product, passes: &Passes) -> Result<Tally, Interrupted> {
        let kernel = Counting::new(product, passes, route.labels().len());
        let counts = route.sweep(Some(&passes.reachable.set), &kernel)?;
        if counts[BREACHES] > 0 || !passes.reachable.set.contains(product.initial, 0) {
            return Err(Interrupted::Refuted("the passes were checked and contradict each other".to_owned()));
        }
        let labels: Vec<Uses> = counts[LABELS..].chunks_exact(EACH).map(Uses::read).collect();
        let uses = labels.iter().fold(Uses::default(), |sum, uses| sum.plus(uses));
        let after = After::count(route, product, passes)?;
        Ok(Tally {
            states: passes.live.set.count() + after.states,
            transitions: uses.incorrect + uses.neutral + after.transitions,
            uses,
            inevitable: passes.inevitable.as_ref().filter(|_| product.is_safety()).map(|_| counts[INEVITABLE]),
            neighbourhoods: std::array::from_fn(|kind| counts[KINDS + kind]),
            unobservable: counts[UNOBSERVABLE],
            labels,
            set: kernel.neighbourhoods,
        })
    }
}

struct Counting<'a> {
    product: &'a Product,
    passes: &'a Passes,
    labels: usize,
    neighbourhoods: Set,
}

/// Tags of the moves of one part of a state.
#[derive(Default)]
struct Tags {
    correct: u64,
    incorrect: u64,
    neutral: u64,
    /// How many of the incorrect ones lead to an inevitable failure.
    inevitable: u32,
}

impl<'a> Counting<'a> {
    fn new(product: &'a Product, passes: &'a Passes, labels: usize) -> Counting<'a> {
        Counting { product, passes, labels, neighbourhoods: Set::new(product.shape) }
    }

    /// The bits of a part that are expanded: all but the bad state.
    fn expanded(&self, part: usize) -> u64 {
        match self.product.automaton.bad() {
            Some(bad) if bad as usize / 64 == part => !(1 << (bad % 64)),
            _ => u64::MAX,
        }
    }

    /// The bits of a part that are in one set but not in the one that must contain it: violations are live, whatever is in
    /// the bad state is a violation and does not return, returning states are live.
    fn outside(&self, state: u32, part: usize) -> u64 {
        let (passes, bad) = (self.passes, !self.expanded(part));
        let part = |set: &Set| set.part(state, part);
        let (live, violated) = (part(&passes.live.set), part(&passes.violated));
        let (returning, reachable) = (part(&passes.returning), part(&passes.reachable.set));
        (violated | returning) & !live | reachable & bad & !violated | returning & bad
    }

    /// The reachable bits of a part that must not end here and do, but are no violations.
    fn overlooked(&self, state: u32, part: usize, row: Row<'_>) -> u64 {
        if !row.is_empty() {
            return 0;
        }
        let candidates = self.passes.reachable.set.part(state, part) & !self.passes.violated.part(state, part);
        let ends = |bit: &u32| self.product.automaton.on_deadlock(part as u32 * 64 + bit);
        ones(candidates).filter(ends).fold(0, |found, bit| found | 1 << bit)
    }

    /// Tags and counts the moves of a part.
    fn part(&self, state: u32, part: usize, row: Row<'_>, counts: &mut [u64]) {
        let (moves, passes, shape) = (&self.product.moves, self.passes, self.product.shape);
        let expanded = self.expanded(part);
        let reachable = passes.reachable.set.part(state, part) & expanded;
        if reachable == 0 {
            return;
        }
        let live = passes.live.set.part(state, part) & expanded;
        let returning = passes.returning.part(state, part);
        let eligible = self.eligible(state, part);
        let (mut tags, mut breaches) = (Tags::default(), 0);
        row.each(|label, end| {
            let into = |set: &Set| moves.entering(label, part, reachable, |p| set.at(shape.spot(end, p)));
            let to_live = into(&passes.live.set);
            let to_returning = if to_live == 0 { 0 } else { into(&passes.returning) };
            let (correct, incorrect, neutral) = (live & !to_live, live & to_live & !to_returning, live & to_returning);
            let here = shape.spot(end, 0);
            let same = shape.parts() == 1 && passes.reachable.set.at(here) == passes.live.set.at(here);
            let followed = if same { to_live } else { into(&passes.reachable.set) };
            let missed = moves.defined(label, part) & reachable & !followed;
            breaches |= missed | to_live & !live | (to_returning | correct) & !returning;
            if live != 0 {
                let counts = &mut counts[LABELS + EACH * label as usize..][..EACH];
                counts[NEUTRAL] += population(neutral);
                if correct | incorrect != 0 {
                    counts[CORRECT] += u64::from(correct.count_ones());
                    counts[INCORRECT] += u64::from(incorrect.count_ones());
                    counts[SEALING] += u64::from((incorrect & eligible).count_ones());
                    tags.correct |= correct;
                    tags.incorrect |= incorrect;
                    tags.inevitable += passes.inevitable.as_ref().map_or(0, |set| (incorrect & into(set)).count_ones());
                }
                tags.neutral |= neutral;
            }
        });
        counts[BREACHES] += u64::from(breaches.count_ones());
        counts[INEVITABLE] += u64::from(tags.inevitable);
        self.neighbourhood(state, part, row, &tags, counts);
    }

    /// The bits of a part that are neighbourhoods if they have a move out of the returning states.
    fn eligible(&self, state: u32, part: usize) -> u64 {
        let initial = state == self.product.initial && part == 0;
        self.passes.returning.part(state, part) | u64::from(initial)
    }

    fn neighbourhood(&self, state: u32, part: usize, row: Row<'_>, tags: &Tags, counts: &mut [u64]) {
        let found = self.eligible(state, part) & (tags.correct | tags.incorrect);
        if found == 0 {
            return;
        }
        self.neighbourhoods.add(state, part, found);
        for kind in Kind::ALL {
            let of_kind = found & kind.select(tags.correct, tags.incorrect, tags.neutral);
            counts[KINDS + kind as usize] += u64::from(of_kind.count_ones());
        }
        let both = found & tags.correct & tags.incorrect;
        if both != 0 {
            counts[UNOBSERVABLE] += u64::from(self.unobservable(part, row, both).count_ones());
        }
    }

    /// The bits of `bits` where one label is both on a correct and on an incorrect move.
    fn unobservable(&self, part: usize, row: Row<'_>, bits: u64) -> u64 {
        let (moves, passes) = (&self.product.moves, self.passes);
        let mut seen: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        row.each(|label, end| {
            let into = |set: &Set| moves.entering(label, part, bits, |p| set.part(end, p));
            let live = into(&passes.live.set);
            let (correct, incorrect) = (bits & !live, live & !into(&passes.returning));
            if correct | incorrect == 0 {
                return;
            }
            let (before, behind) = seen.entry(label).or_default();
            (*before, *behind) = (*before | correct, *behind | incorrect);
        });
        seen.values().fold(0, |found, (correct, incorrect)| found | correct & incorrect)
    }
}

/// How many bits are set. A table, because not every processor that this is compiled for has an instruction for it.
#[inline(always)]
fn population(bits: u64) -> u64 {
    const SMALL: [u8; 256] = {
        let mut counts = [0; 256];
        let mut byte = 1;
        while byte < 256 {
            counts[byte] = counts[byte >> 1] + (byte & 1) as u8;
            byte += 1;
        }
        counts
    };
    if bits < 256 { SMALL[bits as usize].into() } else { bits.count_ones().into() }
}

impl Kernel for Counting<'_> {
    fn counters(&self) -> usize {
        LABELS + EACH * self.labels
    }

    fn visit(&self, state: u32, row: Row<'_>, counts: &mut [u64]) {
        for part in 0..self.product.shape.parts() {
            counts[BREACHES] += u64::from((self.outside(state, part) | self.overlooked(state, part, row)).count_ones());
            self.part(state, part, row, counts);
        }
    }

    fn marks(&self) -> Option<&Set> {
        Some(&self.neighbourhoods)
    }
}

/// Addition to the counterexample LTS by a formula that goes on after the violation.
#[derive(Default)]
struct After {
    states: u64,
    transitions: u64,
}

impl After {
    fn count(route: &impl Route, product: &Product, passes: &Passes) -> Result<After, Interrupted> {
        let Some(bad) = product.automaton.bad().filter(|_| product.automaton.closed()) else {
            return Ok(After::default());
        };
        let first = Set::new(FieldLayout::new(product.shape.states(), 1));
        passes.violated.iter().filter(|(_, q)| *q == bad).for_each(|(s, _)| first.insert(s, 0));
        let counted = first.count();
        let all = route.spread(&Spread {
            moves: Arc::new(Moves::along(&vec![true; route.labels().len()])),
            direction: Direction::Forward,
            from: Arc::new(first),
            within: None,
            limit: None,
            levels: false,
        })?;
        let transitions = route.sweep(Some(&all.set), &Degrees)?[0];
        Ok(After { states: all.set.count() - counted, transitions })
    }
}

/// Counts transitions.
struct Degrees;

impl Kernel for Degrees {
    fn counters(&self) -> usize {
        1
    }

    fn visit(&self, _: u32, row: Row<'_>, counts: &mut [u64]) {
        counts[0] += row.len() as u64;
    }
}
