//! Every check of the public specifications is decided, or reports the reason why not.
//!
//! A bounded share runs by default: checks that take longer than the limit are listed and not waited for.
//!
//! ```text
//! WHEREFORE_SECONDS=60 cargo test --release --features cadical -p wherefore-explain --test contract corpus -- --nocapture
//! ```

use crate::public::{examples, public};
use crate::support::options;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wherefore_check::{EngineChoice, Finding, Observer, Session, Silent, Verdict};
use wherefore_ir::Property;
use wherefore_ir::refinement::Refinement;
use wherefore_solve::{Stop, StopReason};
use wherefore_test::{say, setting};

/// Decides a check within a limit.
#[expect(clippy::disallowed_methods, reason = "the time is what is measured")]
fn decide(refinement: &Refinement, property: &Property, limit: Duration) -> (Finding, Duration) {
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let (alarm, begin) = (stop.clone(), Instant::now());
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let clock = std::thread::spawn(move || {
        if wait.recv_timeout(limit).is_err() {
            alarm.fire(StopReason::Interrupted);
        }
    });
    let finding = Session::new(&refinement.system, options(EngineChoice::Auto)).check(property, &stop, &observer);
    let _ = done.send(());
    let _ = clock.join();
    (finding, begin.elapsed())
}

#[test]
fn checks_are_decided_or_listed() {
    let limit = Duration::from_secs(setting("WHEREFORE_SECONDS", 3));
    let folders = [examples(), public("oss"), public("oss_btcompiler")];
    let (mut decided, mut all) = (0, 0);
    for (file, refinements) in folders.into_iter().flatten() {
        let mut words = Vec::new();
        let mut total = Duration::ZERO;
        for refinement in &refinements {
            for property in &refinement.system.properties {
                let (finding, time) = decide(refinement, property, limit);
                total += time;
                all += 1;
                decided += usize::from(!matches!(finding.verdict, Verdict::Undetermined(_)));
                words.push(format!("{} {}", property.name, word(&finding.verdict)));
            }
        }
        say(&format!("{file} ({:.1} s): {}", total.as_secs_f64(), words.join(", ")));
    }
    say(&format!("{decided} of {all} checks decided within {} s each", limit.as_secs()));
    assert!(10 * decided >= 9 * all, "{decided} of {all}");
}

fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Holds { .. } => "holds".to_owned(),
        Verdict::Vacuous { .. } => "vacuous".to_owned(),
        Verdict::Violated(run) => format!("violated in {}", run.trace.len()),
        Verdict::Undetermined(cause) => format!("undetermined ({cause})"),
    }
}
