//! Measures the passes of an analysis on a graph that several processes hold together, and compares them with one thread on
//! the same graph in memory:
//!
//! ```text
//! cargo run --release -p wherefore-lts --example generate -- --states 10000000 --transitions 50000000 --labels 20 > c50.aut
//! cargo run --release -p wherefore-lts --example cluster -- --file c50.aut --workers 1 --compare
//! printf '127.0.0.1:2101\n127.0.0.1:2102\n' > hosts
//! cargo run --release -p wherefore-lts --example cluster -- --file c50.aut --hosts hosts --process 0 &
//! cargo run --release -p wherefore-lts --example cluster -- --file c50.aut --hosts hosts --process 1
//! ```
//!
//! The passes: forward from the initial state; backward from the last state; forward with an automaton of three states;
//! forward with levels; a sweep over all states. A process that cannot answer says why and ends with exit code 3.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program, not a library"
)]

use std::fs::File;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use wherefore_diag::FileId;
use wherefore_lts::cluster::{Cluster, Hosts, Plan};
use wherefore_lts::moves::{Direction, Moves};
use wherefore_lts::route::{Interrupted, Kernel, Route, Spread};
use wherefore_lts::row::Row;
use wherefore_lts::set::{FieldLayout, Set};
use wherefore_lts::{LoadError, Memory, load};
use wherefore_stop::Stop;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match options(&arguments).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(3)
        }
    }
}

struct Options {
    file: String,
    plan: Plan,
    compare: bool,
    repeat: u32,
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { file: String::new(), plan: Plan::alone(1), compare: false, repeat: 1 };
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().cloned().ok_or(format!("{option} needs a value"));
        let number = |text: String| text.parse::<usize>().map_err(|e| format!("{text}: {e}"));
        match option.as_str() {
            "--compare" => options.compare = true,
            "--file" => options.file = value()?,
            "--workers" => options.plan.workers = number(value()?)?,
            "--process" => options.plan.process = number(value()?)?,
            "--repeat" => options.repeat = number(value()?)? as u32,
            "--hosts" => {
                let text = std::fs::read_to_string(value()?).map_err(|e| e.to_string())?;
                options.plan.hosts = Some(Hosts::parse(FileId(0), &text).map_err(|e| e.headline)?);
            }
            _ => return Err(format!("unknown: {option}")),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), String> {
    let (stop, path) = (Stop::new(), options.file.clone());
    let begin = Instant::now();
    let opened = Cluster::open(options.plan.clone(), move || File::open(&path), &stop);
    let cluster = opened.map_err(|failure| match failure {
        LoadError::Fault(fault) => format!("{fault:?}"),
        LoadError::Interrupted(why) => why.to_string(),
    })?;
    let loading = begin.elapsed().as_secs_f64();
    println!("process {}: {:?}, loaded in {loading:.2} s, {}", options.plan.process, cluster.size(), peak());
    let mut mine = Vec::new();
    for _ in 0..options.repeat {
        mine = passes(&cluster, options.plan.process).map_err(|why| why.to_string())?;
    }
    println!("process {}: {}", options.plan.process, peak());
    drop(cluster);
    if options.compare {
        compare(&options.file, loading, &mine)?;
    }
    Ok(())
}

/// Runs the passes with one thread on the graph in memory, for comparison.
fn compare(file: &str, loading: f64, mine: &[Pass]) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|e| e.to_string())?;
    pool.install(|| {
        let begin = Instant::now();
        let graph = load(File::open(file).map_err(|e| e.to_string())?, &Stop::new()).map_err(|e| format!("{e:?}"))?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("memory, one thread: loaded in {seconds:.2} s; cluster / memory {:.2}", loading / seconds);
        let memory = Memory::new(graph, Stop::new());
        let theirs = passes(&memory, 0).map_err(|why| why.to_string())?;
        for (one, other) in mine.iter().zip(&theirs) {
            let same = if one.result == other.result { "same answer" } else { "DIFFERENT ANSWERS" };
            let (time, cpu) = (one.seconds / other.seconds, one.cpu / other.cpu);
            println!("{:<10} cluster / memory {time:.2} (busy {cpu:.2}), {same}", one.name);
        }
        Ok(())
    })
}

struct Pass {
    name: &'static str,
    seconds: f64,
    /// How long cores were busy, which other programs disturb less.
    cpu: f64,
    result: u64,
}

fn passes(route: &impl Route, process: usize) -> Result<Vec<Pass>, Interrupted> {
    let (size, labels) = (route.size(), route.labels().len() as u32);
    let all = Arc::new(Moves::along(&vec![true; labels as usize]));
    // The third label out of four moves the automaton on; in its last state it stays.
    let class = (0..labels).map(|label| u32::from(label % 4 == 2)).collect();
    let three = Arc::new(Moves::new(3, class, vec![0, 1, 2, 1, 2, 2]));
    let spread = |moves: &Arc<Moves>, direction, state, levels| {
        let from = Arc::new(Set::single(FieldLayout::new(size.states, moves.states()), state, 0));
        let spread = Spread { moves: moves.clone(), direction, from, within: None, limit: None, levels };
        route.spread(&spread).map(|reached| reached.set.count())
    };
    let (ahead, back) = (Direction::Forward, Direction::Backward);
    let mut passes = Vec::new();
    let mut measure = |name, work: &dyn Fn() -> Result<u64, Interrupted>| {
        let (begin, before) = (Instant::now(), busy());
        let result = work()?;
        let (seconds, cpu) = (begin.elapsed().as_secs_f64(), busy() - before);
        println!("process {process}: {name:<10} {seconds:.2} s ({cpu:.2} s of a core), {result}");
        passes.push(Pass { name, seconds, cpu, result });
        Ok(())
    };
    measure("forward", &|| spread(&all, ahead, size.initial, false))?;
    measure("backward", &|| spread(&all, back, size.states - 1, false))?;
    measure("automaton", &|| spread(&three, ahead, size.initial, false))?;
    measure("levels", &|| spread(&all, ahead, size.initial, true))?;
    measure("sweep", &|| route.sweep(None, &Loops).map(|counters| counters[0]))?;
    Ok(passes)
}

/// Counts transitions that lead back to where they start.
struct Loops;

impl Kernel for Loops {
    fn counters(&self) -> usize {
        1
    }

    fn visit(&self, state: u32, row: Row<'_>, counters: &mut [u64]) {
        row.each(|_, end| counters[0] += u64::from(end == state));
    }
}

/// Seconds for which cores have worked for this process: fields 14 and 15 of its statistics, in hundredths.
fn busy() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The most memory this process has used.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM unknown");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
