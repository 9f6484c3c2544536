//! The elements of a model in the order in which they are suspected.
//!
//! An element with a fix can be the fault, and needs no other evidence. Of every other it is asked whether any change of it alone could
//! mend the model; those of which none can are exonerated and stand at the end.

use crate::exonerate::{Question, exonerate};
use crate::{Exoneration, FailingRun, Fix, Reader, Suspect};
use wherefore_check::{Finding, Options, Verdict};
use wherefore_ir::System;
use wherefore_mutate::Element;
use wherefore_stop::Stop;

/// Elements of a model with what is known of each; `findings` are the verdicts about the model.
pub(crate) fn suspects(
    reader: &mut Reader<'_>,
    system: &System,
    findings: &[Finding],
    (elements, fixes): (&[Element], &[Fix]),
    options: &Options,
    stop: &Stop,
) -> Vec<Suspect> {
    let violated = findings.iter().filter_map(|finding| match &finding.verdict {
        Verdict::Violated(run) => Some(FailingRun { property: finding.property.as_str(), trace: &run.trace }),
        _ => None,
    });
    let runs: Vec<FailingRun<'_>> = violated.collect();
    let is_held = |finding: &&Finding| matches!(finding.verdict, Verdict::Holds { .. });
    let kept: Vec<&str> = findings.iter().filter(is_held).map(|finding| finding.property.as_str()).collect();
    let question = Question { original: system, runs: &runs, kept: &kept, options, stop };
    let mut found: Vec<(usize, Suspect)> = Vec::new();
    for (place, element) in elements.iter().enumerate().filter(|(_, e)| e.kind.is_model()) {
        let first = fixes.iter().position(|fix| edits(fix, place));
        let count = fixes.iter().filter(|fix| edits(fix, place)).count();
        let exoneration = match first {
            Some(_) => Exoneration::Possible,
            None => exonerate(reader, &[element.span], &question).pop().unwrap_or(Exoneration::Possible),
        };
        let rank = first.unwrap_or(if exoneration.is_proved() { usize::MAX } else { usize::MAX - 1 });
        found.push((rank, Suspect { element: element.clone(), fixes: count, exoneration }));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, suspect)| suspect).collect()
}

/// Whether a fix edits the element in this place of the list.
fn edits(fix: &Fix, place: usize) -> bool {
    fix.edits.iter().any(|edit| edit.place == Some(place))
}
