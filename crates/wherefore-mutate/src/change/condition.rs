//! Conditions with more or less in them: an atom in scope is added, or stands for another one.
//!
//! Which atoms there are, and in which order they are tried, is in `atoms`.

use super::Place;
use super::pool::{Phrase, names};
use crate::{Dialect, Edit, Finder, Infix, Kind, Node, Operator, Role, Use, Values};
use wherefore_diag::Span;

/// How many atoms are tried on a condition as a whole, on a part of one, and in place of one.
const ON_WHOLE: usize = 128;
const ON_PART: usize = 48;
const IN_PLACE: usize = 48;
/// How many are tried, alone and two at a time, where nothing is asked for.
const ALONE: usize = 192;
const IN_PAIRS: usize = 24;

impl<D: Dialect> Place<'_, D> {
    /// Adds all changes of conditions.
    pub fn conditions(&self, finder: &mut Finder<'_>, atoms: &[Phrase]) {
        let tree = &self.piece.tree;
        let parents = tree.parents();
        for (at, node) in tree.nodes.iter().enumerate() {
            let parent = parents.get(at).copied().flatten().and_then(|p| tree.nodes.get(p));
            if !self.is_truth(node, parent) {
                continue;
            }
            match node.kind {
                Kind::Truth(_) => self.anything(finder, node, atoms),
                _ => self.condition(finder, node, parent, atoms),
            }
        }
    }

    fn condition(&self, finder: &mut Finder<'_>, node: &Node, parent: Option<&Node>, atoms: &[Phrase]) {
        let beside = parent.and_then(Node::infix).map(|(operator, _)| operator);
        let is_whole = beside.is_none();
        let phrases = self.nearest(node, atoms);
        let is_negated = parent.is_some_and(|p| matches!(p.kind, Kind::Not { .. }));
        for (operator, sign) in [(Operator::Sc, Infix::And), (Operator::Wc, Infix::Or)] {
            let is_part_of_row = beside == Some(sign) || is_negated;
            let most = if is_whole { ON_WHOLE } else { ON_PART };
            for phrase in phrases.iter().take(most).filter(|_| !is_part_of_row) {
                self.with(finder, operator, node, (sign, phrase));
            }
        }
        if self.piece.role == Role::Condition && beside != Some(Infix::Implies) {
            phrases.iter().take(ON_PART).for_each(|phrase| self.implied(finder, node, phrase));
        }
        let is_atomic = !node.infix().is_some_and(|(o, _)| o.is_logic()) && !node.is_choice();
        for phrase in phrases.iter().take(IN_PLACE).filter(|_| is_atomic || is_whole) {
            self.instead(finder, node, phrase);
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

    /// The atoms that share a name with an expression, and then the others.
    fn nearest<'p>(&self, node: &Node, atoms: &'p [Phrase]) -> Vec<&'p Phrase> {
        let (own, text) = (names(self.piece, node, self.text), self.plain(node));
        let shares = |p: &&Phrase| p.names.iter().any(|n| own.contains(n));
        let (mut first, rest): (Vec<&Phrase>, Vec<&Phrase>) = atoms.iter().filter(|p| p.text != text).partition(shares);
        // Some of the others are always among the first ones.
        let place = first.len().min(ON_PART / 2);
        first.splice(place..place, rest.iter().take(ON_PART / 4).copied());
        first.extend(rest.into_iter().skip(ON_PART / 4));
        first
    }

    /// `c` becomes `c & atom` or `c | atom`.
    fn with(&self, finder: &mut Finder<'_>, operator: Operator, node: &Node, (sign, phrase): (Infix, &Phrase)) {
        let dialect = &*self.piece.dialect;
        let level = dialect.level(sign);
        let Some(spelling) = dialect.spell(sign, "") else { return };
        let is_torn = !node.is_bracketed() && node.used.is_open() && level <= node.beside;
        let open = format!("{}{}", if is_torn { "(" } else { "" }, if node.kind.level() < level { "(" } else { "" });
        let close = if node.kind.level() < level { ")" } else { "" };
        let atom = bracketed(&dialect.written(&phrase.text), phrase.level <= level);
        let end = if is_torn { ")" } else { "" };
        let word = if sign == Infix::And { "and" } else { "or" };
        let what = format!("{} {word} `{}` in {}", finder.quote(node.inner), phrase.text, self.piece.site.words);
        let edits = around(node, open, format!("{close} {spelling} {atom}{end}"));
        finder.add(operator, edits, node.inner, what, &self.piece.site);
    }

    /// `c` becomes `atom -> c`.
    fn implied(&self, finder: &mut Finder<'_>, node: &Node, phrase: &Phrase) {
        let dialect = &*self.piece.dialect;
        let level = dialect.level(Infix::Implies);
        let Some(spelling) = dialect.spell(Infix::Implies, "") else { return };
        let is_torn = !node.is_bracketed() && node.used.is_open() && level <= node.beside;
        let atom = bracketed(&dialect.written(&phrase.text), phrase.level <= level);
        let (open, close) = if is_torn { ("(", ")") } else { ("", "") };
        let what = format!("{} where `{}` in {}", finder.quote(node.inner), phrase.text, self.piece.site.words);
        let edits = around(node, format!("{open}{atom} {spelling} "), close.to_owned());
        finder.add(Operator::Wc, edits, node.inner, what, &self.piece.site);
    }

    /// Another condition in the place of one.
    fn instead(&self, finder: &mut Finder<'_>, node: &Node, phrase: &Phrase) {
        let is_torn = !node.is_bracketed() && node.used.is_open() && phrase.level <= node.beside;
        let text = bracketed(&self.piece.dialect.written(&phrase.text), is_torn);
        finder.becomes(Operator::Rc, node.inner, &text, &self.piece.site);
    }

    /// Where nothing is asked for, or what is never true: one or two atoms.
    fn anything(&self, finder: &mut Finder<'_>, node: &Node, atoms: &[Phrase]) {
        atoms.iter().take(ALONE).for_each(|phrase| self.instead(finder, node, phrase));
        for sign in [Infix::And, Infix::Or] {
            let level = self.piece.dialect.level(sign);
            let Some(spelling) = self.piece.dialect.spell(sign, "") else { continue };
            let spelling = self.piece.dialect.plain(&spelling);
            for (at, first) in atoms.iter().enumerate().take(IN_PAIRS) {
                for second in atoms.iter().skip(at + 1).take(IN_PAIRS) {
                    let part = |p: &Phrase| bracketed(&p.text, p.level <= level);
                    let text = format!("{} {spelling} {}", part(first), part(second));
                    self.instead(finder, node, &Phrase::new(text, level));
                    finder.dearer(1);
                }
            }
        }
    }
}

fn around(node: &Node, open: String, close: String) -> Vec<Edit> {
    let insertion = |at: u32, text: String| Edit { span: Span::new(node.inner.file, at, at), text };
    let edits = [insertion(node.inner.start, open), insertion(node.inner.end, close)];
    edits.into_iter().filter(|e| !e.text.is_empty()).collect()
}

fn bracketed(text: &str, is_needed: bool) -> String {
    if is_needed { format!("({text})") } else { text.to_owned() }
}
