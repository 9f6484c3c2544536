//! First lines about what has no property: lint, fixes, mutants, two models.

use super::super::answer::count;
use super::super::run::{field, list, number, text};
use super::super::store::StoredDocument;
use super::{HOLDS, no_answer, of_properties, proof};
use serde_json::Value;

/// About a model without properties.
pub fn lint(asked: &StoredDocument) -> String {
    let found = field(&asked.value, "lint");
    let warnings = list(found, "findings").iter().filter(|f| text(f, "severity") != "note").count();
    let (open, questions) = (list(found, "open").len(), number(found, "asked"));
    if found.is_null() || questions == 0 {
        return "NOTHING CHECKED: there is nothing to ask of the model".to_owned();
    }
    let warned = count(warnings, "warning", "warnings");
    if open > 0 {
        return format!("UNDETERMINED: {open} of {questions} questions; {warned} so far");
    }
    let asked = count(questions, "question", "questions");
    if warnings == 0 { format!("clean: no warning, {asked} decided") } else { format!("{warned}, {asked} decided") }
}

/// About edits.
pub fn fix(asked: &StoredDocument) -> String {
    let verdict = of_properties(asked);
    let fixes = field(&asked.value, "fixes");
    let ranked = list(fixes, "ranked");
    if !list(&asked.value, "properties").iter().any(|p| text(p, "verdict") == "violated") {
        return format!("{verdict}; nothing to fix");
    }
    let Some(first) = ranked.first() else {
        return format!(
            "{verdict}; NO FIX found{}",
            if fixes["cause"].is_null() { "" } else { ": the search was stopped" }
        );
    };
    let certificates = list(first, "certificates");
    let proofs: Vec<String> = certificates.iter().map(proof).collect();
    let mended = count(list(first, "properties").len(), "property holds", "properties hold");
    let left = match number(first, "still_violated") {
        0 => String::new(),
        left => format!(", {left} STILL VIOLATED"),
    };
    let found = count(ranked.len(), "fix", "fixes");
    let proof = proofs.first().map_or_else(|| "; NOT proved".to_owned(), |proof| format!(", proved{proof}"));
    format!("violated; {found} found: with the first, {mended}{left}{proof}")
}

/// About mutants.
pub fn mutants(asked: &StoredDocument) -> String {
    let found = field(&asked.value, "mutation");
    let of = |name: &str| number(found, name);
    let (noticed, survived, open) = (of("noticed"), of("survived"), of("undetermined"));
    let decided = list(found, "properties").iter().all(|p| text(p, "verdict") != "undetermined");
    if found.is_null() || noticed + survived + of("equivalent") + open == 0 {
        return "NOTHING CHECKED: no mutant was checked".to_owned();
    }
    let rest = format!("{noticed} noticed, {} equivalent to the model", of("equivalent"));
    match () {
        () if open > 0 || !decided => {
            format!("UNDETERMINED: {}; {survived} survive so far, {rest}", count(open, "mutant", "mutants"))
        }
        () if survived > 0 => {
            format!("{} the properties: {rest}", count(survived, "mutant survives", "mutants survive"))
        }
        () if asked.code == HOLDS => format!("no mutant survives: {rest}"),
        () => format!("UNDETERMINED: not all was checked; {rest}"),
    }
}

/// About two models.
pub fn comparison(asked: &StoredDocument) -> String {
    let document = &asked.value;
    match field(document, "equivalent") {
        Value::Bool(true) if asked.code == HOLDS => {
            format!("equivalent for all inputs, proved{}", proof(field(document, "certificate")))
        }
        Value::Bool(false) => {
            let steps = list(document, "trace").len();
            let extent = match field(document, "complete") {
                Value::Bool(true) => ", list complete",
                _ => ", list NOT complete",
            };
            let differences = count(list(document, "differences").len(), "difference", "differences");
            format!("different: first seen in a run of {}; {differences}{extent}", count(steps, "step", "steps"))
        }
        _ => no_answer(field(document, "cause")),
    }
}
