//! The diagrams of the Lockheed Martin challenges: all of them are read.

use std::path::{Path, PathBuf};
use wherefore_diag::FileId;
use wherefore_simulink::document::{Model, System};
use wherefore_syntax::Reporter;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "slx" || e == "mdl") {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> Result<Model, String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let text = if wherefore_simulink::container::is_archive(&bytes) {
        wherefore_simulink::container::unpack(&bytes)?
    } else {
        bytes.iter().map(|b| *b as char).collect()
    };
    let mut report = Reporter::default();
    let model = wherefore_simulink::parse(FileId(0), &text, &mut report);
    model.ok_or_else(|| report.into_diagnostics().iter().map(|d| d.headline.clone()).collect())
}

fn count(system: &System) -> (usize, usize) {
    system
        .blocks
        .iter()
        .filter_map(|b| b.system.as_ref())
        .map(count)
        .fold((system.blocks.len(), system.lines.len()), |a, b| (a.0 + b.0, a.1 + b.1))
}

#[test]
fn every_diagram_is_read() {
    let mut paths = Vec::new();
    files(Path::new("../../../shared/corpora/simulink"), &mut paths);
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        match read(path) {
            Ok(model) => {
                let c = count(&model.root);
                println!("{:?} {} {:?} {:?}", path.file_name().unwrap(), model.name, c, model.settings.get("FixedStep"))
            }
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lowered() {
    let mut paths = Vec::new();
    files(Path::new("../../../shared/corpora/simulink/lm-challenges"), &mut paths);
    paths.sort();
    let (mut good, mut all) = (0, 0);
    for path in &paths {
        let Ok(model) = read(path) else { continue };
        let mut report = Reporter::default();
        let system = wherefore_simulink::meaning(&model, "m", &options(), &mut report);
        let failed = report.failed();
        all += 1;
        let name = path.file_name().unwrap().to_string_lossy();
        match system.filter(|_| !failed) {
            Some(system) => {
                good += 1;
                println!(
                    "ok   {name}: {} properties, {} outputs, {} inputs, {} invar, est {} valid {:?}",
                    system.properties.len(),
                    system.annexes.outputs.len(),
                    system.terms.vars().count(),
                    system.invar.len(),
                    system.annexes.estimates.len(),
                    wherefore_ir::validate(&system).first()
                )
            }
            None => {
                let d: Vec<String> =
                    report.into_diagnostics().iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect();
                println!("FAIL {name}: {}", d.iter().take(3).cloned().collect::<Vec<_>>().join(" | "))
            }
        }
    }
    println!("{good} of {all}");
}

fn options() -> wherefore_simulink::Options {
    let parameters = wherefore_simulink::matlab::evaluate_script(include_str!("parameters.m"), &|_| None).unwrap();
    wherefore_simulink::Options { parameters, ..Default::default() }
}
