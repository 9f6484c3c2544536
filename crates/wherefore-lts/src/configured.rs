//! A product that is given instead of computed: configurations of runs, and what transitions make of them.
//!
//! Where a formula is decided without an automaton, somebody else knows how runs stand to it. What they know is a graph of its own: its
//! states are configurations, and behind a transition that rules the failure out there is a state for the state of the model, from which
//! nothing leads on. With an automaton of one state it is a product like any other, and everything that is asked of products can be
//! asked of it.

use crate::automaton::Automaton;
use crate::csr::{Csr, Half};
use crate::labels::{Column, Labels};
use crate::memory::Memory;
use crate::moves::Moves;
use crate::passes::Passes;
use crate::product::{Ended, Product};
use crate::route::{Interrupted, Size};
use crate::row::Edge;
use crate::set::{FieldLayout, Set};
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_stop::Stop;

/// A configuration of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// The state of the model.
    pub state: u32,
    /// Label and state of each transition, and the configuration behind it; none if the transition rules the failure out.
    pub moves: Vec<(u32, u32, Option<usize>)>,
    /// How runs fail here, if they do.
    pub failure: Option<Failure>,
}

/// How runs fail in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// By the actions that led there. Nothing leads on.
    Broken,
    /// By the state. Nothing leads on.
    Settled,
    /// By going on for ever, with this one of the steps that are given for that.
    Endless(usize),
}

/// A step of a run that fails by going on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onward {
    /// The label.
    pub label: u32,
    /// The state of the model behind it.
    pub state: u32,
    /// The step after it.
    pub next: usize,
}

/// Configurations as a graph.
#[derive(Debug)]
pub struct Configured {
    graph: Arc<Csr>,
    /// The state of the model that each state stands for.
    origin: Vec<u32>,
    /// The states in which runs fail, ascending.
    failing: Vec<(u32, Failure)>,
    onward: Vec<Onward>,
}

impl Configured {
    /// The graph of configurations, of which the first is that of the initial state, and steps of runs that go on for ever.
    ///
    /// States are numbered in the order of the states of the model, so that among equally short ways the same one is taken as in the
    /// model.
    pub fn new(labels: &Labels, all: &[Configuration], onward: Vec<Onward>) -> Configured {
        let avoided = all.iter().flat_map(|c| &c.moves).filter(|(.., next)| next.is_none()).map(|(_, state, _)| *state);
        let mut order: Vec<(u32, usize)> = all.iter().zip(0..).map(|(c, at)| (c.state, at)).collect();
        order.extend(avoided.map(|state| (state, all.len())));
        order.sort_unstable();
        order.dedup();
        let mut numbers = vec![0; all.len()];
        for ((_, at), number) in order.iter().zip(0..) {
            if let Some(entry) = numbers.get_mut(*at) {
                *entry = number;
            }
        }
        let number = |state: u32, next: Option<usize>| match next {
            Some(at) => numbers[at],
            None => order.binary_search(&(state, all.len())).unwrap_or_default() as u32,
        };
        let (mut offsets, mut ends, mut column) = (vec![0], Vec::new(), Vec::new());
        for (_, at) in &order {
            let moves = all.get(*at).map_or(&[][..], |c| &c.moves);
            let mut row: Vec<(u32, u32)> = moves.iter().map(|(l, state, next)| (*l, number(*state, *next))).collect();
            row.sort_unstable();
            ends.extend(row.iter().map(|(_, end)| *end));
            column.extend(row.iter().map(|(label, _)| *label));
            offsets.push(ends.len() as u32);
        }
        let mut own = Column::default();
        own.extend(column.into_iter(), labels.len());
        let out = Half { offsets, ends, labels: own };
        let initial = numbers.first().copied().unwrap_or_default();
        let failing = order.iter().zip(0..).filter_map(|((_, at), number)| Some((number, all.get(*at)?.failure?)));
        let failing = failing.collect();
        let origin = order.iter().map(|(state, _)| *state).collect();
        Configured { graph: Arc::new(Csr::new(initial, labels.clone(), out)), origin, failing, onward }
    }

    /// The graph.
    pub fn route(&self, stop: &Stop) -> Memory {
        Memory::new(self.graph.clone(), stop.clone())
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        let (states, transitions) = (self.graph.states(), self.graph.transitions() as u64);
        Size { states, transitions, initial: self.graph.initial }
    }

    /// The state of the model that a state stands for.
    pub fn origin(&self, state: u32) -> u32 {
        self.origin.get(state as usize).copied().unwrap_or_default()
    }

    /// The states that stand for a state of the model.
    pub fn of_origin(&self, state: u32) -> std::ops::Range<u32> {
        let bound = |state: u32| self.origin.partition_point(|origin| *origin < state) as u32;
        bound(state)..state.checked_add(1).map_or(self.origin.len() as u32, bound)
    }

    /// How runs fail in a state, if they do.
    pub fn failure(&self, state: u32) -> Option<Failure> {
        let place = self.failing.binary_search_by_key(&state, |(at, _)| *at).ok()?;
        self.failing.get(place).map(|(_, failure)| *failure)
    }

    /// The states that break the property by themselves.
    pub fn settled(&self) -> impl Iterator<Item = u32> {
        let settled = self.failing.iter().filter(|(_, failure)| *failure == Failure::Settled);
        settled.map(|(state, _)| *state)
    }

    /// Whether the property has failed for good in a state.
    pub fn is_over(&self, state: u32) -> bool {
        matches!(self.failure(state), Some(Failure::Broken | Failure::Settled))
    }

    /// Where a transition of the model leads; none if a state has no such transition.
    pub fn step(&self, from: u32, label: u32, state: u32) -> Option<u32> {
        let mut found = None;
        self.graph.out.visit(from, |own, end| {
            if (own, self.origin(end)) == (label, state) {
                found = found.or(Some(end));
            }
        });
        found
    }

    /// How a run goes on that fails in a state by going on for ever: the steps, and after how many of them it is where the last of them
    /// leads. It ends without a loop where the failure is settled on the way.
    pub fn on(&self, state: u32) -> Option<(Vec<Edge>, Option<usize>)> {
        let Some(Failure::Endless(mut at)) = self.failure(state) else { return None };
        let (mut edges, mut from, mut met): (Vec<Edge>, u32, BTreeMap<usize, usize>) =
            (Vec::new(), state, BTreeMap::new());
        loop {
            if let Some(place) = met.insert(at, edges.len()) {
                return Some((edges, Some(place)));
            }
            let step = self.onward.get(at)?;
            let end = self.step(from, step.label, step.state)?;
            edges.push(Edge { label: step.label, end });
            if self.is_over(end) {
                return Some((edges, None));
            }
            (at, from) = (step.next, end);
        }
    }

    fn set(&self, is_in: impl Fn(Failure) -> bool) -> Arc<Set> {
        let set = Set::new(FieldLayout::new(self.graph.states(), 1));
        self.failing.iter().filter(|(_, failure)| is_in(*failure)).for_each(|(state, _)| set.insert(*state, 0));
        Arc::new(set)
    }

    /// The graph of configurations as a product with one state of the automaton.
    pub fn product(&self) -> Product {
        let labels = self.graph.labels.len();
        let is_endless = self.failing.iter().any(|(_, failure)| matches!(failure, Failure::Endless(_)));
        Product {
            automaton: Automaton::single(labels),
            moves: Arc::new(Moves::along(&vec![true; labels])),
            shape: FieldLayout::new(self.graph.states(), 1),
            initial: self.graph.initial,
            ended: Some(Ended { broken: self.set(|failure| failure == Failure::Broken), is_endless }),
        }
    }

    /// The passes over it.
    pub fn passes(&self, route: &Memory, product: &Product) -> Result<Passes, Interrupted> {
        Passes::given(route, product, self.set(|_| true), &self.set(|failure| !matches!(failure, Failure::Endless(_))))
    }
}
