//! The interpreter on the diagrams of the Lockheed Martin challenges: all of them run, or say why not.

use indexmap::IndexMap;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{Array, Input, Interpreter, Long, Options, Problem, Signal};
use wherefore_simulink::matlab::{Class, Number, Value};
use wherefore_syntax::Reporter;
use wherefore_test::{Random, corpus, files, say, seed, setting};

fn read(path: &Path) -> Option<Model> {
    let bytes = wherefore_test::bytes(path);
    let text = if wherefore_simulink::container::is_archive(&bytes) {
        wherefore_simulink::container::unpack(&bytes).ok()?
    } else {
        bytes.iter().map(|b| *b as char).collect()
    };
    wherefore_simulink::parse(FileId(0), &text, &mut Reporter::default())
}

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

fn scalar(numerator: i64, denominator: i64) -> Value {
    Value::scalar(Number::Finite(fraction(numerator, denominator)))
}

/// A matrix of small numbers.
fn matrix(rows: usize, columns: usize) -> Value {
    let element = |i: usize| Number::Finite(fraction((i * 7 % 11) as i64 - 5, 10));
    Value::new(Class::Double, rows, columns, (0..rows * columns).map(element).collect()).unwrap()
}

fn identity(order: usize) -> Value {
    let element = |i: usize| Number::boolean(i / order == i % order);
    Value::new(Class::Double, order, order, (0..order * order).map(element).collect()).unwrap()
}

/// A value for a variable that a diagram takes from a script which was not published with it: a matrix where one is needed,
/// and otherwise whole numbers that differ, because they may be the names of states.
fn plausible(name: &str, number: usize) -> Value {
    match name {
        "Ts" => scalar(1, 40),
        "transition_v" | "transition_y" => Value::row(vec![Number::integer(1), Number::integer(2)]),
        "w1" => matrix(2, 10),
        "w2" => matrix(10, 10),
        "w3" => matrix(1, 10),
        "b1" | "b2" => matrix(10, 1),
        "Wp" => identity(5),
        "I" | "I0" => identity(3),
        "d" => matrix(3, 1),
        "up" => matrix(5, 1),
        "xme_0" => matrix(3, 1),
        name if name.to_ascii_lowercase().contains("inertia") => identity(3),
        _ => scalar(number as i64 + 1, 1),
    }
}

/// The variable that a problem is about.
fn missing(problem: &Problem) -> Option<&str> {
    let Problem::Parameter { message, .. } = problem else { return None };
    let (_, rest) = message.split_once('`')?;
    rest.split_once('`').filter(|(_, after)| after.starts_with(" has no value")).map(|(name, _)| name)
}

fn random_signal(random: &mut Random, input: &Input) -> Signal {
    let element = |random: &mut Random| match input.class {
        Class::Boolean => fraction(random.below(2) as i64, 1),
        Class::Double | Class::Single => fraction(random.below(401) as i64 - 200, 20),
        class => {
            let (least, greatest) = class.bounds().unwrap();
            let number = BigInt::from(random.below(120)) - BigInt::from(20);
            BigRational::from_integer(number.clamp(least, greatest))
        }
    };
    let elements = (0..input.shape.len()).map(|_| element(random)).collect();
    Signal::Array(Array { class: input.class, shape: input.shape, elements })
}

/// How many ticks were run, and the problem that ended the run.
fn run(model: &Model, given: &IndexMap<String, Value>, random: &mut Random, ticks: usize) -> (usize, Option<Problem>) {
    let mut interpreter = match Interpreter::new(model, given, &Options { long: Long::IsRounded, ..Options::default() })
    {
        Ok(interpreter) => interpreter,
        Err(problem) => return (0, Some(problem)),
    };
    let inputs = interpreter.inputs().to_vec();
    let mut done = 0;
    let mut last = None;
    let mut vain = 0;
    while done < ticks && vain <= done + 10 {
        let signals: Vec<Signal> = inputs.iter().map(|input| random_signal(random, input)).collect();
        match interpreter.step(&signals) {
            Ok(_) => done += 1,
            // Random inputs may well divide by zero; another draw will do.
            Err(problem @ Problem::Undefined { .. }) => {
                vain += 1;
                last = Some(problem);
            }
            Err(problem) => return (done, Some(problem)),
        }
    }
    (done, if done > 0 { None } else { last })
}

#[test]
fn the_challenges_run_or_say_why_not() {
    let Some(folder) = corpus("simulink/lm-challenges") else { return };
    let paths = files(&folder, &["slx", "mdl"]);
    let mut random = Random::new(seed(1));
    let ticks = setting("WHEREFORE_TICKS", 50) as usize;
    let mut ran = 0;
    let mut given = IndexMap::new();
    for path in &paths {
        let Some(model) = read(path) else { panic!("{} cannot be read", path.display()) };
        let name = path.strip_prefix(&folder).unwrap_or(path).display().to_string();
        let outcome = loop {
            let outcome = run(&model, &given, &mut random, ticks);
            let Some(variable) = outcome.1.as_ref().and_then(missing) else { break outcome };
            let value = plausible(variable, given.len());
            assert!(given.insert(variable.to_owned(), value).is_none(), "{name}: `{variable}` has a value");
        };
        match outcome {
            (done, None) => {
                ran += 1;
                say(&format!("{name}: {done} ticks"));
            }
            (done, Some(problem)) => say(&format!("{name}: {done} ticks, then {problem}")),
        }
    }
    let names: Vec<&str> = given.keys().map(String::as_str).collect();
    say(&format!("with values for {}", names.join(", ")));
    say(&format!("{ran} of {} diagrams run", paths.len()));
}
