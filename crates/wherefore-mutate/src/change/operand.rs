//! Operands that are missing or have changed places.

use super::Place;
use crate::{Dialect, Edit, Finder, Infix, Node, Operator, Use};
use wherefore_diag::Span;

impl<D: Dialect> Place<'_, D> {
    /// Adds what leaves an operand out, and what exchanges two.
    pub fn operands(&self, finder: &mut Finder<'_>) {
        for node in &self.piece.tree.nodes {
            if let (Some((operator, _)), Some((left, right))) = (node.infix(), self.piece.tree.operands(node)) {
                self.missing(finder, operator, (left, right));
                let is_ordered =
                    matches!(operator, Infix::Sub | Infix::Div | Infix::IntDiv | Infix::Mod | Infix::Implies);
                if is_ordered {
                    self.exchanged(finder, (left, right));
                }
            }
            for pair in self.piece.tree.parts(node).windows(2) {
                if let [first, second] = pair
                    && [first, second].iter().all(|n| n.used == Use::Argument)
                    && self.values_of(first).is_like(&self.values_of(second))
                {
                    self.exchanged(finder, (first, second));
                }
            }
        }
    }

    fn missing(&self, finder: &mut Finder<'_>, operator: Infix, (left, right): (&Node, &Node)) {
        let (is_left, is_right) = match operator {
            Infix::And | Infix::Or | Infix::Add => (true, true),
            Infix::Sub => (false, true),
            Infix::Implies => (true, false),
            _ => return,
        };
        // Of a row of operators the left operand is the rest of the row, and its members are left out one by one.
        let is_row = left.infix().is_some_and(|(own, _)| own == operator) && !left.is_bracketed();
        if is_left && !is_row {
            self.left_out(finder, left, Span::new(left.outer.file, left.outer.start, right.outer.start));
        }
        let is_row = right.infix().is_some_and(|(own, _)| own == operator) && !right.is_bracketed();
        if is_right && !is_row {
            self.left_out(finder, right, Span::new(left.outer.file, left.outer.end, right.outer.end));
        }
    }

    fn left_out(&self, finder: &mut Finder<'_>, operand: &Node, span: Span) {
        let edit = Edit { span, text: String::new() };
        finder.removed(Operator::Mco, edit, operand.inner, &self.piece.site);
    }

    fn exchanged(&self, finder: &mut Finder<'_>, (left, right): (&Node, &Node)) {
        let (first, second) = (finder.slice(left.outer), finder.slice(right.outer));
        if first == second {
            return;
        }
        // What binds as loosely as the operator may stand on one side of it only.
        let written = |node: &Node, text: &str, beside: &Node| {
            let needs = node.used == Use::Operand && node.level() <= beside.beside;
            if needs { format!("({text})") } else { text.to_owned() }
        };
        let edits = vec![
            Edit { span: left.outer, text: written(right, second, left) },
            Edit { span: right.outer, text: written(left, first, right) },
        ];
        let what = format!(
            "{} and {} are exchanged in {}",
            finder.quote(left.inner),
            finder.quote(right.inner),
            self.piece.site.words
        );
        finder.add(Operator::Oex, edits, left.outer.to(right.outer), what, &self.piece.site);
    }
}
