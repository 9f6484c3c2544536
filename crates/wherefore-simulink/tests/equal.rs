//! The synchronous program that a diagram means against the interpreter, which shares only the document with it: equal outputs
//! and equal truths of all properties, on random inputs.
//!
//! `WHEREFORE_CASES` is the number of sequences for each diagram.

mod equal {
    pub mod machine;
    pub mod random;
}

use equal::machine::{self, Machine};
use equal::random;
use indexmap::IndexMap;
use num_rational::BigRational;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_ir::{System, Value};
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{self, Array, Input, Interpreter, Problem, Signal};
use wherefore_simulink::matlab::{self, Class};
use wherefore_simulink::{Options, container};
use wherefore_syntax::Reporter;
use wherefore_test::Random;

const CORPUS: &str = "simulink/lm-challenges";
/// The length of a sequence.
const TICKS: usize = 50;

/// Values for variables that the diagrams take from elsewhere.
fn parameters() -> IndexMap<String, matlab::Value> {
    matlab::evaluate_script(include_str!("parameters.m"), &|_| None).expect("the parameters are in order")
}

fn read(path: &Path) -> Option<Model> {
    let bytes = wherefore_test::bytes(path);
    let text = match container::is_archive(&bytes) {
        true => container::unpack(&bytes).ok()?,
        false => bytes.iter().map(|b| *b as char).collect(),
    };
    wherefore_simulink::document(FileId(0), &text)
}

fn lowered(model: &Model) -> Result<System, String> {
    let options = Options { parameters: parameters(), ..Options::default() };
    let mut report = Reporter::default();
    let system = wherefore_simulink::meaning(model, "m", &options, &mut report).filter(|_| !report.failed());
    system
        .ok_or_else(|| report.into_diagnostics().iter().filter(|d| d.is_error()).map(|d| d.headline.clone()).collect())
}

/// A random number: small, a fraction, sometimes large, sometimes beyond every limit of an integer.
fn number(random: &mut Random, class: Class) -> BigRational {
    let whole = |n: i64| BigRational::from_integer(n.into());
    match class {
        Class::Boolean => whole(i64::from(random.chance(50))),
        Class::Double | Class::Single => {
            let scale = random.pick(&[1_i64, 1, 1, 10, 100]);
            BigRational::new(((random.below(33) as i64 - 16) * scale).into(), 4.into())
        }
        integer => {
            let drawn = whole(random.below(11) as i64 - 5) * whole(random.pick(&[1, 1, 20, 40_000_000]));
            let (least, most) = integer.bounds().expect("a class of integers");
            drawn.max(BigRational::from(least)).min(BigRational::from(most))
        }
    }
}

/// Random values for the inputs of a diagram.
fn draw(random: &mut Random, inputs: &[Input]) -> Vec<Array> {
    let array = |input: &Input| {
        let count = input.shape.len();
        let elements = (0..count).map(|_| number(random, input.class)).collect();
        Array { class: input.class, shape: input.shape, elements }
    };
    inputs.iter().map(array).collect()
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

/// The drawn values in the order of the inputs of a program, by name; those that it does not depend on are left out.
fn in_order(machine: &Machine, inputs: &[Input], drawn: &[Array]) -> Option<Vec<Value>> {
    let mut named: IndexMap<String, Value> = IndexMap::new();
    for (input, array) in inputs.iter().zip(drawn) {
        // Only a file that has its name inside begins its paths with it.
        let paths = [Some(input.path.as_str()), input.path.split_once('/').map(|(_, path)| path)];
        for (index, number) in array.elements.iter().enumerate() {
            let element = if array.elements.len() == 1 { String::new() } else { format!("[{}]", index + 1) };
            for path in paths.into_iter().flatten() {
                named.insert(format!("{path}{element}"), value(array.class, number));
                named.insert(format!("{path}:{}{element}", input.port), value(array.class, number));
            }
        }
    }
    machine.input_names().map(|name| named.get(name).cloned()).collect()
}

/// How far a diagram was compared, or the first difference.
enum Compared {
    Ticks(u64),
    Not(String),
    Different(String),
}

fn compare(model: &Model, seed: u64, sequences: u64) -> Compared {
    let system = match lowered(model) {
        Ok(system) => system,
        Err(why) => return Compared::Not(format!("refused: {why}")),
    };
    let mut ticks = 0;
    for sequence in 0..sequences {
        let mut random = Random::stream(seed, sequence);
        let mut interpreter = match Interpreter::new(model, &parameters(), &interpret::Options::default()) {
            Ok(interpreter) => interpreter,
            Err(problem @ Problem::Unsupported { .. }) => return Compared::Not(format!("interpreter: {problem}")),
            Err(problem) => return Compared::Different(format!("the interpreter refuses: {problem}")),
        };
        let mut machine = Machine::new(&system);
        let inputs = interpreter.inputs().to_vec();
        for tick in 0..TICKS {
            let drawn = draw(&mut random, &inputs);
            let Some(flat) = in_order(&machine, &inputs, &drawn) else {
                let (ours, theirs): (Vec<&str>, Vec<&str>) =
                    (machine.input_names().collect(), inputs.iter().map(|i| i.path.as_str()).collect());
                return Compared::Different(format!("the inputs are {theirs:?} and {ours:?}"));
            };
            let signals: Vec<Signal> = drawn.into_iter().map(Signal::Array).collect();
            let run = match interpreter.step(&signals) {
                Ok(run) => run,
                Err(Problem::Undefined { .. }) => break,
                Err(problem) => return Compared::Different(format!("the interpreter stops: {problem}")),
            };
            // Where something has no value, a total operation has one: what depends on it need not be the same.
            let (Some(found), true) = (machine.tick(&flat), run.undefined.is_empty()) else { break };
            let shown: Vec<Value> = run.outputs.iter().flat_map(|(_, signal)| leaves(signal)).collect();
            let outputs = system.annexes.outputs.len();
            if shown.len() != outputs {
                return Compared::Different(format!("{} and {outputs} outputs", shown.len()));
            }
            if let Some(at) = (0..outputs).find(|i| !machine::same(&shown[*i], &found[*i])) {
                let name = &system.annexes.outputs[at].name;
                let (one, two) = (&found[at], &shown[at]);
                return Compared::Different(format!("sequence {sequence}, tick {tick}, `{name}`: {one:?} and {two:?}"));
            }
            for (property, truth) in system.properties.iter().zip(&found[outputs..]) {
                let check = run.checks.iter().find(|c| c.path.ends_with(&property.name));
                // A block that does not run says nothing, so that nothing is wrong.
                let holds = check.is_none_or(|c| c.holds);
                if Value::Bool(holds) != *truth {
                    return Compared::Different(format!(
                        "sequence {sequence}, tick {tick}, property `{}`",
                        property.name
                    ));
                }
            }
            ticks += 1;
        }
    }
    Compared::Ticks(ticks)
}

#[test]
fn diagrams_of_others_mean_what_the_interpreter_does() {
    let Some(folder) = wherefore_test::corpus(CORPUS) else { return };
    let (seed, sequences) = (wherefore_test::seed(27), wherefore_test::cases(1));
    let (mut compared, mut wrong) = (0, Vec::new());
    for path in wherefore_test::files(&folder, &["slx", "mdl"]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(model) = read(&path) else { continue };
        match compare(&model, seed, sequences) {
            Compared::Ticks(ticks) => {
                compared += 1;
                wherefore_test::say(&format!("{name}: equal at {ticks} ticks"));
            }
            Compared::Not(why) => wherefore_test::say(&format!("{name}: {why}")),
            Compared::Different(what) => wrong.push(format!("{name}: {what}")),
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    wherefore_test::counted(compared, "diagrams of others compared");
    assert!(compared >= 70, "only {compared}");
}

/// Compares random diagrams.
fn compare_random(name: &str, diagram: fn(&mut Random) -> String) {
    let (seed, cases) = (wherefore_test::seed(27), wherefore_test::cases(300));
    let (mut compared, mut ticks) = (0_u64, 0);
    for case in 0..cases {
        let text = diagram(&mut Random::stream(seed, case));
        let model = wherefore_simulink::document(FileId(0), &text).expect("a diagram");
        match compare(&model, seed ^ case, 2) {
            Compared::Ticks(count) => (compared, ticks) = (compared + 1, ticks + count),
            Compared::Not(why) => panic!("case {case}: {why}\n{text}"),
            Compared::Different(what) => panic!("case {case}: {what}\n{text}"),
        }
    }
    wherefore_test::counted(compared, &format!("{name} compared, {ticks} ticks"));
    assert!(ticks >= cases * 10, "too few ticks have values: {ticks}");
}

#[test]
fn random_diagrams_mean_what_the_interpreter_does() {
    compare_random("random diagrams", random::diagram);
}

#[test]
fn random_diagrams_of_several_rates_mean_what_the_interpreter_does() {
    compare_random("random diagrams of several rates", random::diagram_of_several_rates);
}
