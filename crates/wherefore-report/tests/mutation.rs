//! Which mutants are noticed, from the reports about a model and a mutant; and results that are kept between runs.

use wherefore_report::document::equivalence::{ComparisonAnswer, MutantStatus};
use wherefore_report::expectations::Found;
use wherefore_report::mutation::{Kept, compared, judged, without_answer};

fn report(verdicts: &[(&str, &str)]) -> Found {
    let property = |(name, verdict): &(&str, &str)| format!(r#"{{"name": "{name}", "verdict": "{verdict}"}}"#);
    let properties: Vec<String> = verdicts.iter().map(property).collect();
    Found::read(&format!(r#"{{"schema": "wherefore/1", "properties": [{}]}}"#, properties.join(", "))).unwrap()
}

fn status(model: [&str; 2], mutant: [&str; 2]) -> MutantStatus {
    let of = |verdicts: [&str; 2]| report(&[("a", verdicts[0]), ("b", verdicts[1])]);
    judged(&of(model), &of(mutant)).status
}

#[test]
fn a_mutant_is_noticed_where_the_truth_of_a_property_changes() {
    assert_eq!(status(["holds", "violated"], ["holds", "violated"]), MutantStatus::Survived);
    assert_eq!(status(["holds", "violated"], ["holds", "holds"]), MutantStatus::Noticed);
    assert_eq!(status(["holds", "violated"], ["violated", "violated"]), MutantStatus::Noticed);
    assert_eq!(status(["holds", "violated"], ["vacuous", "violated"]), MutantStatus::Survived);
    assert_eq!(status(["holds", "holds"], ["undetermined", "holds"]), MutantStatus::Undetermined);
    assert_eq!(status(["holds", "holds"], ["undetermined", "violated"]), MutantStatus::Noticed);
    assert_eq!(status(["undetermined", "holds"], ["violated", "holds"]), MutantStatus::Survived);
    let check = judged(&report(&[("a", "holds")]), &report(&[("a", "vacuous")]));
    assert_eq!((check.status, check.vacuous), (MutantStatus::Survived, vec!["a".to_owned()]));
    assert_eq!(judged(&report(&[("a", "holds")]), &report(&[])).status, MutantStatus::Undetermined);
}

#[test]
fn what_is_no_model_or_has_no_report_is_set_apart() {
    let model = report(&[("a", "holds")]);
    let said = |text: &str| Found::read(&format!(r#"{{"schema": "wherefore/1", "properties": [], {text}}}"#)).unwrap();
    let error = r#""diagnostics": [{"id": "x", "severity": "error", "message": "out of range", "place": null}]"#;
    assert_eq!(judged(&model, &said(error)).status, MutantStatus::Invalid);
    assert_eq!(judged(&model, &said(r#""runs": "none""#)).status, MutantStatus::Invalid);
    assert_eq!(judged(&model, &Found::unfinished("timeout")), without_answer("timeout"));
    assert_eq!(judged(&model, &Found::broken("no report")).status, MutantStatus::Undetermined);
}

#[test]
fn a_comparison_sets_equivalent_mutants_apart_and_no_others() {
    let check = judged(&report(&[("a", "holds")]), &report(&[("a", "holds")]));
    let said = |text: &str| {
        let found = Found::read(&format!(r#"{{"schema": "wherefore/1", "properties": [], {text}}}"#)).unwrap();
        let check = compared(check.clone(), &found);
        let comparison = check.comparison.unwrap();
        (check.status, comparison.answer, comparison.steps)
    };
    let (survived, equivalent) = (MutantStatus::Survived, MutantStatus::Equivalent);
    assert_eq!(said(r#""equivalent": true"#), (equivalent, ComparisonAnswer::Equivalent, None));
    let difference = r#""equivalent": false, "differences": [{"key": "m", "reactions": [{}, {}]}]"#;
    assert_eq!(said(difference), (survived, ComparisonAnswer::Different, Some(2)));
    let cause = r#""equivalent": null, "cause": {"kind": "timeout", "message": "timeout after 1s"}"#;
    assert_eq!(said(cause), (survived, ComparisonAnswer::Undetermined, None));
    let error = r#""diagnostics": [{"id": "x", "severity": "error", "message": "unbounded", "place": null}]"#;
    assert_eq!(said(error), (survived, ComparisonAnswer::NotCompared, None));
}

#[test]
fn results_are_read_again_up_to_a_line_that_was_cut() {
    let header = Kept::header(["model", "included"], &["--timeout".to_owned()], "1.0");
    assert_ne!(header, Kept::header(["modelin", "cluded"], &["--timeout".to_owned()], "1.0"));
    assert_ne!(header, Kept::header(["model", "included"], &["--timeout".to_owned()], "1.1"));
    let check = judged(&report(&[("a", "holds")]), &report(&[("a", "violated")]));
    let lines = format!("{header}{}{}", Kept::line(7, &check), Kept::line(9, &without_answer("timeout")));
    let whole = Kept::read(&lines, &header).unwrap();
    assert_eq!(whole.results, [(7, check.clone()), (9, without_answer("timeout"))]);
    assert_eq!(whole.whole, lines.len());
    for cut in header.len()..lines.len() {
        let kept = Kept::read(&lines[..cut], &header).unwrap();
        assert!(kept.whole <= cut && whole.results.starts_with(&kept.results));
    }
    assert_eq!(Kept::read(&lines, "another\n"), None);
}
