//! Faults put into models that are in order: is the fault found again, and mended?
//!
//! Every model whose properties hold is mutated; of the mutants that break a property a sample is taken that goes round the operators,
//! and fixes are asked for. Counted are the mutants whose first fix edits the changed place, those with any fix, and those
//! whose first fix does the same as the model did before. Models are divided into two halves by their names: what was tried out on
//! one is reported on the other. A search that takes too long counts as a miss.
//!
//! ```text
//! WHEREFORE_CORPUS=full WHEREFORE_CASES=3 cargo test --release --features cadical -p wherefore-fix --test localisation -- --nocapture
//! ```
//!
//! takes 3 mutants, and one pair of them, of every model, and the programs that others have put faults into; without these settings one
//! mutant of two examples each is tried, and one such program. `WHEREFORE_HALF=held-out` takes one half alone, `WHEREFORE_ENDING=slx`
//! the models of one language.

#![expect(clippy::disallowed_methods, reason = "a test reads models and measures time")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wherefore_check::{Finding, Observer, Options, Session, Silent, Verdict};
use wherefore_fix::{Fix, Fixes, Limits, Reader, fixes, same_runs};
use wherefore_ir::System;
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::{Element, Mutant, Operator};
use wherefore_stop::{Stop, StopReason};

/// The time of the processor for one mutant.
const EACH: Duration = Duration::from_secs(30);
/// The time for a first look at one edit.
const BRIEF: Duration = Duration::from_millis(500);
/// The time to decide the properties of a model, and to compare two models.
const SHORT: Duration = Duration::from_secs(5);

/// How many times its limit a search may last while it is kept waiting for the processor.
const LONGEST: u32 = 8;

/// The time of the processor that this program and its solvers have had.
fn used() -> Duration {
    let children = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let children = children.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let solvers: Vec<String> =
        children.flat_map(|list| list.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    let processes = std::iter::once("self").chain(solvers.iter().map(String::as_str));
    let of = |process: &str| {
        let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of a program ends with the last parenthesis; eleven fields behind it stand four counts of hundredths of a second.
        let counts = line.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
        Some(counts.filter_map(|count| count.parse::<u64>().ok()).sum::<u64>())
    };
    Duration::from_millis(10 * processes.filter_map(of).sum::<u64>())
}

fn since(begin: Duration) -> f64 {
    used().saturating_sub(begin).as_secs_f64()
}

fn timed(limit: Duration) -> Stop {
    ended(&Stop::new(), limit)
}

/// A signal that is given after a time of the clock and of the processor, or with another one. A busy machine gives the answers of a free one.
fn ended(stop: &Stop, limit: Duration) -> Stop {
    let stop = stop.child();
    let fired = stop.clone();
    let (begin, start) = (used(), Instant::now());
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        while used().saturating_sub(begin) < limit && start.elapsed() < limit * LONGEST {
            std::thread::sleep(Duration::from_millis(20));
        }
        fired.fire(StopReason::Timeout { limit: format!("{limit:?}") });
    });
    stop
}

struct Model {
    path: PathBuf,
    text: String,
    language: Language,
    system: System,
    held: Vec<String>,
}

fn nothing() -> impl FnMut(&str) -> Result<String, NotIncluded> {
    |_: &str| Err(NotIncluded::Missing)
}

fn read(language: Language, path: &Path, text: &str) -> Option<System> {
    let (name, mut include) = (path.display().to_string(), nothing());
    Reader { language, name: &name, text, choices: &Choices::default(), include: &mut include }.read(text).ok()
}

fn silent() -> Arc<dyn Observer> {
    Arc::new(Silent)
}

fn verdicts(system: &System, wanted: Option<&[String]>, limit: Duration) -> Option<Vec<Finding>> {
    let (stop, observer) = (timed(limit), silent());
    let session = Session::new(system, Options::default());
    if !session.obligations(&stop, &observer).is_ok_and(|b| b.is_empty()) {
        return None;
    }
    let asked = system.properties.iter().filter(|p| wanted.is_none_or(|w| w.contains(&p.name)));
    Some(asked.map(|p| session.check(p, &stop, &observer)).collect())
}

impl Model {
    fn load(path: &Path) -> Option<Model> {
        let language = Language::of_name(path)?;
        if language == Language::Simulink {
            let text = wherefore_lang::simulink::container::unpack(&std::fs::read(path).ok()?).ok()?;
            return Model::of(path, text, language)?.mended();
        }
        let text = std::fs::read_to_string(path).ok().filter(|t| t.len() < 12_000)?;
        Model::of(path, text, language).filter(|m| !m.held.is_empty())
    }

    fn of(path: &Path, text: String, language: Language) -> Option<Model> {
        let system = read(language, path, &text)?;
        let found = verdicts(&system, None, SHORT)?;
        let held = found.into_iter().filter(|f| matches!(f.verdict, Verdict::Holds { .. })).map(|f| f.property);
        Some(Model { path: path.to_owned(), text, language, system, held: held.collect() })
    }

    /// The model with the first fix of everything that fails, up to three times.
    fn mended(self) -> Option<Model> {
        let mut model = self;
        for _ in 0..3 {
            let findings = verdicts(&model.system, None, SHORT)?;
            if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
                return Some(model);
            }
            let (found, _) = ask(&model, &model.text, &model.system, &findings);
            model = Model::of(&model.path, found.list.into_iter().next()?.text, model.language)?;
        }
        (!model.held.is_empty()).then_some(model)
    }

    fn mutants(&self, random: &mut u64) -> Vec<Mutant> {
        let (name, mut include) = (self.path.display().to_string(), nothing());
        let made = wherefore_mutate::mutants(self.language, (&name, &self.text), &Choices::default(), &mut include);
        let mut made = made.and_then(Result::ok).map_or_else(Vec::new, |m| m.mutants);
        for place in (1..made.len()).rev() {
            made.swap(place, wherefore_test::below(random, place + 1));
        }
        let mut turn: BTreeMap<Operator, usize> = BTreeMap::new();
        let mut keyed: Vec<(usize, Mutant)> = made
            .into_iter()
            .map(|m| {
                let turn = turn.entry(m.operator).or_default();
                *turn += 1;
                (*turn, m)
            })
            .collect();
        keyed.sort_by_key(|(turn, _)| *turn);
        keyed.into_iter().map(|(_, m)| m).collect()
    }
}

#[derive(Default, Clone)]
struct Score {
    all: usize,
    first: usize,
    three: usize,
    five: usize,
    fixed: usize,
    same: usize,
    /// Sum of the shares of the elements that are looked at until the changed one is.
    exam: f64,
    seconds: Vec<f64>,
    /// Seconds for the search per second that deciding the properties takes, both of the processor.
    ratios: Vec<f64>,
}

fn median(list: &[f64]) -> f64 {
    let mut sorted = list.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The element that was changed.
struct Fault<'t> {
    name: Option<String>,
    line: usize,
    span: Option<(u32, u32)>,
    text: &'t str,
}

fn line_of(text: &str, at: u32) -> usize {
    text.get(..at as usize).map_or(0, |t| t.matches('\n').count())
}

impl<'t> Fault<'t> {
    /// The fault of one of several mutants that were made together.
    fn new(mutant: &Mutant, all: &[&Mutant], text: &'t str, elements: &[Element]) -> Fault<'t> {
        let begin = mutant.edits.first().map_or(0, |e| e.span.start);
        let before = all.iter().flat_map(|m| &m.edits).filter(|e| e.span.end <= begin && e.span.start < begin);
        let moved: i64 = before.map(|e| e.text.len() as i64 - i64::from(e.span.end - e.span.start)).sum();
        let start = (i64::from(begin) + moved).max(0) as u32;
        let added: usize = mutant.edits.iter().map(|e| e.text.len()).sum();
        let end = start + added as u32;
        let around = elements.iter().filter(|e| e.span.start <= start && end <= e.span.end);
        let span = around.min_by_key(|e| e.span.end - e.span.start).map(|e| (e.span.start, e.span.end));
        Fault { name: mutant.element.clone(), line: line_of(text, start), span, text }
    }

    /// Whether an edit is in the same element: the same transition, equation or definition; of a variable the same branch.
    fn is_at(&self, edit: &Mutant, elements: &[Element]) -> bool {
        let start = edit.edits.first().map_or(0, |e| e.span.start);
        let own = edit.place.and_then(|p| elements.get(p)).map(|e| (e.span.start, e.span.end));
        let is_inside = match (self.span, own) {
            (Some((a, b)), Some((c, d))) => a <= c && d <= b,
            _ => false,
        };
        let is_chart = self.text.contains("<scxml");
        is_inside
            || line_of(self.text, start) == self.line
            || (is_chart && self.name.is_some() && self.name == edit.element)
    }
}

/// What was found about a mutant.
struct Judged {
    /// Places of the elements that were changed among those with a fix, counted from 0, in the order of their first one.
    ranks: Vec<Option<usize>>,
    /// The share of the elements that are looked at until a changed one is.
    exam: f64,
    fixes: usize,
    /// Whether the first fix does the same as the model did before.
    is_same: bool,
    seconds: f64,
    /// The time that it takes to decide the properties.
    check: f64,
    first: String,
}

impl Judged {
    /// Seconds for the search per second that deciding the properties takes.
    fn times(&self) -> f64 {
        self.seconds / self.check.max(1e-3)
    }
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = |rank: &Option<usize>| rank.map_or_else(|| "not found".to_owned(), |r| format!("place {}", r + 1));
        let places: Vec<String> = self.ranks.iter().map(place).collect();
        let same = if self.is_same { "as it was" } else { "not as it was" };
        let (fixes, first, seconds, times) = (self.fixes, &self.first, self.seconds, self.times());
        write!(f, "{}, {fixes} fixes, the first: {first}, {same}, ", places.join(" and "))?;
        write!(f, "EXAM {:.2}, {seconds:.1} s, {times:.0} times as long as checking", self.exam)
    }
}

/// Asks for fixes of a model with changes; none if they break no property that held.
fn judge(model: &Model, mutants: &[&Mutant]) -> Option<Judged> {
    let first = mutants.first()?;
    let mut edits: Vec<_> = mutants.iter().flat_map(|m| m.edits.iter().cloned()).collect();
    edits.sort_by_key(|e| (e.span.start, e.span.end));
    if !edits.windows(2).all(|pair| pair[0].span.end < pair[1].span.start) {
        return None;
    }
    let text = Mutant { edits, ..(*first).clone() }.apply(&model.text);
    let system = read(model.language, &model.path, &text)?;
    let begin = used();
    let findings = verdicts(&system, Some(&model.held), SHORT)?;
    let check = since(begin);
    if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
        return None;
    }
    let begin = used();
    let (found, elements) = ask(model, &text, &system, &findings);
    let seconds = since(begin);
    let faults: Vec<Fault> = mutants.iter().map(|m| Fault::new(m, mutants, &text, &elements)).collect();
    let places = places(&found, |edit| faults.iter().map(|fault| fault.is_at(edit, &elements)).collect());
    let rank = |fault: usize| places.iter().position(|hits: &Vec<bool>| hits.get(fault) == Some(&true));
    let ranks: Vec<Option<usize>> = (0..faults.len()).map(rank).collect();
    let first = found.list.first();
    Some(Judged {
        exam: exam(&found, ranks.iter().flatten().min().copied()),
        ranks,
        fixes: found.list.len(),
        is_same: first.is_some_and(|fix| is_same(model, &fix.text)),
        seconds,
        check,
        first: first.map_or_else(String::new, words),
    })
}

fn words(fix: &Fix) -> String {
    fix.edits.iter().map(|e| e.what.as_str()).collect::<Vec<_>>().join(" and ")
}

/// Answers about the elements that fixes edit, in the order of their first fix: `ask` is given the edit in it.
fn places<T>(found: &Fixes, ask: impl Fn(&Mutant) -> T) -> Vec<T> {
    let (mut known, mut answers) = (Vec::new(), Vec::new());
    for edit in found.list.iter().flat_map(|fix| &fix.edits) {
        if !known.contains(&edit.place) {
            known.push(edit.place);
            answers.push(ask(edit));
        }
    }
    answers
}

/// The share of the elements that are looked at, in the order of suspicion, until the changed one is; half of them if it has no fix.
fn exam(found: &Fixes, rank: Option<usize>) -> f64 {
    rank.map_or(0.5, |rank| (rank + 1) as f64 / found.suspects.len().max(1) as f64)
}

fn ask(model: &Model, text: &str, system: &System, findings: &[Finding]) -> (Fixes, Vec<Element>) {
    let (name, mut include) = (model.path.display().to_string(), nothing());
    let edits = wherefore_mutate::edits(model.language, (&name, text), &Choices::default(), &mut include, &|_| true);
    let elements = wherefore_mutate::elements(model.language, (&name, text), &mut include);
    let mut reader =
        Reader { language: model.language, name: &name, text, choices: &Choices::default(), include: &mut include };
    let (stop, observer, each) = (timed(EACH), silent(), |stop: &Stop| stop.child());
    let brief = |stop: &Stop| ended(stop, BRIEF);
    let limits = Limits { stop: &stop, observer: &observer, brief: &brief, each: &each, max_edits: 2, work: None };
    let found = fixes(&mut reader, system, findings, (&elements, edits), &Options::default(), &limits);
    (found, elements)
}

/// Whether a text does the same as the model.
fn is_same(model: &Model, text: &str) -> bool {
    let same = |system: &System| {
        same_runs((&model.system, system), &Options::default(), (&timed(SHORT), &silent())) == Some(true)
    };
    text == model.text || read(model.language, &model.path, text).is_some_and(|system| same(&system))
}

impl Score {
    fn add(&mut self, judged: &Judged) {
        let within = |n: usize| usize::from(judged.ranks.iter().all(|rank| rank.is_some_and(|r| r < n)));
        self.all += 1;
        self.first += within(judged.ranks.len());
        self.three += within(3);
        self.five += within(5);
        self.fixed += usize::from(judged.fixes > 0);
        self.same += usize::from(judged.is_same);
        self.exam += judged.exam;
        self.seconds.push(judged.seconds);
        self.ratios.push(judged.times());
    }

    fn row(&self, name: &str) -> String {
        let share = |n: usize| format!("{:3} %", (100.0 * n as f64 / self.all.max(1) as f64).round());
        let shares = [self.first, self.three, self.five, self.fixed, self.same].map(share);
        let exam = self.exam / self.all.max(1) as f64;
        let (seconds, ratio) = (median(&self.seconds), median(&self.ratios));
        format!("| {name:32} | {:4} | {} | {exam:.2} | {seconds:4.1} | {ratio:5.0} |", self.all, shares.join(" | "))
    }
}

/// The heading of the rows.
const HEADING: &str =
    "| | mutants | first | first 3 | first 5 | a fix | first as it was | EXAM | median s | times as long as checking |";

/// Programs of one family differ in little: one of this many is taken.
const EVERY: usize = 12;

/// The models: some examples, or with `WHEREFORE_CORPUS=full` all of them and public ones.
fn models() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    if !wherefore_test::is_full() {
        return ["account.smv", "door.smv"].iter().map(|name| examples.join(name)).collect();
    }
    let mut all = wherefore_test::files(&examples, &["smv", "scxml", "lus", "slx"]);
    let public = |name: &str, ends: &[&str]| -> Vec<PathBuf> {
        wherefore_test::corpus(name).into_iter().flat_map(|c| wherefore_test::files(&c, ends)).collect()
    };
    all.extend(public("smv", &["smv"]));
    all.extend(public("scxml", &["scxml"]));
    all.extend(public("lustre", &["lus"]).into_iter().step_by(EVERY));
    let mut names = std::collections::BTreeSet::new();
    all.retain(|path| names.insert(path.file_name().map(ToOwned::to_owned)));
    let wanted = std::env::var("WHEREFORE_HALF").unwrap_or_default();
    all.retain(|path| path.file_name().is_some_and(|name| half(&name.to_string_lossy()).starts_with(&wanted)));
    let ending = std::env::var("WHEREFORE_ENDING").unwrap_or_default();
    all.retain(|path| path.to_string_lossy().ends_with(&ending));
    // Languages in turn: what was done when a run is cut off is a sample of all.
    all.sort_by_key(|path| path.file_name().map(|name| number(&name.to_string_lossy()) / 2));
    all
}

fn number(name: &str) -> u32 {
    name.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

/// The half that a model belongs to, by its name.
fn half(name: &str) -> &'static str {
    if number(name).is_multiple_of(2) { "tuning" } else { "held-out" }
}

#[test]
fn faults_are_found_again() {
    let want = wherefore_test::cases(1) as usize;
    let mut random = wherefore_test::seed(1);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for model in models().iter().filter_map(|path| Model::load(path)) {
        let name = model.path.file_name().expect("a file").to_string_lossy().into_owned();
        let half = half(&name);
        let mutants = model.mutants(&mut random);
        let mut broken: Vec<&Mutant> = Vec::new();
        let judged = mutants.iter().take(20 * want).filter_map(|mutant| Some((mutant, judge(&model, &[mutant])?)));
        for (mutant, judged) in judged.take(want) {
            wherefore_test::say(&format!("{half} {name} {} {}: {judged}", mutant.operator.word(), mutant.what));
            let rows =
                ["all".to_owned(), format!("in {}", model.language.word()), format!("by {}", mutant.operator.word())];
            rows.into_iter().for_each(|row| scores.entry(format!("{half} {row}")).or_default().add(&judged));
            broken.push(mutant);
        }
        let pair = broken.windows(2).find_map(|pair| judge(&model, pair)).filter(|_| wherefore_test::is_full());
        if let Some(judged) = pair {
            wherefore_test::say(&format!("{half} {name} two: {judged}"));
            scores.entry(format!("{half} two at once")).or_default().add(&judged);
        }
    }
    wherefore_test::say(HEADING);
    scores.iter().for_each(|(name, score)| wherefore_test::say(&score.row(name)));
    let all = scores.iter().filter(|(name, _)| name.ends_with(" all")).map(|(_, score)| score);
    let (all, fixed) = all.fold((0, 0), |(all, fixed), score| (all + score.all, fixed + score.fixed));
    assert!(all > 0 && 2 * fixed > all, "{fixed} of {all} mutants are mended");
}

/// A program that others have put faults into, beside the one without: the lines in which they differ are the faults.
struct Seeded {
    model: Model,
    lines: Vec<usize>,
}

impl Seeded {
    fn load(path: &Path) -> Option<Seeded> {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let at = name.find("_e").filter(|at| name[at + 2..].starts_with(|c: char| c.is_ascii_digit()))?;
        let original = std::fs::read_to_string(path.with_file_name(format!("{}.lus", &name[..at]))).ok()?;
        let text = std::fs::read_to_string(path).ok().filter(|t| t.len() < 12_000)?;
        let (before, after) = (equations(&original), equations(&text));
        let known: std::collections::BTreeSet<&str> = before.iter().map(|(_, line)| line.as_str()).collect();
        let lines: Vec<usize> = after.iter().filter(|(_, line)| !known.contains(line.as_str())).map(|l| l.0).collect();
        let system = read(Language::Lustre, path, &text)?;
        let held = system.properties.iter().map(|p| p.name.clone()).collect();
        let model = Model { path: path.to_owned(), text, language: Language::Lustre, system, held };
        (!lines.is_empty() && lines.len() <= 2).then_some(Seeded { model, lines })
    }

    fn judge(&self) -> Option<Judged> {
        let Model { text, system, held, .. } = &self.model;
        let begin = used();
        let findings = verdicts(system, Some(held), SHORT)?;
        let check = since(begin);
        if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
            return None;
        }
        let begin = used();
        let (found, elements) = ask(&self.model, text, system, &findings);
        let touches = |edit: &Mutant| {
            let span = edit.place.and_then(|p| elements.get(p)).map_or(edit.span, |e| e.span);
            let lines = line_of(text, span.start)..=line_of(text, span.end);
            self.lines.iter().any(|line| lines.contains(line))
        };
        let rank = places(&found, touches).into_iter().position(|hit| hit);
        let (ranks, exam) = (vec![rank], exam(&found, rank));
        let (fixes, first) = (found.list.len(), found.list.first().map_or_else(String::new, words));
        Some(Judged { ranks, exam, fixes, is_same: false, seconds: since(begin), check, first })
    }
}

/// The lines of a program that say something, without their spaces, by number.
fn equations(text: &str) -> Vec<(usize, String)> {
    let plain = |line: &str| line.split("--").next().unwrap_or_default().split_whitespace().collect::<String>();
    text.lines().map(plain).enumerate().filter(|(_, line)| !line.is_empty()).collect()
}

#[test]
fn faults_of_others_are_found() {
    let Some(corpus) = wherefore_test::corpus("lustre") else { return };
    let mut score = Score::default();
    let files = wherefore_test::files(&corpus, &["lus"]);
    let seeded = files.iter().filter_map(|path| Seeded::load(path));
    let most = if wherefore_test::is_full() { usize::MAX } else { 1 };
    for seeded in seeded.filter_map(|s| Some((s.judge()?, s))).take(most) {
        let (judged, seeded) = seeded;
        let name = seeded.model.path.file_name().expect("a file").to_string_lossy().into_owned();
        wherefore_test::say(&format!("{name}: {judged}"));
        score.add(&judged);
    }
    wherefore_test::say(&score.row("faults of others"));
    assert!(score.all > 0, "programs with faults are there");
}
