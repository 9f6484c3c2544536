//! Print-outs of real tools, read without their models.

use wherefore_trace::format::{RawTrace, read_text};

/// The traces of a print-out in the corpora beside the workspace; `None`, with a message, where they are not.
#[expect(clippy::disallowed_methods, reason = "the corpus is on disk")]
fn read(name: &str) -> Option<Vec<RawTrace>> {
    let path = wherefore_test::corpus(&format!("smv/nusmv_cex_outputs/{name}"))?;
    let text = std::fs::read_to_string(path).unwrap();
    Some(read_text(&text).unwrap_or_else(|e| panic!("{name}: {e}")))
}

#[test]
fn nusmv() {
    let Some(traces) = read("example-input.txt") else { return };
    assert_eq!(traces.len(), 55);
    assert_eq!(traces.iter().filter(|t| t.specification.is_some()).count(), 55);
    assert_eq!(traces.iter().map(|t| t.loops.len()).sum::<usize>(), 53);
    assert!(traces.iter().all(|t| t.loops.iter().all(|l| *l < t.steps.len())));
    assert_eq!(traces[0].steps.len(), 5);
    assert_eq!(traces[0].loops, [2]);
    assert!(traces.iter().flat_map(|t| &t.steps).all(|s| s.state.iter().all(|v| !v.name.contains(' '))));
}

#[test]
fn nuxmv_with_reals() {
    let Some(traces) = read("example-input-nuxmv-reals.txt") else { return };
    assert_eq!(traces.len(), 3);
    let value = |t: usize, s: usize, name: &str| traces[t].steps[s].state.iter().find(|v| v.name == name).unwrap();
    assert_eq!(value(0, 0, "x").text, "1.0");
    assert_eq!(value(1, 1, "x").text, "-f'36539/3000");
    assert_eq!(traces[2].loops, [0]);
    assert_eq!(traces[0].specification.as_deref(), Some("( G x > 0 | (i > 0 xnor j < 0))"));
}
