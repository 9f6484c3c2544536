//! Questions and assumptions: properties, assertions, and what hangs on single expressions.

use super::super::ast::{Expr, ExprKind, Goal, Item, Type};
use super::super::check::has_restriction;
use super::super::check::instance::{Bound, ClockId, Kind, Origin, ScopeId};
use super::super::codes;
use super::{At, Built, Lowerer};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use wherefore_diag::Span;
use wherefore_ir::network::{BlockId, CallId};
use wherefore_ir::{Constraint, ElementId, ElementKind, Op, Property, PropertyKind};
use wherefore_syntax::Checked;

/// A property with its name, before it has the path of its call.
pub(super) struct GoalLabel {
    pub name: String,
    pub text: String,
    pub span: Span,
    /// Premise of the goal: where it does not hold, nothing is asked.
    pub premise: Option<BlockId>,
}

/// An expression whose type says something about its value: a choice, for which it is assumed, or an ascription, which must
/// be right.
#[derive(Clone, Debug)]
pub(super) struct Pending<'a> {
    pub expr: &'a Expr,
    pub at: At,
    pub call: CallId,
    pub parent: Option<ElementId>,
}

/// Questions so far.
#[derive(Debug, Default)]
pub(super) struct Asked<'a> {
    /// Names of properties.
    names: BTreeSet<String>,
    /// Expressions whose types say something about their values.
    pub pending: VecDeque<Pending<'a>>,
    /// Whether the assumptions of a call have held so far.
    pub held: FxHashMap<ScopeId, Option<BlockId>>,
}

impl<'a> Lowerer<'a, '_> {
    /// Builds everything in a scope.
    pub(super) fn build_scope(&mut self, scope: ScopeId, main: ScopeId) -> Checked<()> {
        if matches!(self.check.scope(scope).origin, Origin::Type | Origin::Program) {
            return Ok(());
        }
        self.resume(scope);
        self.parent = self.site(scope).element;
        let count = self.check.scope(scope).streams.len();
        let is_abstract = self.check.scope(scope).node.is_some_and(|n| n.is_imported);
        let mut result = Ok(());
        for index in 0..count {
            // An output of a node without a body is free, if it is read.
            if !(is_abstract && self.check.scope(scope).streams[index].kind == Kind::Output) {
                result = result.and(self.whole(scope, index));
            }
        }
        if let Some(node) = self.check.scope(scope).node.filter(|n| !n.is_imported) {
            for item in &node.body {
                let _ = self.item(scope, item);
                self.settle();
            }
        }
        let _ = self.contract_goals(scope, main);
        for index in 0..count {
            let _ = self.restrict(scope, index);
        }
        self.settle_pending();
        result
    }

    fn item(&mut self, scope: ScopeId, item: &'a Item) -> Built<()> {
        match item {
            Item::Assert(expr) => {
                self.parent =
                    self.plain_element(ElementKind::Constraint, self.check.quote(expr.span), expr.span, scope);
                let at = self.at(scope);
                let block = self.value(expr, at, 0)?;
                let clock = self.check.context(at.context).clock;
                self.assume(block, self.check.quote(expr.span), expr.span, scope, clock)
            }
            Item::Property(goal) => self.property(goal, scope),
            // A frame says what streams keep; what is asked inside is asked always.
            Item::Frame { body, .. } => {
                for inner in body {
                    let _ = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.item(scope, inner));
                    self.settle();
                }
                Ok(())
            }
            Item::Equation(_) | Item::If { .. } | Item::When { .. } | Item::Other(..) => Ok(()),
        }
    }

    fn property(&mut self, goal: &'a Goal, scope: ScopeId) -> Built<()> {
        if goal.reachable {
            let headline = "a question for a run is not checked";
            self.check.error(codes::REACHABLE, goal.span, headline, "asks whether this can happen");
            return Ok(());
        }
        let at = self.at(scope);
        let text = self.goal_text(goal);
        let name = self.goal_name(goal);
        self.parent = self.plain_element(ElementKind::Property, name.clone(), goal.span, scope);
        let block = self.goal_block(goal, at)?;
        let premise = self.premise(goal, at)?;
        let clock = self.check.context(at.context).clock;
        self.ask(block, GoalLabel { name, text, span: goal.span, premise }, scope, clock)
    }

    /// A goal as it is written, with what it is provided with.
    pub(super) fn goal_text(&self, goal: &'a Goal) -> String {
        let text = self.check.quote(goal.expr.span);
        goal.provided
            .as_ref()
            .map_or(text.clone(), |premise| format!("{text} provided {}", self.check.quote(premise.span)))
    }

    /// Name of a goal: its own, or its text as it is written.
    pub(super) fn goal_name(&self, goal: &'a Goal) -> String {
        goal.name.as_ref().map_or_else(|| self.goal_text(goal), |n| n.text.clone())
    }

    /// Premise of a goal.
    pub(super) fn premise(&mut self, goal: &'a Goal, at: At) -> Built<Option<BlockId>> {
        goal.provided.as_ref().map(|premise| self.value(premise, at, 0)).transpose()
    }

    /// Block of a goal, with its premise.
    pub(super) fn goal_block(&mut self, goal: &'a Goal, at: At) -> Built<BlockId> {
        let block = self.value(&goal.expr, at, 0)?;
        match self.premise(goal, at)? {
            Some(premise) => self.operator(Op::Implies, &[premise, block], "provided", goal.span),
            None => Ok(block),
        }
    }

    /// Adds a property.
    pub(super) fn ask(&mut self, block: BlockId, goal: GoalLabel, scope: ScopeId, clock: ClockId) -> Built<()> {
        let block = self.when_active(block, clock, goal.span)?;
        let silent = self.silent(&goal, clock)?;
        let call = self.site(scope).call;
        let path = self.builder.network().call(call).path.clone();
        let plain = if path.is_empty() { goal.name } else { format!("{path}/{}", goal.name) };
        let mut name = plain.clone();
        let mut number = 2;
        while !self.asked.names.insert(name.clone()) {
            name = format!("{plain}#{number}");
            number += 1;
        }
        let element = self.plain_element(ElementKind::Property, name.clone(), goal.span, scope);
        let term = self.builder.value(block);
        let kind = PropertyKind::Invariant;
        self.builder.system.properties.push(Property { name: name.clone(), kind, term, text: goal.text, element });
        match silent {
            Some(silent) => self.builder.sink_unless(&name, block, silent),
            None => self.builder.sink(&name, block),
        }
        Ok(())
    }

    /// Block: a property asks for nothing now.
    fn silent(&mut self, goal: &GoalLabel, clock: ClockId) -> Built<Option<BlockId>> {
        let Some(premise) = goal.premise else { return Ok(None) };
        let missing = self.operator(Op::Not, &[premise], "not provided", goal.span)?;
        self.when_active(missing, clock, goal.span).map(Some)
    }

    /// Adds a restriction of the environment.
    pub(super) fn assume(
        &mut self,
        block: BlockId,
        text: String,
        span: Span,
        scope: ScopeId,
        clock: ClockId,
    ) -> Built<()> {
        let block = self.when_active(block, clock, span)?;
        let element = self.plain_element(ElementKind::Constraint, text, span, scope);
        let term = self.builder.value(block);
        self.builder.system.invar.push(Constraint { term, element });
        Ok(())
    }

    /// Choices and ascriptions that were met.
    pub(super) fn settle_pending(&mut self) {
        while let Some(item) = self.asked.pending.pop_front() {
            self.builder.resume(item.call);
            self.parent = item.parent;
            let _ = self.pending_one(&item);
            self.settle();
        }
    }

    fn pending_one(&mut self, item: &Pending<'a>) -> Built<()> {
        let (expr, context) = (item.expr, item.at.context);
        let (scope, clock) = (self.check.context(context).scope, self.check.context(context).clock);
        let ty = self.check.ty(expr, context)?;
        let base = Bound::Part { expr, context, offset: 0, ty };
        let restrictions = self.check.restrictions_of_expr(expr, context)?;
        let list = self.restricted(&restrictions, &base)?;
        let block = self.conjunction(&list, expr.span)?;
        let text = self.check.quote(expr.span);
        if let ExprKind::Any { .. } = expr.kind {
            return self.assume(block, text, expr.span, scope, clock);
        }
        let goal = GoalLabel { name: format!("{text}: range"), text, span: expr.span, premise: None };
        self.ask(block, goal, scope, clock)
    }

    /// `(e : t)`: e, which must be of the type.
    pub(super) fn ascribed(
        &mut self,
        whole: &'a Expr,
        e: &'a Expr,
        ty: &'a Type,
        at: At,
        leaf: usize,
    ) -> Built<BlockId> {
        let block = self.value(e, at, leaf)?;
        if leaf == 0 && has_restriction(self.check.tables, ty) {
            let (call, parent) = (self.builder.current(), self.parent);
            self.asked.pending.push_back(Pending { expr: whole, at, call, parent });
        }
        Ok(block)
    }
}
