//! The deterministic automaton of a formula: what a run has done so far, as far as the formula can still fail.
//!
//! The automaton reads the labels of a run. A formula can fail in three ways, and a state says which are possible in it:
//!
//! - The run so far is a violation: the state is [`Automaton::bad`], and stays so. The bad prefixes of `[R] false` are
//!   `L(R).Sigma*`.
//! - The run ends here and must not: [`Automaton::on_deadlock`].
//! - An action that must occur is still waited for: [`Automaton::waits`]. Whether it can be avoided forever is a question
//!   to the system, not to the automaton, so this is no Buchi condition: for each wait there is the set of labels that
//!   keep it open.
//!
//! A state in which none of them can come about any more is dropped; it is "no successor". The construction is the text
//! book's: labels that no predicate distinguishes form one class, Thompson's nondeterministic automaton over predicates,
//! subsets of its states, minimisation by Hopcroft's algorithm. States are numbered in breadth-first order, so equal
//! formulas over equal labels give equal automata.

mod alphabet;
mod minimise;
mod nfa;
mod pattern;
mod subset;

pub use pattern::Patterned;

use alphabet::Alphabet;
use nfa::Nfa;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use wherefore_ir::actions::{Action, Formula};

/// Most states that an automaton may have.
pub const MOST_STATES: u32 = 65_535;

/// The minimal deterministic automaton of a formula over the labels of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The class of each label.
    class_of: Vec<u32>,
    classes: u32,
    /// Successors by state, then by class.
    next: Vec<Option<u32>>,
    bad: Option<u32>,
    on_deadlock: Vec<bool>,
    /// The open waits of each state.
    open: Vec<Vec<usize>>,
    waits: Vec<Wait>,
    closed: bool,
}

/// An action that must occur.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wait {
    /// For each label, whether it leaves the wait open: it is not the action.
    pub avoids: Vec<bool>,
    /// Whether a run that ends while this is open is a violation. [`Automaton::on_deadlock`] says so too.
    pub deadlock_counts: bool,
}

/// The automaton of a formula would take too much time or memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Display for TooLarge {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "the automaton of the formula is too large: more than {MOST_STATES} states, or as much work")
    }
}

impl std::error::Error for TooLarge {}

/// For each label, whether it is in the set.
pub fn matches(action: &Action, labels: &[&str]) -> Vec<bool> {
    labels.iter().map(|label| action.matches(label)).collect()
}

impl Automaton {
    /// The automaton of a formula over these labels.
    pub fn new(formula: &Formula, labels: &[&str]) -> Result<Automaton, TooLarge> {
        let alphabet = Alphabet::new(&formula.actions(), labels);
        let nfa = Nfa::new(formula, &alphabet);
        let raw = subset::determinise(&nfa, alphabet.classes())?;
        let table = minimise::minimise(raw.table);
        let mut automaton = Automaton {
            classes: alphabet.classes(),
            class_of: alphabet.into_class_of(),
            next: table.next,
            bad: table.marks.iter().position(|m| m.bad).map(|q| q as u32),
            on_deadlock: table.marks.iter().map(|m| m.deadlock).collect(),
            open: table.marks.into_iter().map(|m| m.waits).collect(),
            waits: nfa.into_waits(),
            closed: raw.closed,
        };
        automaton.merge_classes();
        automaton.forget_unused_waits();
        Ok(automaton)
    }

    /// The automaton of one state that follows every label and never fails.
    pub fn single(labels: usize) -> Automaton {
        Automaton {
            class_of: vec![0; labels],
            classes: 1,
            next: vec![Some(0)],
            bad: None,
            on_deadlock: vec![false],
            open: vec![Vec::new()],
            waits: Vec::new(),
            closed: false,
        }
    }

    /// Joins classes that every state treats alike, so that the automaton does not depend on how the formula is spelt.
    fn merge_classes(&mut self) {
        let (old, states) = (self.classes as usize, self.open.len());
        let mut columns: BTreeMap<Vec<Option<u32>>, u32> = BTreeMap::new();
        let mut kept = Vec::new();
        let mut merged = Vec::with_capacity(old);
        for class in 0..old {
            let column = (0..states).map(|q| self.next[q * old + class]).collect();
            let new = columns.len() as u32;
            merged.push(*columns.entry(column).or_insert(new));
            if merged[class] == new {
                kept.push(class);
            }
        }
        self.next =
            (0..states).flat_map(|q| kept.iter().map(move |class| q * old + class)).map(|i| self.next[i]).collect();
        self.class_of.iter_mut().for_each(|class| *class = merged[*class as usize]);
        self.classes = kept.len() as u32;
    }

    /// Keeps the waits that are open in some state, numbered as they occur.
    fn forget_unused_waits(&mut self) {
        let mut used: Vec<usize> = Vec::new();
        for wait in self.open.iter().flatten() {
            if !used.contains(wait) {
                used.push(*wait);
            }
        }
        for open in &mut self.open {
            open.iter_mut().for_each(|wait| *wait = used.iter().position(|u| u == wait).unwrap_or_default());
            open.sort_unstable();
        }
        self.waits = used.into_iter().map(|wait| self.waits[wait].clone()).collect();
    }

    /// How many states there are; at least one.
    pub fn states(&self) -> u32 {
        self.open.len() as u32
    }

    /// The state before the first label.
    pub fn initial(&self) -> u32 {
        0
    }

    /// The state of runs that are violations already, if one is reached. All its successors are itself.
    pub fn bad(&self) -> Option<u32> {
        self.bad
    }

    /// How many classes of labels there are.
    pub fn classes(&self) -> u32 {
        self.classes
    }

    /// The class of a label.
    pub fn class(&self, label: u32) -> u32 {
        self.class_of[label as usize]
    }

    /// The state after a label of this class; `None` if the formula cannot fail any more.
    pub fn step(&self, state: u32, class: u32) -> Option<u32> {
        self.next[(state * self.classes + class) as usize]
    }

    /// Whether a run that ends in this state is a violation.
    pub fn on_deadlock(&self, state: u32) -> bool {
        self.on_deadlock[state as usize]
    }

    /// The waits that are open in a state, in ascending order.
    pub fn waits(&self, state: u32) -> &[usize] {
        &self.open[state as usize]
    }

    /// How many waits there are in all; each is open in some state.
    pub fn waits_total(&self) -> usize {
        self.waits.len()
    }

    /// Action that a wait waits for.
    pub fn wait(&self, index: usize) -> &Wait {
        &self.waits[index]
    }

    /// Whether every violation is a finite run: one that has gone wrong, or one that ends.
    pub fn is_safety(&self) -> bool {
        self.waits.is_empty()
    }

    /// Whether the formula itself says that whatever follows a violation is one, `L(R) = L(R).Sigma*`, as formulas that
    /// end in `true*` do. The automaton is the same either way; some tools show the difference. False without a bad
    /// state.
    pub fn closed(&self) -> bool {
        self.closed
    }
}
