//! Damaged models never crash the front end.
//!
//! Every model at hand is cut into words, and words are dropped, doubled, swapped or replaced by words from elsewhere.
//! Most results are refused, some load; none may panic, and what loads must be a valid system that can be printed. The
//! seed can be set with `WHEREFORE_SEED`.

mod support;

use std::path::Path;
use support::{corpus, models, read};
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::smv;

/// Words that change the meaning of whatever they land in.
const WORDS: &[&str] = &[
    "TRUE",
    "0",
    "7",
    "-1",
    "0ud4_3",
    "0sd4_1",
    "1.5",
    "case",
    "esac",
    "next(",
    "init(",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ":",
    ":=",
    "..",
    "union",
    "in",
    "mod",
    "/",
    "<<",
    "::",
    "?",
    "self",
    "G",
    "U",
    "AG",
    "E [",
    "count(",
    "toint(",
    "bool(",
    "word1(",
    "extend(",
    "resize(",
    "signed(",
    "max(",
    "abs(",
    "floor(",
    "array 0..2 of",
    "word[3]",
    "integer",
    "real",
    "VAR",
    "IVAR",
    "FROZENVAR",
    "DEFINE",
    "ASSIGN",
    "TRANS",
    "INVARSPEC",
    "ISA",
    "MODULE main",
    ".",
    ",",
    "=",
    "!=",
    "<",
    "&",
    "->",
    "!",
    "+",
    "*",
    "9223372036854775807",
    "x",
    "boolean",
    "0..1",
    "{a, 1}",
];

/// A linear congruential generator: the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// The text as words and single signs, so that a change hits one of them.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        if at > 0 && !(is_word(c) && is_word(last)) {
            found.push(&text[start..at]);
            start = at;
        }
        last = c;
    }
    found.push(&text[start..]);
    found
}

fn damaged(pieces: &[&str], random: &mut Random) -> String {
    let mut list: Vec<&str> = pieces.to_vec();
    for _ in 0..=random.below(3) {
        let (at, other) = (random.below(list.len()), random.below(list.len()));
        match random.below(5) {
            0 => drop(list.remove(at)),
            1 => list.insert(at, list[other]),
            2 => list.swap(at, other),
            3 => list[at] = list[other],
            _ => list[at] = WORDS[random.below(WORDS.len())],
        }
        if list.is_empty() {
            break;
        }
    }
    list.join("")
}

fn seed() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the seed of a random test can be set from outside")]
    std::env::var("WHEREFORE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(11)
}

#[test]
fn damaged_models_are_refused_or_valid() {
    let own = models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowered"));
    let public = corpus("smv").map(|root| models(&root)).unwrap_or_default();
    assert!(!own.is_empty());
    let jobs = own.iter().map(|p| (p, 400)).chain(public.iter().map(|p| (p, 8)));
    let mut random = Random(seed());
    for (path, rounds) in jobs {
        let text = read(path);
        let pieces = pieces(&text);
        for _ in 0..rounds {
            let text = damaged(&pieces, &mut random);
            let loaded = smv::load(FileId(0), &text);
            let sources = SourceMap::single("damaged.smv", text.as_str());
            loaded.diagnostics.iter().for_each(|d| drop(render(d, &sources, Style::Plain)));
            if let Some(system) = loaded.system {
                assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new(), "{text}");
                let _printable = smv::print(&system);
            } else {
                assert!(loaded.diagnostics.has_errors(), "refused without a reason:\n{text}");
            }
        }
    }
}
