use super::*;

fn program(name: &str, version: &str) -> (String, Option<String>, Option<String>) {
    let version = Some(version.to_owned()).filter(|v| !v.is_empty());
    (name.to_owned(), Some(format!("/usr/bin/{name}")), version)
}

fn report(programs: Vec<(String, Option<String>, Option<String>)>) -> Report {
    let machine = Machine { processors: 2, memory: Some(16 << 30), free: Some(10 << 30), limit: Some(8 << 30) };
    let sat_solvers = vec!["CaDiCaL".to_owned(), "BatSat".to_owned()];
    Report::new(Facts { version: "1.2.3".to_owned(), sat_solvers, programs, machine })
}

#[test]
fn a_whole_installation_is_well() {
    let report = report(vec![program("z3", "5.4.0"), program("cvc5", "1.0.3"), program("Graphviz", "2.43.0")]);
    assert!(report.well);
    let expected = "wherefore 1.2.3\n  SAT       CaDiCaL and BatSat, built in\n  z3        5.4.0, tested: /usr/bin/z3\n  \
        cvc5      1.0.3, tested: /usr/bin/cvc5\n  Graphviz  2.43.0, found: /usr/bin/Graphviz\n  machine   2 processors; memory 16.0 GiB, \
        free 10.0 GiB, for a command 8.0 GiB\n\nall is well\n";
    assert_eq!(report.text(), expected);
}

#[test]
fn what_is_lacking_has_its_consequence() {
    let missing = ("Graphviz".to_owned(), None, None);
    let report = report(vec![program("z3", "4.8.12"), program("cvc5", ""), missing]);
    assert!(!report.well);
    let text = report.text();
    for words in [
        "4.8.12, TOO OLD",
        "z3 4.8.12 is too old: models with integers or reals",
        "cvc5 does not answer: proofs that z3 found are not re-checked",
        "help: pip install z3-solver",
        "Graphviz is missing: --format dot is written",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert_eq!((report.problems.len(), report.notes.len()), (2, 1));
}

#[test]
fn a_solver_that_is_not_needed_is_no_problem() {
    let silent = program("bitwuzla", "");
    let report = report(vec![program("z3", "5.4.0"), program("cvc5", "1.0.3"), silent]);
    assert!(report.well && report.notes.is_empty());
    assert!(report.text().contains("  bitwuzla  missing\n"), "{}", report.text());
}

#[test]
fn versions_are_compared_as_numbers() {
    let state = |version: &str| report(vec![program("z3", version)]).programs[0].state;
    assert_eq!(
        [state("4.8.12"), state("4.15.4"), state("5.4.0"), state("5.10.0")],
        [State::TooOld, State::Untested, State::Tested, State::Untested]
    );
    assert_eq!(state("odd"), State::TooOld);
}

#[test]
fn names_of_files_stay_on_their_line() {
    let mut odd = program("z3", "5.4.0");
    odd.1 = Some("/tmp/a\nall is well\u{1b}[2J".to_owned());
    assert!(report(vec![odd]).text().contains("/tmp/a\\nall is well\\u{1b}[2J"));
}
