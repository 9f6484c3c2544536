//! A mistake that was put in on purpose can be undone where it was put in: no expression around it may be exonerated.
//!
//! Mutants of the examples that break an invariant which held; of each, every expression that encloses the change. Besides the
//! properties of an example there are some at random, because most examples fail by themselves. Netlists are random ones, and the place is the
//! line that was changed.

#[path = "../../wherefore-hardware/tests/hardware/random.rs"]
mod netlist;

use std::collections::BTreeSet;
use std::path::Path;
use wherefore_check::{Cone, NoAnswer, Options, Session, Unroller};
use wherefore_diag::{FileId, Span};
use wherefore_fix::exonerate::possible_together;
use wherefore_fix::{Exoneration, FailingRun, Question, Reader};
use wherefore_ir::{Define, Role, Sort, System, TermId};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::{Element, Mutant, Operator, edits, mutants};
use wherefore_stop::{Stop, StopReason};
use wherefore_test::{Random, cases, counted, files, read, say, seed, setting};
use wherefore_trace::Trace;

/// How far from the change an enclosing expression may begin and end, in words and signs.
const REACH: usize = 10;

/// The longest failing runs that are looked for, in steps.
const DEEPEST: u32 = 7;

/// A signal that fires after a few seconds.
fn patience(seconds: u64) -> Stop {
    let stop = Stop::new();
    let alarm = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        alarm.fire(StopReason::Interrupted);
    });
    stop
}

/// The failing runs, up to a few steps long, of these properties, and the properties that have none. Longer runs do not matter:
/// the original that comes back is asked about runs of the same length.
fn verdicts(system: &System, wanted: impl Fn(&str) -> bool) -> (BTreeSet<String>, Vec<(String, Trace)>) {
    let session = Session::new(system, Options::default());
    let invariants = system.properties.iter().filter(|p| wanted(&p.name));
    let mut open: Vec<(String, TermId)> =
        invariants.filter_map(|p| Some((p.name.clone(), session.as_invariant(p)?))).collect();
    let mut failing = Vec::new();
    let _ended = search(system, &mut open, &mut failing);
    (open.into_iter().map(|(name, _)| name).collect(), failing)
}

/// Moves what fails from one list to the other.
fn search(
    system: &System,
    open: &mut Vec<(String, TermId)>,
    failing: &mut Vec<(String, Trace)>,
) -> Result<(), NoAnswer> {
    let model = Cone::whole(system);
    let solver = Options::default().solvers().bounded(model.is_finite())()?;
    let mut unroller = Unroller::new(&model, solver)?;
    unroller.assert_init()?;
    let stop = patience(20);
    for depth in 0..=DEEPEST {
        unroller.reach(depth)?;
        for (name, good) in std::mem::take(open) {
            let bad = !unroller.literal(good, depth)?;
            match unroller.is_sat(&[bad], None, &stop)? {
                true => failing.push((name, unroller.trace(depth)?)),
                false => open.push((name, good)),
            }
        }
    }
    Ok(())
}

/// The part of the mutant, and of the original, outside which the two are the same.
fn changed(mutant: &Mutant) -> Option<[(usize, usize); 2]> {
    let (first, last) = (mutant.edits.first()?, mutant.edits.last()?);
    let (start, end) = (first.span.start as usize, last.span.end as usize);
    let grown: usize = mutant.edits.iter().map(|e| e.text.len()).sum();
    let shrunk: usize = mutant.edits.iter().map(|e| (e.span.end - e.span.start) as usize).sum();
    Some([(start, end + grown - shrunk), (start, end)])
}

/// Places where a word or a sign begins or ends.
fn boundaries(text: &str) -> Vec<usize> {
    let class = |c: char| {
        if c.is_alphanumeric() || c == '_' || c == '.' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        }
    };
    let mut found = vec![0];
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before != Some(class(c)) || class(c) == 2 {
            found.push(at);
        }
        before = Some(class(c));
    }
    found.push(text.len());
    found.dedup();
    found
}

/// Spans around a part of a text that may be expressions.
fn around(text: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let all = boundaries(text);
    let lefts: Vec<usize> = all.iter().copied().filter(|at| *at <= start).rev().take(REACH).collect();
    let rights: Vec<usize> = all.iter().copied().filter(|at| *at >= end).take(REACH).collect();
    let ends_well = |part: &str| !part.is_empty() && part.trim() == part;
    let pairs = lefts.iter().flat_map(|l| rights.iter().map(move |r| (*l, *r)));
    pairs.filter(|(l, r)| text.get(*l..*r).is_some_and(ends_well)).collect()
}

/// The line around a part of a netlist.
fn line(text: &str, (at, _): (usize, usize)) -> Vec<(usize, usize)> {
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let whole = text[start..].split(['\n', ';']).next().unwrap_or_default();
    vec![(start, start + whole.trim_end().len())]
}

#[derive(Default)]
struct Tally {
    broken: u64,
    possible: u64,
    unknown: u64,
}

struct Case<'a> {
    language: Language,
    path: &'a Path,
    text: &'a str,
    holding: BTreeSet<String>,
}

impl Case<'_> {
    /// A file beside the example.
    fn included(&self, name: &str) -> Result<String, NotIncluded> {
        let found = read(&self.path.with_file_name(name));
        if found.is_empty() { Err(NotIncluded::Missing) } else { Ok(found) }
    }

    fn system(&self, text: &str) -> Option<System> {
        let mut include = |name: &str| self.included(name);
        Reader { language: self.language, name: "model", text, choices: &Choices::default(), include: &mut include }
            .read(text)
            .ok()
    }

    /// Asks about everything around the change; whether the mutant breaks something that held.
    fn ask(&self, mutant: &Mutant, tally: &mut Tally) -> bool {
        let text = mutant.apply(self.text);
        let Some(original) = self.system(&text) else { return false };
        let (_, broken) = verdicts(&original, |name| self.holding.contains(name));
        let runs: Vec<FailingRun<'_>> = broken.iter().map(|(property, trace)| FailingRun { property, trace }).collect();
        let Some([now, before]) = changed(mutant).filter(|_| !runs.is_empty()) else { return false };
        let (options, stop) = (Options::default(), patience(60));
        let question = Question {
            text: &text,
            original: &original,
            runs: &runs,
            kept: &[],
            is_late: false,
            options: &options,
            stop: &stop,
        };
        let mut include = |name: &str| self.included(name);
        let mut reader = Reader {
            language: self.language,
            name: "model",
            text: &text,
            choices: &Choices::default(),
            include: &mut include,
        };
        let places = if self.language == Language::Btor2 { line(&text, now) } else { around(&text, now) };
        for (start, end) in places {
            let span = Span::new(FileId(0), start as u32, end as u32);
            if reader.read_with_holes(&text, &[span]).is_err() || !self.is_undone(&text, (start, end), now, before) {
                continue;
            }
            match possible_together(&mut reader, &[span], &question) {
                Exoneration::Proved { .. } => {
                    panic!("`{}` is exonerated, but: {}\n{text}", &text[start..end], mutant.what)
                }
                Exoneration::Possible => tally.possible += 1,
                Exoneration::Unknown(_) => tally.unknown += 1,
            }
        }
        tally.broken += 1;
        true
    }

    /// Whether the original comes back if something else is written in a place of the mutant.
    fn is_undone(&self, text: &str, (start, end): (usize, usize), now: (usize, usize), before: (usize, usize)) -> bool {
        let Some(old) = self.text.get(start..before.1 + (end - now.1)) else { return false };
        if self.language == Language::Btor2 {
            return true;
        }
        if self.language == Language::Scxml {
            // The original itself comes back.
            return !old.contains('<') && !old.contains('"');
        }
        let undone = format!("{}({old}){}", &text[..start], &text[end..]);
        let Some(system) = self.system(&undone) else { return false };
        self.holding.iter().all(|name| system.property(name).is_some())
    }
}

/// Formulas over two variables, states or streams of a model.
fn formulas(language: Language, system: &System, random: &mut Random) -> Vec<String> {
    let mut atoms: Vec<String> = Vec::new();
    let equals = if language == Language::Scxml { "==" } else { "=" };
    for (_, declared) in system.terms.vars().filter(|(v, d)| !d.is_hidden() && system.role(*v) != Role::Input) {
        match declared.sort {
            Sort::Bool => atoms.extend([declared.name.clone(), format!("!({})", declared.name)]),
            Sort::Enum(id) if language == Language::Smv => {
                let values = &system.terms.enumeration(id).values;
                atoms.extend(values.iter().map(|value| format!("({} = {value})", declared.name)));
            }
            Sort::Range { lo, hi } => {
                let values = (lo..=hi).take(6).map(|n| format!("({} {equals} {n})", declared.name));
                atoms.extend(values);
            }
            _ => {}
        }
    }
    match language {
        Language::Scxml => {
            let states = system.defines.iter().filter_map(|d| d.name.strip_prefix("in."));
            atoms.extend(states.flat_map(|s| [format!("In('{s}')"), format!("In('{s}')")]));
        }
        Language::Lustre => {
            let is_stream = |d: &&Define| d.declared == Some(Sort::Bool);
            let names: Vec<&str> = system.defines.iter().filter(is_stream).map(|d| d.name.as_str()).collect();
            atoms = names
                .iter()
                .flat_map(|n| [n.to_string(), format!("(not {n})"), format!("(false -> pre {n})")])
                .collect();
        }
        _ => {}
    }
    let (both, not) = match language {
        Language::Scxml => ("&amp;&amp;", "!"),
        Language::Lustre => ("and", "not "),
        _ => ("&", "!"),
    };
    let wanted = if atoms.is_empty() { 0 } else { 12 };
    (0..wanted).map(|_| format!("{not}({} {both} {})", random.pick(&atoms), random.pick(&atoms))).collect()
}

/// The text with more properties in it.
fn with_properties(language: Language, text: &str, formulas: &[String]) -> Option<String> {
    let (written, at): (Vec<String>, usize) = match language {
        Language::Smv => (formulas.iter().map(|f| format!("INVARSPEC {f}\n")).collect(), text.len()),
        Language::Scxml => {
            let number = |(n, f): (usize, &String)| format!("<wf:invariant name='extra{n}'>{f}</wf:invariant>\n");
            (formulas.iter().enumerate().map(number).collect(), text.rfind("</scxml>")?)
        }
        _ => (formulas.iter().map(|f| format!("--%PROPERTY {f};\n")).collect(), text.rfind("tel")?),
    };
    Some(format!("{}\n{}{}", &text[..at], written.concat(), &text[at..]))
}

/// The operators behind the thirteen of the paper mostly change what is no expression, or remove a whole one. What a netlist has is on
/// lines of their own, of which one is to be changed.
fn is_inside(language: Language, mutant: &Mutant) -> bool {
    match language {
        Language::Btor2 => mutant.edits.len() == 1,
        _ => mutant.operator <= Operator::Sgt,
    }
}

/// Asks about as many mutants of a case as are wanted, in any order; how many there were, and how many were tried.
fn ask(case: &Case<'_>, made: &[Mutant], wanted: u64, random: &mut Random, tally: &mut Tally) -> (u64, u64) {
    let (mut asked, mut tried) = (0, 0);
    for at in random.order(made.len()) {
        if case.holding.is_empty() || asked == wanted || tried == setting("WHEREFORE_TRIES", 8 * wanted) {
            break;
        }
        tried += 1;
        asked += u64::from(case.ask(&made[at], tally));
    }
    (asked, tried)
}

fn said(tally: &Tally) {
    counted(tally.broken, "mutants break what held");
    counted(tally.possible, "places around the changes, not exonerated");
    say(&format!("{} places around the changes, not answered", tally.unknown));
}

fn sweep(language: Language, ending: &str) {
    let (seed, wanted) = (seed(7), cases(2));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut tally = Tally::default();
    for path in files(&folder, &[ending]) {
        let text = read(&path);
        let mut random = Random::stream(seed, text.len() as u64);
        let case = Case { language, path: &path, text: &text, holding: BTreeSet::new() };
        let Some(system) = case.system(&text) else { continue };
        let more = with_properties(language, &text, &formulas(language, &system, &mut random));
        let more = more.filter(|more| case.system(more).is_some()).unwrap_or_else(|| text.clone());
        let Some(system) = case.system(&more) else { continue };
        let case = Case { text: &more, holding: verdicts(&system, |_| true).0, ..case };
        let mut include = |name: &str| case.included(name);
        let Some(Ok(mut made)) = mutants(language, ("model", &more), &Choices::default(), &mut include) else {
            continue;
        };
        made.mutants.retain(|mutant| is_inside(language, mutant));
        let (asked, tried) = ask(&case, &made.mutants, wanted, &mut random, &mut tally);
        let (name, held) = (path.file_name().unwrap_or_default().to_string_lossy(), case.holding.len());
        say(&format!("{name}: {asked} of {tried} mutants break one of {held}"));
    }
    said(&tally);
}

#[test]
fn of_smv() {
    sweep(Language::Smv, "smv");
}

#[test]
fn of_charts() {
    sweep(Language::Scxml, "scxml");
}

#[test]
fn of_synchronous_programs() {
    sweep(Language::Lustre, "lus");
}

#[test]
fn of_netlists() {
    let (seed, language) = (seed(29), Language::Btor2);
    let mut tally = Tally::default();
    for number in 0..setting("WHEREFORE_NETLISTS", 40) {
        let mut random = Random::stream(seed, number);
        let text = netlist::make(Random::stream(seed, number));
        let case = Case { language, path: Path::new("m.btor2"), text: &text, holding: BTreeSet::new() };
        let Some(system) = case.system(&text) else { continue };
        let case = Case { holding: verdicts(&system, |_| true).0, ..case };
        let mut include = |name: &str| case.included(name);
        let is_model = |element: &Element| element.kind.is_model();
        let mut made = edits(language, ("model", &text), &Choices::default(), &mut include, &is_model);
        made.retain(|mutant| is_inside(language, mutant));
        ask(&case, &made, 2, &mut random, &mut tally);
    }
    said(&tally);
}
