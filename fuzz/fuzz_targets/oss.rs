//! Any text through the OSS front end, also as the file that it includes: valid systems, or diagnostics that can be drawn; no
//! panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{SourceMap, Style, render};

fuzz_target!(|text: &str| {
    let mut include = |name: &str| (name != "missing").then(|| text.to_owned()).ok_or(wherefore_lang::oss::NotIncluded::Missing);
    let loaded = wherefore_lang::oss::load(SourceMap::single("fuzz.oss", text), &mut include);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &loaded.sources, Style::Plain);
    }
    for refinement in &loaded.refinements {
        assert!(!loaded.diagnostics.has_errors());
        assert_eq!(wherefore_ir::validate(&refinement.system), Vec::<String>::new());
        for check in &refinement.checks {
            assert!(refinement.system.property(&check.property).is_some());
            refinement.consequent(check);
        }
    }
});
