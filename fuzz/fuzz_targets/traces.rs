//! Any text through the readers of traces, bound to a small system with every sort; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use wherefore_ir::{System, text};
use wherefore_trace::{format, replay};

static SYSTEM: LazyLock<System> = LazyLock::new(|| {
    text::parse(
        "system \"fuzz\"\nenum 0 = idle busy\nvar b : bool state\nvar e : enum0 state\nvar x : -3..7 state\nvar n : int \
         state\nvar r : real frozen\nvar w : bv8 state signed\nvar i : bool input\ndefine d = (+ x n)",
    )
    .expect("the system is well formed")
});

fuzz_target!(|input: &str| {
    let raw = [
        format::read_text(input),
        format::read_xml(input),
        format::read_kind2(&SYSTEM, input),
        format::read_btor2(&SYSTEM, input),
    ];
    let bound = raw.into_iter().flatten().flatten().filter_map(|trace| trace.bind(&SYSTEM).ok());
    let others = [format::read_itf(&SYSTEM, input), format::read_vcd(&SYSTEM, input)];
    for trace in bound.chain(others.into_iter().flatten()).chain(format::read_any(&SYSTEM, input).into_iter().flatten())
    {
        let _ = replay(&SYSTEM, &trace.trace);
    }
});
