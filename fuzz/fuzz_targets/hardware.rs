//! Any bytes through the readers of netlists: a system that the validator accepts, or diagnostics that can be drawn; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::hardware::{Format, aiger, load};

fuzz_target!(|bytes: &[u8]| {
    let binary = aiger::is_binary(bytes).then(|| aiger::unpack(bytes));
    let text = match binary {
        Some(Ok(text)) => text,
        Some(Err(_)) => return,
        None => String::from_utf8_lossy(bytes).into_owned(),
    };
    let format = if text.starts_with("aag") { Format::Aiger } else { Format::Btor2 };
    let loaded = load(FileId(0), &text, format);
    let sources = SourceMap::single("fuzz", text);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &sources, Style::Plain);
    }
    assert_eq!(loaded.system.is_none(), loaded.diagnostics.has_errors());
    if let Some(system) = loaded.system {
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
    }
});
