//! Branches of choices: one that is missing, and one that is added.

use super::Place;
use super::pool::Phrase;
use crate::{Dialect, Edit, Finder, Node, Operator, Role, Use};
use wherefore_diag::Span;

/// How many conditions and values an added branch can have.
const MOST_CONDITIONS: usize = 24;
const MOST_VALUES: usize = 8;
/// How many conditions are tried in every place of a list.
const MOST_EVERYWHERE: usize = 6;

impl<D: Dialect> Place<'_, D> {
    /// A branch goes away where something is left for what it takes.
    pub fn missing_branches(&self, finder: &mut Finder<'_>) {
        for choice in self.piece.tree.nodes.iter().filter(|n| n.is_choice()) {
            let parts = self.piece.tree.parts(choice);
            for (at, pair) in parts.chunks(2).enumerate() {
                let [condition, value] = pair else { continue };
                let can_be_missing = match condition.used {
                    Use::Guard { can_be_false, .. } => can_be_false,
                    _ => true,
                };
                let Some(next) = parts.get(2 * at + 2).filter(|_| can_be_missing) else { continue };
                let start = if at == 0 && next.used == Use::LastValue { choice.inner } else { condition.outer };
                let span = match next.used == Use::LastValue || !condition.used.is_enclosed() {
                    true => Span::new(start.file, start.start, next.outer.start),
                    false => self.line(start, value),
                };
                let edit = Edit { span, text: String::new() };
                finder.removed(Operator::Rmb, edit, condition.inner.to(value.inner), &self.piece.site);
            }
        }
    }

    /// A branch up to the semicolon, and the line if nothing else is on it.
    fn line(&self, start: Span, value: &Node) -> Span {
        let end = self.piece.dialect.tokens().next(value.outer.end).map_or(value.outer.end, |token| token.end);
        let before = self.text.get(..start.start as usize).unwrap_or_default();
        let behind = self.text.get(end as usize..).unwrap_or_default();
        let margin = before.len() - before.trim_end_matches([' ', '\t']).len();
        let blank = behind.len() - behind.trim_start_matches([' ', '\t', '\r']).len();
        let is_alone = before.trim_end_matches([' ', '\t']).ends_with('\n')
            && behind.get(blank..).is_some_and(|rest| rest.starts_with('\n'));
        match is_alone {
            true => Span::new(start.file, start.start - margin as u32, end + blank as u32 + 1),
            false => Span::new(start.file, start.start, end),
        }
    }

    /// A choice gets a branch, or a value becomes a choice.
    pub fn added_branches(&self, finder: &mut Finder<'_>, atoms: &[Phrase]) {
        if self.piece.target.is_none() || !matches!(self.piece.role, Role::Next | Role::Value) {
            return;
        }
        let Some(root) = self.piece.tree.root() else { return };
        let conditions = atoms.get(..MOST_CONDITIONS).unwrap_or(atoms);
        let values = self.replacements(MOST_VALUES);
        for node in self.ends(root) {
            let parts = self.piece.tree.parts(node);
            let is_list = node.is_choice()
                && parts.first().is_some_and(|p| p.used.is_enclosed())
                && parts.len().is_multiple_of(2);
            for (at, condition) in conditions.iter().enumerate() {
                for value in &values {
                    let condition = self.piece.dialect.written(&condition.text);
                    let value = self.piece.dialect.written(&value.text);
                    match is_list {
                        true => self.listed(finder, (parts, at < MOST_EVERYWHERE), (&condition, &value)),
                        false => self.chosen(finder, node, (&condition, &value)),
                    }
                }
            }
        }
    }

    /// The expressions that get a branch: the whole, or what follows a first value.
    fn ends<'a>(&'a self, root: &'a Node) -> Vec<&'a Node> {
        match self.piece.tree.parts(root) {
            [first, rest] if first.used == Use::Initial => vec![rest],
            _ => vec![root],
        }
    }

    /// A branch before the first and before the last one of a list, or before each.
    fn listed(&self, finder: &mut Finder<'_>, (parts, everywhere): (&[Node], bool), (condition, value): (&str, &str)) {
        let last = parts.len().saturating_sub(2);
        for at in (0..parts.len()).step_by(2).filter(|at| everywhere || *at == 0 || *at == last) {
            let Some(next) = parts.get(at) else { continue };
            let before = self.text.get(..next.outer.start as usize).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let gap = if line.trim().is_empty() { format!("\n{line}") } else { " ".to_owned() };
            let text = format!("{condition} : {value};{gap}");
            let span = Span::new(next.outer.file, next.outer.start, next.outer.start);
            self.added(finder, Edit { span, text }, next.inner, (condition, value));
        }
    }

    /// A value that is only taken where a condition is false.
    fn chosen(&self, finder: &mut Finder<'_>, node: &Node, (condition, value): (&str, &str)) {
        let whole = finder.slice(node.inner);
        if whole == value {
            return;
        }
        let choice = self.piece.dialect.choice(condition, value, whole);
        let is_open = node.used.is_open() && !node.is_bracketed();
        let text = if is_open { format!("({choice})") } else { choice };
        self.added(finder, Edit { span: node.inner, text }, node.inner, (condition, value));
    }

    fn added(&self, finder: &mut Finder<'_>, edit: Edit, span: Span, (condition, value): (&str, &str)) {
        let site = &self.piece.site;
        let what = format!("{} gets `{value}` where `{condition}`", site.words);
        finder.add(Operator::Ab, vec![edit], span, what, site);
    }
}
