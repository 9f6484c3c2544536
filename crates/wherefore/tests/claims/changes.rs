//! Ways of models without control and without case distinctions, by brute force: which parts of the property the step into a failing state
//! changes.

use crate::trial::why;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_test::{Random, cases, counted, say, seed};

/// Variables and inputs.
const VARS: usize = 5;
const INPUTS: usize = 2;
/// Parts of a property of which every set is told apart.
const MOST_SETS: usize = 4;

/// What a variable is next.
#[derive(Clone, Copy, Debug)]
enum Gives {
    Input(usize),
    Not(usize),
    Both(usize, usize),
    Either(usize, usize),
    Unless(usize, usize),
}

type State = [bool; VARS];

/// A model: what each variable is next and first, and a disjunction of variables, of which each is to be true or false.
#[derive(Debug)]
struct Model {
    gives: [Gives; VARS],
    first: State,
    parts: Vec<(usize, bool)>,
    /// How the disjunction is written.
    form: usize,
}

/// What the last step changes, and in how few steps; nothing for the first state.
type Ways = BTreeMap<BTreeSet<String>, u64>;

impl Gives {
    fn draw(random: &mut Random) -> Gives {
        let (one, two, input) = (random.below(VARS), random.below(VARS), random.below(INPUTS));
        match random.below(5) {
            0 => Gives::Input(input),
            1 => Gives::Not(one),
            2 => Gives::Both(one, input),
            3 => Gives::Either(one, input),
            _ => Gives::Unless(one, two),
        }
    }

    fn value(self, state: State, inputs: [bool; INPUTS]) -> bool {
        match self {
            Gives::Input(input) => inputs[input],
            Gives::Not(var) => !state[var],
            Gives::Both(var, input) => state[var] && inputs[input],
            Gives::Either(var, input) => state[var] || inputs[input],
            Gives::Unless(var, other) => state[var] && !state[other],
        }
    }

    fn text(self) -> String {
        match self {
            Gives::Input(input) => format!("i{input}"),
            Gives::Not(var) => format!("!v{var}"),
            Gives::Both(var, input) => format!("v{var} & i{input}"),
            Gives::Either(var, input) => format!("v{var} | i{input}"),
            Gives::Unless(var, other) => format!("v{var} & !v{other}"),
        }
    }
}

impl Model {
    fn draw(random: &mut Random) -> Model {
        let gives = std::array::from_fn(|_| Gives::draw(random));
        let first = std::array::from_fn(|_| random.chance(40));
        let count = 2 + random.below(VARS - 1);
        let parts = random.order(VARS).into_iter().take(count).map(|var| (var, random.chance(40))).collect();
        Model { gives, first, parts, form: random.below(3) }
    }

    fn holds(&self, state: State) -> bool {
        self.parts.iter().any(|(var, wanted)| state[*var] == *wanted)
    }

    fn property(&self) -> String {
        let literal = |(var, wanted): &(usize, bool)| if *wanted { format!("v{var}") } else { format!("!v{var}") };
        let opposite = |(var, wanted): &(usize, bool)| literal(&(*var, !wanted));
        let all = |parts: &[(usize, bool)], sign: &str, of: &dyn Fn(&(usize, bool)) -> String| {
            parts.iter().map(of).collect::<Vec<_>>().join(sign)
        };
        match self.form {
            0 => all(&self.parts, " | ", &literal),
            1 => format!("!({})", all(&self.parts, " & ", &opposite)),
            _ => format!("({}) -> {}", all(&self.parts[1..], " & ", &opposite), literal(&self.parts[0])),
        }
    }

    fn text(&self) -> String {
        let mut text = "MODULE main\nIVAR i0 : boolean; i1 : boolean;\n".to_owned();
        for (var, gives) in self.gives.iter().enumerate() {
            let first = if self.first[var] { "TRUE" } else { "FALSE" };
            text.push_str(&format!("VAR v{var} : boolean;\nASSIGN init(v{var}) := {first};\n"));
            text.push_str(&format!("  next(v{var}) := {};\n", gives.text()));
        }
        text + &format!("INVARSPEC {}\n", self.property())
    }

    /// The parts that a step into a failing state makes false.
    fn changed(&self, state: State) -> BTreeSet<usize> {
        self.parts.iter().filter(|(var, wanted)| state[*var] == *wanted).map(|(var, _)| *var).collect()
    }

    fn ways(&self) -> BTreeMap<BTreeSet<usize>, u64> {
        let mut found = BTreeMap::new();
        if !self.holds(self.first) {
            return BTreeMap::from([(BTreeSet::new(), 0)]);
        }
        let (mut known, mut level) = (BTreeSet::from([self.first]), vec![self.first]);
        let mut depth = 0;
        while !level.is_empty() {
            depth += 1;
            let mut later = Vec::new();
            for state in level {
                for inputs in [[false, false], [false, true], [true, false], [true, true]] {
                    let next: State = std::array::from_fn(|var| self.gives[var].value(state, inputs));
                    if !self.holds(next) {
                        found.entry(self.changed(state)).or_insert(depth);
                    } else if known.insert(next) {
                        later.push(next);
                    }
                }
            }
            level = later;
        }
        found
    }

    fn words(&self, changed: &BTreeSet<usize>) -> BTreeSet<String> {
        let parts = self.parts.iter().filter(|(var, _)| changed.contains(var));
        parts.map(|(var, wanted)| format!("v{var} {}", !wanted)).collect()
    }
}

#[test]
fn changes_of_the_last_step() {
    let mut random = Random::new(seed(26));
    let folder = tempfile::tempdir().expect("a folder");
    let (mut several, mut many, mut violated) = (0, 0, 0);
    for case in 0..cases(30) {
        let model = Model::draw(&mut random);
        let text = model.text();
        let file = folder.path().join(format!("m{case}.smv"));
        std::fs::write(&file, &text).expect("a file");
        let report = why(&file, "1").expect("a report");
        let property = &report["properties"][0];
        let ways = model.ways();
        assert_eq!(property["verdict"] == "violated", !ways.is_empty(), "{text}");
        if ways.is_empty() {
            continue;
        }
        violated += 1;
        assert_eq!(property["enumeration"]["told_apart_by"], "change", "{text}");
        assert_eq!(property["enumeration"]["complete"], true, "{text}");
        let classes = property["classes"].as_array().expect("classes");
        let key = |class: &serde_json::Value| class["key"].as_str().expect("a key").to_owned();
        let named = |class: &serde_json::Value| {
            let key = key(class);
            let parts = key.strip_prefix("makes ").into_iter().flat_map(|parts| parts.split(" and "));
            (parts.map(str::to_owned).collect::<BTreeSet<_>>(), class["length"].as_u64().expect("a length"))
        };
        let found: Ways = classes.iter().map(named).collect();
        assert_eq!(found.len(), classes.len(), "{text}");
        if model.parts.len() <= MOST_SETS {
            several += usize::from(ways.len() > 1);
            let wanted: Ways = ways.iter().map(|(changed, steps)| (model.words(changed), *steps)).collect();
            assert_eq!(found, wanted, "{text}");
            continue;
        }
        // Of many parts one is named, which some failing step changes; each failing step changes one that is named.
        many += 1;
        let sets: Vec<(BTreeSet<String>, u64)> = ways.iter().map(|(set, steps)| (model.words(set), *steps)).collect();
        for (set, steps) in &sets {
            let fits = |(own, length): (&BTreeSet<String>, &u64)| {
                own.is_subset(set) && (own.is_empty() == set.is_empty()) && length <= steps
            };
            assert!(found.iter().any(fits), "{set:?} is not told: {found:?}\n{text}");
        }
        for (own, length) in &found {
            let is_so = sets.iter().any(|(set, steps)| own.is_subset(set) && length == steps);
            assert!(is_so, "{own:?} is no way: {sets:?}\n{text}");
        }
    }
    say(&format!("{violated} violated, {many} of many parts"));
    counted(several, "models with several ways");
}
