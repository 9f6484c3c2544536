//! Reads a system over exact reals as the program that computes in floats.
//!
//! ```text
//! before   var v : real input     next alarm = (< (+ m (/ m real:30/1)) v)      property (= v m)
//! after    var v : float64 input  next alarm = (< (+ m (/ m float64:30.)) v)    property (fp_eq v m)
//!          invar (fp_finite v)
//! ```
//!
//! Every real operation becomes the IEEE one, in the same order of evaluation; a constant becomes the nearest float; a bounded
//! integer is converted. Equality becomes IEEE equality, also where a restriction determines a value by it: the sign of a
//! zero is then left open, and no NaN is taken.
//!
//! A real that the source leaves free is some number, so the float is finite: an input at every tick, a state variable at the
//! first tick, and at every tick if no update and no equation says what it is then. What is computed may be infinite or NaN.
//!
//! *Takes* any system; what has no reading is refused. *Gives* elements and their terms too; blocks of a synchronous program
//! are left out. *Promises* that variables keep their ids, and that a trace of the result is a trace of the original whose
//! numbers are floats.

use super::checked;
use crate::control::ControlGraph;
use crate::float::nearest;
use crate::{Constraint, Elements, FloatFormat, Op, Role, Sort, System, TermId, Terms, Value, VarId, walk};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;

/// Construct that cannot be read as a computation in floats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The operator.
    pub op: Op,
    /// A variable below it, if there is one.
    pub variable: Option<String>,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.op {
            Op::Floor => "the conversion of a real to an integer".to_owned(),
            Op::ToReal => "the conversion of an unbounded integer".to_owned(),
            op => format!("the operator {op:?}"),
        };
        write!(f, "{what}")?;
        if let Some(name) = &self.variable {
            write!(f, ", of `{name}`,")?;
        }
        write!(f, " has no reading in floating point")
    }
}

impl std::error::Error for Unreadable {}

/// A system computed in floats of a format.
pub fn as_floats(system: &System, format: FloatFormat) -> Result<System, Unreadable> {
    let mut reader = FloatRewriter::new(system, format);
    let mut read = system.clone();
    reader.constraints(&mut read)?;
    reader.formulas(&mut read)?;
    read.annexes.control = system.annexes.control.as_ref().map(|graph| reader.control(graph)).transpose()?;
    read.elements = reader.elements();
    read.annexes.network = None;
    read.annexes.triggers = None;
    read.annexes.float = None;
    read.terms = reader.terms;
    stay_finite(system, &mut read);
    Ok(checked("float", read))
}

/// Rewrites terms into a new arena, in which real variables are floats.
struct FloatRewriter<'a> {
    system: &'a System,
    format: FloatFormat,
    terms: Terms,
    done: FxHashMap<TermId, Result<TermId, Unreadable>>,
}

impl<'a> FloatRewriter<'a> {
    fn new(system: &'a System, format: FloatFormat) -> FloatRewriter<'a> {
        let mut terms = Terms::new();
        for (_, sort) in system.terms.enumerations() {
            terms.intern_enum(sort.values.clone());
        }
        for (var, declared) in system.terms.vars() {
            // Names are distinct where they come from.
            let made = terms.declare_like(declared, float_sort(declared.sort, format));
            debug_assert_eq!(made, Some(var));
        }
        FloatRewriter { system, format, terms, done: FxHashMap::default() }
    }

    fn term(&mut self, root: TermId) -> Result<TermId, Unreadable> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let operands = self.system.terms.operands(term);
            let before = stack.len();
            stack.extend(operands.iter().filter(|t| !self.done.contains_key(*t)));
            if stack.len() == before {
                let made = operands.iter().map(|t| self.done[t].clone()).collect::<Result<Vec<_>, _>>();
                let made = made.and_then(|operands| self.apply(term, &operands));
                self.done.insert(term, made);
                stack.pop();
            }
        }
        self.done[&root].clone()
    }

    /// One operator on operands that have been read.
    fn apply(&mut self, term: TermId, operands: &[TermId]) -> Result<TermId, Unreadable> {
        let op = self.system.terms.op(term);
        let is_float = operands.first().is_some_and(|t| self.terms.sort(*t).is_float());
        let op = match (op, operands) {
            (Op::Const(id), _) => return Ok(self.constant(id)),
            (Op::ToReal, [number]) => match self.terms.constant(*number) {
                Some(Value::Int(n)) => {
                    let value = nearest(self.format, &BigRational::from_integer(n.clone()));
                    return Ok(self.terms.mk_const(value));
                }
                _ => Op::ToFloat(self.format),
            },
            (Op::Eq, _) if is_float => Op::FpEq,
            (op, _) => op,
        };
        self.terms.mk(op, operands).map_err(|_| self.unreadable(term))
    }

    fn constant(&mut self, id: crate::ConstId) -> TermId {
        let value = match self.system.terms.value(id) {
            Value::Real(r) => nearest(self.format, r),
            value => value.clone(),
        };
        self.terms.mk_const(value)
    }

    fn unreadable(&self, term: TermId) -> Unreadable {
        let terms = &self.system.terms;
        let below = walk::variables(terms, [term]);
        Unreadable { op: terms.op(term), variable: below.first().map(|v| terms.var(*v).name.clone()) }
    }

    fn constraints(&mut self, read: &mut System) -> Result<(), Unreadable> {
        let lists = [&mut read.init, &mut read.invar, &mut read.trans, &mut read.justice];
        for constraint in lists.into_iter().flatten() {
            constraint.term = self.term(constraint.term)?;
        }
        for compassion in &mut read.compassion {
            compassion.premise = self.term(compassion.premise)?;
            compassion.consequence = self.term(compassion.consequence)?;
        }
        for update in read.next.values_mut() {
            update.term = self.term(update.term)?;
        }
        Ok(())
    }

    fn formulas(&mut self, read: &mut System) -> Result<(), Unreadable> {
        for define in &mut read.defines {
            define.term = self.term(define.term)?;
            define.declared = define.declared.map(|sort| float_sort(sort, self.format));
        }
        for obligation in &mut read.obligations {
            obligation.term = self.term(obligation.term)?;
        }
        for property in &mut read.properties {
            property.term = self.term(property.term)?;
        }
        for output in &mut read.annexes.outputs {
            output.term = self.term(output.term)?;
        }
        read.annexes.rest = read.annexes.rest.map(|rest| self.term(rest)).transpose()?;
        Ok(())
    }

    fn control(&mut self, graph: &ControlGraph) -> Result<ControlGraph, Unreadable> {
        let mut graph = graph.clone();
        for state in &mut graph.states {
            state.active = self.term(state.active)?;
        }
        for transition in &mut graph.transitions {
            transition.enabled = self.term(transition.enabled)?;
            transition.taken = self.term(transition.taken)?;
        }
        Ok(graph)
    }

    /// The elements and their terms. A term that nothing uses any more may have no reading; it is left out.
    fn elements(&mut self) -> Elements {
        let mut elements = Elements::default();
        for (_, element) in self.system.elements.iter() {
            elements.add(element.clone());
        }
        for (term, list) in self.system.elements.origins() {
            if let Ok(made) = self.term(term) {
                list.iter().for_each(|element| elements.record(made, *element));
            }
        }
        elements
    }
}

fn float_sort(sort: Sort, format: FloatFormat) -> Sort {
    if sort == Sort::Real { Sort::Float(format) } else { sort }
}

/// States that reals which the source leaves free are finite.
fn stay_finite(system: &System, read: &mut System) {
    let always = determined(system, &system.invar, now);
    let at_first = &always | &determined(system, &system.init, now);
    let later = &always | &determined(system, &system.trans, next);
    for (var, role) in system.vars().filter(|(v, _)| system.terms.var(*v).sort == Sort::Real) {
        let value = read.terms.now(var);
        let constraint = Constraint { term: read.terms.apply(Op::FpFinite, &[value]), element: None };
        let is_updated = role == Role::Frozen || system.next.contains_key(&var) || later.contains(&var);
        match role {
            Role::Input => read.invar.push(constraint),
            _ if !is_updated => read.invar.push(constraint),
            _ if !at_first.contains(&var) => read.init.push(constraint),
            _ => {}
        }
    }
}

fn now(op: Op) -> Option<VarId> {
    if let Op::Var(v) = op { Some(v) } else { None }
}

fn next(op: Op) -> Option<VarId> {
    if let Op::Next(v) = op { Some(v) } else { None }
}

/// The variables that an equation determines. If two variables are equal it is one: the one without an update, or the
/// one declared later.
fn determined(system: &System, list: &[Constraint], variable: fn(Op) -> Option<VarId>) -> BTreeSet<VarId> {
    let terms = &system.terms;
    let is_updated = |v: VarId| system.next.contains_key(&v);
    let of_equation = |term: TermId| {
        let (Op::Eq, [a, b]) = (terms.op(term), terms.operands(term)) else { return None };
        match (variable(terms.op(*a)), variable(terms.op(*b))) {
            (Some(a), Some(b)) if is_updated(a) != is_updated(b) => Some(if is_updated(a) { b } else { a }),
            (a, b) => a.max(b),
        }
    };
    list.iter().flat_map(|c| walk::conjuncts(terms, c.term)).filter_map(of_equation).collect()
}
