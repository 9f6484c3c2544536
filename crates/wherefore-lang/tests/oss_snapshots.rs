//! Snapshots of OSS specifications: each file in `oss_errors` and `oss_lowered` has a `.txt` beside it.
//!
//! `oss_errors` holds specifications about which something is to be said, with the rendered diagnostics; `oss_lowered` holds
//! right ones and the systems they mean, in the text form of `wherefore-ir`. A new case is a new file. A missing expectation
//! fails; setting `WHEREFORE_BLESS=1` writes what came out, to be read before it is committed.

use std::collections::BTreeSet;
use std::path::Path;
use wherefore_diag::{SourceMap, Style, render};
use wherefore_lang::oss::{self, Loaded, NotIncluded};
use wherefore_test::read;
use wherefore_test::snapshot::{cases, run};

/// Inputs that are too large or too odd to keep as files are made from a line `--! name count`.
fn source(text: &str) -> String {
    let made = |name: &str| text.strip_prefix(&format!("--! {name} ")).and_then(|n| n.trim().parse::<usize>().ok());
    let component = |formula: &str| format!("COMPONENT c INTERFACE\nCONTRACT k assume: true; guarantee:\n{formula};\n");
    if let Some(depth) = made("nest") {
        return component(&format!("{}TRUE{}", "(".repeat(depth), ")".repeat(depth)));
    }
    if let Some(count) = made("bomb") {
        let lines: String = (0..count).map(|i| format!("#define m{} m{i} & m{i}\n", i + 1)).collect();
        return format!("#define m0 TRUE\n{lines}{}", component(&format!("m{count}")));
    }
    if let Some(count) = made("macros") {
        let lines: String = (0..count).map(|i| format!("#define m{} m{i}\n", i + 1)).collect();
        return format!("#define m0 TRUE\n{lines}{}", component(&format!("m{count}")));
    }
    text.to_owned()
}

/// The files that specifications in the tests include.
fn included(name: &str) -> Result<String, NotIncluded> {
    match name {
        "cycle.h" => Ok("#include \"cycle.h\"\n".to_owned()),
        "wrong.h" => Ok("#define limit (3 +\n".to_owned()),
        "/etc/parts.h" => Err(NotIncluded::Outside),
        _ => Err(NotIncluded::Missing),
    }
}

fn load(name: &str, text: &str) -> Loaded {
    oss::load(SourceMap::single(name, source(text)), &mut included)
}

fn said(loaded: &Loaded) -> String {
    loaded.diagnostics.iter().map(|d| render(d, &loaded.sources, Style::Plain) + "\n\n").collect()
}

#[test]
fn what_is_wrong_is_explained() {
    run("oss_errors", &["oss"], |name, text| {
        let loaded = load(name, text);
        assert!(!loaded.diagnostics.is_empty(), "{name} is in `oss_errors` but nothing is said");
        let located = loaded.diagnostics.iter().all(|d| d.span().is_some());
        assert!(located, "{name}: a diagnostic without a place");
        said(&loaded)
    });
}

#[test]
fn every_code_has_a_case() {
    let mut shown = BTreeSet::new();
    for path in cases("oss_errors", &["oss"]) {
        let loaded = load("case.oss", &read(&path));
        shown.extend(loaded.diagnostics.iter().map(|d| d.code.id));
    }
    let missing: Vec<&str> = oss::codes::ALL.iter().map(|c| c.id).filter(|id| !shown.contains(id)).collect();
    assert!(missing.is_empty(), "no case in `oss_errors` shows {missing:?}");
}

fn systems(loaded: &Loaded) -> String {
    let mut shown = said(loaded);
    for refinement in &loaded.refinements {
        assert_eq!(wherefore_ir::validate(&refinement.system), Vec::<String>::new());
        shown += &without_provenance(&wherefore_ir::text::print(&refinement.system));
        shown += "\n";
    }
    shown
}

#[test]
fn right_specifications_mean_what_they_say() {
    run("oss_lowered", &["oss"], |name, text| systems(&load(name, text)));
}

/// The example keeps its expectation here, with everything in it: elements, origins, checks.
#[test]
fn the_airbag_means_what_it_says() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/airbag.oss");
    let loaded = oss::load(SourceMap::single("airbag.oss", read(&example)), &mut included);
    assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
    run("oss_airbag", &["oss"], |_, _| {
        let shown = loaded.refinements.iter().map(|r| {
            let checks = r.checks.iter().map(|c| {
                let premises: Vec<&str> = c.premises.iter().map(|p| r.contract(*p).name.as_str()).collect();
                format!("check {}: {} refined by {}\n", c.property, r.contract(c.whole).name, premises.join(", "))
            });
            wherefore_ir::text::print(&r.system) + &checks.collect::<String>()
        });
        shown.collect()
    });
}

#[test]
fn the_examples_load_without_remarks() {
    for (name, checks) in [("airbag", 3), ("masking", 2), ("redundant_sensors", 1)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.oss"));
        let loaded = oss::load(SourceMap::single(name, read(&path)), &mut included);
        assert!(loaded.diagnostics.is_empty(), "{}", said(&loaded));
        let found: usize = loaded.refinements.iter().map(|r| r.checks.len()).sum();
        assert_eq!(found, checks, "{name}");
        loaded.refinements.iter().for_each(|r| assert_eq!(wherefore_ir::validate(&r.system), Vec::<String>::new()));
    }
}

/// The text form without elements, which would bury the rest.
fn without_provenance(text: &str) -> String {
    let kept = text.lines().filter(|l| !l.starts_with("element ") && !l.starts_with("origin "));
    kept.map(|l| l.rsplit_once(" element ").map_or(l, |(head, _)| head).to_owned() + "\n").collect()
}
