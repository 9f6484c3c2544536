//! Names that can be used in a place, and what their values are.

use crate::{Kind, Node, Tree, Values};
use rustc_hash::FxHashMap;

/// A name with its values.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// As it is written.
    pub name: String,
    /// Its values.
    pub values: Values,
    /// The least and the greatest of them, as they are written.
    pub bounds: Vec<String>,
}

/// The names of a module, a node, a chart or a component.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// In the order of the source.
    pub variables: Vec<Variable>,
    positions: FxHashMap<String, usize>,
    /// Names whose values are those of an expression: the index of a piece.
    pub defined: Vec<(String, usize)>,
    /// Conditions that can be asked for everywhere, beside those that compare variables.
    pub atoms: Vec<String>,
}

impl Scope {
    /// Adds a name.
    pub fn add(&mut self, name: impl Into<String>, values: Values) {
        let name = name.into();
        self.positions.entry(name.clone()).or_insert(self.variables.len());
        self.variables.push(Variable { name, values, bounds: Vec::new() });
    }

    /// The name with its values.
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.position(name).and_then(|at| self.variables.get(at))
    }

    /// The index of a name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// The values that an expression can have. A name has those of its declaration, a choice those of its first value.
    pub fn values_of(&self, tree: &Tree, node: &Node, text: impl Fn(&Node) -> String) -> Values {
        let mut node = node;
        loop {
            let parts = tree.parts(node);
            let next = match &node.kind {
                _ if node.is_condition => return Values::Truth,
                Kind::Truth(_) | Kind::Not { .. } => return Values::Truth,
                Kind::Integer(_) => return Values::Numbers,
                Kind::Infix { operator: Some(operator), .. } if operator.is_condition() => return Values::Truth,
                Kind::Infix { .. } | Kind::Set | Kind::Delay { .. } => parts.first(),
                Kind::Choice { .. } => parts.iter().find(|p| p.is_value()),
                Kind::Atom if parts.is_empty() => {
                    let name = text(node);
                    return self.find(&name).map_or_else(|| self.literal(&name), |v| v.values.clone());
                }
                _ => None,
            };
            let Some(next) = next else { return Values::Unknown };
            node = next;
        }
    }

    /// The values among which a literal is one.
    fn literal(&self, written: &str) -> Values {
        let has = |v: &&Variable| matches!(&v.values, Values::Names(names) if names.iter().any(|n| n == written));
        self.variables.iter().find(has).map_or(Values::Unknown, |v| v.values.clone())
    }
}
