//! Reads a graph and builds it in memory, nothing else: the yardstick for everything that is computed on it.
//!
//! ```text
//! cargo run --release -p wherefore-lts --example parse -- FILE [--threads N]
//! ```
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a program, not a library"
)]

use std::fs::File;
use std::process::ExitCode;
use std::time::Instant;
use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::aut::BLOCK;
use wherefore_lts::{Csr, LoadError, Loader};
use wherefore_stop::Stop;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, threads) = match arguments.as_slice() {
        [path] => (path, 0),
        [path, option, threads] if option == "--threads" => (path, threads.parse().unwrap_or(0)),
        _ => {
            eprintln!("usage: parse FILE [--threads N]");
            return ExitCode::FAILURE;
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let result = pool.map_err(|e| e.to_string()).and_then(|pool| pool.install(|| measure(path)));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn measure(path: &str) -> Result<(), String> {
    let file = File::open(path).map_err(|e| format!("{path}: {e}"))?;
    let size = file.metadata().map_or(0, |m| m.len());
    let stop = Stop::new();
    let start = Instant::now();
    let loader = Loader { stop: &stop, block: BLOCK, progress: &|_, _| {} };
    let (initial, gather) = loader.gather(file).map_err(|f| message(path, &f))?;
    let read = start.elapsed().as_secs_f64();
    println!("reading   {read:7.2} s  {:7.0} MB/s  {} MB peak", size as f64 / 1e6 / read, peak());
    let start = Instant::now();
    let (labels, out) = gather.finish();
    println!("forward   {:7.2} s  {} MB peak", start.elapsed().as_secs_f64(), peak());
    let start = Instant::now();
    let graph = Csr::new(initial, labels, out);
    println!("backward  {:7.2} s  {} MB peak", start.elapsed().as_secs_f64(), peak());
    println!("{} states, {} transitions, {} labels", graph.states(), graph.transitions(), graph.labels.len());
    Ok(())
}

fn message(path: &str, failure: &LoadError) -> String {
    let mut sources = SourceMap::default();
    match failure {
        LoadError::Interrupted(why) => why.to_string(),
        LoadError::Fault(fault) => {
            let diagnostic = fault.diagnostic(&mut sources, path);
            render(&diagnostic, &sources, Style::Plain)
        }
    }
}

/// The most memory that was used so far, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok()).map_or(0, |kb| kb / 1024)
}
