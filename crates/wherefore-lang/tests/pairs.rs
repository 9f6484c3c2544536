//! The examples in other languages: both forms of each show the same in random runs, and what a function shows.

#[allow(dead_code, reason = "the tests of statecharts use the rest")]
#[path = "../../wherefore-scxml/tests/scxml/simulator.rs"]
mod simulator;

use num_rational::BigRational;
use simulator::Simulator;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::{System, Value};
use wherefore_lang::{lustre, smv};
use wherefore_test::{Random, read, seed};

/// How many steps a run has.
const STEPS: usize = 500;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/equivalence").join(name)
}

fn program(name: &str) -> System {
    let loaded = lustre::load(SourceMap::single(name, read(&path(name))), &mut |_| Err(lustre::NotIncluded::Missing));
    loaded.system.unwrap_or_else(|| panic!("{name} is refused"))
}

fn model(name: &str) -> System {
    smv::load(FileId(0), &read(&path(name))).system.unwrap_or_else(|| panic!("{name} is refused"))
}

/// Runs both with the same inputs. What they show is compared before each step, when the inputs of it are chosen.
fn compare(
    systems: [&System; 2],
    outputs: &[&str],
    mut draw: impl FnMut() -> BTreeMap<String, Value>,
    mut expected: impl FnMut(&BTreeMap<String, Value>) -> Vec<bool>,
) {
    let mut runs = systems.map(|s| Simulator::new(s, &BTreeMap::new()).unwrap_or_else(|what| panic!("{what}")));
    for step in 0..STEPS {
        let inputs = draw();
        let expected: Vec<Option<Value>> = expected(&inputs).into_iter().map(|b| Some(Value::Bool(b))).collect();
        for run in &mut runs {
            run.choose(&inputs);
            let shown: Vec<Option<Value>> = outputs.iter().map(|name| run.value(name)).collect();
            assert_eq!(shown, expected, "step {step}, with {inputs:?}");
            run.step(&inputs);
        }
    }
}

fn flag(inputs: &BTreeMap<String, Value>, name: &str) -> bool {
    inputs.get(name) == Some(&Value::Bool(true))
}

#[test]
fn switches_go_on_and_off_as_the_function_says() {
    let systems = ["switch.lus", "switch_other.lus"].map(program);
    for system in &systems {
        let outputs: Vec<&str> = system.annexes.outputs.iter().map(|o| o.name.as_str()).collect();
        assert_eq!((outputs.as_slice(), system.choices.len(), system.annexes.float), (&["on", "changed"][..], 0, None));
    }
    let mut random = Random::new(seed(1));
    let draw = || {
        let half = BigRational::new(random.below(7).into(), 2.into());
        let armed = random.chance(80);
        BTreeMap::from([("level".to_owned(), Value::Real(half)), ("armed".to_owned(), Value::Bool(armed))])
    };
    let mut was = false;
    compare([&systems[0], &systems[1]], &["on", "changed"], draw, |inputs| {
        let Some(Value::Real(level)) = inputs.get("level") else { panic!("no level") };
        let halves = (level * BigRational::from_integer(2.into())).to_integer();
        let on = flag(inputs, "armed") && (halves > 4.into() || (was && halves >= 2.into()));
        let changed = on != std::mem::replace(&mut was, on);
        vec![on, changed]
    });
}

#[test]
fn door_bells_ring_for_three_steps() {
    let systems = ["door_bell.smv", "door_bell_other.smv"].map(model);
    let mut random = Random::new(seed(1));
    let draw = || ["button", "muted"].map(|name| (name.to_owned(), Value::Bool(random.chance(50)))).into();
    let mut rings = 0;
    compare([&systems[0], &systems[1]], &["bell"], draw, |inputs| {
        let shown = rings > 0;
        rings = match rings {
            0 if flag(inputs, "button") && !flag(inputs, "muted") => 3,
            0 => 0,
            more => more - 1,
        };
        vec![shown]
    });
}

/// A memory as an array indexed by words, assigned as a whole and element by element.
#[test]
fn a_memory_reads_what_was_written() {
    let head = "MODULE main IVAR i : word[2]; j : word[2]; v : 0..3; w : boolean; VAR m : array word[2] of 0..3;
        DEFINE low := READ(m, j) < 2; same := m = WRITE(m, i, READ(m, i)); all := m = CONSTARRAY(typeof(m), 3);";
    let whole = "ASSIGN init(m) := CONSTARRAY(typeof(m), 0); next(m) := case w : WRITE(m, i, v); TRUE : m; esac;";
    let element =
        |k: usize| format!("init(m[0ud2_{k}]) := 0; next(m[0ud2_{k}]) := w & i = 0ud2_{k} ? v : m[0ud2_{k}];");
    let elements: String = (0..4).map(element).collect();
    let load = |text: String| {
        let loaded = smv::load(FileId(0), &text);
        loaded.system.unwrap_or_else(|| panic!("refused: {:?}", loaded.diagnostics))
    };
    let systems = [load(format!("{head} {whole}")), load(format!("{head} ASSIGN {elements}"))];
    let mut random = Random::new(seed(1));
    let draw = || {
        let mut word = || Value::bits(2, random.below(4) as u64);
        let (i, j) = (word(), word());
        let (v, w) = (Value::Int(random.below(4).into()), Value::Bool(random.chance(70)));
        [("i", i), ("j", j), ("v", v), ("w", w)].map(|(name, value)| (name.to_owned(), value)).into()
    };
    let mut memory = [0usize; 4];
    compare([&systems[0], &systems[1]], &["low", "same", "all"], draw, |inputs| {
        let number = |name: &str| match inputs.get(name) {
            Some(Value::BitVec(_, bits)) => usize::try_from(bits).unwrap_or(0),
            Some(Value::Int(n)) => usize::try_from(n).unwrap_or(0),
            _ => panic!("no {name}"),
        };
        let shown = vec![memory[number("j")] < 2, true, memory == [3; 4]];
        if flag(inputs, "w") {
            memory[number("i")] = number("v");
        }
        shown
    });
}
