//! Files of one crate import each other in one direction only.
//!
//! Only paths count that begin at the crate (`use crate::machine::path_class::Key`), in product sources; a module and the parts of
//! its own folder may know each other, which they say with `super` and `self`. A circle that has to be is listed here and
//! in ARCHITECTURE.md with its reason.

use super::sources::sources;
use crate::support::repository;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most circles that may be left, in all crates together.
const MOST: usize = 4;

/// A module of a crate by the segments of its path.
type Module = Vec<String>;

/// The module that a file is.
fn module(source: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(source).unwrap().with_extension("");
    let mut segments: Module = path.iter().map(|s| s.to_string_lossy().into_owned()).collect();
    if segments.last().is_some_and(|s| ["mod", "lib", "main"].contains(&s.as_str())) {
        segments.pop();
    }
    segments
}

/// The text up to its unit tests, without comments.
fn product_text(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

/// The paths that a tree of imports stands for: `a::{b, c::d}` for `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let (mut depth, mut parts, mut paths) = (0, vec![String::new()], Vec::new());
    for sign in rest.chars() {
        match sign {
            '}' if depth == 0 => break,
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(sign),
        }
        depth += i32::from(sign == '{') - i32::from(sign == '}');
    }
    for part in parts.iter().filter(|part| !part.trim().is_empty()) {
        paths.extend(expanded(part).into_iter().map(|path| format!("{}{path}", before.trim())));
    }
    paths
}

/// Names in a text from the root of its crate.
fn named(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (start, _) in text.match_indices("crate::") {
        if text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &text[start + "crate::".len()..];
        let is_import = text[..start].trim_end().ends_with("use");
        let end =
            if is_import { rest.find(';') } else { rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') };
        paths.extend(expanded(&rest[..end.unwrap_or(rest.len())]));
    }
    paths
}

/// The longest beginning of a path that is a module.
fn resolved(path: &str, modules: &BTreeSet<Module>) -> Option<Module> {
    let segments: Module =
        path.split("::").map(|s| s.split_whitespace().next().unwrap_or_default().to_owned()).collect();
    (1..=segments.len()).rev().map(|length| segments[..length].to_vec()).find(|m| modules.contains(m))
}

/// Which modules of a crate import which.
fn imports(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files = Vec::new();
    sources(source, &mut files);
    files.retain(|file| !file.iter().skip(source.iter().count() + 1).any(|part| part == "tests" || part == "tests.rs"));
    let modules: BTreeSet<Module> = files.iter().map(|file| module(source, file)).collect();
    let import = |file: &std::path::PathBuf| {
        let own = module(source, file);
        let text = product_text(&std::fs::read_to_string(file).unwrap());
        let others = named(&text).iter().filter_map(|path| resolved(path, &modules)).filter(|m| *m != own).collect();
        (own, others)
    };
    files.iter().map(import).collect()
}

/// Groups of modules each of which imports, directly or not, every other of its group.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(next) = waiting.pop() {
            let new = imports.get(&next).into_iter().flatten().filter(|m| seen.insert((*m).clone()));
            waiting.extend(new.cloned());
        }
        seen
    };
    let all: BTreeMap<&Module, BTreeSet<Module>> = imports.keys().map(|m| (m, reached(m))).collect();
    let group = |m: &Module| all[m].iter().filter(|o| all.get(o).is_some_and(|r| r.contains(m))).cloned().collect();
    imports.keys().filter(|m| all[m].contains(*m)).map(group).collect()
}

#[test]
fn files_import_each_other_in_one_direction() {
    let (mut found, mut count) = (Vec::new(), 0);
    for member in std::fs::read_dir(repository().join("crates")).unwrap().map(|m| m.unwrap().path()) {
        let imports = imports(&member.join("src"));
        count += imports.values().map(BTreeSet::len).sum::<usize>();
        for circle in circles(&imports) {
            let names: Vec<String> = circle.iter().map(|m| m.join("/")).collect();
            found.push(format!("{}: {}", member.file_name().unwrap().to_string_lossy(), names.join(" ")));
        }
    }
    wherefore_test::say(&format!("{count} imports, {} circles\n{}", found.len(), found.join("\n")));
    assert!(count > 500, "only {count} imports were found");
    assert!(found.len() <= MOST, "{}", found.join("\n"));
}

#[test]
fn a_circle_is_seen() {
    assert_eq!(expanded("a::{b, c::{d, e as f}}"), ["a::b", "a::c::d", "a::c::e as f"]);
    let module = |name: &str| vec![name.to_owned()];
    let import = |from: &str, to: &[&str]| (module(from), to.iter().map(|m| module(m)).collect());
    let chain = BTreeMap::from([import("a", &["b", "c"]), import("b", &["c"]), import("c", &[])]);
    assert!(circles(&chain).is_empty());
    let ring = BTreeMap::from([import("a", &["b"]), import("b", &["c"]), import("c", &["a"]), import("d", &["a"])]);
    assert_eq!(circles(&ring), BTreeSet::from([["a", "b", "c"].map(module).into()]));
}
