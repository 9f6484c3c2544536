//! The assumption with which the authors of the flasher study end: at least four ticks from one action of the driver to the next, and
//! twenty ticks of light.

use std::sync::Arc;
use std::time::Duration;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_fix::assume::{Renumbered, assumptions};
use wherefore_fix::{Limits, Reader};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::assumption::{Assumption, InputEvent};
use wherefore_stop::{Stop, StopReason};

/// A signal that ends a search after a while.
fn ended(stop: &Stop, limit: Duration) -> Stop {
    let own = stop.child();
    let fired = own.clone();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        fired.fire(StopReason::Timeout { limit: "2 s".to_owned() });
    });
    own
}

#[test]
fn flasher() {
    let text = include_str!("../../../examples/flasher.lus");
    let mut include = |name: &str| match name {
        "blocks.lus" => Ok(include_str!("../../../examples/blocks.lus").to_owned()),
        _ => Err(NotIncluded::Missing),
    };
    let mut reader = Reader {
        language: Language::Lustre,
        name: "flasher.lus",
        text,
        choices: &Choices::default(),
        include: &mut include,
    };
    let system = reader.read(text).expect("a program");
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let session = Session::new(&system, Options::default());
    let findings: Vec<_> = system.properties.iter().map(|p| session.check(p, &stop, &observer)).collect();
    let (each, brief) = (|stop: &Stop| stop.child(), |stop: &Stop| ended(stop, Duration::from_secs(2)));
    let limits = Limits { stop: &stop, observer: &observer, brief: &brief, each: &each, max_edits: 1, work: None };
    let (found, looked) = assumptions(&mut reader, &system, &findings, &Options::default(), &limits);
    let first = found.first().expect("an assumption");
    let assumed = first.assumed.as_ref().expect("an assumption");
    let apart = |ticks: u32| {
        let events = ["W", "LK"].map(|input| InputEvent { input: input.to_owned(), is_change: false });
        Assumption::Apart { events: events.to_vec(), ticks }
    };
    assert_eq!((&assumed.assumption, &assumed.weaker), (&apart(4), &Some(apart(3))));
    let number = Renumbered { before: 9.into(), after: 19.into(), is_nearest: true };
    assert_eq!(assumed.asked, Some(number));
    assert!(looked.at > 10, "{looked:?}");
    // The text is read again, and what it asks holds.
    let system = reader.read(&first.text).expect("a program");
    let again = Session::new(&system, Options::default()).check(&system.properties[0], &stop, &observer);
    assert!(matches!(again.verdict, Verdict::Holds { .. }), "{again:?}");
}
