//! Calls, expanded in place.
//!
//! A call opens a scope: the inputs of the node are wires from the arguments, which are read in the caller when they are asked
//! for. Its outputs are streams like any other, so that a loop through a call is one only if the values really depend on each
//! other.

use super::super::ast::{Expr, ExprKind, Name, Node, Type, Variable};
use super::super::types::Ty;
use super::instance::{ClockId, Condition, Context, ContextId, Definition, Kind, Origin, ScopeId};
use super::{CALL_LIMIT, Checker, address, codes};
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Checked, Reported, nearest};

/// A call as written.
#[derive(Clone, Copy)]
struct Written<'a> {
    node: &'a Name,
    types: &'a [Type],
    arguments: &'a [Expr],
    clock: Option<&'a Expr>,
    restart: Option<&'a Expr>,
    initial: &'a [Expr],
}

/// A value among those of an expression: where its leaves begin, and its type.
pub(super) type Given<'a> = (&'a Expr, usize, Ty);

fn written(expr: &Expr) -> Option<Written<'_>> {
    match &expr.kind {
        ExprKind::Call { node, type_arguments, arguments } => {
            Some(Written { node, types: type_arguments, arguments, clock: None, restart: None, initial: &[] })
        }
        ExprKind::Condact { clock, node, arguments, initial } => {
            Some(Written { node, types: &[], arguments, clock: Some(clock), restart: None, initial })
        }
        ExprKind::Activate { node, arguments, clock, restart, initial } => {
            let (clock, restart) = (clock.as_deref(), restart.as_deref());
            Some(Written { node, types: &[], arguments, clock, restart, initial })
        }
        _ => None,
    }
}

impl<'a> Checker<'a, '_> {
    /// The type of the results of a call.
    pub(super) fn call_type(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Ty> {
        let call = written(expr).ok_or(Reported)?;
        call.clock.iter().chain(&call.restart).try_for_each(|e| self.expect_bool(e, context))?;
        if let (ExprKind::Activate { .. }, Some(clock), []) = (&expr.kind, call.clock, call.initial)
            && !self.is_on(clock, context)
        {
            return Err(self.ill_clocked("`activate` without initial values outside `merge`", expr.span));
        }
        let scope = self.callee(expr, context)?;
        let outputs: Vec<Ty> = {
            let scope = self.scope(scope);
            scope.of_kind(Kind::Output).map(|i| scope.streams[i].ty.clone()).collect()
        };
        let mut given = Vec::new();
        for e in call.initial {
            given.extend_from_slice(self.ty(e, context)?.parts());
        }
        let ty = match outputs.as_slice() {
            [only] => only.clone(),
            _ => Ty::List(outputs.into()),
        };
        if !given.is_empty() && given != ty.parts() {
            let headline = format!("initial values for `{}` do not fit its results", call.node.text);
            let shown: Vec<String> = ty.parts().iter().map(Ty::show).collect();
            let label = format!("expected {}", shown.join(", "));
            return Err(self.error(codes::TYPE_CLASH, expr.span, headline, &label));
        }
        Ok(ty)
    }

    /// The scope of a call, opened when it is first asked for.
    pub fn callee(&mut self, expr: &'a Expr, context: ContextId) -> Checked<ScopeId> {
        if let Some(known) = self.calls.get(&(address(expr), context)) {
            return Ok(*known);
        }
        let call = written(expr).ok_or(Reported)?;
        if self.is_full {
            return Err(Reported);
        }
        let node = self.node(call.node)?;
        self.refuse_recursion(node, self.context(context).scope, call.node.span)?;
        if node.is_recursive {
            return Err(self.refuse(&format!("the recursive function `{}`", node.name.text), call.node.span));
        }
        let places = self.places(call.arguments, context)?;
        if self.scopes.len() >= CALL_LIMIT {
            self.is_full = true;
            let headline = format!("more than {CALL_LIMIT} calls");
            return Err(self.error(codes::TOO_MANY, expr.span, headline, "at this call"));
        }
        let scope = self.expand(expr, node, call, context);
        self.calls.insert((address(expr), context), scope);
        self.connect_inputs(scope, node, call, places, context)?;
        self.open_body(scope, node)?;
        Ok(scope)
    }

    fn node(&mut self, name: &'a Name) -> Checked<&'a Node> {
        if let Some(node) = self.tables.nodes.get(name.text.as_str()) {
            return Ok(node);
        }
        let meant = nearest(&name.text, self.tables.nodes.keys().copied()).map(str::to_owned);
        let headline = format!("there is no node `{}`", name.text);
        let mut diagnostic = Diagnostic::at(codes::UNDEFINED, name.span, headline, "called here");
        if let Some(meant) = meant {
            diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
        }
        Err(self.report.push(diagnostic))
    }

    fn refuse_recursion(&mut self, node: &'a Node, from: ScopeId, span: Span) -> Checked<()> {
        let mut next = Some(from);
        while let Some(id) = next {
            let scope = self.scope(id);
            if scope.node.is_some_and(|n| std::ptr::eq(n, node)) {
                let headline = format!("`{}` calls itself", node.name.text);
                let diagnostic = Diagnostic::at(codes::RECURSIVE, span, headline, "called here");
                return Err(self.report.push(diagnostic.label(node.name.span, "declared here")));
            }
            next = scope.caller.or(scope.outer);
        }
        Ok(())
    }

    /// Opens the scope of a call, on its own clock if it has one.
    fn expand(&mut self, expr: &'a Expr, node: &'a Node, call: Written<'a>, context: ContextId) -> ScopeId {
        let mut clock = self.context(context).clock;
        if let Some(condition) = call.clock {
            clock = self.slow_clock(context, Condition::Holds(condition, context));
        }
        if let Some(restart) = call.restart {
            clock = self.restart_clock(clock, restart, context);
        }
        let scope = self.open_scope(&node.name.text, Origin::Call(expr.span), clock);
        let caller = self.context(context).scope;
        let target = self.scope_mut(scope);
        (target.caller, target.node) = (Some(caller), Some(node));
        scope
    }

    fn restart_clock(&mut self, clock: ClockId, restart: &'a Expr, context: ContextId) -> ClockId {
        let inner = Context { clock, ..self.context(context).clone() };
        let inner = self.add_context(inner);
        self.slow_clock(inner, Condition::Restart(restart, context))
    }

    fn connect_inputs(
        &mut self,
        scope: ScopeId,
        node: &'a Node,
        call: Written<'a>,
        places: Vec<Given<'a>>,
        context: ContextId,
    ) -> Checked<()> {
        if places.len() != node.inputs.len() {
            let headline =
                format!("`{}` takes {} arguments, {} given", node.name.text, node.inputs.len(), places.len());
            let diagnostic = Diagnostic::at(codes::ARITY, call.node.span, headline, "called here");
            return Err(self.report.push(diagnostic.label(node.name.span, "declared here")));
        }
        self.give_types(scope, &node.type_parameters, call.types, self.context(context).scope)?;
        self.wire(scope, &node.inputs, places, &node.type_parameters, context)
    }

    /// Gives type parameters of a scope the types that another scope writes.
    pub(super) fn give_types(
        &mut self,
        scope: ScopeId,
        parameters: &'a [Name],
        given: &'a [Type],
        from: ScopeId,
    ) -> Checked<()> {
        for (parameter, given) in parameters.iter().zip(given) {
            let ty = self.resolve_type(given, from)?;
            self.scope_mut(scope).types.insert(&parameter.text, ty);
        }
        Ok(())
    }

    /// Declares inputs that are wires from the values of a context.
    pub(super) fn wire(
        &mut self,
        scope: ScopeId,
        variables: &'a [Variable],
        places: Vec<Given<'a>>,
        parameters: &'a [Name],
        context: ContextId,
    ) -> Checked<()> {
        for (variable, (expr, offset, found)) in variables.iter().zip(places) {
            self.unify(&variable.ty, &found, parameters, scope);
            let definition = Definition::Port { expr, offset, context };
            let index = self.declare_variable(scope, variable, Kind::Input, definition)?;
            let wanted = self.scope(scope).streams[index].ty.clone();
            self.fits(expr, &found, &variable.name, &wanted)?;
        }
        Ok(())
    }

    /// Declares the outputs and locals of a node whose inputs are there, and defines and checks its body.
    pub(super) fn open_body(&mut self, scope: ScopeId, node: &'a Node) -> Checked<()> {
        let context = self.scope(scope).context;
        for c in &node.constants {
            let index = self.declare_const(scope, c)?;
            self.stream_type(scope, index)?;
        }
        let outputs = node.outputs.iter().map(|v| (v, Kind::Output));
        for (variable, kind) in outputs.chain(node.locals.iter().map(|v| (v, Kind::Local))) {
            self.declare_variable(scope, variable, kind, Definition::Free)?;
        }
        if !node.is_imported {
            self.define(scope, node)?;
        }
        let contract = self.open_contract(scope, node);
        if node.is_imported {
            return contract;
        }
        contract.and(stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.check_body(scope, context, &node.body)))
    }

    /// The values of some expressions one by one.
    pub(super) fn places(&mut self, exprs: &'a [Expr], context: ContextId) -> Checked<Vec<Given<'a>>> {
        let mut list = Vec::new();
        for expr in exprs {
            let mut offset = 0;
            for part in self.ty(expr, context)?.parts() {
                list.push((expr, offset, part.clone()));
                offset += part.size();
            }
        }
        Ok(list)
    }
}
