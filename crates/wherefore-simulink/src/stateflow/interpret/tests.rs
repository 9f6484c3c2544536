//! Small charts, one for each rule.

mod hostile;
mod rules;

use super::{Fault, Machine};
use crate::document::Model;
use crate::matlab::{Number, Value};
use indexmap::IndexMap;
use wherefore_diag::FileId;
use wherefore_syntax::Reporter;

/// A state with what is inside of it.
fn state(id: usize, label: &str, inside: &str) -> String {
    state_of("OR_STATE", "CLUSTER_STATE", id, label, inside)
}

/// A state of a kind, with its decomposition; the number of a parallel state is its turn.
fn state_of(kind: &str, decomposition: &str, id: usize, label: &str, inside: &str) -> String {
    format!(
        "<state SSID=\"{id}\"><P Name=\"labelString\">{}</P><P Name=\"type\">{kind}</P>\
         <P Name=\"decomposition\">{decomposition}</P><P Name=\"executionOrder\">{id}</P><Children>{inside}</Children></state>",
        escaped(label)
    )
}

/// A transition with its turn; from 0 it is a default transition.
fn arrow(from: usize, to: usize, order: usize, label: &str) -> String {
    let source = if from == 0 { String::new() } else { format!("<P Name=\"SSID\">{from}</P>") };
    let id = 1000 + from * 100 + to * 10 + order;
    format!(
        "<transition SSID=\"{id}\"><P Name=\"labelString\">{}</P><src>{source}<P Name=\"intersection\">0</P></src>\
         <dst><P Name=\"SSID\">{to}</P></dst><P Name=\"executionOrder\">{order}</P></transition>",
        escaped(label)
    )
}

fn junction(id: usize, kind: &str) -> String {
    format!("<junction SSID=\"{id}\"><P Name=\"type\">{kind}_JUNCTION</P></junction>")
}

fn datum(name: &str, scope: &str, kind: &str, initial: &str) -> String {
    format!(
        "<data SSID=\"900\" name=\"{name}\"><P Name=\"scope\">{scope}_DATA</P>\
         <props><P Name=\"initialValue\">{initial}</P></props><P Name=\"dataType\">{kind}</P></data>"
    )
}

fn local(name: &str) -> String {
    datum(name, "LOCAL", "double", "0")
}

fn event(name: &str, scope: &str, trigger: &str) -> String {
    format!(
        "<event SSID=\"901\"><P Name=\"name\">{name}</P><P Name=\"scope\">{scope}_EVENT</P>\
         <P Name=\"trigger\">{trigger}_EVENT</P></event>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// A model with one chart for each text.
fn model(charts: &[&str]) -> Model {
    let chart = |(i, inside): (usize, &&str)| {
        let fields: String = ["userSpecifiedStateTransitionExecutionOrder=1"]
            .iter()
            .chain(if inside.contains("[[C]]") { [].iter() } else { ["actionLanguage=2"].iter() })
            .chain(if inside.contains("[[wraps]]") { [].iter() } else { ["saturateOnIntegerOverflow=1"].iter() })
            .chain(if inside.contains("[[parallel]]") { ["decomposition=SET_CHART"].iter() } else { [].iter() })
            .filter_map(|field| field.split_once('='))
            .map(|(name, value)| format!("<P Name=\"{name}\">{value}</P>"))
            .collect();
        format!("<chart id=\"{i}\"><P Name=\"name\">Chart{i}</P>{fields}<Children>{inside}</Children></chart>")
    };
    let charts: String = charts.iter().enumerate().map(chart).collect();
    let text = format!(
        "<archive><part name=\"simulink/blockdiagram.xml\"><ModelInformation><Model><System><P Name=\"a\">b</P></System></Model>\
         </ModelInformation></part><part name=\"simulink/stateflow.xml\"><Stateflow><machine id=\"1\">\
         <Children>{charts}</Children></machine></Stateflow></part></archive>"
    );
    let mut report = Reporter::default();
    let model = crate::parse(FileId(0), &text, &mut report).expect("a model");
    for chart in &model.charts {
        assert_eq!(chart.mistakes, [], "{text}");
    }
    model
}

fn machine(model: &Model) -> Machine<'_> {
    let charts: Vec<_> = model.charts.iter().collect();
    Machine::new(&charts, IndexMap::new()).expect("charts")
}

/// The log of some steps of one chart, a bar behind each; a step lasts one second.
fn run(inside: &str, steps: usize) -> Result<String, Fault> {
    let model = model(&[inside]);
    let mut machine = machine(&model);
    let mut log = Vec::new();
    for step in 0..steps {
        machine.set_time(Number::integer(step));
        machine.step(0)?;
        log.extend(machine.take_log());
        log.push("|".to_owned());
    }
    Ok(log.join(" "))
}

/// The value of the datum with a name.
fn value(machine: &Machine<'_>, name: &str) -> Value {
    let chart = machine.chart(0).expect("a chart");
    let place = chart.data.iter().position(|d| d.name == name).expect("a datum");
    machine.datum(0, place).expect("a value").clone()
}
