//! The tools: names, descriptions and arguments.

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use wherefore::Language;

/// A tool.
pub struct Description {
    /// Its name.
    pub name: &'static str,
    text: &'static str,
    /// Names of its arguments.
    pub arguments: &'static [&'static str],
    needed: &'static [&'static str],
}

/// All tools.
pub const ALL: [Description; 12] = [
    Description {
        name: "check",
        text: "Decide the properties of a model. First line: the verdict and what it rests on. UNDETERMINED means not known, never \"holds\".",
        arguments: &["path", "text", "language", "property", "deadline"],
        needed: &[],
    },
    Description {
        name: "lint",
        text: "Check a model without properties: what is never reached, never used, or leads nowhere. Ask this before `check`.",
        arguments: &["path", "text", "language", "deadline"],
        needed: &[],
    },
    Description {
        name: "why",
        text: "Find every distinct way in which properties break, and what to suspect. Ways have ids: ask `way` for one, `values` for its run.",
        arguments: &["path", "text", "language", "property", "deadline"],
        needed: &[],
    },
    Description {
        name: "way",
        text: "One way of a result of `why`, whole: its run, its cause, the last choice that could have avoided it.",
        arguments: &["result", "way", "property"],
        needed: &["result", "way"],
    },
    Description {
        name: "values",
        text: "Values of variables along a run of a result, by names or by a part of their names.",
        arguments: &["result", "way", "property", "names", "pattern", "from"],
        needed: &["result"],
    },
    Description {
        name: "evaluate",
        text: "An expression over the variables of a run, at each step: `s = ON & pt > 24`, `next(t) - t`.",
        arguments: &["result", "way", "property", "expression"],
        needed: &["result", "expression"],
    },
    Description {
        name: "explain_run",
        text: "Explain a run that another tool found: NuSMV text or XML, Kind 2 JSON, ITF, VCD, BTOR2 witness.",
        arguments: &["path", "text", "language", "property", "trace_path", "trace", "deadline"],
        needed: &[],
    },
    Description {
        name: "fix",
        text: "Find the smallest edits after which the properties hold, each proved, as patches. Nothing is written.",
        arguments: &["path", "text", "language", "property", "deadline", "number"],
        needed: &[],
    },
    Description {
        name: "since",
        text: "As `why`, compared with an earlier result: which ways are fixed, new, unchanged. Ask this after an edit.",
        arguments: &["result", "path", "text", "language", "property", "deadline"],
        needed: &["result"],
    },
    Description {
        name: "surviving_mutants",
        text: "Make wrong models with one small mistake each, and list those that the properties do not notice: what they do not say.",
        arguments: &["path", "text", "language", "deadline"],
        needed: &[],
    },
    Description {
        name: "diff",
        text: "Whether two models show the same outputs for all inputs, or where they first differ.",
        arguments: &["reference", "implementation", "deadline"],
        needed: &["reference", "implementation"],
    },
    Description {
        name: "explain",
        text: "What a word of an answer means, such as an id of a diagnostic, a verdict, or the name of a language.",
        arguments: &["word"],
        needed: &["word"],
    },
];

/// The tool of a name.
pub fn named(name: &str) -> Option<&'static Description> {
    ALL.iter().find(|tool| tool.name == name)
}

impl Description {
    /// Whether it asks about a model, and not only about an earlier answer.
    pub fn takes_models(&self) -> bool {
        self.arguments.contains(&"deadline")
    }

    /// The tool as the protocol describes it.
    pub fn tool(&self) -> Tool {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|name| ((*name).to_owned(), schema(name))).collect();
        let mut input = Map::new();
        input.insert("type".to_owned(), json!("object"));
        input.insert("properties".to_owned(), Value::Object(properties));
        input.insert("required".to_owned(), json!(self.needed));
        input.insert("additionalProperties".to_owned(), json!(false));
        let harmless = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
        Tool::new(self.name, self.text, Arc::new(input)).with_annotations(harmless)
    }
}

fn schema(argument: &str) -> Value {
    let string = |words: &str| json!({"type": "string", "description": words});
    let languages: Vec<&str> = Language::all().map(Language::word).collect();
    match argument {
        "path" => string("The model: a file in the folder of the server. Give this or `text`."),
        "text" => string("The model itself; needs `language`."),
        "language" => json!({"type": "string", "enum": languages, "description": "The language of the model."}),
        "property" => string("Only this property; of a labelled transition system (aut) a formula in MCL."),
        "deadline" => {
            json!({"type": "integer", "minimum": 1, "maximum": 3600, "description": "Seconds; 60 unless the server says otherwise."})
        }
        "result" => string("The id of an earlier answer: r1, r2, ..."),
        "way" => string("The id of a way, or its number."),
        "names" => json!({"type": "array", "items": {"type": "string"}, "description": "Names of variables."}),
        "pattern" => string("A part of the names of variables."),
        "from" => {
            json!({"type": "integer", "minimum": 1, "description": "The first step that is shown, from 1; without it, the first."})
        }
        "expression" => string(
            "Names, numbers, TRUE, FALSE, ! & | xor -> <-> = != < <= > >= + - * / mod, c ? a : b, next(e), prev(e).",
        ),
        "trace_path" => string("The run: a file in the folder of the server. Give this or `trace`."),
        "trace" => string("The run itself, in the format of the tool that wrote it."),
        "number" => json!({"type": "integer", "minimum": 1, "description": "Show this fix instead of the first."}),
        "word" => string("The word, as it stands in an answer."),
        _ => json!({
            "type": "object",
            "description": "A model: `path`, or `text` with `language`.",
            "properties": {"path": {"type": "string"}, "text": {"type": "string"}, "language": {"type": "string", "enum": languages}},
            "additionalProperties": false,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_described_in_few_words() {
        let listed = serde_json::to_string(&ALL.iter().map(Description::tool).collect::<Vec<_>>()).unwrap();
        assert!(listed.len() < 12_000, "{}", listed.len());
        assert!(ALL.iter().all(|t| t.needed.iter().all(|n| t.arguments.contains(n))));
    }
}
