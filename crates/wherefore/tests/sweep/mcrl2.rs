//! Models of mCRL2 with the formulas beside them: our verdicts on the graphs that mCRL2 makes, against those of mCRL2.
//!
//! ```text
//! cargo test --features cadical -p wherefore --test corpus mcrl2 -- --nocapture
//! ```
//!
//! mCRL2 decides a formula on the model, as a parameterised equation system, and never sees the graph. Its tools are asked where they are on
//! the search path; definitions of the model that a formula uses are put before it.

use crate::support::wherefore;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use wherefore_solve::search;
use wherefore_test::{corpus, counted, files, read, say};

const TOOLS: [&str; 4] = ["mcrl22lps", "lps2lts", "lps2pbes", "pbessolve"];
/// Models whose graphs have more than a million states, or that are without a sort which their formulas name.
const LEFT_OUT: [&str; 4] = ["dining_10", "dining8", "RA_fixed+broadcast_spec", "RA_fixed+reduced_spec"];
/// Parts of a model that may stand before a formula.
const DEFINING: [&str; 5] = ["sort", "cons", "map", "var", "eqn"];
const OTHERS: [&str; 4] = ["act", "glob", "proc", "init"];

#[test]
fn verdicts_are_those_of_mcrl2() {
    let Some(folder) = corpus("aut/mcrl2") else { return };
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(missing) = TOOLS.iter().find(|tool| search(&path, tool).is_none()) {
        say(&format!("not asked: {missing} is not on the search path"));
        return;
    }
    let (mut held, mut failed) = (0, 0);
    for model in files(&folder, &["mcrl2"]) {
        let stem = model.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if LEFT_OUT.contains(&stem.as_str()) {
            continue;
        }
        let made = Made::new(&model);
        for formula in files(model.parent().unwrap(), &["mcf"]) {
            let place = format!("{stem}, {}", formula.file_stem().unwrap_or_default().display());
            let (ours, theirs) = (made.ours(&formula), made.theirs(&formula));
            say(&format!("{place}: {ours}"));
            assert_eq!(ours, theirs, "{place}");
            if ours { held += 1 } else { failed += 1 }
        }
    }
    counted(held, "formulas hold");
    counted(failed, "formulas do not hold");
}

/// A model as mCRL2 has read it, with its graph, in a folder.
struct Made {
    folder: tempfile::TempDir,
    definitions: String,
}

impl Made {
    fn new(model: &Path) -> Made {
        let made = Made { folder: tempfile::tempdir().unwrap(), definitions: definitions(&read(model)) };
        made.ran("mcrl22lps", &[model.to_owned(), "model.lps".into()]);
        made.ran("lps2lts", &["model.lps".into(), "model.aut".into()]);
        made
    }

    fn ran(&self, tool: &str, arguments: &[PathBuf]) -> String {
        let output = Command::new(tool).args(arguments).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{tool} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn theirs(&self, formula: &Path) -> bool {
        self.ran("lps2pbes", &["-f".into(), formula.to_owned(), "model.lps".into(), "formula.pbes".into()]);
        match self.ran("pbessolve", &["formula.pbes".into()]).trim() {
            "true" => true,
            "false" => false,
            other => panic!("{}: pbessolve says {other}", formula.display()),
        }
    }

    /// The verdict on the graph; with the definitions of the model, if the formula is not understood without them.
    fn ours(&self, formula: &Path) -> bool {
        let text = read(formula);
        let alone = self.verdict(&text);
        let verdict =
            if alone == "undetermined" { self.verdict(&format!("{}\nform {text}", self.definitions)) } else { alone };
        match verdict.as_str() {
            "holds" | "vacuous" => true,
            "violated" => false,
            other => panic!("{}: {other}", formula.display()),
        }
    }

    fn verdict(&self, text: &str) -> String {
        std::fs::write(self.folder.path().join("formula.mcf"), text).unwrap();
        let arguments = ["check", "-q", "--format", "json", "model.aut", "-p", "formula.mcf"];
        let output = wherefore(self.folder.path()).args(arguments).output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        document["properties"][0]["verdict"].as_str().unwrap_or("no verdict").to_owned()
    }
}

/// The definitions of a model.
fn definitions(model: &str) -> String {
    let code: String = model.lines().map(|line| format!("{}\n", line.split('%').next().unwrap_or_default())).collect();
    let (mut kept, mut is_kept, mut word) = (String::new(), false, String::new());
    for sign in code.chars().chain(['\n']) {
        if sign.is_alphanumeric() || matches!(sign, '_' | '\'') {
            word.push(sign);
            continue;
        }
        if DEFINING.contains(&word.as_str()) || OTHERS.contains(&word.as_str()) {
            is_kept = DEFINING.contains(&word.as_str());
        }
        if is_kept {
            kept.push_str(&word);
            kept.push(sign);
        }
        word.clear();
    }
    kept
}
