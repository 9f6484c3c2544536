//! The nearest passing run for every violated property of the examples, or the reason why none was found. With
//! `--nocapture` a table: how far it is, of how many choices, which solver found that again, and how long it took.

use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_diag::{FileId, SourceMap};
use wherefore_explain::explanation::nearest::nearest;
use wherefore_explain::explanation::{Claim, Nearest, Subject, Why};
use wherefore_explain::result::part::Alike;
use wherefore_ir::{Property, PropertyKind, System};
use wherefore_lang::{lustre, oss, scxml, smv};
use wherefore_solve::Stop;
use wherefore_test::{is_full, say, unpublished};
use wherefore_trace::{Evaluator, Labels, Trace, replay};

/// Takes long, most of it to find the failing run.
const SLOW: [&str; 2] = ["many_paths.smv", "redundant_sensors.oss"];

/// A file beside the examples.
#[expect(clippy::disallowed_methods, reason = "tests read the example models")]
fn read(name: &str) -> Option<String> {
    std::fs::read_to_string(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).ok()
}

/// The examples with their systems.
#[expect(clippy::disallowed_methods, reason = "tests read the example models")]
fn examples() -> Vec<(String, Vec<System>)> {
    let folder = format!("{}/../../examples", env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the examples").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        let systems = match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("smv") => smv::load(FileId(0), &text).system.into_iter().collect(),
            Some("scxml") => scxml::load(FileId(0), &text).system.into_iter().collect(),
            Some("lus") => {
                let loaded = lustre::load(SourceMap::single("example.lus", &text), &mut |name| {
                    read(name).ok_or(lustre::NotIncluded::Missing)
                });
                loaded.system.into_iter().collect()
            }
            Some("oss") => {
                let loaded = oss::load(SourceMap::single("example.oss", &text), &mut |name| {
                    unpublished(name).ok_or(oss::NotIncluded::Missing)
                });
                loaded.refinements.into_iter().map(|r| r.system).collect()
            }
            _ => Vec::new(),
        };
        found.push((name, systems));
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The run that breaks a property, and what should be true of it.
fn broken(system: &System, property: &Property, options: &Options) -> Option<(Trace, Claim)> {
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let session = Session::new(system, options.clone());
    let Verdict::Violated(run) = session.decide(property, &Stop::new(), &observer).1 else { return None };
    let claim = match session.as_invariant(property) {
        Some(good) if run.trace.loop_start.is_none() => Claim::Always(good),
        _ if property.kind == PropertyKind::Ltl => Claim::Path { formula: property.term, assuming: None },
        _ => return None,
    };
    Some((run.trace, claim))
}

/// The run is one, as long, the claim holds on it, and it differs where it says.
fn checked(system: &System, failing: &Trace, claim: Claim, found: &Nearest) {
    replay(system, &found.run).expect("a run");
    assert_eq!((found.run.len(), found.run.loop_start), (failing.len(), failing.loop_start));
    match claim {
        Claim::Always(good) => {
            let good = Evaluator::new(&system.terms, &[good]).expect("a plain formula");
            assert!(found.run.steps.iter().all(|s| good.truths(&s.values, None) == [Some(true)]));
        }
        Claim::Path { formula, .. } => {
            let labels = Labels::new(&system.terms, &found.run, formula).expect("labels");
            assert_eq!(labels.at(formula, 0), Some(true));
        }
    }
    assert!(found.minimal && found.recheck.checker().is_some() && !found.differs.is_empty());
    let differs = |d: &wherefore_explain::explanation::Differs| {
        let tick = d.tick as usize;
        failing.value(tick, d.var) != found.run.value(tick, d.var)
    };
    assert!(found.differs.iter().all(differs));
}

#[test]
fn every_broken_example_has_its_nearest_run() {
    let (options, mut told) = (Options::default(), 0);
    for (name, systems) in examples() {
        if SLOW.contains(&name.as_str()) && !is_full() {
            continue;
        }
        for system in &systems {
            for property in &system.properties {
                let Some((run, claim)) = broken(system, property, &options) else { continue };
                let subject = Subject { system, claim, counts: &|_| true, options: &options };
                #[expect(clippy::disallowed_methods, reason = "tests measure")]
                let clock = std::time::Instant::now();
                let found = nearest(&subject, &[&run], &Stop::new()).remove(0);
                let seconds = clock.elapsed().as_secs_f64();
                let kind = if run.loop_start.is_some() { "lasso" } else { "run" };
                let what = match &found {
                    Ok(near) => {
                        told += 1;
                        checked(system, &run, claim, near);
                        format!("{:>3} of {:>4}  {:?}", near.differs.len(), near.choices, near.recheck)
                    }
                    Err(why) => format!("{why:?}"),
                };
                say(&format!(
                    "{name:24} {:24} {kind:5} {:>3} ticks  {seconds:6.2} s  {what}",
                    property.name,
                    run.len()
                ));
                let reason = Why::EveryRunFails(Alike::Length);
                assert!(found.is_ok() || found == Err(reason), "{name} {}: {found:?}", property.name);
            }
        }
    }
    assert!(told > 10, "{told}");
}
