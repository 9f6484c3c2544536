//! Commits a value to a type: as a term, as a relation to a variable, or as the check that it fits.
//!
//! A choice is taken apart branch by branch, so `case c : a; TRUE : {b, d}; esac` assigned to `x` becomes
//! `ite(c, x = a, x = b | x = d)`: the structure of the source stays visible, and each level carries its branch.

use super::Lowerer;
use super::val::{Guarded, ValId, ValueShape};
use crate::expression;
use crate::smv::ast::File;
use crate::smv::types::{LARGEST_MIX, Member, Symbols, Ty};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;
use wherefore_ir::{Op, Sort, TermId, Value};

/// Values that a variable may hold: its type, and the listed integers if the type has gaps.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub ty: Ty,
    pub listed: Option<Rc<IndexSet<i64, FxBuildHasher>>>,
}

impl Domain {
    /// The domain in the words of a message.
    pub fn describe(&self, file: &File) -> String {
        let listed = self.listed.as_ref().map(|l| Ty::Symbolic(l.iter().copied().map(Member::Int).collect()));
        listed.as_ref().unwrap_or(&self.ty).describe(file)
    }
}

impl Lowerer<'_, '_> {
    /// The value as a term of its own type. The value must not be a set or an array.
    pub(super) fn own_term(&mut self, val: ValId) -> TermId {
        let ty = self.ty(val);
        self.commit(val, &ty)
    }

    /// The value as a term of type `ty`, to which it must be comparable. Where the value lies outside the type, the term
    /// is some value of the type: a hazard says that this does not happen.
    pub(super) fn commit(&mut self, val: ValId, ty: &Ty) -> TermId {
        let sort = self.sort(ty);
        if let Some(term) = self.committed.get(&(val, sort)) {
            return *term;
        }
        let own = self.ty(val);
        let term = match self.val(val).shape.clone() {
            ValueShape::Term(term) => self.convert(term, &own, ty),
            ValueShape::Literal(symbol) => self.member_term(Member::Name(symbol), ty),
            ValueShape::Choice(branches) => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.commit_choice(&branches, ty))
            }
            ValueShape::Set(members) => self.commit(members[0].val, ty),
            ValueShape::Between(lo, _) => self.system.terms.int(lo),
            ValueShape::Array(..) => self.system.terms.bool(false),
        };
        self.committed.insert((val, sort), term);
        term
    }

    fn commit_choice(&mut self, branches: &[Guarded], ty: &Ty) -> TermId {
        let terms: Vec<TermId> = branches.iter().map(|b| self.commit(b.value, ty)).collect();
        self.fold_choice(branches, terms)
    }

    /// Nested if-then-else over already lowered branch values, the last one being the default.
    fn fold_choice(&mut self, branches: &[Guarded], mut values: Vec<TermId>) -> TermId {
        let Some(mut result) = values.pop() else { return self.system.terms.bool(true) };
        let last = branches.len() - 1;
        if let Some(element) = branches[last].element
            && last == 0
        {
            self.system.elements.record(result, element);
        }
        for (branch, value) in branches[..last].iter().zip(values).rev() {
            // Branches of equal value stay apart where the source shows them: a step executes one of them, at its line.
            result = match branch.element {
                Some(_) => self.system.terms.apply(Op::Ite, &[branch.condition, value, result]),
                None => self.system.terms.ite(branch.condition, value, result),
            };
            if let Some(element) = branch.element {
                self.system.elements.record(result, element);
            }
            // The default branch has no if-then-else of its own: it is the other half of the innermost one.
            if let Some(element) = branches[last].element
                && std::ptr::eq(branch, &branches[last - 1])
            {
                self.system.elements.record(result, element);
            }
        }
        result
    }

    /// A constant of a symbolic or integer type.
    pub(super) fn member_term(&mut self, member: Member, ty: &Ty) -> TermId {
        match (ty, member) {
            (Ty::Symbolic(list), _) => {
                let index = list.position(member).unwrap_or(0) as u32;
                let Sort::Enum(id) = self.enum_sort(list) else { return self.system.terms.bool(false) };
                self.system.terms.mk_const(Value::Enum(id, index))
            }
            (_, Member::Int(value)) => self.system.terms.int(value),
            (Ty::Int(interval), Member::Name(_)) => {
                let value = interval.lo.or(interval.hi).unwrap_or(0);
                self.system.terms.int(value)
            }
            _ => self.system.terms.bool(false),
        }
    }

    /// A term of type `from` as a term of type `to`.
    fn convert(&mut self, term: TermId, from: &Ty, to: &Ty) -> TermId {
        match (from, to) {
            (Ty::Int(_), Ty::Real) => expression::as_real(&mut self.system.terms, term),
            (Ty::Symbolic(a), Ty::Symbolic(b)) if a == b => term,
            (Ty::Symbolic(_), Ty::Symbolic(_) | Ty::Int(_)) | (Ty::Int(_), Ty::Symbolic(_)) => {
                self.convert_members(term, from, to)
            }
            _ => term,
        }
    }

    /// A chain that maps each value common to both types; the last one is what remains.
    fn convert_members(&mut self, term: TermId, from: &Ty, to: &Ty) -> TermId {
        let common = common_members(from, to);
        let pairs = self.member_pairs(&common, from, to);
        expression::translated(&mut self.system.terms, term, &pairs).unwrap_or_else(|| self.any_of(to))
    }

    /// The constants of values that two types have in common.
    pub(super) fn member_pairs(&mut self, common: &[Member], left: &Ty, right: &Ty) -> Vec<(TermId, TermId)> {
        common.iter().map(|m| (self.member_term(*m, left), self.member_term(*m, right))).collect()
    }

    /// Some value of a type.
    fn any_of(&mut self, ty: &Ty) -> TermId {
        let member = match ty {
            Ty::Symbolic(list) => list.iter().next(),
            _ => None,
        };
        self.member_term(member.unwrap_or(Member::Int(0)), ty)
    }

    /// Formula: `target`, a term of the domain's type, takes the value, or one of the values if it is a set.
    pub(super) fn relate(&mut self, val: ValId, target: TermId, domain: &Domain) -> TermId {
        self.relate_memo(val, target, domain, &mut FxHashMap::default())
    }

    fn relate_memo(
        &mut self,
        val: ValId,
        target: TermId,
        domain: &Domain,
        done: &mut FxHashMap<ValId, TermId>,
    ) -> TermId {
        if !self.val(val).set {
            let value = self.commit(val, &domain.ty);
            return self.system.terms.eq(target, value);
        }
        if let Some(term) = done.get(&val) {
            return *term;
        }
        let term = match self.val(val).shape.clone() {
            ValueShape::Set(members) => {
                let options: Vec<TermId> =
                    members.iter().map(|m| self.relate_memo(m.val, target, domain, done)).collect();
                self.system.terms.or(options)
            }
            ValueShape::Between(lo, hi) => self.one_between(target, lo, hi, &domain.ty),
            ValueShape::Choice(branches) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                let options: Vec<TermId> =
                    branches.iter().map(|b| self.relate_memo(b.value, target, domain, done)).collect();
                self.fold_choice(&branches, options)
            }),
            _ => self.system.terms.bool(true),
        };
        done.insert(val, term);
        term
    }

    /// Formula: `target`, of type `ty`, is an integer between the bounds.
    pub(super) fn one_between(&mut self, target: TermId, lo: i64, hi: i64, ty: &Ty) -> TermId {
        match ty {
            Ty::Symbolic(_) => {
                let common = common_members(ty, &Ty::range(lo, hi));
                let options: Vec<TermId> = common.iter().map(|m| self.equals_member(target, *m, ty)).collect();
                self.system.terms.or(options)
            }
            Ty::Real => {
                // A real that is one of these integers: they are few, or they would not have been listed as a choice.
                let numbers: Vec<TermId> = (lo..=hi).take(LARGEST_MIX as usize).map(|n| self.real(n)).collect();
                let options: Vec<TermId> = numbers.into_iter().map(|n| self.system.terms.eq(target, n)).collect();
                self.system.terms.or(options)
            }
            _ => self.between(target, lo, hi),
        }
    }

    fn real(&mut self, value: i64) -> TermId {
        let term = self.system.terms.int(value);
        expression::as_real(&mut self.system.terms, term)
    }

    /// `lo <= term & term <= hi`.
    pub(super) fn between(&mut self, term: TermId, lo: i64, hi: i64) -> TermId {
        self.system.terms.within(term, Sort::Range { lo, hi })
    }

    /// Formula: the value, or each of the values if it is a set, belongs to the domain.
    pub(super) fn fits(&mut self, val: ValId, domain: &Domain) -> TermId {
        self.fits_memo(val, domain, &mut FxHashMap::default())
    }

    fn fits_memo(&mut self, val: ValId, domain: &Domain, done: &mut FxHashMap<ValId, TermId>) -> TermId {
        if let Some(term) = done.get(&val) {
            return *term;
        }
        let own = self.ty(val);
        let fits = match self.val(val).shape.clone() {
            _ if always_fits(&own, domain) => self.system.terms.bool(true),
            ValueShape::Term(term) => self.term_fits(term, &own, domain),
            ValueShape::Literal(symbol) => {
                let found = domain.ty.members().is_some_and(|list| list.contains(Member::Name(symbol)));
                self.system.terms.bool(found)
            }
            ValueShape::Set(members) => {
                let each: Vec<TermId> = members.iter().map(|m| self.fits_memo(m.val, domain, done)).collect();
                self.system.terms.and(each)
            }
            ValueShape::Between(lo, hi) => {
                // A long range cannot consist of listed values only; a plain range has been dealt with above.
                let short = hi.checked_sub(lo).is_some_and(|d| d < LARGEST_MIX);
                let inside = short && (lo..=hi).all(|n| domain_contains(domain, Member::Int(n)));
                self.system.terms.bool(inside)
            }
            ValueShape::Choice(branches) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
                let each: Vec<TermId> = branches.iter().map(|b| self.fits_memo(b.value, domain, done)).collect();
                self.plain_choice(&branches, each)
            }),
            ValueShape::Array(..) => self.system.terms.bool(false),
        };
        done.insert(val, fits);
        fits
    }

    /// Nested if-then-else that stands for no element.
    fn plain_choice(&mut self, branches: &[Guarded], mut values: Vec<TermId>) -> TermId {
        let Some(mut result) = values.pop() else { return self.system.terms.bool(true) };
        for (branch, value) in branches.iter().zip(values).rev() {
            result = self.system.terms.ite(branch.condition, value, result);
        }
        result
    }

    fn term_fits(&mut self, term: TermId, own: &Ty, domain: &Domain) -> TermId {
        if let (Some(listed), Ty::Int(_)) = (&domain.listed, own) {
            let listed = listed.clone();
            let options: Vec<TermId> = listed.iter().map(|n| self.equals_member(term, Member::Int(*n), own)).collect();
            return self.system.terms.or(options);
        }
        match (own, &domain.ty) {
            (Ty::Int(_), Ty::Int(interval)) => {
                let terms = &mut self.system.terms;
                let above = interval.lo.map(|lo| (terms.int(lo), term));
                let below = interval.hi.map(|hi| (term, terms.int(hi)));
                let bounds: Vec<TermId> = above.into_iter().chain(below).map(|(a, b)| terms.le(a, b)).collect();
                self.system.terms.and(bounds)
            }
            (_, ty) => {
                let common: Vec<Member> =
                    common_members(own, ty).into_iter().filter(|m| domain_contains(domain, *m)).collect();
                let options: Vec<TermId> = common.iter().map(|m| self.equals_member(term, *m, own)).collect();
                self.system.terms.or(options)
            }
        }
    }

    fn equals_member(&mut self, term: TermId, member: Member, ty: &Ty) -> TermId {
        let value = self.member_term(member, ty);
        self.system.terms.eq(term, value)
    }
}

/// The values that both types have, in the order of the first.
pub(super) fn common_members(a: &Ty, b: &Ty) -> Vec<Member> {
    let (listed, other) = match (a, b) {
        // A large integer type need not be listed when the other side is small.
        (Ty::Int(_), Ty::Symbolic(list)) => (list.clone(), a),
        _ => (a.members().unwrap_or_else(|| Symbols::from_iter([])), b),
    };
    listed.iter().filter(|m| type_contains(other, *m)).collect()
}

fn type_contains(ty: &Ty, member: Member) -> bool {
    match (ty, member) {
        (Ty::Symbolic(list), _) => list.contains(member),
        (Ty::Int(interval), Member::Int(value)) => interval.contains(value),
        _ => false,
    }
}

fn domain_contains(domain: &Domain, member: Member) -> bool {
    match (&domain.listed, member) {
        (Some(listed), Member::Int(value)) => listed.contains(&value),
        _ => type_contains(&domain.ty, member),
    }
}

/// Whether every value of a type belongs to the domain, so that nothing has to be checked.
fn always_fits(ty: &Ty, domain: &Domain) -> bool {
    if domain.listed.is_some() && ty.is_integer() {
        return ty.members().is_some_and(|list| list.iter().all(|m| domain_contains(domain, m)));
    }
    match (ty, &domain.ty) {
        (Ty::Int(a), Ty::Int(b)) => a.within(*b),
        (Ty::Int(_), Ty::Real) => true,
        (Ty::Symbolic(list), to) => list.iter().all(|m| type_contains(to, m)),
        (Ty::Int(_), Ty::Symbolic(_)) => ty.members().is_some_and(|l| l.iter().all(|m| domain_contains(domain, m))),
        (a, b) => a == b,
    }
}
