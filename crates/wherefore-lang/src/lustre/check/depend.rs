//! Streams that an assumption may speak of.
//!
//! An assumption restricts what a node is given. One about what the node itself computes at the same tick would restrict the
//! node, and could make every guarantee true; earlier outputs, under `pre`, are part of what the environment has seen.

use super::super::ast::{Binary, Expr, ExprKind, Goal, Unary};
use super::instance::{Definition, Kind, ScopeId};
use super::{Checker, codes};
use std::collections::BTreeSet;
use wherefore_syntax::Checked;

impl<'a> Checker<'a, '_> {
    /// Refuses an assumption about a current output of its own node.
    pub(super) fn refuse_current_outputs(&mut self, goal: &'a Goal, scope: ScopeId) -> Checked<()> {
        let parts = std::iter::once(&goal.expr).chain(&goal.provided);
        match parts.filter_map(|e| self.current_output(e, scope)).next() {
            None => Ok(()),
            Some(name) => {
                let headline = format!("an assumption about the current value of the output `{name}`");
                Err(self.error(
                    codes::BAD_ASSUMPTION,
                    goal.expr.span,
                    headline,
                    "only earlier outputs are possible here",
                ))
            }
        }
    }

    /// An output that an expression reads at the same tick, also through the streams of contracts.
    fn current_output(&self, expr: &'a Expr, scope: ScopeId) -> Option<&'a str> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![(expr, scope)];
        while let Some((expr, scope)) = todo.pop() {
            match &expr.kind {
                ExprKind::Unary(Unary::Pre | Unary::Last, _) => {}
                ExprKind::Binary(Binary::Fby, now, _) => todo.push((now, scope)),
                ExprKind::Name(name) => {
                    let Some((found, index)) = self.find(scope, name).filter(|place| seen.insert(*place)) else {
                        continue;
                    };
                    let stream = &self.scope(found).streams[index];
                    match stream.definition {
                        _ if stream.kind == Kind::Output => return Some(name),
                        Definition::Value { expr, .. } => todo.push((expr, found)),
                        Definition::Port { expr, context, .. } if self.scope(found).node.is_none() => {
                            todo.push((expr, self.context(context).scope));
                        }
                        _ => {}
                    }
                }
                _ => todo.extend(expr.children().into_iter().map(|e| (e, scope))),
            }
        }
        None
    }
}
