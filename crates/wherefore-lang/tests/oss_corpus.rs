//! Every public OSS specification at hand is read, and what comes out are valid systems.
//!
//! The specifications are not part of this repository. They are looked for beside the workspace; if they are missing the
//! test says so and passes. Two of them include files that were never published; the test gives its own.

use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::oss;
use wherefore_test::corpus;
use wherefore_test::{files, read};

#[test]
#[expect(clippy::disallowed_macros, reason = "the table of what loads is for the reader of the test log")]
#[expect(clippy::print_stdout, reason = "the table of what loads is for the reader of the test log")]
fn the_corpus_loads() {
    let Some(root) = corpus("contracts") else { return };
    let files = files(&root, &["oss"]);
    let mut refused = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let loaded = oss::load(SourceMap::single(name.clone(), read(path)), &mut |name| {
            wherefore_test::unpublished(name).ok_or(oss::NotIncluded::Missing)
        });
        let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
        refused.extend(errors.map(|d| render(d, &loaded.sources, Style::Plain)));
        for refinement in &loaded.refinements {
            let problems = wherefore_ir::validate(&refinement.system);
            assert!(problems.is_empty(), "{name}: {problems:?}");
        }
        let sum = |count: fn(&wherefore_ir::refinement::Refinement) -> usize| -> usize {
            loaded.refinements.iter().map(count).sum()
        };
        println!(
            "{name}: whole {}, {} refinements, {} ports, {} wires, {} contracts, {} checks, {} remarks",
            loaded.root,
            loaded.refinements.len(),
            sum(|r| r.ports.len()),
            sum(|r| r.wires.len()),
            sum(|r| r.contracts.len()),
            sum(|r| r.checks.len()),
            loaded.diagnostics.iter().count(),
        );
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
    assert!(files.len() >= 21, "only {} specifications", files.len());
}
