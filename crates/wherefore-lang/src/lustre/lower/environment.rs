//! Streams that the program does not decide: inputs of the main node, free constants, streams without a definition,
//! arbitrary choices. Also the streams seen from outside: the outputs of the main node.

use super::super::ast::{Expr, ExprKind};
use super::super::check::has_restriction;
use super::super::check::instance::{ClockId, Definition, Kind, LeafId, ScopeId};
use super::super::codes;
use super::super::types::Ty;
use super::goal::Pending;
use super::{At, Built, Fail, Lowerer};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Define, Element, ElementId, ElementKind, Op, Output, Purpose, Role, Sort, TermId, VarId, walk};

/// Variables that the program does not decide, and what traces show.
#[derive(Debug, Default)]
pub(super) struct Free {
    /// Variables of functions without a body, with the function.
    imported: BTreeMap<VarId, (String, Span)>,
    /// Names of definitions.
    define_names: BTreeSet<String>,
    /// Open places that were found.
    holes: BTreeSet<Span>,
}

impl<'a> Lowerer<'a, '_> {
    /// A leaf that nothing in the program defines.
    pub(super) fn free_leaf(&mut self, id: LeafId) -> Built<BlockId> {
        let (name, stream) = (self.full_name(id), self.stream(id));
        let (ty, span, kind) = (stream.ty.leaf(id.leaf), stream.name.span, stream.kind);
        let node = self.check.scope(id.scope).node;
        let is_imported = kind == Kind::Output && node.is_some_and(|n| n.is_imported);
        let is_function = is_imported && node.is_some_and(|n| n.is_function);
        // A function without arguments has one result for ever.
        let is_constant = is_function && node.is_some_and(|n| n.inputs.is_empty());
        let is_frozen = kind == Kind::Const || stream.is_frozen || is_constant;
        let sort = self.free_sort(id, &ty);
        let element = self.element(ElementKind::Variable, name.as_str(), span);
        let role = if is_frozen { Role::Frozen } else { Role::Input };
        let var = match self.builder.system.add_var(name.as_str(), sort, role, element) {
            Some(var) => var,
            None => self.builder.system.add_auxiliary(&name, sort, role, Purpose::Choice),
        };
        if let Ty::Machine { signed: true, .. } = ty {
            self.builder.system.terms.read_as_signed(var);
        }
        if role == Role::Input && kind != Kind::Input {
            self.builder.system.choices.insert(var);
        }
        if is_function && !is_constant {
            let text = node.map_or_else(String::new, |n| n.name.text.clone());
            let element = self.site(id.scope).element;
            let place = self.builder.system.span(element).unwrap_or(span);
            self.free.imported.insert(var, (text, place));
        } else if !is_imported && matches!(kind, Kind::Output | Kind::Local) {
            let headline = format!("nothing defines `{name}`");
            self.check.error(codes::NO_EQUATION, span, headline, "it can have any value");
        }
        let block = self.builder.free(var, element);
        let own = self.own_name(id);
        self.builder.name(block, &own);
        Ok(block)
    }

    /// The sort of a free leaf: a range if its type is one with known bounds.
    fn free_sort(&mut self, id: LeafId, ty: &Ty) -> Sort {
        let stream = self.stream(id);
        if stream.ty.size() == 1
            && *ty == Ty::Int
            && let Some(declared) = stream.declared
            && let Some((lo, hi)) = self.check.plain_range(declared, id.scope)
        {
            return Sort::Range { lo, hi };
        }
        self.sort(ty)
    }

    /// A fresh value at every tick, which is not decided from outside.
    pub(super) fn arbitrary(&mut self, ty: &Ty, name: &str, span: Span) -> BlockId {
        self.fresh(ty, name, span, Purpose::Choice)
    }

    /// A fresh value at every tick in place of an expression that is left open.
    pub(super) fn left_open(&mut self, place: Span, ty: &Ty, leaf: usize) -> BlockId {
        self.free.holes.insert(place);
        self.fresh(&ty.leaf(leaf), &format!("hole{}", ty.suffix(leaf)), place, Purpose::Hole)
    }

    /// Reports open places at which no expression of the model stands.
    pub(super) fn report_unfound_holes(&mut self) {
        let holes = self.check.holes;
        for place in holes.spans().iter().filter(|place| !self.free.holes.contains(*place)) {
            let headline = "no expression of the model stands here";
            self.check.error(codes::UNSUPPORTED, *place, headline, "left open");
        }
    }

    fn fresh(&mut self, ty: &Ty, name: &str, span: Span, purpose: Purpose) -> BlockId {
        let sort = self.sort(ty);
        let element = self.element(ElementKind::Operator, name, span);
        let var = self.builder.system.add_auxiliary(name, sort, Role::Input, purpose);
        self.builder.system.choices.insert(var);
        if let Ty::Machine { signed: true, .. } = ty {
            self.builder.system.terms.read_as_signed(var);
        }
        self.builder.free(var, element)
    }

    /// `any { x: t | p }`: a fresh value that satisfies its condition and the restrictions of its type.
    pub(super) fn any_value(&mut self, expr: &'a Expr, ty: &Ty, at: At, leaf: usize) -> Built<BlockId> {
        let ExprKind::Any { predicate, ty: written, .. } = &expr.kind else { return Err(Fail::Reported) };
        if leaf == 0 {
            if predicate.is_some() {
                let headline = "runs in which this choice is impossible are left out";
                self.check.error(codes::RESTRICTED_CHOICE, expr.span, headline, "restricted by a condition");
            }
            if predicate.is_some() || has_restriction(self.check.tables, written) {
                self.asked.pending.push_back(Pending { expr, at, call: self.builder.current(), parent: self.parent });
            }
        }
        Ok(self.arbitrary(&ty.leaf(leaf), &format!("any{}", ty.suffix(leaf)), expr.span))
    }

    /// Says that a memory holds a signed number.
    pub(super) fn read_signed(&mut self, ty: &Ty, pre: BlockId) {
        if let (Ty::Machine { signed: true, .. }, Gate::Pre(var)) = (ty, self.builder.network().block(pre).gate) {
            self.builder.system.terms.read_as_signed(var);
        }
    }

    /// Makes every named stream a definition, so that traces show it. Those of the main node are part of the state that people
    /// see.
    pub(super) fn definitions(&mut self, main: ScopeId) {
        for scope in 0..self.check.scope_count() {
            let scope = ScopeId(scope as u32);
            for stream in 0..self.check.scope(scope).streams.len() {
                for leaf in 0..self.check.scope(scope).streams[stream].ty.size() {
                    self.definition(LeafId { scope, stream, leaf }, main);
                }
            }
        }
    }

    fn definition(&mut self, id: LeafId, main: ScopeId) {
        let (Some(block), stream) = (self.built(id), self.stream(id)) else { return };
        // A variable is shown under its own name.
        if matches!(stream.definition, Definition::Free) || stream.kind == Kind::Const {
            return;
        }
        let (ty, element) = (stream.ty.leaf(id.leaf), self.builder.network().block(block).element);
        let is_main = id.scope == main && matches!(stream.kind, Kind::Output | Kind::Local);
        let term = self.builder.value(block);
        let declared = if is_main { Some(self.sort(&ty)) } else { None };
        let mut name = self.full_name(id);
        while self.builder.system.terms.find_var(&name).is_some() || self.free.define_names.contains(&name) {
            name.push('\'');
        }
        self.free.define_names.insert(name.clone());
        self.builder.system.defines.push(Define { name, term, declared, element });
    }

    /// The outputs of the main node are what is seen from outside.
    pub(super) fn outputs(&mut self, main: ScopeId) {
        for stream in self.check.scope(main).of_kind(Kind::Output).collect::<Vec<_>>() {
            for leaf in 0..self.check.scope(main).streams[stream].ty.size() {
                let id = LeafId { scope: main, stream, leaf };
                let Some(block) = self.built(id) else { continue };
                let (name, term) = (self.own_name(id), self.builder.value(block));
                let element = self.builder.network().block(block).element;
                self.builder.system.annexes.outputs.push(Output { name, term, element });
            }
        }
    }

    /// Refuses functions without a body that something asked depends on.
    pub(super) fn refuse_imported(&mut self) {
        if self.free.imported.is_empty() {
            return;
        }
        let system = &self.builder.system;
        let asked = system.properties.iter().map(|p| p.term).chain(system.invar.iter().map(|c| c.term));
        let reached = cone(&self.builder.system, asked.collect());
        let found: Vec<(String, Span)> =
            self.free.imported.iter().filter(|(v, _)| reached.contains(v)).map(|(_, f)| f.clone()).collect();
        for (name, span) in found {
            let headline = format!("something asked depends on `{name}`, a function without a body");
            self.check.report.push(Diagnostic::at(codes::IMPORTED, span, headline, "called here"));
        }
    }

    /// An element that is part of nothing under construction.
    pub(super) fn plain_element(
        &mut self,
        kind: ElementKind,
        name: String,
        span: Span,
        scope: ScopeId,
    ) -> Option<ElementId> {
        let parent = self.site(scope).element;
        Some(self.builder.system.elements.add(Element { kind, name, span: Some(span), parent }))
    }

    /// `active => block`.
    pub(super) fn when_active(&mut self, block: BlockId, clock: ClockId, span: Span) -> Built<BlockId> {
        match self.active(clock)? {
            Some(active) => self.operator(Op::Implies, &[active, block], "when active", span),
            None => Ok(block),
        }
    }
}

/// The variables that terms depend on, also through memories.
fn cone(system: &wherefore_ir::System, roots: Vec<TermId>) -> BTreeSet<VarId> {
    let mut reached = BTreeSet::new();
    let mut todo = roots;
    let mut seen = BTreeSet::new();
    while !todo.is_empty() {
        let mut next = Vec::new();
        for term in walk::postorder(&system.terms, todo.drain(..)) {
            if seen.insert(term)
                && let Op::Var(var) = system.terms.op(term)
                && reached.insert(var)
            {
                next.extend(system.next.get(&var).map(|u| u.term));
            }
        }
        todo = next;
    }
    reached
}
