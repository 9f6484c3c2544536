//! The control graph of a chart is confirmed, whatever the chart: random ones, and public ones where they lie beside the
//! checkout. `WHEREFORE_CASES=1000 cargo test --release --features cadical -p wherefore-explain --test machine charts` is
//! the full sweep.

use crate::maker::random::make::plan;
use crate::maker::random::shrink::shrink;
use std::path::{Path, PathBuf};
use wherefore_check::Options;
use wherefore_diag::FileId;
use wherefore_explain::machine::validate_control::{Breach, breach};
use wherefore_ir::control::ControlGraph;
use wherefore_lang::scxml::load;
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, corpus, counted, is_full, say, seed};

/// One public chart in this number is asked about by default.
const SHARE: usize = 20;

/// Promise that the graph of a chart does not keep; nothing if it keeps all, or if the chart is refused.
fn broken(text: &str) -> Option<Result<(), String>> {
    let system = load(FileId(0), text).system?;
    let graph = system.annexes.control.clone()?;
    Some(match breach(&system, &graph, &Options::default(), &Stop::new()) {
        Ok(None) => Ok(()),
        Ok(Some(found)) => Err(named(&graph, found)),
        Err(cause) => Err(cause.to_string()),
    })
}

fn named(graph: &ControlGraph, found: Breach) -> String {
    match found {
        Breach::Astray(t) => format!("{} goes astray", graph.transition(t).name),
        Breach::Together(a, b) => format!("{} with {}", graph.transition(a).name, graph.transition(b).name),
        Breach::Unseen(s) => format!("{} is left unseen", graph.state(s).name),
    }
}

#[test]
fn the_control_of_random_charts_is_confirmed() {
    let first = seed(1);
    let (mut confirmed, count) = (0, cases(80));
    for case in first..first + count {
        let plan = plan(&mut Random::new(case));
        match broken(&plan.text()) {
            None => {}
            Some(Ok(())) => confirmed += 1,
            Some(Err(what)) => {
                let small = shrink(&plan, &mut |p| matches!(broken(&p.text()), Some(Err(_))));
                panic!("WHEREFORE_SEED={case}: {what}\n{}\n{:?}", small.text(), broken(&small.text()));
            }
        }
    }
    say(&format!("{confirmed} of {count} charts are confirmed, the others refused"));
    assert!(confirmed * 10 >= count * 8, "only {confirmed} of {count} charts are read");
}

/// A child of a parent with several children leaves the parent.
#[test]
fn a_transition_that_leaves_a_parent_keeps_control() {
    let chart = r#"<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:wf="urn:wherefore:scxml:1" version="1.0"
        datamodel="ecmascript" initial="open">
      <wf:event name="knock"/><wf:event name="ring"/>
      <state id="open" initial="quiet">
        <state id="quiet"><transition event="knock" target="busy"/><transition event="ring" target="shut"/></state>
        <state id="busy"><transition event="knock" target="quiet"/></state>
      </state>
      <state id="shut"><transition event="knock" target="locked"/></state>
      <state id="locked"/>
    </scxml>"#;
    assert_eq!(broken(chart), Some(Ok(())));
}

fn charts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|p| p.is_dir());
    let is_chart = |p: &PathBuf| p.extension().is_some_and(|e| e == "scxml" || e == "xml");
    let mut found: Vec<PathBuf> = files.into_iter().filter(is_chart).collect();
    found.extend(folders.iter().flat_map(|f| charts(f)));
    found.sort();
    found
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
fn the_control_of_public_charts_is_confirmed() {
    let Some(root) = corpus("scxml") else { return };
    let share = if is_full() { 1 } else { SHARE };
    let (mut asked, mut wrong) = (0, Vec::new());
    for path in charts(&root).into_iter().step_by(share) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap_or_default()).into_owned();
        let Some(found) = broken(&text) else { continue };
        asked += 1;
        wrong.extend(found.err().map(|what| format!("{}: {what}", path.display())));
    }
    counted(asked, "public charts");
    say(&format!("{} unconfirmed\n{}", wrong.len(), wrong.join("\n")));
    assert!(wrong.is_empty());
}
