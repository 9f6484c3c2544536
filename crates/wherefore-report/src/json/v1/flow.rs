//! What `why` says of a synchronous program: marked places, and other ways that were tried.

use super::Place;
use crate::view::flow;
use serde::Serialize;
use wherefore_diag::SourceMap;

/// Fields of the explanation of a class.
#[derive(Serialize)]
pub struct Flow<'a> {
    marked: Vec<Place<'a>>,
    structural_causes: usize,
}

/// The other ways to fail.
#[derive(Serialize)]
pub struct Survey<'a> {
    attempts: Vec<Attempt<'a>>,
    causes: Causes<'a>,
}

/// What is known of the minimal causes of all failing runs.
#[derive(Serialize)]
struct Causes<'a> {
    known: &'static str,
    count: Option<usize>,
    steps: Option<u32>,
    proof: Option<Proof<'a>>,
}

#[derive(Serialize)]
struct Proof<'a> {
    statement: &'a str,
    rechecked_by: &'a str,
}

#[derive(Serialize)]
struct Attempt<'a> {
    block: &'a str,
    words: &'a str,
    side: &'static str,
    span: Option<Place<'a>>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a str>,
}

impl<'a> Flow<'a> {
    /// The fields of a class.
    pub fn of(flow: &'a flow::Flow, sources: &'a SourceMap) -> Flow<'a> {
        Flow {
            marked: flow.marked.iter().filter_map(|s| Place::of(*s, sources)).collect(),
            structural_causes: flow.causes,
        }
    }
}

impl<'a> Survey<'a> {
    /// The other ways of an inquiry.
    pub fn of(survey: &'a flow::Survey, sources: &'a SourceMap) -> Survey<'a> {
        let attempts = survey.attempts.iter().map(|a| Attempt::of(a, sources)).collect();
        Survey { attempts, causes: Causes::of(&survey.causes) }
    }
}

impl<'a> Causes<'a> {
    fn of(causes: &'a flow::Causes) -> Causes<'a> {
        match causes {
            flow::Causes::Unknown => Causes { known: "some", count: None, steps: None, proof: None },
            flow::Causes::Within { steps, count } => {
                Causes { known: "within", count: Some(*count), steps: Some(*steps), proof: None }
            }
            flow::Causes::Always { count, certificate, rechecked_by } => {
                let proof = Some(Proof { statement: certificate, rechecked_by });
                Causes { known: "all", count: Some(*count), steps: None, proof }
            }
        }
    }
}

impl<'a> Attempt<'a> {
    fn of(attempt: &'a flow::Attempt, sources: &'a SourceMap) -> Attempt<'a> {
        let (mut classes, mut proved_by, mut cause) = (None, None, None);
        let outcome = match &attempt.outcome {
            flow::Outcome::New(ids) => {
                classes = Some(ids.as_slice());
                "new"
            }
            flow::Outcome::Known => "known",
            flow::Outcome::Impossible(who) => {
                proved_by = Some(who.as_str());
                "impossible"
            }
            flow::Outcome::Undecided(why) => {
                cause = Some(why.as_str());
                "undecided"
            }
        };
        Attempt {
            block: &attempt.name,
            words: &attempt.words,
            side: side(attempt.side),
            span: attempt.span.and_then(|s| Place::of(s, sources)),
            outcome,
            classes,
            proved_by,
            cause,
        }
    }
}

/// The word for a side.
pub fn side(side: flow::Side) -> &'static str {
    match side {
        flow::Side::Property => "property",
        flow::Side::Model => "model",
    }
}
