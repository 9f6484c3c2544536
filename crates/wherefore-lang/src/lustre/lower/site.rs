//! Where the parts of a scope lie: the call of the network and the element that they belong to.

use super::super::check::instance::{Origin, ScopeId};
use super::Lowerer;
use wherefore_ir::network::CallId;
use wherefore_ir::{Element, ElementId, ElementKind};

/// Place of a scope in the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub call: CallId,
    pub element: Option<ElementId>,
}

/// Places by scope.
#[derive(Debug, Default)]
pub(super) struct Sites(Vec<Site>);

impl Lowerer<'_, '_> {
    /// The place of a scope. Scopes are entered in the order in which they were opened.
    pub(super) fn site(&mut self, scope: ScopeId) -> Site {
        for next in self.sites.0.len()..self.check.scope_count() {
            let site = self.enter(ScopeId(next as u32));
            self.sites.0.push(site);
        }
        self.sites.0[scope.0 as usize]
    }

    /// Goes on in the call of a scope; gives the one before.
    pub(super) fn resume(&mut self, scope: ScopeId) -> CallId {
        let call = self.site(scope).call;
        self.builder.resume(call)
    }

    fn enter(&mut self, id: ScopeId) -> Site {
        let here = Site { call: self.builder.current(), element: self.parent };
        let scope = self.check.scope(id);
        // The node of a contract and the caller were opened before.
        let around = scope.outer.or(scope.caller).map_or(here, |before| self.sites.0[before.0 as usize]);
        let (kind, span) = match scope.origin {
            Origin::Call(span) => (ElementKind::Component, span),
            Origin::Import(span) => (ElementKind::Contract, span),
            Origin::Program | Origin::Main | Origin::Contract | Origin::Type => return around,
        };
        let element = Element { kind, name: scope.name.to_owned(), span: Some(span), parent: around.element };
        let element = Some(self.builder.system.elements.add(element));
        self.builder.resume(around.call);
        let call = self.builder.enter(scope.name, element);
        self.builder.resume(here.call);
        Site { call, element }
    }
}
