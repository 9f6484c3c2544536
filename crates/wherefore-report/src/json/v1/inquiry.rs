//! The fields that `why` adds to a property.

use super::contract::Diagnosis;
use super::explanation::{Explanation, Untold, untold};
use super::flow::Survey;
use super::lts::{Junction, Portrait};
use super::{Cause, Certificate, Place, Trace};
use crate::view;
use serde::Serialize;
use wherefore_diag::SourceMap;

/// Present in every property of a `why` document, and in no other.
#[derive(Serialize)]
pub struct Inquiry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    given_run: Option<Given<'a>>,
    enumeration: Option<Enumeration<'a>>,
    classes: Vec<Class<'a>>,
    summary: Option<Summary<'a>>,
    suspects: Vec<Suspect<'a>>,
    fix_sets: Vec<FixSet<'a>>,
    untold: Vec<Untold<'a>>,
    notes: &'a [String],
    since: Option<Since<'a>>,
    #[serde(flatten)]
    lts: Option<Portrait<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnosis: Option<Diagnosis<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    survey: Option<Survey<'a>>,
}

#[derive(Serialize)]
struct Enumeration<'a> {
    level: &'a str,
    #[serde(flatten)]
    completeness: Completeness<'a>,
    undivided: Option<Undivided<'a>>,
    classes: usize,
    /// How many there are, where not all that are known are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
}

/// Why failing runs are not told apart.
#[derive(Serialize)]
struct Undivided<'a> {
    reason: &'a str,
    message: &'a str,
}

#[derive(Serialize)]
struct Completeness<'a> {
    complete: bool,
    proof: Option<Certificate<'a>>,
    stopped: Option<Cause<'a>>,
    depth: Option<u32>,
}

#[derive(Serialize)]
struct Given<'a> {
    classes: &'a [String],
    run: Class<'a>,
}

#[derive(Serialize)]
struct Class<'a> {
    id: &'a str,
    key: &'a str,
    path: &'a [String],
    length: u32,
    count: Option<u64>,
    derived_from: Option<&'a str>,
    trace: Trace<'a>,
    guards: Vec<Place<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    junctions: Option<Vec<Junction<'a>>>,
    explanation: Explanation<'a>,
}

#[derive(Serialize)]
struct Summary<'a> {
    level: &'a str,
    #[serde(flatten)]
    completeness: Completeness<'a>,
    classes: Vec<Key<'a>>,
}

#[derive(Serialize)]
struct Key<'a> {
    key: &'a str,
    length: u32,
}

/// A model element that may be wrong.
#[derive(Serialize)]
pub struct Suspect<'a> {
    element: &'a str,
    kind: &'static str,
    leads: &'a str,
    rank: usize,
    score: f64,
    span: Option<Place<'a>>,
    element_span: Option<Place<'a>>,
    reasons: &'a [String],
}

#[derive(Serialize)]
struct FixSet<'a> {
    minimum: bool,
    gentlest: bool,
    elements: &'a [String],
    preserved: Option<f64>,
    each: &'a [Option<f64>],
}

#[derive(Serialize)]
struct Since<'a> {
    path: &'a str,
    compared: bool,
    caveat: Option<&'a str>,
    new: &'a [String],
    fixed: Vec<Gone<'a>>,
    unchanged: &'a [String],
}

#[derive(Serialize)]
struct Gone<'a> {
    id: &'a str,
    key: &'a str,
}

impl<'a> Inquiry<'a> {
    /// The fields of a property.
    pub fn of(property: &'a view::Property, sources: &'a SourceMap) -> Inquiry<'a> {
        let since = property.since.as_ref().map(Since::of);
        let Some(inquiry) = &property.inquiry else { return Inquiry::none(since) };
        // The inquiry into a check that holds has nothing to list.
        let enumeration = property.verdict.trace().map(|_| Enumeration {
            level: &inquiry.level,
            completeness: Completeness::of(&inquiry.completeness),
            undivided: inquiry.undivided.as_ref().map(|u| Undivided { reason: u.reason, message: u.message }),
            classes: inquiry.classes.len(),
            total: inquiry.completeness.total(),
        });
        Inquiry {
            given_run: inquiry.given.as_ref().map(|g| Given::of(inquiry, g, sources)),
            enumeration,
            classes: inquiry.classes.iter().map(|c| Class::of(inquiry, c, sources)).collect(),
            summary: inquiry.summary.as_ref().map(Summary::of),
            suspects: inquiry.suspects().iter().map(|s| Suspect::of(s, sources)).collect(),
            fix_sets: inquiry.fix_sets().iter().map(FixSet::of).collect(),
            untold: untold(inquiry.missing()),
            notes: &inquiry.notes,
            since,
            lts: inquiry.lts.as_ref().map(Portrait::of),
            diagnosis: inquiry.contract.as_ref().map(|d| Diagnosis::of(d, inquiry.classes.first(), sources)),
            survey: inquiry.survey.as_ref().map(|s| Survey::of(s, sources)),
        }
    }

    fn none(since: Option<Since<'a>>) -> Inquiry<'a> {
        Inquiry {
            given_run: None,
            enumeration: None,
            classes: Vec::new(),
            summary: None,
            suspects: Vec::new(),
            fix_sets: Vec::new(),
            untold: Vec::new(),
            notes: &[],
            since,
            lts: None,
            diagnosis: None,
            survey: None,
        }
    }
}

impl<'a> Completeness<'a> {
    fn of(completeness: &'a view::Completeness) -> Completeness<'a> {
        match completeness {
            view::Completeness::Complete(proof) => {
                Completeness { complete: true, proof: Some(Certificate::of(proof)), stopped: None, depth: None }
            }
            view::Completeness::Undivided => Completeness { complete: false, proof: None, stopped: None, depth: None },
            view::Completeness::Stopped { cause, depth, .. } => {
                Completeness { complete: false, proof: None, stopped: Some(Cause::of(cause)), depth: *depth }
            }
        }
    }
}

impl<'a> Given<'a> {
    fn of(inquiry: &view::Inquiry, given: &'a view::Given, sources: &'a SourceMap) -> Given<'a> {
        Given { classes: &given.classes, run: Class::of(inquiry, &given.run, sources) }
    }
}

impl<'a> Class<'a> {
    fn of(inquiry: &view::Inquiry, class: &'a view::Class, sources: &'a SourceMap) -> Class<'a> {
        Class {
            id: &class.id,
            key: &class.key,
            path: &class.path,
            length: class.length,
            count: class.count,
            derived_from: class.derived_from.as_deref(),
            trace: Trace::of(&class.trace),
            guards: class.guards.iter().filter_map(|s| Place::of(*s, sources)).collect(),
            junctions: inquiry.lts.is_some().then(|| class.explanation.junctions().iter().map(Junction::of).collect()),
            explanation: Explanation::of(class, sources),
        }
    }
}

impl<'a> Summary<'a> {
    fn of(group: &'a view::Group) -> Summary<'a> {
        let key = |(key, length): &'a (String, u32)| Key { key, length: *length };
        Summary {
            level: &group.level,
            completeness: Completeness::of(&group.completeness),
            classes: group.keys.iter().map(key).collect(),
        }
    }
}

impl<'a> Suspect<'a> {
    /// The fields of a suspect.
    pub fn of(suspect: &'a view::Suspect, sources: &'a SourceMap) -> Suspect<'a> {
        Suspect {
            element: &suspect.name,
            kind: suspect.kind,
            leads: &suspect.leads,
            rank: suspect.rank,
            score: finite(suspect.score),
            span: suspect.span.and_then(|s| Place::of(s, sources)),
            element_span: suspect.element.and_then(|s| Place::of(s, sources)),
            reasons: &suspect.reasons,
        }
    }
}

impl<'a> FixSet<'a> {
    fn of(set: &'a view::FixSet) -> FixSet<'a> {
        FixSet {
            elements: &set.names,
            minimum: set.minimum,
            gentlest: set.gentlest,
            preserved: set.preserved,
            each: &set.each,
        }
    }
}

impl<'a> Since<'a> {
    fn of(since: &'a view::Since) -> Since<'a> {
        let changes = since.changes.as_ref();
        let fixed = changes.map_or(&[][..], |c| c.fixed.as_slice());
        Since {
            path: &since.path,
            compared: changes.is_some(),
            caveat: since.caveat.as_deref(),
            new: changes.map_or(&[], |c| &c.new),
            fixed: fixed.iter().map(|(id, key)| Gone { id, key }).collect(),
            unchanged: changes.map_or(&[], |c| &c.unchanged),
        }
    }
}

/// JSON has no infinity.
fn finite(score: f64) -> f64 {
    if score.is_finite() { score } else { f64::MAX.copysign(score) }
}
