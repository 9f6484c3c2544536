//! Conditions of synchronous programs that are always the same, on random programs, against a walk through all of their states.
//!
//! A program has three memories, and for each an `if` on a line of its own. `WHEREFORE_SEED` and `WHEREFORE_CASES` set which programs and
//! how many.

use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Silent};
use wherefore_diag::SourceMap;
use wherefore_lang::lustre;
use wherefore_lint::{Kind, lint};
use wherefore_test::{Random, cases, counted, seed};

const NAMES: [&str; 4] = ["a", "b", "c", "i"];

/// Whether variables have these values.
type Literals = Vec<(usize, bool)>;

struct Program {
    first: [bool; 3],
    /// Condition, and what follows if it is true, and if not: literals that are all true.
    next: [(Literals, Literals, Literals); 3],
}

fn literals(random: &mut Random, least: usize) -> Literals {
    let mut left: Vec<usize> = (0..4).collect();
    let count = least + random.below(3 - least);
    (0..count).map(|_| (left.remove(random.below(left.len())), random.below(2) == 0)).collect()
}

fn words(literals: &Literals) -> String {
    let literal = |(var, is_true): &(usize, bool)| format!("{}{}", if *is_true { "" } else { "not " }, NAMES[*var]);
    match literals.as_slice() {
        [] => "true".to_owned(),
        list => list.iter().map(literal).collect::<Vec<_>>().join(" and "),
    }
}

fn holds(literals: &Literals, values: [bool; 4]) -> bool {
    literals.iter().all(|(var, is_true)| values[*var] == *is_true)
}

impl Program {
    fn random(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let first = [(); 3].map(|()| random.below(2) == 0);
        let part = |random: &mut Random| (literals(random, 1), literals(random, 0), literals(random, 1));
        Program { first, next: [(); 3].map(|()| part(&mut random)) }
    }

    /// The text; the `if` of each memory stands on the line of its number, from 5.
    fn text(&self) -> String {
        let mut text = "node main(i: bool) returns (o: bool);\nvar a, b, c, na, nb, nc: bool;\nlet\n".to_owned();
        text += "o = a and b and c;\n";
        for (var, (condition, then, otherwise)) in self.next.iter().enumerate() {
            let parts = [condition, then, otherwise].map(words);
            text += &format!("n{} = if {} then {} else {};\n", NAMES[var], parts[0], parts[1], parts[2]);
        }
        for (var, first) in self.first.iter().enumerate() {
            text += &format!("{0} = {first} -> pre n{0};\n", NAMES[var]);
        }
        text + "tel\n"
    }

    /// For each condition the values that it has at some tick.
    fn seen(&self) -> [BTreeSet<bool>; 3] {
        let mut found: [BTreeSet<bool>; 3] = Default::default();
        let mut waiting = vec![self.first];
        let mut reached = BTreeSet::from([self.first]);
        while let Some([a, b, c]) = waiting.pop() {
            for i in [false, true] {
                let values = [a, b, c, i];
                let mut next = [false; 3];
                for (var, (condition, then, otherwise)) in self.next.iter().enumerate() {
                    let is_true = holds(condition, values);
                    found[var].insert(is_true);
                    next[var] = holds(if is_true { then } else { otherwise }, values);
                }
                if reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        found
    }
}

#[test]
fn constant_conditions_are_those_of_a_walk_through_all_states() {
    let (seed, count) = (seed(1), cases(80));
    let mut constant = 0;
    for case in 0..count {
        let program = Program::random(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let text = program.text();
        let loaded = lustre::load(SourceMap::single("m.lus", &*text), &mut |_| Err(lustre::NotIncluded::Missing));
        let system = loaded.system.unwrap_or_else(|| panic!("refused: {:?}\n{text}", loaded.diagnostics));
        let (stop, observer): (_, Arc<dyn Observer>) = (wherefore_stop::Stop::new(), Arc::new(Silent));
        let found = lint(&system, Options::default(), (&stop, &observer), &mut |_| ());
        assert!(found.open.is_empty(), "case {case}: not decided: {:?}\n{text}", found.open);
        let place = |f: &wherefore_lint::Finding| {
            let start = system.span(f.element).map_or(0, |s| s.start as usize);
            (text[..start].matches('\n').count(), f.value.clone().unwrap_or_default())
        };
        let found: BTreeSet<(usize, String)> =
            found.findings.iter().filter(|f| f.kind == Kind::ConstantCondition).map(place).collect();
        let seen = program.seen();
        let always = seen.iter().enumerate().filter(|(_, values)| values.len() == 1);
        let expected: BTreeSet<(usize, String)> =
            always.map(|(var, values)| (4 + var, values.contains(&true).to_string())).collect();
        assert_eq!(found, expected, "case {case}\n{text}");
        constant += found.len();
    }
    counted(constant, "conditions that are always the same");
}
