//! A file as runs of the system whose names fit best.

use crate::codes::{NO_NAME_FITS, NOT_A_TRACE};
use crate::input;
use crate::suggest::nearest;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_ir::System;
use wherefore_report::text::fit;
use wherefore_trace::format::{BoundTrace, FormatError, read_any};

/// The formats that are read, as a message lists them.
const READABLE: &str = "NuSMV text and XML, Kind 2 JSON, the Informal Trace Format, VCD and BTOR2 witnesses are read";

/// Names in a message.
const MOST_NAMED: usize = 6;

/// The runs of a file.
pub struct Given {
    /// What the file is called.
    pub name: String,
    /// Its runs, which may lack values.
    pub runs: Vec<BoundTrace>,
}

impl Given {
    /// What one of its runs is called.
    pub fn called(&self, index: usize) -> String {
        let which = if self.runs.len() > 1 { format!(", trace {},", index + 1) } else { String::new() };
        format!("the run in `{}`{which}", self.name)
    }

    /// A message about a line of the file, if it has lines.
    pub fn located(&self, line: usize, message: &str) -> String {
        let name = &self.name;
        if line == 0 { format!("`{name}`: {message}") } else { format!("`{name}`, line {line}: {message}") }
    }
}

/// Reads a file as runs of the system whose names fit best, and the place of that; nothing if there is no system.
pub fn read(path: &Path, systems: &[&System]) -> Result<Option<(usize, Given)>, Diagnostic> {
    let text = input::read(path)?;
    let mut best: Option<(usize, usize, Result<Vec<BoundTrace>, FormatError>)> = None;
    for (index, system) in systems.iter().enumerate() {
        let bound = read_any(system, &text.text);
        let misfit = bound.as_ref().map_or(usize::MAX, |b| b.iter().map(|b| misfit(system, b)).sum());
        if best.as_ref().is_none_or(|(least, ..)| misfit < *least) {
            best = Some((misfit, index, bound));
        }
    }
    let Some((_, index, bound)) = best else { return Ok(None) };
    let refused = |headline: String| Diagnostic::new(NOT_A_TRACE, headline).help(READABLE);
    let runs = bound.map_err(|e| refused(format!("`{}` is not a trace that can be read: {e}", text.name)))?;
    let given = Given { name: text.name, runs };
    if given.runs.iter().all(|b| b.trace.is_empty()) {
        return Err(refused(format!("there is no trace in `{}`", given.name)));
    }
    if given.runs.iter().all(|b| b.origin.is_foreign()) {
        return Err(foreign(&given, systems[index]));
    }
    Ok(Some((index, given)))
}

/// How badly names fit: what the system does not know, and what it gets no value for.
fn misfit(system: &System, bound: &BoundTrace) -> usize {
    let first = bound.trace.steps.first();
    let missing = system.state_vars().filter(|v| first.is_none_or(|s| s.get(*v).is_none())).count();
    bound.remarks.len() + missing
}

/// The complaint about a file that has no name of the model, with those of the model that look like its own.
fn foreign(given: &Given, system: &System) -> Diagnostic {
    let known: Vec<&str> = system
        .terms
        .vars()
        .map(|(_, var)| var.name.as_str())
        .chain(system.defines.iter().map(|d| d.name.as_str()))
        .filter(|name| !name.starts_with('$'))
        .collect();
    let unknown: Vec<&str> =
        given.runs.iter().flat_map(|b| &b.origin.unknown).map(String::as_str).take(MOST_NAMED + 1).collect();
    let complaint = Diagnostic::new(NO_NAME_FITS, format!("none of the names in `{}` is in the model", given.name))
        .note(format!("the file has {}", fit::list(&unknown, MOST_NAMED)));
    let alike: Vec<String> = unknown.iter().filter_map(|u| Some(format!("`{}` for `{u}`", like(u, &known)?))).collect();
    if alike.is_empty() {
        return complaint.note(format!("the model has {}", fit::list(&known, MOST_NAMED)));
    }
    let alike: Vec<&str> = alike.iter().map(String::as_str).collect();
    complaint.help(format!("names that look close: {}", fit::list(&alike, MOST_NAMED)))
}

/// A name of the model that is called the same in its instance, or nearly the same.
fn like<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let last = |name: &'a str| name.rsplit(['.', ':', '/']).next().unwrap_or(name);
    let own = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
    known.iter().copied().find(|k| last(k) == own).or_else(|| nearest(name, known.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_trace::replay;

    const PRINTED: &str = "Trace Description: LTL Counterexample\n  -> State: 1.1 <-\n    x = TRUE\n  -- Loop starts here\n  \
        -> State: 1.2 <-\n    x = FALSE\n  -> State: 1.3 <-\n    x = TRUE\n  -> State: 1.4 <-\n    x = FALSE\n";

    #[test]
    fn steps_keep_the_numbers_that_they_have_in_the_file() {
        let system = wherefore_ir::text::parse("system \"a\"\nvar x : bool state").unwrap();
        let bound = read_any(&system, PRINTED).unwrap();
        let trace = &bound[0].trace;
        assert_eq!((bound.len(), trace.len(), trace.loop_start), (1, 4, Some(2)));
        assert_eq!(trace.steps[1], trace.steps[3]);
        assert_eq!(replay(&system, trace), Ok(()));
    }

    #[test]
    fn names_are_close_if_their_ends_are_the_same_or_all_of_them_nearly_is() {
        let known = ["controller.fired", "sen_front"];
        assert_eq!(like("flat.AC.fired", &known), Some("controller.fired"));
        assert_eq!(like("sen_frnt", &known), Some("sen_front"));
        assert_eq!(like("zebra", &known), None);
    }
}
