//! The fields of `diff` documents, and which fields a document has at all. They stand beside those that every document has; what is not known
//! is `null`, a list of which nothing is known is empty.

use super::suite::Tests;
use super::{
    Comparison, Confirmation, Difference, Equivalence, GraphComparison, InputAt, InputClass, Interface, Mutants,
    NearestInputs, Outcome, Party, Port, Profile, Reaction, method_word, numbers_word,
};
use crate::document::write::rounded;
use crate::document::{Certificate, Datum, EXACT, Missing, Model, Suspect, Trace, former};
use crate::no_answer::NoAnswer;
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Fields of a document of `diff` beside the rest.
#[derive(Default, Serialize, JsonSchema)]
pub struct Diff<'a> {
    /// Only of diff: whether the models are the same for all inputs; null if that is not known.
    equivalent: Option<bool>,
    /// Only of diff: why it is not known whether the models are the same.
    cause: Option<&'a NoAnswer>,
    /// Only of diff and tests: what numbers were taken to be. exact: nothing is rounded; real: exact reals; float32,
    /// float64: IEEE 754, rounded to nearest even. null if it did not come so far.
    #[schemars(extend("enum" = ["exact", "real", "float32", "float64", null]))]
    numbers: Option<&'static str>,
    /// Only of diff: why equivalence is believed. A measurement.
    certificate: Option<&'a Certificate>,
    /// Only of diff: whether every difference is in a listed class; null unless the models are different.
    complete: Option<bool>,
    /// Only of diff: why there may be other differences.
    stopped: Option<&'a NoAnswer>,
    /// Only of diff and tests: what the environment chooses and what it sees; null if it did not come so far.
    interface: Option<Ports<'a>>,
    /// Only for diff: the shortest difference, reaction by reaction; the last one differs, or without reactions the
    /// start. null if no difference is known.
    trace: Option<Vec<Step<'a>>>,
    /// Only of diff and tests; of diff, those of the reference.
    state_classes: Option<usize>,
    /// Only of diff and tests; of diff, those of the reference.
    input_classes: Option<Vec<Class<'a>>>,
    /// Only of diff and tests; of diff, those of the reference.
    minimal_states: Option<usize>,
    /// Only of diff.
    reference: Option<Machine<'a>>,
    /// Only of diff.
    implementation: Option<Machine<'a>>,
    /// Only of diff: by what differs first and the class of the last inputs, shortest first.
    differences: Vec<Parting<'a>>,
    /// Only of diff: elements of the implementation, most suspicious first.
    suspects: &'a [Suspect],
    /// Only of diff, if that was asked for with --confirm: what suites say about the implementation that are made of
    /// the input classes and states of both models.
    confirmations: Vec<Confirmed>,
    /// Only of diff and tests: about the analysis itself.
    notes: &'a [String],
    /// Only of diff of labelled transition systems: in which sense they are the same or not, and what shows that they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    graphs: Option<&'a GraphComparison>,
    /// Only of diff: pairs of states that were looked at.
    pairs: usize,
    /// Only of diff: questions that solvers answered. A measurement.
    questions: usize,
    /// Only of diff. A measurement.
    #[serde(serialize_with = "rounded")]
    #[schemars(range(min = 0))]
    seconds: f64,
}

/// Result of a suite on the implementation.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Confirmation")]
struct Confirmed {
    /// How the suite is made, as --method spells it.
    #[schemars(extend("enum" = ["w", "wp", "h", "spyh"]))]
    method: &'static str,
    /// The number of tests.
    case_count: usize,
    /// Steps of all tests together.
    input_count: usize,
    /// Whether the implementation passes.
    passes: bool,
    /// Result of the suite that the command tests writes for the reference alone, by the same method; absent if no such
    /// suite exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<Written>,
}

/// Result of the suite that is written for the reference by itself.
#[derive(Serialize, JsonSchema)]
struct Written {
    /// The number of tests.
    case_count: usize,
    /// Steps of all tests together.
    input_count: usize,
    /// Whether the implementation passes.
    passes: bool,
}

/// Inputs and outputs.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Interface")]
pub struct Ports<'a> {
    /// Inputs that the environment chooses.
    inputs: Vec<Channel<'a>>,
    /// Outputs that it sees.
    outputs: Vec<Channel<'a>>,
}

/// An input or output that both models have.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Port")]
struct Channel<'a> {
    /// Its name in the reference.
    #[schemars(length(min = 1))]
    name: &'a str,
    /// Its name in the implementation.
    #[schemars(length(min = 1))]
    implementation: &'a str,
    /// Its values, in words.
    #[serde(rename = "type")]
    sort: &'a str,
}

/// One of two models that are compared.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Machine")]
struct Machine<'a> {
    /// The path as it was given.
    path: &'a str,
    /// The language as --language spells it.
    #[schemars(extend("enum" = ["smv", "scxml", "lustre", "simulink", "xstate", "btor2", "aiger", "aut", null]))]
    language: Option<&'static str>,
    /// Size of the machine by itself.
    #[serde(flatten)]
    size: Size<'a>,
}

/// A machine by itself.
#[derive(Default, Serialize, JsonSchema)]
pub struct Size<'a> {
    /// Distinct values of what it remembers and shows, at rest, that can be reached; of diff and tests.
    state_classes: Option<usize>,
    /// Inputs that the machine does not distinguish, whatever its state: the coarsest partition of all inputs. null if
    /// they are too many to list, or not known.
    input_classes: Option<Vec<Class<'a>>>,
    /// States of the smallest machine that does the same; null if that is not known.
    minimal_states: Option<usize>,
    /// Whether the same inputs always have the same outputs.
    deterministic: Option<bool>,
    /// An example of inputs that it does not take, in words; null if it takes all.
    refused: Option<&'a str>,
}

/// Inputs that a machine does not distinguish, whatever its state.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "InputClass")]
struct Class<'a> {
    /// Common condition of its inputs, in words.
    condition: &'a str,
    /// One of them.
    example: Row<'a>,
}

/// Runs of both models with the same inputs and, up to the last reaction, the same outputs.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Difference")]
struct Parting<'a> {
    /// Id, stable from run to run for the same key.
    #[schemars(length(min = 1))]
    id: &'a str,
    /// First difference, and the inputs that show it, in words.
    key: &'a str,
    /// The class of the last inputs, in words.
    condition: &'a str,
    /// Outputs that differ at the last reaction; empty if one machine does not take the inputs, or if only a
    /// combination of outputs differs.
    outputs: Vec<&'a str>,
    /// Outputs of the reference before the first inputs; null if nothing is seen.
    start: Option<Row<'a>>,
    /// Outputs of the implementation then.
    start_implementation: Option<Row<'a>>,
    /// The reactions; the last is the one that differs.
    reactions: Vec<Step<'a>>,
    /// Which machine can do what the other cannot; of deterministic machines, reference.
    #[schemars(extend("enum" = ["reference", "implementation"]))]
    by: &'static str,
    /// Outputs that the other machine may show at the last reaction, for nondeterministic machines.
    others: Vec<Row<'a>>,
    /// In how many pairs of states runs differ first in this way.
    places: usize,
    /// The run of the reference with every step; null if it is not known.
    reference_run: Option<&'a Trace>,
    /// The run of the implementation with every step; null if it is not known.
    implementation_run: Option<&'a Trace>,
    /// The inputs that are enough for the models to differ by then, whatever the others are; null if that is not
    /// known.
    enough: Option<Vec<Spot<'a>>>,
    /// Inputs of as many reactions on which both models show the same, as few changed as possible; null if there are
    /// none or that is not known.
    nearest: Option<Near<'a>>,
    /// The parts of the explanation that are missing, and why.
    #[serde(flatten, serialize_with = "former::missing")]
    #[schemars(with = "former::MissingParts")]
    missing: &'a [Missing],
}

/// An input at a reaction.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "InputAt")]
struct Spot<'a> {
    /// Its place in the list of reactions, from 0.
    reaction: usize,
    /// The name of the input in the reference.
    input: &'a str,
}

/// The nearest inputs on which both models show the same.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NearestInputs")]
struct Near<'a> {
    /// The reactions; both models show the same at each.
    reactions: Vec<Step<'a>>,
    /// The inputs that are others.
    differs: Vec<Spot<'a>>,
    /// How many inputs were compared.
    choices: usize,
}

/// A place of a run where the machine waits, with the inputs that it takes there and what is seen then.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Reaction")]
struct Step<'a> {
    /// Inputs that the environment chooses.
    inputs: Row<'a>,
    /// Outputs of the reference; null if it does not take the inputs, or can only do something else.
    reference: Option<Row<'a>>,
    /// Outputs of the implementation; null as for the reference.
    implementation: Option<Row<'a>>,
    /// The transitions that the reference takes.
    reference_takes: &'a [String],
    /// The transitions that the implementation takes.
    implementation_takes: &'a [String],
}

/// Fields that documents of `diff`, `tests` and `mutate` have beside the others.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "a shape for the schema")]
pub struct Fields {
    #[schemars(flatten)]
    diff: Option<Diff<'static>>,
    #[schemars(flatten)]
    tests: Option<Tests<'static>>,
    #[schemars(flatten)]
    mutants: Option<Mutants>,
}

/// Values by the names of inputs or outputs in the reference.
#[derive(JsonSchema)]
#[schemars(with = "std::collections::BTreeMap<String, crate::document::Cell>", rename = "Values")]
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
    let number = text.parse::<i64>().ok().filter(|n| (-EXACT..=EXACT).contains(n));
    number.map_or(Datum::Text, Datum::Int)
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Outcome::Comparison(found) => found.as_deref().map(Diff::of).unwrap_or_default().serialize(serializer),
            Outcome::Tests(plan) => plan.as_deref().map(Tests::of).unwrap_or_default().serialize(serializer),
            Outcome::Mutants(Some(found)) => found.serialize(serializer),
            Outcome::Mutants(None) => Mutants::default().serialize(serializer),
        }
    }
}

impl<'a> Diff<'a> {
    fn of(found: &'a Comparison) -> Diff<'a> {
        let size = |profile: &'a Option<Profile>| {
            profile.as_ref().zip(found.interface.as_ref()).map(|(p, i)| Size::of(p, i)).unwrap_or_default()
        };
        let machine =
            |model: &'a Model, profile| Machine { path: &model.path, language: model.language, size: size(profile) };
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
            reference: Some(machine(&found.reference, &found.reference_profile)),
            implementation: Some(machine(&found.implementation, &found.implementation_profile)),
            differences: found.differences.iter().filter_map(parting).collect(),
            suspects: &found.suspects,
            confirmations: found.confirmations.iter().map(Confirmed::of).collect(),
            notes: &found.notes,
            graphs: found.graphs.as_ref(),
            pairs: found.pairs,
            questions: found.questions,
            seconds: found.seconds,
            ..Diff::default()
        };
        diff.decide(&found.verdict);
        diff
    }

    fn decide(&mut self, verdict: &'a Equivalence) {
        match verdict {
            Equivalence::Equivalent(proof) => {
                self.equivalent = Some(true);
                self.certificate = Some(proof);
            }
            Equivalence::Different(complete) => {
                self.equivalent = Some(false);
                self.complete = Some(complete.is_ok());
                self.stopped = complete.as_ref().err();
            }
            Equivalence::Undetermined(cause) => self.cause = Some(cause),
        }
    }
}

impl Confirmed {
    fn of(found: &Confirmation) -> Confirmed {
        let method = method_word(found.method);
        let written = |w: super::Written| Written { case_count: w.cases, input_count: w.length, passes: w.passes };
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
    /// Ports of an interface.
    pub fn of(interface: &'a Interface) -> Ports<'a> {
        let channel = |p: &'a Port| Channel { name: &p.reference, implementation: &p.implementation, sort: &p.sort };
        Ports {
            inputs: interface.inputs.iter().map(channel).collect(),
            outputs: interface.outputs.iter().map(channel).collect(),
        }
    }
}

impl<'a> Size<'a> {
    /// Size of a machine by its profile.
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
            reference_run: difference.reference_run.as_ref(),
            implementation_run: difference.implementation_run.as_ref(),
            enough: difference.details.enough.as_ref().map(|list| spots(list, interface)),
            nearest: difference.details.nearest.as_ref().map(|near| Near::of(near, interface)),
            missing: &difference.details.missing,
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
