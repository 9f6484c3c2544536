//! `wherefore mutate --check`: the status of every mutant of random models against a walk through all their states, by an interpreter
//! of the text that shares no code with the program.

#[path = "mutation/charts.rs"]
mod charts;

use crate::support::{stderr, stdout, wherefore};
use crate::temporary;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use wherefore::{Language, Project};
use wherefore_test::{Random, cases, counted, seed};

/// The variables of a state, and the input.
const STATE: [&str; 3] = ["a", "b", "c"];
const INPUT: &str = "i";

type State = [bool; 3];

/// A condition over these names, as SMV writes it.
fn condition(random: &mut Random, names: &[&str], depth: usize) -> String {
    if depth == 0 || random.chance(25) {
        let name = random.pick(names);
        return if random.chance(30) { format!("!{name}") } else { name.to_owned() };
    }
    let mut part = || condition(random, names, depth - 1);
    let (one, two, three) = (part(), part(), part());
    match random.below(4) {
        0 => format!("({one} ? {two} : {three})"),
        n => format!("({one} {} {two})", ["&", "|", "xor"][n - 1]),
    }
}

/// A deterministic model with three Boolean variables, an input and two invariants.
fn model(random: &mut Random) -> String {
    let names = [STATE[0], STATE[1], STATE[2], INPUT];
    let mut text = "MODULE main\nIVAR i : boolean;\nVAR a : boolean; b : boolean; c : boolean;\nASSIGN\n".to_owned();
    for name in STATE {
        let first = if random.chance(50) { "TRUE" } else { "FALSE" };
        text.push_str(&format!("init({name}) := {first};\nnext({name}) := {};\n", condition(random, &names, 2)));
    }
    for number in 0..2 {
        text.push_str(&format!("INVARSPEC NAME p{number} := {};\n", condition(random, &STATE, 2)));
    }
    text
}

/// An interpreter of conditions: `! & | xor <-> ->`, `?:`, brackets, names and constants, loosest last.
struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    values: &'a BTreeMap<&'a str, bool>,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        let is_there = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is_there);
        is_there
    }

    fn choice(&mut self) -> bool {
        let condition = self.implication();
        if !self.takes("?") {
            return condition;
        }
        let one = self.choice();
        assert!(self.takes(":"));
        let two = self.choice();
        if condition { one } else { two }
    }

    fn implication(&mut self) -> bool {
        let left = self.equivalence();
        if self.takes("->") { self.implication() || !left } else { left }
    }

    fn equivalence(&mut self) -> bool {
        let mut value = self.disjunction();
        while self.takes("<->") {
            value = self.disjunction() == value;
        }
        value
    }

    fn disjunction(&mut self) -> bool {
        let mut value = self.conjunction();
        loop {
            if self.takes("|") {
                value |= self.conjunction();
            } else if self.takes("xor") {
                value ^= self.conjunction();
            } else {
                return value;
            }
        }
    }

    fn conjunction(&mut self) -> bool {
        let mut value = self.atom();
        while self.takes("&") {
            value &= self.atom();
        }
        value
    }

    fn atom(&mut self) -> bool {
        if self.takes("!") {
            return !self.atom();
        }
        if self.takes("(") {
            let value = self.choice();
            assert!(self.takes(")"));
            return value;
        }
        self.at += 1;
        match self.words[self.at - 1] {
            "TRUE" => true,
            "FALSE" => false,
            name => self.values[name],
        }
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let signs = ["<->", "->", "!", "&", "|", "(", ")", "?", ":"];
        let letters = rest.chars().take_while(|c| c.is_alphanumeric()).count();
        let length = signs.iter().find(|s| rest.starts_with(**s)).map_or(letters, |s| s.len());
        assert!(length > 0, "{rest}");
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

/// The value of what stands behind `lead` in the text, in a state with an input.
fn value(text: &str, lead: &str, state: State, input: bool) -> bool {
    let line = text.lines().find_map(|l| l.strip_prefix(lead)).unwrap_or_else(|| panic!("{lead} in {text}"));
    let values = STATE.into_iter().zip(state).chain([(INPUT, input)]).collect();
    let mut reader = Reader { words: words(line.trim_end_matches(';')), at: 0, values: &values };
    let value = reader.choice();
    assert_eq!(reader.at, reader.words.len(), "{line}");
    value
}

/// The first state, and the step of a model with this text.
fn first(text: &str) -> State {
    STATE.map(|name| value(text, &format!("init({name}) := "), [false; 3], false))
}

fn step(text: &str, state: State, input: bool) -> State {
    STATE.map(|name| value(text, &format!("next({name}) := "), state, input))
}

fn reachable(text: &str) -> BTreeSet<State> {
    let (mut found, mut open) = (BTreeSet::new(), vec![first(text)]);
    while let Some(state) = open.pop() {
        if found.insert(state) {
            open.extend([false, true].map(|input| step(text, state, input)));
        }
    }
    found
}

/// The status of a mutant, from the definition.
fn judged(model: &str, mutant: &str) -> &'static str {
    let holds = |text: &str, number: usize| {
        let lead = format!("INVARSPEC NAME p{number} := ");
        reachable(text).into_iter().all(|state| value(text, &lead, state, false))
    };
    if (0..2).any(|number| holds(model, number) != holds(mutant, number)) {
        return "noticed";
    }
    let does_the_same = |state: State| [false, true].iter().all(|i| step(model, state, *i) == step(mutant, state, *i));
    let is_equivalent = first(model) == first(mutant) && reachable(model).into_iter().all(does_the_same);
    if is_equivalent { "equivalent" } else { "survived" }
}

/// The exit code and the JSON report.
fn checked(folder: &Path, model: &str, options: &[&str]) -> (i32, Value) {
    let output = wherefore(folder).args(["mutate", model, "--check", "--format", "json"]).args(options).output();
    let output = output.unwrap();
    let report = serde_json::from_str(&stdout(&output)).unwrap_or_else(|e| panic!("{e}: {}", stderr(&output)));
    (output.status.code().unwrap(), report)
}

/// Numbers of mutants whose status in a report is not the one that is judged right.
fn wrong(report: &Value, right: &[&str]) -> Vec<usize> {
    let mutants = report["mutants"].as_array().unwrap();
    assert_eq!(mutants.len(), right.len());
    let is_wrong = |(mutant, right): (&Value, &&str)| {
        (mutant["check"]["status"] != **right).then(|| mutant["number"].as_u64().unwrap() as usize)
    };
    mutants.iter().zip(right).filter_map(is_wrong).collect()
}

#[test]
fn every_mutant_of_random_models_has_the_status_that_a_walk_through_all_states_finds() {
    let (seed, folder) = (seed(17), temporary("mutation"));
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for case in 0..cases(3) {
        let text = model(&mut Random::stream(seed, case));
        std::fs::write(folder.join("m.smv"), &text).unwrap();
        let mutants = Project::from_text("m.smv", &text, Language::Smv).unwrap().mutants().unwrap().mutants;
        let right: Vec<&str> = mutants.iter().map(|m| judged(&text, &m.apply(&text))).collect();
        let (code, report) = checked(&folder, "m.smv", &[]);
        assert_eq!(wrong(&report, &right), Vec::<usize>::new(), "seed {seed}, case {case}:\n{text}");
        right.iter().for_each(|status| *numbers.entry(status).or_default() += 1);
        let number = |status: &str| right.iter().filter(|s| **s == status).count();
        let judged = number("noticed") + number("survived");
        assert_eq!(report["mutation"]["noticed"], number("noticed"));
        assert_eq!(report["mutation"]["survived"], number("survived"));
        let score = report["mutation"]["score"].as_f64().unwrap_or(0.0);
        assert!((score * judged as f64 - number("noticed") as f64).abs() < 1e-9);
        assert_eq!(code, i32::from(number("survived") > 0), "{text}");
        // The comparison itself must be able to fail: one judgement turned round.
        let mut planted = right.clone();
        planted[0] = if planted[0] == "noticed" { "survived" } else { "noticed" };
        assert_eq!(wrong(&report, &planted), [1]);
    }
    counted(numbers.values().sum::<usize>(), "mutants");
    assert!(numbers.len() > 1, "{numbers:?}");
}

#[test]
fn a_run_that_is_gone_on_with_says_the_same_with_any_number_of_jobs() {
    let folder = temporary("resume");
    let gate = crate::support::models().join("pairs/gate.smv");
    std::fs::copy(gate, folder.join("m.smv")).unwrap();
    let results = |report: &Value| (report["mutants"].clone(), report["mutation"].clone());
    let (code, one) = checked(&folder, "m.smv", &["--jobs", "1"]);
    assert_eq!(code, 1);
    assert_eq!(results(&checked(&folder, "m.smv", &["--jobs", "4"]).1), results(&one));

    let file = folder.join("kept");
    assert_eq!(results(&checked(&folder, "m.smv", &["--resume", "kept"]).1), results(&one));
    let sorted = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let (bytes, whole) = (std::fs::read(&file).unwrap(), sorted(&file));
    // Ended in the middle of a line.
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(results(&checked(&folder, "m.smv", &["--resume", "kept", "--jobs", "2"]).1), results(&one));
    assert_eq!(sorted(&file), whole);

    // What is kept is believed: with a wrong line, the report is wrong.
    let text = String::from_utf8(bytes).unwrap();
    std::fs::write(&file, text.replacen("\"survived\"", "\"noticed\"", 1)).unwrap();
    let survived = |report: &Value| report["mutation"]["survived"].as_u64().unwrap();
    assert_eq!(survived(&checked(&folder, "m.smv", &["--resume", "kept"]).1) + 1, survived(&one));

    // Other settings, and another model.
    let refused = |options: &[&str]| {
        let before = std::fs::read(&file).unwrap();
        let output = wherefore(&folder).args(["mutate", "m.smv", "--check", "--resume", "kept"]).args(options).output();
        let output = output.unwrap();
        assert_eq!((output.status.code(), std::fs::read(&file).unwrap()), (Some(2), before));
        assert!(stderr(&output).contains("error[other-mutants]"), "{}", stderr(&output));
    };
    refused(&["--max-states", "7"]);
    std::fs::write(folder.join("m.smv"), model(&mut Random::new(1))).unwrap();
    refused(&[]);
}
