//! Whether a formula is about steps, as it is written.
//!
//! Terms are folded while they are built: of `next(z)` nothing is left where `z := FALSE`. Whether an INVARSPEC asks about states
//! or about steps must not depend on that: in a state without a successor a formula about steps asks nothing. So the
//! source is read, with definitions and parameters in their places, as NuSMV does: a formula is about steps if it mentions an
//! input, or a state variable inside next().

use super::Lowerer;
use super::names::Target;
use crate::smv::ast::{Expr, ExprId, Item, VarSection};
use crate::smv::resolve::{InstanceId, VarDeclId};
use std::collections::BTreeSet;

/// When a part of a formula is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    Now,
    Next,
}

impl Lowerer<'_, '_> {
    /// Whether a formula, lowered without complaint, is about steps.
    pub(super) fn is_about_steps(&mut self, formula: ExprId, scope: InstanceId) -> bool {
        let mut seen: BTreeSet<(u32, Time)> = BTreeSet::new();
        let mut waiting = vec![(formula, scope, Time::Now)];
        while let Some((expr, scope, time)) = waiting.pop() {
            match (self.file.expr(expr), self.follow(expr, scope)) {
                (_, Ok(Some(Target::Var(var)))) if self.is_of_step(var, time) => return true,
                (_, Ok(Some(Target::Running(_)))) => return true,
                (_, Ok(Some(Target::Define(id) | Target::Param(id)))) => {
                    let named = self.model.named(id);
                    if seen.insert((id.0, time)) {
                        waiting.push((named.expr, named.scope, time));
                    }
                }
                (Expr::Next(operand), _) => waiting.push((*operand, scope, Time::Next)),
                (other, _) => waiting.extend(other.parts().into_iter().map(|part| (part, scope, time))),
            }
        }
        false
    }

    fn is_of_step(&self, var: VarDeclId, time: Time) -> bool {
        let Item::Var { section, .. } = self.model.vars[var.0 as usize].item else { return false };
        match section {
            VarSection::Input => true,
            VarSection::State => time == Time::Next,
            VarSection::Frozen => false,
        }
    }
}
