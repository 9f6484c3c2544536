//! Any bytes as an archive, and any text as a diagram: a system that the validator accepts, or diagnostics that can be drawn; no
//! panic. What is unpacked and packed again without a change is the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::simulink::{self, container};

fuzz_target!(|bytes: &[u8]| {
    let text = match container::is_archive(bytes) {
        true => match container::unpack(bytes) {
            Ok(text) => {
                let again = container::repack(bytes, &text).ok().and_then(|b| container::unpack(&b).ok());
                assert!(again.is_none_or(|again| again == text));
                text
            }
            Err(_) => return,
        },
        false => String::from_utf8_lossy(bytes).into_owned(),
    };
    let loaded = simulink::load(FileId(0), &text, "fuzz", &simulink::Options::default());
    let sources = SourceMap::single("fuzz.mdl", text.as_str());
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &sources, Style::Plain);
    }
    assert_eq!(loaded.system.is_none(), loaded.diagnostics.has_errors());
    if let Some(system) = loaded.system {
        assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
    }
});
