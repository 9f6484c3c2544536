//! Why two models differ, in the parts that all lenses report.
//!
//! Ticks and variables are those of the run of the reference. The nearest run is shown twice: as reactions of both models,
//! and, where the reactions of the reference take as many steps in both runs, as its run.

use super::branch::Executor;
use super::nearest::{Near, Neighbours};
use super::result::{InputAt, NearestInputs};
use super::run::{DifferenceExplainer, History, Run, run};
use super::simulate::translate;
use super::{Difference, Reaction};
use wherefore_check::{NoAnswer, Recheck};
use wherefore_explain::cause::{Bound, Kept, MinimalCause};
use wherefore_explain::result::event::Happening;
use wherefore_explain::result::explanation::{
    Differs, Explanation, Failed, FailedPart, KeyEvent, Mark, MarkKind, Nearest,
};
use wherefore_explain::result::part::{Part, Why};
use wherefore_ir::{Value, VarId};
use wherefore_trace::show_short;

/// Explains a difference with this history, of which the reference has this run.
pub(super) fn explain(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    history: &History,
    reference: &Run,
    difference: &mut Difference,
) {
    let root = teller.product.nodes[history.root].clone();
    let mut neighbours = Neighbours::new(executor, root, &history.inputs);
    let enough = neighbours.enough().map_err(Why::from);
    let near = neighbours.nearest().map_err(Why::from);
    let ticks = reference.ticks();
    let kept = enough.as_ref().map(|kept| cause(executor, teller, history, (kept, &ticks))).map_err(Why::clone);
    difference.details.explanation = Explanation {
        failed: Part::Known(failed(teller, difference, &ticks)),
        cause: kept.into(),
        no_return: Part::Missing(Why::DifferenceAtOnce),
        choice_points: Part::Missing(Why::InputsDecide),
        ..Explanation::default()
    };
    difference.details.enough = enough.map(spots).into();
    difference.details.explanation.events = Part::Known(events(teller, difference, &ticks));
    let found = near.and_then(|near| found(executor, teller, history, near));
    difference.details.explanation.nearest = match &found {
        Ok((nearest, ticks_there)) if *ticks_there == ticks => Part::Known(run_of(teller, nearest, &ticks)),
        Ok(_) => Part::Missing(Why::OtherSteps),
        Err(why) => Part::Missing(why.clone()),
    };
    difference.details.nearest = found.map(|(nearest, _)| nearest).into();
}

fn spots(places: Vec<(usize, usize)>) -> Vec<InputAt> {
    places.into_iter().map(|(reaction, input)| InputAt { reaction, input }).collect()
}

/// The variable of an input in the reference.
fn variable(teller: &DifferenceExplainer, input: usize) -> Option<VarId> {
    teller.matched.inputs.get(input)?.first().copied()
}

fn failed(teller: &DifferenceExplainer, difference: &Difference, ticks: &[usize]) -> Failed {
    let last = ticks.last().copied().unwrap_or_default();
    let name = |output: &usize| Some(teller.matched.outputs.get(*output)?.first()?.name.clone());
    let mark = |variable: String| Mark { tick: last, variable, kind: MarkKind::Response };
    let parts = vec![FailedPart { text: difference.key.clone(), element: None }];
    Failed { parts, ticks: vec![last], marks: difference.outputs.iter().filter_map(name).map(mark).collect() }
}

fn cause(
    executor: &Executor,
    teller: &DifferenceExplainer,
    history: &History,
    (kept, ticks): (&[(usize, usize)], &[usize]),
) -> MinimalCause {
    let (terms, own) = (&executor.joint.terms, &teller.systems[0].terms);
    let keep = |(reaction, input): &(usize, usize)| {
        let value = history.inputs.get(*reaction)?.get(*input)?;
        let var = variable(teller, *input)?;
        let value = translate(terms, own, value, own.var(var).sort)?;
        Some(Kept { var, tick: *ticks.get(*reaction)? as u32, bound: Bound::Is(value) })
    };
    MinimalCause {
        kept: kept.iter().filter_map(keep).collect(),
        choices: history.inputs.iter().map(Vec::len).sum(),
        minimal: true,
        recheck: Recheck::Unasked,
    }
}

/// The inputs that are enough, and what is seen then.
fn events(teller: &DifferenceExplainer, difference: &Difference, ticks: &[usize]) -> Vec<KeyEvent> {
    let own = &teller.systems[0].terms;
    let event = |tick: usize, name: String, value: Option<Value>, what: Happening, is_input: bool| KeyEvent {
        tick,
        name,
        value,
        var: None,
        what,
        is_input,
        side: None,
        element: None,
    };
    let kept = difference.details.explanation.cause.known().into_iter().flat_map(|cause| &cause.kept);
    let input = |kept: &Kept| {
        let Bound::Is(value) = &kept.bound else { return None };
        let what = Happening::Is(show_short(own, value));
        Some(event(kept.tick as usize, own.var(kept.var).name.clone(), Some(value.clone()), what, true))
    };
    let mut events: Vec<KeyEvent> = kept.filter_map(input).collect();
    let last = difference.reactions.last();
    let shown = |output: usize| {
        let of = |texts: &Option<Vec<String>>| texts.as_ref().and_then(|t| t.get(output)).cloned();
        let (reference, implementation) = last.map(|r| (of(&r.reference), of(&r.implementation)))?;
        let what = Happening::Differs { reference: reference?, implementation: implementation? };
        let name = teller.matched.outputs.get(output)?.first()?.name.clone();
        Some(event(ticks.last().copied().unwrap_or_default(), name, None, what, false))
    };
    events.extend(difference.outputs.iter().filter_map(|output| shown(*output)));
    events
}

/// Both models run on the nearest inputs, and where the reactions of the reference begin.
fn found(
    executor: &mut Executor,
    teller: &DifferenceExplainer,
    history: &History,
    near: Near,
) -> Result<(NearestInputs, Vec<usize>), Why> {
    let Near { inputs, mut seens, differs } = near;
    let last = seens.pop();
    let there = History { root: history.root, inputs, seens };
    let mut runs = Vec::new();
    for machine in 0..2 {
        let found = run(executor, teller, machine, &there, last.as_ref());
        runs.push(found.map_err(|hindrance| Why::from(super::nearest::NoNearest::from(hindrance)))?);
    }
    let [reference, implementation] = runs.as_slice() else { return Err(withdrawn("a run of one model")) };
    let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&executor.joint.terms, v)).collect();
    let reaction = |(place, values): (usize, &Vec<Value>)| Reaction {
        inputs: text(values),
        reference: reference.seen(executor, place),
        implementation: implementation.seen(executor, place),
        reference_takes: reference.takes(place),
        implementation_takes: implementation.takes(place),
    };
    let reactions: Vec<Reaction> = there.inputs.iter().enumerate().map(reaction).collect();
    if reactions.iter().any(|r| r.reference != r.implementation) {
        return Err(withdrawn("the models differ on the nearest inputs"));
    }
    let nearest = NearestInputs {
        reactions,
        differs: spots(differs),
        choices: there.inputs.iter().map(Vec::len).sum(),
        reference_run: reference.trace.clone(),
        implementation_run: implementation.trace.clone(),
    };
    Ok((nearest, reference.ticks()))
}

/// An answer that did not survive its check.
fn withdrawn(what: &str) -> Why {
    Why::NotFound(NoAnswer::Refuted(what.to_owned()))
}

/// The nearest inputs as a run of the reference.
fn run_of(teller: &DifferenceExplainer, nearest: &NearestInputs, ticks: &[usize]) -> Nearest {
    let differs = |changed: &InputAt| {
        let tick = *ticks.get(changed.reaction)? as u32;
        Some(Differs { tick, var: variable(teller, changed.input)? })
    };
    Nearest {
        run: nearest.reference_run.clone(),
        cut: 0,
        differs: nearest.differs.iter().filter_map(differs).collect(),
        choices: nearest.choices,
        minimal: true,
        recheck: Recheck::Unasked,
    }
}
