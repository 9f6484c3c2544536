//! The arguments of a call, and what of them is let through.
//!
//! Nothing outside the folder of the server is read: a path is resolved, links and all, before it is given to anyone.

use super::answer::{Answer, quoted};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use wherefore::Language;

/// The largest text of a model or a run, in bytes.
const LARGEST: usize = 4 << 20;

/// The longest time that can be asked for, in seconds.
const LONGEST: u64 = 3600;

/// What is wrong with a question.
pub type ToolResult<T> = Result<T, Answer>;

/// The arguments of a call.
pub struct Arguments {
    map: Map<String, Value>,
}

/// A text that is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file in the folder of the server, by the path as it was given.
    File(String),
    /// The text itself.
    Text(String),
}

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its text.
    pub given: Source,
    /// Its language, if that was said.
    pub language: Option<Language>,
}

impl Arguments {
    /// Arguments of which each has one of these names.
    pub fn new(map: Map<String, Value>, known: &[&str]) -> ToolResult<Arguments> {
        match map.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                Err(Answer::error(format!("there is no argument {}; there are {}", quoted(name), known.join(", "))))
            }
            None => Ok(Arguments { map }),
        }
    }

    /// A text that may be left out.
    pub fn text(&self, name: &str) -> ToolResult<Option<&str>> {
        match self.map.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() > LARGEST => {
                Err(Answer::error(format!("`{name}` is larger than 4 MiB")))
            }
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Answer::error(format!("`{name}` is to be a string"))),
        }
    }

    /// A text that is needed.
    pub fn needed(&self, name: &str) -> ToolResult<&str> {
        self.text(name)?.ok_or_else(|| Answer::error(format!("`{name}` is missing")))
    }

    /// A list of texts.
    pub fn list(&self, name: &str) -> ToolResult<Vec<&str>> {
        let Some(value) = self.map.get(name).filter(|value| !value.is_null()) else { return Ok(Vec::new()) };
        let texts = value.as_array().and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        texts.ok_or_else(|| Answer::error(format!("`{name}` is to be a list of strings")))
    }

    /// A number from 1.
    pub fn number(&self, name: &str, most: u64) -> ToolResult<Option<u64>> {
        let Some(value) = self.map.get(name).filter(|value| !value.is_null()) else { return Ok(None) };
        let number = value.as_u64().filter(|n| (1..=most).contains(n));
        number.map(Some).ok_or_else(|| Answer::error(format!("`{name}` is to be a whole number from 1 to {most}")))
    }

    /// The longest time that was asked for, in seconds.
    pub fn deadline(&self) -> ToolResult<Option<u64>> {
        self.number("deadline", LONGEST)
    }

    /// The model, by path or as text.
    pub fn model(&self, root: &Path) -> ToolResult<Model> {
        let language = self.text("language")?.map(language).transpose()?;
        let given = self.given(root, "path", "text")?;
        if matches!(given, Source::Text(_)) && language.is_none() {
            return Err(Answer::error("a model as text needs `language`"));
        }
        Ok(Model { given, language })
    }

    /// A text, by the argument with its path or the one with the text itself.
    pub fn given(&self, root: &Path, path: &str, text: &str) -> ToolResult<Source> {
        match (self.text(path)?, self.text(text)?) {
            (Some(path), None) => Ok(Source::File(inside(root, path)?)),
            (None, Some(text)) => Ok(Source::Text(text.to_owned())),
            _ => Err(Answer::error(format!("give either `{path}` or `{text}`"))),
        }
    }

    /// One of two models, which is an object with the arguments of a model.
    pub fn object(&self, name: &str, root: &Path) -> ToolResult<Model> {
        let Some(Value::Object(map)) = self.map.get(name) else {
            return Err(Answer::error(format!(
                "`{name}` is to be an object with `path`, or with `text` and `language`"
            )));
        };
        Arguments::new(map.clone(), &["path", "text", "language"])?.model(root)
    }

    /// The name of a property. Of a graph it is a formula, or the path of a file with one.
    pub fn property(&self, root: &Path) -> ToolResult<Option<&str>> {
        let property = self.text("property")?;
        if let Some(path) = property.filter(|text| root.join(text).exists()) {
            inside(root, path)?;
        }
        Ok(property)
    }
}

fn language(word: &str) -> ToolResult<Language> {
    let known = || Language::all().map(Language::word).collect::<Vec<_>>().join(", ");
    Language::named(word)
        .ok_or_else(|| Answer::error(format!("there is no language {}; there are {}", quoted(word), known())))
}

/// A path that leads to a file in the folder.
fn inside(root: &Path, path: &str) -> ToolResult<String> {
    let outside = || Answer::error(format!("{} is not a file in the folder of the server", quoted(path)));
    let found: PathBuf = root.join(path).canonicalize().map_err(|_| outside())?;
    if found.starts_with(root) && found.is_file() { Ok(path.to_owned()) } else { Err(outside()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn arguments(value: Value) -> Arguments {
        let Value::Object(map) = value else { return Arguments { map: Map::new() } };
        Arguments { map }
    }

    #[test]
    fn nothing_outside_the_folder_is_let_through() {
        let world = tempfile::tempdir().unwrap();
        let root = world.path().canonicalize().unwrap().join("project");
        std::fs::create_dir_all(root.join("sub")).unwrap();
        std::fs::write(world.path().join("secret.smv"), "").unwrap();
        std::fs::write(root.join("sub/m.smv"), "").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(world.path().join("secret.smv"), root.join("link.smv")).unwrap();
        for path in ["../secret.smv", "/etc/passwd", "link.smv", "sub", "nowhere.smv", "sub/../../secret.smv"] {
            assert!(inside(&root, path).is_err(), "{path}");
            assert!(arguments(json!({ "path": path })).model(&root).is_err());
        }
        for path in ["sub/m.smv", "sub/../sub/m.smv", root.join("sub/m.smv").to_str().unwrap()] {
            assert_eq!(inside(&root, path), Ok(path.to_owned()));
        }
        // A formula may name a file, too.
        assert!(arguments(json!({"property": "../secret.smv"})).property(&root).is_err());
        assert!(arguments(json!({"property": "[true*] false"})).property(&root).is_ok());
    }

    #[test]
    fn arguments_that_are_wrong_are_named() {
        let text = |answer: Answer| answer.text();
        let root = Path::new("/");
        let wrong = |value: Value| text(arguments(value).model(root).unwrap_err());
        assert!(wrong(json!({"text": "MODULE main"})).contains("needs `language`"));
        assert!(wrong(json!({"text": "", "path": "x"})).contains("either `path` or `text`"));
        assert!(wrong(json!({"text": "", "language": "c"})).contains("there is no language \"c\"; there are smv"));
        assert!(wrong(json!({"text": 3})).contains("`text` is to be a string"));
        let unknown = Arguments::new(Map::from_iter([("a\nb".to_owned(), json!(1))]), &["path"]).err().unwrap();
        assert_eq!(text(unknown), "ERROR: there is no argument \"a\\nb\"; there are path");
        assert!(arguments(json!({"deadline": 0})).deadline().is_err());
        assert_eq!(arguments(json!({"deadline": 5})).deadline(), Ok(Some(5)));
    }
}
