//! Failing runs that have the same in common, with one that stands for them.

use super::choice_point::ChoicePoint;
use super::explanation::Explanation;
use super::flow::Flow;
use super::last_step::LastStep;
use super::scene::Way;
use wherefore_ir::ElementId;
use wherefore_trace::Trace;

/// Result of the search for shorter runs of a class than the one that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shorter {
    /// No shorter run exists.
    Impossible,
    /// None was found; whether there is one is not known.
    NotRuledOut,
}

/// Failing runs with the same key.
#[derive(Clone, Debug)]
pub struct Class {
    /// Stable across runs and edits that leave the key alone: a short hash of level and key.
    pub id: String,
    /// Common part of its runs, in the model's own words: `<t1,t4>`.
    pub key: String,
    /// The parts of the key of a synchronous program, one for each way taken; empty for other models.
    pub parts: Vec<String>,
    /// Keys at every coarser level, coarsest first: final state, last transition, ... ; the path to it in the tree.
    pub path: Vec<String>,
    /// Steps of its representative.
    pub length: u32,
    /// Whether it has a run with fewer.
    pub shorter: Shorter,
    /// How many distinct loop-free runs it has; none if there are too many to count or data is unbounded.
    pub count: Option<u64>,
    /// The id of the class that its representative falls into once its data loops are removed.
    pub derived_from: Option<String>,
    /// The shortest run that was found, replayed. Its steps carry the transition taken into them where it is a single one.
    pub representative: Trace,
    /// How many ticks at the end of that run are left out of it because it is too long.
    pub cut: usize,
    /// The names of the transitions taken into each tick of it, one per region that moved; empty for tick 0.
    pub taken: Vec<Vec<String>>,
    /// The elements of these transitions, guards first where they are written apart: what to quote beside a step.
    pub elements: Vec<Vec<ElementId>>,
    /// Effect of the step that fails, for a run of a state machine that ends there.
    pub last_step: Option<LastStep>,
    /// Why the representative fails.
    pub explanation: Explanation,
    /// Which of its choice_points makes the class.
    pub own: Option<usize>,
    /// How the failure came through the blocks of a synchronous program.
    pub flow: Option<Flow>,
    /// Its way through the picture of the model.
    pub way: Way,
}

impl Class {
    /// A class of which nothing is known but its key and its run, a shortest one.
    pub fn new(id: String, key: String, representative: Trace) -> Class {
        let ticks = representative.len();
        Class {
            id,
            key,
            parts: Vec::new(),
            path: Vec::new(),
            length: ticks.saturating_sub(1) as u32,
            shorter: Shorter::Impossible,
            count: None,
            derived_from: None,
            representative,
            cut: 0,
            taken: vec![Vec::new(); ticks],
            elements: vec![Vec::new(); ticks],
            last_step: None,
            explanation: Explanation::default(),
            own: None,
            flow: None,
            way: Way::default(),
        }
    }

    /// The choices that decide whether its run fails, if they are known.
    pub fn choice_points(&self) -> &[ChoicePoint] {
        self.explanation.choice_points.known().map_or(&[], Vec::as_slice)
    }
}
