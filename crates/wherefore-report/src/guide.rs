//! What `wherefore explain` says: one topic per diagnostic id, verdict and cause.
//!
//! Diagnostics and causes are declared where they arise; this file adds the verdicts and brings all into one form.

use crate::cause;
use crate::codes;
use wherefore_diag::{Code, Severity};

/// One entry of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What to ask for.
    pub id: &'static str,
    /// What kind of thing it is.
    pub group: Group,
    /// One line.
    pub summary: &'static str,
    /// A paragraph or more.
    pub explanation: &'static str,
    /// What to try; may be empty.
    pub advice: &'static str,
}

/// The groups of the guide, in the order they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// An answer for a property.
    Verdict,
    /// Why there is no answer.
    Cause,
    /// A diagnostic that ends the run.
    Error,
    /// A diagnostic about something that is probably not meant.
    Warning,
    /// A diagnostic worth knowing.
    Note,
}

impl Group {
    /// Every group.
    pub const ALL: &[Group] = &[Group::Verdict, Group::Cause, Group::Error, Group::Warning, Group::Note];

    /// The heading of the group.
    pub fn heading(self) -> &'static str {
        match self {
            Group::Verdict => "verdicts",
            Group::Cause => "causes of undetermined",
            Group::Error => "errors",
            Group::Warning => "warnings",
            Group::Note => "notes",
        }
    }

    /// The word for one of its members.
    pub fn word(self) -> &'static str {
        match self {
            Group::Verdict => "verdict",
            Group::Cause => "cause of undetermined",
            Group::Error => "error",
            Group::Warning => "warning",
            Group::Note => "note",
        }
    }
}

const fn verdict(id: &'static str, summary: &'static str, explanation: &'static str) -> Topic {
    Topic { id, group: Group::Verdict, summary, explanation, advice: "" }
}

const VERDICTS: &[Topic] = &[
    verdict(
        "holds",
        "the property is true of every run of the model",
        "The property was proved, for runs of any length. The proof is a certificate, for example an inductive invariant, \
         that a solver other than the one that found it has checked again on the whole model; where no solver could, the \
         report says that it was not re-checked. The exit code is 0 if all properties hold.",
    ),
    verdict(
        "violated",
        "a run of the model breaks the property",
        "A run was found that breaks the property, and an evaluator that shares no code with the engines has replayed it: \
         each step is a step of the model, and the property is false on it. `shortest` is said only if no shorter run \
         breaks the property. The exit code is 1.",
    ),
    verdict(
        "undetermined",
        "neither proved nor refuted, with the cause",
        "The search ended without an answer: the bound, the time or the memory was used up, a solver gave up, or the engine \
         does not handle the model. It is never counted as `holds`. The exit code is 3, or 2 if a solver has to be \
         installed first.",
    ),
    verdict(
        "vacuous",
        "true only because what it speaks of never happens",
        "A property such as `G (request -> F grant)` is true in a model that never requests anything, and says nothing \
         about it. The word is reserved for such properties; no check reports it yet.",
    ),
];

/// Every topic about verdicts, causes, and the diagnostics of this crate and of the others given, in order of listing.
pub fn topics(diagnostics: impl IntoIterator<Item = &'static Code>) -> Vec<Topic> {
    let causes = cause::TOPICS.iter().map(|t| Topic {
        id: t.word,
        group: Group::Cause,
        summary: t.summary,
        explanation: t.explanation,
        advice: t.advice,
    });
    let codes = codes::ALL.iter().copied().chain(diagnostics).map(topic_of);
    let mut topics: Vec<Topic> = VERDICTS.iter().copied().chain(causes).chain(codes).collect();
    topics.sort_by_key(|t| t.group);
    topics
}

fn topic_of(code: &'static Code) -> Topic {
    let group = match code.severity {
        Severity::Error => Group::Error,
        Severity::Warning => Group::Warning,
        Severity::Note => Group::Note,
    };
    Topic { id: code.id, group, summary: code.summary, explanation: code.explanation, advice: "" }
}
