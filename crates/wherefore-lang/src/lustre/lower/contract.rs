//! Contracts: assumptions, guarantees and modes.
//!
//! Assumptions of the main node restrict the environment, and guarantees and modes are properties. At a call the caller must
//! meet the assumptions: they are properties too, and what the node guarantees is asked as long as they have held. Nothing is
//! concluded from a contract that was not shown, except from that of a node without a body.

use super::super::ast::{ContractDecl, ContractItem, Expr, Goal, Name, Node, Variable};
use super::super::codes;
use super::call::places;
use super::goal::GoalLabel;
use super::scope::{Definition, Kind};
use super::time::Delayed;
use super::{At, Built, Fail, Lowerer, ScopeId};
use std::collections::VecDeque;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementKind, Op, Sort, Value};
use wherefore_syntax::{Checked, Reported};

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
    /// Opens the scope of the contract that is written in a node.
    pub(super) fn open_contract(&mut self, scope: ScopeId, node: &'a Node) -> Checked<()> {
        if node.contract.is_empty() {
            return Ok(());
        }
        let clock = self.context(self.scope(scope).context).clock;
        let (call, element) = (self.scope(scope).call, self.scope(scope).element);
        let inner = self.open_scope(&node.name.text, call, clock);
        let target = self.scope_mut(inner);
        (target.outer, target.element, target.items) = (Some(scope), element, &node.contract);
        self.scope_mut(scope).contract = Some(inner);
        self.open_items(inner, &node.contract)
    }

    fn open_items(&mut self, scope: ScopeId, items: &'a [ContractItem]) -> Checked<()> {
        for item in items {
            match item {
                ContractItem::Const(c) => {
                    self.declare_const(scope, c)?;
                }
                ContractItem::Var { variables, value, .. } => self.ghosts(scope, variables, value.as_ref())?,
                ContractItem::Mode { name, requires, .. } => self.scope_mut(scope).modes.push((name, requires)),
                ContractItem::Import { contract, .. } => self.import(scope, item, contract)?,
                ContractItem::Other(what, span) => return Err(self.refuse(what, *span)),
                ContractItem::Assume { .. } | ContractItem::Guarantee { .. } => {}
            }
        }
        let context = self.scope(scope).context;
        for item in items {
            if let ContractItem::Var { variables, value: Some(value), span } = item {
                let found = self.ty(value, context)?;
                let wanted: Vec<_> = variables
                    .iter()
                    .filter_map(|v| self.scope(scope).names.get(v.name.text.as_str()))
                    .map(|i| self.scope(scope).streams[*i].ty.clone())
                    .collect();
                if found.parts() != wanted {
                    let shown: Vec<String> = wanted.iter().map(super::Ty::show).collect();
                    let reason = Some((*span, "declared here".to_owned()));
                    return Err(self.clash(value, &format!("`{}`", shown.join(", ")), &found, reason));
                }
            }
        }
        Ok(())
    }

    fn ghosts(&mut self, scope: ScopeId, variables: &'a [Variable], value: Option<&'a Expr>) -> Checked<()> {
        let mut offset = 0;
        for variable in variables {
            let definition = match value {
                Some(expr) => Definition::Value { expr, offset },
                None => Definition::Free,
            };
            let index = self.declare_variable(scope, variable, Kind::Local, definition)?;
            offset += self.scope(scope).streams[index].ty.size();
        }
        Ok(())
    }

    /// Opens the scope of an imported contract: its inputs and outputs are wires.
    fn import(&mut self, scope: ScopeId, item: &'a ContractItem, name: &'a Name) -> Checked<()> {
        let ContractItem::Import { type_arguments, inputs, outputs, span, .. } = item else { return Err(Reported) };
        let Some(contract) = self.tables.contracts.get(name.text.as_str()).copied() else {
            let headline = format!("there is no contract `{}`", name.text);
            return Err(self.error(codes::UNDEFINED, name.span, headline, "imported here"));
        };
        let mut next = Some(scope);
        while let Some(id) = next {
            if std::ptr::eq(self.scope(id).items, contract.items.as_slice()) && !contract.items.is_empty() {
                let headline = format!("the contract `{}` imports itself", name.text);
                return Err(self.error(codes::RECURSIVE, name.span, headline, "imported here"));
            }
            next = self.scope(id).caller.or(self.scope(id).outer);
        }
        let context = self.scope(scope).context;
        let clock = self.context(context).clock;
        let before = self.builder.resume(self.scope(scope).call);
        self.parent = self.scope(scope).element;
        let element = self.element(ElementKind::Contract, name.text.as_str(), *span);
        let call = self.builder.enter(&name.text, element);
        self.parent = element;
        let inner = self.open_scope(&contract.name.text, call, clock);
        self.builder.resume(before);
        let target = self.scope_mut(inner);
        (target.caller, target.items) = (Some(scope), &contract.items);
        self.scope_mut(scope).imports.push((&name.text, inner));
        for (parameter, given) in contract.type_parameters.iter().zip(type_arguments) {
            let ty = self.resolve_type(given, scope)?;
            self.scope_mut(inner).types.insert(&parameter.text, ty);
        }
        self.wire_contract(scope, inner, contract, &contract.inputs, (inputs, *span))?;
        self.wire_contract(scope, inner, contract, &contract.outputs, (outputs, *span))?;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.open_items(inner, &contract.items))
    }

    /// Wires the inputs or the outputs of an imported contract.
    fn wire_contract(
        &mut self,
        scope: ScopeId,
        inner: ScopeId,
        contract: &'a ContractDecl,
        variables: &'a [Variable],
        (list, span): (&'a [Expr], Span),
    ) -> Checked<()> {
        let (context, parent) = (self.scope(scope).context, self.scope(inner).element);
        let mut types = Vec::new();
        for e in list {
            types.push(self.ty(e, context)?);
        }
        let given = places(list, &types);
        if given.len() != variables.len() {
            let name = &contract.name.text;
            let headline = format!("`{name}` has {} streams here, {} given", variables.len(), given.len());
            let diagnostic = Diagnostic::at(codes::ARITY, span, headline, "imported here");
            return Err(self.report.push(diagnostic.label(contract.span, "declared here")));
        }
        for (variable, (expr, offset, found)) in variables.iter().zip(given) {
            self.unify(&variable.ty, &found, &contract.type_parameters, inner);
            let definition = Definition::Port { expr, offset, context, parent };
            let index = self.declare_variable(inner, variable, Kind::Input, definition)?;
            let wanted = self.scope(inner).streams[index].ty.clone();
            if wanted != found {
                let text = format!("`{}` is `{}`", variable.name.text, wanted.show());
                let reason = Some((variable.name.span, text));
                return Err(self.clash(expr, &format!("`{}`", wanted.show()), &found, reason));
            }
        }
        Ok(())
    }

    /// The node that a contract is about.
    fn owner(&self, scope: ScopeId) -> Option<ScopeId> {
        let mut next = Some(scope);
        while let Some(id) = next {
            if self.scope(id).node.is_some() {
                return Some(id);
            }
            next = self.scope(id).outer.or(self.scope(id).caller);
        }
        None
    }

    /// Assumptions and questions of a contract.
    pub(super) fn contract_goals(&mut self, scope: ScopeId, main: ScopeId) -> Built<()> {
        let items = self.scope(scope).items;
        let Some(owner) = self.owner(scope) else { return Ok(()) };
        let is_imported = self.scope(owner).node.is_some_and(|n| n.is_imported);
        let side = match owner == main {
            true => Side::Main,
            false if is_imported => Side::Abstract,
            false => Side::Call,
        };
        for item in items {
            let _ = self.contract_item(item, scope, owner, side);
            self.settle();
        }
        if self.scope(owner).contract == Some(scope) && side != Side::Abstract {
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
            todo.extend(self.scope(scope).imports.iter().map(|(_, id)| *id));
            modes.extend(self.scope(scope).modes.iter().map(|(name, requires)| (scope, *name, *requires)));
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
        let at = self.at(scope);
        let clock = self.context(at.context).clock;
        match item {
            ContractItem::Assume { goal, weakly } => {
                self.refuse_current_outputs(goal, scope)?;
                self.parent = self.plain_element(ElementKind::Contract, self.quote(goal.span), goal.span, scope);
                let block = self.goal_block(goal, at)?;
                if side == Side::Main {
                    return self.assume(block, self.goal_name(goal), goal.span, scope, clock);
                }
                let goal = self.goalish("assume ", goal);
                if *weakly { Ok(()) } else { self.ask(block, goal, scope, clock) }
            }
            ContractItem::Guarantee { goal, weakly: true } => Err(self.unsupported("a weak guarantee", goal.span)),
            ContractItem::Guarantee { goal, weakly: false } => {
                self.parent = self.plain_element(ElementKind::Contract, self.quote(goal.span), goal.span, scope);
                let block = self.goal_block(goal, at)?;
                let goal = self.goalish("", goal);
                self.promise(block, goal, scope, owner, side)
            }
            ContractItem::Mode { name, requires, ensures } => {
                for ensure in ensures {
                    self.parent = self.plain_element(ElementKind::Contract, name.text.clone(), ensure.span, scope);
                    let requires = self.requirements(requires, at, name.span)?;
                    let block = self.goal_block(ensure, at)?;
                    let block = self.operator(Op::Implies, &[requires, block], "mode", ensure.span)?;
                    let goal = self.goalish(&format!("{}.", name.text), ensure);
                    self.promise(block, goal, scope, owner, side)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn goalish(&self, prefix: &str, goal: &'a Goal) -> GoalLabel {
        let name = format!("{prefix}{}", self.goal_name(goal));
        GoalLabel { name, text: self.goal_text(goal), span: goal.span, premise: None }
    }

    /// A guarantee: asked, or granted if there is no body.
    fn promise(&mut self, block: BlockId, goal: GoalLabel, scope: ScopeId, owner: ScopeId, side: Side) -> Built<()> {
        let clock = self.context(self.scope(scope).context).clock;
        let premise = if side == Side::Main { None } else { self.so_far(owner)? };
        let block = match premise {
            Some(premise) => self.operator(Op::Implies, &[premise, block], "as long as assumed", goal.span)?,
            None => block,
        };
        if side != Side::Abstract {
            return self.ask(block, goal, scope, clock);
        }
        let name = self.scope(owner).name;
        let headline = format!("`{name}` has no body; what it guarantees is taken for granted");
        self.report.push(Diagnostic::at(codes::PROMISED, goal.span, headline, "a guarantee without a proof"));
        self.assume(block, goal.text, goal.span, scope, clock)
    }

    /// Whether the assumptions of a call have held at every tick so far; nothing if it has no assumptions.
    fn so_far(&mut self, owner: ScopeId) -> Built<Option<BlockId>> {
        if let Some(known) = self.held.get(&owner) {
            return Ok(*known);
        }
        let mut list = Vec::new();
        let mut todo: Vec<ScopeId> = self.scope(owner).contract.into_iter().collect();
        let mut span = Span::default();
        while let Some(scope) = todo.pop() {
            todo.extend(self.scope(scope).imports.iter().map(|(_, id)| *id));
            for item in self.scope(scope).items {
                if let ContractItem::Assume { goal, .. } = item {
                    span = goal.span;
                    let at = self.at(scope);
                    list.push(self.goal_block(goal, at)?);
                }
            }
        }
        let block = if list.is_empty() { None } else { Some(self.always(&list, owner, span)?) };
        self.held.insert(owner, block);
        Ok(block)
    }

    /// `h = all and (true -> pre h)`.
    fn always(&mut self, list: &[BlockId], owner: ScopeId, span: Span) -> Built<BlockId> {
        let clock = self.context(self.scope(owner).context).clock;
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
        let mut scope = Some(self.context(at.context).scope);
        while let Some(id) = scope {
            let start = self.scope(id).contract.unwrap_or(id);
            if let Some((found, requires)) = self.mode(start, path) {
                let at = self.at(found);
                return self.requirements(requires, at, span);
            }
            scope = self.scope(id).outer.or(self.scope(id).caller.filter(|_| self.scope(id).node.is_none()));
        }
        let shown: Vec<&str> = path.iter().map(|n| n.text.as_str()).collect();
        let headline = format!("there is no mode `::{}`", shown.join("::"));
        Err::<BlockId, Fail>(self.error(codes::UNDEFINED, span, headline, "not known here").into())
    }

    fn mode(&self, scope: ScopeId, path: &'a [Name]) -> Option<(ScopeId, &'a [Goal])> {
        let (mode, contracts) = path.split_last()?;
        let mut scope = scope;
        for name in contracts {
            scope = self.scope(scope).imports.iter().find(|(n, _)| *n == name.text)?.1;
        }
        let (_, requires) = self.scope(scope).modes.iter().find(|(n, _)| n.text == mode.text)?;
        Some((scope, requires))
    }
}
