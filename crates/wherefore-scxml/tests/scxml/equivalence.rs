//! The statecharts of `examples/equivalence`: each does what a small function in plain integers does, and so does its
//! counterpart that is written in another way; and the figures that their first lines give are right.
//!
//! Real inputs are drawn in units of 1/3000, so that everything a guard compares is an integer, and near the thresholds. Charts
//! are run by the interpreter with the lowered system beside it.

mod interface;
mod models;
mod profile;

use crate::follow::{Follow, declared_values};
use models::{MODELS, Model, State};
use std::collections::BTreeMap;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_ir::System;
use wherefore_scxml::chart::{Chart, DataId};
use wherefore_scxml::interpret::{Event, Interpreter, Value};
use wherefore_scxml::{load, parse};
use wherefore_test::read;
use wherefore_test::{Random, cases, seed};

/// How many events a walk has.
const EVENTS: usize = 60;
/// How many microsteps one event may take.
const MICROSTEPS: usize = 20;

/// A chart of the examples, its text, and the system it was lowered to.
struct Example {
    text: String,
    chart: Chart,
    system: System,
}

fn example(name: &str) -> Example {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/equivalence/{name}.scxml"));
    let text = read(&path);
    let loaded = load(FileId(0), &text);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| format!("{}: {}", d.code.id, d.headline)).collect();
    let (Some(chart), Some(system)) = (parse(FileId(0), &text).0, loaded.system) else { panic!("{name}: {said:?}") };
    Example { text, chart, system }
}

/// The data item of this name.
fn item(chart: &Chart, name: &str) -> Option<DataId> {
    chart.data.iter().position(|d| d.name == name).map(|i| DataId(i as u32))
}

/// The inputs and choices that a chart has of those that were drawn.
fn given(chart: &Chart, model: &Model, drawn: &[i64]) -> BTreeMap<DataId, Value> {
    let named = (model.present)(drawn).into_iter();
    named.filter_map(|(name, value)| Some((item(chart, name)?, value))).collect()
}

/// The outputs of a run at rest.
fn outputs(chart: &Chart, run: &Interpreter<'_>, model: &Model) -> Vec<Value> {
    let value = |name: &&str| item(chart, name).map_or(Value::Undefined, |id| run.value(id).clone());
    model.outputs.iter().map(value).collect()
}

fn walk(model: &Model, examples: &[Example; 2], case: u64) {
    let mut random = Random::new(case);
    let mut runs = examples.each_ref().map(|e| {
        let follow = Follow::new(&e.chart, &e.text, Some(&e.system), &declared_values(&e.chart), MICROSTEPS);
        follow.unwrap_or_else(|end| panic!("{}: {end:?}", model.name))
    });
    let mut state = State::default();
    for step in 0..=EVENTS {
        let drawn = (step > 0).then(|| (model.draw)(&mut random));
        let expected = match &drawn {
            None => (model.start)(),
            Some(drawn) => (model.react)(&mut state, drawn),
        };
        for (example, run) in examples.iter().zip(&mut runs) {
            let place = format!("{} of seed {case}, step {step}, with {drawn:?}", example.chart.name);
            if let Some(drawn) = &drawn {
                let inputs = given(&example.chart, model, drawn);
                run.event(&Event::named("sample"), &inputs).unwrap_or_else(|end| panic!("{place}: {end:?}"));
            }
            run.settle().unwrap_or_else(|end| panic!("{place}: {end:?}"));
            assert_eq!(outputs(&example.chart, &run.interpreter, model), expected, "{place}");
        }
    }
}

#[test]
fn both_forms_of_an_example_do_what_the_model_says() {
    let (seed, count) = (seed(1), cases(20));
    for model in &MODELS {
        let examples = [model.name.to_owned(), format!("{}_other", model.name)].map(|name| example(&name));
        (seed..seed + count).for_each(|case| walk(model, &examples, case));
    }
}
