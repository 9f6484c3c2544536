//! Where a Lustre program can be mutated: the equations of its nodes, in the main file.
//!
//! Assertions, properties and contracts are left alone, and so are constants and the equations that ask or assume something. The condition of a choice is its guard. Automata
//! are not read by the front end, so what is about states and actions finds nothing here.

mod assumption;
mod dialect;
mod names;
mod parts;
#[cfg(test)]
mod tests;

pub(crate) use self::assumption::Surroundings;

use self::dialect::Lustre;
use self::names::Names;
use self::parts::Parts;
use crate::{
    ElementKind, Inventory, Mutant, Mutants, Options, Piece, Reach, Role, Site, Tokens, Tree, Use, Values, finish,
};
use std::rc::Rc;
use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_lang::lustre::ast::{Decl, Equation, Expr, Item, Node};
use wherefore_lang::lustre::{self, Include, can_be_read, load_with, parse};

/// All mutants of a program, given by the name and text of its main file; its errors if it cannot be read. Their places are
/// in `FileId(0)`.
pub fn mutants(
    name: &str,
    text: &str,
    program: &lustre::Options,
    include: &mut Include<'_>,
    options: &Options,
) -> Result<Mutants, Diagnostics> {
    let loaded = load_with(SourceMap::single(name, text), program, include);
    if loaded.system.is_none() {
        return Err(loaded.diagnostics);
    }
    let found = candidates(name, text, include);
    let loads = |mutated: &str| can_be_read(SourceMap::single(name, mutated), program, include);
    Ok(finish(text, found, options, loads))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(name: &str, original: &str, include: &mut Include<'_>) -> Vec<Mutant> {
    inventory(name, original, include, Reach::Mistakes).mistakes()
}

/// All that is found in a text.
pub(crate) fn inventory<'t>(
    name: &str,
    text: &'t str,
    include: &mut Include<'_>,
    reach: Reach,
) -> Inventory<'t, Lustre> {
    let main = FileId(0);
    let parsed = parse(SourceMap::single(name, text), include);
    let own = parsed.tokens.iter().filter(|(span, _)| span.file == main && span.start < span.end);
    let tokens = Tokens::new(own.map(|(span, spelled)| (*span, spelled.as_str())));
    let names = Names::new(&parsed.program);
    let parts = Parts::new(&parsed.program);
    let lustre = Rc::new(Lustre { tokens });
    let mut search = NodeSites { lustre, parts, inventory: Inventory::new(text, reach), scope: 0 };
    for decl in &parsed.program.decls {
        match decl {
            Decl::Node(node) if node.span.file == main => {
                search.inventory.scopes.push(names.scope(node));
                search.scope = search.inventory.scopes.len() - 1;
                search.node(node);
            }
            _ => {}
        }
    }
    // An included file in the middle of an expression brings places of its own.
    let mut inventory = search.inventory;
    inventory.finder.found.retain(|m| m.edits.iter().all(|e| e.span.file == main));
    inventory.elements.retain(|l| l.element.span.file == main);
    inventory
}

/// Goes through the nodes of a program.
struct NodeSites<'t> {
    lustre: Rc<Lustre>,
    parts: Parts,
    inventory: Inventory<'t, Lustre>,
    /// The scope of the node.
    scope: usize,
}

impl NodeSites<'_> {
    fn node(&mut self, node: &Node) {
        let mut ahead: Vec<&Item> = node.body.iter().rev().collect();
        while let Some(item) = ahead.pop() {
            match item {
                Item::Equation(equation) => self.equation(node, equation),
                Item::If { branches, otherwise, .. } => {
                    self.guards(node, branches);
                    ahead.extend(branches.iter().flat_map(|(_, items)| items).chain(otherwise));
                }
                Item::When { branches, otherwise, .. } => {
                    self.guards(node, branches);
                    ahead.extend(branches.iter().flat_map(|(_, items)| items).chain(otherwise.iter().flatten()));
                }
                Item::Frame { initial, body, .. } => {
                    initial.iter().for_each(|equation| self.equation(node, equation));
                    ahead.extend(body);
                }
                Item::Assert(_) | Item::Property(_) | Item::Other(..) => {}
            }
        }
    }

    fn equation(&mut self, node: &Node, equation: &Equation) {
        let names: Vec<&str> = equation.left.iter().map(|t| t.name.text.as_str()).collect();
        let name = names.join(", ");
        let words = format!("the equation of `{name}` in `{}`", node.name.text);
        let site = Site { words, element: Some(name.clone()) };
        let given = self.parts.kind(node, equation);
        let role = if given.is_some() { Role::Given } else { Role::Value };
        let tree = self.expression(&equation.right, (Use::Enclosed, role), &site);
        if let Some(root) = tree.root() {
            self.inventory.node_element(given.unwrap_or(ElementKind::Equation), &name, site.words.clone(), root);
        }
        for first in tree.nodes.iter().filter(|n| n.used == Use::Initial) {
            let words = format!("the initial value in {}", site.words);
            self.inventory.node_element(given.unwrap_or(ElementKind::InitialValue), &name, words, first);
        }
        let values = self.inventory.scopes.get(self.scope).and_then(|s| s.find(&name)).map(|v| v.values.clone());
        self.keep(tree, site, (role, values.unwrap_or(Values::Unknown)), Some(name));
    }

    fn guards(&mut self, node: &Node, branches: &[(Expr, Vec<Item>)]) {
        let words = format!("a condition of `{}`", node.name.text);
        let site = Site { words, element: Some(node.name.text.clone()) };
        for (condition, _) in branches {
            let used = Use::Guard { can_be_false: true, is_enclosed: true };
            let tree = self.expression(condition, (used, Role::Guard), &site);
            let kind = ElementKind::BranchCondition;
            tree.root().into_iter().for_each(|root| {
                self.inventory.node_element(kind, &node.name.text, site.words.clone(), root);
            });
            self.keep(tree, site.clone(), (Role::Guard, Values::Truth), None);
        }
    }

    fn expression(&mut self, expr: &Expr, (used, role): (Use, Role), site: &Site) -> Tree {
        let tree = Tree::new(&*self.lustre, &self.lustre.tokens, expr, used);
        if role != Role::Given || self.inventory.finder.reach == Reach::Mending {
            self.inventory.finder.expression(&*self.lustre, &tree, site);
        }
        tree
    }

    fn keep(&mut self, tree: Tree, site: Site, (role, values): (Role, Values), target: Option<String>) {
        let (dialect, scope) = (self.lustre.clone(), self.scope);
        self.inventory.pieces.push(Piece { dialect, tree, site, scope, values, role, target });
    }
}
