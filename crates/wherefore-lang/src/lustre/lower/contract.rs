//! Contracts: assumptions, guarantees and modes.
//!
//! Assumptions of the main node restrict the environment, and guarantees and modes are properties. At a call the caller must
//! meet the assumptions: they are properties too, and what the node guarantees is asked as long as they have held. Nothing is
//! concluded from a contract that was not shown, except from that of a node without a body.

use super::super::ast::{ContractItem, Goal, Name};
use super::super::check::instance::ScopeId;
use super::super::codes;
use super::goal::GoalLabel;
use super::time::Delayed;
use super::{At, Built, Lowerer};
use std::collections::VecDeque;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementKind, Op, Sort, Value};

/// On whose side a contract is read.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// The main node: its assumptions are the environment's.
    Main,
    /// A call.
    Call,
    /// A call of a node without a body.
    Abstract,
}

/// The property that the modes of a contract leave no case out.
const ONE_MODE: &str = "one mode active";

impl<'a> Lowerer<'a, '_> {
    /// Assumptions and questions of a contract.
    pub(super) fn contract_goals(&mut self, scope: ScopeId, main: ScopeId) -> Built<()> {
        let items = self.check.scope(scope).items;
        let Some(owner) = self.check.owner(scope) else { return Ok(()) };
        let is_imported = self.check.scope(owner).node.is_some_and(|n| n.is_imported);
        let side = match owner == main {
            true => Side::Main,
            false if is_imported => Side::Abstract,
            false => Side::Call,
        };
        for item in items {
            let _ = self.contract_item(item, scope, owner, side);
            self.settle();
        }
        if self.check.scope(owner).contract == Some(scope) && side != Side::Abstract {
            let _ = self.one_mode(scope, owner, side);
            self.settle();
        }
        Ok(())
    }

    /// Asks that at every tick one mode of a contract is active, those of its imports included: modes that leave a case out say
    /// nothing about it. A mode without requirements always is.
    fn one_mode(&mut self, contract: ScopeId, owner: ScopeId, side: Side) -> Built<()> {
        let mut todo = VecDeque::from([contract]);
        let mut modes: Vec<(ScopeId, &'a Name, &'a [Goal])> = Vec::new();
        while let Some(scope) = todo.pop_front() {
            todo.extend(self.check.scope(scope).imports.iter().map(|(_, id)| *id));
            modes.extend(self.check.scope(scope).modes.iter().map(|(name, requires)| (scope, *name, *requires)));
        }
        let Some((_, first, _)) = modes.first().copied() else { return Ok(()) };
        if modes.iter().any(|(_, _, requires)| requires.is_empty()) {
            return Ok(());
        }
        self.parent = self.plain_element(ElementKind::Contract, ONE_MODE.to_owned(), first.span, contract);
        let mut active = Vec::new();
        for (scope, name, requires) in &modes {
            let at = self.at(*scope);
            active.push(self.requirements(requires, at, name.span)?);
        }
        let block = match active.as_slice() {
            [only] => *only,
            several => self.operator(Op::Or, several, "or", first.span)?,
        };
        let names: Vec<&str> = modes.iter().map(|(_, name, _)| name.text.as_str()).collect();
        let text = match names.as_slice() {
            [only] => format!("mode {only} is active"),
            several => format!("one of the modes {} is active", several.join(", ")),
        };
        let goal = GoalLabel { name: ONE_MODE.to_owned(), text, span: first.span, premise: None };
        self.promise(block, goal, contract, owner, side)
    }

    fn contract_item(&mut self, item: &'a ContractItem, scope: ScopeId, owner: ScopeId, side: Side) -> Built<()> {
        match item {
            ContractItem::Assume { goal, weakly } => self.assumption(goal, *weakly, scope, side),
            ContractItem::Guarantee { goal, .. } => self.guarantee(None, goal, scope, owner, side),
            ContractItem::Mode { name, requires, ensures } => {
                ensures.iter().try_for_each(|goal| self.guarantee(Some((name, requires)), goal, scope, owner, side))
            }
            _ => Ok(()),
        }
    }

    fn assumption(&mut self, goal: &'a Goal, weakly: bool, scope: ScopeId, side: Side) -> Built<()> {
        self.parent = self.plain_element(ElementKind::Contract, self.check.quote(goal.span), goal.span, scope);
        let (block, clock) = (self.goal_block(goal, self.at(scope))?, self.check.clock_of_scope(scope));
        match side {
            Side::Main => self.assume(block, self.goal_name(goal), goal.span, scope, clock),
            _ if weakly => Ok(()),
            _ => self.ask(block, self.goal_label("assume ", goal), scope, clock),
        }
    }

    /// A guarantee, as long as the requirements of its mode hold.
    fn guarantee(
        &mut self,
        mode: Option<(&'a Name, &'a [Goal])>,
        goal: &'a Goal,
        scope: ScopeId,
        owner: ScopeId,
        side: Side,
    ) -> Built<()> {
        let at = self.at(scope);
        let Some((name, requires)) = mode else {
            self.parent = self.plain_element(ElementKind::Contract, self.check.quote(goal.span), goal.span, scope);
            let block = self.goal_block(goal, at)?;
            return self.promise(block, self.goal_label("", goal), scope, owner, side);
        };
        self.parent = self.plain_element(ElementKind::Contract, name.text.clone(), goal.span, scope);
        let requires = self.requirements(requires, at, name.span)?;
        let block = self.goal_block(goal, at)?;
        let block = self.operator(Op::Implies, &[requires, block], "mode", goal.span)?;
        self.promise(block, self.goal_label(&format!("{}.", name.text), goal), scope, owner, side)
    }

    fn goal_label(&self, prefix: &str, goal: &'a Goal) -> GoalLabel {
        let name = format!("{prefix}{}", self.goal_name(goal));
        GoalLabel { name, text: self.goal_text(goal), span: goal.span, premise: None }
    }

    /// A guarantee: asked, or granted if there is no body.
    fn promise(&mut self, block: BlockId, goal: GoalLabel, scope: ScopeId, owner: ScopeId, side: Side) -> Built<()> {
        let clock = self.check.clock_of_scope(scope);
        let premise = if side == Side::Main { None } else { self.so_far(owner)? };
        let block = match premise {
            Some(premise) => self.operator(Op::Implies, &[premise, block], "as long as assumed", goal.span)?,
            None => block,
        };
        if side != Side::Abstract {
            return self.ask(block, goal, scope, clock);
        }
        let name = self.check.scope(owner).name;
        let headline = format!("`{name}` has no body; what it guarantees is taken for granted");
        self.check.report.push(Diagnostic::at(codes::PROMISED, goal.span, headline, "a guarantee without a proof"));
        self.assume(block, goal.text, goal.span, scope, clock)
    }

    /// Whether the assumptions of a call have held at every tick so far; nothing if it has no assumptions.
    fn so_far(&mut self, owner: ScopeId) -> Built<Option<BlockId>> {
        if let Some(known) = self.asked.held.get(&owner) {
            return Ok(*known);
        }
        let mut list = Vec::new();
        let mut todo: Vec<ScopeId> = self.check.scope(owner).contract.into_iter().collect();
        let mut span = Span::default();
        while let Some(scope) = todo.pop() {
            todo.extend(self.check.scope(scope).imports.iter().map(|(_, id)| *id));
            for item in self.check.scope(scope).items {
                if let ContractItem::Assume { goal, .. } = item {
                    span = goal.span;
                    let at = self.at(scope);
                    list.push(self.goal_block(goal, at)?);
                }
            }
        }
        let block = if list.is_empty() { None } else { Some(self.always(&list, owner, span)?) };
        self.asked.held.insert(owner, block);
        Ok(block)
    }

    /// `h = all and (true -> pre h)`.
    fn always(&mut self, list: &[BlockId], owner: ScopeId, span: Span) -> Built<BlockId> {
        let clock = self.check.clock_of_scope(owner);
        let now = self.conjunction(list, span)?;
        self.first_of(clock)?;
        let yes = self.builder.constant(Value::Bool(true), None);
        let pre = self.builder.pre_of_later("assumed", Sort::Bool, None);
        let before = self.arrow(yes, pre, clock, span)?;
        let block = self.operator(Op::And, &[now, before], "assumed so far", span)?;
        self.defer(pre, Delayed::Block(block), clock);
        Ok(block)
    }

    fn requirements(&mut self, requires: &'a [Goal], at: At, span: Span) -> Built<BlockId> {
        let mut list = Vec::new();
        for goal in requires {
            list.push(self.goal_block(goal, at)?);
        }
        self.conjunction(&list, span)
    }

    /// `::contract::mode`: whether the requirements of a mode hold.
    pub(super) fn mode_value(&mut self, path: &'a [Name], span: Span, at: At) -> Built<BlockId> {
        let (scope, requires) = self.check.mode(path, span, at.context)?;
        let at = self.at(scope);
        self.requirements(requires, at, span)
    }
}
