//! Which mutants of a model its properties notice: the reports about a model and a mutant put beside each other.
//!
//! [`judged`] compares verdicts, [`compared`] adds what `diff` says about a mutant that no property notices. Both are kept
//! between runs as lines of a file, see [`Kept`].

use crate::document::equivalence::{
    ComparisonAnswer, MutantCheck, MutantComparison, MutantStatus, Mutants, Mutation, Noticed,
};
use crate::expectations::{Found, FoundProperty};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The name of the form in which results are kept.
const FORM: &str = "wherefore-mutants/1";

/// What the reports about a model and about one of its mutants say about the mutant.
pub fn judged(model: &Found, mutant: &Found) -> MutantCheck {
    if let Some(why) = mutant.no_answer() {
        return without_answer(why);
    }
    if let Some(error) = mutant.error() {
        return MutantCheck { status: MutantStatus::Invalid, ..without_answer(error) };
    }
    if mutant.runs.as_deref() == Some("none") {
        return MutantCheck { status: MutantStatus::Invalid, ..without_answer("it has no initial state") };
    }
    // Mutants have the properties of the model, in the same order.
    if model.properties.len() != mutant.properties.len() {
        return without_answer("it has other properties than the model");
    }
    let pairs = || model.properties.iter().zip(&mutant.properties).filter(|(model, _)| model.truth().is_some());
    let differs = |(model, mutant): &(&FoundProperty, &FoundProperty)| {
        mutant.truth().is_some() && mutant.truth() != model.truth()
    };
    let noticed_by: Vec<Noticed> = pairs().filter(differs).map(|(model, mutant)| noticed(model, mutant)).collect();
    let open = pairs().find(|(_, mutant)| mutant.truth().is_none()).filter(|_| noticed_by.is_empty());
    if let Some((_, property)) = open {
        return without_answer(&format!("{}: {}", property.name, property.no_answer().unwrap_or("undetermined")));
    }
    let is_emptied =
        |(model, mutant): &(&FoundProperty, &FoundProperty)| mutant.verdict == "vacuous" && model.verdict == "holds";
    let status = if noticed_by.is_empty() { MutantStatus::Survived } else { MutantStatus::Noticed };
    let vacuous = pairs().filter(is_emptied).map(|(model, _)| model.name.clone()).collect();
    MutantCheck { status, noticed_by, vacuous, comparison: None, cause: None }
}

fn noticed(model: &FoundProperty, mutant: &FoundProperty) -> Noticed {
    Noticed { property: model.name.clone(), model: model.verdict.clone(), mutant: mutant.verdict.clone() }
}

/// A mutant of which nothing is known, for this reason.
pub fn without_answer(why: &str) -> MutantCheck {
    MutantCheck {
        status: MutantStatus::Undetermined,
        noticed_by: Vec::new(),
        vacuous: Vec::new(),
        comparison: None,
        cause: Some(why.to_owned()),
    }
}

/// A mutant that no property notices, with what a comparison with the model says.
pub fn compared(check: MutantCheck, found: &Found) -> MutantCheck {
    let answer = |answer, text: Option<&str>| MutantComparison { answer, text: text.map(str::to_owned), steps: None };
    let comparison = match (found.equivalent, found.error(), found.no_answer()) {
        (Some(true), _, _) => answer(ComparisonAnswer::Equivalent, None),
        (Some(false), _, _) => MutantComparison {
            steps: found.differences.first().map(|d| d.reactions.len()),
            ..answer(ComparisonAnswer::Different, found.differences.first().map(|d| d.key.as_str()))
        },
        (None, Some(error), _) => answer(ComparisonAnswer::NotCompared, Some(error)),
        (None, None, why) => answer(ComparisonAnswer::Undetermined, why),
    };
    let status = match comparison.answer {
        ComparisonAnswer::Equivalent => MutantStatus::Equivalent,
        _ => check.status,
    };
    MutantCheck { status, comparison: Some(comparison), ..check }
}

/// A mutant that no property notices, with a difference from the model that showed on a run after so many steps.
pub fn differs(check: MutantCheck, text: String, steps: usize) -> MutantCheck {
    let comparison = MutantComparison { answer: ComparisonAnswer::Different, text: Some(text), steps: Some(steps) };
    MutantCheck { comparison: Some(comparison), ..check }
}

/// Counts the mutants of a model about which these things were found.
pub fn counted(model: &Found, mutants: &mut Mutants) {
    let properties = model.properties.iter().map(|p| (p.name.as_str(), p.verdict.as_str()));
    mutants.mutation = Some(Mutation::of(properties, &mutants.mutants));
}

/// Results that an earlier run kept. The file has a line that says which model, settings and program they belong to, and one for
/// each mutant.
#[derive(Debug, PartialEq, Eq)]
pub struct Kept {
    /// Mutants by their numbers, with what was found.
    pub results: Vec<(usize, MutantCheck)>,
    /// Bytes of the file up to where its lines are whole: a run may have been ended in the middle of one.
    pub whole: usize,
}

#[derive(Serialize, Deserialize)]
struct Header {
    form: String,
    version: String,
    question: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: usize,
    check: MutantCheck,
}

impl Kept {
    /// The first line of a file about the mutants of these texts, checked with these settings, with its line break.
    pub fn header<'a>(texts: impl IntoIterator<Item = &'a str>, settings: &'a [String], version: &str) -> String {
        let mut hash = Sha256::new();
        for part in texts.into_iter().chain(settings.iter().map(String::as_str)) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        let question = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        json(&Header { form: FORM.to_owned(), version: version.to_owned(), question })
    }

    /// A line about a mutant, with its line break.
    pub fn line(number: usize, check: &MutantCheck) -> String {
        json(&Line { number, check: check.clone() })
    }

    /// Results in a file; `None` if its first line is another one. Nothing after a line that cannot be read is used.
    pub fn read(text: &str, header: &str) -> Option<Kept> {
        let mut kept = Kept { results: Vec::new(), whole: header.len() };
        for line in text.strip_prefix(header)?.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let Ok(Line { number, check }) = serde_json::from_str(line) else { break };
            kept.results.push((number, check));
            kept.whole += line.len();
        }
        Some(kept)
    }
}

fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists only: there is nothing in these types that could fail.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
