//! The generated parts of the book in `docs/`: what the program declares about itself, as Markdown.
//!
//! A page may have regions, from a line `<!-- generated: NAME -->` to a line `<!-- end of NAME -->`. What stands between them is
//! made here, from the definitions of the arguments, the topics of `wherefore explain`, the schema of the JSON report and the
//! keys of the page for browsers; the rest of a page is written by hand. A region that differs from what would be made is a
//! failure; `WHEREFORE_BLESS=1 cargo test -p wherefore` writes all of them anew.

mod commands;
mod guide;
mod keys;
mod schema;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The text of a region, or `None` if there is no region of this name.
fn generated(name: &str) -> Option<String> {
    match name.split_once(' ') {
        Some(("explain", id)) => guide::topic(id),
        Some(("topics", heading)) => guide::group(heading),
        None if name == "commands" => Some(commands::help()),
        None if name == "schema" => Some(schema::tables()),
        None if name == "keys" => Some(keys::table()),
        _ => None,
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

/// Every page, in order of their paths.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|e| e == "md") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn name_of<'a>(line: &'a str, opening: &str) -> Option<&'a str> {
    line.strip_prefix(opening)?.strip_suffix(" -->")
}

/// A page with its regions made anew, and their names.
fn renewed(page: &str) -> Result<(String, Vec<&str>), String> {
    let (mut out, mut names, mut lines) = (String::new(), Vec::new(), page.lines());
    while let Some(line) = lines.next() {
        out.push_str(&format!("{line}\n"));
        let Some(name) = name_of(line, "<!-- generated: ") else { continue };
        let text = generated(name).ok_or_else(|| format!("nothing is generated under the name `{name}`"))?;
        let end = lines.find(|l| name_of(l, "<!-- end of ") == Some(name));
        let end = end.ok_or_else(|| format!("the region `{name}` has no end"))?;
        out.push_str(&format!("\n{}\n\n{end}\n", text.trim()));
        names.push(name);
    }
    Ok((out, names))
}

#[test]
fn the_generated_parts_of_the_book_are_what_the_program_declares() {
    let bless = std::env::var_os("WHEREFORE_BLESS").is_some();
    let (mut names, mut stale) = (BTreeSet::new(), Vec::new());
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let (text, found) = renewed(&page).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found.iter().for_each(|name| assert!(names.insert((*name).to_owned()), "`{name}` is there twice"));
        if bless && text != page {
            std::fs::write(&path, &text).unwrap();
        } else if text != page {
            let differs = text.lines().zip(page.lines()).find(|(new, old)| new != old);
            stale.push(format!("{}: {differs:?}", path.display()));
        }
    }
    assert!(stale.is_empty(), "{}\nWHEREFORE_BLESS=1 writes the generated parts anew", stale.join("\n"));
    for name in ["commands", "schema", "keys"] {
        assert!(names.contains(name), "`{name}` is in no page");
    }
}

/// Whatever a report can say, the book has an entry for it: a heading with exactly that word.
#[test]
fn everything_that_can_be_explained_is_in_the_book() {
    let mut headings = BTreeSet::new();
    for path in pages() {
        let (page, _) = renewed(&std::fs::read_to_string(path).unwrap()).unwrap();
        headings.extend(page.lines().filter_map(|l| l.strip_prefix("### ")).map(str::to_owned));
    }
    let missing: Vec<&str> =
        crate::commands::topic::all().iter().map(|t| t.id).filter(|id| !headings.contains(*id)).collect();
    assert!(missing.is_empty(), "no page has a heading for {missing:?}");
}

/// The comparison itself must be able to fail.
#[test]
fn a_stale_region_is_noticed() {
    let page = "before\n<!-- generated: explain holds -->\nold\n<!-- end of explain holds -->\nafter\n";
    let (text, names) = renewed(page).unwrap();
    assert_ne!(text, page);
    assert_eq!(names, ["explain holds"]);
    assert_eq!(renewed(&text).unwrap().0, text, "what was made is left alone");
    assert!(text.starts_with("before\n") && text.ends_with("\nafter\n"));
    assert!(renewed("<!-- generated: explain nothing -->\n<!-- end of explain nothing -->\n").is_err());
    assert!(renewed("<!-- generated: keys -->\n").is_err());
}
