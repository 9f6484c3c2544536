//! Changes of expressions beyond those of the paper, the same in all languages.
//!
//! Mistakes go through all pieces of a model. What mends goes through the pieces of the elements that are wanted, and draws on
//! a [`Pool`]: the conditions, constants and values that occur elsewhere in the scope.

mod assigned;
mod atoms;
mod branch;
mod condition;
mod constant;
mod delay;
mod key;
mod operand;
mod pool;
mod variable;

pub(crate) use pool::Pool;

use crate::{Dialect, Element, Finder, Inventory, Mutant, Node, Piece, Reach, Role, Scope, Values};
use key::Key;
use rustc_hash::FxHashSet;
use wherefore_diag::Span;

/// A piece with what is known about its surroundings.
pub(crate) struct Place<'a, D> {
    pub piece: &'a Piece<D>,
    pub scope: &'a Scope,
    pub pool: &'a Pool,
    pub text: &'a str,
}

impl<D: Dialect> Place<'_, D> {
    /// An expression as it is written, without escapes and brackets.
    pub fn plain(&self, node: &Node) -> String {
        self.piece.plain(node, self.text)
    }

    /// The values that an expression can have.
    pub fn values_of(&self, node: &Node) -> Values {
        self.scope.values_of(&self.piece.tree, node, |n| self.plain(n))
    }

    /// Adds a change by which an expression becomes another one.
    pub fn becomes(&self, finder: &mut Finder<'_>, operator: crate::Operator, node: &Node, plain: &str) {
        finder.becomes(operator, node.inner, &self.piece.dialect.written(plain), &self.piece.site);
    }
}

impl<D: Dialect> Piece<D> {
    /// An expression of it as it is written, without escapes and brackets.
    pub fn plain(&self, node: &Node, text: &str) -> String {
        let written = text.get(node.inner.start as usize..node.inner.end as usize).unwrap_or_default();
        self.dialect.plain(written)
    }

    /// The extent of all of it.
    fn extent(&self) -> Option<Span> {
        self.tree.root().map(|root| root.outer.to(root.span))
    }
}

/// How often definitions are looked up in each other to find what their values are.
const MOST_ROUNDS: usize = 4;

impl<D: Dialect> Inventory<'_, D> {
    /// The mistakes that can be made, with their places.
    pub fn mistakes(mut self) -> Vec<Mutant> {
        self.resolve();
        let pools = self.pools();
        self.change(&pools, |piece| piece.role != Role::Given);
        self.found()
    }

    /// Mistakes and what only mends, in the wanted elements: mistakes first, the cheapest of each first, then in the order of the source.
    pub fn edits(mut self, wanted: &dyn Fn(&Element) -> bool) -> Vec<Mutant> {
        self.resolve();
        let pools = self.pools();
        let chosen: Vec<Span> = self.elements.iter().filter(|l| wanted(&l.element)).map(|l| l.hull).collect();
        let touches = |a: &Span, b: &Span| a.file == b.file && a.start <= b.end && b.start <= a.end;
        self.change(&pools, |piece| piece.extent().is_some_and(|own| chosen.iter().any(|hull| touches(hull, &own))));
        let mut found = self.found();
        let is_wanted = |m: &Mutant| m.place.and_then(|at| self.elements.get(at)).is_some_and(|l| wanted(&l.element));
        found.retain(is_wanted);
        // Of two that make the same text the mistake is kept, not the way to mend it.
        found.sort_by_key(|m| (m.operator.is_mending(), m.cost, m.span.start, m.span.end, m.operator));
        let mut known: FxHashSet<Key> = FxHashSet::default();
        let text = self.finder.text;
        found.retain(|m| Key::new(m, text).is_some_and(|key| known.insert(key)));
        found
    }

    fn found(&mut self) -> Vec<Mutant> {
        let mut found = std::mem::take(&mut self.finder.found);
        self.place(&mut found);
        found
    }

    /// Gives names the values of the expressions that they stand for.
    fn resolve(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let mut found: Vec<(usize, String, Values)> = Vec::new();
            for (at, scope) in self.scopes.iter().enumerate() {
                for (name, index) in scope.defined.iter().filter(|(name, _)| scope.find(name).is_none()) {
                    let Some(piece) = self.pieces.get(*index) else { continue };
                    let (Some(own), Some(root)) = (self.scopes.get(piece.scope), piece.tree.root()) else { continue };
                    let values = own.values_of(&piece.tree, root, |n| piece.plain(n, self.finder.text));
                    if !matches!(values, Values::Unknown) {
                        found.push((at, name.clone(), values));
                    }
                }
            }
            if found.is_empty() {
                return;
            }
            for (at, name, values) in found {
                self.scopes.get_mut(at).into_iter().for_each(|scope| scope.add(name.as_str(), values.clone()));
            }
        }
    }

    fn pools(&self) -> Vec<Pool> {
        let with_phrases = self.finder.reach == Reach::Mending;
        let mut pools: Vec<Pool> = self.scopes.iter().map(Pool::new).collect();
        for piece in &self.pieces {
            let (Some(scope), Some(pool)) = (self.scopes.get(piece.scope), pools.get_mut(piece.scope)) else {
                continue;
            };
            pool.add(piece, scope, self.finder.text, with_phrases);
        }
        pools
    }

    fn change(&mut self, pools: &[Pool], is_wanted: impl Fn(&Piece<D>) -> bool) {
        let Inventory { finder, pieces, scopes, .. } = self;
        let text = finder.text;
        for piece in pieces.iter().filter(|piece| is_wanted(piece)) {
            let (Some(scope), Some(pool)) = (scopes.get(piece.scope), pools.get(piece.scope)) else { continue };
            let place = Place { piece, scope, pool, text };
            place.constants(finder);
            place.initial_values(finder);
            place.variables(finder);
            place.operands(finder);
            place.delays(finder);
            place.missing_branches(finder);
            if finder.reach == Reach::Mending {
                let atoms = place.atoms();
                place.conditions(finder, &atoms);
                place.assigned(finder);
                place.sums(finder);
                place.added_delays(finder);
                place.added_branches(finder, &atoms);
            }
        }
    }
}
