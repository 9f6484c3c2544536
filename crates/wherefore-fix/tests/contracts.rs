//! Faults put into specifications by contracts whose checks hold: are they found again, and mended?
//!
//! Counted are the mutants whose first fix edits the changed element, those with such a fix among the first three elements, those with any fix, and
//! those whose first fix has the original text again. No element may be exonerated that holds the fault. Every fix is read again and checked as any specification is.
//!
//! ```text
//! WHEREFORE_CORPUS=full WHEREFORE_CASES=12 cargo test --release --features cadical -p wherefore-fix --test contracts -- --nocapture
//! ```
//!
//! takes 12 mutants of every specification; without these settings two of each of two small ones.

#![expect(clippy::disallowed_methods, reason = "a test reads models and measures time")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wherefore_check::{Finding, Observer, Options, Session, Silent, Verdict};
use wherefore_fix::contracts::{DecidedCheck, Specification, contract_fixes};
use wherefore_fix::{Fixes, Limits, Reader};
use wherefore_ir::refinement::Refinement;
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::{Element, Mutant, Operator};
use wherefore_stop::{Stop, StopReason};

/// The time for one mutant.
const EACH: Duration = Duration::from_secs(60);
/// The time to decide the checks of a specification.
const SHORT: Duration = Duration::from_secs(20);

fn timed(parent: &Stop, limit: Duration) -> Stop {
    let stop = parent.child();
    let fired = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        fired.fire(StopReason::Timeout { limit: format!("{limit:?}") });
    });
    stop
}

fn nothing() -> impl FnMut(&str) -> Result<String, NotIncluded> {
    |_: &str| Err(NotIncluded::Missing)
}

fn silent() -> Arc<dyn Observer> {
    Arc::new(Silent)
}

fn read(text: &str) -> Option<Vec<Arc<Refinement>>> {
    let mut include = nothing();
    let mut reader =
        Reader { language: Language::Oss, name: "m.oss", text, choices: &Choices::default(), include: &mut include };
    Some(reader.read_contracts(text).ok()?.into_iter().map(Arc::new).collect())
}

/// All checks, decided one by one as `check` does.
fn decide(refinements: &[Arc<Refinement>]) -> Vec<DecidedCheck> {
    let (stop, observer) = (timed(&Stop::new(), SHORT), silent());
    let mut list = Vec::new();
    for (at, refinement) in refinements.iter().enumerate() {
        let session = Session::new(&refinement.system, Options::default());
        for property in &refinement.system.properties {
            let finding = session.check(property, &stop, &observer);
            list.push(DecidedCheck { refinement: at, name: format!("{at}/{}", property.name), finding });
        }
    }
    list
}

fn is_held(check: &DecidedCheck) -> bool {
    matches!(check.finding.verdict, Verdict::Holds { .. })
}

fn is_violated(check: &DecidedCheck) -> bool {
    matches!(check.finding.verdict, Verdict::Violated(_))
}

fn ask(text: &str, refinements: &[Arc<Refinement>], decided: &[DecidedCheck]) -> (Fixes, Vec<Element>) {
    let mut include = nothing();
    let edits = wherefore_mutate::edits(Language::Oss, ("m.oss", text), &Choices::default(), &mut include, &|_| true);
    let elements = wherefore_mutate::elements(Language::Oss, ("m.oss", text), &mut include);
    let mut reader =
        Reader { language: Language::Oss, name: "m.oss", text, choices: &Choices::default(), include: &mut include };
    let (stop, observer, each) = (timed(&Stop::new(), EACH), silent(), |stop: &Stop| stop.child());
    let limits = Limits { stop: &stop, observer: &observer, brief: &each, each: &each, max_edits: 1, work: None };
    let specification = Specification { refinements, decided };
    let found = contract_fixes(&mut reader, specification, (&elements, edits), &Options::default(), &limits);
    (found, elements)
}

/// Reads every fix again and decides its checks: one that was violated holds, and those that held do.
fn verify(decided: &[DecidedCheck], found: &Fixes) {
    for fix in &found.list {
        let refinements = read(&fix.text).expect("a fix can be read");
        let after = decide(&refinements);
        let verdict = |name: &str| after.iter().find(|c| c.name == name);
        for Finding { property, .. } in &fix.mended {
            assert!(verdict(property).is_some_and(is_held), "{property} is not mended\n{}", fix.text);
        }
        for check in decided.iter().filter(|c| is_held(c)) {
            assert!(verdict(&check.name).is_none_or(|c| !is_violated(c)), "{} is broken\n{}", check.name, fix.text);
        }
    }
}

#[derive(Default)]
struct Score {
    all: usize,
    first: usize,
    three: usize,
    fixed: usize,
    same: usize,
    seconds: f64,
}

impl Score {
    fn row(&self, name: &str) -> String {
        let share = |n: usize| 100 * n / self.all.max(1);
        format!(
            "{name:32} {:4} mutants  top-1 {:3} %  top-3 {:3} %  fixed {:3} %  original {:3} %  {:.1} s each",
            self.all,
            share(self.first),
            share(self.three),
            share(self.fixed),
            share(self.same),
            self.seconds / self.all.max(1) as f64
        )
    }
}

/// The specifications: small ones that hold, the examples as they are mended, and with `WHEREFORE_CORPUS=full` the public ones.
fn specifications() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let example = |name: &str| (name.to_owned(), wherefore_test::read(&folder.join(name)));
    let mended = |name: &str, from: &str, to: &str| {
        let (name, text) = example(name);
        (name, text.replacen(from, to, 1))
    };
    let collision = "always (collision implies in the future explode_cmd)";
    let release = "always (release implies in the future open)";
    let mut all = vec![
        mended("airbag.oss", collision, &collision.replace("in the future", "then")),
        mended("masking.oss", release, &release.replace("in the future", "then")),
    ];
    if wherefore_test::is_full() {
        all.push(example("redundant_sensors.oss"));
        let corpus = wherefore_test::corpus("contracts").into_iter();
        for path in corpus.flat_map(|c| wherefore_test::files(&c, &["oss"])) {
            let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            all.push((name, wherefore_test::read(&path)));
        }
    }
    all
}

/// Mutants in an order that goes round the operators.
fn mutants(text: &str, random: &mut u64) -> Vec<Mutant> {
    let made = wherefore_mutate::mutants(Language::Oss, ("m.oss", text), &Choices::default(), &mut nothing());
    let mut made = made.and_then(Result::ok).map_or_else(Vec::new, |m| m.mutants);
    for place in (1..made.len()).rev() {
        made.swap(place, wherefore_test::below(random, place + 1));
    }
    let mut turns: BTreeMap<Operator, usize> = BTreeMap::new();
    let turn = |m: Mutant| {
        let turn = turns.entry(m.operator).or_default();
        *turn += 1;
        (*turn, m)
    };
    let mut keyed: Vec<(usize, Mutant)> = made.into_iter().map(turn).collect();
    keyed.sort_by_key(|(turn, _)| *turn);
    keyed.into_iter().map(|(_, m)| m).collect()
}

/// Whether an element holds what a mutant put in.
fn holds_fault(mutant: &Mutant, element: &Element) -> bool {
    let start = mutant.edits.first().map_or(0, |e| e.span.start);
    // Brackets and blanks around the change belong to it, and something that is gone leaves the place behind.
    element.span.start <= start + 1 && start <= element.span.end + 1
}

/// Whether an element encloses all that a mutant put in: with what was there before, the checks held.
fn encloses_fault(mutant: &Mutant, element: &Element) -> bool {
    let start = mutant.edits.first().map_or(0, |e| e.span.start);
    let (mut end, mut shift) = (start, 0i64);
    for edit in &mutant.edits {
        let at = i64::from(edit.span.start) + shift + edit.text.len() as i64;
        shift += edit.text.len() as i64 - i64::from(edit.span.end - edit.span.start);
        end = u32::try_from(at).unwrap_or(end);
    }
    element.span.start <= start && end <= element.span.end && start < end
}

#[test]
fn faults_in_contracts_are_found_again() {
    let want = wherefore_test::cases(1) as usize;
    let mut random = wherefore_test::seed(1);
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let only = std::env::var("WHEREFORE_ONLY").unwrap_or_default();
    let step = if wherefore_test::is_full() { 1 } else { 2 };
    for (name, text) in specifications().into_iter().filter(|(name, _)| name.contains(&only)).step_by(step) {
        let Some(original) = read(&text) else { continue };
        let begin = Instant::now();
        let held: Vec<String> = decide(&original).into_iter().filter(is_held).map(|c| c.name).collect();
        wherefore_test::say(&format!("{name}: {} checks hold, {:.1} s", held.len(), begin.elapsed().as_secs_f64()));
        if wherefore_test::is_full() && begin.elapsed() > Duration::from_secs(10) {
            continue;
        }
        let mut tried = 0;
        for mutant in mutants(&text, &mut random).into_iter().take(12 * want) {
            let mutated = mutant.apply(&text);
            let Some(refinements) = read(&mutated) else { continue };
            let mut decided = decide(&refinements);
            decided.retain(|c| held.contains(&c.name) || is_held(c));
            if !decided.iter().any(is_violated) {
                continue;
            }
            tried += 1;
            if tried > want {
                break;
            }
            let begin = Instant::now();
            let (found, elements) = ask(&mutated, &refinements, &decided);
            let seconds = begin.elapsed().as_secs_f64();
            verify(&decided, &found);
            let mut places: Vec<(Option<usize>, bool)> = Vec::new();
            for edit in found.list.iter().flat_map(|fix| &fix.edits) {
                let hit = edit.place.and_then(|p| elements.get(p)).is_some_and(|e| holds_fault(&mutant, e));
                if !places.iter().any(|(place, _)| *place == edit.place) {
                    places.push((edit.place, hit));
                }
            }
            let place = places.iter().position(|(_, hit)| *hit);
            let is_original = found.list.first().is_some_and(|f| plain(&f.text) == plain(&text));
            let any_original = found.list.iter().position(|f| plain(&f.text) == plain(&text));
            let acquitted = found.suspects.iter().filter(|s| s.exoneration.is_proved());
            let acquitted = acquitted.filter(|s| encloses_fault(&mutant, &s.element)).count();
            assert_eq!(acquitted, 0, "the changed element is exonerated: {} in\n{mutated}", mutant.what);
            let first = found.list.first().and_then(|f| f.edits.first()).map_or("", |e| e.what.as_str());
            wherefore_test::say(&format!(
                "{name} {} {}: place {place:?}, {} fixes, original {any_original:?}, first: {first}, {seconds:.1} s {:?}",
                mutant.operator.word(),
                mutant.what,
                found.list.len(),
                found.stopped,
            ));
            for row in ["all".to_owned(), format!(" {}", mutant.operator.word()), format!("  {name}")] {
                let score = scores.entry(row).or_default();
                score.all += 1;
                score.first += usize::from(place == Some(0));
                score.three += usize::from(place.is_some_and(|p| p < 3));
                score.fixed += usize::from(!found.list.is_empty());
                score.same += usize::from(is_original);
                score.seconds += seconds;
            }
        }
    }
    scores.iter().for_each(|(name, score)| wherefore_test::say(&score.row(name)));
    let all = scores.get("all").expect("there are mutants");
    assert!(2 * all.fixed > all.all, "{} of {} mutants are mended", all.fixed, all.all);
}

/// A formula over an input and an output.
fn formula(random: &mut wherefore_test::Random, (input, output): (&str, &str)) -> String {
    let trigger = random.pick(&[input.to_owned(), format!("not {input}"), format!("({input} or {output})")]);
    let when = random.pick(&["", "then ", "in the future ", "always "]);
    let answer = random.pick(&[output.to_owned(), format!("not {output}")]);
    match random.below(4) {
        0 => format!("always ({trigger} iff {when}{answer})"),
        1 => format!("always ({answer} implies in the past {trigger})"),
        2 => format!("always ({trigger} implies {when}{answer}) and always ({output} implies {when}{output})"),
        _ => format!("always ({trigger} implies {when}{answer})"),
    }
}

#[test]
fn fixes_of_random_specifications_are_right() {
    let mut random = wherefore_test::Random::new(wherefore_test::seed(7));
    let (mut asked, mut found) = (0, 0);
    for _ in 0..wherefore_test::cases(5) {
        let [whole, first, second] = [("i", "o"), ("x", "y"), ("p", "q")].map(|ports| formula(&mut random, ports));
        let assumed = random.pick(&["true", "always (p implies then p)", "in the future p"]);
        let text = format!(
            "COMPONENT Sys system\n INTERFACE\n  INPUT PORT i: boolean;\n  OUTPUT PORT o: boolean;\n  CONTRACT c assume: true; guarantee: \
             {whole};\n REFINEMENT\n  SUB a: A;\n  SUB b: B;\n  CONNECTION a.x := i;\n  CONNECTION b.p := a.y;\n  CONNECTION o := b.q;\n  \
             CONTRACT c REFINEDBY a.k, b.l;\nCOMPONENT A\n INTERFACE\n  INPUT PORT x: boolean;\n  OUTPUT PORT y: boolean;\n  \
             CONTRACT k assume: true; guarantee: {first};\nCOMPONENT B\n INTERFACE\n  INPUT PORT p: boolean;\n  OUTPUT PORT q: boolean;\n  \
             CONTRACT l assume: {assumed}; guarantee: {second};\n"
        );
        let refinements = read(&text).expect("the specification is in order");
        let decided = decide(&refinements);
        if decided.iter().any(is_violated) {
            let fixes = ask(&text, &refinements, &decided).0;
            verify(&decided, &fixes);
            asked += 1;
            found += fixes.list.len();
        }
    }
    wherefore_test::counted(asked, "specifications with a violated check");
    wherefore_test::counted(found, "fixes");
}

#[test]
fn the_airbag_fires_in_the_next_step() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = wherefore_test::read(&folder.join("airbag.oss"));
    let refinements = read(&text).expect("the example is in order");
    let found = ask(&text, &refinements, &decide(&refinements)).0;
    let first = found.list.first().and_then(|fix| fix.edits.first()).expect("a fix");
    assert_eq!(first.what, "`in the future` becomes `then` in the guarantee of `AirBagController.I2`");
}

/// A text without blanks and brackets.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect()
}
