//! The figures that the examples give of themselves, found by trying many inputs in every state.
//!
//! A state class is what is active and remembered at rest; it is found breadth first from the start. States that show the same
//! and go to the same are merged until nothing changes. Inputs that do the same in every state of what is left are one class.
//! The same inputs are tried in every pair of states that both forms of an example come to together.

use super::models::{MODELS, Model};
use super::{example, given, outputs};
use crate::follow::declared_values;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_scxml::chart::{Chart, DataId};
use wherefore_scxml::interpret::{Event, Interpreter};
use wherefore_test::{Random, say};

/// How many inputs are tried in every state.
const INPUTS: usize = 300;

/// For every state what it shows, and for every input where it can lead.
struct Graph {
    shows: Vec<String>,
    next: Vec<Vec<BTreeSet<usize>>>,
}

/// Configuration and memory of a chart at rest, inputs left out.
fn key(chart: &Chart, run: &Interpreter<'_>) -> String {
    let items = chart.data.iter().zip(0..).filter(|(d, _)| !d.input);
    let values = items.map(|(_, i)| run.value(DataId(i)).to_string());
    format!("{:?} {}", run.configuration(), values.collect::<Vec<_>>().join(" "))
}

/// The inputs that are tried, each with all choices that can go with it.
fn inputs(model: &Model) -> Vec<Vec<Vec<i64>>> {
    let mut random = Random::new(7);
    let drawn: BTreeSet<Vec<i64>> = (0..INPUTS).map(|_| (model.draw)(&mut random)).collect();
    if model.name != "alarm" {
        return drawn.into_iter().map(|one| vec![one]).collect();
    }
    let values: BTreeSet<i64> = drawn.iter().map(|one| one[0]).collect();
    values.into_iter().map(|x| vec![vec![x, 0], vec![x, 1]]).collect()
}

fn graph(chart: &Chart, model: &Model) -> Graph {
    let mut first = Interpreter::new(chart, &declared_values(chart));
    first.start().unwrap_or_else(|l| panic!("{l}"));
    let (inputs, event) = (inputs(model), Event::named("sample"));
    let mut places = BTreeMap::from([(key(chart, &first), 0)]);
    let mut runs = vec![first];
    let mut graph = Graph { shows: Vec::new(), next: Vec::new() };
    while let Some(run) = runs.get(graph.next.len()).cloned() {
        graph.shows.push(format!("{:?}", outputs(chart, &run, model)));
        let mut rows = Vec::new();
        for input in &inputs {
            let mut row = BTreeSet::new();
            for drawn in input {
                let mut after = run.clone();
                after.send(&event, &given(chart, model, drawn)).unwrap_or_else(|l| panic!("{l}"));
                let place = *places.entry(key(chart, &after)).or_insert(runs.len());
                if place == runs.len() {
                    runs.push(after);
                }
                row.insert(place);
            }
            rows.push(row);
        }
        graph.next.push(rows);
    }
    graph
}

/// For every state the number of its class: states that show the same, now and after every input.
fn merged(graph: &Graph) -> Vec<usize> {
    let number = |keys: Vec<String>| -> Vec<usize> {
        let mut known = BTreeMap::new();
        keys.into_iter()
            .map(|key| {
                let next = known.len();
                *known.entry(key).or_insert(next)
            })
            .collect()
    };
    let mut classes = number(graph.shows.clone());
    loop {
        let row = |row: &BTreeSet<usize>| row.iter().map(|s| classes[*s]).collect::<BTreeSet<_>>();
        let rows = graph.next.iter().map(|rows| rows.iter().map(row).collect::<Vec<_>>());
        let finer = number(rows.zip(&classes).map(|(rows, own)| format!("{own} {rows:?}")).collect());
        if finer == classes {
            return classes;
        }
        classes = finer;
    }
}

#[test]
fn the_figures_in_the_examples_are_right() {
    for model in &MODELS {
        let graph = graph(&example(model.name).chart, model);
        let classes = merged(&graph);
        let columns: BTreeSet<Vec<BTreeSet<usize>>> = (0..graph.next[0].len())
            .map(|input| graph.next.iter().map(|rows| rows[input].iter().map(|s| classes[*s]).collect()).collect())
            .collect();
        let minimal = classes.iter().collect::<BTreeSet<_>>().len();
        assert_eq!([graph.next.len(), columns.len(), minimal], model.figures, "{}", model.name);
    }
}

/// Tries all inputs in every pair of states that two charts come to with the same inputs and choices.
fn together(model: &Model, charts: [&Chart; 2]) -> usize {
    let event = Event::named("sample");
    let start = charts.map(|chart| {
        let mut run = Interpreter::new(chart, &declared_values(chart));
        run.start().unwrap_or_else(|l| panic!("{l}"));
        run
    });
    let name = |runs: &[Interpreter<'_>; 2]| [key(charts[0], &runs[0]), key(charts[1], &runs[1])];
    let mut seen = BTreeSet::from([name(&start)]);
    let mut waiting = vec![start];
    let inputs: Vec<Vec<i64>> = inputs(model).into_iter().flatten().collect();
    while let Some(runs) = waiting.pop() {
        for drawn in &inputs {
            let mut after = runs.clone();
            for (chart, run) in charts.into_iter().zip(&mut after) {
                run.send(&event, &given(chart, model, drawn)).unwrap_or_else(|l| panic!("{l}"));
            }
            let [left, right] = [0, 1].map(|i| outputs(charts[i], &after[i], model));
            assert_eq!(left, right, "{} and its other form, with {drawn:?} after\n{:#?}", model.name, name(&runs));
            if seen.insert(name(&after)) {
                waiting.push(after);
            }
        }
    }
    seen.len()
}

#[test]
fn both_forms_of_an_example_are_the_same_on_a_grid() {
    for model in &MODELS {
        let examples = [model.name.to_owned(), format!("{}_other", model.name)].map(|name| example(&name));
        let pairs = together(model, examples.each_ref().map(|e| &e.chart));
        say(&format!("{}: {pairs} pairs of states", model.name));
    }
}
