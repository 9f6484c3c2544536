//! Every file of the corpora through the program, as a process, with a limit on time and memory: whatever the file is, the
//! program ends in time with the right code and leaves nothing behind.
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --release --features cadical -p wherefore --test corpus sweep -- --nocapture
//! ```
//!
//! runs every file, command and format with 10 s and 512 MB each and prints a table by language, command and format. That takes
//! hours; `WHEREFORE_SWEEP='why json'` takes only what contains these words, `WHEREFORE_FILES=lustre` only files whose path does,
//! and `WHEREFORE_SHARE=n` one in n of them, of which `WHEREFORE_SEED` says which. Without `WHEREFORE_CORPUS=full` one file in many runs, with one command and format each, in turn.

mod blind;
mod circuits;
mod judge;
mod lint;
mod mcrl2;
mod mutated;
mod same;
mod seeded;
mod table;

use crate::support::watched::{Ran, Room};
use crate::support::{formats, wherefore};
use judge::Judge;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::Table;

/// How many processes are watched at a time.
const WORKERS: usize = 2;
/// How often the table is printed on the way.
const ON_THE_WAY: usize = 250;
/// A formula that can be asked of every graph: no state is the last.
const GENERIC: &str = "[true*] <true> true";

/// Question to the program.
#[derive(Clone, Debug)]
pub struct Case {
    /// Below the corpora.
    pub name: String,
    pub path: PathBuf,
    pub command: &'static str,
    pub format: String,
}

/// Resources that each run may use, and the objection if it uses more.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub deadline: Duration,
    /// How much later it may end.
    pub slack: Duration,
    /// In bytes.
    pub memory: u64,
}

impl Case {
    /// Ending of the file, if that determines a language.
    pub fn language(&self) -> &'static str {
        let ending = self.path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let known =
            ["smv", "flatsmv", "lus", "scxml", "xml", "oss", "aut", "slx", "mdl", "btor2", "btor", "aag", "aig"];
        known.into_iter().find(|k| *k == ending).unwrap_or("other")
    }

    /// Runs it in a room of its own.
    fn run(&self, bounds: &Bounds) -> Ran {
        let room = Room::new();
        let mut command = wherefore(&room.work());
        command.arg(self.command).arg(&self.path).args(["--format", &self.format]);
        // So that a panic is seen even if another engine answers in its place.
        command.env("RUST_BACKTRACE", "1");
        command.arg("--deadline").arg(format!("{}s", bounds.deadline.as_secs()));
        command.arg("--memory").arg(format!("{}M", bounds.memory >> 20));
        if self.language() == "aut" {
            command.arg("-p").arg(formula(&self.path));
        }
        room.run(&mut command, bounds.deadline + Duration::from_secs(60), |_, _| ())
    }
}

/// The formula beside a graph, or a generic one.
fn formula(graph: &Path) -> PathBuf {
    let beside = graph.parent().map(files_below).unwrap_or_default();
    let is_formula = |p: &PathBuf| p.extension().is_some_and(|e| e == "mcl" || e == "mcf");
    beside.into_iter().find(is_formula).unwrap_or_else(|| PathBuf::from(GENERIC))
}

/// All files below a folder, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|p| if p.is_dir() { files_below(&p) } else { vec![p] }).collect()
}

/// Cases of each file.
fn plan(corpora: &Path) -> (Vec<Vec<Case>>, Bounds) {
    let full = wherefore_test::is_full();
    let seed = wherefore_test::seed(7) as usize;
    let share = wherefore_test::setting("WHEREFORE_SHARE", if full { 1 } else { 40 }).max(1) as usize;
    let wanted = std::env::var("WHEREFORE_SWEEP").unwrap_or_default();
    let mut kinds: Vec<(&'static str, String)> =
        ["why", "check"].iter().flat_map(|c| formats(c).into_iter().map(|f| (*c, f))).collect();
    kinds.retain(|(command, format)| format!("{command} {format}").contains(&wanted));
    assert!(!kinds.is_empty(), "nothing is called {wanted}");
    let mut groups = Vec::new();
    let place = std::env::var("WHEREFORE_FILES").unwrap_or_default();
    let chosen = files_below(corpora).into_iter().filter(|p| p.to_string_lossy().contains(&place));
    let files = chosen.enumerate().filter(|(i, _)| (i + seed).is_multiple_of(share));
    for (turn, (_, path)) in files.enumerate() {
        let name = path.strip_prefix(corpora).unwrap().display().to_string();
        let case = |(command, format): &(&'static str, String)| Case {
            name: name.clone(),
            path: path.clone(),
            command,
            format: format.clone(),
        };
        groups.push(if full { kinds.iter().map(case).collect() } else { vec![case(&kinds[turn % kinds.len()])] });
    }
    // A small machine that does other things as well is late without being wrong.
    let (deadline, slack) = if full { (10, 3) } else { (2, 10) };
    let bounds =
        Bounds { deadline: Duration::from_secs(deadline), slack: Duration::from_secs(slack), memory: 512 << 20 };
    (groups, bounds)
}

#[test]
fn sweep_over_every_file_ends_in_time_with_the_right_code() {
    let Some(corpora) = wherefore_test::corpus("") else { return };
    let (groups, bounds) = plan(&corpora);
    let (judge, table) = (Judge::new(bounds), Mutex::new(Table::default()));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let runs: Vec<(Case, Ran)> = group.iter().map(|c| (c.clone(), c.run(&bounds))).collect();
                    let offences = judge.offences(&runs);
                    let mut table = table.lock().unwrap();
                    table.add(&runs, offences);
                    if table.files.is_multiple_of(ON_THE_WAY) {
                        wherefore_test::say(&table.to_string());
                    }
                }
            });
        }
    });
    let table = table.into_inner().unwrap();
    wherefore_test::say(&table.to_string());
    assert!(table.offences.is_empty(), "{} offences\n{}", table.offences.len(), table.offences.join("\n"));
}
