//! From an inquiry to the document: representatives become tables, elements become places.

use super::contract::diagnosis;
use super::drawing::signals;
use super::explanation::{explanation, known};
use super::flow::alternative_search;
use super::lts::portrait;
use super::picture::picture;
use super::{Context, cause, proof, trace};
use crate::document::{
    BRANCH, CHANGE, CONJUNCT, CONJUNCT_AND_BRANCH, Class, Coarser, CoarserWay, Completeness, Enumeration,
    ExternalTrace, FixSet, Group, Inquiry, KeptOutBy, Key, LastStep, LevelCount, Part, StayedOut, Stays, Suspect,
    TOGETHER, Trace, Undivided,
};
use crate::no_answer::{CauseKind, NoAnswer};
use crate::words;
use wherefore_check::Counterexample;
use wherefore_diag::Span;
use wherefore_explain as explain;
use wherefore_explain::ListLimit;
use wherefore_explain::machine::last::Taken;
use wherefore_ir::{ElementId, ElementKind, Property, System};

/// An inquiry into a property; the one into a check that holds has no classes to list.
pub fn inquiry(context: &Context<'_>, property: &Property, found: &explain::Inquiry, is_violated: bool) -> Inquiry {
    let mut missing = Vec::new();
    let suspects = known(&found.suspects, Part::Suspects, &mut missing).map_or(&[][..], Vec::as_slice);
    let fix_sets = known(&found.fix_sets, Part::FixSets, &mut missing).map_or(&[][..], Vec::as_slice);
    let mut made = Inquiry {
        given: found.given.as_ref().map(|g| given(context, property, found, g)),
        enumeration: is_violated.then(|| enumeration(found)),
        classes: classes(context, property, found),
        summary: found.summary.as_ref().map(group),
        coarser: found.coarser.as_ref().map(|c| coarser(c, &found.names())),
        alike: alike(found),
        suspects: suspects.iter().map(|s| suspect(context, s)).collect(),
        fix_sets: fix_sets.iter().map(fix_set).collect(),
        missing,
        notes: found.notes.clone(),
        since: None,
        lts: found.lts.as_ref().map(portrait),
        contract: found.contract.as_ref().map(|d| diagnosis(context, d)),
        alternative_search: found.alternative_search.as_ref().map(|s| alternative_search(context, s)),
        picture: found.scene.as_ref().map(|s| picture(context.system, s, ways(found))),
    };
    words::title::entitle(&mut made, found);
    made
}

fn enumeration(found: &explain::Inquiry) -> Enumeration {
    let total = match &found.completeness {
        explain::Completeness::Shortened(list) => (list.unsorted == 0).then_some(list.found),
        _ => None,
    };
    Enumeration {
        level: found.level.clone(),
        completeness: completeness(&found.completeness),
        undivided: found.undivided.map(undivided),
        told_apart_by: match found.grouping {
            explain::Grouping::Path => "path",
            explain::Grouping::Conjunct => CONJUNCT,
            explain::Grouping::Branch => BRANCH,
            explain::Grouping::ConjunctAndBranch => CONJUNCT_AND_BRANCH,
            explain::Grouping::Change => CHANGE,
        },
        classes: found.classes.len(),
        total,
        levels: found.lts.iter().flat_map(|lts| &lts.levels).map(level_count).collect(),
    }
}

fn level_count(counted: &explain::lts::LevelCount) -> LevelCount {
    let explain::lts::LevelCount { level, classes } = *counted;
    LevelCount { level: level.word(), number: level.number(), classes }
}

fn classes(context: &Context<'_>, property: &Property, inquiry: &explain::Inquiry) -> Vec<Class> {
    let named = |(own, (id, key)): (&explain::Class, (String, String))| {
        let built = class(context, property, inquiry, own);
        Class { id, key, ..built }
    };
    inquiry.classes.iter().zip(inquiry.names()).map(named).collect()
}

fn given(
    context: &Context<'_>,
    property: &Property,
    inquiry: &explain::Inquiry,
    given: &explain::ExternalTrace,
) -> ExternalTrace {
    let mut run = class(context, property, inquiry, &given.run);
    run.set_shortest(false);
    ExternalTrace { run, classes: given.classes.clone() }
}

/// The ways of the classes through the picture.
fn ways(inquiry: &explain::Inquiry) -> Vec<explain::scene::Way> {
    inquiry.classes.iter().map(|c| c.way.clone()).collect()
}

fn class(context: &Context<'_>, property: &Property, inquiry: &explain::Inquiry, class: &explain::Class) -> Class {
    let system = context.system;
    let last = class.taken.iter().rposition(|names| !names.is_empty());
    let through: Vec<&Taken> = class.last_step.as_ref().map_or_else(Vec::new, |s| let_through(system, class, s));
    let elements: Vec<ElementId> = through.iter().flat_map(|t| &t.elements).copied().collect();
    let guards = places(system, &elements, through.len());
    let trace = representative(context, property, class);
    let explanation = explanation(context, property, class);
    Class {
        id: class.id.clone(),
        key: class.key.clone(),
        title: class.key.clone(),
        path: class.path.iter().filter(|p| **p != class.key).cloned().collect(),
        length: class.length,
        shortest: trace.shortest,
        count: class.count,
        derived_from: class.derived_from.clone(),
        trace,
        last: last.map(|tick| class.taken[tick].join(TOGETHER)),
        last_step: class.last_step.as_ref().map(|step| last_step(context, step, &through)),
        guards: guards.into_iter().filter_map(|s| context.at(s)).collect(),
        junctions: inquiry.lts.is_some().then(|| explanation.choice_points().to_vec()),
        explanation,
        own: class.own,
    }
}

fn representative(context: &Context<'_>, property: &Property, class: &explain::Class) -> Trace {
    let run = Counterexample {
        trace: class.representative.clone(),
        claims: Vec::new(),
        shortest: class.shorter == explain::Shorter::Impossible,
    };
    let mut view = trace(context, &run, Some(property.term));
    view.left_out += class.cut;
    view.signals = signals(context.system, &property.name, &class.representative);
    for (tick, (row, names)) in view.rows.iter_mut().zip(&class.taken).enumerate() {
        row.element = (!names.is_empty()).then(|| names.join(TOGETHER));
        let elements = class.elements.get(tick).map_or(&[][..], Vec::as_slice);
        row.places = places(context.system, elements, names.len());
    }
    view
}

/// Elements that let the last step through.
fn let_through<'a>(
    system: &System,
    class: &'a explain::Class,
    step: &'a explain::machine::last::LastStep,
) -> Vec<&'a Taken> {
    step.with_part_in(system, class.explanation.failed.known())
}

fn last_step(context: &Context<'_>, step: &explain::machine::last::LastStep, through: &[&Taken]) -> LastStep {
    let name = |t: &Taken| t.name.clone();
    let stays = |s: &explain::machine::last::Stays| Stays {
        region: s.region.clone(),
        state: s.state.clone(),
        disabled: s.disabled.clone(),
        span: context.place(s.element),
    };
    let step = LastStep {
        tick: step.tick,
        through: through.iter().map(|t| name(t)).collect(),
        beside: step.taken.iter().filter(|t| !through.contains(t)).map(name).collect(),
        stays: step.stays.iter().map(stays).collect(),
        stayed_out: step.stayed_out.iter().map(|t| stayed_out(context, t)).collect(),
        text: String::new(),
    };
    step.with_text()
}

fn stayed_out(context: &Context<'_>, transition: &explain::machine::last::StayedOut) -> StayedOut {
    use explain::machine::last::KeptOutBy as By;
    let (kept_out_by, false_conjuncts, before) = match &transition.kept_out_by {
        By::Conjuncts(wrong) => (KeptOutBy::Conjuncts, wrong.clone(), None),
        By::Guard => (KeptOutBy::Guard, Vec::new(), None),
        By::Priority(first) => (KeptOutBy::Priority, Vec::new(), Some(first.clone())),
        By::Choice => (KeptOutBy::Choice, Vec::new(), None),
    };
    let places = places(context.system, &transition.elements, 1).into_iter().filter_map(|s| context.at(s)).collect();
    let (transition, text) = (transition.name.clone(), String::new());
    StayedOut { transition, kept_out_by, false_conjuncts, before, places, text }.with_text()
}

/// Where the guards of some transitions are written. Where one is written apart, in a definition, its branch says nothing
/// more; so branches are left out if there is a definition for each transition.
fn places(system: &System, elements: &[ElementId], transitions: usize) -> Vec<Span> {
    let is_definition = |e: &&ElementId| system.elements.get(**e).kind == ElementKind::Definition;
    let definitions: Vec<&ElementId> = elements.iter().filter(is_definition).collect();
    let rest = elements.iter().filter(|e| !is_definition(e));
    let rest = rest.take(if definitions.len() < transitions { usize::MAX } else { 0 });
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
        explain::Completeness::Complete { proof: shown, recheck } => {
            Completeness::Complete(proof(words::proof::completeness(shown), recheck))
        }
        explain::Completeness::Undivided => Completeness::Undivided,
        explain::Completeness::Stopped { cause: why, depth } => {
            Completeness::Stopped { cause: cause(why), depth: *depth }
        }
        explain::Completeness::Shortened(shortened) => {
            Completeness::Stopped { cause: short_list(shortened), depth: None }
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
fn short_list(short: &explain::Shortened) -> NoAnswer {
    let explain::Shortened { listed, found, unsorted, limit } = short;
    let mut words = match limit {
        ListLimit::Asked | ListLimit::Runs => format!("the first {listed} of {found} classes are listed"),
        ListLimit::None => format!("the {found} classes that were told apart are listed"),
    };
    if *unsorted > 0 {
        words.push_str(&format!("; {unsorted} neighbourhoods are not sorted into classes"));
    }
    let mut cause = NoAnswer::new(CauseKind::ListLimit, words);
    cause.help.extend(match limit {
        ListLimit::Asked => Some("a larger --max-classes lists more".to_owned()),
        ListLimit::Runs => Some("the runs of the others are too long together".to_owned()),
        ListLimit::None => None,
    });
    cause
}

fn group(group: &explain::Group) -> Group {
    let key = |(key, length): &(String, u32)| Key { key: key.clone(), length: *length };
    Group {
        level: group.level.clone(),
        completeness: completeness(&group.completeness),
        keys: group.keys.iter().map(key).collect(),
    }
}

fn alike(found: &explain::Inquiry) -> Vec<Vec<String>> {
    let names = found.names();
    let ids = |group: &Vec<usize>| group.iter().filter_map(|place| Some(names.get(*place)?.0.clone())).collect();
    found.alike.iter().map(ids).collect()
}

/// A coarser level: places of classes become ids. `names` has the id of each class.
fn coarser(found: &explain::coarser::Coarser, names: &[(String, String)]) -> Coarser {
    let way = |way: &explain::coarser::CoarserWay| CoarserWay {
        key: way.key.clone(),
        title: way.key.clone(),
        length: way.length,
        classes: way.classes.iter().filter_map(|place| Some(names.get(*place)?.0.clone())).collect(),
        faults: way.faults.clone(),
    };
    Coarser {
        level: found.level.clone(),
        completeness: completeness(&found.completeness),
        ways: found.ways.iter().map(way).collect(),
    }
}

/// A suspect: elements become places.
pub fn suspect(context: &Context<'_>, suspect: &explain::Suspect) -> Suspect {
    let span = |element: Option<ElementId>| context.place(element);
    Suspect {
        name: suspect.name.clone(),
        kind: words::suspect::kind(suspect.kind),
        leads: suspect.leads.clone(),
        rank: suspect.rank,
        score: suspect.score,
        span: span(suspect.guard).or(span(suspect.element)),
        element: span(suspect.element),
        reasons: suspect.reasons.iter().map(words::suspect::reason).collect(),
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
