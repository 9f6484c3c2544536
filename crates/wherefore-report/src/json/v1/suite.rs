//! The fields of `tests` and `mutate` documents.

use super::Place;
use super::equivalence::{Ports, Row, Size};
use crate::view::equivalence::{self as view, Interface, Mutants, Suite, TestPlan, method_word, numbers_word};
use serde::Serialize;
use wherefore_diag::SourceMap;

/// What a document of `tests` has beside the rest.
#[derive(Default, Serialize)]
pub struct Tests<'a> {
    numbers: Option<&'static str>,
    interface: Option<Ports<'a>>,
    #[serde(flatten)]
    size: Size<'a>,
    bound: Option<usize>,
    hypothesis: &'a [String],
    start: Vec<Row<'a>>,
    suites: Vec<Cases<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct Cases<'a> {
    method: &'static str,
    reason: Option<&'a str>,
    case_count: Option<usize>,
    input_count: Option<usize>,
    cases: Option<Vec<Case<'a>>>,
}

#[derive(Serialize)]
struct Case<'a> {
    inputs: Vec<Row<'a>>,
    expected: Vec<Vec<Option<Row<'a>>>>,
}

/// What a document of `mutate` has beside the rest.
#[derive(Default, Serialize)]
pub struct Mutate<'a> {
    mutants: Vec<Mutant<'a>>,
    mutants_dropped: usize,
}

#[derive(Serialize)]
struct Mutant<'a> {
    number: usize,
    operator: &'static str,
    place: Option<Place<'a>>,
    what: &'a str,
    element: Option<&'a str>,
    omission: bool,
    file: Option<&'a str>,
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
        let case = |c: &'a view::TestCase| Case {
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

impl<'a> Mutate<'a> {
    /// The fields of mutants.
    pub fn of(found: &'a Mutants, sources: &'a SourceMap) -> Mutate<'a> {
        let mutant = |m: &'a view::Mutant| Mutant {
            number: m.number,
            operator: m.operator,
            place: Place::of(m.span, sources),
            what: &m.what,
            element: m.element.as_deref(),
            omission: m.is_omission,
            file: m.file.as_deref(),
        };
        Mutate { mutants: found.mutants.iter().map(mutant).collect(), mutants_dropped: found.dropped }
    }
}
