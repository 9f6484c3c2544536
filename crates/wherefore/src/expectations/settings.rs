//! What `wherefore.toml` says.
//!
//! ```toml
//! models = ["*.smv", "charts/*.scxml"]
//! timeout = "60s"                            # also deadline, memory, level, max_classes
//! allow = ["lint-constant-variable"]
//! [expect."door.smv"]
//! violated = { right_mode = ["1f0c77aa"] }
//! vacuous = ["p"]
//! undetermined = ["q"]
//! ```
//!
//! Every mistake is a diagnostic at its place; all of them are reported together.

use crate::args::level;
use crate::args::units::{self, Size};
use crate::codes::{EXPECTATIONS_KEY, EXPECTATIONS_SYNTAX, EXPECTATIONS_VALUE};
use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;
use toml_edit::{Document, Item, Key, TableLike};
use wherefore_diag::{Code, Diagnostic, FileId, Span};
use wherefore_report::build::finding_ids;
use wherefore_report::expectations::Expected;
use wherefore_syntax::nearest;

/// Mistakes in a file: at least one diagnostic.
pub type Problems = Vec<Diagnostic>;

/// Keys of the file, and of the expectations about a model.
const KEYS: [&str; 8] = ["models", "timeout", "deadline", "memory", "level", "max_classes", "allow", "expect"];
const MODEL_KEYS: [&str; 3] = ["violated", "vacuous", "undetermined"];

/// The content of the file.
#[derive(Debug, Default)]
pub struct Settings {
    /// Patterns of the models, each with its place.
    pub models: Vec<(String, Span)>,
    /// The longest time for a property.
    pub timeout: Option<String>,
    /// The longest time for a model.
    pub deadline: Option<units::Span>,
    /// The most memory for a model.
    pub memory: Option<String>,
    /// How finely runs are distinguished.
    pub level: Option<String>,
    /// The most classes to look for.
    pub max_classes: Option<String>,
    /// Findings of the checks without properties that are no difference.
    pub allow: Vec<String>,
    /// Expectations by model, each with its place.
    pub expect: BTreeMap<String, (Span, Expected)>,
}

/// Reads the text of the file.
pub fn read(file: FileId, text: &str) -> Result<Settings, Problems> {
    let mut reader = Reader { file, problems: Vec::new() };
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let headline = format!("the file is not TOML: {}", error.message().lines().next().unwrap_or_default());
            reader.complain(EXPECTATIONS_SYNTAX, error.span(), headline, "here");
            return Err(reader.problems);
        }
    };
    let mut settings = Settings::default();
    for (key, item) in document.as_table().iter() {
        reader.top(&mut settings, document.as_table(), key, item);
    }
    if !document.contains_key("models") {
        let missing = Diagnostic::new(EXPECTATIONS_KEY, "the file does not say which models it is about");
        reader.problems.push(missing.help("add a line such as `models = [\"*.smv\"]`"));
    }
    if reader.problems.is_empty() { Ok(settings) } else { Err(reader.problems) }
}

struct Reader {
    file: FileId,
    problems: Problems,
}

impl Reader {
    /// A key of the file.
    fn top(&mut self, settings: &mut Settings, table: &dyn TableLike, key: &str, item: &Item) {
        match key {
            "models" => settings.models = self.strings(key, item),
            "timeout" => settings.timeout = self.parsed::<units::Span>(key, item).map(|span| span.to_string()),
            "deadline" => settings.deadline = self.parsed(key, item),
            "memory" => settings.memory = self.parsed::<Size>(key, item).map(|size| size.to_string()),
            "level" => settings.level = self.level(item),
            "max_classes" => settings.max_classes = self.max_classes(item),
            "allow" => settings.allow = self.allow(item),
            "expect" => self.expect(settings, item),
            _ => self.unknown(table, key, &KEYS),
        }
    }

    /// Ids of findings.
    fn allow(&mut self, item: &Item) -> Vec<String> {
        let ids = self.strings("allow", item);
        for (id, place) in ids.iter().filter(|(id, _)| finding_ids().all(|known| known != id)) {
            let headline = format!("no finding has the id `{id}`");
            let unknown = Diagnostic::at(EXPECTATIONS_VALUE, *place, headline, "not known");
            self.problems.push(match nearest(id, finding_ids()) {
                Some(known) => unknown.help(format!("did you mean `{known}`?")),
                None => unknown,
            });
        }
        ids.into_iter().map(|(id, _)| id).collect()
    }

    fn expect(&mut self, settings: &mut Settings, item: &Item) {
        let Some(models) = self.table("expect", item) else { return };
        for (model, item) in models.iter() {
            let place = self.span(models.key(model).and_then(Key::span).or(item.span()));
            let expected = self.model(model, item);
            settings.expect.insert(model.to_owned(), (place, expected));
        }
    }

    /// The expectations about one model.
    fn model(&mut self, model: &str, item: &Item) -> Expected {
        let mut expected = Expected::default();
        let Some(table) = self.table(model, item) else { return expected };
        let mut mentioned: Vec<(String, Span)> = Vec::new();
        for (key, item) in table.iter() {
            match key {
                "violated" => {
                    for (name, place, ids) in self.violated(item) {
                        mentioned.push((name.clone(), place));
                        expected.violated.insert(name, ids);
                    }
                }
                "vacuous" | "undetermined" => {
                    let names = self.strings(key, item);
                    let set = if key == "vacuous" { &mut expected.vacuous } else { &mut expected.undetermined };
                    set.extend(names.iter().map(|(name, _)| name.clone()));
                    mentioned.extend(names);
                }
                _ => self.unknown(table, key, &MODEL_KEYS),
            }
        }
        for (index, (name, place)) in mentioned.iter().enumerate() {
            if let Some((_, first)) = mentioned[..index].iter().find(|(other, _)| other == name) {
                let headline = format!("`{name}` of `{model}` is mentioned twice");
                let twice = Diagnostic::at(EXPECTATIONS_VALUE, *place, headline, "here again");
                self.problems.push(twice.label(*first, "first mentioned here"));
            }
        }
        expected
    }

    /// Violated properties, each with its place and the ids of its classes.
    fn violated(&mut self, item: &Item) -> Vec<(String, Span, Vec<String>)> {
        let Some(table) = self.table("violated", item) else { return Vec::new() };
        let entry = |(name, ids): (&str, &Item)| {
            let place = self.span(table.key(name).and_then(Key::span).or(ids.span()));
            let ids = self.strings(name, ids).into_iter().map(|(id, _)| id).collect();
            (name.to_owned(), place, ids)
        };
        table.iter().map(entry).collect()
    }

    fn level(&mut self, item: &Item) -> Option<String> {
        // A whole level may be written as a number.
        let word = item.as_integer().map(|n| n.to_string()).or_else(|| item.as_str().map(str::to_owned));
        let parsed = word.ok_or_else(|| "expected 1, 2, 3, 4 or \"1(K)\"".to_owned());
        let parsed = parsed.and_then(|word| level::parse(&word).map(|level| level.word()));
        parsed.map_err(|why| self.wrong("level", item, why)).ok()
    }

    fn max_classes(&mut self, item: &Item) -> Option<String> {
        let number = item.as_integer().and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
        if number.is_none() {
            self.wrong("max_classes", item, "expected a number from 1 on".to_owned());
        }
        number.map(|n| n.to_string())
    }

    /// A text that is a value of a type.
    fn parsed<T: FromStr<Err = String>>(&mut self, key: &str, item: &Item) -> Option<T> {
        let text = item.as_str().ok_or_else(|| "expected a text in quotation marks".to_owned());
        text.and_then(str::parse).map_err(|why| self.wrong(key, item, why)).ok()
    }

    /// A list of texts, each with its place.
    fn strings(&mut self, key: &str, item: &Item) -> Vec<(String, Span)> {
        let Some(array) = item.as_array() else {
            self.wrong(key, item, "expected a list of texts, such as [\"a\", \"b\"]".to_owned());
            return Vec::new();
        };
        let mut texts = Vec::new();
        for value in array {
            match value.as_str() {
                Some(text) => texts.push((text.to_owned(), self.span(value.span()))),
                None => {
                    let headline = format!("wrong value in `{key}`");
                    self.complain(EXPECTATIONS_VALUE, value.span(), headline, "expected a text in quotation marks");
                }
            }
        }
        texts
    }

    fn table<'a>(&mut self, key: &str, item: &'a Item) -> Option<&'a dyn TableLike> {
        let table = item.as_table_like();
        if table.is_none() {
            self.wrong(key, item, "expected a table".to_owned());
        }
        table
    }

    fn wrong(&mut self, key: &str, item: &Item, why: String) {
        self.complain(EXPECTATIONS_VALUE, item.span(), format!("wrong value for `{key}`"), why);
    }

    fn unknown(&mut self, table: &dyn TableLike, key: &str, known: &[&'static str]) {
        let place = self.span(table.key(key).and_then(Key::span));
        let unknown = Diagnostic::at(EXPECTATIONS_KEY, place, format!("`{key}` means nothing here"), "not known");
        self.problems.push(match nearest(key, known.iter().copied()) {
            Some(name) => unknown.help(format!("did you mean `{name}`?")),
            None => unknown.help(format!("what can be written here: {}", known.join(", "))),
        });
    }

    fn complain(
        &mut self,
        code: &'static Code,
        place: Option<Range<usize>>,
        headline: String,
        label: impl Into<String>,
    ) {
        self.problems.push(Diagnostic::at(code, self.span(place), headline, label));
    }

    /// A place in the file; its beginning where none is known.
    fn span(&self, place: Option<Range<usize>>) -> Span {
        let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        place.map_or(Span::new(self.file, 0, 0), |range| Span::new(self.file, offset(range.start), offset(range.end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_diag::SourceMap;

    const WHOLE: &str = r#"
models = ["*.smv", "charts/**/x.scxml"] # all
timeout = "60"
deadline = "5m"
memory = "2G"
level = 2
max_classes = 7
allow = ["lint-dead-branch"]
[expect."door.smv"]
violated = { right_mode = ["1f0c77aa"], other = [] }
vacuous = ["p"]
[expect."charts/x.scxml".violated]
"a b" = ["00"]
"#;

    #[test]
    fn everything_can_be_said() {
        let settings = read(FileId(0), WHOLE).unwrap();
        assert_eq!(settings.models.iter().map(|(p, _)| p.as_str()).collect::<Vec<_>>(), ["*.smv", "charts/**/x.scxml"]);
        let Settings { timeout, memory, level, max_classes, .. } = &settings;
        let options = [timeout, memory, level, max_classes].map(|o| o.as_deref().unwrap());
        assert_eq!(options, ["60s", "2G", "2", "7"]);
        assert_eq!(
            (settings.deadline.unwrap().to_string(), settings.allow),
            ("5m".to_owned(), vec!["lint-dead-branch".to_owned()])
        );
        let door = &settings.expect["door.smv"].1;
        assert_eq!((door.violated["right_mode"].len(), door.violated["other"].len()), (1, 0));
        assert!(door.vacuous.contains("p") && settings.expect["charts/x.scxml"].1.violated.contains_key("a b"));
    }

    /// The codes and lines of the mistakes in a text.
    fn mistakes(text: &str) -> Vec<(&'static str, u32)> {
        let sources = SourceMap::single("wherefore.toml", text);
        let line = |d: &Diagnostic| d.span().and_then(|s| sources.location(s)).map_or(0, |l| l.line);
        read(FileId(0), text).unwrap_err().iter().map(|d| (d.code.id, line(d))).collect()
    }

    #[test]
    fn every_mistake_has_its_place() {
        let value = "expectations-value";
        assert_eq!(mistakes("models = [\n"), [("expectations-syntax", 1)]);
        assert_eq!(mistakes(""), [("expectations-key", 0)]);
        assert_eq!(
            mistakes("models = []\nmodel = 1\n[expect.m]\nviolates = 1"),
            [("expectations-key", 2), ("expectations-key", 4)]
        );
        let wrong = "models = 1\ntimeout = \"soon\"\nmemory = 3\nlevel = 9\nmax_classes = 0\nallow = [1]\nexpect = []";
        assert_eq!(mistakes(wrong), (1..=7).map(|line| (value, line)).collect::<Vec<_>>());
        let twice = "models = []\n[expect.m]\nvacuous = [\"p\"]\nviolated.p = []\nundetermined = [\"q\", \"q\"]";
        assert_eq!(mistakes(twice), [(value, 4), (value, 5)]);
        assert_eq!(mistakes("models = []\n[expect]\nm = 1\n[expect.n]\nviolated = [\"p\"]"), [(value, 3), (value, 5)]);
    }
}
