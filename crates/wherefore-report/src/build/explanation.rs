//! From the explanation of a class to its view: values become cells, elements become places, runs become tables.

use super::{Defines, table, trace};
use crate::view::{Cell, Differs, Event, Explanation, Failed, FailedPart, Kept, MinimalCause, Nearest, Told, Trace};
use wherefore_check::Counterexample;
use wherefore_explain as explain;
use wherefore_explain::cause::Bound;
use wherefore_explain::explanation::{self as lens, Sealed};
use wherefore_ir::network::Gate;
use wherefore_ir::{Property, System, Value, VarId};
use wherefore_trace::{show, show_plain};

/// The view of why the run of a class fails.
pub fn explanation(system: &System, property: &Property, class: &explain::Class, defines: Defines) -> Explanation {
    let lens::Explanation { failed, cause, events, no_return, junctions, nearest } = &class.explanation;
    Explanation {
        failed: told(failed, |f| self::failed(system, f)),
        cause: told(cause, |c| minimal_cause(system, c)),
        events: told(events, |list| list.iter().map(|e| event(system, e)).collect()),
        no_return: match no_return {
            Ok(Sealed::Open) => Err("it was not decided".to_owned()),
            other => told(other, |point| *point),
        },
        junctions: told(junctions, Clone::clone),
        nearest: told(nearest, |n| self::nearest(system, property, class, n, defines)),
    }
}

fn told<T, V>(part: &lens::Told<T>, view: impl FnOnce(&T) -> V) -> Told<V> {
    part.as_ref().map(view).map_err(|why| why.0.clone())
}

fn failed(system: &System, failed: &lens::Failed) -> Failed {
    let part = |part: &lens::FailedPart| FailedPart { text: part.text.clone(), span: system.span(part.element) };
    Failed { parts: failed.parts.iter().map(part).collect(), ticks: failed.ticks.clone(), marks: failed.marks.clone() }
}

fn cell(system: &System, var: VarId, value: &Value) -> Cell {
    Cell { text: show(&system.terms, var, value), datum: table::datum(value) }
}

fn minimal_cause(system: &System, cause: &explain::cause::MinimalCause) -> MinimalCause {
    let kept = |kept: &explain::cause::Kept| {
        let (relation, value) = match &kept.bound {
            Bound::Is(value) => ("=", value),
            Bound::AtLeast(value) => (">=", value),
            Bound::AtMost(value) => ("<=", value),
        };
        let variable = system.terms.var(kept.var).name.clone();
        Kept { variable, tick: kept.tick, relation, value: cell(system, kept.var, value) }
    };
    MinimalCause {
        kept: cause.kept.iter().map(kept).collect(),
        size: cause.size(),
        choices: cause.choices,
        minimal: cause.minimal,
        rechecked_by: cause.rechecked_by.clone(),
    }
}

fn event(system: &System, event: &lens::KeyEvent) -> Event {
    let shown = |value: &Value| Cell { text: text(system, &event.name, value), datum: table::datum(value) };
    Event {
        side: event.side,
        name: event.name.clone(),
        tick: u32::try_from(event.tick).unwrap_or(u32::MAX),
        value: event.value.as_ref().map(shown),
        comment: event.what.clone(),
        is_input: event.is_input,
        span: system.span(event.element),
    }
}

/// A value as the table of a run writes it: a variable knows whether it has a sign, and so does a block that is one.
fn text(system: &System, name: &str, value: &Value) -> String {
    let block = || {
        let network = system.network.as_ref()?;
        let id = network.ids().find(|id| network.full_name(*id).as_deref() == Some(name))?;
        match network.block(id).gate {
            Gate::Input(var) | Gate::Pre(var) => Some(var),
            _ => None,
        }
    };
    let var = system.terms.find_var(name).or_else(|| matches!(value, Value::BitVec(..)).then(block).flatten());
    var.map_or_else(|| show_plain(&system.terms, value), |var| show(&system.terms, var, value))
}

fn nearest(
    system: &System,
    property: &Property,
    class: &explain::Class,
    nearest: &lens::Nearest,
    defines: Defines,
) -> Nearest {
    let differs = |d: &lens::Differs| {
        let value = |run: &wherefore_trace::Trace| run.value(d.tick as usize, d.var).map(|v| cell(system, d.var, v));
        let variable = system.terms.var(d.var).name.clone();
        Differs { variable, tick: d.tick, failing: value(&class.representative), passing: value(&nearest.run) }
    };
    let mut trace = run(system, property, &nearest.run, defines);
    trace.left_out += nearest.cut;
    Nearest {
        trace,
        differs: nearest.differs.iter().map(differs).collect(),
        choices: nearest.choices,
        minimal: nearest.minimal,
        rechecked_by: nearest.rechecked_by.clone(),
    }
}

fn run(system: &System, property: &Property, run: &wherefore_trace::Trace, defines: Defines) -> Trace {
    let run = Counterexample { trace: run.clone(), claims: Vec::new(), shortest: false };
    trace(system, &run, Some(property.term), defines)
}
