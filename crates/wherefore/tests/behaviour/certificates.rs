//! Certificates as files: an outside solver accepts them, `wherefore recheck` accepts them for their own model alone, and a
//! changed one is refused.

use crate::support::*;
use crate::temporary;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Examples with properties that hold and have an inductive proof.
const MODELS: [&str; 3] = ["account.smv", "mutex.smv", "door.smv"];

/// Writes the certificates of a model into a folder; the files.
fn certificates(model: &str, folder: &Path) -> Vec<PathBuf> {
    let path = repository().join("examples").join(model);
    let output =
        wherefore(folder).arg("check").arg(path).args(["--certificate", "proof.smt2", "--quiet"]).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{model}: {}", stderr(&output));
    files(folder, "smt2")
}

fn recheck(model: &Path, certificate: &Path) -> (Option<i32>, String) {
    let output = wherefore(model.parent().unwrap()).arg("recheck").arg(model).arg(certificate).output().unwrap();
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[test]
fn certificates_are_accepted_outside_and_again() {
    let mut questions = 0;
    for model in MODELS {
        let folder = temporary(&format!("certificates-{model}"));
        for file in certificates(model, &folder) {
            let answers = Command::new("z3").arg(&file).output().expect("z3");
            let answers = stdout(&answers);
            assert!(answers.lines().count() >= 2 && answers.lines().all(|l| l == "unsat"), "{model}: {answers}");
            questions += answers.lines().count();
            let (code, said) = recheck(&repository().join("examples").join(model), &file);
            assert_eq!(code, Some(0), "{model}: {said}");
            assert!(said.contains("re-checked by"), "{model}: {said}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
    assert!(questions >= 6, "too few certificates: {questions} questions");
}

#[test]
fn certificates_of_another_model_or_with_another_proof_are_refused() {
    let folder = temporary("certificates-wrong");
    let file = certificates("account.smv", &folder).pop().expect("a certificate");
    let text = std::fs::read_to_string(repository().join("examples/account.smv")).unwrap();
    let certificate = std::fs::read_to_string(&file).unwrap();

    let other = folder.join("other.smv");
    std::fs::write(&other, text.replace("balance + 1", "balance + 2").replace("+ 1", "+ 2")).unwrap();
    let (code, said) = recheck(&other, &file);
    assert!(code == Some(2) && said.contains("wrong-certificate"), "{code:?}: {said}");

    let lines: Vec<String> = certificate
        .lines()
        .map(|l| {
            if l.starts_with(";! property \"certificate") {
                ";! property \"certificate\" invariant true text \"\"".to_owned()
            } else {
                l.to_owned()
            }
        })
        .collect();
    let wrong = folder.join("wrong.smt2");
    std::fs::write(&wrong, lines.join("\n")).unwrap();
    let (code, said) = recheck(&repository().join("examples/account.smv"), &wrong);
    assert!(code == Some(2) && said.contains("wrong-certificate"), "{code:?}: {said}");

    std::fs::write(&wrong, "(check-sat)\n").unwrap();
    let (code, said) = recheck(&repository().join("examples/account.smv"), &wrong);
    assert!(code == Some(2) && said.contains("first line"), "{code:?}: {said}");
    std::fs::remove_dir_all(folder).unwrap();
}
