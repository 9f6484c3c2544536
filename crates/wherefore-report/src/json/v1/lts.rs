//! The fields that the inquiry into a labelled transition system adds to a property and to its classes.

use crate::view;
use serde::Serialize;

/// Present in a property exactly if its model is an LTS and there is an inquiry into it.
#[derive(Serialize)]
pub struct Portrait<'a> {
    lts: Extent,
    counterexample_lts: Extent,
    neighbourhoods: Neighbourhoods,
    choices: Choices,
    uninvolved: &'a [String],
    abstracted: Abstracted<'a>,
    shown: &'a str,
}

#[derive(Serialize)]
struct Extent {
    states: u64,
    transitions: u64,
    labels: u64,
}

#[derive(Serialize)]
struct Neighbourhoods {
    cn: u64,
    #[serde(rename = "in")]
    r#in: u64,
    ci: u64,
    cin: u64,
}

#[derive(Serialize)]
struct Choices {
    correct: u64,
    incorrect: u64,
    neutral: u64,
    inevitable: Option<u64>,
    unobservable: u64,
}

#[derive(Serialize)]
struct Abstracted<'a> {
    length: usize,
    actions: Vec<Action<'a>>,
}

#[derive(Serialize)]
struct Action<'a> {
    step: usize,
    action: &'a str,
}

/// A place on the run of a class where a choice decides.
#[derive(Serialize)]
pub struct Junction<'a> {
    step: usize,
    kind: &'static str,
    alternatives: Vec<Alternative<'a>>,
    unobservable: &'a [String],
}

#[derive(Serialize)]
struct Alternative<'a> {
    action: &'a str,
    leads: &'a [String],
    fate: &'static str,
    taken: bool,
}

impl<'a> Portrait<'a> {
    /// The fields of a property.
    pub fn of(portrait: &'a view::Portrait) -> Portrait<'a> {
        let view::Neighbourhoods { cn, r#in, ci, cin } = portrait.neighbourhoods;
        let action = |(step, action): &'a (usize, String)| Action { step: *step, action };
        Portrait {
            lts: Extent::of(portrait.whole),
            counterexample_lts: Extent::of(portrait.counterexample),
            neighbourhoods: Neighbourhoods { cn, r#in, ci, cin },
            choices: Choices {
                correct: portrait.correct,
                incorrect: portrait.incorrect,
                neutral: portrait.neutral,
                inevitable: portrait.inevitable,
                unobservable: portrait.unobservable,
            },
            uninvolved: &portrait.uninvolved,
            abstracted: Abstracted {
                length: portrait.abstracted.length,
                actions: portrait.abstracted.actions.iter().map(action).collect(),
            },
            shown: &portrait.shown,
        }
    }
}

impl Extent {
    fn of(extent: view::Extent) -> Extent {
        Extent { states: extent.states, transitions: extent.transitions, labels: extent.labels }
    }
}

impl<'a> Junction<'a> {
    /// The fields of a junction.
    pub fn of(junction: &'a view::Junction) -> Junction<'a> {
        let alternative = |a: &'a view::Alternative| Alternative {
            action: &a.action,
            leads: &a.leads,
            fate: a.fate.word(),
            taken: a.taken,
        };
        Junction {
            step: junction.tick,
            kind: junction.kind,
            alternatives: junction.alternatives.iter().map(alternative).collect(),
            unobservable: &junction.unobservable,
        }
    }
}
