//! Declarations of a scope, and the stream that a name means there.

use super::super::ast::{Const, Name, Node, Type, Variable};
use super::super::resolve;
use super::super::types::Ty;
use super::instance::{Context, Definition, Kind, Origin, PROGRAM, Scope, ScopeId, Stream};
use super::{BASE, Checker, ClockId, address, codes};
use std::rc::Rc;
use wherefore_syntax::{Checked, Reported};

impl<'a> Checker<'a, '_> {
    /// A new empty scope with its context.
    pub(super) fn open_scope(&mut self, name: &'a str, origin: Origin, clock: ClockId) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        let context = self.add_context(Context { scope: id, clock, bindings: None });
        self.scopes.push(Scope { name, origin, context, ..Scope::default() });
        id
    }

    /// The constants of the program.
    pub(super) fn open_globals(&mut self) {
        let id = self.open_scope("", Origin::Program, BASE);
        let tables = self.tables;
        for c in tables.consts.values() {
            let _ = self.declare_const(id, c);
        }
    }

    /// The scope of the main node: its inputs are free.
    pub(super) fn open_main(&mut self, main: &'a Node) -> Checked<ScopeId> {
        let scope = self.open_scope(&main.name.text, Origin::Main, BASE);
        self.scope_mut(scope).node = Some(main);
        for parameter in &main.type_parameters {
            let ty = Ty::Abstract(parameter.text.as_str().into());
            self.scope_mut(scope).types.insert(&parameter.text, ty);
        }
        for input in &main.inputs {
            let index = self.declare_variable(scope, input, Kind::Input, Definition::Free)?;
            self.scope_mut(scope).streams[index].is_frozen = input.is_const;
        }
        self.open_body(scope, main)?;
        Ok(scope)
    }

    /// Declares a constant. Without a value it is free and never changes.
    pub(super) fn declare_const(&mut self, scope: ScopeId, c: &'a Const) -> Checked<usize> {
        let definition = match &c.value {
            Some(expr) => Definition::Value { expr, offset: 0 },
            None => Definition::Free,
        };
        // Its type is worked out when it is needed: constants may stand in any order.
        self.declare(scope, &c.name, Ty::List(Rc::from([])), c.ty.as_ref(), Kind::Const, definition)
    }

    /// Declares a variable of a node or contract.
    pub(super) fn declare_variable(
        &mut self,
        scope: ScopeId,
        variable: &'a Variable,
        kind: Kind,
        definition: Definition<'a>,
    ) -> Checked<usize> {
        let index = self.declare(scope, &variable.name, Ty::Bool, Some(&variable.ty), kind, definition)?;
        let ty = self.resolve_type(&variable.ty, scope)?;
        let stream = &mut self.scope_mut(scope).streams[index];
        (stream.ty, stream.clock) = (ty, variable.clock.as_ref());
        Ok(index)
    }

    pub(super) fn declare(
        &mut self,
        scope: ScopeId,
        name: &'a Name,
        ty: Ty,
        declared: Option<&'a Type>,
        kind: Kind,
        definition: Definition<'a>,
    ) -> Checked<usize> {
        let target = self.scope_mut(scope);
        let index = target.streams.len();
        if let Some(before) = target.names.insert(&name.text, index) {
            let first = target.streams[before].name.span;
            resolve::duplicate(self.report, name, first);
            return Err(Reported);
        }
        let stream = Stream { name, ty, declared, kind, clock: None, definition, initial: None, is_frozen: false };
        target.streams.push(stream);
        Ok(index)
    }

    /// The stream that a name means in a scope: its own, of the scopes around it, or a constant of the program.
    pub fn find(&self, scope: ScopeId, name: &str) -> Option<(ScopeId, usize)> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scope(id);
            if let Some(index) = scope.names.get(name) {
                return Some((id, *index));
            }
            next = scope.outer.or((scope.origin != Origin::Program).then_some(PROGRAM));
        }
        None
    }

    /// The type of a stream. That of a constant without a declared type is that of its value.
    pub fn stream_type(&mut self, scope: ScopeId, index: usize) -> Checked<Ty> {
        let stream = &self.scope(scope).streams[index];
        if stream.kind != Kind::Const || stream.ty.size() > 0 {
            return Ok(stream.ty.clone());
        }
        let (name, declared, definition) = (stream.name, stream.declared, stream.definition.clone());
        if self.open.contains(&address(name)) {
            let headline = format!("the constant `{}` is defined by itself", name.text);
            return Err(self.error(codes::RECURSIVE, name.span, headline, "declared here"));
        }
        self.open.push(address(name));
        let ty = match (declared, &definition) {
            (Some(declared), _) => self.resolve_type(declared, scope),
            (None, Definition::Value { expr, .. }) => self.ty(expr, self.scope(scope).context),
            (None, _) => Err(Reported),
        };
        let checked = match (&ty, &definition, declared) {
            (Ok(ty), Definition::Value { expr, .. }, Some(_)) => {
                self.expect(expr, self.scope(scope).context, ty, name.span).map(|_| ())
            }
            _ => Ok(()),
        };
        self.open.pop();
        checked?;
        let ty = ty?;
        self.scope_mut(scope).streams[index].ty = ty.clone();
        Ok(ty)
    }
}
