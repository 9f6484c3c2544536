//! Constants: one more, one less, another one of the model; other first values.

use super::Place;
use super::pool::{is_number, names};
use crate::{Dialect, Finder, Kind, Node, Operator, Reach, Role, Tree, Use, Values};
use num_bigint::BigInt;

impl<D: Dialect> Place<'_, D> {
    /// Constants become their neighbours and landmarks; names of values become others.
    pub fn constants(&self, finder: &mut Finder<'_>) {
        let parents = self.piece.tree.parents();
        for (at, node) in self.piece.tree.nodes.iter().enumerate() {
            let parent = parents.get(at).copied().flatten().and_then(|p| self.piece.tree.nodes.get(p));
            let operator = if self.is_first(node) { Operator::Ivr } else { Operator::Crp };
            if let Kind::Truth(value) = node.kind {
                if !matches!(node.used, Use::Guard { .. } | Use::Condition) && !node.is_condition {
                    self.becomes(finder, operator, node, self.piece.dialect.truth(!value));
                }
            } else if is_number(node, || self.plain(node)) {
                self.numbers(finder, operator, node, parent);
            } else if node.kind == Kind::Atom && node.parts.is_empty() {
                self.literal(finder, operator, node, parent);
            }
        }
    }

    /// First values that are no constants are negated, or one more or less.
    pub fn initial_values(&self, finder: &mut Finder<'_>) {
        let tree = &self.piece.tree;
        let mut firsts: Vec<&Node> = tree.nodes.iter().filter(|n| n.used == Use::Initial).collect();
        if self.piece.role == Role::First {
            firsts.extend(tree.values());
        }
        for node in firsts {
            let own = self.values_of(node);
            let values = if matches!(own, Values::Unknown) { self.piece.values.clone() } else { own };
            if !matches!(values, Values::Names(_)) {
                let dialect = &*self.piece.dialect;
                finder.other_values(Operator::Ivr, (dialect, tree), (node, &values), &self.piece.site);
            }
        }
    }

    /// Whether an expression is a first value by itself.
    fn is_first(&self, node: &Node) -> bool {
        node.used == Use::Initial || (self.piece.role == Role::First && node.used == Use::Enclosed)
    }

    fn numbers(&self, finder: &mut Finder<'_>, operator: Operator, node: &Node, parent: Option<&Node>) {
        let own = self.plain(node);
        let mut others = neighbours(&own);
        let mut near: Vec<&String> =
            self.names_beside(node, parent).iter().flat_map(|n| self.pool.landmarks(n)).collect();
        if finder.reach == Reach::Mending {
            near.extend(&self.pool.numbers);
        }
        let is_alike = |n: &&&String| n.contains('.') == own.contains('.') && n.contains('_') == own.contains('_');
        let landmarks = near.iter().filter(is_alike).filter(|n| ***n != own);
        let mut chosen: Vec<String> = Vec::new();
        for landmark in landmarks.map(|n| (*n).clone()) {
            if !others.contains(&landmark) && !chosen.contains(&landmark) && chosen.len() < finder.reach.most() {
                chosen.push(landmark);
            }
        }
        others.extend(chosen);
        for other in others {
            let needs_brackets = other.starts_with('-') && node.used.is_open() && !node.is_bracketed();
            let other = if needs_brackets { format!("({other})") } else { other };
            self.becomes(finder, operator, node, &other);
        }
    }

    /// The names that a constant is compared with, or the one that gets it.
    fn names_beside(&self, node: &Node, parent: Option<&Node>) -> Vec<String> {
        let tree: &Tree = &self.piece.tree;
        let beside = parent.filter(|p| p.infix().is_some()).map(|p| tree.parts(p)).unwrap_or_default();
        let others = beside.iter().filter(|part| part.inner != node.inner);
        let mut found: Vec<String> = others.flat_map(|part| names(self.piece, part, self.text)).collect();
        found.extend(self.piece.target.clone());
        found
    }

    /// A name of a value becomes another one of the values that the variable beside it has.
    fn literal(&self, finder: &mut Finder<'_>, operator: Operator, node: &Node, parent: Option<&Node>) {
        let own = self.plain(node);
        if self.scope.find(&own).is_some() {
            return;
        }
        let beside = parent.filter(|p| p.infix().is_some_and(|(o, _)| o.is_condition()));
        let beside = beside.map(|p| self.piece.tree.parts(p)).unwrap_or_default();
        let other = beside.iter().find(|part| part.inner != node.inner).map(|part| self.values_of(part));
        let values = match other {
            Some(Values::Names(names)) => Values::Names(names),
            _ => self.piece.values.clone(),
        };
        for name in values.others(&own, finder.reach.most()) {
            self.becomes(finder, operator, node, name);
        }
    }
}

/// The numbers beside one, written alike: `24`, `0.5`, `0ud8_3`.
fn neighbours(text: &str) -> Vec<String> {
    if let Ok(value) = text.parse::<BigInt>() {
        let others: [BigInt; 2] = [&value + 1, &value - 1];
        return others.iter().map(BigInt::to_string).collect();
    }
    let (whole, rest, is_word) = match (text.split_once('.'), text.rsplit_once('_')) {
        (Some((whole, rest)), None) => (whole, rest, false),
        (None, Some((rest, whole))) if rest.contains('d') => (whole, rest, true),
        _ => return Vec::new(),
    };
    let Ok(value) = whole.parse::<BigInt>() else { return Vec::new() };
    let others: [BigInt; 2] = [&value + 1, &value - 1];
    let written = |n: &BigInt| if is_word { format!("{rest}_{n}") } else { format!("{n}.{rest}") };
    // Below zero the digits behind the point would count the other way.
    others.iter().filter(|n| **n >= BigInt::ZERO).map(written).collect()
}
