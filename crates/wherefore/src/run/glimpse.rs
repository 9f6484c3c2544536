//! A violation as text, for the time in which its ways are still looked for.

use std::sync::Arc;
use std::time::Duration;
use wherefore_check::{Finding, Verdict};
use wherefore_diag::SourceMap;
use wherefore_explain::dataflow::Flow;
use wherefore_explain::{Class, Completeness, Inquiry, Undivided};
use wherefore_ir::System;
use wherefore_report::build::{self, Context, Defines};
use wherefore_report::document::{Command, Document};
use wherefore_report::text;

/// Values of the longest run that is laid out: a look at it must not take the time of the search.
const MOST_VALUES: usize = 20_000;

/// Where a violation comes from, and how it is to look.
pub struct Glimpse {
    /// Name of the model.
    pub model: String,
    /// Its system.
    pub system: Arc<System>,
    /// Its text.
    pub sources: Arc<SourceMap>,
    /// Which variables the run shows.
    pub defines: Defines,
    /// How the text looks.
    pub options: text::Options,
}

impl Glimpse {
    /// The verdict, found after this time, and the run that shows it; nothing if the run is long.
    pub fn text(&self, finding: &Finding, after: Duration) -> String {
        let Verdict::Violated(run) = &finding.verdict else { return String::new() };
        if run.trace.len() * self.system.terms.var_count() > MOST_VALUES {
            return String::new();
        }
        let Glimpse { system, sources, defines, .. } = self;
        let context = Context { command: Command::Check, system, sources, defines: *defines };
        // One class of all failing runs, of which the run is all that is known.
        let mut inquiry = Inquiry::new("", Completeness::Undivided);
        inquiry.undivided = Some(Undivided::NoControl);
        let mut class = Class::new(String::new(), String::new(), run.trace.clone());
        class.flow = system.annexes.network.as_ref().map(|_| Flow::default());
        inquiry.classes.push(class);
        let property = build::property(&context, finding, Some(&inquiry), after.as_secs_f64());
        let report = Document { properties: vec![property], ..Document::new(Command::Check, self.model.clone()) };
        text::violation(&report, &self.options)
    }
}
