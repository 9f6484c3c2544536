//! Fixes of small random models, against all states of these.
//!
//! A fix is read again from its text, and every reachable state of the edited model is visited: the property must hold in each. What is
//! said about other runs is compared with all runs: the model and the edited one must do the same wherever the model can go on
//! without failing.

use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_fix::{Conservation, Fixes, Limits, Reader, fixes};
use wherefore_ir::{System, TermId, Value, VarId};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_stop::Stop;
use wherefore_test::Random;
use wherefore_trace::{Evaluator, Step, Trace};

/// A state as numbers: `m` and `n` count, `b` and the input `i` are 0 or 1.
type State = (u8, u8, u8);

fn atom(random: &mut Random) -> String {
    match random.below(6) {
        0 => "b".to_owned(),
        1 => "i".to_owned(),
        2 => format!("m = {}", random.below(3)),
        3 => format!("n {} {}", random.pick(&["<", ">=", "!="]), random.below(3)),
        4 => "m = n".to_owned(),
        _ => "!b".to_owned(),
    }
}

fn condition(random: &mut Random) -> String {
    let first = atom(random);
    match random.below(3) {
        0 => first,
        1 => format!("{first} & {}", atom(random)),
        _ => format!("{first} | {}", atom(random)),
    }
}

fn choice(random: &mut Random, values: &[&str]) -> String {
    let mut text = "case ".to_owned();
    for _ in 0..=random.below(2) {
        let value = random.pick(values);
        text.push_str(&format!("{} : {value}; ", condition(random)));
    }
    format!("{text}TRUE : {}; esac", random.pick(values))
}

fn model(random: &mut Random) -> String {
    let numbers = |name: &'static str| ["0", "1", "2", name];
    format!(
        "MODULE main\nIVAR i : boolean;\nVAR m : 0..2; n : 0..2; b : boolean;\nASSIGN\n\
         init(m) := 0; init(n) := {}; init(b) := FALSE;\n\
         next(m) := {};\nnext(n) := {};\nnext(b) := {};\n\
         INVARSPEC NAME safe := !({} & {});\n",
        random.below(3),
        choice(random, &numbers("m")),
        choice(random, &numbers("n")),
        choice(random, &["TRUE", "FALSE", "b", "!b"]),
        atom_of_state(random),
        atom_of_state(random),
    )
}

fn atom_of_state(random: &mut Random) -> String {
    match random.below(3) {
        0 => format!("m = {}", random.below(3)),
        1 => format!("n = {}", random.below(3)),
        _ => random.pick(&["b", "!b"]).to_owned(),
    }
}

fn read(text: &str) -> System {
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let mut reader =
        Reader { language: Language::Smv, name: "m.smv", text, choices: &Choices::default(), include: &mut include };
    reader.read(text).unwrap_or_else(|found| panic!("{text}\n{found:?}"))
}

/// All of a model, by trying.
struct Explicit {
    system: System,
    vars: [VarId; 4],
    next: Evaluator,
    good: Evaluator,
}

impl Explicit {
    fn new(text: &str) -> Explicit {
        let system = read(text);
        let vars = ["m", "n", "b", "i"].map(|name| system.terms.find_var(name).expect("a variable"));
        let updates: Vec<TermId> = vars[..3].iter().map(|v| system.next[v].term).collect();
        let next = Evaluator::new(&system.terms, &updates).expect("no temporal operators");
        let good = Evaluator::new(&system.terms, &[system.properties[0].term]).expect("no temporal operators");
        Explicit { system, vars, next, good }
    }

    fn values(&self, (m, n, b): State, i: u8) -> Vec<Option<Value>> {
        let mut values = vec![None; self.system.terms.var_count()];
        let all = [Value::Int(m.into()), Value::Int(n.into()), Value::Bool(b == 1), Value::Bool(i == 1)];
        self.vars.iter().zip(all).for_each(|(var, value)| values[var.index()] = Some(value));
        values
    }

    fn step(&self, state: State, i: u8) -> State {
        let number = |value: &Option<Value>| match value {
            Some(Value::Int(n)) => u8::try_from(n).expect("a small number"),
            Some(Value::Bool(b)) => u8::from(*b),
            other => panic!("{other:?}"),
        };
        let next: Vec<u8> = self.next.evaluate(&self.values(state, i), None).iter().map(number).collect();
        (next[0], next[1], next[2])
    }

    fn is_good(&self, state: State) -> bool {
        self.good.truths(&self.values(state, 0), None) == [Some(true)]
    }

    fn first(&self) -> State {
        let init = Evaluator::new(&self.system.terms, &self.system.init.iter().map(|c| c.term).collect::<Vec<_>>());
        let init = init.expect("no temporal operators");
        let is_first = |state: &State| init.truths(&self.values(*state, 0), None).iter().all(|t| *t == Some(true));
        all_states().into_iter().find(is_first).expect("a first state")
    }

    fn reachable(&self, through: impl Fn(State) -> bool) -> BTreeSet<State> {
        let mut found = BTreeSet::new();
        let mut waiting = vec![self.first()];
        while let Some(state) = waiting.pop() {
            if through(state) && found.insert(state) {
                waiting.extend([0, 1].map(|i| self.step(state, i)));
            }
        }
        found
    }

    /// The states from which a run goes on for ever without failing.
    fn can_go_on(&self) -> BTreeSet<State> {
        let mut left: BTreeSet<State> = all_states().into_iter().filter(|s| self.is_good(*s)).collect();
        loop {
            let kept: BTreeSet<State> =
                left.iter().copied().filter(|s| [0, 1].iter().any(|i| left.contains(&self.step(*s, *i)))).collect();
            if kept == left {
                return kept;
            }
            left = kept;
        }
    }
}

fn all_states() -> Vec<State> {
    (0..3).flat_map(|m| (0..3).flat_map(move |n| (0..2).map(move |b| (m, n, b)))).collect()
}

/// Whether two models do the same on every run of the first that never fails.
fn conserves(old: &Explicit, new: &Explicit) -> bool {
    let safe = old.can_go_on();
    let visited = old.reachable(|s| old.is_good(s));
    let is_same = |s: &State, i: u8| !safe.contains(&old.step(*s, i)) || old.step(*s, i) == new.step(*s, i);
    let starts = old.first() == new.first() || !safe.contains(&old.first());
    starts && visited.iter().all(|s| is_same(s, 0) && is_same(s, 1))
}

/// The states and inputs of a run.
fn states(system: &System, run: &Trace) -> Vec<(State, u8)> {
    let value = |step: &Step, name: &str| match step.get(system.terms.find_var(name).expect("a variable")) {
        Some(Value::Int(n)) => u8::try_from(n).expect("a small number"),
        Some(Value::Bool(b)) => u8::from(*b),
        other => panic!("{other:?}"),
    };
    let state = |step: &Step| ((value(step, "m"), value(step, "n"), value(step, "b")), value(step, "i"));
    run.steps.iter().map(state).collect()
}

/// The run of a fix must be what the edited model does with the inputs of the failing run.
fn assert_rerun(failing: &[(State, u8)], new: &Explicit, (system, run): &(Arc<System>, Trace)) {
    let found = states(system, run);
    let mut state = new.first();
    assert_eq!(found.len(), failing.len());
    for ((seen, input), (_, wanted)) in found.into_iter().zip(failing) {
        assert_eq!((seen, input), (state, *wanted));
        state = new.step(state, input);
    }
}

fn ask(text: &str) -> Option<(Fixes, Vec<(State, u8)>)> {
    let system = read(text);
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let session = Session::new(&system, Options::default());
    if !session.obligations(&stop, &observer).is_ok_and(|broken| broken.is_empty()) {
        return None;
    }
    let findings = vec![session.check(&system.properties[0], &stop, &observer)];
    let Verdict::Violated(run) = &findings[0].verdict else { return None };
    let failing = states(&system, &run.trace);
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let edits = wherefore_mutate::edits(Language::Smv, ("m.smv", text), &Choices::default(), &mut include, &|_| true);
    let edits: Vec<_> = edits.into_iter().filter(|edit| edit.cost <= 2).collect();
    let elements = wherefore_mutate::elements(Language::Smv, ("m.smv", text), &mut include);
    let mut reader =
        Reader { language: Language::Smv, name: "m.smv", text, choices: &Choices::default(), include: &mut include };
    let each = |stop: &Stop| stop.child();
    let limits = Limits { stop: &stop, observer: &observer, brief: &each, each: &each, max_edits: 1, work: None };
    Some((fixes(&mut reader, &system, &findings, (&elements, edits), &Options::default(), &limits), failing))
}

#[test]
fn fixes_hold_and_say_truly_what_they_change() {
    let (seed, cases) = (wherefore_test::seed(11), wherefore_test::cases(8));
    let (mut asked, mut judged, mut gentle, mut rerun, mut case) = (0, 0, 0, 0, 0);
    while asked < cases {
        case += 1;
        let text = model(&mut Random::stream(seed, case));
        let Some((found, failing)) = ask(&text) else { continue };
        asked += 1;
        let old = Explicit::new(&text);
        for fix in &found.list {
            let new = Explicit::new(&fix.text);
            assert!(new.reachable(|_| true).iter().all(|s| new.is_good(*s)), "not mended\n{text}\n{}", fix.text);
            fix.rerun.iter().for_each(|rerun| assert_rerun(&failing, &new, rerun));
            rerun += usize::from(fix.rerun.is_some());
            let truth = conserves(&old, &new);
            match fix.conservation {
                Conservation::Proved(_) => assert!(truth, "other runs change\n{text}\n{}", fix.text),
                Conservation::Changes(_) => assert!(!truth, "no other run changes\n{text}\n{}", fix.text),
                Conservation::Unknown(_) => continue,
            }
            judged += 1;
            gentle += usize::from(truth);
        }
    }
    wherefore_test::counted(judged, "fixes judged");
    assert!(rerun > cases as usize, "too few runs to say anything: {rerun}");
    assert!(judged > cases as usize, "too few fixes to say anything: {judged}, {gentle} of them conserve");
}
