//! The fields of `tests` documents.

use super::shape::{Ports, Row, Size};
use super::{Interface, Suite, TestCase, TestPlan, method_word, numbers_word};
use schemars::JsonSchema;
use serde::Serialize;

/// Fields of a document of `tests` beside the rest.
#[derive(Default, Serialize, JsonSchema)]
pub struct Tests<'a> {
    /// Only of diff and tests: what numbers were taken to be. exact: nothing is rounded; real: exact reals; float32,
    /// float64: IEEE 754, rounded to nearest even. null if it did not come so far.
    #[schemars(extend("enum" = ["exact", "real", "float32", "float64", null]))]
    numbers: Option<&'static str>,
    /// Only of diff and tests: what the environment chooses and what it sees; null if it did not come so far.
    interface: Option<Ports<'a>>,
    /// The model by itself.
    #[serde(flatten)]
    size: Size<'a>,
    /// Only of tests: the most states of an implementation for which suites are complete.
    bound: Option<usize>,
    /// Only of tests: what must be true of an implementation for a suite to find every difference.
    hypothesis: &'a [String],
    /// Only of tests: what is seen before the first inputs, each possibility; empty if nothing is.
    start: Vec<Row<'a>>,
    /// Only of tests.
    suites: Vec<Cases<'a>>,
    /// Only of diff and tests: about the analysis itself.
    notes: &'a [String],
}

/// A suite.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Suite")]
struct Cases<'a> {
    /// How the suite is made, as --method spells it.
    #[schemars(extend("enum" = ["w", "wp", "h", "spyh"]))]
    method: &'static str,
    /// Why there are no tests; null if there are.
    reason: Option<&'a str>,
    /// The number of tests.
    case_count: Option<usize>,
    /// Steps of all tests together.
    input_count: Option<usize>,
    /// The tests; null if none were made.
    cases: Option<Vec<Case<'a>>>,
}

/// A test.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TestCase")]
struct Case<'a> {
    /// Inputs of each step.
    inputs: Vec<Row<'a>>,
    /// Every sequence of outputs that the model allows; exactly one of a deterministic model. A step is null where
    /// the inputs are refused.
    #[schemars(length(min = 1))]
    expected: Vec<Vec<Option<Row<'a>>>>,
}

impl<'a> Tests<'a> {
    /// The fields of a plan.
    pub fn of(plan: &'a TestPlan) -> Tests<'a> {
        Tests {
            numbers: Some(numbers_word(plan.numbers)),
            interface: Some(Ports::of(&plan.interface)),
            size: Size::of(&plan.profile, &plan.interface),
            bound: Some(plan.bound),
            hypothesis: &plan.hypothesis,
            start: plan.start.iter().map(|s| Row(&plan.interface.outputs, s)).collect(),
            suites: plan.suites.iter().map(|s| Cases::of(s, &plan.interface)).collect(),
            notes: &plan.notes,
        }
    }
}

impl<'a> Cases<'a> {
    fn of(suite: &'a Suite, interface: &'a Interface) -> Cases<'a> {
        let step = |outputs: &'a Option<Vec<String>>| outputs.as_ref().map(|o| Row(&interface.outputs, o));
        let sequence = |s: &'a Vec<Option<Vec<String>>>| s.iter().map(step).collect();
        let case = |c: &'a TestCase| Case {
            inputs: c.shown.iter().map(|i| Row(&interface.inputs, i)).collect(),
            expected: c.expected.iter().map(sequence).collect(),
        };
        let cases = suite.cases.as_ref().ok();
        Cases {
            method: method_word(suite.method),
            reason: suite.cases.as_ref().err().map(String::as_str),
            case_count: cases.map(Vec::len),
            input_count: cases.map(|c| c.iter().map(|c| c.shown.len()).sum()),
            cases: cases.map(|c| c.iter().map(case).collect()),
        }
    }
}
