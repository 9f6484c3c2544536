//! Rules: what results are about. One per property that has results, one per kind of diagnostic that occurs, one for models
//! that should be the same; and one per cause of a notification.
//!
//! Ids are the same in every run and on every model, because readers of logs keep their memory under them. That of a property is
//! its lasting name.

use super::log::{Configuration, Reference, Rule, Text};
use crate::document::Property;
use crate::guide;
use crate::no_answer::NoAnswer;
use crate::text::fit::{shorten, visible};
use wherefore_diag::{Code, Severity};

/// Columns of a short description.
const SHORT: usize = 160;
/// Columns of a long one: readers show no more than a thousand.
const LONG: usize = 900;
/// The rule about two models.
const EQUIVALENCE: &str = "equivalence";
/// The rule about a model of which it is not known whether it makes sense.
const SENSE: &str = "model-sense";

/// The rules of a log, in the order in which they came up.
#[derive(Default)]
pub struct Rules {
    /// Rules that results are about.
    pub rules: Vec<Rule>,
    /// Rules that notifications are about.
    pub notifications: Vec<Rule>,
}

impl Rules {
    /// The rule of a property, which is known by this name.
    pub fn property(&mut self, property: &Property, name: &str) -> usize {
        let text = visible(&property.text);
        let short = format!("{}: {text}", visible(&property.title()));
        let full = format!("The property ({}) is to be true of every run of the model: {text}", property.kind);
        let how = format!("`wherefore why MODEL -p {}` shows every way in which it breaks.", visible(&property.name));
        self.add(rule(
            format!("property/{name}"),
            (&shorten(&short, SHORT), &shorten(&full, LONG)),
            format!("{} {how}", explained("violated")),
            "error",
        ))
    }

    /// The rule of a kind of diagnostic.
    pub fn diagnostic(&mut self, code: &'static Code) -> usize {
        self.add(rule(
            code.id.to_owned(),
            (code.summary, code.explanation),
            code.explanation.to_owned(),
            level(code.severity),
        ))
    }

    /// The rule of two models.
    pub fn equivalence(&mut self) -> usize {
        let full = "Whatever inputs are chosen, the implementation is to show the same outputs as the reference.";
        let texts = ("the implementation does the same as the reference", full);
        self.add(rule(EQUIVALENCE.to_owned(), texts, explained("different"), "error"))
    }

    /// The rule of a model by itself.
    pub fn sense(&mut self) -> usize {
        let full =
            "Values are to stay in range, case distinctions to be complete, and nothing is to be divided by zero.";
        self.add(rule(SENSE.to_owned(), ("the model makes sense", full), explained("undetermined"), "error"))
    }

    /// The notification about a cause.
    pub fn cause(&mut self, cause: &NoAnswer) -> Reference {
        let topic = cause.kind.topic();
        let id = topic.word.to_owned();
        let known = self.notifications.iter().position(|n| n.id == id);
        let index = known.unwrap_or_else(|| {
            let help = if topic.advice.is_empty() { topic.explanation } else { topic.advice };
            let texts = (topic.summary, topic.explanation);
            self.notifications.push(rule(id.clone(), texts, help.to_owned(), "warning"));
            self.notifications.len() - 1
        });
        Reference { id, index }
    }

    /// The id of the rule at a place.
    pub fn id(&self, index: usize) -> String {
        self.rules.get(index).map_or_else(String::new, |r| r.id.clone())
    }

    fn add(&mut self, rule: Rule) -> usize {
        self.rules.iter().position(|r| r.id == rule.id).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        })
    }
}

fn rule(id: String, (short, full): (&str, &str), help: String, level: &'static str) -> Rule {
    Rule {
        id,
        short_description: Text::new(short),
        full_description: Text::new(full),
        help: Text::new(help),
        default_configuration: Configuration { level },
    }
}

/// Topic of a verdict in `wherefore explain`.
fn explained(verdict: &str) -> String {
    guide::verdict_topic(verdict).map_or_else(String::new, |t| t.explanation.to_owned())
}

/// How bad a diagnostic is, in the standard's words.
pub fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
