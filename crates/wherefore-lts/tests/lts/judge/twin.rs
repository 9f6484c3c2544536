//! The slow twin of the judge of runs: sets of positions, straight from the definition.
//!
//! A run is a row of positions, each with the label of the action that leads to the next one; a run that loops leads
//! back from its last position. `R` takes a set of positions to the set of positions where a word of `R` that begins in
//! the first set can end, and `[R] F` is violated at a position if `F` is at one of the positions where `R` takes it.
//!
//! Repetitions are the only loops. Each remembers from which positions its body was already run: whatever followed from
//! there was handed on at that time, so nothing is run twice.

use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::actions::{Action, End, Formula, FormulaKind, Regular, RegularKind, Repeat, Run};

/// Whether the run violates the formula.
pub fn violates(formula: &Formula, run: Run<'_>) -> bool {
    let end = match run.end {
        End::Loop(back) if back >= run.labels.len() => End::Open,
        end => end,
    };
    let mut judge = Judge { run: Run { end, ..run }, done: BTreeMap::new() };
    judge.violated(formula, &BTreeSet::from([0]))
}

type Positions = BTreeSet<usize>;

struct Judge<'a> {
    run: Run<'a>,
    /// For each repetition in the formula, the positions from which its body was run.
    done: BTreeMap<*const Regular, Positions>,
}

impl Judge<'_> {
    /// Whether the formula is violated at one of the positions.
    fn violated(&mut self, formula: &Formula, at: &Positions) -> bool {
        match &formula.kind {
            FormulaKind::True => false,
            FormulaKind::False => !at.is_empty(),
            FormulaKind::And(parts) => parts.iter().any(|part| self.violated(part, at)),
            FormulaKind::Box(path, inner) => {
                let ends = self.ends(path, at);
                self.violated(inner, &ends)
            }
            FormulaKind::Progress => self.run.end == End::Deadlock && at.contains(&self.run.labels.len()),
            FormulaKind::Inevitable { action, deadlock_counts } => at.iter().any(|from| match self.run.end {
                End::Deadlock => *deadlock_counts && self.avoided(action, *from),
                End::Loop(back) => self.avoided(action, back.min(*from)),
                End::Open => false,
            }),
        }
    }

    /// Whether no label from this position on matches.
    fn avoided(&self, action: &Action, from: usize) -> bool {
        !self.run.labels[from..].iter().any(|label| action.matches(label))
    }

    fn next(&self, position: usize) -> usize {
        match self.run.end {
            End::Loop(back) if position + 1 == self.run.labels.len() => back,
            _ => position + 1,
        }
    }

    /// Where the words of the path that begin at one of the positions can end.
    fn ends(&mut self, path: &Regular, at: &Positions) -> Positions {
        match &path.kind {
            RegularKind::Empty => at.clone(),
            RegularKind::Action(action) => {
                let labelled = at.iter().filter(|p| self.run.labels.get(**p).is_some_and(|l| action.matches(l)));
                labelled.map(|p| self.next(*p)).collect()
            }
            RegularKind::Sequence(parts) => parts.iter().fold(at.clone(), |at, part| self.ends(part, &at)),
            RegularKind::Choice(parts) => parts.iter().flat_map(|part| self.ends(part, at)).collect(),
            RegularKind::Repeat(repeat, body) => self.repeated(*repeat, body, at),
        }
    }

    fn repeated(&mut self, repeat: Repeat, body: &Regular, at: &Positions) -> Positions {
        let mut found = if repeat == Repeat::Plus { Positions::new() } else { at.clone() };
        let mut from = self.fresh(body, at);
        while !from.is_empty() {
            let ends = self.ends(body, &from);
            found.extend(&ends);
            from = if repeat == Repeat::Optional { Positions::new() } else { self.fresh(body, &ends) };
        }
        found
    }

    /// Positions from which the body was not run yet; from now on it was.
    fn fresh(&mut self, body: &Regular, at: &Positions) -> Positions {
        let done = self.done.entry(body).or_default();
        at.iter().copied().filter(|position| done.insert(*position)).collect()
    }
}
