//! The body of a node: what its equations define, and that both sides of each have the same types.

use super::super::ast::{Equation, Expr, Item, Name, Node, Target};
use super::super::types::Ty;
use super::instance::{ContextId, Definition, Kind, ScopeId};
use super::{Checker, codes, desugar};
use wherefore_syntax::Checked;

impl<'a> Checker<'a, '_> {
    /// Gives the streams of a scope the definitions of the body of its node.
    pub(super) fn define(&mut self, scope: ScopeId, node: &'a Node) -> Checked<()> {
        let defined = desugar::definitions(node, self.report)?;
        for (name, body) in defined.streams.into_values() {
            let index = self.target(scope, name)?;
            self.scope_mut(scope).streams[index].definition = Definition::Body(body);
        }
        for (name, body) in defined.initial.into_values() {
            let index = self.target(scope, name)?;
            self.scope_mut(scope).streams[index].initial = Some(body);
        }
        Ok(())
    }

    /// The stream of its own that a left-hand side means.
    pub(super) fn target(&mut self, scope: ScopeId, name: &'a Name) -> Checked<usize> {
        let Some(index) = self.scope(scope).names.get(name.text.as_str()).copied() else {
            let context = self.scope(scope).context;
            return Err(self.undefined(&name.text, name.span, context));
        };
        let kind = self.scope(scope).streams[index].kind;
        if matches!(kind, Kind::Input | Kind::Const) {
            let what = if kind == Kind::Input { "an input" } else { "a constant" };
            let headline = format!("`{}` is {what} and cannot be defined here", name.text);
            return Err(self.error(codes::BAD_TARGET, name.span, headline, "on the left-hand side"));
        }
        Ok(index)
    }

    /// Checks the types of a body, in the order of the source.
    pub(super) fn check_body(&mut self, scope: ScopeId, context: ContextId, items: &'a [Item]) -> Checked<()> {
        let mut result = Ok(());
        for item in items {
            let checked = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.check_item(scope, context, item));
            result = result.and(checked);
        }
        result
    }

    fn check_item(&mut self, scope: ScopeId, context: ContextId, item: &'a Item) -> Checked<()> {
        match item {
            Item::Equation(equation) => self.check_equation(scope, context, equation),
            Item::Assert(expr) => self.expect_bool(expr, context),
            Item::Property(goal) if goal.reachable => Ok(()),
            Item::Property(goal) => match goal.bounds.first() {
                Some((word, bound)) => Err(self.refuse(&format!("a property with `{word}`"), bound.span)),
                None => self.check_goal(goal, context),
            },
            Item::If { branches, otherwise, .. } => {
                for (condition, items) in branches {
                    self.expect_bool(condition, context)?;
                    self.check_body(scope, context, items)?;
                }
                self.check_body(scope, context, otherwise)
            }
            Item::When { branches, otherwise, span } => {
                let conditions: Vec<&'a Expr> = branches.iter().map(|(c, _)| c).collect();
                for (index, (condition, items)) in branches.iter().enumerate() {
                    self.expect_bool(condition, context)?;
                    let inner = self.arm_context(&conditions, index, context, *span);
                    self.check_body(scope, inner, items)?;
                }
                let inner = self.arm_context(&conditions, branches.len(), context, *span);
                otherwise.iter().try_for_each(|items| self.check_body(scope, inner, items))
            }
            Item::Frame { initial, body, .. } => {
                initial.iter().try_for_each(|e| self.check_equation(scope, context, e))?;
                self.check_body(scope, context, body)
            }
            Item::Other(what, span) => Err(self.refuse(what, *span)),
        }
    }

    /// Whether the two sides of an equation have the same types.
    pub(super) fn check_equation(&mut self, scope: ScopeId, at: ContextId, equation: &'a Equation) -> Checked<()> {
        let same = |a: &Target, b: &Target| a.indices.iter().map(|n| &n.text).eq(b.indices.iter().map(|n| &n.text));
        if equation.left.windows(2).any(|pair| !same(&pair[0], &pair[1])) {
            return Err(self.refuse("left-hand sides with different indices", equation.span));
        }
        let mut wanted = Vec::new();
        for target in &equation.left {
            wanted.push((target, self.target_type(scope, target)?));
        }
        let mut context = match self.clock_of_targets(scope, equation) {
            Some(clock) => self.context_on(clock, at),
            None => at,
        };
        if let Some(first) = equation.left.first()
            && !first.indices.is_empty()
        {
            let names: Vec<&'a str> = first.indices.iter().map(|n| n.text.as_str()).collect();
            let zeros = vec![0; names.len()];
            context = self.indexed(context, equation, &names, &zeros, 0);
        }
        let found = self.ty(&equation.right, context)?;
        let parts = found.parts();
        if parts.len() != wanted.len() {
            let headline =
                format!("{} on the left-hand side, {} on the right", count(wanted.len()), count(parts.len()));
            return Err(self.error(codes::ARITY, equation.span, headline, "in this equation"));
        }
        for ((target, wanted), found) in wanted.iter().zip(parts) {
            self.fits(&equation.right, found, &target.name, wanted)?;
        }
        Ok(())
    }

    fn clock_of_targets(&self, scope: ScopeId, equation: &'a Equation) -> Option<&'a Expr> {
        let names = equation.left.iter().filter_map(|t| self.scope(scope).names.get(t.name.text.as_str()));
        names.filter_map(|i| self.scope(scope).streams[*i].clock).next()
    }

    pub fn target_type(&mut self, scope: ScopeId, target: &'a Target) -> Checked<Ty> {
        let index = self.target(scope, &target.name)?;
        let mut ty = self.scope(scope).streams[index].ty.clone();
        for name in &target.indices {
            ty = match ty {
                Ty::Array(element, _) => element.as_ref().clone(),
                other => {
                    let headline = format!("`{}` has no element `[{}]`", target.name.text, name.text);
                    let label = format!("this is `{}`", other.show());
                    return Err(self.error(codes::ARITY, target.name.span, headline, &label));
                }
            };
        }
        Ok(ty)
    }
}

fn count(n: usize) -> String {
    if n == 1 { "one value".to_owned() } else { format!("{n} values") }
}
