//! The memory of how a run ends: what moved in the latest step that took a transition, and whether the last step took none.

use super::History;
use wherefore_ir::TermId;
use wherefore_ir::control::{ControlGraph, RegionId};

impl History {
    /// Regions that the latest step that took a transition moved, and whether there has been a step without since.
    pub(super) fn remember_steps(&mut self, graph: &ControlGraph) {
        let moves: Vec<TermId> = graph.region_ids().map(|r| self.moves(graph, r)).collect();
        let any = self.system.terms.or(moves.clone());
        if graph.regions.len() > 1 {
            for (region, moves) in graph.region_ids().zip(moves) {
                let reset = self.resets(graph, region);
                let terms = &mut self.system.terms;
                let lasts = terms.not(reset);
                let lasts = terms.and([moves, lasts]);
                let name = format!("{}.latest", graph.region(region).name);
                let bit = self.remember_bit(&name, |terms, now| terms.ite(any, lasts, now));
                self.latest.push(bit);
            }
        }
        // A memory that is held is held after a step that takes a transition, or at the start.
        if self.hold.is_none() && !graph.regions.is_empty() {
            self.rests = Some(self.remember_bit("rests", |terms, _| terms.not(any)));
        }
    }

    /// Whether a step takes a transition of a region.
    fn moves(&mut self, graph: &ControlGraph, region: RegionId) -> TermId {
        let alive = self.regions[region.0 as usize].alive;
        let terms = &mut self.system.terms;
        let taken: Vec<TermId> = graph.transitions_of(region).map(|t| graph.transition(t).taken).collect();
        let taken = terms.or(taken);
        terms.and(alive.into_iter().chain([taken]))
    }
}
