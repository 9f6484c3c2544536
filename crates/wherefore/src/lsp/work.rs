//! Searches: begun by commands of the editor, watched and cancelled by it, and their answers kept with the text.

use super::file::File;
use super::serve::{Files, Send, lock, publish, refused};
use super::show::in_words;
use super::{CHECK, FIX, Tongue, WHY};
use crate::editor::{Answer, Question, Trace, WrittenPlace, ask};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use wherefore_stop::{Stop, StopReason};

/// The longest time for a command, unless the editor sets another.
const DEADLINE: &str = "300s";

/// The searches under way.
pub struct Work {
    send: Send,
    files: Arc<Mutex<Files>>,
    running: Arc<Mutex<BTreeMap<u64, Running>>>,
    next: AtomicU64,
    deadline: String,
    /// Whether the editor shows progress that it did not ask for, and fetches lenses again when told to.
    shows_progress: bool,
    refreshes_lenses: bool,
}

/// A search under way.
struct Running {
    id: Value,
    token: Value,
    stop: Stop,
}

impl Work {
    /// No search yet.
    pub fn new(send: Send, files: Arc<Mutex<Files>>, initialize: &Value) -> Work {
        let can = |path: &str| initialize.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let deadline =
            initialize.pointer("/initializationOptions/deadline").and_then(Value::as_str).unwrap_or(DEADLINE);
        Work {
            send,
            files,
            running: Arc::default(),
            next: AtomicU64::new(1),
            deadline: deadline.to_owned(),
            shows_progress: can("/capabilities/window/workDoneProgress"),
            refreshes_lenses: can("/capabilities/workspace/codeLens/refreshSupport"),
        }
    }

    /// Begins a search in the background.
    pub fn begin(
        &self,
        id: RequestId,
        command: &str,
        name: &str,
        property: Option<&str>,
        token: Option<&Value>,
    ) -> Result<(), String> {
        let words: &[&str] = match command {
            CHECK => &["check"],
            WHY => &["why", "--no-fix"],
            FIX => &["fix"],
            _ => return Err(format!("{command} is no command")),
        };
        let files = lock(&self.files);
        let file = files.open.get(name).ok_or("the text is not open")?;
        let Some(Tongue::Model(language)) = file.tongue else { return Err("the text is no model".to_owned()) };
        if file.reading.has_errors() {
            return Err("the text has errors; nothing is asked until they are corrected".to_owned());
        }
        let question = Question {
            words: words.iter().map(|w| (*w).to_owned()).collect(),
            text: file.text.text.clone(),
            language,
            name: file.name(),
            folder: file.folder(),
            property: property.map(str::to_owned),
            deadline: self.deadline.clone(),
        };
        let (version, number) = (file.version, self.next.fetch_add(1, Ordering::Relaxed));
        drop(files);
        let title = format!("wherefore {} {}", words.first().unwrap_or(&""), property.unwrap_or("all properties"));
        let token = self.announce(number, token, &title);
        let stop = Stop::new();
        let running = Running { id: json!(id), token: token.clone(), stop: stop.clone() };
        self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(number, running);
        let (send, files, all) = (self.send.clone(), self.files.clone(), self.running.clone());
        let (name, refreshes) = (name.to_owned(), self.refreshes_lenses);
        thread::spawn(move || {
            let found = ask(&question, &stop);
            all.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
            progress(&send, &token, json!({ "kind": "end" }));
            send(match found {
                None => {
                    Message::Response(Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned()))
                }
                Some(Err(words)) => refused(id, words),
                Some(Ok(answer)) => keep(&files, &send, (&name, version), answer).map_or_else(
                    || refused(id.clone(), "the text was changed meanwhile".to_owned()),
                    |summary| Message::Response(Response::new_ok(id.clone(), summary)),
                ),
            });
            if refreshes {
                let id = RequestId::from(format!("lenses-{number}"));
                send(Message::Request(Request::new(id, "workspace/codeLens/refresh".to_owned(), Value::Null)));
            }
        });
        Ok(())
    }

    /// Says that a search begins; the token by which it is named.
    fn announce(&self, number: u64, token: Option<&Value>, title: &str) -> Value {
        let token = match token {
            Some(token) => token.clone(),
            None if self.shows_progress => {
                let token = json!(format!("wherefore-{number}"));
                let id = RequestId::from(format!("progress-{number}"));
                let create = Request::new(id, "window/workDoneProgress/create".to_owned(), json!({ "token": token }));
                (self.send)(Message::Request(create));
                token
            }
            None => return Value::Null,
        };
        progress(&self.send, &token, json!({ "kind": "begin", "title": title, "cancellable": true }));
        token
    }

    /// Ends the search with this request or token.
    pub fn cancel(&self, id: &Value) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let named = running.values().filter(|r| r.id == *id || (!r.token.is_null() && r.token == *id));
        named.for_each(|r| r.stop.fire(StopReason::Interrupted));
    }

    /// Ends all searches.
    pub fn end(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().for_each(|r| r.stop.fire(StopReason::Interrupted));
        drop(running);
        while !self.running.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

fn progress(send: &Send, token: &Value, value: Value) {
    if !token.is_null() {
        send(Message::Notification(Notification::new(
            "$/progress".to_owned(),
            json!({ "token": token, "value": value }),
        )));
    }
}

/// Keeps an answer with the text that it is about and shows it; none if that text is no longer there.
fn keep(files: &Mutex<Files>, send: &Send, (name, version): (&str, i32), answer: Answer) -> Option<Value> {
    let mut files = lock(files);
    let file = files.open.get_mut(name).filter(|file| file.version == version)?;
    file.answer = Some(match file.answer.take() {
        Some(earlier) => earlier.with(answer),
        None => answer,
    });
    publish(file, send);
    Some(json!({ "properties": file.ways() }))
}

impl File {
    /// The properties with their places.
    pub fn stated(&self) -> Vec<Value> {
        self.reading
            .properties()
            .map(|(p, span)| json!({ "name": p.name, "kind": p.kind.word(), "range": self.text.of_span(span) }))
            .collect()
    }

    /// The verdicts and the ways in which properties break, with the steps of their runs.
    pub fn ways(&self) -> Vec<Value> {
        let Some(answer) = &self.answer else { return Vec::new() };
        let of_property = |(index, property): (usize, &crate::editor::Property)| {
            let places = answer.places.get(index);
            let ways: Vec<Value> = property.classes.iter().enumerate().map(|(at, way)| {
                let rows = places.and_then(|p| p.classes.get(at)).map_or(&[][..], Vec::as_slice);
                let no_return = way.explanation.as_ref().and_then(|e| e.no_return.as_ref()).and_then(|n| n.tick);
                json!({ "id": way.id, "title": way.title, "noReturn": no_return, "steps": self.steps(answer, &way.trace, rows) })
            }).collect();
            json!({
                "name": property.name,
                "verdict": property.verdict,
                "words": in_words(property),
                "complete": property.enumeration.as_ref().is_some_and(|e| e.complete),
                "ways": ways,
            })
        };
        answer.report.properties.iter().enumerate().map(of_property).collect()
    }

    fn steps(&self, answer: &Answer, trace: &Trace, rows: &[Vec<WrittenPlace>]) -> Vec<Value> {
        let step = |(at, step): (usize, &crate::editor::Step)| {
            let places = rows.get(at).map_or(&[][..], Vec::as_slice).iter().filter_map(|p| self.range_of(answer, p));
            let places: Vec<Value> = places.map(|range| json!({ "uri": self.uri.as_str(), "range": range })).collect();
            let before = at.checked_sub(1).and_then(|before| trace.steps.get(before));
            let changed: Vec<&String> = step
                .values
                .iter()
                .filter(|(k, v)| before.is_some_and(|b| b.values.get(*k) != Some(v)))
                .map(|(k, _)| k)
                .collect();
            json!({ "element": step.element, "values": step.values, "changed": changed, "places": places })
        };
        trace.steps.iter().enumerate().map(step).collect()
    }
}
