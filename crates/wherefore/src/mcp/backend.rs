//! A question, put to a further process of this program.

use super::answer::{Answer, quoted};
use super::question::{Model, Source, ToolResult};
use super::store::{ResultStore, StoredDocument};
use crate::args::mcp::Mcp;
use crate::args::units::{Size, Span};
use crate::solvers::programs;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;
use wherefore::Language;
use wherefore_report::document::SCHEMA;
use wherefore_solve::{Captured, capture};
use wherefore_stop::Stop;

/// Who asks.
pub struct Backend {
    /// The folder in which the server was started.
    pub root: PathBuf,
    program: PathBuf,
    deadline: Span,
    memory: Option<Size>,
    kept: Mutex<ResultStore>,
}

/// A question.
pub struct Question<'a> {
    /// The command.
    pub command: &'static str,
    /// Its options.
    pub options: Vec<String>,
    /// The models, with the names that those without a file are given.
    pub models: Vec<(&'static str, &'a Model)>,
    /// Further files, with the options that name them.
    pub files: Vec<(&'static str, Source)>,
    /// The longest time, in seconds.
    pub deadline: Option<u64>,
}

impl Backend {
    /// An backend for the folder in which the program stands.
    pub fn new(arguments: &Mcp) -> std::io::Result<Backend> {
        let root = std::env::current_dir()?.canonicalize()?;
        let program = std::env::current_exe()?;
        let (deadline, memory) = (arguments.deadline.clone(), arguments.memory.clone());
        Ok(Backend { root, program, deadline, memory, kept: Mutex::default() })
    }

    /// The documents that can be asked on.
    pub fn kept(&self) -> std::sync::MutexGuard<'_, ResultStore> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks.
    pub fn ask(&self, question: &Question<'_>, stop: &Stop) -> ToolResult<Arc<StoredDocument>> {
        let unwritten = |error| no_report(&format!("cannot write temporary files: {error}"));
        let folder = tempfile::Builder::new().prefix("wherefore-").tempdir().map_err(unwritten)?;
        let arguments = self.arguments(question, &folder).map_err(unwritten)?;
        let said = capture(&programs(), &self.program, arguments, stop).map_err(|e| no_report(&e.to_string()))?;
        if let Some(reason) = stop.reason() {
            return Err(no_report(&reason.to_string()));
        }
        read(&said, folder.path())
    }

    fn arguments(&self, question: &Question<'_>, folder: &TempDir) -> std::io::Result<Vec<String>> {
        let mut arguments = vec![question.command.to_owned()];
        arguments.extend(["--format", "json", "--quiet", "--color", "never", "--deadline"].map(str::to_owned));
        arguments.push(question.deadline.map_or_else(|| self.deadline.to_string(), |n| format!("{n}s")));
        arguments.extend(self.memory.iter().flat_map(|size| ["--memory".to_owned(), size.to_string()]));
        arguments.extend(question.options.iter().cloned());
        for (option, given) in &question.files {
            arguments.push(format!("{option}={}", place(given, folder.path(), option.trim_matches('-'))?));
        }
        if let [(_, Model { language: Some(language), .. })] = question.models.as_slice() {
            arguments.extend(["--language".to_owned(), language.word().to_owned()]);
        }
        arguments.push("--".to_owned());
        for (name, model) in &question.models {
            let name = format!("{name}.{}", model.language.map_or("model", ending));
            arguments.push(place(&model.given, folder.path(), &name)?);
        }
        Ok(arguments)
    }
}

/// The path of a text; one that has none is written to a file.
fn place(given: &Source, folder: &Path, name: &str) -> std::io::Result<String> {
    match given {
        Source::File(path) => Ok(path.clone()),
        Source::Text(text) => {
            let path = folder.join(name);
            std::fs::write(&path, text)?;
            Ok(path.to_string_lossy().into_owned())
        }
    }
}

/// The ending by which the language of a file is known.
fn ending(language: Language) -> &'static str {
    match language {
        Language::Lustre => "lus",
        Language::Simulink => "mdl",
        Language::XState => "json",
        Language::Aiger => "aag",
        other => other.word(),
    }
}

/// Reads what was said. The names of temporary files are shown without their folder.
fn read(said: &Captured, folder: &Path) -> ToolResult<Arc<StoredDocument>> {
    let text = String::from_utf8_lossy(&said.stdout).replace(&format!("{}/", folder.display()), "");
    let value: Option<Value> = serde_json::from_str(&text).ok();
    let value = value.filter(|value| value.get("schema").and_then(Value::as_str) == Some(SCHEMA));
    match (value, said.status.code()) {
        (Some(value), Some(code)) => Ok(Arc::new(StoredDocument { text, value, code })),
        (_, code) => {
            let messages = String::from_utf8_lossy(&said.stderr);
            let first =
                messages.lines().find(|line| !line.trim().is_empty()).unwrap_or("the process ended without a word");
            Err(if code == Some(2) { Answer::error(quoted(first)) } else { no_report(first) })
        }
    }
}

/// The answer where there is no document.
pub fn no_report(why: &str) -> Answer {
    Answer::new(format!("UNDETERMINED: there is no report: {}", quoted(why)))
}
