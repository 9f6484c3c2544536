//! Findings of `wherefore lint` on public charts and SMV models, counted by their id.
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --release --features cadical -p wherefore --test corpus lint_findings -- --nocapture
//! ```
//!
//! prints the table, and 60 findings drawn with `WHEREFORE_SEED`, to be judged by reading the models. Each model has 10 s and 1 GB. By
//! default a small share runs, which must end in a report.

use super::files_below;
use crate::support::wherefore;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wherefore_test::{Random, is_full, say, seed};

/// Of so many models one is asked about by default.
const SHARE: usize = 60;
/// Findings that are drawn.
const DRAWN: usize = 60;

fn models() -> Vec<PathBuf> {
    let folders = ["scxml", "smv"].map(wherefore_test::corpus);
    let is_model = |path: &PathBuf| path.extension().is_some_and(|e| e == "smv" || e == "scxml");
    let all = folders.into_iter().flatten().flat_map(|folder| files_below(&folder)).filter(is_model);
    all.enumerate().filter(|(place, _)| is_full() || place.is_multiple_of(SHARE)).map(|(_, model)| model).collect()
}

/// The report on a model; none of what is no model.
fn report(model: &Path) -> Option<Value> {
    let limits = ["--format", "json", "--quiet", "--memory", "1G", "--deadline", "10s"];
    let output = wherefore(model.parent()?).arg("lint").arg(model).args(limits).output().ok()?;
    let document: Value = serde_json::from_slice(&output.stdout).ok()?;
    document["lint"].is_object().then_some(document)
}

/// The id of a finding, with its place and its headline.
fn line(model: &Path, finding: &Value) -> (String, String) {
    let word = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let at = finding["labels"][0]["place"]["line"].as_u64().unwrap_or(0);
    (word("id"), format!("{}:{at}: {}", model.display(), word("message")))
}

#[test]
fn lint_findings() {
    let (mut asked, mut open, mut silent) = (0, 0, 0);
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for model in models() {
        let Some(report) = report(&model) else { continue };
        let findings = report["lint"]["findings"].as_array().cloned().unwrap_or_default();
        asked += 1;
        open += report["lint"]["open"].as_array().map_or(0, Vec::len);
        silent += usize::from(findings.is_empty());
        for (id, text) in findings.iter().map(|finding| line(&model, finding)) {
            all.entry(id).or_default().push(text);
        }
    }
    say(&format!("{asked} models, {silent} without a finding, {open} questions left open"));
    all.iter().for_each(|(id, list)| say(&format!("{:6} {id}", list.len())));
    if !is_full() {
        return;
    }
    let mut list: Vec<String> =
        all.into_iter().flat_map(|(id, l)| l.into_iter().map(move |t| format!("{id} {t}"))).collect();
    let mut random = Random::new(seed(1));
    for _ in 0..DRAWN.min(list.len()) {
        say(&list.swap_remove(random.below(list.len())));
    }
}
