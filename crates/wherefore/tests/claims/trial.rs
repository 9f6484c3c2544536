//! Trials: a model, the program, the judge; and what is left of a model when it is made as small as the lie allows.

use crate::judge::{Counts, Facts, Lie, is_undivided, judge};
use crate::keys::{Level, failing};
use crate::world::World;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use wherefore_test::say;

/// A model of some language.
pub trait Model: Clone + Send + Sync {
    /// How its files end.
    const ENDING: &'static str;
    /// Its text.
    fn text(&self) -> String;
    /// Its runs, with the effect of some rules taken back.
    fn world(&self, blocked: &BTreeSet<usize>) -> World;
    /// Whether it is plain what taking back an effect means.
    fn is_plain(&self) -> bool;
    /// Models that are a little smaller.
    fn smaller(&self) -> Vec<Self>;
}

/// Counts of a sweep.
#[derive(Default)]
pub struct Seen {
    /// Models by what is special about them.
    pub models: Counts,
    /// Statements by kind.
    pub statements: Counts,
}

/// The program, or another build of it if `WHEREFORE_PROGRAM` names one.
pub fn program() -> Command {
    let other = std::env::var("WHEREFORE_PROGRAM");
    Command::new(other.as_deref().unwrap_or(env!("CARGO_BIN_EXE_wherefore")))
}

/// The report of `why`; without a level the program chooses one.
pub fn why(model: &Path, level: &str) -> Result<Value, String> {
    let mut command = program();
    command.args(["why", "--format", "json", "--quiet", "--no-fix"]).arg(model).stdin(Stdio::null());
    if !level.is_empty() {
        command.args(["--level", level]);
    }
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    serde_json::from_str(&text).map_err(|e| format!("{e}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Report of the program about a model at a level.
pub fn asked<M: Model>(model: &M, level: &str, file: &Path) -> Result<Value, Lie> {
    std::fs::write(file, model.text()).expect("a folder to write to");
    let lie = |words: String| Lie { about: "report", said: words, truth: "a JSON report was asked for".to_owned() };
    why(file, level).map_err(lie)
}

/// Judges a report.
pub fn judged<M: Model>(model: &M, world: &World, level: Level, report: &Value) -> (Vec<Lie>, Counts) {
    let stories = failing(world);
    let fixes = |set: &BTreeSet<usize>| model.is_plain().then(|| !model.world(set).is_violated());
    let facts = Facts { world, stories: &stories, fixes: &fixes };
    let judge = judge(&facts, report, level);
    (judge.lies, judge.counts)
}

/// Asks, and judges.
fn tried<M: Model>(model: &M, world: &World, (level, word): (Level, &str), file: &Path) -> (Vec<Lie>, Counts) {
    match asked(model, word, file) {
        // Branches have a test of their own.
        Ok(report)
            if report["properties"][0]["enumeration"]["told_apart_by"].as_str().is_some_and(|by| by != "path") =>
        {
            (Vec::new(), Counts::from([("told apart by branches", 1)]))
        }
        // Where a report does not distinguish runs, there are no regions for it.
        Ok(report) if is_undivided(&report) => {
            let world = World { regions: Vec::new(), ..world.clone() };
            let (lies, mut counts) = judged(model, &world, level, &report);
            counts.insert("undivided", 1);
            (lies, counts)
        }
        Ok(report) => judged(model, world, level, &report),
        Err(lie) => (vec![lie], Counts::new()),
    }
}

/// The smallest model found with the same kind of lie.
fn shrunk<M: Model>(model: &M, level: (Level, &str), file: &Path, lie: &Lie) -> (M, Lie) {
    const MOST_TRIES: usize = 150;
    let (mut model, mut lie) = (model.clone(), lie.clone());
    let mut tries = 0;
    'again: loop {
        for smaller in model.smaller() {
            tries += 1;
            if tries > MOST_TRIES {
                break 'again;
            }
            let (lies, _) = tried(&smaller, &smaller.world(&BTreeSet::new()), level, file);
            if let Some(same) = lies.into_iter().find(|l| l.about == lie.about) {
                (model, lie) = (smaller, same);
                continue 'again;
            }
        }
        break;
    }
    (model, lie)
}

/// Tries models at all or some levels, several at a time, and fails if anything false is said.
pub fn sweep<M: Model>(
    name: &str,
    seed: u64,
    cases: u64,
    make: &(dyn Fn(u64) -> M + Sync),
    special: &(dyn Fn(&M, &World, &mut Counts) + Sync),
) -> Seen {
    let folder = tempfolder(name);
    let (next, seen, lies) = (AtomicUsize::new(0), Mutex::new(Seen::default()), Mutex::new(Vec::new()));
    let work = |worker: usize| loop {
        let case = next.fetch_add(1, Ordering::Relaxed) as u64;
        if case >= cases {
            return;
        }
        let model = make(seed.wrapping_add(case));
        let world = model.world(&BTreeSet::new());
        let mut counts = Counts::new();
        special(&model, &world, &mut counts);
        // Level 1 says most; one model in three is asked about another one.
        let level = Level::ALL[if case % 3 == 2 { 1 + (case / 3) as usize % 3 } else { 0 }];
        let file = folder.join(format!("m{worker}.{}", M::ENDING));
        let (found, statements) = tried(&model, &world, level, &file);
        let mut seen = seen.lock().expect("no panic");
        add(&mut seen.models, &counts);
        add(&mut seen.statements, &statements);
        lies.lock().expect("no panic").extend(found.into_iter().map(|l| (case, level, l)));
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            scope.spawn(move || work(worker));
        }
    });
    let seen = seen.into_inner().expect("no panic");
    say(&format!("{name}: {cases} models, {:?}\nstatements: {:?}", seen.models, seen.statements));
    report(&folder, seed, make, lies.into_inner().expect("no panic"));
    seen
}

/// Shows the smallest example of each kind of lie, and fails if there is one.
fn report<M: Model>(folder: &Path, seed: u64, make: &dyn Fn(u64) -> M, mut lies: Vec<(u64, (Level, &str), Lie)>) {
    lies.sort_by_key(|(case, _, _)| *case);
    let mut failed = Counts::new();
    for (case, level, lie) in &lies {
        let seed = seed.wrapping_add(*case);
        let model = make(seed);
        *failed.entry(lie.about).or_default() += 1;
        if failed[lie.about] == 1 {
            let (model, lie) = shrunk(&model, *level, &folder.join(format!("shrunk.{}", M::ENDING)), lie);
            let how = format!("WHEREFORE_SEED={seed} WHEREFORE_CASES=1 finds it again");
            let Lie { about, said, truth } = lie;
            let words =
                format!("{about}, at level {} ({how})\n  said:  {said}\n  truth: {truth}\n{}", level.1, model.text());
            say(&words);
        }
    }
    assert!(failed.is_empty(), "false statements: {failed:?}");
}

fn add(all: &mut Counts, more: &Counts) {
    for (kind, count) in more {
        *all.entry(kind).or_default() += count;
    }
}

/// An empty folder of this test.
pub fn tempfolder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("wherefore-claims-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for models");
    folder
}
