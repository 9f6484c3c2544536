//! From a tree to the mutants of its expressions: operators replaced, conditions negated, brackets shifted, guards fixed.
//!
//! Whatever is put in, the rest of the tree stays as it was. Three questions decide about brackets, with the levels of the
//! language: does the left operand bind looser than its operator, does the right one, and does the whole bind looser than
//! it did beside the operator around it?

use super::{Dialect, Edit, Infix, Kind, MOST_CHOICES, Mutant, Node, Operator, Tokens, Tree, Use, joined};
use wherefore_diag::Span;

/// The place of an expression, for people.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Where it is: "the guard of t4".
    pub words: String,
    /// Element that it belongs to: "t4".
    pub element: Option<String>,
}

/// Collects mutants.
pub(crate) struct Finder<'t> {
    /// The original.
    pub text: &'t str,
    /// Mutants found so far, in no order.
    pub found: Vec<Mutant>,
    /// How far the search goes.
    pub reach: Reach,
}

/// How far a search for edits goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Mistakes, some in each place.
    Mistakes,
    /// Everything that may mend a mistake.
    Mending,
}

impl Reach {
    /// To how many others a state, a value or a name is changed in one place.
    pub fn most(self) -> usize {
        match self {
            Reach::Mistakes => MOST_CHOICES,
            Reach::Mending => 32,
        }
    }
}

impl<'t> Finder<'t> {
    pub fn new(text: &'t str, reach: Reach) -> Finder<'t> {
        Finder { text, found: Vec::new(), reach }
    }

    /// The text at a place.
    pub fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The text at a place, on one line and not too long, between quotes.
    pub fn quote(&self, span: Span) -> String {
        const LONGEST: usize = 60;
        // No more is read than can be shown: the text may be as long as the model.
        let mut line = String::new();
        for word in self.slice(span).split_whitespace().take(LONGEST + 1) {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.extend(word.chars().take(LONGEST + 1));
        }
        match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("`{}...`", line.get(..end).unwrap_or_default()),
            None => format!("`{line}`"),
        }
    }

    /// Adds a mutant.
    pub fn add(&mut self, operator: Operator, edits: Vec<Edit>, span: Span, what: String, site: &Site) {
        let (element, is_omission) = (site.element.clone(), operator.is_omission());
        let cost = operator.cost();
        self.found.push(Mutant { operator, edits: joined(edits), span, what, element, is_omission, place: None, cost });
    }

    /// Makes the mutant that was added last cost more.
    pub fn dearer(&mut self, more: u8) {
        if let Some(last) = self.found.last_mut() {
            last.cost = last.cost.saturating_add(more);
        }
    }

    /// Adds a mutant in which one place has another text.
    pub fn replace(&mut self, operator: Operator, span: Span, text: impl Into<String>, what: String, site: &Site) {
        self.add(operator, vec![Edit { span, text: text.into() }], span, what, site);
    }

    /// Adds the mutants of an expression that need nothing but the expression.
    pub fn expression<D: Dialect>(&mut self, dialect: &D, tree: &Tree, site: &Site) {
        let writer = Writer { dialect, tokens: dialect.tokens(), tree };
        for node in &tree.nodes {
            self.operators(&writer, node, site);
            self.shifts(&writer, node, site);
            self.negation(&writer, node, site);
            if let Use::Guard { can_be_false, .. } = node.used {
                self.guard(dialect, node, can_be_false, site);
            }
        }
    }

    fn operators<D: Dialect>(&mut self, writer: &Writer<D>, node: &Node, site: &Site) {
        let (Some((old, sign)), Some((left, right))) = (node.infix(), writer.tree.operands(node)) else { return };
        let written = self.slice(sign);
        for new in old.replacements() {
            let Some(spelling) = writer.dialect.spell(new, written) else { continue };
            let mut edits = writer.brackets(node, (left, right), old, new);
            edits.push(Edit { span: sign, text: self.padded(sign, &spelling) });
            let what = format!("`{}` becomes `{}` in {}", plain(written), plain(&spelling), site.words);
            self.add(old.replaced_by(), edits, sign, what, site);
        }
    }

    fn shifts<D: Dialect>(&mut self, writer: &Writer<D>, node: &Node, site: &Site) {
        let (Some((own, _)), Some((left, right))) = (node.infix(), writer.tree.operands(node)) else { return };
        let apart = |inner: &Node| inner.infix().filter(|(o, _)| o.shifts_with(own)).map(|(o, _)| o);
        let from_left = apart(left).and_then(|o| writer.to_right(node, (left, o), own, right, self));
        let from_right = apart(right).and_then(|o| writer.to_left(node, (right, o), own, left, self));
        for (edits, place) in from_left.into_iter().chain(from_right) {
            let what = format!("{} is evaluated first in {}", self.quote(place), site.words);
            self.add(Operator::As, edits, place, what, site);
        }
    }

    fn negation<D: Dialect>(&mut self, writer: &Writer<D>, node: &Node, site: &Site) {
        if !node.is_condition || node.is_negated || matches!(node.kind, Kind::Truth(_) | Kind::Choice { .. }) {
            return;
        }
        let edits = self.negated(writer.dialect, writer.tokens, node);
        let what = match node.kind {
            Kind::Not { .. } => format!("{} is no longer negated in {}", self.operand(writer, node), site.words),
            _ => format!("{} is negated in {}", self.quote(node.inner), site.words),
        };
        self.add(Operator::En, edits, node.inner, what, site);
    }

    fn operand<D: Dialect>(&self, writer: &Writer<D>, node: &Node) -> String {
        writer.tree.parts(node).first().map_or_else(String::new, |operand| self.quote(operand.inner))
    }

    /// The edits that negate a condition; a negation goes away.
    pub fn negated<D: Dialect>(&self, dialect: &D, tokens: &Tokens, node: &Node) -> Vec<Edit> {
        let sign = dialect.negation();
        if let (Kind::Not { .. }, Some(first)) = (&node.kind, tokens.first(node.inner)) {
            return vec![self.removal(first)];
        }
        let is_operand = node.used == Use::Operand;
        let (span, open, close) = match node.kind {
            Kind::Atom => (node.inner, "", ""),
            // The brackets of an operand are its own; those around an argument may be those of the call.
            _ if node.is_bracketed() && is_operand => (node.outer, "", ""),
            _ => (node.inner, "(", ")"),
        };
        let before = self.text.get(..span.start as usize).and_then(|t| t.chars().next_back());
        let apart = if sign.ends_with(' ') && before.is_some_and(char::is_alphanumeric) { " " } else { "" };
        let mut edits = vec![insertion(span.start, span, format!("{apart}{sign}{open}"))];
        if !close.is_empty() {
            edits.push(insertion(span.end, span, close));
        }
        edits
    }

    /// Fixes the guard of a transition, or the condition of a choice.
    pub fn guard<D: Dialect>(&mut self, dialect: &D, node: &Node, can_be_false: bool, site: &Site) {
        if matches!(node.kind, Kind::Truth(_)) {
            return;
        }
        for (operator, value) in [(Operator::Sgf, false), (Operator::Sgt, true)] {
            if value || can_be_false {
                let truth = dialect.truth(value);
                let what = format!("the guard {} becomes `{truth}` in {}", self.quote(node.inner), site.words);
                self.replace(operator, node.inner, truth, what, site);
            }
        }
    }

    /// An operator in the place of another, with blanks where it would run into something.
    fn padded(&self, span: Span, operator: &str) -> String {
        let (before, after) = self.neighbours(span);
        let gap = |c: Option<char>| if c.is_some_and(|c| !c.is_whitespace() && !"()".contains(c)) { " " } else { "" };
        format!("{}{operator}{}", gap(before), gap(after))
    }

    /// Takes a token out; a blank stays where its neighbours would run into each other.
    fn removal(&self, span: Span) -> Edit {
        let is_solid = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && !"()\"';,".contains(c));
        let (before, after) = self.neighbours(span);
        let text = if is_solid(before) && is_solid(after) { " " } else { "" };
        Edit { span, text: text.to_owned() }
    }

    fn neighbours(&self, span: Span) -> (Option<char>, Option<char>) {
        let before = self.text.get(..span.start as usize).and_then(|t| t.chars().next_back());
        (before, self.text.get(span.end as usize..).and_then(|t| t.chars().next()))
    }
}

/// Something put in at an offset of the file of `span`.
pub(super) fn insertion(offset: u32, span: Span, text: impl Into<String>) -> Edit {
    Edit { span: Span::new(span.file, offset, offset), text: text.into() }
}

/// Brackets around an expression that has none.
pub(super) fn bracketed(node: &Node) -> [Edit; 2] {
    [insertion(node.inner.start, node.inner, "("), insertion(node.inner.end, node.inner, ")")]
}

/// Name of an operator in a sentence: without the escapes of XML.
fn plain(written: &str) -> String {
    let words: Vec<&str> = written.split_whitespace().collect();
    words.join(" ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Knows where brackets are needed.
struct Writer<'a, D> {
    dialect: &'a D,
    tokens: &'a Tokens,
    tree: &'a Tree,
}

impl<D: Dialect> Writer<'_, D> {
    fn needs_left(&self, node: &Node, operator: Infix) -> bool {
        let level = self.dialect.level(operator);
        node.level() < level || (node.level() == level && self.dialect.groups_right(operator))
    }

    fn needs_right(&self, node: &Node, operator: Infix) -> bool {
        let level = self.dialect.level(operator);
        node.level() < level || (node.level() == level && !self.dialect.groups_right(operator))
    }

    /// Brackets around a whole whose outermost operator is a new one, if it would be torn apart.
    fn around(&self, node: &Node, new: Infix) -> Vec<Edit> {
        let is_torn = self.dialect.level(new) <= node.beside;
        if is_torn && !node.is_bracketed() { bracketed(node).into() } else { Vec::new() }
    }

    /// Edits where two operators change places: those of one level stand as they stood.
    fn shifted(&self, node: &Node, old: Infix, new: Infix) -> Vec<Edit> {
        if self.dialect.level(old) == self.dialect.level(new) { Vec::new() } else { self.around(node, new) }
    }

    /// The brackets that keep operands and whole together when an operator is replaced.
    fn brackets(&self, node: &Node, (left, right): (&Node, &Node), old: Infix, new: Infix) -> Vec<Edit> {
        if self.dialect.level(old) == self.dialect.level(new) {
            return Vec::new();
        }
        let mut edits = self.around(node, new);
        if self.needs_left(left, new) {
            edits.extend(bracketed(left));
        }
        if self.needs_right(right, new) {
            edits.extend(bracketed(right));
        }
        edits
    }

    /// `(a . b) , c` to `a . (b , c)`: the edits, and the place of what is evaluated first now.
    fn to_right(
        &self,
        node: &Node,
        (left, inner): (&Node, Infix),
        own: Infix,
        right: &Node,
        finder: &Finder,
    ) -> Option<(Vec<Edit>, Span)> {
        let (_, middle) = self.tree.operands(left)?;
        let mut edits = self.shifted(node, own, inner);
        edits.extend(self.without_brackets(left, finder));
        edits.push(insertion(middle.outer.start, middle.outer, "("));
        edits.push(insertion(right.outer.end, right.outer, ")"));
        if self.needs_left(middle, own) {
            edits.extend(bracketed(middle));
        }
        Some((edits, middle.outer.to(right.outer)))
    }

    /// `a , (b . c)` to `(a , b) . c`.
    fn to_left(
        &self,
        node: &Node,
        (right, inner): (&Node, Infix),
        own: Infix,
        left: &Node,
        finder: &Finder,
    ) -> Option<(Vec<Edit>, Span)> {
        let (middle, _) = self.tree.operands(right)?;
        let mut edits = self.shifted(node, own, inner);
        edits.extend(self.without_brackets(right, finder));
        edits.push(insertion(left.outer.start, left.outer, "("));
        edits.push(insertion(middle.outer.end, middle.outer, ")"));
        if self.needs_right(middle, own) {
            edits.extend(bracketed(middle));
        }
        Some((edits, left.outer.to(middle.outer)))
    }

    fn without_brackets(&self, node: &Node, finder: &Finder) -> Vec<Edit> {
        let pairs = self.tokens.brackets(node.inner);
        pairs.into_iter().flat_map(|(open, close)| [finder.removal(open), finder.removal(close)]).collect()
    }
}
