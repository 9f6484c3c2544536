//! Transitions that leave to chance where they lead, as AS2FM writes them.
//!
//! ```text
//! <transition event="e">                          event e, drawn_1:              to a, with the content for a
//!   <target id="a" prob="0.8">...</target>   ->   event e, no earlier one taken: to b, with the content for b
//!   <target id="b" prob="0.2">...</target>
//! </transition>
//! ```
//!
//! Probabilities are not part of the model: whatever is possible may happen. So each target is a transition of its own, and all
//! but the last have a condition that is drawn in every step. A target of probability 0 is never taken.

use super::node::{elements, plain};
use super::{Checked, Reader, codes};
use crate::chart::{Binary, Data, Descriptor, Expr, ExprKind, StateId, Transition, Type};
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::unique;

/// How far a sum of probabilities that are written as decimals may be from 1.
const ROUNDING: f64 = 1e-9;

impl<'d, 't> Reader<'d, 't> {
    /// Reads a transition with these events: one for each of its targets, if it has several and leaves to chance which.
    pub(super) fn alternatives(
        &mut self,
        node: Node<'d, 't>,
        source: StateId,
        events: Vec<Descriptor>,
        way: &str,
    ) -> Vec<Checked<Transition>> {
        let targets: Vec<Node> =
            elements(node).filter(|(name, _)| *name == "target").map(|(_, target)| target).collect();
        if targets.is_empty() {
            return vec![self.triggered(node, source, events, way)];
        }
        self.by_chance(node, source, &events, (targets, way)).unwrap_or_else(|reported| vec![Err(reported)])
    }

    fn by_chance(
        &mut self,
        node: Node<'d, 't>,
        source: StateId,
        events: &[Descriptor],
        (targets, way): (Vec<Node<'d, 't>>, &str),
    ) -> Checked<Vec<Checked<Transition>>> {
        let chances = self.chances(node, &targets, way)?;
        let cond = self.condition(node)?;
        let internal = self.is_internal(node);
        let own = self.name_in_reports(node);
        let possible: Vec<Node> = targets.into_iter().zip(chances).filter(|(_, p)| *p > 0.0).map(|(t, _)| t).collect();
        let mut read = Vec::new();
        for (number, target) in possible.iter().enumerate() {
            self.required(*target, "id")?;
            let drawn = (number + 1 < possible.len()).then(|| self.drawn(self.tag(*target)));
            let transition = self.triggered(*target, source, events.to_vec(), "id");
            let name = own.as_ref().map(|own| format!("{own}.{}", number + 1));
            let cond = both(cond.clone(), drawn);
            read.push(transition.map(|t| Transition { cond, internal, name: t.name.clone().or(name), ..t }));
        }
        Ok(read)
    }

    /// The probabilities of the targets; the last may leave its own out.
    fn chances(&mut self, node: Node, targets: &[Node], way: &str) -> Checked<Vec<f64>> {
        let beside = elements(node).find(|(name, _)| *name != "target").map(|(_, n)| self.tag(n));
        if let Some(span) = plain(node, way).map(|a| self.source.span(a.range())).or(beside) {
            return Err(self.error(
                codes::STRUCTURE,
                span,
                "targets that are left to chance stand alone",
                "beside them",
            ));
        }
        let mut chances = Vec::new();
        for (number, target) in targets.iter().enumerate() {
            let rest = 1.0 - chances.iter().sum::<f64>();
            chances.push(match self.attribute(*target, "prob") {
                Some(text) => match text.value.trim().parse::<f64>() {
                    Ok(chance) if (0.0..=1.0).contains(&chance) => chance,
                    _ => {
                        return Err(self.error(
                            codes::STRUCTURE,
                            text.whole(),
                            "this is no probability",
                            "not from 0 to 1",
                        ));
                    }
                },
                None if number + 1 == targets.len() && rest > ROUNDING => rest,
                None => self.required(*target, "prob").map(|_| 0.0)?,
            });
        }
        if (chances.iter().sum::<f64>() - 1.0).abs() > ROUNDING {
            let headline = "the probabilities of the targets do not add up to 1";
            return Err(self.error(codes::STRUCTURE, self.tag(node), headline, "of this transition"));
        }
        let headline = "any of the targets is taken";
        self.report.push(Diagnostic::at(codes::READ_AS, self.tag(node), headline, "whatever its probability"));
        Ok(chances)
    }

    /// A condition that is drawn anew in every step.
    fn drawn(&mut self, span: Span) -> Expr {
        let name = unique("drawn".to_owned(), |name| self.names.data.contains_key(name));
        let data = Data { declared: Some(Type::Bool), input: true, random: true, ..Data::new(&name, span) };
        Expr { kind: ExprKind::Data(self.add(data, StateId::ROOT)), span }
    }
}

fn both(cond: Option<Expr>, drawn: Option<Expr>) -> Option<Expr> {
    match (cond, drawn) {
        (Some(cond), Some(drawn)) => {
            let span = cond.span;
            Some(Expr { kind: ExprKind::Binary(Binary::And, Box::new(cond), Box::new(drawn)), span })
        }
        (cond, drawn) => cond.or(drawn),
    }
}
