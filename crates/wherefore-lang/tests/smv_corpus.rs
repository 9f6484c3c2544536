//! Every public SMV model at hand loads, or says where and why not, and none crashes the front end.
//!
//! The models are not part of this repository. They are looked for beside the workspace; if they are missing the test
//! says so and passes, because the error corpus and the unit tests do not need them.

use std::path::Path;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::smv;
use wherefore_test::corpus;
use wherefore_test::{models, read};

/// The files for which a model checker gave verdicts.
fn judged(root: &Path) -> Vec<String> {
    let table = read(&root.join("VERDICTS.tsv"));
    let mut files: Vec<String> = table
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| {
            let mut columns = l.split('\t');
            let (file, _, verdict) = (columns.next()?, columns.next(), columns.next()?);
            (verdict != "rejected").then(|| file.to_owned())
        })
        .collect();
    files.dedup();
    files
}

#[test]
#[expect(clippy::disallowed_macros, reason = "the table of what loads is for the reader of the test log")]
#[expect(clippy::print_stdout, reason = "the table of what loads is for the reader of the test log")]
fn the_corpus_loads_or_is_refused_with_a_place() {
    let Some(root) = corpus("smv") else { return };
    let judged = judged(&root);
    let files = models(&root);
    let mut unexpected = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let text = read(path);
        let loaded = smv::load(FileId(0), &text);
        let first = loaded.diagnostics.iter().find(|d| d.is_error());
        match (&loaded.system, first) {
            (Some(system), _) => {
                let problems = wherefore_ir::validate(system);
                assert!(problems.is_empty(), "{name}: {problems:?}");
                println!(
                    "loads    {name}: {} vars, {} obligations, {} properties",
                    system.terms.var_count(),
                    system.obligations.len(),
                    system.properties.len()
                );
            }
            (None, Some(first)) => {
                println!("refused  {name}: {}", first.headline);
                let located = first.span().is_some() || first.code.id == "smv-no-main";
                assert!(located, "{name}: a diagnostic without a place");
                if judged.contains(&name) {
                    let sources = SourceMap::single(name.clone(), text.clone());
                    unexpected.push(render(first, &sources, Style::Plain));
                }
            }
            (None, None) => unexpected.push(format!("{name}: refused without an error")),
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n\n"));
}
