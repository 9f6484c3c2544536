//! The first screen of `why` has the conclusion: verdict, what to look at, how many ways there are, and one run.

use crate::support::{files, repository, stdout, wherefore};
use std::path::Path;
use wherefore_test::is_full;

/// Lines and columns of a screen.
const LINES: usize = 40;
const COLUMNS: usize = 100;

fn why(model: &Path, more: &[&str]) -> String {
    let limits = ["--timeout", "10s", "--max-classes", "20"];
    let output = wherefore(&repository()).arg("why").arg(model).args(limits).args(more).output().unwrap();
    stdout(&output)
}

/// Asserts that a report about a violated property begins with what matters.
fn assert_conclusive(text: &str, name: &str) {
    let wide = text.lines().find(|line| line.chars().count() > COLUMNS);
    assert_eq!(wide, None, "{name}:\n{text}");
    let screen = text.lines().take(LINES).collect::<Vec<_>>().join("\n");
    let says = |words: &[&str]| words.iter().any(|word| screen.contains(word));
    assert!(says(&["VIOLATED"]), "{name}: no verdict\n{text}");
    assert!(
        says(&["to look at first", "edit makes", "edits make", "to blame", "not told apart"]),
        "{name}: no fault\n{text}"
    );
    assert!(says(&["ways to fail", "way to fail", "not told apart", "is violated: "]), "{name}: no ways\n{text}");
    assert!(says(&["step by step", "  state  ", "stopped"]), "{name}: no run\n{text}");
}

#[test]
fn every_example_is_understood_on_one_screen() {
    let all = ["smv", "scxml", "oss", "lus"].map(|ending| files(&repository().join("examples"), ending)).concat();
    // A share by default; documents of others are looked at in `json`.
    let (mut asked, step) = (0, if is_full() { 1 } else { 3 });
    for path in all.into_iter().skip(step - 1).step_by(step) {
        let text = why(path.strip_prefix(repository()).unwrap_or(&path), &["--no-fix"]);
        if text.contains("VIOLATED") {
            asked += 1;
            assert_conclusive(&text, &path.display().to_string());
        }
    }
    assert!(asked >= 20 / step, "{asked} of the examples are violated");
}

#[test]
fn the_air_conditioner_takes_thirty_lines() {
    let text = why(Path::new("examples/ac.smv"), &[]);
    assert_conclusive(&text, "ac.smv");
    assert!(text.lines().count() <= 30, "{text}");
    assert!(text.contains("try: t > 24") && text.contains("try: t <= 24") && text.contains("4 ways to fail"), "{text}");
}
