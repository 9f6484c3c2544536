//! Where a specification of contracts can be mutated: what parts assume and guarantee, and how they are connected.
//!
//! The contracts of the whole are the question, so they are elements and never get a mistake. A macro is one name wherever it
//! is used; its body is left alone.

mod dialect;
mod names;
mod promises;
mod temporal;

use self::dialect::Oss;
use crate::{
    ElementKind, Inventory, Mutant, Mutants, Options, Piece, Reach, Role, Site, Tokens, Tree, Use, Values, finish,
};
use std::rc::Rc;
use wherefore_diag::{Diagnostics, FileId, SourceMap, Span};
use wherefore_lang::oss::ast::{Component, Connection, Expr};
use wherefore_lang::oss::{Include, load, parse};

/// All mutants of a specification; its errors if it cannot be read. Their places are in `FileId(0)`.
pub fn mutants(name: &str, text: &str, include: &mut Include<'_>, options: &Options) -> Result<Mutants, Diagnostics> {
    let loaded = load(SourceMap::single(name, text), include);
    if loaded.diagnostics.has_errors() {
        return Err(loaded.diagnostics);
    }
    let found = candidates(name, text, include);
    let loads = |mutated: &str| !load(SourceMap::single(name, mutated), include).diagnostics.has_errors();
    Ok(finish(text, found, options, loads))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(name: &str, text: &str, include: &mut Include<'_>) -> Vec<Mutant> {
    inventory(name, text, include, Reach::Mistakes).mistakes()
}

/// All that is found in a text.
pub(crate) fn inventory<'t>(name: &str, text: &'t str, include: &mut Include<'_>, reach: Reach) -> Inventory<'t, Oss> {
    let parsed = parse(SourceMap::single(name, text), include);
    let own = |(span, _): &(Span, &str)| span.file == FileId(0);
    let tokens = Tokens::new(parsed.tokens().into_iter().filter(own));
    let oss = Rc::new(Oss { parsed, tokens });
    let mut search = ComponentSites { oss, inventory: Inventory::new(text, reach), scope: 0 };
    search.specification();
    let mut inventory = search.inventory;
    inventory.finder.found.retain(|m| m.edits.iter().all(|e| e.span.file == FileId(0)));
    inventory.elements.retain(|l| l.element.span.file == FileId(0));
    inventory
}

/// Goes through the components of a specification.
struct ComponentSites<'t> {
    oss: Rc<Oss>,
    inventory: Inventory<'t, Oss>,
    /// The scope of the interface of the component, or of its refinement.
    scope: usize,
}

impl ComponentSites<'_> {
    fn specification(&mut self) {
        let oss = self.oss.clone();
        let components = &oss.parsed.specification.components;
        for component in components {
            let is_whole = component.name.text == oss.parsed.root;
            self.inventory.scopes.push(names::interface(component));
            self.scope = self.inventory.scopes.len() - 1;
            self.contracts(component, is_whole);
            self.inventory.scopes.push(names::inside(component, components));
            self.scope = self.inventory.scopes.len() - 1;
            let connections = component.refinement.iter().flat_map(|r| &r.connections);
            connections.for_each(|connection| self.connection(connection));
        }
    }

    fn contracts(&mut self, component: &Component, is_whole: bool) {
        for define in &component.defines {
            let name = &define.name.text;
            let site = Site { words: format!("the definition of `{name}`"), element: Some(name.clone()) };
            let at = self.expression(&define.value, (Use::Enclosed, Role::Value), &site);
            self.with(at, |inventory, tree| inventory.whole(ElementKind::Definition, name, &site.words, tree));
            let scope = self.inventory.scopes.get_mut(self.scope);
            scope.into_iter().for_each(|s| s.defined.push((name.clone(), at)));
        }
        for contract in &component.contracts {
            let name = format!("{}.{}", component.name.text, contract.name.text);
            let (assumption, guarantee) = match is_whole {
                true => (ElementKind::Assumption, ElementKind::Specification),
                false => (ElementKind::PartAssumption, ElementKind::Guarantee),
            };
            self.clause(&name, "assumption", &contract.assume, assumption, is_whole);
            let at = self.clause(&name, "guarantee", &contract.guarantee, guarantee, is_whole);
            if !is_whole && self.inventory.finder.reach == Reach::Mending {
                self.promises(component, at);
            }
        }
    }

    /// What a part could guarantee besides.
    fn promises(&mut self, component: &Component, at: usize) {
        let Some(piece) = self.inventory.pieces.get(at) else { return };
        promises::added(&mut self.inventory.finder, &*self.oss, &piece.tree, (component, &piece.site));
    }

    /// Adds the conjuncts of an assumption or a guarantee; gives the index of its piece.
    fn clause(&mut self, contract: &str, word: &str, expr: &Expr, kind: ElementKind, is_given: bool) -> usize {
        let words = format!("the {word} of `{contract}`");
        let site = Site { words, element: Some(contract.to_owned()) };
        let role = if is_given { Role::Given } else { Role::Condition };
        let at = self.expression(expr, (Use::Condition, role), &site);
        let name = format!("the {word} of {contract}");
        self.with(at, |inventory, tree| inventory.conjuncts(kind, &name, tree));
        at
    }

    fn connection(&mut self, connection: &Connection) {
        let part = connection.part.as_ref().map_or_else(String::new, |p| format!("{}.", p.text));
        let name = format!("{part}{}", connection.port.text);
        let site = Site { words: format!("the connection of `{name}`"), element: Some(name.clone()) };
        let at = self.expression(&connection.source, (Use::Enclosed, Role::Connection), &site);
        self.with(at, |inventory, tree| {
            let root = tree.root().into_iter();
            root.for_each(|root| inventory.node_element(ElementKind::Connection, &name, site.words.clone(), root));
        });
        let values = self.inventory.scopes.get(self.scope).and_then(|s| s.find(&name)).map(|v| v.values.clone());
        if let Some(piece) = self.inventory.pieces.get_mut(at) {
            piece.values = values.unwrap_or(Values::Unknown);
            piece.target = Some(name);
        }
    }

    /// Adds what can be changed in an expression alone; gives the index of its piece.
    fn expression(&mut self, expr: &Expr, (used, role): (Use, Role), site: &Site) -> usize {
        let tree = Tree::new(&*self.oss, &self.oss.tokens, self.oss.whole(expr), used);
        if role != Role::Given || self.inventory.finder.reach == Reach::Mending {
            self.inventory.finder.expression(&*self.oss, &tree, site);
        }
        if self.inventory.finder.reach == Reach::Mending {
            temporal::changes(&mut self.inventory.finder, &tree, site);
        }
        let (dialect, site, scope) = (self.oss.clone(), site.clone(), self.scope);
        self.inventory.pieces.push(Piece { dialect, tree, site, scope, values: Values::Unknown, role, target: None });
        self.inventory.pieces.len() - 1
    }

    fn with(&mut self, at: usize, act: impl FnOnce(&mut Inventory<'_, Oss>, &Tree)) {
        let Some(piece) = self.inventory.pieces.get_mut(at) else { return };
        let tree = std::mem::take(&mut piece.tree);
        act(&mut self.inventory, &tree);
        if let Some(piece) = self.inventory.pieces.get_mut(at) {
            piece.tree = tree;
        }
    }
}
