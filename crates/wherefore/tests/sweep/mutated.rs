//! Inputs with a few things changed at random, through the program as a process: models of every language, formulas, traces of
//! every format, earlier reports. Whatever comes of the input, the program ends in time, within its memory, with a code that
//! the report stands for, and leaves nothing behind.
//!
//! ```text
//! WHEREFORE_CASES=15000 cargo test --release --features cadical -p wherefore --test corpus mutated_models -- --nocapture
//! WHEREFORE_CASES=5000 cargo test --release --features cadical -p wherefore --test corpus mutated_traces -- --nocapture
//! ```
//!
//! are the whole sweep; without `WHEREFORE_CASES` a few inputs are tried. `WHEREFORE_SEED` says which. The input of an offence is
//! kept in a folder that the failure names.

use super::judge::Judge;
use super::{Bounds, Case, WORKERS, files_below};
use crate::support::watched::{Ran, Room};
use crate::support::{formats, repository, wherefore};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wherefore_test::{below, cases, say, seed};

const BOUNDS: Bounds = Bounds { deadline: Duration::from_secs(2), slack: Duration::from_secs(10), memory: 512 << 20 };
/// The largest file to begin with, in bytes.
const LARGEST: u64 = 40_000;
/// The formats of traces, with the endings that they are known by.
const TRACES: [(&str, &str); 6] =
    [("nusmv", "txt"), ("xml", "xml"), ("itf", "itf.json"), ("vcd", "vcd"), ("kind2", "json"), ("btor2", "wit")];
/// Numbers at the edges of what machines count with.
const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "65536",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e400",
    "0.0000000001",
    "1/0",
];
/// Bytes that are seldom expected.
const ODD: [&[u8]; 12] = [
    b"\0",
    b"\xff",
    b"\xc3\x28",
    b"\xe2\x80\xae",
    b"\x1b[31m",
    b"\r",
    b"\xef\xbb\xbf",
    b"\"",
    b"'",
    b"|",
    b"\\",
    b"&#0;",
];

/// A file to begin with.
struct Seed {
    name: String,
    bytes: Vec<u8>,
}

impl Seed {
    fn read(path: &Path) -> Seed {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        Seed { name, bytes: std::fs::read(path).unwrap() }
    }
}

/// The examples, and small files of the corpora where these lie beside the checkout.
fn models() -> Vec<Seed> {
    let folders = [Some(repository().join("examples")), wherefore_test::corpus("")];
    let all = folders.iter().flatten().flat_map(|f| files_below(f));
    let is_model = |p: &PathBuf| {
        let ending = p.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        ["smv", "lus", "scxml", "oss", "aut"].contains(&ending.as_str())
    };
    let small = |p: &PathBuf| p.metadata().is_ok_and(|m| m.len() <= LARGEST);
    all.filter(is_model).filter(small).map(|p| Seed::read(&p)).collect()
}

/// The input with one to five changes.
fn mutated(bytes: &[u8], other: &[u8], random: &mut u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=below(random, 5) {
        if bytes.is_empty() {
            bytes.push(b'x');
        }
        change(&mut bytes, other, random);
    }
    bytes
}

/// One change: of bytes, words, numbers, lines, nesting, length, or a piece of another file.
fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut u64) {
    let at = below(random, bytes.len());
    match below(random, 10) {
        0 => bytes[at] = below(random, 256) as u8,
        1 => insert(bytes, at, ODD[below(random, ODD.len())]),
        2 => drop(bytes.drain(at..(at + 1 + below(random, 40)).min(bytes.len()))),
        3 if below(random, 3) == 0 => bytes.truncate(at),
        3 | 4 => swap_words(bytes, random),
        5 => {
            let number = NUMBERS[below(random, NUMBERS.len())].as_bytes();
            replace_word(bytes, random, |w| w[0].is_ascii_digit(), |_| number.to_vec());
        }
        6 => {
            let (line, copies) = (line_at(bytes, at), [1, 2, 50][below(random, 3)]);
            insert(bytes, at, &line.repeat(copies));
        }
        7 => {
            let depth = [2, 10, 200, 3000][below(random, 4)];
            let (open, close) = [("(", ")"), ("!(", ")"), ("[", "]"), ("{", "}"), ("<a>", "</a>")][below(random, 5)];
            let nest = |w: &[u8]| [open.repeat(depth).as_bytes(), w, close.repeat(depth).as_bytes()].concat();
            replace_word(bytes, random, |_| true, nest);
        }
        8 => insert(bytes, at, &["a", "9", " ", "\n", "\"", "--"][below(random, 6)].repeat(70_000).into_bytes()),
        _ if other.is_empty() => {}
        _ => {
            let piece = line_at(other, below(random, other.len()));
            insert(bytes, at, &piece);
        }
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, what: &[u8]) {
    drop(bytes.splice(at..at, what.iter().copied()));
}

/// The line around a place, with its end.
fn line_at(bytes: &[u8], at: usize) -> Vec<u8> {
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
    let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |p| at + p + 1);
    bytes[start..end].to_vec()
}

/// Where words begin and end.
fn words(bytes: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in bytes.iter().chain([&b' ']).enumerate() {
        match (start, is_word(byte)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn replace_word(
    bytes: &mut Vec<u8>,
    random: &mut u64,
    fits: impl Fn(&[u8]) -> bool,
    by: impl FnOnce(&[u8]) -> Vec<u8>,
) {
    let fitting: Vec<_> = words(bytes).into_iter().filter(|(from, to)| fits(&bytes[*from..*to])).collect();
    if !fitting.is_empty() {
        let (from, to) = fitting[below(random, fitting.len())];
        let new = by(&bytes[from..to]);
        drop(bytes.splice(from..to, new));
    }
}

fn swap_words(bytes: &mut Vec<u8>, random: &mut u64) {
    let all = words(bytes);
    if !all.is_empty() {
        let (from, to) = all[below(random, all.len())];
        let word = bytes[from..to].to_vec();
        replace_word(bytes, random, |_| true, |_| word);
    }
}

/// A command line with the files that it reads, all in one folder.
struct Attempt {
    case: Case,
    arguments: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
}

impl Attempt {
    fn run(&self, inputs: &Path) -> Ran {
        self.files.iter().for_each(|(name, bytes)| std::fs::write(inputs.join(name), bytes).unwrap());
        let room = Room::new();
        let mut command = wherefore(&room.work());
        command.env("RUST_BACKTRACE", "1").arg(self.case.command);
        // Files are named by their whole path: the folder that a process works in must stay empty.
        let is_file = |word: &&String| self.files.iter().any(|(name, _)| name == *word);
        let whole = |word: &String| inputs.join(word).display().to_string();
        command.args(self.arguments.iter().map(|a| Some(a).filter(is_file).map_or_else(|| a.clone(), whole)));
        command.arg("--deadline").arg(format!("{}s", BOUNDS.deadline.as_secs()));
        if self.case.command != "mutate" {
            command.arg("--memory").arg(format!("{}M", BOUNDS.memory >> 20));
        }
        command.args(["--format", &self.case.format]);
        room.run(&mut command, BOUNDS.deadline + Duration::from_secs(60), |_, _| ())
    }
}

/// Attempt with a changed model.
fn with_model(seeds: &[Seed], forms: &[(&'static str, Vec<String>)], random: &mut u64) -> Attempt {
    let seed = &seeds[below(random, seeds.len())];
    let other = &seeds[below(random, seeds.len())].bytes;
    let ending = Path::new(&seed.name).extension().unwrap().to_string_lossy().to_lowercase();
    let usual = if ending == "aut" { 2 } else { forms.len() };
    let (command, formats) = &forms[[0, 0, 1, 1, 1, 2, 3, 4][below(random, if usual == 2 { 5 } else { 8 })]];
    let model = format!("model.{ending}");
    let mut files = vec![(model.clone(), mutated(&seed.bytes, other, random))];
    let mut arguments = vec![model.clone()];
    match (*command, ending.as_str()) {
        ("diff", _) => {
            files.push((format!("other.{ending}"), mutated(&seed.bytes, other, random)));
            arguments.push(format!("other.{ending}"));
        }
        (_, "aut") => {
            let formula = br#"[true* . "a" . (not "b")*] false"#;
            files.push(("formula.mcl".to_owned(), mutated(formula, other, random)));
            arguments.extend(["-p".to_owned(), "formula.mcl".to_owned()]);
        }
        _ => {}
    }
    let format = formats[below(random, formats.len())].clone();
    Attempt { case: Case { name: seed.name.clone(), path: model.into(), command, format }, arguments, files }
}

/// Traces of the examples in every format, and reports to compare with.
fn traces(folder: &Path) -> Vec<(String, Seed)> {
    let mut found = Vec::new();
    for model in ["ac.smv", "heating.scxml", "muv.lus", "mutex.smv"] {
        for (format, ending) in TRACES {
            let file = folder.join(format!("{model}.{ending}"));
            let mut command = wherefore(&repository().join("examples"));
            command.args(["check", model, "--quiet", "--trace-format", format, "--trace-out"]).arg(&file);
            let _ = command.output().unwrap();
        }
        let file = folder.join(format!("{model}.since"));
        let mut command = wherefore(&repository().join("examples"));
        let _ = command
            .args(["why", model, "--quiet", "--no-fix", "--format", "json", "--output"])
            .arg(&file)
            .output()
            .unwrap();
        let made = files_below(folder).into_iter().filter(|p| p.display().to_string().contains(model));
        found.extend(made.map(|p| (model.to_owned(), Seed::read(&p))));
    }
    assert!(found.len() >= 20, "only {} traces and reports were written", found.len());
    found
}

/// Attempt with a changed trace or an earlier report.
fn with_trace(seeds: &[(String, Seed)], forms: &[(&'static str, Vec<String>)], random: &mut u64) -> Attempt {
    let (model, seed) = &seeds[below(random, seeds.len())];
    let other = &seeds[below(random, seeds.len())].1.bytes;
    let option = if seed.name.ends_with(".since") { "--since" } else { "--trace" };
    let files = vec![(seed.name.clone(), mutated(&seed.bytes, other, random))];
    let path = repository().join("examples").join(model);
    let arguments = vec![path.display().to_string(), option.to_owned(), seed.name.clone()];
    let formats = &forms[1].1;
    // The last two are of graphs alone.
    let format = formats[below(random, formats.len().min(5))].clone();
    Attempt { case: Case { name: seed.name.clone(), path, command: "why", format }, arguments, files }
}

/// Runs as many attempts as are asked for, and fails if anything is to be said against one.
fn sweep(name: &str, default: u64, make: impl Fn(&mut u64) -> Attempt + Sync) {
    let (first, count) = (seed(11), cases(default));
    let (judge, next, offences) = (Judge::new(BOUNDS), AtomicU64::new(0), Mutex::new(Vec::new()));
    let codes = Mutex::new(std::collections::BTreeMap::<Option<i32>, u64>::new());
    let kept = std::env::temp_dir().join(format!("wherefore-{name}-{first}"));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let mut random = (first << 32) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let attempt = make(&mut random);
                    let inputs = tempfile::tempdir().unwrap();
                    let ran = attempt.run(inputs.path());
                    *codes.lock().unwrap().entry(ran.code).or_default() += 1;
                    let said = judge.offences(&[(attempt.case.clone(), ran)]);
                    if !said.is_empty() {
                        let folder = kept.join(number.to_string());
                        std::fs::create_dir_all(&folder).unwrap();
                        attempt
                            .files
                            .iter()
                            .for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes).unwrap());
                        let words: Vec<String> = said.into_iter().map(|(_, words)| words).collect();
                        let Case { command, format, .. } = &attempt.case;
                        let line = format!("{command} {} --format {format}", attempt.arguments.join(" "));
                        offences.lock().unwrap().push(format!("{}: {line}: {}", folder.display(), words.join("; ")));
                    }
                }
            });
        }
    });
    say(&format!("{name}: {count} inputs; exit codes {:?}", codes.into_inner().unwrap()));
    let offences = offences.into_inner().unwrap();
    assert!(offences.is_empty(), "{} offences\n{}", offences.len(), offences.join("\n"));
}

fn forms() -> Vec<(&'static str, Vec<String>)> {
    ["check", "why", "diff", "tests", "mutate"].into_iter().map(|c| (c, formats(c))).collect()
}

#[test]
fn mutated_models_end_in_time_with_the_right_code() {
    let (seeds, forms) = (models(), forms());
    sweep("mutated-models", 40, |random| with_model(&seeds, &forms, random));
}

#[test]
fn mutated_traces_end_in_time_with_the_right_code() {
    let folder = tempfile::tempdir().unwrap();
    let (seeds, forms) = (traces(folder.path()), forms());
    sweep("mutated-traces", 20, |random| with_trace(&seeds, &forms, random));
}
