//! A file as runs of the system whose names fit best.

use crate::codes::{NO_NAME_FITS, NOT_A_TRACE};
use crate::input;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_ir::System;
use wherefore_report::text::fit;
use wherefore_syntax::nearest;
use wherefore_trace::format::{BoundTrace, FormatError, read_any};

/// The formats that are read, as a message lists them.
const READABLE: &str = "NuSMV text and XML, Kind 2 JSON, the Informal Trace Format, VCD and BTOR2 witnesses are read";

/// Names in a message.
const MOST_NAMED: usize = 6;

/// The runs of a file.
pub struct ExternalTraces {
    /// Name of the file.
    pub name: String,
    /// Its runs, which may lack values. Each of them says something about the model.
    pub runs: Vec<BoundTrace>,
    /// Their numbers in the file, from 1.
    numbers: Vec<usize>,
    /// The numbers of those that say nothing about the model.
    silent: Vec<usize>,
}

impl ExternalTraces {
    /// The runs of a file. Those that say nothing about the model are left out: any run of the model fits them.
    fn new(name: String, all: Vec<BoundTrace>) -> ExternalTraces {
        let mut given = ExternalTraces { name, runs: Vec::new(), numbers: Vec::new(), silent: Vec::new() };
        for (place, bound) in all.into_iter().enumerate() {
            if bound.trace.is_empty() || bound.origin.is_foreign() {
                given.silent.push(place + 1);
            } else {
                given.numbers.push(place + 1);
                given.runs.push(bound);
            }
        }
        given
    }

    /// Message about the runs that were left out.
    pub fn silence(&self) -> Option<String> {
        let numbers: Vec<String> = self.silent.iter().map(usize::to_string).collect();
        let list = fit::list(&numbers.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED);
        let (word, verb) = if numbers.len() == 1 { ("trace", "says") } else { ("traces", "say") };
        let words = format!("`{}`: {word} {list} {verb} nothing about the model: left out", self.name);
        (!numbers.is_empty()).then_some(words)
    }

    /// Name of one of its runs.
    pub fn called(&self, index: usize) -> String {
        let is_one = self.runs.len() + self.silent.len() == 1;
        let which = if is_one { String::new() } else { format!(", trace {},", self.numbers[index]) };
        format!("the run in `{}`{which}", self.name)
    }

    /// A message about a line of the file, if it has lines.
    pub fn located(&self, line: usize, message: &str) -> String {
        let name = &self.name;
        if line == 0 { format!("`{name}`: {message}") } else { format!("`{name}`, line {line}: {message}") }
    }
}

/// Reads a file as runs of the system whose names fit best, and the place of that; nothing if there is no system.
pub fn read(path: &Path, systems: &[System]) -> Result<Option<(usize, ExternalTraces)>, Diagnostic> {
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
    if runs.iter().all(|b| b.trace.is_empty()) {
        return Err(refused(format!("there is no trace in `{}`", text.name)));
    }
    let unknown: Vec<String> = runs.iter().flat_map(|b| &b.origin.unknown).take(MOST_NAMED + 1).cloned().collect();
    let given = ExternalTraces::new(text.name, runs);
    if given.runs.is_empty() {
        return Err(foreign(&given.name, &unknown, &systems[index]));
    }
    Ok(Some((index, given)))
}

/// How badly names fit: what the system does not know, and what it gets no value for.
fn misfit(system: &System, bound: &BoundTrace) -> usize {
    let first = bound.trace.steps.first();
    let missing = system.state_vars().filter(|v| first.is_none_or(|s| s.get(*v).is_none())).count();
    bound.remarks.len() + missing
}

/// The complaint about a file that gives no value to a name of the model, with those of the model that look like its own.
fn foreign(file: &str, unknown: &[String], system: &System) -> Diagnostic {
    let known: Vec<&str> = system
        .terms
        .vars()
        .filter(|(_, var)| !var.is_hidden())
        .map(|(_, var)| var.name.as_str())
        .chain(system.defines.iter().map(|d| d.name.as_str()))
        .collect();
    if unknown.is_empty() {
        let headline = format!("`{file}` says nothing about the model: it has no values");
        return Diagnostic::new(NO_NAME_FITS, headline)
            .note(format!("the model has {}", fit::list(&known, MOST_NAMED)));
    }
    let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
    let complaint = Diagnostic::new(NO_NAME_FITS, format!("none of the names in `{file}` is in the model"))
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
