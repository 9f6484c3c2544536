//! The server: which message is answered by what.

use super::file::File;
use super::rename;
use super::work::Work;
use crate::panics;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{Position, PublishDiagnosticsParams, TextDocumentPositionParams, Uri, WorkspaceEdit};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sends a message to the editor. One that is gone gets none.
pub type Send = Arc<dyn Fn(Message) + std::marker::Send + Sync>;

/// What the server knows.
pub struct Server {
    send: Send,
    files: Arc<Mutex<Files>>,
    work: Work,
}

/// The texts that are open.
#[derive(Default)]
pub struct Files {
    /// By their names.
    pub open: BTreeMap<String, File>,
    /// The names of those that were changed and not read yet.
    changed: BTreeSet<String>,
}

/// The files, for a moment.
pub fn lock(files: &Mutex<Files>) -> MutexGuard<'_, Files> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Files {
    /// Reads a text if it was changed, and shows what is to be said about it.
    pub fn refresh(&mut self, name: &str, send: &Send) {
        if self.changed.remove(name)
            && let Some(file) = self.open.get_mut(name)
        {
            file.read();
            publish(file, send);
        }
    }
}

/// Shows what is known about a text.
pub fn publish(file: &File, send: &Send) {
    let shown = PublishDiagnosticsParams::new(file.uri.clone(), file.diagnostics(), Some(file.version));
    send(Message::Notification(Notification::new("textDocument/publishDiagnostics".to_owned(), shown)));
}

/// An answer, or the reason why there is none.
type Answered = Result<Value, String>;

impl Server {
    /// A server for an editor, which has said what it can do.
    pub fn new(sender: impl Fn(Message) + std::marker::Send + Sync + 'static, initialize: &Value) -> Server {
        let (send, files): (Send, Arc<Mutex<Files>>) = (Arc::new(sender), Arc::default());
        let work = Work::new(send.clone(), files.clone(), initialize);
        Server { send, files, work }
    }

    /// Reads what was changed.
    pub fn refresh(&self) {
        let mut files = lock(&self.files);
        while let Some(name) = files.changed.first().cloned() {
            files.refresh(&name, &self.send);
        }
    }

    /// Ends all searches.
    pub fn end(&self) {
        self.work.end();
    }

    /// Takes a message.
    pub fn take(&self, message: Message) {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(note) => {
                // A notification that cannot be read has no answer that could say so.
                let _ = catch_unwind(AssertUnwindSafe(|| self.notification(&note)));
            }
            Message::Response(_) => {}
        }
    }

    fn notification(&self, note: &Notification) -> Option<()> {
        let params = &note.params;
        let name = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
        let version = params.pointer("/textDocument/version").and_then(Value::as_i64).unwrap_or_default() as i32;
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let document = params.get("textDocument")?;
                let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default();
                let file = File::new(name.parse::<Uri>().ok()?, text("languageId"), version, text("text").to_owned());
                let mut files = lock(&self.files);
                files.open.insert(name.to_owned(), file);
                files.changed.insert(name.to_owned());
            }
            "textDocument/didChange" => {
                let text = params.get("contentChanges")?.as_array()?.last()?.get("text")?.as_str()?;
                let mut files = lock(&self.files);
                files.open.get_mut(name)?.change(version, text.to_owned());
                files.changed.insert(name.to_owned());
            }
            "textDocument/didClose" => {
                let mut files = lock(&self.files);
                let mut file = files.open.remove(name)?;
                (file.reading, file.answer) = Default::default();
                publish(&file, &self.send);
            }
            "$/cancelRequest" => self.work.cancel(params.get("id")?),
            "window/workDoneProgress/cancel" => self.work.cancel(params.get("token")?),
            _ => {}
        }
        Some(())
    }

    fn request(&self, request: Request) {
        let Request { id, method, params } = request;
        if method == "workspace/executeCommand" {
            if let Err(words) = self.execute(&id, &params) {
                (self.send)(refused(id, words));
            }
            return;
        }
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&method, &params)));
        let answer =
            answer.unwrap_or_else(|payload| Some(Err(format!("internal error: {}", panics::describe(&*payload)))));
        (self.send)(match answer {
            Some(Ok(value)) => Message::Response(Response::new_ok(id, value)),
            Some(Err(words)) => refused(id, words),
            None => Message::Response(Response::new_err(
                id,
                ErrorCode::MethodNotFound as i32,
                format!("{method} is not known"),
            )),
        });
    }

    /// The command that an editor sends, begun in the background; its answer comes later.
    fn execute(&self, id: &RequestId, params: &Value) -> Result<(), String> {
        let name = params.pointer("/arguments/0").and_then(Value::as_str).ok_or("which text is not said")?;
        let property = params.pointer("/arguments/1").and_then(Value::as_str);
        lock(&self.files).refresh(name, &self.send);
        let command = params.get("command").and_then(Value::as_str).unwrap_or_default();
        self.work.begin(id.clone(), command, name, property, params.get("workDoneToken"))
    }

    /// The answer to a request; none if it is not known.
    fn answer(&self, method: &str, params: &Value) -> Option<Answered> {
        let name = params
            .pointer("/textDocument/uri")
            .or_else(|| params.get("uri"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let mut files = lock(&self.files);
        files.refresh(name, &self.send);
        let known = method.starts_with("textDocument/") || method.starts_with("wherefore/");
        let Some(file) = files.open.get_mut(name) else { return known.then_some(Ok(Value::Null)) };
        Some(match method {
            "textDocument/hover" => at(params).map(|p| json!(file.hover(p))),
            "textDocument/definition" => at(params).map(|p| {
                let symbol = file.name_at(p).and_then(|(at, _)| file.declaration(at));
                json!(symbol.map(|s| file.location(&s.place)))
            }),
            "textDocument/references" => at(params).map(|p| {
                let uses = file.name_at(p).map_or_else(Vec::new, |(at, _)| file.uses(at));
                json!(uses.iter().map(|w| file.location(w)).collect::<Vec<_>>())
            }),
            "textDocument/prepareRename" => at(params)
                .and_then(|p| rename::prepare(file, p))
                .map(|(range, name)| json!({ "range": range, "placeholder": name })),
            "textDocument/rename" => renamed(file, params),
            "textDocument/documentSymbol" => Ok(json!(file.outline())),
            "textDocument/completion" => at(params).map(|p| json!(file.completions(p))),
            "textDocument/codeLens" => Ok(json!(file.lenses())),
            "textDocument/codeAction" => part(params, "range").map(|range| json!(file.actions(range))),
            "wherefore/properties" => Ok(json!({ "properties": file.stated() })),
            "wherefore/ways" => Ok(json!({ "properties": file.ways() })),
            "wherefore/page" => Ok(json!({ "html": file.answer.as_ref().map(|a| a.page.as_str()) })),
            "wherefore/select" => {
                let number = |key: &str| params.get(key).and_then(Value::as_u64).unwrap_or_default() as usize;
                file.selected = (number("property"), number("way"));
                Ok(Value::Null)
            }
            _ => return None,
        })
    }
}

fn renamed(file: &File, params: &Value) -> Answered {
    let new: String = part(params, "newName")?;
    let edits = rename::rename(file, at(params)?, &new)?;
    Ok(json!(WorkspaceEdit::new([(file.uri.clone(), edits)].into())))
}

/// The place that a request is about.
fn at(params: &Value) -> Result<Position, String> {
    serde_json::from_value(params.clone()).map(|p: TextDocumentPositionParams| p.position).map_err(|e| e.to_string())
}

fn part<T: DeserializeOwned>(params: &Value, key: &str) -> Result<T, String> {
    serde_json::from_value(params.get(key).cloned().unwrap_or_default()).map_err(|e| format!("{key}: {e}"))
}

/// The answer that nothing was done, and why.
pub fn refused(id: RequestId, words: String) -> Message {
    Message::Response(Response::new_err(id, ErrorCode::RequestFailed as i32, words))
}
