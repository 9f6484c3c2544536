//! The case studies of input classes: each model against itself, against the same thing written otherwise, and against
//! mutants; in reals and in floats; every verdict confirmed by complete suites and by brute force on a grid.
//!
//! `WHEREFORE_CORPUS=full WHEREFORE_CASES=100000 cargo test --release --features cadical -p wherefore-equivalence --test equivalence examples --
//! --nocapture` takes all mutants and prints the table.

use crate::grid;
use crate::support::{Clock, chart, example, options};
use num_rational::BigRational;
use std::sync::Arc;
use wherefore_check::{Observer, Session, Silent};
use wherefore_diag::FileId;
use wherefore_equivalence::{Comparison, Method, Numbers, Options, Outcome, compare};
use wherefore_ir::{FloatFormat, System, Value};
use wherefore_solve::Stop;
use wherefore_test::{cases, counted, is_full, say};

const SUITES: [Method; 3] = [Method::W, Method::Wp, Method::H];

fn compared(reference: &System, implementation: &System, float: Option<FloatFormat>, suites: &[Method]) -> Comparison {
    let options = Options { float, suites: suites.to_vec(), ..options() };
    compare(reference, implementation, &options, &Stop::new()).expect("an answer")
}

fn is_equivalent(comparison: &Comparison) -> bool {
    match &comparison.outcome {
        Outcome::Equivalent { recheck, .. } => {
            assert!(recheck.checker().is_some(), "{recheck:?}");
            true
        }
        Outcome::Different { .. } => false,
        Outcome::Undetermined(cause) => panic!("undetermined: {cause}"),
    }
}

/// A case study: its files, the numbers that it must give, and a grid of inputs.
struct Study {
    name: &'static str,
    state_classes: usize,
    input_classes: usize,
    minimal_states: Option<usize>,
    grid: Vec<Vec<Value>>,
    /// Points of the grid that the paper's peer enumerates.
    paper: f64,
}

fn real(number: &str) -> Value {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let numerator: i64 = format!("{whole}{fraction}").parse().expect("digits");
    Value::Real(BigRational::new(numerator.into(), 10i64.pow(fraction.len() as u32).into()))
}

/// All combinations of the values of inputs.
fn combined(inputs: &[Vec<Value>]) -> Vec<Vec<Value>> {
    inputs.iter().fold(vec![Vec::new()], |points, values| {
        let longer = |p: &Vec<Value>| {
            values.iter().map(|v| [p.as_slice(), std::slice::from_ref(v)].concat()).collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    })
}

fn truths() -> Vec<Value> {
    vec![Value::Bool(false), Value::Bool(true)]
}

/// The inputs of a study in the order of the model, with the one event first.
fn grid_of(system: &System, values: impl Fn(&str) -> Vec<Value>) -> Vec<Vec<Value>> {
    let inputs = system.input_vars().filter(|v| !system.choices.contains(v));
    let list: Vec<Vec<Value>> = inputs
        .map(|v| match system.terms.var(v).sort {
            wherefore_ir::Sort::Enum(id) => vec![Value::Enum(id, 0)],
            _ => values(&system.terms.var(v).name),
        })
        .collect();
    combined(&list)
}

fn study(name: &'static str) -> Study {
    let system = chart(&example(&format!("{name}.scxml")));
    let numbers = |list: &[&str]| list.iter().map(|n| real(n)).collect::<Vec<_>>();
    let (state_classes, input_classes, minimal_states, grid) = match name {
        "alarm" => (3, 4, Some(3), grid_of(&system, |_| (0..=200).map(Value::int).collect())),
        "airbag_controller" => (
            64,
            6,
            Some(44),
            grid_of(&system, |input| match input {
                "clk" => truths(),
                _ => numbers(&["0", "1", "2.9", "3", "3.1", "3.15", "3.2", "50"]),
            }),
        ),
        "csm" => (
            5,
            6,
            Some(4),
            grid_of(&system, |input| match input {
                "V_est" => numbers(&[
                    "0", "1", "100", "104", "104.5", "105.5", "106", "107.5", "108", "125", "129.6", "131", "140",
                    "600",
                ]),
                _ => numbers(&["0", "100", "110", "125", "140", "210", "300"]),
            }),
        ),
        "turn_indicator" => (
            58,
            12,
            Some(56),
            grid_of(&system, |input| match input {
                "voltage" => {
                    numbers(&["0", "1", "5", "8", "9", "9.5", "10", "10.5", "11", "11.5", "12", "14", "16", "20"])
                }
                _ => truths(),
            }),
        ),
        other => panic!("no study `{other}`"),
    };
    let paper = match name {
        "alarm" => 2e2,
        "airbag_controller" => 2.5e5,
        "csm" => 3.3e12,
        _ => 1e3,
    };
    Study { name, state_classes, input_classes, minimal_states, grid, paper }
}

/// Cells that keep an input for later.
fn keeps_input(system: &System, var: wherefore_ir::VarId) -> bool {
    let name = &system.terms.var(var).name;
    name.ends_with(".last") && !matches!(system.terms.var(var).sort, wherefore_ir::Sort::Bool)
}

fn check_numbers(study: &Study, comparison: &Comparison) {
    let classes = comparison.reference.input_classes.as_ref().map(Vec::len);
    say(&format!(
        "{}: {} state classes, {classes:?} input classes, {:?} minimal states; {:?}",
        study.name,
        comparison.reference.state_classes,
        comparison.reference.minimal_states,
        comparison.reference.input_classes.iter().flatten().map(|c| c.condition.as_str()).collect::<Vec<_>>(),
    ));
    if study.state_classes > 0 {
        assert_eq!(comparison.reference.state_classes, study.state_classes, "{}", study.name);
        assert_eq!(classes, Some(study.input_classes), "{}", study.name);
        assert_eq!(comparison.reference.minimal_states, study.minimal_states, "{}", study.name);
    }
}

fn makes_sense(system: &System) -> bool {
    let session = Session::new(system, wherefore_check::Options::default());
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    session.obligations(&Stop::new(), &observer).is_ok_and(|broken| broken.is_empty())
}

/// How long comparisons took, and how many there were.
#[derive(Default)]
struct Times {
    count: usize,
    most: f64,
    sum: f64,
}

impl Times {
    fn add(&mut self, seconds: f64) {
        self.count += 1;
        self.most = self.most.max(seconds);
        self.sum += seconds;
    }

    fn words(&self) -> String {
        format!("{} in {:.2} s, longest {:.2} s", self.count, self.sum, self.most)
    }
}

fn confirm(study: &Study, systems: [&System; 2], comparison: &Comparison, what: &str) {
    let equivalent = is_equivalent(comparison);
    for suite in &comparison.confirmations {
        assert_eq!(suite.passes, equivalent, "{}: {what}: {suite:?}", study.name);
    }
    let (length, _) = grid::difference(systems, &study.grid, &keeps_input);
    match length {
        Some(length) => {
            assert!(!equivalent, "{}: {what}: the grid shows a difference", study.name);
            let shortest = comparison.differences[0].reactions.len();
            assert!(shortest <= length, "{}: {what}: {shortest} steps, the grid needs {length}", study.name);
        }
        None if !equivalent => say(&format!("{}: {what}: a difference that the grid does not show", study.name)),
        None => {}
    }
}

fn run(name: &'static str) {
    let study = study(name);
    let (text, other) = (example(&format!("{name}.scxml")), example(&format!("{name}_other.scxml")));
    let (reference, other) = (chart(&text), chart(&other));
    let float = reference.annexes.float;
    let (mut reals, mut floats) = (Times::default(), Times::default());
    for (implementation, is_other) in [(&reference, false), (&other, true)] {
        let clock = Clock::start();
        compared(&reference, implementation, None, &[]);
        reals.add(clock.seconds());
        let comparison = compared(&reference, implementation, None, &SUITES);
        assert!(is_equivalent(&comparison), "{name}: {:#?}", comparison.differences.first());
        confirm(&study, [&reference, implementation], &comparison, "the same");
        check_numbers(&study, &comparison);
        if let Some(format) = float.filter(|_| is_other || is_full()) {
            let clock = Clock::start();
            let comparison = compared(&reference, implementation, Some(format), &[]);
            floats.add(clock.seconds());
            say(&format!("{name}: floats {:?}", comparison.outcome));
            assert_eq!(comparison.numbers, Numbers::Floats(format));
        }
    }
    say(&enumerated(&study, &reference, reals.sum / reals.count as f64));
    let mutants = mutate_all(&text);
    let wanted = cases(2) as usize;
    let (mut alike, mut broken, mut apart, mut suites) = (0, 0, 0, 0);
    for mutant in spread(&mutants) {
        if alike + apart >= wanted {
            break;
        }
        let what = format!("{} {}", mutant.operator.word(), mutant.what);
        let implementation = chart(&mutant.apply(&text));
        if !makes_sense(&implementation) {
            broken += 1;
            continue;
        }
        if is_full() {
            let clock = Clock::start();
            compared(&reference, &implementation, None, &[]);
            reals.add(clock.seconds());
        }
        let comparison = compared(&reference, &implementation, None, &SUITES);
        suites += comparison.confirmations.len();
        confirm(&study, [&reference, &implementation], &comparison, &what);
        let equivalent = is_equivalent(&comparison);
        if equivalent {
            alike += 1
        } else {
            apart += 1
        }
        if let Some(format) = float.filter(|_| is_full() || floats.count < 2) {
            let clock = Clock::start();
            let verdict = compared(&reference, &implementation, Some(format), &[]);
            floats.add(clock.seconds());
            if is_equivalent(&verdict) != equivalent {
                say(&format!("{name}: {what}: reals and floats differ"));
            }
        }
    }
    say(&format!(
        "{name}: {} mutants, of these tried: {apart} different, {alike} equivalent, {broken} make no sense; {suites} suites \
         run; reals {}; floats {}",
        mutants.len(),
        reals.words(),
        floats.words()
    ));
    counted(apart + alike, "mutants compared");
}

/// Cost of the same search with inputs enumerated on the grid of the paper, as far as it is from our points.
fn enumerated(study: &Study, reference: &System, seconds: f64) -> String {
    let clock = Clock::start();
    let (_, reactions) = grid::difference([reference, reference], &study.grid, &keeps_input);
    let (own, points) = (clock.seconds(), study.grid.len() as f64);
    let ratio = own / points * study.paper / seconds;
    format!(
        "{}: enumerated, {points} points take {own:.2} s ({reactions} reactions); the {:e} points of the paper {ratio:.1e} times \
         the comparison by classes",
        study.name, study.paper
    )
}

/// All of a list, so that the first few come from everywhere in it.
fn spread<T>(list: &[T]) -> impl Iterator<Item = &T> {
    const STRIDE: usize = 17;
    (0..STRIDE).flat_map(move |first| list.iter().skip(first).step_by(STRIDE))
}

fn mutate_all(text: &str) -> Vec<wherefore_mutate::Mutant> {
    let found = wherefore_mutate::scxml::mutants(FileId(0), text, &wherefore_mutate::Options::default());
    let found = found.unwrap_or_else(|d| panic!("{d:?}")).mutants;
    // Those of the paper are enough here: the others change the same places.
    found.into_iter().filter(|m| m.operator.is_of_table()).collect()
}

#[test]
fn alarm() {
    run("alarm");
}

#[test]
fn airbag_controller() {
    run("airbag_controller");
}

#[test]
fn ceiling_speed_monitor() {
    run("csm");
}

#[test]
fn turn_indicator() {
    run("turn_indicator");
}

#[test]
fn what_is_seen_first_may_differ_in_floats() {
    let text = example("csm.scxml");
    let reference = chart(&text);
    assert!(reference.annexes.float.is_some());
    for first in ["overspeed", "warning"] {
        let other = text.replace("initial=\"normal\"", &format!("initial=\"{first}\""));
        assert_ne!(other, text);
        let comparison = compared(&reference, &chart(&other), reference.annexes.float, &[]);
        assert!(!is_equivalent(&comparison), "{first}");
        let difference = &comparison.differences[0];
        assert_ne!(difference.start, difference.start_differs, "{first}");
        assert!(difference.reactions.is_empty() && difference.reference_run.is_none(), "{first}");
    }
}
