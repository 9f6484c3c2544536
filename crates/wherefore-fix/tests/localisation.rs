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
//! takes 3 mutants of every model; without these settings one mutant of two examples each is tried.

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
use wherefore_mutate::{Element, Mutant, Operator};
use wherefore_stop::{Stop, StopReason};

/// The time for one mutant.
const EACH: Duration = Duration::from_secs(30);
/// The time to decide the properties of a model, and to compare two models.
const SHORT: Duration = Duration::from_secs(5);

fn timed(limit: Duration) -> Stop {
    let stop = Stop::new();
    let fired = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
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
    Reader { language, name: &name, text, main: None, include: &mut include }.read(text).ok()
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
        let text = std::fs::read_to_string(path).ok().filter(|t| t.len() < 12_000)?;
        let language = Language::of_name(path)?;
        let system = read(language, path, &text)?;
        let found = verdicts(&system, None, SHORT)?;
        let held = found.into_iter().filter(|f| matches!(f.verdict, Verdict::Holds { .. })).map(|f| f.property);
        let held: Vec<String> = held.collect();
        (!held.is_empty()).then(|| Model { path: path.to_owned(), text, language, system, held })
    }

    fn mutants(&self, random: &mut u64) -> Vec<Mutant> {
        let (name, mut include) = (self.path.display().to_string(), nothing());
        let made = wherefore_mutate::mutants(self.language, (&name, &self.text), None, &mut include);
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

#[derive(Default, Clone, Copy)]
struct Score {
    all: usize,
    first: usize,
    three: usize,
    fixed: usize,
    same: usize,
    seconds: f64,
}

/// The element that was changed.
struct Fault {
    name: Option<String>,
    line: usize,
    span: Option<(u32, u32)>,
    elements: Vec<Element>,
    text: String,
}

fn line_of(text: &str, at: u32) -> usize {
    text.get(..at as usize).map_or(0, |t| t.matches('\n').count())
}

impl Fault {
    fn new(mutant: &Mutant, text: &str, elements: Vec<Element>) -> Fault {
        let start = mutant.edits.first().map_or(0, |e| e.span.start);
        let added: usize = mutant.edits.iter().map(|e| e.text.len()).sum();
        let end = start + added as u32;
        let around = elements.iter().filter(|e| e.span.start <= start && end <= e.span.end);
        let span = around.min_by_key(|e| e.span.end - e.span.start).map(|e| (e.span.start, e.span.end));
        Fault { name: mutant.element.clone(), line: line_of(text, start), span, elements, text: text.to_owned() }
    }

    /// Whether an edit is in the same element: the same transition, equation or definition; of a variable the same branch.
    fn is_at(&self, edit: &Mutant) -> bool {
        let start = edit.edits.first().map_or(0, |e| e.span.start);
        let own = edit.place.and_then(|p| self.elements.get(p)).map(|e| (e.span.start, e.span.end));
        let is_inside = match (self.span, own) {
            (Some((a, b)), Some((c, d))) => a <= c && d <= b,
            _ => false,
        };
        let is_chart = self.text.contains("<scxml");
        is_inside
            || line_of(&self.text, start) == self.line
            || (is_chart && self.name.is_some() && self.name == edit.element)
    }
}

/// What was found about a mutant.
struct Judged {
    /// For the elements in the order of their first fix: whether it is the one that was changed.
    hits: Vec<bool>,
    fixes: usize,
    /// Whether the first fix does the same as the model did before.
    is_same: bool,
    seconds: f64,
    first: String,
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = self
            .hits
            .iter()
            .position(|hit| *hit)
            .map_or_else(|| "not found".to_owned(), |p| format!("place {}", p + 1));
        write!(f, "{place}, {} fixes, the first: {}, {:.1} s", self.fixes, self.first, self.seconds)
    }
}

/// Asks for fixes of a mutant; none if it breaks no property that held.
fn judge(model: &Model, mutant: &Mutant) -> Option<Judged> {
    let text = mutant.apply(&model.text);
    let system = read(model.language, &model.path, &text)?;
    let findings = verdicts(&system, Some(&model.held), SHORT)?;
    if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
        return None;
    }
    let begin = Instant::now();
    let (found, elements) = ask(model, &text, &system, &findings);
    let seconds = begin.elapsed().as_secs_f64();
    let fault = Fault::new(mutant, &text, elements);
    let mut places: Vec<(Option<usize>, bool)> = Vec::new();
    for edit in found.list.iter().flat_map(|fix| &fix.edits) {
        if !places.iter().any(|(place, _)| *place == edit.place) {
            places.push((edit.place, fault.is_at(edit)));
        }
    }
    let first = found.list.first();
    let words = |fix: &Fix| fix.edits.iter().map(|e| e.what.as_str()).collect::<Vec<_>>().join(" and ");
    Some(Judged {
        hits: places.into_iter().map(|(_, hit)| hit).collect(),
        fixes: found.list.len(),
        is_same: first.is_some_and(|fix| is_same(model, &fix.text)),
        seconds,
        first: first.map_or_else(String::new, words),
    })
}

fn ask(model: &Model, text: &str, system: &System, findings: &[Finding]) -> (Fixes, Vec<Element>) {
    let (name, mut include) = (model.path.display().to_string(), nothing());
    let edits = wherefore_mutate::edits(model.language, (&name, text), None, &mut include, &|_| true);
    let elements = wherefore_mutate::elements(model.language, (&name, text), &mut include);
    let mut reader = Reader { language: model.language, name: &name, text, main: None, include: &mut include };
    let (stop, observer, each) = (timed(EACH), silent(), |stop: &Stop| stop.child());
    let limits = Limits { stop: &stop, observer: &observer, each: &each, max_edits: 2 };
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
        self.all += 1;
        self.first += usize::from(judged.hits.first() == Some(&true));
        self.three += usize::from(judged.hits.iter().take(3).any(|hit| *hit));
        self.fixed += usize::from(judged.fixes > 0);
        self.same += usize::from(judged.is_same);
        self.seconds += judged.seconds;
    }

    fn row(&self, name: &str) -> String {
        let share = |n: usize| 100 * n / self.all.max(1);
        format!(
            "{name:28} {:4} mutants  top-1 {:3} %  top-3 {:3} %  fixed {:3} %  same {:3} %  {:.1} s each",
            self.all,
            share(self.first),
            share(self.three),
            share(self.fixed),
            share(self.same),
            self.seconds / self.all.max(1) as f64
        )
    }
}

/// The models: some examples, or with `WHEREFORE_CORPUS=full` all of them and the public ones.
fn models() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    if !wherefore_test::is_full() {
        return ["account.smv", "door.smv"].iter().map(|name| examples.join(name)).collect();
    }
    let mut all = wherefore_test::files(&examples, &["smv", "scxml", "lus"]);
    for corpus in ["smv", "lustre"] {
        all.extend(wherefore_test::corpus(corpus).into_iter().flat_map(|c| wherefore_test::files(&c, &["smv", "lus"])));
    }
    all
}

/// The half that a model belongs to, by its name.
fn half(name: &str) -> &'static str {
    let sum = name.bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    if sum % 2 == 0 { "tuning half" } else { "held-out half" }
}

#[test]
fn faults_are_found_again() {
    let want = wherefore_test::cases(1) as usize;
    let mut random = wherefore_test::seed(1);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for model in models().iter().filter_map(|path| Model::load(path)) {
        let name = model.path.file_name().expect("a file").to_string_lossy().into_owned();
        let mutants = model.mutants(&mut random);
        let judged = mutants.iter().take(20 * want).filter_map(|mutant| Some((mutant, judge(&model, mutant)?)));
        for (mutant, judged) in judged.take(want) {
            wherefore_test::say(&format!("{name} {} {}: {judged}", mutant.operator.word(), mutant.what));
            let rows = [half(&name).to_owned(), format!("  {}", mutant.operator.word()), format!(" {name}")];
            rows.into_iter().for_each(|row| scores.entry(row).or_default().add(&judged));
        }
    }
    scores.iter().for_each(|(name, score)| wherefore_test::say(&score.row(name)));
    let halves = scores.iter().filter(|(name, _)| name.ends_with("half")).map(|(_, score)| score);
    let (all, fixed) = halves.fold((0, 0), |(all, fixed), score| (all + score.all, fixed + score.fixed));
    assert!(all > 0 && 2 * fixed > all, "{fixed} of {all} mutants are mended");
}
