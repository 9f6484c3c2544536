//! Two models side by side, for people: the verdict, what was compared, how large the machines are, and where they part.
//!
//! ```text
//! different after 2 steps: m, for x <= max - delta  0.12 s
//!
//! inputs   x: 0..200
//! outputs  m: 0..2
//! reference       alarm.scxml: 3 state classes, 4 input classes, 3 minimal states
//! implementation  other.scxml: 3 state classes, 4 input classes, 3 minimal states
//! ```
//!
//! Suites of tests and mutants are drawn in the files beside this one.

mod graphs;
mod mutants;
mod mutation;
mod near;
mod reactions;
mod tests;

pub use mutants::mutants;
pub use tests::tests;

use super::fit::{count, duration, list, shorten_middle, visible};
use super::inquiry::suspects::{limit, section, suspects};
use super::inquiry::{Focus, Page};
use super::paint::{Ink, Paint};
use super::{Options, broken, caveat, unfinished, verdicts};
use crate::document::equivalence::{
    Comparison, Confirmation, Difference, Equivalence, InputClass, Interface, Numbers, Port, Profile, method_word,
    numbers_word,
};
use crate::document::{Document, Obligations};

/// Input classes and differences in an overview.
const MOST_CLASSES: usize = 12;
const MOST_DIFFERENCES: usize = 10;
/// Columns of a key in a list.
const WIDEST_KEY: usize = 60;

/// Findings about two models.
pub fn diff(report: &Document, options: &Options, focus: Focus<'_>) -> String {
    let page = Page { options, paint: Paint(options.style), sources: &report.sources, focus };
    let mut parts = vec![unfinished(report, options), broken(report, options), nothing(report, "compared")];
    if let Some((found, compared)) = report.comparison().and_then(|found| Some((found, found.graphs.as_ref()?))) {
        parts.extend(graphs::parts(&page, found, compared));
        return together(parts);
    }
    if let Some(found) = report.comparison() {
        parts.push(page.verdict(found));
        parts.push(page.machines(report, found));
        parts.push(page.input_classes(found));
        parts.extend(page.differences(found));
        parts.push(suspects(&page, &found.suspects));
        parts.push(found.confirmations.iter().map(confirmation).collect());
        parts.push(page.notes(&found.notes));
        parts.push(caveat(report, options));
        parts.push(page.completeness_of(found));
    }
    together(parts)
}

/// The parts that say something, with a line between them.
fn together(mut parts: Vec<String>) -> String {
    parts.retain(|p| !p.is_empty());
    parts.join("\n")
}

/// Text if a model does not make sense, or if there is no answer.
fn nothing(report: &Document, done: &str) -> String {
    match &report.obligations {
        Obligations::Broken => format!("the model does not make sense: nothing was {done}\n"),
        Obligations::Undetermined(cause) if !report.has_result() => {
            let advice: String = cause.advice().iter().map(|line| format!("  {line}\n")).collect();
            format!("undetermined: nothing was {done}\n  {}\n{advice}", visible(&cause.message))
        }
        _ => String::new(),
    }
}

impl Page<'_> {
    fn verdict(&self, found: &Comparison) -> String {
        let numbers = numbers(found.numbers);
        let time = self.paint.ink(Ink::Faint, &duration(found.seconds));
        match &found.verdict {
            Equivalence::Equivalent(proof) => {
                let word = self.paint.ink(Ink::Good, "equivalent");
                let proof = self.paragraph("proof: ", &verdicts::proof(proof));
                format!("{word} for all inputs{numbers}  {time}\n{proof}")
            }
            Equivalence::Different(_) => {
                let word = self.paint.ink(Ink::Bad, "different");
                let what = found.differences.first().map_or_else(String::new, |d| format!(" {}", parting(d)));
                let mut out = format!("{word}{what}{numbers}  {time}\n");
                out.push_str(&found.differences.first().map_or_else(String::new, |d| self.paragraph("  ", &d.key)));
                out
            }
            Equivalence::Undetermined(cause) => {
                let word = self.paint.ink(Ink::Unsure, "undetermined");
                let lines = std::iter::once(cause.message.clone()).chain(cause.advice());
                format!("{word}{numbers}  {time}\n") + &lines.map(|l| self.paragraph("  ", &l)).collect::<String>()
            }
        }
    }

    /// Interface that was compared, and the sizes of the machines.
    fn machines(&self, report: &Document, found: &Comparison) -> String {
        let mut out = found.interface.as_ref().map_or_else(String::new, |i| self.interface(i));
        let machines = [
            ("reference       ", &report.model.path, &found.reference_profile),
            ("implementation  ", &found.implementation.path, &found.implementation_profile),
        ];
        for (lead, path, profile) in machines {
            let Some(profile) = profile else { continue };
            out.push_str(&self.paragraph(lead, &format!("{path}: {}", sizes(profile))));
        }
        out
    }

    fn interface(&self, interface: &Interface) -> String {
        let ports = |ports: &[Port]| {
            let words: Vec<String> = ports.iter().map(port).collect();
            if words.is_empty() { "none".to_owned() } else { words.join("; ") }
        };
        self.paragraph("inputs   ", &ports(&interface.inputs))
            + &self.paragraph("outputs  ", &ports(&interface.outputs))
    }

    fn input_classes(&self, found: &Comparison) -> String {
        let Some(interface) = &found.interface else { return String::new() };
        let classes = |profile: &Option<Profile>| profile.as_ref().and_then(|p| p.input_classes.clone());
        let is_equivalent = matches!(found.verdict, Equivalence::Equivalent(_)) && self.focus != Focus::Everything;
        match (classes(&found.reference_profile), classes(&found.implementation_profile)) {
            (Some(one), _) if is_equivalent => self.classes("input classes", interface, &one),
            (Some(one), Some(two)) if conditions(&one) == conditions(&two) => {
                self.classes("input classes of both", interface, &one)
            }
            (one, two) => {
                let sides = [("input classes of the reference", one), ("input classes of the implementation", two)];
                let lists = sides.iter().filter_map(|(h, c)| Some(self.classes(h, interface, c.as_deref()?)));
                lists.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// A list of input classes, each with one of its inputs.
    fn classes(&self, heading: &str, interface: &Interface, classes: &[InputClass]) -> String {
        let shown = limit(self, classes.len(), MOST_CLASSES);
        let column = shown.to_string().len();
        let line = |(index, class): (usize, &InputClass)| {
            let example = assignments(&interface.inputs, &class.shown);
            let text =
                if example.is_empty() { class.condition.clone() } else { format!("{}  ({example})", class.condition) };
            self.paragraph(&format!("  {:>column$}  ", index + 1), &text)
        };
        let body: String = classes[..shown].iter().enumerate().map(line).collect();
        section(self, heading, body) + &self.rest(classes.len() - shown, "input class", "input classes")
    }

    /// The shortest difference as a table, and a line for each of the others.
    fn differences(&self, found: &Comparison) -> Vec<String> {
        let (Some(interface), [first, others @ ..]) = (&found.interface, found.differences.as_slice()) else {
            return Vec::new();
        };
        let heading = if others.is_empty() { "difference" } else { "shortest difference" };
        let mut parts = vec![self.shown(heading, interface, first)];
        if self.focus == Focus::Everything {
            let all = others.iter().enumerate();
            parts.extend(all.map(|(i, d)| self.shown(&format!("difference {}", i + 2), interface, d)));
            return parts;
        }
        let shown = limit(self, others.len(), MOST_DIFFERENCES);
        let line =
            |(index, d): (usize, &Difference)| self.paragraph(&format!("  {}  ", index + 2), &brief(interface, d));
        let body: String = others[..shown].iter().enumerate().map(line).collect();
        parts.push(
            section(self, "other differences", body) + &self.rest(others.len() - shown, "difference", "differences"),
        );
        parts
    }

    /// One difference with its runs.
    fn shown(&self, heading: &str, interface: &Interface, difference: &Difference) -> String {
        let key =
            shorten_middle(&visible(&difference.key), self.options.width.saturating_sub(heading.len() + 2).max(20));
        let head = format!("{}: {key}\n", self.paint.ink(Ink::Strong, heading));
        let lines = reactions::lines(self, interface, difference);
        head + &self.paragraph("  ", &facts(difference)) + &lines + &near::lines(self, interface, difference)
    }

    fn notes(&self, notes: &[String]) -> String {
        notes.iter().map(|n| self.paragraph("note: ", n)).collect()
    }

    fn completeness_of(&self, found: &Comparison) -> String {
        let Equivalence::Different(complete) = &found.verdict else { return String::new() };
        let classes = count(found.differences.len(), "difference", "differences");
        match complete {
            Ok(()) => format!("{classes}, {}\n", self.paint.ink(Ink::Good, "complete")),
            Err(cause) => {
                let word = self.paint.ink(Ink::Unsure, "stopped");
                let mut out = format!("{classes}, {word}: there may be others\n");
                let lines = std::iter::once(cause.message.clone()).chain(cause.advice());
                lines.for_each(|line| out.push_str(&self.paragraph("  ", &line)));
                out
            }
        }
    }
}

/// Results of suites on the implementation: the one that is made for both models, and the one that `tests` writes.
fn confirmation(found: &Confirmation) -> String {
    let line = |what: &str, (cases, length, passes): (usize, usize, bool)| {
        let (tests, inputs) = (count(cases, "test", "tests"), count(length, "input", "inputs"));
        let says = if passes { "passes" } else { "fails" };
        format!("suite {}{what}, {tests}, {inputs} in all: the implementation {says}\n", method_word(found.method))
    };
    let both = line(" made for both models", (found.cases, found.length, found.passes));
    let written = found.written.map(|w| line(" as `tests` writes it", (w.cases, w.length, w.passes)));
    both + &written.unwrap_or_default()
}

/// When two machines part, in words.
fn parting(difference: &Difference) -> String {
    match difference.reactions.len() {
        0 => "from the start".to_owned(),
        n => format!("after {}", count(n, "step", "steps")),
    }
}

/// Interpretation of numbers, if that matters.
fn numbers(numbers: Option<Numbers>) -> String {
    match numbers {
        None | Some(Numbers::Exact) => String::new(),
        Some(Numbers::Reals) => " (reals)".to_owned(),
        Some(floats @ Numbers::Floats(_)) => format!(" ({})", numbers_word(floats)),
    }
}

/// Whether there is nothing to choose or see: an enumeration with one value.
fn is_constant(port: &Port) -> bool {
    port.sort.starts_with('{') && !port.sort.contains(',')
}

fn port(port: &Port) -> String {
    if port.reference == port.implementation {
        format!("{}: {}", port.reference, port.sort)
    } else {
        format!("{} (implementation: {}): {}", port.reference, port.implementation, port.sort)
    }
}

/// How large a machine is, in words.
fn sizes(profile: &Profile) -> String {
    let mut words = vec![count(profile.state_classes, "state class", "state classes")];
    words.push(match &profile.input_classes {
        Some(classes) => count(classes.len(), "input class", "input classes"),
        None => "input classes not listed".to_owned(),
    });
    words.push(match profile.minimal_states {
        Some(states) => count(states, "minimal state", "minimal states"),
        None => "minimal states not known".to_owned(),
    });
    if !profile.is_deterministic {
        words.push("nondeterministic".to_owned());
    }
    words.extend(profile.refused.as_ref().map(|example| format!("does not take every input: {example}")));
    words.join(", ")
}

fn conditions(classes: &[InputClass]) -> Vec<&str> {
    classes.iter().map(|c| c.condition.as_str()).collect()
}

/// Values with their names: "x = 100, go = true".
fn assignments(ports: &[Port], values: &[String]) -> String {
    let free = ports.iter().zip(values).filter(|(port, _)| !is_constant(port));
    let words: Vec<String> = free.map(|(p, v)| format!("{} = {v}", p.reference)).collect();
    words.join(", ")
}

/// Facts about a difference beside its runs.
fn facts(difference: &Difference) -> String {
    let steps = count(difference.reactions.len(), "step", "steps");
    let places = count(difference.places, "pair of states", "pairs of states");
    let at = if difference.places > 0 { format!(", at {places}") } else { String::new() };
    format!("{steps}{at}, id {}", difference.id)
}

/// A difference in one line.
fn brief(interface: &Interface, difference: &Difference) -> String {
    let last = difference.reactions.last().map(|r| assignments(&interface.inputs, &r.inputs)).unwrap_or_default();
    let last = if last.is_empty() { String::new() } else { format!(", last {last}") };
    let key = shorten_middle(&visible(&difference.key), WIDEST_KEY);
    let steps = count(difference.reactions.len(), "step", "steps");
    format!("{key}: {steps}{last}, id {}", difference.id)
}

/// The outputs that differ at the last reaction, in words.
fn differing(interface: &Interface, difference: &Difference) -> String {
    let names: Vec<&str> =
        difference.outputs.iter().filter_map(|o| Some(interface.outputs.get(*o)?.reference.as_str())).collect();
    list(&names, 6)
}
