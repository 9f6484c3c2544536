//! Every public Lustre program at hand is read, or refused with a located message; and damaged, deep and huge programs never
//! crash the front end.
//!
//! The programs are not part of this repository. They are looked for beside the workspace; if they are missing the tests say so
//! and use those of the project alone. The seed can be set with `WHEREFORE_SEED`, the number of damaged texts with
//! `WHEREFORE_CASES`.

use std::path::Path;
use wherefore_diag::{Diagnostic, SourceMap, Style, render};
use wherefore_lang::lustre::{self, Loaded, codes};
use wherefore_test::damage::{damaged, pieces, words};
use wherefore_test::{corpus, say};
use wherefore_test::{files, read};

/// Files that the corpus includes and does not have.
const ABSENT: &[&str] = &["inc.lus"];

/// Loads a program with the files beside it.
fn load(path: &Path, name: &str) -> Loaded {
    let mut include = |other: &str| {
        let beside = path.parent().map(|folder| folder.join(other)).filter(|p| p.is_file());
        beside
            .map(|p| read(&p))
            .or_else(|| ABSENT.contains(&other).then(String::new))
            .ok_or(lustre::NotIncluded::Missing)
    };
    lustre::load(SourceMap::single(name, read(path)), &mut include)
}

/// Whether a message says that the text itself could not be read.
fn is_about_text(diagnostic: &Diagnostic) -> bool {
    let codes = [
        codes::BAD_TOKEN,
        codes::SYNTAX,
        codes::UNCLOSED,
        codes::TOO_DEEP,
        codes::TOO_LARGE,
        codes::MISSING_FILE,
        codes::INCLUDE_CYCLE,
    ];
    codes.contains(&diagnostic.code)
}

#[test]
fn the_corpus_is_read() {
    let Some(root) = corpus("lustre") else { return };
    let files = files(&root, &["lus"]);
    let mut refused = Vec::new();
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let loaded = load(path, &name);
        let text = loaded.diagnostics.iter().find(|d| is_about_text(d));
        if let Some(first) = text {
            assert!(first.span().is_some(), "{name}: a message without a place: {}", first.headline);
            refused.push(render(first, &loaded.sources, Style::Plain));
        }
    }
    let share = 100.0 * (files.len() - refused.len()) as f64 / files.len().max(1) as f64;
    say(&refused.join("\n"));
    say(&format!("{} programs, {} are read ({share:.1} %)", files.len(), files.len() - refused.len()));
    assert!(files.len() >= 591, "only {} programs", files.len());
    assert!(share > 97.0, "only {share:.1} % are read");
}

/// The table of what is refused: how often each message occurs, and where first.
fn refusals(refused: &std::collections::BTreeMap<String, Vec<String>>) -> String {
    let mut rows: Vec<(&String, &Vec<String>)> = refused.iter().collect();
    rows.sort_by_key(|(reason, names)| (std::cmp::Reverse(names.len()), (*reason).clone()));
    let line =
        |(reason, names): (&String, &Vec<String>)| format!("{:4}  {reason}  ({})", names.len(), names.join(", "));
    rows.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// How many blocks a system has; every memory delays what its block reads.
fn sound_blocks(system: &wherefore_ir::System, name: &str) -> usize {
    let Some(network) = &system.annexes.network else { panic!("{name}: no network") };
    for block in &network.blocks {
        if let wherefore_ir::network::Gate::Pre(var) = block.gate {
            let input = block.inputs.first().unwrap_or_else(|| panic!("{name}: a memory of nothing"));
            assert_eq!(system.next[&var].term, network.block(*input).value, "{name}");
        }
    }
    network.blocks.len()
}

#[test]
fn the_corpus_is_lowered() {
    let Some(root) = corpus("lustre") else { return };
    let files = files(&root, &["lus"]);
    let (mut refused, mut loaded_count, mut blocks) = (std::collections::BTreeMap::new(), 0, 0);
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let loaded = load(path, &name);
        match &loaded.system {
            Some(system) => {
                let problems = wherefore_ir::validate(system);
                assert!(problems.is_empty(), "{name}: {problems:?}");
                loaded_count += 1;
                blocks += sound_blocks(system, &name);
            }
            None => {
                let error = loaded.diagnostics.iter().find(|d| d.is_error());
                let reason = error.map_or("nothing was said".to_owned(), |d| format!("{}: {}", d.code.id, d.headline));
                assert!(error.is_some_and(|d| d.span().is_some()), "{name}: {reason}");
                refused.entry(reason).or_insert_with(Vec::new).push(name);
            }
        }
    }
    let share = 100.0 * f64::from(loaded_count) / files.len().max(1) as f64;
    say(&refusals(&refused));
    say(&format!("{} programs, {loaded_count} are lowered ({share:.1} %), {blocks} blocks", files.len()));
    assert!(share > 90.0, "only {share:.1} % are lowered");
}

/// Words of the language that change the meaning of whatever they land in.
const WORDS: &[&str] = &[
    "-",
    "0x1p9",
    "99999999999999999999",
    ">",
    "=>",
    "|",
    "^",
    "@<",
    "'(",
    "#(",
    "::",
    "*)",
    "(*",
    "/*",
    "\"",
    "(*@contract ",
    "\n--%PROPERTY ",
    "\n--%MAIN\n",
    "\n--%IVC ",
    "include \"f\" ",
    "pre ",
    "not ",
    "if ",
    " then ",
    " else ",
    " fi ",
    " end ",
    "when ",
    "cond | ",
    "frame (",
    "let ",
    " tel ",
    "var ",
    "const ",
    "node ",
    "function ",
    "type ",
    "datatype ",
    "contract ",
    "returns ",
    "forall (i: int) ",
    "any { x: int | ",
    "match x with | ",
    "merge ",
    "condact(",
    "(activate ",
    "(restart ",
    "every ",
    "map[",
    "uint8 ",
    "int ",
    "subrange [",
    "struct {",
    "enum {",
    "subtype {",
    "con ",
    "noc ",
    "mode m (",
    "check ",
    "assert ",
    "fby ",
    "current ",
    "last ",
    "é",
    "\u{feff}",
    "\\",
];

/// Asserts that a text is read without a crash: into a valid system, or with messages that can be drawn.
fn survives(text: &str) {
    let mut include = |name: &str| (name != "missing").then(|| text.to_owned()).ok_or(lustre::NotIncluded::Missing);
    let loaded = lustre::load(SourceMap::single("damaged.lus", text), &mut include);
    for diagnostic in loaded.diagnostics.iter() {
        render(diagnostic, &loaded.sources, Style::Plain);
    }
    match &loaded.system {
        Some(system) => {
            assert!(!loaded.diagnostics.has_errors(), "{text}");
            assert_eq!(wherefore_ir::validate(system), Vec::<String>::new(), "{text}");
        }
        None => assert!(loaded.diagnostics.has_errors(), "refused without a reason:\n{text}"),
    }
}

#[test]
fn damaged_programs_never_crash() {
    let mut texts: Vec<String> = vec![SAMPLE.to_owned()];
    if let Some(root) = corpus("lustre") {
        texts.extend(files(&root, &["lus"]).iter().map(|p| read(p)).filter(|t| t.len() < 10_000));
    }
    let mut random = wherefore_test::seed(7);
    for case in 0..wherefore_test::cases(600) {
        let text = &texts[case as usize % texts.len()];
        survives(&damaged(&pieces(text, "_~"), &words(WORDS), &mut random));
    }
}

/// A program with something of everything.
const SAMPLE: &str = r#"
type Level = subrange [0, 9] of int; type P = struct { x: int; y: bool^2 };
datatype D = A | B (v: int);
const Max: int = 9;
contract C(a: int) returns (b: int); let
  var g: int = 0 -> pre a; assume a >= 0; mode low (require a < 5; ensure b < 5;);
tel
function imported F(x: int) returns (y: int);
node Count<T>(r: bool; const k: int) returns (n: int);
(*@contract guarantee "up" n >= 0; import C(k) returns (n); *)
let n = if r then 0 else (0 -> pre n + k); tel
node Main(a, b: bool; i: Level) returns (ok: bool; p: P);
var c, d, e: int; m: int^3;
let
  c = condact(a, Count(b, 1), 0); d = (restart Count every b)(a, 2);
  p = P { x = c; y = [a, b] };
  frame (e) e = 0; let if a then e = last e + 1; elsif b then e = d; else e = c; fi tel
  m[j] = if j = 0 then i else m[j - 1] + 1;
  ok = true -> (c <= d + Max => not (a and b xor pre a)) and p.y[1] = b;
  --%PROPERTY "all is well" ok;
  check reachable c > 3 from 2 within 7;
  check m[2] >= m[0] provided forall (q: int) 0 <= q and q < 3 => m[q] >= 0;
  --%MAIN;
tel
"#;
