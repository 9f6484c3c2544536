//! The elements of a model in the order in which they are suspected.
//!
//! Of every element it is asked whether any change of it alone could mend the model; those of which none can are exonerated and stand
//! at the end. Those with a fix come first, in the order of their best one; of the others the nearest to what fails.

use crate::exonerate::{Question, possible_together};
use crate::{Exoneration, FailingRun, Fix, Limits, Reader, Suspect};
use wherefore_check::{Finding, NoAnswer, Options, Session, Verdict};
use wherefore_ir::System;
use wherefore_mutate::Element;
use wherefore_trace::Trace;

/// After so many elements in a row about which there was no answer in time, no others are asked about.
const MOST_UNANSWERED: usize = 3;

/// For each element whether a change of it alone can mend the model; `findings` are the verdicts about the model, `failing` the runs on
/// which it fails.
pub(crate) fn exonerations(
    reader: &mut Reader<'_>,
    system: &System,
    (findings, failing): (&[Finding], &[(String, Trace)]),
    elements: &[Element],
    options: &Options,
    limits: &Limits<'_>,
) -> Vec<Exoneration> {
    let runs: Vec<FailingRun<'_>> = failing.iter().map(|(property, trace)| FailingRun { property, trace }).collect();
    let is_held = |finding: &&Finding| matches!(finding.verdict, Verdict::Holds { .. });
    let kept: Vec<&str> = findings.iter().filter(is_held).map(|finding| finding.property.as_str()).collect();
    let text = reader.text;
    let session = Session::new(system, options.clone());
    let is_invariant =
        |run: &FailingRun<'_>| system.property(run.property).is_some_and(|p| session.as_invariant(p).is_some());
    let is_endless = !runs.iter().all(is_invariant);
    let mut unanswered = 0;
    outermost_first(elements, |element| {
        if !element.kind.is_model() || unanswered >= MOST_UNANSWERED {
            return Exoneration::Unknown(NoAnswer::Effort);
        }
        // What is asked of runs that never end can take as long as a check.
        let stop = if is_endless { &(limits.brief)(limits.stop) } else { limits.stop };
        let question = Question { text, original: system, runs: &runs, kept: &kept, is_late: false, options, stop };
        let answer = possible_together(reader, &[element.span], &question);
        let is_late = is_endless && matches!(answer, Exoneration::Unknown(NoAnswer::Stopped(_)));
        unanswered = if is_late { unanswered + 1 } else { 0 };
        answer
    })
}

/// Asks about elements, those around others first. What is inside an exonerated element is exonerated with it: a change of a piece
/// is a change of the whole.
pub(crate) fn outermost_first(elements: &[Element], mut ask: impl FnMut(&Element) -> Exoneration) -> Vec<Exoneration> {
    let mut found: Vec<Exoneration> = Vec::new();
    for element in elements {
        let is_around = |outer: &Element| {
            let (outer, own) = (outer.span, element.span);
            outer.file == own.file && outer.start <= own.start && own.end <= outer.end
        };
        let mut proved = elements.iter().zip(&found).filter(|(outer, known)| known.is_proved() && is_around(outer));
        let inherited = proved.next().map(|(_, known)| known.clone());
        found.push(inherited.unwrap_or_else(|| ask(element)));
    }
    found
}

/// The elements of the model with what is known of each. `nearness` is their distance from what fails, if that is known.
pub(crate) fn suspects(
    elements: &[Element],
    exonerations: &[Exoneration],
    fixes: &[Fix],
    nearness: &[Option<usize>],
) -> Vec<Suspect> {
    let mut found: Vec<((usize, usize), Suspect)> = Vec::new();
    let of_model = elements.iter().zip(exonerations).enumerate().filter(|(_, (element, _))| element.kind.is_model());
    for (place, (element, exoneration)) in of_model {
        let first = fixes.iter().position(|fix| edits(fix, place));
        let count = fixes.iter().filter(|fix| edits(fix, place)).count();
        let distance = nearness.get(place).copied().flatten().unwrap_or(usize::MAX);
        let rank = match first {
            Some(first) => (first, 0),
            None if exoneration.is_proved() => (usize::MAX, 0),
            None => (usize::MAX - 1, distance),
        };
        found.push((rank, Suspect { element: element.clone(), fixes: count, exoneration: exoneration.clone() }));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, suspect)| suspect).collect()
}

/// Whether a fix edits the element in this place of the list.
fn edits(fix: &Fix, place: usize) -> bool {
    fix.edits.iter().any(|edit| edit.place == Some(place))
}
