//! Faults put into models that are in order: is the fault found again, and mended?
//!
//! Every model whose properties hold is mutated; of the mutants that break a property a sample is taken that goes round the operators,
//! and fixes are asked for. Counted are the mutants whose first fix edits the changed place, those with any fix, and those
//! whose first fix does the same as the model did before. Models are divided into two halves by their names: what was tried out on
//! one is reported on the other. A search that takes too long counts as a miss.
//!
//! ```text
//! WHEREFORE_CASES=20 cargo test --release --features cadical -p wherefore-fix --test localisation -- --nocapture
//! ```
//!
//! takes 20 mutants of every model; without `WHEREFORE_CASES` few mutants of few models are tried.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wherefore_check::{Finding, Observer, Options, Session, Silent, Verdict};
use wherefore_fix::{Fixes, Limits, Reader, fixes, same_runs};
use wherefore_ir::System;
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_mutate::{Element, Mutant, Operator};
use wherefore_stop::{Stop, StopReason};

/// The time for one mutant.
const EACH: Duration = Duration::from_secs(30);

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
        let found = verdicts(&system, None, Duration::from_secs(5))?;
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
        is_inside || line_of(&self.text, start) == self.line || (is_chart && self.name.is_some() && self.name == edit.element)
    }
}

fn judge(model: &Model, mutant: &Mutant) -> Option<(Fixes, Vec<bool>, bool, f64, usize)> {
    let text = mutant.apply(&model.text);
    let system = read(model.language, &model.path, &text)?;
    let findings = verdicts(&system, Some(&model.held), Duration::from_secs(5))?;
    if !findings.iter().any(|f| matches!(f.verdict, Verdict::Violated(_))) {
        return None;
    }
    let (name, mut include) = (model.path.display().to_string(), nothing());
    let begin = Instant::now();
    let stop = timed(EACH);
    let edits = wherefore_mutate::edits(model.language, (&name, &text), None, &mut include, &|e| e.kind.is_model());
    let count = edits.len();
    let elements = wherefore_mutate::elements(model.language, (&name, &text), &mut include);
    let mut reader = Reader { language: model.language, name: &name, text: &text, main: None, include: &mut include };
    let each = |stop: &Stop| stop.child();
    let observer = silent();
    let limits = Limits { stop: &stop, observer: &observer, each: &each, max_edits: 2 };
    let found = fixes(&mut reader, &system, &findings, (&elements, edits), &Options::default(), &limits);
    let seconds = begin.elapsed().as_secs_f64();
    let fault = Fault::new(mutant, &text, elements);
    let mut places: Vec<(Option<usize>, bool)> = Vec::new();
    for edit in found.list.iter().flat_map(|fix| &fix.edits) {
        if !places.iter().any(|(place, _)| *place == edit.place) {
            places.push((edit.place, fault.is_at(edit)));
        }
    }
    let hits = places.into_iter().map(|(_, hit)| hit).collect();
    if let Ok(path) = std::env::var("DUMP") {
        dump(&path, model, mutant, &found, &fault, seconds, count);
    }
    let same = found.list.first().is_some_and(|fix| {
        fix.text == model.text || read(model.language, &model.path, &fix.text).is_some_and(|fixed| {
            same_runs((&model.system, &fixed), &Options::default(), (&timed(Duration::from_secs(10)), &observer)) == Some(true)
        })
    });
    Some((found, hits, same, seconds, count))
}

fn dump(path: &str, model: &Model, mutant: &Mutant, found: &Fixes, fault: &Fault, seconds: f64, count: usize) {
    use std::io::Write;
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    let mut list = Vec::new();
    for fix in &found.list {
        let places: Vec<String> = fix.edits.iter().map(|e| e.place.map_or(-1, |p| p as i64).to_string()).collect();
        let hit = fix.edits.iter().all(|e| fault.is_at(e));
        let operators: Vec<String> = fix.edits.iter().map(|e| format!("\"{}\"", e.operator.word())).collect();
        list.push(format!("{{\"p\":[{}],\"hit\":{hit},\"text\":{},\"ops\":[{}],\"cost\":{},\"changed\":{},\"runs\":{},\"sym\":{},\"cons\":{},\"left\":{},\"at\":{}}}",
            places.join(","), fix.text == model.text, operators.join(","), fix.cost(), fix.changed.0, fix.changed.1, fix.symptoms,
            match fix.conservation { wherefore_fix::Conservation::Proved(_) => 0, wherefore_fix::Conservation::Unknown(_) => 1, _ => 2 }, fix.left,
            fix.edits.first().map_or(0, |e| e.span.start)));
    }
    writeln!(file, "{{\"model\":\"{}\",\"op\":\"{}\",\"what\":{:?},\"seconds\":{seconds},\"edits\":{count},\"stopped\":{},\"fixes\":[{}]}}",
        model.path.display(), mutant.operator.word(), mutant.what.replace('"', "'"), found.stopped.is_some(), list.join(",")).unwrap();
}

fn add(score: &mut Score, hits: &[bool], found: &Fixes, same: bool, seconds: f64) {
    score.all += 1;
    score.first += usize::from(hits.first() == Some(&true));
    score.three += usize::from(hits.iter().take(3).any(|h| *h));
    score.fixed += usize::from(!found.list.is_empty());
    score.same += usize::from(same);
    score.seconds += seconds;
}

fn row(name: &str, s: &Score) {
    let share = |n: usize| 100.0 * n as f64 / s.all.max(1) as f64;
    eprintln!(
        "{name:24} {:4}  top-1 {:3.0}  top-3 {:3.0}  fixed {:3.0}  same {:3.0}  {:.1} s",
        s.all, share(s.first), share(s.three), share(s.fixed), share(s.same), s.seconds / s.all.max(1) as f64
    );
}

#[test]
fn faults_are_found_again() {
    let Ok(list) = std::env::var("MODELS") else { return };
    let want = wherefore_test::cases(2) as usize;
    let mut random = wherefore_test::seed(1);
    let (mut by_operator, mut by_model): (BTreeMap<String, Score>, BTreeMap<String, Score>) = Default::default();
    for path in list.split_whitespace() {
        let Some(model) = Model::load(Path::new(path)) else {
            eprintln!("- {path}: not used");
            continue;
        };
        let (mut taken, mut tried) = (0, 0);
        for mutant in model.mutants(&mut random) {
            if taken == want || tried > 20 * want {
                break;
            }
            tried += 1;
            let Some((found, hits, same, seconds, count)) = judge(&model, &mutant) else { continue };
            taken += 1;
            let word = mutant.operator.word();
            let stem = model.path.file_name().unwrap().to_string_lossy().into_owned();
            add(by_operator.entry(word.to_owned()).or_default(), &hits, &found, same, seconds);
            add(by_model.entry(stem.clone()).or_default(), &hits, &found, same, seconds);
            add(by_model.entry("~all".to_owned()).or_default(), &hits, &found, same, seconds);
            let first = found.list.first().map(|f| {
                let words: Vec<_> = f.edits.iter().map(|e| format!("{} {}", e.operator.word(), e.what)).collect();
                format!("{} [{:?} {} {}]", words.join(" + "), f.changed, f.symptoms, f.conservation.is_proved())
            });
            let place = hits.iter().position(|h| *h).map_or(0, |p| p + 1);
            eprintln!("{stem} {word} {} | {count} edits, {} fixes, place {place}, same {same}, {seconds:.1} s | {}", mutant.what, found.list.len(), first.unwrap_or_default());
        }
    }
    by_operator.iter().chain(&by_model).for_each(|(name, score)| row(name, score));
}
