//! Damaged, deep and huge specifications never crash the front end, and take bounded time.
//!
//! Every specification at hand is cut into words, and words are dropped, doubled, swapped or replaced by words from
//! elsewhere. Most results are refused, some load; none may panic, and what loads must be valid. The seed can be set with
//! `WHEREFORE_SEED`.

use std::path::Path;
use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::oss::{self, Loaded};
use wherefore_test::damage::{damaged, pieces, words};
use wherefore_test::{corpus, counted};
use wherefore_test::{files, read};

/// Words of the language that change the meaning of whatever they land in.
const WORDS: &[&str] = &[
    "TRUE",
    "-1",
    "0ud4_3",
    "0sd4_9",
    "f'1/0",
    "99999999999999999999",
    "case",
    "esac",
    "next(",
    "change(",
    "in",
    "in the future",
    "until",
    "then",
    "always",
    "G",
    "U",
    "S",
    "mod",
    "/",
    "?",
    "!=",
    "and",
    "iff",
    "!",
    "-",
    "+",
    "@",
    "#define x (x",
    "#define f(a) a",
    "#include \"f\"",
    "\n#",
    "COMPONENT",
    "INTERFACE",
    "REFINEMENT",
    "SUB",
    "CONNECTION",
    "CONTRACT",
    "REFINEDBY",
    "DEFINE x :=",
    "PARAMETER",
    "assume:",
    "guarantee:",
    "system",
    "boolean",
    "integer",
    "real",
    "signed word[3]",
    "0..1",
    "{a, b}",
    "{1, 9}",
    "--",
    "/--",
    "\"",
    "x",
    "é",
];

fn load(text: &str) -> Loaded {
    let definitions = "#define value_domain 0..3\n#define abs_diff(a,b) (a-b)\n";
    let mut include = |name: &str| match name {
        "f" => Err(oss::NotIncluded::Missing),
        _ => Ok(definitions.to_owned()),
    };
    oss::load(SourceMap::single("damaged.oss", text), &mut include)
}

/// Draws what is said and validates what came out.
fn survives(text: &str) -> Loaded {
    let loaded = load(text);
    loaded.diagnostics.iter().for_each(|d| drop(render(d, &loaded.sources, Style::Plain)));
    for refinement in &loaded.refinements {
        assert_eq!(wherefore_ir::validate(&refinement.system), Vec::<String>::new(), "{text}");
        for (wire, check) in refinement.wires.iter().zip(&refinement.checks) {
            let (_, _) = (refinement.port(wire.target), refinement.consequent(check));
        }
    }
    assert!(!loaded.refinements.is_empty() || !loaded.diagnostics.is_empty() || !text.contains("REFINEMENT"), "{text}");
    loaded
}

#[test]
fn damaged_specifications_are_refused_or_valid() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let own: Vec<_> = ["oss_lowered", "oss_errors"].iter().flat_map(|f| files(&tests.join(f), &["oss"])).collect();
    let examples = files(&tests.join("../../../examples"), &["oss"]);
    let public = corpus("contracts").map(|root| files(&root, &["oss"])).unwrap_or_default();
    let rounds = wherefore_test::cases(30);
    let jobs = own.iter().chain(&examples).map(|p| (p, rounds)).chain(public.iter().map(|p| (p, rounds / 6)));
    let mut random = wherefore_test::seed(17);
    let (mut count, mut loaded) = (0, 0);
    for (path, rounds) in jobs {
        let text = read(path);
        let pieces = pieces(&text, "_");
        for _ in 0..rounds {
            count += 1;
            loaded += usize::from(!survives(&damaged(&pieces, &words(WORDS), &mut random)).diagnostics.has_errors());
        }
    }
    counted(count, "damaged specifications");
    counted(loaded, "of them still load");
}

/// The formula as the guarantee of a component with a Boolean port `a`.
fn guarantee(formula: &str) -> String {
    format!(
        "COMPONENT c INTERFACE INPUT PORT a: boolean; CONTRACT k assume: true; guarantee: {formula};
         REFINEMENT SUB p: d; CONTRACT k REFINEDBY p.i;
         COMPONENT d INTERFACE CONTRACT i assume: true; guarantee: true;"
    )
}

fn first_error(text: &str) -> String {
    let loaded = survives(text);
    loaded.diagnostics.iter().find(|d| d.is_error()).map(|d| d.headline.clone()).unwrap_or_default()
}

#[test]
fn deep_nesting_is_refused_and_the_limit_is_reached() {
    let nested =
        [("(", ")"), ("not ", ""), ("always ", ""), ("next(", ")"), ("a ? a : ", ""), ("- ", ""), ("a = !", "")];
    for (open, close) in nested {
        let text = |depth: usize| guarantee(&format!("{}a{}", open.repeat(depth), close.repeat(depth)));
        for depth in [600, 100_000] {
            assert_eq!(first_error(&text(depth)), "nested more than 500 levels deep", "{open}");
        }
        let shallow = first_error(&text(240));
        assert!(!shallow.contains("nested"), "{open}: {shallow}");
    }
    first_error(&guarantee(&"(".repeat(100_000)));
    first_error(&guarantee(&"case a : ".repeat(100_000)));
    first_error(&guarantee(&"a in {".repeat(100_000)));
}

#[test]
fn long_chains_are_no_nesting() {
    for operator in ["and", "or", "xor", "iff", "implies", "until", "="] {
        let text = guarantee(&format!("a{}", format!(" {operator} a").repeat(20_000)));
        assert_eq!(first_error(&text), "", "{operator}");
    }
}

#[test]
fn macros_take_bounded_time() {
    let body = |lines: String, used: &str| format!("{lines}{}", guarantee(used));
    let doubled: String = (0..60).map(|i| format!("#define m{} m{i} m{i}\n", i + 1)).collect();
    let limit = "macros and included files give more than 1000000 tokens";
    assert_eq!(first_error(&body(format!("#define m0 a and\n{doubled}"), "m60 a")), limit);
    assert_eq!(first_error(&body(format!("#define m0\n{doubled}"), "m60 a")), limit);
    let nested: String = (0..60).map(|i| format!("#define f{}(x) f{i}(x and x)\n", i + 1)).collect();
    assert_eq!(first_error(&body(format!("#define f0(x) x\n{nested}"), "f60(a)")), limit);
    let inside = format!("{}a{}", "f(".repeat(1_000), ")".repeat(1_000));
    assert_eq!(
        first_error(&body("#define f(x) x\n".to_owned(), &inside)),
        "macros are nested more than 200 levels deep"
    );
    assert_eq!(
        first_error(&body("#define f(x) x\n".to_owned(), &"f(".repeat(20_000))),
        "the macro `f` needs its arguments in parentheses"
    );
}

#[test]
fn huge_specifications_are_read_or_refused() {
    let ports: String = (0..20_000).map(|i| format!("INPUT PORT p{i}: 0..{i};\n")).collect();
    let contracts: String = (0..2_000)
        .map(|i| format!("CONTRACT k{i} assume: p{i} = 1; guarantee: always (p{i} < 3 and p{i} > 0);\n"))
        .collect();
    assert_eq!(first_error(&format!("COMPONENT c INTERFACE {ports}{contracts}")), "");
    let text = " ".repeat(oss::LONGEST_TEXT + 1);
    assert_eq!(first_error(&text), "a specification of more than 16 MiB is not read");
    let parts: String = (0..3_000).map(|i| format!("SUB s{i}: d;\n")).collect();
    let chain = format!("COMPONENT c INTERFACE REFINEMENT {parts} COMPONENT d INTERFACE INPUT PORT a: boolean;");
    assert_eq!(first_error(&chain), "");
}
