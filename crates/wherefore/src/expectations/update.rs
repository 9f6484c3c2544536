//! `wherefore.toml`, rewritten so that everything is expected as it is found. Only what differs is changed; comments and
//! the order of everything else stay.

use crate::codes::EXPECTATIONS_SYNTAX;
use std::collections::{BTreeMap, BTreeSet};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};
use wherefore_diag::Diagnostic;
use wherefore_report::expectations::Expected;

/// The text with these expectations: all that there are, and the findings that are allowed.
pub fn rewritten(text: &str, expect: &[(String, Expected)], allow: &[String]) -> Result<String, Diagnostic> {
    let unreadable = |error: toml_edit::TomlError| Diagnostic::new(EXPECTATIONS_SYNTAX, error.message().to_owned());
    let mut document: DocumentMut = text.parse().map_err(unreadable)?;
    list(document.as_table_mut(), "allow", &allow.iter().map(String::as_str).collect());
    let models = document.entry("expect").or_insert_with(|| implicit().into());
    if let Some(models) = models.as_table_like_mut() {
        let wanted: BTreeMap<&str, &Expected> =
            expect.iter().filter(|(_, e)| !e.is_empty()).map(|(model, e)| (model.as_str(), e)).collect();
        retain(models, |model| wanted.contains_key(model));
        wanted.into_iter().for_each(|(model, expected)| one(models, model, expected));
        if models.is_empty() {
            document.remove("expect");
        }
    }
    Ok(document.to_string())
}

/// A table without a line of its own.
fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// The expectations about one model.
fn one(models: &mut dyn TableLike, model: &str, expected: &Expected) {
    if !models.contains_key(model) {
        models.insert(model, Item::Table(Table::new()));
    }
    let Some(table) = models.get_mut(model).and_then(Item::as_table_like_mut) else { return };
    if expected.violated.is_empty() {
        table.remove("violated");
    } else {
        let violated = table.entry("violated").or_insert_with(|| InlineTable::new().into());
        if let Some(violated) = violated.as_table_like_mut() {
            retain(violated, |name| expected.violated.contains_key(name));
            expected.violated.iter().for_each(|(name, ids)| elements(violated, name, ids.iter().map(String::as_str)));
        }
    }
    let names = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
    for (key, names) in [("vacuous", names(&expected.vacuous)), ("undetermined", names(&expected.undetermined))] {
        list(table, key, &names.iter().map(String::as_str).collect());
    }
}

/// A list under a key; without elements there is no such key.
fn list(table: &mut dyn TableLike, key: &str, wanted: &Vec<&str>) {
    if wanted.is_empty() {
        table.remove(key);
    } else {
        elements(table, key, wanted.iter().copied());
    }
}

/// A list under a key, with these elements: those that are there stay where they are, others come behind them.
fn elements<'a>(table: &mut dyn TableLike, key: &str, wanted: impl Iterator<Item = &'a str>) {
    let item = table.entry(key).or_insert_with(|| Array::new().into());
    let Some(array) = item.as_array_mut() else { return };
    let wanted: Vec<&str> = wanted.collect();
    for index in (0..array.len()).rev() {
        if !array.get(index).and_then(Value::as_str).is_some_and(|text| wanted.contains(&text)) {
            remove(array, index);
        }
    }
    let present: Vec<String> = array.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    wanted.iter().filter(|text| !present.iter().any(|p| p == *text)).for_each(|text| push(array, text));
}

/// Removes an element. A comment behind the element before it, on the same line, counts as white space before this one, and stays;
/// a comment behind this one goes.
fn remove(array: &mut Array, index: usize) {
    let own = before(array.get(index));
    array.remove(index);
    let is_last = index == array.len();
    let next =
        if is_last { array.trailing().as_str().unwrap_or_default().to_owned() } else { before(array.get(index)) };
    let comment = own.split_once('\n').map_or("", |(line, _)| line);
    let space = match next.split_once('\n') {
        Some((line, rest)) if line.contains('#') || comment.contains('#') => format!("{comment}\n{rest}"),
        None if comment.contains('#') => format!("{comment}\n{next}"),
        None if index == 0 && !is_last => own,
        _ => next,
    };
    match array.get_mut(index) {
        Some(value) => value.decor_mut().set_prefix(space),
        None => array.set_trailing(space),
    }
}

/// Adds an element at the end: on a line of its own if the list ends on one.
fn push(array: &mut Array, text: &str) {
    let trailing = array.trailing().as_str().unwrap_or_default().to_owned();
    let Some((comment, rest)) = trailing.split_once('\n').filter(|_| !array.is_empty()) else {
        return array.push(text);
    };
    let last = before(array.get(array.len() - 1));
    let indent = last.rsplit_once('\n').map_or("    ", |(_, indent)| indent);
    array.push_formatted(Value::from(text).decorated(format!("{comment}\n{indent}"), ""));
    array.set_trailing(format!("\n{rest}"));
    array.set_trailing_comma(true);
}

/// White space and comments before a value.
fn before(value: Option<&Value>) -> String {
    value.and_then(|v| v.decor().prefix()?.as_str()).unwrap_or_default().to_owned()
}

fn retain(table: &mut dyn TableLike, keep: impl Fn(&str) -> bool) {
    let dropped: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).filter(|key| !keep(key)).collect();
    dropped.iter().for_each(|key| drop(table.remove(key)));
}

#[cfg(test)]
mod tests {
    use super::super::settings;
    use super::*;
    use wherefore_diag::FileId;

    fn expected(violated: &[(&str, &[&str])], vacuous: &[&str]) -> Expected {
        let owned = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
        Expected {
            violated: violated.iter().map(|(name, ids)| ((*name).to_owned(), owned(ids))).collect(),
            vacuous: owned(vacuous).into_iter().collect(),
            ..Expected::default()
        }
    }

    /// The text rewritten, which is what is read again, and stays.
    fn update(text: &str, expect: &[(&str, Expected)], allow: &[&str]) -> String {
        let expect: Vec<(String, Expected)> = expect.iter().map(|(m, e)| ((*m).to_owned(), e.clone())).collect();
        let allow: Vec<String> = allow.iter().map(|a| (*a).to_owned()).collect();
        let new = rewritten(text, &expect, &allow).unwrap();
        assert_eq!(rewritten(&new, &expect, &allow).unwrap(), new);
        let read = settings::read(FileId(0), &new).unwrap();
        let known = read.expect.into_iter().map(|(model, (_, e))| (model, e));
        assert_eq!(known.collect::<BTreeMap<_, _>>(), expect.into_iter().filter(|(_, e)| !e.is_empty()).collect());
        assert_eq!(read.allow, allow);
        new
    }

    const BEFORE: &str = r#"# All doors.
models = ["*.smv"] # every one

[expect."door.smv"] # known since spring
violated = { safe = ["11", "22"], live = [] } # two ways
vacuous = [
    "p", # on purpose
    "q",
]

[expect."gone.smv"]
vacuous = ["x"]
"#;

    #[test]
    fn only_what_differs_is_changed() {
        let door = expected(&[("safe", &["11", "33"]), ("live", &[])], &["p"]);
        let after = update(BEFORE, &[("door.smv", door), ("good.smv", Expected::default())], &[]);
        let expected = r#"# All doors.
models = ["*.smv"] # every one

[expect."door.smv"] # known since spring
violated = { safe = ["11", "33"], live = [] } # two ways
vacuous = [
    "p", # on purpose
]
"#;
        assert_eq!(after, expected);
    }

    #[test]
    fn comments_in_lists_stay_with_their_elements() {
        let list = |names: &[&str]| format!("models = []\n[expect.m]\nvacuous = [{}]\n", names.concat());
        let update = |before: &[&str], names| update(&list(before), &[("m", expected(&[], names))], &[]);
        let (a, b, c) = ("\n  \"a\", # 1", "\n  \"b\", # 2", "\n  \"c\", # 3");
        assert_eq!(update(&[a, b, c, "\n"], &["a", "c"]), list(&[a, c, "\n"]));
        assert_eq!(update(&[a, b, c, "\n"], &["b"]), list(&[b, "\n"]));
        assert_eq!(update(&[a, "\n"], &["a", "b"]), list(&[a, "\n  \"b\",\n"]));
        assert_eq!(update(&["\"a\", \"b\""], &["b", "c"]), list(&["\"b\", \"c\""]));
        assert_eq!(update(&["\"a\", \"b\""], &["a"]), list(&["\"a\""]));
    }

    #[test]
    fn what_is_as_found_stays_to_the_letter() {
        let door = expected(&[("safe", &["11", "22"]), ("live", &[])], &["p", "q"]);
        let unchanged = update(BEFORE, &[("door.smv", door), ("gone.smv", expected(&[], &["x"]))], &[]);
        assert_eq!(unchanged, BEFORE);
    }

    #[test]
    fn what_was_not_there_is_added() {
        let new = expected(&[("safe", &["11"]), ("a b", &[])], &["p"]);
        let after = update("models = [\"*.smv\"]\n", &[("a/b.smv", new)], &["lint-dead-branch"]);
        let expected = r#"models = ["*.smv"]
allow = ["lint-dead-branch"]

[expect."a/b.smv"]
violated = { "a b" = [], safe = ["11"] }
vacuous = ["p"]
"#;
        assert_eq!(after, expected);
        assert_eq!(update(&after, &[("a/b.smv", Expected::default())], &[]), "models = [\"*.smv\"]\n");
    }
}
