//! Another variable with the same values.

use super::Place;
use super::pool::names;
use crate::{Dialect, Finder, Kind, Node, Operator, Role};

impl<D: Dialect> Place<'_, D> {
    /// Variables become others that could stand in their place, those first that are used nearby.
    pub fn variables(&self, finder: &mut Finder<'_>) {
        let operator = if self.piece.role == Role::Connection { Operator::Cc } else { Operator::Svr };
        let near = self.piece.tree.root().map_or_else(Vec::new, |root| names(self.piece, root, self.text));
        for node in self.piece.tree.nodes.iter().filter(|n| n.kind == Kind::Atom && n.parts.is_empty()) {
            for other in self.others(node, &near).into_iter().take(finder.reach.most()) {
                self.becomes(finder, operator, node, &other);
            }
        }
    }

    /// The names that could stand in the place of one: those nearby, then those that are declared beside it.
    pub(super) fn others(&self, node: &Node, near: &[String]) -> Vec<String> {
        let own = self.plain(node);
        let Some(at) = self.scope.position(&own) else { return Vec::new() };
        let (before, behind) = self.scope.variables.split_at(at);
        let Some((variable, behind)) = behind.split_first() else { return Vec::new() };
        let rest: Vec<_> = behind.iter().chain(before).filter(|v| v.values.is_like(&variable.values)).collect();
        let is_near = |v: &&&crate::scope::Variable| near.contains(&v.name);
        let first = rest.iter().filter(|v| is_near(v));
        first.chain(rest.iter().filter(|v| !is_near(v))).map(|v| v.name.clone()).collect()
    }
}
