//! LTL over labels as parts of a formula.
//!
//! `ltl L` fails if a run makes the negation of L true, and it is the refuter who chooses that run, step by step. A node is a set of formulas
//! that are to be true at the next step; there the refuter takes one of its [covers](super::cover) and a step with a fitting label. Each until
//! must be fulfilled or dropped again and again: nodes count which of them they wait for in turn, and a node where all were seen is a fixpoint
//! that the refuter wins by coming back to it, every other node one that the refuter loses so. At a state without steps the run is over:
//! that is as good as a win if the cover before did not ask for another step. `not ltl L` is the same for the other player.
//!
//! A path through the nodes beside the graph is a run beside a Büchi automaton. It is enough that one player chooses all of it: a set of
//! formulas is a promise about a single run, and nothing has to be determinised.

use super::build::Builder;
use super::cover::{Id, Run, Runs};
use super::{Labels, Part, PartId};
use crate::codes;
use crate::syntax::{ActionKind, Linear, LinearKind};
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};

/// Formulas that are to be true, whether the run may end instead, and how many untils were seen since the last node that counts.
type Node = (Vec<Id>, bool, usize);

/// Nodes and sets of labels under construction.
struct Tableau {
    runs: Runs,
    /// Sets of labels that the formula names.
    sets: Vec<(ActionKind, Labels)>,
    nodes: BTreeMap<Node, PartId>,
    open: Vec<Node>,
    /// Sets of labels of covers, by number.
    kept: BTreeMap<Vec<(usize, bool)>, usize>,
}

impl Builder {
    /// `ltl L`, or its negation if not positive.
    pub(super) fn runs(&mut self, linear: &Linear, positive: bool) -> Result<PartId, Diagnostic> {
        let (sets, nodes, open, kept) = (Vec::new(), BTreeMap::new(), Vec::new(), BTreeMap::new());
        let mut tableau = Tableau { runs: Runs::default(), sets, nodes, open, kept };
        let negation = self.linear(linear, false, &mut tableau)?;
        let untils = tableau.runs.untils();
        let may_end = tableau.runs.at_end(negation);
        let first = self.node((vec![negation], may_end, 0), untils.len(), positive, &mut tableau, linear.span)?;
        while let Some(node) = tableau.open.pop() {
            let body = self.covered(&node, &untils, positive, &mut tableau, linear.span)?;
            let part = tableau.nodes.get(&node).copied().unwrap_or_default();
            if let Some(Part::Unfold(_, next)) = self.out.parts.get_mut(part) {
                *next = body;
            }
        }
        Ok(first)
    }

    /// A formula about a run with negations at labels alone.
    fn linear(&mut self, linear: &Linear, positive: bool, tableau: &mut Tableau) -> Result<Id, Diagnostic> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.linear_of(linear, positive, tableau))
    }

    fn linear_of(&mut self, linear: &Linear, positive: bool, tableau: &mut Tableau) -> Result<Id, Diagnostic> {
        let run = match &linear.kind {
            LinearKind::True | LinearKind::False => match (linear.kind == LinearKind::True) == positive {
                true => Run::True,
                false => Run::False,
            },
            LinearKind::Action(action) => {
                let known = tableau.sets.iter().position(|(kind, _)| *kind == action.kind);
                let number = match known {
                    Some(number) => number,
                    None => {
                        let labels = self.set(&action.kind, action.span)?;
                        tableau.sets.push((action.kind.clone(), labels));
                        tableau.sets.len() - 1
                    }
                };
                Run::Label(number, positive)
            }
            LinearKind::Not(inner) => return self.linear(inner, !positive, tableau),
            LinearKind::And(list) | LinearKind::Or(list) => {
                let ids = list.iter().map(|inner| self.linear(inner, positive, tableau)).collect::<Result<_, _>>()?;
                let all = matches!(linear.kind, LinearKind::And(_)) == positive;
                if all { Run::And(ids) } else { Run::Or(ids) }
            }
            LinearKind::Next(strong, inner) => Run::Next(*strong == positive, self.linear(inner, positive, tableau)?),
            LinearKind::Until(left, right) | LinearKind::Release(left, right) => {
                let ids = (self.linear(left, positive, tableau)?, self.linear(right, positive, tableau)?);
                let is_until = matches!(linear.kind, LinearKind::Until(..)) == positive;
                if is_until { Run::Until(ids.0, ids.1) } else { Run::Release(ids.0, ids.1) }
            }
        };
        Ok(tableau.runs.add(run))
    }

    /// The part of a node. Where nothing is asked for, the player who chooses the run has won.
    fn node(
        &mut self,
        node: Node,
        untils: usize,
        positive: bool,
        tableau: &mut Tableau,
        span: Span,
    ) -> Result<PartId, Diagnostic> {
        if node.0.is_empty() && node.1 {
            return self.part(Part::Constant(!positive), span);
        }
        if let Some(part) = tableau.nodes.get(&node) {
            return Ok(*part);
        }
        // The player who chooses the run wins the priority of the nodes that count.
        let counting = self.priority + u32::from(self.priority.is_multiple_of(2) == positive);
        let priority = if node.2 == untils { counting } else { counting + 1 };
        self.out.lowest = self.out.lowest.max(priority);
        let part = self.part(Part::Unfold(priority, 0), span)?;
        tableau.nodes.insert(node.clone(), part);
        tableau.open.push(node);
        Ok(part)
    }

    /// What can be done at a node: end the run, or take a step that fits a cover.
    fn covered(
        &mut self,
        (formulas, may_end, seen): &Node,
        untils: &[Id],
        positive: bool,
        tableau: &mut Tableau,
        span: Span,
    ) -> Result<PartId, Diagnostic> {
        let Some(covers) = tableau.runs.covers(formulas) else {
            let headline = "this formula about runs has too many cases";
            return Err(Diagnostic::at(codes::TOO_LARGE, span, headline, "too large"));
        };
        let mut list = Vec::new();
        if *may_end {
            let any = self.keep(Labels::Constant(true));
            let goes_on = self.part(Part::Constant(positive), span)?;
            list.push(self.part(Part::Modality(!positive, any, goes_on), span)?);
        }
        for cover in covers {
            let begin = if *seen == untils.len() { 0 } else { *seen };
            let is_postponed = |until: &Id| cover.postponed.contains(until);
            let waited = untils.iter().skip(begin).position(is_postponed).map_or(untils.len(), |more| begin + more);
            let next = (cover.next.into_iter().collect(), !cover.goes_on, waited);
            let next = self.node(next, untils.len(), positive, tableau, span)?;
            let set = self.labels_of(cover.labels.into_iter().collect(), tableau);
            list.push(self.part(Part::Modality(positive, set, next), span)?);
        }
        self.part(Part::Connective(positive, list), span)
    }

    /// The labels that are in some sets and not in others.
    fn labels_of(&mut self, key: Vec<(usize, bool)>, tableau: &mut Tableau) -> usize {
        if let Some(known) = tableau.kept.get(&key) {
            return *known;
        }
        let set = |(number, wanted): &(usize, bool)| match (tableau.sets.get(*number), wanted) {
            (Some((_, labels)), true) => labels.clone(),
            (Some((_, labels)), false) => Labels::Not(Box::new(labels.clone())),
            (None, _) => Labels::Constant(false),
        };
        let labels = Labels::Connective(true, key.iter().map(set).collect());
        let number = self.keep(labels);
        tableau.kept.insert(key, number);
        number
    }
}
