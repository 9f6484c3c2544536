//! A circuit, written as a file, read again as a netlist and decided by engines of our own, says what its system says.

use super::{check, random_system, steps};
use wherefore_check::{Cone, EngineChoice, NoAnswer, Options, Verdict};
use wherefore_diag::FileId;
use wherefore_external::{aiger, circuit::Circuit};
use wherefore_hardware::{Format, aiger::unpack, load};
use wherefore_ir::System;
use wherefore_solve::AigLit;
use wherefore_test::{cases, counted, seed};

/// The circuit of the first property as a system of its own, with the ticks before the first, and whether it has a constraint.
fn again(system: &System, constrained: bool) -> Result<(System, u32, bool), NoAnswer> {
    let good = system.properties[0].term;
    let circuit = Circuit::new(&Cone::whole(system), good, constrained)?;
    let text = unpack(&aiger::binary(&circuit)).expect("a file in the binary form");
    let read = load(FileId(0), &text, Format::Aiger).system.expect("a netlist in order");
    assert_eq!(read.properties.len(), 1, "the output of the oldest form is what must never be true");
    let has_constraint = circuit.constraint != AigLit::TRUE;
    assert!(constrained || !has_constraint);
    Ok((read, circuit.delay(), has_constraint))
}

#[test]
fn circuits_say_what_their_systems_say() {
    let (seed, cases) = (seed(7100), cases(150));
    let (mut held, mut violated, mut delayed, mut restricted) = (0, 0, 0, 0);
    for system in (0..cases * 3).filter_map(|case| random_system(seed + case)).take(cases as usize) {
        let own = check(&system, Options { engine: EngineChoice::Bdd, ..Options::default() });
        let mut last = false;
        for constrained in [false, true] {
            let (circuit, delay, has_constraint) = match again(&system, constrained) {
                Ok(made) => made,
                Err(NoAnswer::Unsupported(_)) => continue,
                Err(other) => panic!("{other}"),
            };
            last = has_constraint;
            if constrained && !has_constraint {
                continue;
            }
            delayed += u32::from(delay > 0);
            let read = check(&circuit, Options { engine: EngineChoice::Sat, ..Options::default() });
            match (&own.verdict, &read.verdict) {
                (Verdict::Violated(_), _) => {
                    let expected = steps(&own).map(|n| n + delay as usize);
                    assert_eq!(expected, steps(&read), "{}", wherefore_ir::text::print(&system));
                    violated += 1;
                }
                (Verdict::Holds { .. }, Verdict::Holds { .. }) => held += 1,
                // Without a first state nothing is asked of an engine.
                (Verdict::Undetermined(_) | Verdict::Vacuous { .. }, _) => {}
                _ => panic!("{:?} and {:?} steps\n{}", steps(&own), steps(&read), wherefore_ir::text::print(&system)),
            }
        }
        restricted += u32::from(last);
    }
    counted(held, "systems that hold");
    counted(violated, "that do not");
    counted(delayed, "with a tick that chooses first values");
    counted(restricted, "with a constraint");
    assert!(
        held > cases / 10 && violated > cases / 10 && delayed > 0 && restricted > 0,
        "{held} hold, {violated} do not, {delayed} delayed, {restricted} constrained"
    );
}
