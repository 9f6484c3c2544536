//! What each tool answers.

mod comparison;
mod edits;
mod properties;
mod values;
mod way;

use super::answer::{Answer, quoted, quoted_to, word};
use super::backend::{Backend, Question};
use super::question::{Arguments, Model, Source, ToolResult};
use super::run::{field, list, number, text};
use super::store::StoredDocument;
use super::{tools, verdict};
use crate::commands::topic;
use rmcp::model::CallToolRequestParams;
use serde_json::Value;
use std::sync::Arc;
use wherefore_stop::Stop;

/// Exit code of a command whose model or question is wrong.
const INPUT: i32 = 2;

/// Answers a call.
pub fn reply(backend: &Backend, request: CallToolRequestParams, stop: &Stop) -> Answer {
    answered(backend, request, stop).unwrap_or_else(|objection| objection)
}

fn answered(backend: &Backend, request: CallToolRequestParams, stop: &Stop) -> ToolResult<Answer> {
    let Some(tool) = tools::named(&request.name) else { return Err(Answer::error("there is no tool of this name")) };
    let call =
        Call { backend, arguments: Arguments::new(request.arguments.unwrap_or_default(), tool.arguments)?, stop };
    match tool.name {
        "way" => call.way(),
        "values" => call.values(),
        "evaluate" => call.evaluate(),
        "diff" => call.diff(),
        "explain" => call.explain(),
        name => call.ask_about_model(name),
    }
}

/// A call of a tool.
struct Call<'a> {
    backend: &'a Backend,
    arguments: Arguments,
    stop: &'a Stop,
}

impl Call<'_> {
    /// Asks a command about a model.
    fn ask_about_model(&self, tool: &str) -> ToolResult<Answer> {
        let root = &self.backend.root;
        let model = self.arguments.model(root)?;
        let mut options = Vec::new();
        if let Some(property) = self.arguments.property(root)? {
            options.push(format!("--property={property}"));
        }
        let mut files = Vec::new();
        let command = match tool {
            "why" | "since" | "explain_run" => {
                // A fix is a question of its own.
                options.push("--no-fix".to_owned());
                "why"
            }
            "surviving_mutants" => {
                options.push("--check".to_owned());
                "mutate"
            }
            "lint" => "lint",
            "fix" => "fix",
            _ => "check",
        };
        if tool == "explain_run" {
            files.push(("--trace", self.arguments.given(root, "trace_path", "trace")?));
        }
        if tool == "since" {
            files.push(("--since", Source::Text(self.kept()?.text.clone())));
        }
        let document =
            self.ask(Question { command, options, models: vec![("model", &model)], files, deadline: None })?;
        Ok(self.about(tool, &document))
    }

    fn diff(&self) -> ToolResult<Answer> {
        let root = &self.backend.root;
        let reference: Model = self.arguments.object("reference", root)?;
        let implementation: Model = self.arguments.object("implementation", root)?;
        let models = vec![("reference", &reference), ("implementation", &implementation)];
        let options = vec!["--max-differences=5".to_owned()];
        let question = Question { command: "diff", options, models, files: Vec::new(), deadline: None };
        let document = self.ask(question)?;
        Ok(self.about("diff", &document))
    }

    fn ask(&self, question: Question<'_>) -> ToolResult<Arc<StoredDocument>> {
        self.backend.ask(&Question { deadline: self.arguments.deadline()?, ..question }, self.stop)
    }

    /// An answer that rests on a document, which is kept.
    fn about(&self, tool: &str, document: &Arc<StoredDocument>) -> Answer {
        let id = self.backend.kept().keep(document.clone());
        let mut answer = Answer::new(verdict::of(document));
        answer.is_error = document.code == INPUT && list(&document.value, "properties").is_empty();
        answer.say(format!("result {id}: {tool} of {}", quoted_to(text(field(&document.value, "model"), "path"), 60)));
        unfinished(&mut answer, &document.value);
        remarks(&mut answer, list(&document.value, "diagnostics"));
        match tool {
            "fix" => {
                let number = self.arguments.number("number", 1000).ok().flatten().unwrap_or(1);
                edits::fixes(&mut answer, &document.value, usize::try_from(number).unwrap_or(1));
            }
            "surviving_mutants" => edits::mutants(&mut answer, &document.value),
            "lint" => remarks(&mut answer, list(field(&document.value, "lint"), "findings")),
            "diff" => comparison::differences(&mut answer, &document.value),
            _ => properties::properties(&mut answer, &document.value),
        }
        answer
    }

    /// The earlier document that is asked about.
    fn kept(&self) -> ToolResult<Arc<StoredDocument>> {
        let id = self.arguments.needed("result")?;
        let kept = self.backend.kept();
        kept.get(id).ok_or_else(|| {
            let known = kept.ids().join(", ");
            let known = if known.is_empty() { "there are none yet".to_owned() } else { format!("there are {known}") };
            Answer::error(format!("there is no result {}; {known}", quoted_to(id, 20)))
        })
    }

    fn explain(&self) -> ToolResult<Answer> {
        let wanted = self.arguments.needed("word")?;
        let topics = topic::all();
        let found = topics.iter().find(|t| t.id.eq_ignore_ascii_case(wanted));
        let found =
            found.ok_or_else(|| Answer::error(format!("nothing called {} can be explained", quoted(wanted))))?;
        let mut answer = Answer::new(format!("{}: {}", found.id, found.summary));
        found.explanation.lines().for_each(|line| answer.say(line));
        Ok(answer)
    }
}

/// Says which parts were ended before they were done.
fn unfinished(answer: &mut Answer, document: &Value) {
    for part in list(document, "unfinished").iter().take(3) {
        let why = quoted_to(text(field(part, "cause"), "message"), 80);
        answer.say(format!("NOT finished: {}: {why}", quoted_to(text(part, "part"), 60)));
    }
}

/// Says what is wrong with a model, or odd.
fn remarks(answer: &mut Answer, remarks: &[Value]) {
    for remark in remarks.iter().take(12) {
        let at = place(field(remark, "place"));
        answer.say(format!(
            "{} {}{at}: {}",
            word(text(remark, "severity")),
            word(text(remark, "id")),
            quoted(text(remark, "message"))
        ));
        let help = list(remark, "help").iter().filter_map(Value::as_str).take(2);
        help.for_each(|help| answer.say(format!("  help: {}", quoted(help))));
    }
    if remarks.len() > 12 {
        answer.say(format!("and {} more", remarks.len() - 12));
    }
}

/// A place in a source.
fn place(place: &Value) -> String {
    if place.is_null() {
        return String::new();
    }
    format!(" at {}:{}:{}", quoted_to(text(place, "path"), 60), number(place, "line"), number(place, "column"))
}
