//! Any text through the Lustre front end, also as the file that it includes: a valid system with a network whose blocks are
//! there, or diagnostics that can be drawn; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::lustre::NotIncluded;

fuzz_target!(|text: &str| {
    let mut include = |name: &str| (name != "missing").then(|| text.to_owned()).ok_or(NotIncluded::Missing);
    let loaded = wherefore_lang::lustre::load(SourceMap::single("fuzz.lus", text), &mut include);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &loaded.sources, Style::Plain);
    }
    if let Some(system) = loaded.system {
        assert!(!loaded.diagnostics.has_errors());
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
        assert!(system.annexes.network.is_some());
    }
});
