//! Places that are left open: the expression is lowered, for its type and its mistakes, and then a variable that nothing
//! determines takes the place of its value.
//!
//! The variable must have every value that another expression could have in this place. Where the value is assigned, these
//! are the values of the assigned variable; where it is compared, those of the other side and one to each side of them;
//! elsewhere all integers, and all symbolic constants of the model. The errors that the expression itself could run into
//! are gone with it; what the value must meet where it is used stays an obligation.
//!
//! A free variable is one value at a time, while another expression could be a set. For an assignment that is enough: a run
//! of the model with the set takes one value at each step. To the right of `in` it is not, so open places are refused there.
//!
//! The variable is a state variable, because `next` may ask for its value one step later.

use super::Lowerer;
use super::expr::{Chain, Operand};
use super::val::ValId;
use crate::smv::ast::{Binary, ExprId};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Member, Symbols, Ty};
use wherefore_diag::Span;
use wherefore_ir::{Purpose, Role, Visibility, walk};
use wherefore_syntax::Checked;

impl Lowerer<'_, '_> {
    /// The open place at a span.
    pub(super) fn open_place(&self, span: Span) -> Option<Span> {
        self.holes.at(span)
    }

    /// The value of an expression, or what stands for it if its place is left open.
    pub(super) fn left_open(
        &mut self,
        expr: ExprId,
        scope: InstanceId,
        val: ValId,
        wanted: Option<&Ty>,
    ) -> Checked<ValId> {
        let Some(place) = self.open_place(self.span(expr)) else { return Ok(val) };
        if let Some(known) = self.open.get(&(place, scope)) {
            return Ok(*known);
        }
        let ty = self.open_type(val, wanted, place)?;
        let sort = self.sort(&ty);
        let var = self.system.add_auxiliary("hole", sort, Role::State, Purpose::Hole);
        let now = self.system.terms.now(var);
        let free = self.term_val(now, ty, Vec::new());
        self.open.insert((place, scope), free);
        Ok(free)
    }

    /// A type with every value that an expression in place of this one could have.
    fn open_type(&mut self, val: ValId, wanted: Option<&Ty>, place: Span) -> Checked<Ty> {
        let own = self.ty(val);
        let is_temporal = self.terms_of(val).iter().any(|t| {
            let terms = &self.system.terms;
            terms.has_ltl(*t) || terms.has_ctl(*t)
        });
        match (own, wanted) {
            (Ty::Array | Ty::WordArray { .. }, _) => Err(self.cannot_be_open(place, "an array")),
            _ if is_temporal => Err(self.cannot_be_open(place, "a temporal formula")),
            (_, Some(wanted)) => Ok(wanted.clone()),
            // A number could become a symbol or a fraction, and where it is used is not known here.
            (Ty::Int(_), None) if self.has_numbers_of_other_kinds() => Err(self.cannot_be_open(place, "a number")),
            (Ty::Int(_), None) => Ok(Ty::Int(Interval::ALL)),
            (Ty::Symbolic(_), None) => Ok(Ty::Symbolic(self.all_symbols())),
            (own, None) => Ok(own),
        }
    }

    fn cannot_be_open(&mut self, place: Span, what: &str) -> wherefore_syntax::Reported {
        let headline = format!("{what} cannot be left open here");
        self.error(codes::UNSUPPORTED, place, headline, "left open")
    }

    fn has_numbers_of_other_kinds(&self) -> bool {
        self.slots.iter().any(|slot| match &slot.domain.ty {
            Ty::Real => true,
            Ty::Symbolic(members) => members.iter().any(|m| matches!(m, Member::Int(_))),
            _ => false,
        })
    }

    /// All symbolic constants of the model, with the numbers that stand among them in types.
    fn all_symbols(&self) -> Symbols {
        let listed = self.slots.iter().filter_map(|slot| match &slot.domain.ty {
            Ty::Symbolic(members) => Some(members.iter().collect::<Vec<_>>()),
            _ => None,
        });
        listed.flatten().chain(self.literals.iter().copied().map(Member::Name)).collect()
    }

    /// A type with which comparison to this value can have every result that it can have.
    fn comparable_to(&self, val: ValId) -> Ty {
        match self.ty(val) {
            Ty::Int(Interval { lo, hi }) => {
                let (lo, hi) = (lo.and_then(|n| n.checked_sub(1)), hi.and_then(|n| n.checked_add(1)));
                Ty::Int(Interval { lo, hi })
            }
            Ty::Symbolic(_) => Ty::Symbolic(self.all_symbols()),
            other => other,
        }
    }

    /// The type of what stands to the right of an operator, as far as an open place has to know it.
    pub(super) fn compared_by(&self, operator: Binary, left: ValId) -> Option<Ty> {
        (!self.holes.is_empty() && operator.compares()).then(|| self.comparable_to(left))
    }

    /// The type to which the first operand of a chain is compared, if its place is left open.
    pub(super) fn compared_with(&mut self, chain: Chain<'_>) -> Checked<Option<Ty>> {
        let Some((operator, second)) = chain.rest.first() else { return Ok(None) };
        if !operator.compares() || self.open_place(self.span(chain.first)).is_none() {
            return Ok(None);
        }
        let other = self.operand(*second, chain.scope)?;
        Ok(Some(self.comparable_to(other.val)))
    }

    /// Refuses a set that depends on an open place.
    pub(super) fn refuse_open_set(&mut self, set: Operand) -> Checked<()> {
        if self.holes.is_empty() {
            return Ok(());
        }
        let terms = self.terms_of(set.val);
        let read = walk::variables(&self.system.terms, terms);
        let is_hole = |v| self.system.terms.var(v).visibility == Visibility::Auxiliary(Purpose::Hole);
        match read.into_iter().any(is_hole) {
            true => Err(self.cannot_be_open(set.span, "a set of values")),
            false => Ok(()),
        }
    }

    /// Reports open places at which no expression was found.
    pub(super) fn report_unfound_holes(&mut self) {
        for place in self.holes.spans() {
            if !self.open.keys().any(|(found, _)| found == place) {
                self.error(codes::UNSUPPORTED, *place, "no expression of the model stands here", "left open");
            }
        }
    }
}

impl Binary {
    /// Whether it compares two values with each other.
    fn compares(self) -> bool {
        use Binary::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}
