//! Public diagrams: all of them are read, and those of the Lockheed Martin challenges mean something, or are refused at a block.

use std::collections::BTreeMap;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_ir::validate;
use wherefore_simulink::document::Model;
use wherefore_simulink::{Options, container, matlab, meaning};
use wherefore_syntax::Reporter;

/// How many diagrams of the challenges must mean something, by the ending of their files; the others have their reason printed.
const LOWERED: [(&str, usize); 2] = [("mdl", 20), ("slx", 55)];

fn read(path: &Path) -> Result<Model, String> {
    let bytes = wherefore_test::bytes(path);
    let text = match container::is_archive(&bytes) {
        true => container::unpack(&bytes)?,
        false => bytes.iter().map(|b| char::from(*b)).collect(),
    };
    let mut report = Reporter::default();
    let model = wherefore_simulink::parse(FileId(0), &text, &mut report);
    model.ok_or_else(|| report.into_diagnostics().iter().map(|d| d.headline.clone()).collect())
}

#[test]
fn every_diagram_is_read() {
    let Some(folder) = wherefore_test::corpus("simulink") else { return };
    let paths = wherefore_test::files(&folder, &["slx", "mdl"]);
    let wrong = paths.iter().filter_map(|path| read(path).err().map(|e| format!("{}: {e}", path.display())));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    wherefore_test::counted(paths.len(), "diagrams read");
}

#[test]
fn diagrams_mean_something_or_are_refused_at_a_block() {
    let Some(folder) = wherefore_test::corpus("simulink/lm-challenges") else { return };
    let parameters = matlab::evaluate_script(include_str!("parameters.m"), &|_| None).expect("parameters");
    let options = Options { parameters, ..Options::default() };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in wherefore_test::files(&folder, &["slx", "mdl"]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let model = read(&path).expect("it is read");
        let mut report = Reporter::default();
        let system = meaning(&model, "m", &options, &mut report).filter(|_| !report.failed());
        match system {
            Some(system) => {
                assert_eq!(validate(&system), Vec::<String>::new(), "{name}");
                *counts.entry(path.extension().unwrap_or_default().to_string_lossy().into_owned()).or_default() += 1;
            }
            None => {
                let diagnostics = report.into_diagnostics();
                let first = diagnostics.iter().find(|d| d.is_error()).expect("a reason");
                assert!(first.span().is_some() && first.headline.contains('`'), "{name}: {}", first.headline);
                wherefore_test::say(&format!("{name}: {}", first.headline));
            }
        }
    }
    wherefore_test::say(&format!("{counts:?}"));
    for (ending, least) in LOWERED {
        assert!(counts.get(ending).is_some_and(|n| *n >= least), "{ending}: {counts:?}");
    }
}
