//! Any text through the reader of XState machines: a system that the validator accepts, or diagnostics that can be drawn; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{FileId, SourceMap, Style, render};

fuzz_target!(|text: &str| {
    let loaded = wherefore_lang::xstate::load(FileId(0), text);
    let sources = SourceMap::single("fuzz.json", text);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &sources, Style::Plain);
    }
    assert_eq!(loaded.system.is_none(), loaded.diagnostics.has_errors());
    if let Some(system) = loaded.system {
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
    }
});
