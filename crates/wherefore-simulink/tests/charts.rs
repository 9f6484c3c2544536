//! Charts: all of the corpus are read, and every label of theirs is understood.

use wherefore_diag::FileId;
use wherefore_simulink::container;
use wherefore_simulink::document::Model;
use wherefore_syntax::Reporter;

fn read(path: &std::path::Path) -> (String, Model) {
    let text = container::unpack(&wherefore_test::bytes(path)).expect("an archive");
    let model = wherefore_simulink::parse(FileId(0), &text, &mut Reporter::default()).expect("a model");
    (text, model)
}

#[test]
fn every_label_is_understood() {
    let Some(folder) = wherefore_test::corpus("simulink/mars-stateflow") else { return };
    let (mut charts, mut labels, mut wrong) = (0, 0, Vec::new());
    for path in wherefore_test::files(&folder, &["slx"]) {
        let (text, model) = read(&path);
        assert!(!model.charts.is_empty(), "{}", path.display());
        for chart in &model.charts {
            charts += 1;
            labels += chart.states.len() + chart.transitions.len();
            for mistake in &chart.mistakes {
                let shown = text.get(mistake.span.start as usize..mistake.span.end as usize).unwrap_or("");
                wrong.push(format!("{}: {} at `{shown}`", path.display(), mistake.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    wherefore_test::say(&format!("{labels} labels"));
    wherefore_test::counted(charts, "charts read");
}
