//! Random machines: what the lens says of two of them, and of one alone, is what their tables say.
//!
//! The tables are flattened over all concrete inputs and compared by sets of states (`twin`); nothing of the lens, of terms or of
//! solvers has a part in that. `WHEREFORE_CASES=1000` for a long sweep.

mod driven;
mod near;
pub mod table;
pub mod text;
pub mod twin;

use crate::support::{chart, model, options};
use std::collections::BTreeSet;
use table::{Input, Table, Traits};
use text::{Form, from_text, from_values};
use twin::{Flat, Minimal, Seen};
use wherefore_equivalence::{
    Comparison, Difference, Interface, Invariant, Method, Options, Outcome, Profile, Side, TestCase, TestPlan, compare,
    plan,
};
use wherefore_ir::System;
use wherefore_solve::Stop;
use wherefore_test::{below, cases, say, seed};

const METHODS: [Method; 4] = [Method::W, Method::Wp, Method::H, Method::Spyh];

/// A table as a model.
pub fn load(table: &Table, form: Form) -> System {
    let text = form.text(table);
    if form.is_chart() { chart(&text) } else { model(&text) }
}

/// Options that look at the outputs of a table.
pub fn looking_at(table: &Table) -> Options {
    let names = [(table.has_m, "m"), (table.has_y, "y")];
    let outputs = names.iter().filter(|(has, _)| *has).map(|(_, name)| (*name).to_owned()).collect();
    Options { outputs, most_differences: 1000, ..options() }
}

/// A generator of its own for each case, so that a case can be repeated alone.
pub fn generator(seed: u64, case: u64) -> u64 {
    let mut rng = seed.wrapping_mul(1_000_003).wrapping_add(case);
    (0..4).for_each(|_| _ = below(&mut rng, 2));
    rng
}

/// Two tables with the forms in which they are written.
pub struct Pair {
    pub tables: [Table; 2],
    pub forms: [Form; 2],
}

impl Pair {
    fn random(rng: &mut u64) -> Pair {
        let traits = Traits::any(rng);
        let reference = Table::random(rng, traits);
        let mut other = match below(rng, 4) {
            0 => reference.clone(),
            1 => reference.variant(rng),
            2 => reference.mutant(rng),
            _ => reference.mutant(rng).mutant(rng).mutant(rng),
        };
        if below(rng, 4) == 0 {
            other = other.variant(rng);
        }
        let same = [Form::Smv, Form::SmvVar, Form::Chart, Form::Chain];
        let forms = match (traits.partial || traits.several_first, below(rng, 6)) {
            (_, 0) => [Form::SmvReal, Form::SmvReal],
            (true, _) => [same[below(rng, 2)], same[below(rng, 2)]],
            (false, _) => [same[below(rng, 4)], same[below(rng, 4)]],
        };
        Pair { tables: [reference, other], forms }.without_dead_states()
    }

    /// A state that INVAR leaves no inputs is no state in SMV, and what leads there does not exist; with TRANS it is a
    /// dead end.
    fn without_dead_states(mut self) -> Pair {
        for (table, form) in self.tables.iter().zip(&mut self.forms) {
            let inputs = table.inputs();
            let is_dead = |state: usize| inputs.iter().all(|i| table.taken(state, *i).is_none());
            if *form == Form::SmvVar && (0..table.states.len()).any(is_dead) {
                *form = Form::Smv;
            }
        }
        self
    }

    pub fn inputs(&self) -> Vec<Input> {
        let table = &self.tables[0];
        if self.forms[0] == Form::SmvReal { table.real_inputs() } else { table.inputs() }
    }

    pub fn flat(&self, side: usize, inputs: &[Input]) -> Flat {
        Flat::new(&self.tables[side], inputs, self.forms[side].is_chart())
    }

    /// Whether a model remembers its state and nothing else. A chart also remembers what it shows for inputs, and one that
    /// reacts in several steps what it chose.
    fn is_state_alone(&self, side: usize) -> bool {
        let (table, form) = (&self.tables[side], self.forms[side]);
        let chooses = table.states.iter().any(|s| s.rules.iter().any(|r| r.targets.len() > 1));
        !(form.is_chart() && table.has_y || form == Form::Chain && chooses)
    }

    /// Both models, to be read when something is wrong.
    pub fn told(&self) -> String {
        let text = |side: usize| format!("{:?}\n{}", self.forms[side], self.forms[side].text(&self.tables[side]));
        format!("{}\n{}", text(0), text(1))
    }
}

#[test]
fn pairs_are_judged_as_their_tables_are() {
    let (seed, mut different) = (seed(1), 0);
    let count = cases(100);
    for case in 0..count {
        let pair = Pair::random(&mut generator(seed, case));
        let systems = [0, 1].map(|side| load(&pair.tables[side], pair.forms[side]));
        let asked = Options { suites: METHODS.to_vec(), ..looking_at(&pair.tables[0]) };
        let told = || format!("case {case} of seed {seed}:\n{}", pair.told());
        let found = compare(&systems[0], &systems[1], &asked, &Stop::new());
        let found = found.unwrap_or_else(|refusal| panic!("{refusal:?}, {}", told()));
        let outcome = std::panic::catch_unwind(|| judge(&pair, &found));
        different += usize::from(outcome.unwrap_or_else(|_| panic!("{found:#?}\n{}", told())));
    }
    say(&format!("{count} pairs, {different} different"));
    assert!(different as u64 * 10 >= count && (different as u64) < count, "the pairs are one-sided");
}

/// Proofs memory by memory are true of the tables, also where machines make choices or have several first states.
#[test]
fn memories_prove_only_what_tables_show() {
    let (seed, count, mut proved) = (seed(1), cases(150), 0);
    for case in 0..count {
        let pair = Pair::random(&mut generator(seed, case));
        let systems = [0, 1].map(|side| load(&pair.tables[side], pair.forms[side]));
        let asked = Options { few_bits: 0, most_states: 1, ..looking_at(&pair.tables[0]) };
        let told = || format!("case {case} of seed {seed}:\n{}", pair.told());
        let found = compare(&systems[0], &systems[1], &asked, &Stop::new());
        let found = found.unwrap_or_else(|refusal| panic!("{refusal:?}, {}", told()));
        if let Outcome::Equivalent { invariant: Invariant::Classes(_), .. } = found.outcome {
            let flats = [0, 1].map(|side| pair.flat(side, &pair.inputs()));
            assert_eq!(twin::compare(&flats[0], &flats[1]).shortest, None, "{}", told());
            proved += 1;
        }
    }
    say(&format!("{count} pairs, {proved} proved by their memories"));
    assert!(proved * 8 >= count, "too few are proved");
}

/// Holds a comparison against the tables; gives whether they are different.
fn judge(pair: &Pair, found: &Comparison) -> bool {
    let inputs = pair.inputs();
    let flats = [0, 1].map(|side| pair.flat(side, &inputs));
    let expected = twin::compare(&flats[0], &flats[1]);
    match (&found.outcome, expected.shortest) {
        (Outcome::Equivalent { .. }, None) => assert!(found.differences.is_empty()),
        (Outcome::Different { complete: Ok(()) }, Some(length)) => {
            let first = found.differences.first().unwrap_or_else(|| panic!("no difference"));
            assert_eq!(first.reactions.len(), length, "length of the shortest difference");
            found.differences.iter().for_each(|d| witness(pair, &found.interface, d));
            found.differences.iter().for_each(|d| near::explained(pair, &found.interface, d));
        }
        (outcome, shortest) => panic!("{outcome:?}, but the tables differ after {shortest:?}"),
    }
    if (0..2).all(|side| pair.is_state_alone(side)) {
        assert_eq!(found.pairs, expected.pairs, "pairs");
    }
    confirmed(pair, found, &flats);
    for (side, profile) in [&found.reference, &found.implementation].into_iter().enumerate() {
        profiled(pair, side, &found.interface, profile);
    }
    expected.shortest.is_some()
}

/// Outputs as text as what is seen.
fn seen(texts: &Option<Vec<String>>) -> Seen {
    let number = |text: &String| (text != "-").then(|| text.parse().unwrap_or_else(|e| panic!("{text}: {e}")));
    texts.as_ref().map(|texts| texts.iter().map(number).collect())
}

/// Asserts that a difference is one: both can do all but the last, which only one can.
fn witness(pair: &Pair, interface: &Interface, difference: &Difference) {
    let inputs: Vec<Input> = difference.reactions.iter().map(|r| from_text(interface, &r.inputs)).collect();
    let flats = [0, 1].map(|side| pair.flat(side, &inputs));
    let own = usize::from(difference.by != Side::Reference);
    let Some(last) = difference.reactions.len().checked_sub(1) else {
        assert!(difference.start != difference.start_differs);
        return;
    };
    let shown = |side: usize, place: usize| {
        let reaction = &difference.reactions[place];
        seen(if side == 0 { &reaction.reference } else { &reaction.implementation })
    };
    // The observation before the first inputs is the same for both; what one of them does not show then is a dash.
    let start = seen(&difference.start).unwrap_or_default();
    let starts = |flat: &Flat, state: &usize| start.iter().zip(&flat.start[*state]).all(|(s, o)| s.is_none() || s == o);
    let mut states = [0, 1].map(|side: usize| {
        let first = flats[side].first.iter().copied().filter(|s| starts(&flats[side], s));
        first.collect::<BTreeSet<usize>>()
    });
    for place in 0..last {
        assert_eq!(shown(0, place), shown(1, place), "before the last reaction both show the same");
        for side in 0..2 {
            let answers = flats[side].answers(&states[side], place);
            states[side] = answers.get(&shown(side, place)).cloned().unwrap_or_else(|| panic!("not possible: {place}"));
        }
    }
    let answers = [0, 1].map(|side: usize| flats[side].answers(&states[side], last));
    let (by, other) = (shown(own, last), shown(1 - own, last));
    assert!(answers[own].contains_key(&by) && !answers[1 - own].contains_key(&by), "only one shows {by:?}");
    assert!(answers[1 - own].contains_key(&other), "the other shows {other:?}");
    let others: BTreeSet<Seen> = difference.others.iter().map(|o| refusal(seen(&Some(o.clone())))).collect();
    assert_eq!(others, answers[1 - own].keys().cloned().collect::<BTreeSet<_>>(), "what the other can show");
}

/// Outputs none of which is seen are a refusal.
fn refusal(seen: Seen) -> Seen {
    seen.filter(|outputs| outputs.iter().any(Option::is_some))
}

/// Asserts that suites say the same.
fn confirmed(pair: &Pair, found: &Comparison, flats: &[Flat; 2]) {
    let is_different = matches!(found.outcome, Outcome::Different { .. });
    // The observation before the first inputs is no part of tests.
    if found.differences.iter().any(|d| d.reactions.is_empty()) {
        assert!(found.confirmations.is_empty());
        return;
    }
    for confirmation in &found.confirmations {
        assert_eq!(confirmation.passes, !is_different, "{confirmation:?}");
    }
    // With several first states there are suites only if these look the same.
    if flats.iter().any(|f| f.first.len() > 1) {
        return;
    }
    let is_deterministic = Minimal::new(&flats[0], pair.inputs().len()).is_deterministic();
    let expected: &[Method] = if is_deterministic { &METHODS } else { &METHODS[..2] };
    let methods: Vec<Method> = found.confirmations.iter().map(|c| c.method).collect();
    assert_eq!(methods, expected, "methods");
}

/// Asserts that the profile of one machine is true of its table.
fn profiled(pair: &Pair, side: usize, interface: &Interface, profile: &Profile) {
    let mut inputs = pair.inputs();
    let whole = inputs.len();
    let classes = profile.input_classes.clone().unwrap_or_default();
    inputs.extend(classes.iter().map(|c| from_values(interface, &c.example)));
    let flat = pair.flat(side, &inputs);
    if pair.is_state_alone(side) {
        assert_eq!(profile.state_classes, flat.reached().len(), "state classes");
    }
    if flat.first.len() > 1 {
        return;
    }
    let minimal = Minimal::new(&flat, inputs.len());
    assert_eq!(profile.minimal_states, Some(minimal.states), "minimal states");
    assert_eq!(profile.is_deterministic, minimal.is_deterministic(), "deterministic");
    assert_eq!(profile.refused.is_some(), flat.refuses(), "refused: {:?}", profile.refused);
    assert_eq!(classes.len(), minimal.classes(), "input classes");
    let distinct: BTreeSet<_> = minimal.columns[whole..].iter().collect();
    assert_eq!(distinct.len(), classes.len(), "examples of the same class");
}

#[test]
fn tests_expect_what_tables_do_and_kill_mutants() {
    let (seed, count, mut killed, mut faults) = (seed(1), cases(12), 0, 0);
    for case in 0..count {
        let rng = &mut generator(seed, case);
        let traits = Traits { several_first: false, ..Traits::any(rng) };
        let table = Table::random(rng, traits);
        let form = match (traits.partial, below(rng, 5)) {
            (_, 0) => Form::SmvReal,
            (_, 1) | (true, _) => Form::Smv,
            (_, 2) => Form::Chart,
            _ => Form::Chain,
        };
        let extra = below(rng, 2);
        let told = || format!("case {case} of seed {seed}: {extra} extra\n{}", form.text(&table));
        let found = plan(&load(&table, form), &METHODS, extra, &looking_at(&table), &Stop::new());
        let found = found.unwrap_or_else(|refusal| panic!("{refusal:?}, {}", told()));
        let mutants: Vec<Table> = (0..20).map(|_| table.mutant(rng)).collect();
        let pair = |other: &Table| Pair { tables: [table.clone(), other.clone()], forms: [form, form] };
        profiled(&pair(&table), 0, &found.interface, &found.profile);
        let judged = std::panic::catch_unwind(|| faults_are_found(&pair(&table), &found));
        faults += judged.unwrap_or_else(|_| panic!("{found:#?}\n{}", told()));
        for mutant in &mutants {
            let judged = std::panic::catch_unwind(|| tested(&pair(mutant), &found));
            killed += judged.unwrap_or_else(|_| panic!("{found:#?}\n{}\nmutant:\n{}", told(), form.text(mutant)));
        }
    }
    say(&format!("{count} plans, {killed} mutants killed, {faults} faults found"));
    assert!(killed as u64 >= count);
}

/// Asserts that every suite finds every wrong target in the smallest machine: each leads to a state that is
/// distinguished from the right one, and so must be met by a test. Gives how many there are.
fn faults_are_found(pair: &Pair, plan: &TestPlan) -> usize {
    let mut inputs = pair.inputs();
    for case in plan.suites.iter().filter_map(|s| s.cases.as_ref().ok()).flatten() {
        let more = case.inputs.iter().map(|values| from_values(&plan.interface, values));
        more.for_each(|i| {
            if !inputs.contains(&i) {
                inputs.push(i)
            }
        });
    }
    let place = |i: Input| inputs.iter().position(|known| *known == i).unwrap_or(0);
    let minimal = Minimal::new(&pair.flat(0, &inputs), inputs.len());
    let faults = minimal.faults();
    for (method, cases) in plan.suites.iter().filter_map(|s| Some((s.method, s.cases.as_ref().ok()?))) {
        let word = |c: &TestCase| c.inputs.iter().map(|v| place(from_values(&plan.interface, v))).collect();
        let words: Vec<Vec<usize>> = cases.iter().map(word).collect();
        for (number, fault) in faults.iter().enumerate() {
            let is_found = words.iter().any(|w| fault.language(w) != minimal.language(w));
            assert!(is_found, "{method:?} does not find fault {number}");
        }
    }
    faults.len()
}

/// Holds a plan against the table and a mutant; gives how many mutants are killed.
fn tested(pair: &Pair, plan: &TestPlan) -> usize {
    let mut inputs = pair.inputs();
    let whole = inputs.len();
    let reference = pair.flat(0, &inputs);
    let minimal = Minimal::new(&reference, whole);
    assert!(!plan.hypothesis.is_empty());
    let start: BTreeSet<Seen> = plan.start.iter().map(|texts| seen(&Some(texts.clone()))).collect();
    let expected = reference.first.iter().filter_map(|s| refusal(Some(reference.start[*s].clone())));
    assert_eq!(start, expected.map(Some).collect(), "what is seen before the first inputs");
    let mut must_die = fits(pair, &inputs, &minimal, plan.bound);
    must_die &= twin::compare(&reference, &pair.flat(1, &inputs)).shortest.is_some_and(|n| n > 0);
    for suite in &plan.suites {
        let Ok(cases) = &suite.cases else {
            assert!(matches!(suite.method, Method::H | Method::Spyh) && !minimal.is_deterministic(), "{suite:?}");
            continue;
        };
        let mut is_killed = false;
        for case in cases {
            inputs.truncate(whole);
            inputs.extend(case.inputs.iter().map(|values| from_values(&plan.interface, values)));
            let word: Vec<usize> = (whole..inputs.len()).collect();
            let expected: BTreeSet<Vec<Seen>> =
                case.expected.iter().map(|run| run.iter().map(seen).collect()).collect();
            let [reference, mutant] = [0, 1].map(|side| pair.flat(side, &inputs).language(&word));
            assert_eq!(expected, reference, "{:?}: {:?}", suite.method, case.shown);
            is_killed |= mutant != expected;
        }
        assert!(is_killed || !must_die, "{:?} does not kill the mutant", suite.method);
    }
    usize::from(must_die)
}

/// Whether a mutant is as the hypothesis says: few states, and inputs of one class are the same to it.
fn fits(pair: &Pair, inputs: &[Input], reference: &Minimal, bound: usize) -> bool {
    let mutant = Minimal::new(&pair.flat(1, inputs), inputs.len());
    let columns = reference.columns.iter().zip(&mutant.columns);
    let both: BTreeSet<_> = columns.collect();
    mutant.states <= bound && both.len() == reference.classes()
}
