//! A graph on several workers and processes says what the same graph in memory says, and a process that dies ends the
//! others with a message.
//!
//! Processes are made by starting this test again, with `cluster::child::a_process_of_a_cluster` as its only test and its
//! part in the environment. `WHEREFORE_SEED=n` begins with another seed, `WHEREFORE_CASES=1000` tries more graphs.

mod case;
mod child;
mod parent;

use case::{Case, cases, seed};
use child::Role;
use parent::{Family, wait_for_all};
use std::io::{Cursor, Write};
use std::net::TcpStream;
use std::time::Duration;
use wherefore_lts::cluster::{Cluster, Plan};
use wherefore_lts::{LoadError, load};
use wherefore_stop::Stop;

#[test]
fn workers_of_one_process_say_what_memory_says() {
    let first = seed(1);
    for seed in first..first + cases(4) {
        let case = Case::random(seed);
        for workers in [1, 2, 3] {
            let text = case.text.clone();
            let cluster = Cluster::open(Plan::alone(workers), move || Ok(Cursor::new(text.clone())), &Stop::new());
            case.check(&cluster.expect("a graph"));
        }
    }
}

#[test]
fn two_processes_say_what_memory_says() {
    let (first, count) = (seed(1000), cases(2));
    wait_for_all(Family::start(&[Role::Check { first, count, workers: 1 }; 2]));
}

#[test]
fn four_processes_of_two_workers_say_what_memory_says() {
    let (first, count) = (seed(2000), cases(2));
    wait_for_all(Family::start(&[Role::Check { first, count, workers: 2 }; 4]));
}

/// A line that is no transition, a state out of range, a count that is wrong, no header: wherever the parts are cut.
fn broken() -> Vec<String> {
    let line = |n: u32| format!("({n}, \"a label {n}\", {})\n", n / 2);
    let body: Vec<String> = (0..300).map(line).collect();
    let with = |place: usize, text: &str| {
        let mut lines = body.clone();
        lines[place] = text.to_owned();
        format!("\ndes (0, 300, 300)\n{}", lines.concat())
    };
    let places = [0, 149, 150, 151, 299].into_iter();
    let mut texts: Vec<String> = places.clone().map(|p| with(p, "(1, \"a\")\n")).collect();
    texts.extend(places.clone().map(|p| with(p, "(1, \"a\", 300)\n")));
    texts.extend(places.map(|p| with(p, "")));
    texts.extend([with(299, "(2, \"b\", 1)\n(2, \"b\", 1)\n"), with(299, "(0, \"b"), body.concat(), String::new()]);
    texts.push(with(150, &format!("(2, \"{}\", 1)\n", "long ".repeat(300_000))));
    texts
}

#[test]
fn faults_of_the_file_are_those_of_the_other_routes() {
    for text in broken() {
        let Err(LoadError::Fault(expected)) = load(text.as_bytes(), &Stop::new()) else { panic!("{text}") };
        for workers in [1, 2, 3, 7] {
            let text = text.clone();
            let opened = Cluster::open(Plan::alone(workers), move || Ok(Cursor::new(text.clone())), &Stop::new());
            assert_eq!(opened.err(), Some(LoadError::Fault(expected.clone())), "{workers} workers");
        }
    }
    wait_for_all(Family::start(&[Role::Faults; 3]));
}

#[test]
fn a_file_that_cannot_be_opened_or_read_in_parts_is_no_graph() {
    let missing = || Err::<Cursor<Vec<u8>>, _>(std::io::Error::other("no such file"));
    let failure = |opened: Result<Cluster, LoadError>| match opened.err() {
        Some(LoadError::Interrupted(why)) => why.to_string(),
        other => panic!("{other:?}"),
    };
    let words = failure(Cluster::open(Plan::alone(2), missing, &Stop::new()));
    assert_eq!(words, "the file cannot be read: no such file");
    let packed = || Ok(Cursor::new(vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    let opened = Cluster::open(Plan::alone(2), packed, &Stop::new());
    assert!(opened.is_err());
}

#[test]
fn a_process_that_is_killed_ends_the_others() {
    for (processes, victim) in [(2, 1), (2, 0), (4, 2)] {
        let mut family = Family::start(&vec![Role::Spread; processes]);
        family.wait_until_all_say("spreading");
        family.kill(victim);
        let name = format!("process {victim} of {processes} ({}) is gone", family.hosts[victim]);
        for (process, words) in family.endings(Duration::from_secs(10)) {
            assert!(process == victim || words.contains(&name), "process {process} said {words}");
        }
    }
}

#[test]
fn a_process_that_is_stopped_or_ends_early_ends_the_others() {
    let mut family = Family::start(&[Role::Spread, Role::StopSoon, Role::Spread]);
    let name = format!("process 1 of 3 ({}) was stopped: out of patience", family.hosts[1]);
    for (process, words) in family.endings(Duration::from_secs(30)) {
        let expected = if process == 1 { "out of patience" } else { &name };
        assert!(words.contains(expected), "process {process} said {words}");
    }
    let mut family = Family::start(&[Role::EndEarly, Role::Spread]);
    let name = format!("process 0 of 2 ({}) has ended before the others", family.hosts[0]);
    let endings = family.endings(Duration::from_secs(30));
    assert!(endings[1].1.contains(&name), "{endings:?}");
}

#[test]
fn processes_that_do_not_belong_together_do_not_start() {
    let mut family = Family::start(&[Role::Spread, Role::OtherJob]);
    for (process, words) in family.endings(Duration::from_secs(30)) {
        assert!(words.contains("was started with other arguments"), "process {process} said {words}");
    }
    let mut family = Family::start(&[Role::Impatient, Role::Absent]);
    let name = format!("process 1 of 2 ({}) did not answer within 1 seconds", family.hosts[1]);
    let endings = family.endings(Duration::from_secs(30));
    assert!(endings[0].1.contains(&name), "{endings:?}");
}

/// Calls a process as soon as it listens.
fn stranger(address: &str) -> TcpStream {
    loop {
        match TcpStream::connect(address) {
            Ok(stream) => return stream,
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// The port of a process that waits for the others is open to strangers: rubbish, the begin of a call of another version, one
/// that claims to be process 1, one that says nothing more than hello, and fifty that say nothing.
#[test]
fn strangers_end_no_run_and_block_none() {
    let mut family = Family::begin(&[Role::Keyed; 2], 1);
    let address = family.hosts[0].clone();
    let idle: Vec<TcpStream> = (0..50).map(|_| stranger(&address)).collect();
    let claim = |version: &[u8; 8]| [&version[..], &1_u32.to_le_bytes(), &1_u32.to_le_bytes(), &[0; 16]].concat();
    let mut callers = Vec::new();
    for bytes in
        [vec![0xa5; 4096], claim(b"where4/1"), claim(b"where4/2"), [b"where4/2".as_slice(), &[7; 108]].concat()]
    {
        let mut stream = stranger(&address);
        stream.write_all(&bytes).expect("a connection");
        callers.push(stream);
    }
    family.go_on();
    wait_for_all(family);
    drop((idle, callers));
}

#[test]
fn processes_with_other_keys_do_not_meet() {
    let mut family = Family::start(&[Role::OtherKey, Role::Brief]);
    let endings = family.endings(Duration::from_secs(120));
    for (process, words) in endings {
        assert!(words.contains("does not have our key"), "process {process} said {words}");
    }
}

#[test]
fn processes_that_do_different_things_notice_it() {
    let mut family = Family::start(&[Role::Look, Role::Sweep]);
    for (process, words) in family.endings(Duration::from_secs(30)) {
        assert!(words.contains("all must run the same command"), "process {process} said {words}");
    }
}
