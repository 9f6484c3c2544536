//! Runs that the HTML report plays with other choices.

use super::{Decided, Run};
use crate::args::Format;
use wherefore_check::{Finding, Verdict};
use wherefore_explain::{Class, Inquiry};
use wherefore_report::html::Playable;
use wherefore_trace::Trace;

impl Run<'_> {
    /// The whole runs of the classes of a property, or the one of its verdict; nothing where no page is made.
    pub(super) fn whole_runs(&self, finding: &Finding, inquiry: Option<&Inquiry>) -> Vec<Option<Trace>> {
        if self.arguments.format() != Format::Html && self.arguments.format() != Format::Editor {
            return Vec::new();
        }
        let whole = |class: &Class| (class.cut == 0).then(|| class.representative.clone());
        let classes: Vec<Option<Trace>> = inquiry.map_or(&[][..], |i| &i.classes).iter().map(whole).collect();
        match &finding.verdict {
            Verdict::Violated(run) if classes.is_empty() => vec![Some(run.trace.clone())],
            _ => classes,
        }
    }
}

/// What can be played, property by property.
pub fn playable(decided: &[Decided]) -> Vec<Option<Playable<'_>>> {
    decided.iter().map(|d| (!d.runs.is_empty()).then(|| played(d))).collect()
}

fn played(decided: &Decided) -> Playable<'_> {
    Playable {
        system: &decided.system,
        property: &decided.finding.property,
        runs: decided.runs.iter().map(Option::as_ref).collect(),
    }
}
