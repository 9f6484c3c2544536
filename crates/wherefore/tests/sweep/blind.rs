//! Is the first screen of `why` enough to find a mistake? A mistake is put into a model that is in order; the screen is read without
//! knowing where it was put, and must name the line.
//!
//! ```text
//! WHEREFORE_CORPUS=full WHEREFORE_CASES=10 cargo test --features cadical -p wherefore --test corpus blind -- --nocapture
//! ```
//!
//! takes 10 mistakes in each of four languages, at most two of a model, and prints the share and the screens that do not name the
//! line; `WHEREFORE_SEED` says which. Without these settings one mistake in one example is looked at. Models are public ones, of SMV up to
//! `WHEREFORE_LARGEST` bytes; as public charts state no property, those are the examples, with what fails in them mended.

use crate::support::{repository, wherefore};
use std::path::{Path, PathBuf};
use std::time::Instant;
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::Mutant;
use wherefore_test::{Random, cases, corpus, files, is_full, read, say, seed, setting};

/// Lines of a screen.
const LINES: usize = 40;
/// Mistakes that are looked at in one model, and that are tried for one that breaks something.
const MOST_OF_MODEL: usize = 2;
const MOST_TRIES: usize = 12;
/// The time in which a model is decided, and in which it is explained.
const SHORT: &str = "5s";
const LONG: &str = "20s";

/// A language with the models that mistakes are put into.
struct Kind {
    ending: &'static str,
    folder: Option<PathBuf>,
    largest: u64,
    /// Whether what fails in a model is mended first.
    is_mended: bool,
}

fn kinds() -> Vec<Kind> {
    let kind = |ending, folder, largest| Kind { ending, folder, largest, is_mended: false };
    let examples = repository().join("examples");
    if !is_full() {
        return vec![kind("smv", Some(examples), 1_500)];
    }
    vec![
        kind("smv", corpus("smv"), setting("WHEREFORE_LARGEST", 2_500)),
        kind("lus", corpus("lustre"), 12_000),
        kind("oss", corpus("contracts"), 8_000),
        Kind { is_mended: true, ..kind("scxml", Some(examples), 12_000) },
    ]
}

impl Kind {
    /// Its models in the order of a draw; of those with one name, the first.
    fn models(&self, random: &mut Random) -> Vec<PathBuf> {
        let mut names = std::collections::BTreeSet::new();
        let all = self.folder.iter().flat_map(|folder| files(folder, &[self.ending]));
        let is_asked = |path: &PathBuf| is_full() || path.ends_with("mutex.smv");
        let fits = |path: &PathBuf| is_asked(path) && path.metadata().is_ok_and(|data| data.len() <= self.largest);
        let all: Vec<PathBuf> =
            all.filter(fits).filter(|path| names.insert(path.file_name().map(ToOwned::to_owned))).collect();
        random.order(all.len()).into_iter().map(|place| all[place].clone()).collect()
    }
}

/// The verdicts of a model by the names of its properties; none if it cannot be judged.
fn verdicts(file: &Path) -> Option<Vec<(String, String)>> {
    let folder = file.parent()?;
    let mut command = wherefore(folder);
    command.arg("check").arg(file.file_name()?).args(["--format", "json", "--timeout", SHORT, "--deadline", SHORT]);
    let document: serde_json::Value = serde_json::from_slice(&command.output().ok()?.stdout).ok()?;
    if document["obligations"]["verdict"] == "violated" {
        return None;
    }
    let all = document["properties"].as_array()?.iter();
    all.map(|p| Some((p["name"].as_str()?.to_owned(), p["verdict"].as_str()?.to_owned()))).collect()
}

/// A model in a folder of its own, in which nothing fails and something holds.
fn in_order(path: &Path, is_mended: bool) -> Option<(tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir().ok()?;
    let file = folder.path().join(path.file_name()?);
    std::fs::write(&file, read(path)).ok()?;
    for _ in 0..if is_mended { 4 } else { 1 } {
        let found = verdicts(&file)?;
        if found.iter().all(|(_, verdict)| verdict != "violated") {
            return found.iter().any(|(_, verdict)| verdict == "holds").then_some((folder, file));
        }
        wherefore(folder.path()).arg("fix").arg(&file).arg("--apply").output().ok()?;
    }
    None
}

/// Mutants of a text in the order of a draw.
fn mutants(file: &Path, text: &str, random: &mut Random) -> Vec<Mutant> {
    let Some(language) = Language::of_name(file) else { return Vec::new() };
    let mut include = |_: &str| Err::<String, _>(NotIncluded::Missing);
    let name = file.display().to_string();
    let made = wherefore_mutate::mutants(language, (&name, text), &Choices::default(), &mut include);
    let made = made.and_then(Result::ok).map_or_else(Vec::new, |made| made.mutants);
    random.order(made.len()).into_iter().map(|place| made[place].clone()).collect()
}

/// The lines of a mutant that are not as they were.
fn changed(text: &str, mutant: &Mutant) -> Vec<usize> {
    let newlines = |text: &str| text.matches('\n').count();
    let (mut lines, mut moved) = (Vec::new(), 0);
    for edit in &mutant.edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let first = 1 + newlines(&text[..start]) + moved;
        lines.extend(first..=first + newlines(&edit.text));
        moved = (moved + newlines(&edit.text)).saturating_sub(newlines(&text[start..end]));
    }
    lines
}

/// Lines of the longest range, `lines 3-9`, that counts as naming each of them.
const LONGEST_RANGE: usize = 8;

/// Whether a screen names a line: `x.smv:7`, `line 7`, or a short range.
fn names_line(screen: &str, line: usize) -> bool {
    names_alone(screen, line) || ranges(screen).iter().any(|(first, last)| (*first..=*last).contains(&line))
}

/// The ranges of lines that a screen names and that are short: of `lines 3, 8-9 and 12` all three.
fn ranges(screen: &str) -> Vec<(usize, usize)> {
    let lists = screen.match_indices("lines ").map(|(at, lead)| &screen[at + lead.len()..]);
    let is_short = |(first, last): &(usize, usize)| *last < first + LONGEST_RANGE;
    lists.flat_map(listed).filter(is_short).collect()
}

/// The ranges of a list. A number of further lines, `and 2 more`, is none of them.
fn listed(list: &str) -> Vec<(usize, usize)> {
    let mut words = list.split_whitespace().map(|word| word.trim_end_matches(',')).peekable();
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if words.peek() != Some(&"more") => found.push((first, last)),
            _ if word == "and" => {}
            _ => break,
        }
    }
    found
}

fn names_alone(screen: &str, line: usize) -> bool {
    let is_listed = ranges(screen).contains(&(line, line));
    is_listed
        || [":", "line "].iter().any(|lead| {
            let named = format!("{lead}{line}");
            screen.match_indices(&named).any(|(at, _)| {
                let is_whole = !screen[at + named.len()..].starts_with(|c: char| c.is_ascii_digit() || c == '.');
                is_whole && (*lead != ":" || screen[..at].ends_with(|c: char| c.is_alphanumeric()))
            })
        })
}

/// What the first screen says.
fn screen(file: &Path) -> String {
    let Some(folder) = file.parent() else { return String::new() };
    let output =
        wherefore(folder).arg("why").arg(file.file_name().unwrap()).args(["--timeout", LONG]).output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().take(LINES).collect::<Vec<_>>().join("\n")
}

/// Looks at mistakes in one model: whether each is named, with what is to be said of it.
fn judge(path: &Path, kind: &Kind, most: usize, random: &mut Random) -> Vec<bool> {
    let Some((folder, file)) = in_order(path, kind.is_mended) else { return Vec::new() };
    let text = read(&file);
    let mut found = Vec::new();
    for mutant in mutants(&file, &text, random).iter().take(MOST_TRIES) {
        if found.len() >= most.min(MOST_OF_MODEL) {
            break;
        }
        std::fs::write(&file, mutant.apply(&text)).unwrap();
        if !verdicts(&file).is_some_and(|all| all.iter().any(|(_, verdict)| verdict == "violated")) {
            continue;
        }
        let (begin, lines) = (Instant::now(), changed(&text, mutant));
        let screen = screen(&file);
        let is_named = lines.iter().any(|line| names_line(&screen, *line));
        let is_alone = lines.iter().any(|line| names_alone(&screen, *line));
        let word = if is_alone {
            "named"
        } else if is_named {
            "named in a range"
        } else {
            "MISSED"
        };
        let name = path.display();
        let seconds = begin.elapsed().as_secs_f64();
        say(&format!("{word} {name}:{lines:?} {} {} ({seconds:.1} s)", mutant.operator.word(), mutant.what));
        if !is_named {
            say(&screen);
        }
        found.push(is_named);
    }
    drop(folder);
    found
}

#[test]
fn blind_readers_find_the_line_on_the_first_screen() {
    let (seed, most) = (seed(1), cases(1) as usize);
    let (mut all, mut named) = (0, 0);
    for kind in kinds() {
        let mut random = Random::new(seed);
        let mut found: Vec<bool> = Vec::new();
        for path in kind.models(&mut random) {
            if found.len() < most {
                found.extend(judge(&path, &kind, most - found.len(), &mut random));
            }
        }
        let hits = found.iter().filter(|is_named| **is_named).count();
        say(&format!("{}: {hits} of {}", kind.ending, found.len()));
        (all, named) = (all + found.len(), named + hits);
    }
    say(&format!("all: {named} of {all}"));
    assert!(all > 0 && 4 * named >= 3 * all || all < 10, "{named} of {all} lines are named");
}

#[test]
fn numbers_are_read_as_lines_only_where_they_are() {
    for (screen, is_named) in [
        ("x.smv:7  a", true),
        ("not ruled out: line 7 a", true),
        ("at 7 degrees", false),
        ("x.smv:77", false),
        ("x.smv:17", false),
        ("line 7.5", false),
        ("must hold: 7", false),
        ("not ruled out: lines 5-9 p", true),
        ("lines 8-9 p", false),
        ("lines 1-30 p", false),
        ("lines 3, 5-9 and 12, and 2 more", true),
        ("lines 3, 7 and 12", true),
        ("line 3 p, lines 4 and 5, and 7 more", false),
    ] {
        assert_eq!(names_line(screen, 7), is_named, "{screen}");
    }
}
