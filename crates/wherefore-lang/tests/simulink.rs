//! Block diagrams against the Lustre that CoCoSim made of them: equal outputs on the same random inputs.
//!
//! `WHEREFORE_CASES` is the number of sequences for each pair.

#[path = "../../wherefore-simulink/tests/equal/machine.rs"]
mod machine;

use machine::Machine;
use std::path::{Path, PathBuf};
use wherefore_diag::SourceMap;
use wherefore_ir::{System, Value};
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_lang::{Language, simulink};
use wherefore_test::Random;

const CORPUS: &str = "simulink/lm-challenges/FRET_CoCoSim";
/// The length of a sequence.
const TICKS: usize = 50;

/// Diagrams whose parameters or functions the Lustre does not share, with the reason.
const NOT_COMPARED: [(&str, &str); 5] = [
    ("nn_", "the weights are not in the corpus"),
    ("EB_", "the values of the workspace are not in the corpus"),
    ("euler", "the Lustre leaves sine and cosine open"),
    ("NLGuidance", "the Lustre leaves square roots open"),
    ("swim", "the Lustre leaves square roots open"),
];

fn diagram(path: &Path) -> Option<System> {
    let bytes = wherefore_test::bytes(path);
    let text = simulink::container::unpack(&bytes).ok()?;
    let script = include_str!("../../wherefore-simulink/tests/parameters.m");
    let parameters = simulink::matlab::evaluate_script(script, &|_| None).expect("the parameters are in order");
    let choices = Choices { diagram: simulink::Options { parameters, ..Default::default() }, ..Choices::default() };
    read(Language::Simulink, path, text, &choices)
}

fn read(language: Language, path: &Path, text: String, choices: &Choices) -> Option<System> {
    let folder = path.parent()?.to_owned();
    let mut include = move |name: &str| {
        let name = name.trim_start_matches("./");
        Some(wherefore_test::read(&folder.join(name))).filter(|t| !t.is_empty()).ok_or(NotIncluded::Missing)
    };
    let read = language.read(SourceMap::single(path.display().to_string(), text), choices, &mut include);
    match read.meaning {
        Some(Meaning::System(system)) => Some(*system),
        _ => {
            let why = read.diagnostics.iter().find(|d| d.is_error()).map(|d| d.headline.clone());
            wherefore_test::say(&format!("{}: not read: {}", path.display(), why.unwrap_or_default()));
            None
        }
    }
}

/// Every diagram with the Lustre of the same name.
fn pairs(folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let all = wherefore_test::files(folder, &["slx"]);
    let mut found = Vec::new();
    for program in wherefore_test::files(folder, &["lus"]) {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".KIND2.lus") else { continue };
        let of = |stem: &str| all.iter().find(|p| p.file_stem().is_some_and(|s| s.to_string_lossy() == stem)).cloned();
        if let Some(diagram) = of(stem).or_else(|| of(stem.trim_end_matches("_PP"))) {
            found.push((diagram, program));
        }
    }
    found
}

/// A random value of the kind that an input has.
fn draw(random: &mut Random, like: &Value) -> Value {
    match like {
        Value::Bool(_) => Value::Bool(random.chance(50)),
        Value::Int(_) => Value::Int((random.below(9) as i64 - 4).into()),
        _ => {
            let quarters = random.below(33) as i64 - 16;
            let scale = random.pick(&[1_i64, 1, 1, 10, 100]);
            Value::Real(num_rational::BigRational::new((quarters * scale).into(), 4.into()))
        }
    }
}

/// The first difference in a number of sequences; none if there is none.
fn difference(one: &System, two: &System, seed: u64, sequences: u64) -> Option<String> {
    let counts = [one, two].map(|s| s.annexes.outputs.len());
    let outputs = counts[0];
    for sequence in 0..sequences {
        let mut random = Random::stream(seed, sequence);
        let (mut one, mut two) = (Machine::new(one), Machine::new(two));
        let kinds = one.input_kinds();
        if counts[0] != counts[1] {
            return Some(format!("{} and {} outputs", counts[0], counts[1]));
        }
        if kinds.len() != two.input_kinds().len() {
            return Some(format!("{} and {} inputs", kinds.len(), two.input_kinds().len()));
        }
        for tick in 0..TICKS {
            let inputs: Vec<Value> = kinds.iter().map(|k| draw(&mut random, k)).collect();
            let (left, right) = (one.tick(&inputs)?, two.tick(&inputs)?);
            if let Some(at) = (0..outputs).find(|i| !machine::same(&left[*i], &right[*i])) {
                return Some(format!(
                    "sequence {sequence}, tick {tick}, output {}: {:?} and {:?}; inputs {inputs:?}",
                    at + 1,
                    left[at],
                    right[at]
                ));
            }
        }
    }
    None
}

#[test]
fn outputs_are_those_of_the_lustre() {
    let Some(folder) = wherefore_test::corpus(CORPUS) else { return };
    let (seed, sequences) = (wherefore_test::seed(27), wherefore_test::cases(200));
    let (mut compared, mut wrong) = (0, Vec::new());
    for (diagram_path, program_path) in pairs(&folder) {
        let name = diagram_path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if let Some((_, why)) = NOT_COMPARED.iter().find(|(start, _)| name.starts_with(start)) {
            wherefore_test::say(&format!("{name}: not compared: {why}"));
            continue;
        }
        let text = wherefore_test::read(&program_path);
        let program = read(Language::Lustre, &program_path, text, &Choices::default());
        let (Some(one), Some(two)) = (diagram(&diagram_path), program) else { continue };
        compared += 1;
        match difference(&one, &two, seed, sequences) {
            Some(difference) => wrong.push(format!("{name}: {difference}")),
            None => wherefore_test::say(&format!("{name}: equal on {sequences} sequences")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 8, "only {compared} pairs");
}
