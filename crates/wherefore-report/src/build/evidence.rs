//! Evidence of a formula, from the types of the lens to those of the document.

use super::lts::extent;
use super::picture::picture;
use crate::document::evidence::{EvidenceChoices, EvidenceGraph, Gap, GateEffects, Shows, Strand, StrandStep};
use crate::document::{ChoicePoint, Property};
use wherefore_explain::lts as lens;
use wherefore_ir::System;

/// The most gates that are listed.
const MOST_GATES: usize = 200;

/// Adds evidence to a property.
pub(super) fn add(property: &mut Property, found: &lens::EvidenceGraph) {
    let no_source = System::new("lts");
    let drawn = found.scene.as_ref().map(|(scene, way)| picture(&no_source, scene, vec![way.clone()]));
    property.left_out.join(&found.left_out);
    property.evidence_graph = Some(Box::new(EvidenceGraph {
        shows: if found.is_witness { Shows::Witness } else { Shows::Violation },
        size: extent(found.extent),
        lts: extent(found.whole),
        least: found.is_least,
        single_run: found.is_run,
        run: found.run.as_ref().map(strand),
        strands: found.strands.iter().map(strand).collect(),
        strands_left_out: found.strands_left_out,
        choices: found.choices.as_ref().map(choices),
        picture: drawn,
    }));
}

/// A way without a fork.
pub(super) fn strand(found: &lens::Strand) -> Strand {
    let step = |(action, to): &(String, u32)| StrandStep { action: action.clone(), to: *to };
    Strand {
        part: found.part.word(),
        from: found.from,
        steps: found.steps.iter().map(step).collect(),
        gap: found.gap.map(|(after, steps)| Gap { after, steps }),
    }
}

fn choices(found: &lens::EvidenceChoices) -> EvidenceChoices {
    let gates = found.gates.iter().take(MOST_GATES);
    EvidenceChoices {
        choice_points: found.points.iter().map(ChoicePoint::from).collect(),
        settled: found.settled,
        gates: gates.map(|(gate, does)| GateEffects { gate: gate.clone(), does: does.clone() }).collect(),
    }
}
