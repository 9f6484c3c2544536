//! From the explanation of a class to the document: values become cells, elements become places, runs become tables.

use super::flow::flow;
use super::{Context, recheck, table, trace};
use crate::document::{
    AllCauses, Cell, Choice, ChoicePoint, Differs, Event, Explanation, Failed, FailedPart, Kept, Mark, MinimalCause,
    Missing, Nearest, Part, Scope,
};
use crate::words::{self, missing};
use wherefore_check::Counterexample;
use wherefore_explain as explain;
use wherefore_explain::cause::Bound;
use wherefore_explain::explanation::{self as lens, PointOfNoReturn};
use wherefore_ir::{Property, System, Value, VarId};
use wherefore_trace::{show, show_plain};

/// Why the run of a class fails.
pub fn explanation(context: &Context<'_>, property: &Property, class: &explain::Class) -> Explanation {
    let lens::Explanation { failed, cause, all_causes, events, no_return, choice_points, nearest } = &class.explanation;
    let system = context.system;
    let mut unknown = Vec::new();
    let missing = &mut unknown;
    let scope = if class.representative.loop_start.is_some() { Scope::Shape } else { Scope::Length };
    Explanation {
        failed: known(failed, Part::Failed, missing).map(|f| self::failed(context, f)),
        cause: known(cause, Part::Cause, missing).map(|c| minimal_cause(system, c, scope)),
        all_causes: all_causes
            .as_ref()
            .and_then(|all| known(all, Part::AllCauses, missing))
            .map(|a| self::all_causes(system, class, a, scope)),
        events: known(events, Part::KeyEvents, missing).map(|list| list.iter().map(|e| event(context, e)).collect()),
        flow: class.flow.as_ref().map(|f| flow(context, f)),
        no_return: known(no_return, Part::NoReturn, missing).copied().filter(|point| decided(*point, missing)),
        choice_points: known(choice_points, Part::ChoicePoints, missing)
            .map(|list| list.iter().map(ChoicePoint::from).collect()),
        nearest: known(nearest, Part::Nearest, missing).map(|n| self::nearest(context, property, class, n)),
        missing: unknown,
    }
}

/// A part that is known; otherwise its reason goes into the list of what is missing.
pub fn known<'a, T>(part: &'a lens::Part<T>, name: Part, missing: &mut Vec<Missing>) -> Option<&'a T> {
    missing::known(part).map_err(|reason| missing.push(Missing { part: name, reason })).ok()
}

/// Whether it is known from when on a failure cannot be avoided.
fn decided(point: PointOfNoReturn, missing: &mut Vec<Missing>) -> bool {
    if point == PointOfNoReturn::Open {
        missing.push(Missing { part: Part::NoReturn, reason: "it was not decided".to_owned() });
    }
    point != PointOfNoReturn::Open
}

fn failed(context: &Context<'_>, failed: &lens::Failed) -> Failed {
    let part = |part: &lens::FailedPart| FailedPart { text: part.text.clone(), span: context.place(part.element) };
    let mark = |m: &lens::Mark| Mark { tick: m.tick, variable: m.variable.clone(), kind: m.kind };
    Failed {
        parts: failed.parts.iter().map(part).collect(),
        ticks: failed.ticks.clone(),
        marks: failed.marks.iter().map(mark).collect(),
    }
}

fn cell(system: &System, var: VarId, value: &Value) -> Cell {
    Cell { text: show(&system.terms, var, value), datum: table::datum(value) }
}

fn minimal_cause(system: &System, cause: &explain::cause::MinimalCause, scope: Scope) -> MinimalCause {
    let kept = |kept: &explain::cause::Kept| {
        let (relation, value) = match &kept.bound {
            Bound::Is(value) => ("=", value),
            Bound::AtLeast(value) => (">=", value),
            Bound::AtMost(value) => ("<=", value),
        };
        let variable = explain::dataflow::variable_name(system, kept.var);
        Kept { variable, tick: kept.tick, relation, value: cell(system, kept.var, value) }
    };
    MinimalCause {
        kept: cause.kept.iter().map(kept).collect(),
        size: cause.size(),
        choices: cause.choices,
        minimal: cause.minimal,
        scope,
        recheck: recheck(&cause.recheck),
    }
}

fn all_causes(system: &System, class: &explain::Class, all: &explain::cause::Causes, scope: Scope) -> AllCauses {
    let choice = |(var, tick): &(VarId, u32)| Choice {
        variable: explain::dataflow::variable_name(system, *var),
        tick: *tick,
        value: class.representative.value(*tick as usize, *var).map(|value| cell(system, *var, value)),
    };
    AllCauses {
        causes: all.causes.iter().map(|cause| minimal_cause(system, cause, scope)).collect(),
        corrections: all.corrections.iter().map(|set| set.iter().map(choice).collect()).collect(),
        exhaustive: all.exhaustive,
        most: all.most,
    }
}

fn event(context: &Context<'_>, event: &lens::KeyEvent) -> Event {
    let system = context.system;
    let shown = |value: &Value| Cell { text: text(system, event, value), datum: table::datum(value) };
    Event {
        side: event.side,
        name: event.name.clone(),
        tick: u32::try_from(event.tick).unwrap_or(u32::MAX),
        value: event.value.as_ref().map(shown),
        comment: words::event::happening(&event.what),
        is_input: event.is_input,
        span: context.place(event.element),
    }
}

/// A value as the table of a run writes it: a variable knows whether it has a sign.
fn text(system: &System, event: &lens::KeyEvent, value: &Value) -> String {
    let var = system.terms.find_var(&event.name).or(event.var);
    var.map_or_else(|| show_plain(&system.terms, value), |var| show(&system.terms, var, value))
}

fn nearest(context: &Context<'_>, property: &Property, class: &explain::Class, nearest: &lens::Nearest) -> Nearest {
    let system = context.system;
    let differs = |d: &lens::Differs| {
        let value = |run: &wherefore_trace::Trace| run.value(d.tick as usize, d.var).map(|v| cell(system, d.var, v));
        let variable = explain::dataflow::variable_name(system, d.var);
        Differs { variable, tick: d.tick, failing: value(&class.representative), passing: value(&nearest.run) }
    };
    let run = Counterexample { trace: nearest.run.clone(), claims: Vec::new(), shortest: false };
    let mut trace = trace(context, &run, Some(property.term));
    trace.left_out += nearest.cut;
    Nearest {
        trace,
        differs: nearest.differs.iter().map(differs).collect(),
        choices: nearest.choices,
        minimal: nearest.minimal,
        recheck: recheck(&nearest.recheck),
    }
}
