//! Ways of models without control, by brute force: which conjunct the first failing state breaks, and which branches the step into it
//! can take.

use crate::trial::why;
use std::collections::BTreeMap;
use wherefore_test::{Random, cases, counted, say, seed};

/// The variables have values below this, and the input too.
const VALUES: i64 = 4;
const INPUTS: i64 = 3;

/// What a branch tests.
#[derive(Clone, Copy, Debug)]
enum Test {
    Input(i64),
    Above(usize, i64),
    Both(i64, usize, i64),
    Always,
}

/// What a branch gives.
#[derive(Clone, Copy, Debug)]
enum Gives {
    Number(i64),
    More(usize),
    Same(usize),
}

type Branch = (Test, Gives);
type State = [i64; 2];

const NAMES: [&str; 2] = ["x", "y"];

/// A model: the branches of both variables, the values that must not come together, and perhaps one that `x` must not have.
#[derive(Debug)]
struct Model {
    branches: [Vec<Branch>; 2],
    bad: State,
    other: Option<i64>,
}

/// A way to fail: the conjunct, if there are two, and the branches of the last step.
type Way = (Option<usize>, [usize; 2]);

impl Test {
    fn draw(random: &mut Random) -> Test {
        let (input, value) = (random.below(INPUTS as usize) as i64, random.below(VALUES as usize - 1) as i64);
        match random.below(3) {
            0 => Test::Input(input),
            1 => Test::Above(random.below(2), value),
            _ => Test::Both(input, random.below(2), value),
        }
    }

    fn holds(self, state: State, input: i64) -> bool {
        match self {
            Test::Input(value) => input == value,
            Test::Above(var, value) => state[var] > value,
            Test::Both(value, var, than) => input == value && state[var] > than,
            Test::Always => true,
        }
    }

    fn text(self) -> String {
        match self {
            Test::Input(value) => format!("i = {value}"),
            Test::Above(var, value) => format!("{} > {value}", NAMES[var]),
            Test::Both(value, var, than) => format!("i = {value} & {} > {than}", NAMES[var]),
            Test::Always => "TRUE".to_owned(),
        }
    }
}

impl Gives {
    fn draw(random: &mut Random) -> Gives {
        match random.below(3) {
            0 => Gives::Number(random.below(VALUES as usize) as i64),
            1 => Gives::More(random.below(2)),
            _ => Gives::Same(random.below(2)),
        }
    }

    fn value(self, state: State) -> i64 {
        match self {
            Gives::Number(value) => value,
            Gives::More(var) => (state[var] + 1) % VALUES,
            Gives::Same(var) => state[var],
        }
    }

    fn text(self) -> String {
        match self {
            Gives::Number(value) => value.to_string(),
            Gives::More(var) => format!("({} + 1) mod {VALUES}", NAMES[var]),
            Gives::Same(var) => NAMES[var].to_owned(),
        }
    }
}

impl Model {
    fn draw(random: &mut Random) -> Model {
        let mut branches = || {
            let mut list: Vec<Branch> =
                (0..1 + random.below(3)).map(|_| (Test::draw(random), Gives::draw(random))).collect();
            list.push((Test::Always, Gives::draw(random)));
            list
        };
        let branches = [branches(), branches()];
        let bad = [0, 1].map(|_| random.below(VALUES as usize) as i64);
        let other = random.chance(50).then(|| random.between(1, VALUES as usize - 1) as i64);
        Model { branches, bad, other }
    }

    /// The conjuncts as they are written.
    fn conjuncts(&self) -> Vec<String> {
        let both = format!("!(x = {} & y = {})", self.bad[0], self.bad[1]);
        std::iter::once(both).chain(self.other.map(|value| format!("x != {value}"))).collect()
    }

    /// The first conjunct that a state breaks.
    fn broken(&self, state: State) -> Option<usize> {
        let second = self.other.is_some_and(|value| state[0] == value);
        (state == self.bad).then_some(0).or(second.then_some(1))
    }

    /// The text, and the line of the first branch of each variable.
    fn text(&self) -> (String, [usize; 2]) {
        let (inputs, values) = (INPUTS - 1, VALUES - 1);
        let mut text = format!("MODULE main\nIVAR i : 0..{inputs};\nVAR x : 0..{values}; y : 0..{values};\nASSIGN\n");
        text.push_str("  init(x) := 0;\n  init(y) := 0;\n");
        let mut first = [0; 2];
        for (var, branches) in self.branches.iter().enumerate() {
            text.push_str(&format!("  next({}) := case\n", NAMES[var]));
            first[var] = text.lines().count() + 1;
            for (test, gives) in branches {
                text.push_str(&format!("    {} : {};\n", test.text(), gives.text()));
            }
            text.push_str("  esac;\n");
        }
        text.push_str(&format!("INVARSPEC {}\n", self.conjuncts().join(" & ")));
        (text, first)
    }

    /// The branches of the step into a failing state, with the fewest steps to it; nothing if the first state fails.
    fn ways(&self) -> BTreeMap<Way, u32> {
        let mut found = BTreeMap::new();
        let (mut known, mut level) = (vec![[0, 0]], vec![[0, 0]]);
        let mut depth = 0;
        while !level.is_empty() && self.broken([0, 0]).is_none() {
            depth += 1;
            let mut later = Vec::new();
            for state in level {
                for input in 0..INPUTS {
                    let taken = [0, 1].map(|var: usize| {
                        self.branches[var].iter().position(|(test, _)| test.holds(state, input)).unwrap_or_default()
                    });
                    let next = [0, 1].map(|var: usize| self.branches[var][taken[var]].1.value(state));
                    if let Some(conjunct) = self.broken(next) {
                        found.entry((self.other.map(|_| conjunct), taken)).or_insert(depth);
                    } else if !known.contains(&next) {
                        known.push(next);
                        later.push(next);
                    }
                }
            }
            level = later;
        }
        found
    }
}

#[test]
fn branches_of_the_last_step() {
    let mut random = Random::new(seed(26));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut several, mut violated) = (0, 0);
    for case in 0..cases(30) {
        let model = Model::draw(&mut random);
        let (text, first) = model.text();
        let file = folder.path().join(format!("m{case}.smv"));
        std::fs::write(&file, &text).expect("a file");
        let report = why(&file, "1").expect("a report");
        let property = &report["properties"][0];
        let ways = model.ways();
        assert_eq!(property["verdict"] == "violated", model.broken([0, 0]).is_some() || !ways.is_empty(), "{text}");
        if ways.is_empty() {
            continue;
        }
        violated += 1;
        several += usize::from(ways.len() > 1);
        let wanted: BTreeMap<String, u64> = ways
            .iter()
            .map(|((conjunct, taken), steps)| {
                let broken = conjunct.map(|place| format!("breaks {}", model.conjuncts()[place]));
                let lines = [0, 1].map(|var: usize| format!("line {}", first[var] + taken[var]));
                (broken.into_iter().chain(lines).collect::<Vec<_>>().join(" | "), u64::from(*steps))
            })
            .collect();
        let classes = property["classes"].as_array().expect("classes");
        // An equation may be written either way round.
        let turned = |key: &str| {
            let sides = NAMES.iter().flat_map(|name| (0..VALUES).map(move |value| (*name, value)));
            sides.fold(key.to_owned(), |key, (name, value)| {
                let key = key.replace(&format!("{value} = {name}"), &format!("{name} = {value}"));
                key.replace(&format!("{value} != {name}"), &format!("{name} != {value}"))
            })
        };
        let named = |c: &serde_json::Value| Some((turned(c["key"].as_str()?), c["length"].as_u64()?));
        let found: BTreeMap<String, u64> = classes.iter().filter_map(named).collect();
        assert_eq!(found, wanted, "{text}");
        let by = if model.other.is_some() { "conjunct-and-branch" } else { "branch" };
        assert_eq!(property["enumeration"]["told_apart_by"], by, "{text}");
        assert_eq!(property["enumeration"]["complete"], true, "{text}");
    }
    say(&format!("{violated} violated"));
    counted(several, "models with several ways");
}
