//! Results of diagnostics: what is wrong with the input is marked in it as well as what is wrong with its properties.
//!
//! The standard has notifications for what a tool says about its configuration, but those are not marked in a file; a model
//! that cannot be read is for its author a failure like any other.

use super::flow::{self, Run, STATE};
use super::log::{Finding, Location};
use super::words::{plain, sentence};
use super::{LogWriter, rules};
use crate::document::Remark;

/// The result of a diagnostic.
pub fn result(writer: &mut LogWriter<'_>, remark: &Remark) -> Finding {
    let diagnostic = &remark.diagnostic;
    let rule = writer.rules.diagnostic(diagnostic.code);
    let mut words = sentence(&plain(&diagnostic.headline));
    for more in diagnostic.notes.iter().chain(&diagnostic.help) {
        words.push_str(&format!(" {}", sentence(&plain(more))));
    }
    let mut location = writer.places.first([diagnostic.span()]);
    if let Some(label) = diagnostic.labels.first().filter(|l| !l.text.is_empty()) {
        location = location.saying(plain(&label.text));
    }
    let others = diagnostic.labels.iter().skip(1).filter_map(|l| Some((writer.places.at(l.span)?, &l.text)));
    let others = others.enumerate().map(|(i, (place, text))| Location { id: Some(i + 1), ..place.saying(plain(text)) });
    let related_locations = others.collect();
    let code_flows = remark.trace.iter().map(|trace| {
        let run = Run {
            trace,
            told: None,
            unit: STATE,
            at_events: false,
            elsewhere: Location { message: None, ..location.clone() },
        };
        flow::one(&writer.places, &run, "the run that leads there")
    });
    let code_flows = code_flows.collect();
    let kind = ("fail", rules::level(diagnostic.code.severity));
    Finding { code_flows, related_locations, ..writer.finding(rule, kind, words, location) }
}
