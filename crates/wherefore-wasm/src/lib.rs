//! What if, for the HTML report: the evaluator and the search of `wherefore-trace`, behind questions and answers in JSON.
//!
//! ```text
//! {"system": "system \"ac\" ...", "property": "right_mode", "run": "-> State: 1.1 <- ..."}     opens a run
//!   {"choices": [{"variable": "t", "free": "every", "type": "integer", "lo": 0, "hi": 40}]}
//! {"changes": [{"variable": "t", "step": 1, "value": "25"}]}                                    plays it with changes
//!   {"steps": 3, "loop": null, "values": {"t": [20, 25, 25]}, "property": {"verdict": "fails", "step": 2}, "end": null, "trace": "..."}
//! ```
//!
//! Systems are in the text form of `wherefore-ir`, runs in that of NuSMV. A question that makes no sense is answered with
//! `{"error": "..."}`. The page calls the functions of `door`, which exist only in the module.

mod answer;
#[cfg(target_arch = "wasm32")]
mod door;

use answer::{choices, played};
use serde_json::{Value as Json, json};
use wherefore_ir::{Property, System, VarId, text};
use wherefore_trace::format::read_text;
use wherefore_trace::{Change, Trace, read, what_if};

/// A run that is open, with its system and its property.
#[derive(Debug)]
struct Opened {
    system: System,
    property: Property,
    run: Trace,
}

/// Answers questions about one run after the other.
#[derive(Debug, Default)]
pub struct Player {
    opened: Option<Opened>,
}

impl Player {
    /// The answer to a question, both in JSON.
    pub fn answer(&mut self, question: &str) -> String {
        let answer = serde_json::from_str(question).map_err(|e| e.to_string()).and_then(|q: Json| self.respond(&q));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn respond(&mut self, question: &Json) -> Result<Json, String> {
        if question.get("system").is_some() {
            let opened = open(question)?;
            let answer = choices(&opened.system);
            self.opened = Some(opened);
            return Ok(answer);
        }
        let opened = self.opened.as_ref().ok_or("no run is open")?;
        let list = question.get("changes").and_then(Json::as_array).ok_or("no list of changes")?;
        let changes = list.iter().map(|c| change(opened, c)).collect::<Result<Vec<Change>, String>>()?;
        let found = what_if(&opened.system, &opened.run, &changes, &opened.property).map_err(|e| e.to_string())?;
        Ok(played(&opened.system, &opened.property, &found))
    }
}

fn word<'a>(json: &'a Json, key: &str) -> Result<&'a str, String> {
    json.get(key).and_then(Json::as_str).ok_or_else(|| format!("`{key}` is not a text"))
}

fn open(question: &Json) -> Result<Opened, String> {
    let system = text::parse(word(question, "system")?).map_err(|e| e.to_string())?;
    let name = word(question, "property")?;
    let property = system.property(name).cloned().ok_or_else(|| format!("no property `{name}`"))?;
    let runs = read_text(word(question, "run")?).map_err(|e| e.to_string())?;
    let [run] = runs.as_slice() else { return Err(format!("{} runs instead of one", runs.len())) };
    let run = run.bind(&system).map_err(|e| e.to_string())?.trace;
    Ok(Opened { system, property, run })
}

fn change(opened: &Opened, json: &Json) -> Result<Change, String> {
    let name = word(json, "variable")?;
    let terms = &opened.system.terms;
    let var: VarId = terms.find_var(name).ok_or_else(|| format!("no variable `{name}`"))?;
    let step = json.get("step").and_then(Json::as_u64).and_then(|s| usize::try_from(s).ok());
    let step = step.filter(|s| *s < opened.run.len()).ok_or("no such step")?;
    let value = read(terms, terms.var(var).sort, word(json, "value")?)?;
    Ok(Change { var, step, value })
}
