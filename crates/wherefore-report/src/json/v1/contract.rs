//! The fields of a check of a refinement: what it asks for, and in a `why` document what the lens for contracts says of it.

use super::Place;
use crate::view::{self, EditKind, MarkKind, Side};
use serde::Serialize;
use wherefore_diag::{SourceMap, Span};

/// Present in a property exactly if it is a check of a refinement.
#[derive(Serialize)]
pub struct Consequent<'a> {
    component: &'a str,
    contract: &'a str,
    side: &'static str,
    conjunct: &'a str,
    owner: &'a str,
}

/// Present in a property exactly if it is a check of a refinement and there is an inquiry into it.
#[derive(Serialize)]
pub struct Diagnosis<'a> {
    text: &'a str,
    span: Option<Place<'a>>,
    tree: Vec<Branch<'a>>,
    premises: Vec<Premise<'a>>,
    failure: Option<Failure<'a>>,
}

#[derive(Serialize)]
struct Branch<'a> {
    depth: usize,
    name: &'a str,
    component: &'a str,
    culprit: bool,
    span: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Premise<'a> {
    name: &'a str,
    state: &'static str,
    span: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Failure<'a> {
    sentences: &'a [String],
    also: &'a [String],
    steps: &'a [usize],
    marks: Vec<Mark<'a>>,
    failing: Vec<Place<'a>>,
    pieces: Vec<Piece<'a>>,
    variables: &'a [String],
    causes: &'a [String],
    events: Vec<Event>,
    system_lost: Option<usize>,
    all_lost: Option<usize>,
    blame: &'a [Vec<String>],
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Mark<'a> {
    step: usize,
    variable: &'a str,
    kind: &'static str,
}

#[derive(Serialize)]
struct Piece<'a> {
    text: &'a str,
    fails: bool,
}

#[derive(Serialize)]
struct Event {
    step: u32,
    what: String,
}

#[derive(Serialize)]
struct Edit<'a> {
    kind: &'static str,
    target: &'a str,
    owner: &'a str,
    before: &'a str,
    after: &'a str,
    words: &'a str,
    span: Option<Place<'a>>,
}

impl<'a> Consequent<'a> {
    /// The fields of a check.
    pub fn of(asked: &'a view::Consequent) -> Consequent<'a> {
        Consequent {
            component: &asked.component,
            contract: &asked.contract,
            side: match asked.side {
                Side::Assumption => "assumption",
                Side::Guarantee => "guarantee",
            },
            conjunct: &asked.conjunct,
            owner: &asked.owner,
        }
    }
}

impl<'a> Diagnosis<'a> {
    /// The fields of a diagnosis.
    pub fn of(diagnosis: &'a view::Diagnosis, class: Option<&'a view::Class>, sources: &'a SourceMap) -> Diagnosis<'a> {
        let place = |span: Option<Span>| span.and_then(|s| Place::of(s, sources));
        let branch = |b: &'a view::Branch| Branch {
            depth: b.depth,
            name: &b.name,
            component: &b.component,
            culprit: b.culprit,
            span: place(b.span),
        };
        let premise = |p: &'a view::Premise| Premise { name: &p.name, state: p.state.word(), span: place(p.span) };
        Diagnosis {
            text: &diagnosis.text,
            span: place(diagnosis.span),
            tree: diagnosis.tree.iter().map(branch).collect(),
            premises: diagnosis.premises.iter().map(premise).collect(),
            failure: diagnosis.failure.as_ref().map(|f| Failure::of(f, class, sources)),
        }
    }
}

impl<'a> Failure<'a> {
    /// What the explanation of the class says is said here as well: it was here before there was one for every lens.
    fn of(failure: &'a view::Failure, class: Option<&'a view::Class>, sources: &'a SourceMap) -> Failure<'a> {
        let told = class.map(|c| &c.explanation);
        let event = |e: &view::Event| Event { step: e.tick, what: format!("{} {}", e.name, e.comment) };
        Failure {
            sentences: &failure.sentences,
            also: &failure.also,
            steps: told.map_or(&[], |t| t.ticks()),
            marks: told.map_or(&[][..], |t| t.marks()).iter().map(Mark::of).collect(),
            failing: failure.failing.iter().filter_map(|s| Place::of(*s, sources)).collect(),
            pieces: failure.pieces.iter().map(|p| Piece { text: &p.text, fails: p.fails }).collect(),
            variables: &failure.variables,
            causes: &failure.causes,
            events: told.map_or(&[][..], |t| t.events()).iter().map(event).collect(),
            system_lost: failure.system_lost.tick(),
            all_lost: failure.all_lost.tick(),
            blame: &failure.blame,
            edits: failure.edits.iter().map(|e| Edit::of(e, sources)).collect(),
        }
    }
}

impl<'a> Mark<'a> {
    fn of(mark: &'a view::Mark) -> Mark<'a> {
        Mark { step: mark.tick, variable: &mark.variable, kind: mark_kind(mark.kind) }
    }
}

/// The word for what a cell does.
pub fn mark_kind(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Trigger => "trigger",
        MarkKind::Response => "response",
    }
}

impl<'a> Edit<'a> {
    fn of(edit: &'a view::Edit, sources: &'a SourceMap) -> Edit<'a> {
        Edit {
            kind: match edit.kind {
                EditKind::Strengthen => "strengthen",
                EditKind::Weaken => "weaken",
                EditKind::Rewire => "rewire",
                EditKind::Use => "use",
            },
            target: &edit.target,
            owner: &edit.owner,
            before: &edit.before,
            after: &edit.after,
            words: &edit.words,
            span: edit.span.and_then(|s| Place::of(s, sources)),
        }
    }
}
