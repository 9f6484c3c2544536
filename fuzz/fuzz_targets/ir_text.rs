//! Any text through the reader of the IR's text form: an error with a line, or a system that prints and reads back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wherefore_ir::text;

fuzz_target!(|input: &str| {
    if let Ok(system) = text::parse(input) {
        let printed = text::print(&system);
        let again = text::parse(&printed).expect("what was printed can be read");
        assert_eq!(text::print(&again), printed);
    }
});
