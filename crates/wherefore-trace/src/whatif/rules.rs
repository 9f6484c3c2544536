//! The restrictions of a system, sorted by what they speak of and compiled once, with the equations among them.
//!
//! Seen from one step, a restriction speaks of this step alone, or of the step before as well. An equation with a variable of
//! this step alone on one side decides the variable once its other side is known: `init (= x 0)`, `invar (= port wire)`,
//! `trans (= (next x) (+ x in))`. A bare Boolean variable is such an equation too.

use crate::{Evaluator, Fault, ReplayError};
use std::collections::BTreeSet;
use wherefore_ir::{Constraint, Op, System, TermId, Terms, Value, VarId, walk};

/// Where a variable of the step that is looked for stands in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// As the variable itself.
    Now,
    /// As its next value.
    Next,
}

impl View {
    /// The variable that a term is, seen so.
    fn variable(self, terms: &Terms, term: TermId) -> Option<VarId> {
        match (self, terms.op(term)) {
            (View::Now, Op::Var(v)) | (View::Next, Op::Next(v)) => Some(v),
            _ => None,
        }
    }

    /// Whether a term speaks of the variable, seen so.
    fn mentions(self, terms: &Terms, term: TermId, var: VarId) -> bool {
        walk::postorder(terms, [term]).into_iter().any(|t| self.variable(terms, t) == Some(var))
    }
}

/// An equation: the variable has the value of the term, or a fixed one.
struct Equation {
    var: VarId,
    is: Side,
    /// Whether the other side is a variable too, so that it could be read in either direction.
    is_mutual: bool,
}

enum Side {
    Term(TermId),
    Truth(bool),
}

/// The equations among conjuncts.
fn equations(terms: &Terms, list: &[Constraint], view: View) -> Vec<Equation> {
    let conjuncts = list.iter().flat_map(|c| walk::conjuncts(terms, c.term));
    conjuncts.flat_map(|term| equation(terms, term, view)).collect()
}

fn equation(terms: &Terms, term: TermId, view: View) -> Vec<Equation> {
    let fixed = |var, truth| vec![Equation { var, is: Side::Truth(truth), is_mutual: false }];
    match (terms.op(term), terms.operands(term)) {
        (Op::Not, [a]) => view.variable(terms, *a).map_or_else(Vec::new, |v| fixed(v, false)),
        (Op::Eq, [a, b]) => {
            let is_mutual = [a, b].iter().all(|t| view.variable(terms, **t).is_some());
            let sides = [(*a, *b), (*b, *a)].into_iter();
            let found = sides.filter_map(|(one, other)| {
                let var = view.variable(terms, one).filter(|v| !view.mentions(terms, other, *v))?;
                Some(Equation { var, is: Side::Term(other), is_mutual })
            });
            found.collect()
        }
        _ => view.variable(terms, term).map_or_else(Vec::new, |v| fixed(v, true)),
    }
}

/// The variables that equations decide: at the first step, at every step, from the step before.
pub(super) struct Defined {
    pub first: BTreeSet<VarId>,
    pub always: BTreeSet<VarId>,
    pub next: BTreeSet<VarId>,
}

/// Which variables the equations of a system decide; one between two variables decides neither.
pub(super) fn defined(system: &System) -> Defined {
    let heads = |list: &[Constraint], view| -> BTreeSet<VarId> {
        equations(&system.terms, list, view).into_iter().filter(|e| !e.is_mutual).map(|e| e.var).collect()
    };
    Defined {
        first: heads(&system.init, View::Now),
        always: heads(&system.invar, View::Now),
        next: heads(&system.trans, View::Next),
    }
}

/// Restrictions of one kind, compiled.
pub(super) struct Group {
    pub list: Vec<Constraint>,
    pub fault: Fault,
    holds: Evaluator,
    equations: Vec<(VarId, Option<bool>)>,
    values: Evaluator,
}

impl Group {
    fn new(system: &System, fault: Fault, view: View, list: Vec<Constraint>) -> Result<Group, ReplayError> {
        let terms = &system.terms;
        let roots: Vec<TermId> = list.iter().map(|c| c.term).collect();
        let (mut equations_found, mut sides) = (Vec::new(), Vec::new());
        for equation in equations(terms, &list, view) {
            match equation.is {
                Side::Truth(truth) => equations_found.push((equation.var, Some(truth))),
                Side::Term(term) => {
                    equations_found.push((equation.var, None));
                    sides.push(term);
                }
            }
        }
        let (holds, values) = (compile(terms, &roots)?, compile(terms, &sides)?);
        Ok(Group { list, fault, holds, equations: equations_found, values })
    }

    /// The truth of each restriction, as far as it is known.
    pub fn truths(&self, now: &[Option<Value>], next: Option<&[Option<Value>]>) -> Vec<Option<bool>> {
        self.holds.truths(now, next)
    }

    /// What the equations say, as far as their sides are known.
    pub fn decided(&self, now: &[Option<Value>], next: Option<&[Option<Value>]>) -> Vec<(VarId, Value)> {
        let mut sides = self.values.evaluate(now, next).into_iter();
        let value = |(var, fixed): &(VarId, Option<bool>)| match fixed {
            Some(truth) => Some((*var, Value::Bool(*truth))),
            None => sides.next().flatten().map(|value| (*var, value)),
        };
        self.equations.iter().filter_map(value).collect()
    }

    /// The variables that stand alone on a side of an equation.
    pub fn heads(&self) -> impl Iterator<Item = VarId> {
        self.equations.iter().map(|(var, _)| *var)
    }

    /// How many instructions one look at the group costs.
    pub fn size(&self) -> usize {
        1 + self.holds.size() + self.values.size()
    }
}

fn compile(terms: &Terms, roots: &[TermId]) -> Result<Evaluator, ReplayError> {
    Evaluator::new(terms, roots).map_err(|e| ReplayError::new(Fault::Unsupported, 0, e.to_string()))
}

/// All restrictions and updates of a system.
pub(super) struct Rules {
    pub init: Group,
    pub invar: Group,
    /// Restrictions on steps that speak of their beginning alone.
    pub leaving: Group,
    /// Restrictions on steps that speak of their end.
    pub trans: Group,
    pub updates: Evaluator,
}

impl Rules {
    pub fn new(system: &System) -> Result<Rules, ReplayError> {
        let terms = &system.terms;
        let (arriving, leaving) = system.trans.iter().partition(|c| terms.has_next(c.term));
        let updates: Vec<TermId> = system.next.values().map(|u| u.term).collect();
        Ok(Rules {
            init: Group::new(system, Fault::Init, View::Now, system.init.clone())?,
            invar: Group::new(system, Fault::Invar, View::Now, system.invar.clone())?,
            leaving: Group::new(system, Fault::Trans, View::Now, leaving)?,
            trans: Group::new(system, Fault::Trans, View::Next, arriving)?,
            updates: compile(terms, &updates)?,
        })
    }
}
