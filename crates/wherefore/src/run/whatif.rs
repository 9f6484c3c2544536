//! Runs that the HTML report plays with other choices.

use super::{Decided, Run};
use crate::args::Format;
use wherefore::playable::whole_runs;
use wherefore_check::Finding;
use wherefore_explain::Inquiry;
use wherefore_report::html::Playable;
use wherefore_trace::Trace;

impl Run<'_> {
    /// The whole runs of the classes of a property, or the one of its verdict; nothing where no page is made.
    pub(super) fn whole_runs(&self, finding: &Finding, inquiry: Option<&Inquiry>) -> Vec<Option<Trace>> {
        if self.arguments.format() != Format::Html && self.arguments.format() != Format::Editor {
            return Vec::new();
        }
        whole_runs(finding, inquiry)
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
