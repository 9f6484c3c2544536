//! Findings on random models against a walk through all of their states.
//!
//! A model is made as data, printed as SMV for the checks, and interpreted here state by state: which values occur, which branches are
//! taken. `WHEREFORE_SEED` and `WHEREFORE_CASES` set which models and how many.

use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Silent};
use wherefore_diag::FileId;
use wherefore_lint::{Kind, Lint, lint};
use wherefore_test::{Random, cases, counted, seed};

/// Values of each variable: two enumerations and a counter.
const SIZES: [usize; 3] = [3, 4, 4];
const NAMES: [&str; 3] = ["s", "t", "n"];

#[derive(Clone, Debug)]
enum Condition {
    Is(usize, usize),
    IsNot(usize, usize),
    Input(bool),
    And(Box<Condition>, Box<Condition>),
}

#[derive(Clone, Debug)]
enum Next {
    Value(usize),
    Case(Vec<(usize, Condition, Next)>, Box<Next>),
}

struct Model {
    first: [usize; 3],
    next: [Next; 3],
}

struct Maker {
    random: Random,
    branches: usize,
}

impl Maker {
    fn condition(&mut self, depth: usize) -> Condition {
        let var = self.random.below(3);
        let value = self.random.below(SIZES[var]);
        match self.random.below(if depth == 0 { 4 } else { 6 }) {
            0 | 1 => Condition::Is(var, value),
            2 => Condition::IsNot(var, value),
            3 => Condition::Input(self.random.below(2) == 0),
            _ => Condition::And(Box::new(self.condition(depth - 1)), Box::new(self.condition(depth - 1))),
        }
    }

    fn next(&mut self, var: usize, depth: usize) -> Next {
        if depth == 0 || self.random.below(4) == 0 {
            return Next::Value(self.random.below(SIZES[var]));
        }
        let count = 1 + self.random.below(3);
        let mut list = Vec::new();
        for _ in 0..count {
            self.branches += 1;
            let id = self.branches;
            list.push((id, self.condition(1), self.next(var, depth - 1)));
        }
        Next::Case(list, Box::new(self.next(var, 0)))
    }
}

fn value(var: usize, value: usize) -> String {
    if var == 2 { value.to_string() } else { format!("{}{value}", NAMES[var]) }
}

impl Condition {
    fn text(&self) -> String {
        match self {
            Condition::Is(var, v) => format!("{} = {}", NAMES[*var], value(*var, *v)),
            Condition::IsNot(var, v) => format!("{} != {}", NAMES[*var], value(*var, *v)),
            Condition::Input(true) => "i".to_owned(),
            Condition::Input(false) => "!i".to_owned(),
            Condition::And(a, b) => format!("({} & {})", a.text(), b.text()),
        }
    }

    fn holds(&self, state: [usize; 3], input: bool) -> bool {
        match self {
            Condition::Is(var, v) => state[*var] == *v,
            Condition::IsNot(var, v) => state[*var] != *v,
            Condition::Input(truth) => input == *truth,
            Condition::And(a, b) => a.holds(state, input) && b.holds(state, input),
        }
    }
}

impl Next {
    /// The SMV text; each branch has a line of its own, which is its number.
    fn print(&self, var: usize, out: &mut String, lines: &mut Vec<usize>) {
        match self {
            Next::Value(v) => out.push_str(&value(var, *v)),
            Next::Case(list, other) => {
                out.push_str("case");
                for (id, condition, next) in list {
                    out.push('\n');
                    lines.push(*id);
                    out.push_str(&format!("{} : ", condition.text()));
                    next.print(var, out, lines);
                    out.push(';');
                }
                out.push('\n');
                lines.push(0);
                out.push_str("TRUE : ");
                other.print(var, out, lines);
                out.push_str("; esac");
            }
        }
    }

    fn run(&self, state: [usize; 3], input: bool, taken: &mut BTreeSet<usize>) -> usize {
        match self {
            Next::Value(v) => *v,
            Next::Case(list, other) => match list.iter().find(|(_, c, _)| c.holds(state, input)) {
                Some((id, _, next)) => {
                    taken.insert(*id);
                    next.run(state, input, taken)
                }
                None => other.run(state, input, taken),
            },
        }
    }

    /// Branches that are not taken and lie in none that is not taken.
    fn dead(&self, taken: &BTreeSet<usize>, dead: &mut BTreeSet<usize>) {
        if let Next::Case(list, other) = self {
            for (id, _, next) in list {
                if taken.contains(id) {
                    next.dead(taken, dead);
                } else {
                    dead.insert(*id);
                }
            }
            other.dead(taken, dead);
        }
    }
}

impl Model {
    fn random(seed: u64) -> Model {
        let mut maker = Maker { random: Random::new(seed), branches: 0 };
        let first = SIZES.map(|size| maker.random.below(size));
        Model { first, next: [0, 1, 2].map(|var| maker.next(var, 3)) }
    }

    /// The text, and the branch that begins on each line, from 1; 0 for a line without one.
    fn text(&self) -> (String, Vec<usize>) {
        let list = |var: usize| (0..SIZES[var]).map(|v| value(var, v)).collect::<Vec<_>>().join(", ");
        let mut out =
            format!("MODULE main\nIVAR i : boolean;\nVAR s : {{{}}};\nt : {{{}}};\nn : 0..3;", list(0), list(1));
        let mut lines = vec![0; 5];
        out.push_str("\nASSIGN");
        lines.push(0);
        for (var, next) in self.next.iter().enumerate() {
            out.push_str(&format!(
                "\ninit({}) := {};\nnext({}) := ",
                NAMES[var],
                value(var, self.first[var]),
                NAMES[var]
            ));
            lines.extend([0, 0]);
            next.print(var, &mut out, &mut lines);
            out.push(';');
        }
        (out + "\n", lines)
    }

    /// States that are reached, and branches that are taken.
    fn explore(&self) -> (BTreeSet<[usize; 3]>, BTreeSet<usize>) {
        let (mut seen, mut taken) = (BTreeSet::from([self.first]), BTreeSet::new());
        let mut waiting = vec![self.first];
        while let Some(state) = waiting.pop() {
            for input in [false, true] {
                let after = [0, 1, 2].map(|var| self.next[var].run(state, input, &mut taken));
                if seen.insert(after) {
                    waiting.push(after);
                }
            }
        }
        (seen, taken)
    }

    /// What must be found, in words.
    fn expected(&self) -> BTreeSet<String> {
        let (seen, taken) = self.explore();
        let mut dead = BTreeSet::new();
        self.next.iter().for_each(|next| next.dead(&taken, &mut dead));
        let mut expected: BTreeSet<String> = dead.iter().map(|id| format!("branch {id}")).collect();
        for (var, size) in SIZES.into_iter().enumerate() {
            let occurring: BTreeSet<usize> = seen.iter().map(|state| state[var]).collect();
            if occurring.len() == 1 {
                expected.insert(format!("{} constant", NAMES[var]));
            } else if var < 2 {
                let missing = (0..size).filter(|v| !occurring.contains(v));
                expected.extend(missing.map(|v| format!("{} = {}", NAMES[var], value(var, v))));
            }
        }
        expected
    }
}

fn found(text: &str, lines: &[usize]) -> (Lint, BTreeSet<String>) {
    let system = wherefore_lang::smv::load(FileId(0), text).system.unwrap_or_else(|| panic!("refused:\n{text}"));
    let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
    let lint = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
    let mut words = BTreeSet::new();
    for finding in &lint.findings {
        let line = system.span(finding.element).map_or(0, |s| text[..s.start as usize].matches('\n').count());
        match finding.kind {
            Kind::DeadBranch => words.insert(format!("branch {}", lines[line])),
            Kind::UnusedValue => words.insert(finding.name.clone()),
            Kind::ConstantVariable => words.insert(format!("{} constant", finding.name)),
            _ => false,
        };
    }
    (lint, words)
}

#[test]
fn findings_are_those_of_a_walk_through_all_states() {
    let (seed, count) = (seed(1), cases(150));
    let (mut findings, mut missed) = (0, 0);
    for case in 0..count {
        let model = Model::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let (text, lines) = model.text();
        let (lint, found) = found(&text, &lines);
        let expected = model.expected();
        assert!(lint.open.is_empty(), "case {case}: not decided: {:?}\n{text}", lint.open);
        let wrong: Vec<&String> = found.difference(&expected).collect();
        assert!(wrong.is_empty(), "case {case}: found and not true: {wrong:?}\n{text}");
        // Of two branches that the lowered system shares, one speaks for both.
        let lacking: Vec<&String> = expected.difference(&found).collect();
        let is_branch = |word: &&String| word.starts_with("branch");
        assert!(lacking.iter().all(is_branch), "case {case}: not found: {lacking:?}\n{text}");
        missed += lacking.len();
        findings += found.len();
    }
    counted(findings, "findings that a walk through all states confirms");
    assert!(missed * 20 <= findings, "{missed} branches were missed beside {findings} findings");
}
