//! Defects of the connections of a refinement as a whole: ends that nothing is connected to, and loops.
//!
//! A loop is a target that depends on itself in the same step, through connections only: `a.x := not b.y`, `b.y := a.x`. No
//! contract is between its ends, so it would restrict all runs, or leave none, without any contract that promises it.

use super::super::codes;
use super::Lowerer;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::refinement::{Direction, Port, PortId};
use wherefore_ir::{VarId, walk};
use wherefore_syntax::components;

/// How many connections of a loop are shown.
const MOST_SHOWN: usize = 8;

impl Lowerer<'_> {
    /// Warns of inputs and parameters of parts, and outputs of the component, that nothing is connected to.
    pub(super) fn warn_unconnected(&mut self, connected: &BTreeMap<PortId, Span>) {
        let wants_source = |port: &Port| (port.direction == Direction::Output) == port.owner.is_none();
        let is_open = |(index, port): &(usize, &Port)| {
            let is_parameter_of_whole = port.owner.is_none() && port.direction == Direction::Parameter;
            wants_source(port) && !is_parameter_of_whole && !connected.contains_key(&PortId(*index as u32))
        };
        let open: Vec<Port> = self.out.ports.iter().enumerate().filter(is_open).map(|(_, p)| p.clone()).collect();
        for port in open {
            let name = self.out.system.terms.var(port.var).name.clone();
            let element = port.owner.map_or(port.element, |part| self.out.part(part).element);
            let Some(span) = element.and_then(|e| self.out.system.elements.get(e).span) else { continue };
            let label = match (port.owner, port.direction) {
                (None, _) => "an output of the whole",
                (Some(_), Direction::Parameter) => "a parameter of this part",
                (Some(_), _) => "an input of this part",
            };
            let headline = format!("nothing is connected to `{name}`");
            self.report.push(Diagnostic::at(codes::UNCONNECTED, span, headline, label));
        }
    }

    /// Refuses connections that feed each other. One that feeds itself is refused where it is read.
    pub(super) fn loops(&mut self) {
        let feeding: BTreeMap<VarId, usize> =
            self.out.wires.iter().enumerate().map(|(index, w)| (self.out.port(w.target).var, index)).collect();
        let sources = |wire: &wherefore_ir::refinement::Wire| -> Vec<usize> {
            let used = walk::variables(&self.out.system.terms, [wire.source]);
            used.iter().filter_map(|var| feeding.get(var)).copied().collect()
        };
        let edges: Vec<Vec<usize>> = self.out.wires.iter().map(sources).collect();
        for group in components(&edges).into_iter().filter(|group| group.len() > 1) {
            let element = |index: &usize| self.out.wires.get(*index).and_then(|wire| wire.element);
            let span = |index: &usize| self.out.system.elements.get(element(index)?).span;
            let mut spans = group.iter().filter_map(span);
            let Some(first) = spans.next() else { continue };
            let headline = "connections feed each other in the same step";
            let diagnostic = Diagnostic::at(codes::WIRE_LOOP, first, headline, "depends on itself");
            let shown = spans.take(MOST_SHOWN);
            let diagnostic = shown.fold(diagnostic, |d, span| d.label(span, "through this connection"));
            self.report.push(diagnostic);
        }
    }
}
