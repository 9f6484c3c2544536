//! Kinds of values, and their unification.
//!
//! A kind is what a type is without its numbers: Boolean, number, text, or array of a number of values of a kind. Every
//! data item and every expression has a node; nodes that must be of one kind are merged (union-find). What merges texts
//! also merges their enumerations, so a class of texts is a class of nodes.
//!
//! ```text
//! mode = 'eco'     mode and 'eco' are one node: a text
//! other == mode    other is in it too
//! ```

use super::super::chart::Type;
use wherefore_diag::Span;

/// A node of the union-find structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node(u32);

/// Kind of a node, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unknown,
    Bool,
    Number,
    Text,
    /// An array of values of the kind of the node, and how many, if that is known.
    Array(Node, Option<usize>),
}

/// All nodes.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    parents: Vec<u32>,
    kinds: Vec<Kind>,
    reasons: Vec<Option<Span>>,
}

/// Why two nodes cannot be of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// Theirs are different, or those of the elements in them.
    Kinds,
    /// An array would be its own element.
    Itself,
}

impl Kinds {
    /// A new node that is of a kind because of what stands at a place.
    pub fn fresh(&mut self, kind: Kind, reason: Option<Span>) -> Node {
        let node = Node(self.parents.len() as u32);
        self.parents.push(node.0);
        self.kinds.push(kind);
        self.reasons.push(reason);
        node
    }

    /// A new node for something that may be declared at a place.
    pub fn declared(&mut self, declared: Option<&Type>, place: Span) -> Node {
        let Some(declared) = declared else { return self.fresh(Kind::Unknown, None) };
        let kind = match declared {
            Type::Bool => Kind::Bool,
            Type::Int | Type::Range { .. } | Type::Real => Kind::Number,
            Type::Enum(_) => Kind::Text,
            Type::Array(element, length) => Kind::Array(self.declared(Some(element), place), Some(*length)),
        };
        self.fresh(kind, Some(place))
    }

    /// The node that stands for the class of a node.
    pub fn find(&self, node: Node) -> Node {
        let mut at = node.0;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        Node(at)
    }

    pub fn kind(&self, node: Node) -> Kind {
        self.kinds[self.find(node).0 as usize]
    }

    /// The place because of which a node is of its kind.
    pub fn reason(&self, node: Node) -> Option<Span> {
        self.reasons[self.find(node).0 as usize]
    }

    /// Innermost element of an array of arrays of ...
    pub fn leaf(&self, node: Node) -> Node {
        let mut at = self.find(node);
        while let Kind::Array(element, _) = self.kind(at) {
            at = self.find(element);
        }
        at
    }

    /// Makes two nodes of one kind.
    pub fn unify(&mut self, a: Node, b: Node) -> Result<(), Clash> {
        let (mut a, mut b) = (self.flattened(a), self.flattened(b));
        // Arrays have one element node each, so the descent into them is a loop.
        while a != b {
            let (left, right) = (self.kinds[a.0 as usize], self.kinds[b.0 as usize]);
            match (left, right) {
                (Kind::Unknown, _) => return self.bind(a, b),
                (_, Kind::Unknown) => return self.bind(b, a),
                (Kind::Array(x, n), Kind::Array(y, m)) => {
                    if n.zip(m).is_some_and(|(n, m)| n != m) {
                        return Err(Clash::Kinds);
                    }
                    self.join(a, b);
                    self.kinds[b.0 as usize] = Kind::Array(y, n.or(m));
                    (a, b) = (self.flattened(x), self.flattened(y));
                }
                _ if left == right => {
                    self.join(a, b);
                    return Ok(());
                }
                _ => return Err(Clash::Kinds),
            }
        }
        Ok(())
    }

    /// Makes a node of a kind.
    pub fn require(&mut self, node: Node, kind: Kind, reason: Span) -> Result<(), Clash> {
        let wanted = self.fresh(kind, Some(reason));
        self.unify(node, wanted)
    }

    fn bind(&mut self, unknown: Node, to: Node) -> Result<(), Clash> {
        let mut inner = to;
        while let Kind::Array(element, _) = self.kinds[inner.0 as usize] {
            inner = self.find(element);
            if inner == unknown {
                return Err(Clash::Itself);
            }
        }
        self.join(unknown, to);
        Ok(())
    }

    fn join(&mut self, a: Node, b: Node) {
        self.parents[a.0 as usize] = b.0;
        let earlier = self.reasons[a.0 as usize].filter(|_| self.kinds[a.0 as usize] != Kind::Unknown);
        let reason = &mut self.reasons[b.0 as usize];
        *reason = [*reason, earlier].into_iter().flatten().min_by_key(|span| span.start);
    }

    /// The node that stands for the class, with the way to it shortened.
    fn flattened(&mut self, node: Node) -> Node {
        let root = self.find(node);
        let mut at = node.0;
        while self.parents[at as usize] != root.0 && at != root.0 {
            at = std::mem::replace(&mut self.parents[at as usize], root.0);
        }
        root
    }

    /// The kind in words, with its article.
    pub fn describe(&self, node: Node) -> String {
        match self.kind(node) {
            Kind::Unknown => "of no known kind".to_owned(),
            Kind::Bool => "a truth value".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Text => "a text".to_owned(),
            Kind::Array(element, length) => {
                let of = match self.kind(element) {
                    Kind::Unknown => "values",
                    Kind::Bool => "truth values",
                    Kind::Number => "numbers",
                    Kind::Text => "texts",
                    Kind::Array(..) => "arrays",
                };
                length.map_or(format!("an array of {of}"), |n| format!("an array of {n} {of}"))
            }
        }
    }
}
