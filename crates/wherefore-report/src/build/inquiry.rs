//! From an inquiry to its view: representatives become tables, elements become places.

use super::contract::diagnosis;
use super::explanation::explanation;
use super::flow::{flow, survey};
use super::picture::picture;
use super::{Defines, cause, proof, trace};
use crate::cause::{Cause, CauseKind};
use crate::view::{Class, Completeness, FixSet, Given, Group, Inquiry, Suspect, TOGETHER, Told, Trace, Undivided};
use wherefore_check::Counterexample;
use wherefore_diag::Span;
use wherefore_explain as explain;
use wherefore_explain::ListLimit;
use wherefore_ir::{ElementId, ElementKind, Property, System};

/// The view of an inquiry into a property.
pub fn inquiry(system: &System, property: &Property, inquiry: &explain::Inquiry, defines: Defines) -> Inquiry {
    Inquiry {
        level: inquiry.level.clone(),
        given: inquiry.given.as_ref().map(|g| given(system, property, g, defines)),
        classes: inquiry.classes.iter().map(|c| class(system, property, c, defines)).collect(),
        completeness: completeness(&inquiry.completeness),
        undivided: inquiry.undivided.map(undivided),
        summary: inquiry.summary.as_ref().map(group),
        suspects: told(&inquiry.suspects, |s| suspect(system, s)),
        fix_sets: told(&inquiry.fix_sets, fix_set),
        lts: inquiry.lts.clone(),
        contract: inquiry.contract.as_ref().map(|d| diagnosis(system, d)),
        survey: inquiry.survey.as_ref().map(|s| survey(system, s)),
        notes: inquiry.notes.clone(),
        picture: inquiry.scene.as_ref().map(|s| picture(system, s, ways(inquiry))),
    }
}

fn given(system: &System, property: &Property, given: &explain::Given, defines: Defines) -> Given {
    let mut run = class(system, property, &given.run, defines);
    run.trace.shortest = false;
    Given { run, classes: given.classes.clone() }
}

/// The ways of the classes through the picture.
fn ways(inquiry: &explain::Inquiry) -> Vec<explain::scene::Way> {
    inquiry.classes.iter().map(|c| c.way.clone()).collect()
}

fn told<T, V>(list: &explain::explanation::Told<Vec<T>>, view: impl Fn(&T) -> V) -> Told<Vec<V>> {
    list.as_ref().map(|list| list.iter().map(view).collect()).map_err(|why| why.0.clone())
}

fn class(system: &System, property: &Property, class: &explain::Class, defines: Defines) -> Class {
    let last = class.taken.iter().rposition(|names| !names.is_empty());
    Class {
        id: class.id.clone(),
        key: class.key.clone(),
        path: class.path.iter().filter(|p| **p != class.key).cloned().collect(),
        length: class.length,
        count: class.count,
        derived_from: class.derived_from.clone(),
        trace: representative(system, property, class, defines),
        last: last.map(|tick| class.taken[tick].join(TOGETHER)),
        guards: last.map_or_else(Vec::new, |tick| guards(system, class, tick)),
        explanation: explanation(system, property, class, defines),
        own: class.own,
        flow: class.flow.as_ref().map(|f| flow(system, f)),
    }
}

fn representative(system: &System, property: &Property, class: &explain::Class, defines: Defines) -> Trace {
    let run = Counterexample { trace: class.representative.clone(), claims: Vec::new(), shortest: true };
    let mut view = trace(system, &run, Some(property.term), defines);
    view.left_out += class.cut;
    for (tick, (row, names)) in view.rows.iter_mut().zip(&class.taken).enumerate() {
        row.element = (!names.is_empty()).then(|| names.join(TOGETHER));
        row.places = guards(system, class, tick);
    }
    view
}

/// Where the guards of a tick's transitions are written. Where one is written apart, in a definition, its branch says nothing
/// more; so branches are left out if there is a definition for each transition.
fn guards(system: &System, class: &explain::Class, tick: usize) -> Vec<Span> {
    let elements = class.elements.get(tick).map_or(&[][..], Vec::as_slice);
    let is_definition = |e: &&ElementId| system.elements.get(**e).kind == ElementKind::Definition;
    let definitions: Vec<&ElementId> = elements.iter().filter(is_definition).collect();
    let rest = elements.iter().filter(|e| !is_definition(e));
    let rest = rest.take(if definitions.len() < class.taken[tick].len() { usize::MAX } else { 0 });
    let mut spans: Vec<Span> = Vec::new();
    for span in definitions.into_iter().chain(rest).filter_map(|e| system.span(Some(*e))) {
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans
}

fn completeness(completeness: &explain::Completeness) -> Completeness {
    match completeness {
        explain::Completeness::Complete { certificate, rechecked_by } => {
            Completeness::Complete(proof(certificate, rechecked_by))
        }
        explain::Completeness::Undivided => Completeness::Undivided,
        explain::Completeness::Stopped { cause: why, depth } => {
            Completeness::Stopped { cause: cause(why), depth: *depth, total: None }
        }
        explain::Completeness::Shortened(shortened) => {
            let total = (shortened.unsorted == 0).then_some(shortened.found);
            Completeness::Stopped { cause: short_list(shortened), depth: None, total }
        }
    }
}

fn undivided(why: explain::Undivided) -> Undivided {
    let (reason, message) = match why {
        explain::Undivided::NoControl => ("no-control", "no control variable has a part in this property"),
        explain::Undivided::NoMachine => ("no-control", "no state machine has a part in this property"),
        explain::Undivided::Unconfirmed => ("unconfirmed", "the control structure could not be confirmed"),
    };
    Undivided { reason, message }
}

/// Why a list of classes is not all that is known.
fn short_list(short: &explain::Shortened) -> Cause {
    let explain::Shortened { listed, found, unsorted, limit } = short;
    let mut words = match limit {
        ListLimit::Asked | ListLimit::Runs => format!("the first {listed} of {found} classes are listed"),
        ListLimit::None => format!("the {found} classes that were told apart are listed"),
    };
    if *unsorted > 0 {
        words.push_str(&format!("; {unsorted} neighbourhoods are not sorted into classes"));
    }
    let mut cause = Cause::new(CauseKind::ListLimit, words);
    cause.help.extend(match limit {
        ListLimit::Asked => Some("a larger --max-classes lists more".to_owned()),
        ListLimit::Runs => Some("the runs of the others are too long together".to_owned()),
        ListLimit::None => None,
    });
    cause
}

fn group(group: &explain::Group) -> Group {
    Group { level: group.level.clone(), keys: group.keys.clone(), completeness: completeness(&group.completeness) }
}

/// The view of a suspect.
pub fn suspect(system: &System, suspect: &explain::Suspect) -> Suspect {
    let span = |element: Option<ElementId>| system.span(element);
    Suspect {
        name: suspect.name.clone(),
        kind: suspect.kind,
        leads: suspect.leads.clone(),
        rank: suspect.rank,
        score: suspect.score,
        span: span(suspect.guard).or(span(suspect.element)),
        element: span(suspect.element),
        reasons: suspect.reasons.clone(),
    }
}

fn fix_set(set: &explain::FixSet) -> FixSet {
    FixSet {
        minimum: set.minimum,
        gentlest: set.gentlest,
        names: set.names.clone(),
        preserved: set.preserved,
        each: set.each.clone(),
    }
}
