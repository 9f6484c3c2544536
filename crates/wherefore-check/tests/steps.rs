//! Invariants about states and about steps, read from SMV, against a slow reading of the same text.
//!
//! Random models with constants, frozen variables, inputs and dead ends; invariants in which next() may stand on anything. What
//! is left of a formula after folding must not decide what it is about: a formula that mentions an input, or a state
//! variable inside next(), asks about steps, and in a state without a step it asks nothing.
//!
//! ```text
//! WHEREFORE_CASES=3000 cargo test --release --features cadical -p wherefore-check --test steps
//! ```

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;
use support::random::Random;
use wherefore_check::{EngineChoice, Observer, Options, Session, Silent, Verdict};
use wherefore_diag::FileId;
use wherefore_lang::smv;
use wherefore_solve::Stop;
use wherefore_test::{cases, seed};

/// Every name that a formula may mention. `z` is a variable that is always the same, `d` is a name for `z & v`.
const NAMES: [&str; 6] = ["v", "w", "z", "f", "i", "d"];
const STATES: usize = 4;

/// A formula over Boolean values.
enum Formula {
    Const(bool),
    Now(&'static str),
    Next(&'static str),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// Values of v, w, z, f and i.
type Tick = [bool; 5];

impl Formula {
    fn random(random: &mut Random, depth: u32, next: bool, inputs: bool) -> Formula {
        let part = |random: &mut Random| Box::new(Formula::random(random, depth - 1, next, inputs));
        match (depth, random.below(5)) {
            (0, _) | (_, 0) => Formula::leaf(random, next, inputs),
            (_, 1) => Formula::Not(part(random)),
            (_, 2) => Formula::And(part(random), part(random)),
            _ => Formula::Or(part(random), part(random)),
        }
    }

    fn leaf(random: &mut Random, next: bool, inputs: bool) -> Formula {
        if random.chance(15) {
            return Formula::Const(random.chance(50));
        }
        let name = NAMES[random.below(6) as usize];
        match name {
            "i" if !inputs => Formula::Now("v"),
            "i" => Formula::Now("i"),
            name if next && random.chance(40) => Formula::Next(name),
            name => Formula::Now(name),
        }
    }

    fn text(&self) -> String {
        match self {
            Formula::Const(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
            Formula::Now(name) => (*name).to_owned(),
            Formula::Next(name) => format!("next({name})"),
            Formula::Not(a) => format!("!({})", a.text()),
            Formula::And(a, b) => format!("({} & {})", a.text(), b.text()),
            Formula::Or(a, b) => format!("({} | {})", a.text(), b.text()),
        }
    }

    fn value(&self, now: &Tick, next: &Tick) -> bool {
        match self {
            Formula::Const(value) => *value,
            Formula::Now(name) => lookup(now, name),
            Formula::Next(name) => lookup(next, name),
            Formula::Not(a) => !a.value(now, next),
            Formula::And(a, b) => a.value(now, next) && b.value(now, next),
            Formula::Or(a, b) => a.value(now, next) || b.value(now, next),
        }
    }

    fn is_about_steps(&self) -> bool {
        match self {
            Formula::Const(_) => false,
            Formula::Now(name) => *name == "i",
            Formula::Next(name) => *name != "f",
            Formula::Not(a) => a.is_about_steps(),
            Formula::And(a, b) | Formula::Or(a, b) => a.is_about_steps() || b.is_about_steps(),
        }
    }
}

fn lookup(tick: &Tick, name: &str) -> bool {
    match name {
        "d" => tick[2] && tick[0],
        name => NAMES.iter().position(|n| *n == name).is_some_and(|place| tick[place]),
    }
}

/// A model with one invariant.
struct Machine {
    constant: bool,
    init: Formula,
    invar: Formula,
    trans: Vec<Formula>,
    good: Formula,
}

impl Machine {
    fn random(seed: u64) -> Machine {
        let random = &mut Random::new(seed);
        Machine {
            constant: random.chance(50),
            init: Formula::random(random, 1, false, false),
            invar: if random.chance(30) { Formula::random(random, 1, false, false) } else { Formula::Const(true) },
            trans: (0..random.below(4)).map(|_| Formula::random(random, 2, true, true)).collect(),
            good: Formula::Or(
                Box::new(Formula::random(random, 2, true, true)),
                Box::new(Formula::random(random, 2, true, true)),
            ),
        }
    }

    fn text(&self) -> String {
        let constant = if self.constant { "TRUE" } else { "FALSE" };
        let trans: String = self.trans.iter().map(|t| format!("TRANS {}\n", t.text())).collect();
        format!(
            "MODULE main\nVAR v : boolean; w : boolean; z : boolean;\nFROZENVAR f : boolean;\nIVAR i : boolean;\n\
             DEFINE d := z & v;\nASSIGN z := {constant};\nINIT {}\nINVAR {}\n{trans}INVARSPEC {}\n",
            self.init.text(),
            self.invar.text(),
            self.good.text()
        )
    }

    fn ticks(&self) -> Vec<Tick> {
        let all = (0..32u32).map(|n| std::array::from_fn(|bit| n >> bit & 1 == 1));
        all.filter(|t: &Tick| t[2] == self.constant && self.invar.value(t, t)).collect()
    }

    fn steps(&self, now: &Tick, next: &Tick) -> bool {
        now[3] == next[3] && self.trans.iter().all(|t| t.value(now, next))
    }

    /// Whether some run breaks the invariant; none if no run begins.
    fn is_violated(&self) -> Option<bool> {
        let ticks = self.ticks();
        let state = |tick: &Tick| -> Vec<bool> { tick[..STATES].to_vec() };
        let mut waiting: Vec<Tick> = ticks.iter().copied().filter(|t| self.init.value(t, t)).collect();
        if waiting.is_empty() {
            return None;
        }
        let mut seen: BTreeSet<Vec<bool>> = waiting.iter().map(&state).collect();
        while let Some(now) = waiting.pop() {
            if !self.good.is_about_steps() && !self.good.value(&now, &now) {
                return Some(true);
            }
            for next in ticks.iter().filter(|next| self.steps(&now, next)) {
                if self.good.is_about_steps() && !self.good.value(&now, next) {
                    return Some(true);
                }
                if seen.insert(state(next)) {
                    let same = |t: &&Tick| state(t) == state(next);
                    waiting.extend(ticks.iter().filter(same));
                }
            }
        }
        Some(false)
    }
}

#[test]
fn what_an_invariant_is_about() {
    let first = seed(1);
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let (mut broken, mut kept, mut empty) = (0, 0, 0);
    for seed in first..first + cases(400) {
        let machine = Machine::random(seed);
        let text = machine.text();
        let loaded = smv::load(FileId(0), &text);
        let system = loaded.system.unwrap_or_else(|| panic!("WHEREFORE_SEED={seed}\n{text}\n{:?}", loaded.diagnostics));
        let engine = if seed % 4 == 0 { EngineChoice::Sat } else { EngineChoice::Bdd };
        let session = Session::new(&system, Options { engine, ..Options::default() });
        let verdict = session.check(&system.properties[0], &Stop::new(), &observer).verdict;
        let found = match &verdict {
            Verdict::Violated(_) => Some(true),
            Verdict::Holds { .. } => Some(false),
            Verdict::Vacuous { .. } => None,
            Verdict::Undetermined(cause) => panic!("WHEREFORE_SEED={seed}\n{text}\n{cause}"),
        };
        assert_eq!(found, machine.is_violated(), "WHEREFORE_SEED={seed}\n{text}\n{verdict:?}");
        *match found {
            Some(true) => &mut broken,
            Some(false) => &mut kept,
            None => &mut empty,
        } += 1;
    }
    assert!(cases(400) < 400 || (broken > 20 && kept > 20 && empty > 5), "{broken} {kept} {empty}");
}
