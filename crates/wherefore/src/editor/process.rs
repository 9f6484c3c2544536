//! A question to this program, in a process of its own that can be ended at any time.

use super::Answer;
use crate::solvers::programs;
use std::path::PathBuf;
use wherefore::Language;
use wherefore_solve::{Given, capture_given};
use wherefore_stop::Stop;

/// A question about a text, saved or not.
#[derive(Clone, Debug)]
pub struct Question {
    /// `check`, `why` or `fix`, and options of its own.
    pub words: Vec<String>,
    /// The model.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// The name of its file, which the report shows.
    pub name: String,
    /// The folder in which it lies, for files that it includes.
    pub folder: PathBuf,
    /// Only this property.
    pub property: Option<String>,
    /// The longest time for an answer.
    pub deadline: String,
}

/// Asks, and waits for the answer, or says in words why there is none. `None`: it was cancelled.
pub fn ask(question: &Question, stop: &Stop) -> Option<Result<Answer, String>> {
    let given = Given { folder: Some(question.folder.clone()), input: question.text.clone().into_bytes() };
    let started = std::env::current_exe()
        .and_then(|program| capture_given(&programs(), &program, arguments(question), given, stop));
    if stop.is_fired() {
        return None;
    }
    let said = match started {
        Ok(said) => said,
        Err(error) => return Some(Err(format!("cannot start a search: {error}"))),
    };
    let messages = String::from_utf8_lossy(&said.stderr).trim().to_owned();
    Some(serde_json::from_slice(&said.stdout).map_err(|error| match messages.is_empty() {
        true => format!("the search gave no answer: {error}"),
        false => messages,
    }))
}

fn arguments(question: &Question) -> Vec<String> {
    let fixed = ["-", "--format", "editor", "--quiet", "--color", "never", "--language", question.language.word()];
    let limit = ["--deadline".to_owned(), question.deadline.clone()];
    let name = format!("--called={}", question.name);
    let property = question.property.iter().map(|name| format!("--property={name}"));
    let fixed = fixed.map(str::to_owned).into_iter().chain([name]);
    question.words.iter().cloned().chain(fixed).chain(limit).chain(property).collect()
}
