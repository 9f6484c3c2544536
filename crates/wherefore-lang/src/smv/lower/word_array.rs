//! Arrays indexed by words, as nuXmv has them: `READ`, `WRITE`, `CONSTARRAY`, and whole arrays that are assigned and compared.
//!
//! Such an array is one value for each word. What is written at an index that is not known changes each element or not:
//!
//! ```text
//! WRITE(a, i, v)   is   [i = 0 ? v : a[0], i = 1 ? v : a[1], ...]
//! ```

use super::Lowerer;
use super::expr::Operand;
use super::val::{Guarded, Val, ValId, ValueShape};
use crate::smv::ast::{ArrayOfType, ExprId, Type};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::Ty;
use wherefore_diag::Span;
use wherefore_ir::{TermId, Value};
use wherefore_syntax::{Checked, Reported};

impl Lowerer<'_, '_> {
    /// An array with these elements.
    pub(super) fn word_array(&mut self, width: u32, elements: Vec<ValId>) -> ValId {
        let hazards = self.all_hazards(&elements);
        let shape = ValueShape::Array(0, elements);
        self.add_val(Val { shape, ty: Ty::WordArray { width }, set: false, hazards })
    }

    /// The element of an array at an index that is known.
    pub(super) fn part(&mut self, array: Operand, index: usize) -> Checked<ValId> {
        let val = self.val(array.val).clone();
        match val.shape {
            ValueShape::Array(_, elements) if matches!(val.ty, Ty::WordArray { .. }) => {
                elements.get(index).copied().ok_or(Reported)
            }
            ValueShape::Choice(branches) if matches!(val.ty, Ty::WordArray { .. }) => {
                let mut guarded = Vec::new();
                for branch in branches {
                    let value = self.part(Operand { val: branch.value, span: branch.span }, index)?;
                    guarded.push(Guarded { value, ..branch });
                }
                let choice = self.choice_of(guarded, array.span)?;
                self.vals[choice.index()].hazards = val.hazards;
                Ok(choice)
            }
            _ => Err(self.no_word_array(array)),
        }
    }

    /// A choice among values that have a type in common.
    fn choice_of(&mut self, guarded: Vec<Guarded>, span: Span) -> Checked<ValId> {
        let mut ty: Option<Ty> = None;
        for branch in &guarded {
            let (joined, found) = (ty.clone(), self.ty(branch.value));
            ty = match joined {
                None => Some(found),
                Some(before) => match before.join(&found) {
                    Some(joined) => Some(joined),
                    None => {
                        let (one, two) = (self.describe(&before), self.describe(&found));
                        let headline = format!("an element between {one} and {two} has no type");
                        return Err(self.error(codes::TYPE_CLASH, span, headline, two));
                    }
                },
            };
        }
        let ty = ty.ok_or(Reported)?;
        let set = guarded.iter().any(|g| self.val(g.value).set);
        let vals: Vec<ValId> = guarded.iter().map(|g| g.value).collect();
        let hazards = self.all_hazards(&vals);
        Ok(self.add_val(Val { shape: ValueShape::Choice(guarded), ty, set, hazards }))
    }

    fn no_word_array(&mut self, array: Operand) -> Reported {
        let found = self.describe(&self.ty(array.val));
        let headline = format!("an array indexed by words is needed, found {found}");
        self.error(codes::TYPE_CLASH, array.span, headline, found)
    }

    fn index_width(&mut self, array: Operand) -> Checked<u32> {
        match self.ty(array.val) {
            Ty::WordArray { width } => Ok(width),
            _ => Err(self.no_word_array(array)),
        }
    }

    /// An index: a word of the width of the array's indices.
    fn word_index(&mut self, index: ExprId, width: u32, scope: InstanceId) -> Checked<(Operand, TermId)> {
        let index = self.operand(index, scope)?;
        let (found, wanted) = (self.ty(index.val), Ty::Word { signed: false, width });
        if found != wanted {
            let (found, wanted) = (self.describe(&found), self.describe(&wanted));
            let headline = format!("an index must be {wanted}, found {found}");
            return Err(self.error(codes::TYPE_CLASH, index.span, headline, found));
        }
        Ok((index, self.own_term(index.val)))
    }

    /// An index that must be a constant.
    pub(super) fn constant_word(&mut self, index: ExprId, width: u32, scope: InstanceId) -> Checked<i64> {
        let (index, term) = self.word_index(index, width, scope)?;
        match self.known_index(term) {
            Some(known) => Ok(known as i64),
            None => {
                let headline = "the index of an assigned element must be a constant";
                Err(self.error(codes::NOT_CONSTANT, index.span, headline, "not a constant"))
            }
        }
    }

    fn known_index(&self, term: TermId) -> Option<usize> {
        match self.system.terms.constant(term)? {
            Value::BitVec(_, bits) => usize::try_from(bits).ok(),
            _ => None,
        }
    }

    fn is_index(&mut self, term: TermId, width: u32, index: usize) -> TermId {
        let here = self.system.terms.mk_const(Value::bits(width, index as u64));
        self.system.terms.eq(term, here)
    }

    /// `READ(a, i)`.
    pub(super) fn read(&mut self, array: Operand, index: ExprId, scope: InstanceId) -> Checked<ValId> {
        let width = self.index_width(array)?;
        let (index, term) = self.word_index(index, width, scope)?;
        if let Some(known) = self.known_index(term) {
            return self.part(array, known);
        }
        let mut guarded = Vec::new();
        for position in 0..1usize << width {
            let (condition, value) = (self.is_index(term, width, position), self.part(array, position)?);
            guarded.push(Guarded { condition, value, span: array.span, element: None });
        }
        let choice = self.choice_of(guarded, array.span)?;
        let mut hazards = self.hazards(choice);
        let more = self.all_hazards(&[index.val, array.val]);
        self.merge(&mut hazards, more);
        self.vals[choice.index()].hazards = hazards;
        Ok(choice)
    }

    /// `WRITE(a, i, v)`.
    pub(super) fn write(&mut self, [array, index, value]: [ExprId; 3], scope: InstanceId) -> Checked<ValId> {
        let array = Operand { val: self.expr(array, scope)?, span: self.span(array) };
        let width = self.index_width(array)?;
        let (index, term) = self.word_index(index, width, scope)?;
        let value = self.operand(value, scope)?;
        let truth = self.system.terms.bool(true);
        let mut elements = Vec::new();
        for position in 0..1usize << width {
            let before = self.part(array, position)?;
            let written = Guarded {
                condition: self.is_index(term, width, position),
                value: value.val,
                span: value.span,
                element: None,
            };
            let kept = Guarded { condition: truth, value: before, span: array.span, element: None };
            elements.push(self.choice_of(vec![written, kept], value.span)?);
        }
        let result = self.word_array(width, elements);
        let mut hazards = self.hazards(result);
        let more = self.all_hazards(&[index.val]);
        self.merge(&mut hazards, more);
        self.vals[result.index()].hazards = hazards;
        Ok(result)
    }

    /// `CONSTARRAY(type, v)`.
    pub(super) fn const_array(
        &mut self,
        ty: ArrayOfType,
        value: ExprId,
        scope: InstanceId,
        span: Span,
    ) -> Checked<ValId> {
        let width = match ty {
            ArrayOfType::Like(array) => {
                let array = Operand { val: self.expr(array, scope)?, span: self.span(array) };
                self.index_width(array)?
            }
            ArrayOfType::Written(ty) => match self.file.ty(ty) {
                Type::WordArray { width, .. } => self.array_width(*width, scope, span)?,
                Type::Error => return Err(Reported),
                _ => {
                    let (span, headline) = (self.file.type_span(ty), "CONSTARRAY takes an array indexed by words");
                    return Err(self.error(codes::TYPE_CLASH, span, headline, "another type"));
                }
            },
        };
        let value = self.operand(value, scope)?;
        Ok(self.word_array(width, vec![value.val; 1 << width]))
    }
}
