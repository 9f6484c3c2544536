//! Meaning of names: the components, and in each of them its ports, definitions, parts and contracts.
//!
//! Values of enumerations are names too, and the same name may be a value of several. They are only collected here; which
//! enumeration is meant is seen where the value is compared.

use super::ast::{Component, Name, Port, Specification, TypeKind};
use super::codes;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::{Reporter, nearest};

/// Meaning of the names of a specification. Complete only if nothing was reported as an error.
#[derive(Debug, Default)]
pub struct Resolved {
    /// The component that is the whole.
    pub root: usize,
    /// For each component what its names mean.
    pub scopes: Vec<Scope>,
    /// Every value of an enumeration.
    pub literals: BTreeSet<String>,
}

/// Meaning of a name of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// One of its ports, by its place in the declarations.
    Port(usize),
    /// One of its definitions.
    Define(usize),
    /// A definition of its refinement, which its contracts do not see.
    Inner(usize),
    /// One of its parts.
    Part(usize),
}

/// The names of one component.
#[derive(Debug, Default)]
pub struct Scope {
    /// Ports, definitions and parts.
    pub names: BTreeMap<String, Meaning>,
    /// Contracts.
    pub contracts: BTreeMap<String, usize>,
    /// The component of each part.
    pub parts: Vec<usize>,
}

/// Finds what every declared name means, and reports what is missing or declared twice.
pub fn resolve(spec: &Specification, end: Span, report: &mut Reporter) -> Resolved {
    let mut resolver = Resolver { spec, report, components: BTreeMap::new() };
    if spec.components.is_empty() {
        let headline = "there is no component in the specification";
        resolver.report.push(Diagnostic::at(codes::NO_COMPONENT, end, headline, "expected `COMPONENT`"));
        return Resolved::default();
    }
    for (index, component) in spec.components.iter().enumerate() {
        if let Some(before) = resolver.components.insert(component.name.text.clone(), index) {
            let first = spec.components.get(before).map_or(component.name.span, |c| c.name.span);
            resolver.twice("component", &component.name, first);
        }
    }
    let root = resolver.root();
    let scopes: Vec<Scope> = spec.components.iter().map(|c| resolver.scope(c)).collect();
    let resolved = Resolved { root, scopes, literals: literals(spec) };
    for (component, scope) in spec.components.iter().zip(&resolved.scopes) {
        resolver.refined(component, scope, &resolved);
    }
    resolver.containment(&resolved);
    resolved
}

fn literals(spec: &Specification) -> BTreeSet<String> {
    let values = |port: &Port| match &port.ty.kind {
        TypeKind::Symbols(values) => values.clone(),
        _ => Vec::new(),
    };
    spec.components.iter().flat_map(|c| &c.ports).flat_map(values).collect()
}

struct Resolver<'a> {
    spec: &'a Specification,
    report: &'a mut Reporter,
    components: BTreeMap<String, usize>,
}

impl Resolver<'_> {
    fn twice(&mut self, what: &str, name: &Name, first: Span) {
        let headline = format!("the {what} `{}` is declared twice", name.text);
        let diagnostic = Diagnostic::at(codes::DUPLICATE, name.span, headline, "declared again");
        self.report.push(diagnostic.label(first, "declared here"));
    }

    fn undefined<'n>(&mut self, what: &str, name: &Name, known: impl Iterator<Item = &'n str>) {
        let headline = format!("`{}` is no {what}", name.text);
        let diagnostic = Diagnostic::at(codes::UNDEFINED, name.span, headline, "not declared");
        self.report.push(match nearest(&name.text, known) {
            Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
            None => diagnostic,
        });
    }

    /// The component marked as the system, or else called so, or else the first.
    fn root(&mut self) -> usize {
        let mut marked = self.spec.components.iter().enumerate().filter(|(_, c)| c.is_system);
        if let Some((root, first)) = marked.next() {
            if let Some((_, second)) = marked.next() {
                let diagnostic = Diagnostic::at(
                    codes::DUPLICATE,
                    second.name.span,
                    "two components are marked `system`",
                    "the second",
                );
                self.report.push(diagnostic.label(first.name.span, "the first"));
            }
            return root;
        }
        self.components.get("system").copied().unwrap_or(0)
    }

    fn scope(&mut self, component: &Component) -> Scope {
        let mut scope = Scope::default();
        let mut spans = BTreeMap::new();
        for (index, port) in component.ports.iter().enumerate() {
            self.port(component, port, index, &mut scope, &mut spans);
        }
        let defines = component.defines.iter().enumerate().map(|(i, d)| ("definition", &d.name, Meaning::Define(i)));
        let refinement = component.refinement.iter();
        let inner = refinement.clone().flat_map(|r| r.defines.iter().enumerate());
        let inner = inner.map(|(i, d)| ("definition", &d.name, Meaning::Inner(i)));
        let parts = refinement.clone().flat_map(|r| r.subs.iter().enumerate());
        let parts = parts.map(|(i, s)| ("part", &s.name, Meaning::Part(i)));
        for (what, name, meaning) in defines.chain(inner).chain(parts) {
            match spans.insert(name.text.clone(), name.span) {
                Some(first) => self.twice(what, name, first),
                None => drop(scope.names.insert(name.text.clone(), meaning)),
            }
        }
        for (index, contract) in component.contracts.iter().enumerate() {
            if let Some(first) = scope.contracts.insert(contract.name.text.clone(), index) {
                let first = component.contracts.get(first).map_or(contract.name.span, |c| c.name.span);
                self.twice("contract", &contract.name, first);
            }
        }
        for sub in refinement.flat_map(|r| &r.subs) {
            let index = self.components.get(&sub.component.text).copied();
            if index.is_none() {
                let known: Vec<String> = self.components.keys().cloned().collect();
                self.undefined("component", &sub.component, known.iter().map(String::as_str));
            }
            // No component has this index, so nothing else is said about the part.
            scope.parts.push(index.unwrap_or(usize::MAX));
        }
        scope
    }

    /// A repeated declaration is a slip that generated files make; two different ones are a contradiction.
    fn port(
        &mut self,
        component: &Component,
        port: &Port,
        index: usize,
        scope: &mut Scope,
        spans: &mut BTreeMap<String, Span>,
    ) {
        let Some(Meaning::Port(before)) = scope.names.get(&port.name.text) else {
            scope.names.insert(port.name.text.clone(), Meaning::Port(index));
            spans.insert(port.name.text.clone(), port.name.span);
            return;
        };
        let Some(first) = component.ports.get(*before) else { return };
        if first.direction != port.direction || first.ty.kind != port.ty.kind {
            self.twice("port", &port.name, first.name.span);
            return;
        }
        let headline = format!("the port `{}` is declared twice in the same way", port.name.text);
        let diagnostic = Diagnostic::at(codes::REPEATED_PORT, port.name.span, headline, "left out");
        self.report.push(diagnostic.label(first.name.span, "declared here"));
    }

    /// Checks that the contracts around `REFINEDBY` exist and that each is refined once.
    fn refined(&mut self, component: &Component, scope: &Scope, resolved: &Resolved) {
        let mut done: BTreeMap<&str, Span> = BTreeMap::new();
        for refined in component.refinement.iter().flat_map(|r| &r.refined) {
            let name = &refined.contract;
            if !scope.contracts.contains_key(&name.text) {
                self.undefined("contract", name, scope.contracts.keys().map(String::as_str));
            }
            if let Some(first) = done.insert(&name.text, name.span) {
                let headline = format!("the contract `{}` is refined twice", name.text);
                let diagnostic = Diagnostic::at(codes::DUPLICATE, name.span, headline, "refined again");
                self.report.push(diagnostic.label(first, "refined here"));
            }
            for (part, contract) in &refined.premises {
                self.premise(part, contract, scope, resolved);
            }
        }
    }

    fn premise(&mut self, part: &Name, contract: &Name, scope: &Scope, resolved: &Resolved) {
        let Some(Meaning::Part(index)) = scope.names.get(&part.text) else {
            let parts = scope.names.iter().filter(|(_, m)| matches!(m, Meaning::Part(_)));
            self.undefined("part", part, parts.map(|(n, _)| n.as_str()));
            return;
        };
        let inner = scope.parts.get(*index).and_then(|c| resolved.scopes.get(*c));
        if let Some(inner) = inner.filter(|s| !s.contracts.contains_key(&contract.text)) {
            let what = format!("contract of `{}`", part.text);
            self.undefined(&what, contract, inner.contracts.keys().map(String::as_str));
        }
    }

    /// Checks that no component contains itself: components without parts are taken away, then those whose parts are
    /// gone.
    fn containment(&mut self, resolved: &Resolved) {
        let mut open: BTreeSet<usize> = (0..resolved.scopes.len()).collect();
        loop {
            let is_closed =
                |c: &usize| resolved.scopes.get(*c).is_none_or(|s| s.parts.iter().all(|p| !open.contains(p)));
            let closed: Vec<usize> = open.iter().copied().filter(is_closed).collect();
            if closed.is_empty() {
                break;
            }
            open.retain(|c| !closed.contains(c));
        }
        let Some(component) = open.first().and_then(|c| self.spec.components.get(*c)) else { return };
        if self.report.failed() {
            return;
        }
        let headline = format!("the component `{}` contains itself, or a component that does", component.name.text);
        self.report.push(Diagnostic::at(codes::RECURSIVE, component.name.span, headline, "has no end"));
    }
}
