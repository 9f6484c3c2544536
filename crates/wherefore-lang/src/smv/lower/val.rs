//! Values: what an expression means before its context is known.

use super::Lowerer;
use super::expr::Operand;
use super::hazard::Hazard;
use crate::smv::ast::Symbol;
use crate::smv::types::{Interval, Member, Ty};
use wherefore_diag::Span;
use wherefore_ir::{ElementId, TermId};

/// Index of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ValId(pub u32);

impl ValId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A branch that has been lowered: under `condition`, and none of those before it, the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarded {
    pub condition: TermId,
    pub value: ValId,
    /// Where the value is written.
    pub span: Span,
    /// The branch as an element of the model.
    pub element: Option<ElementId>,
}

/// The shape of a value.
#[derive(Clone, Debug)]
pub(super) enum ValueShape {
    /// A term of the sort that the value's type has.
    Term(TermId),
    /// A symbolic constant, which belongs to every type that lists it.
    Literal(Symbol),
    /// Guarded alternatives; the last one applies when no other does.
    Choice(Vec<Guarded>),
    /// Any one of these.
    Set(Vec<Operand>),
    /// Any integer between the bounds.
    Between(i64, i64),
    /// An array: its first index and its elements.
    Array(i64, Vec<ValId>),
}

/// A value with its type, and what can go wrong in computing it.
#[derive(Clone, Debug)]
pub(super) struct Val {
    pub shape: ValueShape,
    pub ty: Ty,
    /// Whether it stands for several values to choose from.
    pub set: bool,
    pub hazards: Vec<Hazard>,
}

impl Lowerer<'_, '_> {
    pub(super) fn add_val(&mut self, val: Val) -> ValId {
        self.vals.push(val);
        ValId(self.vals.len() as u32 - 1)
    }

    /// A value that is a term.
    pub(super) fn term_val(&mut self, term: TermId, ty: Ty, hazards: Vec<Hazard>) -> ValId {
        self.add_val(Val { shape: ValueShape::Term(term), ty, set: false, hazards })
    }

    /// A symbolic constant. There is one value for each, because models are full of them.
    pub(super) fn literal_val(&mut self, symbol: Symbol) -> ValId {
        if let Some(val) = self.literal_vals.get(&symbol) {
            return *val;
        }
        let ty = Ty::Symbolic([Member::Name(symbol)].into_iter().collect());
        let val = self.add_val(Val { shape: ValueShape::Literal(symbol), ty, set: false, hazards: Vec::new() });
        self.literal_vals.insert(symbol, val);
        val
    }

    pub(super) fn int_val(&mut self, value: i64) -> ValId {
        let term = self.system.terms.int(value);
        self.term_val(term, Ty::Int(Interval::new(value, value)), Vec::new())
    }

    pub(super) fn val(&self, id: ValId) -> &Val {
        &self.vals[id.index()]
    }

    pub(super) fn ty(&self, id: ValId) -> Ty {
        self.vals[id.index()].ty.clone()
    }

    pub(super) fn hazards(&self, id: ValId) -> Vec<Hazard> {
        self.vals[id.index()].hazards.clone()
    }
}
