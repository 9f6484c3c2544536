//! Measures the route through files: loading, and a spread along and against the transitions with an automaton of three
//! states.
//!
//! ```text
//! cargo run --release -p wherefore-lts --example disk -- FILE [--memory 256M] [--levels] [--compare]
//! ```
//!
//! Each line shows seconds, megabytes written to and read from temporary files, and the most memory used so far. With
//! `--levels` the steps from the start are noted, too. With `--compare` the same is done in memory afterwards, and the
//! program fails if the sets differ. `RAYON_NUM_THREADS` sets the number of threads.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a program, not a library"
)]

use std::fs::File;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use wherefore_lts::moves::{Direction, Moves};
use wherefore_lts::route::{Interrupted, Route, Spread};
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{Disk, Memory, Needs, Transferred, load};
use wherefore_stop::Stop;

struct Options {
    path: String,
    memory: u64,
    levels: bool,
    compare: bool,
}

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("usage: disk FILE [--memory 256M] [--levels] [--compare]");
        return ExitCode::FAILURE;
    };
    match measure(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options { path: String::new(), memory: 256 << 20, levels: false, compare: false };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--memory" => options.memory = bytes(&arguments.next()?)?,
            "--levels" => options.levels = true,
            "--compare" => options.compare = true,
            path => options.path = path.to_owned(),
        }
    }
    (!options.path.is_empty()).then_some(options)
}

/// A number of bytes, or of `K`, `M` or `G`.
fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.split_at_checked(text.len().checked_sub(1)?)? {
        (digits, "K") => (digits, 10),
        (digits, "M") => (digits, 20),
        (digits, "G") => (digits, 30),
        _ => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

fn measure(options: &Options) -> Result<(), String> {
    let open = || File::open(&options.path).map_err(|e| format!("{}: {e}", options.path));
    let (stop, file, start) = (Stop::new(), open()?, Instant::now());
    let disk = Disk::load(file, tempfile::tempfile, options.memory, &stop).map_err(|e| format!("{e:?}"))?;
    show("loading", start, disk.transferred());
    let size = Route::size(&disk);
    let needs = Needs::new(size, Route::labels(&disk).len(), 3);
    println!("{size:?}, {} MB of sorted files, estimated: {needs:?}", disk.bytes() >> 20);
    let found = spreads(&disk, options.levels, || disk.transferred()).map_err(|why| why.to_string())?;
    if !options.compare {
        return Ok(());
    }
    let start = Instant::now();
    let graph = load(open()?, &stop).map_err(|e| format!("{e:?}"))?;
    show("memory: loading", start, Transferred::default());
    let memory = Memory::new(graph, stop);
    let expected = spreads(&memory, options.levels, Transferred::default).map_err(|why| why.to_string())?;
    let same = found.iter().zip(&expected).all(|(found, expected)| found.same(expected));
    println!("the sets are {}", if same { "equal" } else { "different" });
    if same { Ok(()) } else { Err("the two routes disagree".to_owned()) }
}

/// States reached from the initial state, and those of them that lead to some of its accepting states.
fn spreads(
    route: &impl Route,
    levels: bool,
    transferred: impl Fn() -> Transferred,
) -> Result<[Arc<Set>; 2], Interrupted> {
    let (size, moves) = (route.size(), Arc::new(automaton(route.labels().len())));
    let from = Arc::new(Set::single(FieldLayout::new(size.states, 3), size.initial, 0));
    let forward = Spread { moves, direction: Direction::Forward, from, within: None, limit: None, levels };
    let reached = measured("forward", route, &forward, &transferred)?;
    let some = Set::new(reached.shape());
    let accepting = reached.iter().filter(|(state, inner)| *inner == 2 && state % 1000 == 999);
    accepting.for_each(|(state, inner)| some.insert(state, inner));
    let (direction, within) = (Direction::Backward, Some(reached.clone()));
    let backward = Spread { direction, from: Arc::new(some), within, ..forward };
    let leading = measured("backward", route, &backward, &transferred)?;
    Ok([reached, leading])
}

/// The first label leads from the first state to the second, the second label from there to the last.
fn automaton(labels: usize) -> Moves {
    let class = (0..labels).map(|label| label.min(2) as u32).collect();
    Moves::new(3, class, vec![1, 1, 2, 0, 2, 2, 0, 1, 2])
}

fn measured(
    name: &str,
    route: &impl Route,
    spread: &Spread,
    transferred: &impl Fn() -> Transferred,
) -> Result<Arc<Set>, Interrupted> {
    let (start, before) = (Instant::now(), transferred());
    let reached = route.spread(spread)?;
    let after = transferred();
    let during = Transferred { written: after.written - before.written, read: after.read - before.read };
    show(name, start, during);
    println!("{:16} {} product states", "", reached.set.count());
    Ok(reached.set)
}

fn show(name: &str, start: Instant, Transferred { written, read }: Transferred) {
    let (seconds, peak) = (start.elapsed().as_secs_f64(), peak());
    println!("{name:16} {seconds:8.2} s {:7} MB written {:7} MB read {peak:6} MB peak", written >> 20, read >> 20);
}

/// The most memory that was used so far, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok()).map_or(0, |kb| kb / 1024)
}
