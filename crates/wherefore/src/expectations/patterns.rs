//! The models that patterns name: `*` stands for any part of a name, `**` for any folders, also for none.
//!
//! Names that begin with a dot have to be written out. Nothing outside of the folder is named: neither by `..` or an absolute
//! path, nor through a link.

use super::settings::{Problems, Settings};
use crate::codes::{CANNOT_READ, EXPECTATIONS_MODEL, EXPECTATIONS_PATTERN};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use wherefore_diag::Diagnostic;
use wherefore_syntax::nearest;

/// The deepest folder that is looked into.
const DEEPEST: usize = 64;

/// The models that the file names, in order. With `is_updated`, expectations about others are no mistake: they are dropped.
pub fn models(folder: &Path, settings: &Settings, is_updated: bool) -> Result<Vec<String>, Problems> {
    let (mut models, mut problems) = (BTreeSet::new(), Problems::new());
    for (pattern, place) in &settings.models {
        let wrong = |why: String| {
            Diagnostic::at(EXPECTATIONS_PATTERN, *place, format!("no models can be named by `{pattern}`"), why)
        };
        match matches(folder, pattern) {
            Ok(found) if found.is_empty() => problems.push(wrong("no file matches".to_owned())),
            Ok(found) => models.extend(found),
            Err(Trouble::Pattern(why)) => problems.push(wrong(why)),
            Err(Trouble::Unreadable(path, error)) => {
                let headline = format!("cannot read `{}`: {error}", path.display());
                problems.push(Diagnostic::at(CANNOT_READ, *place, headline, "looking for this"));
            }
        }
    }
    let others = settings.expect.iter().filter(|(model, _)| !is_updated && !models.contains(*model));
    for (model, (place, _)) in others {
        let headline = format!("expectations about `{model}`, which no pattern names");
        let unknown = Diagnostic::at(EXPECTATIONS_MODEL, *place, headline, "not a model of this folder");
        problems.push(match nearest(model, models.iter().map(String::as_str)) {
            Some(name) => unknown.help(format!("did you mean `{name}`?")),
            None => unknown.help("`--update` drops them"),
        });
    }
    if problems.is_empty() { Ok(models.into_iter().collect()) } else { Err(problems) }
}

/// Why a pattern names nothing.
enum Trouble {
    Pattern(String),
    Unreadable(PathBuf, io::Error),
}

/// The files below a folder that match a pattern, by their paths from there.
fn matches(folder: &Path, pattern: &str) -> Result<BTreeSet<String>, Trouble> {
    let parts: Vec<&str> = pattern.split('/').collect();
    let refused = |part: &&str| matches!(*part, "" | "." | "..") || part.contains('\\') || part.contains(':');
    if parts.iter().any(refused) || parts.last() == Some(&"**") {
        let why = "expected names with `/` between them, below the folder of this file";
        return Err(Trouble::Pattern(why.to_owned()));
    }
    let home = folder.canonicalize().map_err(|error| Trouble::Unreadable(folder.to_owned(), error))?;
    let mut found = BTreeSet::new();
    descend(folder, "", &parts, &mut found, 0)?;
    found.remove(super::FILE);
    let leaves = |name: &&String| !folder.join(name).canonicalize().is_ok_and(|path| path.starts_with(&home));
    match found.iter().find(leaves) {
        Some(name) => Err(Trouble::Pattern(format!("`{name}` is a link that leaves the folder"))),
        None => Ok(found),
    }
}

/// Adds what matches the parts below a folder, which is called `prefix` in the results.
fn descend(
    folder: &Path,
    prefix: &str,
    parts: &[&str],
    found: &mut BTreeSet<String>,
    depth: usize,
) -> Result<(), Trouble> {
    let Some((first, rest)) = parts.split_first().filter(|_| depth < DEEPEST) else { return Ok(()) };
    if *first == "**" {
        descend(folder, prefix, rest, found, depth)?;
    }
    let names = if first.contains('*') { entries(folder)? } else { vec![(*first).to_owned()] };
    for name in names.iter().filter(|name| is_match(first, name)) {
        let (path, shown) = (folder.join(name), format!("{prefix}{name}"));
        let below = format!("{shown}/");
        if *first == "**" {
            // Links are not followed: they may lead round in a circle.
            if path.symlink_metadata().is_ok_and(|m| m.is_dir()) {
                descend(&path, &below, parts, found, depth + 1)?;
            }
        } else if rest.is_empty() {
            found.extend(path.is_file().then_some(shown));
        } else if path.is_dir() {
            descend(&path, &below, rest, found, depth + 1)?;
        }
    }
    Ok(())
}

/// The names in a folder. Names that are not UTF-8 cannot be written in the file.
fn entries(folder: &Path) -> Result<Vec<String>, Trouble> {
    let unreadable = |error| Trouble::Unreadable(folder.to_owned(), error);
    let names = std::fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|e| e.file_name()));
    let names: Vec<_> = names.collect::<io::Result<_>>().map_err(unreadable)?;
    Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
}

/// Whether a name matches a part of a pattern.
fn is_match(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    let Some((before, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(before) else { return false };
    let (middle, last) = rest.rsplit_once('*').map_or((None, rest), |(middle, last)| (Some(middle), last));
    // The first place that fits leaves most for what follows.
    for piece in middle.iter().flat_map(|m| m.split('*')) {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_test::Random;

    /// Whether a name matches: every way to divide it is tried.
    fn obvious(pattern: &str, name: &str) -> bool {
        match pattern.chars().next() {
            None => name.is_empty(),
            Some('*') => (0..=name.len()).any(|n| obvious(&pattern[1..], &name[n..])),
            Some(c) => name.starts_with(c) && obvious(&pattern[1..], &name[1..]),
        }
    }

    #[test]
    fn names_match_as_if_every_division_were_tried() {
        let mut random = Random::new(wherefore_test::seed(1));
        let mut word =
            |letters: &[char], most| -> String { (0..random.between(0, most)).map(|_| random.pick(letters)).collect() };
        for _ in 0..20_000 {
            let (pattern, name) = (word(&['a', 'b', '*'], 6), word(&['a', 'b'], 7));
            assert_eq!(is_match(&pattern, &name), obvious(&pattern, &name), "{pattern} {name}");
        }
        assert!(!is_match("*", ".hidden") && is_match(".*", ".hidden"));
    }

    fn names(folder: &Path, pattern: &str) -> Vec<String> {
        matches(folder, pattern).map_or_else(|_| vec!["refused".to_owned()], |found| found.into_iter().collect())
    }

    #[test]
    fn patterns_name_files_of_the_folder_alone() {
        let room = tempfile::tempdir().unwrap();
        let home = room.path().join("home");
        std::fs::create_dir_all(home.join("a/b")).unwrap();
        for name in ["x.smv", "y.smv", "z.lus", "a/x.smv", "a/b/x.smv", "../out.smv", "wherefore.toml"] {
            std::fs::write(home.join(name), "").unwrap();
        }
        assert_eq!(names(&home, "*.smv"), ["x.smv", "y.smv"]);
        assert_eq!(names(&home, "**/x.smv"), ["a/b/x.smv", "a/x.smv", "x.smv"]);
        assert_eq!(names(&home, "a/**/*.smv"), ["a/b/x.smv", "a/x.smv"]);
        assert_eq!(names(&home, "*/*.smv"), ["a/x.smv"]);
        assert_eq!(names(&home, "*"), ["x.smv", "y.smv", "z.lus"]);
        assert_eq!(names(&home, "none*"), [""; 0]);
        for outside in ["../out.smv", "/etc/passwd", "a/../x.smv", "", "a//x.smv", "**", "C:/x", "a\\x"] {
            assert_eq!(names(&home, outside), ["refused"], "{outside}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../out.smv", home.join("link.smv")).unwrap();
            assert_eq!(names(&home, "*.smv"), ["refused"]);
        }
    }
}
