//! Cost of all classes, against one bare run of the same engine on the same model.
//!
//! ```text
//! WHEREFORE_CORPUS=full WHEREFORE_REPEAT=5 cargo test --release --features cadical -p wherefore-explain --test machine cost -- --nocapture
//! ```
//!
//! prints two tables: BDDs against one reachability analysis, and bounded search with proof against one check
//! of the property. Times are the least of the repetitions. What is asserted is loose, because machines are noisy; the
//! tables are the measurement.

#![expect(clippy::disallowed_macros, clippy::print_stdout, reason = "the tables are read by people")]

use crate::support::example::{Example, silent};
use std::time::{Duration, Instant};
use wherefore_check::bdd::Machine;
use wherefore_check::{Cone, EngineChoice, Options, Session, Silent, Verdict};
use wherefore_explain::Completeness;
use wherefore_explain::machine::enumerate::Enumeration;
use wherefore_explain::machine::keyed_reachability::KeyedReachability;
use wherefore_explain::machine::path_class::Level;
use wherefore_solve::Stop;

const MODELS: [&str; 7] =
    ["ac", "ac2_a", "ac2_b", "cruise_assist", "lane_keeping", "parking_assist", "emergency_brake"];
const LEVELS: [Level; 4] = [Level::Final, Level::Ends, Level::Last, Level::Spine];

/// All of them take half a minute: `WHEREFORE_CORPUS=full`. By default the first three.
fn models() -> impl Iterator<Item = &'static str> {
    MODELS.into_iter().take(if wherefore_test::is_full() { MODELS.len() } else { 3 })
}

/// Far above what is measured.
const LOOSE: f64 = 30.0;

/// The least time of some repetitions, and the last result.
fn least<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    #[expect(clippy::disallowed_methods, reason = "this test measures time")]
    let (now, repeat) = (Instant::now, std::env::var("WHEREFORE_REPEAT").ok().and_then(|r| r.parse().ok()));
    let mut measure = || {
        let start = now();
        let result = work();
        (start.elapsed(), result)
    };
    let (mut best, mut result) = measure();
    for _ in 1..repeat.unwrap_or(1) {
        let (time, again) = measure();
        (best, result) = (best.min(time), again);
    }
    (best, result)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn complete(found: &Enumeration) -> usize {
    assert!(matches!(found.completeness, Completeness::Complete { .. }), "{:?}", found.completeness);
    found.classes.len()
}

#[test]
fn decision_diagrams_against_one_reachability_analysis() {
    println!("{:17}level  classes  reach ms   search ms  ratio   re-checked ms  ratio   keys, sets", "model");
    for name in models() {
        let example = Example::load(name);
        let (options, stop) = (Options::default(), Stop::new());
        let question = example.question(&options);
        let model = std::sync::Arc::new(Cone::of(&example.system, &[example.good]));
        let reach = || Machine::new(model.clone(), None, &stop).unwrap().reachable(&Silent).unwrap();
        let (reach, _) = least(reach);
        for level in LEVELS {
            let (search, effort) = least(|| {
                let (model, good) = (question.model(), example.good);
                let mut worklist = KeyedReachability::new(&model, &example.graph, good, level, None, &stop).unwrap();
                worklist.run(usize::MAX, &stop, &Silent).unwrap();
                worklist.effort()
            });
            let (whole, found) = least(|| complete(&question.by_worklist(level, &stop, &silent())));
            let ratio = |time: Duration| time.as_secs_f64() / reach.as_secs_f64();
            println!(
                "{name:17}{:>5}{found:>9}{:>10.2}{:>12.2}{:>7.2}{:>16.2}{:>7.2}   {effort:?}",
                level.word(),
                ms(reach),
                ms(search),
                ratio(search),
                ms(whole),
                ratio(whole)
            );
            assert!(ratio(search) < LOOSE, "{name}, level {}", level.word());
        }
    }
}

#[test]
fn bounded_search_against_one_check() {
    println!("{:17}level  classes  check ms   re-checked ms  ratio", "model");
    for name in models() {
        let example = Example::load(name);
        let (options, stop) = (Options { engine: EngineChoice::Sat, ..Options::default() }, Stop::new());
        let question = example.question(&options);
        let (check, _) = least(|| {
            let session = Session::new(&example.system, options.clone());
            let finding = session.check(&example.system.properties[0], &stop, &silent());
            assert!(matches!(finding.verdict, Verdict::Violated(_)));
        });
        for level in LEVELS {
            let (whole, found) = least(|| complete(&question.by_search(level, &stop, &silent())));
            let ratio = whole.as_secs_f64() / check.as_secs_f64();
            println!("{name:17}{:>5}{found:>9}{:>10.2}{:>16.2}{ratio:>7.2}", level.word(), ms(check), ms(whole));
        }
    }
}
