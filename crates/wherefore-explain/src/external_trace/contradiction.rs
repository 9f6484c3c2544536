//! Why no run of a model has what a file says.
//!
//! Longer and longer beginnings of the run are laid out until one cannot be: there the file departs from the model. From the
//! values given up to there a minimal set is kept that contradicts the model, found by deletion, old steps first, so that what
//! is kept is near the departure. Another solver finds the contradiction once more. The way back to a loop need not be fair: a
//! run that goes round unfairly is one, although it shows nothing about what happens for ever.
//!
//! ```text
//! next(n) in {n, n + 1}     file  n = 0 . 2 4     departs at step 4: no run has n = 4 there after n = 2 at step 3
//! ```

use super::layout::{Fact, Facts, Of, go_on};
use crate::cause::shrink::{Oracle, Shrunk, shrink_some};
use crate::cause::unrolling::{Unrolling, unfinished};
use crate::cause::verify::SolverPair;
use std::cmp::Reverse;
use wherefore_check::{Cone, NoAnswer, Options, Recheck, Unroller};
use wherefore_ir::{Constraint, ElementId, System, VarId, walk};
use wherefore_solve::{Lit, Solver, Stop};
use wherefore_trace::format::BoundTrace;

/// Given values that contradict the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The first step, from 0, up to which no run has the given values.
    pub step: usize,
    /// Whether all steps are possible, and only the way back from the last to the loop is not.
    pub closing: bool,
    /// The values, by step. None of them can be left out, unless there was no time to find that out.
    pub clashes: Vec<Clash>,
    /// Whether none of them can be left out.
    pub minimal: bool,
    /// Element that states the value in the model, if a single element does.
    pub element: Option<ElementId>,
    /// Whether another solver found once more that they contradict the model.
    pub recheck: Recheck,
}

/// A given value that is part of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The step, from 0.
    pub step: usize,
    /// The name of the variable or definition.
    pub name: String,
    /// Its value as the file gives it, in words.
    pub value: String,
    /// The line that gives it, from 1.
    pub line: Option<usize>,
}

/// Finds out why no run has what the file says; none if there is one.
pub(super) fn contradiction(
    system: &System,
    bound: &BoundTrace,
    options: &Options,
    stop: &Stop,
) -> Result<Option<Contradiction>, NoAnswer> {
    let mut system = system.clone();
    let truth = system.terms.bool(true);
    let open = Unrolling { model: Cone::whole(&system), last: 0, good: truth, back: None };
    let search = ContradictionSearch { system: &system, bound, facts: Facts::new(&system, bound), options, stop };
    match (search.first_impossible(&open)?, bound.trace.loop_start) {
        (Some(step), _) => search.departure(&open, step),
        (None, Some(_)) => search.departure(&unfinished(&system, &bound.trace, truth)?, bound.trace.len() - 1),
        (None, None) => Ok(None),
    }
}

struct ContradictionSearch<'a> {
    system: &'a System,
    bound: &'a BoundTrace,
    facts: Facts<'a>,
    options: &'a Options,
    stop: &'a Stop,
}

/// A solver in which given values contradict the model or do not.
struct Layout<'m> {
    unroller: Unroller<'m>,
    stop: &'m Stop,
}

impl Oracle for Layout<'_> {
    fn is_enough(&mut self, kept: &[Lit]) -> Result<bool, NoAnswer> {
        Ok(!self.unroller.is_sat(kept, None, self.stop)?)
    }

    fn core(&mut self) -> Result<Vec<Lit>, NoAnswer> {
        Ok(self.unroller.solver.core()?)
    }
}

impl ContradictionSearch<'_> {
    /// The first step up to which no run has the given values, without the way back to a loop.
    fn first_impossible(&self, shape: &Unrolling) -> Result<Option<usize>, NoAnswer> {
        let mut unroller = Unroller::new(&shape.model, (SolverPair::new(shape, self.options).finder)()?)?;
        unroller.assert_init()?;
        let mut terms = shape.model.system.terms.clone();
        for step in 0..self.bound.trace.len() {
            go_on(self.stop)?;
            unroller.reach(step as u32)?;
            for fact in self.facts.at(step) {
                let literal = fact.literal(self.system, &mut terms, &mut unroller)?;
                unroller.solver.clause(&[literal])?;
            }
            if !unroller.is_sat(&[], None, self.stop)? {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    /// The contradiction in the values up to a step, if there is one.
    fn departure(&self, shape: &Unrolling, step: usize) -> Result<Option<Contradiction>, NoAnswer> {
        let means = SolverPair::new(shape, self.options);
        let mut list: Vec<Fact> = (0..=step).flat_map(|s| self.facts.at(s)).collect();
        // The last in the order is kept longest: new steps, and within a step what is declared first.
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by_key(|place| (list[*place].step, Reverse(*place)));
        list = order.into_iter().map(|place| list[place].clone()).collect();
        let (mut layout, literals) = self.laid_out(shape, step, &list, (means.finder)()?)?;
        let places: Vec<usize> = (0..list.len()).collect();
        let Some(Shrunk { kept, minimal }) = shrink_some(&mut layout, &literals, &places)? else { return Ok(None) };
        let kept: Vec<Fact> = kept.into_iter().map(|place| list[place].clone()).collect();
        let recheck = self.found_again(shape, step, &kept, &means)?;
        let closing = shape.back.is_some();
        let element = self.element(&kept, step);
        let mut clashes: Vec<Clash> = kept.iter().map(|fact| self.clash(fact)).collect();
        clashes.sort_by_key(|c| c.step);
        Ok(Some(Contradiction { step, closing, clashes, minimal, element, recheck }))
    }

    fn laid_out<'m>(
        &'m self,
        shape: &'m Unrolling,
        step: usize,
        list: &[Fact],
        solver: Box<dyn Solver>,
    ) -> Result<(Layout<'m>, Vec<Lit>), NoAnswer> {
        let mut unroller = Unroller::new(&shape.model, solver)?;
        unroller.assert_init()?;
        unroller.reach(step as u32)?;
        if let Some(back) = &shape.back {
            back.go_back(&mut unroller, shape.last)?;
        }
        let mut terms = shape.model.system.terms.clone();
        let literals = list.iter().map(|fact| fact.literal(self.system, &mut terms, &mut unroller));
        let literals = literals.collect::<Result<Vec<Lit>, NoAnswer>>()?;
        Ok((Layout { unroller, stop: self.stop }, literals))
    }

    /// Whether another solver finds that these values contradict the model.
    fn found_again(
        &self,
        shape: &Unrolling,
        step: usize,
        kept: &[Fact],
        means: &SolverPair,
    ) -> Result<Recheck, NoAnswer> {
        means.judges.review(|make| {
            let (mut layout, literals) = self.laid_out(shape, step, kept, make()?)?;
            match layout.is_enough(&literals)? {
                true => Ok(()),
                false => Err(NoAnswer::Refuted("values that contradict the model do not".to_owned())),
            }
        })
    }

    fn clash(&self, fact: &Fact) -> Clash {
        let (name, value) = fact.words(self.system);
        let line = match fact.of {
            Of::Var(var) => self.bound.origin.line(fact.step, var),
            Of::Define(place) => {
                let is_it = |p: &&wherefore_trace::format::Printed| p.step == fact.step && p.define == place;
                self.bound.origin.printed.iter().find(is_it).map(|p| p.line).filter(|line| *line > 0)
            }
        };
        Clash { step: fact.step, name, value, line }
    }

    /// Element of the model behind the values of the last step: the update of a variable, a restriction on it, or where
    /// a definition is written.
    fn element(&self, kept: &[Fact], step: usize) -> Option<ElementId> {
        let last = kept.iter().filter(|fact| fact.step == step);
        last.rev().find_map(|fact| match fact.of {
            Of::Define(place) => self.system.defines[place].element,
            Of::Var(var) => self.rule(var, step),
        })
    }

    fn rule(&self, var: VarId, step: usize) -> Option<ElementId> {
        let system = self.system;
        let update = system.next.get(&var).filter(|_| step > 0).and_then(|u| u.element);
        let speaks = |c: &&Constraint| walk::variables(&system.terms, [c.term]).contains(&var);
        let first = if step == 0 { &system.init } else { &system.trans };
        let restrictions = || first.iter().chain(&system.invar).filter(speaks).find_map(|c| c.element);
        update.or_else(restrictions)
    }
}
