//! Renaming: made only if the text then reads without errors and means the same up to the name.
//!
//! Uses of a name are found by words and scopes, which can be wrong. So the renamed text is read again, and both systems are
//! compared line by line in their text form: every name in it must be the same, or the new one where the old one was, always
//! the same one for the same. What cannot be shown to be right is refused with the reason.

use super::file::{File, Reading};
use super::words::{Word, is_name, keywords};
use super::{Tongue, file};
use lsp_types::{Position, Range, TextEdit};
use std::collections::BTreeMap;
use wherefore::Language;
use wherefore_ir::{System, text};

/// The name at a place, if it can be renamed.
pub fn prepare(file: &File, position: Position) -> Result<(Range, String), String> {
    let tongue = file.tongue.ok_or("this is no model")?;
    let (at, name) = file.name_at(position).ok_or("there is no name here")?;
    if keywords(tongue).any(|word| word == name) && file.declaration(at).is_none() {
        return Err(format!("`{name}` is a word of the language"));
    }
    let word = file.words.get(at).ok_or("there is no name here")?;
    Ok((file.text.range(word.start, word.end), name.to_owned()))
}

/// The edits that give the thing at a place another name.
pub fn rename(file: &File, position: Position, new: &str) -> Result<Vec<TextEdit>, String> {
    let tongue = file.tongue.ok_or("this is no model")?;
    let (_, old) = prepare(file, position)?;
    let (at, _) = file.name_at(position).ok_or("there is no name here")?;
    if !is_name(tongue, new) || keywords(tongue).any(|word| word == new) {
        return Err(format!("`{new}` is no name of this language"));
    }
    if file.words.iter().any(|w| w.of(&file.text.text) == new) {
        return Err(format!("`{new}` is already used in this text"));
    }
    if file.reading.has_errors() {
        return Err("the text has errors; nothing can be renamed until they are corrected".to_owned());
    }
    let uses = file.uses(at);
    let renamed = applied(&file.text.text, &uses, new);
    verify(file, tongue, &renamed, (&old, new), file.declaration(at).map(|s| s.owner.as_str()))?;
    Ok(uses.iter().map(|w| TextEdit::new(file.text.range(w.start, w.end), new.to_owned())).collect())
}

/// The text with another name at these places.
fn applied(text: &str, places: &[Word], new: &str) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        renamed.push_str(text.get(at..place.start).unwrap_or_default());
        renamed.push_str(new);
        at = place.end;
    }
    renamed + text.get(at..).unwrap_or_default()
}

/// Whether two texts mean the same up to a name, or why that is not known.
fn verify(
    file: &File,
    tongue: Tongue,
    renamed: &str,
    (old, new): (&str, &str),
    owner: Option<&str>,
) -> Result<(), String> {
    let after = Reading::of(tongue, &file.path, renamed, None);
    same(&file.reading, &after, (old, new))?;
    // A node that the main one does not call has no part in the system; it is asked about as if it were the main one.
    if tongue == Tongue::Model(Language::Lustre)
        && let Some(node) = owner.map(|owner| if owner.is_empty() { old } else { owner })
    {
        let main_after = if node == old { new } else { node };
        let before = file::Reading::of(tongue, &file.path, &file.text.text, Some(node));
        let after = file::Reading::of(tongue, &file.path, renamed, Some(main_after));
        if !before.has_errors() {
            same(&before, &after, (old, new))?;
        }
    }
    if tongue == Tongue::Mcl || !file.reading.systems.is_empty() {
        return Ok(());
    }
    Err("the text states no system, so it cannot be checked that the meaning stays".to_owned())
}

fn same(before: &Reading, after: &Reading, (old, new): (&str, &str)) -> Result<(), String> {
    if let Some(error) = after.diagnostics.iter().find(|d| d.is_error()) {
        return Err(format!("with `{new}` in place of `{old}` the text has an error: {}", error.headline));
    }
    let is_same = before.systems.len() == after.systems.len()
        && before.systems.iter().zip(&after.systems).all(|(one, two)| is_same_system(one, two, (old, new)));
    let differs = || format!("with `{new}` in place of `{old}` the model would not mean the same");
    if is_same { Ok(()) } else { Err(differs()) }
}

/// Whether two systems are the same up to a name.
fn is_same_system(one: &System, two: &System, (old, new): (&str, &str)) -> bool {
    let (one, two) = (text::print(one), text::print(two));
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    let mut is_same_name = |a: &str, b: &str| {
        let parts =
            |name: &str| name.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect::<Vec<_>>();
        let (x, y) = (parts(a), parts(b));
        let is_renamed =
            a == b || x.len() == y.len() && x.iter().zip(&y).all(|(x, y)| x == y || x.replace(old, new) == *y);
        let mapped = there.entry(a.to_owned()).or_insert_with(|| b.to_owned()) == b;
        is_renamed && mapped && back.entry(b.to_owned()).or_insert_with(|| a.to_owned()) == a
    };
    let (mut one, mut two) = (one.lines(), two.lines());
    loop {
        match (one.next(), two.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) => {
                let (mut a, mut b) = (names(a), names(b));
                loop {
                    match (a.next(), b.next()) {
                        (None, None) => break,
                        (Some(a), Some(b)) if is_same_name(a, b) => {}
                        _ => return false,
                    }
                }
            }
            _ => return false,
        }
    }
}

/// The names in a line of the text form, without places and without words for people.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let first = line.split(' ').next().unwrap_or_default();
    let (from, to) = match first {
        "system" => (0, Some(0)),
        "element" => (0, line.find('"')),
        "obligation" => (0, line.find(" message \"")),
        "property" => {
            let name = line.find('"').and_then(|start| Some(start + 1 + line.get(start + 1..)?.find('"')?));
            (name.unwrap_or(0), line.rfind(" text \""))
        }
        _ => (0, None),
    };
    let kept = line.get(from..to.unwrap_or(line.len())).unwrap_or_default();
    kept.split([' ', '(', ')']).filter(|part| !part.is_empty())
}
