//! Runs a process in a room of its own and watches it: how long, how much memory, what it leaves behind.
//!
//! A room has a folder to work in and one for temporary files, both empty; whatever is in them afterwards was left there.
//! Processes inherit the folder they work in, so that a solver which outlives its parent is found by it. Memory is that of the
//! process and all below it, sampled.

#![allow(clippy::disallowed_methods, reason = "a test reads files, and waits")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often a process is looked at.
const PERIOD: Duration = Duration::from_millis(10);
/// How long what was killed may take to be gone.
const FAREWELL: Duration = Duration::from_secs(10);
/// How many times the patience with it a process may last that is at work on a busy machine.
const LONGEST: u32 = 5;
/// A process that has had less than this share of the time does not work: it waits for something that does not come.
const SHARE_AT_WORK: u32 = 20;

/// Where a process works.
pub struct Room {
    folder: PathBuf,
}

/// How a run went.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
    /// The time of the processor, of the process and those below it, as far as it was seen.
    pub cpu: Duration,
    /// How long its first thread, which keeps the limits, was ready to run and not let. On a busy machine that is no fault of the
    /// program.
    pub waited: Duration,
    /// The most memory, in bytes.
    pub peak: u64,
    /// Whether it had to be killed.
    pub hung: bool,
    /// Files and processes that it left.
    pub left: Vec<String>,
}

impl Room {
    /// An empty room of its own.
    pub fn new() -> Room {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("wherefore-room-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        ["work", "temporary", "streams"].iter().for_each(|part| fs::create_dir_all(folder.join(part)).unwrap());
        Room { folder: folder.canonicalize().unwrap() }
    }

    /// The folder that processes work in.
    pub fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// Runs a process here. `meddle` receives how long it has been running, several times.
    pub fn run(&self, command: &mut Command, patience: Duration, meddle: impl FnMut(&mut Child, Duration)) -> Ran {
        let stream = |name: &str| self.folder.join("streams").join(name);
        command.stdout(File::create(stream("out")).unwrap()).stderr(File::create(stream("err")).unwrap());
        let mut ran = self.watch(command, patience, meddle);
        let text = |name: &str| String::from_utf8_lossy(&fs::read(stream(name)).unwrap()).into_owned();
        (ran.stdout, ran.stderr) = (text("out"), text("err"));
        ran
    }

    /// Watches a process whose streams belong to the caller.
    pub fn watch(
        &self,
        command: &mut Command,
        patience: Duration,
        mut meddle: impl FnMut(&mut Child, Duration),
    ) -> Ran {
        command.current_dir(self.work()).env("TMPDIR", self.folder.join("temporary"));
        let start = Instant::now();
        let mut child = command.spawn().unwrap();
        let (mut peak, mut cpu, mut waited, mut hung) = (0, Duration::ZERO, Duration::ZERO, false);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            let (memory, time) = usage(&child.id().to_string());
            (peak, cpu) = (peak.max(memory), cpu.max(time));
            waited = waited.max(delay(child.id()));
            if !hung && is_too_long(start.elapsed(), cpu, patience) {
                hung = true;
                child.kill().unwrap();
            }
            meddle(&mut child, start.elapsed());
            std::thread::sleep(PERIOD);
        };
        let wall = start.elapsed();
        let left = self.left();
        Ran { code: status.code(), stdout: String::new(), stderr: String::new(), wall, cpu, waited, peak, hung, left }
    }

    /// Things in the room that were not there: files, and processes that have not ended after a while.
    pub fn left(&self) -> Vec<String> {
        let folders = ["work", "temporary"].map(|part| self.folder.join(part));
        let files = folders.iter().flat_map(|f| fs::read_dir(f).unwrap()).map(|e| e.unwrap().path());
        let mut left: Vec<String> = files.map(|p| p.display().to_string()).collect();
        let start = Instant::now();
        loop {
            let processes = processes_in(&folders[0]);
            if processes.is_empty() || start.elapsed() > FAREWELL {
                left.extend(processes);
                return left;
            }
            std::thread::sleep(PERIOD);
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether a process hangs that has lasted this long and used this much of the processor. On a busy machine one that is at work has the
/// patience in processor time.
fn is_too_long(wall: Duration, cpu: Duration, patience: Duration) -> bool {
    let is_at_work = cpu * SHARE_AT_WORK > wall && cpu < patience;
    wall > patience && !(is_at_work && wall < patience * LONGEST)
}

#[test]
fn a_process_that_is_kept_waiting_does_not_hang() {
    let is_too_long =
        |wall, cpu| is_too_long(Duration::from_secs(wall), Duration::from_secs(cpu), Duration::from_secs(60));
    assert_eq!([(59, 59), (61, 12), (290, 50)].map(|(wall, cpu)| is_too_long(wall, cpu)), [false; 3]);
    assert_eq!([(61, 0), (61, 61), (200, 5), (301, 50)].map(|(wall, cpu)| is_too_long(wall, cpu)), [true; 4]);
}

/// Sends a signal, by its name.
pub fn signal(child: &Child, name: &str) {
    // The command fails only if the process is gone.
    let _ = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).output();
}

/// The memory of a process and all below it in bytes, and the time of the processor that they have used.
fn usage(process: &str) -> (u64, Duration) {
    let folder = Path::new("/proc").join(process);
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let resident = status.lines().find_map(|l| l.strip_prefix("VmRSS:")?.trim().trim_end_matches(" kB").parse().ok());
    let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
    // Behind the name, which may hold anything: user and system time, of this process and of children that have ended.
    let ticks: u64 = stat
        .rsplit(')')
        .next()
        .map_or(0, |rest| rest.split_whitespace().skip(11).take(4).filter_map(|n| n.parse::<u64>().ok()).sum());
    let mut sum = (resident.unwrap_or(0) * 1024, Duration::from_millis(ticks * 10));
    let tasks = fs::read_dir(folder.join("task")).into_iter().flatten().filter_map(Result::ok);
    for list in tasks.filter_map(|t| fs::read_to_string(t.path().join("children")).ok()) {
        for (memory, time) in list.split_whitespace().map(usage) {
            sum = (sum.0 + memory, sum.1 + time);
        }
    }
    sum
}

/// How long the first thread of a process has waited for a processor.
fn delay(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// The processes that work in a folder, in words.
fn processes_in(folder: &Path) -> Vec<String> {
    let all = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok).map(|e| e.path());
    let here = all.filter(|p| fs::read_link(p.join("cwd")).is_ok_and(|f| f == folder));
    here.map(|p| format!("process {}", fs::read_to_string(p.join("comm")).unwrap_or_default().trim())).collect()
}
