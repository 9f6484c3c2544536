//! Many models as test results: a suite for each, a test for each property, which fails if it is not as expected.

use super::xml::{self, Element};
use super::{Answer, Case, SENSE, count_in, element};
use crate::expectations::{Difference, ModelOutcome, Status, Weight};

/// The document, with a final line break.
pub fn render(outcomes: &[ModelOutcome]) -> String {
    let suites: Vec<(&str, Vec<Case>)> = outcomes.iter().map(|o| (o.model.as_str(), cases(o))).collect();
    let mut root = Element::new("testsuites");
    root.attribute("name", "wherefore check");
    count_in(&mut root, suites.iter().flat_map(|(_, cases)| cases));
    for (model, cases) in suites {
        let mut suite = Element::new("testsuite");
        suite.attribute("name", model);
        count_in(&mut suite, &cases);
        cases.into_iter().for_each(|case| suite.child(element(case)));
        root.child(suite);
    }
    xml::document(&root)
}

/// A test for the model itself, one for each of its properties, and one for each other thing that differs.
fn cases(outcome: &ModelOutcome) -> Vec<Case> {
    let mut cases =
        vec![case(outcome, SENSE, 0.0, outcome.differences.iter().filter(|d| d.subject.is_none()).collect())];
    for property in &outcome.found.properties {
        cases.push(case(outcome, &property.name, property.seconds, outcome.about(&property.name).collect()));
    }
    let mut others: Vec<&str> = outcome.differences.iter().filter_map(|d| d.subject.as_deref()).collect();
    others.retain(|name| !outcome.found.properties.iter().any(|p| p.name == *name));
    others.dedup();
    cases.extend(others.into_iter().map(|name| case(outcome, name, 0.0, outcome.about(name).collect())));
    cases
}

fn case(outcome: &ModelOutcome, name: &str, seconds: f64, differences: Vec<&Difference>) -> Case {
    let body: String = differences.iter().map(|d| format!("{}\n", d.words)).collect();
    let first = differences.iter().find(|d| d.weight > Weight::Remark).map(|d| (d.kind, d.words.clone()));
    let (answer, said) = match (Status::of(differences.iter().copied()), first) {
        (Status::Differs, Some((kind, words))) => (Answer::Failure(kind, words, body), String::new()),
        (Status::AsExpected, _) | (_, None) => (Answer::Passed, body),
        (_, Some((kind, words))) => (Answer::Error(kind.to_owned(), words, body), String::new()),
    };
    Case { name: name.to_owned(), class: outcome.model.clone(), seconds, outcome: answer, said }
}
