//! Every example: each mutant is read again, differs, and leaves everything else where it was.

use crate::{Mutant, Mutants, Operator, Options, finish};
use crate::{lustre, scxml, smv};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use wherefore_diag::{FileId, SourceMap};
use wherefore_lang as front_ends;
use wherefore_test::{is_full, say};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn models() -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder()]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()) {
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("smv" | "scxml" | "lus") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// About how many mutants of each model are tried by default.
const SHARE: usize = 50;

/// A model with what its language has to say about it.
struct Model {
    path: PathBuf,
    text: String,
}

impl Model {
    fn include(&self) -> impl FnMut(&str) -> Result<String, front_ends::lustre::NotIncluded> {
        let folder = self.path.parent().unwrap().to_path_buf();
        move |name| read(&folder.join(name)).ok_or(front_ends::lustre::NotIncluded::Missing)
    }

    fn kind(&self) -> &str {
        self.path.extension().and_then(|e| e.to_str()).unwrap()
    }

    fn mutants(&self, options: &Options) -> Option<Mutants> {
        match self.kind() {
            "smv" => smv::mutants(FileId(0), &self.text, options).ok(),
            "scxml" => scxml::mutants(FileId(0), &self.text, options).ok(),
            _ => {
                let program = front_ends::lustre::Options::default();
                lustre::mutants("m.lus", &self.text, &program, &mut self.include(), options).ok()
            }
        }
    }

    fn loads(&self, text: &str) -> bool {
        match self.kind() {
            "smv" => front_ends::smv::load(FileId(0), text).system.is_some(),
            "scxml" => front_ends::scxml::load(FileId(0), text).system.is_some(),
            _ => front_ends::lustre::load(SourceMap::single("m.lus", text), &mut self.include()).system.is_some(),
        }
    }

    fn candidates(&self, text: &str) -> Vec<Mutant> {
        match self.kind() {
            "smv" => smv::candidates(FileId(0), text),
            "scxml" => scxml::candidates(FileId(0), text),
            _ => lustre::candidates("m.lus", text, &mut self.include()),
        }
    }
}

type Sites = BTreeSet<(Operator, i64, i64)>;

/// Places that are edited, with how far each moves what is behind it.
type Edited = Vec<(i64, i64, i64)>;

/// The places of operators away from the edited ones, moved as the edits before them move them.
fn sites(found: &[Mutant], edited: &[(i64, i64, i64)]) -> Sites {
    let mut sites = Sites::new();
    for m in found.iter().filter(|m| matches!(m.operator, Operator::Aor | Operator::Ror | Operator::Lor)) {
        let (start, end) = (i64::from(m.span.start), i64::from(m.span.end));
        if edited.iter().all(|(from, to, _)| end <= *from || *to <= start) {
            let shift: i64 = edited.iter().filter(|(_, to, _)| *to <= start).map(|(_, _, shift)| shift).sum();
            sites.insert((m.operator, start + shift, end + shift));
        }
    }
    sites
}

/// The edits of a mutant as places of the original, with how far they move what is behind, and as places of the mutant.
fn edited(mutant: &Mutant) -> (Edited, Edited) {
    let (mut before, mut after, mut moved) = (Vec::new(), Vec::new(), 0);
    for edit in &mutant.edits {
        let (start, end, length) = (i64::from(edit.span.start), i64::from(edit.span.end), edit.text.len() as i64);
        before.push((start, end, length - (end - start)));
        after.push((start + moved, start + moved + length, 0));
        moved += length - (end - start);
    }
    (before, after)
}

fn check(model: &Model, counts: &mut BTreeMap<String, usize>) -> Option<(usize, usize)> {
    if !model.loads(&model.text) {
        return None;
    }
    let own = model.candidates(&model.text);
    // By default a share of each model, spread over all of it and over all operators.
    let step = if is_full() { 1 } else { own.len().div_ceil(SHARE).max(1) };
    let mut chosen = own.clone();
    chosen.sort_by_key(|m| (m.operator, m.span.start));
    let chosen = chosen.into_iter().step_by(step).collect();
    let found = finish(&model.text, chosen, &Options::default(), |text| model.loads(text));
    let mut texts = BTreeSet::new();
    for mutant in &found.mutants {
        let mutated = mutant.apply(&model.text);
        let name = format!("{}: {} {}\n{:?}", model.path.display(), mutant.operator.word(), mutant.what, mutant.edits);
        assert!(mutated != model.text && texts.insert(mutated.clone()), "{name}");
        let (before, after) = edited(mutant);
        assert_eq!(sites(&own, &before), sites(&model.candidates(&mutated), &after), "{name}");
        *counts.entry(format!("{} {}", model.kind(), mutant.operator.word())).or_default() += 1;
    }
    Some((found.mutants.len(), found.dropped.len()))
}

#[test]
fn mutants_of_all_examples_are_read_again_and_leave_the_rest_alone() {
    let mut counts = BTreeMap::new();
    for path in models() {
        let model = Model { text: read(&path).unwrap(), path };
        let name = model.path.strip_prefix(folder()).unwrap().display().to_string();
        match check(&model, &mut counts) {
            Some((mutants, dropped)) => say(&format!("{name}: {mutants} mutants, {dropped} dropped")),
            // Parts that are only included have nothing to be read for on their own, and charts of a network name each other.
            None => assert!(model.kind() == "lus" || name.starts_with("network"), "{name} is not read"),
        }
    }
    counts.iter().for_each(|(operator, count)| say(&format!("{operator}: {count}")));
    let kinds = |kind: &str| counts.keys().filter(|k| k.starts_with(kind)).count();
    assert!(kinds("scxml") >= 11 && kinds("smv") >= 10 && kinds("lus") >= 6, "{counts:?}");
}

#[test]
fn elements_are_those_of_the_system_and_the_result_is_the_same_twice() {
    for name in ["heating.scxml", "door.smv", "flasher.lus"] {
        let path = folder().join(name);
        let model = Model { text: read(&path).unwrap(), path };
        let operators = [Operator::Aor, Operator::Ct, Operator::Lor, Operator::Sgf];
        let options = Options { operators: Some(BTreeSet::from(operators)) };
        let once = model.mutants(&options).unwrap().mutants;
        assert!(once.iter().all(|m| operators.contains(&m.operator)) && !once.is_empty());
        assert_eq!(once, model.mutants(&options).unwrap().mutants);
        let starts: Vec<u32> = once.iter().map(|m| m.span.start).collect();
        assert!(starts.is_sorted());
    }
    let text = read(&folder().join("heating.scxml")).unwrap();
    let text = text.replace(" wf:name=\"u1\"", "").replace(" wf:name=\"b3\"", "");
    let system = front_ends::scxml::load(FileId(0), &text).system.unwrap();
    let names: BTreeSet<&str> = system.elements.iter().map(|(_, e)| e.name.as_str()).collect();
    let found = scxml::candidates(FileId(0), &text);
    let unknown: BTreeSet<&str> =
        found.iter().filter_map(|m| m.element.as_deref()).filter(|e| !names.contains(e)).collect();
    assert_eq!(unknown, BTreeSet::new());
}
