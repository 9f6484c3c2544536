//! Values of the step before: taken now instead, and the other way round.

use super::Place;
use crate::{Dialect, Edit, Finder, Kind, Node, Operator, Use, Values};

impl<D: Dialect> Place<'_, D> {
    /// A delay goes away.
    pub fn delays(&self, finder: &mut Finder<'_>) {
        for node in self.piece.tree.nodes.iter().filter(|n| matches!(n.kind, Kind::Delay { .. })) {
            let Some(word) = self.piece.dialect.tokens().first(node.inner) else { continue };
            let [operand] = self.piece.tree.parts(node) else { continue };
            let text = if word.end == operand.outer.start { " " } else { "" };
            let edit = Edit {
                span: wherefore_diag::Span::new(word.file, word.start, operand.outer.start),
                text: text.to_owned(),
            };
            finder.removed(Operator::Rmd, edit, node.inner, &self.piece.site);
        }
    }

    /// A name, or what stands in brackets, is taken one step before.
    pub fn added_delays(&self, finder: &mut Finder<'_>) {
        let Some((word, level)) = self.piece.dialect.delay() else { return };
        let tree = &self.piece.tree;
        let parents = tree.parents();
        for (at, node) in tree.nodes.iter().enumerate() {
            let parent = parents.get(at).copied().flatten().and_then(|p| tree.nodes.get(p));
            let is_delayed = parent.is_some_and(|p| matches!(p.kind, Kind::Delay { .. }));
            let is_name =
                node.kind == Kind::Atom && (!node.parts.is_empty() || self.scope.find(&self.plain(node)).is_some());
            if is_delayed || node.used == Use::Initial || !(is_name || node.is_bracketed()) {
                continue;
            }
            self.delayed(finder, node, (word, level));
        }
    }

    fn delayed(&self, finder: &mut Finder<'_>, node: &Node, (word, level): (&str, u8)) {
        let (whole, site) = (finder.slice(node.outer).to_owned(), &self.piece.site);
        let is_tight = node.beside >= level && node.used.is_open();
        let first = match self.values_of(node) {
            Values::Truth => vec!["false", "true"],
            Values::Numbers => vec!["0"],
            Values::Like(ty) if ty == "real" => vec!["0.0"],
            _ => Vec::new(),
        };
        let plain = if is_tight { format!("({word}{whole})") } else { format!("{word}{whole}") };
        let started = first.iter().map(|value| format!("({value} -> {word}{whole})"));
        for (at, text) in std::iter::once(plain).chain(started).enumerate() {
            let what = format!("{} becomes `{text}` in {}", finder.quote(node.outer), site.words);
            finder.replace(Operator::Ad, node.outer, text, what, site);
            if at > 0 {
                finder.dearer(1);
            }
        }
    }
}
