//! Truth of a formula and of everything Boolean inside it, at every position of a run.
//!
//! `Labels` knows the temporal parts; the rest is evaluated tick by tick. An atom is what no connective and no temporal
//! operator stands on top of: a Boolean port, a comparison.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{Op, Sort, TermId, Terms, VarId};
use wherefore_trace::{Evaluator, LabelError, Labels, Trace, Truth};

/// Values of a formula and its parts on a run.
pub(crate) struct Truths<'a> {
    pub(crate) terms: &'a Terms,
    /// Terms that are taken as atoms although they are put together: what has a name of its own.
    pub(crate) stops: BTreeSet<TermId>,
    labels: Labels,
    /// By term and tick, for terms without temporal operators.
    local: FxHashMap<TermId, Vec<Truth>>,
}

/// Whether a Boolean term is put together from Boolean terms.
pub(crate) fn is_composed(terms: &Terms, term: TermId) -> bool {
    let boolean = |place: usize| terms.operands(term).get(place).is_some_and(|t| terms.sort(*t) == Sort::Bool);
    match terms.op(term) {
        Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies => true,
        Op::Eq => boolean(0),
        Op::Ite => boolean(1),
        op => op.is_ltl(),
    }
}

/// The Boolean terms of a formula down to its atoms, in the order of ids.
pub(crate) fn skeleton(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![formula];
    while let Some(term) = stack.pop() {
        if seen.insert(term) && is_composed(terms, term) {
            stack.extend(terms.operands(term));
        }
    }
    seen.into_iter().collect()
}

/// The variables of a formula in the order in which it is read.
pub(crate) fn variables(terms: &Terms, formula: TermId) -> Vec<VarId> {
    let mut told = BTreeSet::new();
    leaves(terms, formula).into_iter().map(|(var, _)| var).filter(|var| told.insert(*var)).collect()
}

/// The variables of a formula in the order in which it is read, each with whether its next value is meant.
pub(crate) fn leaves(terms: &Terms, formula: TermId) -> Vec<(VarId, bool)> {
    let (mut seen, mut found, mut stack) = (BTreeSet::new(), Vec::new(), vec![formula]);
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            _ if !seen.insert(term) => {}
            Op::Var(v) => found.push((v, false)),
            Op::Next(v) => found.push((v, true)),
            _ => stack.extend(terms.operands(term).iter().rev()),
        }
    }
    found
}

impl<'a> Truths<'a> {
    /// Evaluates a formula along a run.
    pub(crate) fn new(terms: &'a Terms, trace: &Trace, formula: TermId) -> Result<Truths<'a>, LabelError> {
        let labels = Labels::new(terms, trace, formula)?;
        let plain: Vec<TermId> =
            skeleton(terms, formula).into_iter().filter(|t| !terms.has_ltl(*t) && !terms.has_ctl(*t)).collect();
        let evaluator = Evaluator::new(terms, &plain).map_err(|e| LabelError::NotBoolean(e.0))?;
        let mut local: FxHashMap<TermId, Vec<Truth>> = plain.iter().map(|t| (*t, Vec::new())).collect();
        for tick in 0..trace.len() {
            let next = trace.successor(tick).and_then(|s| trace.steps.get(s)).map(|s| s.values.as_slice());
            let truths = evaluator.truths(&trace.steps[tick].values, next);
            for (term, truth) in plain.iter().zip(truths) {
                local.entry(*term).or_default().push(truth);
            }
        }
        Ok(Truths { terms, stops: BTreeSet::new(), labels, local })
    }

    /// Whether a term of the formula is not looked into.
    pub(crate) fn is_atom(&self, term: TermId) -> bool {
        self.stops.contains(&term) || !is_composed(self.terms, term)
    }

    /// The atoms of a formula in the order in which it is read, without constants.
    pub(crate) fn atoms(&self, formula: TermId) -> Vec<TermId> {
        let (mut seen, mut found, mut stack) = (BTreeSet::new(), Vec::new(), vec![formula]);
        while let Some(term) = stack.pop() {
            match () {
                () if !seen.insert(term) => {}
                () if !self.is_atom(term) => stack.extend(self.terms.operands(term).iter().rev()),
                () if self.terms.constant(term).is_none() => found.push(term),
                () => {}
            }
        }
        found
    }

    /// The truth of a Boolean term of the formula at a position.
    pub(crate) fn at(&self, term: TermId, position: usize) -> Truth {
        match self.local.get(&term) {
            Some(row) => row.get(self.tick(position)).copied().flatten(),
            None => self.labels.at(term, position),
        }
    }

    /// The tick that a position shows.
    pub(crate) fn tick(&self, position: usize) -> usize {
        if position < self.labels.positions() { self.labels.step(position) } else { usize::MAX }
    }

    /// The position after this one.
    pub(crate) fn successor(&self, position: usize) -> Option<usize> {
        self.labels.successor(position)
    }

    /// How many positions are laid out.
    pub(crate) fn count(&self) -> usize {
        self.labels.positions()
    }

    /// This position and all that come after it, each once, in order of time.
    pub(crate) fn onward(&self, position: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (position..self.count()).collect();
        if let Some(back) = self.count().checked_sub(1).and_then(|last| self.successor(last)) {
            list.extend(back..position.max(back));
        }
        list
    }
}

/// The truth of a formula at the start of a run; missing if it cannot be evaluated.
pub(crate) fn truth(terms: &Terms, trace: &Trace, formula: TermId) -> Truth {
    Labels::new(terms, trace, formula).ok().and_then(|labels| labels.at(formula, 0))
}
