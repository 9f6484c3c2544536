//! Contracts: the streams that they declare, the contracts that they import, and the modes that can be spoken of.

use super::super::ast::{ContractDecl, ContractItem, Expr, Goal, Name, Node, Variable};
use super::super::types::Ty;
use super::instance::{ContextId, Definition, Kind, Origin, ScopeId};
use super::{Checker, codes};
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported};

impl<'a> Checker<'a, '_> {
    /// Opens the scope of the contract that is written in a node.
    pub(super) fn open_contract(&mut self, scope: ScopeId, node: &'a Node) -> Checked<()> {
        if node.contract.is_empty() {
            return Ok(());
        }
        let inner = self.open_scope(&node.name.text, Origin::Contract, self.clock_of_scope(scope));
        let target = self.scope_mut(inner);
        (target.outer, target.items) = (Some(scope), &node.contract);
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
                    let shown: Vec<String> = wanted.iter().map(Ty::show).collect();
                    let reason = Some((*span, "declared here".to_owned()));
                    return Err(self.clash(value, &format!("`{}`", shown.join(", ")), &found, reason));
                }
            }
        }
        Ok(())
    }

    /// Checks what the items of a contract say.
    pub(super) fn check_goals(&mut self, scope: ScopeId) -> Checked<()> {
        let context = self.scope(scope).context;
        let mut result = Ok(());
        for item in self.scope(scope).items {
            let checked = match item {
                ContractItem::Assume { goal, .. } => {
                    self.refuse_current_outputs(goal, scope).and_then(|()| self.check_goal(goal, context))
                }
                ContractItem::Guarantee { goal, weakly: true } => Err(self.refuse("a weak guarantee", goal.span)),
                ContractItem::Guarantee { goal, weakly: false } => self.check_goal(goal, context),
                ContractItem::Mode { requires, ensures, .. } => {
                    requires.iter().chain(ensures).try_for_each(|goal| self.check_goal(goal, context))
                }
                _ => Ok(()),
            };
            result = result.and(checked);
        }
        result
    }

    pub(super) fn check_goal(&mut self, goal: &'a Goal, context: ContextId) -> Checked<()> {
        let mut parts = std::iter::once(&goal.expr).chain(&goal.provided);
        parts.try_for_each(|e| self.expect_bool(e, context))
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
        let inner = self.open_scope(&contract.name.text, Origin::Import(*span), self.clock_of_scope(scope));
        let target = self.scope_mut(inner);
        (target.caller, target.items) = (Some(scope), &contract.items);
        self.scope_mut(scope).imports.push((&name.text, inner));
        self.give_types(inner, &contract.type_parameters, type_arguments, scope)?;
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
        let context = self.scope(scope).context;
        let given = self.places(list, context)?;
        if given.len() != variables.len() {
            let name = &contract.name.text;
            let headline = format!("`{name}` has {} streams here, {} given", variables.len(), given.len());
            let diagnostic = Diagnostic::at(codes::ARITY, span, headline, "imported here");
            return Err(self.report.push(diagnostic.label(contract.span, "declared here")));
        }
        self.wire(inner, variables, given, &contract.type_parameters, context)
    }

    /// The node that a contract is about.
    pub fn owner(&self, scope: ScopeId) -> Option<ScopeId> {
        let mut next = Some(scope);
        while let Some(id) = next {
            if self.scope(id).node.is_some() {
                return Some(id);
            }
            next = self.scope(id).outer.or(self.scope(id).caller);
        }
        None
    }

    /// The mode that a path means: where it is declared, and its requirements.
    pub fn mode(&mut self, path: &'a [Name], span: Span, context: ContextId) -> Checked<(ScopeId, &'a [Goal])> {
        let mut next = Some(self.context(context).scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(found) = self.mode_in(scope.contract.unwrap_or(id), path) {
                return Ok(found);
            }
            next = scope.outer.or(scope.caller.filter(|_| scope.node.is_none()));
        }
        let shown: Vec<&str> = path.iter().map(|n| n.text.as_str()).collect();
        let headline = format!("there is no mode `::{}`", shown.join("::"));
        Err(self.error(codes::UNDEFINED, span, headline, "not known here"))
    }

    fn mode_in(&self, scope: ScopeId, path: &'a [Name]) -> Option<(ScopeId, &'a [Goal])> {
        let (mode, contracts) = path.split_last()?;
        let mut scope = scope;
        for name in contracts {
            scope = self.scope(scope).imports.iter().find(|(n, _)| *n == name.text)?.1;
        }
        let (_, requires) = self.scope(scope).modes.iter().find(|(n, _)| n.text == mode.text)?;
        Some((scope, requires))
    }
}
