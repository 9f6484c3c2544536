//! A session: which message is answered by what.

mod show;

use super::Event;
use super::walk::{Stops, Walk, Why};
use crate::editor::{Answer, Question, ask};
use crate::input;
use serde_json::{Value, json};
use show::{WATCHES, scopes};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use wherefore_stop::{Stop, StopReason};

/// The longest time for the search, unless the launch sets another.
const DEADLINE: &str = "300s";
/// The name of the filter that stops at the point of no return.
const NO_RETURN: &str = "no-return";
/// The only thread.
const THREAD: u64 = 1;
/// The most expressions of which the values at all steps are kept.
const MOST_WATCHES: usize = 1000;

/// Writes a message to the editor.
type Write = Box<dyn Fn(&Value)>;

/// What was asked for at the launch.
struct Launch {
    request: Value,
    model: PathBuf,
    property: Option<String>,
    way: usize,
}

/// A session under way.
pub struct Session {
    events: Sender<Event>,
    write: Write,
    sent: u64,
    stop: Stop,
    search: Option<JoinHandle<()>>,
    launch: Option<Launch>,
    walk: Option<Walk>,
    lines: BTreeSet<u32>,
    stops_at_no_return: bool,
    watched: Vec<Vec<Option<String>>>,
}

impl Session {
    /// A session that nothing was said in yet.
    pub fn new(events: Sender<Event>, write: Write) -> Session {
        Session {
            events,
            write,
            sent: 0,
            stop: Stop::new(),
            search: None,
            launch: None,
            walk: None,
            lines: BTreeSet::new(),
            stops_at_no_return: false,
            watched: Vec::new(),
        }
    }

    /// Ends the search, if there is one.
    pub fn end(&mut self) {
        self.stop.fire(StopReason::Interrupted);
        self.search.take().map(JoinHandle::join);
    }

    fn send(&mut self, mut message: Value) {
        self.sent += 1;
        if let Some(fields) = message.as_object_mut() {
            fields.insert("seq".to_owned(), json!(self.sent));
        }
        (self.write)(&message);
    }

    fn event(&mut self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    fn respond(&mut self, request: &Value, answer: Result<Value, String>) {
        let (seq, command) = (request.get("seq").cloned(), request.get("command").cloned());
        self.send(match answer {
            Ok(body) => {
                json!({ "type": "response", "request_seq": seq, "command": command, "success": true, "body": body })
            }
            Err(words) => json!({
                "type": "response", "request_seq": seq, "command": command, "success": false, "message": words,
                "body": { "error": { "id": 1, "format": words, "showUser": true } },
            }),
        });
    }

    fn stopped(&mut self, why: Why) {
        let (reason, text) = match why {
            Why::Step => ("step", ""),
            Why::Start => ("entry", "the run begins here"),
            Why::Breakpoint => ("breakpoint", ""),
            Why::NoReturn => ("breakpoint", "point of no return: from here on the failure cannot be avoided"),
            Why::End => ("exception", "the run ends here: the property is broken"),
        };
        let text = match (why, self.walk.as_ref().and_then(|w| w.trace.loop_start)) {
            (Why::End, Some(start)) => {
                format!("the run goes on at step {}, for ever: the property is broken", start + 1)
            }
            _ => text.to_owned(),
        };
        self.event("stopped", json!({ "reason": reason, "description": text, "text": text, "threadId": THREAD, "allThreadsStopped": true }));
    }

    /// Takes a message; false if the session is over.
    pub fn take(&mut self, message: &Value) -> bool {
        if message.get("type").and_then(Value::as_str) != Some("request") {
            return true;
        }
        let command = message.get("command").and_then(Value::as_str).unwrap_or_default();
        let arguments = message.get("arguments").cloned().unwrap_or_default();
        match command {
            "launch" => {
                if let Err(words) = self.launch(message, &arguments) {
                    self.respond(message, Err(words));
                }
            }
            "disconnect" | "terminate" => {
                self.respond(message, Ok(Value::Null));
                self.event("terminated", json!({}));
                return false;
            }
            "configurationDone" => {
                self.respond(message, Ok(Value::Null));
                self.stopped(Why::Start);
            }
            "next" | "stepIn" | "stepOut" | "stepBack" | "continue" | "reverseContinue" | "goto" | "restart"
            | "wherefore/noReturn" => {
                let moved = self.go(command, &arguments);
                let body = moved.clone().map(|_| json!({ "allThreadsContinued": true }));
                self.respond(message, body);
                if let Ok(why) = moved {
                    self.stopped(why);
                }
            }
            _ => {
                let answer = self.answer(command, &arguments);
                self.respond(message, answer);
            }
        }
        true
    }

    /// Begins the search for the run.
    fn launch(&mut self, request: &Value, arguments: &Value) -> Result<(), String> {
        let text = |key: &str| arguments.get(key).and_then(Value::as_str);
        let model = PathBuf::from(text("program").ok_or("the launch names no model: `program` is missing")?);
        let language = text("language").and_then(wherefore::Language::named);
        let language = language.map_or_else(|| input::language(&model).map_err(|d| d.headline), Ok)?;
        let way = arguments.get("way").and_then(Value::as_u64).unwrap_or(1).max(1) as usize;
        let property = text("property").map(str::to_owned);
        let question = Question {
            words: ["why", "--no-fix", "--max-classes"]
                .iter()
                .map(|w| (*w).to_owned())
                .chain([way.max(20).to_string()])
                .collect(),
            text: input::read(&model).map_err(|d| d.headline)?.text,
            language,
            name: input::name(Path::new(model.file_name().unwrap_or(model.as_os_str()))),
            folder: model.parent().filter(|f| f.is_dir()).map_or_else(|| PathBuf::from("."), Path::to_owned),
            property: property.clone(),
            deadline: text("deadline").unwrap_or(DEADLINE).to_owned(),
        };
        self.launch = Some(Launch { request: request.clone(), model, property, way });
        let (events, stop) = (self.events.clone(), self.stop.clone());
        self.search = Some(thread::spawn(move || {
            if let Some(found) = ask(&question, &stop) {
                // A session that is over needs no answer.
                let _ = events.send(Event::Found(Box::new(found)));
            }
        }));
        Ok(())
    }

    /// Takes the runs that were found; false if the session is over.
    pub fn found(&mut self, found: Result<Answer, String>) -> bool {
        let Some(launch) = &self.launch else { return true };
        let request = launch.request.clone();
        let remark = |answer: &Answer| {
            answer.report.diagnostics.iter().find(|d| d.severity == "error").map(|d| d.message.clone())
        };
        let walk = found.and_then(|answer| match remark(&answer).filter(|_| answer.report.properties.is_empty()) {
            Some(words) => Err(words),
            None => Walk::new(answer, launch.property.as_deref(), launch.way),
        });
        match walk {
            Ok(walk) => {
                self.walk = Some(walk);
                self.respond(&request, Ok(Value::Null));
                self.event("initialized", json!({}));
                true
            }
            Err(words) => {
                self.respond(&request, Err(words));
                self.event("terminated", json!({}));
                false
            }
        }
    }

    fn go(&mut self, command: &str, arguments: &Value) -> Result<Why, String> {
        let stops = Stops { lines: &self.lines, no_return: self.stops_at_no_return };
        let walk = self.walk.as_mut().ok_or("there is no run yet")?;
        let none = || "this run has no point of no return, or it is not known".to_owned();
        match command {
            "next" | "stepIn" | "stepOut" => Ok(walk.go(true)),
            "stepBack" => Ok(walk.go(false)),
            "continue" => Ok(walk.run(true, &stops)),
            "reverseContinue" => Ok(walk.run(false, &stops)),
            "wherefore/noReturn" => walk.go_to_no_return().ok_or_else(none),
            "goto" => {
                let target = arguments.get("targetId").and_then(Value::as_u64).and_then(|id| id.checked_sub(1));
                walk.at =
                    target.map(|id| id as usize).filter(|at| *at <= walk.last()).ok_or("there is no such step")?;
                Ok(if walk.no_return == Some(walk.at) { Why::NoReturn } else { Why::Step })
            }
            _ => {
                walk.at = 0;
                Ok(Why::Start)
            }
        }
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Result<Value, String> {
        let number = |key: &str| arguments.get(key).and_then(Value::as_u64);
        match command {
            "initialize" => return Ok(capabilities()),
            "setBreakpoints" => return Ok(self.set_lines(arguments)),
            "setExceptionBreakpoints" => {
                let filters = arguments.get("filters").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                self.stops_at_no_return = filters.iter().any(|f| f == NO_RETURN);
                return Ok(
                    json!({ "breakpoints": filters.iter().map(|f| json!({ "verified": f == NO_RETURN })).collect::<Vec<_>>() }),
                );
            }
            _ => {}
        }
        let walk = self.walk.as_ref().ok_or_else(|| format!("{command}: there is no run yet"))?;
        let at = number("frameId").and_then(|id| id.checked_sub(1)).map_or(walk.at, |id| id as usize);
        match command {
            "threads" => Ok(json!({ "threads": [{ "id": THREAD, "name": walk.title }] })),
            "stackTrace" => Ok(self.frames(walk, arguments)),
            "scopes" => Ok(json!({ "scopes": scopes(walk, at) })),
            "variables" => {
                let reference = number("variablesReference").unwrap_or_default();
                Ok(json!({ "variables": self.variables(walk, reference) }))
            }
            "gotoTargets" => {
                let line = number("line").unwrap_or_default();
                let target = |step: usize| json!({ "id": step + 1, "label": walk.title(step), "line": line });
                let is_here = |step: &usize| {
                    walk.places
                        .get(*step)
                        .is_some_and(|p| p.iter().any(|p| u64::from(p.line) <= line && line <= u64::from(p.end_line)))
                };
                let mut steps: Vec<usize> = (0..=walk.last()).filter(is_here).collect();
                steps.extend(walk.no_return.filter(|n| !steps.contains(n)));
                Ok(json!({ "targets": steps.into_iter().map(target).collect::<Vec<_>>() }))
            }
            "evaluate" => {
                let values = walk.watch(arguments.get("expression").and_then(Value::as_str).unwrap_or_default())?;
                let result = values.get(at).cloned().flatten().unwrap_or_else(|| "not known".to_owned());
                let reference = if self.watched.len() < MOST_WATCHES { WATCHES + self.watched.len() as u64 } else { 0 };
                if reference > 0 {
                    self.watched.push(values);
                }
                Ok(json!({ "result": result, "variablesReference": reference }))
            }
            _ => Err(format!("{command} is not known")),
        }
    }

    /// The lines at which a walk in one go stops. A line is good if a step of this run is written there.
    fn set_lines(&mut self, arguments: &Value) -> Value {
        let list = arguments.get("breakpoints").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let lines: Vec<u32> = list.iter().filter_map(|b| b.get("line")?.as_u64()?.try_into().ok()).collect();
        let is_met = |line: u32| {
            self.walk.as_ref().is_some_and(|w| w.places.iter().flatten().any(|p| p.line <= line && line <= p.end_line))
        };
        let answers: Vec<Value> = lines
            .iter()
            .map(|line| match is_met(*line) {
                true => json!({ "verified": true, "line": line }),
                false => json!({ "verified": false, "line": line, "message": "no step of this run is written here" }),
            })
            .collect();
        self.lines = lines.into_iter().collect();
        json!({ "breakpoints": answers })
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsGotoTargetsRequest": true,
        "supportsRestartRequest": true,
        "supportsEvaluateForHovers": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [{ "filter": NO_RETURN, "label": "Point of no return", "default": true }],
    })
}
