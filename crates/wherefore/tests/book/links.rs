//! Links between pages, to headings in them, and to files.

use crate::support::repository;
use crate::text_of;
use std::path::{Component, Path, PathBuf};

/// The lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Targets of the links and pictures of a page.
pub fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (at, sign) in line.match_indices("](") {
            let rest = &line[at + sign.len()..];
            // Text between backquotes is code; links do not reach into it.
            let is_code = line[..at].matches('`').count() % 2 == 1;
            found.extend(rest.split_once(')').filter(|_| !is_code).map(|(target, _)| target.to_owned()));
        }
    }
    found
}

/// The links of a page that lead nowhere, and the files it includes that are not there.
pub fn broken(page: &str, text: &str) -> Vec<String> {
    let links = targets(text).into_iter().filter(|t| !t.contains("://") && !resolves(page, t));
    let includes = included(text).into_iter().filter(|(path, anchor)| !includes(page, path, anchor));
    links
        .map(|target| format!("{page}: the link to {target} leads nowhere"))
        .chain(includes.map(|(path, anchor)| format!("{page}: there is no {path} with the anchor {anchor}")))
        .collect()
}

fn resolves(page: &str, target: &str) -> bool {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() { page.to_owned() } else { joined(page, path) };
    // A book has only what lies in its folder.
    let is_outside = page.starts_with("docs/src/") && !file.starts_with("docs/src/");
    if is_outside || !repository().join(&file).exists() {
        return false;
    }
    anchor.is_empty() || anchors(&text_of(&file)).iter().any(|known| known == anchor)
}

/// A path as seen from a page, by its place in the repository.
fn joined(page: &str, path: &str) -> String {
    let mut whole = PathBuf::new();
    for part in Path::new(page).parent().unwrap().join(path).components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            part => whole.push(part),
        }
    }
    whole.to_string_lossy().into_owned()
}

/// The anchors of the headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|l| l.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(slug).collect()
}

/// Files and anchors of `{{#include path:anchor}}`.
fn included(text: &str) -> Vec<(String, String)> {
    let inner = text.lines().filter_map(|l| l.strip_prefix("{{#include ")?.strip_suffix("}}"));
    inner.map(|i| i.split_once(':').unwrap_or((i, ""))).map(|(p, a)| (p.to_owned(), a.to_owned())).collect()
}

fn includes(page: &str, path: &str, anchor: &str) -> bool {
    let file = repository().join(joined(page, path));
    std::fs::read_to_string(file).is_ok_and(|text| anchor.is_empty() || text.contains(&format!("ANCHOR: {anchor} ")))
}

/// The check itself must be able to fail.
#[test]
fn broken_links_are_noticed() {
    let of = |text: &str| broken("docs/src/SUMMARY.md", text).len();
    assert_eq!(of("[here](introduction.md), [there](https://example.org), `[no](link.md)`"), 0);
    assert_eq!(of("[nowhere](nothing.md) and [outside](../../README.md)"), 2);
    assert_eq!(of("[no heading](introduction.md#not-there)"), 1);
    assert_eq!(of("{{#include ../../README.md:not_there}}"), 1);
    assert_eq!(anchors("## What `x` is, and why\n```sh\n# no heading\n```\n"), ["what-x-is-and-why"]);
}

/// A list of commands that are not run every day goes stale unnoticed: the tests that it names must be there.
#[test]
fn the_sweeps_of_a_release_exist() {
    let list = std::fs::read_to_string(repository().join("RELEASING.md")).unwrap();
    let after = |line: &str, word: &str| line.split_once(word)?.1.split_whitespace().next().map(str::to_owned);
    let sweeps: Vec<_> = list.lines().filter(|line| line.contains("cargo test --release")).collect();
    assert!(sweeps.len() >= 10, "the sweeps are gone");
    for line in sweeps {
        let folder = repository().join("crates").join(after(line, " -p ").unwrap());
        let found = match after(line, " --test ") {
            Some(name) => {
                folder.join(format!("tests/{name}.rs")).is_file()
                    || folder.join("tests").join(name).join("main.rs").is_file()
            }
            None => folder.join("src/lib.rs").is_file(),
        };
        assert!(found, "{line}");
    }
}
