//! The runs that a page can play with other choices.

use wherefore_check::{Finding, Verdict};
use wherefore_explain::{Class, Inquiry};
use wherefore_trace::Trace;

/// The whole runs of the classes of a property, or the one of its verdict. A run that begins behind its first states is left out.
pub fn whole_runs(finding: &Finding, inquiry: Option<&Inquiry>) -> Vec<Option<Trace>> {
    let whole = |class: &Class| (class.cut == 0).then(|| class.representative.clone());
    let classes: Vec<Option<Trace>> = inquiry.map_or(&[][..], |i| &i.classes).iter().map(whole).collect();
    match &finding.verdict {
        Verdict::Violated(run) if classes.is_empty() => vec![Some(run.trace.clone())],
        _ => classes,
    }
}
