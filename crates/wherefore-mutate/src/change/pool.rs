//! What occurs in a scope and may be used elsewhere in it: constants by variable, conditions, values by variable.

use crate::{Dialect, Kind, Node, Piece, Role, Scope};
use rustc_hash::{FxHashMap, FxHashSet};

/// The longest condition that is used elsewhere, in characters.
const LONGEST: u32 = 120;

/// How many parts of an expression are looked at for the names in it.
const MOST_PARTS: usize = 64;

/// A piece of text that can be put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// Plain text without brackets around it.
    pub text: String,
    /// How tightly it binds.
    pub level: u8,
    /// The names in it.
    pub names: Vec<String>,
    /// Whether it speaks of the next state.
    pub is_step: bool,
}

impl Phrase {
    pub fn new(text: String, level: u8) -> Phrase {
        Phrase { text, level, names: Vec::new(), is_step: false }
    }

    /// A name.
    pub fn named(name: &str, level: u8) -> Phrase {
        Phrase { names: vec![name.to_owned()], ..Phrase::new(name.to_owned(), level) }
    }
}

/// What occurs in a scope.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// The constants that a variable is compared with or gets.
    landmarks: FxHashMap<String, Vec<String>>,
    /// All numbers.
    pub numbers: Vec<String>,
    /// Conditions, in the order of the source, each followed by its opposite.
    pub phrases: Vec<Phrase>,
    /// Values that a variable gets.
    assigned: FxHashMap<String, Vec<Phrase>>,
    known: FxHashSet<String>,
    /// Names that occur in some expression.
    used: FxHashSet<String>,
}

impl Pool {
    /// Starts with what the declarations of a scope say.
    pub fn new(scope: &Scope) -> Pool {
        let mut pool = Pool::default();
        for variable in scope.variables.iter().filter(|v| !v.bounds.is_empty()) {
            pool.landmarks.insert(variable.name.clone(), variable.bounds.clone());
        }
        pool
    }

    /// The constants of a variable.
    pub fn landmarks(&self, name: &str) -> &[String] {
        self.landmarks.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a name occurs in some expression.
    pub fn is_used(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// The values that a variable gets.
    pub fn assigned(&self, name: &str) -> &[Phrase] {
        self.assigned.get(name).map_or(&[], Vec::as_slice)
    }

    /// Adds what occurs in a piece.
    pub fn add<D: Dialect>(&mut self, piece: &Piece<D>, scope: &Scope, text: &str, with_phrases: bool) {
        for node in &piece.tree.nodes {
            if let Some((left, right)) = piece.tree.operands(node).filter(|_| node.infix().is_some()) {
                self.compared(piece, scope, (left, right), text);
                self.compared(piece, scope, (right, left), text);
            }
            if with_phrases && node.kind == Kind::Atom && node.parts.is_empty() {
                self.used.insert(piece.plain(node, text));
            }
            if is_number(node, || piece.plain(node, text)) {
                push(&mut self.numbers, piece.plain(node, text));
            }
            if with_phrases && is_condition(node) && piece.role != Role::Given {
                self.condition(piece, node, text);
            }
        }
        let Some(target) = &piece.target else { return };
        for value in piece.tree.values() {
            let written = piece.plain(value, text);
            if is_number(value, || written.clone()) {
                push(self.landmarks.entry(target.clone()).or_default(), written);
            }
            if with_phrases && value.inner.end - value.inner.start <= LONGEST {
                let phrase = phrase(piece, value, text);
                let list = self.assigned.entry(target.clone()).or_default();
                if !list.iter().any(|p| p.text == phrase.text) {
                    list.push(phrase);
                }
            }
        }
    }

    /// A constant beside an expression belongs to the names of the expression.
    fn compared<D: Dialect>(&mut self, piece: &Piece<D>, scope: &Scope, (place, value): (&Node, &Node), text: &str) {
        let written = || piece.plain(value, text);
        if !is_number(value, written) {
            return;
        }
        for name in names(piece, place, text).iter().filter(|name| scope.find(name).is_some()) {
            push(self.landmarks.entry(name.clone()).or_default(), written());
        }
    }

    fn condition<D: Dialect>(&mut self, piece: &Piece<D>, node: &Node, text: &str) {
        if node.inner.end - node.inner.start > LONGEST {
            return;
        }
        let phrase = phrase(piece, node, text);
        let opposite = opposite(piece, node, text);
        for phrase in std::iter::once(phrase).chain(opposite) {
            if self.known.insert(phrase.text.clone()) {
                self.phrases.push(phrase);
            }
        }
    }
}

fn push(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// Whether an expression is a number as it is written, decimals and words of bits among them.
pub(super) fn is_number(node: &Node, text: impl FnOnce() -> String) -> bool {
    match node.kind {
        Kind::Integer(_) => true,
        Kind::Atom if node.parts.is_empty() => text().starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

fn is_condition(node: &Node) -> bool {
    node.is_condition && !node.is_negated && !matches!(node.kind, Kind::Truth(_) | Kind::Choice { .. })
}

fn phrase<D: Dialect>(piece: &Piece<D>, node: &Node, text: &str) -> Phrase {
    let plain = piece.plain(node, text);
    let is_step = piece.role == Role::Steps && plain.contains("next");
    Phrase { level: node.kind.level(), names: names(piece, node, text), text: plain, is_step }
}

/// The opposite of a comparison, a name or a negated name.
fn opposite<D: Dialect>(piece: &Piece<D>, node: &Node, text: &str) -> Option<Phrase> {
    let own = phrase(piece, node, text);
    let (kind, tree) = (&node.kind, &piece.tree);
    let written = match kind {
        Kind::Not { .. } => return None,
        Kind::Atom => format!("{}{}", piece.dialect.negation(), own.text),
        _ => {
            let ((operator, sign), (left, right)) = (node.infix()?, tree.operands(node)?);
            let written = text.get(sign.start as usize..sign.end as usize).unwrap_or_default();
            let other = piece.dialect.plain(&piece.dialect.spell(operator.opposite()?, written)?);
            let whole = |n: &Node| {
                let written = text.get(n.outer.start as usize..n.outer.end as usize).unwrap_or_default();
                piece.dialect.plain(written)
            };
            format!("{} {other} {}", whole(left), whole(right))
        }
    };
    Some(Phrase { text: written, ..own })
}

/// The names in an expression, in the order of the source.
pub(super) fn names<D: Dialect>(piece: &Piece<D>, node: &Node, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut ahead = vec![node];
    for _ in 0..MOST_PARTS {
        let Some(node) = ahead.pop() else { break };
        let parts = piece.tree.parts(node);
        if node.kind == Kind::Atom && parts.is_empty() {
            push(&mut found, piece.plain(node, text));
        }
        ahead.extend(parts.iter().rev());
    }
    found
}
