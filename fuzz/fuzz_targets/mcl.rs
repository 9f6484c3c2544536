//! Any text through the reader of formulas: diagnostics that can be drawn, or a formula that reads back as itself and
//! judges a run; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_ir::actions::{End, Run, violates};
use wherefore_lang::mcl::{load};

fuzz_target!(|text: &str| {
    let loaded = load(FileId(0), text);
    let sources = SourceMap::single("fuzz.mcl", text);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &sources, Style::Plain);
    }
    assert_eq!(loaded.formula.is_none(), loaded.diagnostics.has_errors());
    if let Some(formula) = loaded.formula {
        let printed = formula.to_string();
        let again = load(FileId(0), &printed);
        // The one spelling may have more parentheses than the text had, and so meet a limit that the text did not.
        let at_limit = again.diagnostics.iter().any(|d| matches!(d.code.id, "mcl-too-deep" | "mcl-too-large"));
        assert!(at_limit || again.formula.as_ref() == Some(&formula), "{printed}");
        for end in [End::Open, End::Deadlock, End::Loop(1)] {
            violates(&formula, Run { labels: &["a", "b", "i"], end });
        }
    }
});
