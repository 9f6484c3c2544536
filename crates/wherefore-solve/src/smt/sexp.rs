//! S-expressions, as solvers answer them.
//!
//! [`Frame`] cuts a stream of bytes into answers without reading anything twice. [`Tree`] is one answer as a table of
//! nodes: neither reading nor dropping it recurses, so an answer nested a million levels deep is only large.

/// Cuts the bytes that arrive into whole s-expressions.
#[derive(Default)]
pub(super) struct Frame {
    bytes: Vec<u8>,
    scanned: usize,
    start: Option<usize>,
    depth: usize,
    mode: Mode,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Mode {
    #[default]
    Plain,
    Text,
    Quoted,
    Comment,
}

impl Frame {
    /// Takes in more bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes wait.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Text that has arrived of an answer that is not whole.
    pub fn rest(&self) -> String {
        String::from_utf8_lossy(&self.bytes).trim().to_owned()
    }

    /// The next whole answer. An atom is whole when something follows it.
    pub fn next(&mut self) -> Option<String> {
        while let Some(&byte) = self.bytes.get(self.scanned) {
            let end = self.step(byte);
            self.scanned += 1;
            if let (Some(start), true) = (self.start, end) {
                let answer = String::from_utf8_lossy(&self.bytes[start..self.scanned]).trim_end().to_owned();
                self.bytes.drain(..self.scanned);
                (self.scanned, self.start) = (0, None);
                return Some(answer);
            }
        }
        None
    }

    /// Takes one byte; true if it ends an answer.
    fn step(&mut self, byte: u8) -> bool {
        match (self.mode, byte) {
            (Mode::Comment, b'\n') | (Mode::Text, b'"') | (Mode::Quoted, b'|') => self.mode = Mode::Plain,
            (Mode::Comment | Mode::Text | Mode::Quoted, _) => {}
            (Mode::Plain, b';') => self.mode = Mode::Comment,
            (Mode::Plain, byte) if byte.is_ascii_whitespace() => return self.start.is_some() && self.depth == 0,
            (Mode::Plain, byte) => {
                self.start.get_or_insert(self.scanned);
                match byte {
                    b'"' => self.mode = Mode::Text,
                    b'|' => self.mode = Mode::Quoted,
                    b'(' => self.depth += 1,
                    b')' => {
                        self.depth = self.depth.saturating_sub(1);
                        return self.depth == 0;
                    }
                    _ => {}
                }
            }
        }
        false
    }
}

/// A node of a [`Tree`].
pub(super) type NodeId = usize;

enum Node {
    /// A slice of the text.
    Atom(usize, usize),
    /// A slice of the table of children.
    List(usize, usize),
}

/// Kind of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sexp<'a> {
    /// A symbol, number, keyword or string, as written.
    Atom(&'a str),
    /// The children in order.
    List(&'a [NodeId]),
}

/// One s-expression. Children come before their parents.
pub(super) struct Tree {
    text: String,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
}

impl Tree {
    /// Reads one s-expression; `None` if the text is not exactly one.
    pub fn parse(text: impl Into<String>) -> Option<Tree> {
        let mut tree = Tree { text: text.into(), nodes: Vec::new(), children: Vec::new() };
        let text = std::mem::take(&mut tree.text);
        let mut open: Vec<Vec<NodeId>> = vec![Vec::new()];
        let mut at = 0;
        while let Some((start, end)) = token(text.as_bytes(), at) {
            at = end;
            match text.as_bytes()[start] {
                b'(' => open.push(Vec::new()),
                b')' => {
                    let children = open.pop()?;
                    let node = tree.list(&children);
                    open.last_mut()?.push(node);
                }
                _ => {
                    tree.nodes.push(Node::Atom(start, end));
                    open.last_mut()?.push(tree.nodes.len() - 1);
                }
            }
        }
        tree.text = text;
        (open.len() == 1 && open[0].len() == 1).then_some(tree)
    }

    fn list(&mut self, children: &[NodeId]) -> NodeId {
        let first = self.children.len();
        self.children.extend_from_slice(children);
        self.nodes.push(Node::List(first, self.children.len()));
        self.nodes.len() - 1
    }

    /// The outermost expression.
    pub fn root(&self) -> NodeId {
        self.nodes.len() - 1
    }

    /// Kind of a node.
    pub fn get(&self, node: NodeId) -> Sexp<'_> {
        match self.nodes[node] {
            Node::Atom(start, end) => Sexp::Atom(&self.text[start..end]),
            Node::List(start, end) => Sexp::List(&self.children[start..end]),
        }
    }

    /// The atom at a node; empty if it is a list.
    pub fn atom(&self, node: NodeId) -> &str {
        if let Sexp::Atom(text) = self.get(node) { text } else { "" }
    }

    /// The children of a node; none if it is an atom.
    pub fn list_at(&self, node: NodeId) -> &[NodeId] {
        if let Sexp::List(children) = self.get(node) { children } else { &[] }
    }
}

/// The next token from `at` on: where it starts and ends.
fn token(text: &[u8], mut at: usize) -> Option<(usize, usize)> {
    loop {
        match text.get(at)? {
            b';' => at += text[at..].iter().position(|b| *b == b'\n')?,
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    let length = match text[at] {
        b'(' | b')' => 1,
        quote @ (b'"' | b'|') => 2 + text[at + 1..].iter().position(|b| *b == quote)?,
        _ => text[at..].iter().position(|b| b" \t\r\n();\"|".contains(b)).unwrap_or(text.len() - at),
    };
    Some((at, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&str]) -> Vec<String> {
        let mut frame = Frame::default();
        let mut answers = Vec::new();
        for piece in pieces {
            frame.feed(piece.as_bytes());
            answers.extend(std::iter::from_fn(|| frame.next()));
        }
        answers
    }

    #[test]
    fn answers_are_cut_wherever_the_bytes_break() {
        assert_eq!(cut(&["sa", "t\n((x ", "1))", "unsat\n"]), ["sat", "((x 1))", "unsat"]);
        assert_eq!(cut(&["; a ( comment\nsat ; more\n(error \"a ) b\")"]), ["sat", "(error \"a ) b\")"]);
        assert_eq!(cut(&["(|a ( b| \"x", "\")"]), ["(|a ( b| \"x\")"]);
        assert_eq!(cut(&["sat"]), [""; 0]);
        assert_eq!(cut(&[") )"]), [")", ")"]);
    }

    #[test]
    fn trees_neither_recurse_nor_accept_what_is_not_one() {
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert_eq!(Tree::parse(deep).map(|t| t.root()), Some(999_999));
        for bad in ["", "(", ")", "a b", "(a))", "|a", "(\"a)"] {
            assert!(Tree::parse(bad).is_none(), "{bad}");
        }
        let tree = Tree::parse("(f |x y| ; no\n (g 1))").expect("one expression");
        let children = tree.list_at(tree.root());
        assert_eq!((tree.atom(children[1]), tree.list_at(children[2]).len()), ("|x y|", 2));
    }
}
