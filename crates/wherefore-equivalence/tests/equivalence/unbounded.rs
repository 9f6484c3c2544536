//! Models that remember and show numbers without bound: block diagrams beside the Lustre that CoCoSim made of them, and random
//! programs beside others that compute the same, or nearly.

#[path = "../../../wherefore-simulink/tests/equal/machine.rs"]
mod machine;

use crate::support::options;
use machine::Machine;
use std::path::{Path, PathBuf};
use wherefore_diag::SourceMap;
use wherefore_equivalence::{Comparison, Options, Outcome, compare};
use wherefore_ir::{System, Value};
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_lang::{Language, simulink};
use wherefore_solve::Stop;
use wherefore_test::Random;

const CORPUS: &str = "simulink/lm-challenges/FRET_CoCoSim";

/// Diagrams that are compared with their Lustre.
const DIAGRAMS: [&str; 7] = [
    "integrator_12B_with_contracts_Req_TUI001_PP",
    "integrator_12B_with_contracts_Req_TUI002_PP",
    "integrator_12B_with_contracts_Req_TUI003v1_PP",
    "integrator_12B_with_contracts_Req_TUI003v2_PP",
    "integrator_12B_with_contracts_Req_TUI003v3_PP",
    "regs_12B_with_contracts_All_PP",
    "triplex_12B_with_contracts_PP",
];

fn read(language: Language, path: &Path, text: String) -> Option<System> {
    let script = include_str!("../../../wherefore-simulink/tests/parameters.m");
    let parameters = simulink::matlab::evaluate_script(script, &|_| None).expect("the parameters are in order");
    let choices = Choices { diagram: simulink::Options { parameters, ..Default::default() }, ..Choices::default() };
    let mut nothing = |_: &str| Err(NotIncluded::Missing);
    match language.read(SourceMap::single(path.display().to_string(), text), &choices, &mut nothing).meaning {
        Some(Meaning::System(system)) => Some(*system),
        _ => None,
    }
}

fn find(folder: &Path, ending: &str, name: &str) -> Option<PathBuf> {
    let wanted = |p: &PathBuf| p.file_name().is_some_and(|n| n.to_string_lossy() == name);
    wherefore_test::files(folder, &[ending]).into_iter().find(wanted)
}

/// A diagram and its Lustre; inputs and outputs belong together in their order.
fn pair(folder: &Path, name: &str) -> Option<(System, System, Options)> {
    let diagram = find(folder, "slx", &format!("{name}.slx"))
        .or_else(|| find(folder, "slx", &format!("{}.slx", name.trim_end_matches("_PP"))))?;
    let program = find(folder, "lus", &format!("{name}.KIND2.lus"))?;
    let text = simulink::container::unpack(&wherefore_test::bytes(&diagram)).ok()?;
    let one = read(Language::Simulink, &diagram, text)?;
    let two = read(Language::Lustre, &program, wherefore_test::read(&program))?;
    let inputs = |s: &System| s.input_vars().map(|v| s.terms.var(v).name.clone()).collect::<Vec<_>>();
    let outputs = |s: &System| s.annexes.outputs.iter().map(|o| o.name.clone()).collect::<Vec<_>>();
    let map = inputs(&one).into_iter().zip(inputs(&two)).chain(outputs(&one).into_iter().zip(outputs(&two)));
    let options = Options { map: map.collect(), ..options() };
    Some((one, two, options))
}

fn word(found: &Comparison) -> &'static str {
    match found.outcome {
        Outcome::Equivalent { .. } => "equivalent",
        Outcome::Different { .. } => "different",
        Outcome::Undetermined(_) => "undetermined",
    }
}

#[test]
fn diagrams_are_proved_equal_to_their_lustre() {
    let Some(folder) = wherefore_test::corpus(CORPUS) else { return };
    let mut proved = 0;
    // One is proved the same by minutes of arithmetic.
    for name in DIAGRAMS.into_iter().filter(|name| wherefore_test::is_full() || !name.starts_with("regs")) {
        let Some((one, two, options)) = pair(&folder, name) else { panic!("{name} is not read") };
        match compare(&one, &two, &options, &Stop::new()) {
            Ok(found) => {
                proved += usize::from(matches!(found.outcome, Outcome::Equivalent { .. }));
                wherefore_test::say(&format!("{name}: {}", word(&found)));
                assert!(!matches!(found.outcome, Outcome::Different { .. }), "{name}: {:?}", found.differences);
            }
            Err(refusal) => wherefore_test::say(&format!("{name}: {refusal}")),
        }
    }
    assert!(proved >= 5, "only {proved} pairs");
}

/// A program over numbers without bound: memories, each with its first value and the formula for its next.
#[derive(Clone)]
struct Program {
    memories: Vec<(i64, Formula)>,
    shown: Formula,
}

/// A formula over the inputs and the memories.
#[derive(Clone)]
enum Formula {
    Number(i64),
    Input,
    Memory(usize),
    Sum(Box<Formula>, Box<Formula>),
    /// The first if the input is a truth, otherwise the second.
    Choice(Box<Formula>, Box<Formula>),
    /// The first if it is less than the second, otherwise the second.
    Least(Box<Formula>, Box<Formula>),
    /// The first if the first memory is large, which takes some ticks, otherwise the second.
    Large(Box<Formula>, Box<Formula>),
}

impl Formula {
    fn random(random: &mut Random, depth: usize) -> Formula {
        let part = |random: &mut Random| Box::new(Formula::random(random, depth.saturating_sub(1)));
        match random.below(if depth == 0 { 3 } else { 8 }) {
            0 => Formula::Number(random.below(5) as i64 - 2),
            1 => Formula::Input,
            2 => Formula::Memory(random.below(2)),
            3 => Formula::Sum(part(random), part(random)),
            4 => Formula::Choice(part(random), part(random)),
            5 => Formula::Least(part(random), part(random)),
            _ => Formula::Large(part(random), part(random)),
        }
    }

    /// The same value, written in another way by chance; or, with `wrong`, one number changed.
    fn other(&self, random: &mut Random, wrong: &mut bool) -> Formula {
        match self {
            Formula::Number(n) if std::mem::take(wrong) => Formula::Number(n + 1),
            Formula::Sum(a, b) if random.chance(50) => {
                let (a, b) = (a.other(random, wrong), b.other(random, wrong));
                Formula::Sum(Box::new(b), Box::new(a))
            }
            Formula::Sum(a, b) => Formula::Sum(Box::new(a.other(random, wrong)), Box::new(b.other(random, wrong))),
            Formula::Choice(a, b) => {
                Formula::Choice(Box::new(a.other(random, wrong)), Box::new(b.other(random, wrong)))
            }
            Formula::Large(a, b) => Formula::Large(Box::new(a.other(random, wrong)), Box::new(b.other(random, wrong))),
            Formula::Least(a, b) => Formula::Least(Box::new(b.other(random, wrong)), Box::new(a.other(random, wrong))),
            Formula::Number(_) | Formula::Input | Formula::Memory(_) => self.clone(),
        }
    }

    fn text(&self) -> String {
        match self {
            Formula::Number(n) => format!("({n})"),
            Formula::Input => "x".to_owned(),
            Formula::Memory(m) => format!("m{m}"),
            Formula::Sum(a, b) => format!("({} + {})", a.text(), b.text()),
            Formula::Choice(a, b) => format!("(if b then {} else {})", a.text(), b.text()),
            Formula::Large(a, b) => format!("(if m0 > 6 then {} else {})", a.text(), b.text()),
            Formula::Least(a, b) => {
                format!("(if {0} < {1} then {0} else {1})", a.text(), b.text())
            }
        }
    }
}

impl Program {
    fn random(random: &mut Random) -> Program {
        let memories = (0..2).map(|_| (random.below(3) as i64, Formula::random(random, 2))).collect();
        Program { memories, shown: Formula::random(random, 2) }
    }

    fn other(&self, random: &mut Random, mut wrong: bool) -> Program {
        let mut memory = |(first, next): &(i64, Formula)| (*first, next.other(random, &mut wrong));
        let memories = self.memories.iter().map(&mut memory).collect();
        Program { memories, shown: self.shown.other(random, &mut wrong) }
    }

    fn text(&self) -> String {
        let memory = |(place, (first, next)): (usize, &(i64, Formula))| {
            format!("m{place} = {first} -> pre n{place}; n{place} = {};", next.text())
        };
        let all: Vec<String> = self.memories.iter().enumerate().map(memory).collect();
        let shown = self.shown.text();
        format!(
            "node main(x: int; b: bool) returns (y: int); var m0, m1, n0, n1: int; let {} y = {shown}; tel",
            all.join(" ")
        )
    }

    fn load(&self) -> System {
        read(Language::Lustre, Path::new("program.lus"), self.text()).unwrap_or_else(|| panic!("{}", self.text()))
    }
}

/// After how many ticks the outputs of two programs first differ, for short sequences of small inputs.
fn shortest_difference(one: &System, two: &System) -> Option<usize> {
    const INPUTS: [(i64, bool); 6] = [(-1, false), (0, false), (3, false), (-1, true), (0, true), (3, true)];
    const TICKS: u32 = 5;
    let mut shortest = None;
    for sequence in 0..INPUTS.len().pow(TICKS) {
        let (mut left, mut right, mut rest) = (Machine::new(one), Machine::new(two), sequence);
        for tick in 1..=TICKS as usize {
            let (x, b) = INPUTS[rest % INPUTS.len()];
            rest /= INPUTS.len();
            let inputs = [Value::int(x), Value::Bool(b)];
            if left.tick(&inputs) != right.tick(&inputs) {
                shortest = Some(shortest.map_or(tick, |s: usize| s.min(tick)));
                break;
            }
        }
    }
    shortest
}

#[test]
fn random_programs_over_numbers_are_judged_as_their_runs_show() {
    let (seed, count) = (wherefore_test::seed(2000), wherefore_test::cases(60));
    let mut counts = [0; 3];
    for case in 0..count {
        let mut random = Random::stream(seed, case);
        let program = Program::random(&mut random);
        let wrong = random.chance(50);
        let other = program.other(&mut random, wrong);
        let told = || format!("case {case} of seed {seed}:\n{}\n{}", program.text(), other.text());
        let (one, two) = (program.load(), other.load());
        let found = compare(&one, &two, &options(), &Stop::new()).unwrap_or_else(|e| panic!("{e}, {}", told()));
        let shortest = shortest_difference(&one, &two);
        match &found.outcome {
            Outcome::Equivalent { .. } => assert_eq!(shortest, None, "{}", told()),
            Outcome::Different { .. } => {
                let length = found.differences.first().map(|d| d.reactions.len());
                assert!(shortest.is_none() || length <= shortest, "{length:?} and {shortest:?}, {}", told());
            }
            Outcome::Undetermined(_) => {}
        }
        counts[match found.outcome {
            Outcome::Equivalent { .. } => 0,
            Outcome::Different { .. } => 1,
            Outcome::Undetermined(_) => 2,
        }] += 1;
    }
    let [same, different, open] = counts;
    wherefore_test::say(&format!("{count} pairs: {same} equivalent, {different} different, {open} undetermined"));
    assert!(same * 4 >= count && different * 10 >= count && open * 10 <= count, "{counts:?}");
}

/// Programs whose first values nobody gives may begin with any, each for itself: alike if one can show what the other shows.
#[test]
fn first_values_that_are_open_are_chosen() {
    let program = |text: &str| read(Language::Lustre, Path::new("program.lus"), text.to_owned()).expect("a program");
    let judge = |one: &str, two: &str| {
        let node = |body: &str| program(&format!("node main(x: int) returns (y: int); var n, m: int; let {body} tel"));
        let found = compare(&node(one), &node(two), &options(), &Stop::new()).expect("they are compared");
        (word(&found), found.differences.first().map(|d| d.reactions.len()))
    };
    let open = "n = x; m = x; y = pre n;";
    assert_eq!(judge(open, open), ("equivalent", None), "a program and itself");
    assert_eq!(judge(open, "n = x; m = x; y = 0 -> pre n;"), ("different", Some(1)), "one begins with 0");
    assert_eq!(
        judge(open, "n = x; m = x; y = pre n + 1;"),
        ("different", Some(2)),
        "any number at first, then another"
    );
    // Each can show what the other shows, but with another first value: neither is claimed.
    assert_eq!(
        judge(open, "n = x; m = x - 1; y = pre m + 1;").0,
        "undetermined",
        "any number, one more than any other"
    );
}

/// What a machine takes may depend on what it remembers: a run then ends with other inputs than those that show the difference.
#[test]
fn a_run_ends_with_inputs_that_are_taken_there() {
    let program = |next: &str| {
        let text = format!(
            "node main(a, b : bool; x : int) returns (n : int);\nvar c : int;\nlet\n  c = 0 -> pre c + 1;\n  \
             n = x -> pre n + {next};\n  assert (c = 0 or c = 2) => a;\n  assert (c = 1) => not a;\ntel;\n"
        );
        read(Language::Lustre, Path::new("model.lus"), text).expect("a program")
    };
    let (reference, implementation) = (program("1"), program("(if pre b then 1 else 2)"));
    let found = compare(&reference, &implementation, &options(), &Stop::new()).expect("an answer");
    assert_eq!(word(&found), "different", "{found:#?}");
    for run in [&found.differences[0].reference_run, &found.differences[0].implementation_run] {
        assert!(run.as_ref().is_some_and(|run| run.len() >= 2), "{run:?}");
    }
}
