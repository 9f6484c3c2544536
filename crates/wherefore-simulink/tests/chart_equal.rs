//! Random charts: the transition system of a chart against the interpreter, which shares only the document with it. Equal lines,
//! active states, data and outputs at every tick.
//!
//! `WHEREFORE_CASES` is the number of charts.

mod charts {
    pub mod random;
}
mod equal {
    pub mod machine;
    pub mod says;
}

use charts::random::{self, Wishes};
use equal::machine::{self, Machine};
use equal::says;
use indexmap::IndexMap;
use num_rational::BigRational;
use wherefore_diag::FileId;
use wherefore_ir::control::{ControlGraph, StateId, TransitionId};
use wherefore_ir::{System, TermId, Value};
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{self, Array, Interpreter, Signal};
use wherefore_simulink::matlab::Class;
use wherefore_simulink::stateflow::action::{TemporalOp, TriggerKind, When};
use wherefore_simulink::stateflow::{Chart, Seen};
use wherefore_simulink::{Options, meaning_with_charts};
use wherefore_syntax::Reporter;
use wherefore_test::Random;
use wherefore_test::damage::{damaged, pieces, words};

/// The length of a run.
const TICKS: usize = 25;

/// How far a chart was compared.
enum Compared {
    Ticks(u64),
    Refused(String),
    Different(String),
}

fn lowered(model: &Model) -> Result<(System, Vec<Seen>), String> {
    let mut report = Reporter::default();
    let found = meaning_with_charts(model, "m", &Options::default(), &mut report).filter(|_| !report.failed());
    let headlines = |report: Reporter| {
        report.into_diagnostics().iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect()
    };
    found.ok_or_else(|| headlines(report))
}

fn draw(random: &mut Random, class: Class) -> BigRational {
    match class {
        Class::Boolean => BigRational::from_integer(i64::from(random.chance(50)).into()),
        _ => BigRational::new((random.below(17) as i64 - 8).into(), random.pick(&[1_i64, 1, 1, 2]).into()),
    }
}

fn value(class: Class, number: &BigRational) -> Value {
    match class {
        Class::Boolean => Value::Bool(*number != BigRational::from_integer(0.into())),
        Class::Double | Class::Single => Value::Real(number.clone()),
        _ => Value::Int(number.to_integer()),
    }
}

fn leaves(signal: &Signal) -> Vec<Value> {
    match signal {
        Signal::Array(array) => array.elements.iter().map(|n| value(array.class, n)).collect(),
        Signal::Bus(members) => members.values().flat_map(leaves).collect(),
    }
}

/// A promise of the state machines that a step does not keep: given are the states that are active before it, with the transitions that
/// it takes behind them, and those that are active at the next step.
fn broken(graph: &ControlGraph, before: &[bool], behind: &[bool]) -> Option<String> {
    let states = graph.states.len();
    let active = |s: StateId| before[s.0 as usize];
    let is_taken = |t: &TransitionId| before[states + t.0 as usize];
    for region in graph.region_ids() {
        let name = &graph.region(region).name;
        let parent = graph.region(region).parent;
        let now: Vec<StateId> = graph.states_of(region).filter(|s| active(*s)).collect();
        let next: Vec<StateId> = graph.states_of(region).filter(|s| behind[s.0 as usize]).collect();
        if now.len() > 1 || parent.is_none() && now.len() != 1 {
            return Some(format!("{} states of {name} are active", now.len()));
        }
        let taken: Vec<TransitionId> = graph.transitions_of(region).filter(|t| is_taken(t)).collect();
        if parent.is_some_and(|p| !active(p)) || graph.resets(region).iter().any(is_taken) {
            continue;
        }
        match taken.as_slice() {
            [] if now == next => {}
            [] => return Some(format!("{name} moves without a transition")),
            [only] => {
                let transition = graph.transition(*only);
                if now != [transition.source] || next != [transition.target] {
                    return Some(format!("{name}: {} leads astray", transition.name));
                }
            }
            several => return Some(format!("{name} takes {} transitions", several.len())),
        }
    }
    None
}

/// Numbers around those that the examples compare with.
fn warm(random: &mut Random, class: Class) -> BigRational {
    match class {
        Class::Boolean => draw(random, class),
        _ => BigRational::from_integer((22 + random.below(7) as i64).into()),
    }
}

fn compare(model: &Model, random: &mut Random, draw: fn(&mut Random, Class) -> BigRational) -> Compared {
    compare_with(model, model, random, draw)
}

/// Compares the transition system of one diagram with the interpreter of another one, which has the same inputs.
fn compare_with(
    other: &Model,
    model: &Model,
    random: &mut Random,
    draw: fn(&mut Random, Class) -> BigRational,
) -> Compared {
    let (system, seen) = match lowered(other) {
        Ok(found) => found,
        Err(why) => return Compared::Refused(why),
    };
    let problems = wherefore_ir::validate(&system);
    assert!(problems.is_empty(), "{problems:?}");
    let mut interpreter = match Interpreter::new(model, &IndexMap::new(), &interpret::Options::default()) {
        Ok(interpreter) => interpreter,
        Err(problem) => return Compared::Refused(format!("interpreter: {problem}")),
    };
    let lines = says::lines(&seen);
    let obliged = system.obligations.iter().map(|o| o.term);
    let states = seen.iter().flat_map(|s| s.states.iter().map(|(_, t)| *t));
    let data = seen.iter().flat_map(|s| s.data.iter().map(|(_, t)| *t));
    let graph = system.annexes.control.clone().unwrap_or_default();
    let machines = graph.states.iter().map(|s| s.active).chain(graph.transitions.iter().map(|t| t.taken));
    let watched: Vec<TermId> = obliged.chain(machines).chain(states).chain(data).chain(says::terms(&lines)).collect();
    let mut moved: Option<Vec<bool>> = None;
    let mut machine = Machine::watching(&system, &watched);
    let inputs = interpreter.inputs().to_vec();
    for tick in 0..TICKS {
        let drawn: Vec<Array> = inputs
            .iter()
            .map(|i| Array { class: i.class, shape: i.shape, elements: vec![draw(random, i.class)] })
            .collect();
        let find = |name: &str| {
            let place = inputs.iter().position(|i| i.path == name || i.path.ends_with(&format!("/{name}")))?;
            Some(value(drawn[place].class, &drawn[place].elements[0]))
        };
        let flat: Option<Vec<Value>> = machine.input_names().map(find).collect();
        let Some(flat) = flat else { return Compared::Different("other inputs".to_owned()) };
        let values = machine.tick(&flat).expect("values");
        let outputs = system.annexes.outputs.len();
        let (outputs, rest) = values.split_at(outputs);
        let (_, rest) = rest.split_at(system.properties.len());
        let (obliged, rest) = rest.split_at(system.obligations.len());
        let (machines, rest) = rest.split_at(graph.states.len() + graph.transitions.len());
        let machines: Vec<bool> = machines.iter().map(|v| *v == Value::Bool(true)).collect();
        let signals: Vec<Signal> = drawn.into_iter().map(Signal::Array).collect();
        let run = match interpreter.step(&signals) {
            Ok(run) => run,
            Err(problem) if obliged.contains(&Value::Bool(false)) => {
                wherefore_test::say(&format!("both stop: {problem}"));
                return Compared::Ticks(tick as u64);
            }
            Err(problem) => return Compared::Different(format!("tick {tick}: the interpreter stops: {problem}")),
        };
        if obliged.contains(&Value::Bool(false)) {
            return Compared::Ticks(tick as u64);
        }
        if let Some(why) = moved.and_then(|before| broken(&graph, &before, &machines)) {
            return Compared::Different(format!("tick {tick}: the state machines: {why}"));
        }
        moved = Some(machines);
        let charts = interpreter.charts().expect("charts");
        let chart = charts.chart(0).expect("a chart");
        let mut rest = rest.iter().cloned();
        let active: Vec<String> = seen[0]
            .states
            .iter()
            .filter(|_| rest.next() == Some(Value::Bool(true)))
            .map(|(name, _)| name.clone())
            .collect();
        let data: Vec<(String, Value)> =
            seen[0].data.iter().map(|(name, _)| (name.clone(), rest.next().expect("a value"))).collect();
        let said = says::said(&lines, &mut rest);
        if said != run.log {
            return Compared::Different(format!("tick {tick}: it says {said:?} and {:?}", run.log));
        }
        let theirs: Vec<String> = charts.active(0).into_iter().map(|s| chart.path(s)).collect();
        if active != theirs {
            return Compared::Different(format!("tick {tick}: active are {active:?} and {theirs:?}"));
        }
        for (index, datum) in chart.data.iter().enumerate().filter(|(_, d)| d.parent.is_none()) {
            let ours = data.iter().find(|(name, _)| *name == datum.name).map(|(_, v)| v);
            let theirs = charts.datum(0, index).and_then(|v| v.as_scalar()?.finite().cloned());
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            if !machine::same(ours, &Value::Real(theirs.clone()))
                && *ours != Value::Bool(theirs != BigRational::from_integer(0.into()))
            {
                return Compared::Different(format!("tick {tick}: `{}` is {ours:?} and {theirs}", datum.name));
            }
        }
        let shown: Vec<Value> = run.outputs.iter().flat_map(|(_, signal)| leaves(signal)).collect();
        if shown.len() != outputs.len() || shown.iter().zip(outputs).any(|(a, b)| !machine::same(a, b)) {
            return Compared::Different(format!("tick {tick}: outputs {outputs:?} and {shown:?}"));
        }
    }
    Compared::Ticks(TICKS as u64)
}

/// Charts in which something is missing or stands twice are refused or mean something; nothing panics.
#[test]
fn damaged_charts_are_no_harm() {
    let seed = wherefore_test::seed(29);
    let own = words(&[
        "E", "after", "sec", "send(E)", "S0", "in(", "M.data", "SSID", "&lt;", "OR_STATE", "++", "|", "x", "1",
    ]);
    let (mut systems, mut refused) = (0, 0);
    for case in 0..wherefore_test::cases(300) {
        let mut random = Random::stream(seed, case);
        let wishes = Wishes::draw(&mut random);
        let text = random::model(&mut random, wishes);
        let start = text.find("<chart").expect("a chart");
        let mut state = random.draw();
        let changed = damaged(&pieces(&text[start..], "<>=&;()[]{}/\"+-*|.,:_"), &own, &mut state);
        let text = format!("{}{changed}", &text[..start]);
        let Some(model) = wherefore_simulink::document(FileId(0), &text) else { continue };
        match lowered(&model) {
            Ok((system, _)) => {
                systems += 1;
                assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new(), "case {case}\n{text}");
            }
            Err(_) => refused += 1,
        }
    }
    wherefore_test::counted(systems, &format!("damaged charts with a meaning, {refused} refused"));
}

#[test]
fn charts_of_the_examples_mean_what_the_interpreter_does() {
    let seed = wherefore_test::seed(30);
    for (place, name) in ["ac_chart", "ac2_chart", "heater", "stopwatch"].into_iter().enumerate() {
        let path = format!("../../examples/simulink/{name}.slx");
        let text = wherefore_simulink::container::unpack(&wherefore_test::bytes(path.as_ref())).expect("an archive");
        let model = wherefore_simulink::document(FileId(0), &text).expect("a diagram");
        for case in 0..wherefore_test::cases(20) {
            let mut random = Random::stream(seed, case * 4 + place as u64);
            match compare(&model, &mut random, warm) {
                Compared::Ticks(count) => assert_eq!(count, TICKS as u64, "{name}"),
                Compared::Refused(what) | Compared::Different(what) => panic!("{name}, case {case}: {what}"),
            }
        }
    }
}

#[test]
fn random_charts_mean_what_the_interpreter_does() {
    let (seed, cases) = (wherefore_test::seed(28), wherefore_test::cases(1000));
    let (mut compared, mut ticks, mut refused) = (0_u64, 0, Vec::new());
    let mut wrong = Vec::new();
    for case in 0..cases {
        let mut random = Random::stream(seed, case);
        let wishes = Wishes::draw(&mut random);
        let text = random::model(&mut random, wishes);
        let model = wherefore_simulink::document(FileId(0), &text).expect("a diagram");
        match compare(&model, &mut random, draw) {
            Compared::Ticks(count) => (compared, ticks) = (compared + 1, ticks + count),
            Compared::Refused(why) => refused.push(format!("case {case}: {why}")),
            Compared::Different(what) => wrong.push((text.len(), format!("case {case}: {what}\n{text}"))),
        }
    }
    wrong.sort();
    for (_, text) in &wrong {
        wherefore_test::say(text.lines().next().unwrap_or_default());
    }
    let shown: Vec<&str> = wrong.iter().take(2).map(|(_, t)| t.as_str()).collect();
    wherefore_test::say(&format!("{} refused:\n{}", refused.len(), refused.join("\n")));
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), shown.join("\n"));
    wherefore_test::counted(compared, &format!("random charts compared, {ticks} ticks"));
    assert!(refused.len() as u64 * 20 <= cases, "{} are refused", refused.len());
}

/// A lie about a chart.
type Lie = (&'static str, fn(&mut Chart));

/// Every lie that is told to the lowering alone is noticed on some charts.
#[test]
fn other_rules_are_noticed() {
    let lies: [Lie; 8] = [
        ("the last transition first", |chart| chart.transitions.iter_mut().for_each(|t| t.order = 100 - t.order)),
        ("parallel states in the other order", |chart| {
            chart.states.iter_mut().for_each(|s| s.order = s.order.map(|order| 100 - order));
        }),
        ("states that are left do nothing", |chart| {
            chart.states.iter_mut().flat_map(|s| &mut s.sections).for_each(|s| s.when.retain(|w| *w != When::Exit));
        }),
        ("states that stay do what they do when they are entered", |chart| {
            let sections = chart.states.iter_mut().flat_map(|s| &mut s.sections);
            sections.filter(|s| s.when.contains(&When::Entry)).for_each(|s| s.when.push(When::During));
        }),
        ("conditions act when the whole path is taken", |chart| {
            for label in chart.transitions.iter_mut().map(|t| &mut t.label) {
                label.transition_action.splice(0..0, label.condition_action.drain(..));
            }
        }),
        ("what happens after a time happens at that time alone", |chart| {
            for trigger in chart.transitions.iter_mut().flat_map(|t| &mut t.label.triggers) {
                if let TriggerKind::Temporal(operator @ TemporalOp::After, ..) = &mut trigger.kind {
                    *operator = TemporalOp::At;
                }
            }
        }),
        ("every transition leaves its state", |chart| {
            let inner: Vec<usize> = (0..chart.transitions.len()).filter(|t| chart.transitions[*t].is_inner()).collect();
            for place in inner {
                let parent = chart.transitions[place].parent.and_then(|parent| chart.states[parent].parent);
                chart.transitions[place].parent = parent;
            }
        }),
        ("integers behave the other way at their bounds", |chart| chart.saturates = !chart.saturates),
    ];
    let (seed, cases) = (wherefore_test::seed(31), wherefore_test::cases(120));
    for (words, lie) in lies {
        let is_noticed = |case: &u64| {
            let mut random = Random::stream(seed, *case);
            let wishes = Wishes::draw(&mut random);
            let text = random::model(&mut random, wishes);
            let model = wherefore_simulink::document(FileId(0), &text).expect("a diagram");
            let mut other = model.clone();
            other.charts.iter_mut().for_each(lie);
            matches!(compare_with(&other, &model, &mut random, draw), Compared::Different(_))
        };
        let noticed = (0..cases).filter(is_noticed).count();
        wherefore_test::counted(noticed as u64, &format!("of {cases} charts on which it is noticed that {words}"));
    }
}
