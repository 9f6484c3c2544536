//! How to inquire into a labelled transition system, and what comes of it.

use super::level::Level;
use crate::result::evidence_graph::EvidenceGraph;
use wherefore_check::Demand;
use wherefore_ir::System;
use wherefore_ir::actions::Action;
use wherefore_lts::Needs;
use wherefore_lts::automaton::TooLarge;
use wherefore_lts::neighbourhood::Kind;
use wherefore_lts::route::{Interrupted, Route, TooSmall};

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How far to go.
    pub aim: Aim,
    /// How finely neighbourhoods are told apart; none to choose the level that suits them.
    pub level: Option<Level>,
    /// The most classes to list.
    pub max_classes: usize,
    /// Which kinds of neighbourhoods count, for abstraction and as destination.
    pub kinds: Vec<Kind>,
    /// Where the run that is shown leads first.
    pub destination: Destination,
    /// Actions that the run that is shown has, in this order.
    pub pattern: Vec<Action>,
    /// A run to show, if it breaks the property.
    pub given: Option<ExternalRun>,
    /// The picture that is wanted.
    pub picture: Picture,
    /// The most memory for sets of product states, in bytes.
    pub memory: u64,
    /// Policy for an answer that no judge could re-check.
    pub recheck: Demand,
}

impl Settings {
    /// Refuses an automaton whose number of states is too large for sets of product states to fit.
    pub(super) fn afford(&self, route: &impl Route, states: u32) -> Result<(), Interrupted> {
        let needed = Needs::new(route.size(), route.labels().len(), states).sets;
        if needed <= self.memory {
            return Ok(());
        }
        Err(Interrupted::Memory(TooSmall { automaton: states, needed, limit: self.memory }))
    }
}

/// How far an inquiry goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To the verdict, with a run that breaks the property.
    Verdict,
    /// To every choice that decides about the failure.
    Choices,
}

/// Where the run that is shown leads first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a violation.
    Violation,
    /// To a neighbourhood of the kinds that count.
    Neighbourhood,
}

/// A run of the graph that was given instead of found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalRun {
    /// Label and next state of each step.
    pub steps: Vec<(u32, u32)>,
    /// Steps behind its end that only the question has added to the graph.
    pub added: usize,
}

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// No picture.
    None,
    /// Picture of the whole counterexample LTS, if it has at most this number of states.
    Whole(usize),
    /// Picture of the last neighbourhood on the run that is shown.
    Neighbourhood,
    /// Picture of the run that is shown, by its neighbourhoods.
    Abstracted,
    /// Picture of the choices and the runs of all classes, with at most this number of states: see
    /// [`crate::Inquiry::scene`].
    Scene(usize),
}

/// Findings, and the system that their traces speak of.
#[derive(Debug)]
pub struct Findings {
    /// The system.
    pub system: System,
    /// How many ticks at the end of the run that breaks the property are left out of it because it is too long.
    pub cut: usize,
    /// The part of the graph that shows the verdict, of a formula that was decided as a game.
    pub evidence: Option<EvidenceGraph>,
    /// The findings.
    pub findings: crate::Findings,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LtsError {
    /// The automaton of the formula has too many states.
    TooLarge(TooLarge),
    /// The work was interrupted.
    Interrupted(Interrupted),
}

impl std::fmt::Display for LtsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LtsError::TooLarge(error) => write!(f, "{error}"),
            LtsError::Interrupted(why) => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for LtsError {}

impl From<Interrupted> for LtsError {
    fn from(interrupted: Interrupted) -> LtsError {
        LtsError::Interrupted(interrupted)
    }
}
