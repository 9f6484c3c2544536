//! The fields of `diff` documents, and which fields a document has at all. They stand beside those that every document has; what is not known
//! is `null`, a list of which nothing is known is empty.

use super::inquiry::Suspect;
use super::suite::{Mutate, Tests};
use super::{Cause, Certificate, Trace, rounded};
use crate::view::equivalence::{
    Comparison, Confirmation, Difference, Equivalence, InputAt, InputClass, Interface, NearestInputs, Outcome, Party,
    Port, Profile, Reaction, method_word, numbers_word,
};
use crate::view::{self, Datum, Report};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What a document of these commands has beside the rest.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Fields<'a> {
    /// Of `diff`.
    Diff(Box<Diff<'a>>),
    /// Of `tests`.
    Tests(Box<Tests<'a>>),
    /// Of `mutate`.
    Mutate(Mutate<'a>),
}

/// What a document of `diff` has beside the rest.
#[derive(Default, Serialize)]
pub struct Diff<'a> {
    equivalent: Option<bool>,
    cause: Option<Cause<'a>>,
    numbers: Option<&'static str>,
    certificate: Option<Certificate<'a>>,
    complete: Option<bool>,
    stopped: Option<Cause<'a>>,
    interface: Option<Ports<'a>>,
    trace: Option<Vec<Step<'a>>>,
    state_classes: Option<usize>,
    input_classes: Option<Vec<Class<'a>>>,
    minimal_states: Option<usize>,
    reference: Option<Machine<'a>>,
    implementation: Option<Machine<'a>>,
    differences: Vec<Parting<'a>>,
    suspects: Vec<Suspect<'a>>,
    confirmations: Vec<Confirmed>,
    notes: &'a [String],
    pairs: usize,
    questions: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct Confirmed {
    method: &'static str,
    case_count: usize,
    input_count: usize,
    passes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Written>,
}

/// What the suite says that is written for the reference by itself.
#[derive(Serialize)]
struct Written {
    case_count: usize,
    input_count: usize,
    passes: bool,
}

/// What is chosen and seen.
#[derive(Serialize)]
pub struct Ports<'a> {
    inputs: Vec<Channel<'a>>,
    outputs: Vec<Channel<'a>>,
}

#[derive(Serialize)]
struct Channel<'a> {
    name: &'a str,
    implementation: &'a str,
    #[serde(rename = "type")]
    sort: &'a str,
}

#[derive(Serialize)]
struct Machine<'a> {
    path: &'a str,
    language: Option<&'static str>,
    #[serde(flatten)]
    size: Size<'a>,
}

/// A machine by itself.
#[derive(Default, Serialize)]
pub struct Size<'a> {
    state_classes: Option<usize>,
    input_classes: Option<Vec<Class<'a>>>,
    minimal_states: Option<usize>,
    deterministic: Option<bool>,
    refused: Option<&'a str>,
}

#[derive(Serialize)]
struct Class<'a> {
    condition: &'a str,
    example: Row<'a>,
}

#[derive(Serialize)]
struct Parting<'a> {
    id: &'a str,
    key: &'a str,
    condition: &'a str,
    outputs: Vec<&'a str>,
    start: Option<Row<'a>>,
    start_implementation: Option<Row<'a>>,
    reactions: Vec<Step<'a>>,
    by: &'static str,
    others: Vec<Row<'a>>,
    places: usize,
    reference_run: Option<Trace<'a>>,
    implementation_run: Option<Trace<'a>>,
    enough: Option<Vec<Spot<'a>>>,
    nearest: Option<Near<'a>>,
    untold: Vec<Missing<'a>>,
}

/// An input at a reaction.
#[derive(Serialize)]
struct Spot<'a> {
    reaction: usize,
    input: &'a str,
}

/// The nearest inputs on which both models show the same.
#[derive(Serialize)]
struct Near<'a> {
    reactions: Vec<Step<'a>>,
    differs: Vec<Spot<'a>>,
    choices: usize,
}

/// A part of an explanation that is not there.
#[derive(Serialize)]
struct Missing<'a> {
    part: &'static str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Step<'a> {
    inputs: Row<'a>,
    reference: Option<Row<'a>>,
    implementation: Option<Row<'a>>,
    reference_takes: &'a [String],
    implementation_takes: &'a [String],
}

/// Values by the names of their ports.
pub struct Row<'a>(pub &'a [Port], pub &'a [String]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (port, text) in self.0.iter().zip(self.1) {
            match datum(text, &port.sort) {
                Datum::Bool(b) => map.serialize_entry(&port.reference, &b)?,
                Datum::Int(n) => map.serialize_entry(&port.reference, &n)?,
                Datum::Text => map.serialize_entry(&port.reference, text)?,
            }
        }
        map.end()
    }
}

/// A value for programs, given its text and the values of its port in words. As everywhere in a document, truth values and
/// integers that every reader can hold are what they are, and everything else is text.
fn datum(text: &str, sort: &str) -> Datum {
    let is_range = sort.split_once("..").is_some_and(|(lo, hi)| lo.parse::<i64>().is_ok() && hi.parse::<i64>().is_ok());
    match (sort, text) {
        ("boolean" | "bool", "TRUE" | "true") => Datum::Bool(true),
        ("boolean" | "bool", "FALSE" | "false") => Datum::Bool(false),
        ("integer" | "int", _) => integer(text),
        _ if is_range => integer(text),
        _ => Datum::Text,
    }
}

fn integer(text: &str) -> Datum {
    let number = text.parse::<i64>().ok().filter(|n| (-view::EXACT..=view::EXACT).contains(n));
    number.map_or(Datum::Text, Datum::Int)
}

impl<'a> Fields<'a> {
    /// The fields for a report; none if its command asks for properties.
    pub fn of(report: &'a Report) -> Option<Fields<'a>> {
        match (report.command, &report.result) {
            (view::Command::Check | view::Command::Why, _) => None,
            (_, Some(Outcome::Comparison(found))) => Some(Fields::Diff(Box::new(Diff::of(report, found)))),
            (_, Some(Outcome::Tests(plan))) => Some(Fields::Tests(Box::new(Tests::of(plan)))),
            (_, Some(Outcome::Mutants(found))) => Some(Fields::Mutate(Mutate::of(found, &report.sources))),
            (view::Command::Diff, None) => Some(Fields::Diff(Box::default())),
            (view::Command::Tests, None) => Some(Fields::Tests(Box::default())),
            (view::Command::Mutate, None) => Some(Fields::Mutate(Mutate::default())),
        }
    }
}

impl<'a> Diff<'a> {
    fn of(report: &'a Report, found: &'a Comparison) -> Diff<'a> {
        let size = |profile: &'a Option<Profile>| {
            profile.as_ref().zip(found.interface.as_ref()).map(|(p, i)| Size::of(p, i)).unwrap_or_default()
        };
        let machine = |model: &'a view::Model, profile| Machine {
            path: &model.path,
            language: model.language,
            size: size(profile),
        };
        let Size { state_classes, input_classes, minimal_states, .. } = size(&found.reference_profile);
        let interface = found.interface.as_ref();
        let parting = |d: &'a Difference| interface.map(|i| Parting::of(d, i));
        let first = found.differences.first().zip(interface);
        let mut diff = Diff {
            numbers: found.numbers.map(numbers_word),
            interface: interface.map(Ports::of),
            trace: first.map(|(d, i)| d.reactions.iter().map(|r| Step::of(r, i)).collect()),
            state_classes,
            input_classes,
            minimal_states,
            reference: Some(machine(&report.model, &found.reference_profile)),
            implementation: Some(machine(&found.implementation, &found.implementation_profile)),
            differences: found.differences.iter().filter_map(parting).collect(),
            suspects: found.suspects.iter().map(|s| Suspect::of(s, &report.sources)).collect(),
            confirmations: found.confirmations.iter().map(Confirmed::of).collect(),
            notes: &found.notes,
            pairs: found.pairs,
            questions: found.questions,
            seconds: rounded(found.seconds),
            ..Diff::default()
        };
        diff.decide(&found.verdict);
        diff
    }

    fn decide(&mut self, verdict: &'a Equivalence) {
        match verdict {
            Equivalence::Equivalent(proof) => {
                self.equivalent = Some(true);
                self.certificate = Some(Certificate::of(proof));
            }
            Equivalence::Different(complete) => {
                self.equivalent = Some(false);
                self.complete = Some(complete.is_ok());
                self.stopped = complete.as_ref().err().map(Cause::of);
            }
            Equivalence::Undetermined(cause) => self.cause = Some(Cause::of(cause)),
        }
    }
}

impl Confirmed {
    fn of(found: &Confirmation) -> Confirmed {
        let method = method_word(found.method);
        let written =
            |w: view::equivalence::Written| Written { case_count: w.cases, input_count: w.length, passes: w.passes };
        Confirmed {
            method,
            case_count: found.cases,
            input_count: found.length,
            passes: found.passes,
            written: found.written.map(written),
        }
    }
}

impl<'a> Ports<'a> {
    /// Of an interface.
    pub fn of(interface: &'a Interface) -> Ports<'a> {
        let channel = |p: &'a Port| Channel { name: &p.reference, implementation: &p.implementation, sort: &p.sort };
        Ports {
            inputs: interface.inputs.iter().map(channel).collect(),
            outputs: interface.outputs.iter().map(channel).collect(),
        }
    }
}

impl<'a> Size<'a> {
    /// Of a profile.
    pub fn of(profile: &'a Profile, interface: &'a Interface) -> Size<'a> {
        let class = |c: &'a InputClass| Class { condition: &c.condition, example: Row(&interface.inputs, &c.shown) };
        Size {
            state_classes: Some(profile.state_classes),
            input_classes: profile.input_classes.as_ref().map(|c| c.iter().map(class).collect()),
            minimal_states: profile.minimal_states,
            deterministic: Some(profile.is_deterministic),
            refused: profile.refused.as_deref(),
        }
    }
}

impl<'a> Parting<'a> {
    fn of(difference: &'a Difference, interface: &'a Interface) -> Parting<'a> {
        let outputs = &interface.outputs;
        let row = |values: &'a Vec<String>| Row(outputs, values);
        let name = |output: &usize| outputs.get(*output).map(|p| p.reference.as_str());
        Parting {
            id: &difference.id,
            key: &difference.key,
            condition: &difference.condition,
            outputs: difference.outputs.iter().filter_map(name).collect(),
            start: difference.start.as_ref().map(row),
            start_implementation: difference.start_differs.as_ref().or(difference.start.as_ref()).map(row),
            reactions: difference.reactions.iter().map(|r| Step::of(r, interface)).collect(),
            by: match difference.by {
                Party::Reference => "reference",
                Party::Implementation => "implementation",
            },
            others: difference.others.iter().map(row).collect(),
            places: difference.places,
            reference_run: difference.reference_run.as_ref().map(Trace::of),
            implementation_run: difference.implementation_run.as_ref().map(Trace::of),
            enough: difference.enough.as_ref().map(|list| spots(list, interface)),
            nearest: difference.nearest.as_ref().map(|near| Near::of(near, interface)),
            untold: difference.untold.iter().map(|(part, reason)| Missing { part, reason }).collect(),
        }
    }
}

fn spots<'a>(list: &[InputAt], interface: &'a Interface) -> Vec<Spot<'a>> {
    let spot = |at: &InputAt| Some(Spot { reaction: at.reaction, input: &interface.inputs.get(at.input)?.reference });
    list.iter().filter_map(spot).collect()
}

impl<'a> Near<'a> {
    fn of(near: &'a NearestInputs, interface: &'a Interface) -> Near<'a> {
        let reactions = near.reactions.iter().map(|r| Step::of(r, interface)).collect();
        Near { reactions, differs: spots(&near.differs, interface), choices: near.choices }
    }
}

impl<'a> Step<'a> {
    fn of(reaction: &'a Reaction, interface: &'a Interface) -> Step<'a> {
        let shown = |values: &'a Option<Vec<String>>| values.as_ref().map(|v| Row(&interface.outputs, v));
        Step {
            inputs: Row(&interface.inputs, &reaction.inputs),
            reference: shown(&reaction.reference),
            implementation: shown(&reaction.implementation),
            reference_takes: &reaction.reference_takes,
            implementation_takes: &reaction.implementation_takes,
        }
    }
}
