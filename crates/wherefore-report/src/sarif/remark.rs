//! Results of diagnostics: what is wrong with the input is marked in it as well as what is wrong with its properties.
//!
//! The standard has notifications for what a tool says about its configuration, but nobody marks those in a file; a model that
//! cannot be read is for its author a failure like any other.

use super::flow::{self, Run};
use super::log::{Finding, Location, Text};
use super::words::{plain, sentence};
use super::{Desk, rules};
use crate::view::Remark;
use serde_json::Value;
use std::collections::BTreeMap;

/// The result of a diagnostic.
pub fn result(desk: &mut Desk<'_>, remark: &Remark) -> Finding {
    let diagnostic = &remark.diagnostic;
    let rule_index = desk.rules.diagnostic(diagnostic.code);
    let mut words = sentence(&plain(&diagnostic.headline));
    for more in diagnostic.notes.iter().chain(&diagnostic.help) {
        words.push_str(&format!(" {}", sentence(&plain(more))));
    }
    let mut location = desk.places.first([diagnostic.span()]);
    if let Some(label) = diagnostic.labels.first().filter(|l| !l.text.is_empty()) {
        location = location.saying(plain(&label.text));
    }
    let others = diagnostic.labels.iter().skip(1).filter_map(|l| Some((desk.places.at(l.span)?, &l.text)));
    let others = others.enumerate().map(|(i, (place, text))| Location { id: Some(i + 1), ..place.saying(plain(text)) });
    let related_locations = others.collect();
    let code_flows = remark.trace.iter().map(|trace| {
        let run = Run { trace, told: None, unit: "state", elsewhere: Location { message: None, ..location.clone() } };
        flow::one(&desk.places, &run, "the run that leads there")
    });
    Finding {
        rule_id: desk.rules.id(rule_index),
        rule_index,
        kind: "fail",
        level: rules::level(diagnostic.code.severity),
        message: Text::new(words),
        code_flows: code_flows.collect(),
        locations: vec![location],
        related_locations,
        partial_fingerprints: BTreeMap::new(),
        properties: Value::Null,
    }
}
