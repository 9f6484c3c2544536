//! A mistake is undone by an edit: of the mutants of examples, how many have the original among the edits of their text.
//!
//! Texts are compared by what they say. Brackets that change included, blanks, the order of conjuncts, summands, and of the
//! elements in an element of XML do not count.

use crate::{Dialect, Inventory, Mutant, Node, Operator, Options, Piece, Reach, edits, elements, finish};
use crate::{lustre, oss, scxml, smv};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wherefore_diag::FileId;
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_test::{is_full, say};

fn included(name: &str) -> Result<String, NotIncluded> {
    if name.ends_with(".lus") { Ok(read(&folder().join(name))) } else { Err(NotIncluded::Missing) }
}

#[expect(clippy::disallowed_methods, reason = "a test over files has to read them")]
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// An expression by what it says.
fn said<D: Dialect>(piece: &Piece<D>, node: &Node, text: &str) -> String {
    let parts = piece.tree.parts(node);
    let slice = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap();
    if let (Some((operator, sign)), [_, _]) = (node.infix(), parts) {
        use crate::Infix::{Add, And, Mul, Or};
        let mut operands: Vec<String> = match operator {
            And | Or | Add | Mul => {
                piece.tree.operands_of(node, operator).iter().map(|n| said(piece, n, text)).collect()
            }
            _ => parts.iter().map(|n| said(piece, n, text)).collect(),
        };
        if matches!(operator, And | Or | Add | Mul) {
            operands.sort();
        }
        let sign = piece.dialect.plain(slice(sign.start, sign.end));
        return format!("[{sign} {}]", operands.join(" "));
    }
    let (mut whole, mut at) = (String::new(), node.inner.start);
    for part in parts {
        whole += &piece.dialect.plain(slice(at, part.outer.start));
        whole += &said(piece, part, text);
        at = part.outer.end;
    }
    whole += &piece.dialect.plain(slice(at, node.inner.end));
    whole.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text by what it says, with a mark for each expression, and the expressions.
fn normal<D: Dialect>(inventory: &Inventory<'_, D>) -> (String, Vec<String>) {
    let text = inventory.finder.text;
    let mut pieces: Vec<&Piece<D>> = inventory.pieces.iter().filter(|p| p.tree.root().is_some()).collect();
    pieces.sort_by_key(|p| p.tree.root().unwrap().outer.start);
    let (mut whole, mut at, mut all) = (String::new(), 0, Vec::new());
    for piece in pieces {
        let root = piece.tree.root().unwrap();
        if (root.outer.start as usize) < at {
            continue;
        }
        whole += text.get(at..root.outer.start as usize).unwrap();
        whole += &format!("@{}@", all.len());
        all.push(said(piece, root, text));
        at = root.outer.end as usize;
    }
    whole += text.get(at..).unwrap();
    (whole, all)
}

/// An element by what it says, whatever the order in it.
fn xml(node: roxmltree::Node, all: &[String]) -> String {
    let filled = |text: &str| {
        let mut text = text.to_owned();
        while let Some(from) = text.find('@') {
            let end = from + 1 + text[from + 1..].find('@').unwrap();
            let number: usize = text[from + 1..end].parse().unwrap();
            text = format!("{}{}{}", &text[..from], all[number].replace('@', "_"), &text[end + 1..]);
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    if node.is_text() {
        return filled(node.text().unwrap());
    }
    // What only names a transition says included.
    let attributes = node.attributes().filter(|a| a.name() != "name" || node.tag_name().name() != "transition");
    let mut inside: Vec<String> = attributes.map(|a| format!("{}={}", a.name(), filled(a.value()))).collect();
    inside.extend(node.children().filter(|n| !n.is_comment()).map(|n| xml(n, all)).filter(|t| !t.is_empty()));
    inside.sort();
    format!("<{} {}>", node.tag_name().name(), inside.join(" "))
}

struct Model {
    name: String,
    language: Language,
    text: String,
}

impl Model {
    fn normal(&self, text: &str) -> Option<String> {
        let flat = |(whole, all): (String, Vec<String>)| {
            format!("{}{}", whole, all.join("\n")).split_whitespace().collect::<String>()
        };
        Some(match self.language {
            Language::Smv => flat(normal(&smv::inventory(FileId(0), text, Reach::Mistakes))),
            Language::Lustre => flat(normal(&lustre::inventory("m", text, &mut included, Reach::Mistakes))),
            Language::Oss => flat(normal(&oss::inventory("m", text, &mut included, Reach::Mistakes))),
            _ => {
                let (whole, all) = normal(&scxml::inventory(FileId(0), text, Reach::Mistakes, &|_| true)?);
                xml(roxmltree::Document::parse(&whole).unwrap().root_element(), &all)
            }
        })
    }

    fn candidates(&self) -> Vec<Mutant> {
        match self.language {
            Language::Smv => smv::candidates(FileId(0), &self.text),
            Language::Lustre => lustre::candidates("m", &self.text, &mut included),
            Language::Oss => oss::candidates("m", &self.text, &mut included),
            _ => scxml::candidates(FileId(0), &self.text),
        }
    }

    fn loads(&self, text: &str) -> bool {
        let sources = wherefore_diag::SourceMap::single("m", text);
        self.language.read(sources, &Choices::default(), &mut included).meaning.is_some()
    }
}

type Histogram = BTreeMap<u8, i32>;

/// How often each character stands there, brackets and blanks left out.
fn histogram(text: &str, by: i32, counts: &mut Histogram) {
    for byte in text.bytes().filter(|b| !b" \t\r\n()".contains(b)) {
        *counts.entry(byte).or_default() += by;
    }
    counts.retain(|_, n| *n != 0);
}

/// Whether an edit of a mutant gives the original; with the number of edits.
fn undone(model: &Model, wanted: &str, mutant: &Mutant) -> (bool, usize) {
    let mutated = mutant.apply(&model.text);
    let mut missing = Histogram::new();
    histogram(&model.text, 1, &mut missing);
    histogram(&mutated, -1, &mut missing);
    let near = |start: u32, end: u32| {
        let at = mutant.span.start.min(mutant.edits[0].span.start);
        start <= at.max(mutant.span.end) + 200 && at <= end + 200
    };
    let is_moved = mutant.operator == Operator::Cs;
    let found = edits(model.language, ("m", &mutated), &Choices::default(), &mut included, &|e| {
        is_moved || near(e.span.start, e.span.end)
    });
    let is_undone = found.iter().any(|edit| {
        let mut counts = missing.clone();
        for e in &edit.edits {
            histogram(&e.text, -1, &mut counts);
            histogram(&mutated[e.span.start as usize..e.span.end as usize], 1, &mut counts);
        }
        let is_name = model.language == Language::Scxml && edit.operator == Operator::At;
        (counts.is_empty() || is_name) && model.normal(&edit.apply(&mutated)).as_deref() == Some(wanted)
    });
    (is_undone, found.len())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

const MODELS: &[&str] = &[
    "ac.smv",
    "ac2_a.smv",
    "account.smv",
    "counter.smv",
    "cruise_assist.smv",
    "door.smv",
    "mutex.smv",
    "two_spines.smv",
    "ac.scxml",
    "heating.scxml",
    "audio_player.scxml",
    "equivalence/alarm.scxml",
    "equivalence/turn_indicator.scxml",
    "flasher.lus",
    "muv.lus",
    "blocks.lus",
    "equivalence/switch.lus",
    "airbag.oss",
    "masking.oss",
    "redundant_sensors.oss",
];

/// How many mutants of each operator of a model are tried by default.
const SHARE: usize = 1;

#[test]
fn mistakes_are_undone_by_edits() {
    let mut counts: BTreeMap<(&str, Operator), (usize, usize)> = BTreeMap::new();
    for name in MODELS {
        let text = read(&folder().join(name));
        let language = Language::of_name(Path::new(name)).unwrap();
        let model = Model { name: (*name).to_owned(), language, text };
        let wanted = model.normal(&model.text).unwrap();
        let mut chosen = model.candidates();
        chosen.sort_by_key(|m| (m.operator, m.span.start));
        let mut rows: BTreeMap<Operator, Vec<Mutant>> = BTreeMap::new();
        chosen.into_iter().for_each(|m| rows.entry(m.operator).or_default().push(m));
        let every = |row: Vec<Mutant>| {
            let step = if is_full() { 1 } else { row.len().div_ceil(SHARE).max(1) };
            row.into_iter().step_by(step)
        };
        let chosen = rows.into_values().flat_map(every).collect();
        let found = finish(&model.text, chosen, &Options::default(), |text| model.loads(text));
        let mut most = 0;
        for mutant in &found.mutants {
            let (is_undone, tried) = undone(&model, &wanted, mutant);
            most = most.max(tried);
            let row = counts.entry((language.word(), mutant.operator)).or_default();
            row.0 += usize::from(is_undone);
            row.1 += 1;
            if !is_undone {
                say(&format!("not undone: {} {} {}", model.name, mutant.operator.word(), mutant.what));
            }
        }
        let all = elements(language, ("m", &model.text), &mut included).len();
        let edits = edits(language, ("m", &model.text), &Choices::default(), &mut included, &|_| true).len();
        say(&format!(
            "{name}: {} mutants, {all} elements, {edits} edits, at most {most} near one",
            found.mutants.len()
        ));
    }
    let (mut good, mut total) = (0, 0);
    for ((language, operator), (undone, of)) in &counts {
        say(&format!("{language} {}: {undone} of {of}", operator.word()));
        (good, total) = (good + undone, total + of);
    }
    say(&format!("all: {good} of {total}"));
    assert!(good * 100 >= total * 88, "{good} of {total}");
    // What is gone cannot always be guessed; everything else is undone.
    let kept: Vec<_> =
        counts.iter().filter(|((_, operator), _)| !operator.is_omission()).map(|(_, count)| count).collect();
    let (good, total) = kept.iter().fold((0, 0), |(good, total), (undone, of)| (good + undone, total + of));
    say(&format!("all that are no omissions: {good} of {total}"));
    assert!(good * 100 >= total * 95, "{good} of {total} that are no omissions");
}
