//! Why the run of a class fails: an object with the parts that are known, and the reasons for those that are not.

use super::contract::mark_kind;
use super::flow::{Flow, side};
use super::lts::Junction;
use super::{Place, Trace, Value};
use crate::view::{self, PartName, Sealed};
use serde::Serialize;
use wherefore_diag::SourceMap;

/// What is known about the failure of a class; parts that are not known are left out and listed in `untold`.
#[derive(Serialize)]
pub struct Explanation<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<Failed<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<MinimalCause<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_events: Option<Vec<Event<'a>>>,
    #[serde(flatten)]
    flow: Option<Flow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_return: Option<NoReturn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    junctions: Option<Vec<Junction<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Nearest<'a>>,
    untold: Vec<Untold<'a>>,
}

/// A part that is not known.
#[derive(Serialize)]
pub struct Untold<'a> {
    part: &'static str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Failed<'a> {
    parts: Vec<Part<'a>>,
    ticks: &'a [usize],
    marks: Vec<Mark<'a>>,
}

#[derive(Serialize)]
struct Mark<'a> {
    tick: usize,
    variable: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
struct Part<'a> {
    text: &'a str,
    span: Option<Place<'a>>,
}

/// The choices that are enough for the run to fail.
#[derive(Serialize)]
struct MinimalCause<'a> {
    kept: Vec<Kept<'a>>,
    choices: usize,
    minimal: bool,
    scope: &'static str,
    rechecked_by: &'a str,
}

#[derive(Serialize)]
struct Kept<'a> {
    variable: &'a str,
    tick: u32,
    relation: &'static str,
    value: Value<'a>,
}

#[derive(Serialize)]
struct Event<'a> {
    side: Option<&'static str>,
    block: &'a str,
    tick: u32,
    value: Option<Value<'a>>,
    comment: &'a str,
    input: bool,
    span: Option<Place<'a>>,
}

#[derive(Serialize)]
struct NoReturn {
    tick: Option<usize>,
    kind: &'static str,
}

#[derive(Serialize)]
struct Nearest<'a> {
    trace: Trace<'a>,
    differs: Vec<Differs<'a>>,
    choices: usize,
    minimal: bool,
    rechecked_by: &'a str,
}

#[derive(Serialize)]
struct Differs<'a> {
    variable: &'a str,
    tick: u32,
    failing: Option<Value<'a>>,
    passing: Option<Value<'a>>,
}

/// The fields of parts that are missing.
pub fn untold(missing: Vec<(PartName, &str)>) -> Vec<Untold<'_>> {
    missing.into_iter().map(|((part, _), reason)| Untold { part, reason }).collect()
}

impl<'a> Explanation<'a> {
    /// The explanation of a class.
    pub fn of(class: &'a view::Class, sources: &'a SourceMap) -> Explanation<'a> {
        let told = &class.explanation;
        let events = |list: &'a Vec<view::Event>| list.iter().map(|e| Event::of(e, sources)).collect();
        Explanation {
            failed: told.failed.as_ref().ok().map(|f| Failed::of(f, sources)),
            cause: told.cause.as_ref().ok().map(|c| MinimalCause::of(c, &class.trace)),
            key_events: told.events.as_ref().ok().map(events),
            flow: class.flow.as_ref().map(|f| Flow::of(f, sources)),
            no_return: told.no_return.as_ref().ok().map(|point| NoReturn::of(*point)),
            junctions: told.junctions.as_ref().ok().map(|list| list.iter().map(Junction::of).collect()),
            nearest: told.nearest.as_ref().ok().map(Nearest::of),
            untold: untold(told.missing()),
        }
    }
}

impl<'a> Failed<'a> {
    fn of(failed: &'a view::Failed, sources: &'a SourceMap) -> Failed<'a> {
        let part =
            |part: &'a view::FailedPart| Part { text: &part.text, span: part.span.and_then(|s| Place::of(s, sources)) };
        let mark = |m: &'a view::Mark| Mark { tick: m.tick, variable: &m.variable, kind: mark_kind(m.kind) };
        Failed {
            parts: failed.parts.iter().map(part).collect(),
            ticks: &failed.ticks,
            marks: failed.marks.iter().map(mark).collect(),
        }
    }
}

impl<'a> MinimalCause<'a> {
    fn of(cause: &'a view::MinimalCause, run: &view::Trace) -> MinimalCause<'a> {
        let kept = |k: &'a view::Kept| Kept {
            variable: &k.variable,
            tick: k.tick,
            relation: k.relation,
            value: Value(&k.value),
        };
        MinimalCause {
            kept: cause.kept.iter().map(kept).collect(),
            choices: cause.choices,
            minimal: cause.minimal,
            scope: if run.loop_start.is_some() { "shape" } else { "length" },
            rechecked_by: &cause.rechecked_by,
        }
    }
}

impl<'a> Event<'a> {
    fn of(event: &'a view::Event, sources: &'a SourceMap) -> Event<'a> {
        Event {
            side: event.side.map(side),
            block: &event.name,
            tick: event.tick,
            value: event.value.as_ref().map(Value),
            comment: &event.comment,
            input: event.is_input,
            span: event.span.and_then(|s| Place::of(s, sources)),
        }
    }
}

impl NoReturn {
    fn of(point: Sealed) -> NoReturn {
        match point {
            Sealed::At(tick) => NoReturn { tick: Some(tick), kind: "at" },
            Sealed::Again(tick) => NoReturn { tick: Some(tick), kind: "again" },
            Sealed::NotYet => NoReturn { tick: None, kind: "not-yet" },
            Sealed::Open => NoReturn { tick: None, kind: "open" },
        }
    }
}

impl<'a> Nearest<'a> {
    fn of(nearest: &'a view::Nearest) -> Nearest<'a> {
        let differs = |d: &'a view::Differs| Differs {
            variable: &d.variable,
            tick: d.tick,
            failing: d.failing.as_ref().map(Value),
            passing: d.passing.as_ref().map(Value),
        };
        Nearest {
            trace: Trace::of(&nearest.trace),
            differs: nearest.differs.iter().map(differs).collect(),
            choices: nearest.choices,
            minimal: nearest.minimal,
            rechecked_by: &nearest.rechecked_by,
        }
    }
}
