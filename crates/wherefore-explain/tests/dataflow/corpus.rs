//! Causes of failing public programs: each is enough, and no part of it is.
//!
//! Causes are checked here with a solver that had no part in finding the cause, and by a question of its own: the run
//! laid out, the kept choices asserted, the property claimed. A bounded share runs by default; for all of them:
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --release --features cadical -p wherefore-explain --test dataflow corpus -- --nocapture
//! ```

use crate::programs::{inquire, limited, system, text};
use std::path::PathBuf;
use wherefore_check::solvers::Solvers;
use wherefore_check::{Cone, Unroller, Verdict};
use wherefore_explain::cause::{Kept, MinimalCause};
use wherefore_ir::{System, TermId};
use wherefore_solve::Stop;
use wherefore_test::{corpus, is_full, say, setting};

/// Programs that fail, one of each kind, for every day.
const SHARE: [&str; 4] = [
    "kind2-benchmarks/FMCAD08/Bool/misc/stalmark_e8_64_e8_207.lus",
    "kind2-benchmarks/FMCAD08/Int/misc/durationThm_1_e3_389.lus",
    "kind2/tests/regression/falsifiable/stopwatch.lus",
    "kind2/tests/regression/falsifiable/enum.lus",
];

/// Measurements of the causes of one failing property.
struct Measured {
    kept: f64,
    classes: usize,
}

#[test]
fn causes_are_enough_and_minimal() {
    let Some(folder) = corpus("lustre") else { return };
    let (files, seconds) = (files(&folder), setting("WHEREFORE_SECONDS", 6));
    let mut measured = Vec::new();
    for file in &files {
        let Some(system) = text(file).and_then(|t| system(t, file.parent()?, None)) else { continue };
        for property in &system.properties {
            if let Some(found) = examine(&system, &property.name, seconds) {
                say(&format!("{}: {}: {} classes", file.display(), property.name, found.classes));
                measured.push(found);
            }
        }
    }
    let median = |mut list: Vec<f64>| {
        list.sort_by(f64::total_cmp);
        list.get(list.len() / 2).copied().unwrap_or(0.0)
    };
    let kept = median(measured.iter().map(|m| m.kept).collect());
    let classes = median(measured.iter().map(|m| m.classes as f64).collect());
    say(&format!("{} failing properties: median share kept {kept:.2}, median classes {classes}", measured.len()));
    assert!(measured.len() >= if is_full() { 100 } else { 1 }, "{} failing properties", measured.len());
}

fn files(folder: &std::path::Path) -> Vec<PathBuf> {
    if !is_full() {
        return SHARE.iter().map(|f| folder.join(f)).collect();
    }
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        for entry in entries(&path) {
            match entry.extension() {
                _ if entry.is_dir() => waiting.push(entry),
                Some(ending) if ending == "lus" => found.push(entry),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

fn entries(path: &std::path::Path) -> Vec<PathBuf> {
    std::fs::read_dir(path).into_iter().flatten().filter_map(|e| e.ok().map(|e| e.path())).collect()
}

/// The causes of a property that fails within the time; each is checked.
fn examine(system: &System, property: &str, seconds: u64) -> Option<Measured> {
    let findings = inquire(system, property, 1, (8, seconds));
    let good = system.property(property)?.term;
    if !matches!(findings.finding.verdict, Verdict::Violated(_)) {
        return None;
    }
    let inquiry = findings.inquiry?;
    let mut kept = None;
    for class in &inquiry.classes {
        let Some(cause) = class.explanation.cause.known() else { continue };
        check(system, good, class.length, cause);
        if cause.choices > 0 {
            kept.get_or_insert(cause.size() as f64 / cause.choices as f64);
        }
    }
    Some(Measured { kept: kept?, classes: inquiry.classes.len() })
}

fn check(system: &System, good: TermId, last: u32, cause: &MinimalCause) {
    let stop = limited(60);
    assert_eq!(can_hold(system, good, last, &cause.kept, &stop), Some(false), "not enough: {cause:?}");
    for place in 0..if cause.minimal { cause.kept.len() } else { 0 } {
        let mut fewer = cause.kept.clone();
        fewer.remove(place);
        if let Some(open) = can_hold(system, good, last, &fewer, &stop) {
            assert!(open, "not needed: {:?} of {cause:?}", cause.kept[place]);
        }
    }
}

/// Whether the property can hold at the last tick of a run with these choices; nothing if there is no answer in time.
fn can_hold(system: &System, good: TermId, last: u32, kept: &[Kept], stop: &Stop) -> Option<bool> {
    let mut system = system.clone();
    let parts: Vec<(TermId, u32)> = kept.iter().map(|k| (k.term(&mut system.terms), k.tick)).collect();
    let model = Cone::whole(&system);
    let mut unroller = Unroller::new(&model, Solvers::default().z3()().ok()?).ok()?;
    unroller.assert_init().ok()?;
    unroller.reach(last).ok()?;
    let mut assumed = vec![unroller.literal(good, last).ok()?];
    for (term, tick) in parts {
        assumed.push(unroller.literal(term, tick).ok()?);
    }
    unroller.is_sat(&assumed, None, stop).ok()
}
