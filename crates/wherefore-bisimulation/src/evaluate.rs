//! Whether a formula holds at a state, by looking.
//!
//! Judge of formulas, without code of the refinement: of those that come out of it, and of shorter formulas that might do as well.

use crate::formula::{Formula, FormulaId, Formulas};
use crate::graph::{Graph, HIDDEN};
use rustc_hash::{FxHashMap, FxHashSet};
use wherefore_stop::{Stop, StopReason};

/// Transitions that are looked at before a formula is given up.
const MOST_LOOKS: u64 = 200_000_000;

/// Why it is not known whether a formula holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// The work was ended.
    Stopped(StopReason),
    /// Evaluation that would take too long.
    TooLong,
}

/// Formulas at states of a graph; what was asked once is remembered.
pub struct Judge<'g> {
    graph: &'g Graph,
    stop: &'g Stop,
    known: FxHashMap<(FormulaId, u32), bool>,
    looks: u64,
}

impl<'g> Judge<'g> {
    /// A judge on this graph.
    pub fn new(graph: &'g Graph, stop: &'g Stop) -> Judge<'g> {
        Judge { graph, stop, known: FxHashMap::default(), looks: 0 }
    }

    /// Whether a formula holds at the first state and not at the second.
    pub fn tells_apart(
        &mut self,
        formulas: &Formulas,
        id: FormulaId,
        first: u32,
        second: u32,
    ) -> Result<bool, Unjudged> {
        Ok(self.holds(formulas, id, first)? && !self.holds(formulas, id, second)?)
    }

    /// Whether a formula holds at a state.
    pub fn holds(&mut self, formulas: &Formulas, id: FormulaId, state: u32) -> Result<bool, Unjudged> {
        if let Some(known) = self.known.get(&(id, state)) {
            return Ok(*known);
        }
        let found = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.look(formulas, id, state))?;
        self.known.insert((id, state), found);
        Ok(found)
    }

    fn look(&mut self, formulas: &Formulas, id: FormulaId, state: u32) -> Result<bool, Unjudged> {
        match formulas.get(id) {
            Formula::True => Ok(true),
            Formula::Not(inner) => Ok(!self.holds(formulas, *inner, state)?),
            Formula::And(list) => {
                for part in list {
                    if !self.holds(formulas, *part, state)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Next(label, inner) => Ok(self.step(formulas, state, *label, *inner)?.is_some()),
            Formula::Until { meanwhile, label, then } => {
                Ok(self.way(formulas, state, (*meanwhile, *label, *then))?.is_some())
            }
            Formula::ForEver(inner) => self.for_ever(formulas, state, *inner),
        }
    }

    /// The first step with a label that leads to a state with a formula.
    pub fn step(
        &mut self,
        formulas: &Formulas,
        state: u32,
        label: u32,
        id: FormulaId,
    ) -> Result<Option<u32>, Unjudged> {
        for step in self.graph.steps(state) {
            self.looked()?;
            if step.label == label && self.holds(formulas, id, step.to)? {
                return Ok(Some(step.to));
            }
        }
        Ok(None)
    }

    /// A shortest way through hidden steps to a state from which the last step is taken, with the state after it.
    pub fn way(
        &mut self,
        formulas: &Formulas,
        state: u32,
        (meanwhile, label, then): (FormulaId, u32, FormulaId),
    ) -> Result<Option<Way>, Unjudged> {
        let mut seen = FxHashSet::from_iter([state]);
        let mut open: Vec<(u32, u32)> = vec![(state, 0)];
        let mut next = 0;
        while let Some((state, hidden)) = open.get(next).copied() {
            next += 1;
            if label == HIDDEN && self.holds(formulas, then, state)? {
                return Ok(Some(Way { hidden, to: state }));
            }
            if !self.holds(formulas, meanwhile, state)? {
                continue;
            }
            if label != HIDDEN
                && let Some(to) = self.step(formulas, state, label, then)?
            {
                return Ok(Some(Way { hidden, to }));
            }
            for step in self.graph.steps(state).iter().filter(|step| step.label == HIDDEN) {
                self.looked()?;
                if seen.insert(step.to) {
                    open.push((step.to, hidden + 1));
                }
            }
        }
        Ok(None)
    }

    /// Whether hidden steps go on for ever: states whose hidden steps all end are taken away until none is left to go.
    fn for_ever(&mut self, formulas: &Formulas, state: u32, meanwhile: FormulaId) -> Result<bool, Unjudged> {
        let states = self.closure(formulas, state, meanwhile)?;
        let place: FxHashMap<u32, usize> = states.iter().enumerate().map(|(place, state)| (*state, place)).collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
        let mut left = vec![0usize; states.len()];
        for (from, state) in states.iter().enumerate() {
            for step in self.graph.steps(*state).iter().filter(|step| step.label == HIDDEN) {
                if let Some(to) = place.get(&step.to) {
                    before[*to].push(from);
                    left[from] += 1;
                }
            }
        }
        let mut gone: Vec<usize> = (0..left.len()).filter(|place| left[*place] == 0).collect();
        let mut all = gone.len();
        while let Some(place) = gone.pop() {
            for from in &before[place] {
                left[*from] -= 1;
                if left[*from] == 0 {
                    gone.push(*from);
                    all += 1;
                }
            }
        }
        Ok(all < states.len())
    }

    /// The states with a formula that hidden steps through such states lead to.
    fn closure(&mut self, formulas: &Formulas, state: u32, meanwhile: FormulaId) -> Result<Vec<u32>, Unjudged> {
        let mut found = Vec::new();
        let (mut seen, mut open) = (FxHashSet::from_iter([state]), vec![state]);
        while let Some(state) = open.pop() {
            if !self.holds(formulas, meanwhile, state)? {
                continue;
            }
            found.push(state);
            for step in self.graph.steps(state).iter().filter(|step| step.label == HIDDEN) {
                self.looked()?;
                if seen.insert(step.to) {
                    open.push(step.to);
                }
            }
        }
        Ok(found)
    }

    fn looked(&mut self) -> Result<(), Unjudged> {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return Err(Unjudged::TooLong);
        }
        if self.looks.is_multiple_of(4096) {
            self.stop.reason().map_or(Ok(()), |reason| Err(Unjudged::Stopped(reason)))?;
        }
        Ok(())
    }
}

/// A way of hidden steps, and one step more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// How many hidden steps there are before the last one.
    pub hidden: u32,
    /// Where it leads.
    pub to: u32,
}
