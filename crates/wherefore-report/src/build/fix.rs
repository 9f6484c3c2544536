//! Edits after which properties hold, with their places and as a patch.

use super::{Context, cause, proof, trace};
use crate::document::{
    AssumptionShape, Conserves, Fix, FixAssumption, FixEdit, FixNumber, FixSuspect, Fixes, Place, Sample, Trace, Tried,
    TriedAssumptions,
};
use crate::words::{assumption as said, proof as words};
use wherefore_check::{Counterexample, Verdict};
use wherefore_diag::{FileId, Span};
use wherefore_fix::assume::Assumed;
use wherefore_fix::{Conservation, Exoneration, Open};
use wherefore_ir::System;
use wherefore_mutate::assumption::Assumption;
use wherefore_mutate::{Edit, Mutant};

/// What was found, in a document.
pub fn fixes(context: &Context<'_>, found: &wherefore_fix::Fixes) -> Fixes {
    let wherefore_fix::Tried {
        edits,
        left_out,
        exonerated,
        looked_at,
        unread,
        fail_again,
        fail_anew,
        hollow,
        undecided,
    } = found.tried;
    Fixes {
        ranked: found.list.iter().map(|f| fix(context, f)).collect(),
        not_decided: if found.list.is_empty() { not_decided(context, &found.open) } else { Vec::new() },
        elements: found.suspects.iter().map(|s| suspect(context, s)).collect(),
        tried: Tried {
            edits,
            left_out,
            exonerated,
            unreadable: unread,
            looked_at,
            fail_again,
            fail_anew,
            hollow,
            undecided,
        },
        assumptions: found.assumptions.map(|looked| TriedAssumptions {
            nowhere: looked.nowhere,
            looked_at: looked.at,
            not_enough: looked.not_enough,
            undecided: looked.undecided,
            hollow: looked.hollow,
            stuck: looked.stuck,
        }),
        cause: found.stopped.as_ref().map(cause),
        applied: false,
    }
}

/// More sets of edits without an answer than this are not listed.
const MOST_OPEN: usize = 5;

fn not_decided(context: &Context<'_>, open: &[Open]) -> Vec<Vec<FixEdit>> {
    let edits = |open: &Open| open.edits.iter().map(|e| edit(context, e)).collect();
    open.iter().take(MOST_OPEN).map(edits).collect()
}

fn suspect(context: &Context<'_>, found: &wherefore_fix::Suspect) -> FixSuspect {
    let (rechecked_by, unknown) = match &found.exoneration {
        Exoneration::Proved { recheck } => (recheck.checker().map(|by| by.name()), None),
        Exoneration::Possible => (None, None),
        Exoneration::Unknown(why) => (None, Some(cause(why))),
    };
    FixSuspect {
        name: found.element.name.clone(),
        what: found.element.words.clone(),
        place: Place::of(found.element.span, context.sources),
        fixes: found.fixes,
        exonerated: found.exoneration.is_proved(),
        rechecked_by,
        cause: unknown,
    }
}

fn fix(context: &Context<'_>, found: &wherefore_fix::Fix) -> Fix {
    let certificates = found.mended.iter().filter_map(|finding| match &finding.verdict {
        Verdict::Holds { evidence, recheck } => Some(proof(words::evidence(evidence), recheck)),
        _ => None,
    });
    let (conserves, changed_run, unknown) = match &found.conservation {
        Conservation::Proved(_) => (Conserves::OnlyFailingRuns, None, None),
        Conservation::Changes(run) => {
            let shown = Counterexample { trace: (**run).clone(), claims: Vec::new(), shortest: false };
            (Conserves::OtherRunsToo, Some(trace(context, &shown, None)), None)
        }
        Conservation::Unknown(why) => (Conserves::Unknown, None, Some(cause(why))),
    };
    let file = context.sources.get(found.edits.first().map_or(FileId(0), |edit| edit.span.file));
    let (name, before) = file.map_or(("", ""), |f| (f.name.as_str(), f.text.as_str()));
    Fix {
        edits: found.edits.iter().map(|e| edit(context, e)).collect(),
        edits_given: found.of_given,
        assumes: found.assumed.as_ref().map(assumes),
        properties: found.mended.iter().map(|m| m.property.clone()).collect(),
        certificates: certificates.collect(),
        still_violated: found.left,
        conserves,
        changed_run,
        rerun: found.rerun.as_ref().map(|(system, run)| rerun(context, system, run)),
        bars_inputs: found.bars,
        cause: unknown,
        sample: Sample { changed: found.changed.0, runs: found.changed.1 },
        patch: patch(name, before, &found.text),
        text: found.text.clone(),
    }
}

fn assumes(found: &Assumed) -> FixAssumption {
    let (shape, ticks) = match &found.assumption {
        Assumption::Apart { ticks, .. } => (AssumptionShape::Apart, Some(*ticks)),
        Assumption::Exclusive(_) => (AssumptionShape::Exclusive, None),
        Assumption::With(..) => (AssumptionShape::With, None),
        Assumption::After(..) => (AssumptionShape::After, None),
        Assumption::First(..) => (AssumptionShape::First, None),
        Assumption::Within { .. } => (AssumptionShape::Within, None),
    };
    FixAssumption {
        shape,
        inputs: found.assumption.inputs().into_iter().map(str::to_owned).collect(),
        what: said::assumption(&found.assumption),
        ticks,
        weaker: found.weaker.as_ref().map(said::assumption),
        number: found.asked.as_ref().map(|asked| FixNumber {
            before: asked.before.to_string(),
            after: asked.after.to_string(),
            nearest: asked.is_nearest,
        }),
        rechecked_by: found.goes_on.checker().map(|by| by.name()),
    }
}

/// A run of the edited model. Its places would be those of another text.
fn rerun(context: &Context<'_>, system: &System, run: &wherefore_trace::Trace) -> Trace {
    let shown = Counterexample { trace: run.clone(), claims: Vec::new(), shortest: false };
    let mut trace = trace(&Context { system, ..*context }, &shown, None);
    trace.rows.iter_mut().for_each(|row| row.places.clear());
    trace
}

fn edit(context: &Context<'_>, mutant: &Mutant) -> FixEdit {
    let first = mutant.edits.first().map_or(mutant.span, |e| e.span);
    let span = mutant.edits.iter().fold(first, |all, e| Span { end: all.end.max(e.span.end), ..all });
    let before = context.sources.text(span);
    FixEdit {
        place: Place::of(span, context.sources),
        before: before.to_owned(),
        after: edited(before, span, &mutant.edits),
        what: mutant.what.clone(),
        element: mutant.element.clone(),
        operator: mutant.operator.word(),
    }
}

/// The piece of a text that lies at a place, with edits inside it made.
fn edited(piece: &str, place: Span, edits: &[Edit]) -> String {
    let (mut after, mut at) = (String::new(), 0);
    for edit in edits {
        let [start, end] = [edit.span.start, edit.span.end].map(|o| o.saturating_sub(place.start) as usize);
        after.push_str(piece.get(at..start).unwrap_or_default());
        after.push_str(&edit.text);
        at = end;
    }
    after + piece.get(at..).unwrap_or_default()
}

/// A unified diff of two texts of a file.
fn patch(name: &str, before: &str, after: &str) -> String {
    let diff = similar::TextDiff::from_lines(before, after);
    diff.unified_diff().header(&format!("a/{name}"), &format!("b/{name}")).to_string()
}
