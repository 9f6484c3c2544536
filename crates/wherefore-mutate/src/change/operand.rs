//! Operands that are missing or have changed places.

use super::Place;
use crate::{Dialect, Edit, Finder, Infix, Node, Operator, Use};
use wherefore_diag::Span;

impl<D: Dialect> Place<'_, D> {
    /// Adds what leaves an operand out, and what exchanges two.
    pub fn operands(&self, finder: &mut Finder<'_>) {
        for node in &self.piece.tree.nodes {
            if let (Some((operator, _)), Some((left, right))) = (node.infix(), self.piece.tree.operands(node)) {
                self.missing(finder, node, operator, (left, right));
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

    fn missing(&self, finder: &mut Finder<'_>, node: &Node, operator: Infix, (left, right): (&Node, &Node)) {
        let Some(sign) = node.sign else { return };
        let (is_left, is_right) = match operator {
            Infix::And | Infix::Or | Infix::Add => (true, true),
            Infix::Sub => (false, true),
            Infix::Implies => (true, false),
            _ => return,
        };
        // Of a row of operators the left operand is the rest of the row, and its members are left out one by one.
        let is_row = left.infix().is_some_and(|(own, _)| own == operator) && !left.is_bracketed();
        if is_left && !is_row {
            self.left_out(finder, left, [left.outer, sign], right.outer.start);
        }
        let is_row = right.infix().is_some_and(|(own, _)| own == operator) && !right.is_bracketed();
        if is_right && !is_row {
            self.left_out(finder, right, [sign, right.outer], left.outer.end);
        }
    }

    /// Leaves out an operand and its operator, and what is between them and the rest if that is blank: comments stay.
    fn left_out(&self, finder: &mut Finder<'_>, operand: &Node, [first, last]: [Span; 2], rest: u32) {
        let whole = Span::new(first.file, first.start.min(rest), last.end.max(rest));
        let gaps = [(whole.start, first.start), (first.end, last.start), (last.end, whole.end)];
        let is_blank = |(from, to): &(u32, u32)| finder.slice(Span::new(first.file, *from, *to)).trim().is_empty();
        let spans = if gaps.iter().all(is_blank) { vec![whole] } else { vec![first, last] };
        let edits = spans.into_iter().map(|span| Edit { span, text: String::new() }).collect();
        let what = format!("{} is missing in {}", finder.quote(operand.inner), self.piece.site.words);
        finder.add(Operator::Mco, edits, operand.inner, what, &self.piece.site);
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
