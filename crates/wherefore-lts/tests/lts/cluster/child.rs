//! One process of a cluster.

use super::case::Case;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;
use wherefore_diag::FileId;
use wherefore_lts::cluster::{Cluster, Hosts, Plan, Secret};
use wherefore_lts::moves::{Direction, Moves};
use wherefore_lts::route::{Interrupted, Kernel, Route, Spread};
use wherefore_lts::row::Row;
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{LoadError, load};
use wherefore_stop::{Stop, StopReason};

/// The variable of the environment that makes a process of this test.
pub const VARIABLE: &str = "WHEREFORE_CLUSTER_TEST";
/// The exit code of a process that has no answer.
pub const NO_ANSWER: i32 = 3;

/// Task of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Compares answers with those of the memory.
    Check { first: u64, count: u64, workers: usize },
    /// Reads broken files.
    Faults,
    /// Spreads along a chain, again and again, until it cannot.
    Spread,
    /// Does so until its patience ends.
    StopSoon,
    /// Ends before the others.
    EndEarly,
    /// Reads a graph with the processes that have the key.
    Keyed,
    /// Has the key, and waits for a few seconds only.
    Brief,
    /// Has another key, and waits for a few seconds only.
    OtherKey,
    /// Believes to have another job.
    OtherJob,
    /// Waits for the others for a second only.
    Impatient,
    /// Does not come.
    Absent,
    /// Looks states up.
    Look,
    /// Counts.
    Sweep,
}

impl Role {
    pub fn write(self) -> String {
        match self {
            Role::Check { first, count, workers } => format!("check {first} {count} {workers}"),
            other => format!("{other:?}"),
        }
    }

    fn read(text: &str) -> Role {
        let numbers: Vec<u64> = text.split(' ').skip(1).map(|n| n.parse().expect("a number")).collect();
        let simple = [
            Role::Faults,
            Role::Spread,
            Role::StopSoon,
            Role::EndEarly,
            Role::Keyed,
            Role::Brief,
            Role::OtherKey,
            Role::OtherJob,
            Role::Impatient,
            Role::Absent,
            Role::Look,
            Role::Sweep,
        ];
        match numbers[..] {
            [first, count, workers] => Role::Check { first, count, workers: workers as usize },
            _ => simple.into_iter().find(|role| format!("{role:?}") == text).expect("a role"),
        }
    }
}

/// Is a process of a cluster if the environment says so, and nothing otherwise.
#[test]
#[expect(clippy::disallowed_methods, clippy::exit, reason = "the test that starts this process steers it")]
fn a_process_of_a_cluster() {
    let Ok(part) = std::env::var(VARIABLE) else { return };
    let [process, hosts, role] = part.split(';').collect::<Vec<_>>()[..] else { panic!("{part}") };
    let hosts = Hosts::parse(FileId(0), &hosts.replace(',', "\n")).expect("hosts");
    let plan = Plan { hosts: Some(hosts), process: process.parse().expect("a number"), ..Plan::alone(1) };
    if let Err(reason) = play(Role::read(role), plan) {
        say(&reason.to_string());
        std::process::exit(NO_ANSWER);
    }
}

/// Speaks to the test that started this process.
#[expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test may speak")]
fn say(words: &str) {
    println!("> {words}");
}

fn play(role: Role, plan: Plan) -> Result<(), Interrupted> {
    let stop = Stop::new();
    match role {
        Role::Check { first, count, workers } => check(first..first + count, &Plan { workers, ..plan }),
        Role::Faults => faults(&plan),
        Role::Absent => Ok(()),
        Role::Spread => spread(plan, &stop),
        Role::Keyed => check(1..2, &Plan { secret: key(1), ..plan }),
        Role::Brief => spread(Plan { secret: key(1), patience: Duration::from_secs(5), ..plan }, &stop),
        Role::OtherKey => spread(Plan { secret: key(2), patience: Duration::from_secs(5), ..plan }, &stop),
        Role::OtherJob => spread(Plan { job: "other".into(), ..plan }, &stop),
        Role::Impatient => spread(Plan { patience: Duration::from_secs(1), ..plan }, &stop),
        Role::StopSoon => {
            let (clock, wait) = (stop.clone(), Duration::from_secs(2));
            std::thread::spawn(move || {
                std::thread::sleep(wait);
                clock.fire(StopReason::Failed("out of patience".to_owned()));
            });
            spread(plan, &stop)
        }
        Role::EndEarly => open(plan, chain(), &stop).map(drop),
        Role::Look => open(plan, chain(), &stop)?.look(Direction::Forward, &[1, 2, 300]).map(drop),
        Role::Sweep => open(plan, chain(), &stop)?.sweep(None, &Degree).map(drop),
    }
}

fn key(letter: u8) -> Secret {
    Secret::of(&[letter; 32]).expect("a key")
}

fn check(seeds: std::ops::Range<u64>, plan: &Plan) -> Result<(), Interrupted> {
    for seed in seeds {
        let case = Case::random(seed);
        case.check(&open(Plan { job: seed.to_string(), ..plan.clone() }, case.text.clone(), &Stop::new())?);
    }
    Ok(())
}

fn open(plan: Plan, text: Vec<u8>, stop: &Stop) -> Result<Cluster, Interrupted> {
    let text: Arc<[u8]> = text.into();
    Cluster::open(plan, move || Ok(Cursor::new(text.clone())), stop).map_err(|failure| match failure {
        LoadError::Interrupted(reason) => reason,
        LoadError::Fault(fault) => panic!("{fault:?}"),
    })
}

fn faults(plan: &Plan) -> Result<(), Interrupted> {
    for (number, text) in super::broken().into_iter().enumerate() {
        let Err(LoadError::Fault(expected)) = load(text.as_bytes(), &Stop::new()) else { panic!("{text}") };
        let plan = Plan { job: number.to_string(), ..plan.clone() };
        match Cluster::open(plan, move || Ok(Cursor::new(text.clone())), &Stop::new()).err() {
            Some(LoadError::Fault(fault)) => assert_eq!(fault, expected),
            Some(LoadError::Interrupted(reason)) => return Err(reason),
            None => panic!("a graph"),
        }
    }
    Ok(())
}

/// States in a chain, which takes a round for each.
fn chain() -> Vec<u8> {
    const STATES: u32 = 5000;
    let lines: String = (1..STATES).map(|s| format!("({}, a, {s})\n", s - 1)).collect();
    format!("des (0, {}, {STATES})\n{lines}", STATES - 1).into_bytes()
}

fn spread(plan: Plan, stop: &Stop) -> Result<(), Interrupted> {
    let cluster = open(plan, chain(), stop)?;
    let from = Set::single(FieldLayout::new(cluster.size().states, 1), 0, 0);
    let spread = Spread {
        moves: Arc::new(Moves::along(&[true])),
        direction: Direction::Forward,
        from: Arc::new(from),
        within: None,
        limit: None,
        levels: true,
    };
    say("spreading");
    loop {
        let reached = cluster.spread(&spread)?;
        assert_eq!(reached.set.count(), u64::from(cluster.size().states), "a wrong answer");
    }
}

/// Counts transitions.
struct Degree;

impl Kernel for Degree {
    fn counters(&self) -> usize {
        1
    }

    fn visit(&self, _: u32, row: Row<'_>, counters: &mut [u64]) {
        counters[0] += row.len() as u64;
    }
}
