//! Subranges and refinement types.
//!
//! Streams of the environment stay within their types by assumption. Streams that the program computes must be shown to: a
//! property for each stream.

use super::super::ast::TypeKind;
use super::super::check::Restriction;
use super::super::check::instance::{Bound, Definition, Kind, LeafId, ScopeId, Stream};
use super::goal::GoalLabel;
use super::{At, Built, Fail, Lowerer};
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort};

impl<'a> Lowerer<'a, '_> {
    /// Assumes or asks that a stream stays within its type.
    pub(super) fn restrict(&mut self, scope: ScopeId, index: usize) -> Built<()> {
        let first = LeafId { scope, stream: index, leaf: 0 };
        let Stream { name, ty, declared, kind, definition, .. } = self.stream(first).clone();
        let is_built = |leaf| self.built(LeafId { leaf, ..first }).is_some();
        let Some(declared) = declared else { return Ok(()) };
        if kind == Kind::Const && !(0..ty.size()).all(is_built) {
            return Ok(());
        }
        let restrictions = self.check.restrictions_of_stream(scope, index)?;
        let list = self.restricted(&restrictions, &Bound::Leaves(first, ty))?;
        if list.is_empty() {
            return Ok(());
        }
        let clock = self.check.clock_of_scope(scope);
        let block = self.conjunction(&list, declared.span)?;
        let text = format!("{}: {}", name.text, self.check.quote(declared.span));
        if let Definition::Free = definition {
            return self.assume(block, text, declared.span, scope, clock);
        }
        let goal = GoalLabel { name: format!("{}: range", name.text), text, span: name.span, premise: None };
        self.ask(block, goal, scope, clock)
    }

    /// The blocks of some restrictions on a value.
    pub(super) fn restricted(&mut self, restrictions: &[Restriction<'a>], base: &Bound<'a>) -> Built<Vec<BlockId>> {
        let mut list = Vec::new();
        for restriction in restrictions {
            match *restriction {
                Restriction::Predicate(predicate, context) => list.push(self.value(predicate, At::new(context), 0)?),
                Restriction::Range { ty, scope, leaf } => {
                    let block = self.bound_leaf(base, leaf)?;
                    // The sort may say so already.
                    if let Sort::Range { lo, hi } = self.builder.sort(block)
                        && self.check.plain_range(ty, scope).is_some_and(|(low, high)| low <= lo && hi <= high)
                    {
                        continue;
                    }
                    let TypeKind::Subrange(low, high) = &ty.kind else { continue };
                    let at = self.at(scope);
                    if let Some(low) = low {
                        let low = self.value(low, at, 0)?;
                        list.push(self.operator(Op::Le, &[low, block], "<=", ty.span)?);
                    }
                    if let Some(high) = high {
                        let high = self.value(high, at, 0)?;
                        list.push(self.operator(Op::Le, &[block, high], "<=", ty.span)?);
                    }
                }
            }
        }
        Ok(list)
    }

    /// A leaf of what a name is bound to.
    pub(super) fn bound_leaf(&mut self, base: &Bound<'a>, leaf: usize) -> Built<BlockId> {
        match base {
            Bound::Leaves(first, _) => self.leaf(LeafId { leaf: first.leaf + leaf, ..*first }),
            Bound::Part { expr, context, offset, .. } => self.value(expr, At::new(*context), offset + leaf),
            Bound::Value(..) => Err(Fail::Reported),
        }
    }
}
