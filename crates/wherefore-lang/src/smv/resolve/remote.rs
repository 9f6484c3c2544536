//! Definitions that a module gives to another instance: `DEFINE left.ack := q.out`.
//!
//! The instance is often a formal parameter, so a ring of modules can define signals for its neighbours. These
//! definitions are entered when the whole tree is known, because the path may lead to an instance declared later. A path
//! never leads through a definition, so the order among them does not matter.
//!
//! In a model that was made flat `a.b` is the name of the definition itself, and nothing is called `a`.

use super::instances::Builder;
use super::{Decl, InstanceId};
use crate::smv::ast::{Expr, ExprId, Ident};
use crate::smv::codes;
use wherefore_diag::Diagnostic;

/// How many parameters a path may pass through; more than that means that a parameter is passed to itself.
const LONGEST_PATH: usize = 100_000;

impl Builder<'_, '_> {
    pub(super) fn remote_definitions(&mut self) {
        for (scope, path, name, body) in std::mem::take(&mut self.remote) {
            let mut steps = 0;
            match (self.instance_at(path, scope, &mut steps), self.flat(path, name, scope)) {
                (Some(owner), _) => self.add_define(owner, scope, name, body),
                (None, Some(flat)) => self.add_define(scope, scope, flat, body),
                (None, None) => {
                    let (span, headline) = (self.file.span(path), "a definition for something that is no instance");
                    self.reporter.push(Diagnostic::at(codes::BAD_TARGET, span, headline, "not a module instance"));
                }
            }
        }
    }

    /// The name with dots that a path and a member are, if the path begins with something that is not declared.
    fn flat(&self, path: ExprId, member: Ident, scope: InstanceId) -> Option<Ident> {
        let first = self.file.first_name(path)?;
        let declared = self.model.instance(scope).names.contains_key(&first);
        let text = format!("{}.{}", self.file.path_text(path)?, self.file.name(member.symbol));
        let symbol = self.file.find(&text).filter(|_| !declared)?;
        Some(Ident { symbol, span: self.file.span(path).to(member.span) })
    }

    /// The instance that a path leads to.
    fn instance_at(&self, path: ExprId, scope: InstanceId, steps: &mut usize) -> Option<InstanceId> {
        *steps += 1;
        if *steps > LONGEST_PATH {
            return None;
        }
        let (instance, symbol) = match self.file.expr(path) {
            Expr::SelfName => return Some(scope),
            Expr::Name(symbol) => (scope, *symbol),
            Expr::Dot(base, member) => {
                let base = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.instance_at(*base, scope, steps))?;
                (base, member.symbol)
            }
            _ => return None,
        };
        match self.model.instance(instance).names.get(&symbol)?.0 {
            Decl::Instance(id) => Some(id),
            Decl::Param(id) => {
                let named = self.model.named(id);
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.instance_at(named.expr, named.scope, steps))
            }
            _ => None,
        }
    }
}
