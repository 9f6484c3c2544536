//! Public diagrams: the expressions in their parameters, and the variables of their workspaces.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::path::Path;
use wherefore_simulink::matlab::{evaluate, mat_variables, parse, parse_list};
use wherefore_test::{corpus, counted, files, say};

/// Parameters of blocks that are expressions.
const EXPRESSIONS: [&str; 10] = [
    "Gain",
    "Value",
    "InitialCondition",
    "UpperLimit",
    "LowerLimit",
    "Table",
    "BreakpointsForDimension1",
    "Expr",
    "IfExpression",
    "ElseIfExpressions",
];

/// The parts of an archive whose names have an ending.
#[expect(clippy::disallowed_methods, reason = "tests read their corpora")]
fn parts(path: &Path, ending: &str) -> Vec<(String, Vec<u8>)> {
    let bytes = std::fs::read(path).unwrap();
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else { return Vec::new() };
    let names = archive.file_names().filter_map(Result::ok).map(|name| name.into_owned());
    let names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    let mut found = Vec::new();
    for name in names {
        let mut data = Vec::new();
        archive.by_name(&name).unwrap().take(64 << 20).read_to_end(&mut data).unwrap();
        found.push((name, data));
    }
    found
}

/// The texts of the parameters, by parameter, each once.
fn texts(path: &Path, found: &mut BTreeMap<(String, String), String>) {
    for (part, data) in parts(path, ".xml") {
        let text = String::from_utf8_lossy(&data).into_owned();
        let Ok(document) = roxmltree::Document::parse(&text) else { continue };
        for node in document.descendants().filter(|node| node.has_tag_name("P")) {
            let name = node.attribute("Name").unwrap_or_default();
            if EXPRESSIONS.contains(&name) {
                let key = (name.to_string(), node.text().unwrap_or_default().to_string());
                found.entry(key).or_insert_with(|| format!("{}: {part}", path.display()));
            }
        }
    }
}

#[test]
fn every_expression_of_the_public_diagrams_is_parsed() {
    let Some(folder) = corpus("simulink") else { return };
    let mut found = BTreeMap::new();
    for path in files(&folder, &["slx"]) {
        texts(&path, &mut found);
    }
    let (mut parsed, mut valued) = (0u64, 0u64);
    let mut wrong = Vec::new();
    for ((name, text), place) in &found {
        // A block without a condition or a value has a blank text.
        if text.trim().is_empty() {
            continue;
        }
        let result = match name.as_str() {
            "ElseIfExpressions" => parse_list(text),
            _ => parse(text).map(|expr| vec![expr]),
        };
        match result {
            Ok(exprs) => {
                parsed += 1;
                valued += u64::from(exprs.iter().all(|expr| evaluate(expr, &|_| None).is_ok()));
            }
            Err(mistake) => wrong.push(format!("{place}: {name} `{text}`: {mistake}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    counted(parsed, "different expressions parsed");
    counted(valued, "of them have a value without variables");
}

#[test]
fn every_workspace_of_the_public_diagrams_is_read() {
    let Some(folder) = corpus("simulink") else { return };
    let (mut read, mut variables, mut skipped) = (0u64, 0usize, 0usize);
    for path in files(&folder, &["slx"]) {
        for (_, data) in parts(&path, ".mat") {
            match mat_variables(&data) {
                Ok(file) => {
                    read += 1;
                    variables += file.variables.len();
                    skipped += file.skipped.len();
                }
                Err(message) => say(&format!("{}: {message}", path.display())),
            }
        }
    }
    counted(read, "workspaces read");
    counted(variables, "variables in them");
    say(&format!("{skipped} variables are no plain arrays"));
}
