//! Damaged models never crash the front end.
//!
//! Every model at hand is cut into words, and words are dropped, doubled, swapped or replaced by words from elsewhere.
//! Most results are refused, some load; none may panic, and what loads must be a valid system that can be printed. The
//! seed can be set with `WHEREFORE_SEED`.

use std::path::Path;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_lang::smv;
use wherefore_test::corpus;
use wherefore_test::damage::{damaged, pieces, words};
use wherefore_test::{models, read};

/// Words of the language that change the meaning of whatever they land in.
const WORDS: &[&str] = &[
    "TRUE",
    "7",
    "-1",
    "0ud4_3",
    "0sd4_1",
    "case",
    "esac",
    "next(",
    "init(",
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
    "!=",
    "&",
    "!",
    "+",
    "*",
    "9223372036854775807",
    "x",
    "boolean",
    "0..1",
    "{a, 1}",
];

#[test]
fn damaged_models_are_refused_or_valid() {
    let own = models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowered"));
    let public = corpus("smv").map(|root| models(&root)).unwrap_or_default();
    assert!(!own.is_empty());
    let jobs = own.iter().map(|p| (p, 400)).chain(public.iter().map(|p| (p, 8)));
    let mut random = wherefore_test::seed(11);
    for (path, rounds) in jobs {
        let text = read(path);
        let pieces = pieces(&text, "_-");
        for _ in 0..rounds {
            let text = damaged(&pieces, &words(WORDS), &mut random);
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
