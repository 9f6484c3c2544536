//! Neighbourhoods: the states where a choice decides between failing and not failing.
//!
//! A live state from which the failure can still be avoided, or the initial one, with a move that leaves the returning
//! states. Its kind says which tags its moves have. Every counterexample passes through a neighbourhood; the last one on
//! its way is the point of no return.

use crate::moves::Direction;
use crate::passes::Passes;
use crate::product::Product;
use crate::route::{Interrupted, Route, Rows};
use crate::row::Edge;
use rayon::prelude::*;

/// Kinds of moves in a neighbourhood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Correct ones, none that is incorrect.
    Cn,
    /// Incorrect ones, none that is correct.
    In,
    /// Correct and incorrect ones, none that is neutral.
    Ci,
    /// All three.
    Cin,
}

impl Kind {
    /// In the order of reports.
    pub const ALL: [Kind; 4] = [Kind::Cn, Kind::In, Kind::Ci, Kind::Cin];

    /// As reports spell it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Cn => "cn",
            Kind::In => "in",
            Kind::Ci => "ci",
            Kind::Cin => "cin",
        }
    }

    /// The bits of this kind, given those with a move of each tag.
    pub fn select(self, correct: u64, incorrect: u64, neutral: u64) -> u64 {
        match self {
            Kind::Cn => correct & !incorrect,
            Kind::In => incorrect & !correct,
            Kind::Ci => correct & incorrect & !neutral,
            Kind::Cin => correct & incorrect & neutral,
        }
    }
}

/// Meaning of a move for the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tag {
    /// The move avoids the failure.
    Correct,
    /// The failure cannot be avoided any more.
    Incorrect,
    /// The failure can still happen and still be avoided.
    Neutral,
}

/// A move at a product state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The transition.
    pub edge: Edge,
    /// The automaton state that it leads to; none if the property cannot fail any more.
    pub inner: Option<u32>,
    /// Meaning of the move.
    pub tag: Tag,
    /// For an incorrect one: whether the failure comes in any case, not only in fair runs; of a property that is not about safety
    /// only that it does is known.
    pub inevitable: Option<bool>,
}

/// A product state with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedState {
    /// The state of the graph.
    pub state: u32,
    /// The state of the automaton.
    pub inner: u32,
    /// Its moves, by label and target.
    pub choices: Vec<Choice>,
    /// Kind of neighbourhood, if it is one.
    pub kind: Option<Kind>,
}

impl TaggedState {
    /// The labels that both avoid the failure and seal it.
    pub fn unobservable(&self) -> Vec<u32> {
        let groups = self.choices.chunk_by(|a, b| a.edge.label == b.edge.label);
        let both = groups.filter(|g| [Tag::Correct, Tag::Incorrect].iter().all(|t| g.iter().any(|c| c.tag == *t)));
        both.map(|g| g[0].edge.label).collect()
    }
}

/// The moves of live product states.
pub fn places(
    route: &impl Route,
    product: &Product,
    passes: &Passes,
    states: &[(u32, u32)],
) -> Result<Vec<TaggedState>, Interrupted> {
    let rows = Rows::of(route, Direction::Forward, states.iter().map(|(s, _)| *s))?;
    Ok(states.par_iter().map(|(s, q)| place(product, passes, *s, *q, rows.get(*s))).collect())
}

fn place(product: &Product, passes: &Passes, state: u32, inner: u32, row: &[Edge]) -> TaggedState {
    let expanded = product.automaton.bad() != Some(inner);
    let choices: Vec<Choice> = row.iter().filter(|_| expanded).map(|e| choice(product, passes, inner, *e)).collect();
    let has = |tag| u64::from(choices.iter().any(|c| c.tag == tag));
    let (correct, incorrect, neutral) = (has(Tag::Correct), has(Tag::Incorrect), has(Tag::Neutral));
    let eligible = passes.returning.contains(state, inner) || (state, inner) == (product.initial, 0);
    let kind = Kind::ALL.into_iter().find(|k| eligible && k.select(correct, incorrect, neutral) == 1);
    TaggedState { state, inner, choices, kind }
}

fn choice(product: &Product, passes: &Passes, inner: u32, edge: Edge) -> Choice {
    let to = product.moves.step(inner, edge.label);
    let tag = match to {
        Some(q) if passes.returning.contains(edge.end, q) => Tag::Neutral,
        Some(q) if passes.live.set.contains(edge.end, q) => Tag::Incorrect,
        _ => Tag::Correct,
    };
    let doomed = to.zip(passes.inevitable.as_ref()).map(|(q, set)| set.contains(edge.end, q));
    // A fair run may come to no end where runs fail by going on for ever.
    let known = |doomed: &bool| tag == Tag::Incorrect && (*doomed || product.is_safety());
    Choice { edge, inner: to, tag, inevitable: doomed.filter(known) }
}
