//! The classes of lassos against the slow enumeration, on random machines.
//!
//! A bounded share runs by default; the full sweep is
//!
//! ```text
//! WHEREFORE_CASES=1000 cargo test --release --features cadical -p wherefore-explain --test machine lassos_agree
//! ```

use crate::support::keys::plain;
use crate::support::loops::{Lassos as Slow, lassos};
use crate::support::lower::{Lowered, lower};
use crate::support::on_random_machines;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wherefore_check::{Observer, Options, Silent};
use wherefore_explain::Completeness;
use wherefore_explain::machine::lasso::Lassos;
use wherefore_ir::{Op, Property, PropertyKind};
use wherefore_solve::Stop;
use wherefore_test::{counted, say};

/// More places than this are not visited one by one.
const MOST: usize = 4_000;

fn again_and_again(lowered: &mut Lowered) -> Property {
    let terms = &mut lowered.system.terms;
    let sometime = terms.apply(Op::F, &[lowered.good]);
    let term = terms.apply(Op::G, &[sometime]);
    Property { name: "again".to_owned(), kind: PropertyKind::Ltl, term, text: String::new(), element: None }
}

fn found(lowered: &Lowered, property: &Property) -> Slow {
    let options = Options::default();
    let question = Lassos {
        system: &lowered.system,
        graph: &lowered.graph,
        property,
        with_spine: true,
        options: &options,
        most: usize::MAX,
    };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let (keys, completeness) = question.keys(&Stop::new(), &observer);
    assert!(matches!(completeness, Completeness::Complete { .. }), "{completeness:?}");
    let set = |k: &wherefore_explain::machine::lasso::LassoKey| -> BTreeSet<usize> {
        k.forever.iter().map(|t| t.0 as usize).collect()
    };
    keys.iter().map(|k| (k.spine.as_ref().map(plain).unwrap_or_default(), set(k))).collect()
}

#[test]
fn search_and_enumeration() {
    let (classes, asked) = (AtomicU64::new(0), AtomicU64::new(0));
    on_random_machines(4, |plan, _| {
        let mut lowered = lower(plan);
        let property = again_and_again(&mut lowered);
        if plan.init_reads_inputs() {
            return;
        }
        let Some(slow) = lassos(plan, MOST).filter(|l| l.len() <= 40) else { return };
        assert_eq!(found(&lowered, &property), slow, "left: search, right: enumeration");
        asked.fetch_add(1, Ordering::Relaxed);
        classes.fetch_add(slow.len() as u64, Ordering::Relaxed);
    });
    say(&format!("{} machines", asked.into_inner()));
    counted(classes.into_inner(), "classes of lassos");
}
