//! Assumptions about small programs, against all states of these.
//!
//! The programs are drawn by chance and run by an interpreter of their own. What is said of an assumption is compared with all states
//! that the program and the assumption reach together: the property holds in each, some input is allowed in each, what is
//! restricted still happens, and with the next weaker assumption the property fails. That the text says the same as the assumption
//! is looked at on runs drawn by chance.

use super::allows::allows;
use super::{Assumed, assumptions};
use crate::environment::{ChangedModel, Environment};
use crate::search::Limits;
use crate::{Fix, Reader};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent, Verdict};
use wherefore_ir::{Sort, System, Value};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_mutate::assumption::{Assumption, InputEvent};
use wherefore_stop::Stop;
use wherefore_test::{Random, cases, counted, say, seed};
use wherefore_trace::{Step, Trace};

const INPUTS: [&str; 3] = ["a", "b", "c"];

/// Values of the inputs at one tick.
type Inputs = [bool; 3];

/// What is kept between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    level: u8,
    flag: bool,
    before: Inputs,
}

/// A condition over the inputs and the state before.
#[derive(Clone, Copy, Debug)]
enum Atom {
    Input(usize, bool),
    Before(usize, bool),
    Flag(bool),
    Level(u8),
}

impl Atom {
    fn draw(random: &mut Random) -> Atom {
        match random.below(6) {
            0..=2 => Atom::Input(random.below(3), random.chance(75)),
            3 => Atom::Before(random.below(3), random.chance(60)),
            4 => Atom::Flag(random.chance(50)),
            _ => Atom::Level(random.between(1, 2) as u8),
        }
    }

    fn text(self) -> String {
        let not = |positive: bool| if positive { "" } else { "not " };
        match self {
            Atom::Input(input, positive) => format!("{}{}", not(positive), INPUTS[input]),
            Atom::Before(input, positive) => format!("{}(false -> pre {})", not(positive), INPUTS[input]),
            Atom::Flag(positive) => format!("{}(false -> pre flag)", not(positive)),
            Atom::Level(least) => format!("(0 -> pre level) >= {least}"),
        }
    }

    fn holds(self, state: &State, inputs: Inputs) -> bool {
        match self {
            Atom::Input(input, positive) => inputs[input] == positive,
            Atom::Before(input, positive) => state.before[input] == positive,
            Atom::Flag(positive) => state.flag == positive,
            Atom::Level(least) => state.level >= least,
        }
    }
}

/// A program: the level rises under one condition and falls to 0 under another, the flag is set and reset.
#[derive(Clone, Debug)]
struct Program {
    rise: (Atom, Atom),
    fall: Atom,
    set: (Atom, Atom),
    reset: Atom,
    most: u8,
    needs_flag: bool,
    assumed: Option<(Atom, Atom)>,
    is_condition: bool,
}

impl Program {
    fn draw(random: &mut Random) -> Program {
        let pair = |random: &mut Random| (Atom::draw(random), Atom::draw(random));
        let assumed = random.chance(50).then(|| pair(random));
        // The condition of a property is an assumption if it is about inputs alone.
        let is_of_inputs = |atom: Atom| matches!(atom, Atom::Input(..) | Atom::Before(..));
        let can_be_condition = assumed.is_none_or(|(one, other)| is_of_inputs(one) && is_of_inputs(other));
        Program {
            rise: pair(random),
            fall: Atom::draw(random),
            set: pair(random),
            reset: Atom::draw(random),
            most: random.between(1, 3) as u8,
            needs_flag: random.chance(30),
            assumed,
            is_condition: can_be_condition && random.chance(50),
        }
    }

    fn text(&self) -> String {
        let both = |(one, other): (Atom, Atom)| format!("{} and {}", one.text(), other.text());
        let assumed = self.assumed.map_or_else(|| "true".to_owned(), |pair| format!("not ({})", both(pair)));
        let flag = if self.needs_flag { " or not flag" } else { "" };
        let claim = format!("level < {}{flag}", self.most);
        let (declared, body) = match (self.is_condition, self.assumed) {
            (true, _) => (", env", format!("  env = Sofar({assumed});\n  ok = env => ({claim});\n")),
            (false, Some(_)) => ("", format!("  assert {assumed};\n  ok = {claim};\n")),
            (false, None) => ("", format!("  ok = {claim};\n")),
        };
        format!(
            "node Sofar(x : bool) returns (y : bool);\nlet\n  y = x and (true -> pre y);\ntel\n\n\
             node main(a, b, c : bool) returns (ok : bool);\nvar flag{declared} : bool; level : int;\nlet\n\
             \x20 level = if {} then (if (0 -> pre level) < 4 then (0 -> pre level) + 1 else 4)\n\
             \x20         else if {} then 0 else (0 -> pre level);\n\
             \x20 flag = ({}) or ((false -> pre flag) and not ({}));\n{body}  --%PROPERTY ok;\ntel\n",
            both(self.rise),
            self.fall.text(),
            both(self.set),
            self.reset.text(),
        )
    }

    /// Whether the inputs are allowed.
    fn allows(&self, state: &State, inputs: Inputs) -> bool {
        self.assumed.is_none_or(|(one, other)| !(one.holds(state, inputs) && other.holds(state, inputs)))
    }

    fn step(&self, state: &State, inputs: Inputs) -> State {
        let both = |(one, other): (Atom, Atom)| one.holds(state, inputs) && other.holds(state, inputs);
        let level = match () {
            () if both(self.rise) => (state.level + 1).min(4),
            () if self.fall.holds(state, inputs) => 0,
            () => state.level,
        };
        let flag = both(self.set) || (state.flag && !self.reset.holds(state, inputs));
        State { level, flag, before: inputs }
    }

    fn is_good(&self, state: &State, most: u8) -> bool {
        state.level < most || (self.needs_flag && !state.flag)
    }
}

/// What an assumption remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    is_first: bool,
    since: u32,
    seen: bool,
    has_acted: bool,
}

const AT_FIRST: Memory = Memory { is_first: true, since: 99, seen: false, has_acted: false };

fn place(input: &str) -> usize {
    INPUTS.iter().position(|name| *name == input).expect("an input")
}

fn acts(event: &InputEvent, state: &State, inputs: Inputs) -> bool {
    let input = place(&event.input);
    if event.is_change { inputs[input] != state.before[input] } else { inputs[input] }
}

/// What is remembered next if the assumption allows the inputs.
fn keeps(assumption: Option<&Assumption>, memory: Memory, state: &State, inputs: Inputs) -> Option<Memory> {
    let now = |input: &String| inputs[place(input)];
    let mut next = Memory { is_first: false, ..memory };
    let is_kept = match assumption {
        None | Some(Assumption::Within { .. }) => true,
        Some(Assumption::Apart { events, ticks }) => {
            let acts = events.iter().any(|event| acts(event, state, inputs));
            next.since = if acts { 1 } else { (memory.since + 1).min(99) };
            next.has_acted |= acts;
            !acts || memory.since >= *ticks
        }
        Some(Assumption::Exclusive(all)) => all.iter().filter(|input| now(input)).count() <= 1,
        Some(Assumption::With(one, other)) => !now(one) || now(other),
        Some(Assumption::After(one, other)) => {
            next.seen |= now(other);
            !now(one) || next.seen
        }
        Some(Assumption::First(input, value)) => !memory.is_first || now(input) == *value,
    };
    is_kept.then_some(next)
}

/// A program with an assumption, all of it.
struct All {
    /// Every state with what is remembered, and the inputs that are allowed there.
    visited: Vec<(State, Memory, Vec<Inputs>)>,
    holds: bool,
}

fn all_inputs() -> Vec<Inputs> {
    (0..8).map(|n| [n & 1 == 1, n & 2 == 2, n & 4 == 4]).collect()
}

impl All {
    fn of(program: &Program, assumption: Option<&Assumption>, most: u8) -> All {
        let mut all = All { visited: Vec::new(), holds: true };
        let (mut seen, mut todo) = (BTreeSet::new(), vec![(State::default(), AT_FIRST)]);
        while let Some((state, memory)) = todo.pop() {
            if !seen.insert((state, memory)) {
                continue;
            }
            let mut allowed = Vec::new();
            for inputs in all_inputs() {
                let kept = keeps(assumption, memory, &state, inputs).filter(|_| program.allows(&state, inputs));
                if let Some(memory) = kept {
                    let next = program.step(&state, inputs);
                    all.holds &= program.is_good(&next, most);
                    allowed.push(inputs);
                    todo.push((next, memory));
                }
            }
            all.visited.push((state, memory, allowed));
        }
        all
    }

    fn is_never_stuck(&self) -> bool {
        self.visited.iter().all(|(_, _, allowed)| !allowed.is_empty())
    }

    fn has(&self, wanted: impl Fn(&State, &Memory, Inputs) -> bool) -> bool {
        self.visited.iter().any(|(state, memory, all)| all.iter().any(|inputs| wanted(state, memory, *inputs)))
    }

    /// Whether what an assumption restricts still happens.
    fn still_happens(&self, assumption: &Assumption) -> bool {
        let both = assumption.inputs().into_iter().all(|input| {
            [true, false]
                .into_iter()
                .all(|value| self.has(|_, memory, inputs| !memory.is_first && inputs[place(input)] == value))
        });
        let again = match assumption {
            Assumption::Apart { events, .. } => events
                .iter()
                .all(|event| self.has(|state, memory, inputs| memory.has_acted && acts(event, state, inputs))),
            _ => true,
        };
        both && again
    }
}

fn read(text: &str) -> System {
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let mut reader =
        Reader { language: Language::Lustre, name: "m.lus", text, choices: &Choices::default(), include: &mut include };
    reader.read(text).unwrap_or_else(|found| panic!("{text}\n{found:?}"))
}

/// The assumptions for a program; none if its property is not violated.
fn ask(text: &str) -> Option<Vec<Fix>> {
    let system = read(text);
    let (stop, observer): (_, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let session = Session::new(&system, Options::default());
    let findings: Vec<_> = system.properties.iter().map(|p| session.check(p, &stop, &observer)).collect();
    findings.iter().find(|f| matches!(f.verdict, Verdict::Violated(_)))?;
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let mut reader =
        Reader { language: Language::Lustre, name: "m.lus", text, choices: &Choices::default(), include: &mut include };
    let same = |stop: &Stop| stop.child();
    let limits = Limits { stop: &stop, observer: &observer, brief: &same, each: &same, max_edits: 1, work: None };
    Some(assumptions(&mut reader, &system, &findings, &Options::default(), &limits).0)
}

/// Compares what is said of an assumption with all states.
fn compare(program: &Program, fix: &Fix) {
    let Assumed { assumption, weaker, asked, .. } = fix.assumed.as_ref().expect("an assumption");
    let number = |n: &BigInt| u8::try_from(n).unwrap_or(99);
    let most = asked.as_ref().map_or(program.most, |asked| number(&asked.after));
    let with = All::of(program, Some(assumption), most);
    assert!(with.holds, "the property fails\n{}", fix.text);
    assert!(with.is_never_stuck(), "the environment gets stuck\n{}", fix.text);
    assert!(with.still_happens(assumption), "something no longer happens\n{}", fix.text);
    assert!(!All::of(program, None, most).holds, "nothing is missing\n{}", fix.text);
    if let Some(weaker) = weaker {
        assert!(!All::of(program, Some(weaker), most).holds, "{weaker:?} is enough\n{}", fix.text);
    }
    if let Assumption::Apart { ticks, .. } = assumption {
        assert_eq!(weaker.is_some(), *ticks > 2, "the next weaker one is not known\n{}", fix.text);
    }
    if let Some(asked) = asked.as_ref().filter(|asked| asked.is_nearest) {
        let next = if asked.after > asked.before { &asked.after - 1 } else { &asked.after + 1 };
        assert!(!All::of(program, Some(assumption), number(&next)).holds, "{next} is enough\n{}", fix.text);
    }
    for place in 0..assumption.inputs().len() {
        if let Some(fewer) = super::shapes::without(assumption, place) {
            assert!(!All::of(program, Some(&fewer), most).holds, "{fewer:?} is enough\n{}", fix.text);
        }
    }
}

/// Compares the text with the assumption on runs drawn by chance.
fn compare_text(program: &Program, fix: &Fix, random: &mut Random) {
    let assumption = &fix.assumed.as_ref().expect("an assumption").assumption;
    let system = read(&fix.text);
    let simulator = ChangedModel::new(&system).expect("a program");
    for _ in 0..40 {
        let ticks = random.between(1, 7);
        let density = random.pick(&[15, 30, 50]);
        let run: Vec<Inputs> = (0..ticks).map(|_| [(); 3].map(|()| random.chance(density))).collect();
        let (mut state, mut memory) = (State::default(), Some(AT_FIRST));
        let mut is_allowed = true;
        for inputs in &run {
            memory = memory.and_then(|memory| keeps(Some(assumption), memory, &state, *inputs));
            is_allowed &= program.allows(&state, *inputs);
            state = program.step(&state, *inputs);
        }
        let trace = trace(&system, &run);
        assert_eq!(allows(assumption, &system, &trace), Some(memory.is_some()), "{assumption:?} on {run:?}");
        let is_whole = memory.is_some() && is_allowed;
        let followed = simulator.follows(&Environment::of(&system, &trace));
        match system.defines.iter().find(|d| d.name == "env") {
            Some(env) => {
                let end =
                    followed.unwrap_or_else(|| panic!("nothing restricts the runs\n{}\n{}", program.text(), fix.text));
                let env = wherefore_trace::Evaluator::new(&system.terms, &[env.term]).expect("a stream");
                let last = env.truths(&end.steps[run.len() - 1].values, None);
                assert_eq!(last, [Some(is_whole)], "{run:?}\n{}", fix.text);
            }
            None => assert_eq!(followed.is_some(), is_whole, "{run:?}\n{}", fix.text),
        }
    }
}

fn trace(system: &System, run: &[Inputs]) -> Trace {
    let step = |inputs: &Inputs| {
        let mut step = Step::empty(system);
        // What remembers something has a value before the first tick, which is not read.
        for (var, declared) in system.terms.vars() {
            let value = match declared.sort {
                Sort::Bool => Value::Bool(false),
                Sort::Range { lo, .. } => Value::int(lo),
                _ => Value::int(0),
            };
            step.set(var, value);
        }
        for (name, value) in INPUTS.iter().zip(inputs) {
            let var = system.terms.find_var(name).expect("an input");
            step.set(var, Value::Bool(*value));
        }
        step
    };
    Trace::finite(run.iter().map(step).collect())
}

#[test]
fn assumptions_agree_with_all_states() {
    let seed = seed(25);
    let (mut violated, mut offered, mut with_number) = (0, 0, 0);
    for case in 0..cases(40) {
        let mut random = Random::stream(seed, case);
        let program = Program::draw(&mut random);
        let Some(found) = ask(&program.text()) else { continue };
        assert!(!All::of(&program, None, program.most).holds, "{}", program.text());
        violated += 1;
        offered += usize::from(!found.is_empty());
        for fix in &found {
            compare(&program, fix);
            compare_text(&program, fix, &mut random);
            with_number += usize::from(fix.assumed.as_ref().is_some_and(|a| a.asked.is_some()));
        }
    }
    counted(violated, "violated programs");
    say(&format!("assumptions for {offered} of {violated} programs, {with_number} with another number"));
    assert!(offered > 0);
}

/// The first assumption for a program whose main node has these inputs, streams and equations.
fn first(inputs: &str, streams: &str, body: &str) -> Option<Assumed> {
    let text = format!("node main({inputs}) returns (ok : bool);\n{streams}let\n{body}\n  --%PROPERTY ok;\ntel\n");
    let found = ask(&text).unwrap_or_else(|| panic!("not violated\n{text}"));
    found.into_iter().next().and_then(|fix| fix.assumed)
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn two_buttons_at_once() {
    let found = first(
        "open, shut, other : bool",
        "var up, down : bool;\n",
        "  up = open or (false -> pre open);\n  down = shut;\n  ok = not (up and down and open);",
    );
    assert_eq!(found.map(|a| a.assumption), Some(Assumption::Exclusive(named(&["open", "shut"]))));
}

#[test]
fn bound_of_a_number() {
    let found = first("x : int", "var y : int;\n", "  y = 2 * x + 1;\n  ok = y < 30 or y > 500;").expect("a bound");
    let within = |most: i64| Assumption::Within { input: "x".to_owned(), least: None, most: Some(most.into()) };
    assert_eq!((found.assumption, found.weaker), (within(14), Some(within(15))));
}

#[test]
fn value_at_the_first_tick() {
    let found = first(
        "reset, go : bool",
        "var ready : bool;\n",
        "  ready = if reset then true else (false -> pre ready);\n  ok = go => ready or not go;",
    );
    let wanted = [Assumption::First("reset".to_owned(), true), Assumption::After("go".to_owned(), "reset".to_owned())];
    assert!(found.as_ref().is_some_and(|a| wanted.contains(&a.assumption)), "{found:?}");
}

/// Ticks between presses of a button, and a lamp that must not stay on.
#[test]
fn ticks_between_presses() {
    let found = first(
        "press : bool",
        "var left, dark : int;\n",
        "  left = if press then 3 else if (0 -> pre left) > 0 then (0 -> pre left) - 1 else 0;\n\
         \x20 dark = if left > 0 then 0 else 1;\n  ok = true -> not (press and pre dark = 0);",
    );
    let found = found.expect("a distance");
    let apart = |ticks: u32| Assumption::Apart {
        events: vec![InputEvent { input: "press".to_owned(), is_change: false }],
        ticks,
    };
    assert_eq!((found.assumption, found.weaker), (apart(4), Some(apart(3))));
}

#[test]
fn what_would_only_switch_something_off_is_not_offered() {
    for body in ["  ok = not a;", "  ok = a;", "  ok = not (a and (false -> pre a)) and not a;", "  ok = a = b;"] {
        let found = first("a, b : bool", "", body);
        assert!(found.is_none(), "{body}\n{found:?}");
    }
}

/// From the fourth tick on the assertion wants both inputs, so that never both at once leaves nothing.
#[test]
fn an_environment_that_gets_stuck_is_not_offered() {
    let found = first(
        "a, b : bool",
        "var t : int;\n",
        "  t = 0 -> if pre t < 3 then pre t + 1 else 3;\n  assert t < 3 or (a and b);\n  ok = not (a and b);",
    );
    assert!(found.is_none(), "{found:?}");
}
