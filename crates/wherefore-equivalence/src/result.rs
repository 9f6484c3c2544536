//! Questions about two models, and the findings, as plain data.

use wherefore_check::{Demand, NoAnswer, Recheck};
use wherefore_explain::Suspect;
use wherefore_explain::result::explanation::Explanation;
use wherefore_explain::result::part::{Part, Why};
use wherefore_explain::result::scene::{Scene, Way};
use wherefore_ir::{ElementId, FloatFormat, Value};
use wherefore_solve::SolverPrograms;
use wherefore_trace::Trace;

/// Interpretation of the numbers of two models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Boolean values, enumerations, integers, bit-vectors: nothing is rounded.
    Exact,
    /// Exact reals.
    Reals,
    /// IEEE floating point, rounded to nearest even.
    Floats(FloatFormat),
}

/// An input or output that both models have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in the reference.
    pub reference: String,
    /// Its name in the implementation.
    pub implementation: String,
    /// Its values, in words: "0..200", "real", "{low, high}".
    pub sort: String,
}

/// Interface on which models are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Inputs that the environment chooses.
    pub inputs: Vec<Port>,
    /// Outputs that the environment sees.
    pub outputs: Vec<Port>,
}

/// Inputs that a machine does not distinguish, whatever its state.
#[derive(Clone, Debug, PartialEq)]
pub struct InputClass {
    /// In words: "x = max", "max - delta < x < max".
    pub condition: String,
    /// One of them, in the order of the inputs.
    pub example: Vec<Value>,
    /// The inputs as text.
    pub shown: Vec<String>,
}

/// One machine as a finite transducer.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Distinct values of what it remembers and shows, at rest, that can be reached.
    pub state_classes: usize,
    /// The coarsest partition of the inputs; none if there are too many to list.
    pub input_classes: Option<Vec<InputClass>>,
    /// States of the smallest machine that does the same; none if that is not known.
    pub minimal_states: Option<usize>,
    /// Whether the same inputs always have the same outputs.
    pub is_deterministic: bool,
    /// Whether the machine takes every input in every state; otherwise an example in words.
    pub refused: Option<String>,
}

impl Default for Profile {
    /// Profile of a machine about which nothing is known.
    fn default() -> Profile {
        Profile { state_classes: 0, input_classes: None, minimal_states: None, is_deterministic: true, refused: None }
    }
}

/// A place of a run where the machine waits, with the inputs that it takes there and what is seen then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// The inputs as text, in the order of the interface.
    pub inputs: Vec<String>,
    /// The outputs of the reference, in the order of the interface; none if it does not take the inputs.
    pub reference: Option<Vec<String>>,
    /// Outputs of the implementation.
    pub implementation: Option<Vec<String>>,
    /// The transitions that the reference takes.
    pub reference_takes: Vec<String>,
    /// The transitions that the implementation takes.
    pub implementation_takes: Vec<String>,
}

/// Runs of both models with the same inputs and, up to the last reaction, the same outputs. The form of a run is `R`, that of the
/// explanation `E`.
#[derive(Clone, Debug)]
pub struct Difference<R = Trace, E = DifferenceDetails> {
    /// Stable across runs: a short hash of the key.
    pub id: String,
    /// First difference, and the inputs that show it, in words: "m, for x = max".
    pub key: String,
    /// The class of the last inputs, in words.
    pub condition: String,
    /// The outputs that differ at the last reaction, as places in the interface; empty if one machine does not take the inputs,
    /// or if only a combination of outputs differs.
    pub outputs: Vec<usize>,
    /// Observation before the first inputs, by both; none if nothing is seen.
    pub start: Option<Vec<String>>,
    /// Observation of the implementation before the first inputs, if it differs from the reference.
    pub start_differs: Option<Vec<String>>,
    /// The reactions; the last is the one that differs. For nondeterministic machines the run of the one that can do what the
    /// other cannot.
    pub reactions: Vec<Reaction>,
    /// Outputs that the other nondeterministic machine may show at the last reaction, each as text in the order of the
    /// outputs.
    pub others: Vec<Vec<String>>,
    /// Machine that can do what the other cannot; of deterministic machines, the reference.
    pub by: Side,
    /// The run of the reference, replayed; with its microsteps.
    pub reference_run: Option<R>,
    /// The run of the implementation, replayed.
    pub implementation_run: Option<R>,
    /// In how many pairs of states runs differ first in this way.
    pub places: usize,
    /// Why they differ.
    pub details: E,
}

impl<R, E> Difference<R, E> {
    /// Difference with its runs and its explanation in another form.
    pub fn with<S, F>(&self, [reference_run, implementation_run]: [Option<S>; 2], details: F) -> Difference<S, F> {
        Difference {
            id: self.id.clone(),
            key: self.key.clone(),
            condition: self.condition.clone(),
            outputs: self.outputs.clone(),
            start: self.start.clone(),
            start_differs: self.start_differs.clone(),
            reactions: self.reactions.clone(),
            others: self.others.clone(),
            by: self.by,
            reference_run,
            implementation_run,
            places: self.places,
            details,
        }
    }
}

/// Explanation of a difference.
#[derive(Clone, Debug)]
pub struct DifferenceDetails {
    /// Its way through the picture of both models.
    pub way: Way,
    /// Why they differ. Ticks and variables are those of the run of the reference.
    pub explanation: Explanation,
    /// The inputs that are enough for the models to differ by then, whatever the others are, in order; no part of them is.
    pub enough: Part<Vec<InputAt>>,
    /// Inputs of as many reactions on which both models show the same, with as few changed as possible.
    pub nearest: Part<NearestInputs>,
}

impl DifferenceDetails {
    /// Nothing is explained, for this reason.
    pub fn missing(why: &Why) -> DifferenceDetails {
        let (enough, nearest) = (Part::Missing(why.clone()), Part::Missing(why.clone()));
        DifferenceDetails { way: Way::default(), explanation: unexplained(why), enough, nearest }
    }
}

/// An explanation none of whose parts is there, all for the same reason.
fn unexplained(why: &Why) -> Explanation {
    let mut explanation = Explanation::default();
    explanation.leave(why);
    explanation
}

/// Inputs on which both models show the same, as near to others as there are.
#[derive(Clone, Debug, PartialEq)]
pub struct NearestInputs {
    /// The reactions; both models show the same at each.
    pub reactions: Vec<Reaction>,
    /// The inputs that are others, in order.
    pub differs: Vec<InputAt>,
    /// How many inputs were compared, over all reactions.
    pub choices: usize,
    /// The run of the reference, replayed.
    pub reference_run: Trace,
    /// The run of the implementation, replayed.
    pub implementation_run: Trace,
}

/// An input at a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputAt {
    /// The reaction, from 0.
    pub reaction: usize,
    /// The place of the input in the interface.
    pub input: usize,
}

/// Invariant of two models side by side from which it follows that they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// The machines are in one of this many pairs of states, which are closed under all inputs.
    Pairs(usize),
    /// Memories of both have the same values after every step, in this many classes, and so have the outputs.
    Classes(usize),
    /// The outputs are the same, as an engine has proved.
    Outputs,
}

/// Whether two models are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// For all inputs, for ever.
    Equivalent {
        /// What holds at every tick and says so.
        invariant: Invariant,
        /// Whether that was re-checked.
        recheck: Recheck,
    },
    /// There is a difference.
    Different {
        /// Whether every difference is in a listed class; otherwise why not.
        complete: Result<(), NoAnswer>,
    },
    /// Whether the models differ is not known.
    Undetermined(NoAnswer),
}

/// Findings about two models.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Interface that was compared.
    pub interface: Interface,
    /// Interpretation of numbers.
    pub numbers: Numbers,
    /// The verdict.
    pub outcome: Outcome,
    /// Differences, by first differing output and input class, shortest first.
    pub differences: Vec<Difference>,
    /// The reference alone.
    pub reference: Profile,
    /// The implementation alone.
    pub implementation: Profile,
    /// Pairs of states that were looked at.
    pub pairs: usize,
    /// Questions that solvers answered.
    pub questions: usize,
    /// Model elements of the implementation to look at, most suspicious first.
    pub suspects: Vec<Suspect>,
    /// Results of the suites that were asked for.
    pub confirmations: Vec<Confirmation>,
    /// Notes for the reader on the comparison itself.
    pub notes: Vec<String>,
    /// Both models as a picture, the reference in the first frame and the implementation in the second; none if there is
    /// nothing to draw.
    pub scene: Option<Scene>,
}

/// How models are compared or tests made.
#[derive(Clone, Debug)]
pub struct Options {
    /// The outputs to look at, by their names in the reference; empty: those that the sources declare, otherwise all variables
    /// that both models have and the environment does not choose.
    pub outputs: Vec<String>,
    /// Variables that the environment chooses, beside those that the source says so of.
    pub inputs: Vec<String>,
    /// Names of the reference with the names that they have in the implementation.
    pub map: Vec<(String, String)>,
    /// Read reals as floats of this format; none: as exact reals.
    pub float: Option<FloatFormat>,
    /// Threads to use; 0: as many as there are cores.
    pub threads: usize,
    /// The most state classes of one machine, and pairs of both.
    pub most_states: usize,
    /// A machine that remembers more bits is compared memory by memory before pairs of states are searched.
    pub few_bits: u32,
    /// The most differences to list.
    pub most_differences: usize,
    /// Suites of the reference that the implementation is to be put through as well.
    pub suites: Vec<Method>,
    /// Policy for an answer that no judge could re-check.
    pub recheck: Demand,
    /// How solver programs are found and started.
    pub programs: SolverPrograms,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            outputs: Vec::new(),
            inputs: Vec::new(),
            map: Vec::new(),
            float: None,
            threads: 0,
            most_states: 100_000,
            few_bits: 12,
            most_differences: 20,
            suites: Vec::new(),
            recheck: Demand::default(),
            programs: SolverPrograms::default(),
        }
    }
}

/// Which of two models is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The reference, the first model.
    Reference,
    /// The implementation, the second model.
    Implementation,
}

impl Side {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Side::Reference => "reference",
            Side::Implementation => "implementation",
        }
    }
}

/// Why models cannot be compared, or no tests be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompareError {
    /// A mistake in the question or the model: what, where, and what to do.
    Unusable {
        /// The model it is about.
        side: Side,
        /// Description of the problem.
        what: String,
        /// The place, if there is one.
        element: Option<ElementId>,
        /// Advice on what to do about it.
        help: String,
    },
    /// No answer: stopped, out of memory, a solver died.
    NoAnswer(NoAnswer),
}

impl std::fmt::Display for CompareError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CompareError::Unusable { what, help, .. } => write!(f, "{what}; {help}"),
            CompareError::NoAnswer(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for CompareError {}

/// How a suite is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// All transitions, each with the whole characterising set.
    W,
    /// As W, with the identifiers of the states reached only.
    Wp,
    /// Only words for states that the suite does not distinguish already.
    H,
    /// As H, and tests that are known to lead to the same state share what follows.
    Spyh,
}

/// Result on the implementation of a suite that is complete for both models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// How the suite was made.
    pub method: Method,
    /// Its tests.
    pub cases: usize,
    /// Inputs in all of them.
    pub length: usize,
    /// Whether the implementation passes.
    pub passes: bool,
    /// Result of the suite that is written for the reference by itself, if there is one.
    pub written: Option<Written>,
}

/// Result of a suite that is made without the implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its tests.
    pub cases: usize,
    /// Inputs in all of them.
    pub length: usize,
    /// Whether the implementation passes.
    pub passes: bool,
}

/// One test: inputs to apply, and what may be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// The inputs of each step, in the order of the interface.
    pub inputs: Vec<Vec<Value>>,
    /// The inputs as text.
    pub shown: Vec<Vec<String>>,
    /// Every sequence of outputs that the model allows, each step in the order of the interface; a step without outputs is a
    /// refusal of the inputs. Exactly one for deterministic models.
    pub expected: Vec<Vec<Option<Vec<String>>>>,
}

/// A complete test suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// How it was made.
    pub method: Method,
    /// The tests; or why none were made.
    pub cases: Result<Vec<TestCase>, String>,
}

/// Test suites of one model.
#[derive(Clone, Debug)]
pub struct TestPlan {
    /// Inputs and outputs; both names of a port are the same.
    pub interface: Interface,
    /// Interpretation of numbers.
    pub numbers: Numbers,
    /// The model as a finite transducer.
    pub profile: Profile,
    /// The bound on the states of the implementation.
    pub bound: usize,
    /// Hypotheses on an implementation under which the suites find every difference, one sentence each.
    pub hypothesis: Vec<String>,
    /// Observations before the first inputs, each possibility; empty if nothing is seen.
    pub start: Vec<Vec<String>>,
    /// The suites asked for.
    pub suites: Vec<Suite>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}
