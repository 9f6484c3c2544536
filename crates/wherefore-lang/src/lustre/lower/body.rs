//! Definitions in the body of a node, by stream.
//!
//! Equations, `if`, `when` and `frame` blocks are turned around: for each stream, the equation or the branches that define it.
//! Where a branch says nothing the stream keeps its value; at first it has the one that its frame gives it.

use super::super::ast::{Equation, Item, Name, Target};
use super::super::types::Ty;
use super::scope::{Body, Definition, Kind};
use super::{ContextId, Expr, Lowerer, ScopeId, codes};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported};

/// Definitions of some items, by stream.
type Defined<'a> = BTreeMap<usize, Rc<Body<'a>>>;

impl<'a> Lowerer<'a, '_> {
    /// Gives the streams of a scope the definitions of a body.
    pub(super) fn define(&mut self, scope: ScopeId, body: &'a [Item]) -> Checked<()> {
        let defined = self.defined(scope, body)?;
        for (index, body) in defined {
            self.scope_mut(scope).streams[index].definition = Definition::Body(body);
        }
        Ok(())
    }

    fn defined(&mut self, scope: ScopeId, items: &'a [Item]) -> Checked<Defined<'a>> {
        let mut all = Defined::new();
        for item in items {
            let part = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.defined_by(scope, item))?;
            for (index, body) in part {
                if all.insert(index, body).is_some() {
                    let name = self.scope(scope).streams[index].name;
                    let headline = format!("`{}` is defined twice", name.text);
                    let span = item_span(item).unwrap_or(name.span);
                    let diagnostic = Diagnostic::at(codes::DUPLICATE, span, headline, "defined again here");
                    return Err(self.report.push(diagnostic.label(name.span, "declared here")));
                }
            }
        }
        Ok(all)
    }

    fn defined_by(&mut self, scope: ScopeId, item: &'a Item) -> Checked<Defined<'a>> {
        match item {
            Item::Equation(equation) => self.defined_by_equation(scope, equation),
            Item::Assert(_) | Item::Property(_) => Ok(Defined::new()),
            Item::If { branches, otherwise, span } => {
                self.defined_by_branches(scope, branches, Some(otherwise), false, *span)
            }
            Item::When { branches, otherwise, span } => {
                self.defined_by_branches(scope, branches, otherwise.as_ref(), true, *span)
            }
            Item::Frame { variables, initial, body, span } => {
                self.defined_by_frame(scope, variables, initial, body, *span)
            }
            Item::Other(what, span) => Err(self.refuse(what, *span)),
        }
    }

    /// The stream of its own that a left-hand side means.
    pub(super) fn target(&mut self, scope: ScopeId, name: &'a Name) -> Checked<usize> {
        let Some(index) = self.scope(scope).names.get(name.text.as_str()).copied() else {
            let context = self.scope(scope).context;
            self.undefined_text(&name.text, name.span, context);
            return Err(Reported);
        };
        let kind = self.scope(scope).streams[index].kind;
        if matches!(kind, Kind::Input | Kind::Const) {
            let what = if kind == Kind::Input { "an input" } else { "a constant" };
            let headline = format!("`{}` is {what} and cannot be defined here", name.text);
            return Err(self.error(codes::BAD_TARGET, name.span, headline, "on the left-hand side"));
        }
        Ok(index)
    }

    fn defined_by_equation(&mut self, scope: ScopeId, equation: &'a Equation) -> Checked<Defined<'a>> {
        let mut defined = Defined::new();
        for (position, target) in equation.left.iter().enumerate() {
            let index = self.target(scope, &target.name)?;
            let first = equation.left.first().map_or(&target.indices, |t| &t.indices);
            if target.indices.len() != first.len() || target.indices.iter().zip(first).any(|(a, b)| a.text != b.text) {
                return Err(self.refuse("left-hand sides with different indices", equation.span));
            }
            defined.insert(index, Rc::new(Body::Equation(equation, position)));
        }
        Ok(defined)
    }

    fn defined_by_branches(
        &mut self,
        scope: ScopeId,
        branches: &'a [(Expr, Vec<Item>)],
        otherwise: Option<&'a Vec<Item>>,
        is_lazy: bool,
        span: Span,
    ) -> Checked<Defined<'a>> {
        for item in branches.iter().flat_map(|(_, items)| items).chain(otherwise.into_iter().flatten()) {
            self.refuse_goal(item)?;
        }
        let mut parts = Vec::new();
        for (condition, items) in branches {
            parts.push((condition, self.defined(scope, items)?));
        }
        let last = match otherwise {
            Some(items) => self.defined(scope, items)?,
            None => Defined::new(),
        };
        let names: std::collections::BTreeSet<usize> =
            parts.iter().flat_map(|(_, d)| d.keys()).chain(last.keys()).copied().collect();
        let body = |index: &usize| {
            let arms = parts.iter().map(|(c, d)| (*c, d.get(index).cloned())).collect();
            Body::Branches { arms, otherwise: last.get(index).cloned(), is_lazy, span }
        };
        Ok(names.iter().map(|index| (*index, Rc::new(body(index)))).collect())
    }

    /// Refuses what is asked or assumed inside a branch, also inside a frame there: it is not clear when it is meant.
    fn refuse_goal(&mut self, item: &'a Item) -> Checked<()> {
        let mut todo = vec![item];
        while let Some(item) = todo.pop() {
            match item {
                Item::Assert(e) => return Err(self.refuse("an assertion inside a block", e.span)),
                Item::Property(goal) => return Err(self.refuse("a property inside a block", goal.span)),
                Item::Frame { body, .. } => todo.extend(body),
                _ => {}
            }
        }
        Ok(())
    }

    fn defined_by_frame(
        &mut self,
        scope: ScopeId,
        variables: &'a [Name],
        initial: &'a [Equation],
        body: &'a [Item],
        span: Span,
    ) -> Checked<Defined<'a>> {
        let mut defined = self.defined(scope, body)?;
        for equation in initial {
            for (index, body) in self.defined_by_equation(scope, equation)? {
                self.scope_mut(scope).streams[index].initial = Some(body);
            }
        }
        for name in variables {
            let index = self.target(scope, name)?;
            // Nothing in the body: it keeps its value for ever.
            let nothing = Body::Branches { arms: Vec::new(), otherwise: None, is_lazy: false, span };
            defined.entry(index).or_insert_with(|| Rc::new(nothing));
        }
        Ok(defined)
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
            Item::Property(goal) => {
                goal.provided.iter().try_for_each(|e| self.expect_bool(e, context))?;
                self.expect_bool(&goal.expr, context)
            }
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
        let mut wanted = Vec::new();
        for target in &equation.left {
            wanted.push((target, self.target_type(scope, target)?));
        }
        let mut context = match self.clock_of_targets(scope, equation) {
            Some(clock) => {
                let condition = super::clock::Condition::Holds(clock, at);
                self.slow_context(at, (super::address(clock), usize::MAX), condition)
            }
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
            if wanted != found {
                let text = format!("`{}` is `{}`", target.name.text, wanted.show());
                let reason = Some((target.name.span, text));
                return Err(self.clash(&equation.right, &format!("`{}`", wanted.show()), found, reason));
            }
        }
        Ok(())
    }

    fn clock_of_targets(&self, scope: ScopeId, equation: &'a Equation) -> Option<&'a Expr> {
        let names = equation.left.iter().filter_map(|t| self.scope(scope).names.get(t.name.text.as_str()));
        names.filter_map(|i| self.scope(scope).streams[*i].clock).next()
    }

    pub(super) fn target_type(&mut self, scope: ScopeId, target: &'a Target) -> Checked<Ty> {
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

fn item_span(item: &Item) -> Option<Span> {
    match item {
        Item::Equation(e) => Some(e.span),
        Item::If { span, .. } | Item::When { span, .. } | Item::Frame { span, .. } | Item::Other(_, span) => {
            Some(*span)
        }
        Item::Assert(e) => Some(e.span),
        Item::Property(g) => Some(g.span),
    }
}
