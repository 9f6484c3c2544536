use super::*;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_ir::{Property, PropertyKind};
use wherefore_solve::Stop;
use wherefore_test::{Random, cases, say, seed, system_text};
use wherefore_trace::replay;

fn verdict(system: &System, good: TermId) -> Verdict {
    let property = Property { kind: PropertyKind::Invariant, term: good, ..system.properties[0].clone() };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    Session::new(system, Options::default()).check(&property, &Stop::new(), &observer).verdict
}

/// An observed system fails exactly where the system does, one tick later, and a failing run has its continuation there.
#[test]
fn an_observer_is_one_tick_behind() {
    let first = seed(1);
    let (mut violated, count) = (0, cases(60));
    for case in first..first + count {
        let text = system_text(&mut Random::new(case), false);
        let system = wherefore_ir::text::parse(&text).expect("a system");
        if system.properties[0].kind != PropertyKind::Invariant {
            continue;
        }
        let good = system.properties[0].term;
        let observed = observe(&system, good);
        match (verdict(&system, good), verdict(&observed.system, observed.good)) {
            (Verdict::Violated(run), Verdict::Violated(later)) => {
                assert_eq!(run.trace.len() + 1, later.trace.len(), "WHEREFORE_SEED={case}\n{text}");
                let prolonged = observed.prolonged(&run.trace).expect("values");
                assert_eq!(replay(&observed.system, &prolonged), Ok(()), "WHEREFORE_SEED={case}\n{text}");
                violated += 1;
            }
            (Verdict::Violated(_), other) | (other, Verdict::Violated(_)) => {
                panic!("WHEREFORE_SEED={case}: one is violated, the other {other:?}\n{text}")
            }
            _ => {}
        }
    }
    say(&format!("{violated} of {count} systems are violated, with and without observer"));
    assert!(violated * 10 >= count, "hardly any system is violated");
}
