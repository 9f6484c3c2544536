//! Witnesses of random runs are written and read again.

use crate::same::trace;
use crate::{aiger, random};
use wherefore_diag::FileId;
use wherefore_hardware::{Format, lower, parse};
use wherefore_ir::{Role, System};
use wherefore_test::{Random, cases, counted, seed};
use wherefore_trace::Trace;
use wherefore_trace::format::{Heading, TraceFormat, read_any, write_aiger, write_btor2, write_yosys};

/// The model, and a run of it.
fn model(text: &str, format: Format, random: &mut Random) -> (System, Trace) {
    let netlist = parse(FileId(0), text, format).0.expect("in order");
    let system = lower(&netlist).0.expect("in order");
    let steps = random.between(1, 4);
    let trace = trace(&netlist, &system, steps, random);
    (system, trace)
}

/// Reads a witness: inputs and first states are those of the run, and nothing is otherwise.
fn check(system: &System, trace: &Trace, format: TraceFormat, text: &str) {
    assert_eq!(TraceFormat::of(text), format, "{text}");
    let read = read_any(system, text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].remarks, [], "{text}");
    assert_eq!(read[0].trace.len(), trace.len(), "{text}");
    for step in 0..trace.len() {
        for (var, role) in system.vars().filter(|(v, _)| !system.terms.var(*v).is_hidden()) {
            let found = read[0].trace.value(step, var);
            let must_be_given = step == 0 || role == Role::Input || format == TraceFormat::Btor2;
            assert!(found == trace.value(step, var) || (found.is_none() && !must_be_given), "{text}");
        }
    }
}

#[test]
fn witnesses_are_read_as_they_were_written() {
    let seed = seed(1);
    let mut witnesses = 0;
    for case in 0..cases(300) {
        let mut random = Random::stream(seed, case);
        let (system, trace) = model(&random::make(random.clone()), Format::Btor2, &mut random);
        let heading = Heading::of(&system.properties[0]);
        check(&system, &trace, TraceFormat::Btor2, &write_btor2(&system, &trace, &heading).expect("bits"));
        check(&system, &trace, TraceFormat::Yosys, &write_yosys(&system, &trace).expect("bits"));
        let (text, _) = aiger::make(&mut random);
        let (system, trace) = model(&text, Format::Aiger, &mut random);
        let heading = Heading::default();
        check(&system, &trace, TraceFormat::Aiger, &write_aiger(&system, &trace, &heading).expect("bits"));
        check(&system, &trace, TraceFormat::Btor2, &write_btor2(&system, &trace, &heading).expect("bits"));
        witnesses += 4;
    }
    counted(witnesses, "witnesses read again");
}
