//! The document through its public fields alone: what a format from outside needs, and the schema that the types give.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use support::inquiry::{air_conditioner, asked};
use wherefore_report::document::Document;
use wherefore_report::schema;

/// A format of its own: a line of Markdown for each class.
fn list(report: &Document) -> String {
    let mut out = String::new();
    for property in &report.properties {
        for class in property.inquiry.iter().flat_map(|inquiry| &inquiry.classes) {
            let guard = class.guards.first().map_or_else(String::new, |g| format!("{}:{}", g.path, g.line));
            let last = class.trace.rows.last().and_then(|row| row.element.as_deref()).unwrap_or("-");
            let values: Vec<String> =
                class.trace.rows.iter().flat_map(|r| r.cells.known()).map(|(n, c)| format!("{n}={}", c.text)).collect();
            let (name, verdict) = (&property.name, property.verdict.word());
            out.push_str(&format!("| {name} | {verdict} | {} | {} | {last} | {guard} |", class.id, class.length));
            out.push_str(&format!(" {} |\n", values.last().map_or("", String::as_str)));
        }
    }
    out
}

#[test]
fn a_format_needs_no_more_than_public_fields() {
    let expected = "\
| right_mode | violated | 77ab02ee | 2 | t4 | ac.smv:3 | e=enter |
| right_mode | violated | 1f0c77aa | 2 | t5 | ac.smv:4 | e=enter |
| right_mode | violated | c01dbee5 | 3 | t4 | ac.smv:3 | e=enter |
| right_mode | violated | 98ab01cd | 3 | t5 | ac.smv:4 | e=enter |
";
    assert_eq!(list(&asked("right_mode", air_conditioner())), expected);
}

/// The schema in the repository is that of the types. With `WHEREFORE_BLESS=1` it is written.
#[test]
#[expect(clippy::disallowed_methods, reason = "a test reads files")]
fn the_published_schema_is_that_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema");
    let schemas = [
        ("wherefore-1", schema::render()),
        ("wherefore-project-1", schema::project()),
        ("wherefore-doctor-1", schema::doctor()),
    ];
    for (name, made) in schemas {
        let path = folder.join(format!("{name}.schema.json"));
        if std::env::var_os("WHEREFORE_BLESS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(published, made, "{name}: WHEREFORE_BLESS=1 writes it");
    }
}

/// The names of all fields of a schema, wherever they stand.
fn fields(schema: &serde_json::Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        let properties = value.get("properties").and_then(|p| p.as_object());
        names.extend(properties.into_iter().flat_map(|p| p.keys().cloned()));
        open.extend(value.as_object().into_iter().flat_map(|o| o.values()));
        open.extend(value.as_array().into_iter().flatten());
    }
    names
}

/// Fields that the first release of the schema had: within a version none goes away.
const FIELDS: &str = include_str!("data/fields.txt");

#[test]
fn no_field_goes_away() {
    let made = fields(&serde_json::from_str(&schema::render()).unwrap());
    let missing: Vec<&str> = FIELDS.lines().filter(|name| !made.contains(*name)).collect();
    assert!(missing.is_empty() && FIELDS.lines().count() > 200, "{missing:?}");
}
