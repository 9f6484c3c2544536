//! Conditions with more or less in them: an atom in scope is added, or stands for another one.
//!
//! Atoms are those that occur in the scope, and comparisons of its variables with their values and landmarks. Those come first
//! that occur in the same expression, then those that share a name with the condition, with the expression, and then others.

use super::Place;
use super::pool::{Phrase, made, names};
use crate::{Dialect, Edit, Finder, Infix, Kind, Node, Operator, Role, Use, Values};
use rustc_hash::FxHashSet;
use wherefore_diag::Span;

/// How many atoms are tried on a condition as a whole, on a part of one, and in place of one.
const ON_WHOLE: usize = 64;
const ON_PART: usize = 32;
const IN_PLACE: usize = 48;
/// How many are tried, alone and two at a time, where nothing is asked for.
const ALONE: usize = 128;
const IN_PAIRS: usize = 24;
/// How many conditions are made up.
const MOST_GENERATED: usize = 400;

impl<D: Dialect> Place<'_, D> {
    /// Adds all changes of conditions.
    pub fn conditions(&self, finder: &mut Finder<'_>) {
        let tree = &self.piece.tree;
        let parents = tree.parents();
        for (at, node) in tree.nodes.iter().enumerate() {
            let parent = parents.get(at).copied().flatten().and_then(|p| tree.nodes.get(p));
            if !self.is_truth(node, parent) {
                continue;
            }
            if let Kind::Truth(_) = node.kind {
                self.anything(finder, node);
                continue;
            }
            let beside = parent.and_then(Node::infix).map(|(operator, _)| operator);
            let most = if beside.is_none() { ON_WHOLE } else { ON_PART };
            let phrases = self.candidates(node, most.max(IN_PLACE));
            for (operator, sign) in [(Operator::Sc, Infix::And), (Operator::Wc, Infix::Or)] {
                let is_part_of_row = beside == Some(sign) || parent.is_some_and(|p| matches!(p.kind, Kind::Not { .. }));
                for phrase in phrases.iter().take(most).filter(|_| !is_part_of_row) {
                    self.with(finder, operator, node, (sign, phrase));
                }
            }
            let is_atomic = !node.infix().is_some_and(|(o, _)| o.is_logic()) && !node.is_choice();
            for phrase in phrases.iter().take(IN_PLACE).filter(|_| is_atomic || beside.is_none()) {
                self.instead(finder, node, phrase);
            }
        }
    }

    /// Whether an expression is a condition. Guards that always hold and end a list of branches are none.
    fn is_truth(&self, node: &Node, parent: Option<&Node>) -> bool {
        match node.used {
            Use::Guard { can_be_false: false, .. } if matches!(node.kind, Kind::Truth(_)) => false,
            Use::Guard { .. } | Use::Condition => true,
            _ if node.is_condition => true,
            _ if parent.is_none() && matches!(self.piece.values, Values::Truth) => true,
            _ => {
                matches!(node.kind, Kind::Atom | Kind::Truth(_) | Kind::Choice { .. })
                    && matches!(self.values_of(node), Values::Truth)
            }
        }
    }

    /// The conditions that may be of use beside an expression.
    pub(super) fn candidates(&self, node: &Node, most: usize) -> Vec<Phrase> {
        let own = names(self.piece, node, self.text);
        let whole = self.piece.tree.root().map_or_else(Vec::new, |root| names(self.piece, root, self.text));
        let is_fit = |p: &&Phrase| !p.is_step || self.piece.role == Role::Steps;
        let mut ranked: Vec<(u8, &Phrase)> = Vec::new();
        let generated = self.generated(&whole);
        let all = self.pool.phrases.iter().filter(is_fit).map(|p| (0, p)).chain(generated.iter().map(|p| (1, p)));
        for (made, phrase) in all {
            let shares = |names: &[String]| phrase.names.iter().any(|n| names.contains(n));
            let rank = if shares(&own) { 0 } else { 1 + u8::from(!shares(&whole)) };
            ranked.push((2 * rank + made, phrase));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        let mut known = FxHashSet::default();
        let text = self.plain(node);
        ranked.retain(|(_, p)| p.text != text && known.insert(p.text.clone()));
        ranked.into_iter().map(|(_, p)| p.clone()).take(most).collect()
    }

    /// Conditions over the variables of the scope that are written nowhere.
    fn generated(&self, near: &[String]) -> Vec<Phrase> {
        let dialect = &*self.piece.dialect;
        let mut found: Vec<Phrase> = Vec::new();
        let (first, rest): (Vec<_>, Vec<_>) = self.scope.variables.iter().partition(|v| near.contains(&v.name));
        for variable in first.into_iter().chain(rest) {
            found.extend(made(dialect, &variable.name, &variable.values, self.pool.landmarks(&variable.name)));
            if found.len() > MOST_GENERATED {
                break;
            }
        }
        let atom = |text: &String| Phrase { text: text.clone(), level: u8::MAX, names: Vec::new(), is_step: false };
        for text in &self.scope.atoms {
            found.push(atom(text));
            found.push(Phrase { level: u8::MAX - 1, ..atom(&format!("{}{text}", dialect.negation())) });
        }
        found
    }

    /// `c` becomes `c & atom` or `c | atom`.
    fn with(&self, finder: &mut Finder<'_>, operator: Operator, node: &Node, (sign, phrase): (Infix, &Phrase)) {
        let dialect = &*self.piece.dialect;
        let level = dialect.level(sign);
        let Some(spelling) = dialect.spell(sign, "") else { return };
        let insertion = |at: u32, text: String| Edit { span: Span::new(node.inner.file, at, at), text };
        let is_torn = !node.is_bracketed() && node.used.is_open() && level <= node.beside;
        let own = node.kind.level() < level;
        let (open, close) = (["", "("][usize::from(is_torn)], ["", ")"][usize::from(is_torn)]);
        let (inner, outer) = (["", "("][usize::from(own)], ["", ")"][usize::from(own)]);
        let atom = bracketed(&dialect.written(&phrase.text), phrase.level <= level);
        let edits = vec![
            insertion(node.inner.start, format!("{open}{inner}")),
            insertion(node.inner.end, format!("{outer} {spelling} {atom}{close}")),
        ];
        let edits = edits.into_iter().filter(|e| !e.text.is_empty()).collect();
        let word = if sign == Infix::And { "and" } else { "or" };
        let what = format!("{} {word} `{}` in {}", finder.quote(node.inner), phrase.text, self.piece.site.words);
        finder.add(operator, edits, node.inner, what, &self.piece.site);
    }

    /// Another condition in the place of one.
    fn instead(&self, finder: &mut Finder<'_>, node: &Node, phrase: &Phrase) {
        let is_torn = !node.is_bracketed() && node.used.is_open() && phrase.level <= node.beside;
        let text = bracketed(&self.piece.dialect.written(&phrase.text), is_torn);
        finder.becomes(Operator::Rc, node.inner, &text, &self.piece.site);
    }

    /// Where nothing is asked for, or what is never true: one or two atoms.
    fn anything(&self, finder: &mut Finder<'_>, node: &Node) {
        let phrases = self.candidates(node, ALONE);
        phrases.iter().for_each(|phrase| self.instead(finder, node, phrase));
        for sign in [Infix::And, Infix::Or] {
            let level = self.piece.dialect.level(sign);
            let Some(spelling) = self.piece.dialect.spell(sign, "") else { continue };
            let spelling = self.piece.dialect.plain(&spelling);
            for (at, first) in phrases.iter().enumerate().take(IN_PAIRS) {
                for second in phrases.iter().skip(at + 1).take(IN_PAIRS) {
                    let part = |p: &Phrase| bracketed(&p.text, p.level <= level);
                    let text = format!("{} {spelling} {}", part(first), part(second));
                    self.instead(finder, node, &Phrase { text, level, names: Vec::new(), is_step: false });
                    finder.dearer(1);
                }
            }
        }
    }
}

fn bracketed(text: &str, is_needed: bool) -> String {
    if is_needed { format!("({text})") } else { text.to_owned() }
}
