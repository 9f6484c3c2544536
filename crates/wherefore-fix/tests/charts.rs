//! Stateflow charts of the examples are mended: the guards that are wrong are found, and what is written instead is proved.

use std::sync::Arc;
use wherefore_check::{Finding, Observer, Options, Session, Silent};
use wherefore_fix::{Fixes, Limits, Reader, fixes};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_lang::simulink::container;
use wherefore_stop::Stop;

/// The fixes of an example of which each edit changes as little as a constant or a comparison.
fn mended(name: &str, max_edits: usize) -> Fixes {
    let path = format!("{}/../../examples/simulink/{name}.slx", env!("CARGO_MANIFEST_DIR"));
    let text = container::unpack(&wherefore_test::bytes(path.as_ref())).expect("an archive");
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let (language, choices) = (Language::Simulink, Choices::default());
    let elements = wherefore_mutate::elements(language, (name, &text), &mut include);
    let edits = wherefore_mutate::edits(language, (name, &text), &choices, &mut include, &|_| true);
    let edits: Vec<_> = edits.into_iter().filter(|edit| edit.cost == 1).collect();
    let mut reader = Reader { language, name, text: &text, choices: &choices, include: &mut include };
    let system = reader.read(&text).expect("a system");
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let session = Session::new(&system, Options::default());
    let findings: Vec<Finding> = system.properties.iter().map(|p| session.check(p, &stop, &observer)).collect();
    let each = |stop: &Stop| stop.child();
    let limits = Limits { stop: &stop, observer: &observer, brief: &each, each: &each, max_edits, work: None };
    fixes(&mut reader, &system, &findings, (&elements, edits), &Options::default(), &limits)
}

/// The fixes after which everything holds, each as what its edits say.
fn said(found: &Fixes) -> Vec<Vec<&str>> {
    let whole = found.list.iter().filter(|fix| fix.left == 0);
    whole.map(|fix| fix.edits.iter().map(|e| e.what.as_str()).collect()).collect()
}

#[test]
fn a_time_that_is_one_tick_too_long_is_found() {
    let found = mended("heater", 1);
    let wanted = vec!["`6` becomes `5` in the trigger of `Heater/Burn -> Pause`"];
    assert!(said(&found).contains(&wanted), "{:?}", said(&found));
}

#[test]
fn two_wrong_guards_are_found_together() {
    let found = mended("ac_chart", 2);
    let wanted =
        vec!["`>=` becomes `>` in the guard of `AC/Idle -> On`", "`26` becomes `24` in the guard of `AC/On -> Idle`"];
    assert!(said(&found).contains(&wanted), "{:?}", said(&found));
}
